"""The roster of a list: its page layout, and the same as plain text or Markdown."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.errors import ListError
from pbbuild.page import measure
from pbbuild.page.blocks import FootBlock, qr_block, rows_block
from pbbuild.page.pictures import Picture, emblem
from pbbuild.page.plain_text import escaped_markdown, heading_lines
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Trait
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import tokens_of
from pbbuild.pocket_battles.rules.units import BORDER_TILES, points_to_win
from pbbuild.pocket_battles.sheets.points_track import tally_strip
from pbbuild.pocket_battles.sheets.troop_icons import trait_block
from pbbuild.pocket_battles.sheets.unit_card import (
    DENSITIES,
    MARKS,
    SMALLEST,
    TIGHT,
    TIGHTEST,
    Density,
    TroopRow,
    UnitCard,
    mark_of,
    unit_cards,
)
from pbbuild.text.translate import Translator

HEAD: Final = 17.0
TALL_HEAD: Final = 30.5  # with the figures below the title
FIGURE: Final = 17.5
HEAD_BELOW: Final = 2.4
GUTTER: Final = 3.0
TALLY_LABEL: Final = 3.4
LEGEND: Final = 3.6
INFO_ABOVE: Final = 3.4
INFO_GAP: Final = 1.5
MOST_STRETCH: Final = 1.6
NOTES_FROM: Final = 16.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the whole army, for the head of the page."""

    value: str
    label: str
    size: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A card or block with its place on the page."""

    x: float
    y: float
    width: float
    item: UnitCard | FootBlock


@dataclass(frozen=True, slots=True)
class RosterPage:
    """One page; `notes_y` and `notes_height` are 0 where there is no space for notes."""

    number: int
    cards: tuple[Placed, ...]
    blocks: tuple[Placed, ...]
    rule_y: float
    notes_y: float
    notes_height: float


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with the list, under the head of the first page."""

    y: float
    height: float
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A finished roster, which templates only place on the page."""

    title: str
    title_size: float
    subtitle_size: float
    emblem: Picture
    army: str
    subtitle: str
    figures: tuple[Figure, ...]
    figure_step: float
    figure_y: float
    head: float
    tally: Picture
    tally_label: str
    tally_y: float
    findings: Findings | None
    width: float
    height: float
    pages: tuple[RosterPage, ...]
    legend: tuple[str, ...]


def traits_used(army_list: ArmyList, catalog: Catalog) -> list[Trait]:
    """The traits that the tiles of the list carry, in the catalog's order."""
    used = {trait for code in army_list.troops for trait in catalog.troops[code].traits}
    return [trait for trait_id, trait in catalog.traits.items() if trait_id in used]


def roster_sheet(
    army_list: ArmyList,
    catalog: Catalog,
    style: Style,
    t: Translator,
    findings: Sequence[str] = (),
    share_code: str = "",
) -> RosterSheet:
    """The roster of a list whose tiles are all in the catalog; it need not be legal."""
    width, height = style.inner_size
    columns = max(1, int((width + GUTTER) // 60))
    column = (width - GUTTER * (columns - 1)) / columns
    tokens = tokens_of(army_list, catalog)
    spent = sum(catalog.troops[code].dp for code in army_list.troops)
    strip = tally_strip(spent, width, style, t)
    narrow = width < 150
    head = TALL_HEAD if narrow else HEAD
    found = _findings(findings, head + HEAD_BELOW, width, t)
    tally_y = head + HEAD_BELOW + (found.height + 2.0 if found else 0.0)
    top = tally_y + TALLY_LABEL + strip.height + 3.0
    legend = measure.wrapped(_legend(army_list, catalog, t), measure.LABEL, width, SMALLEST)
    bottom = height - LEGEND - 2.9 * (len(legend) - 1)

    def cards(density: Density) -> list[UnitCard]:
        return [
            card
            for number, unit in enumerate(army_list.units, start=1)
            if unit.troops
            for card in unit_cards(
                number, unit, catalog, column, tokens, style, t, density, bottom - top
            )
        ]

    def blocks(full: bool, small: bool) -> list[FootBlock]:
        return _blocks(army_list, catalog, column, style, t, share_code, full, small)

    # The first plan that needs one page wins: full explanations and roomy cards come first.
    plans = (
        _Plan(cards(density), blocks(full, small), columns, column, top, bottom, density.gap)
        for full, small, densities in (
            (True, False, DENSITIES),
            (False, False, DENSITIES),
            (False, True, (TIGHT, TIGHTEST)),
        )
        for density in densities
    )
    pages: tuple[RosterPage, ...] = ()
    for plan in plans:
        made = plan.pages()
        if not pages or len(made) < len(pages):
            pages = made
        if len(pages) == 1:
            break
    army = catalog.armies.get(army_list.army)
    army_name = army.name.in_language(style.language) if army else army_list.army
    figures = _figures(army_list, spent, tokens, t)
    figure_step = min(FIGURE, (width - 3.4) / 5) if narrow else FIGURE
    title_space = width - 20 - (0 if narrow else 5 * FIGURE)
    title_size = measure.fitted_size(army_list.name, measure.TITLE, title_space, 8.2, 3.9)
    subtitle = t("roster.subtitle", army=army_name, edition=_edition(army_list, catalog, style))
    subtitle_size = measure.fitted_size(subtitle, measure.NAME, title_space, 3.2, SMALLEST)
    return RosterSheet(
        title=measure.shortened(army_list.name, measure.TITLE, title_space, title_size),
        title_size=title_size,
        subtitle_size=subtitle_size,
        emblem=emblem(
            style.theme, 10.6, army_name, style.colours["band-ink"], style.colours["band"]
        ),
        army=army_name,
        subtitle=measure.shortened(subtitle, measure.NAME, title_space, subtitle_size),
        figures=figures,
        figure_step=figure_step,
        figure_y=16.6 if narrow else 2.1,
        head=head,
        tally=strip,
        tally_label=t("roster.tally", count=points_to_win(spent)),
        tally_y=tally_y,
        findings=found,
        width=width,
        height=height,
        pages=pages,
        legend=tuple(legend),
    )


class _Plan:
    """The pages that cards and then blocks fill at one density."""

    def __init__(
        self,
        cards: Sequence[UnitCard],
        blocks: Sequence[FootBlock],
        columns: int,
        column: float,
        top: float,
        bottom: float,
        gap: float,
    ) -> None:
        self.gap = gap
        self.cards, self.blocks = cards, blocks
        self.columns, self.column = columns, column
        self.top, self.bottom = top, bottom

    def pages(self) -> tuple[RosterPage, ...]:
        done: list[RosterPage] = []
        cards, blocks = list(self.cards), list(self.blocks)
        top = self.top
        while cards or blocks or not done:
            page, used_cards, used_blocks = self._page(len(done) + 1, cards, blocks, top)
            cards, blocks = cards[used_cards:], blocks[used_blocks:]
            done.append(page)
            top = 9.0
            if not (used_cards or used_blocks) and (cards or blocks):
                raise ListError("print.unit-too-large")
        return tuple(done)

    def _page(
        self, number: int, cards: Sequence[UnitCard], blocks: Sequence[FootBlock], top: float
    ) -> tuple[RosterPage, int, int]:
        space = self.bottom - top
        card_count = _fitting([card.height for card in cards], self.columns, self.gap, space)
        heights = [card.height for card in cards[:card_count]]
        poured = measure.balanced(heights, self.columns, self.gap)
        used = _tallest(heights, poured, self.gap)
        info_space = space - used - (INFO_ABOVE if heights else 0)
        block_heights = [block.height for block in blocks] if card_count == len(cards) else []
        block_count = _fitting(block_heights, self.columns, INFO_GAP, info_space)
        block_heights = block_heights[:block_count]
        info = measure.balanced(block_heights, self.columns, INFO_GAP)
        info_used = _tallest(block_heights, info, INFO_GAP)
        last = card_count == len(cards) and block_count == len(blocks)
        slack = space - used - info_used - (INFO_ABOVE if heights and block_heights else 0)
        longest = max((len(column) for column in poured), default=1)
        stretch = min(MOST_STRETCH, slack / max(1, longest)) if last else 0.0
        gap = self.gap + max(0.0, stretch)
        used = _tallest(heights, poured, gap)
        rule_y = top + used + (INFO_ABOVE if heights else 0)
        end = rule_y + info_used
        notes = self.bottom - end - 3.0
        page = RosterPage(
            number=number,
            cards=self._placed(cards, poured, top, gap),
            blocks=self._placed(blocks, info, rule_y + 0.0, INFO_GAP),
            rule_y=rule_y - INFO_ABOVE / 2 if heights and block_heights else 0.0,
            notes_y=end + 3.0 if last and notes >= NOTES_FROM else 0.0,
            notes_height=notes if last and notes >= NOTES_FROM else 0.0,
        )
        return page, card_count, block_count

    def _placed(
        self,
        items: Sequence[UnitCard] | Sequence[FootBlock],
        columns: Sequence[Sequence[int]],
        top: float,
        gap: float,
    ) -> tuple[Placed, ...]:
        placed = []
        for place, column in enumerate(columns):
            y = top
            for item in column:
                x = place * (self.column + GUTTER)
                placed.append(Placed(x, y, self.column, items[item]))
                y += items[item].height + gap
        return tuple(placed)


def _tallest(heights: Sequence[float], columns: Sequence[Sequence[int]], gap: float) -> float:
    return max((measure.column_height(heights, column, gap) for column in columns), default=0.0)


def _fitting(heights: Sequence[float], columns: int, gap: float, space: float) -> int:
    """How many items, from the first on, fit in `columns` columns of height `space`."""
    count = len(heights)
    while count:
        poured = measure.balanced(heights[:count], columns, gap)
        if len(poured) <= columns and _tallest(heights[:count], poured, gap) <= space + 1e-6:
            return count
        count -= 1
    return 0


def _figures(army_list: ArmyList, spent: int, tokens: int, t: Translator) -> tuple[Figure, ...]:
    units, tiles = len(army_list.units), len(army_list.troops)
    figures = (
        (f"{spent}/{army_list.points}", t("roster.points")),
        (str(units), t("roster.units", count=units)),
        (str(tiles), t("roster.tiles", count=tiles)),
        (str(tokens), t("roster.tokens", count=tokens)),
        (str(points_to_win(spent)), t("roster.half")),
    )
    return tuple(
        Figure(value, label, measure.fitted_size(value, measure.FIGURE, 14.0, 6.1, SMALLEST))
        for value, label in figures
    )


def _edition(army_list: ArmyList, catalog: Catalog, style: Style) -> str:
    edition = catalog.editions.get(army_list.edition)
    return edition.name.in_language(style.language) if edition else army_list.edition


def _findings(lines: Sequence[str], y: float, width: float, t: Translator) -> Findings | None:
    if not lines:
        return None
    size = 2.75
    wrapped = [
        part
        for line in lines[:6]
        for part in measure.wrapped(line, measure.BODY, width - 8, size)[:2]
    ]
    if len(lines) > 6:
        wrapped.append(t("roster.more-findings", count=len(lines) - 6))
    return Findings(
        y=y,
        height=6.2 + 3.5 * len(wrapped),
        title=t("roster.not-legal"),
        lines=tuple(wrapped),
    )


def _blocks(
    army_list: ArmyList,
    catalog: Catalog,
    column: float,
    style: Style,
    t: Translator,
    share_code: str,
    full: bool,
    small: bool,
) -> list[FootBlock]:
    used = traits_used(army_list, catalog)
    blocks = [
        trait_block(trait, column, style, full, t("roster.traits") if place == 0 else "", small)
        for place, trait in enumerate(used)
    ]
    blocks.append(rows_block(t("roster.pull"), _pull_rows(army_list, catalog, t), column, small))
    if share_code:
        size = 20.0 if small or style.ink == "saver" else 25.0
        blocks.append(qr_block(t("roster.share"), share_code, column, size, t))
    return blocks


def _pull_rows(army_list: ArmyList, catalog: Catalog, t: Translator) -> list[tuple[str, str]]:
    prefixes = {code[:3] for code in army_list.troops}
    names: dict[str, list[str]] = {}
    for code in sorted(army_list.troops):
        names.setdefault(catalog.troops[code].name, []).append(code)
    rows = []
    for name, codes in names.items():
        shown = codes if len(prefixes) > 1 else [code[3:] or code for code in codes]
        rows.append((" ".join(shown), name))
    rows.append((str(tokens_of(army_list, catalog)), t("roster.pull-tokens")))
    army = catalog.armies.get(army_list.army)
    taken = set(army_list.troops)
    spare = [troop.code for troop in army.troops if troop.code not in taken] if army else []
    if spare:
        shown = [code if len(prefixes) > 1 else code[3:] for code in spare[-BORDER_TILES:]]
        rows.append((" ".join(shown), t("roster.pull-borders")))
    return rows


def _legend(army_list: ArmyList, catalog: Catalog, t: Translator) -> str:
    marks = {
        mark_of(catalog.troops[code], values)
        for code in army_list.troops
        for values in (("dp",), ("fv", "wp", "black", "white", "traits"))
    }
    words = [
        t(f"roster.mark-{provenance.value}", mark=mark)
        for provenance, mark in MARKS.items()
        if mark and mark in marks
    ]
    return " · ".join([t("roster.legend"), *words])


def roster_lines(sheet: RosterSheet, t: Translator, markdown: bool) -> Iterator[str]:
    """The lines of a roster as plain text, or as Markdown."""
    yield from heading_lines(sheet.title, 1, markdown)
    figures = " · ".join(f"{figure.value} {figure.label}" for figure in sheet.figures)
    yield escaped_markdown(f"{sheet.subtitle} · {figures}", markdown)
    if sheet.findings:
        yield from heading_lines(sheet.findings.title, 2, markdown)
        yield from (escaped_markdown(line, markdown) for line in sheet.findings.lines)
    for page in sheet.pages:
        for placed in page.cards:
            assert isinstance(placed.item, UnitCard)
            yield from _unit_lines(placed.item, t, markdown)
    for page in sheet.pages:
        for placed in page.blocks:
            block = placed.item
            assert not isinstance(block, UnitCard)
            if block.heading:
                yield from heading_lines(block.heading, 2, markdown)
            bullet = "- " if markdown else "  "
            if block.kind == "trait":
                title = f"**{escaped_markdown(block.title, True)}**" if markdown else block.title
                yield f"{bullet}{title} ({block.clause}): {escaped_markdown(block.text, markdown)}"
            else:
                for line in block.lines:
                    words = " ".join(word for word in (line.head, line.text) if word)
                    yield f"{bullet}{escaped_markdown(words, markdown)}"
    yield ""
    yield from (escaped_markdown(line, markdown) for line in sheet.legend)


def _unit_lines(card: UnitCard, t: Translator, markdown: bool) -> Iterator[str]:
    yield from heading_lines(
        f"{card.number}. {card.title} · {card.dp} {t('roster.dp')}", 3, markdown
    )
    for row in card.rows:
        bullet = "- " if markdown else "    "
        yield bullet + escaped_markdown(" · ".join(_troop_values(row, t)), markdown)
    hits = [f"{cell.label} {cell.mean}" for cell in card.hits]
    if hits:
        yield ("- " if markdown else "    ") + f"{t('roster.hits')}: " + ", ".join(hits)


def _troop_values(row: TroopRow, t: Translator) -> Iterator[str]:
    yield f"{row.code} {' '.join(row.name)}{row.mark}"
    yield f"{row.dp}{row.dp_mark} {t('roster.dp')}"
    yield f"{t('roster.fv')} {row.fv}"
    yield row.wounds.alt if row.wounds else t("roster.no-wp")
    if row.dice:
        yield row.dice.alt
    if row.traits:
        yield row.traits.alt
