"""Sheets as plain text and Markdown, for a terminal, an email or a forum."""

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Final

from pbbuild.page.html import Part, environment
from pbbuild.text.markup import escaped_markdown
from pbbuild.text.translate import Translator

_HEADINGS: Final = ("h1", "h2", "h3", "h4")


def plain_of(parts: Sequence[Part], t: Translator, *, markdown: bool) -> str:
    """The parts as text, one after the other."""
    texts = []
    for part in parts:
        if part.as_text:
            lines = part.as_text(part.sheet, t, markdown)
        else:
            body = environment().get_template(part.template)
            lines = _page_lines(body.render(sheet=part.sheet, style=part.style, t=t), markdown)
        texts.append("\n".join(_single_gaps(lines)))
    return "\n\n".join(texts) + "\n"


def _single_gaps(lines: Iterator[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if line or before:
            yield line.rstrip()
        before = line


def text_line(text: str, markdown: bool) -> str:
    """`text` as a line of its own, for Markdown with all that has a meaning escaped."""
    return escaped_markdown(text) if markdown else text


def heading_lines(text: str, level: int, markdown: bool) -> Iterator[str]:
    """The lines of a heading."""
    yield ""
    if markdown:
        yield f"{'#' * level} {escaped_markdown(text, at_start=False)}"
    else:
        yield text.upper() if level == 1 else text
        if level < 3:
            yield ("=" if level == 1 else "-") * len(text)
    if markdown:
        yield ""


def _page_lines(html: str, markdown: bool) -> Iterator[str]:
    reader = _PageText()
    reader.feed(html)
    reader.close()
    for kind, text in reader.found:
        if kind in _HEADINGS:
            yield from heading_lines(text, int(kind[1]), markdown)
        elif kind == "gap":
            yield ""
        else:
            yield text_line(text, markdown)


class _PageText(HTMLParser):
    """The text of our pages in reading order, with the alternative texts of pictures."""

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
