"""No word of a list or of an own army means anything in a page, a sheet, a roster or a table.

The table is every dangerous text of `test_dangerous_names` in every field, for each exporter that
the layouts of `export` have no test of there.
"""

import csv
import dataclasses
import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from pbbuild.base.csv_cells import csv_text
from pbbuild.page.printables import html_of, text_of
from pbbuild.page.style import Style
from pbbuild.play.statistics import Estimate
from pbbuild.pocket_battles.catalog.battlescribe_data import data_files
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.spreadsheet import army_table
from pbbuild.pocket_battles.lists.battlescribe_roster import roster_text
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.playtest.report import ReportLine, csv_rows
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer
from pbbuild.pocket_battles.sheets.phone_page import phone_page
from pbbuild.pocket_battles.sheets.printables import roster_document
from pbbuild.pocket_battles.sheets.tabletop_simulator import saved_object
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator
from tests.pocket_battles.lists.test_dangerous_names import (
    DANGEROUS,
    HARMLESS,
    SIGNS,
    Tags,
    structure_of_markdown,
    tags_of_bbcode,
)

CATALOG = shipped_catalog()
T = Translator("en")
FIELDS = ("list name", "unit name", "note", "army name", "tile name")
MORE = ("=HYPERLINK(A)\n=x", "x\n# y\n- z\n===", "$x$", "]]>", "<!-- x", "&#61;1+1", "[ff0000]red")
cases = pytest.mark.parametrize(
    ("field", "text"),
    [
        pytest.param(field, text, id=f"{text!r} as {field}")
        for field in FIELDS
        for text in (*DANGEROUS, *MORE)
        # Only a note has lines.
        if field == "note" or "\n" not in text
    ],
)


def made(field: str, text: str) -> tuple[ArmyList, Catalog]:
    """A list of an army, with `text` in a field of either."""
    of_list = {"list name": HARMLESS, "unit name": HARMLESS, "note": "", field: text}
    unit = ListUnit(("UNI11", "UNI12"), of_list["unit name"])
    army_list = ArmyList(
        of_list["list name"], "union", 50, "modern-1", (unit,), note=of_list["note"]
    )
    army = CATALOG.armies["union"]
    if field == "army name":
        army = dataclasses.replace(army, name=Text(text, text))
    if field == "tile name":
        first = dataclasses.replace(army.troops[10], name=text)
        army = dataclasses.replace(army, troops=(*army.troops[:10], first, *army.troops[11:]))
    catalog = dataclasses.replace(
        CATALOG,
        armies={**CATALOG.armies, "union": army},
        troops={**CATALOG.troops, **{troop.code: troop for troop in army.troops}},
    )
    return army_list, catalog


@cache
def harmless(field: str, write: Callable[[ArmyList, Catalog], str]) -> str:
    return write(*made(field, HARMLESS))


def roster(army_list: ArmyList, catalog: Catalog) -> str:
    return roster_text(army_list, catalog, T)


def data_file(army_list: ArmyList, catalog: Catalog) -> str:
    return data_files(dataclasses.replace(catalog, armies=one_army(catalog)), T)["union.cat"]


def one_army(catalog: Catalog) -> dict[str, Any]:
    return {"union": catalog.armies["union"]}


def phone(army_list: ArmyList, catalog: Catalog) -> str:
    return phone_page(army_list, catalog, T)


def printed(army_list: ArmyList, catalog: Catalog) -> str:
    return html_of(roster_document(army_list, catalog, Style(language="en"), T), T)


def printed_markdown(army_list: ArmyList, catalog: Catalog) -> str:
    document = roster_document(army_list, catalog, Style(language="en"), T)
    return text_of(document, T, markdown=True)


@pytest.mark.slow
@pytest.mark.parametrize("write", [roster, data_file])
@cases
def test_a_data_file_has_our_elements_only(
    field: str, text: str, write: Callable[[ArmyList, Catalog], str]
) -> None:
    def shape(xml: str) -> list[tuple[str, tuple[str, ...]]]:
        assert "<!" not in xml
        return [(one.tag, tuple(one.attrib)) for one in ElementTree.fromstring(xml).iter()]

    written = write(*made(field, text))

    assert shape(written) == shape(harmless(field, write)) or field == "note"
    if write is roster and field in ("list name", "unit name") and not set("<>") & set(text):
        (back,) = import_lists(written.encode(), "test", CATALOG)
        assert text in (back.army_list.name, back.army_list.units[0].name)


@pytest.mark.slow
@pytest.mark.parametrize("write", [phone, printed])
@cases
def test_a_page_has_our_elements_only_and_a_policy(
    field: str, text: str, write: Callable[[ArmyList, Catalog], str]
) -> None:
    found, other = Tags(), Tags()
    page = write(*made(field, text))
    found.feed(page)
    other.feed(harmless(field, write))

    # A long name takes more lines, but no element that a harmless one has not.
    drawn = {"text", "tspan", "title", "path", "g", "br", "wbr", "p", "section", "li", "ul", "div"}
    assert {tag for tag, _ in found.tags} <= {tag for tag, _ in other.tags} | drawn
    for active in ("script", "a", "img", "style", "link", "meta", "form", "iframe", "base"):
        shown = [each for each in found.tags if each[0] == active]
        assert shown == [each for each in other.tags if each[0] == active], active
    assert not [name for _, names in found.tags for name in names if name.startswith("on")]
    policy = re.search('Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]


@pytest.mark.slow
@cases
def test_a_sheet_in_markdown_has_our_structure_only(field: str, text: str) -> None:
    written = printed_markdown(*made(field, text))

    found, other = structure_of_markdown(written), structure_of_markdown(harmless_note(field, text))
    assert found == other
    assert not re.search(r"@\w|://|www\.", written)


def harmless_note(field: str, text: str) -> str:
    if field == "note":
        # As many lines, none of which means anything.
        plain = "\n".join("words" for _ in text.splitlines())
        return printed_markdown(*made(field, plain))
    return harmless(field, printed_markdown)


def objects_in(save: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for one in save.get("ObjectStates", save.get("ContainedObjects", ())):
        yield one
        yield from objects_in(one)


@cases
def test_the_table_simulator_finds_no_tags_and_no_script(field: str, text: str) -> None:
    army_list, catalog = made(field, text)
    save = saved_object([army_list], catalog, T, "file:///p/")

    assert save["LuaScript"] == save["XmlUI"] == ""
    for one in objects_in(save):
        assert not tags_of_bbcode(one["Nickname"] + one["Description"])
        assert not re.search(r"\[[0-9a-f]{6}\]", one["Nickname"] + one["Description"])
        assert not one.get("LuaScript")


@cases
def test_no_table_has_a_formula_whatever_separates_its_cells(field: str, text: str) -> None:
    army_list, catalog = made(field, text)
    line = ReportLine("1", text, 3, *4 * (Estimate(0.5, 0.4, 0.6, 0.95),))
    tables = [
        army_table(catalog.armies["union"]),
        army_table(catalog.armies["union"], ";"),
        csv_text(csv_rows([line], [line])),
        FORMATS["csv"](Writer(army_list, catalog, T)),
    ]

    for table in tables:
        for separator in ",;\t|:":
            cells = [
                cell for row in csv.reader(io.StringIO(table), delimiter=separator) for cell in row
            ]
            pieces = [piece for row in table.splitlines() for piece in row.split(separator)]
            assert not [c for c in (*cells, *pieces) if c.strip(' "').startswith(SIGNS)]


@pytest.mark.parametrize(
    "text", [text for text in (*DANGEROUS, *MORE) if not set("<>") & set(text)]
)
def test_a_note_comes_back_from_a_table(text: str) -> None:
    army_list, catalog = made("note", text)
    (back,) = import_lists(FORMATS["csv"](Writer(army_list, catalog, T)).encode(), "t", CATALOG)
    assert back.army_list.note.split() == text.split()
