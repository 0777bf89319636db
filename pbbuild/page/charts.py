"""Charts as SVG text, drawn by matplotlib; imported only to make a report."""

import importlib.util
import io
import math
import warnings
from collections.abc import Sequence
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


def require_charts() -> None:
    """Raise if charts cannot be drawn; called before long work rather than after it."""
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError("charts.no-matplotlib", adding=install_command("matplotlib"))


def _figure(width: float, height: float) -> "tuple[Figure, Any]":
    require_charts()
    import matplotlib
    from matplotlib.figure import Figure

    # Text as paths: the report looks the same everywhere, and the same run gives the same bytes.
    # Names with a dollar sign must not be parsed as formulas.
    matplotlib.rcParams.update(
        {"svg.hashsalt": "pbbuild", "svg.fonttype": "path", "text.parse_math": False}
    )
    figure = Figure(figsize=(width, height), layout="constrained")
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


def _labels(names: Sequence[str]) -> list[str]:
    # A name may be longer than the chart is wide.
    return [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names]


def rates_chart(names: Sequence[str], rates: Sequence[Estimate], axis: str) -> str:
    """Win rates as dots with their intervals, a line at one half."""
    figure, axes = _figure(7.2, 0.9 + 0.34 * len(names))
    places = range(len(names))
    values = [100 * rate.value for rate in rates]
    low = [100 * (rate.value - rate.low) for rate in rates]
    high = [100 * (rate.high - rate.value) for rate in rates]
    axes.axvline(50, color=PALE, linewidth=1.5, zorder=0)
    axes.errorbar(values, places, xerr=[low, high], fmt="o", color=ACCENT, capsize=3)
    axes.set_yticks(list(places), labels=_labels(names))
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
    figure, axes = _figure(7.2, 0.9 + 0.46 * len(names))
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
    axes.set_yticks(range(len(names)), labels=_labels(names))
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
    figure, axes = _figure(7.2, 2.6)
    last = max((length for length, count in enumerate(counts) if count), default=1)
    lengths = range(1, last + 1)
    axes.bar(list(lengths), [counts[length] for length in lengths], color=ACCENT)
    axes.set_xticks(list(lengths))
    axes.locator_params(axis="y", integer=True)
    axes.set_xlabel(words[0], color=INK)
    axes.set_ylabel(words[1], color=INK)
    return _svg(figure)


def matrix_chart(names: Sequence[str], rates: Sequence[Sequence[float | None]]) -> str:
    """Win rates of all against all as a heat map with numbers."""
    side = 1.6 + 0.62 * len(names)
    figure, axes = _figure(side + 1.2, side)
    cells = [[50.0 if rate is None else 100 * rate for rate in row] for row in rates]
    axes.imshow(cells, cmap="RdYlBu", vmin=0, vmax=100)
    axes.set_xticks(range(len(names)), labels=_labels(names), rotation=40, ha="right")
    axes.set_yticks(range(len(names)), labels=_labels(names))
    for row, values in enumerate(rates):
        for column, rate in enumerate(values):
            text = "–" if rate is None else f"{100 * rate:.0f}"
            axes.text(column, row, text, ha="center", va="center", color=INK, fontsize=9)
    axes.spines[:].set_visible(False)
    return _svg(figure)


def map_chart(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    sizes: Sequence[float],
    axes_words: tuple[str, str],
) -> str:
    """Things on a map of two measures; a larger dot has a larger one of `sizes` (0 to 1)."""
    figure, axes = _figure(7.2, 4.6)
    areas = [30 + 600 * size for size in sizes]
    across = [place[0] for place in places]
    up = [place[1] for place in places]
    axes.scatter(across, up, s=areas, color=ACCENT, alpha=0.6, edgecolors=INK)
    for name, place in zip(_labels(names), places, strict=True):
        axes.annotate(name, place, xytext=(7, 5), textcoords="offset points", color=INK, fontsize=8)
    axes.margins(0.18)
    axes.set_xlabel(axes_words[0], color=INK)
    axes.set_ylabel(axes_words[1], color=INK)
    return _svg(figure)


def worth_chart(
    names: Sequence[str],
    prices: Sequence[float],
    worths: Sequence[Estimate],
    words: tuple[str, str, str],
) -> str:
    """Prices as bars, worths as dots with intervals; `words` are two legends and the axis."""
    figure, axes = _figure(7.2, 0.9 + 0.34 * len(names))
    places = list(range(len(names)))
    values = [worth.value for worth in worths]
    low = [_drawn(worth.value - worth.low) for worth in worths]
    high = [_drawn(worth.high - worth.value) for worth in worths]
    axes.barh(places, prices, height=0.6, color=PALE, label=words[0])
    axes.errorbar(
        values, places, xerr=[low, high], fmt="o", color=ACCENT, capsize=3, label=words[1]
    )
    axes.set_yticks(places, labels=_labels(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(words[2], color=INK)
    axes.legend(frameon=False, fontsize=9, loc="lower right")
    return _svg(figure)
