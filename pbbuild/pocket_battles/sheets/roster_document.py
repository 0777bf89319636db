"""The roster of a list as a document to print, and what other sheets of a list share with it."""

from dataclasses import dataclass, replace
from pathlib import Path

from pbbuild.errors import ListError
from pbbuild.page.html import Part
from pbbuild.page.pdf import Attached
from pbbuild.page.printables import Document, pdf_of, unusual
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_text
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.rules.army import check
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.pocket_battles.sheets.roster_text import roster_lines
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class Request:
    """What a player wants printed, and of what."""

    what: tuple[str, ...]
    lists: tuple[ArmyList, ...] = ()
    records: tuple[Path, ...] = ()
    armies: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    edition: str = ""


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
    part = Part("roster/roster.html.j2", sheet, style, ("roster.css",), title, roster_lines)
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


def stem(army_list: ArmyList, what: str, style: Style) -> str:
    """The beginning of a file's name: list, what it shows, and what is not usual about it."""
    parts = [army_list.name or army_list.army, what]
    return "-".join(parts + unusual(style))
