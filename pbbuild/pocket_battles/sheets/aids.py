"""Play aids: the rules at a glance, on full pages and on a pocket sheet that folds in four.

Sentences come from `rules.json` and the traits, odds and costs from the rules engine.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    NORMAL_PRINT,
    PRINTS,
    SMALL_PRINT,
    SMALLEST_PRINT,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    blocks_on_pages,
    clause_block,
    column_width,
    icon_block,
    picture_block,
    table_block,
    text_block,
)
from pbbuild.page.aid_sheet import HEAD, AidPage, AidSheet, arrow_picture, fitted_head
from pbbuild.page.pictures import Picture, icon, order_track
from pbbuild.page.style import Style
from pbbuild.play.chance import hits
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_battles.catalog.effects import ORDER_STEP
from pbbuild.pocket_battles.catalog.model import Catalog, Edition, Trait
from pbbuild.pocket_battles.rules.units import largest_size_for, points_to_win, tokens_of_size
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
POCKET: Final = (
    ("round", ("PB-4.1", "PB-4.2", "PB-4.4", "PB-4.5", "PB-4.3", "PB-4.6", "PB-9.1")),
    ("actions", ("PB-5.1", "PB-5.3", "PB-5.4", "PB-5.5", "PB-5.6")),
    ("charge", ("PB-5.2", "PB-5.2.1", "PB-5.2.2", "PB-5.2.3")),
    ("reactions", ("PB-5.2.4", "PB-5.2.5", "PB-5.2.6")),
    ("fight", ("PB-6.1", "PB-6.2", "PB-6.4")),
    ("wounds", ("PB-7.1", "PB-7.2", "PB-7.3", "PB-7.5")),
    ("shooting", ("PB-8.1", "PB-8.2", "PB-8.3", "PB-8.4")),
)
ROLLED: Final = (1, 2, 3, 4, 5, 6)
PRINTED: Final = (1, 2, 3, 4, 5, 6, 7, 8)
DIFFERENT: Final = (1, 2, 3, 4, 5)


def aid_sheet(
    edition: Edition, catalog: Catalog, traits: Sequence[Trait], style: Style, t: Translator
) -> AidSheet:
    """The aid of one edition, one or more pages per subject; the trait page has `traits`."""
    width, height = style.inner_size
    aid = AidBlocks(edition, catalog, style, t)
    pages = [
        *aid.pages("round", "fast", aid.round, aid.columns),
        *aid.pages("attack", "engagement", aid.attack, aid.columns),
        *aid.pages("actions", "reactive", aid.actions, aid.wide_columns),
        *aid.pages("targets", "shooting", aid.fields, aid.columns),
        *aid.pages("traits", "leader", lambda words: aid.traits(traits, words), aid.columns),
        *aid.pages("odds", "wounds", aid.odds, aid.wide_columns),
        *aid.pages("misread", "reckless", aid.misread, aid.columns),
    ]
    name = edition.name.in_language(style.language)
    return AidSheet(
        title=t("aid.title", edition=name),
        width=width,
        height=height,
        arrow=arrow_picture(style),
        pages=tuple(pages),
    )


class AidBlocks:
    """The blocks of every page of one edition's aids."""

    def __init__(self, edition: Edition, catalog: Catalog, style: Style, t: Translator) -> None:
        self.edition, self.catalog, self.style, self.t = edition, catalog, style, t
        self.language = style.language
        self.width, self.height = style.inner_size
        self.columns = max(1, int((self.width + 4) // 60))
        self.wide_columns = max(1, int((self.width + 4) // 92))
        self.column = column_width(self.width, self.columns)
        self.wide = column_width(self.width, self.wide_columns)
        self.rules = load_rules()

    def pages(
        self,
        key: str,
        icon_name: str,
        blocks: Callable[[TextSizes], Sequence[AidBlock]],
        columns: int,
    ) -> list[AidPage]:
        """The pages of one subject, in the largest print that fits on one page."""
        colours = self.style.colours
        title = self.t(f"aid.page-{key}")
        mark = icon(icon_name, 8.0, title, colours["band-ink"], colours["band"])
        words_below = self.t("aid.foot-targets" if key == "targets" else "aid.foot")
        foot = measure.foot_lines(words_below, self.width)
        bottom = self.height - measure.foot_height(foot)
        for words in PRINTS:
            found = blocks_on_pages(blocks(words), self.width, bottom, columns, HEAD + 3.0)
            if len(found) == 1:
                break
        name = self.edition.name.in_language(self.language)
        title, size, kicker = fitted_head(title, name, self.width)
        return [
            AidPage(title, kicker, mark, tuple(page), foot, place == 0, size)
            for place, page in enumerate(found)
        ]

    def round(self, words: TextSizes) -> list[AidBlock]:
        return [*self.flow(ROUND, self.column, words), *self.costs(self.column, words)]

    def attack(self, words: TextSizes) -> list[AidBlock]:
        return self.flow(ATTACK, self.column, words)

    def flow(
        self,
        parts: Iterable[tuple[str, Sequence[str]]],
        width: float,
        words: TextSizes = NORMAL_PRINT,
        numbered: bool = True,
    ) -> list[AidBlock]:
        blocks = []
        for key, clauses in parts:
            for place, clause in enumerate(clauses, start=1):
                block = clause_block(
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

    def actions(self, words: TextSizes) -> list[AidBlock]:
        blocks = []
        accent = self.style.colours["accent"]
        for place, (clause, icon_name, cost) in enumerate(ACTIONS):
            rule = self.rules[clause]
            heading = rule.heading.in_language(self.language)
            mark = icon(icon_name, 7.0, heading, accent)
            title = self.t("aid.action", action=heading, cost=self.t(f"aid.cost-{cost}"))
            text = rule.text.in_language(self.language)
            block = icon_block(mark, title, text, clause, self.wide, 11.5, words)
            blocks.append(block.under(self.t("aid.part-actions")) if place == 0 else block)
        blocks.extend(self.costs(self.wide, words))
        blocks.append(self.sizes(self.wide, words))
        return blocks

    def costs(self, width: float, words: TextSizes = NORMAL_PRINT) -> list[AidBlock]:
        """The tracks of order costs: the usual one, and one for each trait that changes it."""
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
            explanation = self.t("aid.track", costs=text, total=sum(costs))
            blocks.append(picture_block(track, name, explanation, clause, width, words))
        blocks[0] = blocks[0].under(self.t("aid.part-costs"))
        return blocks

    def sizes(self, width: float, words: TextSizes) -> AidBlock:
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
            [Cell(self.t("aid.half"), True), *(Cell(str(points_to_win(size))) for size in sizes)],
        ]
        return table_block(rows, [first, *([each] * len(sizes))], self.t("aid.sizes"), words)

    def fields(self, words: TextSizes) -> list[AidBlock]:
        blocks, before = [], ""
        explained: set[str] = set()
        for case in CASES:
            rule = self.rules[case.clause]
            text = "" if case.clause in explained else rule.text.in_language(self.language)
            explained.add(case.clause)
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

    def traits(self, traits: Sequence[Trait], words: TextSizes) -> list[AidBlock]:
        """Each trait with its icon; a numbered trait has its rule's text, which says x."""
        blocks = []
        for trait in traits:
            mark = trait_strip([replace(trait, number=0)], 6.4, self.language)
            rule = self.rules.get(trait.clause) if trait.number else None
            name, text = (rule.heading, rule.text) if rule else (trait.name, trait.text)
            blocks.append(
                icon_block(
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

    def odds(self, words: TextSizes) -> list[AidBlock]:
        width, t = self.wide, self.t
        return [
            clause_block(self.rules["PB-6.1"], width, self.language, words=words),
            text_block(t("aid.odds-read"), t("aid.odds-how"), "", width, "", words),
            expected_table(width, t, words),
            *(at_least_table(count, width, t, words) for count in (1, 2, 3, 4)),
        ]

    def misread(self, words: TextSizes) -> list[AidBlock]:
        return [
            text_block(
                self.t(f"aid.misread-{key}"),
                self.rules[clause].text.in_language(self.language),
                clause,
                self.column,
                str(place),
                words,
            )
            for place, (key, clause) in enumerate(MISREAD, start=1)
        ]

    def lines(self, traits: Sequence[Trait], width: float, words: TextSizes) -> list[AidBlock]:
        """Each trait in one line, for the pocket sheet."""
        blocks = []
        for trait in traits:
            mark = trait_strip([replace(trait, number=0)], 4.4, self.language)
            rule = self.rules.get(trait.clause) if trait.number else None
            name = (rule.heading if rule else trait.name).in_language(self.language)
            text = trait.line.in_language(self.language)
            if trait.number:
                text = text.replace(str(trait.number), "x")
            blocks.append(icon_block(mark, name, text, trait.clause, width, 7.4, words))
        blocks[0] = blocks[0].under(self.t("aid.page-traits"))
        return blocks


def order_schedule(order_step: int, orders: int = 4) -> tuple[int, ...]:
    """The costs of the first `orders` orders to one unit. PB-4.5, PB-T.12."""
    costs: list[int] = []
    for _ in range(orders):
        costs.append(max(1, sum(costs) + order_step))
    return tuple(costs)


def different_faces(count: int) -> tuple[int, ...]:
    """The faces of `count` printed dice, different ones as far as there are faces (2 to 6)."""
    return tuple(2 + place % 5 for place in range(count))


def percent(chance: float) -> str:
    """A chance in whole percent; 100 and 0 stand only for certain and impossible."""
    whole = round(100 * chance)
    if whole == 100 and chance < 1:
        return ">99"
    if whole == 0 and chance > 0:
        return "<1"
    return str(whole)


def at_least_table(count: int, width: float, t: Translator, words: TextSizes) -> AidBlock:
    """The chance of `count` hits or more, by dice rolled and different faces printed."""
    rows = []
    for rolled in ROLLED:
        chances = [hits(different_faces(printed), rolled).at_least(count) for printed in DIFFERENT]
        cells = [Cell(percent(chance), level=_level(chance)) for chance in chances]
        rows.append([Cell(str(rolled), True), *cells])
    return _odds_table(t("aid.odds-at-least", count=count), DIFFERENT, rows, width, words)


def _level(chance: float) -> int:
    return 3 if chance >= 0.75 else 2 if chance >= 0.5 else 1 if chance >= 0.25 else 0


def expected_table(width: float, t: Translator, words: TextSizes) -> AidBlock:
    """Expected hits by dice rolled and printed dice, whatever their faces."""
    rows = []
    for rolled in ROLLED:
        means = [float(hits(different_faces(printed), rolled).mean) for printed in PRINTED]
        texts = (t.decimal(mean, ".2f") for mean in means)
        rows.append([Cell(str(rolled), True), *map(Cell, texts)])
    return _odds_table(t("aid.odds-expected"), PRINTED, rows, width, words)


def _odds_table(
    title: str, columns: tuple[int, ...], rows: list[list[Cell]], width: float, words: TextSizes
) -> AidBlock:
    head = [Cell("", True), *(Cell(str(column), True) for column in columns)]
    first = 12.0
    each = (width - first - 1.2) / len(columns)
    return table_block([head, *rows], [first, *([each] * len(columns))], title, words)


@dataclass(frozen=True, slots=True)
class Panel:
    """A quarter of a sheet, in real millimetres; the upper ones are upside down."""

    x: float
    y: float
    width: float
    height: float
    turned: bool
    title: str
    kicker: str
    title_size: float
    blocks: tuple[PlacedBlock, ...]


@dataclass(frozen=True, slots=True)
class PocketSheet:
    """Sheets of four panels, to be folded in four with the first panel in front."""

    title: str
    arrow: Picture
    pages: tuple[tuple[Panel, ...], ...]


def pocket_sheet(
    edition: Edition, catalog: Catalog, traits: Sequence[Trait], style: Style, t: Translator
) -> PocketSheet:
    """The pocket aid of one edition, with `traits` in a line each."""
    aid = AidBlocks(edition, catalog, style, t)
    width, height = style.page
    margin = 5.5
    panel = (width / 2, height / 2)
    space = ((panel[0] - 2 * margin) / style.scale, (panel[1] - 2 * margin) / style.scale)
    head = 7.5
    columns = max(1, int((space[0] + 3) // 44))
    column = column_width(space[0], columns, 3.0)
    # To stay on one sheet, first leave out the tracks, then use the smallest print.
    for words, tracks in ((SMALL_PRINT, True), (SMALL_PRINT, False), (SMALLEST_PRINT, False)):
        blocks = aid.flow(POCKET, column, words, numbered=False)
        if tracks:
            blocks.extend(aid.costs(column, words))
        blocks.extend(aid.lines(traits, column, words))
        found = blocks_on_pages(
            blocks, space[0], space[1], columns, head, 3.0, 1.1 if tracks else 0.7
        )
        if len(found) <= 4:
            break
    name = edition.name.in_language(style.language)
    cover = measure.fitted_size(name, measure.TITLE, space[0], 4.4, 2.9)
    shown = measure.shortened(name, measure.TITLE, space[0], cover)
    # Front, inside left, inside right, back: where they lie on the unfolded sheet.
    places = ((1, 1, False), (1, 0, True), (0, 0, True), (0, 1, False))
    pages = []
    for start in range(0, len(found), 4):
        panels = []
        for offset, blocks_of_panel in enumerate(found[start : start + 4]):
            column_at, row_at, turned = places[offset]
            panels.append(
                Panel(
                    x=column_at * panel[0] + margin,
                    y=row_at * panel[1] + margin,
                    width=panel[0] - 2 * margin,
                    height=panel[1] - 2 * margin,
                    turned=turned,
                    title=t("aid.pocket-panel", number=start + offset + 1),
                    kicker=shown,
                    title_size=cover,
                    blocks=tuple(blocks_of_panel),
                )
            )
        pages.append(tuple(panels))
    return PocketSheet(
        title=t("aid.pocket-title", edition=name),
        arrow=arrow_picture(style),
        pages=tuple(pages),
    )
