"""A player's folder with good files of every kind, and with every bad thing a name can lead to."""

import codecs
import gzip
import json
import os
import shutil
import socket
from pathlib import Path

from tests.robustness.inside import typed
from tests.robustness.samples import good_files

PLAIN = (
    *("--games", "2", "--workers", "1", "--seed", "1"),
    *("--agent", "random", "--enemy-agent", "random"),
)


class World:
    """The folder, what belongs there, and what has changed since it was made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = folder.with_name(folder.name + "-kept")
        _lay_out(folder)
        self._seen = self._signs()
        shutil.copytree(folder, self.kept, ignore=_odd_ones, symlinks=True)

    def changed(self) -> list[str]:
        """The paths of files that are new, gone or otherwise than they were."""
        now = self._signs()
        names = now.keys() | self._seen.keys()
        return sorted(name for name in names if now.get(name) != self._seen.get(name))

    def restore(self) -> None:
        """Put everything back as it was."""
        for name in self.changed():
            path, kept = self.folder / name, self.kept / name
            if path.is_dir() and not path.is_symlink():
                if not kept.is_dir():
                    shutil.rmtree(path)
                continue
            path.unlink(missing_ok=True)
            if kept.is_file():
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(kept, path)
        self._seen = self._signs()

    def _signs(self) -> dict[str, tuple[int, int, int]]:
        found: dict[str, tuple[int, int, int]] = {}
        stack = [self.folder]
        while stack:
            here = stack.pop()
            for entry in os.scandir(here):
                name = os.path.relpath(entry.path, self.folder)
                if name.startswith("home/cache"):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    found[name] = (0, 0, 0)
                    stack.append(Path(entry.path))
                elif not name.endswith(".lock"):
                    state = entry.stat(follow_symlinks=False)
                    size = state.st_size if entry.is_file(follow_symlinks=False) else 0
                    moment = state.st_mtime_ns if size else 0
                    found[name] = (state.st_mode, size, moment)
        return found


def _odd_ones(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("pipe", "socket", "closed")]


def _lay_out(folder: Path) -> None:
    folder.mkdir(parents=True)
    files = good_files()
    for words in (
        ("copy", "union-50", "mine"),
        ("copy", "celts-60", "good"),
        ("edit", "mine", "resize 60"),
        ("edit", "mine", "note a second thought"),
        ("catalog", "correct", "ORC10", "wp=2"),
        ("config", "paper", "letter"),
        ("playtest", "union-50", *PLAIN, "-o", "trial"),
        ("catalog", "template", "samurai", "-o", "army.json"),
        ("catalog", "add", "army.json"),
        ("--game", "pocket-general", "new", "--seed", "1", "-o", "table.json"),
        ("copy", "celts-60", "gone"),
        ("remove", "gone"),
    ):
        answer = typed(*words, folder=folder)
        assert answer.status == 0, answer
    good = files["list"]
    places = {
        "list.json": good,
        "list.txt": files["list-text"],
        "list.csv": files["list-table"],
        "list.html": files["list-page"],
        "list.pdf": files["pdf"],
        "b.jsonl": files["record"],
        "g.jsonl": files["pocket-general-record"],
        "state.json": files["state"],
        "board.txt": files["board"],
        "traits.json": files["traits"],
        "save.json": files["save"],
        "own.txt": files["own-tiles"],
        "table.csv": files["table"],
        "empty": b"",
        "broken.json": good[: len(good) // 2],
        "binary": bytes(range(256)) * 40,
        "packed.gz": gzip.compress(good),
        "utf16.json": good.decode().encode("utf-16"),
        "bom.json": codecs.BOM_UTF8 + good,
        "crlf.json": good.replace(b"\n", b"\r\n"),
        "bom.csv": codecs.BOM_UTF8 + files["table"],
        "utf16.csv": files["table"].decode().encode("utf-16"),
        "latin.csv": files["table"] + "é".encode("latin-1"),
        "latin.txt": "Armée é".encode("latin-1") + files["list-text"],
        "version99.json": good.replace(b"pbbuild-list/1", b"pbbuild-list/99"),
        "double.json": b'{"format":"pbbuild-list/1",' + good.lstrip()[1:],
        "deep.json": b"[" * 100_000,
        "deep.jsonl": files["record"].partition(b"\n")[0] + b"\n" + b"[" * 100_000,
        "null.jsonl": files["record"].partition(b"\n")[0] + b"\nnull\n[]\n7\n",
        "two.jsonl": files["record"] + files["record"],
        "cut.jsonl": files["record"][: len(files["record"]) // 2],
        "giant-number.json": b'{"format":"pbbuild-list/1","points":' + b"9" * 4000 + b"}",
        "minus-zero.json": _with(good, points=-0.0),
        "exponent.json": good.replace(b'"points": 50', b'"points": 1e400'),
        "half.json": good.replace(b'"name": "', b'"name": "\\ud800', 1),
        "nan.json": good.replace(b'"points": 50', b'"points": NaN'),
        "hostile-name.json": _with(good, name="\x1b[2J\x1b]0;owned\x07"),
        "many.json": _with(good, units=json.loads(good)["units"] * 400),
        "null.json": b"null",
        "array.json": b"[]",
        "text.json": b'"a"',
        "other-game.json": _with(good, game="chess"),
        "pocket-general.json": _with(good, game="pocket-general-ww2"),
        "campaign.json": b'{"format":"pbbuild-campaign/1"}',
        "wide.csv": b"code," + b"a," * 50_000 + b"\n" + b"1," * 50_000,
        "-o": good,
        "folder/inner.json": good,
    }
    for name, data in places.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    os.mkfifo(folder / "pipe")
    (folder / "loop").symlink_to("loop")
    (folder / "loop.json").symlink_to("loop.json")
    (folder / "dangling").symlink_to("nowhere/at/all")
    (folder / "closed").write_bytes(good)
    (folder / "closed").chmod(0)
    here = Path.cwd()
    os.chdir(folder)  # the name of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind("socket")
    finally:
        os.chdir(here)


def _with(data: bytes, **values: object) -> bytes:
    return json.dumps({**json.loads(data), **values}).encode()
