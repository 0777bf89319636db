"""What stacks leave of an opponent's sheet: boxes to note on.

They hold the field, the points destroyed, what the traits seen do, and lines.
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
)
from pbbuild.page.pictures import (
    DARK,
    GRID,
    PAPER,
    Picture,
    coloured,
    drawing,
    filled,
    icon_shapes,
    outlined,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.lists.plan import SECTORS
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.sheets.tiles import CARD
from pbbuild.text.translate import Translator

SIGN: Final = 3.2
SIGN_GAP: Final = 0.9
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
class Wanted:
    """What a sheet has once, where it has room: the field, points to mark, traits explained."""

    field: bool
    points: int
    traits: tuple[Trait, ...]

    @property
    def missing(self) -> int:
        """What is still without a place, the most needed counted most."""
        return 4 * self.field + 2 * bool(self.traits) + bool(self.points)


def filled_boxes(
    areas: Sequence[NotesBox], wanted: Wanted, style: Style, t: Translator
) -> tuple[tuple[NotesBox, ...], Wanted]:
    """The boxes for notes with what there is to note on, and what found no place.

    The field is as large as what else finds a place beside it allows.
    """
    tries = [_tried(areas, wanted, zone, style, t) for zone in ZONES]
    boxes, left = min(tries, key=lambda one: one[1].missing)
    return tuple(_ruled(box) for box in boxes), left


def _tried(
    areas: Sequence[NotesBox], wanted: Wanted, zone: float, style: Style, t: Translator
) -> tuple[list[NotesBox], Wanted]:
    """The boxes with a field whose zones are so high, and what found no place.

    A box as wide as the page has the field in a box of its own; else the widest has it above.
    """
    boxes = list(areas)
    high = field_height(zone)
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


def field_height(zone: float) -> float:
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
