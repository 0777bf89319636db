"""A play aid to print: pages with a title and blocks placed in columns."""

from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import PlacedBlock
from pbbuild.page.pictures import Picture
from pbbuild.page.style import Style

HEAD: Final = 13.0


@dataclass(frozen=True, slots=True)
class AidPage:
    """One page of an aid."""

    title: str
    kicker: str
    icon: Picture
    blocks: tuple[PlacedBlock, ...]
    foot: tuple[str, ...]
    first: bool
    title_size: float = 6.6


@dataclass(frozen=True, slots=True)
class AidSheet:
    """The pages of an edition's aid."""

    title: str
    width: float
    height: float
    arrow: Picture
    pages: tuple[AidPage, ...]


def arrow_picture(style: Style) -> Picture:
    """The small arrow from one step to the next."""
    from pbbuild.page.pictures import drawing, filled

    return drawing(filled("M0 0H8L4 5z", style.colours["accent"]), 8, 5, 2.0, "↓")


def fitted_head(title: str, kicker: str, width: float) -> tuple[str, float, str]:
    """The title that fits a page head of `width`, its size, and the kicker that fits beside it."""
    available = width - 19.0
    size = measure.fitted_size(title, measure.TITLE, available, 6.6, 3.9)
    shown = measure.shortened(title, measure.TITLE, available, size)
    left = available - measure.width(shown, measure.TITLE, size) - 4.0
    beside = measure.shortened(kicker, measure.NAME, left, 3.2) if left > 14 else ""
    return shown, size, beside
