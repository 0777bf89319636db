"""What can be printed, by name, and the documents that a request gives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbbuild.base.rooms import reader_of
from pbbuild.errors import ListError, UsageError
from pbbuild.page.html import Part
from pbbuild.page.pdf import Attachment
from pbbuild.page.printables import PrintDocument, joined, pdf_of, unusual_options
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition, Troop
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.rules.army import check
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.pocket_battles.sheets.typeset import typeset
from pbbuild.text.translate import Translator

if TYPE_CHECKING:
    from pbbuild.page.aid_sheet import AidSheet
    from pbbuild.page.field_sheet import FieldSheet
    from pbbuild.page.tile_sheet import TileSheet


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What to print, and the lists, records, armies or tiles to print it for."""

    what: tuple[str, ...]
    lists: tuple[ArmyList, ...] = ()
    records: tuple[Path, ...] = ()
    armies: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    edition: str = ""


def documents(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    """The documents of a request, one after the other."""
    for what in request.what:
        yield from PRINTABLES[what](request, catalog, style, t)


def style_for(army_list: ArmyList, catalog: Catalog, style: Style) -> Style:
    """The style in the colours of the list's army, unless the player chose a theme."""
    if style.theme:
        return style
    army = catalog.armies.get(army_list.army)
    return replace(style, theme=theme_for(army.theme if army else "neutral"))


def roster_document(
    army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> PrintDocument:
    """The roster of a list, with the list file attached and its share code if it has one."""
    from pbbuild.pocket_battles.sheets.roster.layout import roster_sheet
    from pbbuild.pocket_battles.sheets.roster.lines import roster_lines

    style = style_for(army_list, catalog, style)
    findings = error_sentences(army_list, catalog, t)
    code = code_of(army_list, catalog)
    sheet = roster_sheet(army_list, catalog, style, t, findings, code)
    title = t("print.title-roster", name=typeset(army_list, style).name)
    part = Part("roster/roster.html.j2", sheet, style, ("roster.css",), title, as_text=roster_lines)
    return PrintDocument(
        title, stem(army_list, "roster", style), (part,), (attached_list(army_list, t),)
    )


def error_sentences(army_list: ArmyList, catalog: Catalog, t: Translator) -> list[str]:
    """A sentence for each rule the list breaks; [] for a legal list."""
    return [
        f"{finding.rule}  {finding_sentence(finding, catalog, t)}"
        for finding in check(army_list, catalog)
        if finding.is_error
    ]


def code_of(army_list: ArmyList, catalog: Catalog) -> str:
    """The share code of a list, "" if it has none."""
    try:
        return share_code(army_list, catalog)
    except ListError:
        return ""


def attached_list(army_list: ArmyList, t: Translator) -> Attachment:
    """The list file as an attachment of a PDF, so that the PDF can be imported again."""
    description = t("print.attached", name=army_list.name)
    return Attachment("list.json", description, list_text(army_list).encode())


def roster_pdf(army_list: ArmyList, catalog: Catalog, style: Style, t: Translator) -> bytes:
    """The roster as PDF bytes: what `export LIST -o roster.pdf` writes."""
    return pdf_of(roster_document(army_list, catalog, style, t), t)


def stem(army_list: ArmyList, what: str, style: Style) -> str:
    """The stem of a file name: the list, what is printed, and the unusual style options."""
    parts = [army_list.name or army_list.army, what]
    return "-".join(parts + unusual_options(style))


def _rosters(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    for army_list in _lists_of(request, "roster"):
        yield roster_document(army_list, catalog, style, t)


def _lists_of(request: PrintRequest, what: str) -> tuple[ArmyList, ...]:
    if not request.lists:
        raise UsageError("print.needs-list", what=what)
    return request.lists


def _tiles(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator, what: str
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.pieces.kit import army_sheet, kit_of_army, kit_of_list
    from pbbuild.pocket_battles.sheets.tiles import FORMATS

    form = FORMATS[what]
    groups: list[tuple[str, list[Troop], ArmyList | Army | None]] = [
        (typeset(army_list, style).name, [catalog.troops[c] for c in army_list.troops], army_list)
        for army_list in request.lists
    ]
    for army_id in request.armies:
        army = catalog.armies[army_id]
        groups.append((army.name.in_language(style.language), list(army.troops), army))
    if request.tiles:
        groups.append((t("tiles.chosen"), [catalog.troops[code] for code in request.tiles], None))
    if not groups:
        raise UsageError("print.needs-tiles", what=what)
    for name, troops, source in groups:
        if not troops:
            raise UsageError("print.no-tiles", name=name)
        title = t(f"print.title-{what}", name=name)
        parts: list[Part] = []
        # A sheet has one army's colours and backs; mixed lists have several sheets.
        for army_id in dict.fromkeys(troop.army for troop in troops):
            home = catalog.armies.get(army_id)
            theme = style.theme or theme_for(home.theme if home else "neutral")
            own = replace(style, theme=theme)
            chosen = [troop for troop in troops if troop.army == army_id]
            kit = None
            if isinstance(source, ArmyList) and not parts:
                kit = kit_of_list(typeset(source, own), form, catalog, own, t)
            elif isinstance(source, Army):
                kit = kit_of_army(source, form, catalog, own, t)
            sheet = army_sheet(title, chosen, form, catalog, own, t, kit)
            parts.append(Part("tiles/tiles.html.j2", sheet, own, ("tiles.css",), title))
        name = "-".join([name, what, *unusual_options(parts[0].style)])
        yield PrintDocument(title, name, tuple(parts))


def _cards(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    return _tiles(request, catalog, style, t, "tiles")


def _counters(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    return _tiles(request, catalog, style, t, "counters")


def _tall(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    return _tiles(request, catalog, style, t, "tall")


def _tokens(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.pieces.tokens import token_sheet

    own = _plain(style)
    count = max(edition.box_tokens for edition in catalog.editions.values())
    sheet = token_sheet(count, own, t)
    yield _to_cut(sheet, "tokens", own)


def _borders(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.pieces.tokens import border_sheet

    own = _plain(style)
    yield _to_cut(border_sheet(own, t), "borders", own)


def _to_cut(sheet: "TileSheet", what: str, style: Style) -> PrintDocument:
    part = Part("tiles/tiles.html.j2", sheet, style, ("tiles.css",), sheet.title)
    return PrintDocument(sheet.title, "-".join([what, *unusual_options(style)]), (part,))


def _battlefield(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.battlefield import battlefield

    yield _field(battlefield(_plain(style), t), "battlefield", _plain(style))


def _poster(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.poster import poster

    named = [*(army_list.army for army_list in request.lists), *request.armies]
    armies = [catalog.armies[name] for name in named if name in catalog.armies]
    # In the colours of both armies; one army has both halves.
    halves = [
        (
            army.name.in_language(style.language),
            replace(style, theme=style.theme or theme_for(army.theme)),
        )
        for army in ((armies * 2)[:2] if len(armies) < 2 else armies[:2])
    ]
    made = poster(halves or [("", _plain(style))] * 2, t)
    parts = tuple(_field_part(sheet, own) for sheet, own in made)
    name = "-".join(["poster", *unusual_options(style)])
    yield PrintDocument(parts[0].sheet.title, name, parts)


def _field(sheet: "FieldSheet", what: str, style: Style) -> PrintDocument:
    part = _field_part(sheet, style)
    return PrintDocument(sheet.title, "-".join([what, *unusual_options(style)]), (part,))


def _field_part(sheet: "FieldSheet", style: Style) -> Part:
    css = ("field.css",)
    return Part("field/field.html.j2", sheet, style, css, sheet.title, single_sided=True)


def _mats(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.mat import mat_sheet

    named = [*(army_list.army for army_list in request.lists), *request.armies]
    armies = [catalog.armies[name] for name in named if name in catalog.armies]
    if not armies:
        armies = [catalog.armies[name] for name in _edition_of(request, catalog).armies]
    parts = []
    # Two halves, in the colours of both armies; one army has both.
    for army in (armies * 2)[:2] if len(armies) < 2 else armies[:2]:
        own = replace(style, theme=style.theme or theme_for(army.theme))
        parts.append(_field_part(mat_sheet(army.name.in_language(style.language), own, t), own))
    title = " · ".join(dict.fromkeys(part.sheet.title for part in parts))
    yield PrintDocument(title, "-".join(["mat", *unusual_options(style)]), tuple(parts))


def _plain(style: Style) -> Style:
    return replace(style, theme=style.theme or "neutral")


def _aids(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.manual.book import book_sheet

    edition = _edition_of(request, catalog)
    own = _plain(style)
    sheet = book_sheet(edition, _armies_of(request, edition, catalog), catalog, own, t)
    part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), sheet.title)
    yield PrintDocument(sheet.title, "-".join(["aid", edition.id, *unusual_options(own)]), (part,))


def _leaves(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.manual.leaf import leaf_sheet

    edition = _edition_of(request, catalog)
    own = _plain(style)
    sheet = leaf_sheet(edition, _armies_of(request, edition, catalog), catalog, own, t)
    part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), sheet.title)
    yield PrintDocument(
        sheet.title, "-".join(["reference", edition.id, *unusual_options(own)]), (part,)
    )


def _pockets(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.manual.pocket import pocket_sheet

    edition = _edition_of(request, catalog)
    own = _plain(style)
    sheet = pocket_sheet(edition, _armies_of(request, edition, catalog), catalog, own, t)
    part = Part("aid/pocket.html.j2", sheet, own, ("aid.css",), sheet.title)
    yield PrintDocument(
        sheet.title, "-".join(["pocket", edition.id, *unusual_options(own)]), (part,)
    )


def _edition_of(request: PrintRequest, catalog: Catalog) -> Edition:
    """The edition asked for, else the newest of the lists and armies, else the newest of all."""
    if request.edition:
        return catalog.editions[request.edition]
    named = [army_list.edition for army_list in request.lists]
    named += [catalog.armies[army].edition for army in request.armies]
    known = [catalog.editions[name] for name in named if name in catalog.editions]
    return max(known or catalog.editions.values(), key=lambda edition: edition.order)


def _armies_of(request: PrintRequest, edition: Edition, catalog: Catalog) -> list[Army]:
    """The armies asked for, by name or by list, else those of the edition."""
    named = [*request.armies, *(army_list.army for army_list in request.lists)]
    armies = dict.fromkeys(name for name in named or edition.armies if name in catalog.armies)
    return [catalog.armies[name] for name in armies or edition.armies]


def _cards_of_units(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.pieces.kit import card_sheet

    for army_list in _lists_of(request, "cards"):
        own = style_for(army_list, catalog, style)
        shown = typeset(army_list, own)
        if not shown.troops:
            raise UsageError("print.no-tiles", name=shown.name)
        title = t("print.title-cards", name=shown.name)
        sheet = card_sheet(title, shown, catalog, own, t)
        part = Part("tiles/tiles.html.j2", sheet, own, ("tiles.css",), title)
        yield PrintDocument(title, stem(army_list, "cards", own), (part,))


def _plans(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.list_cards import plan_sheet

    for army_list in _lists_of(request, "plan"):
        own = style_for(army_list, catalog, style)
        sheet = plan_sheet(typeset(army_list, own), catalog, own, t)
        yield _aid_document(sheet, stem(army_list, "plan", own), own)


def _examples(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.manual.example import example_record, example_sheet

    own = _plain(style)
    edition = _edition_of(request, catalog)
    lists = request.lists[:2] if len(request.lists) > 1 else ()
    sheet = example_sheet(example_record(edition, lists, catalog, t), catalog, own, t)
    yield _aid_document(sheet, "-".join(["example", edition.id, *unusual_options(own)]), own)


def _specimens(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.manual.specimen import specimen_sheet

    own = _plain(style)
    sheet = specimen_sheet(catalog, own, t)
    yield _aid_document(sheet, "-".join(["specimen", *unusual_options(own)]), own)


def _aid_document(sheet: "AidSheet", name: str, style: Style) -> PrintDocument:
    part = Part("aid/aid.html.j2", sheet, style, ("aid.css",), sheet.title)
    return PrintDocument(sheet.title, name, (part,))


def _opponents(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    """What the enemy sees of each list; without a list an empty sheet, also of an army."""
    from pbbuild.pocket_battles.sheets.opponent import OpponentSheet, opponent_sheet
    from pbbuild.pocket_battles.sheets.opponent_empty import empty_sheet

    made: list[tuple[OpponentSheet, Style, str, str]] = []
    for army_list in request.lists:
        own = style_for(army_list, catalog, style)
        shown = typeset(army_list, own)
        title = t("print.title-opponent", name=shown.name)
        sheet = opponent_sheet(shown, catalog, own, t)
        made.append((sheet, own, title, stem(army_list, "opponent", own)))
    armies: list[Army | None] = [catalog.armies[name] for name in request.armies]
    for army in () if request.lists else armies or [None]:
        own = replace(style, theme=style.theme or theme_for(army.theme)) if army else _plain(style)
        sheet = empty_sheet(army, own, t)
        title = t("print.title-opponent", name=sheet.head.title)
        name = [army.name.en] if army else []
        made.append((sheet, own, title, "-".join([*name, "opponent", *unusual_options(own)])))
    css = ("roster.css", "tiles.css", "opponent.css")
    for sheet, own, title, name_of_file in made:
        part = Part("opponent/opponent.html.j2", sheet, own, css, title)
        yield PrintDocument(title, name_of_file, (part,))


def _blanks(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.pocket_battles.sheets.blank import blank_sheet, blank_tiles

    own = _plain(style)
    roster, tiles = blank_sheet(own, t), blank_tiles(own, t)
    parts = (
        Part("blank/blank.html.j2", roster, own, ("roster.css", "blank.css"), t("blank.document")),
        Part("tiles/tiles.html.j2", tiles, own, ("tiles.css",), tiles.title),
    )
    yield PrintDocument(t("blank.document"), "-".join(["blank", *unusual_options(own)]), parts)


def _reports(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    from pbbuild.play.record import read_record
    from pbbuild.pocket_battles.sheets.story.report import report_sheet

    if not request.records:
        raise UsageError("print.needs-record")
    own = _plain(style)
    for path in request.records:
        record = read_record(path)
        if report := reader_of(record.header.get("game"), "report"):
            yield report(path, style, t)
            continue
        sheet = report_sheet(record, catalog, own, t)
        title = t("print.title-report", title=sheet.title)
        part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), title)
        yield PrintDocument(title, "-".join([path.stem, "report", *unusual_options(own)]), (part,))


# The mat has the borders of the sectors.
PACK: Final = ("roster", "opponent", "reference", "mat", "tiles", "tokens")


def _packs(
    request: PrintRequest, catalog: Catalog, style: Style, t: Translator
) -> Iterator[PrintDocument]:
    """Everything for a game between two lists, in one file.

    Tokens have a sheet of their own unless those of tiles have room for them.
    """
    from pbbuild.pocket_battles.sheets.pieces.kit import has_tokens

    if len(request.lists) < 2:
        raise UsageError("print.pack-needs-lists")
    made = {what: list(PRINTABLES[what](request, catalog, style, t)) for what in PACK}
    if all(has_tokens(document.parts[0].sheet, t) for document in made["tiles"]):
        made["tokens"] = []
    parts = [document for what in PACK for document in made[what]]
    names = " · ".join(army_list.name for army_list in request.lists)
    title = t("print.title-pack", names=names)
    name = "-".join(
        [*(army_list.name for army_list in request.lists), "pack", *unusual_options(style)]
    )
    yield replace(joined(parts), title=title, stem=name)


Printable = Callable[[PrintRequest, Catalog, Style, Translator], Iterator[PrintDocument]]
PRINTABLES: Final[dict[str, Printable]] = {
    "roster": _rosters,
    "tiles": _cards,
    "counters": _counters,
    "tall": _tall,
    "tokens": _tokens,
    "borders": _borders,
    "battlefield": _battlefield,
    "mat": _mats,
    "poster": _poster,
    "reference": _leaves,
    "aid": _aids,
    "pocket": _pockets,
    "opponent": _opponents,
    "cards": _cards_of_units,
    "plan": _plans,
    "example": _examples,
    "specimen": _specimens,
    "blank": _blanks,
    "report": _reports,
    "pack": _packs,
}
