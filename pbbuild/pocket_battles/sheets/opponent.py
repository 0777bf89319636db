"""The sheet for the opponent: top troops and heights of stacks, nothing hidden. PB-1.8.

What its stacks leave of a page is for what one notes of an enemy (`opponent_notes.py`). For an
enemy without a list there is an empty one (`opponent_empty.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import (
    GUTTER,
    T3,
    T5,
    column_count,
    column_width,
)
from pbbuild.page.pictures import (
    DARK,
    GRID,
    PAPER,
    Picture,
    coloured,
    drawing,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace
from pbbuild.pocket_battles.catalog.model import Catalog, Trait
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.sheets.opponent_notes import (
    SIGN,
    SIGN_GAP,
    NotesBox,
    Wanted,
    filled_boxes,
)
from pbbuild.pocket_battles.sheets.roster.head import ArmyHead, army_head
from pbbuild.pocket_battles.sheets.tiles import CARD, COUNTER, TileFormat, marks_of, tile_face
from pbbuild.pocket_battles.sheets.troop_icons import trait_shapes
from pbbuild.text.translate import Translator

# The tiles of a stack below its top one, seen from the front.
STEP: Final = 0.45
INSET: Final = 0.8
MOST_SHOWN: Final = 3
EDGES: Final = MOST_SHOWN * STEP
HEAD_BELOW: Final = 3.0
CAPTION: Final = T3.line + 1.0
BETWEEN: Final = 4.0  # rows of stacks
SMALL_BETWEEN: Final = 2.6  # of small tiles
# A line to write on for each tile below the top one, and one for what else is seen.
LINE: Final = 6.4
MOST_LINE: Final = 14.0
# Stacks with less to write in than this have small tiles.
GOOD_BOX: Final = 12.0
MOST_HIDDEN: Final = 5
NOTES_FROM: Final = 16.0
BESIDE: Final = 2.0  # between a small tile and the words beside it
SIGN_LINE: Final = 4.4
SIGNS_ABOVE: Final = 2.4
BOX_GAP: Final = 1.2  # between the two boxes of a small stack


@dataclass(frozen=True, slots=True)
class WritingLine:
    """A line to write on, `y` below the corner of its box, with what it is for."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class WritingBox:
    """A box to write in, with its lines."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[WritingLine, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """A unit as the enemy sees it; `below` are the places of the tiles under the top one.

    The face is placed in real millimetres, all else in those of the design.
    """

    face: TileFace
    face_x: float
    face_y: float
    below: tuple[tuple[float, float, float], ...]
    caption: str
    tiles: str
    caption_x: float
    caption_y: float
    boxes: tuple[WritingBox, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of a small tile with the name of its trait."""

    x: float
    y: float
    picture: Picture
    text: str
    text_x: float


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """An empty stack in its place."""

    x: float
    y: float
    picture: Picture


@dataclass(frozen=True, slots=True)
class OpponentPage:
    """One page of stacks, with boxes for notes where there is space."""

    first: bool
    stacks: tuple[Stack, ...]
    notes: tuple[NotesBox, ...]
    signs: tuple[Sign, ...]
    cards: tuple[PlacedCard, ...] = ()


@dataclass(frozen=True, slots=True)
class OpponentSheet:
    """The sheet for the player across the table."""

    head: ArmyHead
    width: float
    height: float
    size: float
    line: float
    foot: tuple[str, ...]
    pages: tuple[OpponentPage, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A stack as the enemy sees it: its top tile in both sizes, how many tiles lie below it."""

    large: TileFace
    small: TileFace
    hidden: int
    tiles: str

    def face(self, form: TileFormat) -> TileFace:
        """Its top tile."""
        return self.small if form is COUNTER else self.large


def opponent_sheet(
    army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> OpponentSheet:
    """The opponent's sheet of a list: nothing on it that the rules hide."""
    army = catalog.armies.get(army_list.army)
    name = army.name.in_language(style.language) if army else army_list.army
    units = [unit for unit in army_list.units if unit.troops]
    tops = [catalog.troops[unit.troops[0]] for unit in units]
    plain = replace(style, bleed=0.0)
    seen = [
        _Seen(
            large=tile_face(top, CARD, catalog, plain, t),
            small=tile_face(top, COUNTER, catalog, plain, t),
            hidden=len(unit.troops) - 1,
            tiles=f"· {t('opponent.tiles', count=len(unit.troops))}",
        )
        for unit, top in zip(units, tops, strict=True)
    ]
    tiles = sum(len(unit.troops) for unit in units)
    figures = (
        (str(army_list.points), t("opponent.points")),
        (str(len(units)), t("opponent.stacks", count=len(units))),
        (str(tiles), t("roster.tiles", count=tiles)),
    )
    shown = dict.fromkeys(trait for top in tops for trait in top.traits)
    traits = [catalog.traits[trait] for trait in shown]
    foot = " · ".join(filter(None, (t("opponent.foot"), marks_of(tops, t))))
    head = army_head(name, t("opponent.subtitle"), figures, army, name, style.inner_size[0], style)
    return sheet_of(head, seen, traits, army_list.points, foot, style, t)


def sheet_of(
    head: ArmyHead,
    seen: Sequence[_Seen],
    traits: Sequence[Trait],
    points: int,
    foot_text: str,
    style: Style,
    t: Translator,
) -> OpponentSheet:
    """The sheet of these stacks, on as many pages as they need."""
    width, height = style.inner_size
    foot = measure.foot_lines(foot_text, width)
    top = head.height + HEAD_BELOW
    space = height - top - measure.foot_height(foot) - 1.0
    form, pages = _pages(seen, traits, points, width, top, space, style, t)
    return OpponentSheet(
        head=head,
        width=width,
        height=height,
        size=form.side,
        line=form.below or form.line,
        foot=foot,
        pages=pages,
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """How the stacks stand: their tiles, rows and columns, and how high a line to write on is.

    Words and lines of large tiles stand below them, those of small ones beside them.
    """

    tile: TileFormat
    columns: int
    wide: float
    pitch: float
    per_page: int
    pages: int
    count: int
    line: float
    below: float = 0.0  # the height of a line below a small tile, 0 if all lines stand beside it

    @property
    def side(self) -> float:
        """The side of a tile."""
        return self.tile.piece.width

    @property
    def is_small(self) -> bool:
        """Whether words stand beside the tiles."""
        return self.tile is COUNTER

    @property
    def box(self) -> float:
        """The height of what there is to write in."""
        if self.below:
            return self.line + BOX_GAP + (self.count - 1) * self.below
        return self.count * self.line

    @property
    def row(self) -> float:
        """From one row of stacks to the next."""
        lines = CAPTION + self.box
        tile = self.side + EDGES
        return self.between + (max(tile, lines) if self.is_small else tile + lines)

    @property
    def between(self) -> float:
        """The space between two rows."""
        return SMALL_BETWEEN if self.is_small else BETWEEN


def _large(count: int, hidden: int, width: float, space: float) -> _Rows:
    """Tiles of 45 mm in rows; lines take the space that the tiles leave."""
    wide = CARD.piece.width
    columns = max(1, int((width + 0.6) // (wide + 0.6)))
    pitch = (width - wide) / (columns - 1) if columns > 1 else 0.0
    tile = CARD.piece.height + EDGES + CAPTION
    # Small paper has as many lines as fit below a tile.
    lines = max(1, min(hidden + 1, int((space - tile) // LINE)))
    rows = max(1, -(-count // columns))
    fitting = max(1, int((space + BETWEEN) // (tile + lines * LINE + BETWEEN)))
    pages = -(-rows // fitting)
    per_page = -(-rows // pages)
    free = (space + BETWEEN) / per_page - tile - BETWEEN
    line = min(MOST_LINE, max(min(LINE, space - tile), free / lines))
    return _Rows(CARD, columns, wide, pitch, per_page, pages, lines, line)


def _small(count: int, hidden: int, width: float, space: float) -> _Rows:
    """Tiles of 22 mm with their lines beside them, in the fewest columns that need one page."""
    lines = hidden + 1
    tile = COUNTER.piece.height + EDGES
    least = max(tile, CAPTION + lines * LINE) + SMALL_BETWEEN
    fitting = max(1, int((space + SMALL_BETWEEN) // least))
    most = column_count(width)
    columns = min(most, -(-count // fitting))
    rows = -(-count // columns)
    pages = -(-rows // fitting)
    per_page = -(-rows // pages)
    free = (space + SMALL_BETWEEN) / per_page - SMALL_BETWEEN - CAPTION
    wide = column_width(width, columns)
    # Where rows are high, the hidden tiles have lines as wide as the column, below the top one.
    under = free + CAPTION - tile - BOX_GAP
    below = min(MOST_LINE, under / hidden) if hidden and under >= hidden * LINE else 0.0
    line = (tile - CAPTION + under - below * hidden) if below else free / lines
    return _Rows(COUNTER, columns, wide, wide + GUTTER, per_page, pages, lines, line, below)


def _pages(
    seen: Sequence[_Seen],
    traits: Sequence[Trait],
    points: int,
    width: float,
    top: float,
    space: float,
    style: Style,
    t: Translator,
) -> tuple[_Rows, tuple[OpponentPage, ...]]:
    """The stacks in rows, as many on each page; what is too much for their lines is for notes.

    Stacks too many for large tiles with lines to write on have small tiles, whose signs are
    explained.
    """
    hidden = max((min(stack.hidden, MOST_HIDDEN) for stack in seen), default=0)
    form = _large(len(seen), hidden, width, space)
    signs: tuple[Sign, ...] = ()
    if form.pages > 1 or form.box < GOOD_BOX:
        explained = _signs(traits, width, style)
        high = explained[-1].y + SIGN_LINE + SIGNS_ABOVE if explained else 0.0
        small = _small(len(seen), hidden, width, space - high)
        if small.pages < form.pages or small.box > form.box:
            form, space = small, space - high
            signs = tuple(replace(sign, y=top + space + SIGNS_ABOVE + sign.y) for sign in explained)
    pages = []
    wanted = Wanted(True, points, () if signs else tuple(traits))
    for start in range(0, max(1, len(seen)), form.columns * form.per_page):
        stacks = []
        for place, stack in enumerate(seen[start : start + form.columns * form.per_page]):
            number, column = divmod(place, form.columns)
            corner = (column * form.pitch, top + number * form.row)
            stacks.append(_stack(start + place + 1, stack, corner, form, style, t))
        used = max(1, -(-len(stacks) // form.columns)) * form.row
        areas = []
        if len(stacks) % form.columns:
            # Beside the last stacks, as far as the page goes.
            x, y = len(stacks) % form.columns * form.pitch, top + used - form.row
            areas.append(NotesBox(x, y, width - x, form.row - form.between))
        if space - used >= NOTES_FROM:
            areas.append(NotesBox(0.0, top + used, width, space - used))
        notes, wanted = filled_boxes(areas, wanted, style, t)
        pages.append(OpponentPage(start == 0, tuple(stacks), notes, signs))
    return form, tuple(pages)


def _stack(
    number: int,
    seen: _Seen,
    corner: tuple[float, float],
    form: _Rows,
    style: Style,
    t: Translator,
) -> Stack:
    x, y = corner
    edges = [STEP * depth for depth in range(min(seen.hidden, MOST_SHOWN), 0, -1)]
    beside = form.side + BESIDE if form.is_small else 0.0
    words_y = y if form.is_small else y + form.side + EDGES
    hidden = min(seen.hidden, MOST_HIDDEN, form.count)
    return Stack(
        face=seen.face(form.tile).enlarged(style.scale),
        face_x=x * style.scale,
        face_y=y * style.scale,
        below=tuple((x + edge * INSET, y + edge, form.side - 2 * edge * INSET) for edge in edges),
        caption=t("opponent.stack", number=number),
        tiles=seen.tiles,
        caption_x=x + beside,
        caption_y=words_y + (0.0 if form.is_small else 0.4),
        boxes=_boxes(hidden, x, words_y + CAPTION, beside, form, t),
    )


def _boxes(
    hidden: int, x: float, y: float, beside: float, form: _Rows, t: Translator
) -> tuple[WritingBox, ...]:
    """What there is to write in: hidden tiles below what else is seen where rows are high."""
    wide = form.wide - beside
    if not form.below:
        lines = _writing_lines(hidden, form.count, form.line, t)
        return (WritingBox(x + beside, y, wide, form.box, lines),)
    seen = (WritingLine(0.0, t("opponent.where")),)
    count = form.count - 1
    lines = _writing_lines(hidden, count, form.below, t)
    under = WritingBox(x, y + form.line + BOX_GAP, form.wide, count * form.below, lines)
    return (WritingBox(x + beside, y, wide, form.line, seen), under)


def _signs(traits: Sequence[Trait], width: float, style: Style) -> tuple[Sign, ...]:
    """The signs of these traits with their names, in lines as wide as the page."""
    found: list[Sign] = []
    x = y = 0.0
    for trait in traits:
        name = trait.name.in_language(style.language)
        shapes, wide = trait_shapes(trait)
        picture = drawing(coloured(shapes, DARK, PAPER), wide, GRID, SIGN, name)
        text_x = picture.width + SIGN_GAP
        whole = text_x + measure.width(name, T5.font, T5.size)
        if x and x + whole > width:
            x, y = 0.0, y + SIGN_LINE
        found.append(Sign(x, y, picture, name, x + text_x))
        x += whole + GUTTER
    return tuple(found)


def _writing_lines(hidden: int, count: int, line: float, t: Translator) -> tuple[WritingLine, ...]:
    """A line for each hidden tile, and the rest of the box for what else is seen."""
    labels = [t("opponent.tile", number=number) for number in range(2, hidden + 2)]
    if hidden < count:
        labels.append(t("opponent.seen"))
    return tuple(WritingLine(place * line, label) for place, label in enumerate(labels))
