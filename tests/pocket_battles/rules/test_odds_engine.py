"""The odds of an attack agree with the engine itself, played through every roll."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import factorial
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pbbuild.base.provenance import Provenance
from pbbuild.play.contract import Node
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.odds import (
    AttackType,
    StandingUnit,
    TroopState,
    after_hits,
    after_lethal_hits,
    attack_odds,
)
from pbbuild.pocket_battles.rules.state_document import state_from_json
from pbbuild.text.bilingual import Text
from tests.tiers import tries

CATALOG = load_catalog()
MOST_DICE = 5
FIGHTING = [
    "engagement+1",
    "wounds+1",
    "wounds+2",
    "fury",
    "impetus",
    "first-strike",
    "reckless+1",
    "reckless+2",
    "blood-lust",
    "overwhelming",
    "disband",
    "reactive",
    "flying",
]
SHOOTING = ["shooting+1", "wounds+1", "long-range", "disband", "lethal"]


@st.composite
def units(draw: st.DrawFn, side: str, traits: list[str]) -> StandingUnit:
    standings = []
    for place in range(draw(st.integers(1, 3))):
        wp = draw(st.integers(0 if place else 1, 3))
        faces = st.lists(st.integers(1, 6), max_size=3).map(tuple)
        code = f"{side}{place}"
        made = Troop(
            code,
            "test",
            code,
            Text(code, code),
            "foot",
            draw(st.integers(1, 6)),
            6,
            wp,
            draw(faces),
            draw(faces),
            tuple(draw(st.lists(st.sampled_from(traits), max_size=2, unique=True))),
            Provenance.RECONSTRUCTED,
        )
        standings.append(TroopState(made, draw(st.integers(0, max(0, wp - 1)))))
    return tuple(standings)


def battle(
    attacker: StandingUnit, target: StandingUnit, orders: int, target_orders: int, *, met: bool
) -> Battle:
    """The two alone in the centre, opposite or in contact, with tokens in plenty."""

    def unit(name: str, zone: str, standings: StandingUnit, tokens: int) -> dict[str, Any]:
        troops = [
            {
                "code": s.troop.code,
                "dp": s.troop.dp,
                "fv": s.troop.fv,
                "wp": s.troop.wp,
                "black": list(s.troop.black),
                "white": list(s.troop.white),
                "traits": list(s.troop.traits),
                "wounds": s.wounds,
            }
            for s in standings
        ]
        return {"id": name, "zone": zone, "orders": tokens, "troops": troops}

    def side(name: str, standings: StandingUnit, tokens: int) -> dict[str, Any]:
        zone = "centre engagement" if met else f"centre {name} front"
        return {
            "unused": 30,
            "passed": 0,
            "set_aside": 0,
            "destroyed": 0,
            "fielded": sum(s.troop.dp for s in standings),
            "units": [unit(f"{name.lower()}1", zone, standings, tokens)],
        }

    document = {
        "format": "pbbuild-state/1",
        "edition": "modern-1",
        "size": 400,
        "round": 2,
        "player1": "B",
        "turn": "A",
        "decision": "turn",
        "first_turn_of_battle": False,
        "redeployed": None,
        "sides": {"A": side("A", attacker, orders), "B": side("B", target, target_orders)},
        "contacts": [{"one": "a1", "many": ["b1"]}] if met else [],
        "pending": None,
    }
    return state_from_json(document, CATALOG)


def standing_now(found: Battle, side: int, unit: StandingUnit) -> StandingUnit:
    state, base = found.state, side << c.SIDE_SHIFT
    alive = state.tally[c.TROOPS + side]
    return tuple(
        TroopState(s.troop, state.wounds[base + place])
        for place, s in enumerate(unit)
        if alive >> place & 1
    )


def wound_plan(found: Battle, unit: StandingUnit) -> list[tuple[int, int]]:
    """The owner's assignment of all hits of one attack: kinds of action and troops, in order."""
    side = found.state.wound_unit >> c.SIDE_SHIFT
    now = standing_now(found, side, unit)
    hits = found.state.wound_hits
    left = after_lethal_hits(now, hits) if found.state.lethal else after_hits(now, hits, 99)[0]
    after = {s.troop.code: s for s in left}
    place_of = {s.troop.code: place for place, s in enumerate(unit)}
    base = side << c.SIDE_SHIFT
    fallen = [s for s in now if s.troop.code not in after and s.troop.wp]
    # The toughest last: hits beyond what it absorbs are what it may cost.
    plan = [
        (c.DO_ELIMINATE, base + place_of[s.troop.code])
        for s in sorted(fallen, key=lambda s: s.left)
    ]
    for s in now:
        if s.troop.code in after:
            more = after[s.troop.code].wounds - s.wounds
            plan += [(c.DO_WOUND, base + place_of[s.troop.code])] * more
    return plan


def ends(
    found: Battle, sides: tuple[StandingUnit, StandingUnit]
) -> Iterator[tuple[float, Battle, int]]:
    """Every end of the attack with its chance, and the hits of the attacker's own roll."""
    waiting: list[tuple[float, Battle, int, list[tuple[int, int]]]] = [(1.0, found, 0, [])]
    while waiting:
        chance, now, scored, plan = waiting.pop()
        state = now.state
        if now.node() == Node.ROLL:
            own = state.phase in (c.STRIKE, c.SHOOT)
            for faces, share in rolls(state.dice):
                after = now.copy()
                after.apply_roll(faces)
                hits = after.state.hits if own else scored
                waiting.append((chance * share, after, hits, []))
        elif now.node() == Node.END or state.phase in (c.TURN, c.ACT):
            yield chance, now, scored
        else:
            if state.phase == c.WOUND:
                plan = plan or wound_plan(now, sides[state.wound_unit >> c.SIDE_SHIFT])
                kind, troop = plan[0]
                action = next(
                    a
                    for a in now.legal_actions()
                    if a >> c.KIND_SHIFT == kind and a >> c.ARGUMENT_SHIFT & 255 == troop
                )
                plan = plan[1:]
            else:
                action = next(
                    a
                    for a in now.legal_actions()
                    if a >> c.KIND_SHIFT in (c.DO_WAIT, c.DO_TARGET, c.DO_DONE)
                )
            now.apply(action)
            waiting.append((chance, now, scored, plan))


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], float]]:
    for faces in itertools.combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        yield faces, ways / 6**dice


def assert_agrees(
    attacker: StandingUnit, target: StandingUnit, attack: AttackType, words: str, orders: int
) -> None:
    met = not attack.charging and not attack.shooting
    found = battle(attacker, target, orders, attack.target_orders, met=met)
    expected = attack_odds(attacker, target, attack, CATALOG.traits)
    assume(expected.dice <= MOST_DICE and expected.strike_back_dice <= 3)
    fallen: dict[int, float] = defaultdict(float)
    own_fallen: dict[int, float] = defaultdict(float)
    hits: dict[int, float] = defaultdict(float)
    lost = own_lost = destroyed = own_destroyed = 0.0
    for chance, end, scored in ends(found.play(words), (attacker, target)):
        state = end.state
        lost += chance * int(state.tally[c.DESTROYED])
        own_lost += chance * int(state.tally[c.DESTROYED + 1])
        mine, theirs = (standing_now(end, side, u) for side, u in enumerate((attacker, target)))
        fallen[len(target) - len(theirs)] += chance
        own_fallen[len(attacker) - len(mine)] += chance
        destroyed += chance * (not theirs)
        own_destroyed += chance * (not mine)
        hits[scored] += chance

    assert lost == pytest.approx(expected.dp_lost)
    assert own_lost == pytest.approx(expected.own_dp_lost)
    assert destroyed == pytest.approx(expected.destroyed)
    assert own_destroyed == pytest.approx(expected.own_destroyed)
    assert dict(fallen) == pytest.approx(positive(expected.eliminated))
    assert dict(own_fallen) == pytest.approx(positive(expected.own_eliminated))
    if not any("first-strike" in s.troop.traits for s in target):
        assert dict(hits) == pytest.approx(positive(expected.hits))


def positive(likelihoods: dict[int, float]) -> dict[int, float]:
    return {total: chance for total, chance in likelihoods.items() if chance}


def price(unit: StandingUnit, orders: int) -> int:
    reactive = any("reactive" in s.troop.traits for s in unit)
    return max(1, orders) if reactive else orders + 1


@pytest.mark.slow
@settings(max_examples=tries(60, 15), deadline=None)
@given(units("A", FIGHTING), units("B", FIGHTING), st.integers(0, 1), st.integers(0, 2))
@pytest.mark.clause("PB-6.1", "PB-T.7", "PB-T.9", "PB-T.10", "PB-T.17", "PB-T.21", "PB-T.22")
def test_a_charge_has_the_odds_that_the_engine_plays(
    attacker: StandingUnit, target: StandingUnit, orders: int, target_orders: int
) -> None:
    assume(any(s.troop.black for s in attacker))
    paid = orders + price(attacker, orders)
    attack = AttackType(charging=True, orders=paid, target_orders=target_orders)
    assert_agrees(attacker, target, attack, "charge a1", orders)


@settings(max_examples=tries(60, 15), deadline=None)
@given(units("A", FIGHTING), units("B", FIGHTING), st.integers(0, 2), st.integers(0, 2))
@pytest.mark.clause("PB-5.3", "PB-6.2", "PB-T.9", "PB-T.17", "PB-T.22")
def test_an_engagement_carried_on_has_the_odds_that_the_engine_plays(
    attacker: StandingUnit, target: StandingUnit, orders: int, target_orders: int
) -> None:
    paid = orders + price(attacker, orders)
    attack = AttackType(orders=paid, target_orders=target_orders)
    assert_agrees(attacker, target, attack, "carry-on a1 b1", orders)


@settings(max_examples=tries(40, 15), deadline=None)
@given(units("A", SHOOTING), units("B", FIGHTING))
@pytest.mark.clause("PB-8.1", "PB-T.6", "PB-T.7", "PB-T.23")
def test_a_shot_has_the_odds_that_the_engine_plays(
    attacker: StandingUnit, target: StandingUnit
) -> None:
    assume(any(s.troop.white for s in attacker))
    assert_agrees(attacker, target, AttackType(shooting=True), "shoot a1 b1", 0)
