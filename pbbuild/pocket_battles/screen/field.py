"""The field of a battle in characters: fifteen zones, units, dice, wounds, tokens.

It draws a `pbbuild-state/1` document with full tiles, so that a replay, the referee and a game
look alike. 80 columns; 24 rows unless the units need more.
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
CELL: Final = (WIDTH - LABEL - 4) // 3


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
)


def field_lines(
    state: FieldDocument,
    t: Translator,
    *,
    plain: bool = False,
    seat: str = "A",
    rows: int = 24,
    marked: Sequence[str] = (),
) -> list[str]:
    """The state of both sides, the fifteen zones, and a legend.

    `seat` is the side at the bottom; its left is on the left. Each edge names the sectors as the
    player who sits there does (PB-2.1). Units in `marked` have a `>`.
    With few `rows` the lines between the zones go first, then units share a line.
    """
    signs = ASCII if plain else UNICODE
    head = [headline(state, t, signs), *(side_line(state, side, t, signs) for side in "AB")]
    legend = t(
        "field.legend",
        black=signs.black,
        white=signs.white,
        wound=signs.wound,
        order=signs.order,
        contact=signs.contact,
    )
    space = rows - len(head) - 1
    return [*head, *_grid(state, t, signs, seat, space, set(marked)), legend]


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


def unit_sign(unit: FieldDocument, enemies: Sequence[str], signs: Signs, space: int) -> str:
    """One unit in `space` characters: id, black and white faces, wounds, orders, contacts."""
    living = unit["troops"]
    black = "".join(str(f) for f in sorted(f for troop in living for f in troop["black"]))
    white = "".join(str(f) for f in sorted(f for troop in living for f in troop["white"]))
    wounds = sum(troop.get("wounds", 0) for troop in living)
    rest = ""
    if unit.get("height", 1) > len(living):
        # A stack not yet revealed: its top troop, and how many are below.
        rest += f" +{unit['height'] - len(living)}?"
    if wounds:
        rest += f" {signs.wound}{wounds}"
    if unit.get("orders"):
        rest += f" {signs.order}{unit['orders']}"
    if enemies:
        rest += f" {signs.contact}{','.join(enemies)}"
    dice = (f" {signs.black}{black}" if black else "") + (f" {signs.white}{white}" if white else "")
    full = f"{unit['id']}{dice}{rest}"
    if len(full) <= space:
        return full
    # The faces are cut first: what changes during play must stay visible.
    spare = space - len(unit["id"]) - len(rest)
    return _cut(f"{unit['id']}{_cut(dice, spare, signs) if spare > 3 else ''}{rest}", space, signs)


def _grid(
    state: FieldDocument, t: Translator, signs: Signs, seat: str, space: int, marked: set[str]
) -> list[str]:
    positions = POSITIONS if seat == "A" else POSITIONS[::-1]
    sectors = SECTORS if seat == "A" else SECTORS[::-1]
    contacts = contacts_of(state)
    cells = {
        (position, sector): _cell_units(state, sector, position)
        for position in positions
        for sector in sectors
    }
    wanted = [
        max(1, *(len(cells[position, sector]) for sector in sectors)) for position in positions
    ]
    # Below which rows a line is drawn: all, those beside the engagement zones, or none.
    ruled = next(
        (below for below in ((0, 1, 2, 3), (1, 2)) if sum(wanted) + len(below) + 2 <= space), ()
    )
    heights = _heights(wanted, space - len(ruled) - 2)
    far = "B" if seat == "A" else "A"
    lines = [_rule(signs, "top", _sector_names(far, sectors, t))]
    for row, (position, height) in enumerate(zip(positions, heights, strict=True)):
        columns = [
            _cell(cells[position, sector], contacts, signs, height, marked) for sector in sectors
        ]
        for line in range(height):
            label = t(f"field.{position.replace(' ', '-')}") if line == 0 else ""
            body = signs.down.join(column[line].ljust(CELL) for column in columns)
            lines.append(f"{label:<{LABEL}}{signs.down}{body}{signs.down}")
        if row in ruled:
            lines.append(_rule(signs, "middle"))
    return [*lines, _rule(signs, "bottom", _sector_names(seat, sectors, t))]


def _sector_names(side: str, sectors: Sequence[str], t: Translator) -> list[str]:
    names = [t(f"field.{seen_from(side, sector)}") for sector in sectors]
    return [t("field.sector-of", side=side, sector=name) for name in names]


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


def _heights(wanted: Sequence[int], space: int) -> list[int]:
    # If the rows do not fit, the tallest ones lose lines.
    heights = list(wanted)
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
) -> list[str]:
    def sign(unit: FieldDocument, space: int) -> str:
        mark = ">" if unit["id"] in marked else " "
        return mark + unit_sign(unit, contacts.get(unit["id"], ()), signs, space - 1)

    if len(units) <= height:
        return [sign(unit, CELL) for unit in units] + [""] * (height - len(units))
    # Too many for a line each: as many as possible, the others by id, several to a line.
    for alone in range(height - 1, -1, -1):
        id_lines = _ids(units[alone:], marked)
        if alone + len(id_lines) <= height:
            texts = [*(sign(unit, CELL) for unit in units[:alone]), *id_lines]
            return texts + [""] * (height - len(texts))
    return [*id_lines[: height - 1], _cut(f"{id_lines[height - 1]}{signs.more}", CELL, signs)]


def _ids(units: Sequence[FieldDocument], marked: set[str]) -> list[str]:
    """The ids of units in lines of a cell's width."""
    texts = [""]
    for unit in units:
        word = f"{'>' if unit['id'] in marked else ' '}{unit['id']}"
        if len(texts[-1]) + len(word) > CELL:
            texts.append("")
        texts[-1] += word
    return texts


def _rule(signs: Signs, which: str, titles: Sequence[str] = ("", "", "")) -> str:
    left, cross, right = signs.corners[which]
    parts = [f" {title} ".center(CELL, signs.across) if title else signs.across * CELL
             for title in titles]  # fmt: skip
    return " " * LABEL + left + cross.join(parts) + right


def _cut(text: str, width: int, signs: Signs) -> str:
    return text if len(text) <= width else text[: width - 1] + signs.more


def roster_lines(
    state: FieldDocument,
    names: Mapping[str, str],
    traits: Mapping[str, str],
    t: Translator,
    only: str = "",
) -> list[str]:
    """Every unit, or `only` one, with its troops, their wounds and traits; 80 columns.

    `names` are those of tiles by code, `traits` those of traits by id.
    """
    lines = []
    for unit in (unit for side in "AB" for unit in state["sides"][side]["units"]):
        if only in ("", unit["id"]):
            troops = ", ".join(_troop_words(troop, names, traits) for troop in unit["troops"])
            text = f"{unit['id']:<4}{troops or t('field.gone')}"
            lines += textwrap.wrap(text, WIDTH, subsequent_indent=" " * 4, break_on_hyphens=False)
    return lines


def _troop_words(troop: FieldDocument, names: Mapping[str, str], traits: Mapping[str, str]) -> str:
    name = names.get(troop["code"], "")
    words = f"{troop['code']} {name}".rstrip()
    if troop.get("wounds"):
        words += f" ({troop['wounds']}/{troop['wp']})"
    if troop["traits"]:
        words += f" [{', '.join(traits.get(trait, trait) for trait in troop['traits'])}]"
    return words
