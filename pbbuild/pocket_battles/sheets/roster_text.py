"""The roster as plain text and Markdown."""

from collections.abc import Iterator

from pbbuild.page.plain_text import escaped, heading
from pbbuild.pocket_battles.sheets.roster import RosterSheet
from pbbuild.pocket_battles.sheets.unit_card import TroopRow, UnitCard
from pbbuild.text.translate import Translator


def roster_lines(sheet: RosterSheet, t: Translator, markdown: bool) -> Iterator[str]:
    """The lines of a roster, for a terminal, a mail or a forum."""
    yield from heading(sheet.title, 1, markdown)
    figures = " · ".join(f"{figure.value} {figure.label}" for figure in sheet.figures)
    yield escaped(f"{sheet.subtitle} · {figures}", markdown)
    if sheet.findings:
        yield from heading(sheet.findings.title, 2, markdown)
        yield from (escaped(line, markdown) for line in sheet.findings.lines)
    for page in sheet.pages:
        for placed in page.cards:
            assert isinstance(placed.item, UnitCard)
            yield from _unit(placed.item, t, markdown)
    for page in sheet.pages:
        for placed in page.blocks:
            block = placed.item
            assert not isinstance(block, UnitCard)
            if block.heading:
                yield from heading(block.heading, 2, markdown)
            bullet = "- " if markdown else "  "
            if block.kind == "trait":
                title = f"**{escaped(block.title, True)}**" if markdown else block.title
                yield f"{bullet}{title} ({block.clause}): {escaped(block.text, markdown)}"
            else:
                for line in block.lines:
                    words = " ".join(word for word in (line.head, line.text) if word)
                    yield f"{bullet}{escaped(words, markdown)}"
    yield ""
    yield from (escaped(line, markdown) for line in sheet.legend)


def _unit(card: UnitCard, t: Translator, markdown: bool) -> Iterator[str]:
    yield from heading(f"{card.number}. {card.title} · {card.dp} {t('roster.dp')}", 3, markdown)
    for row in card.rows:
        bullet = "- " if markdown else "    "
        yield bullet + escaped(" · ".join(_troop(row, t)), markdown)
    last = [f"{cell.label} {cell.mean}" for cell in card.hits]
    if last:
        yield ("- " if markdown else "    ") + f"{t('roster.hits')}: " + ", ".join(last)


def _troop(row: TroopRow, t: Translator) -> Iterator[str]:
    yield f"{row.code} {' '.join(row.name)}{row.mark}"
    yield f"{row.dp}{row.dp_mark} {t('roster.dp')}"
    yield f"{t('roster.fv')} {row.fv}"
    yield row.wounds.alt if row.wounds else t("roster.no-wp")
    if row.dice:
        yield row.dice.alt
    if row.traits:
        yield row.traits.alt
