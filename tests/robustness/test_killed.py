"""Every command that writes, killed before each change it makes to the disk.

The next commands find everything whole, finish what was half done, and say so.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbbuild.play.contract import Node
from pbbuild.play.record import RecordLine
from pbbuild.play.table import Table
from tests.robustness.faults import KILLED, failing, in_a_child
from tests.robustness.inside import snapshot, typed
from tests.robustness.test_faults import require_nothing_lost
from tests.robustness.writers import WRITERS, fresh, ground, type_in
from tests.tiers import ALL

AFTERWARDS: tuple[tuple[str, ...], ...] = (
    ("lists",),
    ("lists", "--removed"),
    ("config",),
    ("catalog", "diff"),
    ("catalog", "undo"),
    ("catalog", "--game", "pocket-general", "show"),
)


def changes_of(name: str, folder: Path) -> int:
    """How many changes the writer of that name makes to the disk."""
    with failing(fresh(folder), 0, 0) as disk:
        answer = type_in(name, folder)
        assert answer.status == 0, answer
        return disk.calls


def killed_at(place: int, name: str, folder: Path) -> None:
    """Make `folder` again and kill the writer before change number `place`."""

    def work() -> int:
        with failing(folder, place, 0, kills=True):
            return type_in(name, folder).status

    fresh(folder)
    assert in_a_child(work) == KILLED, (name, place)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_killed_command_leaves_everything_whole(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    calls = changes_of(name, folder)
    before, done = snapshot(ground()), snapshot(folder)
    for place in range(1, calls + 1, 1 if ALL else max(1, calls // 5)):
        killed_at(place, name, folder)
        require_nothing_lost(name, before, done, snapshot(folder), f"killed at {place}")
        type_in(name, folder).require_clean()
        for words in AFTERWARDS:
            answer = typed(*words, folder=folder)
            answer.require_clean()
            assert answer.status == 0, answer


def corrections_in(folder: Path) -> object:
    return json.loads((folder / "home/data/catalog/corrections.json").read_text())["tiles"]


@pytest.mark.slow
def test_an_undo_of_corrections_killed_anywhere_loses_neither_version(tmp_path: Path) -> None:
    folder = tmp_path / "place"
    both = ({"UNI12": {"dp": 5}}, {"UNI12": {"dp": 6}})
    for place in range(1, changes_of("undo a correction", folder) + 1):
        killed_at(place, "undo a correction", folder)
        found = [corrections_in(folder)]
        for _ in range(2):
            assert typed("catalog", "undo", folder=folder).status == 0
            found.append(corrections_in(folder))
        assert found[0] in both, place
        assert found[1] == both[1 - both.index(found[0])], place
        assert found[2] == found[0], place


@pytest.mark.slow
def test_a_correction_killed_anywhere_is_kept_or_not_and_can_be_undone(tmp_path: Path) -> None:
    folder = tmp_path / "place"
    for place in range(1, changes_of("correct", folder) + 1):
        killed_at(place, "correct", folder)
        was_kept = "UNI13" in str(corrections_in(folder))
        assert typed("catalog", "undo", folder=folder).status == 0
        expected = {"UNI12": {"dp": 5 if was_kept else 6}}
        assert corrections_in(folder) == expected, place


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "new"), [("rename", "yours"), ("rename onto a removed one", "gone")]
)
def test_a_rename_killed_anywhere_is_finished_and_told(name: str, new: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    finished = 0
    for place in range(1, changes_of(name, folder) + 1):
        killed_at(place, name, folder)
        lists = folder / "home/data/lists"
        was_half = list((folder / "home/data/history").glob("renaming-*"))
        answer = typed("lists", folder=folder)
        answer.require_clean()
        assert ("An interrupted rename is now complete" in answer.err) == bool(was_half), answer
        finished += bool(was_half)
        (there,) = [stem for stem in ("mine", new) if (lists / f"{stem}.json").exists()]
        assert not list((folder / "home/data/history").glob("renaming-*"))
        history = typed("history", there, "--json", folder=folder)
        kinds = [row["kind"] for row in json.loads(history.out)]
        assert kinds[:2] == ["copy", "save"], (place, history)
        assert ("resize 80",) in [tuple(row["edits"]) for row in json.loads(history.out)]
        removed = typed("lists", "--removed", "--json", folder=folder)
        assert {"mine", "yours"}.isdisjoint(row["name"] for row in json.loads(removed.out))
    assert finished > 1


@pytest.mark.slow
def test_a_game_of_a_campaign_killed_anywhere_counts_once(tmp_path: Path) -> None:
    folder = tmp_path / "place"
    calls = changes_of("general campaign", folder)
    once = json.loads((folder / "home/data/campaigns/war.json").read_text())["games"]
    for place in range(1, calls + 1, 1 if ALL else 2):
        killed_at(place, "general campaign", folder)
        kept = folder / "home/data/campaigns/war.json"
        counted = len(json.loads(kept.read_text())["games"]) if kept.exists() else 0
        # Played on to the end of the first game that is not counted yet.
        words = ("play", "--game", "pocket-general", "--seed", "3", "--enemy-agent", "random")
        text = "1\n" + "concede\nyes\n" * 2
        answer = typed(*words, "--campaign", "war", folder=folder, text=text)
        answer.require_clean()
        games = json.loads(kept.read_text())["games"]
        assert counted <= len(games) <= counted + 2, (place, answer)
        assert games[: len(once)] == once[: len(games)], place


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play to the end", "general play to the end"])
def test_a_game_killed_at_its_end_is_in_its_save_or_its_record(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    for place in range(1, changes_of(name, folder) + 1):
        killed_at(place, name, folder)
        saves = [save.name for save in (folder / "home/data/games").glob("*-3.json")]
        record = folder / "played.jsonl"
        # Before the first decision there is nothing to keep.
        assert saves or record.exists() or place < 8, place
        if record.exists():
            assert typed("replay", "played.jsonl", "--verify", folder=folder).status == 0
        elif saves:
            game = ("--game", "pocket-general") if "general" in name else ()
            save = f"home/data/games/{saves[0]}"
            words = ("play", *game, "--resume", save, "--record", "played.jsonl")
            answer = typed(*words, folder=folder, text="concede\nyes\n")
            assert answer.status == 0, answer
            assert record.exists(), answer


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(("romans-60", "--against", "celts-60"), marks=pytest.mark.slow, id="battles"),
        pytest.param(("--game", "pocket-general"), id="general"),
    ],
)
def test_a_kill_while_the_enemy_thinks_loses_no_decision(
    game: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fresh(tmp_path / "place")
    decide = Table.decide
    log = folder / "decided"

    def told(self: Table, action: int | str) -> Sequence[RecordLine]:
        lines = decide(self, action)
        log.write_text(str(len(self.inputs)), encoding="utf-8")
        return lines

    def killed(self: Table) -> Sequence[RecordLine]:
        is_enemy = self.node == Node.DECISION and self.seats.agents[self.decider] is not None
        if is_enemy and log.exists():
            os._exit(KILLED)
        return advance(self)

    advance = Table.advance

    def work() -> int:
        return typed("play", *game, "--seed", "3", folder=folder, text="1\n" * 40).status

    monkeypatch.setattr(Table, "decide", told)
    monkeypatch.setattr(Table, "advance", killed)
    assert in_a_child(work) == KILLED
    (save,) = (folder / "home/data/games").glob("*-3.json")
    saved = json.loads(save.read_text(encoding="utf-8"))["inputs"]
    assert len(saved) >= int(log.read_text(encoding="utf-8")), saved


def test_a_game_whose_record_cannot_be_written_is_kept(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    (folder / "sub").write_text("a file where a folder should be", encoding="utf-8")
    words = ("play", "romans-60", "--against", "celts-60", "--seed", "3")
    answer = typed(*words, "--record", "sub/r.jsonl", folder=folder, text="1\nconcede\nyes\n")
    assert answer.status == 2, answer
    assert "cannot be written" in answer.err
    again = ("play", "--resume", "home/data/games/pocket-battles-3.json", "--record", "r.jsonl")
    assert typed(*again, folder=folder, text="concede\nyes\n").status == 0
    assert typed("replay", "r.jsonl", "--verify", folder=folder).status == 0
