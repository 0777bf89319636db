"""Suggestions for the name of a file that does not exist."""

import os
from contextlib import suppress
from difflib import get_close_matches
from typing import Final

from pbbuild.base.rooms import part_of, rooms
from pbbuild.errors import PbbuildError

# The most entries of a folder that are compared; more would take too long.
MOST: Final = 2000
SIMILARITY: Final = 0.75


def similar_files(source: str) -> tuple[str, ...]:
    """Files beside `source`, and names known to the games, that are similar to it."""
    folder, name = os.path.split(os.path.expanduser(source))
    try:
        with os.scandir(folder or ".") as entries:
            beside = [entry.name for entry, _ in zip(entries, range(MOST), strict=False)]
            beside = [each for each in beside if each != name]
    except OSError:
        beside = []
    stem, ending = os.path.splitext(name)
    # Compare stems: with the suffix all short names of one kind of file would be similar. If
    # files share a stem, suggest the one with the suffix that was typed.
    by_stem = {os.path.splitext(each)[0]: each for each in beside}
    by_stem |= {each.removesuffix(ending): each for each in beside if each.endswith(ending)}
    stems = get_close_matches(stem, by_stem, 2, SIMILARITY)
    found = [os.path.join(folder, by_stem[each]) for each in stems]
    if ending == ".json" and not folder:
        found += get_close_matches(stem, _known_names(), 2, SIMILARITY)
    return tuple(found)


def _known_names() -> list[str]:
    found: list[str] = []
    for room in rooms():
        if "known-names" in room.parts:
            with suppress(PbbuildError):
                found += part_of(room.id, "known-names")(MOST)
    return found
