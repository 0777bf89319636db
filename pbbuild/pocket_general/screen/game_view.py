"""Pocket General at the terminal: table, questions, options, help."""

import difflib
import re
import textwrap
from collections.abc import Sequence
from typing import Any, Final

import click

from pbbuild.errors import PbbuildError
from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import SIDES, Option, Roll
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
from pbbuild.pocket_general.rules.odds import action_worth
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.pocket_general.screen.board import WIDTH, GeneralBoard, percent
from pbbuild.pocket_general.screen.causes import cause_of
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.terminal.session import Session
from pbbuild.terminal.table_view import (
    ENEMY_COLOUR,
    MARK_COLOUR,
    OWN_COLOUR,
    RESET,
    MenuPage,
    Reply,
    numbered_columns,
)
from pbbuild.text.translate import LANGUAGES, sentences_of

# Lines that the log, the question and its menu need below the table.
QUESTION_ROWS: Final = 11
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
        people = list(agents).count("person")
        self.board = GeneralBoard(
            game.catalog, session.t, plain=session.plain, two=people == 2, solo=people == 1
        )
        self.account = GeneralAccount(game.catalog, nations, session.t)

    def start(self) -> GeneralState:
        """The game before its pool is drawn."""
        self.account.hexes = []
        return self.game.new(self.nations[0], self.nations[1], self.variant)

    def header(self, seed: int | None) -> dict[str, Any]:
        """The first line of its record."""
        return game_header(self.game, self.start(), self.agents, seed)

    def draw(
        self,
        state: GeneralState,
        viewer: int,
        rows: int,
        columns: int = 80,
        marked: Sequence[str] = (),
    ) -> list[str]:
        """The table; a terminal with few rows omits what `board` shows."""
        return self.board.fitted(state.core, viewer, rows, marked, columns)

    def table_rows(self, state: GeneralState, viewer: int, height: int) -> int:
        """The hexes and both maps, and on a higher screen what is in hand and in the pool."""
        return len(self.board.fitted(state.core, viewer, height - QUESTION_ROWS))

    def painted(self, line: str, viewer: int) -> str:
        """The viewer's nation in blue, the enemy's in orange, what changed reversed."""
        for side, nation in enumerate(self.nations):
            name = self.game.catalog.nations[nation].name.in_language(self.language)
            colour = OWN_COLOUR if side == viewer else ENEMY_COLOUR
            line = re.sub(rf"\b{re.escape(name)}\b", f"{colour}{name}{RESET}", line)
        return re.sub(r"(?<!\S)>(?=\w)", f"{MARK_COLOUR}>{RESET}", line)

    def question(self, state: GeneralState, viewer: int) -> str:
        """What the player is asked now, by name if two people play."""
        question, core = self._question(state), state.core
        if self.agents.count("person") == 1:
            return question
        return self.t("shell.ask-two", side=self.board.nation(core, core.side), question=question)

    def _question(self, state: GeneralState) -> str:
        core = state.core
        place = ""
        if 0 <= core.hex < HEXES and core.hexes[core.hex] != NOWHERE:
            place = self.board.place(core, core.hexes[core.hex])
        return self.t(f"pocket-general.ask-{state.decision()}", place=place)

    def menu(
        self, state: GeneralState, options: Sequence[Option], rows: int, columns: int = 80
    ) -> MenuPage:
        """The options in columns, with the chance to be higher there afterwards."""
        texts = [self._entry(state, option) for option in options]
        lines = numbered_columns(texts, columns)
        if any(text.endswith("%") for text in texts):
            lines.append(self.t("pocket-general.menu-chances"))
        return MenuPage(lines, [(option.action,) for option in options])

    def _entry(self, state: GeneralState, option: Option) -> str:
        label = self.label(state, option.text)
        worth = action_worth(state, option.action, option.text)
        return label if worth is None else f"{label}  {percent(worth.own)}"

    def all_options(
        self, state: GeneralState, options: Sequence[Option], columns: int = 80
    ) -> MenuPage:
        """The same: the menu always lists all options."""
        return self.menu(state, options, 99, columns)

    def only_choice(self, state: GeneralState) -> int | None:
        """None: every decision of this game matters."""
        return None

    def understand(self, state: GeneralState, options: Sequence[Option], text: str) -> Reply:
        """The action that a text names, or why it is none."""
        # As the menu shows it, with the chance behind it.
        text = re.sub(r"\s+[<>]?\d+%$", "", text)
        words = self.expand(state, text)
        by_label = {words_of(self.label(state, option.text)): option for option in options}
        if option := by_label.get(words_of(text)):
            return Reply((option.action,))
        try:
            return Reply((self.game.parse(state, words),))
        except PbbuildError:
            return Reply(lines=self.why(state, options, text))

    def odds(self, state: GeneralState, options: Sequence[Option], text: str) -> list[str]:
        """What each placement, or those that `text` names, would change; else the chart."""
        wanted = set(words_of(text).split())
        lines = []
        for option in options:
            label = self.label(state, option.text)
            worth = action_worth(state, option.action, option.text)
            if worth is None or not wanted <= set(words_of(label).split()):
                continue
            lines.append(
                self.t(
                    "pocket-general.option-odds",
                    option=label,
                    points=f"{worth.points:+d}",
                    own=percent(worth.own),
                    was=percent(worth.own_before),
                    foe=percent(worth.foe),
                    foe_was=percent(worth.foe_before),
                )
            )
        return lines or self._chart()

    def words(self, state: GeneralState, option: Option) -> str:
        """An option as the menu shows it."""
        return self.label(state, option.text)

    def label(self, state: GeneralState, text: str) -> str:
        """An action without the verb, which the question names."""
        word, _, rest = text.partition(" ")
        phase = state.core.phase
        if phase in (PLACE, THREAT):
            *unit, hex_ = rest.split()
            place = self.board.place(state.core, state.core.hexes[int(hex_) - 1])
            return f"{self._unit(unit[0])} {hex_}" if unit else place
        if word == "edge" and len(rest.split()) == 2:
            colour = self.game.catalog.colours[rest.split()[1]].in_language(self.language)
            return f"{rest} ({colour})" if colour != rest.split()[1] else rest
        if word == "recruit":
            recruit, _, place = rest.partition(" with ")
            return f"{self._unit(recruit)} {self.t('pocket-general.word-with')} {place}"
        if word in ("spy", "redeploy") and rest in self.game.catalog.units:
            return self._unit(rest)
        if not rest and self.t.has(f"pocket-general.word-{word}"):
            return self.t(f"pocket-general.word-{word}").split(", ")[0]
        return rest if word in ("recruit", "spy", "edge", "front", "lay") and rest else text

    def _unit(self, unit: str) -> str:
        return self.game.catalog.units[unit].name.in_language(self.language).lower()

    def expand(self, state: GeneralState, text: str) -> str:
        """`tanks 2` and `tanks pacific` are `place tanks 2` where Pacific is hex 2.

        Units and words of either language are understood.
        """
        lower = f" {' '.join(text.lower().split())} "
        # Long names first: one may begin with another.
        named = sorted(self._names().items(), key=lambda each: -len(each[0]))
        for called, known_id in named:
            lower = lower.replace(f" {called} ", f" {known_id} ")
        for word, names in self._typed().items():
            for name in names:
                lower = lower.replace(f" {name} ", f" {word} ")
        words = lower.split()
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

    def _names(self) -> dict[str, str]:
        """What units and locations are called in either language, and their ids."""
        catalog = self.game.catalog
        found: dict[str, str] = {}
        for location in catalog.locations:
            for language in LANGUAGES:
                found[location.name.in_language(language).lower()] = location.id
        for unit_id, unit in catalog.units.items():
            for language in LANGUAGES:
                short = unit.short.in_language(language).lower()
                for name in (short, short.rstrip("."), unit.name.in_language(language).lower()):
                    found[name] = unit_id
        return found

    def _typed(self) -> dict[str, list[str]]:
        """The words of both languages for each word of an action."""
        found: dict[str, list[str]] = {}
        for language in LANGUAGES:
            for key, names in sentences_of(language).items():
                if key.startswith("pocket-general.word-"):
                    word = key.removeprefix("pocket-general.word-")
                    found.setdefault(word, []).extend(names.split(", "))
        return found

    def watch(self, state: Any) -> None:
        """Nothing: the lines of this game say everything."""

    def units_in(self, line: dict[str, Any]) -> list[str]:
        """The unit that a line places, as side and id."""
        words = str(line.get("action", "")).split()
        is_placed = words[:1] in (["place"], ["threat"])
        unit = words[1] if words[:1] == ["place"] else "threat"
        return [f"{line['side']} {unit}"] if is_placed else []

    def describe(self, line: dict[str, Any]) -> str:
        """A line of the record in words; a new turn after a blank line."""
        sentence = self.account.line(line)
        people = [side for side, who in zip(SIDES, self.agents, strict=True) if who == "person"]
        if line["type"] == "end" and line["winner"] and len(people) == 1:
            result = "won" if line["winner"] == people[0] else "lost"
            return self.t(f"pocket-general.you-{result}", end=sentence)
        return f"\n{sentence}" if line.get("event") == "turn" else sentence

    def reason(self, choice: Choice) -> str:
        """Why an agent chose so, in words."""
        key = f"agents.reason-{choice.reason}"
        # An agent of another package may give reasons that have no sentence here.
        return self.t(key, **choice.values) if choice.reason and self.t.has(key) else ""

    def why(self, state: GeneralState, options: Sequence[Option], text: str) -> list[str]:
        """By which clauses an action is not allowed, and what they say."""
        words = self.expand(state, text)
        clauses = self.game.why_not(state, words)
        if not clauses:
            return [self.t("shell.allowed", action=text[:60])]
        if clauses == ("",):
            labels = [self.label(state, option.text) for option in options]
            near = difflib.get_close_matches(text.lower(), labels, 1, 0.4)
            key = "shell.not-understood-near" if near else "shell.not-understood"
            return [self.t(key, text=text[:60], near=near[0] if near else "")]
        question = self._question(state)
        if cause := cause_of(state.core, words, self.board, question):
            return [self.t("shell.refused-cause", action=text[:60], cause=cause, clauses=clauses)]
        lines = [self.t("shell.refused", action=text[:60], clauses=clauses)]
        return [*lines, *(line for clause in clauses for line in self.help(clause))]

    def help(self, topic: str) -> list[str]:
        """The commands; a unit, a clause or the chart by name."""
        topic = topic.strip().lower()
        if topic in ("chart", "tabella"):
            return self._chart()
        named = self._names().get(topic, topic)
        if named in self.game.catalog.units:
            unit = self.game.catalog.units[named]
            return [*self._chart([named]), *_wrapped(unit.text.in_language(self.language))]
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
            name = unit.name.in_language(self.language)[:15]
            lines.append(f"{name:<16}{cells}".rstrip())
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


def words_of(text: str) -> str:
    """A text without capitals and extra spaces, to compare what is typed with a label."""
    return " ".join(text.casefold().split())
