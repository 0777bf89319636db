"""The sheet for the opponent: top troops and heights of stacks, nothing hidden. PB-1.8.

What its stacks leave of a page is for what one notes of an enemy: where the stacks stand, the
points destroyed, lines. Without a list its tiles are empty, to be filled in at the table.
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
    disc,
    drawing,
    filled,
    icon_shapes,
    outlined,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Trait
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.plan import SECTORS
from pbbuild.pocket_battles.rules.units import points_to_win
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
SIGN: Final = 3.2
SIGN_GAP: Final = 0.9
SIGN_LINE: Final = 4.4
SIGNS_ABOVE: Final = 2.4
BOX_GAP: Final = 1.2  # between the two boxes of a small stack
# What traits do, where the last stacks leave room for it.
PAD: Final = 2.0  # inside a box for notes
EXPLAINED_GAP: Final = 1.2
LEAST_NOTES: Final = 10.0
RULED: Final = 7.6  # from one line for notes to the next
TITLE: Final = T3.line + 1.0
PART_GAP: Final = 3.0
# The field on which one writes where the stacks stand: its share of a box as wide as the page,
# the width it needs, how high its zones are, and the engagement between the armies.
FIELD_SHARE: Final = 0.56
WIDE_BOX: Final = 150.0
LEAST_FIELD: Final = 80.0
ZONES: Final = (24.0, 20.0, 17.0, 14.0, 12.0, 11.0)
STRIP: Final = 4.4
FIELD_ROWS: Final = ("enemy-rear", "enemy-front")
# Points to mark: so many boxes in a group, each at most and at least as wide as this.
GROUP: Final = 10
MOST_POINT, LEAST_POINT = 4.8, 3.9
# An empty stack has rows to write in: its top tile, then two hidden tiles in each, then the rest.
EMPTY_ROW, MOST_EMPTY_ROW = 7.4, 9.6
EMPTY_HIDDEN: Final = 4
EMPTY_ROWS: Final = 2 + EMPTY_HIDDEN // 2
EMPTY_GAP: Final = 3.0
MOST_EMPTY: Final = 14
ENOUGH: Final = 8  # so many stacks are worth more than the field
EMPTY_FIELD: Final = 14.0  # the zones of its field
BADGE: Final = 2.5
LABEL: Final = ("PB Name", 500)
HEIGHT_BOX: Final = 6.0  # for the number of tiles


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
class Explained:
    """A trait seen on a tile: its sign, its name and what it does, placed in a box."""

    x: float
    sign_y: float
    y: float
    picture: Picture
    name: str
    text_x: float
    lines: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class NotesPart:
    """Something to note on, placed in a box: its name and its picture."""

    y: float
    title: str
    picture: Picture

    @property
    def picture_y(self) -> float:
        """Where its picture begins."""
        return self.y + TITLE


@dataclass(frozen=True, slots=True)
class NotesBox:
    """A box for notes, below what it has to note on and the traits that it explains.

    Its word and its lines begin at `words_y`; a box without room for them has none.
    """

    x: float
    y: float
    width: float
    height: float
    parts: tuple[NotesPart, ...] = ()
    explained: tuple[Explained, ...] = ()
    words_y: float = 1.0
    lines: tuple[float, ...] = ()

    @property
    def has_words(self) -> bool:
        """Whether it has room for notes."""
        return bool(self.lines) or not (self.parts or self.explained)


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
    return _sheet(head, seen, traits, army_list.points, foot, style, t)


def empty_sheet(army: Army | None, style: Style, t: Translator) -> OpponentSheet:
    """A sheet to fill in for an enemy without a list, of some army if it is known."""
    name = army.name.in_language(style.language) if army else t("opponent.enemy")
    figures = (
        ("", t("opponent.points")),
        ("", t("opponent.stacks", count=2)),
        ("", t("roster.tiles", count=2)),
    )
    says, wide = t("opponent.empty-subtitle"), style.inner_size[0]
    head = army_head(name, says, figures, army, name, wide, style)
    sheet = _sheet(head, (), (), 0, t("opponent.empty-foot"), style, t)
    width, top = sheet.width, sheet.head.height + HEAD_BELOW
    space = sheet.height - top - measure.foot_height(sheet.foot) - 1.0
    columns = min(2, column_count(width))
    wide = column_width(width, columns)
    least = EMPTY_ROWS * EMPTY_ROW + EMPTY_GAP
    field = _field_height(EMPTY_FIELD)
    if int((space - field) // least) * columns < ENOUGH:
        field = 0.0
    rows = max(1, min(-(-MOST_EMPTY // columns), int((space - field) // least)))
    row = min(MOST_EMPTY_ROW, ((space - field) / rows - EMPTY_GAP) / EMPTY_ROWS)
    step = EMPTY_ROWS * row + EMPTY_GAP
    cards = tuple(
        PlacedCard(
            column * (wide + GUTTER),
            top + place * step,
            _empty_stack(column * rows + place + 1, wide, row, style, t),
        )
        for column in range(columns)
        for place in range(rows)
    )
    y = top + rows * step
    area = NotesBox(0.0, y, width, top + space - y)
    notes: tuple[NotesBox, ...] = ()
    if area.height >= NOTES_FROM:
        notes, _ = _filled([area], _Wanted(True, 0, ()), style, t)
    return replace(sheet, pages=(OpponentPage(True, (), notes, (), cards),))


def _empty_stack(number: int, width: float, row: float, style: Style, t: Translator) -> Picture:
    """An empty stack to fill in: top tile, how many tiles, hidden tiles, where it is."""
    colours, high = style.colours, EMPTY_ROWS * row
    quiet = colours["quiet"]
    shapes = filled(_top_box(width, row), colours["tint"])
    middle = row / 2
    shapes += filled(disc(BADGE + 1.4, middle, BADGE), colours["badge"])
    shapes += placed_number(number, BADGE + 1.4, middle, BADGE * 1.4, colours["badge-ink"])
    base = middle + T5.size * 0.35
    tiles, top = t("roster.tiles", count=2), t("opponent.top")
    left = width - PAD - HEIGHT_BOX
    box = rounded_box(left, middle - 2.5, HEIGHT_BOX, 5.0, 0.7)
    shapes += outlined(box, colours["rule"], 0.25, PAPER)
    shapes += svg_text(tiles, left - 1.2, base, T5.size, "end", quiet, LABEL)
    shapes += svg_text(top, 2 * BADGE + 2.8, base, T5.size, "start", quiet, LABEL)
    words = [t("opponent.tile", number=place + 2) for place in range(EMPTY_HIDDEN)]
    rules = ""
    for place, word in enumerate(words):
        line, column = divmod(place, 2)
        y = (line + 1) * row
        shapes += svg_text(
            word, PAD + column * width / 2, y + T5.size + 0.4, T5.size, "start", quiet, LABEL
        )
        rules += f"M0.2 {y:g}H{width - 0.2:g}"
    last = (EMPTY_ROWS - 1) * row
    rules += f"M0.2 {last:g}H{width - 0.2:g}M{width / 2:g} {row:g}V{last:g}"
    shapes += svg_text(
        t("opponent.where"), PAD, last + T5.size + 0.4, T5.size, "start", quiet, LABEL
    )
    frame = rounded_box(0.2, 0.2, width - 0.4, high - 0.4, 1.2)
    shapes += f'<path d="{rules}" stroke="{colours["rule"]}" stroke-width="0.25"/>'
    shapes += outlined(frame, colours["accent"], 0.4, "none")
    return drawing(shapes, width, high, high, t("opponent.empty", number=number))


def _top_box(width: float, high: float) -> str:
    """The first row of a frame with round corners."""
    return (
        f"M0.4 {high:g}V1.6a1.2 1.2 0 0 1 1.2 -1.2H{width - 1.6:g}a1.2 1.2 0 0 1 1.2 1.2V{high:g}z"
    )


def _sheet(
    head: ArmyHead,
    seen: Sequence[_Seen],
    traits: Sequence[Trait],
    points: int,
    foot_text: str,
    style: Style,
    t: Translator,
) -> OpponentSheet:
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
    wanted = _Wanted(True, points, () if signs else tuple(traits))
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
        notes, wanted = _filled(areas, wanted, style, t)
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


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a sheet has once, where it has room: the field, points to mark, traits explained."""

    field: bool
    points: int
    traits: tuple[Trait, ...]

    @property
    def missing(self) -> int:
        """What is still without a place, the most needed counted most."""
        return 4 * self.field + 2 * bool(self.traits) + bool(self.points)


def _filled(
    areas: Sequence[NotesBox], wanted: _Wanted, style: Style, t: Translator
) -> tuple[tuple[NotesBox, ...], _Wanted]:
    """The boxes for notes with what there is to note on, and what found no place.

    The field is as large as what else finds a place beside it allows.
    """
    tries = [_tried(areas, wanted, zone, style, t) for zone in ZONES]
    boxes, left = min(tries, key=lambda one: one[1].missing)
    return tuple(_ruled(box) for box in boxes), left


def _tried(
    areas: Sequence[NotesBox], wanted: _Wanted, zone: float, style: Style, t: Translator
) -> tuple[list[NotesBox], _Wanted]:
    """The boxes with a field whose zones are so high, and what found no place.

    A box as wide as the page has the field in a box of its own; else the widest has it above.
    """
    boxes = list(areas)
    high = _field_height(zone)
    wide = [box for box in boxes if box.width >= WIDE_BOX and box.height >= high]
    fitting = [
        box for box in boxes if box.width >= LEAST_FIELD and box.height >= high + LEAST_NOTES
    ]
    if wanted.field and wide:
        last = wide[-1]
        share = last.width * FIELD_SHARE
        left = replace(last, width=share)
        place = boxes.index(last)
        boxes[place] = replace(last, x=last.x + share + GUTTER, width=last.width - share - GUTTER)
        boxes.insert(place, _with_part(left, *_where(left.width - 2 * PAD, zone, style, t)))
        wanted = replace(wanted, field=False)
    elif wanted.field and fitting:
        first = max(fitting, key=lambda box: box.width)
        picture = _where(first.width - 2 * PAD, zone, style, t)
        boxes[boxes.index(first)] = _with_part(first, *picture)
        wanted = replace(wanted, field=False)
    for place, box in enumerate(boxes):
        shown = _explained(box, wanted.traits, style)
        if shown.explained:
            boxes[place] = shown
            wanted = replace(wanted, traits=())
    for place, box in enumerate(boxes):
        if not wanted.points:
            break
        title, alt = t("opponent.destroyed"), t("opponent.destroyed-alt")
        strip = _points(points_to_win(wanted.points), box.width - 2 * PAD, style, alt)
        if box.words_y + TITLE + strip.height + PART_GAP + LEAST_NOTES <= box.height:
            boxes[place] = _with_part(box, title, strip)
            wanted = replace(wanted, points=0)
    return boxes, wanted


def _points(count: int, width: float, style: Style, alt: str) -> Picture:
    """A box for each point, in groups of ten as a ruler has them."""
    groups = max(1, int(width // (GROUP * LEAST_POINT)))
    per_row = min(groups * GROUP, -(-count // GROUP) * GROUP)
    step = min(MOST_POINT, width / per_row)
    wide = step - 0.6
    single, fifth, numbers = "", "", ""
    for point in range(1, count + 1):
        row, place = divmod(point - 1, per_row)
        x, y = place * step + 0.2, row * (step + 0.4) + 0.2
        piece = rounded_box(x, y, wide, wide, 0.5)
        if point % 5 and point < count:
            single += piece
            continue
        fifth += piece
        numbers += placed_number(point, x + wide / 2, y + wide / 2, wide * 0.66)
    high = -(-count // per_row) * (step + 0.4)
    shapes = outlined(single, style.colours["quiet"], 0.2)
    shapes += outlined(fifth, DARK, 0.3, style.colours["tint"]) + numbers
    return drawing(shapes, per_row * step, high, high, alt)


def _with_part(box: NotesBox, title: str, picture: Picture) -> NotesBox:
    """The box with something more to note on, below what it has."""
    y = max(box.words_y, PAD - 0.4)
    part = NotesPart(y, title, picture)
    return replace(box, parts=(*box.parts, part), words_y=y + TITLE + picture.height + PART_GAP)


def _ruled(box: NotesBox) -> NotesBox:
    """The box with lines for notes in what is left of it."""
    first = box.words_y + RULED
    count = max(0, int((box.height - PAD - first) / RULED + 1))
    return replace(box, lines=tuple(first + place * RULED for place in range(count)))


def _field_height(zone: float) -> float:
    """How high a box with the field is, without notes."""
    return PAD + TITLE + T5.line + 0.6 + len(FIELD_ROWS) * zone + STRIP + PAD


def _where(width: float, zone: float, style: Style, t: Translator) -> tuple[str, Picture]:
    """The enemy's zones as you see them, to write in where each stack stands."""
    names = [t(f"leaf.row-{name}") for name in FIELD_ROWS]
    left = max(measure.width(name, measure.NAME, T5.size) for name in names) + 2.0
    column = (width - left) / len(SECTORS)
    colours, top = style.colours, T5.line + 0.6
    bottom = top + len(FIELD_ROWS) * zone
    shapes = filled(f"M{left:g} {bottom:g}H{width:g}v{STRIP:g}H{left:g}z", colours["ground"])
    for place, sector in enumerate(SECTORS):
        middle = left + (place + 0.5) * column
        shapes += svg_text(t(f"field-sheet.{sector}"), middle, T5.size, T5.size, "middle")
    for place, name in enumerate(names):
        shapes += svg_text(name, 0, top + (place + 0.5) * zone + T5.size * 0.35, T5.size, "start")
    engaged = bottom + STRIP / 2 + T5.size * 0.35
    shapes += svg_text(t("leaf.row-engagement"), 0, engaged, T5.size, "start")
    rules = "".join(f"M{left:g} {top + place * zone:g}H{width:g}" for place in (1, 2))
    borders = "".join(f"M{left + place * column:g} {top:g}V{bottom + STRIP:g}" for place in (1, 2))
    frame = f"M{left + 0.2:g} {top:g}H{width - 0.2:g}V{bottom + STRIP:g}H{left + 0.2:g}z"
    shapes += (
        f'<path d="{rules}" stroke="{colours["rule"]}" stroke-width="0.3"/>'
        f'<path d="{borders}" stroke="{DARK}" stroke-width="0.6" stroke-dasharray="2.6 1.8"/>'
        + outlined(frame, colours["band-rule"], 0.4, "none")
    )
    high = bottom + STRIP + 0.3
    return t("opponent.field"), drawing(shapes, width, high, high, t("opponent.field-alt"))


def _explained(box: NotesBox, traits: Sequence[Trait], style: Style) -> NotesBox:
    """The box with what the traits seen on the tiles do, if that leaves room for notes."""
    columns = column_count(box.width, CARD.piece.width)
    wide = (box.width - PAD * (columns + 1)) / columns
    left = SIGN + SIGN_GAP + 0.6
    made: list[tuple[Picture, str, list[str]]] = []
    for trait in traits:
        shapes = icon_shapes(trait.icon) or icon_shapes("trait")
        name = trait.name.in_language(style.language)
        picture = drawing(coloured(shapes, DARK, PAPER), GRID, GRID, SIGN, name)
        says = trait.line.in_language(style.language)
        made.append((picture, name, measure.wrapped(says, T5.font, wide - left - 0.5, T5.size)))
    heights = [T3.line + len(lines) * T5.line + EXPLAINED_GAP for _, _, lines in made]
    per_column = -(-len(made) // columns)
    ends = [sum(heights[at : at + per_column]) for at in range(0, len(made), per_column or 1)]
    start = max(box.words_y, PAD)
    used = start + max(ends, default=0.0)
    if not made or used > box.height - LEAST_NOTES:
        return box
    found = []
    for place, (picture, name, lines) in enumerate(made):
        column, row = divmod(place, per_column)
        x = PAD + column * (wide + PAD)
        y = start + sum(heights[column * per_column : column * per_column + row])
        rows = tuple((y + T3.line + at * T5.line, line) for at, line in enumerate(lines))
        sign_y = y + (T3.line - SIGN) / 2
        found.append(Explained(x, sign_y, y, picture, name, x + left, rows))
    return replace(box, explained=tuple(found), words_y=used + 1.0)


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
