"""Many games of Pocket General between two nations: pairs with the seats swapped."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pbbuild.agents.contract import Agent
from pbbuild.agents.registry import agent_named
from pbbuild.catalog.general import GAME
from pbbuild.catalog.general_load import corrected_catalog
from pbbuild.files import parse_json
from pbbuild.games.contract import SIDES
from pbbuild.games.pocket_general.game import PocketGeneral
from pbbuild.games.pocket_general.setup import Variant
from pbbuild.match.playtest import crew_of
from pbbuild.match.runner import play
from pbbuild.match.seeds import Streams, battle_seed
from pbbuild.match.statistics import Pairs, Sums
from pbbuild.match.totals import BattleError

# Pairs handed out at a time. Fixed, so that nothing depends on the number of workers.
BLOCK: Final = 8
REASONS: Final = ("total-victory", "capitulation")


@dataclass(frozen=True)
class GeneralPlan:
    """What a series plays. `data` is the corrections document the rules are made from."""

    army: str
    against: str
    agent: str
    enemy_agent: str
    seed: int
    variant: Variant
    data: str


@dataclass(frozen=True)
class GeneralTotals:
    """All sums of a series, seen from `army`; whole numbers only, so that order never matters.

    `ways` counts wins by (who, reason), "army" or "against".
    """

    pairs: Pairs = field(default_factory=Pairs)
    as_first: Pairs = field(default_factory=Pairs)
    as_second: Pairs = field(default_factory=Pairs)
    undecided: int = 0
    turns: Sums = field(default_factory=Sums)
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)
    errors: tuple[BattleError, ...] = ()

    @property
    def games(self) -> int:
        """Games played to an end, decided or not."""
        return self.pairs.decided + self.undecided

    def plus(self, other: "GeneralTotals") -> "GeneralTotals":
        """Both together."""
        return GeneralTotals(
            self.pairs.plus(other.pairs),
            self.as_first.plus(other.as_first),
            self.as_second.plus(other.as_second),
            self.undecided + other.undecided,
            self.turns.plus(other.turns),
            self.ways + other.ways,
            (*self.errors, *other.errors),
        )


@lru_cache(maxsize=4)
def _table(plan: GeneralPlan) -> tuple[PocketGeneral, Agent, Agent]:
    game = PocketGeneral(corrected_catalog(parse_json(plan.data, "plan")))
    return game, agent_named(plan.agent, GAME), agent_named(plan.enemy_agent, GAME)


def play_block(plan: GeneralPlan, first: int, count: int) -> GeneralTotals:
    """The totals of `count` pairs from number `first` on (from 0).

    A game that breaks off is an error with its seed; its pair counts for nothing else.
    """
    totals = GeneralTotals()
    for pair in range(first, first + count):
        seed = battle_seed(plan.seed, pair)
        try:
            totals = totals.plus(_pair(plan, seed))
        except Exception as error:  # noqa: BLE001 - any crash is reported, none is a draw
            found = BattleError(2 * pair + 1, seed, repr(error)[:200])
            totals = totals.plus(GeneralTotals(errors=(found,)))
    return totals


def _pair(plan: GeneralPlan, seed: int) -> GeneralTotals:
    game, agent, enemy = _table(plan)
    won = [0, 0, 0]
    decided = [0, 0, 0]
    turns = 0
    ways: Counter[tuple[str, str]] = Counter()
    for seat in (0, 1):
        order = (plan.army, plan.against) if seat == 0 else (plan.against, plan.army)
        agents: Sequence[Agent] = (agent, enemy) if seat == 0 else (enemy, agent)
        state = game.new(*order, plan.variant)
        outcome = play(game, state, agents, Streams(seed), None)
        turns += outcome.rounds
        # Who began: the initiative has changed hands once a turn since.
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
    )


def run(
    plan: GeneralPlan,
    pairs: int,
    workers: int = 1,
    progress: Callable[[GeneralTotals], None] = lambda totals: None,
) -> GeneralTotals:
    """Play the plan; the same plan gives the same totals, whoever plays and in whatever order."""
    blocks = ((plan, first, min(BLOCK, pairs - first)) for first in range(0, pairs, BLOCK))
    totals = GeneralTotals()
    with crew_of(workers) as crew:
        for block in crew.each(play_block, blocks):
            totals = totals.plus(block)
            progress(totals)
    return totals
