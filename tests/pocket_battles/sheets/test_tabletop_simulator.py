"""Armies for Tabletop Simulator fit its schema, and every tile has its picture."""

import base64
import csv
import io
import json
import os
import struct
from pathlib import Path
from typing import Any

import pytest

from pbbuild.page.face_pictures import pdf_pngs
from pbbuild.page.pdf import pdf
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import tokens_of
from pbbuild.pocket_battles.sheets.tabletop_simulator import saved_object
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

CATALOG = shipped_catalog()
EN = Translator("en")


def army(name: str) -> dict[str, Any]:
    ready = next(each for each in (f"{name}-80", f"{name}-60") if _is_ready(each))
    return saved_object([find_list(ready).army_list], CATALOG, EN, ADDRESS)


def _is_ready(name: str) -> bool:
    from pbbuild.pocket_battles.lists.find import ready_lists

    return name in ready_lists()


@needs_schemas
@pytest.mark.parametrize("name", CATALOG.armies)
def test_a_save_fits_the_schema(name: str) -> None:
    assert complaints(army(name)) == []


@pytest.mark.parametrize("name", CATALOG.armies)
def test_an_army_is_as_it_was(name: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("PBBUILD_RENEW"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn(army(name)), encoding="utf-8")

    assert drawn(army(name)) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CATALOG.armies)
def test_each_tile_of_an_army_has_its_picture_and_its_values_as_a_tooltip(name: str) -> None:
    troops = CATALOG.armies[name].troops
    units = tuple(ListUnit((troop.code,)) for troop in troops)
    everything = ArmyList("All", name, 200, CATALOG.armies[name].edition, units)
    tiles = {
        one["CustomImage"]["ImageURL"]: one
        for one in objects_in(saved_object([everything], CATALOG, EN, ADDRESS))
        if "CustomImage" in one
    }

    assert len(troops) == 30
    for troop in troops:
        tile = tiles[f"{ADDRESS}{troop.code}.png"]
        assert tile["CustomImage"]["ImageSecondaryURL"] == f"{ADDRESS}back-{name}.png"
        assert troop.name in tile["Nickname"]
        assert f"DP {troop.dp}, FV {troop.fv}, WP {troop.wp}" in tile["Description"]


def test_two_armies_have_all_tiles_tokens_and_ids_of_their_own() -> None:
    lists = [find_list(name).army_list for name in ("union-80", "confederacy-80")]
    save = saved_object(lists, CATALOG, EN, ADDRESS)
    objects = list(objects_in(save))

    names = [one["Nickname"] for one in objects]
    for army_list in lists:
        for code in army_list.troops:
            assert sum(f"({code})" in name for name in names) == 1
    assert names.count("Token") == sum(tokens_of(army_list, CATALOG) for army_list in lists)
    assert sum(one["Name"] == "Die_6" for one in objects) == 6
    ids = [one["GUID"] for one in objects]
    assert len(set(ids)) == len(ids)


def test_the_top_troop_of_a_unit_lies_highest() -> None:
    army_list = find_list("union-80").army_list
    save = saved_object([army_list], CATALOG, EN, ADDRESS)
    heights = {
        one["Nickname"].rpartition("(")[2].strip(")"): one["Transform"]["posY"]
        for one in save["ObjectStates"]
    }

    for unit in army_list.units:
        assert heights[unit.troops[0]] == max(heights[code] for code in unit.troops)


def difference(svg: bytes, png: bytes) -> float:
    """How far the points of both pictures differ on average, of 255."""
    from PIL import Image, ImageChops, ImageStat

    address = f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"
    style = "@page{size:45mm 45mm;margin:0}body{margin:0}img{width:45mm;display:block}"
    image = f'<img src="{address}" alt="tile">'
    head = f'<html lang="en"><title>tile</title><style>{style}</style>'
    page = pdf(f"{head}<body>{image}</body></html>", duplex="none")
    (drawn,) = pdf_pngs(page, 512 / (45 / 25.4 * 72))
    one, other = (Image.open(io.BytesIO(data)).convert("L") for data in (drawn, png))
    return float(ImageStat.Stat(ImageChops.difference(one, other.resize(one.size))).mean[0])


@pytest.mark.slow
def test_every_tile_has_a_png_a_svg_and_a_row(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    made = run("catalog", "export", "--format", "pictures", "-o", "tiles", folder=tmp_path)

    assert made.returncode == 0, made.stderr
    files = {path.name: path.read_bytes() for path in (tmp_path / "tiles").iterdir()}
    rows = list(csv.DictReader(io.StringIO(files["tiles.csv"].decode())))
    assert [row["code"] for row in rows] == list(CATALOG.troops)
    assert len(rows) == 240
    for row in rows:
        png = files[row["png"]]
        assert struct.unpack(">II", png[16:24]) == (512, 512)
        svg = files[row["svg"]].decode()
        assert row["code"] in svg
        assert "<text" not in svg  # a font could be missing
        assert files[row["back"]].startswith(b"\x89PNG")
    assert len({files[row["png"]] for row in rows}) == 240
    for row in rows[::60]:
        assert difference(files[row["svg"]], files[row["png"]]) < 2.0, row["code"]


@pytest.mark.slow
def test_a_folder_for_the_simulator_has_every_picture_it_names(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    made = run("export", "celts-60", "--format", "tts", "-o", "table", folder=tmp_path)

    assert made.returncode == 0, made.stderr
    save = json.loads((tmp_path / "table/pocket-battles.json").read_text(encoding="utf-8"))
    root = (tmp_path / "table").as_uri()
    for address in pictures_in(save):
        assert address.startswith(root)
        assert (tmp_path / "table" / address.removeprefix(root + "/")).is_file()
    again = run("export", "celts-60", "--format", "tts", "-o", "table", folder=tmp_path)
    assert again.returncode == 2
