"""Legal actions and combats of a state document, written from the rules' text."""

from typing import Any

from pbbuild.pocket_general.rules.plain.chart import (
    AIR,
    CAPITOLS,
    CHART,
    COSTS,
    MILITARY,
    NAVY,
    PLACES,
    RECRUITS,
    THEATER_A,
    THEATER_B,
    colours,
)

Document = dict[str, Any]


def other(side: str) -> str:
    return "B" if side == "A" else "A"


def value(unit: str, place: str, own: list[str], enemy: list[str], had_navy: bool) -> int | None:
    """What a unit is worth by its own row, None if it may not be there. PG-1.2, PG-1.3."""
    worths = []
    for terrain in PLACES[place].split():
        entry = CHART[unit][terrain]
        if entry == "X" or (entry.endswith("N") and not had_navy):
            continue
        worth = int(entry.rstrip("N"))
        if unit == "artillery" and terrain != "ocean" and AIR & set(enemy):
            worth += 2
        if unit == "bombers" and AIR & set(enemy):
            worth -= 2
        if unit == "navy" and "artillery" in own:
            worth += 1
        worths.append(worth)
    return max(worths) if worths else None


def total(place: str, own: list[str], enemy: list[str], had_navy: list[str]) -> int:
    """A side's sum before its die. PG-5."""
    result = 0
    for unit in own:
        worth = value(unit, place, own, enemy, unit in had_navy)
        assert worth is not None, (unit, place)
        result += worth
        if unit in ("navy", "subs") and "imperial-fleet" in own:
            result += 1
        if unit != "red-army":
            result -= enemy.count("weather") * (2 if unit in AIR else 1)
    return result


def fate(document: Document, dice: dict[str, int]) -> tuple[str, str | None]:
    """Who has the better of the current hex, and what becomes of its location. PG-5."""
    index = document["hex"] - 1
    place = document["hexes"][index]
    rolls, soldiers = {}, {}
    for side in "AB":
        own = document["sides"][side]
        units = own["placed"][index]
        enemy = document["sides"][other(side)]["placed"][index]
        rolls[side] = total(place, units, enemy, own["with_navy"]) + dice[side]
        soldiers[side] = len([unit for unit in units if unit in MILITARY])
    if rolls["A"] != rolls["B"]:
        winner = "A" if rolls["A"] > rolls["B"] else "B"
    elif soldiers["A"] != soldiers["B"]:
        winner = "A" if soldiers["A"] > soldiers["B"] else "B"
    else:
        return "stays", None
    if not soldiers[winner]:
        return "pool", winner
    if place in CAPITOLS.values():
        own = CAPITOLS[document["sides"][winner]["nation"]] == place
        return ("defended" if own else "capitol-taken"), winner
    return ("won" if free_edges(document["sides"][winner], place) else "pool"), winner


def free_edges(own: Document, place: str) -> list[str]:
    """The edges that take a location, as words. PG-6."""
    markers = [("A", own["theater_a"], THEATER_A)]
    if own["laid"]:
        markers.append(("B", own["theater_b"], THEATER_B))
    if own["laid"] and all(own["theater_a"]) and all(own["theater_b"]):
        return ["capitulation"] if len(own["capitulation"]) < 2 else []
    return [
        f"{name} {colour}"
        for name, filled, edges in markers
        for there, colour in zip(filled, edges, strict=True)
        if there is None and (colour == "white" or colour in colours(place))
    ]


def placings(document: Document, side: str) -> set[str]:
    """Every unit in hand on every hex that takes it. PG-3, PG-1.2."""
    own = document["sides"][side]
    hexes = document["hexes"]
    sizes = [len(units) for units in own["placed"]]
    full = all(size >= 3 for size, place in zip(sizes, hexes, strict=True) if place)
    found = set()
    for unit in own["recruited"]:
        for index, place in enumerate(hexes):
            if place is None:
                continue
            if document["variant"]["fast"]:
                room = sizes[index] < 4
            else:
                room = sizes[index] < 3 or (sizes[index] == 3 and full)
            navy = bool(NAVY & set(own["placed"][index]))
            if room and value(unit, place, own["placed"][index], [], navy) is not None:
                found.add(f"place {unit} {index + 1}")
    return found


def recruitings(document: Document, side: str) -> set[str]:
    """No recruit, or any with a location that pays for it. PG-3."""
    own = document["sides"][side]
    found = {"no-recruit"}
    for place in {*own["theater_a"], *own["theater_b"]} - {None, *own["turned"]}:
        for unit in RECRUITS:
            if COSTS[unit] in colours(place) and is_of(unit, own["nation"]):
                found.add(f"recruit {unit} with {place}")
    return found


def is_of(unit: str, nation: str) -> bool:
    unique = {
        "bombers": "united-states",
        "panzers": "germany",
        "imperial-fleet": "japan",
        "red-army": "russia",
    }
    return unique.get(unit, nation) == nation


def layings(own: Document) -> set[str]:
    """Every edge of B against every location of A it may be laid against. PG-6."""
    there = [place for place in own["theater_a"] if place]
    matching = {f"lay {edge} {p}" for edge in THEATER_B for p in there if edge in colours(p)}
    return matching or {f"lay {edge} {p}" for edge in THEATER_B for p in there}


def legal(document: Document) -> set[str]:
    """Every legal action at a decision, in words."""
    side = document["decider"]
    own, enemy = document["sides"][side], document["sides"][other(side)]
    decision = document["decision"]
    index = (document["hex"] or 1) - 1
    if decision == "recruit":
        return recruitings(document, side)
    if decision == "threat":
        return {f"threat {n + 1}" for n, place in enumerate(document["hexes"]) if place}
    if decision == "place":
        return placings(document, side)
    if decision == "redeploy":
        there = set(own["placed"][index]) - {"militia", "threat"}
        return {"keep"} | {f"redeploy {unit}" for unit in there}
    if decision == "spy":
        return {f"spy {unit}" for unit in enemy["placed"][index]}
    if decision == "edge":
        return {f"edge {name}" for name in free_edges(own, document["hexes"][index])}
    if decision == "front":
        return {"leave"} | {f"front {place}" for place in document["pool"][:-1]}
    assert decision == "lay"
    return layings(own)
