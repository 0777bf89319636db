"""The chance to win: what is remembered of units never changes it."""

from pbbuild.pocket_battles.agents.thinking.value import Position, chance_of_a
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import new_battle
from tests.tiers import tries

PAIRINGS = (("celts-60", "elves-60"), ("orcs-60", "romans-60"), ("persians-50", "union-50"))


def test_a_position_used_again_gives_the_chances_of_a_fresh_one() -> None:
    # One for all battles: the troops alive may be the same, their units are others.
    used, actions = Position(), Actions()
    wounded = 0
    for number, (one, other) in enumerate(PAIRINGS * tries(4, 1)):
        state = new_battle(find_list(one).army_list, find_list(other).army_list).state
        chance = Chance(number)
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            apply_action(state, actions.items[chance.below(actions.count)])
            if state.phase == c.TURN:
                assert chance_of_a(state, used) == chance_of_a(state, Position())
                wounded += state.tally[c.WOUNDED] > 0
    assert wounded > 0
