"""The edit session at a real terminal."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.edit_saved import revise
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.history import history_of
from pbbuild.pocket_battles.lists.list_file import read_list
from pbbuild.pocket_battles.lists.saved_lists import save_new
from tests.pseudo_terminal import Seat, seated

CATALOG = load_catalog()


@pytest.fixture
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    army_list = replace(find_list("union-50").army_list, name="Wall", points=60)
    return save_new(with_tile_values(army_list, CATALOG), "Wall")


@pytest.fixture
def terminal(wall: Path, tmp_path: Path) -> Iterator[Seat]:
    with seated(("edit", "wall"), tmp_path, size=(24, 80)) as seat:
        yield seat


def test_the_session_shows_the_army_what_fits_and_what_is_wrong(terminal: Seat) -> None:
    shown = terminal.until("edit> ")
    assert "Wall  Union, 50 of 60 points" in shown
    assert "UNI11 Gatling Gun" in shown
    assert "Points left: 10" in shown
    assert "Legal." in shown
    assert len(shown.splitlines()) <= 24
    # Every unit with its dice and expected hits, not with codes alone.
    assert "□56" in shown
    assert "shoot 1.3" in shown


def test_findings_are_shown_whole_and_a_tall_terminal_shows_every_tile(
    wall: Path, tmp_path: Path
) -> None:
    revise(wall, ["add UNI02 to 4", "top UNI02"], CATALOG)
    with seated(("edit", "wall"), tmp_path, size=(50, 80)) as seat:
        shown = seat.until("edit> ")
    assert re.search(r"UNI11 Gatling Gun +5 DP WP 1 +□56 +\+3 Shooting", shown)
    assert "the enemy sees your leader before units are revealed." in " ".join(shown.split())


def test_edits_undo_and_quit_at_the_prompt(terminal: Seat, wall: Path) -> None:
    before = wall.read_bytes()
    terminal.until("edit> ")
    terminal.type("add UNI06 to new; top UNI06\n")
    shown = terminal.until("is now on top")
    assert "55 of 60" in shown
    assert "UNI06" in read_list(wall).troops
    terminal.until("edit> ")
    terminal.type("add UNI06 to 1\n")
    assert "already" in terminal.until("“move”")
    terminal.type("undo\n")
    terminal.until("undone")
    assert wall.read_bytes() == before
    terminal.type("quit\n")
    terminal.until("Saved ")
    assert terminal.end() == 0
    assert [version.kind for version in history_of(wall).versions] == ["first", "save", "undo"]


def test_tab_completes_words_and_codes(terminal: Seat) -> None:
    terminal.until("edit> ")
    terminal.type("rem\t")
    assert "remove" in terminal.until("ove ")
    terminal.type("UNI1\t\t")
    terminal.until("UNI12  Cavalry")


@pytest.mark.slow
def test_a_change_made_elsewhere_is_not_lost(terminal: Seat, wall: Path) -> None:
    terminal.until("edit> ")
    revise(wall, ["note from elsewhere"], CATALOG)
    terminal.type("rename From here\n")
    shown = terminal.until("is now called")
    assert "changed elsewhere" in shown
    held = read_list(wall)
    assert (held.name, held.note) == ("From here", "from elsewhere")


@pytest.mark.slow
def test_a_suggestion_can_be_typed_as_it_stands(terminal: Seat, wall: Path) -> None:
    terminal.until("edit> ")
    terminal.type("suggest\n")
    shown = terminal.until("edit> ")
    first = next(line for line in shown.splitlines() if re.match("(add|swap) ", line))
    terminal.type(f"{first.strip()}\n")
    terminal.until("60 of 60 points")
    assert history_of(wall).versions[-1].kind == "save"
