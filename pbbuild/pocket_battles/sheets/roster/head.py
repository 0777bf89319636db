"""The head of an army's sheets: emblem, name, what the sheet is, and numbers of the whole army."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import (
    ARMY_HEAD,
    FIGURES,
    HEAD_BOX,
    HEAD_EMBLEM,
    HEAD_PAD,
    HEAD_TEXT,
    T3,
    T5,
    TITLES,
    class_of,
)
from pbbuild.page.pictures import Picture, emblem
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Army

# Sheets narrower than this have their numbers below the title.
NARROW: Final = 150.0
BOX_STEP: Final = 17.5  # from one number to the next
BOX_GAP: Final = 0.9
HEAD_END: Final = 1.6
WORDS_END: Final = 4.2  # between the title and the numbers
BOX_EDGE: Final = 0.8  # of a box, left and right of its number


@dataclass(frozen=True, slots=True)
class HeadFigure:
    """A number of the whole army and where its box begins."""

    value: str
    label: str
    x: float


@dataclass(frozen=True, slots=True)
class ArmyHead:
    """A finished head, which templates only place on the page."""

    title: str
    title_size: float
    subtitle: str
    subtitle_face: str
    emblem: Picture
    emblem_at: float
    figures: tuple[HeadFigure, ...]
    figure_width: float
    figure_y: float
    figure_face: str
    width: float
    height: float


def is_narrow(width: float) -> bool:
    """Whether a sheet of this width has its numbers below the title."""
    return width < NARROW


def army_head(
    title: str,
    subtitle: str,
    figures: Sequence[tuple[str, str]],
    army: Army | None,
    army_name: str,
    width: float,
    style: Style,
) -> ArmyHead:
    """The head of a sheet with these numbers, each a value and its label."""
    count = len(figures)
    free = width - HEAD_TEXT - WORDS_END - count * BOX_STEP
    words = ((title, TITLES[0]), (subtitle, T5))
    fits = all(measure.width(text, face.font, face.size) <= free for text, face in words)
    narrow = is_narrow(width) and not fits
    step = min(BOX_STEP, (width - 2 * HEAD_END) / count) if narrow else BOX_STEP
    space = width - HEAD_TEXT - WORDS_END - (0.0 if narrow else count * step)
    title_face = measure.fitted_face(title, space, TITLES)
    subtitle_face = measure.fitted_face(subtitle, space, (T3, T5))
    # All numbers of the head are as large as the widest of them allows.
    longest = max((value for value, _ in figures), key=len)
    figure_face = measure.fitted_face(longest, step - BOX_GAP - 2 * BOX_EDGE, FIGURES)
    left = width - HEAD_END - count * step
    height = ARMY_HEAD + (HEAD_BOX + 1.2 if narrow else 0.0)
    pad = (ARMY_HEAD - HEAD_BOX) / 2
    colours = style.colours
    return ArmyHead(
        title=measure.shortened(title, title_face.font, space, title_face.size),
        title_size=title_face.size,
        subtitle=measure.shortened(subtitle, subtitle_face.font, space, subtitle_face.size),
        subtitle_face=class_of(subtitle_face),
        emblem=emblem(
            army.theme if army else "neutral",
            HEAD_EMBLEM,
            army_name,
            colours["band-ink"],
            colours["band"],
        ),
        emblem_at=HEAD_PAD,
        figures=tuple(
            HeadFigure(value, label, left + step * place)
            for place, (value, label) in enumerate(figures)
        ),
        figure_width=step - BOX_GAP,
        figure_y=height - HEAD_BOX - pad,
        figure_face=class_of(figure_face),
        width=width,
        height=height,
    )
