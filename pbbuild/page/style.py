"""The choices for a printed page: paper, ink, text size, language, theme."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbbuild.base.places import shipped, template_file
from pbbuild.errors import UsageError

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}
INKS: Final = ("full", "saver")
MARGIN: Final = 10.0
SMALLEST_PRINT: Final = 7.0  # points
LARGE_PRINT: Final = 11.0
SAVER_INK: Final = "#5c5c5c"

_PROPERTY = re.compile(r"--([a-z-]+):\s*([^;]+);")


@dataclass(frozen=True, slots=True)
class Style:
    """How to print; sheets are designed in millimetres at normal size and `large` scales them."""

    paper: str = "a4"
    ink: str = "full"
    large: bool = False
    theme: str = "neutral"
    language: str = "en"

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
        return 8.0 if self.paper == "a5" else MARGIN

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
        if self.ink == "saver":
            colours.update(_saver_colours(colours))
        return colours


def _saver_colours(colours: dict[str, str]) -> dict[str, str]:
    # Bands and tints become white; text and lines become grey, which takes less ink and is still
    # legible on white.
    paper = ("band", "tint", "shade", "wash", "badge", "ground")
    grey = {"ink": SAVER_INK, "band-ink": SAVER_INK, "badge-ink": SAVER_INK, "quiet": "#6a6a6a"}
    lines = {"band-rule": "#a0a0a0", "accent": "#868686", "rule": "#c4c4c4"}
    return {**colours, **dict.fromkeys(paper, "#ffffff"), **grey, **lines}


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
