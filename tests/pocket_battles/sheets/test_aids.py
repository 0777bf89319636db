"""Play aids say what the rules say and what the dice do."""

from itertools import pairwise, product
from typing import Any

import pytest

from pbbuild.page.aid_blocks import (
    NORMAL_PRINT,
    AidBlock,
    sentences_block,
    steps,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import blocks_on_pages
from pbbuild.page.geometry import HEADING
from pbbuild.page.style import Style
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.sheets import aids
from pbbuild.pocket_battles.sheets.aid_fields import CASES, targets
from pbbuild.pocket_battles.sheets.manual import book, pocket
from pbbuild.pocket_battles.sheets.unit_card import order_costs
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, ready

EN = Translator("en")


def book_of(edition: str) -> book.BookBlocks:
    """The blocks of the book of an edition."""
    catalog = load_catalog()
    own = catalog.editions[edition]
    armies = [catalog.armies[army] for army in own.armies]
    return book.BookBlocks(own, armies, catalog, Style(theme=""), EN)


def words_of(sheet: Any) -> list[str]:
    """The text of each block, as written, without marks of bold."""
    pages = sheet.pages
    return [" ".join(placed.block.lines) for page in pages for placed in page.blocks]


def test_the_book_has_every_clause_once_in_the_rule_s_own_words() -> None:
    [document] = documents_of("aid", Style(theme="", language="it"), edition="modern-1")
    told = words_of(document.parts[0].sheet)
    # Not of the table: the round limit, examples of the rulebooks, decisions of the engine.
    elsewhere = {"PB-9.3", "PB-10", "PB-11", *book.OWN_TEXTS}
    rules = [
        rule
        for name, rule in load_rules().items()
        if name.startswith("PB-") and not name.startswith("PB-T.") and name not in elsewhere
    ]
    assert len(rules) > 40
    for rule in rules:
        assert told.count(" ".join(rule.text.it.split())) == 1, rule.id


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_book_has_four_pages_with_a_subject_each(paper: str, language: str) -> None:
    t = Translator(language)
    style = Style(theme="", paper=paper, language=language)
    for edition in load_catalog().editions:
        [document] = documents_of("aid", style, edition=edition)
        pages = document.parts[0].sheet.pages
        assert len(pages) == 4
        for number, page in enumerate(pages, start=1):
            assert t(f"aid.page-{book.PAGES[number - 1]}", page=number) in page.kicker


def test_only_what_is_done_in_order_has_numbers() -> None:
    [document] = documents_of("aid", Style(theme=""), edition="modern-1")
    blocks = [placed.block for page in document.parts[0].sheet.pages for placed in page.blocks]
    numbered = [
        (block.number, block.clause) for block in blocks if block.number and block.kind == "step"
    ]
    letters = [block.number for block in blocks if block.number and block.kind == "picture"]
    assert letters == list("ABCDEF")
    assert [number for number, _ in numbered] == ["1", "2", "3"] * 3
    options = [block.clause for block in blocks if block.kind == "option"]
    assert options == ["PB-5.2.5", "PB-5.2.6"]


def test_a_mistake_and_its_correction_stay_together() -> None:
    [document] = documents_of("aid", Style(theme=""), edition="modern-1")
    for page in document.parts[0].sheet.pages:
        for placed, after in pairwise(page.blocks):
            if placed.block.kind == "wrong":
                assert (after.block.kind, after.x) == ("right", placed.x)


@pytest.mark.parametrize("language", ["en", "it"])
def test_each_page_of_the_pocket_aid_has_a_subject_and_a_number(language: str) -> None:
    t = Translator(language)
    style = Style(theme="", language=language)
    for edition in load_catalog().editions.values():
        [document] = documents_of("pocket", style, edition=edition.id)
        [panels] = document.parts[0].sheet.pages
        assert [panel.title for panel in panels] == [t(f"pocket.{one}") for one in pocket.SUBJECTS]
        assert [panel.number for panel in panels] == [1, 2, 3, 4]
        headings = {placed.block.heading for panel in panels for placed in panel.blocks}
        needed = ("round", "costs", "win", "actions", "react", "several", "who", "fight", "wounds")
        assert headings >= {t(f"leaf.{key}") for key in (*needed, "traits")}
        # Every page is used to its foot: nothing ends in its upper half.
        for panel in panels:
            lowest = max(placed.y + placed.block.height for placed in panel.blocks)
            assert lowest > 0.8 * panel.height


def test_the_aid_of_an_edition_has_no_rules_of_others() -> None:
    for edition, rear in (("ancients-1", "never its rear"), ("modern-1", "its rear only if")):
        [document] = documents_of("aid", Style(theme=""), edition=edition)
        told = " ".join(words_of(document.parts[0].sheet))
        assert rear in told
        assert "Orcs and Elves" not in told
        assert "Later editions" not in told


def test_chances_are_those_of_all_rolls() -> None:
    table = aids.at_least_table(2, 80.0, EN, NORMAL_PRINT)
    for row, rolled in zip(table.rows[1:5], (1, 2, 3, 4), strict=True):
        for cell, different in zip(row[1:], aids.DIFFERENT, strict=True):
            printed = aids.different_faces(different)
            rolls = list(product(range(1, 7), repeat=rolled))
            good = sum(sum(printed.count(die) for die in roll) >= 2 for roll in rolls)
            assert cell.text == aids.percent(good / len(rolls))


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0"), (0.001, "<1"), (0.5, "50"), (0.999, ">99"), (1.0, "100")]
)
def test_percent_rounds_but_never_to_certainty(chance: float, text: str) -> None:
    assert aids.percent(chance) == text


@pytest.mark.clause("PB-4.5", "PB-T.12")
def test_the_tracks_show_what_orders_cost() -> None:
    assert order_costs(1) == (1, 2, 4)
    assert order_costs(0) == (1, 1, 2, 4)


@pytest.mark.clause("PB-5.2.1", "PB-5.2.2", "PB-5.2.3", "PB-8.2", "PB-8.3")
@pytest.mark.parametrize(
    ("edition", "far", "rear"),
    [
        ("ancients-1", False, False),
        ("fantasy-1", True, True),
        ("ancients-2", False, True),
        ("modern-1", False, True),
    ],
)
def test_the_drawn_targets_are_those_of_the_edition(edition: str, far: bool, rear: bool) -> None:
    found = [(case, targets(case, edition, load_catalog())) for case in CASES]
    by_clause = {case.clause: zones for case, zones in found if case.action == "charge"}
    assert by_clause["PB-5.2.1"] == ("centre B front", "centre engagement")
    assert by_clause["PB-5.2.2"] == ("centre B rear",)
    assert by_clause["PB-5.2.3"] == CASES[2].enemies
    assert by_clause["PB-T.20"] == ("centre B front", "centre B rear")
    other = [zones for case, zones in found if case.clause == "PB-8.3"]
    assert other[0] == (("centre B front", "right B front") if far else ("centre B front",))
    expected = (("centre B rear",) if rear else ()) + (("right B front",) if far else ())
    assert other[1] == expected


def test_the_trait_page_has_the_traits_of_two_armies_only() -> None:
    [document] = documents_of("aid", Style(theme=""), [ready("celts-60"), ready("romans-60")])
    titles = {
        " ".join(placed.block.title).rstrip("†")
        for page in document.parts[0].sheet.pages
        for placed in page.blocks
    }
    assert "Fury" in titles
    assert "+x Engagement" in titles
    assert "Blood Lust" not in titles


@pytest.mark.parametrize(("edition", "armies"), [("modern-1", 2), ("fantasy-1", 2)])
def test_the_quick_reference_has_two_sides_and_only_these_traits(edition: str, armies: int) -> None:
    catalog = load_catalog()
    [document] = documents_of("reference", Style(theme="", language="it"), edition=edition)
    sheet = document.parts[0].sheet
    assert len(sheet.pages) == 2
    told = " ".join(" ".join(placed.block.lines) for page in sheet.pages for placed in page.blocks)
    chosen = [catalog.armies[name] for name in catalog.editions[edition].armies]
    assert len(chosen) == armies
    carried = {name for army in chosen for troop in army.troops for name in troop.traits}
    bases = {catalog.traits[name].base for name in carried}
    for base, trait in catalog.traits.items():
        if not trait.number:
            shown = f"**{trait.name.it}**" in told
            assert shown == (base in bases), base


def test_the_quick_reference_says_all_that_a_first_game_needs() -> None:
    [document] = documents_of("reference", Style(theme=""), edition="modern-1")
    headings = [
        placed.block.heading
        for page in document.parts[0].sheet.pages
        for placed in page.blocks
        if placed.block.heading
    ]
    needed = ("read", "build", "setup", "round", "costs", "win", "actions", "who", "fight")
    assert set(headings) >= {EN(f"leaf.{key}") for key in (*needed, "wounds", "traits")}


def test_steps_are_numbered_and_options_are_not() -> None:
    blocks = list(steps(["one", "two"], 60.0, NORMAL_PRINT))
    assert [block.number for block in blocks] == ["1", "2"]
    assert [block.thread for block in blocks] == [True, False]
    options = list(steps(["one", "two"], 60.0, NORMAL_PRINT, "option"))
    assert {(block.kind, block.number) for block in options} == {("option", "")}


def test_the_line_of_a_step_ends_at_the_next_one_also_below_a_heading() -> None:
    first, second = steps(["one", "two"], 60.0, NORMAL_PRINT)
    [placed] = blocks_on_pages([first.under("Heading"), second], 60.0, 200.0, 1, 0.0)
    top, below = placed
    assert top.y + HEADING + top.thread == pytest.approx(below.y)
    assert below.thread == 0.0


def test_bold_words_are_measured_and_survive_a_break() -> None:
    block = words_block("All of **these words are bold** and these not", 22.0)
    assert " ".join(block.lines).count("**") == 2
    assert len(block.lines) > 1


def test_a_story_taller_than_a_page_is_cut_and_nothing_is_lost() -> None:
    block = sentences_block("He charges.", [f"Line {number}." for number in range(200)], 60.0)
    pages = blocks_on_pages([block], 60.0, 100.0, 1, 10.0)
    lines = [line for page in pages for placed in page for line in placed.block.lines]
    assert tuple(lines) == block.lines
    assert all(placed.y + placed.block.height <= 100.01 for page in pages for placed in page)


def test_a_long_title_is_broken_not_cut() -> None:
    block: AidBlock = text_block("Troops without wound points at all", "x", "PB-7.5", 40.0)
    assert " ".join(block.title) == "Troops without wound points at all"
    assert len(block.title) > 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("what", ["reference", "aid"])
def test_every_page_to_read_is_used_to_its_foot(what: str, paper: str, language: str) -> None:
    """The lowest line of a page is at its foot, and nowhere are two bands far apart."""
    style = Style(theme="", paper=paper, language=language)
    for edition in load_catalog().editions:
        [document] = documents_of(what, style, edition=edition)
        for page in document.parts[0].sheet.pages:
            spans = sorted((p.y, p.y + p.block.height) for p in page.blocks)
            end, widest = spans[0][1], 0.0
            for top, low in spans:
                widest, end = max(widest, top - end), max(end, low)
            assert end > 0.9 * style.inner_size[1], (edition, page.kicker)
            assert widest < 17.0, (edition, page.kicker)


def test_mistakes_about_a_trait_are_for_armies_that_have_it() -> None:
    for army, has_fury in (("celts", True), ("persians", False)):
        [document] = documents_of("aid", Style(theme=""), [ready(f"{army}-60")])
        told = " ".join(words_of(document.parts[0].sheet))
        catalog = load_catalog()
        carried = {name for troop in catalog.armies[army].troops for name in troop.traits}
        bases = {catalog.traits[name].base for name in carried}
        assert ("fury" in bases) == has_fury
        for trait in book.MISREAD_TRAITS.values():
            assert (EN(f"aid.wrong-{trait}") in told) == (trait in bases), (army, trait)


@pytest.mark.parametrize("what", ["reference", "aid", "pocket"])
def test_reconstructed_traits_have_an_asterisk_that_the_foot_explains(what: str) -> None:
    catalog = load_catalog()
    [document] = documents_of(what, Style(theme=""), [ready("orcs-60"), ready("celts-60")])
    pages = document.parts[0].sheet.pages
    panels = [panel for page in pages for panel in (page if what == "pocket" else [page])]
    told = " ".join(
        " ".join((*placed.block.title, *placed.block.lines))
        for panel in panels
        for placed in panel.blocks
    )
    told = told.replace("†", "").replace("***", "*").replace("**", "")
    assert "Blood Lust*" in told
    assert "Fury*" not in told
    assert catalog.traits["fury"].provenance.value == "reported"
    assert any("* " in str(panel.foot) and "reconstructed" in str(panel.foot) for panel in panels)


@pytest.mark.parametrize("what", ["reference", "aid", "pocket"])
def test_an_aid_of_armies_of_two_editions_names_them(what: str) -> None:
    [document] = documents_of(what, Style(theme=""), [ready("orcs-60"), ready("union-60")])
    page = document.parts[0].sheet.pages[0]
    kicker = page[0].kicker if what == "pocket" else page.kicker
    assert "Orcs and Union" in kicker
    assert "Confederacy" not in kicker


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_title_of_a_picture_is_cut(paper: str, language: str) -> None:
    """Three traits with pictures of their own leave the narrowest columns."""
    t = Translator(language)
    style = Style(theme="", paper=paper, language=language)
    [document] = documents_of("reference", style, edition="fantasy-1")
    blocks = [placed.block for page in document.parts[0].sheet.pages for placed in page.blocks]
    titles = {
        "  ".join(filter(None, (block.number, *block.title)))
        for block in blocks
        if block.kind == "picture"
    }
    for key in ("short-PB-5.2.1", "title-PB-5.2.2", "short-PB-5.2.3", "short-PB-8.3"):
        assert t(f"leaf.{key}") in titles


@pytest.mark.parametrize("edition", ["ancients-2", "modern-1", "fantasy-1"])
def test_the_traits_of_the_book_end_at_one_foot_and_have_their_fields(edition: str) -> None:
    [document] = documents_of("aid", Style(theme=""), edition=edition)
    part = document.parts[0].sheet.pages[-1].blocks
    [odds] = [placed.y for placed in part if placed.block.heading == EN("aid.part-odds")]
    above = [placed for placed in part if placed.y < odds and not placed.block.heading]
    lowest = max(one.y + one.block.height for one in above)
    for column in range(3):
        own = [one for one in above if column <= one.x / 64.0 < column + 1]
        assert max(one.y + one.block.height for one in own) > lowest - 9.0
    fields = [one for one in above if one.block.kind == "drawn"]
    shown = {trait.id for trait in book_of(edition).traits}
    assert len(fields) == sum(case.trait in shown for case in CASES)
    for field in fields:
        [told] = [
            one
            for one in above
            if one.x < field.x < one.x + 64.0 and abs(one.y + one.block.height - field.y) < 1.0
        ]
        assert told.block.clause.startswith("PB-T.")


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_section_of_a_leaf_on_a5_is_torn_and_each_page_is_full(language: str) -> None:
    style = Style(theme="", paper="a5", language=language)
    for edition in load_catalog().editions:
        [document] = documents_of("reference", style, edition=edition)
        pages = document.parts[0].sheet.pages
        assert len(pages) == 4
        for page in pages:
            tops: dict[float, AidBlock] = {}
            for placed in sorted(page.blocks, key=lambda one: one.y):
                tops.setdefault(round(placed.x), placed.block)
            assert tops[0].heading
            ends = max(one.y + one.block.height for one in page.blocks)
            assert ends > 0.93 * style.inner_size[1], page.kicker
        for other in pages[1].blocks, pages[3].blocks:
            half = min(one.y for one in other)
            heads = [one for one in other if one.y == half]
            assert len(heads) == 2
            assert all(one.block.heading for one in heads)
        alt = Translator(language)("leaf.read")
        assert pages[0].blocks[0].block.heading == alt


@pytest.mark.clause("PB-T.20")
def test_the_picture_of_a_trait_stands_in_the_row_of_its_action() -> None:
    """Flying is a charge over units, not a shot."""
    [document] = documents_of("reference", Style(theme=""), edition="fantasy-1")
    rows = {
        placed.block.title[0]: placed.y
        for placed in document.parts[0].sheet.pages[1].blocks
        if placed.block.kind == "picture"
    }
    charges, shots = rows["Only in the rear"], rows["Long Range"]
    assert rows["Flying"] < shots
    assert rows["Wide Arc"] == shots
    pictures = [
        (placed.y, placed.block.number)
        for placed in document.parts[0].sheet.pages[1].blocks
        if placed.block.number in ("A", "D")
    ]
    assert pictures == [(rows["Flying"], "A"), (shots, "D")]
    assert charges in (rows["Flying"], shots)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_each_side_of_the_leaf_has_its_subjects_and_its_tile_has_names(
    paper: str, language: str
) -> None:
    """Where the grid is too full the sections follow each other without the named tile."""
    t = Translator(language)
    style = Style(theme="", paper=paper, language=language)
    for edition in load_catalog().editions:
        [document] = documents_of("reference", style, edition=edition)
        pages = document.parts[0].sheet.pages
        subjects = [page.kicker.partition(" · ")[2] for page in pages]
        assert subjects == [t("leaf.side-1"), t("leaf.side-2")], edition
        # Fight, wounds and groups have a column each: no option is torn from the other.
        tops = {
            placed.block.heading: placed.y for placed in pages[1].blocks if placed.block.heading
        }
        assert len({tops[t(f"leaf.{key}")] for key in ("fight", "wounds", "several")}) == 1, edition


def columns_of(page: Any) -> list[list[AidBlock]]:
    """The blocks of each column."""
    edges = sorted({placed.x for placed in page})
    return [[placed.block for placed in page if placed.x == edge] for edge in edges]


def test_sections_and_steps_stay_in_one_column_where_there_is_room() -> None:
    def section(name: str, count: int) -> list[AidBlock]:
        first, *rest = steps(["word " * 12] * count, 56.0, NORMAL_PRINT)
        return [first.under(name), *rest]

    blocks = [*section("one", 5), *section("two", 4)]
    [page] = blocks_on_pages(blocks, 120.0, 100.0, 2, 0.0)
    assert [[block.heading for block in own if block.heading] for own in columns_of(page)] == [
        ["one"],
        ["two"],
    ]
    # A section taller than half of the blocks is cut: else one column would be far taller.
    [page] = blocks_on_pages(section("one", 9), 120.0, 100.0, 2, 0.0)
    assert sorted(len(own) for own in columns_of(page)) == [4, 5]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_steps_of_the_pocket_aid_go_on_in_another_column(paper: str, language: str) -> None:
    style = Style(theme="", paper=paper, language=language)
    for edition in load_catalog().editions:
        [document] = documents_of("pocket", style, edition=edition)
        [panels] = document.parts[0].sheet.pages
        for panel in panels:
            for own in columns_of(panel.blocks):
                numbers = [int(block.number) for block in own if block.number]
                assert not numbers or numbers[0] == 1, (edition, panel.title)


@pytest.mark.parametrize("what", ["reference", "pocket"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_aids_call_the_trait_that_brings_a_token_by_its_name(what: str, language: str) -> None:
    name = load_catalog().traits["leader"].name.in_language(language)
    other = {"en": "Comandante", "it": "Leader"}[language]
    style = Style(theme="", language=language)
    [document] = documents_of(what, style, [ready("union-80"), ready("confederacy-80")])
    pages = document.parts[0].sheet.pages
    panels = [panel for page in pages for panel in (page if what == "pocket" else [page])]
    told = " ".join(" ".join(one.block.lines) for panel in panels for one in panel.blocks)
    assert name in told
    assert other not in told


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_leaf_answers_what_a_first_game_asks(language: str) -> None:
    t = Translator(language)
    style = Style(theme="", language=language)
    [document] = documents_of("reference", style, [ready("union-50"), ready("confederacy-50")])
    told = " ".join(words_of(document.parts[0].sheet))
    for key in ("word-zone", "wounds-1", "fight-5"):
        assert t(f"leaf.{key}") in told
    # Orders of a destroyed unit, where a freed unit returns, how many units a zone holds.
    answers = {"en": ("its orders", "of that sector", "any number of units")}
    for answer in answers.get(language, ("gli ordini", "di quel settore", "quante unità vuoi")):
        assert answer in told


def test_no_page_ends_with_the_first_block_of_a_section() -> None:
    def paragraphs(count: int) -> list[AidBlock]:
        return [words_block("word " * 24, 56.0) for _ in range(count)]

    first, second = paragraphs(5), paragraphs(4)
    blocks = [first[0].under("one"), *first[1:], second[0].under("two"), *second[1:]]
    whole = sum(block.height for block in blocks[:6]) + 5 * 1.5 + 3.0
    pages = blocks_on_pages(blocks, 56.0, whole, 1, 0.0)
    assert [page[0].block.heading for page in pages] == ["one", "two"]
    assert [len(page) for page in pages] == [5, 4]
