"""The thinking agents, by number: one call decides."""

from typing import Final

from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.constants import (
    ACT,
    DEPLOY,
    FOLLOW_UP,
    SACRIFICE,
    TURN,
    WOUND,
)
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .deployment import Doctrine, choose_deployment
from .expect import CHANCES, MATERIAL, Thinker, best_action
from .search import Tree, search
from .wounds import choose_sacrifice, choose_wound

RANDOM: Final = 0
GREEDY: Final = 1
EXPECT: Final = 2
SEARCH: Final = 3


class Mind:
    """An agent with its room to think in; it remembers nothing from one decision to the next.

    `setting` is the number of simulations of a search, or how many actions an expectation
    looks at; `doctrine` says how an army is set up, `own_losses` how much a lost point of one's own
    counts against one of the enemy's, `likes` what is added to a kind of action.
    """

    def __init__(self, kind: i64, setting: i64) -> None:
        self.kind: i64 = kind
        self.setting: i64 = setting
        self.doctrine: Doctrine = Doctrine()
        self.own_losses: float = 1.0
        self.thinker: Thinker = Thinker()
        self.tree: Tree = Tree()

    def like(self, kind: i64, points: float) -> None:
        """Count actions of `kind` as so many points better than they are."""
        self.thinker.likes[kind] = points


def choose(mind: Mind, state: State, actions: Actions, chance: Chance) -> i64:
    """The action the mind takes of `actions`, at least two; all chance comes from `chance`."""
    if mind.kind == RANDOM:
        return actions.items[chance.below(actions.count)]
    # One draw for every decision, whatever is done with it: streams stay in step.
    return decide(mind, state, chance.word())


def decide(mind: Mind, state: State, seed: i64) -> i64:
    """The action a mind that does not play at random takes; `seed` is all its chance."""
    phase = state.phase
    if phase == WOUND:
        return choose_wound(state)
    if phase == SACRIFICE:
        return choose_sacrifice(state)
    if phase == DEPLOY:
        return choose_deployment(state, Chance(seed), mind.doctrine)
    if mind.kind == SEARCH:
        return search(mind.tree, state, mind.setting, Chance(seed))
    mind.thinker.own_losses = mind.own_losses
    if mind.kind == GREEDY:
        mind.thinker.measure = MATERIAL
        return best_action(mind.thinker, state, mind.setting, 2)
    mind.thinker.measure = CHANCES
    wide = phase == TURN or phase == ACT or phase == FOLLOW_UP
    return best_action(mind.thinker, state, mind.setting if wide else 30, 3)
