"""An empty roster and empty tiles, to be filled in with a pencil."""

from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import Picture, drawing, order_track, outlined, rounded_box, tick_boxes
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace, TileSheet, tile_pages
from pbbuild.pocket_battles.sheets.points_track import tally_strip
from pbbuild.pocket_battles.sheets.tiles import CARD
from pbbuild.text.translate import Translator

HEAD: Final = 17.0
ROWS: Final = 4
ROW: Final = 9.4
HEADER: Final = 7.0
FOOT: Final = 6.2


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A roster of empty unit cards."""

    title: str
    width: float
    height: float
    column: float
    card_height: float
    rows: tuple[float, ...]
    row_height: float
    places: tuple[tuple[float, float], ...]
    tally: Picture
    tally_label: str
    track: Picture
    boxes: Picture
    dice: Picture
    foot: tuple[str, ...]


def blank_sheet(style: Style, t: Translator) -> BlankSheet:
    """An empty roster: as many unit cards as a page holds."""
    width, height = style.inner_size
    columns = max(1, int((width + 3) // 60))
    column = (width - 3.0 * (columns - 1)) / columns
    card_height = HEADER + ROWS * ROW + FOOT
    tally = tally_strip(80, width, style, t)
    top = HEAD + 5.8 + tally.height + 3.0
    foot = measure.foot_lines(t("blank.foot"), width)
    space = height - top - measure.foot_height(foot) + 2.6
    lines = max(1, int(space // (card_height + 2.6)))
    # The space left makes the rows taller, for larger handwriting.
    row = ROW + min(4.0, (space / lines - 2.6 - card_height) / ROWS)
    card_height = HEADER + ROWS * row + FOOT
    places = tuple(
        (place * (column + 3.0), top + line * (card_height + 2.6))
        for line in range(lines)
        for place in range(columns)
    )
    colours = style.colours
    return BlankSheet(
        title=t("blank.title"),
        width=width,
        height=height,
        column=column,
        card_height=card_height,
        rows=tuple(HEADER + row * place for place in range(ROWS)),
        row_height=row,
        places=places,
        tally=tally,
        tally_label=t("blank.tally"),
        track=order_track((1, 2, 4), 3.9, t("blank.track"), colours["accent"], colours["tint"]),
        boxes=tick_boxes(3, 3.4, t("blank.boxes")),
        dice=_empty_dice(4, t),
        foot=foot,
    )


def _empty_dice(count: int, t: Translator) -> Picture:
    shapes = "".join(rounded_box(26 * place + 1, 1, 22, 22, 4) for place in range(count))
    return drawing(outlined(shapes, "#8a8d90", 1.2), 26 * count - 2, 24, 3.8, t("blank.dice"))


def blank_tiles(style: Style, t: Translator) -> TileSheet:
    """A sheet of empty tiles of 45 mm."""
    from pbbuild.page.tile_sheet import grid_of

    columns, rows, _, _ = grid_of(CARD * style.scale, style)
    face = _blank_face(style, t)
    title = t("blank.tiles")
    count = columns * rows
    pages = tile_pages(title, [face] * count, [face] * count, CARD, style, t)
    return TileSheet(title, pages[:1])


def _blank_face(style: Style, t: Translator) -> TileFace:
    colours = style.colours
    quiet = "#8a8d90"
    dice = "".join(
        rounded_box(5.5 + 7 * place, top, 6, 6, 1.2) for top in (12.5, 19.5) for place in range(5)
    )
    traits = "".join(rounded_box(3.0 + 13.4 * place, 28.0, 12.2, 7.6, 1.0) for place in range(3))
    shapes = (
        f'<path d="M0 9H{CARD:g}M0 37.4H{CARD:g}" stroke="{colours["rule"]}" stroke-width="0.3"/>'
        + outlined(rounded_box(0.2, 0.2, CARD - 0.4, CARD - 0.4, 0.1), colours["rule"], 0.3, "none")
        + outlined("M40 0.8a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 1 0 0 -7.4z", quiet, 0.3)
        + outlined(dice, quiet, 0.25)
        + outlined(traits, quiet, 0.2)
    )
    labels = (
        Label(t("roster.dp"), 37, 3.0, 6, 2.5, 3.0, "label", "center"),
        Label(t("roster.fv"), 2.2, 39.6, 6, 2.6, 3.0, "label"),
        Label(t("roster.wp"), 24, 39.6, 6, 2.6, 3.0, "label"),
    )
    return TileFace(drawing(shapes, CARD, CARD, CARD, t("blank.tile")), labels)
