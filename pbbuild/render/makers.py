"""Each thing that can be printed: its name, and the documents it makes of a request."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pbbuild.armylist.model import ArmyList
from pbbuild.catalog.model import Catalog, Troop
from pbbuild.errors import UsageError
from pbbuild.i18n.translate import Translator
from pbbuild.render.html import Part
from pbbuild.render.printing import Document, Request, roster_document, unusual
from pbbuild.render.style import Style, theme_for

if TYPE_CHECKING:
    from pbbuild.render.sheets_tiles import TileSheet


def documents(
    request: Request, catalog: Catalog, style: Style, t: Translator
) -> Iterator[Document]:
    """The documents that answer a request, one after the other."""
    for what in request.what:
        yield from WHATS[what](request, catalog, style, t)


def _rosters(request: Request, catalog: Catalog, style: Style, t: Translator) -> Iterator[Document]:
    for army_list in _lists_of(request, "roster"):
        yield roster_document(army_list, catalog, style, t)


def _lists_of(request: Request, what: str) -> tuple[ArmyList, ...]:
    if not request.lists:
        raise UsageError("print.needs-list", what=what)
    return request.lists


def _tiles(
    request: Request, catalog: Catalog, style: Style, t: Translator, size: float, what: str
) -> Iterator[Document]:
    from pbbuild.render.sheets_tiles import tile_sheet

    groups: list[tuple[str, list[Troop]]] = [
        (army_list.name, [catalog.troops[code] for code in army_list.troops])
        for army_list in request.lists
    ]
    for army_id in request.armies:
        army = catalog.armies[army_id]
        groups.append((army.name.in_language(style.language), list(army.troops)))
    if request.tiles:
        groups.append((t("tiles.chosen"), [catalog.troops[code] for code in request.tiles]))
    if not groups:
        raise UsageError("print.needs-tiles", what=what)
    for name, troops in groups:
        title = t(f"print.title-{what}", name=name)
        parts = []
        # A sheet has one army's colours and backs; mixed lists have several sheets.
        for army_id in dict.fromkeys(troop.army for troop in troops):
            home = catalog.armies.get(army_id)
            theme = style.theme or theme_for(home.theme if home else "neutral")
            own = replace(style.at_normal_size(), theme=theme)
            chosen = [troop for troop in troops if troop.army == army_id]
            sheet = tile_sheet(title, chosen, size, catalog, own, t)
            parts.append(Part("tiles/tiles.html.j2", sheet, own, ("tiles.css",), title))
        name = "-".join([name, what, *unusual(parts[0].style)])
        yield Document(title, name, tuple(parts), duplex=True)


def _cards(request: Request, catalog: Catalog, style: Style, t: Translator) -> Iterator[Document]:
    return _tiles(request, catalog, style, t, 45.0, "tiles")


def _counters(
    request: Request, catalog: Catalog, style: Style, t: Translator
) -> Iterator[Document]:
    return _tiles(request, catalog, style, t, 22.0, "counters")


def _tokens(request: Request, catalog: Catalog, style: Style, t: Translator) -> Iterator[Document]:
    from pbbuild.render.sheets_tiles import token_sheet

    own = replace(style.at_normal_size(), theme=style.theme or "neutral")
    count = max(edition.box_tokens for edition in catalog.editions.values())
    sheet = token_sheet(count, own, t)
    yield _to_cut(sheet, "tokens", own)


def _borders(request: Request, catalog: Catalog, style: Style, t: Translator) -> Iterator[Document]:
    from pbbuild.render.sheets_tiles import border_sheet

    own = replace(style.at_normal_size(), theme=style.theme or "neutral")
    yield _to_cut(border_sheet(own, t), "borders", own)


def _to_cut(sheet: "TileSheet", what: str, style: Style) -> Document:
    part = Part("tiles/tiles.html.j2", sheet, style, ("tiles.css",), sheet.title)
    return Document(sheet.title, "-".join([what, *unusual(style)]), (part,), duplex=True)


Maker = Callable[[Request, Catalog, Style, Translator], Iterator[Document]]
WHATS: Final[dict[str, Maker]] = {
    "roster": _rosters,
    "tiles": _cards,
    "counters": _counters,
    "tokens": _tokens,
    "borders": _borders,
}
