"""The drawings of the quick reference: a tile with names, the set-up, moves, costs, an example."""

from collections.abc import Sequence
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import AidBlock
from pbbuild.page.geometry import T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    dice_shapes,
    disc,
    drawing,
    filled,
    outlined,
    placed_number,
    rounded_box,
    shapes_of,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import face_shapes
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.sheets.aid_fields import (
    ZONE,
    arrow,
    enemy_unit,
    field_ground,
    own_unit,
)
from pbbuild.pocket_battles.sheets.tiles import CARD, TileFormat, tile_face
from pbbuild.pocket_battles.sheets.unit_card import order_costs
from pbbuild.text.translate import Translator

Keys = tuple[tuple[str, tuple[float, float]], ...]
# What is named beside a tile, and the point of the tile that is meant.
LEFT_KEYS: Final[Keys] = (
    ("name", (1.2, CARD.band / 2)),
    ("black", (CARD.edge - 0.9, CARD.dice[0] + CARD.die / 2)),
    ("white", (CARD.edge - 0.9, CARD.dice[1] + CARD.die / 2)),
    ("traits", (CARD.edge - 0.9, CARD.traits + 2.2)),
    ("fv", (CARD.edge - 0.9, CARD.foot + CARD.box[1] / 2)),
)
RIGHT_KEYS: Final[Keys] = (
    ("dp", (CARD.points[0] + CARD.points[2] + 0.3, CARD.points[1])),
    ("code", (24.0, CARD.foot + CARD.box[1] * 0.1)),
    ("wp", (43.4, CARD.foot + CARD.box[1] / 2)),
)
TILE_KEYS: Final = (LEFT_KEYS, RIGHT_KEYS)
LEADER: Final = 6.0  # the space of the lines beside the tile
ROW_NAMES: Final = ("enemy-rear", "enemy-front", "engagement", "own-front", "own-rear")
BRASS: Final = "#e0a94a"
# Units that stand ready: sector, row and place from the middle of the zone.
_PLACED: Final = (
    *((0, 0, 2.0), (2, 0, -3.0), (0, 1, -3.0), (1, 1, -4.5), (1, 1, 4.5), (2, 1, 2.0)),
    *((0, 3, 2.0), (1, 3, -4.5), (1, 3, 4.5), (2, 3, 0.0), (0, 4, -4.0), (1, 4, 3.0)),
)
_ROLL: Final = ((2, 2, 3, 6), (2, 3, 5))  # the black dice and the roll of the example


def drawn_block(picture: Picture) -> AidBlock:
    """A picture alone, as a block."""
    return AidBlock(kind="drawn", height=picture.height, pictures=(picture,))


def named_tile(
    plain: Picture, left: Sequence[float], right: Sequence[float], high: float, t: Translator
) -> Picture:
    """A tile, with lines from its parts to the heights of their names on both sides."""
    wide = CARD.piece.width + 2 * LEADER
    drop = (high - CARD.piece.height) / 2
    shapes = f'<g transform="translate({LEADER:g} {drop:g})">{shapes_of(plain)}</g>'
    for keys, heights, edge in zip(TILE_KEYS, (left, right), (0.0, wide), strict=True):
        for (_, (x, y)), at in zip(keys, heights, strict=True):
            # Level at the name, then straight to the part.
            turn = edge + (1.6 if edge == 0.0 else -1.6)
            line = f"M{edge:g} {at:.2f}H{turn:g}L{x + LEADER:g} {y + drop:.2f}"
            shapes += f'<path d="{line}" stroke="{DARK}" stroke-width="0.3" fill="none"/>'
            shapes += outlined(disc(x + LEADER, y + drop, 0.75), PAPER, 0.3, DARK)
    return drawing(shapes, wide, high, high, t("leaf.tile-alt"))


def setup_picture(across: float, style: Style, t: Translator) -> Picture:
    """The field with the units of both sides and the tiles that mark the borders."""
    width, height = ZONE[0] * 3, ZONE[1] * 5
    colours = style.colours
    shapes = field_ground(colours)
    for column, row, beside in _PLACED:
        x, y = ZONE[0] * (column + 0.5) + beside, ZONE[1] * (row + 0.5)
        shapes += own_unit(x, y, colours) if row > 2 else enemy_unit(x, y)
    for border in (1, 2):
        for row in range(5):
            if row != 2:
                y = ZONE[1] * (row + 0.5)
                box = rounded_box(ZONE[0] * border - 1.3, y - 2.4, 2.6, 4.8, 0.4)
                shapes += outlined(box, PAPER, 0.5, DARK)
    strip, size = name_strip(ROW_NAMES, across, t)
    shapes += row_names(ROW_NAMES, size, t)
    for column, sector in enumerate(("left", "centre", "right")):
        x = ZONE[0] * (column + 0.5)
        shapes += svg_text(t(f"leaf.sector-{sector}"), x, -1.5, size, "middle")
    top = size * 1.3
    made = f'<g transform="translate({strip:g} {top:g})">{shapes}</g>'
    scale = across / (strip + width)
    return drawing(made, strip + width, height + top, (height + top) * scale, t("leaf.setup-alt"))


def name_strip(names: Sequence[str], across: float, t: Translator) -> tuple[float, float]:
    """The space for the names of rows left of a field, and their size, in units of the field.

    Field and names together become `across` millimetres wide; the names are then set in T5.
    """
    wide = max(measure.width(t(f"leaf.row-{name}"), measure.NAME, T5.size) for name in names) + 1.5
    width = 3 * ZONE[0]
    strip = wide * width / (across - wide)
    return strip, T5.size * (strip + width) / across


def row_names(names: Sequence[str], size: float, t: Translator) -> str:
    """The names of rows, right-aligned at the left edge of a field."""
    return "".join(
        svg_text(t(f"leaf.row-{name}"), -1.2, ZONE[1] * (place + 0.5) + size * 0.33, size, "end")
        for place, name in enumerate(names)
    )


def moves_picture(across: float, style: Style, t: Translator) -> Picture:
    """Where a unit may redeploy to: a front zone, those beside it and the one behind it."""
    wide, high = ZONE
    colours = style.colours
    shapes = filled(f"M0 0h{3 * wide:g}v{2 * high:g}h{-3 * wide:g}z", colours["wash"])
    shapes += filled(f"M0 {high:g}h{3 * wide:g}v{high:g}h{-3 * wide:g}z", colours["tint"])
    lines = f"M{wide:g} 0v{2 * high:g}M{2 * wide:g} 0v{2 * high:g}"
    shapes += f'<path d="{lines}" stroke="{DARK}" stroke-width="0.5" stroke-dasharray="2 1.4"/>'
    frame = rounded_box(0.2, 0.2, 3 * wide - 0.4, 2 * high - 0.4, 0.1)
    shapes += outlined(frame, DARK, 0.4, "none")
    start = (1.5 * wide, 0.5 * high)
    for x, y in ((0.5, 0.5), (2.5, 0.5), (1.5, 1.5)):
        shapes += arrow(start, (x * wide, y * high), 0.4 if y > 1 else 1.0)
        box = rounded_box(x * wide - 2.6, y * high - 2.6, 5.2, 5.2, 0.8)
        shapes += (
            f'<path d="{box}" fill="none" stroke="{DARK}" stroke-width="0.5"'
            ' stroke-dasharray="1 0.7"/>'
        )
    shapes += own_unit(*start, colours)
    names = ("own-front", "own-rear")
    strip, size = name_strip(names, across, t)
    made = f'<g transform="translate({strip:g} 0)">{shapes}{row_names(names, size, t)}</g>'
    scale = across / (strip + 3 * wide)
    return drawing(made, strip + 3 * wide, 2 * high, 2 * high * scale, t("leaf.moves-alt"))


def cost_boxes(available: float, style: Style, t: Translator) -> Picture:
    """A box for each further order: its price, so many tokens, and those on the unit before."""
    costs = order_costs(1)
    colours = style.colours
    step, side = 3.1, 2.2
    inner = [max(cost * step, 6.4) + 2 * side for cost in costs]
    gap = 1.2
    wide = sum(inner) + gap * (len(costs) - 1)
    scale = available / wide
    high, size = 17.5, T5.size / scale
    shapes, x, before = "", 0.0, 0
    for cost, across in zip(costs, inner, strict=True):
        box = rounded_box(x + 0.2, 0.2, across - 0.4, high - 0.4, 1.2)
        shapes += outlined(box, colours["rule"], 0.4, colours["wash"])
        shapes += placed_number(cost, x + across / 2, 4.9, 7.4)
        for place in range(cost):
            at = x + across / 2 + (place - (cost - 1) / 2) * step
            shapes += filled(disc(at, 11.2, 1.25), DARK)
        text = t("leaf.on-it", count=before)
        shapes += svg_text(text, x + across / 2, high - 1.8, size, "middle")
        x += across + gap
        before += cost
    return drawing(shapes, wide, high, high * scale, " · ".join(map(str, costs)))


def example_dice(t: Translator) -> Picture:
    """The dice of the example: those of the unit, and those rolled, tilted."""
    printed, rolled = _ROLL
    shapes, x = dice_shapes(printed, ())
    x += 16.0
    for place, face in enumerate(rolled):
        die, _ = dice_shapes((), (face,))
        die = die.replace(f'fill="{PAPER}"', f'fill="{BRASS}"')
        angle = (-8, 6, -5)[place % 3]
        shapes += f'<g transform="translate({x:g} 0) rotate({angle} 12 12)">{die}</g>'
        x += 28.0
    alt = t(
        "leaf.example-alt",
        printed=" ".join(map(str, printed)),
        rolled=" ".join(map(str, rolled)),
    )
    return drawing(shapes, x, 24, 4.6, alt)


def empty_picture(like: Picture) -> Picture:
    """A picture of nothing, as large as another."""
    return drawing("", 60, 60 * like.height / like.width, like.height, " ")


def tile_picture(
    troop: Troop, form: TileFormat, catalog: Catalog, style: Style, t: Translator
) -> Picture:
    """A tile as one picture with its words, in a thin frame."""
    face = tile_face(troop, form, catalog, style, t)
    frame = rounded_box(0.1, 0.1, face.width - 0.2, face.height - 0.2, 0.1)
    shapes = face_shapes(face, style) + outlined(frame, DARK, 0.2, "none")
    return drawing(shapes, face.width, face.height, face.height, face.picture.alt)
