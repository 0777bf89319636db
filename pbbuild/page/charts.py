"""Charts as SVG text, drawn by matplotlib; imported only to make a report."""

import importlib.util
import io
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.installed import install_command
from pbbuild.errors import UsageError
from pbbuild.play.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK: Final = "#2b2b2b"
ACCENT: Final = "#1f4e79"
SECOND: Final = "#b5533c"
PALE: Final = "#d9d4c7"
LONGEST_NAME: Final = 30
# Inches: narrow, so that the words of a chart can be read on a phone.
WIDTH: Final = 4.8
# Points of an inch, and the size of the names on a map in points.
POINTS: Final = 72
NAME_SIZE: Final = 8
# How far from its dot a name is tried, in points; a line leads to the farther ones.
_DISTANCES: Final = (2.0, 10.0, 20.0, 32.0, 46.0)
_NEAR: Final = 2.0
# The sides of a dot at which a name is tried: how far to the right, how far up.
_SIDES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


def require_charts() -> None:
    """Raise if charts cannot be drawn; called before long work rather than after it."""
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError("charts.no-matplotlib", adding=install_command("matplotlib"))


def _figure(height: float) -> "tuple[Figure, Any]":
    require_charts()
    import matplotlib
    from matplotlib.figure import Figure

    # Text as paths: the report looks the same everywhere, and the same run gives the same bytes.
    # Names with a dollar sign must not be parsed as formulas.
    matplotlib.rcParams.update(
        {"svg.hashsalt": "pbbuild", "svg.fonttype": "path", "text.parse_math": False}
    )
    figure = Figure(figsize=(WIDTH, height), dpi=POINTS, layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=INK, labelsize=9)
    return figure, axes


def _svg(figure: "Figure") -> str:
    text = io.StringIO()
    no_metadata = {"Date": None, "Creator": None}
    with warnings.catch_warnings():
        # A character missing from the font is shown as a box; a warning would not help.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(text, format="svg", transparent=True, metadata=no_metadata)
    drawing = text.getvalue()
    return drawing[drawing.index("<svg") :]


def cut_names(names: Sequence[str]) -> list[str]:
    """The names, each short enough for a chart or the first column of a table."""
    return [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names]


def rates_chart(names: Sequence[str], rates: Sequence[Estimate], axis: str) -> str:
    """Win rates as dots with their intervals, a line at one half."""
    figure, axes = _figure(0.9 + 0.34 * len(names))
    places = range(len(names))
    values = [100 * rate.value for rate in rates]
    low = [100 * (rate.value - rate.low) for rate in rates]
    high = [100 * (rate.high - rate.value) for rate in rates]
    axes.axvline(50, color=PALE, linewidth=1.5, zorder=0)
    axes.errorbar(values, places, xerr=[low, high], fmt="o", color=ACCENT, capsize=3)
    axes.set_yticks(list(places), labels=cut_names(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.set_xlabel(axis, color=INK)
    return _svg(figure)


def units_chart(
    names: Sequence[str],
    first: Sequence[Estimate],
    second: Sequence[Estimate],
    words: tuple[str, str, str],
) -> str:
    """Two measures of each unit with intervals; `words` are the two legends and the axis label."""
    figure, axes = _figure(0.9 + 0.46 * len(names))
    for shift, values, colour, word in (
        (-0.19, first, ACCENT, words[0]),
        (0.19, second, SECOND, words[1]),
    ):
        places = [place + shift for place in range(len(names))]
        means = [value.value for value in values]
        errors = [
            [_drawn(value.value - value.low) for value in values],
            [_drawn(value.high - value.value) for value in values],
        ]
        axes.barh(places, means, height=0.36, color=colour, label=word, hatch=_hatch(colour))
        axes.errorbar(means, places, xerr=errors, fmt="none", color=INK, capsize=2, linewidth=1)
    axes.set_yticks(range(len(names)), labels=cut_names(names))
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel(words[2], color=INK)
    axes.legend(frameon=False, fontsize=9, loc="lower right")
    return _svg(figure)


def _drawn(width: float) -> float:
    # An unbounded interval has no end to draw.
    return max(0.0, width) if math.isfinite(width) else math.nan


def _hatch(colour: str) -> str:
    # The series differ in more than their colour.
    return "///" if colour == SECOND else ""


def lengths_chart(counts: Sequence[int], words: tuple[str, str]) -> str:
    """The number of battles by their length in rounds; `words` are the axis labels."""
    figure, axes = _figure(2.6)
    last = max((length for length, count in enumerate(counts) if count), default=1)
    lengths = range(1, last + 1)
    axes.bar(list(lengths), [counts[length] for length in lengths], color=ACCENT)
    axes.set_xticks(list(lengths))
    axes.locator_params(axis="y", integer=True)
    axes.set_xlabel(words[0], color=INK)
    axes.set_ylabel(words[1], color=INK)
    return _svg(figure)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a chart, in points from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: "Box") -> bool:
        """Whether the two have more than an edge in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.bottom < other.top and other.bottom < self.top

    def holds(self, other: "Box") -> bool:
        """Whether the other is wholly inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.bottom <= other.bottom and other.top <= self.top


def map_chart(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    sizes: Sequence[float],
    axes_words: tuple[str, str],
) -> str:
    """Things on a map of two measures; a larger dot has a larger one of `sizes` (0 to 1).

    No two names overlap. One without room is shown by its number in the order of `names`.
    """
    return _svg(map_figure(names, places, sizes, axes_words))


def map_figure(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    sizes: Sequence[float],
    axes_words: tuple[str, str],
) -> "Figure":
    """The map of `map_chart`, not yet drawn."""
    figure, axes = _figure(4.6)
    areas = [24 + 400 * size for size in sizes]
    across = [place[0] for place in places]
    up = [place[1] for place in places]
    axes.scatter(across, up, s=areas, color=ACCENT, alpha=0.6, edgecolors=INK)
    axes.margins(0.12)
    axes.set_xlabel(axes_words[0], color=INK)
    axes.set_ylabel(axes_words[1], color=INK)
    # Only a figure with its layout knows where the dots are.
    figure.draw_without_rendering()
    room = axes.get_window_extent()
    dots = [
        Box(x - radius, y - radius, x + radius, y + radius)
        for (x, y), radius in zip(
            axes.transData.transform(list(places)), map(_radius, areas), strict=True
        )
    ]
    labels = placed_names(cut_names(names), dots, Box(room.x0, room.y0, room.x1, room.y1))
    for place, dot, label in zip(places, dots, labels, strict=True):
        if label is None:
            continue
        name, box, is_near = label
        shift = (box.left - (dot.left + dot.right) / 2, box.bottom - (dot.bottom + dot.top) / 2)
        line = {"arrowstyle": "-", "color": INK, "linewidth": 0.4, "shrinkA": 0, "shrinkB": 0}
        note = axes.annotate(
            name,
            place,
            xytext=shift,
            textcoords="offset points",
            color=INK,
            fontsize=NAME_SIZE,
            verticalalignment="bottom",
            arrowprops=None if is_near else line,
        )
        note.set_in_layout(False)
    return figure


def _radius(area: float) -> float:
    return math.sqrt(area / math.pi)


def placed_names(
    names: Sequence[str], dots: Sequence[Box], room: Box
) -> list[tuple[str, Box, bool] | None]:
    """The label of each dot, its box, and whether it is near; None where nothing has room.

    Earlier names choose first. Boxes overlap neither each other nor dots, and are inside `room`.
    """
    taken: list[Box] = []
    found: list[tuple[str, Box, bool] | None] = []
    for place, (name, dot) in enumerate(zip(names, dots, strict=True)):
        others = [each for number, each in enumerate(dots) if number != place]
        label = None
        for text in (name, str(place + 1)):
            width, height = text_size(text)
            for distance in _DISTANCES:
                boxes = (_beside(dot, side, distance, width, height) for side in _SIDES)
                for box in boxes:
                    if room.holds(box) and not any(map(box.overlaps, (*taken, *others))):
                        label = (text, box, distance == _NEAR)
                        break
                if label:
                    break
            if label:
                taken.append(label[1])
                break
        found.append(label)
    return found


def _beside(dot: Box, side: tuple[int, int], distance: float, width: float, height: float) -> Box:
    x, y = (dot.left + dot.right) / 2, (dot.bottom + dot.top) / 2
    right, up = side
    reach_x, reach_y = (dot.right - dot.left) / 2 + distance, (dot.top - dot.bottom) / 2 + distance
    if right and up:
        reach_x, reach_y = reach_x * 0.75, reach_y * 0.75
    left = x + right * reach_x - (width if right < 0 else 0 if right else width / 2)
    bottom = y + up * reach_y - (height if up < 0 else 0 if up else height / 2)
    return Box(left, bottom, left + width, bottom + height)


def text_size(text: str) -> tuple[float, float]:
    """How wide and high a name on a map is, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=NAME_SIZE)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        width, height, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
        _, full, below = text_to_path.get_text_width_height_descent("lp", font, ismath=False)
    return width, max(height, full) + below


def worth_chart(
    names: Sequence[str],
    prices: Sequence[float],
    worths: Sequence[Estimate],
    words: tuple[str, str, str],
) -> str:
    """Prices as bars, worths as dots with intervals; `words` are two legends and the axis."""
    figure, axes = _figure(0.9 + 0.34 * len(names))
    places = list(range(len(names)))
    values = [worth.value for worth in worths]
    low = [_drawn(worth.value - worth.low) for worth in worths]
    high = [_drawn(worth.high - worth.value) for worth in worths]
    axes.barh(places, prices, height=0.6, color=PALE, label=words[0])
    axes.errorbar(
        values, places, xerr=[low, high], fmt="o", color=ACCENT, capsize=3, label=words[1]
    )
    axes.set_yticks(places, labels=cut_names(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(words[2], color=INK)
    axes.legend(frameon=False, fontsize=9, loc="lower right")
    return _svg(figure)
