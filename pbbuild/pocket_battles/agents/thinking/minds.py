"""The agents by number: one call chooses an action."""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .deployment import Doctrine, choose_deployment
from .expect import CHANCES, MATERIAL, Thinker, best_action
from .quick import quick_choice
from .search import Tree, search
from .search_v1 import FirstTree
from .search_v1 import search as first_search
from .set_up import SetUp, choose_set_up
from .wounds import choose_sacrifice, choose_wound

RANDOM: Final = 0
GREEDY: Final = 1
EXPECT: Final = 2
SEARCH: Final = 3
SEARCH_V1: Final = 4
QUICK: Final = 5
# How many redeployments a greedy agent and an expectation try at a turn.
GREEDY_REDEPLOYMENTS: Final = 2
EXPECT_REDEPLOYMENTS: Final = 3
# How many actions an expectation looks at where few are legal: reactions and targets.
NARROW_ACTIONS: Final = 30


class Mind:
    """An agent's settings and buffers; it remembers nothing from one decision to the next.

    `setting` is the number of simulations of a search, or how many actions an expectation
    looks at. `doctrine` says how the army is deployed, `own_losses` how much a point lost counts
    against a point destroyed.
    """

    def __init__(self, kind: i64, setting: i64) -> None:
        self.kind: i64 = kind
        self.setting: i64 = setting
        self.doctrine: Doctrine = Doctrine()
        # Whether it chooses its set-up instead of following the plan of its doctrine.
        self.chooses_set_up: bool = False
        self.set_up: SetUp = SetUp()
        self.own_losses: float = 1.0
        # Whether it ever intercepts or shoots at a charger.
        self.reacts: bool = True
        self.thinker: Thinker = Thinker()
        self.tree: Tree = Tree()
        self.first_tree: FirstTree = FirstTree()

    def like(self, kind: i64, points: float) -> None:
        """Add `points` to the value of every action of `kind`."""
        self.thinker.preferences[kind] = points

    def looks_ahead(self) -> bool:
        """Whether it plays actions out before it takes one; others take no time to speak of."""
        return self.kind != RANDOM and self.kind != QUICK


def choose(mind: Mind, state: State, actions: Actions, chance: Chance) -> i64:
    """The action that the mind takes of two or more `actions`; `chance` is its only randomness."""
    if mind.kind == RANDOM:
        return actions.items[chance.below(actions.count)]
    # One draw for every decision, used or not, so that streams stay in step.
    word = chance.word()
    if state.phase == c.REACT and not mind.reacts:
        return c.WAIT_ACTION
    return decide(mind, state, word)


def decide(mind: Mind, state: State, seed: i64) -> i64:
    """The action that a mind takes, unless it plays at random; `seed` is its only randomness."""
    phase = state.phase
    if phase == c.DEPLOY:
        if mind.chooses_set_up:
            return choose_set_up(mind.set_up, state, Chance(seed))
        return choose_deployment(state, Chance(seed), mind.doctrine)
    if mind.kind == SEARCH:
        return search(mind.tree, state, mind.setting, Chance(seed))
    if phase == c.WOUND:
        return choose_wound(state)
    if phase == c.SACRIFICE:
        return choose_sacrifice(state)
    if mind.kind == QUICK:
        actions = Actions()
        list_actions(state, actions)
        return quick_choice(state, actions, mind.thinker.prospects)
    if mind.kind == SEARCH_V1:
        return first_search(mind.first_tree, state, mind.setting, Chance(seed))
    mind.thinker.own_losses = mind.own_losses
    if mind.kind == GREEDY:
        mind.thinker.measure = MATERIAL
        return best_action(mind.thinker, state, mind.setting, GREEDY_REDEPLOYMENTS)
    mind.thinker.measure = CHANCES
    wide = phase == c.TURN or phase == c.ACT or phase == c.FOLLOW_UP
    most: i64 = mind.setting if wide else NARROW_ACTIONS
    return best_action(mind.thinker, state, most, EXPECT_REDEPLOYMENTS)
