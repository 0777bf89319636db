"""What can be printed, and the way from a wish to a finished file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pbbuild.errors import ListError
from pbbuild.page.html import Part, html_document
from pbbuild.page.pdf import Attached, pdf
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_text
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.rules.army import check
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets to be printed as one file; `stem` is the beginning of its name."""

    title: str
    stem: str
    parts: tuple[Part, ...]
    attached: tuple[Attached, ...] = ()
    duplex: bool = False

    def joined(self, other: "Document") -> "Document":
        """Both as one file, under the title of the first."""
        more = tuple(
            replace(one, name=f"list-{place}.json")
            for place, one in enumerate(other.attached, start=len(self.attached) + 1)
        )
        return Document(
            self.title,
            self.stem,
            self.parts + other.parts,
            self.attached + more,
            self.duplex or other.duplex,
        )


@dataclass(frozen=True, slots=True)
class Request:
    """What a player wants printed, and of what."""

    what: tuple[str, ...]
    lists: tuple[ArmyList, ...] = ()
    records: tuple[Path, ...] = ()
    armies: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    edition: str = ""


def pdf_of(document: Document, t: Translator) -> bytes:
    """The document as a PDF."""
    html = html_document(document.parts, document.title, t, fonts=False)
    return pdf(html, document.attached, duplex=document.duplex)


def html_of(document: Document, t: Translator) -> str:
    """The document as one self-contained HTML file."""
    carried = document.attached[0].data.decode() if document.attached else ""
    return html_document(document.parts, document.title, t, carried=carried)


def text_of(document: Document, t: Translator, *, markdown: bool) -> str:
    """The document as plain text or Markdown."""
    from pbbuild.pocket_battles.sheets.plain_text import plain_of

    return plain_of(document.parts, t, markdown=markdown)


def style_for(army_list: ArmyList, catalog: Catalog, style: Style) -> Style:
    """The style in the colours of the list's army, where the player named none."""
    if style.theme:
        return style
    army = catalog.armies.get(army_list.army)
    return replace(style, theme=theme_for(army.theme if army else "neutral"))


def roster_document(army_list: ArmyList, catalog: Catalog, style: Style, t: Translator) -> Document:
    """The roster of a list, with its file attached and its share code where it has one."""
    from pbbuild.pocket_battles.sheets.roster import roster_sheet

    style = style_for(army_list, catalog, style)
    findings = error_sentences(army_list, catalog, t)
    code = code_of(army_list, catalog)
    sheet = roster_sheet(army_list, catalog, style, t, findings, code)
    title = t("print.title-roster", name=army_list.name)
    part = Part("roster/roster.html.j2", sheet, style, ("roster.css",), title)
    return Document(
        title, stem(army_list, "roster", style), (part,), (attached_list(army_list, t),)
    )


def error_sentences(army_list: ArmyList, catalog: Catalog, t: Translator) -> list[str]:
    """What makes a list illegal, in words; [] for a legal one."""
    return [
        f"{finding.rule}  {finding_sentence(finding, catalog, t)}"
        for finding in check(army_list, catalog)
        if finding.is_error
    ]


def code_of(army_list: ArmyList, catalog: Catalog) -> str:
    """The share code of a list, "" where it has none."""
    try:
        return share_code(army_list, catalog)
    except ListError:
        return ""


def attached_list(army_list: ArmyList, t: Translator) -> Attached:
    """The list's own file, to ride inside a PDF and be imported again."""
    description = t("print.attached", name=army_list.name)
    return Attached("list.json", description, list_text(army_list).encode())


def roster_pdf(army_list: ArmyList, catalog: Catalog, style: Style, t: Translator) -> bytes:
    """The roster as PDF bytes: what `export LIST -o roster.pdf` writes."""
    return pdf_of(roster_document(army_list, catalog, style, t), t)


def joined(documents: Sequence[Document]) -> Document:
    """All documents as one file."""
    whole = documents[0]
    for document in documents[1:]:
        whole = whole.joined(document)
    return whole


def stem(army_list: ArmyList, what: str, style: Style) -> str:
    """The beginning of a file's name: list, what it shows, and what is not usual about it."""
    parts = [army_list.name or army_list.army, what]
    return "-".join(parts + unusual(style))


def unusual(style: Style) -> list[str]:
    """What sets a style apart from the usual one, for the names of files."""
    wishes = {
        style.paper: style.paper != "a4",
        style.language: style.language != "en",
        "saver": style.ink == "saver",
        "large": style.large,
    }
    return [name for name, is_so in wishes.items() if is_so]
