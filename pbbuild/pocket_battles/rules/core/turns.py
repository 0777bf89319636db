"""Set-up, turns, the end of a round, victory. PB-3, PB-4, PB-9."""

from .arrays import i64
from .bits import (
    amount,
    bit_of,
    dice_showing,
    first_in,
    holds,
    other_side,
    sector_of,
    side_of,
    zone_at,
)
from .casualties import eliminate
from .constants import (
    ALLOWED,
    BONUS_TOKENS,
    BY_CONCESSION,
    BY_DESTRUCTION,
    BY_ROUND_LIMIT,
    DEPLOY,
    DESTROYED,
    END,
    ENGAGEMENT,
    INITIATIVE,
    NO_PHASE,
    NOBODY,
    PASSED,
    PB_3_2,
    PB_4_7,
    ROUND_OVER,
    ROUND_START,
    SACRIFICE,
    SACRIFICES,
    SECTORS,
    SET_ASIDE,
    SIDE_A,
    SIDE_B,
    TURN,
    UNDECIDED,
    UNDEPLOYED,
    UNITS,
    UNUSED,
    WAITING,
    WOUNDED,
)
from .state import State
from .units import place, update_cost


def begin_battle(state: State) -> None:
    """Give both sides their tokens and ask for the initiative. PB-1.3, PB-3.1, PB-T.13."""
    count_tokens(state, SIDE_A)
    count_tokens(state, SIDE_B)
    ask_initiative(state, SIDE_A)


def ask_initiative(state: State, side: i64) -> None:
    """Wait for the initiative roll of `side`. PB-3.1."""
    state.phase = INITIATIVE
    state.roller = side
    state.rolled_at = NOBODY
    state.dice = 1
    state.step = WAITING


def apply_initiative(state: State, counts: i64) -> None:
    """Apply an initiative die: the higher is Player 1, ties roll again. PB-3.1, R-4."""
    face: i64 = 1
    while dice_showing(counts, face) == 0:
        face += 1
    state.hits = 0
    if state.roller == SIDE_A:
        state.initiative = face
        ask_initiative(state, SIDE_B)
    elif face == state.initiative:
        ask_initiative(state, SIDE_A)
    else:
        state.player1 = SIDE_A if state.initiative > face else SIDE_B
        state.active = state.player1
        state.initiative = 0
        # From here on the roller is a unit: a side must not be mistaken for one.
        state.roller = NOBODY
        state.dice = 0
        state.phase = NO_PHASE
        ask_deployment(state)


def ask_deployment(state: State) -> None:
    """Ask for the next unit to deploy, or start the first round when all are placed. PB-3.2."""
    side = state.active
    if state.at[zone_at(side, UNDEPLOYED)] == 0:
        side = other_side(side)
        if state.at[zone_at(side, UNDEPLOYED)] == 0:
            state.phase = NO_PHASE
            state.step = ROUND_START
            return
    state.active = side
    state.decider = side
    state.phase = DEPLOY
    state.step = WAITING


def deploy_refusal(state: State, unit: i64, zone: i64) -> i64:
    """The clause that forbids to deploy `unit` to `zone` now, or 0. PB-3.2."""
    if side_of(unit) != state.active or state.zone[unit] != UNDEPLOYED:
        return PB_3_2
    if zone < ENGAGEMENT and sector_of(zone) < SECTORS:
        return ALLOWED
    return PB_3_2


def deploy(state: State, unit: i64, zone: i64) -> None:
    """Place `unit`; the other player is next. PB-3.2."""
    place(state, unit, zone)
    state.active = other_side(state.active)
    ask_deployment(state)


def first_player(state: State) -> i64:
    """Who has the first turn of the round. PB-4.1."""
    return state.player1 if state.round & 1 else other_side(state.player1)


def begin_round(state: State) -> None:
    """Start the next round with its first player's turn. PB-4.1, PB-4.3."""
    state.round += 1
    begin_turn(state, first_player(state))


def begin_turn(state: State, side: i64) -> None:
    """Start a turn of `side`, or of the other if it has no token, or end the round. PB-4.3."""
    tally = state.tally
    if tally[UNUSED + side] == 0:
        side = other_side(side)
        if tally[UNUSED + side] == 0:
            state.step = ROUND_OVER
            return
    state.active = side
    state.decider = side
    state.phase = TURN
    state.step = WAITING


def end_turn(state: State) -> None:
    """End the turn; the other player is next. PB-4.1, PB-4.3, PB-5.5."""
    if state.active == state.player1:
        state.first_turn = 0
    state.redeployed = NOBODY
    begin_turn(state, state.active ^ 1)


def count_tokens(state: State, side: i64) -> None:
    """Set the unused tokens of `side` at the start of a round. PB-1.3, PB-4.6, PB-T.13."""
    tokens = state.roster.tokens
    mask = state.tally[UNITS + side]
    while mask:
        bonus = state.bonus[first_in(side, mask)]
        mask &= mask - 1
        if bonus:
            tokens += amount(bonus, BONUS_TOKENS)
    mask = state.tally[WOUNDED + side]
    while mask:
        tokens -= state.wounds[first_in(side, mask)]
        mask &= mask - 1
    state.tally[UNUSED + side] = tokens if tokens > 0 else 0
    state.tally[PASSED + side] = 0
    state.tally[SET_ASIDE + side] = 0


def end_round(state: State) -> None:
    """Return the tokens, regenerate, and ask for sacrifices. PB-4.6, PB-T.18."""
    side: i64 = SIDE_A
    while side <= SIDE_B:
        mask = state.tally[UNITS + side]
        while mask:
            unit = first_in(side, mask)
            mask &= mask - 1
            state.orders[unit] = 0
            update_cost(state, unit)
        mask = state.tally[WOUNDED + side]
        while mask:
            regenerate(state, first_in(side, mask))
            mask &= mask - 1
        count_tokens(state, side)
        side += 1
    state.sacrificer = first_player(state)
    state.sacrificed = 0
    state.step = SACRIFICES


def regenerate(state: State, troop: i64) -> None:
    """Take the wound tokens off `troop` that it regenerates. PB-T.18."""
    left = state.wounds[troop] - state.roster.regenerates[troop]
    state.wounds[troop] = left if left > 0 else 0
    if left <= 0:
        state.tally[WOUNDED + side_of(troop)] &= ~bit_of(troop)


def ask_sacrifices(state: State) -> None:
    """Ask the next player with a wounded troop, or check for victory. PB-4.6."""
    while state.sacrificed < 2:
        if state.tally[WOUNDED + state.sacrificer]:
            state.active = state.sacrificer
            state.decider = state.sacrificer
            state.phase = SACRIFICE
            state.step = WAITING
            return
        end_sacrifices(state)
    check_victory(state)


def end_sacrifices(state: State) -> None:
    """End the sacrifices of one player; the other is next. PB-4.6."""
    state.sacrificer = other_side(state.sacrificer)
    state.sacrificed += 1
    state.step = SACRIFICES


def sacrifice_refusal(state: State, troop: i64) -> i64:
    """The clause that forbids to sacrifice `troop` now, or 0. PB-4.7."""
    if side_of(troop) != state.sacrificer:
        return PB_4_7
    return ALLOWED if holds(state.tally[WOUNDED + state.sacrificer], troop) else PB_4_7


def sacrifice(state: State, troop: i64) -> None:
    """Eliminate a wounded troop; its tokens are unused in the coming round. PB-4.7."""
    eliminate(state, troop)
    count_tokens(state, side_of(troop))
    state.step = SACRIFICES


def check_victory(state: State) -> None:
    """End the battle if a side has destroyed half, or the last round is over.

    PB-9.1, PB-9.2, PB-9.3.
    """
    by_a = state.tally[DESTROYED + SIDE_A]
    by_b = state.tally[DESTROYED + SIDE_B]
    a_won = 2 * by_a >= state.roster.fielded[SIDE_B]
    b_won = 2 * by_b >= state.roster.fielded[SIDE_A]
    if a_won and b_won:
        if by_a == by_b:
            finish(state, other_side(state.player1), BY_DESTRUCTION)
        else:
            finish(state, SIDE_A if by_a > by_b else SIDE_B, BY_DESTRUCTION)
    elif a_won:
        finish(state, SIDE_A, BY_DESTRUCTION)
    elif b_won:
        finish(state, SIDE_B, BY_DESTRUCTION)
    elif state.round >= state.roster.round_limit:
        finish(state, UNDECIDED, BY_ROUND_LIMIT)
    else:
        state.step = ROUND_START


def finish(state: State, winner: i64, reason: i64) -> None:
    """End the battle with this winner and reason. PB-9.1, PB-9.3."""
    state.winner = winner
    state.reason = reason
    state.phase = END
    state.step = WAITING


def concede(state: State, side: i64) -> None:
    """End the battle with the other side as winner. PB-5.7."""
    finish(state, other_side(side), BY_CONCESSION)
