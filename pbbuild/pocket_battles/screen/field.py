"""The field of a battle in characters: fifteen zones, units, dice, wounds, tokens.

It draws a `pbbuild-state/1` document with full tiles, so that a replay, the referee and a game
look alike. 80 columns or more; 24 rows unless the units need more.
"""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.rules.zones import SECTORS, seen_from
from pbbuild.text.translate import Translator

FieldDocument = Mapping[str, Any]

POSITIONS: Final = ("B rear", "B front", "engagement", "A front", "A rear")  # from the top
WIDTH: Final = 80
LABEL: Final = 8
# As wide as “enemy rear”, where the sides are “you” and “the enemy”.
SOLO_LABEL: Final = 10
BAR: Final = 10
# From this width of a zone on units have names.
NAMED_CELL: Final = 20
# With so many rows to spare there are lines between all zones, and the signs have a legend.
LEGEND_ROWS: Final = 5


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters a drawing is made of."""

    across: str
    down: str
    corners: Mapping[str, tuple[str, str, str]]
    black: str
    white: str
    wound: str
    order: str
    contact: str
    more: str
    dot: str
    spent: str
    full: str
    empty: str


UNICODE: Final = Signs(
    across="─",
    down="│",
    corners={"top": ("┌", "┬", "┐"), "middle": ("├", "┼", "┤"), "bottom": ("└", "┴", "┘")},
    black="■",
    white="□",
    wound="†",
    order="●",
    contact="×",
    more="…",
    dot="·",
    spent="○",
    full="█",
    empty="░",
)
ASCII: Final = Signs(
    across="-",
    down="|",
    corners={"top": ("+", "+", "+"), "middle": ("+", "+", "+"), "bottom": ("+", "+", "+")},
    black="#",
    white="o",
    wound="!",
    order="*",
    contact="x",
    more="~",
    dot="-",
    spent=".",
    full="#",
    empty=".",
)


def field_lines(
    state: FieldDocument,
    t: Translator,
    *,
    plain: bool = False,
    seat: str = "A",
    rows: int = 24,
    columns: int = WIDTH,
    marked: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    you: str = "",
    tokens_as_symbols: bool = False,
) -> list[str]:
    """The state of both sides, the fifteen zones, and a legend.

    `seat` is the side at the bottom; its left is on the left. Each edge names the sectors as the
    player who sits there does (PB-2.1). Units in `marked` have a `>`. `names` are shown where
    the zones are wide enough. With `you` the sides are “you” and “the enemy”; with
    `tokens_as_symbols` their tokens are drawn as there.
    With few `rows` the legend and the lines between the zones go first, then the lines of zones
    without units, then units share a line.
    """
    signs = ASCII if plain else UNICODE
    t = Translator(t.language, ascii_quotes=True) if plain else t
    if you:
        head = status_lines(state, t, signs, you, columns)
    elif tokens_as_symbols:
        head = [headline(state, t, signs), *status_lines(state, t, signs, "", columns)]
    else:
        head = [headline(state, t, signs), *(side_line(state, side, t, signs) for side in "AB")]
    legend = t(
        "field.legend",
        black=signs.black,
        white=signs.white,
        wound=signs.wound,
        order=signs.order,
        contact=signs.contact,
    )
    has_legend = not you or rows >= least_rows(state) + LEGEND_ROWS
    cell = (max(columns, WIDTH) - (SOLO_LABEL if you else LABEL) - 4) // 3
    grid = _Grid(state, t, signs, seat, cell, set(marked), names or {}, you)
    return [*head, *grid.lines(rows - len(head) - has_legend), *([legend] if has_legend else [])]


def least_rows(state: FieldDocument) -> int:
    """The lines that the field of a solo battle needs to show every unit on a line of its own."""
    units = [
        max(1, *(len(_cell_units(state, sector, position)) for sector in SECTORS))
        for position in POSITIONS
    ]
    # Two lines of status, and the edges of the field.
    return 4 + sum(units)


def empty_rows(state: FieldDocument) -> int:
    """How many of the five positions have no unit in any sector."""
    return sum(
        not any(_cell_units(state, sector, position) for sector in SECTORS)
        for position in POSITIONS
    )


def status_head(state: FieldDocument, t: Translator, signs: Signs, you: str) -> str:
    """The round and whose turn it is, as `you` see it."""
    if state.get("decision") == "deploy" or not state["round"]:
        return t("field.deployment")
    turn = state.get("turn")
    words = t("field.your-turn") if turn == you else t("field.enemy-turn")
    return f"{t('field.round', round=state['round'])} {signs.dot} {words}"


def status_lines(
    state: FieldDocument, t: Translator, signs: Signs, you: str, columns: int = WIDTH
) -> list[str]:
    """Tokens as symbols and points towards victory, yours first; both by letter without `you`.

    PB-9.1.
    """
    lines = []
    for side in ("B", "A") if you == "B" else ("A", "B"):
        own, enemy = state["sides"][side], state["sides"]["B" if side == "A" else "A"]
        unused, fielded = own["unused"], enemy["fielded"]
        half = None if fielded is None else points_to_win(fielded)
        spent = sum(unit["orders"] for unit in own["units"]) + own["passed"] + own["set_aside"]
        tokens = "?" if unused is None else signs.order * unused + signs.spent * spent
        who = side if not you else t("field.you") if side == you else t("field.enemy")
        count = t("field.tokens-left", count=_known(unused))
        goal = t("field.goal", destroyed=own["destroyed"], half=_known(half))
        bar = "" if not half else f" {_bar(own['destroyed'], half, signs)}"
        lines.append(_cut(f"{who:<8}{tokens:<14} {count:<16} {goal}{bar}", columns, signs))
    return lines


def _bar(done: int, whole: int, signs: Signs) -> str:
    full = min(BAR, BAR * done // whole)
    return signs.full * full + signs.empty * (BAR - full)


def headline(state: FieldDocument, t: Translator, signs: Signs) -> str:
    """Round, turn and what is being decided."""
    parts = []
    if state["round"] and state.get("decision") != "deploy":
        parts.append(t("field.round", round=state["round"]))
    if state.get("turn"):
        parts.append(t("field.turn", side=state["turn"]))
    if state.get("decision"):
        purpose = (state.get("pending") or {}).get("purpose", "")
        parts.append(t(f"field.decision-{purpose or state['decision']}"))
    return _cut(f" {signs.dot} ".join(parts), WIDTH, signs)


def side_line(state: FieldDocument, side: str, t: Translator, signs: Signs) -> str:
    """A side's tokens, and the points it has destroyed and needs. PB-9.1."""
    own = state["sides"][side]
    enemy = state["sides"]["B" if side == "A" else "A"]
    line = t(
        "field.side",
        side=side,
        unused=_known(own["unused"]),
        orders=sum(unit["orders"] for unit in own["units"]),
        passed=own["passed"],
        aside=own["set_aside"],
        destroyed=own["destroyed"],
        half=_known(None if enemy["fielded"] is None else points_to_win(enemy["fielded"])),
    )
    return _cut(line, WIDTH, signs)


def _known(value: int | None) -> int | str:
    # A view hides some values before the reveal.
    return "?" if value is None else value


def unit_sign(
    unit: FieldDocument, enemies: Sequence[str], signs: Signs, space: int, name: str = ""
) -> str:
    """One unit in `space` characters: id, name, dice, wounds, orders, contacts.

    The name is cut first, then the faces: what changes during play must stay visible.
    """
    living = unit["troops"]
    black = "".join(str(f) for f in sorted(f for troop in living for f in troop["black"]))
    white = "".join(str(f) for f in sorted(f for troop in living for f in troop["white"]))
    wounds = sum(troop.get("wounds", 0) for troop in living)
    rest = ""
    if unit.get("height", 1) > len(living):
        # A stack not yet revealed: its top troop, and how many are below.
        rest += f" +{unit['height'] - len(living)}?"
        # Its name would say the same: `Captain +2`.
        name = name.rpartition(" +")[0] or name
    if wounds:
        rest += f" {signs.wound}{wounds}"
    if unit.get("orders"):
        rest += f" {signs.order}{unit['orders']}"
    if enemies:
        rest += f" {signs.contact}{','.join(enemies)}"
    dice = (f" {signs.black}{black}" if black else "") + (f" {signs.white}{white}" if white else "")
    full = f"{unit['id']}{dice}{rest}"
    left = space - len(full) - 1
    if name and left > 4:
        return f"{unit['id']} {_cut(name, left, signs)}{dice}{rest}"
    if len(full) <= space:
        return full
    spare = space - len(unit["id"]) - len(rest)
    return _cut(f"{unit['id']}{_cut(dice, spare, signs) if spare > 3 else ''}{rest}", space, signs)


class _Grid:
    """The fifteen zones of one drawing."""

    def __init__(
        self,
        state: FieldDocument,
        t: Translator,
        signs: Signs,
        seat: str,
        cell: int,
        marked: set[str],
        names: Mapping[str, str],
        you: str,
    ) -> None:
        self.state, self.t, self.signs, self.seat = state, t, signs, seat
        self.cell, self.marked, self.you = cell, marked, you
        self.label = SOLO_LABEL if you else LABEL
        self.names = names if cell >= NAMED_CELL else {}
        self.contacts = contacts_of(state)

    def lines(self, space: int) -> list[str]:
        """The grid in at most `space` lines if possible."""
        seat, signs = self.seat, self.signs
        positions = POSITIONS if seat == "A" else POSITIONS[::-1]
        sectors = SECTORS if seat == "A" else SECTORS[::-1]
        cells = {
            (position, sector): _cell_units(self.state, sector, position)
            for position in positions
            for sector in sectors
        }
        wanted = [
            max(1, *(len(cells[position, sector]) for sector in sectors)) for position in positions
        ]
        # Below which rows a line is drawn: all, those beside the engagement zones, or none.
        ruled = next(
            (below for below in ((0, 1, 2, 3), (1, 2)) if sum(wanted) + len(below) + 2 <= space),
            (),
        )
        empty = [not any(cells[position, sector] for sector in sectors) for position in positions]
        heights = _heights(wanted, empty, space - len(ruled) - 2)
        far = "B" if seat == "A" else "A"
        top = self._rule("top", self._sector_names(far, sectors))
        if self.you:
            title = f" {status_head(self.state, self.t, signs, self.you)} "
            begin = self.label + 2
            top = top[:begin] + title + top[begin + len(title) :]
        lines = [top]
        for row, (position, height) in enumerate(zip(positions, heights, strict=True)):
            columns = [self._units(cells[position, sector], height) for sector in sectors]
            for line in range(height):
                label = self._label(position) if line == 0 else ""
                body = signs.down.join(column[line].ljust(self.cell) for column in columns)
                lines.append(f"{label:<{self.label}}{signs.down}{body}{signs.down}")
            if row in ruled:
                lines.append(self._rule("middle"))
        return [*lines, self._rule("bottom", self._sector_names(seat, sectors))]

    def _rule(self, which: str, titles: Sequence[str] = ("", "", "")) -> str:
        left, cross, right = self.signs.corners[which]
        across = self.signs.across
        parts = [f" {title} ".center(self.cell, across) if title else across * self.cell
                 for title in titles]  # fmt: skip
        return " " * self.label + left + cross.join(parts) + right

    def _label(self, position: str) -> str:
        if self.you and position != "engagement":
            side, row = position.split()
            whose = "your" if side == self.you else "enemy"
            return self.t(f"field.{whose}-{row}")[: self.label].rjust(self.label)
        name = self.t(f"field.{position.replace(' ', '-')}")[: self.label]
        return name.rjust(self.label) if self.you else name

    def _sector_names(self, side: str, sectors: Sequence[str]) -> list[str]:
        names = [self.t(f"field.{seen_from(side, sector)}") for sector in sectors]
        if self.you:
            return names if side == self.you else ["", "", ""]
        return [self.t("field.sector-of", side=side, sector=name) for name in names]

    def _units(self, units: Sequence[FieldDocument], height: int) -> list[str]:
        # Two units in an engagement zone can only be in contact with each other.
        contacts = {} if self.you and len(units) == 2 else self.contacts
        return _cell(units, contacts, self.signs, height, self.marked, self.cell, self.names)


def contacts_of(state: FieldDocument) -> dict[str, list[str]]:
    """Unit id → ids of the enemy units it is in contact with."""
    found: dict[str, list[str]] = {}
    for contact in state["contacts"]:
        found.setdefault(contact["one"], []).extend(contact["many"])
        for unit in contact["many"]:
            found.setdefault(unit, []).append(contact["one"])
    return found


def _cell_units(state: FieldDocument, sector: str, position: str) -> list[FieldDocument]:
    zone = f"{sector} {position}"
    return [
        unit
        for side in "BA"
        for unit in state["sides"][side]["units"]
        if unit["zone"] == zone and unit["troops"]
    ]


def _heights(wanted: Sequence[int], empty: Sequence[bool], space: int) -> list[int]:
    # If the rows do not fit, empty ones go from the top down, then the tallest lose lines.
    heights = list(wanted)
    for row, is_empty in enumerate(empty):
        if is_empty and sum(heights) > space:
            heights[row] = 0
    while sum(heights) > space and max(heights) > 1:
        tallest = heights.index(max(heights))
        heights[tallest] -= 1
    return heights


def _cell(
    units: Sequence[FieldDocument],
    contacts: Mapping[str, Sequence[str]],
    signs: Signs,
    height: int,
    marked: set[str],
    cell: int,
    names: Mapping[str, str],
) -> list[str]:
    def sign(unit: FieldDocument, space: int) -> str:
        mark = ">" if unit["id"] in marked else " "
        name = names.get(unit["id"], "").removeprefix(unit["id"]).strip()
        return mark + unit_sign(unit, contacts.get(unit["id"], ()), signs, space - 1, name)

    if len(units) <= height:
        return [sign(unit, cell) for unit in units] + [""] * (height - len(units))
    # Too many for a line each: as many as possible, the others by id, several to a line.
    for alone in range(height - 1, -1, -1):
        id_lines = _ids(units[alone:], marked, cell)
        if alone + len(id_lines) <= height:
            texts = [*(sign(unit, cell) for unit in units[:alone]), *id_lines]
            return texts + [""] * (height - len(texts))
    return [*id_lines[: height - 1], _cut(f"{id_lines[height - 1]}{signs.more}", cell, signs)]


def _ids(units: Sequence[FieldDocument], marked: set[str], cell: int) -> list[str]:
    """The ids of units in lines of a cell's width."""
    texts = [""]
    for unit in units:
        word = f"{'>' if unit['id'] in marked else ' '}{unit['id']}"
        if len(texts[-1]) + len(word) > cell:
            texts.append("")
        texts[-1] += word
    return texts


def _cut(text: str, width: int, signs: Signs) -> str:
    return text if len(text) <= width else text[: width - 1] + signs.more


def roster_lines(
    state: FieldDocument,
    names: Mapping[str, str],
    traits: Mapping[str, str],
    t: Translator,
    only: str = "",
    *,
    plain: bool = True,
) -> list[str]:
    """Every unit, or `only` one, with a line for each troop; 80 columns.

    `names` are those of tiles by code, `traits` those of traits by id.
    """
    signs = ASCII if plain else UNICODE
    lines = []
    for unit in (unit for side in "AB" for unit in state["sides"][side]["units"]):
        if only not in ("", unit["id"]):
            continue
        troops = [troop_line(troop, names, traits, t, signs) for troop in unit["troops"]]
        for place, text in enumerate(troops or [t("field.gone")]):
            head = unit["id"] if place == 0 else ""
            lines += textwrap.wrap(
                f"{head:<4}{text}", WIDTH, subsequent_indent=" " * 6, break_on_hyphens=False
            )
    return lines


def troop_line(
    troop: FieldDocument,
    names: Mapping[str, str],
    traits: Mapping[str, str],
    t: Translator,
    signs: Signs,
) -> str:
    """One troop: name, points, wound points, dice and traits. PB-1.1."""
    name = names.get(troop["code"], "")
    wounds = troop.get("wounds", 0)
    parts = [f"{troop['code']} {name}".rstrip() + ":", troop_values(troop, t, signs)]
    if wounds:
        parts.append(t("field.wounded", count=wounds))
    if troop["traits"]:
        parts.append(f"[{', '.join(traits.get(trait, trait) for trait in troop['traits'])}]")
    return " ".join(parts)


def troop_values(troop: FieldDocument, t: Translator, signs: Signs) -> str:
    """`2 DP 1 WP`, then its dice."""
    values = t("field.values", dp=troop["dp"], wp=troop["wp"])
    black = "".join(map(str, sorted(troop["black"])))
    white = "".join(map(str, sorted(troop["white"])))
    dice = (f" {signs.black}{black}" if black else "") + (f" {signs.white}{white}" if white else "")
    return f"{values}{dice}"
