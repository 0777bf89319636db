"""Masses: thousands of files, versions and lines where a player has a few; all stays quick."""

import itertools
import json
import os
import shutil
import string
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli import PROGRAM, environment_in
from tests.robustness.inside import Answer, typed
from tests.robustness.samples import good_files

LONGEST = 5.0  # seconds of processor time


def quick(*words: str, folder: Path, text: str = "") -> Answer:
    began = time.process_time()
    answer = typed(*words, folder=folder, text=text)
    took = time.process_time() - began
    answer.require_clean()
    assert took < LONGEST, f"{answer.line}: {took:.1f} s"
    return answer


@pytest.mark.slow
def test_five_thousand_saved_lists_stay_quick(tmp_path: Path) -> None:
    typed("copy", "union-50", "mine", folder=tmp_path)
    folder = tmp_path / "home/data/lists"
    for number in range(5000):
        (folder / f"l{number:04}.json").write_bytes((folder / "mine.json").read_bytes())
    os.utime(folder / "l0042.json", (4 * 10**9, 4 * 10**9))
    shown = quick("lists", folder=tmp_path)
    assert "l0042" in shown.out
    assert "4501 more" in shown.err
    assert len(json.loads(quick("lists", "--json", folder=tmp_path).out)) == 5001
    assert "l4005" in quick("show", "l005", folder=tmp_path).err
    for words in (
        (),
        ("copy", "union-50", "other"),
        ("edit", "l0003", "resize 60"),
        ("remove", "l0004"),
    ):
        assert quick(*words, folder=tmp_path).status == 0


@pytest.mark.slow
def test_two_thousand_removed_lists_stay_quick_and_the_last_to_go_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("copy", "union-50", "mine", folder=tmp_path)
    typed("remove", "mine", folder=tmp_path)
    histories = tmp_path / "home/data/history"
    for number in range(2000):
        shutil.copytree(histories / "list-mine", histories / f"list-l{number:04}")
    for moment, name in enumerate(("l1900", "l1001"), 4 * 10**9):
        os.utime(histories / f"list-{name}", (moment, moment))
    monkeypatch.setattr("pbbuild.pocket_battles.commands.build.saved_lists.MOST_SHOWN", 2)
    monkeypatch.setattr(f"{__name__}.LONGEST", 0.5)
    shown = quick("lists", "--removed", folder=tmp_path)
    assert [name for name in ("l1900", "l1001", "l0001") if name in shown.out] == ["l1900", "l1001"]
    assert "1999 more" in shown.err
    assert "pbbuild lists --removed --json" in shown.err


@pytest.mark.slow
def test_ten_thousand_versions_stay_quick(tmp_path: Path) -> None:
    typed("copy", "union-50", "mine", folder=tmp_path)
    folder = tmp_path / "home/data/history/list-mine"
    first = json.loads((folder / "000001.json").read_text(encoding="utf-8"))
    for number in range(2, 10_001):
        version = {**first, "number": number, "of": number, "base": number - 1, "kind": "save"}
        (folder / f"{number:06}.json").write_text(json.dumps(version), encoding="utf-8")
    shown = quick("history", "mine", folder=tmp_path)
    assert "10000" in shown.out
    assert "9500 more" in shown.err
    for words in (
        ("edit", "mine", "resize 60"),
        ("edit", "mine", "undo"),
        ("restore", "mine", "7"),
        ("remove", "mine"),
        ("restore", "mine"),
    ):
        assert quick(*words, folder=tmp_path).status == 0


@pytest.mark.slow
def test_too_many_armies_of_ones_own_are_told_and_left_out(tmp_path: Path) -> None:
    typed("catalog", "template", "samurai", "--prefix", "SAM", "-o", "army.json", folder=tmp_path)
    text = (tmp_path / "army.json").read_text(encoding="utf-8")
    folder = tmp_path / "home/data/catalog/armies"
    folder.mkdir(parents=True)
    prefixes = itertools.product("QX", string.ascii_uppercase, string.ascii_uppercase)
    for number, prefix in enumerate(itertools.islice(prefixes, 230)):
        army = text.replace("samurai", f"army{number}").replace("SAM", "".join(prefix))
        (folder / f"army{number}.json").write_text(army, encoding="utf-8")
    answer = quick("show", "union-50", folder=tmp_path)
    assert answer.status == 0
    assert "30 of them are not read" in answer.err
    checked = quick("catalog", "check", folder=tmp_path)
    assert checked.status == 1
    assert "30 of them are not read" in checked.err


def million_line_record() -> bytes:
    head = good_files()["record"].partition(b"\n")[0]
    return head + b"\n" + b'{"n":1,"type":"event","event":"x"}\n' * 1_000_000


MASSES: dict[str, tuple[str, Callable[[], bytes], tuple[str, ...]]] = {
    "record": ("r.jsonl", million_line_record, ("replay", "r.jsonl")),
    "columns": (
        "c.csv",
        lambda: b"a," * 1_000_000 + b"\n" + b"1," * 1_000_000,
        ("import", "c.csv"),
    ),
    "table columns": (
        "c.csv",
        lambda: b"code," + b"a," * 1_000_000,
        ("catalog", "import", "c.csv"),
    ),
    "deep page": (
        "l.html",
        lambda: b"<html>" + b"<div>" * 200_000 + b"UNI12",
        ("import", "l.html"),
    ),
    "open page": ("l.html", lambda: b"<html>" + b"<" * 1_000_000, ("import", "l.html")),
    "comments": ("l.html", lambda: b"<html>" + b"<!--" * 250_000, ("import", "l.html")),
    "config": (
        "home/config/config.json",
        lambda: b"[" + b"{}," * 3_000_000 + b"{}]",
        ("config", "paper", "a4"),
    ),
    "pieces": (
        "home/data/corrections/pocket-general.json",
        lambda: b"[" + b"{}," * 3_000_000 + b"{}]",
        ("--game", "pocket-general", "odds", "city", "--units", "tanks"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MASSES)
def test_masses_are_refused_quickly(name: str, tmp_path: Path) -> None:
    file, make, words = MASSES[name]
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_bytes(make())
    answer = quick(*words, folder=tmp_path)
    assert answer.status == 2, answer
    assert len(answer.err) < 30_000


@pytest.mark.slow
def test_a_unit_larger_than_a_page_is_printed_whole(tmp_path: Path) -> None:
    giant = {**json.loads(good_files()["list"]), "units": [{"troops": ["UNI10"] * 300}]}
    (tmp_path / "l.json").write_text(json.dumps(giant), encoding="utf-8")
    answer = quick("print", "l.json", "--format", "text", "-o", "roster.txt", folder=tmp_path)
    assert answer.status == 0
    assert "breaks PB-1.1, PB-1.4, PB-1.5" in answer.err
    text = (tmp_path / "roster.txt").read_text(encoding="utf-8")
    assert sum(line.startswith("    UNI10 ") for line in text.splitlines()) == 300


def test_a_pdf_with_a_password_is_told(tmp_path: Path) -> None:
    keys = b"/O(" + b"x" * 48 + b")/U(" + b"x" * 48 + b")"
    parts = (
        b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n",
        b"2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n",
        b"trailer\n<</Size 3/Root 1 0 R/ID[(a)(b)]/Encrypt<</Filter/Standard/V 5/R 6",
        keys + b"/P -1/Length 256>>>>\nstartxref\n0\n%%EOF",
    )
    (tmp_path / "l.pdf").write_bytes(b"".join(parts))
    answer = quick("import", "l.pdf", folder=tmp_path)
    assert answer.status == 2
    assert "password" in answer.err or "damaged" in answer.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("check", "-"),
        ("import", "-"),
        ("referee", "-"),
        ("show", "/dev/stdin"),
        ("replay", "/dev/stdin"),
        ("new", "--auto", "--own", "/dev/stdin"),
        ("play", "union-50", "--against", "celts-60", "--enemy-agent", "random"),
    ],
)
def test_a_gigabyte_of_input_is_not_read(words: tuple[str, ...], tmp_path: Path) -> None:
    import resource

    flood = "import sys\nfor _ in range(1000): sys.stdout.write('A' * 1_000_000)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with subprocess.Popen(
        [sys.executable, "-c", flood], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as source:
        done = subprocess.run(
            [*PROGRAM, *words],
            stdin=source.stdout,
            capture_output=True,
            cwd=tmp_path,
            env=environment_in(tmp_path),
            timeout=120,
            check=False,
        )
        source.kill()
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < LONGEST
    assert b"Traceback" not in done.stderr, done.stderr[-800:]
    assert done.returncode == (0 if words[0] == "play" else 2), done.stderr
