"""A game of Pocket General drawn with characters: hexes, world maps, what each side holds."""

import textwrap
from typing import Final

from pbbuild.pocket_general.catalog.model import COLOURS, GeneralCatalog
from pbbuild.pocket_general.rules.core.combat import unit_value
from pbbuild.pocket_general.rules.core.constants import (
    EDGES,
    EDGES_A,
    EDGES_AB,
    HEXES,
    LOCATIONS,
    NOWHERE,
    UNIT_SLOTS,
)
from pbbuild.pocket_general.rules.core.flow import sum_at
from pbbuild.pocket_general.rules.core.state import GeneralCore, held
from pbbuild.pocket_general.rules.odds import CombatOdds, combat_odds
from pbbuild.text.translate import Translator

WIDTH: Final = 79
COLUMN: Final = 26
SHOWN: Final = 6


class GeneralBoard:
    """Draws states of one pairing in one language, at most 79 characters wide."""

    def __init__(self, catalog: GeneralCatalog, t: Translator, *, plain: bool = False) -> None:
        self.catalog = catalog
        self.t = t
        self.rule = ("-" if plain else "─") * WIDTH

    def nation(self, state: GeneralCore, side: int) -> str:
        """The name of a side's nation."""
        return self.catalog.nations[state.tables.nations[side]].name.in_language(self.t.language)

    def place(self, state: GeneralCore, place: int) -> str:
        """The name of a location."""
        found = self.catalog.location(state.tables.location_ids[place])
        assert found is not None
        return found.name.in_language(self.t.language)

    def terrain(self, state: GeneralCore, place: int) -> str:
        """The terrain of a location, in words."""
        found = self.catalog.location(state.tables.location_ids[place])
        assert found is not None
        name = self.catalog.terrains[found.terrain].name.in_language(self.t.language)
        return self.t("pocket-general.capitol-of", terrain=name) if place >= LOCATIONS else name

    def unit(self, state: GeneralCore, side: int, unit: int) -> str:
        """The short name of a unit."""
        entry = self.catalog.units[state.tables.unit_ids[side * UNIT_SLOTS + unit]]
        return entry.short.in_language(self.t.language)

    def lines(self, state: GeneralCore, *, viewer: int = 0) -> list[str]:
        """The whole table; the viewer's units are at the bottom."""
        return [
            self.title(state),
            self.rule,
            *self.hexes(state, viewer),
            self.rule,
            *self.map(state, 1 - viewer),
            *self.map(state, viewer),
            *self.hand(state, 1 - viewer),
            *self.hand(state, viewer),
            *self.pool(state),
        ]

    def fitted(self, state: GeneralCore, viewer: int, rows: int) -> list[str]:
        """The table in `rows` lines where that is possible, without its least important parts."""
        parts = [
            [self.title(state), self.rule],
            self.hexes(state, viewer),
            [self.rule, *self.map(state, 1 - viewer), *self.map(state, viewer)],
            self.hand(state, 1 - viewer),
            self.pool(state),
        ]
        shown: list[int] = []
        for index in (1, 2, 3, 0, 4):
            if sum(len(parts[part]) for part in (*shown, index)) <= rows or index in (1, 2):
                shown.append(index)
        return [line for index in sorted(shown) for line in parts[index]]

    def title(self, state: GeneralCore) -> str:
        """Turn, initiative, phase of the war."""
        key = "pocket-general.title-late" if state.late_war else "pocket-general.title"
        return self.t(key, turn=state.turn, first=self.nation(state, state.first))

    def hexes(self, state: GeneralCore, viewer: int) -> list[str]:
        """The three hexes side by side, the enemy's units above the viewer's."""
        columns = [self._hex(state, hex_, viewer) for hex_ in range(HEXES)]
        rows = zip(*columns, strict=True)
        lines = ["".join(cell[: COLUMN - 1].ljust(COLUMN) for cell in row).rstrip() for row in rows]
        return [line for line in lines if line]

    def _hex(self, state: GeneralCore, hex_: int, viewer: int) -> list[str]:
        place = state.hexes[hex_]
        if place == NOWHERE:
            return [f"{hex_ + 1} -", *[""] * 7]
        cells = [f"{hex_ + 1} {self.place(state, place)}, {self.terrain(state, place)}"]
        for side in (1 - viewer, viewer):
            total = sum_at(state, side, hex_)
            cells.append(f"{self.nation(state, side)} {total}:")
            cells += self._units(state, side, hex_)
        contested = state.at[hex_] or state.at[HEXES + hex_]
        cells.append(self.odds(combat_odds(state, hex_), viewer) if contested else "")
        return cells

    def odds(self, odds: CombatOdds, viewer: int) -> str:
        """The odds of a combat for the viewer's side."""
        shares = [(odds.a, odds.a_result), (odds.b, odds.b_result)]
        (wins, result), (loses, enemy_result) = shares if viewer == 0 else shares[::-1]
        # A tilde: better, but without a soldier or an edge for it.
        return self.t(
            "pocket-general.odds",
            wins=percent(wins) + ("~" if result == "pool" else ""),
            loses=percent(loses) + ("~" if enemy_result == "pool" else ""),
        )

    def _units(self, state: GeneralCore, side: int, hex_: int) -> list[str]:
        tables = state.tables
        own = state.at[side * HEXES + hex_]
        enemy = state.at[(1 - side) * HEXES + hex_]
        terrains = tables.location_terrains[state.hexes[hex_]]
        texts = []
        for unit in range(UNIT_SLOTS):
            if own >> unit & 1:
                paired = bool(state.paired[side] >> unit & 1)
                value = unit_value(tables, side, unit, terrains, own, enemy, paired)
                texts.append(f"{self.unit(state, side, unit)} {value}")
        rows = [f" {row[0]:<12}{row[1]}".rstrip() for row in pairs(texts)]
        return [*rows, "", ""][:2]

    def map(self, state: GeneralCore, side: int) -> list[str]:
        """A side's world map: theater A, from the late war theater B, capitulation hexes."""
        base = side * EDGES
        head = self.t("pocket-general.map", nation=self.nation(state, side), held=held(state, side))
        lines = [f"{head}  A " + self._edges(state, side, range(EDGES_A))]
        if state.laid[side] != NOWHERE:
            lines.append("  B " + self._edges(state, side, range(EDGES_A, EDGES_AB)))
        taken = [place for place in state.edges[base + EDGES_AB : base + EDGES] if place != NOWHERE]
        if taken:
            names = ", ".join(self.place(state, place) for place in taken)
            lines.append("  " + self.t("pocket-general.capitulation-hexes", names=names))
        return [line for long in lines for line in wrapped(long)]

    def _edges(self, state: GeneralCore, side: int, edges: range) -> str:
        parts = []
        for edge in edges:
            colour = COLOURS[state.tables.edge_colours[edge]]
            name = self.catalog.colours[colour].in_language(self.t.language)
            place = state.edges[side * EDGES + edge]
            there = "-" if place == NOWHERE else self.place(state, place)
            if place != NOWHERE and state.turned >> place & 1:
                there += "*"
            parts.append(f"{name} {there}")
        return ", ".join(parts)

    def hand(self, state: GeneralCore, side: int) -> list[str]:
        """What a side still has to place."""
        mask = state.hand[side]
        if not mask:
            return []
        names = [self.unit(state, side, unit) for unit in range(UNIT_SLOTS) if mask >> unit & 1]
        key = "pocket-general.hand"
        return wrapped(
            self.t(key, nation=self.nation(state, side), units=", ".join(names)), indent="  "
        )

    def pool(self, state: GeneralCore, *, all_of_it: bool = False) -> list[str]:
        """The pool in order, the next locations first."""
        if not state.pool:
            return []
        shown = state.pool if all_of_it else state.pool[:SHOWN]
        names = [f"{self.place(state, place)} ({self.terrain(state, place)})" for place in shown]
        if len(shown) < len(state.pool):
            names.append(self.t("pocket-general.pool-more", count=len(state.pool) - len(shown)))
        return wrapped(self.t("pocket-general.pool", places=", ".join(names)), indent="  ")


def pairs(texts: list[str]) -> list[tuple[str, str]]:
    """Pairs of texts; the last may have an empty second text."""
    full = [*texts, ""] if len(texts) % 2 else texts
    return [(full[n], full[n + 1]) for n in range(0, len(full), 2)]


def percent(share: float) -> str:
    """A share as whole per cent; what can happen is never 0, what can fail never 100."""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1%"
    if whole == 100 and share < 1:
        return ">99%"
    return f"{whole}%"


def wrapped(text: str, indent: str = "    ") -> list[str]:
    """The text in lines that fit."""
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent)
