"""Nothing is lost: every version kept, whole files, undo to the byte."""

import contextlib
import errno
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import pbbuild
from pbbuild.armylist.edit import edit_list
from pbbuild.armylist.history import history_folder, history_of
from pbbuild.armylist.read import list_text, parse_list
from pbbuild.armylist.revise import Revised, revise
from pbbuild.armylist.store import (
    file_name,
    newest_good,
    remove,
    removed_lists,
    rename_file,
    restore,
    save_list,
    save_new,
    saved_file,
)
from pbbuild.errors import ListError, PbbuildError
from pbbuild.resources import shipped
from tests.armylist_life.toybox import catalog, union

CATALOG = catalog()
ROOT = Path(pbbuild.__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PBBUILD_LISTS", raising=False)
    return tmp_path / "home"


@pytest.fixture
def path() -> Path:
    return save_new(union(("UNI01",), ("UNI02", "UNI03")))


def edit(path: Path, *scripts: str) -> Revised:
    return revise(path, scripts, CATALOG)


def contents(path: Path) -> list[bytes]:
    history = history_of(path)
    return [version.content for version in history.versions if version.content is not None]


def test_every_edit_is_a_version_and_undo_gives_back_the_very_bytes(path: Path) -> None:
    states = [path.read_bytes()]
    for script in ("add UNI05 to 1", "rename Wall; resize 80", "merge 1 2"):
        edit(path, script)
        states.append(path.read_bytes())
    for state in reversed(states[:-1]):
        edit(path, "undo")
        assert path.read_bytes() == state
    for state in states[1:]:
        edit(path, "redo")
        assert path.read_bytes() == state
    assert contents(path) == states


def test_an_edit_after_an_undo_begins_a_new_line_and_keeps_the_old_one(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    lost = path.read_bytes()
    edit(path, "undo")
    edit(path, "add UNI06 to 1")
    with pytest.raises(ListError) as refusal:
        edit(path, "redo")
    assert refusal.value.problems[0].code == "edit.nothing-to-redo"
    assert lost in contents(path)


def test_undo_in_the_same_call_takes_back_its_own_edits_first(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    before = path.read_bytes()
    after = edit(path, "add UNI06 to 1; add UNI07 to 1; undo; undo; undo; redo; add UNI08 to 1")
    assert after.after.units[0].troops == ("UNI01", "UNI05", "UNI08")
    edit(path, "undo")
    assert path.read_bytes() == before


def test_nothing_is_half_applied(path: Path) -> None:
    before, versions = path.read_bytes(), len(history_of(path).versions)
    with pytest.raises(ListError) as refusal:
        edit(path, "add UNI05 to 1; add UNI99 to 1; frobnicate")
    assert [problem.code for problem in refusal.value.problems] == [
        "edit.unknown-word",
        "edit.unknown-tile-near",
    ]
    assert (path.read_bytes(), len(history_of(path).versions)) == (before, versions)


def test_a_file_of_any_folder_keeps_its_history_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    odd = list_text(union(("UNI01",))).replace("\n", "\r\n").encode("utf-8-sig")
    path.write_bytes(odd)
    edit(path, "add UNI02 to 1")
    edit(path, "undo")
    assert path.read_bytes() == odd
    assert list(tmp_path.glob(".*")) == []


def test_a_change_by_another_program_is_kept(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    by_hand = path.read_bytes().replace(b"Iron", b"Tin")
    path.write_bytes(by_hand)
    edit(path, "add UNI06 to 1")
    edit(path, "undo")
    assert path.read_bytes() == by_hand
    assert [version.kind for version in history_of(path).versions] == [
        "first",
        "save",
        "found",
        "save",
        "undo",
    ]


def test_a_broken_file_is_left_untouched_and_the_newest_good_version_offered(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    good = path.read_bytes()
    path.write_bytes(good[:50])
    with pytest.raises(PbbuildError) as refusal:
        edit(path, "add UNI06 to 1")
    assert path.read_bytes() == good[:50]
    offer = refusal.value.problems[-1]
    assert (offer.code, offer.values["number"]) == ("keep.newest-good", 2)
    restore(path, newest_good(history_of(path)))
    assert path.read_bytes() == good
    assert good[:50] in contents(path)


def test_undo_mends_a_broken_file(path: Path) -> None:
    good = path.read_bytes()
    path.write_bytes(b"\xff\xfe")
    edit(path, "undo")
    assert path.read_bytes() == good


def test_a_damaged_version_harms_no_other(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    edit(path, "add UNI06 to 1")
    (history_folder(path) / "000002.json").write_text("{")
    history = history_of(path)
    assert history.damaged == ["000002.json"]
    assert len(contents(path)) == 2
    edit(path, "add UNI07 to 1")
    assert history_of(path).highest == 4


def test_a_removed_list_comes_back(path: Path) -> None:
    before = path.read_bytes()
    remove(path)
    assert not path.exists()
    assert removed_lists() == ["iron-wall"]
    restore(path, 1)
    assert path.read_bytes() == before


def test_undo_does_not_lead_into_a_removed_list_of_the_same_name(path: Path) -> None:
    remove(path)
    save_new(union(("UNI09",)))
    with pytest.raises(ListError) as refusal:
        edit(path, "undo")
    assert refusal.value.problems[0].code == "edit.nothing-to-undo"
    assert len(contents(path)) == 2


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Iron wall", "iron-wall"),
        ("Città di Firenze!", "citta-di-firenze"),
        ("Ἀλέξανδρος", "ἀλέξανδροσ"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con-list"),
        ("???", "list"),
        ("x" * 300, "x" * 60),
    ],
)
def test_every_name_has_a_harmless_file(name: str, stem: str) -> None:
    assert file_name(name) == stem
    assert saved_file(name).parent == saved_file("other").parent


def test_versions_are_as_their_schema_says(path: Path) -> None:
    edit(path, "note x")
    edit(path, "undo")
    path.write_bytes(b"\xff")
    edit(path, "undo")
    remove(path)
    schema = json.loads((shipped("catalog") / "schema" / "version-1.schema.json").read_text())
    files = sorted(history_folder(path).glob("0*.json"))
    assert len(files) == 6
    for file in files:
        Draft202012Validator(schema).validate(json.loads(file.read_text()))


def test_a_renamed_file_takes_its_history_along(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    versions = contents(path)
    new = saved_file("Other name")
    rename_file(path, new)
    assert contents(new) == versions
    assert not path.exists()
    edit(new, "undo")
    assert new.read_bytes() == versions[0]


def test_a_taken_name_is_refused(path: Path) -> None:
    with pytest.raises(ListError) as refusal:
        save_new(union(("UNI09",)))
    assert refusal.value.values["near"] == "iron-wall-2"


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_disk_that_fails_leaves_the_old_version(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: int, call: str, nth: int
) -> None:
    before, kept = path.read_bytes(), contents(path)
    real, calls = getattr(os, call), [0]

    def failing(*arguments: object) -> object:
        calls[0] += 1
        if calls[0] == nth:
            raise OSError(error, os.strerror(error))
        return real(*arguments)

    monkeypatch.setattr(os, call, failing)
    code = ""
    try:
        edit(path, "add UNI05 to 1")
    except PbbuildError as told:
        code = told.code
    monkeypatch.undo()
    monkeypatch.setenv("PBBUILD_HOME", str(path.parent.parent.parent))
    after = path.read_bytes()
    assert code == ("cannot-write" if after == before else "")
    assert contents(path)[: len(kept)] == kept
    assert list(path.parent.glob(".*")) == []
    assert parse_list(after.decode(), "")


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from pbbuild.armylist.revise import revise
from tests.armylist_life.toybox import catalog
path, tiles = Path(sys.argv[2]), catalog()
for number in range(int(sys.argv[4])):
    revise(path, [f"note {sys.argv[3]} {number}"], tiles)
    print(number, flush=True)
"""


def writer(path: Path, name: str, count: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(ROOT), str(path), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def notes(path: Path) -> list[str]:
    return [parse_list(content.decode(), "").note for content in contents(path)]


def test_two_writers_lose_neither(path: Path) -> None:
    writers = [writer(path, name, 25) for name in ("left", "right")]
    for one in writers:
        one.communicate(timeout=60)
        assert one.returncode == 0
    found = notes(path)
    for name in ("left", "right"):
        assert [note for note in found if note.startswith(name)] == [
            f"{name} {number}" for number in range(25)
        ]


def killed_at_random(path: Path, rounds: int, seed: int) -> Iterator[int]:
    chance = random.Random(seed)
    for turn in range(rounds):
        process = writer(path, f"turn {turn}", 1000)
        assert process.stdout is not None
        # Counted in saves, so that a busy machine kills as many of them as an idle one.
        told = [process.stdout.readline() for _ in range(chance.randint(1, 25))]
        time.sleep(chance.random() * 0.006)
        process.kill()
        told += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        yield max(int(line) for line in told if line.endswith("\n") and line.strip())


def check_kills(path: Path, rounds: int, seed: int = 7) -> int:
    saves = 0
    for turn, last in enumerate(killed_at_random(path, rounds, seed)):
        held = parse_list(path.read_bytes().decode(), "").note
        promised = [f"turn {turn} {number}" for number in range(last + 1)]
        # The last promised save is there, or the one that was under way.
        assert held in (promised[-1], f"turn {turn} {last + 1}")
        kept = notes(path)
        assert set(promised) <= set(kept)
        assert not history_of(path).damaged
        saves += last + 1
    edit(path, "note end")
    assert list(path.parent.glob(".*")) == []
    assert list(history_folder(path).glob(".*")) == []
    return saves


def test_a_kill_at_any_moment_leaves_a_whole_version(path: Path) -> None:
    assert check_kills(path, 3) > 3


@pytest.mark.slow
def test_kills_during_five_hundred_saves_lose_nothing(path: Path) -> None:
    saves = turn = 0
    while saves < 500:
        fresh = save_new(union(("UNI01",)), f"round {turn}")
        saves += check_kills(fresh, 3, turn)
        turn += 1
    assert saves >= 500


@pytest.mark.slow
def test_the_command_itself_killed_at_any_moment_leaves_a_whole_list(path: Path) -> None:
    chance = random.Random(3)
    home = path.parent.parent.parent
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PBBUILD_HOME": str(home)}
    promised = 0
    for turn in range(25):
        process = subprocess.Popen(
            [sys.executable, "-m", "pbbuild", "edit", "iron-wall", f"note {turn}"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.1, 0.6))
        process.kill()
        out, _ = process.communicate()
        note = parse_list(path.read_bytes().decode(), "").note
        if "noted" in out:
            promised += 1
            assert note == str(turn)
        assert not history_of(path).damaged
        assert note in {*notes(path)}
    edit(path, "note end")
    assert list(path.parent.glob(".*")) == []


def test_a_save_that_was_killed_before_the_file_is_void_but_kept(path: Path) -> None:
    edit(path, "note one")
    one = path.read_bytes()
    edit(path, "note two")
    path.write_bytes(one)  # as if the kill had come between version and file
    edit(path, "note three")
    history = history_of(path)
    assert [version.kind for version in history.versions] == [
        "first",
        "save",
        "save",
        "void",
        "save",
    ]
    edit(path, "undo")
    assert path.read_bytes() == one
    restore(path, 3)
    assert parse_list(path.read_text(), "").note == "two"


def test_saving_over_a_list_keeps_the_former(path: Path) -> None:
    before = path.read_bytes()
    after = edit_list(union(("UNI01",)), ["note again"], CATALOG).army_list
    save_list(path, after)
    assert contents(path) == [before, list_text(after).encode()]


def test_a_history_damaged_at_random_never_stops_an_edit(path: Path) -> None:
    chance = random.Random(8)
    for turn in range(12):
        edit(path, f"note {turn}")
        edit(path, "undo")
    for turn in range(30):
        before = path.read_bytes()
        victim = chance.choice(sorted(history_folder(path).glob("0*.json")))
        data = victim.read_bytes()
        wrong = [
            b"",
            data[: len(data) // 2],
            b"[]",
            b'{"kind": 3}',
            b"\xff" * 50,
            data[:-9] + b'"}\n',
        ]
        victim.write_bytes(chance.choice(wrong))
        edit(path, f"note again {turn}")
        assert parse_list(path.read_text(), "").note == f"again {turn}"
        edit(path, "undo")
        assert path.read_bytes() == before
