"""The small drawings of the worked round: signs before its sentences, lines between its steps."""

from typing import Final

from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    dice_shapes,
    drawing,
    icon,
    outlined,
    rounded_box,
)
from pbbuild.pocket_battles.sheets.manual.example_steps import BLACK_DIE, REMOVED, WHITE_DIE

SIGN: Final = 3.4
_FACE: Final = (5,)


def said_mark(name: str, colour: str) -> Picture:
    """The sign of what a sentence tells: an icon, a die of a fight or of a shot, a tile removed.

    The sentence says it too: for readers of text it is no more than ornament.
    """
    if name == REMOVED:
        tile = outlined(rounded_box(3.2, 2.2, 17.6, 19.6, 2), DARK, 2, PAPER)
        cross = f'<path d="M1 1l22 22M23 1L1 23" stroke="{DARK}" stroke-width="2.6" fill="none"/>'
        return drawing(tile + cross, 24, 24, SIGN, " ")
    if name in (BLACK_DIE, WHITE_DIE):
        faces = {name: _FACE}
        shapes, wide = dice_shapes(faces.get(BLACK_DIE, ()), faces.get(WHITE_DIE, ()))
        return drawing(shapes, wide, 24, SIGN, " ")
    return icon(name, SIGN, " ", colour)


def hairline(width: float, colour: str) -> Picture:
    """A thin line as wide as a column."""
    line = f'<path d="M0 0.75H{width:g}" stroke="{colour}" stroke-width="0.25"/>'
    return drawing(line, width, 1.5, 1.5, " ")
