"""States that no battle reaches: real ones with one invariant broken are refused, with a reason.

The states are those of random battles; each breaker spoils one thing. What the plain model and
the engine reach themselves is always accepted.
"""

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from pbbuild.base.documents import Document
from pbbuild.errors import PbbuildError, StateError
from pbbuild.play.contract import Node
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import new_battle
from pbbuild.pocket_battles.rules.state_check import refuse_idle_decision, refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state
from tests.pocket_battles.playtest.fights import game, ready
from tests.pocket_battles.rules.reference.chance import made_up_army
from tests.pocket_battles.rules.reference.models import PlainModel
from tests.tiers import quick_first, tries

State = dict[str, Any]
Breaker = Callable[[State], bool | None]
PAIRS = (
    ("orcs-80", "macedonians-80"),
    ("union-80", "confederacy-80"),
    ("celts-60", "romans-60"),
    ("elves-60", "persians-50"),
)


def judged(state: State) -> Battle:
    """The battle of a document, refused where it cannot exist."""
    document = Document("x", state, "{}")
    full = read_state(document, game().catalog)
    refuse_impossible(document, full, game().catalog)
    battle = game().from_json(full)
    refuse_idle_decision(document, battle)
    return battle


def step(battle: Battle, rng: random.Random) -> None:
    if battle.node() == Node.ROLL:
        battle.apply_roll([rng.randint(1, 6) for _ in range(battle.roll().count)])
    else:
        battle.apply(rng.choice(battle.legal_actions()))


def decisions(pair: tuple[str, str], seed: int) -> Iterator[Battle]:
    """The moments of a random battle at which a side really has a choice."""
    rng = random.Random(f"{pair} {seed}")
    battle = new_battle(ready(pair[0]), ready(pair[1]), catalog=game().catalog)
    while battle.node() != Node.END:
        if battle.node() == Node.DECISION and len(battle.legal_actions()) > 1:
            yield battle
        step(battle, rng)


@cache
def of_battle(pair: tuple[str, str], seed: int) -> list[State]:
    """The states of a random battle."""
    found = []
    for battle in decisions(pair, seed):
        document = game().to_json(battle)
        document.pop("resume", None)
        found.append(document)
    return found


@cache
def reached() -> dict[str, list[State]]:
    """States of random battles by decision."""
    found: dict[str, list[State]] = {}
    # The last ones have units that charge again, and wounds before anything is lost.
    battles = [
        *enumerate(PAIRS * 2),
        (26, ("celts-60", "union-80")),
        (27, ("celts-60", "union-80")),
        (20, ("celts-60", "union-80")),
        (23, ("celts-60", "union-80")),
        (35, ("celts-60", "union-80")),
    ]
    for seed, pair in battles:
        for document in of_battle(pair, seed):
            found.setdefault(document["decision"], []).append(document)
    return found


def broken_states(
    decision: str, breaker: Breaker, most: int, *, wanted: bool = False
) -> Iterator[State]:
    """Up to `most` states of this decision with the breaker's invariant broken.

    Where one is wanted, more battles are played until there is one: what they reach is a matter of
    tiles and ready lists.
    """
    rng = random.Random(f"{decision} {breaker.__name__}")
    made = 0

    def tried(states: list[State]) -> Iterator[State]:
        nonlocal made
        for state in rng.sample(states, len(states)):
            if made == most:
                return
            changed = copy.deepcopy(state)
            if breaker(changed) is None and changed != state:
                made += 1
                yield changed

    yield from tried(reached().get(decision, []))
    for seed in range(100, 200):
        if made or not wanted:
            return
        states = of_battle(("celts-60", "union-80"), seed)
        yield from tried([state for state in states if state["decision"] == decision])


def side(state: State) -> State:
    own: State = state["sides"][state["turn"]]
    return own


def other(state: State) -> str:
    return "B" if state["turn"] == "A" else "A"


def alive(state: State, name: str) -> list[State]:
    return [unit for unit in state["sides"][name]["units"] if unit["troops"]]


def a_unit(state: State) -> State:
    return alive(state, state["turn"])[0]


# Breakers: None where they broke something, False where they do not apply.


def too_many_troops(state: State) -> None:
    tile = {"dp": 0, "fv": 9, "wp": 1, "black": [], "white": [], "traits": [], "wounds": 0}
    for number, unit in enumerate(side(state)["units"]):
        if unit["troops"]:
            unit["troops"] += [{"code": f"X{number}{place}", **tile} for place in range(9)]
            for troop in (*unit["troops"], *unit.get("lost", ())):
                troop["fv"] = 30


def too_many_lost(state: State) -> None:
    tile = {"code": "T", "dp": 0, "fv": 30, "wp": 1, "black": [], "white": [], "traits": []}
    lost = [{**tile, "code": f"L{n}", "place": n} for n in range(29)]
    side(state)["units"].append(
        {"id": "a29", "zone": None, "orders": 0, "troops": [], "lost": lost}
    )
    side(state)["units"][-1]["id"] = f"{state['turn'].lower()}29"


def a_lost_place_twice(state: State) -> bool | None:
    for unit in side(state)["units"]:
        if len(unit.get("lost", ())) > 1:
            unit["lost"][0]["place"] = unit["lost"][1]["place"]
            return None
    return False


def a_lost_place_beyond(state: State) -> bool | None:
    for unit in side(state)["units"]:
        if unit.get("lost"):
            unit["lost"][0]["place"] = 25
            return None
    return False


def lost_but_not_scored(state: State) -> bool | None:
    for unit in side(state)["units"]:
        if unit.get("lost") and unit["lost"][0]["dp"]:
            state["sides"][other(state)]["destroyed"] -= unit["lost"][0]["dp"]
            return None
    return False


def lost_and_living(state: State) -> bool | None:
    for unit in side(state)["units"]:
        if unit.get("lost") and unit["troops"]:
            unit["lost"][0]["code"] = unit["troops"][0]["code"]
            return None
    return False


def a_stack_above_its_formation(state: State) -> bool | None:
    for unit in alive(state, state["turn"]):
        if len(unit["troops"]) + len(unit.get("lost", ())) > 1:
            unit["troops"][0]["fv"] = 1
            return None
    return False


def no_wound_points_left(state: State) -> None:
    for troop in a_unit(state)["troops"]:
        troop["wp"] = troop["wounds"] = 0


def as_many_wounds_as_points(state: State) -> None:
    troop = next(troop for troop in a_unit(state)["troops"] if troop["wp"])
    troop["wounds"] = troop["wp"]


def a_tile_twice(state: State) -> bool | None:
    first, *rest = alive(state, state["turn"])
    if not rest:
        return False
    rest[0]["troops"][0]["code"] = first["troops"][0]["code"]
    return None


def a_unit_twice(state: State) -> bool | None:
    if len(side(state)["units"]) < 2:
        return False
    side(state)["units"][1]["id"] = side(state)["units"][0]["id"]
    return None


def more_tokens_than_there_are(state: State) -> None:
    side(state)["unused"] += 40


def many_tokens_passed(state: State) -> None:
    side(state)["passed"] += 40


def many_orders(state: State) -> None:
    a_unit(state)["orders"] += 40


def too_few_points_fielded(state: State) -> None:
    side(state)["fielded"] = 1


def more_points_than_the_size(state: State) -> None:
    side(state)["fielded"] = state["size"] + 1


def points_that_were_never_there(state: State) -> None:
    state["sides"][other(state)]["destroyed"] = side(state)["fielded"] + 1


def fielded_above_what_is_known(state: State) -> bool | None:
    if not any("lost" in unit for unit in side(state)["units"]):
        return False
    if side(state)["fielded"] >= state["size"]:
        return False
    side(state)["fielded"] += 1
    return None


def on_the_enemys_side(state: State) -> None:
    a_unit(state)["zone"] = f"left {other(state)} front"


def engaged_with_nobody(state: State) -> bool | None:
    named = {name for group in state["contacts"] for name in (group["one"], *group["many"])}
    pending = (state["pending"] or {}).values()
    for unit in alive(state, state["turn"]):
        if unit["id"] not in named and unit["id"] not in pending:
            unit["zone"] = "left engagement"
            return None
    return False


def not_placed(state: State) -> None:
    a_unit(state)["zone"] = None


def destroyed_but_placed(state: State) -> None:
    unit = a_unit(state)
    unit["troops"], unit["zone"] = [], "left A rear"


def in_contact_from_afar(state: State) -> bool | None:
    if not state["contacts"]:
        return False
    name = state["contacts"][0]["one"]
    unit = next(u for s in "AB" for u in state["sides"][s]["units"] if u["id"] == name)
    unit["zone"] = f"left {name[0].upper()} rear"
    return None


def in_two_groups(state: State) -> bool | None:
    if not state["contacts"]:
        return False
    state["contacts"].append(copy.deepcopy(state["contacts"][0]))
    return None


def in_contact_with_a_friend(state: State) -> bool | None:
    friends = alive(state, state["turn"])
    if len(friends) < 2:
        return False
    state["contacts"] = [{"one": friends[0]["id"], "many": [friends[1]["id"]]}]
    return None


def in_contact_with_nobody(state: State) -> None:
    state["contacts"] = [{"one": a_unit(state)["id"], "many": []}]


def a_stranger_in_contact(state: State) -> None:
    state["contacts"].append({"one": "a30", "many": ["b30"]})


def round_zero(state: State) -> None:
    state["round"] = 0


def beyond_the_round_limit(state: State) -> None:
    state["round"] = state["round_limit"] + 1


def a_first_turn_late(state: State) -> None:
    state["first_turn_of_battle"], state["round"] = True, 3


def a_first_turn_of_player_2(state: State) -> None:
    state["first_turn_of_battle"], state["round"] = True, 1
    state["player1"] = other(state)


def a_first_turn_after_losses(state: State) -> bool | None:
    if not any(state["sides"][name]["destroyed"] for name in "AB"):
        return False
    state["first_turn_of_battle"], state["round"], state["player1"] = True, 1, state["turn"]
    return None


def a_turn_without_a_token(state: State) -> None:
    own = side(state)
    own["set_aside"] += own["unused"]
    own["unused"] = 0


def nothing_redeployed(state: State) -> None:
    state["redeployed"] = None


def redeployed_already(state: State) -> None:
    state["redeployed"] = a_unit(state)["id"]


def redeployed_by_the_enemy(state: State) -> None:
    state["redeployed"] = alive(state, other(state))[0]["id"]


def a_stranger_redeployed(state: State) -> None:
    state["redeployed"] = f"{state['turn'].lower()}30"


def redeployed_though_slow(state: State) -> None:
    name = state["redeployed"]
    unit = next(unit for unit in side(state)["units"] if unit["id"] == name)
    unit["troops"][0]["traits"].append("slow")


def something_pending(state: State) -> None:
    state["pending"] = {"charger": a_unit(state)["id"], "sector": "left"}


def nothing_pending(state: State) -> None:
    state["pending"] = None


def a_charger_of_the_enemy(state: State) -> None:
    state["pending"]["charger"] = alive(state, other(state))[0]["id"]


def a_charger_elsewhere(state: State) -> None:
    sectors = {"left": "centre", "centre": "right", "right": "left"}
    state["pending"]["sector"] = sectors[state["pending"]["sector"]]


def an_unknown_charger(state: State) -> None:
    state["pending"]["charger"] = f"{state['turn'].lower()}30"


def a_charger_without_dice(state: State) -> None:
    name = state["pending"]["charger"]
    for unit in side(state)["units"]:
        if unit["id"] == name:
            for troop in unit["troops"]:
                troop["black"] = []


def nobody_who_could_react(state: State) -> None:
    state["sides"][other(state)]["unused"] = 0


def a_destroyed_unit_is_hit(state: State) -> bool | None:
    for name in "AB":
        for unit in state["sides"][name]["units"]:
            if not unit["troops"]:
                state["pending"]["unit"] = unit["id"]
                return None
    return False


def no_hits(state: State) -> None:
    state["pending"]["hits"] = 0


def lethal_hits_of_nobody(state: State) -> None:
    for name in "AB":
        for unit in state["sides"][name]["units"]:
            for troop in unit["troops"]:
                troop["traits"] = [trait for trait in troop["traits"] if trait != "lethal"]
    state["pending"]["lethal"] = True


def a_follow_up_without_its_trait(state: State) -> bool | None:
    unit = next(u for u in side(state)["units"] if u["id"] == state["pending"]["unit"])
    if not unit["troops"]:
        return False
    for troop in unit["troops"]:
        troop["traits"] = []
    return None


def more_follow_ups_than_a_trait_gives(state: State) -> None:
    state["pending"]["left"] = 99


def no_follow_up_left(state: State) -> None:
    state["pending"]["left"] = 0


def a_follow_up_of_the_enemy(state: State) -> None:
    state["pending"]["unit"] = alive(state, other(state))[0]["id"]


def acted_by_the_enemy(state: State) -> bool | None:
    if state["pending"]["trait"] == "overwhelming":
        return False
    state["pending"]["done"] = [alive(state, other(state))[0]["id"]]
    return None


def a_token_missing(state: State) -> bool | None:
    enemy = state["sides"][other(state)]
    if not enemy["unused"] or any("lost" in unit for unit in enemy["units"]):
        return False  # a Leader may have fallen, whose token is gone later
    enemy["unused"] -= 1
    return None


def a_larger_size(state: State) -> None:
    state["size"] += 20


def points_scored_that_nobody_lost(state: State) -> bool | None:
    if not any("lost" in unit for unit in side(state)["units"]):
        return False
    state["sides"][other(state)]["destroyed"] += 1
    side(state)["fielded"] += 1
    return None


def is_whole(state: State, name: str) -> bool:
    own = state["sides"][name]
    return len(own["units"]) >= 3 and 2 * own["fielded"] > max(50, state["size"])


def points_forgotten(state: State) -> bool | None:
    """Without the fallen listed, one side does not account for all it fielded."""
    if not is_whole(state, other(state)):
        return False
    for name in "AB":
        for unit in state["sides"][name]["units"]:
            unit.pop("lost", None)
    if not state["sides"][other(state)]["destroyed"]:
        return False
    state["sides"][other(state)]["destroyed"] -= 1
    return None


def units_in_another_order(state: State) -> None:
    units = side(state)["units"]
    units[0], units[1] = units[1], units[0]


def a_unit_beyond_thirty(state: State) -> None:
    side(state)["units"][-1]["id"] = f"{state['turn'].lower()}31"


def a_trait_twice(state: State) -> None:
    a_unit(state)["troops"][0]["traits"] = ["fast", "fast"]


def nothing_fielded(state: State) -> None:
    side(state).update(units=[], fielded=0)
    state["sides"][other(state)]["destroyed"] = 0
    state["contacts"] = []


def in_contact_without_any_black_die(state: State) -> bool | None:
    if not state["contacts"] or not any("lost" in unit for unit in every_unit(state)):
        return False
    group = state["contacts"][0]
    for unit in every_unit(state):
        if unit["id"] in (group["one"], *group["many"]):
            for troop in (*unit["troops"], *unit.get("lost", ())):
                troop["black"] = []
    losers = {unit["id"][0] for unit in every_unit(state) if unit.get("lost")}
    return None if losers == {"a", "b"} else False


def every_unit(state: State) -> list[State]:
    return [unit for name in "AB" for unit in state["sides"][name]["units"]]


def unspent(state: State) -> bool:
    """Return all tokens but wounds, as at the start of a round."""
    for name in "AB":
        own = state["sides"][name]
        own["unused"] += own["passed"] + own["set_aside"]
        own["unused"] += sum(unit["orders"] for unit in own["units"])
        own["passed"] = own["set_aside"] = 0
        for unit in own["units"]:
            unit["orders"] = 0
    state["first_turn_of_battle"] = False
    return all(state["sides"][name]["unused"] for name in "AB")


def a_round_begun_by_the_other(state: State) -> bool | None:
    state["round"], state["player1"] = 3, other(state)
    return None if unspent(state) else False


def a_round_after_the_victory(state: State) -> bool | None:
    state["round"], state["player1"] = 3, state["turn"]
    half = 2 * side(state)["destroyed"] >= state["sides"][other(state)]["fielded"]
    half = half and is_whole(state, "A") and is_whole(state, "B")
    return None if unspent(state) and half else False


def a_first_turn_that_is_not_marked(state: State) -> bool | None:
    if not state["first_turn_of_battle"]:
        return False
    state["first_turn_of_battle"] = False
    return None


def a_first_turn_after_a_pass(state: State) -> bool | None:
    if not any(state["sides"][name]["passed"] for name in "AB"):
        return False
    state["first_turn_of_battle"], state["round"], state["player1"] = True, 1, state["turn"]
    return None


def redeployed_and_engaged(state: State) -> bool | None:
    named = {name for group in state["contacts"] for name in (group["one"], *group["many"])}
    for unit in alive(state, state["turn"]):
        traits = [trait for troop in unit["troops"] for trait in troop["traits"]]
        if unit["id"] in named and "fast" not in traits:
            state["redeployed"] = unit["id"]
            return None
    return False


def a_destroyed_unit_redeployed(state: State) -> bool | None:
    for unit in side(state)["units"]:
        if not unit["troops"]:
            state["redeployed"] = unit["id"]
            return None
    return False


def an_order_without_a_token(state: State) -> bool | None:
    pending = state["pending"]
    if pending.get("trait") == "overwhelming" or pending.get("done"):
        return False
    name = pending.get("charger") or pending["unit"]
    unit = next(unit for unit in side(state)["units"] if unit["id"] == name)
    side(state)["unused"] += unit["orders"]
    unit["orders"] = 0
    return None if pending.get("left", 2) == 2 or pending["trait"] == "excite" else False


def an_overwhelming_unit_in_the_rear(state: State) -> bool | None:
    if state["pending"]["trait"] != "overwhelming":
        return False
    for unit in side(state)["units"]:
        if unit["id"] == state["pending"]["unit"]:
            unit["zone"] = f"left {state['turn']} rear"
    return None


def nothing_destroyed_by_the_overwhelming(state: State) -> bool | None:
    if state["pending"]["trait"] != "overwhelming":
        return False
    enemy = state["sides"][other(state)]
    enemy["units"] = [unit for unit in enemy["units"] if unit["troops"]]
    for unit in enemy["units"]:
        unit.pop("lost", None)
    side(state)["destroyed"] = 0
    enemy["fielded"] = sum(troop["dp"] for unit in enemy["units"] for troop in unit["troops"])
    return None if 2 * enemy["fielded"] > state["size"] else False


def more_hits_than_dice_give(state: State) -> None:
    state["pending"]["hits"] = 60


def hits_of_nobody(state: State) -> None:
    for unit in every_unit(state):
        for troop in unit["troops"]:
            troop["black"] = troop["white"] = []
            troop["traits"] = [name for name in troop["traits"] if "reckless" not in name]
        for troop in unit.get("lost", ()):
            troop["traits"] = []


def hits_on_an_own_unit_in_the_rear(state: State) -> bool | None:
    for unit in alive(state, state["turn"]):
        if unit["zone"].endswith("rear"):
            state["pending"]["unit"] = unit["id"]
            return None
    return False


def lethal_hits_of_the_side_that_is_hit(state: State) -> bool | None:
    if state["pending"]["unit"][0].upper() == state["turn"]:
        return False
    lethal_hits_of_nobody(state)
    troop = alive(state, other(state))[0]["troops"][0]
    troop["traits"].append("lethal")
    troop["white"] = [6]
    return None


def tokens_still_on_units(state: State) -> None:
    side(state)["unused"] = 0
    a_unit(state)["orders"] = 1


def tokens_still_passed(state: State) -> None:
    side(state)["unused"] = 0
    side(state)["passed"] = 1


def nobody_wounded(state: State) -> None:
    for unit in side(state)["units"]:
        for troop in unit["troops"]:
            troop["wounds"] = 0


def deployed_out_of_turn(state: State) -> bool | None:
    waiting = [[u for u in state["sides"][name]["units"] if u["zone"] is None] for name in "AB"]
    if not all(waiting):
        return False
    state["turn"] = other(state)
    return None


def everything_deployed(state: State) -> None:
    for unit in side(state)["units"]:
        unit["zone"] = unit["zone"] or f"left {state['turn']} rear"


def an_order_before_the_battle(state: State) -> None:
    side(state)["unused"] -= 1
    a_unit(state)["orders"] = 1


def points_before_the_battle(state: State) -> None:
    side(state)["destroyed"] = 1
    state["sides"][other(state)]["fielded"] += 1


def a_late_deployment(state: State) -> None:
    state["round"] = 2


def deployed_into_contact(state: State) -> None:
    a_unit(state)["zone"] = "left engagement"


ALWAYS: list[Breaker] = [
    too_many_troops, too_many_lost, a_stack_above_its_formation, no_wound_points_left,
    as_many_wounds_as_points, a_tile_twice, a_unit_twice, more_tokens_than_there_are,
    many_tokens_passed, many_orders, too_few_points_fielded, more_points_than_the_size,
    points_that_were_never_there, on_the_enemys_side, destroyed_but_placed,
    in_contact_with_a_friend, in_contact_with_nobody, a_stranger_in_contact,
    beyond_the_round_limit, a_token_missing, a_larger_size, units_in_another_order,
    a_unit_beyond_thirty, a_trait_twice, nothing_fielded,
]  # fmt: skip
PLAYED: list[Breaker] = [
    *ALWAYS, a_lost_place_twice, a_lost_place_beyond, lost_but_not_scored, lost_and_living,
    fielded_above_what_is_known, in_contact_from_afar, in_two_groups,
    points_scored_that_nobody_lost, points_forgotten, engaged_with_nobody, not_placed, round_zero,
    a_first_turn_late, a_first_turn_of_player_2, redeployed_by_the_enemy, a_stranger_redeployed,
    in_contact_without_any_black_die,
]  # fmt: skip
CHARGED: list[Breaker] = [
    *PLAYED, nothing_pending, a_charger_of_the_enemy, a_charger_elsewhere, an_unknown_charger,
]  # fmt: skip
BREAKERS: dict[str, list[Breaker]] = {
    "deploy": [
        *ALWAYS, deployed_out_of_turn, everything_deployed, an_order_before_the_battle,
        points_before_the_battle, a_late_deployment, deployed_into_contact, redeployed_already,
        something_pending,
    ],
    "turn": [
        *PLAYED, a_first_turn_after_losses, a_turn_without_a_token, redeployed_already,
        something_pending, a_round_begun_by_the_other, a_round_after_the_victory,
        a_first_turn_that_is_not_marked,
    ],
    "act": [
        *PLAYED, a_first_turn_after_losses, a_turn_without_a_token, nothing_redeployed,
        redeployed_though_slow, something_pending, a_round_begun_by_the_other,
        a_round_after_the_victory, a_destroyed_unit_redeployed,
    ],
    "react": [
        *CHARGED, a_charger_without_dice, nobody_who_could_react, an_order_without_a_token,
        a_first_turn_after_losses, a_first_turn_after_a_pass, redeployed_and_engaged,
        a_destroyed_unit_redeployed,
    ],
    "target": [*CHARGED, a_first_turn_after_a_pass, redeployed_and_engaged],
    "wound": [
        *PLAYED, nothing_pending, a_destroyed_unit_is_hit, no_hits, lethal_hits_of_nobody,
        a_first_turn_after_a_pass, more_hits_than_dice_give, hits_of_nobody,
        hits_on_an_own_unit_in_the_rear, lethal_hits_of_the_side_that_is_hit,
    ],
    "follow-up": [
        *PLAYED, nothing_pending, a_follow_up_without_its_trait, acted_by_the_enemy,
        more_follow_ups_than_a_trait_gives, no_follow_up_left, a_follow_up_of_the_enemy,
        an_order_without_a_token, an_overwhelming_unit_in_the_rear,
        nothing_destroyed_by_the_overwhelming,
    ],
    "sacrifice": [
        *PLAYED, tokens_still_on_units, tokens_still_passed, nobody_wounded, redeployed_already,
        something_pending,
    ],
}  # fmt: skip
CASES = [(decision, breaker) for decision, breakers in BREAKERS.items() for breaker in breakers]
EACH = tries(4, 1)


@pytest.mark.clause("PB-11", "PB-1.1", "PB-7.3")
@pytest.mark.parametrize(
    ("decision", "breaker"), CASES, ids=[f"{kind}-{breaker.__name__}" for kind, breaker in CASES]
)
def test_a_state_with_one_invariant_broken_is_refused(decision: str, breaker: Breaker) -> None:
    for state in broken_states(decision, breaker, EACH):
        with pytest.raises(StateError):
            judged(state)


@pytest.mark.slow
def test_every_breaker_applies_to_some_state() -> None:
    made = {
        (kind, breaker.__name__): len(list(broken_states(kind, breaker, EACH, wanted=True)))
        for kind, breaker in CASES
    }
    assert sum(made.values()) >= tries(700, 200)
    assert [case for case, count in made.items() if not count] == []


@pytest.mark.parametrize(
    "pair", quick_first([pytest.param(pair, id="-".join(pair)) for pair in reversed(PAIRS)], 1)
)
def test_every_state_of_play_is_accepted(pair: tuple[str, str]) -> None:
    for seed in range(100, 100 + tries(4, 1)):
        for battle in decisions(pair, seed):
            document = game().to_json(battle)
            document.pop("resume", None)
            options = [option.text for option in judged(document).options()]
            assert options == [option.text for option in battle.options()]


@pytest.mark.parametrize("seed", range(tries(8, 2)))
def test_every_state_that_the_plain_model_reaches_is_accepted(seed: int) -> None:
    rng = random.Random(f"plain {seed}")
    edition = ("ancients-1", "fantasy-1", "ancients-2", "modern-1")[seed % 4]
    size = rng.choice([20, 30, 50])
    armies = {name: made_up_army(rng, size, name * 3) for name in "AB"}
    # The model does not list the fallen, so it cannot show that one was a made-up Leader.
    for tile in (tile for army in armies.values() for troops in army for tile in troops):
        tile["traits"] = [trait for trait in tile["traits"] if trait != "leader"]
    from pbbuild.pocket_battles.rules.plain.battle import new_plain_battle

    model = PlainModel(new_plain_battle(edition, size, armies))
    for _ in range(400):
        if model.node() == "end":
            break
        if model.node() == "roll":
            model.apply_roll([rng.randint(1, 6) for _ in range(model.pending_roll()[-1])])
            continue
        options = model.options()
        if len(options) > 1:
            document = json.loads(json.dumps(model.model.document()))
            assert set(options) == {option.text for option in judged(document).options()}
        model.act(rng.choice(list(options)))


@pytest.mark.parametrize("name", ["a30", "b30"])
def test_hits_in_a_contact_with_a_unit_that_is_not_there_are_refused(name: str) -> None:
    for state in copy.deepcopy(reached()["wound"][:40]):
        unit = state["pending"]["unit"]
        state["contacts"] = [{"one": unit, "many": [name]}]
        with pytest.raises(StateError) as refusal:
            judged(state)
        assert "state.no-such-unit" in {problem.code for problem in refusal.value.problems}


def test_more_than_thirty_troops_are_refused_before_slots_overlap() -> None:
    state = copy.deepcopy(reached()["turn"][0])
    tile = {"dp": 1, "fv": 30, "wp": 1, "black": [], "white": [], "traits": ["heal"], "wounds": 0}
    units = [
        {"id": f"a{n}", "zone": "left A rear", "orders": 0, "troops": [{"code": "T", **tile}]}
        for n in range(1, 31)
    ]
    units[0]["troops"] = [{"code": f"T{n}", **tile} for n in range(1, 6)]
    state |= {"contacts": [], "size": 100, "turn": "A", "player1": "A"}
    state["sides"]["A"] |= {"units": units, "fielded": 34, "passed": 0, "set_aside": 0}
    state["sides"]["A"]["unused"], state["sides"]["B"]["destroyed"] = 5, 0
    with pytest.raises(PbbuildError) as refusal:
        judged(state)
    assert "state.too-many-troops" in {problem.code for problem in refusal.value.problems}
