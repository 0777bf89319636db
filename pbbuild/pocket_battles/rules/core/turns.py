"""Set-up, turns, the end of a round, victory. PB-3, PB-4, PB-9."""

from .arrays import i64
from .bits import index_of
from .casualties import eliminate
from .constants import (
    BONUS_MASK,
    BONUS_TOKENS,
    BY_CONCESSION,
    BY_DESTRUCTION,
    BY_ROUND_LIMIT,
    DEPLOY,
    DESTROYED,
    END,
    FACE_MASK,
    FACE_SHIFT,
    FRONT,
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
    SET_ASIDE,
    SIDE_SHIFT,
    SIDE_SIZE,
    TURN,
    UNDECIDED,
    UNDEPLOYED,
    UNITS,
    UNUSED,
    WAITING,
    WOUNDED,
    ZONE_SHIFT,
)
from .state import State
from .units import note_cost, place


def begin_battle(state: State) -> None:
    """Hand out the tokens and ask for the initiative. PB-1.3, PB-3.1, PB-T.13."""
    count_tokens(state, 0)
    count_tokens(state, 1)
    ask_initiative(state, 0)


def ask_initiative(state: State, side: i64) -> None:
    """Stand at the initiative roll of `side`. PB-3.1."""
    state.phase = INITIATIVE
    state.roller = side
    state.rolled_at = NOBODY
    state.dice = 1
    state.step = WAITING


def apply_initiative(state: State, counts: i64) -> None:
    """Let the initiative die have fallen so; ties roll again. PB-3.1, R-4."""
    face: i64 = 1
    while counts >> (face << FACE_SHIFT) & FACE_MASK == 0:
        face += 1
    state.hits = 0
    if state.roller == 0:
        state.initiative = face
        ask_initiative(state, 1)
    elif face == state.initiative:
        ask_initiative(state, 0)
    else:
        state.player1 = 0 if state.initiative > face else 1
        state.active = state.player1
        state.initiative = 0
        # From here on the roller is a unit: a side left there would be taken for one.
        state.roller = NOBODY
        state.dice = 0
        state.phase = NO_PHASE
        ask_deployment(state)


def ask_deployment(state: State) -> None:
    """Ask the player at turn, or the other if he has placed all, or begin. PB-3.2."""
    side = state.active
    if state.at[(side << ZONE_SHIFT) + UNDEPLOYED] == 0:
        side ^= 1
        if state.at[(side << ZONE_SHIFT) + UNDEPLOYED] == 0:
            state.phase = NO_PHASE
            state.step = ROUND_START
            return
    state.active = side
    state.decider = side
    state.phase = DEPLOY
    state.step = WAITING


def deploy_refusal(state: State, unit: i64, zone: i64) -> i64:
    """The clause by which `unit` cannot be deployed to `zone` now, or 0. PB-3.2."""
    if unit >> SIDE_SHIFT != state.active or state.zone[unit] != UNDEPLOYED:
        return PB_3_2
    return 0 if zone < FRONT + 3 and zone & 3 != 3 else PB_3_2


def deploy(state: State, unit: i64, zone: i64) -> None:
    """Place `unit`; the other player is next. PB-3.2."""
    place(state, unit, zone)
    state.active ^= 1
    ask_deployment(state)


def first_player(state: State) -> i64:
    """Who has the first turn of the round. PB-4.1."""
    return state.player1 ^ (state.round & 1) ^ 1


def begin_round(state: State) -> None:
    """Start the next round with its first player's turn. PB-4.1, PB-4.3."""
    state.round += 1
    begin_turn(state, first_player(state))


def begin_turn(state: State, side: i64) -> None:
    """Start a turn of `side`, or of the other if it has no token, or end the round. PB-4.3."""
    if state.tally[UNUSED + side] == 0:
        side ^= 1
        if state.tally[UNUSED + side] == 0:
            state.step = ROUND_OVER
            return
    state.active = side
    state.decider = side
    state.phase = TURN
    state.step = WAITING


def end_turn(state: State) -> None:
    """The turn is over; the other player is next. PB-4.3."""
    if state.active == state.player1:
        state.first_turn = 0
    state.redeployed = NOBODY
    begin_turn(state, state.active ^ 1)


def count_tokens(state: State, side: i64) -> None:
    """Make the unused tokens of `side` what PB-4.6 says they are between rounds."""
    base = side << SIDE_SHIFT
    tokens = state.roster.tokens
    mask = state.tally[UNITS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        tokens += state.bonus[base + index_of(bit)] >> BONUS_TOKENS & BONUS_MASK
    mask = state.tally[WOUNDED + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        tokens -= state.wounds[base + index_of(bit)]
    state.tally[UNUSED + side] = tokens if tokens > 0 else 0
    state.tally[PASSED + side] = 0
    state.tally[SET_ASIDE + side] = 0


def end_round(state: State) -> None:
    """Return the tokens, regenerate, and ask for sacrifices. PB-4.6, PB-T.18."""
    side: i64 = 0
    while side < 2:
        base = side << SIDE_SHIFT
        mask = state.tally[UNITS + side]
        while mask:
            bit = mask & -mask
            mask ^= bit
            unit = base + index_of(bit)
            state.orders[unit] = 0
            note_cost(state, unit)
        mask = state.tally[WOUNDED + side]
        while mask:
            bit = mask & -mask
            mask ^= bit
            regenerate(state, base + index_of(bit))
        count_tokens(state, side)
        side += 1
    state.sacrificer = first_player(state)
    state.sacrificed = 0
    state.step = SACRIFICES


def regenerate(state: State, troop: i64) -> None:
    """Take off `troop` what it heals of itself. PB-T.18."""
    left = state.wounds[troop] - state.roster.regenerates[troop]
    state.wounds[troop] = left if left > 0 else 0
    if left <= 0:
        state.tally[WOUNDED + (troop >> SIDE_SHIFT)] &= ~(1 << (troop & (SIDE_SIZE - 1)))


def ask_sacrifices(state: State) -> None:
    """Ask whoever is next and has a wounded troop, or go on to the victory check. PB-4.6."""
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
    """This player is done; the other is next. PB-4.6."""
    state.sacrificer ^= 1
    state.sacrificed += 1
    state.step = SACRIFICES


def sacrifice_refusal(state: State, troop: i64) -> i64:
    """The clause by which `troop` cannot be sacrificed now, or 0. PB-4.7."""
    if troop >> SIDE_SHIFT != state.sacrificer:
        return PB_4_7
    bit: i64 = 1 << (troop & (SIDE_SIZE - 1))
    return 0 if state.tally[WOUNDED + state.sacrificer] & bit else PB_4_7


def sacrifice(state: State, troop: i64) -> None:
    """Eliminate a wounded troop; its tokens are unused in the coming round. PB-4.7."""
    eliminate(state, troop)
    count_tokens(state, troop >> SIDE_SHIFT)
    state.step = SACRIFICES


def check_victory(state: State) -> None:
    """End the battle if someone has destroyed half, or the last round is over. PB-9."""
    of_a = state.tally[DESTROYED]
    of_b = state.tally[DESTROYED + 1]
    a_won = 2 * of_a >= state.roster.fielded[1]
    b_won = 2 * of_b >= state.roster.fielded[0]
    if a_won and b_won:
        if of_a == of_b:
            finish(state, state.player1 ^ 1, BY_DESTRUCTION)
        else:
            finish(state, 0 if of_a > of_b else 1, BY_DESTRUCTION)
    elif a_won:
        finish(state, 0, BY_DESTRUCTION)
    elif b_won:
        finish(state, 1, BY_DESTRUCTION)
    elif state.round >= state.roster.round_limit:
        finish(state, UNDECIDED, BY_ROUND_LIMIT)
    else:
        state.step = ROUND_START


def finish(state: State, winner: i64, reason: i64) -> None:
    """End the battle."""
    state.winner = winner
    state.reason = reason
    state.phase = END
    state.step = WAITING


def concede(state: State, side: i64) -> None:
    """End the battle with the other side as winner. PB-5.7."""
    finish(state, side ^ 1, BY_CONCESSION)
