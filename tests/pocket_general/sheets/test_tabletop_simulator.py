"""Pocket General for Tabletop Simulator fits its schema, and every piece has its picture."""

import json
import os
import struct
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.sheets.tabletop_simulator import saved_object
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.tabletop import (
    ADDRESS,
    GOLDEN,
    complaints,
    drawn,
    needs_schemas,
    objects_in,
    pictures_in,
)

CATALOG = load_pocket_general()
# Every nation once, on one side of a game; the other side is Germany or Russia.
GAMES = {name: ("russia" if name != "russia" else "germany") for name in CATALOG.nations}


def save(*names: str, language: str = "en", bonus: bool = False) -> dict[str, Any]:
    nations = [CATALOG.nations[name] for name in names]
    return saved_object(nations, CATALOG, Translator(language), ADDRESS, bonus=bonus)


@needs_schemas
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_fits_the_schema(name: str, language: str) -> None:
    assert complaints(save(name, GAMES[name], language=language, bonus=True)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_nation_is_as_it_was(name: str) -> None:
    file = GOLDEN / f"pocket-general-{name}.txt"
    if os.environ.get("PBBUILD_RENEW"):
        file.write_text(drawn(save(name, GAMES[name])), encoding="utf-8")

    assert drawn(save(name, GAMES[name])) == file.read_text(encoding="utf-8")


@pytest.mark.clause("PG-1.1", "PG-2")
def test_both_sides_have_all_their_units_and_the_bag_all_locations() -> None:
    made = save("germany", "russia")
    names = [one["Nickname"] for one in objects_in(made)]

    for nation in ("germany", "russia"):
        known = CATALOG.nations[nation]
        assert len(known.units) == 11
        for unit in known.units:
            assert names.count(f"{known.name.en}: {CATALOG.units[unit].name.en}") == 1
    (bag,) = (one for one in made["ObjectStates"] if one["Name"] == "Bag")
    inside = [one["Nickname"] for one in bag["ContainedObjects"]]
    assert inside == [place.name.en for place in CATALOG.locations]
    assert len(inside) == 16
    for theater in ("A", "B"):
        assert names.count(f"Theater {theater}") == 2
    ids = [one["GUID"] for one in objects_in(made)]
    assert len(set(ids)) == len(ids)


@pytest.mark.clause("PG-1.1")
def test_military_units_are_square_and_special_ones_round() -> None:
    by_name = {one["Nickname"]: one for one in save("japan", "united-states")["ObjectStates"]}
    nation = CATALOG.nations["japan"]
    for unit in (CATALOG.units[name] for name in nation.units):
        tile = by_name[f"{nation.name.en}: {unit.name.en}"]["CustomImage"]["CustomTile"]
        assert tile["Type"] == (0 if unit.is_military else 2)


def test_the_operations_die_reads_its_own_faces() -> None:
    dice = [one for one in save("germany", "russia")["ObjectStates"] if one["Name"] == "Die_6"]
    assert len(dice) == 2
    for one in dice:
        assert [side["Value"] for side in one["RotationValues"]] == [*CATALOG.operations_die]
        turns = [tuple(side["Rotation"].values()) for side in one["RotationValues"]]
        assert len(set(turns)) == 6


def test_no_piece_lies_in_another() -> None:
    placed = []
    for one in save("germany", "russia", bonus=True)["ObjectStates"]:
        where = one["Transform"]
        half = (where["scaleX"], where["scaleZ"]) if "CustomImage" in one else (0.6, 0.6)
        placed.append((one["Nickname"], where["posX"], where["posZ"], *half))

    for (name, x, z, wide, high), (other, x2, z2, wide2, high2) in combinations(placed, 2):
        apart = abs(x - x2) >= wide + wide2 or abs(z - z2) >= high + high2
        assert apart, (name, other)


@pytest.mark.slow
def test_a_folder_has_every_picture_it_names(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    words = ("export", "--game", "pocket-general", "--army", "japan", "--against", "united-states")
    made = run(*words, "--bonus", "-o", "table", folder=tmp_path)

    assert made.returncode == 0, made.stderr
    text = (tmp_path / "table/pocket-general.json").read_text(encoding="utf-8")
    root = (tmp_path / "table").as_uri()
    pictures = {address.removeprefix(f"{root}/") for address in pictures_in(json.loads(text))}
    written = {
        str(path.relative_to(tmp_path / "table")) for path in (tmp_path / "table").rglob("*.png")
    }
    assert pictures == written
    assert len({(tmp_path / "table" / name).read_bytes() for name in written}) == len(written)
    for name in written - {"pictures/board.png", "pictures/map.png"}:
        png = (tmp_path / "table" / name).read_bytes()
        # The renderer rounds a part of a pixel up.
        assert struct.unpack(">II", png[16:24]) in ((512, 512), (513, 513))
    assert "pocket-general.json" in (tmp_path / "table/README.txt").read_text(encoding="utf-8")
    assert run(*words, "-o", "table", folder=tmp_path).returncode == 2


def test_an_export_needs_a_folder_and_known_nations(tmp_path: Path) -> None:
    words = ("export", "--game", "pocket-general")
    assert run(*words, folder=tmp_path).returncode == 2
    assert run(*words, "--army", "narnia", "-o", "x", folder=tmp_path).returncode == 2
    assert run(*words, "--against", "japan", "-o", "x", folder=tmp_path).returncode == 2
    named = run(*words, "--format", "pictures", "--address", "x", "-o", "x", folder=tmp_path)
    assert named.returncode == 2
    assert not (tmp_path / "x").exists()
