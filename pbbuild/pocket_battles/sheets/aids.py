"""Play aids: what the rules say, on pages to lay beside the battlefield.

The sentences are those of `rules.json` and the traits, the numbers those of the engine.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    NORMAL_PRINT,
    PRINTS,
    AidBlock,
    Cell,
    Print,
    column_width,
    icon_row,
    picture_block,
    poured,
    step,
    table,
    words_block,
)
from pbbuild.page.aid_sheet import HEAD, AidPage, AidSheet, arrow_picture, headed
from pbbuild.page.pictures import icon, order_track
from pbbuild.page.style import Style
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_battles.catalog.effects import ORDER_STEP
from pbbuild.pocket_battles.catalog.model import Catalog, Edition, Trait
from pbbuild.pocket_battles.rules.units import half, largest_size_for, tokens_of_size
from pbbuild.pocket_battles.sheets import aid_odds
from pbbuild.pocket_battles.sheets.aid_fields import CASES, field_picture
from pbbuild.pocket_battles.sheets.troop_icons import trait_strip
from pbbuild.text.translate import Translator

ROUND: Final = (
    ("before", ("PB-3.1", "PB-3.2", "PB-1.3")),
    ("round", ("PB-4.1", "PB-4.2", "PB-4.4", "PB-4.5", "PB-4.3")),
    ("end", ("PB-4.6", "PB-4.7", "PB-9.1", "PB-9.2")),
)
ATTACK: Final = (
    ("charge", ("PB-5.2", "PB-5.2.1", "PB-5.2.2", "PB-5.2.3", "PB-5.2.7")),
    ("reactions", ("PB-5.2.4", "PB-5.2.5", "PB-5.2.6")),
    ("fight", ("PB-6.1", "PB-6.2", "PB-6.3", "PB-6.4")),
    ("wounds", ("PB-7.1", "PB-7.2", "PB-7.3", "PB-7.4", "PB-7.5")),
    ("shooting", ("PB-8.1", "PB-8.2", "PB-8.3", "PB-8.4", "PB-8.5")),
)
# Action, its icon, what it costs.
ACTIONS: Final = (
    ("PB-4.4", "disengage", "free"),
    ("PB-5.1", "fast", "orders"),
    ("PB-5.2", "impetus", "orders"),
    ("PB-5.3", "engagement", "orders"),
    ("PB-5.4", "flying", "orders"),
    ("PB-8.1", "shooting", "orders"),
    ("PB-5.5", "leader", "orders"),
    ("PB-5.2.4", "reactive", "orders"),
    ("PB-5.6", "slow", "one"),
)
MISREAD: Final = (
    ("one-die", "PB-6.1"),
    ("shared-traits", "PB-1.7"),
    ("fast", "PB-T.8"),
    ("other-sector", "PB-8.3"),
    ("second-order", "PB-4.5"),
    ("redeployed", "PB-4.4"),
    ("strike-back", "PB-6.2"),
    ("into-group", "PB-8.4"),
    ("wound-token", "PB-7.2"),
    ("no-wounds", "PB-7.5"),
    ("half", "PB-9.1"),
    ("impetus", "PB-T.10"),
)


def aid_sheet(
    edition: Edition, catalog: Catalog, traits: Sequence[Trait], style: Style, t: Translator
) -> AidSheet:
    """All pages for one edition; `traits` are those of the trait page."""
    width, height = style.room
    maker = AidMaker(edition, catalog, style, t)
    pages = [
        *maker.pages("round", "fast", maker.round, maker.columns),
        *maker.pages("attack", "engagement", maker.attack, maker.columns),
        *maker.pages("actions", "reactive", maker.actions, maker.wide_columns),
        *maker.pages("targets", "shooting", maker.fields, maker.columns),
        *maker.pages("traits", "leader", lambda words: maker.traits(traits, words), maker.columns),
        *maker.pages("odds", "wounds", maker.odds, maker.wide_columns),
        *maker.pages("misread", "reckless", maker.misread, maker.columns),
    ]
    name = edition.name.in_language(style.language)
    return AidSheet(
        title=t("aid.title", edition=name),
        width=width,
        height=height,
        arrow=arrow_picture(style),
        pages=tuple(pages),
    )


class AidMaker:
    """Everything the pages of one edition share."""

    def __init__(self, edition: Edition, catalog: Catalog, style: Style, t: Translator) -> None:
        self.edition, self.catalog, self.style, self.t = edition, catalog, style, t
        self.language = style.language
        self.width, self.height = style.room
        self.columns = max(1, int((self.width + 4) // 60))
        self.wide_columns = max(1, int((self.width + 4) // 92))
        self.column = column_width(self.width, self.columns)
        self.wide = column_width(self.width, self.wide_columns)
        self.rules = load_rules()

    def pages(
        self,
        key: str,
        icon_name: str,
        blocks: Callable[[Print], Sequence[AidBlock]],
        columns: int,
    ) -> list[AidPage]:
        """The pages of one subject, in the largest print that needs only one."""
        colours = self.style.colours
        title = self.t(f"aid.page-{key}")
        mark = icon(icon_name, 8.0, title, colours["band-ink"], colours["band"])
        words_below = self.t("aid.foot-targets" if key == "targets" else "aid.foot")
        foot = measure.foot_lines(words_below, self.width)
        bottom = self.height - measure.foot_height(foot)
        for words in PRINTS:
            found = poured(blocks(words), self.width, bottom, columns, HEAD + 3.0)
            if len(found) == 1:
                break
        name = self.edition.name.in_language(self.language)
        title, size, kicker = headed(title, name, self.width)
        return [
            AidPage(title, kicker, mark, tuple(page), foot, place == 0, size)
            for place, page in enumerate(found)
        ]

    def round(self, words: Print) -> list[AidBlock]:
        return [*self.flow(ROUND, self.column, words), *self.costs(self.column, words)]

    def attack(self, words: Print) -> list[AidBlock]:
        return self.flow(ATTACK, self.column, words)

    def flow(
        self,
        parts: Iterable[tuple[str, Sequence[str]]],
        width: float,
        words: Print = NORMAL_PRINT,
        numbered: bool = True,
    ) -> list[AidBlock]:
        blocks = []
        for key, clauses in parts:
            for place, clause in enumerate(clauses, start=1):
                block = step(
                    self.rules[clause],
                    width,
                    self.language,
                    str(place) if numbered else "",
                    words,
                    arrow=numbered and place < len(clauses),
                )
                if place == 1:
                    block = block.under(self.t(f"aid.part-{key}"))
                blocks.append(block)
        return blocks

    def actions(self, words: Print) -> list[AidBlock]:
        blocks = []
        accent = self.style.colours["accent"]
        for place, (clause, icon_name, cost) in enumerate(ACTIONS):
            rule = self.rules[clause]
            heading = rule.heading.in_language(self.language)
            mark = icon(icon_name, 7.0, heading, accent)
            title = self.t("aid.action", action=heading, cost=self.t(f"aid.cost-{cost}"))
            text = rule.text.in_language(self.language)
            block = icon_row(mark, title, text, clause, self.wide, 11.5, words)
            blocks.append(block.under(self.t("aid.part-actions")) if place == 0 else block)
        blocks.extend(self.costs(self.wide, words))
        blocks.append(self.sizes(self.wide, words))
        return blocks

    def costs(self, width: float, words: Print = NORMAL_PRINT) -> list[AidBlock]:
        """The tracks of order costs: the usual one, and those that traits make of it."""
        colours = self.style.colours
        blocks = []
        steps = [(1, self.rules["PB-4.5"].heading.in_language(self.language), "PB-4.5")]
        for trait in self.catalog.traits.values():
            value = next((e.value for e in trait.effects if e.kind == ORDER_STEP), 1)
            if value != 1:
                steps.append((value, trait.name.in_language(self.language), trait.clause))
        for value, name, clause in steps:
            costs = order_schedule(value)
            text = " · ".join(map(str, costs))
            track = order_track(costs, 4.2, text, colours["accent"], colours["tint"])
            told = self.t("aid.track", costs=text, total=sum(costs))
            block = picture_block(track, name, told, clause, width, words)
            blocks.append(block)
        blocks[0] = blocks[0].under(self.t("aid.part-costs"))
        return blocks

    def sizes(self, width: float, words: Print) -> AidBlock:
        low, high = self.edition.recommended_points
        sizes = list(range(low, max(high, largest_size_for(self.edition.box_tokens)) + 1, 10))
        first = 26.0
        each = (width - first - 1.2) / len(sizes)
        rows = [
            [Cell(self.t("aid.size"), True), *(Cell(str(size), True) for size in sizes)],
            [
                Cell(self.t("aid.tokens"), True),
                *(Cell(str(tokens_of_size(size))) for size in sizes),
            ],
            [Cell(self.t("aid.half"), True), *(Cell(str(half(size))) for size in sizes)],
        ]
        return table(rows, [first, *([each] * len(sizes))], self.t("aid.sizes"), words)

    def fields(self, words: Print) -> list[AidBlock]:
        blocks, before = [], ""
        told: set[str] = set()
        for case in CASES:
            rule = self.rules[case.clause]
            text = "" if case.clause in told else rule.text.in_language(self.language)
            told.add(case.clause)
            picture = field_picture(case, self.edition.id, self.catalog, self.style, self.t)
            block = picture_block(
                picture,
                rule.heading.in_language(self.language),
                text,
                case.clause,
                self.column,
                words,
            )
            if case.action != before:
                block = block.under(self.t(f"aid.part-who-{case.action}"))
            before = case.action
            blocks.append(block)
        return blocks

    def traits(self, traits: Sequence[Trait], words: Print) -> list[AidBlock]:
        """Each trait with its icon; of numbered ones the rule, which says x."""
        blocks = []
        for trait in traits:
            mark = trait_strip([replace(trait, number=0)], 6.4, self.language)
            rule = self.rules.get(trait.clause) if trait.number else None
            name, text = (rule.heading, rule.text) if rule else (trait.name, trait.text)
            blocks.append(
                icon_row(
                    mark,
                    name.in_language(self.language),
                    text.in_language(self.language),
                    trait.clause,
                    self.column,
                    9.4,
                    words,
                )
            )
        return blocks

    def odds(self, words: Print) -> list[AidBlock]:
        width, t = self.wide, self.t
        return [
            step(self.rules["PB-6.1"], width, self.language, words=words),
            words_block(t("aid.odds-read"), t("aid.odds-how"), "", width, "", words),
            aid_odds.expected(width, t, words),
            *(aid_odds.at_least(count, width, t, words) for count in (1, 2, 3, 4)),
        ]

    def misread(self, words: Print) -> list[AidBlock]:
        return [
            words_block(
                self.t(f"aid.misread-{key}"),
                self.rules[clause].text.in_language(self.language),
                clause,
                self.column,
                str(place),
                words,
            )
            for place, (key, clause) in enumerate(MISREAD, start=1)
        ]

    def lines(self, traits: Sequence[Trait], width: float, words: Print) -> list[AidBlock]:
        """The traits in a line each, for a pocket."""
        blocks = []
        for trait in traits:
            mark = trait_strip([replace(trait, number=0)], 4.4, self.language)
            rule = self.rules.get(trait.clause) if trait.number else None
            name = (rule.heading if rule else trait.name).in_language(self.language)
            text = trait.line.in_language(self.language)
            if trait.number:
                text = text.replace(str(trait.number), "x")
            blocks.append(icon_row(mark, name, text, trait.clause, width, 7.4, words))
        blocks[0] = blocks[0].under(self.t("aid.page-traits"))
        return blocks


def order_schedule(order_step: int, orders: int = 4) -> tuple[int, ...]:
    """What the first orders to a unit cost. PB-4.5, PB-T.12."""
    costs: list[int] = []
    for _ in range(orders):
        costs.append(max(1, sum(costs) + order_step))
    return tuple(costs)
