"""Pocket General at the terminal: table, questions, options, help."""

import textwrap
from collections.abc import Sequence
from typing import Any

import click

from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import Option, Roll
from pbbuild.pocket_general.playtest.games import game_header
from pbbuild.pocket_general.rules.core.constants import (
    HEXES,
    LOCATIONS,
    NOWHERE,
    PLACE,
    POOL,
    THREAT,
)
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.pocket_general.screen.board import WIDTH, GeneralBoard
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.terminal.session import Session
from pbbuild.terminal.table_view import numbered_columns

# Decisions whose verb a player may leave out, since the question names it.
SHORTENED = ("place", "threat", "spy", "edge", "lay", "front", "recruit", "redeploy")


class GeneralTableView:
    """The `TableView` of this game for the shell."""

    def __init__(
        self,
        game: PocketGeneral,
        nations: Sequence[str],
        variant: Variant,
        agents: Sequence[str],
        session: Session,
    ) -> None:
        self.game = game
        self.nations = tuple(nations)
        self.variant = variant
        self.agents = agents
        self.t = session.t
        self.language = session.language
        self.board = GeneralBoard(game.catalog, session.t, plain=session.plain)
        self.account = GeneralAccount(game.catalog, nations, session.t)

    def start(self) -> GeneralState:
        """The game before its pool is drawn."""
        self.account.hexes = []
        return self.game.new(self.nations[0], self.nations[1], self.variant)

    def header(self, seed: int | None) -> dict[str, Any]:
        """The first line of its record."""
        return game_header(self.game, self.start(), self.agents, seed)

    def draw(self, state: GeneralState, viewer: int, rows: int) -> list[str]:
        """The table; a terminal with few rows omits what `board` shows."""
        return self.board.fitted(state.core, viewer, rows)

    def question(self, state: GeneralState) -> str:
        """What the player is asked now."""
        core = state.core
        place = ""
        if 0 <= core.hex < HEXES and core.hexes[core.hex] != NOWHERE:
            place = self.board.place(core, core.hexes[core.hex])
        nation = self.board.nation(core, core.side)
        return self.t(f"pocket-general.ask-{state.decision()}", nation=nation, place=place)

    def menu(self, state: GeneralState, options: Sequence[Option], rows: int) -> list[str]:
        """The options in columns."""
        return numbered_columns([self.label(state, option.text) for option in options])

    def unlisted(
        self, state: GeneralState, options: Sequence[Option], action: int, rows: int
    ) -> list[str]:
        """[], because the menu always lists all options."""
        return []

    def answer(self, state: GeneralState, options: Sequence[Option], text: str) -> list[str]:
        """[], because all questions of this game are commands."""
        return []

    def label(self, state: GeneralState, text: str) -> str:
        """An action without the verb, which the question names."""
        word, _, rest = text.partition(" ")
        phase = state.core.phase
        if phase in (PLACE, THREAT):
            *unit, hex_ = rest.split()
            place = self.board.place(state.core, state.core.hexes[int(hex_) - 1])
            return f"{unit[0]} {hex_}" if unit else place
        if word == "edge" and len(rest.split()) == 2:
            colour = self.game.catalog.colours[rest.split()[1]].in_language(self.language)
            return f"{rest} ({colour})" if colour != rest.split()[1] else rest
        return rest if word in ("recruit", "spy", "edge", "front", "lay") and rest else text

    def expand(self, state: GeneralState, text: str) -> str:
        """`tanks 2` and `tanks pacific` are `place tanks 2` where Pacific is hex 2."""
        words = text.lower().split()
        decision = state.decision()
        core = state.core
        if decision in ("place", "threat") and words:
            for hex_, place in enumerate(core.hexes):
                if place != NOWHERE and words[-1] == core.tables.location_ids[place]:
                    words[-1] = str(hex_ + 1)
        known = {*self.game.catalog.units, *core.tables.location_ids, "a", "b", "1", "2", "3"}
        short = decision in SHORTENED and words[:1] != [decision]
        if short and words and words[0] in known | {*self.game.catalog.colours, "capitulation"}:
            words.insert(0, decision)
        return " ".join(words)

    def describe(self, line: dict[str, Any]) -> str:
        """A line of the record in words; a new turn after a blank line."""
        sentence = self.account.line(line)
        return f"\n{sentence}" if line.get("event") == "turn" else sentence

    def reason(self, choice: Choice) -> str:
        """Why an agent chose so, in words."""
        key = f"agents.reason-{choice.reason}"
        # An agent of another package may give reasons that have no sentence here.
        return self.t(key, **choice.values) if choice.reason and self.t.has(key) else ""

    def why(self, state: Any, words: str, clauses: Sequence[str]) -> list[str]:
        """[], because the clauses explain every refusal of this game."""
        return []

    def help(self, topic: str) -> list[str]:
        """The commands; a unit, a clause or the chart by name."""
        topic = topic.strip().lower()
        if topic == "chart":
            return self._chart()
        if topic in self.game.catalog.units:
            unit = self.game.catalog.units[topic]
            return [*self._chart([topic]), *_wrapped(unit.text.in_language(self.language))]
        if topic:
            return self._clause(topic)
        return self.t("pocket-general.help").split("\n")

    def _clause(self, topic: str) -> list[str]:
        from pbbuild.play.clauses import load_rules

        rules = load_rules()
        named = topic.upper()
        found = [clause for clause in rules if clause == named or clause.startswith(f"{named}.")]
        if not found:
            words = topic.split()
            found = [
                name
                for name, clause in rules.items()
                if name.startswith("PG")
                and all(word in clause.text.in_language(self.language).lower() for word in words)
            ][:3]
        if not found:
            return [self.t("pocket-general.no-help", topic=topic[:40])]
        return [
            line
            for name in found
            for line in _wrapped(f"{name}  {rules[name].text.in_language(self.language)}")
        ]

    def _chart(self, only: Sequence[str] = ()) -> list[str]:
        catalog = self.game.catalog
        nations = [catalog.nations[name] for name in self.nations]
        ids = only or list(dict.fromkeys(unit for nation in nations for unit in nation.units))
        columns = [
            catalog.terrains[name] for name in ("open", "forest", "mountain", "ocean", "city")
        ]
        head = " " * 16 + "".join(
            f"{terrain.name.in_language(self.language)[:8]:>9}" for terrain in columns
        )
        lines = [head]
        for unit_id in ids:
            unit = catalog.units[unit_id]
            values = [unit.values[terrain.id] for terrain in columns]
            cells = "".join(f"{'X' if value is None else value:>9}" for value in values)
            lines.append(f"{unit_id:<16}{cells}".rstrip())
        return lines

    def ask_roll(self, state: GeneralState, roll: Roll) -> str:
        """How to ask for a die, or for the next location of the pool."""
        if state.core.phase == POOL:
            number = len(state.core.pool) + 1
            left = ", ".join(
                f"{n} {self.account.place(place)}"
                for n, place in enumerate(self._undrawn(state), 1)
            )
            for line in textwrap.wrap(left, WIDTH):
                # The list is part of the question, so it is printed before the prompt.
                click.echo(line)
            return self.t("pocket-general.ask-pool", number=number)
        nation = self.account.nation(roll.side)
        if roll.purpose == "initiative":
            return self.t("pocket-general.ask-initiative", nation=nation)
        return self.t(
            "pocket-general.ask-die", nation=nation, place=self.account.place(roll.target)
        )

    def _undrawn(self, state: GeneralState) -> list[str]:
        core = state.core
        return [
            core.tables.location_ids[place]
            for place in range(LOCATIONS)
            if core.undrawn >> place & 1
        ]

    def read_roll(self, state: GeneralState, roll: Roll, text: str) -> list[int] | None:
        """A face as a number, or a location by its id or name."""
        words = text.strip().lower()
        if state.core.phase == POOL:
            for number, place in enumerate(self._undrawn(state), 1):
                if words in (str(number), place, self.account.place(place).lower()):
                    return [number]
            return None
        try:
            face = int(words)
        except ValueError:
            return None
        return [face] if face in roll.faces else None

    def refused_roll(self, state: GeneralState, roll: Roll, text: str) -> str:
        """Which place of the pool is drawn now, and whether the location has been drawn already."""
        core = state.core
        if core.phase != POOL:
            return ""
        words, number = text.strip().lower(), len(core.pool) + 1
        for drawn, place in enumerate(core.pool, 1):
            name = self.account.place(core.tables.location_ids[place])
            if words in (core.tables.location_ids[place], name.lower()):
                return self.t("pocket-general.place-drawn", place=name, drawn=drawn, number=number)
        count = len(roll.faces)
        return self.t("pocket-general.no-such-place", text=text[:40], number=number, count=count)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")
