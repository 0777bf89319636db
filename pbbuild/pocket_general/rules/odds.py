"""Exact odds of one combat over both operations dice. PG-5."""

from dataclasses import dataclass

from pbbuild.pocket_general.rules.core.bits import bit_count
from pbbuild.pocket_general.rules.core.constants import CAPITOL_TAKEN, DEFENDED, HEXES, TO_POOL, WON
from pbbuild.pocket_general.rules.core.flow import sum_at, verdict
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.state import GeneralState


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """Sums and chances as the units stand: spies still there have not been used.

    `a` and `b` are the chances of the higher roll (ties broken by military units),
    `stays` that the location stays. `a_result` and `b_result` are what that roll would bring.
    """

    sums: tuple[int, int]
    military: tuple[int, int]
    a: float
    b: float
    stays: float
    a_result: str
    b_result: str
    margins: dict[int, float]


RESULTS = {WON: "won", TO_POOL: "pool", DEFENDED: "defended", CAPITOL_TAKEN: "capitol-taken"}


def combat_odds(state: GeneralCore, hex_: int) -> CombatOdds:
    """The odds of the combat on a hex that holds a location."""
    faces = state.tables.operations_die
    sums = (sum_at(state, 0, hex_), sum_at(state, 1, hex_))
    soldiers = tuple(
        bit_count(state.at[side * HEXES + hex_] & state.tables.military[side]) for side in range(2)
    )
    each = 1 / len(faces) ** 2
    margins: dict[int, float] = {}
    shares = [0.0, 0.0, 0.0]
    for die_a in faces:
        for die_b in faces:
            margin = sums[0] + die_a - sums[1] - die_b
            margins[margin] = margins.get(margin, 0.0) + each
            better = margin or soldiers[0] - soldiers[1]
            shares[0 if better > 0 else 1 if better < 0 else 2] += each
    here = state.hex
    state.hex = hex_
    results = [RESULTS[verdict(state, side, soldiers[side] > 0)] for side in range(2)]
    state.hex = here
    return CombatOdds(
        sums,
        (soldiers[0], soldiers[1]),
        round(shares[0], 12),
        round(shares[1], 12),
        round(shares[2], 12),
        results[0],
        results[1],
        dict(sorted(margins.items())),
    )


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """What an action changes at one hex, for the side that decides.

    `own` and `foe` are the chances of the higher roll after it, `own_before` and `foe_before` now.
    `points` is what it adds to the own sum, or for a spy what it takes from the enemy's.
    """

    hex: int
    points: int
    own: float
    own_before: float
    foe: float
    foe_before: float


def action_worth(state: GeneralState, action: int, text: str) -> ActionWorth | None:
    """What a legal action changes where units fight, None for one that is not about a fight."""
    kind, *rest = text.split()
    if kind in ("place", "threat"):
        hex_ = int(rest[-1]) - 1
    elif kind in ("redeploy", "spy") and rest:
        hex_ = state.core.hex
    else:
        return None
    side = state.decider()
    after = state.copy()
    after.apply(action)
    if after.core.hexes[hex_] != state.core.hexes[hex_]:
        return None
    before_odds, odds = combat_odds(state.core, hex_), combat_odds(after.core, hex_)
    shares = [(odds.a, before_odds.a), (odds.b, before_odds.b)]
    (own, own_before), (foe, foe_before) = shares if side == 0 else shares[::-1]
    changed = 1 - side if kind == "spy" else side
    points = sum_at(after.core, changed, hex_) - sum_at(state.core, changed, hex_)
    return ActionWorth(hex_, -points if kind == "spy" else points, own, own_before, foe, foe_before)
