"""Play aids say what the rules say and what the dice do."""

from itertools import product

import pytest

from pbbuild.page.aid_blocks import (
    NORMAL_PRINT,
    AidBlock,
    blocks_on_pages,
    sentences_block,
    text_block,
)
from pbbuild.page.style import Style
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.sheets import aids
from pbbuild.pocket_battles.sheets.aid_fields import CASES, targets
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, ready

EN = Translator("en")


def test_every_sentence_of_the_flow_is_the_rule_s_own() -> None:
    [document] = documents_of("aid", Style(theme="", language="it"), edition="modern-1")
    rules = load_rules()
    told = {
        placed.block.clause: " ".join(placed.block.lines)
        for page in document.parts[0].sheet.pages[:2]
        for placed in page.blocks
        if placed.block.kind == "step"
    }
    named = {clause for parts in (aids.ROUND, aids.ATTACK) for _, ids in parts for clause in ids}
    assert named <= told.keys()
    for clause in named:
        assert told[clause] == " ".join(rules[clause].text.it.split())


def test_chances_are_those_of_all_rolls() -> None:
    table = aids.at_least_table(2, 80.0, EN, NORMAL_PRINT)
    for row, rolled in zip(table.rows[1:5], (1, 2, 3, 4), strict=True):
        for cell, different in zip(row[1:], aids.DIFFERENT, strict=True):
            printed = aids.different_faces(different)
            rolls = list(product(range(1, 7), repeat=rolled))
            good = sum(sum(printed.count(die) for die in roll) >= 2 for roll in rolls)
            assert cell.text == aids.percent(good / len(rolls))


def test_expected_hits_are_rolled_times_printed_over_six() -> None:
    table = aids.expected_table(80.0, EN, NORMAL_PRINT)
    assert [cell.text for cell in table.rows[3][1:]] == [
        f"{3 * printed / 6:.2f}" for printed in aids.PRINTED
    ]


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0"), (0.001, "<1"), (0.5, "50"), (0.999, ">99"), (1.0, "100")]
)
def test_percent_rounds_but_never_to_certainty(chance: float, text: str) -> None:
    assert aids.percent(chance) == text


@pytest.mark.clause("PB-4.5", "PB-T.12")
def test_the_tracks_show_what_orders_cost() -> None:
    assert aids.order_schedule(1) == (1, 2, 4, 8)
    assert aids.order_schedule(0) == (1, 1, 2, 4)


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
        " ".join(placed.block.title)
        for page in document.parts[0].sheet.pages
        if page.title == "Traits"
        for placed in page.blocks
    }
    assert "Fury" in titles
    assert "+x Engagement" in titles
    assert "Blood Lust" not in titles


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
