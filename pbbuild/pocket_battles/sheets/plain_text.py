"""Sheets as plain text and Markdown, for a terminal, a mail or a forum."""

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Final

from pbbuild.page.html import Part, environment
from pbbuild.pocket_battles.sheets.roster import RosterSheet
from pbbuild.pocket_battles.sheets.unit_card import TroopRow, UnitCard
from pbbuild.text.translate import Translator

_HEADINGS: Final = ("h1", "h2", "h3", "h4")
_MARKED: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>#|"})


def plain_of(parts: Sequence[Part], t: Translator, *, markdown: bool) -> str:
    """The parts as text, one after the other."""
    texts = []
    for part in parts:
        if isinstance(part.sheet, RosterSheet):
            lines = _roster(part.sheet, t, markdown)
        else:
            body = environment().get_template(part.template)
            lines = _told(body.render(sheet=part.sheet, style=part.style, t=t), markdown)
        texts.append("\n".join(_single_gaps(lines)))
    return "\n\n".join(texts) + "\n"


def _single_gaps(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if line or before:
            yield line.rstrip()
        before = line


def _safe(text: str, markdown: bool) -> str:
    return text.translate(_MARKED) if markdown else text


def _heading(text: str, level: int, markdown: bool) -> Iterator[str]:
    yield ""
    if markdown:
        yield f"{'#' * level} {_safe(text, True)}"
    else:
        yield text.upper() if level == 1 else text
        if level < 3:
            yield ("=" if level == 1 else "-") * len(text)
    if markdown:
        yield ""


def _roster(sheet: RosterSheet, t: Translator, markdown: bool) -> Iterator[str]:
    yield from _heading(sheet.title, 1, markdown)
    figures = " · ".join(f"{figure.value} {figure.label}" for figure in sheet.figures)
    yield _safe(f"{sheet.subtitle} · {figures}", markdown)
    if sheet.findings:
        yield from _heading(sheet.findings.title, 2, markdown)
        yield from (_safe(line, markdown) for line in sheet.findings.lines)
    for page in sheet.pages:
        for placed in page.cards:
            assert isinstance(placed.item, UnitCard)
            yield from _unit(placed.item, t, markdown)
    for page in sheet.pages:
        for placed in page.blocks:
            block = placed.item
            assert not isinstance(block, UnitCard)
            if block.heading:
                yield from _heading(block.heading, 2, markdown)
            bullet = "- " if markdown else "  "
            if block.kind == "trait":
                title = f"**{_safe(block.title, True)}**" if markdown else block.title
                yield f"{bullet}{title} ({block.clause}): {_safe(block.text, markdown)}"
            else:
                for line in block.lines:
                    words = " ".join(word for word in (line.head, line.text) if word)
                    yield f"{bullet}{_safe(words, markdown)}"
    yield ""
    yield from (_safe(line, markdown) for line in sheet.legend)


def _unit(card: UnitCard, t: Translator, markdown: bool) -> Iterator[str]:
    yield from _heading(f"{card.number}. {card.title} · {card.dp} {t('roster.dp')}", 3, markdown)
    for row in card.rows:
        bullet = "- " if markdown else "    "
        yield bullet + _safe(" · ".join(_troop(row, t)), markdown)
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


def _told(html: str, markdown: bool) -> Iterator[str]:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for kind, text in reader.found:
        if kind in _HEADINGS:
            yield from _heading(text, int(kind[1]), markdown)
        elif kind == "gap":
            yield ""
        else:
            yield _safe(text, markdown)


class _Reader(HTMLParser):
    """The words of our own pages in reading order, with the alternative texts of pictures."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.kind = "p"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in (*_HEADINGS, "p", "li", "tr", "div", "section", "article", "table"):
            self._close()
            self.kind = tag if tag in _HEADINGS else "p"
        if tag in ("section", "article", "table"):
            self.found.append(("gap", ""))
        if tag in ("td", "th") and self.words:
            self.words.append(" · ")
        if tag == "br":
            self.words.append(" ")
        if tag == "img" and (alt := dict(attrs).get("alt")):
            self.words.append(f" [{alt}] ")

    def handle_endtag(self, tag: str) -> None:
        if tag in (*_HEADINGS, "p", "li", "tr", "div", "section", "article", "table"):
            self._close()
            self.kind = "p"

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def _close(self) -> None:
        text = " ".join("".join(self.words).split())
        if text:
            self.found.append((self.kind, text))
        self.words = []

    def close(self) -> None:
        super().close()
        self._close()
