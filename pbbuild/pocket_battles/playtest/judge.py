"""The judge of Pocket Battles: what a battle's choices and rolls were worth.

A search says how much worse one action is than another. Its chances to win favour the side that
decides, by about five points, since the answers of the enemy are searched least. So the chance
before a turn is measured: by the exact mean of the turn, and by battles played on from there.
"""

from collections.abc import Mapping
from typing import Final

from pbbuild.errors import StateError
from pbbuild.native.load import status
from pbbuild.play.evidence.analysis import AGAIN, MISTAKE, Analysis, analyse_steps, loss_of
from pbbuild.play.record import Record
from pbbuild.play.stream import derived_seed
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.agents.thinking.luck import Scales, luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import Mind
from pbbuild.pocket_battles.agents.thinking.rollouts import Rollouts, mean_result
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
# One battle is played on before each turn for so many simulations.
PER_ROLLOUT: Final = 125
# Simulations for an analysis on the page or in a report, which should take a second or two.
QUICK: Final = 250
# Simulations where the rules are interpreted: there a battle played on takes four seconds.
INTERPRETED: Final = 50
# The variance of the chance that one battle played on gives, and of the exact mean of a turn,
# which favours the side that acts by so much; and of the chance of a round that is solved. Measured
# by benchmarks/value_error.py.
ROLLOUT_VARIANCE: Final = 0.04
TURN_VARIANCE: Final = 0.01
TURN_BIAS: Final = 0.015
SOLVED_VARIANCE: Final = 0.003


class BattleJudge:
    """Searches every decision with `budget` simulations, what seems a mistake with more.

    It plays on before every turn.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.agent = f"search:{budget}"
        self._budget = budget
        # How many battles are played on before a turn.
        self._battles = budget // PER_ROLLOUT
        self._tree = Tree()
        self._scales = Scales()
        self._rollouts = Rollouts(_playtest_mind())
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
        root = self._tree.root
        if root.solved:
            return root.exact[0], SOLVED_VARIANCE
        bias = TURN_BIAS if state.decider == c.SIDE_A else -TURN_BIAS
        total = (root.exact[0] - bias) / TURN_VARIANCE
        weight = 1 / TURN_VARIANCE
        self._turns += 1
        if times := self._battles:
            chance = Chance(derived_seed(SEED, self._turns))
            total += times / ROLLOUT_VARIANCE * mean_result(self._rollouts, state, times, chance)
            weight += times / ROLLOUT_VARIANCE
        return total / weight, 1 / weight

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


def _playtest_mind() -> Mind:
    base, _, setting = PLAYTEST.partition(":")
    mind = mind_named(base, setting)
    assert mind is not None
    return mind


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


def analyse_record(record: Record, game: PocketBattles, budget: int = BUDGET) -> Analysis:
    """The analysis of a recorded battle; a record that the rules contradict is refused."""
    replay = RecordReplay(game, record, opening_of_record(game, record))
    found = analyse_steps(replay.steps(), BattleJudge(budget), budget)
    if replay.fault:
        raise StateError("analysis.not-true", source=record.source, line=replay.fault.line)
    return found
