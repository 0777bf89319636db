"""The sheet for the opponent: top troops and heights of stacks, nothing hidden. PB-1.8."""

from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import Picture, emblem
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.sheets.tiles import CARD as CARD_FORMAT
from pbbuild.pocket_battles.sheets.tiles import tile_face
from pbbuild.text.translate import Translator

CARD: Final = CARD_FORMAT.piece.width
HEAD: Final = 17.0
STEP: Final = 0.45
MOST_SHOWN: Final = 4
CAPTION: Final = 4.4
# A box for each tile below the top one, to write in what is revealed.
BOX: Final = 8.0
BOX_GAP: Final = 1.2
MOST_BOXES: Final = 5
MOST_APART: Final = 14.0


@dataclass(frozen=True, slots=True)
class Stack:
    """A unit as the enemy sees it; `below` are the corners of the tiles under the top one.

    The face is placed in real millimetres, all else in those of the design.
    """

    x: float
    y: float
    face: TileFace
    face_x: float
    face_y: float
    below: tuple[tuple[float, float], ...]
    caption: str
    caption_y: float
    boxes: tuple[float, ...]
    boxes_y: float


@dataclass(frozen=True, slots=True)
class OpponentPage:
    """One page of stacks."""

    first: bool
    stacks: tuple[Stack, ...]


@dataclass(frozen=True, slots=True)
class OpponentSheet:
    """The sheet for the player across the table."""

    title: str
    title_size: float
    subtitle: str
    emblem: Picture
    width: float
    height: float
    size: float
    box: float
    foot: tuple[str, ...]
    pages: tuple[OpponentPage, ...]


def opponent_sheet(
    army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> OpponentSheet:
    """The opponent's sheet of a list: nothing on it that the rules hide."""
    width, height = style.inner_size
    plain = replace(style, bleed=0.0)
    columns = max(1, int((width + 0.6) // (CARD + MOST_SHOWN * STEP + 0.6)))
    pitch = (width - CARD - MOST_SHOWN * STEP) / max(1, columns - 1) if columns > 1 else 0.0
    row = CARD + MOST_SHOWN * STEP + CAPTION + BOX + 3.6
    foot = measure.foot_lines(t("opponent.foot"), width)
    space = height - HEAD - 3.5 - measure.foot_height(foot)
    rows = max(1, int(space // row))
    units = [unit for unit in army_list.units if unit.troops]
    if len(units) <= columns * rows:
        # One page: its rows share the space that is left.
        lines = -(-len(units) // columns)
        row += min(MOST_APART, max(0.0, space / max(1, lines) - row))
    pages = []
    for start in range(0, len(units), columns * rows):
        stacks = []
        for place, unit in enumerate(units[start : start + columns * rows]):
            line, column = divmod(place, columns)
            top = catalog.troops[unit.troops[0]]
            face = tile_face(top, CARD_FORMAT, catalog, plain, t).enlarged(style.scale)
            hidden = len(unit.troops) - 1
            shown, boxes = min(hidden, MOST_SHOWN), min(hidden, MOST_BOXES)
            caption = t("opponent.stack", number=start + place + 1)
            tiles = t("opponent.tiles", count=len(unit.troops))
            x, y = column * pitch, HEAD + 3.0 + line * row
            edges = [STEP * depth for depth in range(shown, 0, -1)]
            stacks.append(
                Stack(
                    x=x,
                    y=y,
                    face=face,
                    face_x=x * style.scale,
                    face_y=y * style.scale,
                    below=tuple((x + edge, y + edge) for edge in edges),
                    caption=f"{caption} · {tiles}",
                    caption_y=y + CARD + MOST_SHOWN * STEP + 0.4,
                    boxes=tuple(x + box * (BOX + BOX_GAP) for box in range(boxes)),
                    boxes_y=y + CARD + MOST_SHOWN * STEP + CAPTION + 0.9,
                )
            )
        pages.append(OpponentPage(start == 0, tuple(stacks)))
    army = catalog.armies.get(army_list.army)
    name = army.name.in_language(style.language) if army else army_list.army
    space = width - 20
    title_size = measure.fitted_size(name, measure.TITLE, space, 8.2, 3.9)
    subtitle = t("opponent.subtitle", size=army_list.points, count=len(units))
    return OpponentSheet(
        title=measure.shortened(name, measure.TITLE, space, title_size),
        title_size=title_size,
        subtitle=measure.shortened(subtitle, measure.NAME, space, 3.2),
        emblem=emblem(
            army.theme if army else "neutral",
            10.6,
            name,
            style.colours["band-ink"],
            style.colours["band"],
        ),
        width=width,
        height=height,
        size=CARD,
        box=BOX,
        foot=foot,
        pages=tuple(pages),
    )
