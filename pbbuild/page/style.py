"""The choices for a printed page: paper, ink, text size, language, theme."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbbuild.base.places import shipped, template_file
from pbbuild.errors import UsageError
from pbbuild.page.geometry import MARGIN, PAPERS, SMALL_MARGIN

INKS: Final = ("full", "saver")
SAVER_INK: Final = "#4a4a4a"
SMALLEST_PRINT: Final = 7.0  # points
LARGE_PRINT: Final = 11.0
FIGURE_DEPTH: Final = 0.3  # how far figures are from the shade towards the accent

_PROPERTY = re.compile(r"--([a-z-]+):\s*([^;]+);")


@dataclass(frozen=True, slots=True)
class Style:
    """How to print; sheets are designed in millimetres at normal size and `large` scales them.

    `duplex` is the edge on which two-sided paper is turned, "none" for one-sided printing;
    `bleed` is how far the ground of a piece runs beyond its cut.
    """

    paper: str = "a4"
    ink: str = "full"
    large: bool = False
    theme: str = "neutral"
    language: str = "en"
    duplex: str = "long"
    bleed: float = 0.0

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the paper in real millimetres."""
        return PAPERS[self.paper]

    @property
    def scale(self) -> float:
        """Real millimetres for one millimetre of the design."""
        return LARGE_PRINT / SMALLEST_PRINT if self.large else 1.0

    @property
    def margin(self) -> float:
        """The margin in real millimetres."""
        return SMALL_MARGIN if self.paper == "a5" else MARGIN

    @property
    def inner_size(self) -> tuple[float, float]:
        """Width and height inside the margins, in millimetres of the design."""
        width, height = self.page
        return (
            (width - 2 * self.margin) / self.scale,
            (height - 2 * self.margin) / self.scale,
        )

    @property
    def colours(self) -> dict[str, str]:
        """The theme's custom properties, adjusted for the chosen ink."""
        colours = dict(theme_colours("neutral"))
        colours.update(theme_colours(self.theme))
        # The figure of a piece is its art: darker than the shade, and still a ground for ink.
        colours["figure"] = mixed(colours["shade"], colours["accent"], FIGURE_DEPTH)
        if self.ink == "saver":
            colours.update(_saver_colours(colours))
        return colours


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two, `share` of the way from `one` to `other`."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _saver_colours(colours: dict[str, str]) -> dict[str, str]:
    # Bands and tints become paper, text and lines dark grey; dice stay black.
    paper = ("band", "tint", "wash", "badge", "ground")
    ink = {"ink": SAVER_INK, "band-ink": SAVER_INK, "badge-ink": SAVER_INK}
    pale = {"shade": "#f0f0f0", "figure": "#dedede"}
    lines = {"band-rule": "#8a8a8a", "accent": "#585858", "rule": "#b4b4b4", "quiet": "#666666"}
    return {**colours, **dict.fromkeys(paper, "#ffffff"), **ink, **pale, **lines}


def themes() -> list[str]:
    """The names of the shipped themes, the neutral one first."""
    names = sorted(path.stem for path in shipped("templates").glob("*/themes/*.css"))
    return ["neutral", *(name for name in names if name != "neutral")]


@cache
def theme_colours(name: str) -> dict[str, str]:
    """The custom properties of a theme by name, without their dashes."""
    if name not in themes():
        raise UsageError("print.unknown-theme", wish=name, near=tuple(themes()))
    path = template_file(f"themes/{name}.css")
    assert path is not None
    return dict(_PROPERTY.findall(path.read_text(encoding="utf-8")))


def theme_for(army_theme: str) -> str:
    """The theme with that name, else the neutral one."""
    return army_theme if army_theme in themes() else "neutral"
