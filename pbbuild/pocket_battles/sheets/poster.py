"""The poster: the field for counters on two sheets, one for each player. PB-2.1.

Both sheets are drawn alike. Each player's words face that player; the sheets meet in the middle
of the engagement zones.
"""

from collections.abc import Sequence
from typing import Final

from pbbuild.page import measure
from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet
from pbbuild.page.geometry import EDGE, T2, T3, T4, T5
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
from pbbuild.pocket_battles.sheets.pieces.places import (
    SMALL_RIM,
    SMALL_TOKEN,
    Point,
    token_rings,
    unit_places,
)
from pbbuild.pocket_battles.sheets.tiles import COUNTER
from pbbuild.pocket_battles.sheets.troop_icons import Ink
from pbbuild.pocket_battles.sheets.unit_card import order_costs
from pbbuild.text.translate import Translator

SECTORS: Final = ("left", "centre", "right")
ROUNDS: Final = 6
PER_ROW: Final = 2  # tokens that an order costs
TOKEN_GAP: Final = 0.6
STRIP: Final = 36.0
NAME_LINE: Final = 8.0  # below the places of a zone: its name and what it is for
ZONES: Final = ("engagement", "front", "rear")
# The boxes of the strip with their share of the width, and in the order of their need.
_BOXES: Final = (
    ("round", 0.3),
    ("costs", 0.165),
    ("unused", 0.265),
    ("aside", 0.145),
    ("casualties", 0.125),
)
_NEEDED: Final = ("round", "unused", "casualties", "costs", "aside")
_SUPPLIES: Final = ("unused", "aside")  # boxes with rings for tokens
EDGE_ABOVE: Final = 1.6  # above the places of a zone
TURN_SHARE: Final = 1.5  # the place for the turn, in cells of the round track
LEAST_CELL: Final = 0.6  # between two rings of it


def poster(halves: Sequence[tuple[str, Style]], t: Translator) -> list[tuple[FieldSheet, Style]]:
    """The two halves of the field, each in its own colours, with the name of its army or ""."""
    return [
        (FieldSheet(t("field-sheet.poster"), (_Half(name, style, t).page(),)), style)
        for name, style in halves
    ]


class _Half:
    """One player's sheet, in real millimetres."""

    def __init__(self, name: str, style: Style, t: Translator) -> None:
        self.name, self.style, self.t = name, style, t
        self.colours, self.scale = style.colours, style.scale
        self.height, self.width = style.page
        self.x, self.wide = style.margin, self.width - 2 * style.margin
        self.shapes: list[str] = []
        self.labels: list[FieldLabel] = []

    def page(self) -> FieldPage:
        style, t = self.style, self.t
        top, bottom = style.margin, self.height - style.margin
        strip = min(STRIP * self.scale, (bottom - top) * 0.24)
        half = (bottom - top - strip) * 0.2
        row = (bottom - top - strip - half) / 2
        y = top
        grounds = []
        for place, (zone, high) in enumerate(zip(ZONES, (half, row, row), strict=True)):
            area = Ink(self.x, y, self.x + self.wide, y + high)
            grounds.append(ground(zone, area, self._zones(zone, y, high), style, place))
            y += high
        self._lines(top, half, row)
        self.shapes.append(filled(self._band(y, strip), self.colours["tint"]))
        self._strip(y + 2, strip - 3.5)
        above = max(EDGE, top - T5.line * self.scale - 0.6)
        name = f"{self.name} · " if self.name else ""
        self._words(f"{name}{t('poster.how')}", self.x, above, self.wide, "heading")
        below = min(bottom + 0.6, self.height - EDGE - T5.line * self.scale - 0.4)
        size = round(COUNTER.piece.width * self.scale)
        self._words(t("poster.foot", size=size), self.x, below, self.wide, "note")
        shapes = "".join([*grounds, *self.shapes])
        picture = drawing(shapes, self.width, self.height, self.height, t("poster.alt"))
        return FieldPage(t("field-sheet.poster"), True, picture, tuple(self.labels))

    def _band(self, y: float, high: float) -> str:
        return f"M{self.x:g} {y:.3f}h{self.wide:g}v{high:.3f}h{-self.wide:g}z"

    def _words(self, text: str, x: float, y: float, width: float, kind: str) -> None:
        faces = {"zone-name": T2, "box-title": T3, "board-note": T4}
        face = faces.get(kind, T5)
        font = measure.NAME if kind in ("zone-name", "box-title") else face.font
        size = face.size * self.scale
        shown = measure.shortened(text, font, width, size)
        self.labels.append(FieldLabel(shown, x, y, width, kind, False))

    def _zones(self, zone: str, y: float, high: float) -> Clear:
        """Places for counters in each sector, the zone's sign, its name and what it is for.

        Returns what they take of the ground.
        """
        t, scale = self.t, self.scale
        column = self.wide / 3
        boxes: list[Ink] = []
        places: list[Ink] = []
        names = [
            t("poster.zone", zone=t(f"mat.{zone}"), sector=t(f"field-sheet.{sector}"))
            for sector in SECTORS
        ]
        widths = [measure.width(name, measure.FIGURE, T2.size * scale) + 1.0 for name in names]
        text = t(f"poster.{zone}-for")
        # As large as sentences where the sectors are wide enough for the longest name beside it.
        fitting = [
            (kind, drop, needed)
            for kind, face, drop in (("board-note", T4, 1.3), ("box-note", T5, 1.6))
            if (needed := measure.width(text, face.font, face.size * scale) + 0.5)
            <= column - max(widths) - 8
        ]
        base = y + high - T2.line * scale - 1.0
        for place, (name, wide) in enumerate(zip(names, widths, strict=True)):
            left = self.x + place * column
            boxes.append(Ink(left - 1.5, y, left + 1.5, y + high))
            if zone == "engagement":
                size = min((high - NAME_LINE * scale) * 0.72, 15.0 * scale)
                at_x = left + column / 2 - size / 2
                at_y = y + (high - NAME_LINE * scale) / 2 - size / 2
                colours = sign_colours(zone, self.style)
                self.shapes.append(placed_icon(zone, at_x, at_y, size, *colours))
                boxes.append(Ink(at_x, at_y, at_x + size, at_y + size))
            else:
                own, rings = self._places(left, y, column, high - NAME_LINE * scale)
                places += own
                boxes += rings
            self._words(name, left + 3, base, min(wide, column - 5), "zone-name")
            boxes.append(Ink(left, base, left + 3 + wide, y + high))
            for kind, drop, needed in fitting[:1]:
                at = left + column - 3 - needed
                self._words(text, at, base + drop * scale, needed, kind)
                boxes.append(Ink(at - 1, base, left + column, y + high))
        return Clear(boxes, places)

    def _places(
        self, left: float, top: float, column: float, high: float
    ) -> tuple[list[Ink], list[Ink]]:
        """Dashed places for counters and rings for tokens; where both are."""
        area = Ink(left + 1.5, top + EDGE_ABOVE, left + column - 1.5, top + high)
        found = unit_places(area, self.scale)
        # In the middle of what the name of the zone leaves.
        down = max(0.0, (area.bottom - area.top - found.height) / 2 - EDGE_ABOVE / 2)
        counters = [
            Ink(one.left, one.top + down, one.right, one.bottom + down) for one in found.counters
        ]
        frames = "".join(
            rounded_box(one.left, one.top, one.right - one.left, one.bottom - one.top, 1.0)
            for one in counters
        )
        self.shapes.append(_line(frames, self.colours["quiet"], 0.25, "1.8 1.4"))
        rings = self._rings([(x, y + down) for x, y in found.rings])
        return counters, rings

    def _rings(self, middles: Sequence[Point]) -> list[Ink]:
        """Rings for tokens around some points; their boxes."""
        radius = SMALL_RIM * self.scale
        path = "".join(disc(x, y, radius) for x, y in middles)
        if path:
            self.shapes.append(_line(path, self.colours["quiet"], 0.25, "1.4 1.1"))
        return [Ink(x - radius, y - radius, x + radius, y + radius) for x, y in middles]

    def _lines(self, top: float, half: float, row: float) -> None:
        rule = self.colours["band-rule"]
        across = f"M{self.x:g} {{:.3f}}h{self.wide:g}"
        end = top + half + 2 * row
        thick = across.format(top + half) + across.format(end)
        sides = f"M{self.x:g} {top:g}V{end:.3f}M{self.x + self.wide:g} {top:g}V{end:.3f}"
        self.shapes.append(_line(thick + sides, rule, 0.8))
        self.shapes.append(_line(across.format(top + half + row), rule, 0.3))
        column = self.wide / 3
        sectors = "".join(f"M{self.x + n * column:.3f} {top:g}V{end:.3f}" for n in (1, 2))
        self.shapes.append(_line(sectors, DARK, 0.9, "6 4"))
        cut = f"M{EDGE:g} {top:g}H{self.width - EDGE:g}"
        self.shapes.append(_line(cut, DARK, 0.25, "2.5 2"))

    def _strip(self, y: float, high: float) -> None:
        """Places for the round, orders, tokens and losses, as many as the sheet is wide enough."""
        shown = set[str]()
        room = self.wide - 2
        shares = dict(_BOXES)
        for name in _NEEDED:
            title = self.t(f"mat.{name}")
            least = measure.width(title, measure.NAME, T3.size * self.scale) + 6.0
            total = sum(shares[one] for one in (*shown, name))
            if all(
                room * shares[one] / total
                >= measure.width(self.t(f"mat.{one}"), measure.NAME, T3.size * self.scale) + 6.0
                for one in (*shown, name)
            ) or (not shown and least < room):
                shown.add(name)
        total = sum(share for name, share in _BOXES if name in shown)
        left = self.x + 2
        for name, share in _BOXES:
            if name not in shown:
                continue
            wide = room * share / total
            box = rounded_box(left, y, wide - 2, high, 1.4)
            self.shapes.append(outlined(box, self.colours["accent"], 0.4))
            self._words(self.t(f"mat.{name}"), left + 2, y + 1.0, wide - 6, "box-title")
            under = y + 1.6 + T3.line * self.scale
            if name == "round":
                taken = self._note(self.t("poster.round-for"), left + 2, under, wide - 6, 1)
                self._track(left + 1.5, under + taken, wide - 5, y + high - under - taken - 1.0)
            elif name == "costs":
                self._costs(left + 1.5, under, wide - 5, y + high - under - 1.5)
            else:
                lines = 1 if name in _SUPPLIES else 3
                text = self.t(f"mat.{name}-for")
                below = under + self._note(text, left + 2, under, wide - 6, lines)
                if name in _SUPPLIES:
                    token = SMALL_TOKEN * self.scale
                    space = y + high - below - 0.2
                    self._rings(token_rings(left + 1.5, below, wide - 5, space, token))
            left += wide

    def _note(self, text: str, x: float, y: float, wide: float, most: int) -> float:
        """A sentence in a few lines, set smaller if it would be cut; their height."""
        for kind, face in (("board-note", T4), ("box-note", T5)):
            size, step = face.size * self.scale, face.line * self.scale
            lines = measure.limited_lines(text, face.font, wide, size, most)
            if " ".join(lines) == text or kind == "box-note":
                break
        for place, line in enumerate(lines):
            self._words(line, x, y + place * step, wide, kind)
        return len(lines) * step

    def _track(self, x: float, y: float, wide: float, high: float) -> None:
        """A ring for each round and who begins it, and one for whose turn it is."""
        cell = wide / (ROUNDS + TURN_SHARE)
        radius = min(SMALL_RIM * self.scale, (cell - LEAST_CELL) / 2)
        middle = y + (high - T5.line * self.scale) / 2
        below = middle + radius + 1.0
        for number in range(1, ROUNDS + 1):
            at = x + (number - 0.5) * cell
            ground = self.colours["wash"] if number % 2 else PAPER
            ring = disc(at, middle, radius)
            self.shapes.append(outlined(ring, self.colours["rule"], 0.3, ground))
            size = min(radius * 1.5, 8.0 * self.scale)
            colour = self.colours["accent"]
            self.shapes.append(placed_number(number, at, middle, size, colour))
            player = 2 - number % 2
            first = self.t("poster.begins", player=player)
            if measure.width(first, T5.font, T5.size * self.scale) > cell - 1.2 * self.scale:
                first = self.t("roster.first-short", player=player)
            self._words(first, at - cell / 2, below, cell, "small")
        self.shapes.append(
            _line(f"M{x + ROUNDS * cell + 0.6:.3f} {y:.3f}v{high:.3f}", self.colours["rule"], 0.3)
        )
        at = x + (ROUNDS + TURN_SHARE / 2) * cell + 0.6
        self._rings([(at, middle)])
        left = at - TURN_SHARE * cell / 2
        self._words(self.t("poster.turn"), left, below, TURN_SHARE * cell, "small")

    def _costs(self, x: float, y: float, wide: float, high: float) -> None:
        costs = order_costs(1)
        room = wide / len(costs)
        for cost in costs:
            box = rounded_box(x + 0.4, y, room - 0.8, high, 1.0)
            self.shapes.append(outlined(box, self.colours["rule"], 0.25, self.colours["wash"]))
            size = min(high * 0.45, 9.0 * self.scale)
            self.shapes.append(placed_number(cost, x + room / 2, y + size * 0.6, size))
            token = min(room * 0.36, (high - size * 1.3) / 2 - TOKEN_GAP)
            for number in range(cost):
                row, column = divmod(number, PER_ROW)
                count = min(PER_ROW, cost - row * PER_ROW)
                step = token + TOKEN_GAP
                at_x = x + room / 2 + (column - (count - 1) / 2) * step - token / 2
                at_y = y + size * 1.2 + row * step
                self.shapes.append(placed_icon("order-token", at_x, at_y, token))
            x += room


def _line(path: str, colour: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" fill="none"{dashed}/>'
