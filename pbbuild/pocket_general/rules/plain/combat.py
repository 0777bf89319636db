"""The value of units, the sum of a side and the result of a combat. PG-1.2, PG-1.3, PG-5, PG-6."""

from typing import Any

from pbbuild.pocket_general.rules.plain.chart import (
    AIR,
    CAPITOLS,
    CHART,
    MILITARY,
    NAVY,
    PLACES,
    THEATER_A,
    THEATER_B,
    colours,
)

Document = dict[str, Any]


def other(side: str) -> str:
    """The enemy of a side."""
    return "B" if side == "A" else "A"


def value(unit: str, place: str, own: list[str], enemy: list[str], with_navy: bool) -> int | None:
    """The value of one unit by its row of the chart, or None where it may not be. PG-1.2.

    Where a location has two terrains the better value counts. PG-1.3, RG-6. `with_navy` says
    whether it is together with a navy unit of its owner. PG-4, RG-5. The notes of Artillery,
    Bombers and Navy count once each. RG-4. The Navy has its +1 on every terrain. RG-2.
    """
    worths = []
    for terrain in PLACES[place].split():
        entry = CHART[unit][terrain]
        if entry == "X" or (entry.endswith("N") and not with_navy):
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
    """A side's sum before its die. PG-5.

    A unit that needs its Navy has no value where the Navy has left; it must have been placed beside
    it (`had_navy`) and still be. Weather takes from it all the same. PG-4, RG-5.

    The Imperial Fleet adds 1 to its Navy and Subs. PG-1.2. Each enemy Weather takes 1 from every
    unit and 2 from air units, but nothing from the Red Army; the sum may be negative. PG-1.3, RG-7.
    """
    result = 0
    for unit in own:
        with_navy = unit in had_navy and bool(NAVY & set(own) - {unit})
        result += value(unit, place, own, enemy, with_navy) or 0
        if unit in ("navy", "subs") and "imperial-fleet" in own:
            result += 1
        if unit != "red-army":
            result -= enemy.count("weather") * (2 if unit in AIR else 1)
    return result


def combat_result(document: Document, dice: dict[str, int]) -> tuple[str, str | None]:
    """What happens to the location of the current hex, and who won there. PG-5, RG-15.

    `won`: the winner places it. `pool`: it goes to the end of the pool. `stays`: both are equal.
    `defended` and `capitol-taken` are for capitols, which are never placed. PG-6, RG-17, RG-21.
    """
    index = document["hex"] - 1
    place = document["hexes"][index]
    sums, military = {}, {}
    for side in "AB":
        own = document["sides"][side]
        units = own["placed"][index]
        enemy = document["sides"][other(side)]["placed"][index]
        sums[side] = total(place, units, enemy, own["with_navy"]) + dice[side]
        military[side] = len([unit for unit in units if unit in MILITARY])
    if sums["A"] != sums["B"]:
        winner = "A" if sums["A"] > sums["B"] else "B"
    elif military["A"] != military["B"]:
        winner = "A" if military["A"] > military["B"] else "B"
    else:
        return "stays", None
    if not military[winner]:
        return "pool", winner
    if place in CAPITOLS.values():
        own = CAPITOLS[document["sides"][winner]["nation"]] == place
        return ("defended" if own else "capitol-taken"), winner
    return ("won" if free_edges(document["sides"][winner], place) else "pool"), winner


def free_edges(own: Document, place: str) -> list[str]:
    """The edges of a side's theaters where a location may be placed, as words. PG-6, RG-8.

    With all seven edges filled the two capitulation hexes take any location. RG-22.
    """
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
