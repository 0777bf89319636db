"""Looking at pages as they are laid out: what lies where, in millimetres."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbbuild.page.html import html_document
from pbbuild.page.pdf import layout
from pbbuild.page.printables import PrintDocument
from pbbuild.text.translate import Translator

MM = 25.4 / 96
POINT = 72 / 96
# Where ink is, from the baseline: above, below, in parts of the size. Lines may be set tighter
# than the fonts' own boxes; what must not touch is the ink.
ABOVE, BELOW = 0.70, 0.20


@dataclass(frozen=True)
class Area:
    """A rectangle on a page, in millimetres."""

    x: float
    y: float
    right: float
    bottom: float

    def overlaps(self, other: "Area", slack: float = 0.05) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def holds(self, other: "Area", slack: float = 0.15) -> bool:
        """Whether `other` lies inside."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True)
class Found:
    """A piece of a page: words, a picture or a box of ours."""

    kind: str
    area: Area
    words: str
    points: float
    classes: tuple[str, ...]
    home: "Found | None"


@dataclass(frozen=True)
class LaidOut:
    """A page and all that is on it."""

    width: float
    height: float
    pieces: tuple[Found, ...]

    def of(self, kind: str) -> list[Found]:
        """All pieces of a kind."""
        return [piece for piece in self.pieces if piece.kind == kind]

    def boxes(self, name: str) -> list[Found]:
        """Our boxes of a class."""
        return [piece for piece in self.of("box") if name in piece.classes]


def pages_of(document: PrintDocument, t: Translator) -> list[LaidOut]:
    """The pages of a document, laid out."""
    found = layout(html_document(document.parts, document.title, t, fonts=False))
    return [
        LaidOut(page.width * MM, page.height * MM, tuple(pieces_of(page._page_box, None)))
        for page in found.pages
    ]


def _classes(box: Any) -> tuple[str, ...]:
    element = getattr(box, "element", None)
    return tuple((element.get("class") or "").split()) if element is not None else ()


def pieces_of(box: Any, home: Found | None = None) -> Iterator[Found]:
    """All pieces in a box, from the first to the last."""
    kind = type(box).__name__
    if kind == "TextBox":
        if box.text.strip():
            size = float(box.style["font_size"])
            baseline = box.position_y + box.baseline
            area = Area(
                box.position_x * MM,
                (baseline - ABOVE * size) * MM,
                (box.position_x + box.width) * MM,
                (baseline + BELOW * size) * MM,
            )
            yield Found("words", area, box.text, size * POINT, _classes(box), home)
        return
    if kind in ("BlockReplacedBox", "InlineReplacedBox"):
        area = _border_area(box)
        alt = box.element.get("alt") or ""
        yield Found("picture", area, alt, 0.0, _classes(box), home)
        return
    classes = _classes(box)
    own_height = box.element is not None and "height:" in (box.element.get("style") or "")
    if kind == "BlockBox" and "box" in classes:
        piece = Found("box", _border_area(box), "", 0.0, classes, home)
        yield piece
        # Boxes without a height of their own grow with their words; their home must hold them.
        home = piece if own_height else home
    for child in getattr(box, "children", ()):
        yield from pieces_of(getattr(child, "_box", child), home)


def _border_area(box: Any) -> Area:
    x, y = box.position_x + box.margin_left, box.position_y + box.margin_top
    return Area(x * MM, y * MM, (x + box.border_width()) * MM, (y + box.border_height()) * MM)


BACKGROUNDS = ("tile", "field", "panel")


def faults(page: LaidOut, smallest: float, edge: float = 5.0) -> list[str]:
    """Everything wrong with a page: too small, outside its box or the paper, overlapping."""
    found = []
    words = page.of("words")
    paper = Area(edge, edge, page.width - edge, page.height - edge)
    for piece in words:
        if piece.points < smallest - 0.01:
            found.append(f"{piece.words!r} is set in {piece.points:.2f} pt")
        if not paper.holds(piece.area):
            found.append(f"{piece.words!r} leaves the paper: {piece.area}")
        if piece.home and not piece.home.area.holds(piece.area):
            found.append(f"{piece.words!r} leaves its {piece.home.classes}: {piece.area}")
    found += [f"{one.words!r} and {other.words!r} overlap" for one, other in _clashes(words, words)]
    pictures = [
        piece
        for piece in page.of("picture")
        if piece.home is not None and not set(piece.home.classes) & set(BACKGROUNDS)
    ]
    found += [
        f"picture {one.words!r} and {other.words!r} overlap"
        for one, other in [*_clashes(pictures, words), *_clashes(pictures, pictures)]
    ]
    for piece in pictures:
        if piece.home and not piece.home.area.holds(piece.area):
            found.append(f"picture {piece.words!r} leaves its {piece.home.classes}")
    for name in ("card", "block", "aid-block", "tile", "head", "findings", "notes"):
        boxes = page.boxes(name)
        inside = Area(0, 0, page.width, page.height)
        found += [f"a {name} leaves the page" for box in boxes if not inside.holds(box.area)]
        found += [f"two boxes {name} overlap" for _ in _clashes(boxes, boxes)]
        found += [
            f"{other.words!r} lies over a {name} that is not its own"
            for box, other in _clashes(boxes, words)
            if not _is_inside(other, box)
        ]
    return found


def _is_inside(piece: Found, box: Found) -> bool:
    home = piece.home
    while home is not None:
        if home is box:
            return True
        home = home.home
    return False


def _clashes(ones: list[Found], others: list[Found]) -> list[tuple[Found, Found]]:
    """Pairs that overlap, each once; sorted by height so that not all pairs are tried."""
    clashes = []
    same = ones is others
    ordered = sorted(others, key=lambda piece: piece.area.y)
    tops = [piece.area.y for piece in ordered]
    from bisect import bisect_left

    for one in ones:
        for other in ordered[: bisect_left(tops, one.area.bottom)]:
            if one is other or other.area.bottom <= one.area.y:
                continue
            if same and (one.area.y, one.area.x, id(one)) > (other.area.y, other.area.x, id(other)):
                continue
            if one.area.overlaps(other.area):
                clashes.append((one, other))
    return clashes
