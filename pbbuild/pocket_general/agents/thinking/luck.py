"""What an operations die gave to side 0: the chance to win after it less the mean before it. PG-5.

Whatever the chances are worth, the mean of this over all faces is exactly zero.
"""

from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.bits import bit_count, hex_at
from pbbuild.pocket_general.rules.core.flow import sum_at
from pbbuild.pocket_general.rules.core.state import GeneralCore

from .search import TurnThinker
from .turn import POOLED, RESULTS, STAYS, TAKEN, all_results, turn_from, worth_of_results


def combat_worths(thinker: TurnThinker, state: GeneralCore) -> list[float]:
    """The chance of side 0 after each result of the combat under way, over all dice of others."""
    key = [state.turn, state.combats, state.hex, *state.hexes, *state.pool, *state.edges, *state.at]
    if key == thinker.combat_key:
        return thinker.combat_worths
    turn = turn_from(state, thinker.scratch)
    all_results(turn, state, thinker.results, False)
    worth_of_results(turn, thinker.results, thinker.worths)
    base = state.hex * RESULTS
    thinker.combat_key = key
    thinker.combat_worths = thinker.worths[base : base + RESULTS]
    return thinker.combat_worths


def chance_with(state: GeneralCore, worths: list[float], dice: list[int]) -> float:
    """The chance of side 0 with these dice on the table; UNROLLED ones take every face."""
    difference = sum_at(state, 0, state.hex) - sum_at(state, 1, state.hex)
    military = [
        bit_count(state.at[hex_at(side, state.hex)] & state.tables.military[side])
        for side in range(c.SIDES)
    ]
    faces = state.tables.operations_die
    total = 0.0
    count = 0
    for own in faces if dice[0] == c.UNROLLED else [dice[0]]:
        for other in faces if dice[1] == c.UNROLLED else [dice[1]]:
            margin = difference + own - other
            if margin == 0:
                margin = military[0] - military[1]
            count += 1
            if margin == 0:
                total += worths[STAYS]
            else:
                side = 0 if margin > 0 else 1
                total += worths[(TAKEN if military[side] > 0 else POOLED) + side]
    return total / float(count)


def luck_of_0(thinker: TurnThinker, state: GeneralCore, face: int) -> float:
    """What this face of the die about to be rolled gives to side 0."""
    worths = combat_worths(thinker, state)
    after = state.dice[:]
    after[state.side] = face
    return chance_with(state, worths, after) - chance_with(state, worths, state.dice)
