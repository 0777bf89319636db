"""Every battle is kept: finished, logged and unfinished ones."""

import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbbuild.errors import UsageError
from pbbuild.play import archive
from pbbuild.play.saves import games_folder, write_save
from pbbuild.play.table import BATTLE_ID
from tests.play.tables import BATTLES, GENERAL, Kind, asks_a_person, finish, until

KINDS = [pytest.param(BATTLES, id="pocket-battles"), pytest.param(GENERAL, id="pocket-general")]
MORNING = datetime(2026, 3, 1, 8, 30, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_battle_is_listed_with_its_result(kind: Kind) -> None:
    table = finish(kind.table("", "random"))
    path = archive.archive_battle(table.recorder.text(), archive.new_id(MORNING))

    [battle] = archive.kept_battles()

    end = table.lines[-1]
    assert (battle.id, battle.date) == ("20260301-083005", "2026-03-01T08:30:05+00:00")
    assert (battle.game, battle.record) == (kind.game.id, path)
    assert battle.result == (end["winner"] or "undecided")
    assert battle.rounds == end["rounds"]
    assert battle.agents == ("person", "random")
    assert battle.you == "A"
    assert path.read_text() == table.recorder.text()


def test_files_of_the_archive_are_private() -> None:
    path = archive.archive_battle(finish(BATTLES.table("", "random")).recorder.text())

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_archiving_a_battle_again_after_a_crash_changes_nothing() -> None:
    text = finish(BATTLES.table("", "random")).recorder.text()
    first = archive.archive_battle(text, "20260301-083005")

    assert archive.archive_battle(text, "20260301-083005") == first
    assert len(archive.kept_battles()) == 1


def test_two_battles_of_one_second_are_both_kept() -> None:
    archive.archive_battle(finish(BATTLES.table("", "random")).recorder.text(), "20260301-083005")
    archive.archive_battle(finish(BATTLES.table("random", "")).recorder.text(), "20260301-083005")

    assert [battle.id for battle in archive.kept_battles()] == [
        "20260301-083005-2",
        "20260301-083005",
    ]


def test_an_unfinished_battle_is_listed_until_it_is_archived() -> None:
    table = until(BATTLES.table("", "random"), asks_a_person)
    table.extra[BATTLE_ID] = "20260301-083005"
    write_save(games_folder() / "pocket-battles-3.json", table.save_document())

    [battle] = archive.kept_battles()
    assert (battle.id, battle.result, battle.is_finished) == (
        "20260301-083005",
        "unfinished",
        False,
    )
    assert archive.kept_battles(unfinished=False) == []

    # Killed between archiving and deleting the save: it is listed once, as finished.
    archive.archive_battle(finish(table).recorder.text(), "20260301-083005")
    [battle] = archive.kept_battles()
    assert battle.is_finished


def test_a_battle_with_real_tiles_is_logged_without_a_record() -> None:
    archive.log_battle(
        "pocket-battles", ("Mine", "His"), ("union", "orcs"), "B", 4, (12, 40), date=MORNING
    )

    [battle] = archive.kept_battles()

    assert (battle.result, battle.your_result, battle.points) == ("B", "lost", (12, 40))
    assert battle.to_json()["record"] is None


def test_files_that_are_no_battles_are_left_out_and_named(home: Path) -> None:
    folder = archive.battles_folder()
    archive.archive_battle(finish(BATTLES.table("", "random")).recorder.text(), "20260301-083005")
    (folder / "20260301-083006.jsonl").write_text("{}\n")
    (folder / "20260301-083007.json").write_text("[]")
    (folder / "notes.txt").write_text("mine")
    (folder / "20260301-083008.jsonl").symlink_to(folder / "20260301-083005.jsonl")

    assert [battle.id for battle in archive.kept_battles()] == ["20260301-083005"]
    assert [path.name for path in archive.unreadable_battles()] == [
        "20260301-083006.jsonl",
        "20260301-083007.json",
    ]


def test_the_last_record_is_not_that_of_a_battle_logged_since() -> None:
    table = finish(BATTLES.table("", "random"))
    path = archive.archive_battle(table.recorder.text(), archive.new_id(MORNING))
    logged = archive.log_battle("pocket-battles", ("a", "b"), ("union", "orcs"), "A", 3, (30, 12))

    assert archive.find_battle("last").id == logged.stem
    assert archive.find_battle("last", recorded=True).record == path
    assert archive.record_path("last") == path


def test_battles_are_found_by_id_number_and_last() -> None:
    for day in (1, 2):
        archive.log_battle(
            "pocket-battles",
            ("a", "b"),
            ("union", "orcs"),
            "A",
            1,
            (9, 9),
            date=MORNING.replace(day=day),
        )

    assert archive.find_battle("last").id == "20260302-083005"
    assert archive.find_battle("2").id == "20260301-083005"
    assert archive.find_battle("20260301").id == "20260301-083005"
    with pytest.raises(UsageError) as refused:
        archive.find_battle("yesterday")
    assert refused.value.code == "battles.unknown"


def test_a_removed_battle_is_gone_and_a_link_is_never_followed(home: Path) -> None:
    archive.log_battle("pocket-battles", ("a", "b"), ("union", "orcs"), "A", 1, (9, 9))
    archive.remove_battle(archive.find_battle("last"))

    assert archive.kept_battles() == []


def test_the_list_as_json_has_what_others_rely_on() -> None:
    archive.archive_battle(finish(BATTLES.table("", "random")).recorder.text())

    document = json.loads(json.dumps(archive.kept_battles()[0].to_json()))

    wanted = {"id", "date", "game", "lists", "agents", "result", "rounds", "points", "record"}
    assert wanted <= set(document)
