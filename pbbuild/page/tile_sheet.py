"""Tiles to print and cut: the same size on every paper, with backs that match the fronts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page.pictures import DARK, Picture, drawing
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator

CHECK_BAR: Final = 50.0
# Space for the unprintable margin of any printer, crop marks, the check bar and a line of text.
_SIDE_MARGIN: Final = 9.0
_TOP_MARGIN: Final = 12.0


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text on a tile; `x` is its left, middle or right, depending on `align`."""

    text: str
    x: float
    y: float
    width: float
    size: float
    line: float
    kind: str
    align: str = "left"


@dataclass(frozen=True, slots=True)
class TileFace:
    """One side of a tile: a picture of its whole area, and labels on it."""

    picture: Picture
    labels: tuple[Label, ...] = ()

    def enlarged(self, scale: float) -> "TileFace":
        """The same face for a tile that is `scale` times as large."""
        labels = [
            replace(
                label,
                x=label.x * scale,
                y=label.y * scale,
                width=label.width * scale,
                size=label.size * scale,
                line=label.line * scale,
            )
            for label in self.labels
        ]
        return TileFace(self.picture, tuple(labels))


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A side of a tile with its position on the page, in real millimetres."""

    x: float
    y: float
    face: TileFace


@dataclass(frozen=True, slots=True)
class TilePage:
    """One side of a sheet to cut."""

    title: str
    hint: tuple[str, str]
    hint_x: float
    hint_y: float
    faces: tuple[PlacedFace, ...]
    marks: Picture
    size: float
    words: float


@dataclass(frozen=True, slots=True)
class TileSheet:
    """Sheets of tiles, each followed by its backs."""

    title: str
    pages: tuple[TilePage, ...]


def grid_of(size: float, style: Style) -> tuple[int, int, float, float]:
    """Columns, rows, left and top of a centred grid of tiles of `size` on the page."""
    width, height = style.page
    columns = int((width - 2 * _SIDE_MARGIN) // size)
    rows = int((height - 2 * _TOP_MARGIN * style.scale) // size)
    return columns, rows, (width - columns * size) / 2, (height - rows * size) / 2


def tile_pages(
    title: str,
    fronts: Sequence[TileFace],
    backs: Sequence[TileFace],
    size: float,
    style: Style,
    t: Translator,
) -> tuple[TilePage, ...]:
    """Pages of fronts, each followed by its backs, mirrored for paper flipped on its long edge."""
    size *= style.scale
    fronts = [face.enlarged(style.scale) for face in fronts]
    backs = [face.enlarged(style.scale) for face in backs]
    columns, rows, left, top = grid_of(size, style)
    per_page = columns * rows
    count = -(-len(fronts) // per_page)
    pages = []
    for number in range(count):
        part = slice(number * per_page, (number + 1) * per_page)
        for faces, mirrored in ((fronts[part], False), (backs[part], True)):
            placed = []
            for place, face in enumerate(faces):
                row, column = divmod(place, columns)
                if mirrored:
                    column = columns - 1 - column
                placed.append(PlacedFace(left + column * size, top + row * size, face))
            used = -(-len(faces) // columns)
            side = t("tiles.back" if mirrored else "tiles.front")
            pages.append(
                TilePage(
                    title=t("tiles.sheet", title=title, number=number + 1, count=count, side=side),
                    hint=(t("tiles.hint"), t("tiles.turn")),
                    hint_x=_bar_left(left, style) + CHECK_BAR + 3,
                    hint_y=style.page[1] - 4.56 - 6.24 * style.scale,
                    faces=tuple(placed),
                    marks=_marks(size, columns, used, left, top, style, t),
                    size=size,
                    words=2.6 * style.scale,
                )
            )
    return tuple(pages)


def _marks(
    size: float, columns: int, rows: int, left: float, top: float, style: Style, t: Translator
) -> Picture:
    """Crop marks outside the tiles, and a bar to check the printed size."""
    width, height = style.page
    right, bottom = left + columns * size, top + rows * size
    near, far = 1.2, 4.2
    lines = []
    for column in range(columns + 1):
        x = left + column * size
        lines.append(f"M{x:.3f} {top - far:.3f}V{top - near:.3f}")
        lines.append(f"M{x:.3f} {bottom + near:.3f}V{bottom + far:.3f}")
    for row in range(rows + 1):
        y = top + row * size
        lines.append(f"M{left - far:.3f} {y:.3f}H{left - near:.3f}")
        lines.append(f"M{right + near:.3f} {y:.3f}H{right + far:.3f}")
    bar, begin = height - 7.5, _bar_left(left, style)
    ticks = "".join(f"M{begin + step:.3f} {bar - 1.5:.3f}v3" for step in range(0, 51, 10))
    shapes = (
        f'<path d="{"".join(lines)}" stroke="{DARK}" stroke-width="0.15" fill="none"/>'
        f'<path d="M{begin:.3f} {bar:.3f}h{CHECK_BAR:g}{ticks}" stroke="{DARK}"'
        ' stroke-width="0.3" fill="none"/>'
    )
    return drawing(shapes, width, height, height, t("tiles.bar"))


def _bar_left(left: float, style: Style) -> float:
    # Beside one column of large tiles the text after the bar needs the space.
    return _SIDE_MARGIN if style.large else left
