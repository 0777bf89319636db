"""What a roster, the opponent's sheet and the plan say, and how they use their paper."""

import base64
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from pbbuild.page import measure
from pbbuild.page.blocks import FootBlock
from pbbuild.page.geometry import CARD_ORDERS, WRITE_BOX
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import leader_tokens
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.units import tokens_of_size
from pbbuild.pocket_battles.sheets.blank import blank_sheet
from pbbuild.pocket_battles.sheets.list_cards import plan_sheet
from pbbuild.pocket_battles.sheets.opponent import (
    LINE,
    MOST_LINE,
    opponent_sheet,
)
from pbbuild.pocket_battles.sheets.opponent_empty import empty_sheet
from pbbuild.pocket_battles.sheets.printables import code_of
from pbbuild.pocket_battles.sheets.roster.fill import MOST_SHORT_ROW
from pbbuild.pocket_battles.sheets.roster.layout import roster_sheet
from pbbuild.pocket_battles.sheets.roster.sheet import RosterSheet
from pbbuild.pocket_battles.sheets.unit_card import UnitCard, order_costs, trait_lines
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import random_list, ready

CATALOG = load_catalog()
LARGEST = 100


def sheet_of(name: str, language: str = "en", paper: str = "a4") -> RosterSheet:
    style = Style(theme="neutral", language=language, paper=paper)
    army_list = ready(name)
    code = code_of(army_list, CATALOG)
    return roster_sheet(army_list, CATALOG, style, Translator(language), (), code)


def cards_of(sheet: RosterSheet) -> list[UnitCard]:
    items = [placed.item for page in sheet.pages for placed in page.cards]
    return [item for item in items if isinstance(item, UnitCard)]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", ["union-80", "persians-80", "orcs-100", "celts-80"])
def test_every_row_says_in_words_what_it_is_and_what_its_traits_are(
    name: str, language: str
) -> None:
    for card in cards_of(sheet_of(name, language)):
        for row in card.rows:
            assert row.gloss or (row.is_named and row.name)
            said = [words.name for line in row.traits for words in line]
            traits = CATALOG.troops[row.code].traits
            assert said == [CATALOG.traits[trait].name.in_language(language) for trait in traits]


def test_a_tile_whose_description_is_too_long_is_named() -> None:
    [row] = [
        row for card in cards_of(sheet_of("union-80")) for row in card.rows if row.code == "UNI11"
    ]
    assert (row.gloss, row.name) == ("", "Gatling Gun")


def test_orders_cost_what_an_army_can_pay_in_a_round() -> None:
    assert order_costs(1) == (1, 2, 4)
    assert order_costs(0) == (1, 1, 2, 4)
    # The next order is out of reach of the largest army with all its Leaders.
    whole = (
        ArmyList(
            "x",
            army.id,
            LARGEST,
            army.edition,
            tuple(ListUnit((troop.code,)) for troop in army.troops),
        )
        for army in CATALOG.armies.values()
    )
    leaders = max(leader_tokens(army_list, CATALOG) for army_list in whole)
    most = tokens_of_size(LARGEST) + leaders
    for step in (0, 1):
        placed = sum(order_costs(step))
        assert placed <= most
        assert placed + max(1, placed + step) > most


@pytest.mark.parametrize(("language", "words"), [("en", "Player 2"), ("it", "Giocatore 2")])
def test_the_tally_says_who_wins_when_both_have_lost_as_much(language: str, words: str) -> None:
    lines = sheet_of("romans-60", language).tally_lines
    assert any(words in line.replace(measure.NO_BREAK, " ") for line in lines)


def test_what_to_take_from_the_box_says_what_it_is_for() -> None:
    blocks = [placed.item for page in sheet_of("union-80").pages for placed in page.blocks]
    [pull] = [block for block in blocks if isinstance(block, FootBlock) and block.kind == "rows"]
    rows = [line.runs for line in pull.lines if line.runs[0][0] == "label"]
    assert [row[0][1] for row in rows] == ["tiles", "order tokens", "sector borders"]
    assert all(row[1][0] == "value" for row in rows)


@pytest.mark.parametrize("name", [name for name in ready_lists() if name.endswith(("-50", "-60"))])
def test_type_grows_before_gaps_do(name: str) -> None:
    for paper in ("a4", "letter"):
        sheet = sheet_of(name, paper=paper)
        [page] = sheet.pages
        assert sheet.em >= 1.1
        ends = [placed.y + placed.height for placed in page.blocks]
        end = page.notes_y + page.notes_height if page.notes_height else max(ends)
        foot = sheet.height - measure.foot_height(sheet.legend)
        assert foot - 1.0 <= end <= foot + 0.01
        for above, below in zip(page.cards, page.cards[1:], strict=False):
            # Gaps of a column with few rows grow once its rows are as high as they may be.
            assert isinstance(above.item, UnitCard)
            grown = above.item.order_row - CARD_ORDERS
            gap = below.y - above.y - above.height
            assert above.x != below.x or gap < WRITE_BOX or grown >= MOST_SHORT_ROW - 0.01


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_enemy_has_a_line_to_write_on_for_each_hidden_tile(paper: str) -> None:
    style = Style(theme="neutral", paper=paper)
    for army_list in (ready("union-80"), random_list("orcs", 100, 3), ready("celts-60")):
        sheet = opponent_sheet(army_list, CATALOG, style, Translator("en"))
        stacks = [stack for page in sheet.pages for stack in page.stacks]
        units = [unit for unit in army_list.units if unit.troops]
        assert len(stacks) == len(units)
        assert LINE <= sheet.line <= MOST_LINE
        for stack, unit in zip(stacks, units, strict=True):
            lines = [line.label for box in stack.boxes for line in box.lines]
            hidden = [label for label in lines if label.startswith("tile")]
            assert hidden == [f"tile {number}" for number in range(2, len(unit.troops) + 1)]


@pytest.mark.parametrize(
    ("paper", "count"), [*product(("a4", "letter"), (13, 16, 20, 24)), ("a4", 26)]
)
def test_many_stacks_have_large_boxes_on_one_page_that_explains_their_signs(
    paper: str, count: int
) -> None:
    codes = [troop.code for troop in CATALOG.armies["union"].troops[:count]]
    singles = replace(ready("union-80"), units=tuple(ListUnit((code,)) for code in codes))
    style = Style(theme="union", paper=paper)
    [page] = opponent_sheet(singles, CATALOG, style, Translator("en")).pages
    assert len(page.stacks) == count
    for stack in page.stacks:
        assert stack.boxes[0].height >= 12.0
        assert stack.boxes[0].width >= 30.0
    names = {name for code in codes for name in CATALOG.troops[code].traits}
    assert {sign.text for sign in page.signs} == {CATALOG.traits[name].name.en for name in names}
    few = replace(singles, units=singles.units[:12])
    [page] = opponent_sheet(few, CATALOG, style, Translator("en")).pages
    assert not page.signs
    assert {stack.face.width for stack in page.stacks} == {45.0}


def test_boxes_below_large_tiles_have_their_edges_and_the_last_ones_that_of_the_page() -> None:
    sheet = opponent_sheet(ready("union-80"), CATALOG, Style(theme="union"), Translator("en"))
    stacks = sheet.pages[0].stacks
    for stack in stacks:
        [box] = stack.boxes
        assert (box.x, box.width) == pytest.approx((stack.face_x, stack.face.width))
        for x, y, wide in stack.below:
            assert x + wide / 2 == pytest.approx(stack.face_x + stack.face.width / 2)
            assert y > stack.face_y
    assert max(stack.face_x for stack in stacks) + 45.0 == pytest.approx(sheet.width)


def test_hidden_tiles_stand_below_a_small_tile_where_rows_are_high() -> None:
    style = Style(theme="orcs", paper="a5")
    for page in opponent_sheet(ready("orcs-100"), CATALOG, style, Translator("en")).pages:
        for stack in page.stacks:
            seen, hidden = stack.boxes
            assert [line.label for line in seen.lines] == ["where, wounds"]
            assert hidden.lines[-1].label in ("notes", "tile 4")
            assert hidden.x == stack.face_x < seen.x
            assert hidden.y >= stack.face_y + stack.face.height
            assert hidden.x + hidden.width == pytest.approx(seen.x + seen.width)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", ready_lists())
def test_the_notes_say_what_the_traits_that_are_seen_do_or_leave_them_out(
    name: str, language: str
) -> None:
    own, style = ready(name), Style(theme="neutral", language=language)
    [page] = opponent_sheet(own, CATALOG, style, Translator(language)).pages
    tops = dict.fromkeys(
        trait for unit in own.units for trait in CATALOG.troops[unit.troops[0]].traits
    )
    traits = [CATALOG.traits[trait] for trait in tops]
    for box in page.notes:
        if not box.explained:
            continue
        assert [one.name for one in box.explained] == [
            trait.name.in_language(language) for trait in traits
        ]
        for one, trait in zip(box.explained, traits, strict=True):
            assert " ".join(line for _, line in one.lines) == trait.line.in_language(language)
            assert one.lines[-1][0] < box.words_y < box.height
    if name == "elves-100":
        assert any(box.explained for box in page.notes)


@pytest.mark.parametrize("name", ready_lists())
def test_the_enemy_can_note_where_stacks_stand_where_a_page_has_room(name: str) -> None:
    own, t = ready(name), Translator("en")
    [page] = opponent_sheet(own, CATALOG, Style(theme="neutral"), t).pages
    parts = [(box, part) for box in page.notes for part in box.parts]
    titles = [part.title for _, part in parts]
    assert len(titles) == len(set(titles))
    if any(box.width >= 90 and box.height >= 60 for box in page.notes):
        assert t("opponent.field") in titles
    for box, part in parts:
        # Nothing of it leaves its box, and notes stand below it.
        assert part.picture.width <= box.width - 4.0 + 1e-6
        assert part.picture_y + part.picture.height < box.height
        assert all(y > part.picture_y + part.picture.height for y in box.lines)
    for box in page.notes:
        assert all(y < box.height for y in box.lines)


def test_few_units_leave_the_enemy_the_field_the_points_and_lines() -> None:
    own, t = ready("union-50"), Translator("en")
    three = replace(own, units=tuple(ListUnit(unit.troops) for unit in own.units[:3]))
    sheet = opponent_sheet(three, CATALOG, Style(theme="neutral"), t)
    [page] = sheet.pages
    titles = {part.title for box in page.notes for part in box.parts}
    assert titles == {t("opponent.field"), t("opponent.destroyed")}
    assert sum(len(box.lines) for box in page.notes) >= 6
    foot = sheet.height - measure.foot_height(sheet.foot)
    assert foot - 2.0 <= max(box.y + box.height for box in page.notes) <= foot


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("large", [False, True])
def test_an_enemy_without_a_list_has_empty_stacks_on_one_page(paper: str, large: bool) -> None:
    style = Style(theme="neutral", paper=paper, large=large)
    sheet = empty_sheet(CATALOG.armies["orcs"], style, Translator("en"))
    assert sheet.head.title == "Orcs"
    [page] = sheet.pages
    assert len(page.cards) >= (8 if paper != "a5" or not large else 2)
    foot = sheet.height - measure.foot_height(sheet.foot)
    for card in page.cards:
        assert card.x + card.picture.width <= sheet.width + 1e-6
        assert card.y + card.picture.height <= foot
        # Rows of 7.4 mm and more are high enough to write in.
        assert card.picture.height >= 4 * 7.4 - 1e-6


@pytest.mark.parametrize("name", ["romans-60", "elves-60", "union-50", "celts-100"])
def test_the_columns_of_a_plan_end_together_near_its_foot(name: str) -> None:
    sheet = plan_sheet(ready(name), CATALOG, Style(theme="neutral"), Translator("en"))
    [page] = sheet.pages
    foot = sheet.height - measure.foot_height(page.foot)
    lefts = {placed.x for placed in page.blocks}
    ends = [max(one.y + one.block.height for one in page.blocks if one.x == left) for left in lefts]
    assert len(ends) == 2
    assert max(ends) - min(ends) < 7.6
    assert foot - max(ends) < 7.6


@pytest.mark.parametrize(("paper", "pages"), [("a4", 2), ("letter", 2), ("a5", 3)])
def test_a_plan_of_many_units_fills_its_pages(paper: str, pages: int) -> None:
    mixed = random_list("orcs", 100, 3)
    singles = replace(mixed, units=tuple(ListUnit((code,)) for code in mixed.troops))
    sheet = plan_sheet(singles, CATALOG, Style(theme="neutral", paper=paper), Translator("en"))
    assert len(sheet.pages) == pages
    foot = sheet.height - measure.foot_height(sheet.pages[0].foot)
    for page in sheet.pages[:2]:
        end = max(placed.y + placed.block.height for placed in page.blocks)
        assert 0.85 * foot <= end <= foot
    # One table of all units, with as many lines for notes beside it.
    if paper != "a5":
        tables = [placed for placed in sheet.pages[1].blocks if placed.block.kind == "table"]
        table = max(tables, key=lambda placed: len(placed.block.rows))
        assert len(table.block.rows) == len(mixed.troops) + 1
        [lines] = [placed for placed in sheet.pages[1].blocks if placed.block.pictures]
        assert lines.y + lines.block.height > 0.85 * (table.y + table.block.height)


def test_a_plan_without_a_plan_has_places_to_write_in_and_says_which_units_do_what() -> None:
    own = ready("union-80")
    zones = ("left front", "centre front", "right rear")
    whole = replace(
        own,
        units=tuple(
            replace(unit, zone=zones[place % 3], order=place + 1)
            for place, unit in enumerate(own.units)
        ),
    )
    style, t = Style(theme="union"), Translator("en")

    def parts(army_list: ArmyList) -> tuple[int, dict[str, list[int]]]:
        sheet = plan_sheet(army_list, CATALOG, style, t)
        [page] = sheet.pages
        field = page.blocks[0].block.pictures[0]
        svg = base64.b64decode(field.address.partition(",")[2]).decode()
        rows = [row for placed in page.blocks for row in placed.block.rows if len(row) == 2]
        guide = {row[0].text: [int(one) for one in row[1].text.split(", ")] for row in rows}
        return svg.count(f'stroke="{style.colours["accent"]}" stroke-width="0.3"'), guide

    rings, guide = parts(own)
    assert rings == 6
    assert parts(whole) == (0, {})
    profiles = [
        profile([CATALOG.troops[code] for code in unit.troops], CATALOG.traits)
        for unit in own.units
    ]
    leaders = [n for n, one in enumerate(profiles, 1) if one.effect(effects.TOKENS)]
    assert guide[t("cards.guide-leader")] == leaders
    hits = {n: one.strike_hits(charging=True).mean for n, one in enumerate(profiles, 1)}
    best = guide[t("cards.guide-charge")]
    assert [hits[n] for n in best] == sorted(hits.values(), reverse=True)[: len(best)]
    # The table says how many hits each unit expects, as its roster does.
    [page] = plan_sheet(own, CATALOG, style, t).pages
    [table] = [placed.block for placed in page.blocks if placed.block.heading == "Your units"]
    for number, row in enumerate(table.rows[1:], 1):
        told = t.decimal(float(hits[number])) if hits[number] else "–"
        assert row[0].text == str(number)
        assert row[3].text == told
        assert row[1].picture is not None


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_every_column_of_an_empty_card_has_its_name(paper: str, language: str) -> None:
    t = Translator(language)
    sheet = blank_sheet(Style(theme="neutral", paper=paper, language=language), t)
    heads = {t(f"blank.head-{key}") for key in ("unit", "tile", "wp", "dice", "traits")}
    for card, _, _ in sheet.cards:
        svg = base64.b64decode(card.address.partition(",")[2]).decode()
        assert heads <= set(re.findall(r">([^<>]+)</text>", svg))


@pytest.mark.parametrize("name", [name for name in ready_lists() if name.endswith("-100")])
def test_the_largest_ready_lists_need_one_page_that_explains_its_signs(name: str) -> None:
    sheet = sheet_of(name)
    assert len(sheet.pages) == 1
    blocks = [placed.item for placed in sheet.pages[0].blocks]
    assert blocks
    for card in cards_of(sheet):
        for row in card.rows:
            assert all(trait.sign.alt for line in row.traits for trait in line)


def test_a_sign_alone_keeps_its_number_as_the_name_writes_it() -> None:
    traits = list(CATALOG.traits.values())
    [line] = trait_lines(traits, 1000.0, Style(theme="neutral"), signs_alone=True)
    for trait, words in zip(traits, line, strict=True):
        assert words.sign.alt == trait.name.en
        assert bool(words.name) == bool(trait.number)
        assert words.name in trait.name.en.split() or not trait.number


def test_a_page_is_never_tried_with_more_cards_than_it_can_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    poured, balanced = [], measure.balanced

    def noted(heights: Sequence[float], columns: int, gap: float) -> list[list[int]]:
        poured.append(len(heights))
        return balanced(heights, columns, gap)

    monkeypatch.setattr(measure, "balanced", noted)
    every = tuple(ListUnit((code,)) for code in sorted(CATALOG.troops))
    sheet = roster_sheet(
        replace(ready("union-80"), units=every), CATALOG, Style(theme="union"), Translator("en")
    )
    most = max(len(page.cards) for page in sheet.pages)
    assert len(sheet.pages) > 5
    # With the smallest type a page holds a few cards more than the pages shown do.
    assert max(poured) <= 2 * most
