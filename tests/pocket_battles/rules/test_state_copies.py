"""Copies of a state share dice and traits until a troop is eliminated, and no longer."""

from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.core.units import update_unit
from pbbuild.pocket_battles.rules.game import new_battle
from tests.tiers import tries

PAIRINGS = (("celts-60", "elves-60"), ("orcs-60", "romans-60"), ("persians-50", "union-50"))


def traits(state: State) -> list[list[int]]:
    each = (state.black, state.white, state.bonus, state.extra, state.flags, state.order_step)
    return [list(array) for array in each]


def computed(state: State) -> list[list[int]]:
    """Dice and traits counted again from the living troops."""
    fresh = state.copy()
    for side in (c.SIDE_A, c.SIDE_B):
        for place in range(c.SIDE_SIZE):
            unit = (side << c.SIDE_SHIFT) + place
            if state.roster.troops_of[unit]:
                update_unit(fresh, unit)
    return traits(fresh)


def test_what_happens_to_a_copy_leaves_the_other_state_alone() -> None:
    actions = Actions()
    lost = 0
    for number, (one, other) in enumerate(PAIRINGS * tries(3, 1)):
        state = new_battle(find_list(one).army_list, find_list(other).army_list).state
        chance = Chance(number)
        while state.phase != c.END:
            kept = state.copy()
            before = traits(state)
            # In turn the copy and the original go on: either may be the one that changes.
            moving, still = (state, kept) if chance.below(2) else (kept, state)
            if moving.phase >= c.FIRST_ROLL:
                apply_roll(moving, chance.dice(moving.dice))
            else:
                list_actions(moving, actions)
                apply_action(moving, actions.items[chance.below(actions.count)])
            assert traits(still) == before
            lost += traits(moving) != before
            assert traits(moving) == computed(moving)
            state = moving
    assert lost > 0
