"""The roster of a list: its head, round track and tally, above cards and blocks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbbuild.page import measure
from pbbuild.page.blocks import BlockScale, FootBlock
from pbbuild.page.geometry import (
    LEAST_WIDE_COLUMN,
    T3,
    T4,
    T5,
    WRITE_BOX,
    column_count,
    column_width,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.effects import TOKENS
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import tokens_of
from pbbuild.pocket_battles.rules.units import points_to_win, tokens_of_size
from pbbuild.pocket_battles.sheets.roster.blocks import info_blocks, legend_of
from pbbuild.pocket_battles.sheets.roster.fill import (
    CARD_BORDERS,
    GUTTER,
    INFO_COLUMNS,
    Filling,
    Wish,
    fullest,
)
from pbbuild.pocket_battles.sheets.roster.head import army_head, is_narrow
from pbbuild.pocket_battles.sheets.roster.sheet import (
    Findings,
    RosterSheet,
    RoundCell,
)
from pbbuild.pocket_battles.sheets.typeset import typeset
from pbbuild.pocket_battles.sheets.unit_card import (
    ROUNDS,
    CardGrid,
    UnitCard,
    card_grid,
    tally_strip,
    unit_cards,
)
from pbbuild.text.translate import Translator

HEAD_BELOW: Final = 2.2
ROUND_TRACK: Final = 4.9 + 2 * (WRITE_BOX + 0.6)
TALLY_WORD: Final = T3.line + 0.2
LEAST_INFO_COLUMN: Final = 40.0
CARD_GAP: Final = 1.8
COMPACT_GAP: Final = 1.0


def roster_sheet(
    army_list: ArmyList,
    catalog: Catalog,
    style: Style,
    t: Translator,
    findings: Sequence[str] = (),
    share_code: str = "",
) -> RosterSheet:
    """The roster of a list whose tiles are all in the catalog; it need not be legal."""
    shown = typeset(army_list, style)
    width, height = style.inner_size
    columns = column_count(width, LEAST_WIDE_COLUMN - 4)
    column = column_width(width, columns, GUTTER)
    info_columns = column_count(width, LEAST_INFO_COLUMN)
    tokens = tokens_of(army_list, catalog)
    spent = sum(catalog.troops[code].dp for code in army_list.troops)
    strip = tally_strip(spent, width, style, t)
    narrow = is_narrow(width)
    army = catalog.armies.get(army_list.army)
    army_name = army.name.in_language(style.language) if army else army_list.army
    subtitle = t("roster.subtitle", army=army_name, edition=_edition(army_list, catalog, style))
    figures = _figures(army_list, spent, tokens, t)
    head = army_head(shown.name, subtitle, figures, army, army_name, width, style)
    found = _findings(findings, head.height + HEAD_BELOW, width, t)
    rounds_y = head.height + HEAD_BELOW + (found.height + 2.0 if found else 0.0)
    rounds_width = width if narrow else width * 0.76
    rule_width = width - rounds_width - 3.0
    token_rule = () if narrow else _token_rule(army_list, catalog, rule_width, t)
    rounds_height = max(ROUND_TRACK, T3.line + T5.line * len(token_rule))
    tally_y = rounds_y + rounds_height + 1.4
    tally_word = 0.0 if narrow else measure.width(t("roster.points-lost"), T3.font, T3.size) + 4.0
    tally_lines = measure.wrapped(
        t("roster.tally", count=points_to_win(spent)), T5.font, width - tally_word, T5.size
    )
    # A sentence too long for the line of the heading stands below it.
    tally_lines_y = tally_y + (TALLY_WORD if narrow else 0.9)
    strip_y = max(tally_y + TALLY_WORD, tally_lines_y + T5.line * len(tally_lines)) + 0.4
    top = strip_y + strip.height + 2.8
    legend = measure.foot_lines(legend_of(army_list, catalog, t, points=False), width)
    bottom = height - measure.foot_height(legend) - 0.6

    sources = _Sources(army_list, shown, catalog, style, t, share_code)
    em, pages = fullest(_plan(sources, (columns, column), info_columns, top, bottom))
    return RosterSheet(
        head=head,
        army=army_name,
        rounds=_rounds(tokens, narrow, t),
        rounds_y=rounds_y,
        rounds_width=rounds_width,
        rounds_height=rounds_height,
        token_rule=token_rule,
        token_rule_x=width - rule_width,
        token_rule_width=rule_width,
        tally=strip,
        tally_lines=tuple(tally_lines),
        tally_y=tally_y,
        tally_lines_y=tally_lines_y,
        tally_strip_y=strip_y,
        findings=found,
        em=em,
        width=width,
        height=height,
        pages=pages,
        legend=legend,
        text_legend=legend_of(army_list, catalog, t, points=True),
    )


@dataclass(frozen=True, slots=True)
class _Sources:
    """What cards and blocks are made from: the list, and the same as it is typeset."""

    army_list: ArmyList
    shown: ArmyList
    catalog: Catalog
    style: Style
    t: Translator
    share_code: str


def _plan(
    of: _Sources, columns: tuple[int, float], info_columns: int, top: float, bottom: float
) -> Callable[[Wish], Filling]:
    """What fills pages from `top` to `bottom` as wished; `columns` are their number and width."""
    column = columns[1]
    info = column_width(of.style.inner_size[0], info_columns, GUTTER)
    filled_units = [unit for unit in of.shown.units if unit.troops]

    @cache
    def blocks(full: bool, scale: BlockScale) -> list[FootBlock]:
        return info_blocks(
            of.army_list, of.catalog, info, of.style, of.t, of.share_code, full, scale
        )

    @cache
    def grid(em: float, compact: bool, signs_alone: bool) -> CardGrid:
        return card_grid(
            filled_units, of.catalog, column / em, of.style, of.t, compact, signs_alone
        )

    @cache
    def cards(em: float, compact: bool, signs_alone: bool) -> list[UnitCard]:
        space = (bottom - top - CARD_BORDERS) / em
        return [
            card
            for number, unit in enumerate(of.shown.units, start=1)
            if unit.troops
            for card in unit_cards(
                number,
                unit,
                of.catalog,
                grid(em, compact and len(unit.troops) == 1, signs_alone),
                of.style,
                of.t,
                compact,
                space,
            )
        ]

    def plan(wish: Wish) -> Filling:
        return Filling(
            cards(wish.em, wish.compact, wish.signs_alone),
            blocks(wish.full, BlockScale(wish.em, wish.small)),
            wish.em,
            columns,
            (info_columns, info),
            top,
            bottom,
            COMPACT_GAP if wish.compact else CARD_GAP,
            wish.is_tidy and info_columns == INFO_COLUMNS,
        )

    return plan


def _rounds(tokens: int, narrow: bool, t: Translator) -> tuple[RoundCell, ...]:
    """The round track: who begins each round, and the tokens of the first."""
    key = "roster.first-short" if narrow else "roster.first"
    return tuple(
        RoundCell(number, t(key, player=2 - number % 2), str(tokens) if number == 1 else "")
        for number in range(1, ROUNDS + 1)
    )


def _token_rule(
    army_list: ArmyList, catalog: Catalog, width: float, t: Translator
) -> tuple[str, ...]:
    """Where the tokens of a round come from: size, living Leaders, wounds. PB-1.3, PB-4.6."""
    leaders = [
        catalog.troops[code].name
        for code in army_list.troops
        if any(
            effect.kind == TOKENS
            for trait in catalog.troops[code].traits
            for effect in catalog.traits[trait].effects
        )
    ]
    sentences = [
        t("roster.tokens-size", tokens=tokens_of_size(army_list.points), size=army_list.points)
    ]
    if leaders:
        sentences.append(t("roster.tokens-leaders", names=leaders))
    sentences.append(t("roster.tokens-wounds"))
    return tuple(
        line
        for sentence in sentences
        for line in measure.limited_lines(sentence, T5.font, width, T5.size, 2)
    )


def _figures(army_list: ArmyList, spent: int, tokens: int, t: Translator) -> list[tuple[str, str]]:
    units, tiles = len(army_list.units), len(army_list.troops)
    return [
        (str(spent), t("roster.points", size=army_list.points)),
        (str(units), t("roster.units", count=units)),
        (str(tiles), t("roster.tiles", count=tiles)),
        (str(tokens), t("roster.tokens", count=tokens)),
        (str(points_to_win(spent)), t("roster.half")),
    ]


def _edition(army_list: ArmyList, catalog: Catalog, style: Style) -> str:
    edition = catalog.editions.get(army_list.edition)
    return edition.name.in_language(style.language) if edition else army_list.edition


def _findings(lines: Sequence[str], y: float, width: float, t: Translator) -> Findings | None:
    if not lines:
        return None
    wrapped = [
        part
        for line in lines[:6]
        for part in measure.limited_lines(line, T4.font, width - 8, T4.size, 2)
    ]
    if len(lines) > 6:
        wrapped.append(t("roster.more-findings", count=len(lines) - 6))
    return Findings(
        y=y,
        height=T3.line + 2.4 + T4.line * len(wrapped),
        title=t("roster.not-legal"),
        lines=tuple(wrapped),
    )
