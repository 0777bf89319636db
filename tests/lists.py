"""A small legal list."""

from typing import Any

GOOD: dict[str, Any] = {
    "format": "pbbuild-list/1",
    "game": "pocket-battles",
    "name": "Iron wall",
    "army": "union",
    "points": 50,
    "edition": "modern-1",
    "units": [{"name": "Guns", "troops": ["UNI10"]}, {"troops": ["UNI12", "UNI14"]}],
}
