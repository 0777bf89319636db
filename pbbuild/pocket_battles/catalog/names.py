"""Armies and tiles by what people call them: id, code or name, in either language."""

import re
from collections.abc import Callable, Iterable, Sequence

from pbbuild.base.names import known_name
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.text.translate import LANGUAGES


def army_named(text: str, catalog: Catalog) -> str | None:
    """The id of the army that `text` names, None if none or several do."""
    wanted = text.strip().casefold()
    for army in catalog.armies.values():
        names = {army.id, *(army.name.in_language(language) for language in LANGUAGES)}
        if wanted in {name.casefold() for name in names}:
            return army.id
    return None


def named_army(text: str) -> str | None:
    """The id of the army of the player's catalog that `text` names, None if none does."""
    from pbbuild.pocket_battles.catalog.load import load_catalog

    return army_named(text, load_catalog())


def as_code(typed: str) -> str:
    """A tile code as printed, from any spelling: CON09 for `con9`."""
    match = re.fullmatch(r"([A-Za-z]{2,4})[ -]?(\d{1,2})", typed.strip(), re.ASCII)
    return f"{match[1].upper()}{int(match[2]):02d}" if match else typed.strip().upper()


def tiles_named(text: str, troops: Iterable[Troop]) -> list[str]:
    """The codes of the tiles that `text` names.

    By code (`con9` too) or whole name; else by how names begin, by a word of them, or by some
    letters of them, at least three.
    """
    wanted, code = " ".join(text.casefold().split()), as_code(text)
    names = {troop.code: _name(troop) for troop in troops}
    exact = [each for each, name in names.items() if each == code or name == wanted]
    if exact or len(wanted) < 3:
        return exact
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name.startswith(wanted),
        lambda name: wanted in name.split(),
        lambda name: wanted in name,
    )
    found = ([each for each, name in names.items() if way(name)] for way in ways)
    return next((codes for codes in found if codes), [])


def tile_named(text: str, troops: Sequence[Troop]) -> str:
    """The code of the one tile that `text` names; none or several raise with suggestions."""
    found = tiles_named(text, troops)
    if len(found) > 1:
        raise UsageError("several-tiles", wish=text[:60], codes=tuple(found[:12]))
    return found[0] if found else known_name(as_code(text), [t.code for t in troops], "tile")


def tiles_in(text: str, troops: Sequence[Troop]) -> list[tuple[str, list[str]]]:
    """What was typed, tile by tile, each with the codes it can mean; [] for an unknown one.

    Tiles are separated by commas, or by spaces where no name has them; a minus in front stays in
    the word. A code may lack its zero (`uni9`), and a part of a name is enough.
    """
    found: list[tuple[str, list[str]]] = []
    for part in text.split(","):
        words = part.split()
        while words:
            # As many words as still name a tile: `signal corps uni9` is two tiles.
            sizes = range(len(words), 0, -1)
            joined = ((size, " ".join(words[:size])) for size in sizes)
            named = ((size, word, tiles_named(word.lstrip("- "), troops)) for size, word in joined)
            size, word, codes = next((each for each in named if each[2]), (1, words[0], []))
            found.append((word, codes))
            words = words[size:]
    return found


def codes_in(text: str, troops: Sequence[Troop]) -> tuple[str, ...]:
    """The tiles that `text` names, each once: of several alike the next that is free.

    An unknown tile raises with the names that are near.
    """
    chosen: list[str] = []
    for word, codes in tiles_in(text, troops):
        if not codes:
            known_name(word, [troop.code for troop in troops], "tile")
        chosen.append(next((code for code in codes if code not in chosen), (codes or [word])[0]))
    return tuple(chosen)


def joined_names(words: Sequence[str], troops: Iterable[Troop]) -> tuple[str, ...]:
    """`words` with those of a tile's name joined: `Iron Brigade General` is two tiles."""
    names = {_name(troop) for troop in troops}
    longest = max((name.count(" ") + 1 for name in names), default=1)
    found, place = [], 0
    while place < len(words):
        for size in range(min(longest, len(words) - place), 0, -1):
            text = " ".join(words[place : place + size])
            if size == 1 or text.casefold() in names:
                found.append(text)
                place += size
                break
    return tuple(found)


def _name(troop: Troop) -> str:
    return " ".join(troop.name.casefold().split())
