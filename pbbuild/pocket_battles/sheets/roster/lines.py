"""A roster as plain text or Markdown."""

from collections.abc import Iterator

from pbbuild.page.plain_text import heading_lines, text_line
from pbbuild.pocket_battles.sheets.roster.sheet import RosterSheet
from pbbuild.pocket_battles.sheets.unit_card import TroopRow, UnitCard
from pbbuild.text.translate import Translator


def roster_lines(sheet: RosterSheet, t: Translator, markdown: bool) -> Iterator[str]:
    """The lines of a roster as plain text, or as Markdown."""
    yield from heading_lines(sheet.head.title, 1, markdown)
    figures = " · ".join(f"{figure.value} {figure.label}" for figure in sheet.head.figures)
    yield text_line(f"{sheet.head.subtitle} · {figures}", markdown)
    if sheet.findings:
        yield from heading_lines(sheet.findings.title, 2, markdown)
        yield from (text_line(line, markdown) for line in sheet.findings.lines)
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
                title = f"**{text_line(block.title, True)}**" if markdown else block.title
                yield f"{bullet}{title} ({block.clause}): {text_line(block.text, markdown)}"
            else:
                for line in block.lines:
                    yield f"{bullet}{text_line(line.words, markdown)}"
    yield ""
    yield text_line(sheet.text_legend, markdown)


def _unit_lines(card: UnitCard, t: Translator, markdown: bool) -> Iterator[str]:
    yield from heading_lines(
        f"{card.number}. {card.title} · {card.dp} {t('roster.dp')}", 3, markdown
    )
    for row in card.rows:
        bullet = "- " if markdown else "    "
        yield bullet + text_line(" · ".join(_troop_values(row, t)), markdown)
    for hits in card.hits:
        mean = t("roster.mean", mean=hits.mean)
        words = f"{hits.label} · {hits.strip.alt} · {mean}"
        yield ("- " if markdown else "    ") + text_line(words, markdown)


def _troop_values(row: TroopRow, t: Translator) -> Iterator[str]:
    yield f"{row.code} {row.full_name}{row.mark}"
    yield f"{row.dp}{row.dp_mark} {t('roster.dp')}"
    yield f"{t('roster.fv')} {row.fv}"
    yield row.boxes.alt
    if row.dice:
        yield row.dice.alt
    if row.trait_names:
        yield row.trait_names
