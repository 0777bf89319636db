"""`pbbuild show`: dice, totals and what to take out of the box."""

import json
from pathlib import Path

import pytest

from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from tests.cli import run

# As the rulebooks print them: the figure on a unit's last line is its total.
PRINTED = {
    "confederacy-50": [6, 8, 8, 13, 5, 10],
    "union-50": [5, 6, 4, 10, 9, 9, 7],
    "macedonians-50": [6, 3, 10, 7, 9, 15],
    "persians-50": [6, 12, 11, 14, 7],
}


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_the_printed_armies_have_their_printed_unit_totals(tmp_path: Path, name: str) -> None:
    shown = json.loads(run("show", name, "--json", folder=tmp_path).stdout)
    assert [unit["dp"] for unit in shown["units"]] == PRINTED[name]
    assert (shown["points"], shown["size"], shown["legal"]) == (50, 50, True)


def test_expected_hits_are_those_of_the_dice(tmp_path: Path) -> None:
    shown = json.loads(run("show", "union-50", "--json", folder=tmp_path).stdout)
    gatling = shown["units"][0]
    # Two white dice and +3 Shooting: four dice, each hitting on two faces of six.
    assert gatling["shoot"] == {"dice": 4, "hits": 1.3333}
    assert gatling["charge"] is None


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_nothing_is_wider_than_the_screen(tmp_path: Path, columns: int) -> None:
    for arguments in (("show", "persians-80"), ("show", "persians-80", "--pull")):
        done = run(*arguments, folder=tmp_path, COLUMNS=str(columns))
        assert done.returncode == 0
        assert max(len(line) for line in done.stdout.splitlines()) <= columns


def test_the_box_is_accounted_for_to_the_last_tile(tmp_path: Path) -> None:
    done = run("show", "union-80", "--pull", folder=tmp_path)
    for number in range(1, 31):
        assert done.stdout.count(f"UNI{number:02}") == 1
    codes = find_list("union-80").army_list.troops
    leaders = sum("leader" in shipped_catalog().troops[code].traits for code in codes)
    assert f"{8 + leaders} tokens" in done.stdout


def test_ascii_and_italian(tmp_path: Path) -> None:
    assert run("--ascii", "show", "celts-60", folder=tmp_path).stdout.isascii()
    italian = run("--lang", "it", "show", "celts-60", folder=tmp_path).stdout
    assert "punti ferita" in italian


def test_no_colours_where_nobody_sees_them(tmp_path: Path) -> None:
    assert "\x1b" not in run("show", "celts-60", folder=tmp_path).stdout
    forced = run("show", "celts-60", folder=tmp_path, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[3" not in forced.replace("\x1b[3m", "")


def test_an_unknown_tile_cannot_be_shown(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(
        json.dumps(
            {
                "format": "pbbuild-list/1",
                "army": "union",
                "points": 50,
                "edition": "modern-1",
                "units": [{"troops": ["UNI99"]}],
            }
        ),
        encoding="utf-8",
    )
    done = run("show", "list.json", folder=tmp_path)
    assert done.returncode == 2
    assert "/units/0/troops/0" in done.stderr


def test_every_ready_list_can_be_shown() -> None:
    assert len(ready_lists()) >= 16
