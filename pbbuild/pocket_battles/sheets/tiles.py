"""Tiles to print and cut: the same millimetres on every paper, fronts and backs that register.

Faces are designed in millimetres; large print enlarges the whole tile.
"""

from collections.abc import Sequence

from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileSheet, tile_pages
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.units import BORDER_TILES, PLAYERS
from pbbuild.pocket_battles.sheets.tile_faces import CARD, TOKEN
from pbbuild.text.translate import Translator


def tile_sheet(
    title: str,
    troops: Sequence[Troop],
    size: float,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> TileSheet:
    """The tiles of `troops`, in the colours of `style`."""
    from pbbuild.pocket_battles.sheets.tile_faces import army_back, card_face, counter_face

    face = card_face if size == CARD else counter_face
    fronts = [face(troop, catalog, style, t) for troop in troops]
    backs = [army_back(troop.army, size, catalog, style, t) for troop in troops]
    return TileSheet(title, tile_pages(title, fronts, backs, size, style, t))


def token_sheet(count: int, style: Style, t: Translator) -> TileSheet:
    """Tokens: an order on one side, a wound on the other."""
    from pbbuild.pocket_battles.sheets.tile_faces import token_face

    order, wound = token_face("order", TOKEN, style, t), token_face("wound", TOKEN, style, t)
    title = t("tiles.tokens")
    return TileSheet(title, tile_pages(title, [order] * count, [wound] * count, TOKEN, style, t))


def border_sheet(style: Style, t: Translator) -> TileSheet:
    """Eight tiles that mark the borders of the sectors, four for each player. PB-1.9."""
    from pbbuild.pocket_battles.sheets.tile_faces import border_face

    face = border_face(CARD, style, t)
    title = t("tiles.borders")
    faces = [face] * (PLAYERS * BORDER_TILES)
    return TileSheet(title, tile_pages(title, faces, faces, CARD, style, t))
