"""States that no game reaches: real ones with one invariant broken are refused, with a reason."""

import copy
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from pbbuild.errors import StateError, UsageError
from pbbuild.play.contract import Node
from pbbuild.pocket_general.rules.setup import Variant
from tests.pocket_general.build import GAME, PAIRS
from tests.pocket_general.rules.test_properties import step
from tests.tiers import tries

State = dict[str, Any]
Breaker = Callable[[State, State, State], bool | None]
CORE = ["infantry", "tanks", "air", "navy", "militia", "threat"]
VARIANTS = (Variant(), Variant(fast=True), Variant(core_only_start=True), Variant(bonus=True))


@cache
def reached() -> dict[str, list[State]]:
    """States of random games by decision."""
    found: dict[str, list[State]] = {}
    for seed in range(8):
        rng = random.Random(f"impossible {seed}")
        state = GAME.new(*PAIRS[seed % 4], VARIANTS[1] if seed == 7 else VARIANTS[0])
        while state.node() != Node.END:
            document = GAME.to_json(state)
            found.setdefault(document["decision"], []).append(document)
            step(state, rng)
        found.setdefault("end", []).append(GAME.to_json(state))
    return found


def swap_decider(state: State, own: State, enemy: State) -> bool | None:
    # After a redeployment, or when a side has run out of units, both orders are possible.
    if "militia" in placed(own) | placed(enemy) or not (own["recruited"] and enemy["recruited"]):
        return False
    state["decider"] = "B" if state["decider"] == "A" else "A"
    return None


def recruits_on_turn_1(state: State, own: State, enemy: State) -> None:
    state["turn"] = 1


def recruits_in_fast_play(state: State, own: State, enemy: State) -> None:
    state["variant"]["fast"] = True


def a_unit_is_placed(state: State, own: State, enemy: State) -> None:
    own["recruited"].remove("tanks")
    own["placed"][next_land(state)].append("tanks")


def an_extra_unit_in_hand(state: State, own: State, enemy: State) -> None:
    own["recruited"].append("weather")


def no_threat_in_hand(state: State, own: State, enemy: State) -> None:
    own["recruited"].remove("threat")


def threat_in_hand_again(state: State, own: State, enemy: State) -> None:
    for units in own["placed"]:
        if "threat" in units:
            units.remove("threat")
    own["recruited"].append("threat")


def two_recruits(state: State, own: State, enemy: State) -> bool | None:
    if state["turn"] == 1 or state["variant"]["fast"]:
        return False
    own["recruited"] = [*{*own["recruited"], "weather", "artillery"} - placed(own)]
    return None


def four_at_one_hex(state: State, own: State, enemy: State) -> bool | None:
    if state["variant"]["fast"]:
        return False
    hex_ = next_land(state)
    units = [unit for unit in ("air", "infantry", "tanks", "navy") if unit in everything(own)]
    for there in (own["recruited"], *own["placed"]):
        there[:] = [unit for unit in there if unit not in units and unit != "militia"]
    if any(len(there) for number, there in enumerate(own["placed"]) if number == hex_):
        return False
    own["placed"][hex_] = units
    own["with_navy"] = []
    return None if len(units) == 4 else False


def four_at_a_hex_of_seven_units(state: State, own: State, enemy: State) -> bool | None:
    """In combat: a core of six and one recruit never have three units at each hex."""
    if state["variant"]["fast"] or state["turn"] == 1 or state["hex"] != 1:
        return False
    first = own["placed"][0]
    moving = [unit for unit in first if unit in ("infantry", "tanks", "air")]
    sea = ("pacific", "atlantic", "mediterranean", "normandy", "iwo-jima")
    for hex_ in (1, 2):
        if len(own["placed"][hex_]) == 3 and moving and state["hexes"][hex_] not in (None, *sea):
            first.remove(moving[0])
            own["placed"][hex_].append(moving[0])
            return None
    return False


def a_hex_before_the_combat(state: State, own: State, enemy: State) -> None:
    state["hex"] = 2


def five_at_one_hex(state: State, own: State, enemy: State) -> bool | None:
    units = [unit for unit in CORE if unit != "threat"]
    if any(unit not in everything(own) for unit in units):
        return False
    for there in (own["recruited"], *own["placed"]):
        there[:] = [unit for unit in there if unit not in units]
    own["placed"][next_land(state)] += units
    return None


def infantry_at_sea_without_navy(state: State, own: State, enemy: State) -> bool | None:
    sea = ("pacific", "atlantic", "mediterranean")
    hexes = [number for number, place in enumerate(state["hexes"]) if place in sea]
    if not hexes or {"navy", "imperial-fleet"} & set(own["placed"][hexes[0]]):
        return False
    for there in (own["recruited"], *own["placed"]):
        there[:] = [unit for unit in there if unit != "infantry"]
    own["placed"][hexes[0]].append("infantry")
    own["with_navy"] = ["infantry"]
    return None


def tanks_at_sea(state: State, own: State, enemy: State) -> bool | None:
    sea = ("pacific", "atlantic", "mediterranean")
    hexes = [number for number, place in enumerate(state["hexes"]) if place in sea]
    if not hexes:
        return False
    for there in (own["recruited"], *own["placed"]):
        there[:] = [unit for unit in there if unit != "tanks"]
    own["placed"][hexes[0]].append("tanks")
    return None


def a_unit_twice(state: State, own: State, enemy: State) -> None:
    own["recruited"].append("air")
    own["placed"][next_land(state)].append("air")


def an_unknown_unit(state: State, own: State, enemy: State) -> None:
    own["recruited"].append("dragons")


def a_location_twice(state: State, own: State, enemy: State) -> None:
    state["pool"].append(state["pool"][0] if state["pool"] else "korea")


def a_location_nowhere(state: State, own: State, enemy: State) -> bool | None:
    if not state["pool"]:
        return False
    state["pool"].pop()
    return None


def an_empty_hex(state: State, own: State, enemy: State) -> bool | None:
    if state["hexes"][0] is None or own["placed"][0] or enemy["placed"][0]:
        return False
    state["pool"].append(state["hexes"][0])
    state["hexes"][0] = None
    return None


def a_hex_not_filled(state: State, own: State, enemy: State) -> bool | None:
    if state["hexes"][2] is None or own["placed"][2] or enemy["placed"][2]:
        return False
    state["pool"].append(state["hexes"][2])
    state["hexes"][2] = None
    return None


def dice_too_early(state: State, own: State, enemy: State) -> None:
    state["dice"] = {"A": 1, "B": None}


def no_such_face(state: State, own: State, enemy: State) -> None:
    state["dice"] = {"A": 9, "B": None}


def too_many_captured(state: State, own: State, enemy: State) -> bool | None:
    state["turn"] = 1
    return None if any(own["theater_a"]) or any(enemy["theater_a"]) else False


def turned_though_not_captured(state: State, own: State, enemy: State) -> None:
    own["turned"].append(state["pool"][0] if state["pool"] else "moscow")


def a_capitol_in_the_pool(state: State, own: State, enemy: State) -> bool | None:
    capitol = {"germany": "berlin", "japan": "tokyo", "russia": "moscow"}
    name = capitol.get(enemy["nation"], "paris")
    if name in (*state["pool"], *state["hexes"]):
        return False
    state["pool"].insert(0, name)
    return None


def theater_b_laid_early(state: State, own: State, enemy: State) -> bool | None:
    if own["laid"] or own["theater_a"][0] is None:
        return False
    own["theater_b"][3], own["laid"] = own["theater_a"][0], 4
    return None


def a_wrong_colour(state: State, own: State, enemy: State) -> bool | None:
    red = next((place for place in state["pool"] if place in ("korea", "alps", "saint-lo")), None)
    if red is None or own["theater_a"][0] is not None:
        return False
    state["pool"].remove(red)
    own["theater_a"][0] = red
    return None


def a_unit_left_in_hand(state: State, own: State, enemy: State) -> bool | None:
    left = [unit for unit in CORE if unit not in everything(own)]
    if not left:
        return False
    own["recruited"].append(left[0])
    return None


def the_first_spy_unused(state: State, own: State, enemy: State) -> bool | None:
    if state["decider"] == state["first"] or not own["placed"][state["hex"] - 1]:
        return False
    return add_spy(state, enemy)


def a_spy_unused(state: State, own: State, enemy: State) -> bool | None:
    if not enemy["placed"][state["hex"] - 1]:
        return False
    return add_spy(state, own)


def add_spy(state: State, side: State) -> bool | None:
    recruits = everything(side) - set(CORE)
    if "spy" in recruits or (recruits and state["turn"] > 1 and not state["variant"]["fast"]):
        return False
    there = side["placed"][state["hex"] - 1]
    there.append("spy")
    return None if len(there) < 5 else False


def units_at_a_resolved_hex(state: State, own: State, enemy: State) -> bool | None:
    left = [unit for unit in ("air", "navy") if unit not in everything(own)]
    if state["hex"] == 1 or not left or state["hexes"][0] is None:
        return False
    own["placed"][0].append(left[0])
    return None


def units_after_the_combat(state: State, own: State, enemy: State) -> bool | None:
    left = [unit for unit in ("air", "navy") if unit not in everything(own)]
    if not left or state["hexes"][state["hex"] - 1] is None:
        return False
    own["placed"][state["hex"] - 1].append(left[0])
    return None


def no_hex(state: State, own: State, enemy: State) -> None:
    state["hex"] = None


def beyond_the_turn_limit(state: State, own: State, enemy: State) -> None:
    state["turn"] = state["variant"]["turn_limit"] + 1


def a_winner_without_a_reason(state: State, own: State, enemy: State) -> None:
    state["reason"] = "turn-limit"
    state["winner"] = "A"


def captured_before_the_start(state: State, own: State, enemy: State) -> None:
    own["theater_a"][3] = "korea"


def a_unit_missing(state: State, own: State, enemy: State) -> bool | None:
    left = [unit for unit in ("tanks", "air", "infantry") if unit in own["recruited"]]
    if not left:
        return False
    own["recruited"].remove(left[0])
    return None


def an_unpaid_recruit(state: State, own: State, enemy: State) -> bool | None:
    if state["turn"] == 1 or state["variant"]["fast"] or own["turned"]:
        return False
    own["recruited"].append("weather")
    return None


def a_capitol_on_an_edge(state: State, own: State, enemy: State) -> bool | None:
    if own["theater_a"][3] is not None:
        return False
    own["theater_a"][3] = {"germany": "berlin", "japan": "tokyo", "russia": "moscow"}.get(
        enemy["nation"], "paris"
    )
    return None


def turned_twice(state: State, own: State, enemy: State) -> bool | None:
    if not own["turned"]:
        return False
    own["turned"].append(own["turned"][0])
    return None


def with_its_navy_though_not_placed(state: State, own: State, enemy: State) -> bool | None:
    own["with_navy"] = ["subs"]
    return False if "subs" in placed(own) else None


def tanks_with_a_navy(state: State, own: State, enemy: State) -> bool | None:
    own["with_navy"] = [*own["with_navy"], "tanks"]
    return None if "tanks" in placed(own) else False


def another_nations_unit(state: State, own: State, enemy: State) -> None:
    unique = {"germany": "panzers", "japan": "imperial-fleet", "russia": "red-army"}
    own["recruited"].append(unique.get(enemy["nation"], "bombers"))


def a_hex_that_is_captured(state: State, own: State, enemy: State) -> bool | None:
    captured = [place for place in own["theater_a"] if place]
    if not captured or state["hexes"][2] is None:
        return False
    state["pool"].append(state["hexes"][2])
    state["hexes"][2] = captured[0]
    return None


def captured_by_both(state: State, own: State, enemy: State) -> bool | None:
    for edge, place in enumerate(own["theater_a"]):
        if place and enemy["theater_a"][edge] is None:
            enemy["theater_a"][edge] = place
            return None
    return False


def a_fifth_edge(state: State, own: State, enemy: State) -> None:
    own["theater_a"].append(None)


def capitulation_before_its_time(state: State, own: State, enemy: State) -> bool | None:
    if not state["pool"] or all(own["theater_b"]):
        return False
    own["capitulation"] = [state["pool"].pop()]
    return None


def turned_by_the_enemy(state: State, own: State, enemy: State) -> bool | None:
    captured = [place for place in enemy["theater_a"] if place]
    own["turned"] += captured[:1]
    return None if captured else False


def theater_b_taken_back(state: State, own: State, enemy: State) -> bool | None:
    if not own["laid"]:
        return False
    own["theater_b"][own["laid"] - 1] = own["laid"] = None
    return None


def theater_b_filled_before_it_is_laid(state: State, own: State, enemy: State) -> bool | None:
    if own["laid"] or not state["pool"]:
        return False
    own["theater_b"][2] = state["pool"].pop()
    return None


def a_fourth_hex(state: State, own: State, enemy: State) -> None:
    state["hex"] = 4


def one_die_after_the_combat(state: State, own: State, enemy: State) -> None:
    state["dice"]["A"] = None


def no_die_after_the_combat(state: State, own: State, enemy: State) -> None:
    state["dice"] = {"A": None, "B": None}


def a_recruit_in_combat_that_nobody_paid(state: State, own: State, enemy: State) -> bool | None:
    if state["turn"] == 1 or state["variant"]["fast"] or own["turned"]:
        return False
    later = [n for n in range(state["hex"], 3) if state["hexes"][n] and len(own["placed"][n]) < 3]
    if not later or everything(own) - set(CORE):
        return False
    own["placed"][later[0]].append("weather")
    return None


def turned_in_a_turn_without_a_recruit(state: State, own: State, enemy: State) -> bool | None:
    """One recruit a turn, and none is there in this one."""
    fresh = [place for place in (*own["theater_a"], *own["theater_b"]) if place]
    fresh = sorted({place for place in fresh if place not in own["turned"]})
    most = state["turn"] - 1
    if state["variant"]["fast"] or everything(own) - set(CORE) or not own["recruited"]:
        return False
    own["turned"] += fresh[: most - len(own["turned"])]
    return None if len(own["turned"]) == most else False


def a_later_hex_without_its_location(state: State, own: State, enemy: State) -> bool | None:
    last = state["hexes"][2]
    if state["hex"] == 3 or last is None or len(state["pool"]) < 5:
        return False
    state["pool"].append(last)
    state["hexes"][2] = None
    own["placed"][2], enemy["placed"][2] = [], []
    own["with_navy"], enemy["with_navy"] = [], []
    return None


def a_gap_in_the_later_hexes(state: State, own: State, enemy: State) -> bool | None:
    if state["hex"] != 1 or None in state["hexes"][1:]:
        return False
    state["pool"].append(state["hexes"][1])
    state["hexes"][1] = None
    own["placed"][1], enemy["placed"][1] = [], []
    own["with_navy"], enemy["with_navy"] = [], []
    return None


def on_theater_b_while_it_is_laid(state: State, own: State, enemy: State) -> bool | None:
    if not enemy["laid"]:
        return False
    green = {"ardennes", "burma", "black-forest", "bialowieza"} & set(state["pool"])
    if not green or enemy["theater_b"][2] is not None:
        return False
    place = sorted(green)[0]
    state["pool"].remove(place)
    enemy["theater_b"][2] = place
    return None


def a_unit_gone_before_the_first_combat(state: State, own: State, enemy: State) -> bool | None:
    # A Spy that lies elsewhere has removed nothing.
    if state["hex"] != 1 or "spy" not in {unit for there in enemy["placed"][1:] for unit in there}:
        return False
    for there in own["placed"][1:]:
        if "air" in there and len(there) <= 3:
            there.remove("air")
            return None
    return False


def given_up_though_there_was_room(state: State, own: State, enemy: State) -> bool | None:
    if enemy["recruited"] != ["air"] or all(len(there) >= 3 for there in enemy["placed"]):
        return False
    enemy["recruited"] = []
    rooms = [n for n, there in enumerate(enemy["placed"]) if len(there) < 3]
    return None if any(state["hexes"][n] for n in rooms) else False


def laid_against_another_colour(state: State, own: State, enemy: State) -> bool | None:
    """Only open ground matches no edge of B; any other location matched one when B was laid."""
    open_ground = {"lorraine", "manchuria", "ukraine"}
    for side in (own, enemy):
        if side["laid"] and side["theater_b"][side["laid"] - 1] not in open_ground:
            place, edge = side["theater_b"][side["laid"] - 1], side["laid"] - 1
            side["theater_b"][edge] = None
            free = [n for n, there in enumerate(side["theater_b"]) if there is None and n != edge]
            wrong = [n for n in free if edge_colour(n) != edge_colour(edge)]
            if wrong and place not in ("normandy", "iwo-jima"):
                side["theater_b"][wrong[0]] = place
                side["laid"] = wrong[0] + 1
                return None
            return False
    return False


def laid_against_open_ground_by_the_starter(state: State, own: State, enemy: State) -> bool | None:
    if all(own["theater_a"]) == all(enemy["theater_a"]):
        return False
    side = own if all(own["theater_a"]) else enemy
    if not side["laid"] or side["theater_a"][2] not in ("lorraine", "manchuria", "ukraine"):
        return False
    side["theater_b"][side["laid"] - 1] = side["theater_a"][2]
    return None


def filled_by_both_while_b_is_laid(state: State, own: State, enemy: State) -> bool | None:
    for side in (own, enemy):
        for edge in range(4):
            if side["theater_a"][edge] is None:
                found = [place for place in state["pool"] if place in MATCHING[edge]]
                if not found:
                    return False
                side["theater_a"][edge] = found[0]
                state["pool"].remove(found[0])
    state["turn"] += 6
    return None


def fewer_units_than_resolved_hexes_hold(state: State, own: State, enemy: State) -> bool | None:
    """Of eleven units eight at most lie at two hexes."""
    if state["hex"] != 3 or state["turn"] > 1 or state["hexes"][2] in ("pacific", "atlantic"):
        return False
    if state["decider"] != state["first"] or state["hexes"][2] == "mediterranean":
        return False
    own["placed"][2], own["with_navy"] = ["spy"], []
    return None


def the_taken_capitol_in_the_pool(state: State, own: State, enemy: State) -> bool | None:
    if state["reason"] != "total-victory":
        return False
    taken = [place for place in state["hexes"] if place in ("berlin", "tokyo", "paris", "moscow")]
    state["hexes"] = [None if place in taken else place for place in state["hexes"]]
    state["pool"] += taken
    return None


def a_unit_in_hand_after_the_end(state: State, own: State, enemy: State) -> None:
    own["recruited"] = ["militia"]
    for units in own["placed"]:
        units[:] = [unit for unit in units if unit != "militia"]


def locations_left_though_there_are_none(state: State, own: State, enemy: State) -> None:
    state["winner"], state["reason"] = None, "no-locations"


def everything(side: State) -> set[str]:
    return {*side["recruited"], *placed(side)}


def placed(side: State) -> set[str]:
    return {unit for units in side["placed"] for unit in units}


def next_land(state: State) -> int:
    sea = ("pacific", "atlantic", "mediterranean", None)
    return next((number for number, place in enumerate(state["hexes"]) if place not in sea), 0)


def edge_colour(edge: int) -> str:
    return ("red", "red", "forest", "ocean")[edge]


MATCHING = (
    ("pacific", "atlantic", "mediterranean", "normandy", "iwo-jima"),
    ("ardennes", "philippines", "burma"),
    ("lorraine", "manchuria", "ukraine", "normandy", "iwo-jima"),
    ("korea", "alps", "caucasus", "saint-lo", "stalingrad", "ardennes", "pacific", "lorraine"),
)
ALWAYS: list[Breaker] = [
    an_unknown_unit, a_location_twice, a_location_nowhere, no_such_face, too_many_captured,
    turned_though_not_captured, a_capitol_in_the_pool, a_wrong_colour, theater_b_laid_early,
    beyond_the_turn_limit, a_unit_twice, turned_twice, with_its_navy_though_not_placed,
    another_nations_unit, captured_by_both, a_hex_that_is_captured, a_fifth_edge,
    capitulation_before_its_time, turned_by_the_enemy,
    theater_b_filled_before_it_is_laid, a_fourth_hex,
]  # fmt: skip
# Where the side that decides may still have a free edge, and theater B may lie.
ON_MAPS: list[Breaker] = [
    a_capitol_on_an_edge, theater_b_taken_back, laid_against_another_colour,
    laid_against_open_ground_by_the_starter,
]  # fmt: skip
EARLY: list[Breaker] = [
    *ALWAYS, *ON_MAPS, dice_too_early, an_empty_hex, a_hex_not_filled, a_unit_missing,
]  # fmt: skip
PLACING: list[Breaker] = [
    *EARLY, threat_in_hand_again, two_recruits, four_at_one_hex, five_at_one_hex,
    infantry_at_sea_without_navy, tanks_at_sea, an_unpaid_recruit, tanks_with_a_navy,
    given_up_though_there_was_room,
]  # fmt: skip
IN_COMBAT: list[Breaker] = [
    *ALWAYS, a_unit_left_in_hand, no_hex, tanks_with_a_navy,
    a_later_hex_without_its_location, a_gap_in_the_later_hexes,
]  # fmt: skip
FOUGHT: list[Breaker] = [*IN_COMBAT, one_die_after_the_combat, no_die_after_the_combat]
BREAKERS: dict[str, list[Breaker]] = {
    "roll-pool": [captured_before_the_start, dice_too_early],
    "roll-initiative": [captured_before_the_start],
    "recruit": [
        *EARLY, recruits_on_turn_1, recruits_in_fast_play, a_unit_is_placed,
        an_extra_unit_in_hand, turned_in_a_turn_without_a_recruit, a_hex_before_the_combat,
    ],
    "threat": [
        *EARLY, swap_decider, no_threat_in_hand, a_unit_is_placed, an_unpaid_recruit,
        turned_in_a_turn_without_a_recruit, a_hex_before_the_combat,
    ],
    "place": [
        *PLACING, swap_decider, turned_in_a_turn_without_a_recruit, a_hex_before_the_combat,
    ],
    "redeploy": PLACING,
    "spy": [
        *IN_COMBAT, *ON_MAPS, the_first_spy_unused, dice_too_early,
        fewer_units_than_resolved_hexes_hold,
    ],
    "roll-combat": [
        *IN_COMBAT, *ON_MAPS, a_spy_unused, units_at_a_resolved_hex,
        a_recruit_in_combat_that_nobody_paid, a_unit_gone_before_the_first_combat,
        four_at_a_hex_of_seven_units,
    ],
    "edge": [
        *FOUGHT, *ON_MAPS, a_recruit_in_combat_that_nobody_paid, units_after_the_combat,
        units_at_a_resolved_hex,
    ],
    "front": [*FOUGHT, *ON_MAPS, units_at_a_resolved_hex],
    "lay": [*FOUGHT, on_theater_b_while_it_is_laid, filled_by_both_while_b_is_laid],
    "end": [
        a_winner_without_a_reason, the_taken_capitol_in_the_pool, a_unit_in_hand_after_the_end,
        locations_left_though_there_are_none, laid_against_another_colour,
    ],
}  # fmt: skip
# How many states of each kind are tried; a breaker that does not apply says so.
EACH = tries(8, 3)


def broken(decision: str, breaker: Breaker) -> Iterator[State]:
    """States of this decision with the breaker's invariant broken."""
    made = 0
    rng = random.Random(f"{decision} {breaker.__name__}")
    states = reached()[decision]
    for state in rng.sample(states, len(states)):
        changed = copy.deepcopy(state)
        own = changed["sides"][changed["decider"]]
        enemy = changed["sides"]["B" if changed["decider"] == "A" else "A"]
        if breaker is recruits_in_fast_play and changed["variant"]["fast"]:
            continue
        if breaker(changed, own, enemy) is None and changed != state:
            made += 1
            yield changed
        if made == EACH:
            return


CASES = [(decision, breaker) for decision, breakers in BREAKERS.items() for breaker in breakers]


@pytest.mark.clause("PG-3", "PG-5", "PG-6")
@pytest.mark.parametrize(
    ("decision", "breaker"), CASES, ids=[f"{kind}-{breaker.__name__}" for kind, breaker in CASES]
)
def test_a_state_with_one_invariant_broken_is_refused(decision: str, breaker: Breaker) -> None:
    for state in broken(decision, breaker):
        with pytest.raises(StateError) as refusal:
            GAME.from_json(state)
        assert refusal.value.problems


@pytest.mark.parametrize("nations", [("germany", "japan"), ("russia", "united-states")])
def test_two_nations_of_one_alliance_are_refused(nations: tuple[str, str]) -> None:
    state = copy.deepcopy(reached()["place"][0])
    for side, nation in zip("AB", nations, strict=True):
        state["sides"][side]["nation"] = nation
    with pytest.raises(UsageError):
        GAME.from_json(state)


@pytest.mark.slow
def test_every_breaker_applies_to_some_state() -> None:
    made = {(kind, breaker.__name__): len(list(broken(kind, breaker))) for kind, breaker in CASES}
    assert sum(made.values()) >= tries(400, 150)
    assert [case for case, count in made.items() if not count] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=["standard", "fast", "core start", "bonus"])
@pytest.mark.parametrize("nations", PAIRS, ids="-".join)
def test_every_state_of_play_is_accepted(nations: tuple[str, str], variant: Variant) -> None:
    for seed in range(tries(4, 1)):
        rng = random.Random(f"accepted {nations} {variant} {seed}")
        state = GAME.new(*nations, variant)
        while state.node() != Node.END:
            document = GAME.to_json(state)
            assert GAME.to_json(GAME.from_json(document)) == document
            step(state, rng)
        assert GAME.from_json(GAME.to_json(state)).outcome() == state.outcome()
