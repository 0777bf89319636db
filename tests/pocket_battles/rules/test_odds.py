"""The odds of an attack agree with playing out every roll and every choice."""

import itertools
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.rules.odds import (
    AttackType,
    Odds,
    StandingUnit,
    TroopState,
    after_hits,
    attack_odds,
)
from pbbuild.text.bilingual import Text

TRAITS = load_catalog().traits


def troop(
    code: str,
    *traits: str,
    wp: int = 1,
    dp: int = 3,
    black: tuple[int, ...] = (),
    white: tuple[int, ...] = (),
) -> Troop:
    gloss = Text(code, code)
    how = Provenance.RECONSTRUCTED
    return Troop(code, "test", code, gloss, "foot", dp, 6, wp, black, white, traits, how)


def unit(*troops: Troop) -> StandingUnit:
    return tuple(TroopState(each) for each in troops)


def odds(attacker: StandingUnit, target: StandingUnit, attack: AttackType) -> Odds:
    return attack_odds(attacker, target, attack, TRAITS)


@pytest.mark.clause("PB-10", "PB-7.1")
def test_two_hits_on_cavalry_and_infantry_cost_the_cheaper_way() -> None:
    cavalry, infantry = troop("C", wp=2, dp=5, black=(2, 2)), troop("I", dp=3, black=(6, 6))

    survivors, tokens = after_hits(unit(cavalry, infantry), 2, 5)

    assert survivors == (TroopState(cavalry, 1),)
    assert tokens == 4


@pytest.mark.clause("PB-7.2")
def test_without_a_token_a_troop_must_fall() -> None:
    cavalry, infantry = troop("C", wp=2, dp=5), troop("I", dp=3)

    assert after_hits(unit(cavalry, infantry), 1, 0) == (unit(cavalry), 0)
    assert after_hits(unit(cavalry), 1, 0) == ((), 0)


@pytest.mark.clause("PB-7.5")
def test_a_troop_without_wound_points_falls_with_the_last_that_has_some() -> None:
    drummer, infantry = troop("D", wp=0, dp=4), troop("I", dp=3)

    assert after_hits(unit(drummer, infantry), 1, 5) == ((), 5)
    assert after_hits(unit(drummer, infantry, infantry), 1, 5)[0] == unit(drummer, infantry)


def fewest_points(state: StandingUnit, hits: int, tokens: int) -> int:
    """The fewest points lost, by trying every way of PB-7.1 hit by hit."""

    @cache
    def lost(standings: tuple[tuple[int, int, int], ...], hits: int, tokens: int) -> int:
        bearing = [place for place, (wp, _, _) in enumerate(standings) if wp]
        if not bearing:
            return sum(dp for _, _, dp in standings)
        if hits <= 0:
            return 0
        ways = []
        for place in bearing:
            wp, wounds, dp = standings[place]
            without = standings[:place] + standings[place + 1 :]
            ways.append(dp + lost(without, hits - (wp - wounds), tokens))
            if wp - wounds > 1 and tokens:
                hurt = (wp, wounds + 1, dp)
                changed = (*standings[:place], hurt, *standings[place + 1 :])
                ways.append(lost(changed, hits - 1, tokens - 1))
        return min(ways)

    return lost(tuple((s.troop.wp, s.wounds, s.troop.dp) for s in state), hits, tokens)


@st.composite
def units(draw: st.DrawFn) -> StandingUnit:
    count = draw(st.integers(1, 4))
    standings = []
    for place in range(count):
        wp = draw(st.integers(0 if place else 1, 3))
        wounds = draw(st.integers(0, max(0, wp - 1)))
        faces = tuple(draw(st.lists(st.integers(2, 6), max_size=3)))
        standings.append(
            TroopState(
                troop(f"T{place}", wp=wp, dp=draw(st.integers(2, 7)), black=faces, white=faces[:1]),
                wounds,
            )
        )
    return tuple(standings)


@given(units(), st.integers(0, 6), st.integers(0, 4))
def test_the_owner_loses_as_few_points_as_any_way_allows(
    target: StandingUnit, hits: int, tokens: int
) -> None:
    survivors, _ = after_hits(target, hits, tokens)

    lost = sum(s.troop.dp for s in target) - sum(s.troop.dp for s in survivors)
    assert lost == fewest_points(target, hits, tokens)


def played_out(
    attacker: StandingUnit, target: StandingUnit, dice: int, back_dice: int
) -> tuple[float, float]:
    """Mean points lost by target and attacker over every roll of a plain fight."""
    lost = own = 0.0
    rolls = list(itertools.product(range(1, 7), repeat=dice))
    back_rolls = list(itertools.product(range(1, 7), repeat=back_dice))
    for roll in rolls:
        hits = sum(s.troop.black.count(face) for s in attacker for face in roll)
        left, _ = after_hits(target, hits, 99)
        lost += sum(s.troop.dp for s in target) - sum(s.troop.dp for s in left)
        if not left:
            continue
        for back in back_rolls:
            answer = sum(s.troop.black.count(face) for s in left for face in back)
            rest, _ = after_hits(attacker, answer, 99)
            own += (sum(s.troop.dp for s in attacker) - sum(s.troop.dp for s in rest)) / len(
                back_rolls
            )
    return lost / len(rolls), own / len(rolls)


@settings(max_examples=40, deadline=None)
@given(units(), units(), st.booleans())
@pytest.mark.clause("PB-6.1", "PB-6.2")
def test_a_plain_fight_agrees_with_every_roll(
    attacker: StandingUnit, target: StandingUnit, charging: bool
) -> None:
    found = odds(attacker, target, AttackType(charging=charging))
    lost, own = played_out(attacker, target, 2 if charging else 1, 1)

    assert found.dp_lost == pytest.approx(lost)
    assert found.own_dp_lost == pytest.approx(own)
    assert sum(found.hits.values()) == pytest.approx(1)
    assert sum(found.eliminated.values()) == pytest.approx(1)
    assert sum(found.strike_back_hits.values()) == pytest.approx(1)


@pytest.mark.clause("PB-T.17")
def test_who_strikes_first_may_spare_himself_the_attack() -> None:
    attacker = unit(troop("A", black=(6,)))
    guard = unit(troop("G", "first-strike", black=(2, 3, 4, 5, 6, 1)))

    found = odds(attacker, guard, AttackType(charging=True))

    assert found.own_destroyed == pytest.approx(1)
    assert found.destroyed == 0


@pytest.mark.clause("PB-T.21")
def test_a_reckless_charger_hits_itself_on_ones() -> None:
    fanatic = unit(troop("F", "reckless+5", black=(5, 6)))
    harmless = unit(troop("H", wp=3))

    found = odds(fanatic, harmless, AttackType(charging=True))

    assert found.dice == 7
    assert found.own_destroyed == pytest.approx(1 - (5 / 6) ** 7)


@pytest.mark.clause("PB-8.1", "PB-T.6", "PB-T.7")
def test_a_shot_is_not_answered() -> None:
    gun = unit(troop("G", "shooting+1", "wounds+1", white=(5, 6), black=()))
    target = unit(troop("T", wp=3, black=(1, 2, 3, 4, 5, 6)))

    found = odds(gun, target, AttackType(shooting=True))

    assert found.dice == 2
    assert found.own_dp_lost == 0
    assert found.hits == pytest.approx({0: 16 / 36, 1: 0, 2: 16 / 36, 3: 4 / 36})


def best_of_all_sets(unit: StandingUnit, hits: int, tokens: int) -> tuple[StandingUnit, int]:
    """What `after_hits` gives, by looking at every set of troops that may be eliminated."""
    bearing = [place for place, standing in enumerate(unit) if standing.troop.wp]
    if hits >= sum(unit[place].left for place in bearing):
        return (), tokens
    ways = []
    for size in range(len(bearing)):
        for fallen in itertools.combinations(bearing, size):
            absorbed = [unit[place].left for place in fallen]
            if fallen and hits <= sum(absorbed) - max(absorbed):
                continue  # there is no hit left for the last of them
            wounds = max(0, hits - sum(absorbed))
            rest = [unit[place] for place in range(len(unit)) if place not in fallen]
            room = sum(standing.left - 1 for standing in rest if standing.troop.wp)
            if wounds > min(room, tokens):
                continue
            lost = sum(unit[place].troop.dp for place in fallen)
            faces = sum(len(s.troop.black) + len(s.troop.white) for s in rest)
            ways.append(((lost, -faces, wounds, size), fallen, rest))
    if not ways:
        return (), tokens
    (_, _, wounds, _), _, rest = min(ways, key=lambda way: way[:2])
    survivors, left = [], wounds
    for standing in rest:
        more = min(standing.left - 1, left) if standing.troop.wp else 0
        survivors.append(TroopState(standing.troop, standing.wounds + more))
        left -= more
    return tuple(survivors), tokens - wounds


@settings(max_examples=60, deadline=None)
@given(st.lists(units(), min_size=1, max_size=2), st.integers(0, 12), st.integers(0, 9))
def test_the_choice_is_the_best_of_all_sets_of_troops(
    parts: list[StandingUnit], hits: int, tokens: int
) -> None:
    target = tuple(itertools.chain(*parts))

    assert after_hits(target, hits, tokens) == best_of_all_sets(target, hits, tokens)


@pytest.mark.clause("PB-7.1")
def test_thirty_tiles_in_one_unit_are_counted_exactly() -> None:
    catalog = load_catalog()
    box = unit(*catalog.armies["union"].troops)
    crowd = unit(*(troop(f"T{place}", dp=3) for place in range(30)))

    found = attack_odds(box, crowd, AttackType(charging=True), catalog.traits)

    # Each hit eliminates one of thirty equal troops, and no more than thirty are there.
    fallen = sum(min(30, hits) * chance for hits, chance in found.hits.items())
    assert found.dp_lost == pytest.approx(3 * fallen)
    assert found.destroyed == pytest.approx(sum(found.hits.get(n, 0) for n in range(30, 200)))


@pytest.mark.slow
def test_a_roll_of_more_than_255_hits_is_no_hit_on_the_attacker_itself() -> None:
    many = unit(*(troop(f"T{place}", "reckless+5", black=(2,) * 6, wp=1) for place in range(30)))
    found = odds(many, unit(troop("X", wp=9)), AttackType(charging=True, orders=1, excite_dice=2))

    assert max(found.hits) > 255
    assert found.own_eliminated[0] == pytest.approx((5 / 6) ** found.dice)
