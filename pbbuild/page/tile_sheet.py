"""Pieces to print and cut: the same size on every paper, with backs that match the fronts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pbbuild.page import measure
from pbbuild.page.geometry import (
    CHECK_BAR,
    EDGE,
    MARK,
    MARK_GAP,
    T5,
    CutGrid,
    PieceSize,
    cut_grid,
    cut_space,
)
from pbbuild.page.pictures import DARK, PAPER, Picture, drawing, shapes_of
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text on a piece; `x` is its left, middle or right, depending on `align`."""

    text: str
    x: float
    y: float
    width: float
    size: float
    line: float
    kind: str
    align: str = "left"

    def scaled(self, factor: float) -> "Label":
        """The same label on a piece `factor` times as large."""
        return replace(
            self,
            x=self.x * factor,
            y=self.y * factor,
            width=self.width * factor,
            size=self.size * factor,
            line=self.line * factor,
        )


@dataclass(frozen=True, slots=True)
class TileFace:
    """One side of a piece: a picture, and labels on it.

    The picture covers the piece and `bleed` millimetres beyond each of its edges; labels are
    placed from the corner of the piece itself.
    """

    picture: Picture
    labels: tuple[Label, ...] = ()
    bleed: float = 0.0

    @property
    def width(self) -> float:
        """The width of the piece."""
        return self.picture.width - 2 * self.bleed

    @property
    def height(self) -> float:
        """The height of the piece."""
        return self.picture.height - 2 * self.bleed

    def enlarged(self, scale: float) -> "TileFace":
        """The same face for a piece that is `scale` times as large."""
        labels = tuple(label.scaled(scale) for label in self.labels)
        return TileFace(self.picture.scaled(scale), labels, self.bleed * scale)


def face_shapes(face: TileFace, style: Style) -> str:
    """A face without bleed, with its words, to be part of another drawing."""
    return shapes_of(face.picture) + "".join(_svg_text(label, style) for label in face.labels)


@dataclass(frozen=True, slots=True)
class LabelType:
    """How a label is set: its font, its colour, and where it starts."""

    family: str
    weight: int
    is_italic: bool
    colour: str
    anchor: str
    x: float


def label_type(label: Label, style: Style) -> LabelType:
    """The type of a label by its kind."""
    colours, kinds = style.colours, label.kind.split()
    colour = "band-ink" if "on-band" in kinds else "ink"
    if "gloss" in kinds or "code" in kinds:
        colour = "quiet"
    elif "back" in kinds:
        colour = "accent"
    family = {"gloss": "PB Body", "said": "PB Body", "title": "PB Title"}.get(kinds[0], "PB Name")
    weight = {"label": 500, "code": 500, "gloss": 400, "said": 400, "figure": 700, "title": 800}
    anchor = {"center": "middle", "right": "end"}.get(label.align, "start")
    return LabelType(
        family=family,
        weight=weight.get(kinds[0], 600),
        is_italic="gloss" in kinds,
        colour=colours[colour],
        anchor=anchor,
        x=label.x + label.width * {"middle": 0.5, "end": 1.0}.get(anchor, 0.0),
    )


def _svg_text(label: Label, style: Style) -> str:
    from markupsafe import escape

    kind = label_type(label, style)
    y = label.y + label.line / 2 + label.size * 0.34
    slope = ' font-style="italic"' if kind.is_italic else ""
    return (
        f'<text x="{kind.x:.2f}" y="{y:.2f}" font-family="{kind.family}" '
        f'font-size="{label.size:.2f}"'
        f' font-weight="{kind.weight}" text-anchor="{kind.anchor}"{slope}'
        f' fill="{kind.colour}">{escape(label.text)}</text>'
    )


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A side of a piece with its position on the page, in real millimetres."""

    x: float
    y: float
    face: TileFace


@dataclass(frozen=True, slots=True)
class TilePage:
    """One side of a sheet to cut; `turned` pieces are printed upside down."""

    title: str
    title_x: float
    hint: str
    bar_x: float
    hint_x: float
    faces: tuple[PlacedFace, ...]
    marks: Picture
    bar: Picture
    turned: bool = False


@dataclass(frozen=True, slots=True)
class TileSheet:
    """Sheets of pieces, each followed by its backs."""

    title: str
    pages: tuple[TilePage, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """Pieces below those of a sheet, where it has room; `may_be_cut` to the rows that fit.

    The first `least` of them are never cut.
    """

    fronts: tuple[TileFace, ...]
    backs: tuple[TileFace, ...]
    may_be_cut: bool = False
    least: int = 1


def tile_pages(
    title: str,
    fronts: Sequence[TileFace],
    backs: Sequence[TileFace],
    style: Style,
    t: Translator,
    note: str = "",
    extras: Sequence[Extra] = (),
) -> tuple[TilePage, ...]:
    """Pages of fronts, each followed by its backs, which lie behind them on turned paper.

    `note` explains marks on the pieces, beside the title. The last page has those of the `extras`
    that fit below its pieces, in their order; what does not fit leaves its room to the next.
    """
    piece, bleed = _piece_of(fronts, style), fronts[0].bleed * style.scale
    grid = cut_grid(piece, style.page, bleed, style.scale)
    count = -(-len(fronts) // grid.count)
    pages: list[TilePage] = []
    for number in range(count):
        part = slice(number * grid.count, (number + 1) * grid.count)
        groups = [PieceGroup(tuple(fronts[part]), tuple(backs[part]), grid)]
        if extras and number == count - 1:
            # These pieces stand at the top, so that more fits below them.
            top = (style.page[1] - cut_space(style.page, style.scale)[1]) / 2 + bleed
            groups = [replace(groups[0], grid=replace(grid, top=top))]
            groups += _below(groups[0], extras, style)
        pages += _both_sides(title, groups, (number + 1, count), style, t, note)
    return tuple(pages)


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces of one size on a page, with their grid; no backs for pieces of one side."""

    fronts: tuple[TileFace, ...]
    backs: tuple[TileFace, ...]
    grid: CutGrid


def _below(above: PieceGroup, extras: Sequence[Extra], style: Style) -> list[PieceGroup]:
    """The extras that fit on a page below its pieces."""
    grid, bleed = above.grid, above.fronts[0].bleed * style.scale
    top = grid.top - bleed + -(-len(above.fronts) // grid.columns) * grid.pitch[1]
    end = (style.page[1] + cut_space(style.page, style.scale)[1]) / 2
    found: list[PieceGroup] = []
    for extra in extras:
        start = top + 2 * (MARK + MARK_GAP)
        bleed = extra.fronts[0].bleed * style.scale
        grid = cut_grid(_piece_of(extra.fronts, style), style.page, bleed, style.scale)
        rows = -(-len(extra.fronts) // grid.columns)
        fitting = int((end - start + 1e-6) // grid.pitch[1])
        if fitting < (-(-extra.least // grid.columns) if extra.may_be_cut else rows):
            continue
        rows = min(rows, fitting)
        some = slice(rows * grid.columns)
        own = replace(grid, rows=rows, top=start + bleed)
        found.append(PieceGroup(extra.fronts[some], extra.backs[some], own))
        top = start + rows * grid.pitch[1]
    return found


def grouped_pages(
    title: str,
    groups: Sequence[tuple[Sequence[TileFace], Sequence[TileFace]]],
    columns: int,
    style: Style,
    t: Translator,
    note: str = "",
) -> tuple[TilePage, ...]:
    """Fronts and backs in groups below each other, each in `columns`, if one sheet holds them.

    Else the pieces follow each other without groups, those of each size on sheets of their own.
    """
    placed = _below_each_other(groups, columns, style)
    if placed:
        return tuple(_both_sides(title, placed, (1, 1), style, t, note))
    sizes: dict[PieceSize, tuple[list[TileFace], list[TileFace]]] = {}
    for fronts, backs in groups:
        own = sizes.setdefault(_piece_of(fronts, style), ([], []))
        own[0].extend(fronts)
        own[1].extend(backs)
    return tuple(
        page for front, back in sizes.values() for page in tile_pages(title, front, back, style, t)
    )


def _below_each_other(
    groups: Sequence[tuple[Sequence[TileFace], Sequence[TileFace]]], columns: int, style: Style
) -> list[PieceGroup]:
    """The groups placed on one sheet, centred; [] if it is too small."""
    bleed = groups[0][0][0].bleed * style.scale
    grids = []
    for fronts, _ in groups:
        whole = cut_grid(_piece_of(fronts, style), style.page, bleed, style.scale)
        if columns > whole.columns:
            return []
        left = (style.page[0] - columns * whole.pitch[0]) / 2 + bleed
        grids.append(replace(whole, columns=columns, rows=-(-len(fronts) // columns), left=left))
    between = 2 * (MARK + MARK_GAP + bleed)
    used = sum(grid.rows * grid.pitch[1] for grid in grids) + between * (len(grids) - 1)
    if used > cut_space(style.page, style.scale)[1] + 1e-6:
        return []
    top = (style.page[1] - used) / 2 + bleed
    placed = []
    for (fronts, backs), grid in zip(groups, grids, strict=True):
        placed.append(PieceGroup(tuple(fronts), tuple(backs), replace(grid, top=top)))
        top += grid.rows * grid.pitch[1] + between
    return placed


def _piece_of(faces: Sequence[TileFace], style: Style) -> PieceSize:
    return PieceSize(faces[0].width, faces[0].height).scaled(style.scale)


def _both_sides(
    title: str,
    groups: Sequence[PieceGroup],
    place: tuple[int, int],
    style: Style,
    t: Translator,
    note: str,
) -> Iterator[TilePage]:
    """A page of fronts and one of backs, if there are any."""
    number, count = place
    left = _bar_left(groups[0].grid, style)
    for is_back in (False, True):
        turned = is_back and style.duplex == "short"
        shown = [group.backs if is_back else group.fronts for group in groups]
        if not any(shown):
            continue
        placed: list[PlacedFace] = []
        marks = ""
        for group, faces in zip(groups, shown, strict=True):
            large = [face.enlarged(style.scale) for face in faces]
            own = _placed(large, group.grid, is_back, turned, style.page[1])
            placed += own
            marks += _marks(own, _piece_of(faces, style), large[0].bleed, group.grid)
        side = t("tiles.back" if is_back else "tiles.front")
        words = t("tiles.sheet", title=title, number=number, count=count, side=side)
        width, height = style.page
        yield TilePage(
            title=_with_note(words, "" if is_back else note, left, style),
            title_x=left,
            hint=_hint(left + CHECK_BAR + 2.5, style, t),
            bar_x=left,
            hint_x=left + CHECK_BAR + 2.5,
            faces=tuple(placed),
            marks=drawing(marks, width, height, height, t("tiles.cuts")),
            bar=_bar(t),
            turned=turned,
        )


def _with_note(words: str, note: str, left: float, style: Style) -> str:
    """The title of a page and a note, if both fit the line from `left` on."""
    both = f"{words} · {note}"
    space, size = style.page[0] - EDGE - left, T5.size * style.scale
    fits = measure.width(both, T5.font, size) <= space
    return both if note and fits else measure.shortened(words, T5.font, space, size)


def _hint(x: float, style: Style, t: Translator) -> str:
    """How to print and turn the sheet, as much as there is space for beside the bar."""
    hint, turn = t("tiles.hint"), t(f"tiles.turn-{style.duplex}")
    both = f"{hint} · {turn}"
    space = style.page[0] - EDGE - x
    return both if measure.width(both, T5.font, T5.size * style.scale) <= space else hint


def _placed(
    faces: Sequence[TileFace], grid: CutGrid, is_back: bool, turned: bool, height: float
) -> tuple[PlacedFace, ...]:
    # Paper turned on its short edge shows the back upside down: rows are mirrored, not columns.
    placed = []
    for number, face in enumerate(faces):
        x, y = grid.place(number, mirrored=is_back and not turned)
        placed.append(PlacedFace(x, height - y - face.height if turned else y, face))
    return tuple(placed)


def _marks(placed: Sequence[PlacedFace], piece: PieceSize, bleed: float, grid: CutGrid) -> str:
    """Crop marks outside the pieces; without bleed also one line for each cut.

    Marks stand beside whole rows and columns; lines are only where there are pieces.
    """
    near, far = bleed + MARK_GAP, bleed + MARK_GAP + MARK
    columns = [grid.left + column * grid.pitch[0] for column in range(grid.columns)]
    rows = {round(one.y, 3) for one in placed}
    xs = {round(x + edge, 3) for x in columns for edge in (0.0, piece.width)}
    ys = {round(y + edge, 3) for y in rows for edge in (0.0, piece.height)}
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    marks = ""
    for x in sorted(xs):
        marks += f"M{x:.3f} {top - far:.3f}V{top - near:.3f}"
        marks += f"M{x:.3f} {bottom + near:.3f}V{bottom + far:.3f}"
    for y in sorted(ys) if grid.side_marks else ():
        marks += f"M{left - far:.3f} {y:.3f}H{left - near:.3f}"
        marks += f"M{right + near:.3f} {y:.3f}H{right + far:.3f}"
    shapes = f'<path d="{marks}" stroke="{DARK}" stroke-width="0.15" fill="none"/>'
    if not bleed:
        cuts = _cuts(placed, piece)
        shapes += (
            f'<path d="{cuts}" stroke="{PAPER}" stroke-width="0.9" fill="none"/>'
            f'<path d="{cuts}" stroke="{DARK}" stroke-width="0.15" stroke-dasharray="1.2 1"'
            ' fill="none"/>'
        )
    return shapes


def _cuts(placed: Sequence[PlacedFace], piece: PieceSize) -> str:
    """The edges of all pieces as a path; edges in one line are one line."""
    down: dict[float, set[float]] = {}
    across: dict[float, set[float]] = {}
    for one in placed:
        for edge in (0.0, piece.width):
            down.setdefault(round(one.x + edge, 3), set()).add(round(one.y, 3))
        for edge in (0.0, piece.height):
            across.setdefault(round(one.y + edge, 3), set()).add(round(one.x, 3))
    path = ""
    for x, starts in sorted(down.items()):
        path += "".join(f"M{x:.3f} {a:.3f}V{b:.3f}" for a, b in _joined(starts, piece.height))
    for y, starts in sorted(across.items()):
        path += "".join(f"M{a:.3f} {y:.3f}H{b:.3f}" for a, b in _joined(starts, piece.width))
    return path


def _joined(starts: Iterable[float], length: float) -> list[tuple[float, float]]:
    """Stretches of `length` from each start, those that touch as one."""
    found: list[tuple[float, float]] = []
    for start in sorted(starts):
        if found and start - found[-1][1] < 0.01:
            found[-1] = (found[-1][0], start + length)
        else:
            found.append((start, start + length))
    return found


def _bar(t: Translator) -> Picture:
    ticks = "".join(f"M{step + 0.15:g} 0v3" for step in range(0, 51, 10))
    shapes = (
        f'<path d="M0 1.5h{CHECK_BAR + 0.3:g}{ticks}" stroke="{DARK}" stroke-width="0.3"'
        ' fill="none"/>'
    )
    return drawing(shapes, CHECK_BAR + 0.3, 3, 3, t("tiles.bar"))


def _bar_left(grid: CutGrid, style: Style) -> float:
    # Beside one column of large pieces the text after the bar needs the space.
    return EDGE if style.large else max(EDGE, min(grid.left, 30.0))
