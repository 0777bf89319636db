"""Every legal action at each decision of a game. PG-3 to PG-6."""

from pbbuild.pocket_general.rules.plain.chart import COSTS, NAVY, RECRUITS, THEATER_B, colours
from pbbuild.pocket_general.rules.plain.combat import Document, free_edges, other, value


def placings(document: Document, side: str) -> set[str]:
    """Every recruited unit with every hex where it may be placed. PG-3, PG-1.2.

    At most three units of a side in a hex, a fourth once each hex with a location has three
    (RG-12); in fast play up to four everywhere. PG-3.1.
    """
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
                fits = sizes[index] < 4
            else:
                fits = sizes[index] < 3 or (sizes[index] == 3 and full)
            navy = bool(NAVY & set(own["placed"][index]))
            if fits and value(unit, place, own["placed"][index], [], navy) is not None:
                found.add(f"place {unit} {index + 1}")
    return found


def recruitings(document: Document, side: str) -> set[str]:
    """No recruit, or each recruit with each captured location that pays for it. PG-3, RG-10."""
    own = document["sides"][side]
    found = {"no-recruit"}
    for place in {*own["theater_a"], *own["theater_b"]} - {None, *own["turned"]}:
        for unit in RECRUITS:
            if COSTS[unit] in colours(place) and is_of(unit, own["nation"]):
                found.add(f"recruit {unit} with {place}")
    return found


def is_of(unit: str, nation: str) -> bool:
    """Whether a nation has this unit: all but the unique units of other nations. PG-1.1."""
    unique = {
        "bombers": "united-states",
        "panzers": "germany",
        "imperial-fleet": "japan",
        "red-army": "russia",
    }
    return unique.get(unit, nation) == nation


def layings(own: Document) -> set[str]:
    """Every way to lay theater B: one of its edges against a location on A. PG-6, RG-18, RG-19.

    The colours must match; without any match every edge and location will do.
    """
    there = [place for place in own["theater_a"] if place]
    matching = {f"lay {edge} {p}" for edge in THEATER_B for p in there if edge in colours(p)}
    return matching or {f"lay {edge} {p}" for edge in THEATER_B for p in there}


def legal(document: Document) -> set[str]:
    """Every legal action of a state document that waits for a decision, as words.

    Recruit and threat PG-3, place PG-3, redeploy PG-4 and RG-13, spy PG-5 and RG-14, edge PG-6,
    front PG-5 and RG-16, lay PG-6.
    """
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
