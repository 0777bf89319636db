"""The sheet for the opponent: top troops and heights of stacks, nothing hidden. PB-1.8."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import N1, T3, T5, TITLES, class_of
from pbbuild.page.pictures import Picture, emblem
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.sheets.roster import FIGURE, HEAD, TALL_HEAD, Figure
from pbbuild.pocket_battles.sheets.tiles import CARD as CARD_FORMAT
from pbbuild.pocket_battles.sheets.tiles import marks_of, tile_face
from pbbuild.text.translate import Translator

CARD: Final = CARD_FORMAT.piece.width
STEP: Final = 0.4
MOST_SHOWN: Final = 3
WIDE: Final = CARD + MOST_SHOWN * STEP  # of a stack with the edges of its tiles
HEAD_BELOW: Final = 3.0
CAPTION: Final = T3.line + 1.0
BETWEEN: Final = 4.0  # rows of stacks
# A line to write on for each tile below the top one, and one for what else is seen.
LINE: Final = 6.4
MOST_LINE: Final = 14.0
MOST_HIDDEN: Final = 5
FIGURES: Final = 3
NOTES_FROM: Final = 16.0


@dataclass(frozen=True, slots=True)
class WritingLine:
    """A line to write on, `y` below the corner of its box, with what it is for."""

    y: float
    label: str


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
    tiles: str
    caption_y: float
    lines: tuple[WritingLine, ...]
    lines_y: float
    lines_height: float


@dataclass(frozen=True, slots=True)
class NotesBox:
    """A box for notes."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class OpponentPage:
    """One page of stacks, with boxes for notes where there is space."""

    first: bool
    stacks: tuple[Stack, ...]
    notes: tuple[NotesBox, ...]


@dataclass(frozen=True, slots=True)
class OpponentSheet:
    """The sheet for the player across the table."""

    title: str
    title_size: float
    subtitle: str
    subtitle_face: str
    figures: tuple[Figure, ...]
    figure_width: float
    figure_y: float
    figure_face: str
    emblem: Picture
    head: float
    width: float
    height: float
    size: float
    wide: float
    line: float
    foot: tuple[str, ...]
    pages: tuple[OpponentPage, ...]


def opponent_sheet(
    army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> OpponentSheet:
    """The opponent's sheet of a list: nothing on it that the rules hide."""
    width, height = style.inner_size
    narrow = width < 150
    head = TALL_HEAD if narrow else HEAD
    units = [unit for unit in army_list.units if unit.troops]
    tops = [catalog.troops[unit.troops[0]] for unit in units]
    marks = marks_of(tops, t)
    foot = measure.foot_lines(" · ".join(filter(None, (t("opponent.foot"), marks))), width)
    top = head + HEAD_BELOW
    space = height - top - measure.foot_height(foot) - 1.0
    pages, line = _pages(units, width, top, space, catalog, style, t)
    army = catalog.armies.get(army_list.army)
    name = army.name.in_language(style.language) if army else army_list.army
    tiles = sum(len(unit.troops) for unit in units)
    figures = (
        (str(army_list.points), t("opponent.points")),
        (str(len(units)), t("opponent.stacks", count=len(units))),
        (str(tiles), t("roster.tiles", count=tiles)),
    )
    left = width - 1.6 - FIGURES * FIGURE
    title_space = width - 20 - (0.0 if narrow else FIGURES * FIGURE)
    title = measure.fitted_face(name, title_space, TITLES)
    subtitle = t("opponent.subtitle")
    subtitle_face = measure.fitted_face(subtitle, title_space, (T3, T5))
    return OpponentSheet(
        title=measure.shortened(name, title.font, title_space, title.size),
        title_size=title.size,
        subtitle=measure.shortened(subtitle, subtitle_face.font, title_space, subtitle_face.size),
        subtitle_face=class_of(subtitle_face),
        figures=tuple(
            Figure(value, label, left + FIGURE * place)
            for place, (value, label) in enumerate(figures)
        ),
        figure_width=FIGURE - 0.9,
        figure_y=16.6 if narrow else 2.1,
        figure_face=class_of(N1),
        emblem=emblem(
            army.theme if army else "neutral",
            10.6,
            name,
            style.colours["band-ink"],
            style.colours["band"],
        ),
        head=head,
        width=width,
        height=height,
        size=CARD,
        wide=WIDE,
        line=line,
        foot=foot,
        pages=pages,
    )


def _pages(
    units: Sequence[ListUnit],
    width: float,
    top: float,
    space: float,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> tuple[tuple[OpponentPage, ...], float]:
    """The stacks in rows, as many on each page, and the height of a line to write on.

    Lines take the space that the tiles leave; what is too much for them is for notes.
    """
    columns = max(1, int((width + 0.6) // (WIDE + 0.6)))
    pitch = (width - WIDE) / max(1, columns - 1) if columns > 1 else 0.0
    hidden = max((min(len(unit.troops) - 1, MOST_HIDDEN) for unit in units), default=0)
    tile = WIDE + CAPTION
    # Small paper has as many lines as fit below a tile.
    count = max(1, min(hidden + 1, int((space - tile) // LINE)))
    least = tile + count * LINE + BETWEEN
    rows = max(1, -(-len(units) // columns))
    fitting = max(1, int((space + BETWEEN) // least))
    page_count = -(-rows // fitting)
    per_page = -(-rows // page_count)
    free = (space + BETWEEN) / per_page - tile - BETWEEN
    line = min(MOST_LINE, max(min(LINE, space - tile), free / count))
    row = tile + count * line + BETWEEN
    plain = replace(style, bleed=0.0)
    pages = []
    for start in range(0, max(1, len(units)), columns * per_page):
        stacks = []
        for place, unit in enumerate(units[start : start + columns * per_page]):
            number, column = divmod(place, columns)
            x, y = column * pitch, top + number * row
            face = tile_face(catalog.troops[unit.troops[0]], CARD_FORMAT, catalog, plain, t)
            below = len(unit.troops) - 1
            edges = [STEP * depth for depth in range(min(below, MOST_SHOWN), 0, -1)]
            stacks.append(
                Stack(
                    x=x,
                    y=y,
                    face=face.enlarged(style.scale),
                    face_x=x * style.scale,
                    face_y=y * style.scale,
                    below=tuple((x + edge, y + edge) for edge in edges),
                    caption=t("opponent.stack", number=start + place + 1),
                    tiles=f"· {t('opponent.tiles', count=len(unit.troops))}",
                    caption_y=y + WIDE + 0.4,
                    lines=_writing_lines(min(below, MOST_HIDDEN, count), count, line, t),
                    lines_y=y + tile,
                    lines_height=count * line,
                )
            )
        used = max(1, -(-len(stacks) // columns)) * row
        notes = []
        if len(stacks) % columns:
            # Beside the last stacks, as far as the page goes.
            x, y = len(stacks) % columns * pitch, top + used - row
            notes.append(NotesBox(x, y, width - x, row - BETWEEN))
        if space - used >= NOTES_FROM:
            notes.append(NotesBox(0.0, top + used, width, space - used))
        pages.append(OpponentPage(start == 0, tuple(stacks), tuple(notes)))
    return tuple(pages), line


def _writing_lines(hidden: int, count: int, line: float, t: Translator) -> tuple[WritingLine, ...]:
    """A line for each hidden tile, and the rest of the box for what else is seen."""
    labels = [t("opponent.tile", number=number) for number in range(2, hidden + 2)]
    if hidden < count:
        labels.append(t("opponent.seen"))
    return tuple(WritingLine(place * line, label) for place, label in enumerate(labels))
