"""Random states as a player might write them by hand: any decision, any moment, any tokens."""

import random
from typing import Any

from pbbuild.pocket_battles.rules.plain.battle import PlainBattle, editions
from pbbuild.pocket_battles.rules.plain.pieces import SECTORS, engagement, front, own_zones
from pbbuild.pocket_battles.rules.plain.traits import effects_of
from tests.pocket_battles.rules.reference.chance import Tile, catalog_army, made_up_army

State = dict[str, Any]
KINDS = ("deploy", "turn", "act", "react", "target", "wound", "follow-up", "sacrifice")
FOLLOW_UPS = {
    "overwhelming": "charges-again",
    "double-order": "special-double-order",
    "excite": "special-excite",
}


class CannotBeError(Exception):
    """Chance made nothing that fits; try again."""


def hand_made(seed: int) -> State:
    """A state of the decision kind that is this seed's turn."""
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    while True:
        try:
            return attempt(rng, kind)
        except CannotBeError:
            continue


def attempt(rng: random.Random, kind: str) -> State:
    """One try."""
    size = rng.choice([20, 30, 50, 80])
    names = [army for entry in editions().values() for army in entry["armies"]]
    turn = rng.choice("AB")
    sides = {}
    for name in "AB":
        if rng.random() < 0.5:
            army = catalog_army(rng, size, rng.choice(names))
        else:
            army = made_up_army(rng, size, name * 3)
        sides[name] = side_of(rng, name, army, kind)
    state: State = {
        "format": "pbbuild-state/1",
        "edition": rng.choice(list(editions())),
        "size": size,
        "round": rng.randint(2, 4),
        "player1": rng.choice("AB"),
        "turn": turn,
        "decision": kind,
        "first_turn_of_battle": False,
        "redeployed": None,
        "sides": sides,
        "contacts": [],
        "pending": None,
    }
    if kind == "deploy":
        state["round"] = 1
        before_the_battle(state)
    else:
        for name, other in (("A", "B"), ("B", "A")):
            casualties(rng, sides[name], sides[other])
        put_in_contact(rng, state)
    make_moment(rng, state)
    for name in "AB":
        hand_out_tokens(rng, state, name)
    model = PlainBattle(state)
    if model.node != "decision" or model.decision.kind != kind or not model.actions():
        raise CannotBeError
    if kind == "sacrifice" and model.decision.decider != turn:
        raise CannotBeError
    refuse_a_round_begun_wrongly(state)
    if kind == "sacrifice":
        refuse_what_has_not_regenerated(state)
    return state


def refuse_a_round_begun_wrongly(state: State) -> None:
    """With no token spent the round begins: with its first player, and nobody has won yet."""
    sides = state["sides"].values()
    spent = [unit["orders"] for side in sides for unit in side["units"]]
    spent += [side["passed"] + side["set_aside"] for side in sides]
    if state["decision"] not in ("turn", "act") or any(spent):
        return
    first = state["player1"] if state["round"] % 2 else "BA"["AB".index(state["player1"])]
    if state["turn"] != first or any(2 * side["destroyed"] >= side["fielded"] for side in sides):
        raise CannotBeError
    refuse_what_has_not_regenerated(state)


def refuse_what_has_not_regenerated(state: State) -> None:
    """At the end of a round a troop that regenerates has lost a wound token. PB-T.18."""
    for side in state["sides"].values():
        for troop in (troop for unit in side["units"] for troop in unit["troops"]):
            effects = [effect for trait in troop["traits"] for effect in effects_of(trait)]
            healed = sum(value for kind, value in effects if kind == "regenerates")
            if healed and troop["wounds"] > max(0, troop["wp"] - 1 - healed):
                raise CannotBeError


def sparse(state: State) -> State:
    """The same state as a lazy hand writes it, without what goes without saying."""
    short = {key: value for key, value in state.items() if value not in (None, False, [])}
    short["sides"] = {}
    for name, side in state["sides"].items():
        units = []
        for unit in living(side):
            troops = [
                {key: value for key, value in troop.items() if (key, value) != ("wounds", 0)}
                for troop in unit["troops"]
            ]
            units.append({"id": unit["id"], "zone": unit["zone"], "troops": troops})
            if unit["orders"]:
                units[-1]["orders"] = unit["orders"]
        said = {key: value for key, value in side.items() if value and key != "fielded"}
        short["sides"][name] = {**said, "units": units}
    return short


def side_of(rng: random.Random, name: str, army: list[list[Tile]], kind: str) -> State:
    """Units somewhere on their own half."""
    units = []
    for number, troops in enumerate(army, 1):
        zone: str | None = rng.choice(own_zones(name))
        if kind == "deploy" and rng.random() < 0.5:
            zone = None
        units.append({"id": f"{name.lower()}{number}", "zone": zone, "orders": 0, "troops": troops})
    points = sum(tile["dp"] for troops in army for tile in troops)
    return {"destroyed": 0, "fielded": points, "units": units}


def before_the_battle(state: State) -> None:
    """Whoever is to deploy has something to deploy, and the players placed in turn."""
    turn = state["turn"]
    other = "B" if turn == "A" else "A"
    state["sides"][turn]["units"][0]["zone"] = None
    state["first_turn_of_battle"] = False
    zones = {name: [unit["zone"] for unit in state["sides"][name]["units"]] for name in "AB"}
    placed = {name: len(own) - own.count(None) for name, own in zones.items()}
    due = placed[other] - (turn != state["player1"])
    if placed[turn] < due or (None in zones[other] and placed[turn] > due):
        raise CannotBeError


def living(side: State) -> list[State]:
    """The units that have troops."""
    return [unit for unit in side["units"] if unit["troops"]]


def casualties(rng: random.Random, side: State, enemy: State) -> None:
    """Some troops have fallen, some carry wounds."""
    for unit in side["units"]:
        for troop in list(unit["troops"]):
            if rng.random() < 0.15:
                unit["troops"].remove(troop)
                enemy["destroyed"] += troop["dp"]
            elif troop["wp"] > 1 and rng.random() < 0.3:
                troop["wounds"] = rng.randint(1, troop["wp"] - 1)
        if not any(troop["wp"] for troop in unit["troops"]):
            enemy["destroyed"] += sum(troop["dp"] for troop in unit["troops"])
            unit["troops"] = []
            unit["zone"] = None
    if not living(side):
        raise CannotBeError


def put_in_contact(rng: random.Random, state: State) -> None:
    """Some groups of one against many."""
    free = {name: living(state["sides"][name]) for name in "AB"}
    for _ in range(rng.choice([0, 1, 2, 3])):
        one_side, many_side = rng.sample("AB", 2)
        count = rng.choice([1, 1, 2, 3])
        if not free[one_side] or len(free[many_side]) < count:
            continue
        one = free[one_side].pop(rng.randrange(len(free[one_side])))
        many = [free[many_side].pop(rng.randrange(len(free[many_side]))) for _ in range(count)]
        zone = engagement(rng.choice(SECTORS))
        for unit in [one, *many]:
            unit["zone"] = zone
        state["contacts"].append({"one": one["id"], "many": [unit["id"] for unit in many]})


def make_moment(rng: random.Random, state: State) -> None:
    """What is pending, for the decisions that need it."""
    kind = state["decision"]
    own = living(state["sides"][state["turn"]])
    free = [unit for unit in own if unit["zone"] and not unit["zone"].endswith("engagement")]
    if kind == "act":
        movable = [unit for unit in free if not has_effect(unit, "may-not-redeploy")]
        state["redeployed"] = pick(rng, movable)["id"]
    elif kind in ("react", "target"):
        charger = pick(rng, [unit for unit in free if any(t["black"] for t in unit["troops"])])
        sector = rng.choice(SECTORS)
        charger["zone"] = engagement(sector)
        charger["orders"] = 1
        state["pending"] = {"charger": charger["id"], "sector": sector}
    elif kind == "wound":
        unit = pick(rng, [unit for side in state["sides"].values() for unit in living(side)])
        state["pending"] = {"unit": unit["id"], "hits": rng.randint(1, 5)}
    elif kind == "follow-up":
        trait = rng.choice(list(FOLLOW_UPS))
        able = [unit for unit in own if has_effect(unit, FOLLOW_UPS[trait])]
        if trait == "overwhelming":
            able = [unit for unit in able if unit in free]
        unit = pick(rng, able)
        left = rng.randint(1, 2) if trait == "double-order" else 1
        if trait == "overwhelming":
            unit["zone"] = front(rng.choice(SECTORS), state["turn"])
        else:
            unit["orders"] = 1
        state["pending"] = {"trait": trait, "unit": unit["id"], "left": left}


def has_effect(unit: State, kind: str) -> bool:
    """Whether a living troop has a trait with this effect."""
    return any(
        name == kind
        for troop in unit["troops"]
        for trait in troop["traits"]
        for name, _ in effects_of(trait)
    )


def pick(rng: random.Random, units: list[State]) -> State:
    """One of the units."""
    if not units:
        raise CannotBeError
    return rng.choice(units)


def hand_out_tokens(rng: random.Random, state: State, name: str) -> None:
    """Every token somewhere: on units, unused, passed or set aside."""
    side = state["sides"][name]
    troops = [troop for unit in side["units"] for troop in unit["troops"]]
    leaders = sum(troop["traits"].count("leader") for troop in troops)
    spare = state["size"] // 10 + leaders - sum(troop["wounds"] for troop in troops)
    spare -= sum(unit["orders"] for unit in side["units"])
    if spare < 0:
        raise CannotBeError
    side |= {"unused": 0, "passed": 0, "set_aside": 0}
    if state["decision"] in ("deploy", "sacrifice"):
        side["unused"] = spare
        return
    places = rng.choice([["unused"], ["unused", "units"], ["passed", "units", "set_aside"]])
    for _ in range(spare):
        place = rng.choice(places)
        if place == "units":
            rng.choice(living(side))["orders"] += 1
        else:
            side[place] += 1
    if state["decision"] in ("turn", "act") and name == state["turn"] and not side["unused"]:
        raise CannotBeError
