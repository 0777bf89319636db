"""Invariants over thousands of battles of every pair of armies in every edition, in the core."""

import itertools
import random
from typing import Any

import pytest

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.choice import action_at, count_actions
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.plain.battle import editions, new_plain_battle
from tests.pocket_battles.rules.reference.chance import catalog_army
from tests.pocket_battles.rules.reference.models import GAME
from tests.tiers import tries

ARMIES = [army for entry in editions().values() for army in entry["armies"]]
PAIRS = list(itertools.product(ARMIES, ARMIES, editions()))
SLOTS = range(2 * c.SIDE_SIZE)


def tokens(state: Any, side: int) -> int:
    """Every token of a side, wherever it lies."""
    slots = range(side << c.SIDE_SHIFT, (side + 1) << c.SIDE_SHIFT)
    loose = (state.tally[kind + side] for kind in (c.UNUSED, c.PASSED, c.SET_ASIDE))
    return int(sum(loose) + sum(state.orders[slot] + state.wounds[slot] for slot in slots))


def enemies(state: Any, unit: int) -> list[int]:
    """The units in contact with one."""
    other = (1 - (unit >> c.SIDE_SHIFT)) << c.SIDE_SHIFT
    return [other + place for place in range(c.SIDE_SIZE) if state.contact[unit] >> place & 1]


def check_contacts(state: Any) -> None:
    """Contact is mutual, in one engagement zone, and one against many."""
    for unit in SLOTS:
        for enemy in enemies(state, unit) if state.contact[unit] else ():
            assert unit in enemies(state, enemy)
            assert state.zone[unit] == state.zone[enemy] >= c.ENGAGEMENT
            assert len(enemies(state, unit)) == 1 or len(enemies(state, enemy)) == 1


def check_battle(battle: Any, seed: int) -> int:
    """Plays a battle at random to its end; how many steps it took."""
    state, chance, actions = battle.state, Chance(seed), Actions()
    moment: Any = None
    steps = 0
    while state.phase != c.END:
        steps += 1
        assert steps < 20_000, "no end in sight"
        if state.phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        else:
            count = count_actions(state, actions)
            assert count > 0, "nobody can do anything"
            apply_action(state, action_at(state, actions, chance.below(count)))
        now = (state.round, state.phase == c.SACRIFICE)
        held = (tokens(state, 0), tokens(state, 1))
        if moment != now or now[1]:
            before = held
        moment = now
        assert held == before or state.phase == c.END, "tokens came or went within a round"
        check_contacts(state)
    for side in (0, 1):
        living = sum(
            tile.dp
            for troop, _, tile in battle.forces.troops()
            if troop >> c.SIDE_SHIFT == side
            and state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1
        )
        assert living + state.tally[c.DESTROYED + 1 - side] == state.roster.fielded[side]
    return steps


def battles(times: int, first: int) -> int:
    """Checks `times` battles of every pair of armies in every edition; how many battles."""
    for number in range(first, first + times * len(PAIRS)):
        rng = random.Random(number)
        army_a, army_b, edition = PAIRS[number % len(PAIRS)]
        size = rng.choice([30, 50, 80, 100])
        armies = {"A": catalog_army(rng, size, army_a), "B": catalog_army(rng, size, army_b)}
        document = new_plain_battle(edition, size, armies)
        check_battle(GAME.from_json({**document, "round_limit": 15}), number)
    return times * len(PAIRS)


@pytest.mark.clause("PB-4.3", "PB-6.3", "PB-9.1")
def test_nothing_is_lost_between_any_two_armies_in_any_edition() -> None:
    for number, (army_a, army_b, edition) in enumerate(PAIRS[:: len(PAIRS) // 12]):
        rng = random.Random(number)
        armies = {"A": catalog_army(rng, 50, army_a), "B": catalog_army(rng, 50, army_b)}
        assert check_battle(GAME.from_json(new_plain_battle(edition, 50, armies)), number) > 20


@pytest.mark.slow
@pytest.mark.clause("PB-4.3", "PB-6.3", "PB-9.1")
def test_nothing_is_lost_in_thousands_of_battles() -> None:
    assert battles(tries(4, most=8), 0) > 1000
