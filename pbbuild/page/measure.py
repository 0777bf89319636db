"""The width of text in our fonts, so that a sheet is laid out before it is typeset.

The widths come from the fonts themselves (`scripts/make-fonts`); kerning only makes real lines
shorter, so what fits here fits on the page.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from pbbuild.base.places import shipped
from pbbuild.page.geometry import FOOT_ABOVE, FOOT_LINE, T5, Face

NAME: Final = "BarlowCondensed-SemiBold"
LABEL: Final = "BarlowCondensed-Medium"
FIGURE: Final = "BarlowCondensed-Bold"
BODY: Final = "AlegreyaSans-Regular"
BODY_BOLD: Final = "AlegreyaSans-Bold"
BODY_ITALIC: Final = "AlegreyaSans-Italic"
TITLE: Final = "Alegreya-ExtraBold"

POINT: Final = 25.4 / 72  # millimetres
# A character missing from our fonts comes from a system font; this width is an upper estimate.
_MISSING_WIDTH: Final = 1100
NO_BREAK: Final = "\u00a0"
# White space at which a line may end: all but the no-break spaces.
_LISTED: Final = re.compile(r"(?:^|\s)\d+,$")
_BREAKS: Final = re.compile(r"[^\S\u00a0\u202f]+")
_NUMBER: Final = re.compile(r"[(+−]?\d{1,3}(?P<end>[.,;:)]*)")


@cache
def _widths() -> dict[str, dict[str, int]]:
    path = shipped("templates") / "shared" / "fonts" / "widths.json"
    widths: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8"))
    return widths


def width(text: str, font: str, size: float) -> float:
    """The width of `text` set in `font` at `size`, in the unit of `size`."""
    table = _widths()[font]
    return sum(table.get(letter, _MISSING_WIDTH) for letter in text) * size / 1000


def fitted_face(text: str, available: float, faces: Sequence[Face], factor: float = 1.0) -> Face:
    """The first of `faces`, times `factor`, in which `text` fits on one line, else the last."""
    fitting = (one for one in faces if width(text, one.font, one.size * factor) <= available)
    return next(fitting, faces[-1])


def fitted_size(text: str, font: str, available: float, largest: float, smallest: float) -> float:
    """The largest size at which `text` fits in `available` on one line, at least `smallest`."""
    wide = width(text, font, 1.0)
    if wide * largest <= available:
        return largest
    return max(smallest, int(available / wide * 20) / 20)


def shortened(text: str, font: str, available: float, size: float) -> str:
    """`text`, or as much of it as fits in `available` with an ellipsis at the end."""
    if width(text, font, size) <= available:
        return text
    count = _fitting_count(text, font, available - width("…", font, size), size)
    return text[:count].rstrip() + "…"


def _fitting_count(text: str, font: str, available: float, size: float) -> int:
    """How many characters of `text` fit in `available`."""
    table = _widths()[font]
    left = available * 1000 / size
    for place, letter in enumerate(text):
        left -= table.get(letter, _MISSING_WIDTH)
        if left < 0:
            return place
    return len(text)


def chunks(text: str) -> list[str]:
    """The pieces of `text` between which a line may end: words, but "Player 2" and "3 hits" whole.

    A number stays with the word it counts or its %, with a name before it, and in its list:
    "1, 2, 4".
    """
    found: list[str] = []
    is_open = False
    for word in filter(None, _BREAKS.split(text.strip())):
        number = _NUMBER.fullmatch(word.replace("**", ""))
        before = found[-1].replace("**", "") if found else ""
        is_named = number is not None and before[:1].isupper() and before.isalpha()
        first = word.replace("**", "")[:1]
        counts = is_open and (first.isalpha() or first == "%")
        is_listed = number is not None and _LISTED.search(before) is not None
        if found and (is_named or is_listed or counts):
            found[-1] += f" {word}"
        else:
            found.append(word)
        is_open = number is not None and not number["end"]
    return found


def bound(text: str) -> str:
    """`text` with no-break spaces where `wrapped` ends no line, for paragraphs that CSS breaks."""
    return " ".join(chunk.replace(" ", NO_BREAK) for chunk in chunks(text))


def _fitting_chunks(text: str, font: str, available: float, size: float) -> Iterator[str]:
    """The chunks of a text; one that is wider than a line is taken apart."""
    for chunk in chunks(text):
        if width(chunk, font, size) <= available:
            yield chunk
        else:
            yield from chunk.split()


def wrapped(text: str, font: str, available: float, size: float, indent: float = 0.0) -> list[str]:
    """`text` as lines that fit in `available`; the first begins after `indent`.

    No line ends at a no-break space, nor between a number and what it counts. A word wider than a
    line is broken, so that text never leaves its column.
    """
    lines: list[str] = []
    line, used = "", indent
    space = width(" ", font, size)
    for word in _fitting_chunks(text, font, available, size):
        wide = width(word, font, size)
        if line and used + space + wide <= available:
            line, used = f"{line} {word}", used + space + wide
            continue
        if line or (indent and not lines and used + wide > available):
            lines.append(line)
            line, used = "", 0.0
        start = 0
        while used + wide > available and len(word) - start > 1:
            cut = start + max(
                1, _fitting_count(word[start : start + 500], font, available - used, size)
            )
            lines.append(word[start:cut])
            wide -= width(word[start:cut], font, size)
            start, used = cut, 0.0
        line, used = word[start:], used + wide
    if line or not lines:
        lines.append(line)
    return lines


def limited_lines(text: str, font: str, available: float, size: float, most: int) -> list[str]:
    """`text` in at most `most` lines; the last one ends with an ellipsis if text is left over."""
    lines = wrapped(text, font, available, size)
    if len(lines) <= most:
        return lines
    text, start = " ".join(chunks(text)), 0
    for line in lines[: most - 1]:
        start = text.index(line, start) + len(line)
    return [*lines[: most - 1], shortened(text[start:].strip(), font, available, size)]


def foot_lines(text: str, available: float) -> tuple[str, ...]:
    """The small text at the foot of a page, in lines."""
    return tuple(wrapped(text, T5.font, available, T5.size))


def foot_height(lines: Sequence[str]) -> float:
    """The height of the foot of a page."""
    return FOOT_LINE * len(lines) + FOOT_ABOVE


def balanced(heights: Sequence[float], columns: int, gap: float) -> list[list[int]]:
    """The items, in order, in at most `columns` columns; the tallest is as short as possible."""
    if not heights:
        return []
    low, high = max(heights), sum(heights) + gap * len(heights)
    for _ in range(40):
        middle = (low + high) / 2
        if len(_in_columns(heights, middle, gap)) <= columns:
            high = middle
        else:
            low = middle
    return _in_columns(heights, high, gap)


def column_height(heights: Sequence[float], items: Sequence[int], gap: float) -> float:
    """The height of a column of these items."""
    return sum(heights[item] for item in items) + gap * (len(items) - 1)


def _in_columns(heights: Sequence[float], available: float, gap: float) -> list[list[int]]:
    columns: list[list[int]] = [[]]
    used = 0.0
    for item, height in enumerate(heights):
        needed = height if not columns[-1] else used + gap + height
        if columns[-1] and needed > available + 1e-9:
            columns.append([])
            needed = height
        columns[-1].append(item)
        used = needed
    return columns
