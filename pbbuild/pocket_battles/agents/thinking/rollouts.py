"""What comes of a position if an agent plays both sides on: results without their luck.

The mean of many is the chance to win between two players like the agent, and no estimate of the
chance to win enters into it: that only takes luck off, whose mean is zero.
"""

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .luck import Scales, luck_of_a
from .minds import Mind, choose


class Rollouts:
    """An agent that plays both sides on, and buffers."""

    def __init__(self, mind: Mind) -> None:
        self.mind: Mind = mind
        self.actions: Actions = Actions()
        self.scales: Scales = Scales()


def result_without_luck(rollouts: Rollouts, state: State, chance: Chance) -> float:
    """The result for A of one battle played on from `state`, less its luck; changes `state`."""
    luck = 0.0
    actions = rollouts.actions
    while state.phase != c.END:
        if state.phase >= c.FIRST_ROLL:
            counts = chance.dice(state.dice)
            if state.phase != c.INITIATIVE:
                luck += luck_of_a(rollouts.scales, state, counts)
            apply_roll(state, counts)
            continue
        list_actions(state, actions)
        action = actions.items[0]
        if actions.count > 1:
            action = choose(rollouts.mind, state, actions, chance)
        apply_action(state, action)
    if state.winner == c.UNDECIDED:
        return 0.5 - luck
    return (1.0 if state.winner == c.SIDE_A else 0.0) - luck
