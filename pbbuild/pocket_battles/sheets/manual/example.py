"""A worked first round: a real battle of the rules engine, turn by turn, with fields and dice."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    AidBlock,
    PlacedBlock,
    TextSizes,
    drawn_block,
    group_block,
    icon_block,
    moved,
    picture_block,
    sentences_block,
    stacked,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page, blocks_on_pages
from pbbuild.page.aid_sheet import TOP, AidSheet, sheet_of
from pbbuild.page.geometry import GUTTER, HEADING, column_count, column_width
from pbbuild.page.style import Style
from pbbuild.play.record import Record
from pbbuild.pocket_battles.catalog.model import Catalog, Edition
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import fight_battle
from pbbuild.pocket_battles.sheets.leaf_pictures import fight_picture
from pbbuild.pocket_battles.sheets.manual.example_marks import hairline, said_mark
from pbbuild.pocket_battles.sheets.manual.example_steps import FirstRound, Said, Step, first_round
from pbbuild.pocket_battles.sheets.manual.leaf_parts import ready_lists
from pbbuild.pocket_battles.sheets.story.account import side_names
from pbbuild.pocket_battles.sheets.story.field import battle_field
from pbbuild.text.translate import Translator

EXAMPLE_AGENT: Final = "greedy"
# The battle of one round whose first turns show most is the example.
SEEDS: Final = range(1, 13)
SHOWN: Final = 5  # turns that count for that
WIDE: Final = 3  # columns of a page that holds the example alone
NARROW_PAGES: Final = 4
# Rules worth a sentence after they were seen, the surprising ones first.
SEEN: Final = (
    "intercept",
    "react-shoot",
    "strike-back",
    "wounded",
    "set-aside",
    "second-order",
    "first-strike",
    "leave",
    "carry-on",
    "redeploy",
)
MOST_SEEN: Final = 6
INNER_GAP: Final = 0.5
SIGN_INDENT: Final = 5.2
FLAT: Final = 30.0  # the width of a zone: rows of many units stay one line


def example_record(
    edition: Edition, lists: Sequence[ArmyList], catalog: Catalog, t: Translator
) -> Record:
    """A battle for the example: of two lists, or of the edition's smallest ready ones."""
    chosen = list(lists)
    if not chosen:
        chosen = [find_list(name).army_list for name in ready_lists(edition.armies)]

    def played(seed: int) -> Record:
        pair = (chosen[0], chosen[1])
        battle = fight_battle(pair, (EXAMPLE_AGENT,) * 2, seed, catalog, round_limit=1)
        header, *lines = battle.recorder.lines
        return Record("example", header, lines)

    def interest(record: Record) -> float:
        return first_round(record, {"A": "", "B": ""}, catalog, t).interest(SHOWN)

    return max(map(played, SEEDS), key=interest)


def example_sheet(record: Record, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The first turns of a recorded battle, step by step, with the field after them."""
    width, height = style.inner_size
    armies = side_names(record, catalog, style.language)
    told = first_round(record, armies, catalog, t)
    foot = measure.foot_lines(t("example.foot", seed=record.header["seed"]), width)
    bottom = height - measure.foot_height(foot)
    sides = record.header["sides"].values()
    lists = [str(side["list"]["name"]) for side in sides if side.get("list", {}).get("name")]
    sheet = _Example(told, armies, lists, style, t)
    kicker = t("leaf.and").join(armies.values())
    pages = sheet.pages(bottom)
    return sheet_of(t("example.title"), kicker, "charge", pages, foot, style, t)


class _Example:
    """The parts of the sheet."""

    def __init__(
        self,
        told: FirstRound,
        armies: Mapping[str, str],
        lists: Sequence[str],
        style: Style,
        t: Translator,
    ) -> None:
        self.told, self.armies, self.style, self.t = told, armies, style, t
        self.lists = lists
        self.width = style.inner_size[0]
        self.columns = column_count(self.width)
        self.column = column_width(self.width, self.columns)

    def pages(self, bottom: float) -> list[list[PlacedBlock]]:
        """As many turns as one page holds, in the largest type; narrow paper takes more pages."""
        steps = len(self.told.steps)
        if self.columns >= WIDE:
            at = partial(bands_on_page, width=self.width, top=TOP, bottom=bottom, columns=WIDE)
            # What the steps have shown is worth one of them, as long as enough are left.
            tries = [(count, True) for count in range(steps, SHOWN - 1, -1)]
            tries += itertools.product(range(steps, 0, -1), (True, False))
            for count, has_notes in tries:
                pages = (at(self.bands(count, words, has_notes)) for words in GROWN_PRINTS)
                page = next((page for page in pages if page is not None), None)
                if page is not None:
                    return [page]
        found: list[list[PlacedBlock]] = []
        for count in range(steps, 0, -1):
            words = GROWN_PRINTS[-1]
            bands = self.bands(count, words, is_poured=True)
            blocks = [block for band in bands for c in band for block in c.blocks]
            found = blocks_on_pages(blocks, self.width, bottom, self.columns, TOP)
            if len(found) <= NARROW_PAGES:
                break
        return found

    def bands(
        self, count: int, words: TextSizes, has_notes: bool = True, *, is_poured: bool = False
    ) -> list[list[GridCell]]:
        """The set-up above the first `count` turns, the field after them, what they showed.

        What they showed is as wide as the page, or as a column into which all blocks are poured.
        """
        steps = [block for step in self.told.steps[:count] for block in self._step(step, words)]
        steps[0] = steps[0].under(self.t("example.steps"))
        notes = self._seen(count, words, 1 if is_poured else self.columns) if has_notes else []
        told = (*steps, self._after(count, words))
        return [
            [GridCell(1, (block,)) for block in self._setup(words)],
            [GridCell(self.columns, told, poured=True)],
            *([[GridCell(self.columns, (notes[0],))]] if notes else []),
        ]

    def _setup(self, words: TextSizes) -> list[AidBlock]:
        """How to use the sheet, the field, the units of both sides."""
        t = self.t
        texts = [t("example.lead"), t("example.lead-dice")]
        if len(self.lists) == 2:
            texts.insert(0, t("example.lead-lists", a=self.lists[0], b=self.lists[1]))
        lead = sentences_block("", texts, self.column, words).under(t("example.how"))
        field = battle_field(self.told.deployed, self.style, t("report.field-alt"), (), FLAT)
        picture = drawn_block(field.scaled(self.column / field.width)).under(t("example.setup"))
        lists = []
        for side in ("A", "B"):
            names = ", ".join(
                name for unit, name in self.told.names.items() if unit[0] == side.lower()
            )
            title = t("example.side", name=self.armies[side], mark=t(f"report.mark-{side}"))
            lists.append(text_block(title, names, "", self.column, "", words))
        units = group_block(stacked(lists, self.column, INNER_GAP)).under(t("example.units"))
        return [lead, picture, units]

    def _step(self, step: Step, words: TextSizes) -> list[AidBlock]:
        """One turn: what is done, the field with an arrow, then costs, dice and consequences.

        It is one block, unless a page is too short for it.
        """
        t, wide = self.t, self.column
        title = text_block(step.title, "", step.clause, wide, str(step.number), words)
        named = (*step.units, *([""] * (2 - len(step.units))), *step.also)
        field = battle_field(step.state, self.style, t("report.field-alt"), named, FLAT)
        blocks = [title, drawn_block(field.scaled(wide / field.width))]
        if step.number > 1:
            blocks.insert(0, drawn_block(hairline(wide, self.style.colours["rule"])))
        across = wide - SIGN_INDENT
        for one in step.told:
            if isinstance(one, Said):
                blocks.append(self._said(one, words))
                continue
            picture = fight_picture(one.printed, one.rolled, one.more, across, t, one.is_strike)
            blocks.append(
                group_block([PlacedBlock(SIGN_INDENT, 0.0, across, drawn_block(picture))])
            )
        group = group_block(stacked(blocks, wide, INNER_GAP))
        space = self.style.inner_size[1] - TOP - 2 * HEADING
        return [group] if group.height < space else blocks

    def _said(self, told: Said, words: TextSizes) -> AidBlock:
        """A sentence behind its sign, or as far from the edge as those that have one."""
        if told.sign:
            mark = said_mark(told.sign, self.style.colours["accent"])
            return icon_block(mark, "", told, "", self.column, words, SIGN_INDENT)
        block = words_block(told, self.column - SIGN_INDENT, words)
        return replace(block, text_x=SIGN_INDENT)

    def _seen(self, count: int, words: TextSizes, columns: int) -> list[AidBlock]:
        """The rules that the steps were examples of, in columns."""
        shown = set().union(*(step.shows for step in self.told.steps[:count]))
        texts = [self.t(f"example.saw-{one}") for one in SEEN if one in shown][:MOST_SEEN]
        if not texts:
            return []
        blocks = [words_block(text, self.column, words) for text in texts]
        parts: list[PlacedBlock] = []
        heights = [block.height for block in blocks]
        for place, items in enumerate(measure.balanced(heights, columns, INNER_GAP)):
            own = stacked([blocks[item] for item in items], self.column, INNER_GAP)
            parts += moved(own, place * (self.column + GUTTER))
        return [group_block(parts).under(self.t("example.seen"))]

    def _after(self, count: int, words: TextSizes) -> AidBlock:
        """The field that the steps lead to."""
        t, steps = self.t, self.told.steps
        later = [step.state for step in steps[count:] if step.state]
        state = later[0] if later else self.told.after
        field = battle_field(state, self.style, t("report.field-alt"), (), FLAT)
        field = field.scaled(self.column / field.width)
        words_after = t("example.goes-on" if count < len(steps) else "example.goes-on-round")
        block = picture_block(field, "", words_after, "", self.column, words)
        return block.under(t("example.after", number=count))
