"""What the attacks of a round may destroy: exact chances of hits, and what follows from them."""

from itertools import product

import pytest

from pbbuild.pocket_battles.agents.thinking.attacks import (
    MOST_HITS,
    NO_TABLE,
    ROW,
    Attacks,
    HitTables,
    add_attacker,
    chance_of_more,
    learn_tables,
    measure_attacks,
    set_target,
)
from pbbuild.pocket_battles.agents.thinking.strength import bodies, points, wound_points
from pbbuild.pocket_battles.agents.thinking.value import Position, chance_of_a
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.bits import bit_of, first_in
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle


def packed(faces: tuple[int, ...]) -> int:
    return sum(1 << (face << c.FACE_SHIFT) for face in faces)


def tails(faces: tuple[int, ...], dice: int, bonus: int) -> list[float]:
    """The chance of at least so many hits, by looking at every roll."""
    rolls = list(product(range(1, 7), repeat=dice))
    made = [sum(faces.count(face) for face in roll) for roll in rolls]
    made = [hits + bonus if hits else 0 for hits in made]
    return [sum(hits >= least for hits in made) / len(rolls) for least in range(MOST_HITS + 1)]


@pytest.mark.clause("PB-6.1", "PB-T.7")
@pytest.mark.parametrize(
    ("faces", "dice", "bonus"),
    [
        pytest.param((3, 3, 4, 4, 5), 2, 0, id="a charge with repeated faces"),
        pytest.param((6,), 1, 0, id="one die, one face"),
        pytest.param((1, 2, 3), 3, 2, id="hits added to an attack that scored"),
        pytest.param((5, 5, 5, 5, 6, 6), 4, 1, id="more hits than are counted"),
    ],
)
def test_a_table_has_the_chances_of_every_number_of_hits(
    faces: tuple[int, ...], dice: int, bonus: int
) -> None:
    tables = HitTables()
    at = tables.find(packed(faces), dice, bonus)

    total = weighted = 0.0
    for hits, chance in enumerate(tails(faces, dice, bonus)):
        total += chance if hits else 0.0
        weighted += hits * chance
        assert tables.sums[at + hits] == pytest.approx(total)
        assert tables.sums[at + ROW + hits] == pytest.approx(weighted)


def test_tables_stay_as_they_are_when_many_more_are_asked_for() -> None:
    tables = HitTables()
    wanted = [
        (packed((face,) * times), dice) for face in (1, 6) for times in (1, 2, 3) for dice in (1, 2)
    ]
    first = [tables.find(*one, 0) for one in wanted]
    before = [tables.sums[at + 1] for at in first]
    for faces in product(range(1, 7), repeat=3):
        tables.find(packed(faces), 2, 1)

    assert [tables.find(*one, 0) for one in wanted] == first
    assert [tables.sums[at + 1] for at in first] == before
    tables.clear()
    assert tables.find(packed((2,)), 1, 0) == 0
    assert tables.sums[1] == pytest.approx(1 / 6)
    assert tables.find(0, 2, 0) == NO_TABLE


def turn_of(one: str, other: str, seed: int, turns: int) -> State:
    """A state at the start of a turn after random play."""
    state = new_battle(find_list(one).army_list, find_list(other).army_list).state
    chance, actions = Chance(seed), Actions()
    while state.phase != c.END:
        if state.phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
            continue
        if state.phase == c.TURN:
            turns -= 1
            if turns < 0:
                break
        list_actions(state, actions)
        apply_action(state, actions.items[chance.below(actions.count)])
    return state


def fought(state: State) -> tuple[Attacks, int, int]:
    """The attack of the first unit in contact alone, and that unit and its enemy."""
    attacks = Attacks()
    for unit in range(c.SIDE_SIZE):
        if state.contact[unit] and state.zone[unit] < c.OFF_FIELD and state.black[unit]:
            enemy = first_in(c.SIDE_B, state.contact[unit])
            state.contact[unit] = bit_of(enemy)
            for each in (unit, enemy):
                learn_tables(state, attacks, each)
                set_target(attacks, each, wound_points(state, each))
            add_attacker(attacks, c.SIDE_A, unit, 1)
            return attacks, unit, enemy
    raise AssertionError("nobody is in contact")


def test_the_chance_to_destroy_what_is_lacking_is_that_of_enough_hits() -> None:
    seen, seed = 0, 0
    while seen < 4:
        seed += 1
        assert seed < 1000, "too few states with a fight"
        state = turn_of("celts-60", "romans-60", seed, 8)
        if state.phase == c.END or not any(state.contact[unit] for unit in range(c.SIDE_SIZE)):
            continue
        state.tally[c.UNUSED + c.SIDE_A] = 1
        attacks, unit, enemy = fought(state)
        left, worth = wound_points(state, enemy), float(points(state, enemy))
        if left > MOST_HITS:
            continue
        measure_attacks(state, attacks, c.SIDE_A, worth)
        sums, at = attacks.tables.sums, attacks.fight[unit]
        if state.extra[unit] == 0:
            # All of its points take all of its wound points.
            assert attacks.sure_any[c.SIDE_A] == pytest.approx(
                sums[at + left] - sums[at + left - 1]
            )
            assert 0.0 < attacks.mean[c.SIDE_A] < worth
            measure_attacks(state, attacks, c.SIDE_A, 0.5)
            # The first point is lost with the first hit that wounds cannot take.
            first = left - min(left, bodies(state, enemy)) + 1
            assert attacks.sure_any[c.SIDE_A] == pytest.approx(
                sums[at + first] - sums[at + first - 1]
            )
            seen += 1
        measure_attacks(state, attacks, c.SIDE_A, worth + 1.0)
        assert attacks.sure_any[c.SIDE_A] == 0.0
        state.tally[c.UNUSED + c.SIDE_A] = 0
        measure_attacks(state, attacks, c.SIDE_A, worth)
        assert attacks.mean[c.SIDE_A] == 0.0


def test_more_points_are_likelier_enough() -> None:
    chances = [chance_of_more(mean, 4.0, 6.0) for mean in (0.0, 4.0, 6.0, 8.0, 100.0)]

    assert chances == sorted(chances)
    assert chances[2] == 0.5
    assert chances[3] == pytest.approx(0.84, abs=0.02)
    assert chance_of_more(-100.0, 1.0, 6.0) == 0.0
    assert chance_of_more(100.0, 1.0, 6.0) == 1.0


def test_an_attack_that_can_end_the_battle_raises_the_chance_to_win() -> None:
    raised = tried = 0
    for seed in range(30):
        state = turn_of("orcs-60", "elves-60", seed, 6)
        if state.phase == c.END:
            continue
        far, close = state.copy(), state.copy()
        half = (state.roster.fielded[c.SIDE_B] + 1) // 2
        far.tally[c.DESTROYED + c.SIDE_A] = half - 8
        close.tally[c.DESTROYED + c.SIDE_A] = half - 1
        tried += 1
        raised += chance_of_a(close, Position()) > chance_of_a(far, Position())
    assert tried > 10
    assert raised == tried
