"""Everything of Pocket General that can be printed, as documents."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pbbuild.page.aid_sheet import AidSheet
from pbbuild.page.field_sheet import FieldSheet
from pbbuild.page.html import Part
from pbbuild.page.printables import PrintDocument, joined, unusual_options
from pbbuild.page.style import Style, theme_for
from pbbuild.page.tile_sheet import TileSheet
from pbbuild.pocket_general.catalog.model import GeneralCatalog, Nation
from pbbuild.pocket_general.sheets.boards import boards
from pbbuild.pocket_general.sheets.book import book_sheet
from pbbuild.pocket_general.sheets.charts import card_sheet, chart_sheet
from pbbuild.pocket_general.sheets.leaf import leaf_sheet
from pbbuild.pocket_general.sheets.piece_sheets import PieceSheets
from pbbuild.pocket_general.sheets.score_sheet import ScoreSheet
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class Order:
    """What the documents are made from; a nation's own theme is used where `style` names none."""

    catalog: GeneralCatalog
    nations: Sequence[Nation]
    style: Style
    t: Translator
    bonus: bool

    @property
    def neutral(self) -> Style:
        """The style of sheets that belong to no nation."""
        return _neutral(self.style)

    def style_of(self, nation: Nation) -> Style:
        """The style of the sheets of a nation."""
        style = self.style
        return style if style.theme else replace(style, theme=theme_for(nation.theme))

    def pieces(self, style: Style) -> PieceSheets:
        """The maker of sheets of pieces in a style."""
        return PieceSheets(self.catalog, style, self.t)


def _neutral(style: Style) -> Style:
    return replace(style, theme=style.theme or "neutral")


def _document(
    order: Order, what: str, template: str, sheet: AidSheet | TileSheet | FieldSheet, style: Style
) -> PrintDocument:
    part = Part(
        f"{template}/{template}.html.j2",
        sheet,
        style,
        (f"{template}.css",),
        sheet.title,
        single_sided=template == "field",
    )
    title = order.t("pocket-general.title-print", what=sheet.title)
    return PrintDocument(title, _stem(what, style), (part,))


def _stem(what: str, style: Style) -> str:
    return "-".join(["pocket-general", what, *unusual_options(style)])


def _cards(order: Order) -> Iterator[PrintDocument]:
    for nation in order.nations:
        style = order.style_of(nation)
        sheet = card_sheet(order.catalog, nation, style, order.t, bonus=order.bonus)
        yield _document(order, f"card-{nation.id}", "aid", sheet, style)


def _chart(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    sheet = chart_sheet(order.catalog, style, order.t, bonus=order.bonus)
    yield _document(order, "chart", "aid", sheet, style)


def _aid(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    sheet = book_sheet(order.catalog, style, order.t)
    # Its title names the game already.
    yield replace(_document(order, "aid", "aid", sheet, style), title=sheet.title)


def _reference(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    sheet = leaf_sheet(order.catalog, order.nations, style, order.t)
    yield replace(_document(order, "reference", "aid", sheet, style), title=sheet.title)


def _locations(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    # With the theater markers, which have the same size: neither fills a sheet.
    yield _document(order, "locations", "tiles", order.pieces(style).locations(), style)


def _campaign(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    yield _document(
        order, "campaign", "aid", ScoreSheet(order.catalog, style, order.t).sheet(), style
    )


def _theaters(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    yield _document(order, "theaters", "tiles", order.pieces(style).theaters(), style)


def _markers(order: Order) -> Iterator[PrintDocument]:
    # All nations on one sheet: eleven markers fill a fifth of a page.
    style, nations = order.neutral, order.nations
    styled = [(nation, order.style_of(nation)) for nation in nations]
    sheet = order.pieces(style).markers(styled, bonus=order.bonus)
    what = f"markers-{nations[0].id}" if len(nations) == 1 else "markers"
    yield _document(order, what, "tiles", sheet, style)


def _boards(order: Order) -> Iterator[PrintDocument]:
    style = order.neutral
    yield _document(order, "board", "field", boards(order.catalog, style, order.t), style)


def _pieces(order: Order) -> Iterator[PrintDocument]:
    """All pieces of a game: on one sheet if it holds them, else locations and markers apart."""
    style = order.neutral
    styled = [(nation, order.style_of(nation)) for nation in order.nations]
    sheet = order.pieces(style).game(styled, bonus=order.bonus)
    if sheet is None:
        yield from _locations(order)
        yield from _markers(order)
    else:
        yield _document(order, "pieces", "tiles", sheet, style)


def _pack(order: Order) -> Iterator[PrintDocument]:
    makers = (_reference, _cards, _boards, _pieces, _campaign)
    parts = [document for make in makers for document in make(order)]
    names = ", ".join(nation.name.in_language(order.style.language) for nation in order.nations)
    title = order.t("pocket-general.title-print", what=names)
    yield replace(joined(parts), title=title, stem=_stem("pack", order.style))


def report_document(path: Path, style: Style, t: Translator) -> PrintDocument:
    """The report of a recorded game."""
    from pbbuild.play.record import read_record
    from pbbuild.pocket_general.sheets.report import report_sheet

    own = _neutral(style)
    sheet = report_sheet(read_record(path), own, t)
    title = t("pocket-general.title-report", title=sheet.title)
    part = Part("aid/aid.html.j2", sheet, own, ("aid.css",), title)
    return PrintDocument(title, "-".join([path.stem, "report", *unusual_options(own)]), (part,))


WHATS: Final[dict[str, Callable[[Order], Iterator[PrintDocument]]]] = {
    "card": _cards,
    "chart": _chart,
    "reference": _reference,
    "aid": _aid,
    "board": _boards,
    "locations": _locations,
    "theaters": _theaters,
    "markers": _markers,
    "campaign": _campaign,
    "pack": _pack,
}
