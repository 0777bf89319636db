"""Actions of the core to text and back, as FORMATS defines it."""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.forces import Forces
from pbbuild.pocket_battles.rules.zones import zone_index, zone_text

WORDS: Final = {
    c.DO_DEPLOY: "deploy",
    c.DO_REDEPLOY: "redeploy",
    c.DO_MOVE: "move",
    c.DO_CHARGE: "charge",
    c.DO_CARRY_ON: "carry-on",
    c.DO_LEAVE: "leave",
    c.DO_SHOOT: "shoot",
    c.DO_HEAL: "heal",
    c.DO_DOUBLE_ORDER: "double-order",
    c.DO_EXCITE: "excite",
    c.DO_PASS: "pass",
    c.DO_INTERCEPT: "intercept",
    c.DO_REACT_SHOOT: "react-shoot",
    c.DO_WAIT: "wait",
    c.DO_TARGET: "target",
    c.DO_ELIMINATE: "eliminate",
    c.DO_WOUND: "wound",
    c.DO_SACRIFICE: "sacrifice",
    c.DO_DONE: "done",
}
KINDS: Final = {word: kind for kind, word in WORDS.items()}
_ALONE: Final = (c.DO_PASS, c.DO_WAIT, c.DO_DONE)
_WITH_ZONE: Final = (c.DO_DEPLOY, c.DO_REDEPLOY, c.DO_MOVE)
_WITH_ENEMY: Final = (c.DO_CARRY_ON, c.DO_SHOOT)
_WITH_TROOP: Final = (c.DO_ELIMINATE, c.DO_WOUND, c.DO_SACRIFICE)
PASSED: Final = "passed"
FROM: Final = "from"


def kind_of(action: int) -> int:
    """The kind of the action, a `DO_` constant."""
    return action >> c.KIND_SHIFT


def unit_of(action: int) -> int:
    """The unit that acts, or that the action is about."""
    return action >> c.UNIT_SHIFT & 255


def argument_of(action: int) -> int:
    """The zone, enemy or troop of the action."""
    return action >> c.ARGUMENT_SHIFT & 255


def source_of(action: int) -> int:
    """The source of a wound token. PB-7.2."""
    return action & 255


def encode(kind: int, unit: int = 0, argument: int = 0, source: int = 0) -> int:
    """The action as the core encodes it."""
    return kind << c.KIND_SHIFT | unit << c.UNIT_SHIFT | argument << c.ARGUMENT_SHIFT | source


def action_text(forces: Forces, action: int) -> str:
    """The action as text."""
    kind = kind_of(action)
    word = WORDS[kind]
    if kind in _ALONE:
        return word
    unit, argument = unit_of(action), argument_of(action)
    words = [word, forces.unit(unit).id]
    if kind in _WITH_ZONE:
        words.append(zone_text(unit >> c.SIDE_SHIFT, argument) or "")
    elif kind in _WITH_ENEMY:
        words.append(forces.unit(argument).id)
    elif kind in _WITH_TROOP:
        words.append(forces.tile(argument).code)
    elif kind == c.DO_HEAL:
        words += [forces.unit(forces.unit_of_troop(argument)).id, forces.tile(argument).code]
    if kind == c.DO_WOUND:
        words += _source_words(forces, source_of(action))
    return " ".join(words)


def _source_words(forces: Forces, source: int) -> list[str]:
    if source == c.FROM_UNUSED:
        return []
    return [FROM, PASSED if source == c.FROM_PASSED else forces.unit(source).id]


def standard_text(forces: Forces, text: str) -> str:
    """The action as FORMATS writes it, from a text with any spaces and capitals.

    A text that names no action keeps its capitals.
    """
    words = text.split()
    plain = " ".join(words)
    if parse_action(forces, plain) is not None:
        return plain
    letters = {"a": "A", "b": "B"}
    codes = {tile.code.lower(): tile.code for _, _, tile in forces.troops()}
    lower = [word.lower() for word in words]
    likely = " ".join(letters.get(word) or codes.get(word, word) for word in lower)
    return plain if parse_action(forces, likely) is None else likely


def likely_text(forces: Forces, text: str) -> str | None:
    """The action that misspelled words in another order probably name, None if there is none.

    `a1 shoots b1` is probably `shoot a1 b1`.
    """
    from difflib import get_close_matches

    words = text.lower().split()[:12]
    for place, word in enumerate(words):
        for verb in get_close_matches(word, KINDS, 1, 0.7):
            likely = standard_text(forces, " ".join([verb, *words[:place], *words[place + 1 :]]))
            if parse_action(forces, likely) is not None:
                return likely
    return None


def parse_action(forces: Forces, text: str) -> int | None:
    """The action that `text` names, legal or not; None where it names none at all."""
    words = text.split()
    if not words or words[0] not in KINDS:
        return None
    kind = KINDS[words[0]]
    if kind in _ALONE:
        return encode(kind) if len(words) == 1 else None
    unit = forces.unit_index(words[1]) if len(words) > 1 else c.NOBODY
    if unit == c.NOBODY:
        return None
    rest = words[2:]
    if kind in _WITH_ZONE:
        zone = zone_index(unit >> c.SIDE_SHIFT, " ".join(rest))
        return None if zone < 0 else encode(kind, unit, zone)
    if kind in _WITH_ENEMY:
        enemy = forces.unit_index(rest[0]) if len(rest) == 1 else c.NOBODY
        return None if enemy < 0 else encode(kind, unit, enemy)
    if kind == c.DO_HEAL:
        relieved = forces.unit_index(rest[0]) if len(rest) == 2 else c.NOBODY
        troop = forces.troop_index(relieved, rest[1]) if relieved >= 0 else c.NOBODY
        return None if troop < 0 else encode(kind, unit, troop)
    if kind in _WITH_TROOP:
        return _parse_troop(forces, kind, unit, rest)
    return None if rest else encode(kind, unit)


def _parse_troop(forces: Forces, kind: int, unit: int, rest: list[str]) -> int | None:
    troop = forces.troop_index(unit, rest[0]) if rest else c.NOBODY
    if troop < 0:
        return None
    if kind != c.DO_WOUND:
        return encode(kind, unit, troop) if len(rest) == 1 else None
    if len(rest) == 1:
        return encode(kind, unit, troop, c.FROM_UNUSED)
    if len(rest) != 3 or rest[1] != FROM:
        return None
    source = c.FROM_PASSED if rest[2] == PASSED else forces.unit_index(rest[2])
    return None if source < 0 else encode(kind, unit, troop, source)
