"""Many games of Pocket General between two nations: pairs with the seats swapped."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Final

from pbbuild.base.documents import parse_json
from pbbuild.errors import PbbuildError
from pbbuild.play.agents.contract import Agent, Choice
from pbbuild.play.agents.registry import (
    NO_AGENTS,
    Players,
    agent_named,
    agent_object,
    agents_for,
    name_of,
)
from pbbuild.play.contract import SIDES, Roll
from pbbuild.play.evidence.adjusted import ONE_WIN, Adjusted
from pbbuild.play.runner import play
from pbbuild.play.statistics import Pairs, Sums
from pbbuild.play.stream import Streams, battle_seed
from pbbuild.play.totals import BattleFailedError, whole_number, wrap_battle_errors
from pbbuild.pocket_general.agents.thinking.luck import luck_of_0
from pbbuild.pocket_general.agents.thinking.search import TurnThinker
from pbbuild.pocket_general.catalog.load import corrected_catalog, corrections_from
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.playtest.totals import GeneralTotals, UnitSums, totals_from
from pbbuild.pocket_general.rules.core.constants import COMBAT, HEXES, PLACE, THREAT, UNIT_SLOTS
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState

# The place of the winner in a combat's report.
HIGHER: Final = 8
LONGEST_GAME: Final = 1000  # turns


@dataclass(frozen=True)
class GeneralPlan:
    """What a series plays. `data` is the corrections document the rules are made from.

    `players` are the agents themselves, where a caller brought them rather than names.
    """

    army: str
    against: str
    agent: str
    enemy_agent: str
    seed: int
    variant: Variant
    data: str
    players: Players = field(default=NO_AGENTS, hash=False)

    def nations_of(self, game: int) -> tuple[str, str]:
        """The nations of A and B in game number `game` (from 0); odd ones have seats swapped."""
        return (self.against, self.army) if game % 2 else (self.army, self.against)

    def agents_of(self, game: int) -> tuple[str, str]:
        """Who plays A and who plays B in a game."""
        return (self.enemy_agent, self.agent) if game % 2 else (self.agent, self.enemy_agent)

    def seed_of(self, game: int) -> int:
        """The seed of a game: both of a pair have the same dice."""
        return battle_seed(self.seed, game // 2)

    def rules(self) -> PocketGeneral:
        """The game by the values of the plan."""
        return PocketGeneral(corrected_catalog(parse_json(self.data, "plan")))

    def unit_ids(self) -> list[str]:
        """The units of the nation under test."""
        return _table(self).units

    def empty_totals(self) -> GeneralTotals:
        """The totals before the first game."""
        return GeneralTotals(units=((Sums(), Sums(), Sums()),) * len(self.unit_ids()))

    def block(self, first: int, count: int) -> GeneralTotals:
        """The totals of `count` pairs from number `first` on (from 0)."""
        return play_block(self, first, count)

    def document(self) -> dict[str, Any]:
        """The plan as a JSON document, from which a saved run is resumed."""
        return {
            "game": GAME,
            "army": self.army,
            "against": self.against,
            "agent": self.agent,
            "enemy_agent": self.enemy_agent,
            "seed": self.seed,
            "variant": asdict(self.variant),
            "data": json.loads(self.data),
        }


def plan_of(
    game: PocketGeneral,
    nations: tuple[str, str],
    agents: tuple[str | Agent, str | Agent],
    seed: int,
    variant: Variant,
) -> GeneralPlan:
    """The plan of a series with the values of `game` in it, so that workers play by them too.

    Two nations of the same side are refused.
    """
    game.new(*nations, variant)
    data = json.dumps(corrections_from(game.catalog, nations), sort_keys=True)
    names = (name_of(agents[0]), name_of(agents[1]))
    players = (agent_object(agents[0]), agent_object(agents[1]))
    return GeneralPlan(*nations, *names, seed, variant, data, players)


@dataclass(frozen=True)
class _Table:
    """What the games of one plan share."""

    game: PocketGeneral
    agent: Agent
    enemy: Agent
    units: list[str]


@lru_cache(maxsize=4)
def _table(plan: GeneralPlan) -> _Table:
    game = plan.rules()
    tables = game.new(plan.army, plan.against, plan.variant).tables
    units = [unit_id for unit_id in tables.unit_ids[:UNIT_SLOTS] if unit_id]
    agents = agents_for((plan.agent, plan.enemy_agent), plan.players, GAME)
    return _Table(game, *agents, units)


class _UnitWatch:
    """Counts how often the units of one seat are placed, the combats they win, and the luck."""

    def __init__(self, seat: int, units: int) -> None:
        self._seat = seat
        self._thinker = TurnThinker()
        # What the dice gave to A, in chances to win.
        self.luck = 0.0
        self.placed = [0] * units
        self.won = [0] * units

    def rolled(
        self, before: GeneralState, roll: Roll, dice: Sequence[int], after: GeneralState
    ) -> None:
        """Count the units of this seat that won a combat; it ends with its second die."""
        if before.core.phase == COMBAT:
            self.luck += luck_of_0(self._thinker, before.core, dice[0])
        if after.core.combats == before.core.combats:
            return
        if after.core.report[HIGHER] == self._seat:
            self._add(self.won, before.core.at[self._seat * HEXES + before.core.hex])

    def chose(
        self, before: GeneralState, choice: Choice, options: int, after: GeneralState
    ) -> None:
        """Count the units of this seat that were placed."""
        if before.core.phase in (THREAT, PLACE):
            first = self._seat * HEXES
            for place in range(first, first + HEXES):
                self._add(self.placed, after.core.at[place] & ~before.core.at[place])

    def _add(self, counts: list[int], units: int) -> None:
        for unit in range(len(counts)):
            counts[unit] += units >> unit & 1


def play_block(plan: GeneralPlan, first: int, count: int) -> GeneralTotals:
    """The totals of `count` pairs from number `first` on (from 0).

    A failed game is reported with its seed, and its pair is not counted.
    """
    totals = nothing = plan.empty_totals()
    for pair in range(first, first + count):
        try:
            totals = totals.plus(_pair(plan, pair))
        except BattleFailedError as error:
            totals = totals.plus(GeneralTotals(units=nothing.units, errors=(error.failure,)))
    return totals


def _pair(plan: GeneralPlan, pair: int) -> GeneralTotals:
    table = _table(plan)
    won = [0, 0, 0]
    decided = [0, 0, 0]
    turns = luck = 0
    ways: Counter[tuple[str, str]] = Counter()
    watches = []
    for seat in (0, 1):
        agents = (table.enemy, table.agent) if seat else (table.agent, table.enemy)
        seed = plan.seed_of(2 * pair + seat)
        watch = _UnitWatch(seat, len(table.units))
        with wrap_battle_errors(2 * pair + seat, seed):
            state = table.game.new(*plan.nations_of(seat), plan.variant)
            outcome = play(table.game, state, agents, Streams(seed), watch)
        watches.append(watch)
        gained = round(ONE_WIN * watch.luck)
        luck += -gained if seat else gained
        turns += outcome.rounds
        # The initiative changes sides each turn, so the last first player shows who began.
        began = state.core.first if outcome.rounds % 2 else 1 - state.core.first
        role = 1 if began == seat else 2
        if outcome.winner:
            is_ours = outcome.winner == SIDES[seat]
            ways["army" if is_ours else "against", outcome.reason] += 1
            for group in (0, role):
                decided[group] += 1
                won[group] += is_ours
    return GeneralTotals(
        Pairs.of([(won[0], decided[0])]),
        Pairs.of([(won[1], decided[1])]),
        Pairs.of([(won[2], decided[2])]),
        2 - decided[0],
        Sums().with_value(turns),
        ways,
        tuple(_unit_sums(watches, unit) for unit in range(len(table.units))),
        with_luck=Adjusted.of(pair, won[0], decided[0], luck),
    )


def _unit_sums(watches: Sequence[_UnitWatch], unit: int) -> UnitSums:
    placed = [watch.placed[unit] for watch in watches]
    won = sum(watch.won[unit] for watch in watches)
    return (
        Sums().with_value(sum(map(bool, placed))),
        Sums().with_value(sum(placed)),
        Sums().with_value(won),
    )


def run_from(value: dict[str, Any]) -> tuple[GeneralPlan, GeneralTotals]:
    """The plan and totals of a run's document; one that is damaged is a ValueError."""
    variant = value["variant"]
    plan = GeneralPlan(
        army=str(value["army"]),
        against=str(value["against"]),
        agent=str(value["agent"]),
        enemy_agent=str(value["enemy_agent"]),
        seed=whole_number(value["seed"]),
        variant=Variant(
            fast=variant["fast"] is True,
            core_only_start=variant["core_only_start"] is True,
            bonus=variant["bonus"] is True,
            turn_limit=whole_number(variant["turn_limit"]),
        ),
        data=json.dumps(value["data"], sort_keys=True),
    )
    try:
        units = len(plan.unit_ids())
    except PbbuildError:
        raise ValueError from None
    totals = totals_from(value["totals"])
    if len(totals.units) != units or plan.variant.turn_limit > LONGEST_GAME:
        raise ValueError
    return plan, totals


def record_of_battle(plan: GeneralPlan, battle: int) -> str:
    """The record of game `battle` (from 0) of a plan, as text."""
    game = plan.rules()
    agents = [agent_named(name, game.id) for name in plan.agents_of(battle)]
    seed = plan.seed_of(battle)
    return fight(game, plan.nations_of(battle), agents, seed, plan.variant).recorder.text()
