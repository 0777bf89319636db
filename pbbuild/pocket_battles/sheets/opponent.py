"""The sheet for the opponent: top troops and heights of stacks, nothing hidden. PB-1.8."""

from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import Picture, emblem
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.sheets.tiles import CARD, card_face
from pbbuild.text.translate import Translator

HEAD: Final = 17.0
STEP: Final = 0.45
MOST_SHOWN: Final = 4
CAPTION: Final = 4.4


@dataclass(frozen=True, slots=True)
class Stack:
    """A unit as the enemy sees it; `below` are the edges of the tiles under the top one."""

    x: float
    y: float
    face: TileFace
    below: tuple[float, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class OpponentPage:
    """One page of stacks."""

    first: bool
    stacks: tuple[Stack, ...]


@dataclass(frozen=True, slots=True)
class OpponentSheet:
    """The sheet for the player across the table."""

    title: str
    title_size: float
    subtitle: str
    emblem: Picture
    width: float
    height: float
    size: float
    foot: tuple[str, ...]
    pages: tuple[OpponentPage, ...]


def opponent_sheet(
    army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> OpponentSheet:
    """The opponent's sheet of a list: nothing on it that the rules hide."""
    width, height = style.inner_size
    columns = max(1, int((width + 0.6) // (CARD + MOST_SHOWN * STEP + 0.6)))
    pitch = (width - CARD - MOST_SHOWN * STEP) / max(1, columns - 1) if columns > 1 else 0.0
    row = CARD + MOST_SHOWN * STEP + CAPTION + 3.2
    foot = measure.foot_lines(t("opponent.foot"), width)
    rows = max(1, int((height - HEAD - 3.5 - measure.foot_height(foot)) // row))
    units = [unit for unit in army_list.units if unit.troops]
    pages = []
    for start in range(0, len(units), columns * rows):
        stacks = []
        for place, unit in enumerate(units[start : start + columns * rows]):
            line, column = divmod(place, columns)
            face = card_face(catalog.troops[unit.troops[0]], catalog, style, t)
            hidden = len(unit.troops) - 1
            shown = min(hidden, MOST_SHOWN)
            caption = t("opponent.stack", number=start + place + 1)
            tiles = t("opponent.tiles", count=len(unit.troops))
            stacks.append(
                Stack(
                    x=column * pitch,
                    y=HEAD + 3.0 + line * row,
                    face=face,
                    below=tuple(STEP * depth for depth in range(shown, 0, -1)),
                    caption=f"{caption} · {tiles}",
                )
            )
        pages.append(OpponentPage(start == 0, tuple(stacks)))
    army = catalog.armies.get(army_list.army)
    name = army.name.in_language(style.language) if army else army_list.army
    space = width - 20
    title_size = measure.fitted_size(name, measure.TITLE, space, 8.2, 3.9)
    subtitle = t("opponent.subtitle", size=army_list.points, count=len(units))
    return OpponentSheet(
        title=measure.shortened(name, measure.TITLE, space, title_size),
        title_size=title_size,
        subtitle=measure.shortened(subtitle, measure.NAME, space, 3.2),
        emblem=emblem(style.theme, 10.6, name, style.colours["band-ink"], style.colours["band"]),
        width=width,
        height=height,
        size=CARD,
        foot=foot,
        pages=tuple(pages),
    )
