"""States whose tokens, hits or ids tell of a round that cannot have been played so."""

import copy
import random
from collections.abc import Iterator

import pytest

from pbbuild.errors import StateError
from pbbuild.pocket_battles.rules.state_round import order_totals
from tests.pocket_battles.rules.test_impossible import (
    Breaker,
    State,
    alive,
    every_unit,
    is_whole,
    judged,
    other,
    reached,
    side,
    unspent,
)
from tests.tiers import tries


def carries(unit: State, trait: str) -> bool:
    troops = (*unit["troops"], *unit.get("lost", ()))
    return any(trait in troop["traits"] for troop in troops)


def both_whole(state: State) -> bool:
    return is_whole(state, "A") and is_whole(state, "B")


def acting(state: State) -> set[str]:
    pending = state["pending"] or {}
    return {str(value) for value in pending.values()} | set(pending.get("done", ()))


def paid_from_unused(state: State, unit: State, orders: int) -> bool | None:
    """Give a unit so many order tokens; at least one token stays unused."""
    own = side(state)
    own["unused"] -= orders - unit["orders"]
    unit["orders"] = orders
    return None if own["unused"] > 0 and both_whole(state) else False


def two_orders_that_cost_one_each(state: State) -> bool | None:
    for unit in alive(state, state["turn"]):
        if not carries(unit, "reactive") and unit["id"] not in acting(state):
            return paid_from_unused(state, unit, 2)
    return False


def three_tokens_on_a_reactive_unit(state: State) -> bool | None:
    for unit in alive(state, state["turn"]):
        living = any("reactive" in troop["traits"] for troop in unit["troops"])
        if living and unit["id"] not in acting(state):
            return paid_from_unused(state, unit, 3)
    return False


def a_token_taken_though_one_is_unused(state: State) -> bool | None:
    """A wound is paid from the orders of a unit only where nothing is unused. PB-7.2."""
    for unit in alive(state, state["turn"]):
        if unit["orders"] in (3, 7) and not carries(unit, "reactive"):
            unit["orders"] -= 1
            side(state)["unused"] += 1
            return None if both_whole(state) else False
    return False


def passed_all_along(state: State) -> bool | None:
    """A side has passed four times while the other, with tokens left, has had no turn."""
    if not unspent(state) or side(state)["unused"] < 5:
        return False
    side(state)["unused"] -= 4
    side(state)["passed"] = 4
    state["round"] = 3
    return None if both_whole(state) else False


def a_turn_before_the_first_player(state: State) -> bool | None:
    if state["first_turn_of_battle"] or not unspent(state):
        return False
    state["round"], state["player1"] = 3, other(state)
    if side(state)["unused"] < 2:
        return False
    side(state)["unused"] -= 1
    side(state)["passed"] = 1
    return None if both_whole(state) else False


def tokens_set_aside_for_no_loss(state: State) -> bool | None:
    own = side(state)
    lost = any(unit.get("lost") for unit in own["units"])
    if lost or own["unused"] < 2 or any(carries(unit, "disband") for unit in every_unit(state)):
        return False
    own["unused"] -= 1
    own["set_aside"] += 1
    return None if both_whole(state) and not side(state)["destroyed"] else False


def more_disbanded_than_there_were_attacks(state: State) -> bool | None:
    own = side(state)
    if not unspent(state) or own["unused"] < 4 or any(not unit["troops"] for unit in own["units"]):
        return False
    if any(troop["wp"] > 1 for unit in own["units"] for troop in unit.get("lost", ())):
        return False
    own["unused"] -= 3
    own["set_aside"] = 3
    return None if both_whole(state) else False


def a_leaders_token_in_a_new_round(state: State) -> bool | None:
    """The token of a Leader that fell is gone when the next round begins. PB-T.13."""
    fallen = [unit for unit in side(state)["units"] if unit.get("lost")]
    if not fallen or not unspent(state):
        return False
    state["round"], state["player1"] = 3, state["turn"]
    if any(
        2 * state["sides"][a]["destroyed"] >= state["sides"][b]["fielded"]
        for a, b in (("A", "B"), ("B", "A"))
    ):
        return False
    fallen[0]["lost"][0]["traits"] = ["leader"]
    side(state)["unused"] += 1
    return None if both_whole(state) else False


def wounds_before_any_order(state: State) -> bool | None:
    if not unspent(state) or not (state["contacts"] or side(state)["destroyed"]):
        return False
    if side(state)["unused"] < 3 or state["sides"][other(state)]["unused"] < 3:
        return False
    state["round"], state["player1"] = 1, state["turn"]
    for name in "AB":
        state["sides"][name]["unused"] -= 1
        state["sides"][name]["passed"] = 1
    return None if both_whole(state) else False


def orders_returned(state: State, name: str) -> bool | None:
    """Return the order tokens of a side; some are unused then."""
    own = state["sides"][name]
    own["unused"] += sum(unit["orders"] for unit in own["units"])
    for unit in own["units"]:
        unit["orders"] = 0
    return None if own["unused"] and both_whole(state) else False


def a_target_that_nobody_paid_for(state: State) -> bool | None:
    return orders_returned(state, state["turn"])


def hits_that_nobody_paid_for(state: State) -> bool | None:
    orders_returned(state, other(state))
    side(state)["unused"] += side(state)["set_aside"]
    side(state)["set_aside"] = 0
    return orders_returned(state, state["turn"])


def a_fallen_troop_without_wound_points(state: State) -> bool | None:
    for unit in alive(state, state["turn"]):
        if unit.get("lost"):
            unit["lost"][0]["wp"] = 0
            return None
    return False


def a_gap_in_the_ids(state: State) -> bool | None:
    units = side(state)["units"]
    units[-1]["id"] = f"{state['turn'].lower()}{len(units) + 1}"
    named = {name for group in state["contacts"] for name in (group["one"], *group["many"])}
    if f"{state['turn'].lower()}{len(units)}" in named | acting(state) | {state["redeployed"]}:
        return False
    return None if is_whole(state, state["turn"]) else False


def three_actions_of_a_double_order(state: State) -> bool | None:
    state["pending"]["left"] = 3
    return None if state["pending"]["trait"] == "double-order" else False


def an_action_of_a_double_order_forgotten(state: State) -> bool | None:
    pending = state["pending"]
    unit = next(unit for unit in side(state)["units"] if unit["id"] == pending["unit"])
    if pending["trait"] != "double-order" or not unit["troops"]:
        return False
    pending["left"], pending["done"] = 1, []
    living = any("double-order" in troop["traits"] for troop in unit["troops"])
    return None if living and is_whole(state, state["turn"]) else False


def acted_without_an_order(state: State) -> bool | None:
    pending = state["pending"]
    if pending["trait"] != "double-order" or not side(state)["unused"]:
        return False
    idle = [u for u in alive(state, state["turn"]) if not u["orders"]]
    idle = [unit for unit in idle if unit["id"] != pending["unit"]]
    if not idle:
        return False
    pending["done"], pending["left"] = [idle[0]["id"]], 1
    return None if is_whole(state, state["turn"]) else False


def more_hits_than_a_strike_back_gives(state: State) -> bool | None:
    """A unit in contact that was ordered is struck back: no charge die, no Excite die."""
    name = state["pending"]["unit"]
    groups = [group for group in state["contacts"] if name in (group["one"], *group["many"])]
    if name[0].upper() != state["turn"] or not groups or state["pending"].get("lethal"):
        return False
    group = groups[0]
    enemies = group["many"] if name == group["one"] else [group["one"]]
    units = {unit["id"]: unit for unit in every_unit(state)}
    for unit in every_unit(state):
        for troop in (*unit["troops"], *unit.get("lost", ())):
            troop["traits"], troop["white"] = [], []
        for troop in unit["troops"]:
            if unit["id"] in enemies:
                troop["black"] = []
    for enemy in enemies:
        units[enemy]["troops"][0]["black"] = [6]
    state["pending"]["hits"] = 2
    return None if both_whole(state) else False


def plain_hits_of_a_lethal_shooter(state: State) -> bool | None:
    """Only one unit can have shot, and its shots are lethal."""
    name = state["pending"]["unit"]
    if name[0].upper() == state["turn"] or state["contacts"] or state["pending"].get("lethal"):
        return False
    for unit in every_unit(state):
        for troop in unit["troops"]:
            troop["traits"] = ["lethal"] if troop["white"] else []
    return None if both_whole(state) else False


def shot_from_a_sector_with_enemies_of_its_own(state: State) -> bool | None:
    name = state["pending"]["unit"]
    if name[0].upper() == state["turn"] or state["contacts"]:
        return False
    mine, enemy = state["turn"], other(state)
    for unit in alive(state, mine):
        unit["zone"] = f"left {mine} front"
        for troop in (*unit["troops"], *unit.get("lost", ())):
            troop["traits"] = [trait for trait in troop["traits"] if trait == "leader"]
    foes = alive(state, enemy)
    if len(foes) < 2:
        return False
    for unit in foes:
        unit["zone"] = f"{'right' if unit['id'] == name else 'left'} {enemy} front"
    return None if both_whole(state) else False


IN_TURN: list[Breaker] = [
    two_orders_that_cost_one_each, three_tokens_on_a_reactive_unit,
    a_token_taken_though_one_is_unused, a_gap_in_the_ids,
    a_fallen_troop_without_wound_points,
]  # fmt: skip


def a_follow_up_that_nobody_paid(state: State) -> bool | None:
    """Tokens never come back within a turn, so what acted just now has one on it. PB-4.5."""
    own, unit_id = side(state), state["pending"]["unit"]
    for unit in alive(state, state["turn"]):
        if unit["id"] == unit_id and unit["orders"]:
            own["unused"] += unit["orders"]
            unit["orders"] = 0
            return None if both_whole(state) else False
    return False


def hits_on_what_stands_in_the_rear_in_its_turn(state: State) -> bool | None:
    for unit in alive(state, state["turn"]):
        if str(unit["zone"]).endswith(" rear"):
            state["pending"]["unit"] = unit["id"]
            return None if both_whole(state) else False
    return False


def a_round_after_the_victory_of_few(state: State) -> bool | None:
    """All tokens are back, half of an army is gone: the round before was the last. PB-9.1."""
    spent = any(unit["orders"] for unit in every_unit(state))
    asides = any(own[key] for own in state["sides"].values() for key in ("passed", "set_aside"))
    if spent or asides or state["round"] < 2 or state["contacts"]:
        return False
    loser = other(state)
    units, winner = state["sides"][loser]["units"], side(state)
    dead = [unit for unit in units if unit["troops"]][2:]
    if any("leader" in troop["traits"] for unit in dead for troop in unit["troops"]):
        return False
    for unit in dead:
        winner["destroyed"] += sum(troop["dp"] for troop in unit["troops"])
        state["sides"][loser]["unused"] += sum(troop["wounds"] for troop in unit["troops"])
    for own in state["sides"].values():
        # As other programs write it: living units alone.
        own["units"] = [unit for unit in own["units"] if unit["troops"] and unit not in dead]
        for unit in own["units"]:
            unit.pop("lost", None)
    fielded = state["sides"][loser]["fielded"]
    return None if 2 * winner["destroyed"] >= fielded and len(dead) else False


def a_contact_of_round_1_that_nobody_paid(state: State) -> bool | None:
    """Some unit has had an order, but none of the two that fight."""
    if state["round"] != 1 or not any(unit["orders"] for unit in every_unit(state)):
        return False
    idle = [
        [
            unit
            for unit in alive(state, name)
            if not unit["orders"]
            and not unit["zone"].endswith("engagement")
            and any(troop["black"] for troop in unit["troops"])
        ]
        for name in "AB"
    ]
    if not all(idle) or not all(state["sides"][name]["unused"] for name in "AB"):
        return False
    for units in idle:
        units[0]["zone"] = "left engagement"
    state["contacts"].append({"one": idle[0][0]["id"], "many": [idle[1][0]["id"]]})
    return None if both_whole(state) else False


def a_troop_that_did_not_regenerate(state: State) -> bool | None:
    """At a sacrifice, or where a round has only seen passes. PB-T.18."""
    if state["decision"] == "turn" and (not unspent(state) or state["round"] < 2):
        return False
    for name in "AB":
        own = state["sides"][name]
        for unit in alive(state, name):
            for troop in unit["troops"]:
                more = troop["wp"] - 1 - troop["wounds"]
                if more > 0 and own["unused"] > more:
                    troop["traits"] = [*troop["traits"], "regeneration"]
                    troop["wounds"] += more
                    own["unused"] -= more
                    return None if both_whole(state) else False
    return False


def a_round_of_passes_after_the_victory(state: State) -> bool | None:
    if not unspent(state) or state["round"] < 2 or state["contacts"]:
        return False
    winner, loser = side(state), state["sides"][other(state)]
    for own in (winner, loser):
        if own["unused"] < 2:
            return False
        own["unused"] -= 1
        own["passed"] = 1
    for unit in alive(state, other(state))[2:]:
        if any(troop["wounds"] or "leader" in troop["traits"] for troop in unit["troops"]):
            continue
        height = len(unit["troops"]) + len(unit.get("lost", ()))
        taken = {troop["place"] for troop in unit.get("lost", ())}
        free = [place for place in range(height) if place not in taken]
        fallen = [
            {**troop, "place": place} for troop, place in zip(unit["troops"], free, strict=True)
        ]
        unit["lost"] = [*unit.get("lost", ()), *fallen]
        winner["destroyed"] += sum(troop["dp"] for troop in fallen)
        unit["troops"], unit["zone"] = [], None
    return None if 2 * winner["destroyed"] >= loser["fielded"] and both_whole(state) else False


def two_tokens_set_aside_with_one_unit(state: State) -> bool | None:
    """The order tokens of a fallen unit are 0, 1, 3 or 7; nothing else was set aside."""
    for unit in every_unit(state):
        for troop in (*unit["troops"], *unit.get("lost", ())):
            troop["traits"] = [t for t in troop["traits"] if t not in ("disband", "reactive")]
    for own in state["sides"].values():
        dead = [unit for unit in own["units"] if not unit["troops"]]
        for unit in own["units"]:
            for troop in unit.get("lost", ()):
                troop["wp"] = min(troop["wp"], 1)
        if len(dead) == 1 and own["unused"] > 2 and not own["set_aside"]:
            own["unused"] -= 2
            own["set_aside"] = 2
            return None if both_whole(state) else False
    return False


def redeployed_without_being_fast(state: State) -> bool | None:
    """Of a turn in which the unit has acted. PB-4.4, PB-T.8."""
    pending = state["pending"]
    acted = [pending.get("charger"), *pending.get("done", ())]
    if pending.get("trait") == "overwhelming":
        acted.append(pending["unit"])
    for unit in alive(state, state["turn"]):
        if unit["id"] in acted and not (carries(unit, "fast") or carries(unit, "slow")):
            state["redeployed"] = unit["id"]
            return None
    return False


def hits_of_a_redeployed_shooter(state: State) -> bool | None:
    name = state["pending"]["unit"]
    if name[0].upper() == state["turn"] or state["contacts"]:
        return False
    shooters = [
        unit
        for unit in alive(state, state["turn"])
        if unit["orders"] and any(troop["white"] for troop in unit["troops"])
    ]
    if len(shooters) != 1 or carries(shooters[0], "fast") or carries(shooters[0], "slow"):
        return False
    state["redeployed"] = shooters[0]["id"]
    return None if both_whole(state) and side(state)["unused"] else False


BREAKERS: dict[str, list[Breaker]] = {
    "deploy": [a_gap_in_the_ids],
    "turn": [
        *IN_TURN, passed_all_along, a_turn_before_the_first_player, tokens_set_aside_for_no_loss,
        more_disbanded_than_there_were_attacks, a_leaders_token_in_a_new_round,
        wounds_before_any_order, a_round_after_the_victory_of_few,
        a_contact_of_round_1_that_nobody_paid, a_troop_that_did_not_regenerate,
        a_round_of_passes_after_the_victory, two_tokens_set_aside_with_one_unit,
    ],
    "act": [*IN_TURN, passed_all_along, a_turn_before_the_first_player],
    "react": [*IN_TURN],
    "target": [*IN_TURN, a_target_that_nobody_paid_for, redeployed_without_being_fast],
    "wound": [
        *IN_TURN, hits_that_nobody_paid_for, more_hits_than_a_strike_back_gives,
        plain_hits_of_a_lethal_shooter, shot_from_a_sector_with_enemies_of_its_own,
        hits_on_what_stands_in_the_rear_in_its_turn, hits_of_a_redeployed_shooter,
    ],
    "follow-up": [
        two_orders_that_cost_one_each, a_gap_in_the_ids, three_actions_of_a_double_order,
        an_action_of_a_double_order_forgotten, acted_without_an_order,
        a_follow_up_that_nobody_paid, redeployed_without_being_fast,
    ],
    "sacrifice": [
        a_gap_in_the_ids, a_fallen_troop_without_wound_points, a_troop_that_did_not_regenerate,
    ],
}  # fmt: skip
CASES = [(decision, breaker) for decision, breakers in BREAKERS.items() for breaker in breakers]
EACH = tries(6, 2)


def broken(decision: str, breaker: Breaker) -> Iterator[State]:
    states = reached()[decision]
    rng = random.Random(f"{decision} {breaker.__name__}")
    made = 0
    for state in rng.sample(states, len(states)):
        changed = copy.deepcopy(state)
        if breaker(changed) is None and changed != state:
            made += 1
            yield changed
        if made == EACH:
            return


@pytest.mark.clause("PB-4.1", "PB-4.3", "PB-4.5", "PB-7.2", "PB-7.3", "PB-T.4", "PB-T.12")
@pytest.mark.parametrize(
    ("decision", "breaker"), CASES, ids=[f"{kind}-{breaker.__name__}" for kind, breaker in CASES]
)
def test_a_state_that_no_round_leads_to_is_refused(decision: str, breaker: Breaker) -> None:
    states = list(broken(decision, breaker))
    assert states
    for state in states:
        with pytest.raises(StateError) as refusal:
            judged(state)
        assert refusal.value.problems


@pytest.mark.clause("PB-4.5", "PB-10")
def test_orders_leave_1_3_7_tokens_on_an_ordinary_unit_and_1_2_4_on_a_reactive_one() -> None:
    assert sorted(order_totals({1}, 20)) == [0, 1, 3, 7, 15, 31]
    assert sorted(order_totals({0}, 20)) == [0, 1, 2, 4, 8, 16, 32]


@pytest.mark.clause("PB-T.12")
def test_a_unit_that_lost_its_reactive_troop_can_have_any_number_of_order_tokens() -> None:
    totals = order_totals({0, 1}, 12)
    assert set(range(13)) <= set(totals)
    # 1, then 1 while it is Reactive, then 3.
    assert totals[5] == (3, 3)


def test_a_reactive_unit_with_two_order_tokens_is_accepted() -> None:
    tried = 0
    for state in copy.deepcopy(reached()["turn"]):
        own = side(state)
        for unit in alive(state, state["turn"]):
            living = any("reactive" in troop["traits"] for troop in unit["troops"])
            if living and not unit["orders"] and own["passed"] >= 2:
                own["passed"] -= 2
                unit["orders"] = 2
                tried += 1
                judged(state)
                break
    assert tried


def test_a_token_taken_for_a_wound_leaves_two_order_tokens() -> None:
    """Nothing is unused, so the wound of a troop comes from the three tokens of a unit."""
    found = 0
    for state in reached()["wound"] + reached()["turn"]:
        for name in "AB":
            own = state["sides"][name]
            plain = [unit for unit in alive(state, name) if not carries(unit, "reactive")]
            if not own["unused"] and any(unit["orders"] in (2, 5, 6) for unit in plain):
                found += 1
                judged(copy.deepcopy(state))
    assert found
