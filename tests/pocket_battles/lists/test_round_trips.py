"""Hundreds of random lists come back equal from every format that promises it."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.battlescribe_roster import roster_text, zipped_roster
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.list_file import list_document, parse_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer, short_text
from pbbuild.text.translate import Translator
from tests.pocket_battles.lists.random_lists import random_list
from tests.tiers import tries

CATALOG = shipped_catalog()
WORDS = (
    "Iron",
    "wall",
    "of",
    "the",
    "«Legio»",
    "d’Aosta",
    "=2+2",
    "@all",
    "[b]",
    "**x**",
    "&",
    "x;y",
)
LISTS = tries(300, most=1000)
# A page draws a QR code, a PDF is set by WeasyPrint: fewer of them, spread over the lists.
PAGES, PDFS = 40, 5


@cache
def lists() -> tuple[ArmyList, ...]:
    """Lists of all armies, sizes and editions, some with names, a note and tiles of two armies."""
    found = []
    for seed in range(LISTS):
        chance = random.Random(f"round trip {seed}")
        army = chance.choice(list(CATALOG.armies.values()))
        made = random_list(chance, CATALOG, army, chance.choice(range(30, 210, 10)))
        units = [
            replace(unit, name=_name(chance) if chance.random() < 0.4 else "")
            for unit in made.units
        ]
        waivers: tuple[str, ...] = ()
        if chance.random() < 0.15:
            other = chance.choice(list(CATALOG.armies.values()))
            if other.id != army.id:
                units += random_list(chance, CATALOG, other, 30).units
                waivers = (MIXED_ARMIES,)
        found.append(
            replace(
                made,
                name=_name(chance),
                note=f"{_name(chance)}\n{_name(chance)}" if chance.random() < 0.3 else "",
                units=tuple(units),
                waivers=waivers,
            )
        )
    return tuple(found)


def _name(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 4)))


def kept(army_list: ArmyList) -> tuple[object, ...]:
    """What every format keeps."""
    stacks = tuple(unit.troops for unit in army_list.units)
    return army_list.army, army_list.points, army_list.edition, stacks, army_list.waivers


def named(army_list: ArmyList) -> tuple[object, ...]:
    """What a format with names keeps."""
    return *kept(army_list), army_list.name, tuple(unit.name for unit in army_list.units)


def _layout(name: str) -> Callable[[ArmyList, Translator], bytes]:
    return lambda army_list, t: FORMATS[name](Writer(army_list, CATALOG, t)).encode()


def _page(army_list: ArmyList, t: Translator) -> bytes:
    from pbbuild.pocket_battles.sheets.phone_page import phone_page

    return phone_page(army_list, CATALOG, t).encode()


WRITTEN: dict[str, Callable[[ArmyList, Translator], bytes]] = {
    **{name: _layout(name) for name in FORMATS},
    "rosz": lambda army_list, t: zipped_roster(roster_text(army_list, CATALOG, t)),
    "share code": lambda army_list, t: share_code(army_list, CATALOG).encode(),
    "QR text": lambda army_list, t: short_text(Writer(army_list, CATALOG, t)).encode(),
    "page": _page,
}
# Formats that keep names as they are; others leave out what a reader would take for a tile.
WHOLE = ("json", "html", "csv", "rosz", "page")


@pytest.mark.slow
@pytest.mark.parametrize("form", WRITTEN)
def test_hundreds_of_lists_come_back(form: str) -> None:
    write = WRITTEN[form]
    told = named if form in WHOLE else kept
    for number, army_list in enumerate(lists()[:: LISTS // PAGES if form == "page" else 1]):
        t = Translator("it" if number % 2 else "en")
        (back,) = import_lists(write(army_list, t), form, CATALOG)
        assert told(back.army_list) == told(army_list), number
        if form in WHOLE:
            assert back.army_list.note == army_list.note, number


@pytest.mark.slow
def test_the_file_of_a_list_keeps_every_key() -> None:
    import json

    vendor = {"other-builder": {"id": 1, "tags": ["a", {"b": None}]}}
    for army_list in lists():
        document = list_document(army_list) | {"vendor": vendor, "future": [1.5, True]}
        document["units"][0]["vendor"] = vendor
        back = parse_list(json.dumps(document), "list")
        assert list_document(back) == document


@pytest.mark.slow
def test_lists_come_back_from_printed_rosters() -> None:
    from pbbuild.pocket_battles.sheets.printables import roster_pdf

    style = Style(paper="a4", theme="", language="en")
    for army_list in lists()[:: LISTS // PDFS]:
        data = roster_pdf(army_list, CATALOG, style, Translator("en"))
        (back,) = import_lists(data, "roster.pdf", CATALOG)
        assert named(back.army_list) == named(army_list)
