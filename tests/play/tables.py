"""Games in progress for these tests: both games, with people or agents."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import Game, Node
from pbbuild.play.record import Record, Recorder, RecordLine, parse_record
from pbbuild.play.table import Seats, Table, Undo, saved_game
from pbbuild.play.verify import Fault, verify
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest import battles
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.playtest import games as general
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import STANDARD

SEED = 3
LISTS = ("union-50", "confederacy-50")
NATIONS = ("germany", "russia")


@dataclass(frozen=True)
class Kind:
    """One game as a table needs it, and as `battle` plays it."""

    game: Game
    opening: Callable[[], Any]
    header: Callable[[Sequence[str]], RecordLine]
    fight: Callable[[Sequence[Agent]], Recorder]

    def agent(self, name: str) -> Agent | None:
        return agent_named(name, self.game.id) if name else None

    def header_for(self, names: Sequence[str], *, real_dice: bool) -> RecordLine:
        header = self.header([name or "person" for name in names])
        unseeded = ("seed", "generator") if real_dice else ()
        return {key: value for key, value in header.items() if key not in unseeded}

    def table(
        self, a: str = "", b: str = "", *, real_dice: bool = False, undo: Undo = "never"
    ) -> Table:
        """A table with agents of these names, "" for a person."""
        return Table(
            self.game,
            self.opening(),
            self.header_for((a, b), real_dice=real_dice),
            Seats((self.agent(a), self.agent(b))),
            SEED,
            real_dice=real_dice,
            undo=undo,
            hinter=self.agent("greedy"),
        )

    def resumed(self, table: Table) -> Table:
        """The same game from the text of its save."""
        saved = saved_game(json.loads(json.dumps(table.save_document())), self.game.id)
        names = [name or "" for name in saved.seats]
        return Table.from_save(
            saved,
            self.game,
            self.opening(),
            self.header_for(names, real_dice=saved.real_dice),
            Seats((self.agent(names[0]), self.agent(names[1]))),
            hinter=self.agent("greedy"),
        )

    def fault(self, table: Table) -> Fault | None:
        """What a reader finds wrong with the record of a finished game."""
        record: Record = parse_record(table.recorder.text(), "")
        return verify(self.game, record, self.opening())


def _battles() -> Kind:
    game = PocketBattles(load_catalog())
    lists = [find_list(name).army_list for name in LISTS]

    def opening() -> Any:
        return new_battle(lists[0], lists[1], catalog=game.catalog)

    return Kind(
        game,
        opening,
        lambda names: battles.battle_header(game, opening(), lists, names, SEED),
        lambda agents: battles.fight(game, lists, agents, SEED).recorder,
    )


def _pocket_general() -> Kind:
    game = PocketGeneral(load_pocket_general())

    def opening() -> Any:
        return game.new(*NATIONS, STANDARD)

    return Kind(
        game,
        opening,
        lambda names: general.game_header(game, opening(), names, SEED),
        lambda agents: general.fight(game, NATIONS, agents, SEED).recorder,
    )


BATTLES = _battles()
GENERAL = _pocket_general()


def step(table: Table) -> Sequence[RecordLine]:
    """One step, a person's by a rule that depends on the place in the game alone."""
    if lines := table.advance():
        return lines
    place = len(table.inputs)
    if table.node == Node.ROLL:
        roll = table.state.roll()
        return table.roll([roll.faces[(place + n) % len(roll.faces)] for n in range(roll.count)])
    options = table.options
    return table.decide(options[place * 7 % len(options)].action)


def finish(table: Table) -> Table:
    """The table with its game played to the end."""
    while not table.is_over:
        step(table)
    return table


def until(table: Table, is_there: Callable[[Table], bool]) -> Table:
    """The table played on to the first moment of that kind."""
    while not is_there(table):
        assert not table.is_over
        step(table)
    return table


def asks_a_person(table: Table) -> bool:
    """Whether a person has a choice to make now."""
    seat = table.seats.agents[table.decider]
    return table.node == Node.DECISION and seat is None and len(table.options) > 1
