"""What the combats of a turn lead to: the chance to win after each combination of results.

While units are placed, nothing but the results of the three combats decides what the next turn
starts with. So a turn has one table of chances, by the results of its hexes; a placement is worth
the mean over it, exact over all dice. PG-5, PG-6.
"""

from typing import Final

from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.bits import bit_count
from pbbuild.pocket_general.rules.core.combat import combat_value
from pbbuild.pocket_general.rules.core.flow import apply, award, next_hex, verdict
from pbbuild.pocket_general.rules.core.legal import legal_actions
from pbbuild.pocket_general.rules.core.policy import scores
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.core.worth import after_spies

from .value import Scratch, chance_of_0

# The results of a combat: nobody is higher; side 0 or 1 is, with a military unit or without one.
STAYS: Final = 0
TAKEN: Final = 1  # + side
POOLED: Final = 3  # + side
RESULTS: Final = 5
SECOND: Final = RESULTS * RESULTS
# Counts of rolls fit into this many bits: a die has at most 16 faces or so.
COUNT_BITS: Final = 16
COUNT_MASK: Final = (1 << COUNT_BITS) - 1
TABLE: Final = RESULTS * RESULTS * RESULTS


class TurnTable:
    """The table of one turn, from the hex on that is to be resolved."""

    def __init__(self) -> None:
        self.chances: list[float] = [0.0] * TABLE
        # What a single roll of both dice weighs, and `combat_counts` by the units in a hex.
        self.share: float = 0.0
        self.counts: dict[int, int] = {}


def conclude(state: GeneralCore, result: int) -> None:
    """End the combat of the current hex with a result, and go on as after its dice. PG-5."""
    if result == STAYS:
        next_hex(state)
        return
    side = (result - 1) % c.SIDES
    award(state, side, verdict(state, side, result < POOLED))


def settle(state: GeneralCore) -> None:
    """Decide about captured locations by quick scores, up to the next combat or turn. PG-6."""
    while state.phase == c.EDGE or state.phase == c.FRONT or state.phase == c.LAY:
        actions = legal_actions(state)
        best = 0
        if len(actions) > 1:
            found = scores(state, actions)
            for index in range(1, len(actions)):
                if found[index] > found[best]:
                    best = index
        apply(state, actions[best])


def turn_from(state: GeneralCore, scratch: Scratch) -> TurnTable:
    """The table of the turn under way; hexes already resolved count as they are."""
    found = TurnTable()
    faces = len(state.tables.operations_die)
    found.share = 1.0 / float(faces * faces)
    bare = state.copy()
    bare.at = [0] * (c.SIDES * c.HEXES)
    bare.hand = [0, 0]
    bare.paired = [0, 0]
    before = is_before_combat(state)
    if before:
        bare.hex = c.NOWHERE
        next_hex(bare)
    else:
        settle(bare)
        if bare.phase == c.SPY:
            bare.phase = c.COMBAT
    fill(found, bare, state.turn, 0, 0, scratch)
    return found


def is_before_combat(state: GeneralCore) -> bool:
    """Whether units are still being recruited and placed this turn. PG-3."""
    phase = state.phase
    return phase == c.PLACE or phase == c.RECRUIT or phase == c.THREAT or phase == c.REDEPLOY


def fill(
    turn: TurnTable, state: GeneralCore, number: int, hex_: int, place: int, scratch: Scratch
) -> None:
    """Fill the part of the table that begins at `place` and differs from `hex_` on.

    Results of hexes without a combat do not matter: their places are filled alike.
    """
    steps = SECOND if hex_ == 0 else RESULTS if hex_ == 1 else 1 if hex_ == 2 else 0
    if state.phase == c.END or state.turn != number:
        chance = chance_of_0(state, scratch)
        for index in range(place, place + (steps * RESULTS if steps > 0 else 1)):
            turn.chances[index] = chance
        return
    if state.hex > hex_:
        # No combat here: fill the places of "stays" and copy them.
        fill(turn, state, number, hex_ + 1, place, scratch)
        for result in range(1, RESULTS):
            for index in range(steps):
                turn.chances[place + result * steps + index] = turn.chances[place + index]
        return
    for result in range(RESULTS):
        start = place + result * steps
        if result >= POOLED and verdict(state, result - POOLED, True) == c.TO_POOL:
            # It goes to the pool anyway.
            for index in range(steps):
                turn.chances[start + index] = turn.chances[start - c.SIDES * steps + index]
            continue
        after = state.copy()
        conclude(after, result)
        settle(after)
        fill(turn, after, number, hex_ + 1, start, scratch)


def combat_counts(state: GeneralCore, hex_: int) -> int:
    """How the dice of a hex fall: rolls that leave side 0 ahead and level, and who has military.

    Packed, since a search asks for the same combat again and again.
    """
    tables = state.tables
    terrains = tables.location_terrains[state.hexes[hex_]]
    own, enemy = state.at[hex_], state.at[c.HEXES + hex_]
    if own & tables.removers[0] or enemy & tables.removers[1]:
        own, enemy = after_spies(state, hex_)
    difference = combat_value(tables, 0, terrains, own, enemy, state.paired[0]) - combat_value(
        tables, 1, terrains, enemy, own, state.paired[1]
    )
    ahead = tables.ahead[difference + c.REACH]
    level = tables.level[difference + c.REACH]
    military = bit_count(own & tables.military[0])
    enemy_military = bit_count(enemy & tables.military[1])
    if military > enemy_military:
        ahead += level
        level = 0
    elif enemy_military > military:
        level = 0
    packed = (ahead << COUNT_BITS | level) << 2
    return packed | (1 if military > 0 else 0) | (2 if enemy_military > 0 else 0)


def known_counts(turn: TurnTable, state: GeneralCore, hex_: int) -> int:
    """The same, remembered for the turn."""
    own, enemy = state.at[hex_], state.at[c.HEXES + hex_]
    if own & state.paired[0] or enemy & state.paired[1]:
        return combat_counts(state, hex_)
    key = (own << c.UNIT_SLOTS | enemy) << 2 | hex_
    found = turn.counts.get(key)
    if found is None:
        found = combat_counts(state, hex_)
        turn.counts[key] = found
    return found


def hex_results(
    turn: TurnTable, state: GeneralCore, hex_: int, found: list[float], may_follow: bool
) -> None:
    """Fill the five chances of a hex in `found`, exact over both operations dice. PG-5.

    With `may_follow` a side with units in hand counts as if a military unit were to follow.
    """
    base = hex_ * RESULTS
    if state.hexes[hex_] == c.NOWHERE:
        found[base] = 1.0
        for result in range(1, RESULTS):
            found[base + result] = 0.0
        return
    packed = known_counts(turn, state, hex_)
    takes = packed & 1 != 0 or (may_follow and state.hand[0] != 0)
    enemy_takes = packed & 2 != 0 or (may_follow and state.hand[1] != 0)
    level = float(packed >> 2 & COUNT_MASK) * turn.share
    ahead = float(packed >> 2 + COUNT_BITS) * turn.share
    behind = 1.0 - level - ahead
    found[base + STAYS] = level
    found[base + TAKEN] = ahead if takes else 0.0
    found[base + TAKEN + 1] = behind if enemy_takes else 0.0
    found[base + POOLED] = 0.0 if takes else ahead
    found[base + POOLED + 1] = 0.0 if enemy_takes else behind


def all_results(turn: TurnTable, state: GeneralCore, found: list[float], may_follow: bool) -> None:
    """Fill the chances of all three hexes."""
    for hex_ in range(c.HEXES):
        hex_results(turn, state, hex_, found, may_follow)


def mean_chance(turn: TurnTable, results: list[float]) -> float:
    """The chance of side 0 over all results of the three hexes."""
    chances = turn.chances
    total = 0.0
    for first in range(RESULTS):
        share = results[first]
        if share == 0.0:
            continue
        outer = 0.0
        for second in range(RESULTS):
            other = results[RESULTS + second]
            if other == 0.0:
                continue
            place = first * SECOND + second * RESULTS
            outer += other * (
                results[2 * RESULTS] * chances[place]
                + results[2 * RESULTS + 1] * chances[place + 1]
                + results[2 * RESULTS + 2] * chances[place + 2]
                + results[2 * RESULTS + 3] * chances[place + 3]
                + results[2 * RESULTS + 4] * chances[place + 4]
            )
        total += share * outer
    return total


def worth_of_results(turn: TurnTable, results: list[float], found: list[float]) -> None:
    """Fill `found` with the chance of side 0 after each result of each hex, others as they are."""
    chances = turn.chances
    for hex_ in range(c.HEXES):
        # The steps in the table of this hex and of both others.
        step = SECOND if hex_ == 0 else RESULTS if hex_ == 1 else 1
        one_step = RESULTS if hex_ == 0 else SECOND
        other_step = RESULTS if hex_ == 2 else 1
        one_row = RESULTS if hex_ == 0 else 0
        other_row = RESULTS if hex_ == 2 else 2 * RESULTS
        for result in range(RESULTS):
            total = 0.0
            for one in range(RESULTS):
                share = results[one_row + one]
                if share == 0.0:
                    continue
                place = result * step + one * one_step
                for other in range(RESULTS):
                    own = results[other_row + other]
                    if own != 0.0:
                        total += share * own * chances[place + other * other_step]
            found[hex_ * RESULTS + result] = total
