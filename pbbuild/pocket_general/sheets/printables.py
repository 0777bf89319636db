"""Each thing of Pocket General that can be printed, and the documents it makes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbbuild.page.html import Part
from pbbuild.page.printables import Document, joined, unusual
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_general.catalog.model import GeneralCatalog, Nation
from pbbuild.pocket_general.sheets.boards import boards
from pbbuild.pocket_general.sheets.cards import GeneralSheets
from pbbuild.text.translate import Translator

Maker = Callable[[GeneralCatalog, Sequence[Nation], Style, Translator, bool], Iterator[Document]]


def _own(style: Style, nation: Nation) -> Style:
    return style if style.theme else replace(style, theme=theme_for(nation.theme))


def _plain(style: Style) -> Style:
    return replace(style, theme=style.theme or "neutral")


def _document(title: str, what: str, part: Part, style: Style, *, duplex: bool = False) -> Document:
    name = "-".join(["pocket-general", what, *unusual(style)])
    return Document(title, name, (part,), duplex=duplex)


def _cards(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    for nation in nations:
        own = _own(style, nation)
        sheet = GeneralSheets(catalog, own, t).card(nation, bonus=bonus)
        part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), sheet.title)
        title = t("pocket-general.title-print", what=sheet.title)
        yield _document(title, f"card-{nation.id}", part, own)


def _chart(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    own = _plain(style)
    sheet = GeneralSheets(catalog, own, t).chart()
    part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), sheet.title)
    yield _document(t("pocket-general.title-print", what=sheet.title), "chart", part, own)


def _aid(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    own = _plain(style)
    sheet = GeneralSheets(catalog, own, t).aid()
    part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), sheet.title)
    yield _document(sheet.title, "aid", part, own)


def _locations(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    own = _plain(style)
    sheet = GeneralSheets(catalog, own, t).locations()
    part = Part("tiles/tiles.html.j2", sheet, own, ("tiles.css",), sheet.title)
    yield _document(
        t("pocket-general.title-print", what=sheet.title), "locations", part, own, duplex=True
    )


def _theaters(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    own = _plain(style)
    sheet = GeneralSheets(catalog, own, t).theaters()
    part = Part("tiles/tiles.html.j2", sheet, own, ("tiles.css",), sheet.title)
    yield _document(
        t("pocket-general.title-print", what=sheet.title), "theaters", part, own, duplex=True
    )


def _markers(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    # All on one sheet: eleven markers fill a fifth of a page.
    plain = _plain(style)
    coloured = [(nation, _own(style, nation)) for nation in nations]
    sheet = GeneralSheets(catalog, plain, t).markers(coloured, bonus=bonus)
    part = Part("tiles/tiles.html.j2", sheet, plain, ("tiles.css",), sheet.title)
    title = t("pocket-general.title-print", what=sheet.title)
    what = f"markers-{nations[0].id}" if len(nations) == 1 else "markers"
    yield _document(title, what, part, plain, duplex=True)


def _boards(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    own = _plain(style)
    sheet = boards(catalog, own, t)
    part = Part("field/field.html.j2", sheet, own, ("field.css",), sheet.title)
    yield _document(t("pocket-general.title-print", what=sheet.title), "board", part, own)


def _pack(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator, bonus: bool
) -> Iterator[Document]:
    parts = [
        document
        for what in ("card", "chart", "aid", "board", "locations", "theaters", "markers")
        for document in WHATS[what](catalog, nations, style, t, bonus)
    ]
    names = ", ".join(nation.name.in_language(style.language) for nation in nations)
    stem = "-".join(["pocket-general", "pack", *unusual(style)])
    yield replace(joined(parts), title=t("pocket-general.title-print", what=names), stem=stem)


def report_document(path: Path, style: Style, t: Translator) -> Document:
    """The account of a recorded game."""
    from pbbuild.play.record import read_record
    from pbbuild.pocket_general.sheets.report import report_sheet

    own = _plain(style)
    sheet = report_sheet(read_record(path), own, t)
    title = t("pocket-general.title-report", title=sheet.title)
    part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), title)
    return Document(title, "-".join([path.stem, "report", *unusual(own)]), (part,))


WHATS: Final[dict[str, Maker]] = {
    "card": _cards,
    "chart": _chart,
    "aid": _aid,
    "board": _boards,
    "locations": _locations,
    "theaters": _theaters,
    "markers": _markers,
    "pack": _pack,
}
