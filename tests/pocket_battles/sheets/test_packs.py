"""Which sheets share a leaf of paper: no backs without their fronts, no secrets on one leaf."""

import io
import itertools
import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pikepdf
import pytest

from pbbuild.page.html import Part, environment, html_document, sides_of
from pbbuild.page.printables import pdf_of
from pbbuild.page.style import Style
from pbbuild.pocket_battles.sheets.printables import PRINTABLES
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, ready

EN = Translator("en")
LISTS = ("union-50", "confederacy-50")
SHEETS = [what for what in PRINTABLES if what not in ("pack", "report")]


@cache
def parts_of(what: str, duplex: str) -> tuple[Part, ...]:
    """The parts of a printable for two lists."""
    lists = [ready(name) for name in LISTS]
    documents = documents_of(what, Style(theme="", duplex=duplex), lists)
    return tuple(part for document in documents for part in document.parts)


@cache
def bodies_of(what: str, duplex: str) -> list[str]:
    """The templates of a printable, filled in."""
    return [
        environment().get_template(part.template).render(sheet=part.sheet, style=part.style, t=EN)
        for part in parts_of(what, duplex)
    ]


def leaves_of(bodies: list[str], duplex: str, single: Sequence[bool] = ()) -> list[tuple[int, ...]]:
    """For each leaf of paper the number of the part on its front, and on its back if any.

    An empty side is -1.
    """
    sides = [
        -1 if "empty-side" in classes else number
        for number, body in enumerate(sides_of(bodies, duplex, single))
        for classes in re.findall(r'<section class="(page[^"]*)"', body)
    ]
    step = 1 if duplex == "none" else 2
    return [tuple(sides[start : start + step]) for start in range(0, len(sides), step)]


def faults_of(whats: Sequence[str], duplex: str) -> list[str]:
    """What is wrong with the leaves of sheets that are printed together."""
    bodies = [body for what in whats for body in bodies_of(what, duplex)]
    parts = [part for what in whats for part in parts_of(what, duplex)]
    leaves = leaves_of(bodies, duplex, [part.single_sided for part in parts])
    found = []
    for leaf in leaves:
        shown = {side for side in leaf if side >= 0}
        if len(shown) != 1:
            found.append(f"leaf {leaf} shows several sheets or none")
        if leaf[0] < 0:
            found.append(f"leaf {leaf} has an empty front")
        if duplex != "none" and len(leaf) > 1 and leaf[1] >= 0 and parts[leaf[1]].single_sided:
            found.append(f"leaf {leaf} has a back that should be empty")
    shown_parts = [leaf[0] for leaf in leaves]
    if shown_parts != sorted(shown_parts) or set(shown_parts) != set(range(len(parts))):
        found.append("sheets are missing or in another order")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short", "none"])
def test_no_leaf_shows_two_sheets_whatever_is_printed_together(duplex: str) -> None:
    """Every sheet alone, every pair in both orders, and many longer combinations."""
    singles: list[tuple[str, ...]] = [(what,) for what in [*SHEETS, "pack"]]
    pairs = list(itertools.product([*SHEETS, "pack"], repeat=2))
    dice = random.Random(f"leaves {duplex}")
    longer = [tuple(dice.sample(SHEETS, dice.randint(3, len(SHEETS)))) for _ in range(300)]
    for whats in [*singles, *pairs, *longer]:
        assert faults_of(whats, duplex) == [], whats


def test_leaves_that_mix_sheets_are_found() -> None:
    page = '<section class="page a"></section>'
    assert leaves_of([page, page], "long") == [(0, -1), (1,)]
    assert leaves_of([page * 2, page], "long", [True, False]) == [(0, -1), (0, -1), (1,)]
    assert leaves_of([page, page], "none") == [(0,), (1,)]


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_fronts_of_a_pack_lie_on_odd_pages_and_backs_behind_them(duplex: str) -> None:
    style = Style(theme="", duplex=duplex)
    [pack] = documents_of("pack", style, [ready(name) for name in LISTS])
    page = html_document(pack.parts, "", EN, fonts=False)
    sides = re.findall(r'<section class="page[^"]*">(.*?)</section>', page, re.DOTALL)
    fronts = [place for place, side in enumerate(sides) if "· fronts" in side]
    backs = [place for place, side in enumerate(sides) if "· backs" in side]
    assert fronts
    assert all(place % 2 == 0 for place in fronts)
    assert backs == [place + 1 for place in fronts]


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short", "none"])
def test_each_sheet_of_a_printed_pack_begins_a_leaf(duplex: str) -> None:
    """In the PDF itself: its bookmarks, one for each sheet, lead to fronts of leaves."""
    style = Style(theme="", duplex=duplex)
    [pack] = documents_of("pack", style, [ready(name) for name in LISTS])
    with pikepdf.open(io.BytesIO(pdf_of(pack, EN))) as pdf:
        pages: list[Any] = [page.objgen for page in pdf.pages]
        with pdf.open_outline() as outline:
            targets: list[Any] = [item.destination for item in outline.root]
        starts = [pages.index(target[0].objgen) for target in targets]
    assert len(starts) == len(pack.parts)
    assert starts == sorted(set(starts))
    if duplex != "none":
        assert all(start % 2 == 0 for start in starts)


@pytest.mark.parametrize("what", ["roster", "plan", "cards"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_secret_sheets_of_two_players_never_share_a_leaf(what: str, duplex: str) -> None:
    leaves = leaves_of(bodies_of(what, duplex), duplex)
    assert {side for leaf in leaves for side in leaf if side >= 0} == {0, 1}
    assert all(len({side for side in leaf if side >= 0}) == 1 for leaf in leaves)


def test_a_side_is_left_empty_only_where_paper_has_two() -> None:
    bodies = ['<section class="page a"></section>', '<section class="page b"></section>']
    assert sides_of(bodies, "none") == bodies
    assert "empty-side" in sides_of(bodies, "long")[0]
    assert sides_of(bodies, "long")[1] == bodies[1]
