"""Stepping through a replay on a terminal of eighty columns and twenty-four rows."""

from pathlib import Path

import pytest

from tests.cli import run as pbbuild
from tests.pocket_battles.playtest.fights import recorder
from tests.pseudo_terminal import Seat, seated

SIZE = (24, 80)


def assert_fits(*screens: list[str]) -> None:
    for screen in screens:
        assert len(screen) <= SIZE[0]
        assert all(len(line) <= SIZE[1] for line in screen)


def shown(seat: Seat, key: str, wanted: str) -> list[str]:
    """The screen with `wanted` on it that comes of pressing a key."""
    seat.type(key)
    return seat.screen(wanted)


@pytest.mark.slow
def test_a_replay_is_stepped_through_forwards_and_backwards(tmp_path: Path) -> None:
    recorder("orcs-60", "elves-60", 5).write(tmp_path / "war.jsonl")
    with seated(("replay", "war.jsonl"), tmp_path, size=SIZE) as seat:
        first = seat.screen("Enter next")
        second = shown(seat, "\r", "Enter next")
        assert shown(seat, "b", "Enter next") == first
        assert second != first
        opened = shown(seat, "r", "Round 1 starts")
        ended = shown(seat, "e", "Rules: PB-9")
        assert_fits(first, second, opened, ended)
        seat.type("q")
        assert seat.end() == 0


@pytest.mark.slow
def test_a_game_of_pocket_general_is_stepped_through_in_the_same_way(tmp_path: Path) -> None:
    made = pbbuild(
        *("battle", "--game", "pocket-general", "--seed", "7", "--record", "war.jsonl"),
        folder=tmp_path,
    )
    assert made.returncode == 0, made.stderr
    with seated(("replay", "war.jsonl"), tmp_path, size=SIZE) as seat:
        first = seat.screen("Enter next")
        opened = shown(seat, "r", "Turn 1:")
        second = shown(seat, "\r", "threatens")
        assert shown(seat, "b", "Turn 1:") == opened
        ended = shown(seat, "e", "Locations")
        assert_fits(first, opened, second, ended)
        seat.type("q")
        assert seat.end() == 0
