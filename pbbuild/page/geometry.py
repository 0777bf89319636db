"""The measures of every printed sheet: paper, grid, type scale, pieces to cut. All in millimetres.

Style sheets use the same values: `type_css` writes the type scale as rules and the measures as
custom properties.
docs/design-of-sheets.md explains them.
"""

from dataclasses import dataclass
from typing import Final

POINT: Final = 25.4 / 72
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}

# Sheets to read keep this margin, on A5 the smaller one; nothing printed comes nearer to an edge.
MARGIN: Final = 10.0
SMALL_MARGIN: Final = 8.0
EDGE: Final = 5.0

# The grid: a block is as wide as one, two or all columns.
GUTTER: Final = 4.0
LEAST_COLUMN: Final = 56.0
LEAST_WIDE_COLUMN: Final = 88.0


# The head of a text sheet, a heading with its rule, a line of the foot.
AID_HEAD: Final = 13.0
SLIM_HEAD: Final = 9.0  # of the other side of a leaf
HANG: Final = 3.0  # the lines of a sentence below its first, so that none looks like a new one
# A page of the pocket aid: its head, and its margin in real millimetres.
PANEL_HEAD: Final = 8.0
PANEL_MARGIN: Final = 5.5
HEADING: Final = 7.492
FOOT_ABOVE: Final = 1.1
# The card of a unit, in its own units: its head, a tile, a strip of hits, the orders, the sign of
# a trait and the space behind it.
CARD_HEAD: Final = 5.6
CARD_ROW: Final = 4.7
CARD_STRIP: Final = 4.5
CARD_ORDERS: Final = 4.7
CARD_SIGN: Final = 3.0
CARD_SIGN_GAP: Final = 0.6
CARD_TRAIT_GAP: Final = 1.8
# The head of an army's sheets: its height without numbers below the title, the emblem and the space
# around it, where words begin, and the box of a number.
ARMY_HEAD: Final = 17.0
HEAD_EMBLEM: Final = 10.6
HEAD_PAD: Final = 2.8
HEAD_TEXT: Final = HEAD_PAD + HEAD_EMBLEM + 2.4
HEAD_BOX: Final = 12.8
# On a roster: a box of the round track to write in.
WRITE_BOX: Final = 4.4


@dataclass(frozen=True, slots=True)
class Face:
    """A step of the type scale: family, weight, size and leading in points."""

    family: str
    weight: int
    points: float
    leading: float

    @property
    def size(self) -> float:
        """The size in millimetres."""
        return self.points * POINT

    @property
    def line(self) -> float:
        """The distance of two lines in millimetres."""
        return self.leading * POINT

    @property
    def font(self) -> str:
        """The file of the face, as `measure` knows it."""
        return _FILES[self.family, self.weight]


_FILES: Final = {
    ("PB Title", 800): "Alegreya-ExtraBold",
    ("PB Name", 500): "BarlowCondensed-Medium",
    ("PB Name", 600): "BarlowCondensed-SemiBold",
    ("PB Name", 700): "BarlowCondensed-Bold",
    ("PB Body", 400): "AlegreyaSans-Regular",
}
TYPE: Final = {
    "t1": Face("PB Title", 800, 22, 24),
    "t2": Face("PB Name", 700, 13, 15),
    "t3": Face("PB Name", 600, 10, 12),
    "t4": Face("PB Body", 400, 8.5, 10.5),
    "t5": Face("PB Name", 500, 7.2, 8.8),
    "n1": Face("PB Name", 700, 22, 22),
    "n2": Face("PB Name", 700, 13, 15),
    "n3": Face("PB Name", 700, 10, 12),
}
T1, T2, T3, T4, T5 = (TYPE[name] for name in ("t1", "t2", "t3", "t4", "t5"))
N1, N2, N3 = (TYPE[name] for name in ("n1", "n2", "n3"))
FOOT_LINE: Final = T5.line
# What is too long for its step is set in a smaller one, in the same face.
TITLES: Final = (T1, Face("PB Title", 800, 13, 15))
NAMES: Final = (T3, Face("PB Name", 600, 8.5, 10.5), Face("PB Name", 600, 7.2, 8.8))
FIGURES: Final = (N1, N2, N3)


def class_of(face: Face) -> str:
    """The class of a step of the type scale, or of the one of its size: `t1` to `n3`."""
    own = [name for name, one in TYPE.items() if one is face]
    return own[0] if own else next(name for name in TYPE if TYPE[name].points == face.points)


_PROPERTIES: Final = {
    "edge": f"{EDGE:g}mm",
    "aid-head": f"{AID_HEAD:g}rem",
    "slim-head": f"{SLIM_HEAD:g}rem",
    "hang": f"{HANG:g}rem",
    "hang-back": f"-{HANG:g}rem",
    "panel-head": f"{PANEL_HEAD:g}rem",
    "heading": f"{HEADING:g}rem",
    "army-head": f"{ARMY_HEAD:g}rem",
    "head-text": f"{HEAD_TEXT:g}rem",
    "head-box": f"{HEAD_BOX:g}rem",
    "head-box-top": f"{(ARMY_HEAD - HEAD_BOX) / 2:g}rem",
    "foot-line": f"{FOOT_LINE:g}rem",
    "write-box": f"{WRITE_BOX:g}rem",
    # The sizes of the cards' own words, in their own units.
    **{f"own-{name}": f"{TYPE[name].size:.3f}em" for name in ("t2", "t3", "t4", "t5")},
    # Parts of a card, in parts of the size of their words.
    "head-label": f"{CARD_HEAD / T5.size:.3f}",
    "head-points": f"{CARD_HEAD / T2.size:.3f}",
    "label-in-points": f"{T5.size / T2.size:.4f}em",
    "label-in-name": f"{T5.size / T3.size:.4f}em",
    "text-in-name": f"{T4.size / T3.size:.4f}em",
    "label-in-text": f"{T5.size / T4.size:.4f}em",
    "text-line": f"{T4.line / T4.size:.4f}",
    "label-line": f"{T5.line / T5.size:.4f}",
    "text-height": f"{T4.line / T4.size:.4f}em",
    "label-height": f"{T5.line / T5.size:.4f}em",
    "sign": f"{CARD_SIGN / T5.size:.4f}em",
    "sign-gap": f"{CARD_SIGN_GAP / T5.size:.4f}em",
    "trait-gap": f"{CARD_TRAIT_GAP / T5.size:.4f}em",
}


def type_css() -> str:
    """The type scale as classes and custom properties `t1` to `n3`, the measures as the latter."""
    faces = {
        name: f'{face.weight} {face.size:.3f}rem/{face.line:.3f}rem "{face.family}"'
        for name, face in TYPE.items()
    }
    values = "".join(f"--{name}:{value};" for name, value in {**_PROPERTIES, **faces}.items())
    return f".part{{{values}}}" + "".join(f".{name}{{font:{face}}}" for name, face in faces.items())


def column_count(width: float, least: float = LEAST_COLUMN) -> int:
    """How many columns of at least `least` fit in `width`."""
    return max(1, int((width + GUTTER) // (least + GUTTER)))


def column_width(width: float, columns: int, gutter: float = GUTTER) -> float:
    """The width of one of `columns` columns."""
    return (width - gutter * (columns - 1)) / columns


@dataclass(frozen=True, slots=True)
class PieceSize:
    """The width and height of a piece to cut."""

    width: float
    height: float

    def scaled(self, factor: float) -> "PieceSize":
        """The same piece, larger or smaller."""
        return PieceSize(self.width * factor, self.height * factor)


def square(side: float) -> PieceSize:
    """A square piece."""
    return PieceSize(side, side)


# Sheets to cut.
CHECK_BAR: Final = 50.0
MARK_GAP: Final = 1.0
MARK: Final = 3.0
TITLE_BAND: Final = 3.6  # a line of text above the pieces, and one beside the bar below them


@dataclass(frozen=True, slots=True)
class CutGrid:
    """Pieces in rows and columns, centred on a page; `pitch` is from one piece to the next.

    Two columns of pieces so large that marks beside them leave room for one have none there.
    """

    columns: int
    rows: int
    left: float
    top: float
    pitch: tuple[float, float]
    side_marks: bool = True

    @property
    def count(self) -> int:
        """How many pieces a page holds."""
        return self.columns * self.rows

    def place(self, number: int, mirrored: bool) -> tuple[float, float]:
        """The corner of a piece; `mirrored` swaps left and right."""
        row, column = divmod(number, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left + column * self.pitch[0], self.top + row * self.pitch[1]


def cut_space(page: tuple[float, float], scale: float = 1.0) -> tuple[float, float]:
    """The width and height for pieces, with their bleed, between marks and lines of text."""
    side = EDGE + MARK + MARK_GAP
    ends = side + TITLE_BAND * scale
    return page[0] - 2 * side, page[1] - 2 * ends


def cut_grid(
    piece: PieceSize, page: tuple[float, float], bleed: float = 0.0, scale: float = 1.0
) -> CutGrid:
    """As many pieces as a page holds between its marks and lines of text."""
    width, height = page
    pitch = (piece.width + 2 * bleed, piece.height + 2 * bleed)
    # With bleed the marks lie beside the ground, not on it.
    wide, high = cut_space(page, scale)
    columns = int((wide + 1e-6) // pitch[0])
    rows = int((high + 1e-6) // pitch[1])
    side_marks = True
    if columns < 2 and not bleed and width - 2 * EDGE >= 2 * pitch[0]:
        columns, side_marks = 2, False
    columns, rows = max(columns, 1), max(rows, 1)
    return CutGrid(
        columns,
        rows,
        (width - columns * pitch[0]) / 2 + bleed,
        (height - rows * pitch[1]) / 2 + bleed,
        pitch,
        side_marks,
    )
