"""Every command that writes, on a disk that fails: nothing lost, nothing half, a clear word."""

import errno
import json
import resource
import shutil
from pathlib import Path

import pytest

from tests.badday.faults import failing
from tests.badday.inside import Answer, snapshot, typed
from tests.badday.samples import good_files

SIMPLE = ("--agent", "random", "--enemy-agent", "random", "--seed", "1")
SHORT = ("--games", "4", "--workers", "1")
WRITERS: dict[str, tuple[str, ...]] = {
    "new": ("new", "--auto", "--points", "50", "--army", "celts", "--seed", "1", "-o", "new.json"),
    "new over a file": (
        *("new", "--auto", "--points", "50", "--army", "celts", "--seed", "1"),
        *("-o", "there.json", "--force"),
    ),
    "new saved": ("new", "--auto", "--points", "50", "--army", "celts", "--seed", "1", "--save"),
    "edit": ("edit", "mine", "resize 60"),
    "undo": ("edit", "mine", "undo"),
    "check and fix": ("check", "broken.json", "--fix", "-o", "there.json", "--force"),
    "copy": ("copy", "celts-60", "other"),
    "rename": ("rename", "mine", "yours"),
    "remove": ("remove", "mine"),
    "restore": ("restore", "mine", "1"),
    "export": ("export", "mine", "-o", "there.json", "--force"),
    "import": ("import", "l.txt"),
    "print": ("print", "mine", "-o", "there.html", "--force"),
    "config": ("config", "paper", "a4"),
    "correct": ("catalog", "correct", "UNI13", "dp=4"),
    "undo a correction": ("catalog", "undo"),
    "reset": ("catalog", "reset", "--all"),
    "import a table": ("catalog", "import", "union.csv"),
    "export a table": ("catalog", "export", "union", "-o", "there.csv", "--force"),
    "add an army": ("catalog", "add", "army.json"),
    "template": ("catalog", "template", "ninja", "-o", "there.json", "--force"),
    "battle": (
        *("battle", "romans-60", "--against", "celts-60", *SIMPLE),
        *("--record", "there.jsonl", "--force"),
    ),
    "playtest": ("playtest", "romans-60", *SIMPLE, *SHORT, "-o", "trial"),
    "go on with a playtest": (
        *("playtest", "romans-60", *SIMPLE, "--games", "8", "--workers", "1"),
        *("-o", "kept", "--resume"),
    ),
    "report": (
        *("playtest", "romans-60", *SIMPLE, *SHORT),
        *("--report", "there.html", "--force"),
    ),
    "keep a battle": ("replay", "kept:1", "--record", "one.jsonl"),
    "play": ("play", "romans-60", "--against", "celts-60", "--seed", "3"),
}
# Their bytes carry the moment of writing, or are locks.
TIMED = ("home/data/history/",)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player's folder with something of every kind in it."""
    folder = tmp_path_factory.mktemp("ground")
    files = good_files()
    typed("copy", "union-50", "mine", folder=folder)
    typed("edit", "mine", "resize 80", folder=folder)
    typed("config", "paper", "letter", folder=folder)
    typed("catalog", "correct", "UNI12", "dp=6", folder=folder)
    typed("catalog", "correct", "UNI12", "dp=5", folder=folder)
    run = ("playtest", "romans-60", *SIMPLE, *SHORT, "-o", "kept")
    assert typed(*run, folder=folder).status == 0
    for name, kind in (("l.txt", "list-text"), ("army.json", "army")):
        (folder / name).write_bytes(files[kind])
    table = files["table"].replace(b"UNI13", b"UNI13", 1)
    (folder / "union.csv").write_bytes(table)
    broken = json.loads(files["list"])
    broken["points"] = 30
    (folder / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    for ending in ("json", "html", "csv", "jsonl"):
        (folder / f"there.{ending}").write_text("what was there before\n", encoding="utf-8")
    return folder


def type_in(name: str, folder: Path) -> Answer:
    return typed(*WRITERS[name], folder=folder, text="1\n1\nquit\n")


def fresh(ground: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ground, folder)
    return folder


def strict(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.startswith(TIMED)}


def require_nothing_lost(
    answer: Answer, before: dict[str, bytes], done: dict[str, bytes], after: dict[str, bytes]
) -> None:
    """Each file is as it was, or as the command makes it: whole, whichever it is."""
    answer.require_clean()
    for name, data in strict(after).items():
        if name.endswith(".pbbuild-tmp") or name.startswith("home/data/games/"):
            continue
        # A renamed list that could not be moved has its new name inside, and is whole.
        renamed = done.get(name.replace("lists/mine", "lists/yours"))
        allowed = (before.get(name), done.get(name), renamed)
        assert data in allowed, f"{answer.line}: {name} is half\n{data!r:.300}"
    lost = {name for name in strict(before) if name in done and name not in after}
    assert not lost, f"{answer.line}: lost {lost}"
    lists = [name for name in after if "/lists/mine" in name or "/lists/yours" in name]
    versions = [name for name in after if name.startswith(TIMED)]
    assert lists or versions, answer.line


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_fails_at_any_call_loses_nothing(
    name: str, ground: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "place"
    before = snapshot(fresh(ground, folder))
    with failing(folder, 0, 0) as disk:
        good = type_in(name, folder)
        calls = disk.calls
    assert good.status == 0, good
    done = snapshot(folder)
    assert calls
    faults = [(errno.ENOSPC, True), (errno.EACCES, False)]
    places = range(1, calls + 1) if calls <= 12 else range(1, calls + 1, calls // 8)
    for number, for_good in faults:
        for bad in places:
            fresh(ground, folder)
            with failing(folder, bad, number, for_good=for_good):
                answer = type_in(name, folder)
            require_nothing_lost(answer, before, done, snapshot(folder))
            if answer.status == 2:
                assert "cannot" in answer.err or "denied" in answer.err, answer
    again = type_in(name, fresh(ground, folder))
    assert again.status == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_loses_nothing(name: str, ground: Path, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    before = snapshot(fresh(ground, folder))
    good = type_in(name, folder)
    assert good.status == 0, good
    done = snapshot(folder)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for size in (0, 100):
        fresh(ground, folder)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            answer = type_in(name, folder)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        after = snapshot(folder)
        require_nothing_lost(answer, before, done, after)
        assert not [name for name in after if name.endswith(".pbbuild-tmp")], answer.line
        if size == 0 and strict(done) != strict(before):
            assert answer.status == 2, answer
            assert "File too large" in answer.err, answer
