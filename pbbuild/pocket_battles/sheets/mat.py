"""The tiled mat for tiles of 45 mm: three sheets for each player, joined edge to edge."""

from typing import Final

from pbbuild.errors import UsageError
from pbbuild.page import measure
from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet
from pbbuild.page.geometry import EDGE, N1, T3, T4, T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    disc,
    drawing,
    filled,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.sheets.pieces.ground import Clear, ground, sign_colours
from pbbuild.pocket_battles.sheets.pieces.places import token_rings
from pbbuild.pocket_battles.sheets.pieces.tokens import RIM, TOKEN
from pbbuild.pocket_battles.sheets.tiles import CARD, COUNTER, TALL
from pbbuild.pocket_battles.sheets.troop_icons import Ink
from pbbuild.pocket_battles.sheets.unit_card import order_costs
from pbbuild.text.translate import Translator

SECTORS: Final = ("left", "centre", "right")
STRIP: Final = 49.0
ROUNDS: Final = 6
COST_SHARES: Final = (3, 4, 4)
COST_TOKEN: Final = 7.4
GLUE: Final = "#d8d8d8"
BELOW: Final = 9.6  # where a box of the strip is free, below its name and what it is for
FOOT_GAP: Final = 1.6
CROSS: Final = 1.7  # the radius of the marks that lie on each other when sheets are joined
ZONES: Final = ("engagement", "front", "rear")


class _Sheet:
    """Shapes and labels of one sheet, in real millimetres."""

    def __init__(self, sector: int, style: Style, t: Translator) -> None:
        self.sector, self.style, self.t = sector, style, t
        self.colours = style.colours
        self.width, self.height = style.page
        self.left, self.right = style.margin, self.width - style.margin
        self.shapes: list[str] = []
        self.labels: list[FieldLabel] = []

    def words(self, text: str, x: float, y: float, width: float, kind: str) -> None:
        self.labels.append(FieldLabel(text, x, y, width, kind, False))

    def box(
        self, x: float, y: float, wide: float, high: float, title: str, hint: str, icon: str = ""
    ) -> None:
        """A box to lay or write something in, with its name, what it is for and a sign."""
        shape = rounded_box(x, y, wide, high, 1.4)
        self.shapes.append(outlined(shape, self.colours["accent"], 0.4))
        self.words(title, x + 2, y + 1.2, wide - 4, "box-title")
        fits = measure.width(hint, T4.font, T4.size * self.style.scale) <= wide - 4
        self.words(hint, x + 2, y + 5.4, wide - 4, "board-note" if fits else "box-note")
        if icon:
            size = BELOW - 2.4
            colour = self.colours["accent"]
            self.shapes.append(placed_icon(icon, x + wide - size - 1.6, y + 1.4, size, colour))
            self._token_places(x + 2, y + BELOW, wide - 4, high - BELOW - 1)

    def _token_places(self, x: float, y: float, wide: float, high: float) -> None:
        """Rings of the size of tokens, as many as a box holds."""
        rings = "".join(disc(*at, RIM) for at in token_rings(x, y, wide, high, TOKEN))
        self.shapes.append(
            f'<path d="{rings}" fill="none" stroke="{self.colours["rule"]}" stroke-width="0.25"'
            ' stroke-dasharray="1.6 1.2"/>'
        )


def mat_sheet(name: str, style: Style, t: Translator) -> FieldSheet:
    """The three sheets of one player's half of the mat; two halves meet in the middle."""
    heights = zone_heights(style)
    pages = tuple(_page(sector, name, heights, style, t) for sector in range(3))
    return FieldSheet(t("mat.title", name=name), pages)


def zone_heights(style: Style) -> tuple[float, float, float, float]:
    """Half the engagement zone, front, rear and the player's strip, in real millimetres."""
    tile = CARD.piece.height * style.scale
    # The line of text below needs more than a small margin.
    foot = max(style.margin, EDGE + T5.line * style.scale + FOOT_GAP)
    height = style.page[1] - style.margin - foot
    strip = STRIP if height > 230 else 0.0
    if style.large:
        strip = 0.0
    # Tall tiles fight here too.
    half = max(tile, TALL.piece.height * style.scale) + 2.5
    row = (height - half - strip) / 2
    if row < tile + 1:
        raise UsageError("print.mat-too-small")
    return half, row, row, strip


def _page(
    sector: int, name: str, heights: tuple[float, ...], style: Style, t: Translator
) -> FieldPage:
    sheet = _Sheet(sector, style, t)
    colours, scale = style.colours, style.scale
    x, wide = sheet.left, sheet.right - sheet.left
    y = style.margin
    bottom = y + sum(heights)
    grounds: list[str] = []
    if sector < 2:
        # The next sheet is glued on this edge.
        strip = sheet.width - EDGE - sheet.right
        sheet.shapes.append(
            filled(
                f"M{sheet.right:g} {y:g}h{strip:g}V{bottom:.2f}h{-strip:g}z",
                GLUE if style.ink == "full" else "#ececec",
            )
        )
    for place, (zone, high) in enumerate(zip(ZONES, heights[:3], strict=True)):
        clear = _zone(sheet, zone, y, high)
        area = Ink(x, y, x + wide, y + high)
        seed = sector * len(ZONES) + place
        grounds.append(ground(zone, area, clear, style, seed, across=sector * wide))
        if zone != "engagement":
            line = 0.8 if zone == "front" else 0.3
            sheet.shapes.append(_line(f"M{x:g} {y:.2f}h{wide:g}", colours["band-rule"], line))
        y += high
    sheet.shapes.append(_line(f"M{x:g} {y:.2f}h{wide:g}", colours["band-rule"], 0.8))
    if sector < 2:
        border = f"M{sheet.right:g} {style.margin:g}V{y:.2f}"
        sheet.shapes.append(_line(border, DARK, 0.9, "6 4"))
    cuts = f"M{EDGE:g} {style.margin:g}H{sheet.width - EDGE:g}"
    if sector:
        cuts += f"M{x:g} {EDGE:g}V{sheet.height - EDGE:g}"
    sheet.shapes.append(_line(cuts, DARK, 0.25, "2.5 2"))
    if heights[3]:
        high = heights[3]
        sheet.shapes.append(filled(f"M{x:g} {y:.2f}h{wide:g}v{high:g}h{-wide:g}z", colours["tint"]))
        _STRIPS[sector](sheet, x + 2, y + 2, wide - 4, high - 4)
    for edge in [sheet.right] * (sector < 2) + [x] * (sector > 0):
        down = style.margin
        for high in heights[:3]:
            down += high
            sheet.shapes.append(_cross(edge, down))
    top = style.margin - T5.line * scale - 0.6
    # Words stand clear of the cut at the left.
    x, wide = (x + 2.0, wide - 2.0) if sector else (x, wide)
    side = t(f"field-sheet.{SECTORS[sector]}")
    sheet.words(t(f"mat.how-{SECTORS[sector]}", name=name, sector=side), x, top, wide, "heading")
    size = round(CARD.piece.width * scale)
    wide_tall, high_tall = (round(side * scale) for side in (TALL.piece.width, TALL.piece.height))
    tall = f"{wide_tall} × {high_tall}"
    below = sheet.height - EDGE - T5.line * scale - 0.2
    other = t("mat.counters", size=round(COUNTER.piece.width * scale))
    foot = t("mat.foot", size=size, tall=tall)
    if measure.width(f"{foot} {other}", T5.font, T5.size * scale) <= wide:
        foot = f"{foot} {other}"
    sheet.words(foot, x, below, wide, "note")
    alt = t("mat.alt", sector=side)
    picture = drawing(
        "".join([*grounds, *sheet.shapes]), sheet.width, sheet.height, sheet.height, alt
    )
    return FieldPage(t("mat.title", name=name), False, picture, tuple(sheet.labels))


def _cross(x: float, y: float) -> str:
    """A mark that lies on its like on the sheet beside."""
    arm = CROSS * 1.5
    lines = f"M{x - arm:g} {y:.2f}h{2 * arm:g}M{x:g} {y - arm:.2f}v{2 * arm:g}"
    return outlined(disc(x, y, CROSS), DARK, 0.25, PAPER) + _line(lines, DARK, 0.25)


def _line(path: str, colour: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" fill="none"{dashed}/>'


def _zone(sheet: _Sheet, zone: str, y: float, high: float) -> Clear:
    """The places of tiles, the sign of the zone, its name and what it is for; what they take."""
    style, t = sheet.style, sheet.t
    scale = style.scale
    tile = CARD.piece.width * scale
    x, wide = sheet.left, sheet.right - sheet.left
    places: list[Ink] = []
    boxes: list[Ink] = []
    base = y + high - N1.line * scale - 1.4
    size = min(20.0, high * 0.6)
    middle = (x + wide / 2, y + high / 2)
    start = x + 3
    if zone != "engagement":
        count = int((wide - 2) // (tile + 1))
        gap = (wide - count * tile) / (count + 1)
        lefts = [x + gap + place * (tile + gap) for place in range(count)]
        places = [Ink(left, y + 0.8, left + tile, y + 0.8 + tile) for left in lefts]
        frames = "".join(rounded_box(left, y + 0.8, tile, tile, 1.2) for left in lefts)
        if base > y + tile + TOKEN * scale + 3:
            rings = unit_tokens(places, TOKEN * scale)
            frames += "".join(disc(x, y, RIM * scale) for x, y in rings)
            edge = RIM * scale + 0.4
            boxes += [Ink(x - edge, y - edge, x + edge, y + edge) for x, y in rings]
        sheet.shapes.append(
            f'<path d="{frames}" fill="none" stroke="{sheet.colours["quiet"]}" stroke-width="0.25"'
            ' stroke-dasharray="2 1.6"/>'
        )
        # The sign of a zone with places is as high as the letters beside it.
        size = min(N1.line * scale - 1.0, high - tile - 2)
        middle = (start + size / 2, base + N1.line * scale / 2)
        start += size + 2 if size > 5 else 0
    if size > 5:
        at = (middle[0] - size / 2, middle[1] - size / 2)
        boxes.append(Ink(*at, at[0] + size, at[1] + size))
        name = "engagement" if zone == "engagement" else f"zone-{zone}"
        sheet.shapes.append(placed_icon(name, *at, size, *sign_colours(zone, style)))
    name = f"{t(f'mat.{zone}')} · {t(f'field-sheet.{SECTORS[sheet.sector]}')}"
    sheet.words(name, start, base, wide * 0.5 + x - start, "row-name")
    named = measure.width(name, N1.font, N1.size * scale) + 2.0
    boxes.append(Ink(x + 2, base, start + named, y + high))
    below = base + (N1.line - T3.line) * scale * 0.8
    text = t(f"mat.{zone}-for")
    sheet.words(text, x + wide * 0.45, below, wide * 0.55 - 3, "row-for")
    said = measure.width(text, T3.font, T3.size * scale) + 2.0
    boxes.append(Ink(x + wide - 3 - said, below, x + wide - 2, y + high))
    # The line between sectors, and the edge of the sheet.
    boxes += [Ink(side - 2, y, side + 2, y + high) for side in (x, x + wide)]
    return Clear(boxes, places)


def unit_tokens(places: list[Ink], side: float) -> list[tuple[float, float]]:
    """The middles of places for tokens below each place of a tile, as many as it is wide."""
    return [
        (place.left + (place.right - place.left) * (number + 0.5) / count, place.bottom + side / 2)
        for place in places
        for count in [int((place.right - place.left + 3) // side)]
        for number in range(count)
    ]


def _left_strip(sheet: _Sheet, x: float, y: float, wide: float, high: float) -> None:
    t, colours = sheet.t, sheet.colours
    rounds = wide * 0.62
    sheet.box(x, y, rounds, high, t("mat.round"), t("mat.round-for"))
    cell = (rounds - 4) / ROUNDS
    for number in range(1, ROUNDS + 1):
        left = x + 2 + (number - 1) * cell
        shape = rounded_box(left + 0.5, y + BELOW, cell - 1, high - BELOW - 2, 1.0)
        ground = colours["wash"] if number % 2 else PAPER
        sheet.shapes.append(outlined(shape, colours["rule"], 0.25, ground))
        middle = left + cell / 2
        sheet.shapes.append(placed_number(number, middle, y + BELOW + 5, 8, colours["accent"]))
        first = t("roster.first", player=2 - number % 2)
        sizes = [(T4.font, T4.size, "middle-note"), (T5.font, T5.size, "small")]
        fitting = [
            kind
            for font, size, kind in sizes
            if measure.width(first, font, size * sheet.style.scale) <= cell - 2
        ]
        if not fitting:
            first = t("roster.first-short", player=2 - number % 2)
        sheet.words(first, left, y + BELOW + 9.2, cell, fitting[0] if fitting else "middle-note")
        spot = outlined(
            disc(middle, y + high - 10.0, min(7.0, cell / 2 - 1.4)), colours["rule"], 0.3
        )
        sheet.shapes.append(spot)
    left = x + rounds + 2
    space = wide - rounds - 2
    sheet.box(left, y, space, high, t("mat.costs"), t("mat.costs-for"))
    costs = order_costs(1)
    cell = (space - 4) / sum(COST_SHARES)
    at = left + 2
    for cost, share in zip(costs, COST_SHARES, strict=True):
        room = cell * share
        shape = rounded_box(at + 0.5, y + BELOW, room - 1, high - BELOW - 2, 1.0)
        sheet.shapes.append(outlined(shape, colours["rule"], 0.25, colours["wash"]))
        sheet.shapes.append(placed_number(cost, at + room / 2, y + BELOW + 7, 10))
        per_row = 2 if cost > 1 else 1
        for token in range(cost):
            row, column = divmod(token, per_row)
            x_token = at + room / 2 + (column - (per_row - 1) / 2) * (COST_TOKEN + 0.8)
            y_token = y + BELOW + 13.4 + row * (COST_TOKEN + 0.8)
            icon = placed_icon("order-token", x_token - COST_TOKEN / 2, y_token, COST_TOKEN)
            sheet.shapes.append(icon)
        at += room


def _centre_strip(sheet: _Sheet, x: float, y: float, wide: float, high: float) -> None:
    t, half = sheet.t, (wide - 2) * 0.56
    sheet.box(x, y, half, high, t("mat.unused"), t("mat.unused-for"), "order-token")
    left, space = x + half + 2, wide - half - 2
    sheet.box(left, y, space, high, t("mat.aside"), t("mat.aside-for"), "token-aside")


def _right_strip(sheet: _Sheet, x: float, y: float, wide: float, high: float) -> None:
    t, colours = sheet.t, sheet.colours
    half = (wide - 2) * 0.45
    sheet.box(x, y, half, high, t("mat.casualties"), t("mat.casualties-for"))
    left, space = x + half + 2, wide - half - 2
    sheet.box(left, y, space, high, t("mat.points-lost"), t("mat.points-for"))
    columns, rows = 10, 5
    wide_each, high_each = (space - 4) / columns, (high - BELOW - 2) / rows
    for point in range(1, columns * rows + 1):
        row, column = divmod(point - 1, columns)
        at_x, at_y = left + 2 + column * wide_each, y + BELOW + row * high_each
        cell = rounded_box(at_x + 0.3, at_y + 0.3, wide_each - 0.6, high_each - 0.6, 0.6)
        is_fifth = point % 5 == 0
        ground = colours["wash"] if is_fifth else PAPER
        sheet.shapes.append(outlined(cell, colours["rule"], 0.25, ground))
        if is_fifth:
            middle = at_x + wide_each / 2
            sheet.shapes.append(placed_number(point, middle, at_y + high_each / 2, 3.6))


_STRIPS: Final = (_left_strip, _centre_strip, _right_strip)
