"""Nothing on a page overlaps, leaves its box or the paper, or is too small to read."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.errors import UsageError
from pbbuild.page.printables import PrintDocument, joined
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.sheets.printables import PRINTABLES, code_of
from pbbuild.pocket_battles.sheets.roster.layout import roster_sheet
from pbbuild.text.translate import Translator
from tests.cli import REPOSITORY
from tests.pocket_battles.sheets.layout import Area, LaidOut, faults, pages_of
from tests.pocket_battles.sheets.samples import (
    LONG,
    WIDE,
    documents_of,
    random_list,
    ready,
    strange_catalog,
    strange_list,
)
from tests.tiers import tries

ARMIES = tuple(load_catalog().armies)
OF_A_LIST = ("roster", "opponent", "tiles", "tall", "counters", "cards", "plan")
WITHOUT_A_LIST = (
    "aid",
    "pocket",
    "reference",
    "example",
    "specimen",
    "battlefield",
    "mat",
    "poster",
    "blank",
    "borders",
    "tokens",
)


def test_every_kind_of_sheet_is_laid_out_in_a_test_and_described() -> None:
    # A report has a test of its own; a pack is made of the others.
    assert {*OF_A_LIST, *WITHOUT_A_LIST, "report", "pack"} == set(PRINTABLES)
    page = (REPOSITORY / "docs" / "printing.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| ((?:`[a-z]+`(?:, )?)+) \|", page)
    assert {name for row in rows for name in re.findall("[a-z]+", row)} >= set(PRINTABLES)


def laid_out(document: PrintDocument, style: Style) -> list[LaidOut]:
    return pages_of(document, Translator(style.language))


def assert_sound(document: PrintDocument, style: Style) -> list[LaidOut]:
    pages = laid_out(document, style)
    smallest = 11.0 if style.large else 7.0
    wrong = [fault for page in pages for fault in faults(page, smallest)]
    assert wrong == []
    return pages


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True), ("a5", False)])
def test_an_empty_sheet_for_an_enemy_is_sound(paper: str, large: bool, language: str) -> None:
    style = Style(theme="", paper=paper, large=large, language=language)
    [document] = documents_of("opponent", style)
    [page] = assert_sound(document, style)
    assert page.boxes("head")


@pytest.mark.slow
def test_the_inspector_sees_what_overlaps_and_what_leaves_its_box() -> None:
    style = Style(theme="union")
    [document] = documents_of("roster", style, [ready("union-50")])
    sheet = document.parts[0].sheet
    page = sheet.pages[0]
    first, second = page.cards[:2]
    object.__setattr__(second, "y", first.y + 3)
    object.__setattr__(first.item, "title", "A title far too long for the head of its card" * 2)
    wrong = faults(laid_out(document, style)[0], 7.0)
    assert "two boxes card overlap" in wrong
    assert any("leaves its" in fault for fault in wrong)
    assert faults(laid_out(document, style)[0], 7.5) != wrong  # labels are set in 7 pt


@pytest.mark.slow
def test_a_ready_army_of_80_points_is_sound_on_one_page() -> None:
    style = Style(theme="")
    [document] = documents_of("roster", style, [ready("macedonians-80")])
    assert len(assert_sound(document, style)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("army", ARMIES)
def test_80_points_fit_on_one_page(army: str) -> None:
    named = next(name for name in (f"{army}-80", f"{army}-60") if name)
    for paper, language in (("a4", "it"), ("letter", "en")):
        style = Style(theme="", paper=paper, language=language)
        [document] = documents_of("roster", style, [ready(named)])
        assert len(assert_sound(document, style)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("army", ARMIES)
def test_any_80_points_fit_on_one_letter_page_also_as_single_tiles(army: str) -> None:
    style = Style(theme="neutral", paper="letter", language="it")
    t, catalog = Translator("it"), load_catalog()
    for seed in range(tries(3, most=6)):
        mixed = random_list(army, 80, seed)
        singles = replace(mixed, units=tuple(ListUnit((code,)) for code in mixed.troops))
        for army_list in (mixed, singles):
            code = code_of(army_list, catalog)
            pages = roster_sheet(army_list, catalog, style, t, (), code).pages
            # An army of cheap tiles may have more of them, and a second page for its blocks.
            assert len(pages) <= (1 if len(army_list.troops) <= 22 else 2)


@pytest.mark.slow
@pytest.mark.parametrize(("army", "seed"), [("elves", 31), ("orcs", 27)])
def test_the_fullest_page_is_sound(army: str, seed: int) -> None:
    style = Style(theme="", paper="letter", language="it")
    mixed = random_list(army, 80, seed)
    singles = replace(mixed, units=tuple(ListUnit((code,)) for code in mixed.troops))
    [document] = documents_of("roster", style, [singles])
    # A tile without wound points may not stand alone; what is wrong takes room on the page.
    illegal = document.parts[0].sheet.findings is not None
    assert len(assert_sound(document, style)) <= 1 + illegal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("army", "points", "paper", "language", "large", "seed"),
    [
        ("celts", 80, "letter", "it", False, 1),
        ("romans", 80, "a4", "en", False, 2),
        ("orcs", 120, "letter", "en", False, 3),
        ("elves", 100, "a4", "it", True, 4),
        ("macedonians", 60, "a5", "en", False, 5),
        ("persians", 120, "a5", "it", True, 6),
        ("confederacy", 50, "letter", "it", True, 7),
        ("union", 90, "a4", "en", True, 8),
    ],
)
def test_any_list_is_sound(
    army: str, points: int, paper: str, language: str, large: bool, seed: int
) -> None:
    style = Style(theme="", paper=paper, language=language, large=large)
    army_list = random_list(army, points, seed)
    [roster] = documents_of("roster", style, [army_list])
    pages = assert_sound(roster, style)
    if points <= 80 and not large and paper != "a5":
        assert len(pages) == 1
    [opponent] = documents_of("opponent", style, [army_list])
    assert_sound(opponent, style)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "per_unit", "paper", "language", "large"),
    [
        (LONG, 1, "a4", "en", False),
        (LONG, 4, "letter", "it", False),
        (WIDE, 1, "letter", "en", True),
        (WIDE, 3, "a5", "it", False),
        (WIDE, 30, "a4", "en", False),
        (LONG, 6, "a5", "en", True),
    ],
)
def test_the_worst_army_is_sound(
    name: str, per_unit: int, paper: str, language: str, large: bool
) -> None:
    style = Style(theme="", paper=paper, language=language, large=large)
    army_list = strange_list(per_unit, name=name)
    for what in OF_A_LIST:
        for document in documents_of(what, style, [army_list], strange_catalog(name)):
            assert_sound(document, style)


@pytest.mark.slow
def test_a_list_that_breaks_every_rule_is_printed_and_says_so() -> None:
    style = Style(theme="")
    codes = tuple(f"UNI{number:02}" for number in range(1, 31))
    units = (ListUnit(codes), ListUnit(("UNI01", "UNI01"), "Twice"), ListUnit(()))
    broken = ArmyList("Broken", "union", 55, "modern-1", units)
    [document] = documents_of("roster", style, [broken])
    pages = assert_sound(document, style)
    words = " ".join(piece.words for piece in pages[0].of("words"))
    assert "This list is not legal" in words
    assert "PB-1.2" in words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paper", "language", "large"),
    [("a4", "en", False), ("letter", "it", False), ("a5", "en", True), ("a4", "it", True)],
)
@pytest.mark.parametrize("what", WITHOUT_A_LIST)
def test_sheets_without_a_list_are_sound(what: str, paper: str, language: str, large: bool) -> None:
    style = Style(theme="", paper=paper, language=language, large=large)
    edition = {"a4": "fantasy-1", "letter": "ancients-2", "a5": "modern-1"}[paper]
    if large and (what == "specimen" or (what, paper) == ("mat", "a5")):
        with pytest.raises(UsageError):
            documents_of(what, style, edition=edition)
        return
    [document] = documents_of(what, style, edition=edition)
    pages = laid_out(document, style)
    for page in pages:
        assert faults(page, 11.0 if large else 7.0) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.slow
def test_the_reference_is_one_leaf_and_the_pocket_aid_one_sheet(paper: str, language: str) -> None:
    style = Style(theme="", paper=paper, language=language)
    for edition in load_catalog().editions:
        [reference] = documents_of("reference", style, edition=edition)
        [pocket] = documents_of("pocket", style, edition=edition)
        assert [len(part.sheet.pages) for part in (*reference.parts, *pocket.parts)] == [2, 1]


@pytest.mark.slow
def test_a_report_is_sound(tmp_path: Path) -> None:
    record = recorded(tmp_path, load_catalog())
    for style in (Style(theme=""), Style(theme="", paper="a5", language="it", large=True)):
        [document] = documents_of("report", style, records=(record,))
        assert_sound(document, style)


def recorded(folder: Path, catalog: Catalog) -> Path:
    """The record of a battle."""
    from tests.cli import run

    path = folder / "battle.jsonl"
    done = run(
        "battle",
        "celts-60",
        "--against",
        "romans-60",
        "--seed",
        "5",
        "--record",
        str(path),
        folder=folder,
    )
    assert done.returncode == 0, done.stderr
    return path


def test_areas_know_what_overlaps() -> None:
    one = Area(0, 0, 10, 10)
    assert one.overlaps(Area(9, 9, 20, 20))
    assert not one.overlaps(Area(10, 0, 20, 10))
    assert one.holds(Area(1, 1, 9, 9))
    assert not one.holds(Area(1, 1, 11, 9))


@pytest.mark.slow
def test_large_print_holds_whatever_comes_first_in_a_file() -> None:
    style = Style(theme="", large=True)
    made = [*documents_of("tiles", style, [ready("union-50")])]
    made += documents_of("roster", style, [ready("union-50")])
    for document in (joined(made), joined(made[::-1])):
        for page in laid_out(document, style):
            assert faults(page, 11.0) == []


def test_a_roster_and_the_plan_sheet_show_what_the_list_plans() -> None:
    own = ready("union-50")
    first, second, *rest = own.units
    planned = (replace(first, zone="left rear", order=2), replace(second, zone="left rear"), *rest)
    army_list = replace(own, units=planned)
    [roster] = documents_of("roster", Style(theme=""), [army_list])
    [plan] = documents_of("plan", Style(theme=""), [army_list])

    blocks = [placed.item for page in roster.parts[0].sheet.pages for placed in page.blocks]
    [drawn] = [block for block in blocks if block.kind == "plan"]
    # Front row first, and what has a place in the order before what has none.
    assert [[(mark.number, mark.order) for mark in cell] for cell in drawn.cells] == [
        [],
        [],
        [],
        [(1, "2"), (2, "")],
        [],
        [],
    ]
    rows = next(
        placed.block.rows
        for page in plan.parts[0].sheet.pages
        for placed in page.blocks
        if placed.block.rows
    )
    assert [cell.text for cell in rows[1]][-2:] == ["2", "left rear"]
    assert [cell.text for cell in rows[3]][-2:] == ["", ""]


@pytest.mark.parametrize("name", ["union-80", "elves-80", "macedonians-50"])
def test_the_columns_of_a_roster_end_at_the_same_height(name: str) -> None:
    [document] = documents_of("roster", Style(theme=""), [ready(name)])
    [page] = document.parts[0].sheet.pages
    ends: dict[float, float] = {}
    for placed in page.cards:
        ends[placed.x] = max(ends.get(placed.x, 0.0), placed.y + placed.height)
    assert len(ends) == 2
    assert max(ends.values()) - min(ends.values()) < 0.1


def test_names_are_printed_with_true_apostrophes_and_carried_as_they_are() -> None:
    own = ready("elves-80")
    assert "'" in own.name
    [roster] = documents_of("roster", Style(theme=""), [own])
    assert roster.parts[0].sheet.head.title == own.name.replace("'", "’")
    assert roster.title.startswith(own.name.replace("'", "’"))
    assert own.name.encode() in roster.attached[0].data


def test_a_leaf_of_one_army_names_two_armies_for_a_first_game() -> None:
    [leaf] = documents_of("reference", Style(theme=""), [ready("union-80")])
    pages = laid_out(leaf, Style(theme=""))
    words = " ".join(piece.words for page in pages for piece in page.of("words"))
    assert "union-50" in words
    assert "confederacy-50" in words


def test_an_opponent_without_a_list_is_empty_and_has_the_army_that_is_named() -> None:
    t = Translator("en")
    titles = {
        armies: [
            document.title for document in documents_of("opponent", Style(theme=""), armies=armies)
        ]
        for armies in ((), ("orcs",), ("orcs", "elves"))
    }
    assert titles == {
        (): [t("print.title-opponent", name=t("opponent.enemy"))],
        ("orcs",): [t("print.title-opponent", name="Orcs")],
        ("orcs", "elves"): [t("print.title-opponent", name=name) for name in ("Orcs", "Elves")],
    }
    own = documents_of("opponent", Style(theme=""), [ready("union-50")], armies=("orcs",))
    assert [document.title for document in own] == [
        t("print.title-opponent", name="Union, printed 50")
    ]
