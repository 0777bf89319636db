"""The drawings of the quick reference: a tile with names, the set-up, moves, costs, an example."""

from collections.abc import Sequence
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import N1, T3, T5
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
    ("figure", (38.5, 25.5)),
    ("wp", (43.4, CARD.foot + CARD.box[1] / 2)),
    ("code", (22.5, CARD.piece.height - 1.5)),
)
# Its line runs below the drops, from just within the edge of the tile.
BELOW_DROPS: Final = "code"
TILE_KEYS: Final = (LEFT_KEYS, RIGHT_KEYS)
LEADER: Final = 6.0  # the space of the lines beside the tile
ROW_NAMES: Final = ("enemy-rear", "enemy-front", "engagement", "own-front", "own-rear")
BRASS: Final = "#e0a94a"
DIE: Final = 4.6  # of examples
LEAST_DIE: Final = 3.5
# In units of a die of 24: from one rolled die to the next, and before the first.
_ROLLED_STEP: Final = 28.0
_ROLLED_GAP: Final = 22.0
_TILTS: Final = (-8, 6, -5, 7)
NARROW: Final = "\u202f"
# Units that stand ready: sector, row and place from the middle of the zone.
_PLACED: Final = (
    *((0, 0, 2.0), (2, 0, -3.0), (0, 1, -3.0), (1, 1, -4.5), (1, 1, 4.5), (2, 1, 2.0)),
    *((0, 3, 2.0), (1, 3, -4.5), (1, 3, 4.5), (2, 3, 0.0), (0, 4, -4.0), (1, 4, 3.0)),
)
_SHOT: Final = (4, 3)  # the hits of a shot into a group, and its units
_ROLL: Final = ((2, 2, 3, 6), (2, 3, 5))  # the black dice and the roll of the example


def named_tile(
    plain: Picture, left: Sequence[float], right: Sequence[float], high: float, t: Translator
) -> Picture:
    """A tile, with lines from its parts to the heights of their names on both sides."""
    wide = CARD.piece.width + 2 * LEADER
    drop = (high - CARD.piece.height) / 2
    shapes = f'<g transform="translate({LEADER:g} {drop:g})">{shapes_of(plain)}</g>'
    for keys, heights, edge in zip(TILE_KEYS, (left, right), (0.0, wide), strict=True):
        for (key, (x, y)), at in zip(keys, heights, strict=True):
            # Level at the name, then straight to the part.
            turn = edge + (1.6 if edge == 0.0 else -1.6)
            bend = f"L{wide - LEADER - 1.0:g} {y + drop:.2f}" if key == BELOW_DROPS else ""
            line = f"M{edge:g} {at:.2f}H{turn:g}{bend}L{x + LEADER:g} {y + drop:.2f}"
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
    size = T5.size / scale
    figure = min(5.4, N1.size / scale)
    # The number, the dots and the label stand below each other.
    dots = 1.0 + figure + 1.7
    high = dots + 1.8 + size + 0.9
    shapes, x, before = "", 0.0, 0
    for cost, across in zip(costs, inner, strict=True):
        box = rounded_box(x + 0.2, 0.2, across - 0.4, high - 0.4, 1.2)
        shapes += outlined(box, colours["rule"], 0.4, colours["wash"])
        shapes += placed_number(cost, x + across / 2, 1.0 + figure / 2, figure)
        for place in range(cost):
            at = x + across / 2 + (place - (cost - 1) / 2) * step
            shapes += filled(disc(at, dots, 1.15), DARK)
        text = t("leaf.on-it", count=before)
        shapes += svg_text(text, x + across / 2, high - 1.2, size, "middle")
        x += across + gap
        before += cost
    return drawing(shapes, wide, high, high * scale, " · ".join(map(str, costs)))


def example_fight(available: float, t: Translator) -> Picture:
    """A fight in numbers: the dice of a unit, those rolled, and what each of them scores."""
    return fight_picture(*_ROLL, 0, available, t)


def fight_picture(
    printed: Sequence[int],
    rolled: Sequence[int],
    more: int,
    available: float,
    t: Translator,
    is_strike: bool = True,
) -> Picture:
    """The dice on a unit's tiles, those rolled, and what each scores; traits add `more` hits.

    Dice that hit are of brass. Those rolled stand below where there is no room beside.
    """
    scored = [printed.count(face) for face in rolled]
    total = sum(scored) + more
    result = t("example.hits", count=total)
    if more:
        result = f"+{NARROW}{more} {result}"
    wide = measure.width(result, T3.font, T3.size) + 1.0
    width = dice_shapes(printed, ())[1]
    label = t("example.black" if is_strike else "example.white")
    label_width = measure.width(label, T5.font, T5.size)
    die = min(DIE, (available - wide) / (width + _ROLLED_GAP + _ROLLED_STEP * len(rolled)) * 24)
    is_below = die < LEAST_DIE
    if is_below:
        die = min(
            DIE, available / width * 24, (available - wide) / (_ROLLED_STEP * len(rolled)) * 24
        )
    scale = die / 24
    row = dice_shapes(printed, ())[0] if is_strike else dice_shapes((), printed)[0]
    shapes = f'<g transform="scale({scale:.4f})">{row}</g>'
    own_width = width * scale
    below = die + T5.size + 0.8
    if is_below and own_width + label_width + 1.5 <= available:
        at, down, anchor = own_width + 1.5, die / 2 + T5.size * 0.35, "start"
    else:
        at, down, anchor = max(own_width, label_width) / 2, below, "middle"
    shapes += svg_text(label, at, down, T5.size, anchor, face=("PB Name", 500))
    x = 0.6 if is_below else max(own_width, label_width) + _ROLLED_GAP * scale
    top = 0.0
    if is_below:
        top = (die if anchor == "start" else below) + 1.4
    for place, (face, count) in enumerate(zip(rolled, scored, strict=True)):
        thrown, _ = dice_shapes((), (face,))
        if count:
            thrown = thrown.replace(f'fill="{PAPER}"', f'fill="{BRASS}"')
        angle = _TILTS[place % len(_TILTS)]
        turned = f"translate({x:.3f} {top:.3f}) scale({scale:.4f}) rotate({angle} 12 12)"
        shapes += f'<g transform="{turned}">{thrown}</g>'
        word = str(count) if place == 0 else f"+{NARROW}{count}"
        shapes += svg_text(word, x + die / 2, top + below + 0.4, T3.size, "middle")
        x += _ROLLED_STEP * scale
    shapes += svg_text(result, x, top + below + 0.4, T3.size, "start")
    alt = t(
        "example.roll-alt",
        printed=" ".join(map(str, printed)),
        rolled=" ".join(map(str, rolled)),
    )
    high = top + below + 1.2
    across = max(x + wide, at + label_width if anchor == "start" else 0.0, own_width)
    return drawing(shapes, across, high, high, f"{alt} {result}")


def group_picture(available: float, style: Style, t: Translator) -> Picture:
    """A shot into a group: its hits are shared by all units of the group, yours too."""
    colours = style.colours
    hits, units = _SHOT
    shapes = ""
    word = t("leaf.group-hits", count=hits)
    wide = measure.width(word, T3.font, T3.size)
    shapes += svg_text(word, 0, 6.4, T3.size, "start")
    pitch = min(9.0, (available - wide) / 5.0)
    left = available - 4.0 - pitch * units
    shapes += arrow((wide - 2.0, 5.2), (left + 2.2, 5.2), is_dotted=True)
    box = rounded_box(left, 0.2, available - left - 0.2, 10.0, 0.8)
    shapes += outlined(box, colours["rule"], 0.3, colours["ground"])
    share = str(-(-hits // units))
    for place in range(units):
        x = left + 2.0 + pitch * (place + 0.5)
        shapes += own_unit(x, 5.2, colours) if place == 0 else enemy_unit(x, 5.2)
        shapes += svg_text(share, x, 14.2, T3.size, "middle")
    shared = t("leaf.group-share", hits=hits, units=units)
    shapes += svg_text(shared, left - 1.2, 14.0, T5.size, "end", face=("PB Name", 500))
    return drawing(shapes, available, 14.8, 14.8, f"{word}: {shared}: {share}")


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
