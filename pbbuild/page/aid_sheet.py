"""A play aid to print: pages with a title and blocks placed in columns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import GAP, PRINTS, AidBlock, PlacedBlock, TextSizes, mark_picture
from pbbuild.page.aid_columns import blocks_on_pages
from pbbuild.page.geometry import AID_HEAD, SLIM_HEAD, T1, T3, TITLES, Face
from pbbuild.page.pictures import Picture, icon
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator

TOP: Final = AID_HEAD + 3.0
LEAST_KICKER: Final = 30.0  # a kicker cut to less says nothing
SLIM_TOP: Final = SLIM_HEAD + 2.4


@dataclass(frozen=True, slots=True)
class AidPage:
    """One page of an aid."""

    title: str
    kicker: str
    icon: Picture
    blocks: tuple[PlacedBlock, ...]
    foot: tuple[str, ...]
    first: bool
    title_size: float = T1.size
    is_slim: bool = False


@dataclass(frozen=True, slots=True)
class AidSheet:
    """The pages of an edition's aid."""

    title: str
    width: float
    height: float
    marks: Mapping[str, Picture]
    pages: tuple[AidPage, ...]


def block_marks(t: Translator) -> dict[str, Picture]:
    """The marks before options, mistakes and their corrections."""
    return {
        kind: mark_picture(kind, 3.4, t(f"page.mark-{kind}"))
        for kind in ("option", "wrong", "right")
    }


def fitted_head(
    title: str, kicker: str, width: float, is_slim: bool = False
) -> tuple[str, float, str]:
    """The title that fits a page head of `width`, its size, and the kicker that fits beside it."""
    available = width - 19.0
    size = measure.fitted_face(title, available, TITLES[1:] if is_slim else TITLES).size
    shown = measure.shortened(title, measure.TITLE, available, size)
    left = available - measure.width(shown, measure.TITLE, size) - 4.0
    return shown, size, fitted_kicker(kicker, left)


def fitted_kicker(kicker: str, space: float, face: Face = T3) -> str:
    """As many parts of a kicker as fit in `space`; a first one that is too long is cut."""
    font, size = measure.NAME, face.size
    parts = kicker.split(" · ")
    while parts[1:] and measure.width(" · ".join(parts), font, size) > space:
        parts.pop()
    shown = " · ".join(parts)
    # A name goes without its year, then without what it has behind a colon.
    for mark in (" (", ":"):
        if measure.width(shown, font, size) > space and len(parts) == 1:
            shown = shown.partition(mark)[0]
    cut = measure.shortened(shown, font, space, size) if space > 14 else ""
    return cut if cut == shown or space >= LEAST_KICKER else ""


def fitted_pages(
    blocks_at: Callable[[TextSizes], Sequence[AidBlock]],
    width: float,
    bottom: float,
    columns: int,
    lead_at: Callable[[TextSizes], Sequence[AidBlock]] | None = None,
    prints: Sequence[TextSizes] = PRINTS,
) -> list[list[PlacedBlock]]:
    """The blocks in the largest type in which they fit one page, else in the smallest.

    The blocks of `lead_at` stand above the columns of the first page, as wide as all of them.
    """
    pages: list[list[PlacedBlock]] = []
    for words in prints:
        y = TOP
        lead = []
        for block in lead_at(words) if lead_at else ():
            lead.append(PlacedBlock(0.0, y, width, block))
            y += block.height + 2 * GAP
        blocks = blocks_at(words)
        pages = blocks_on_pages(blocks, width, bottom, columns, TOP, first_top=y) or [[]]
        pages[0] = [*lead, *pages[0]]
        if len(pages) == 1:
            break
    return pages


def sheet_of(
    title: str,
    kicker: str,
    icon_name: str,
    pages: Sequence[Sequence[PlacedBlock]],
    foot: tuple[str, ...],
    style: Style,
    t: Translator,
) -> AidSheet:
    """The pages under one title, with an icon of that name in their heads."""
    width, height = style.inner_size
    shown, size, beside = fitted_head(title, kicker, width)
    colours = style.colours
    mark = icon(icon_name, 8.0, shown, colours["band-ink"], colours["band"])
    made = tuple(
        AidPage(shown, beside, mark, tuple(page), foot, place == 0, size)
        for place, page in enumerate(pages)
    )
    return AidSheet(title, width, height, block_marks(t), made)
