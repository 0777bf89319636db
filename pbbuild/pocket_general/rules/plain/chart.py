"""The combat chart, locations, theaters and costs, independent of the catalog. PG-1.1, PG-1.2.

Typed in from the book a second time, so that a mistake in the catalog shows. RG-1. In the chart X
means that the unit may not be placed there, N that it needs its own Navy. Militia's unreadable note
is not used. RG-3. What the book does not print (PG-8) is as the rulings reconstruct it: locations
RG-25, recruit costs RG-26, theater B RG-27, capitols RG-28.
"""

#               open forest mountain ocean city
ROWS = """
infantry        0    2    1    1N   1
tanks           2    2    1    X    2
air             2    1    1    3    1
artillery       2    1    1    1N   1
navy            0    0    0    1    0
subs            1N   1N   1N   2    1N
militia         0    1    1    X    1
weather         0    0    0    0    0
spy             0    0    0    0    0
threat          2    2    2    2    2
bombers         2    2    1    1    3
panzers         3    2    1    X    2
imperial-fleet  1    1    1    2    2
red-army        1    2    2    X    2
"""
TERRAINS = ("open", "forest", "mountain", "ocean", "city")
CHART = {
    line.split()[0]: dict(zip(TERRAINS, line.split()[1:], strict=True))
    for line in ROWS.strip().splitlines()
}
MILITARY = {
    "infantry",
    "tanks",
    "air",
    "navy",
    "subs",
    "artillery",
    "bombers",
    "panzers",
    "imperial-fleet",
    "red-army",
}
AIR = {"air", "bombers", "imperial-fleet"}
NAVY = {"navy", "imperial-fleet"}
RECRUITS = {
    "subs",
    "artillery",
    "spy",
    "weather",
    "bombers",
    "panzers",
    "imperial-fleet",
    "red-army",
}

PLACES = {
    "lorraine": "open",
    "manchuria": "open",
    "ukraine": "open",
    "ardennes": "forest",
    "philippines": "forest",
    "burma": "forest",
    "mediterranean": "ocean",
    "atlantic": "ocean",
    "pacific": "ocean",
    "normandy": "open ocean",
    "iwo-jima": "open ocean",
    "alps": "mountain",
    "caucasus": "mountain",
    "korea": "mountain",
    "saint-lo": "city",
    "stalingrad": "city",
    "berlin": "city",
    "tokyo": "city",
    "moscow": "city",
    "paris": "city",
}
CAPITOLS = {"germany": "berlin", "japan": "tokyo", "russia": "moscow", "united-states": "paris"}
THEATER_A = ("ocean", "forest", "open", "white")
THEATER_B = ("red", "red", "forest", "ocean")
COSTS = {
    "subs": "ocean",
    "artillery": "open",
    "weather": "forest",
    "spy": "red",
    "panzers": "open",
    "bombers": "open",
    "imperial-fleet": "ocean",
    "red-army": "forest",
}


def colours(place: str) -> set[str]:
    """The colours of edges that a location matches; a capitol matches none. PG-6, RG-8."""
    if place in CAPITOLS.values():
        return set()
    red = {"mountain": "red", "city": "red"}
    return {red.get(terrain, terrain) for terrain in PLACES[place].split()}
