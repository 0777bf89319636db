"""Why a state cannot be reached by play, beyond its shape: what each phase requires. PG-2 to PG-6.

What a document leaves out (units in neither hand nor hex, a pool) is no contradiction: a question
about one hex need not describe all others. Every state that play reaches passes.
"""

from collections.abc import Iterator

from pbbuild.errors import Problem, Value
from pbbuild.play.contract import SIDES
from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.bits import bit_count, edge_at, first_in, hex_at, row_of
from pbbuild.pocket_general.rules.core.combat import may_stand
from pbbuild.pocket_general.rules.core.legal import place_refusal
from pbbuild.pocket_general.rules.core.state import GeneralCore, has_filled_a, held

BEFORE_COMBAT = (c.RECRUIT, c.THREAT, c.PLACE, c.REDEPLOY)
IN_COMBAT = (c.SPY, c.COMBAT, c.EDGE, c.FRONT, c.LAY)
AFTER_DICE = (c.EDGE, c.FRONT, c.LAY)
Complaint = tuple[str, str, dict[str, Value]]


def impossible_parts(
    state: GeneralCore, *, whole_pool: bool = True, all_units: bool = True, dice: bool = True
) -> list[Problem]:
    """Every reason why no game reaches this state; [] where one may.

    Without `whole_pool` the pool was left out, so hexes may be empty; without `all_units` units
    may have been left out, without `dice` those that were rolled.
    """
    if state.phase in (c.POOL, c.INITIATIVE):
        found = list(_before_the_first_turn(state))
    elif state.phase == c.END:
        found = [*_turn(state, all_units), *_maps(state), *_capitols(state)]
        found += _after_the_end(state)
    else:
        found = [
            *_turn(state, all_units),
            *_maps(state),
            *_capitols(state),
            *_dice(state, dice),
            *(_hexes(state) if whole_pool else ()),
            *(complaint for side in range(c.SIDES) for complaint in _units(state, side)),
        ]
        if all_units:
            found += _all_units(state) if state.phase in BEFORE_COMBAT else _never_placed(state)
            found += _recruits(state)
        if state.phase == c.RECRUIT:
            found += _recruiting(state)
        elif state.phase == c.THREAT:
            found += _threats(state)
        elif state.phase in (c.PLACE, c.REDEPLOY):
            found += _placing(state)
        else:
            found += _combat(state)
    return [
        Problem(pointer, 0, f"pocket-general.{code}", values) for pointer, code, values in found
    ]


def _side(side: int) -> str:
    return f"/sides/{SIDES[side]}"


def _placed(state: GeneralCore, side: int) -> int:
    units = 0
    for hex_ in range(c.HEXES):
        units |= state.at[hex_at(side, hex_)]
    return units


def _before_the_first_turn(state: GeneralCore) -> Iterator[Complaint]:
    """PG-2: nothing is in hand, placed or captured before the initiative is decided."""
    if state.turn != 1:
        yield "/turn", "too-early", {}
    for side in range(c.SIDES):
        if state.hand[side] or _placed(state, side) or held(state, side):
            yield _side(side), "too-early", {}
    if any(place != c.NOWHERE for place in state.hexes):
        yield "/hexes", "too-early", {}
    rolled = state.dice[0] != c.UNROLLED
    if state.dice[1] != c.UNROLLED or rolled != (state.phase == c.INITIATIVE and state.side == 1):
        yield "/dice", "wrong-dice", {}


def _after_the_end(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3, PG-6: what each way to end requires."""
    reason, winner = state.reason, state.winner
    decided = reason in (c.TOTAL_VICTORY, c.CAPITULATION, c.CONCEDED)
    if decided != (winner != c.NOWHERE):
        yield "/winner", "wrong-winner", {}
    elif reason == c.CAPITULATION and held(state, winner) < c.LOCATIONS_TO_WIN:
        if held(state, 1 - winner):
            yield "/reason", "wrong-reason", {}
    elif reason == c.TOTAL_VICTORY and not state.unlocked[1 - winner]:
        yield "/reason", "wrong-reason", {}
    elif reason == c.TOTAL_VICTORY and c.LOCATIONS + 1 - winner not in state.hexes:
        # It was taken where it was fought over, and nothing is placed after that.
        yield "/hexes", "wrong-reason", {}
    elif reason == c.TURN_LIMIT and state.turn != state.tables.turn_limit:
        yield "/turn", "wrong-reason", {}
    elif reason == c.NO_LOCATIONS and (state.pool or any(p != c.NOWHERE for p in state.hexes)):
        yield "/reason", "wrong-reason", {}
    if reason in (c.TOTAL_VICTORY, c.CAPITULATION, c.TURN_LIMIT):
        for side in range(c.SIDES):
            if state.hand[side]:
                yield f"{_side(side)}/recruited", "not-all-placed", {}


def _turn(state: GeneralCore, all_units: bool) -> Iterator[Complaint]:
    """PG-3: at most three combats a turn, one recruit a turn and side, none in fast play."""
    tables = state.tables
    if state.turn > tables.turn_limit:
        yield "/turn", "beyond-turn-limit", {"limit": tables.turn_limit}
    fought = c.HEXES if state.phase == c.END else 0
    if state.phase in IN_COMBAT:
        fought = state.hex + (1 if state.phase == c.LAY else 0)
    most = c.HEXES * (state.turn - 1) + fought
    captured = held(state, 0) + held(state, 1)
    if captured > most:
        yield "/turn", "captured-too-early", {"count": captured, "most": most}
    for side in range(c.SIDES):
        recruiting = _most_recruited(state, side, all_units)
        own = 0
        for edge in range(c.EDGES_AB):
            place = state.edges[edge_at(side, edge)]
            if place != c.NOWHERE and edge != state.laid[side]:
                own |= 1 << place
        count = bit_count(state.turned & own)
        if count > recruiting:
            values: dict[str, Value] = {"count": count, "most": recruiting}
            yield f"{_side(side)}/turned", "turned-too-many", values
        # The ninth location ends the game when the turn is over.
        if state.phase in BEFORE_COMBAT and held(state, side) >= c.LOCATIONS_TO_WIN:
            yield _side(side), "already-won", {}


def _most_recruited(state: GeneralCore, side: int, all_units: bool) -> int:
    """How often a side can have taken a recruit by now: once a turn from the second on. PG-3."""
    if state.tables.fast or state.turn == 1:
        return 0
    in_play = state.hand[side] | _placed(state, side)
    # Before the combats a recruit of this turn is still to be seen.
    without = all_units and state.phase in BEFORE_COMBAT
    without = without and not in_play & ~state.tables.core_units[side]
    given_up = state.phase in (c.PLACE, c.REDEPLOY) and not state.hand[side]
    return state.turn - 2 if without and not given_up else state.turn - 1


def _maps(state: GeneralCore) -> Iterator[Complaint]:
    """PG-6: a side filled theater A before theater B was laid, against a matching location."""
    filled = [has_filled_a(state, side) for side in range(c.SIDES)]
    if state.late_war and not any(filled):
        yield "/sides", "late-war-too-early", {}
    if state.phase == c.LAY and all(filled):
        # The first to fill it starts the late war, and the other follows at once.
        yield "/sides", "late-war-missing", {}
    for side in range(c.SIDES):
        if _laid_without_need(state, side, sole=filled[side] and not filled[1 - side]):
            yield f"{_side(side)}/laid", "laid-unmatched", {}
        if state.laid[side] != c.NOWHERE and not state.late_war:
            yield f"{_side(side)}/laid", "late-war-too-early", {}
        if state.phase == c.LAY:
            # Nobody has placed anything on B before both have laid it.
            for edge in range(c.EDGES_A, c.EDGES_AB):
                if edge != state.laid[side] and state.edges[edge_at(side, edge)] != c.NOWHERE:
                    where = f"{_side(side)}/theater_b/{edge - c.EDGES_A}"
                    yield where, "placed-before-laid", {}


def _laid_without_need(state: GeneralCore, side: int, *, sole: bool) -> bool:
    """Whether B lies at another colour though one matched. PG-6, RG-19.

    The side that alone has filled A had all its locations there when it laid B (`sole`).
    """
    laid = state.laid[side]
    place = c.NOWHERE if laid == c.NOWHERE else state.edges[edge_at(side, laid)]
    if place == c.NOWHERE or _matches(state, place, laid):
        return False
    there = [state.edges[edge_at(side, edge)] for edge in range(c.EDGES_A)] if sole else [place]
    edges = range(c.EDGES_A, c.EDGES_AB)
    return any(_matches(state, location, edge) for location in there for edge in edges)


def _matches(state: GeneralCore, place: int, edge: int) -> bool:
    colour = state.tables.edge_colours[edge]
    return colour == c.WHITE or bool(state.tables.location_colours[place] >> colour & 1)


def _capitols(state: GeneralCore) -> Iterator[Complaint]:
    """PG-6: a capitol is out exactly when its enemy has earned it."""
    for side in range(c.SIDES):
        enemy = 1 - side
        earned = has_earned_capitol(state, side)
        name: dict[str, Value] = {"location": state.tables.location_ids[c.LOCATIONS + enemy]}
        if state.unlocked[enemy] and not earned:
            yield "/pool", "capitol-locked", name
        elif earned and not state.unlocked[enemy]:
            yield "/pool", "capitol-missing", name


def has_earned_capitol(state: GeneralCore, side: int) -> bool:
    """Whether a side has filled theater A and placed a red location on B. PG-6."""
    if not has_filled_a(state, side):
        return False
    for edge in range(c.EDGES_A, c.EDGES_AB):
        place = state.edges[edge_at(side, edge)]
        if place == c.NOWHERE or edge == state.laid[side]:
            continue
        if state.tables.location_colours[place] >> c.RED & 1:
            return True
    return False


def _dice(state: GeneralCore, given: bool) -> Iterator[Complaint]:
    """PG-5: the first player rolls, then the other; no dice before, both after the combat.

    A combat may be given with both dice, to have it settled.
    """
    first, second = state.dice[state.first], state.dice[1 - state.first]
    both = first != c.UNROLLED and second != c.UNROLLED
    if state.phase in AFTER_DICE:
        if given and not both:
            yield "/dice", "wrong-dice", {}
        return
    if state.phase == c.COMBAT and both:
        return
    rolled = state.phase == c.COMBAT and state.side != state.first
    if second != c.UNROLLED or (first != c.UNROLLED) != rolled:
        yield "/dice", "wrong-dice", {}


def _hexes(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3: the hexes are filled from the first on, as long as the pool has locations."""
    start, returned = 0, 0
    if state.phase in IN_COMBAT:
        # The locations of resolved hexes may be back in the pool, and a capitol unlocked.
        start = state.hex + 1
        returned = state.hex + (1 if state.phase in AFTER_DICE else 0) + sum(state.unlocked)
    filled = [place != c.NOWHERE for place in state.hexes[start:]]
    if filled != sorted(filled, reverse=True):
        yield "/hexes", "hex-gap", {}
    elif not all(filled) and len(state.pool) > returned:
        yield "/hexes", "hex-unfilled", {}


def _units(state: GeneralCore, side: int) -> Iterator[Complaint]:
    """PG-1.2, PG-2, PG-3, PG-3.1: who may be in play, how many at a hex, who needs the Navy."""
    tables, own = state.tables, _side(side)
    in_play = state.hand[side] | _placed(state, side)
    if not tables.fast and (state.turn > 1 or tables.core_only_start):
        recruits = bit_count(in_play & ~tables.core_units[side])
        most = 1 if state.turn > 1 else 0
        if recruits > most:
            yield own, "too-many-recruits", {"count": recruits, "most": most}
    sizes = [bit_count(state.at[hex_at(side, hex_)]) for hex_ in range(c.HEXES)]
    if not tables.fast:
        # Hexes that are still as they were when all units were placed.
        start = state.hex + 1 if state.phase in IN_COMBAT else 0
        whole = [hex_ for hex_ in range(start, c.HEXES) if state.hexes[hex_] != c.NOWHERE]
        if any(sizes[hex_] > c.SQUARES for hex_ in whole):
            for hex_ in whole:
                if sizes[hex_] < c.SQUARES:
                    yield f"{own}/placed/{hex_}", "fourth-square-closed", {}
        # When a fourth unit was placed each hex had three: so many units the side must have had.
        resolved = state.hex if state.phase in IN_COMBAT else 0
        filled = resolved + sum(place != c.NOWHERE for place in state.hexes[resolved:])
        if max(sizes) > c.SQUARES and _most_units(state, side) <= c.SQUARES * filled:
            yield f"{own}/placed/{sizes.index(max(sizes))}", "fourth-square-closed", {}
    for hex_ in range(c.HEXES):
        yield from _without_navy(state, side, hex_)


def _most_units(state: GeneralCore, side: int) -> int:
    """How many units a side can have had in this turn. PG-2, PG-3."""
    tables = state.tables
    core = bit_count(tables.core_units[side])
    if state.turn > 1:
        return core + 1
    rows = range(row_of(side, 0), row_of(side, 0) + c.UNIT_SLOTS)
    return core if tables.core_only_start else sum(bool(tables.unit_ids[row]) for row in rows)


def _all_units(state: GeneralCore) -> Iterator[Complaint]:
    """PG-2, PG-3: what a side has in this turn is in hand or placed."""
    tables = state.tables
    for side in range(c.SIDES):
        in_play = state.hand[side] | _placed(state, side)
        # Units without a legal hex are depleted all at once. RG-11.
        given_up = state.phase in (c.PLACE, c.REDEPLOY) and side != state.side
        given_up = given_up and not state.hand[side]
        missing = _due(state, side) & ~in_play
        if given_up:
            missing = _placeable(state, side, missing, 0)
        if missing:
            name = tables.unit_ids[row_of(side, first_in(missing))]
            yield f"{_side(side)}/recruited", "unit-missing", {"unit": name}


def _never_placed(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3: when the combats begin all units lie on hexes, but those without a legal one."""
    if state.phase not in (c.SPY, c.COMBAT):
        return
    spied = _may_have_spied(state)
    removers = state.tables.removers
    gone = [spied and not _placed(state, side) & removers[side] for side in range(c.SIDES)]
    for side in range(c.SIDES):
        # A Spy used at this hex is gone, and so is the unit it removed.
        spied_away = sum(gone)
        missing = _due(state, side) & ~_placed(state, side)
        missing = _never_given_up(state, side, missing, spied_away)
        # What lay at a resolved hex is depleted.
        explained = (c.SQUARES + 1) * state.hex + (1 if gone[1 - side] else 0)
        if gone[side]:
            missing &= ~removers[side]
        if bit_count(missing) > explained:
            name = state.tables.unit_ids[row_of(side, first_in(missing))]
            yield f"{_side(side)}/placed", "unit-missing", {"unit": name}


def _may_have_spied(state: GeneralCore) -> bool:
    """Whether a Spy can have been used at the present hex. PG-5."""
    if state.phase == c.SPY and state.side == state.first:
        return False
    recruits = state.turn > 1 and not state.tables.fast
    for side in range(c.SIDES):
        spies = state.tables.removers[side] & ~_placed(state, side)
        if spies and (recruits or spies & _due(state, side)):
            return True
    return False


def _never_given_up(state: GeneralCore, side: int, units: int, spied_away: int) -> int:
    """Those of `units` that a hex not yet resolved had room for to the end. PG-3, RG-11.

    Units are given up only where none of them can be placed, and nothing is placed after that.
    From the present hex Spies have taken `spied_away` at most.
    """
    if not state.hex and not spied_away:
        return _placeable(state, side, units, 0)
    found = 0
    for hex_ in range(state.hex, c.HEXES):
        # A fourth square may have been closed by a hex that is resolved now.
        room = c.SQUARES + (1 if state.tables.fast else 0)
        room -= spied_away if hex_ == state.hex else 0
        if bit_count(state.at[hex_at(side, hex_)]) < room:
            found |= _placeable(state, side, units, hex_, hex_ + 1)
    return found


def _placeable(state: GeneralCore, side: int, units: int, start: int, stop: int = c.HEXES) -> int:
    """Those of `units` that could be placed now on a hex from `start` to before `stop`. PG-3."""
    hand, found, rest = state.hand[side], 0, units
    state.hand[side] |= units
    while rest:
        unit = first_in(rest)
        rest &= rest - 1
        for hex_ in range(start, stop):
            if not place_refusal(state, side, unit, hex_):
                found |= 1 << unit
    state.hand[side] = hand
    return found


def _recruits(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3: a recruit was paid for."""
    tables = state.tables
    for side in range(c.SIDES):
        recruits = (state.hand[side] | _placed(state, side)) & ~_due(state, side)
        if recruits and not _has_paid(state, side, first_in(recruits)):
            name = tables.unit_ids[row_of(side, first_in(recruits))]
            yield f"{_side(side)}/turned", "recruit-unpaid", {"unit": name}


def _has_paid(state: GeneralCore, side: int, unit: int) -> bool:
    cost = state.tables.cost[row_of(side, unit)]
    for edge in range(c.EDGES_AB):
        place = state.edges[edge_at(side, edge)]
        if place == c.NOWHERE or not state.turned >> place & 1:
            continue
        if cost == c.WHITE or state.tables.location_colours[place] >> cost & 1:
            return True
    return False


def _without_navy(state: GeneralCore, side: int, hex_: int) -> Iterator[Complaint]:
    # A Navy leaves by the own Militia at that hex, or by an enemy Spy in the combat there.
    tables, units = state.tables, state.at[hex_at(side, hex_)]
    if not units or state.hexes[hex_] == c.NOWHERE or units & tables.redeployers[side]:
        return
    if state.phase in (c.SPY, c.COMBAT) and hex_ == state.hex:
        in_play = state.hand[side] | _placed(state, side)
        if tables.navy[side] & ~in_play:
            return
    terrains = tables.location_terrains[state.hexes[hex_]]
    rest = units
    while rest:
        unit = first_in(rest)
        rest &= rest - 1
        if not may_stand(tables, side, unit, terrains, units):
            name = tables.unit_ids[row_of(side, unit)]
            yield f"{_side(side)}/placed/{hex_}", "navy-missing", {"unit": name}


def _recruiting(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3: from turn 2, not in fast play, before anything is placed."""
    tables = state.tables
    if tables.fast:
        yield "/decision", "no-recruits-in-fast-play", {}
    if state.turn == 1:
        yield "/turn", "no-recruits-on-turn-1", {}
    for side in range(c.SIDES):
        if _placed(state, side):
            yield f"{_side(side)}/placed", "placed-too-early", {}
        chosen = side == state.first and state.side != state.first
        core = tables.core_units[side]
        if not chosen and state.hand[side] & ~core:
            yield f"{_side(side)}/recruited", "core-returns", {}


def _threats(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3: the first player's Threat marker, then the other's, before all other units."""
    tables = state.tables
    if not state.hand[state.side] & tables.placed_first[state.side]:
        yield f"{_side(state.side)}/recruited", "no-threat", {}
    for side in range(c.SIDES):
        placed, markers = _placed(state, side), tables.placed_first[side]
        if placed & ~markers:
            yield f"{_side(side)}/placed", "placed-too-early", {}
        has_laid = side == state.first and state.side != state.first
        if (placed & markers and not has_laid) or (has_laid and state.hand[side] & markers):
            yield f"{_side(side)}/placed", "threat-order", {}


def _due(state: GeneralCore, side: int) -> int:
    """The units that a side has at least in this turn, before any recruit."""
    tables = state.tables
    everything = tables.fast or (state.turn == 1 and not tables.core_only_start)
    return tables.all_units[side] if everything else tables.core_units[side]


def _all_there(state: GeneralCore, side: int) -> bool:
    return _due(state, side) & ~(state.hand[side] | _placed(state, side)) == 0


def _placing(state: GeneralCore) -> Iterator[Complaint]:
    """PG-3: Threat markers lie already, and the players place one unit each in turn."""
    tables = state.tables
    for side in range(c.SIDES):
        if state.hand[side] & tables.placed_first[side]:
            yield f"{_side(side)}/recruited", "threat-first", {}
    if not all(_all_there(state, side) for side in range(c.SIDES)):
        return
    # A unit that a Militia took back was placed once more than is seen.
    seen, more = [], []
    for side in range(c.SIDES):
        placed = _placed(state, side)
        seen.append(bit_count(placed & ~tables.placed_first[side]))
        more.append(1 if placed & tables.redeployers[side] else 0)
    own, other = state.side, 1 - state.side
    if state.phase == c.REDEPLOY:
        # The Militia just placed; its owner's turn is not over.
        more[own] = 0
        seen[own] -= 1
    ahead = 1 if own != state.first else 0  # how many more the other has placed
    most_own, least_other = seen[own] + more[own], seen[other]
    most_other, least_own = seen[other] + more[other], seen[own]
    if most_own < least_other - ahead or (state.hand[other] and least_own > most_other - ahead):
        yield "/decider", "out-of-turn", {"side": SIDES[own]}


def _combat(state: GeneralCore) -> Iterator[Complaint]:
    """PG-5: all units are placed, hexes are resolved in order, Spies before dice."""
    for side in range(c.SIDES):
        if state.hand[side]:
            yield f"{_side(side)}/recruited", "not-all-placed", {}
        resolved = state.hex + (1 if state.phase in AFTER_DICE else 0)
        for hex_ in range(resolved):
            if state.at[hex_at(side, hex_)]:
                yield f"{_side(side)}/placed/{hex_}", "hex-resolved", {}
        spies = state.at[hex_at(side, state.hex)] & state.tables.removers[side]
        enemy = state.at[hex_at(1 - side, state.hex)]
        waits = state.phase == c.SPY and (side == state.side or state.side == state.first)
        if spies and enemy and not waits and state.phase in (c.SPY, c.COMBAT):
            yield f"{_side(side)}/placed/{state.hex}", "spy-unused", {}
    if state.phase == c.EDGE and state.hexes[state.hex] >= c.LOCATIONS:
        yield "/hexes", "capitol-not-placed", {}
    if state.phase in (c.FRONT, c.LAY) and state.hexes[state.hex] != c.NOWHERE:
        yield "/hexes", "location-gone", {}
