"""The boards of Pocket General together: the combat board, and a world map for each player."""

from pbbuild.page.field_sheet import FieldSheet
from pbbuild.page.style import Style
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.sheets.combat_board import combat_board
from pbbuild.pocket_general.sheets.world_map import world_map
from pbbuild.text.translate import Translator


def boards(catalog: GeneralCatalog, style: Style, t: Translator) -> FieldSheet:
    """The combat board, and a world map for each player."""
    world = world_map(catalog, style, t)
    pages = (*combat_board(catalog, style, t), *world, *world)
    return FieldSheet(t("pocket-general.board-title"), pages)
