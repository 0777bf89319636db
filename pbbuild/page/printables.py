"""Documents to print, as PDF, HTML, plain text or Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbbuild.page.html import Part, html_document
from pbbuild.page.pdf import Attachment, pdf
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class PrintDocument:
    """Sheets to print as one file; `stem` begins its name."""

    title: str
    stem: str
    parts: tuple[Part, ...]
    attached: tuple[Attachment, ...] = ()

    def joined(self, other: "PrintDocument") -> "PrintDocument":
        """Both as one file, under the title of the first."""
        more = tuple(
            replace(one, name=f"list-{place}.json")
            for place, one in enumerate(other.attached, start=len(self.attached) + 1)
        )
        return PrintDocument(
            self.title,
            self.stem,
            self.parts + other.parts,
            self.attached + more,
        )


def pdf_of(document: PrintDocument, t: Translator) -> bytes:
    """The document as a PDF."""
    html = html_document(document.parts, document.title, t, fonts=False)
    return pdf(html, document.attached, duplex=document.parts[0].style.duplex)


def html_of(document: PrintDocument, t: Translator) -> str:
    """The document as one self-contained HTML file."""
    embedded = document.attached[0].data.decode() if document.attached else ""
    return html_document(document.parts, document.title, t, embedded=embedded)


def text_of(document: PrintDocument, t: Translator, *, markdown: bool) -> str:
    """The document as plain text or Markdown."""
    from pbbuild.page.plain_text import plain_of

    return plain_of(document.parts, t, markdown=markdown)


def joined(documents: Sequence[PrintDocument]) -> PrintDocument:
    """All documents as one file."""
    result = documents[0]
    for document in documents[1:]:
        result = result.joined(document)
    return result


def unusual_options(style: Style) -> list[str]:
    """The options in which a style differs from the default, for file names."""
    options = {
        style.paper: style.paper != "a4",
        style.language: style.language != "en",
        "saver": style.ink == "saver",
        "large": style.large,
        "bleed": style.bleed > 0,
        style.duplex: style.duplex == "short",
        "one-sided": style.duplex == "none",
    }
    return [name for name, is_unusual in options.items() if is_unusual]
