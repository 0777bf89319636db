"""A game of Pocket General drawn with characters: hexes, world maps, what each side holds."""

import textwrap
from collections.abc import Sequence
from typing import Final

from pbbuild.play.contract import SIDES
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
WIDEST_COLUMN: Final = 40
SHOWN: Final = 6


class GeneralBoard:
    """Draws states of one pairing in one language, at most 79 characters wide."""

    def __init__(
        self,
        catalog: GeneralCatalog,
        t: Translator,
        *,
        plain: bool = False,
        two: bool = False,
        solo: bool = False,
    ) -> None:
        self.catalog = catalog
        self.t = t
        # Two people play: chances stand beside the nations, not as “you” and “enemy”.
        self.two = two
        # One person plays: the title says which nation.
        self.solo = solo
        self.rule = ("-" if plain else "─") * WIDTH
        self.more = "~" if plain else "…"

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

    def fitted(
        self,
        state: GeneralCore,
        viewer: int,
        rows: int,
        marked: Sequence[str] = (),
        columns: int = WIDTH,
    ) -> list[str]:
        """The table in `rows` lines where that is possible, without its least important parts.

        Units in `marked`, such as `A tanks`, have a `>`. On a wide screen the hexes are wider.
        """
        width = min(max(COLUMN, columns // HEXES), WIDEST_COLUMN)
        rule = self.rule[0] * max(WIDTH, HEXES * width - 1)
        parts = [
            [self._title_for(state, viewer), rule],
            self.hexes(state, viewer, marked, width),
            [rule, *self.map(state, 1 - viewer), *self.map(state, viewer)],
            self.hand(state, 1 - viewer),
            self.pool(state),
        ]
        shown: list[int] = []
        for index in (1, 2, 0, 3, 4):
            if sum(len(parts[part]) for part in (*shown, index)) <= rows or index in (1, 2):
                shown.append(index)
        return [line for index in sorted(shown) for line in parts[index]]

    def title(self, state: GeneralCore) -> str:
        """Turn, initiative, phase of the war."""
        key = "pocket-general.title-late" if state.late_war else "pocket-general.title"
        return self.t(key, turn=state.turn, first=self.nation(state, state.first))

    def _title_for(self, state: GeneralCore, viewer: int) -> str:
        """The title, and which side the viewer plays unless two people share the table."""
        title = self.title(state)
        if not self.solo:
            return title
        return self.t("pocket-general.title-you", title=title, nation=self.nation(state, viewer))

    def hexes(
        self,
        state: GeneralCore,
        viewer: int,
        marked: Sequence[str] = (),
        width: int = COLUMN,
    ) -> list[str]:
        """The three hexes side by side, the enemy's units above the viewer's."""
        columns = [self._hex(state, hex_, viewer, marked) for hex_ in range(HEXES)]
        rows = zip(*columns, strict=True)
        lines = [
            "".join(self._cut(cell, width - 1).ljust(width) for cell in row).rstrip()
            for row in rows
        ]
        return [line for line in lines if line]

    def _cut(self, text: str, width: int) -> str:
        return text if len(text) <= width else text[: width - 1] + self.more

    def _hex(self, state: GeneralCore, hex_: int, viewer: int, marked: Sequence[str]) -> list[str]:
        place = state.hexes[hex_]
        if place == NOWHERE:
            return [f"{hex_ + 1} -", *[""] * 7]
        cells = [f"{hex_ + 1} {self.place(state, place)}, {self.terrain(state, place)}"]
        contested = bool(state.at[hex_] or state.at[HEXES + hex_])
        odds = combat_odds(state, hex_) if contested else None
        for side in (1 - viewer, viewer):
            total = sum_at(state, side, hex_)
            chance = f" {_chance(odds, side)}" if odds and self.two else ""
            cells.append(f"{self.nation(state, side)} {total}:{chance}")
            cells += self._units(state, side, hex_, marked)
        cells.append(self.odds(odds, viewer) if odds and not self.two else "")
        return cells

    def odds(self, odds: CombatOdds, viewer: int) -> str:
        """The odds of a combat for the viewer's side."""
        wins, loses = _chance(odds, viewer), _chance(odds, 1 - viewer)
        return self.t("pocket-general.odds", wins=wins, loses=loses)

    def _units(self, state: GeneralCore, side: int, hex_: int, marked: Sequence[str]) -> list[str]:
        tables = state.tables
        own = state.at[side * HEXES + hex_]
        enemy = state.at[(1 - side) * HEXES + hex_]
        terrains = tables.location_terrains[state.hexes[hex_]]
        texts = []
        for unit in range(UNIT_SLOTS):
            if own >> unit & 1:
                paired = bool(state.paired[side] >> unit & 1)
                value = unit_value(tables, side, unit, terrains, own, enemy, paired)
                is_new = f"{SIDES[side]} {tables.unit_ids[side * UNIT_SLOTS + unit]}" in marked
                texts.append(f"{'>' if is_new else ' '}{self.unit(state, side, unit)} {value}")
        rows = [f"{row[0]:<12}{row[1]}".rstrip() for row in pairs(texts)]
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


def _chance(odds: CombatOdds, side: int) -> str:
    """A side's chance to be higher; a tilde where it has no soldier or no edge to win with."""
    share, result = ((odds.a, odds.a_result), (odds.b, odds.b_result))[side]
    return percent(share) + ("~" if result == "pool" else "")


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
