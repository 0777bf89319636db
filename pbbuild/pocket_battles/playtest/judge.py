"""The judge of Pocket Battles: what a battle's choices and rolls were worth.

A search says how much worse one action is than another. Its chances to win favour the side that
decides, by about five points, since the answers of the enemy are searched least. So the chance
before a turn is measured: by the exact mean of the turn, and by battles played on from there.
That takes nearly all the time, so workers share it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache
from statistics import fmean
from typing import Final

from pbbuild.errors import StateError
from pbbuild.native.load import status
from pbbuild.play.evidence.analysis import AGAIN, MISTAKE, Analysis, analyse_steps, loss_of
from pbbuild.play.record import Record
from pbbuild.play.stream import derived_seed
from pbbuild.play.verify import RecordReplay, verify
from pbbuild.play.workers import InProcessWorkers, Workers
from pbbuild.pocket_battles.agents.thinking.luck import Scales, luck_of_a
from pbbuild.pocket_battles.agents.thinking.rollouts import Rollouts, result_without_luck
from pbbuild.pocket_battles.agents.thinking.search import Tree, search_root
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST, mind_named
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import pack_dice
from pbbuild.pocket_battles.rules.game import PocketBattles

# Simulations for each decision, and how many actions are compared.
BUDGET: Final = 1000
WIDTH: Final = 24
# Every position is searched with the same numbers, so that an analysis repeats.
SEED: Final = 1
# At least one battle is played on before each turn for so many simulations, and more until the
# variance of their mean is this over the simulations, but not more than so many times as many.
PER_ROLLOUT: Final = 125
WANTED_VARIANCE: Final = 1.5
MOST_ROLLOUTS: Final = 8
# In a battle of more turns than this fewer are played on before each, so that the whole ends soon.
FULL_TURNS: Final = 20
# Simulations for an analysis on the page or in a report, which should take a second or two.
QUICK: Final = 250
# Simulations where the rules are interpreted: there a battle played on takes four seconds.
INTERPRETED: Final = 50
# The variance of the chance that one battle played on gives, as so many imaginary battles say; that
# of the exact mean of a turn, which favours the side that acts by so much; and of the chance of a
# round that is solved. Measured by benchmarks/value_error.py.
ROLLOUT_VARIANCE: Final = 0.04
IMAGINED: Final = 8
TURN_VARIANCE: Final = 0.01
TURN_BIAS: Final = 0.015
SOLVED_VARIANCE: Final = 0.003


# The mean of the battles played on from a position, for A, and its variance.
PlayedOn = tuple[float, float]


class BattleJudge:
    """Searches every decision with `budget` simulations, what seems a mistake with more.

    `played_on` has what came of the battles played on before each turn, in their order; without it
    they are played here.
    """

    def __init__(
        self, budget: int = BUDGET, played_on: Iterator[PlayedOn | None] | None = None
    ) -> None:
        self.agent = f"search:{budget}"
        self._budget = budget
        self._played_on = played_on
        self._tree = Tree()
        self._scales = Scales()
        self._turns = 0

    def chances(self, before: Battle, played: int) -> Mapping[int, float] | None:
        """The chance of A after each action searched; None at the set-up, which is hidden."""
        if before.state.phase == c.DEPLOY:
            return None
        found = self.searched(before, played, self._budget)
        if loss_of(found, played, before.decider()) > MISTAKE:
            return self.searched(before, played, AGAIN * self._budget)
        return found

    def searched(self, before: Battle, played: int, budget: int) -> Mapping[int, float]:
        """The chance of A after each action searched with `budget` simulations."""
        tree = self._tree
        tree.wanted = played
        search_root(tree, before.state, budget, Chance(SEED), WIDTH)
        root = tree.root
        # A mean with its changes added may be a little outside of what a chance can be.
        return {
            root.action[place]: min(1.0, max(0.0, root.mean(place))) for place in range(root.seen)
        }

    def measure(self, before: Battle) -> tuple[float, float] | None:
        """The chance of A before a turn, and its variance.

        The decisions within a turn follow from that before it.
        """
        return self.measured(before.state) if before.state.phase == c.TURN else None

    def measured(self, state: State) -> tuple[float, float]:
        """The chance of A before the decision that was searched last, and its variance."""
        self._turns += 1
        found = next(self._played_on) if self._played_on else None
        root = self._tree.root
        if root.solved:
            return root.exact[0], SOLVED_VARIANCE
        if not self._played_on:
            found = played_on(state, self._budget, self._turns)
        bias = TURN_BIAS if state.decider == c.SIDE_A else -TURN_BIAS
        exact = root.exact[0] - bias
        if found is None:
            return exact, TURN_VARIANCE
        mean, spread = found
        part = TURN_VARIANCE / (TURN_VARIANCE + spread)
        return exact + part * (mean - exact), part * spread

    def luck(self, before: Battle, dice: list[int]) -> float | None:
        """What the dice gave to A; the initiative is not judged."""
        if before.state.phase == c.INITIATIVE:
            return None
        return luck_of_a(self._scales, before.state, pack_dice(dice))

    def text(self, before: Battle, action: int) -> str:
        """An action as records write it."""
        return before.text(action)

    def action(self, before: Battle, text: str) -> int:
        """The legal action with this text."""
        return next(action for action in before.legal_actions() if before.text(action) == text)


@cache
def _rollouts() -> Rollouts:
    """The agent of playtests with its buffers, one for each process."""
    base, _, setting = PLAYTEST.partition(":")
    mind = mind_named(base, setting)
    assert mind is not None
    return Rollouts(mind)


def most_rollouts(budget: int, turns: int) -> int:
    """How many battles at most are played on before each of so many turns."""
    fewest = budget // PER_ROLLOUT
    return max(fewest, MOST_ROLLOUTS * fewest * FULL_TURNS // max(turns, FULL_TURNS))


def played_on(state: State, budget: int, number: int, turns: int = 1) -> PlayedOn | None:
    """What comes of battles played on from turn number `number` of `turns` that are measured.

    None for a small budget.
    """
    fewest, most = budget // PER_ROLLOUT, most_rollouts(budget, turns)
    if not fewest:
        return None
    rollouts, chance = _rollouts(), Chance(derived_seed(SEED, number))
    results: list[float] = []
    while True:
        results.append(result_without_luck(rollouts, state.copy(), chance))
        count, mean = len(results), fmean(results)
        squares = sum((result - mean) ** 2 for result in results)
        variance = (IMAGINED * ROLLOUT_VARIANCE + squares) / (IMAGINED + count - 1) / count
        if count >= fewest and (variance * budget <= WANTED_VARIANCE or count >= most):
            return mean, variance


def _played_on_before(
    game: PocketBattles, record: Record, line: int, budget: int, number: int, turns: int
) -> PlayedOn | None:
    """The same from the decision at a line of a record; None where the rules contradict it."""
    replay = RecordReplay(game, record, opening_of_record(game, record))
    for step in replay.steps():
        if step.line["n"] == line:
            return played_on(step.before.state, budget, number, turns)
    return None


def chance_of_a(battle: Battle, budget: int) -> float | None:
    """A's chance to win if both sides go on well; None where nobody decides, or at the set-up."""
    options = battle.legal_actions()
    if not options or battle.state.phase == c.DEPLOY:
        return None
    judge = BattleJudge(budget)
    judge.searched(battle, options[0], budget)
    return min(1.0, max(0.0, judge.measured(battle.state)[0]))


def default_budget(compiled: int = BUDGET) -> int:
    """The simulations where nobody names a number: so many with the compiled rules, else fewer."""
    return compiled if status(GAME).compiled else INTERPRETED


def analyse_record(
    record: Record,
    game: PocketBattles,
    budget: int = BUDGET,
    workers: Workers | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Analysis:
    """The analysis of a recorded battle; a record that the rules contradict is refused.

    `progress` gets how many turns are measured, and of how many.
    """
    turns = [
        line["n"]
        for line in record.lines
        if line.get("decision") == "turn" and line.get("options") != 1 and budget >= PER_ROLLOUT
    ]
    jobs = (
        (game, record, line, budget, number, len(turns)) for number, line in enumerate(turns, 1)
    )
    # First, since replaying takes no time and judging does.
    if fault := verify(game, record, opening_of_record(game, record)):
        raise StateError("analysis.not-true", source=record.source, line=fault.line)
    replay = RecordReplay(game, record, opening_of_record(game, record))
    with closing((workers or InProcessWorkers()).each(_played_on_before, jobs)) as found:

        def measured() -> Iterator[PlayedOn | None]:
            for done, each in enumerate(found, 1):
                progress(done, len(turns))
                yield each

        judge = BattleJudge(budget, measured() if turns else None)
        return analyse_steps(replay.steps(), judge, budget)
