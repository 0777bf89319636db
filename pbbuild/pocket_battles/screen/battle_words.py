"""What a player types, understood: words of both languages, in any order, by name, code or number.

Everything a menu shows can be typed. Words that nobody knows are reported with suggestions; they
never get a meaning by default.
"""

import difflib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from pbbuild.play.contract import SIDES, Option
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.notation import WORDS, parse_action
from pbbuild.pocket_battles.rules.zones import seen_from
from pbbuild.text.translate import LANGUAGES, sentences_of

ROWS: Final = ("front", "rear")
KINDS: Final = tuple(WORDS.values())
_ZONED: Final = ("deploy", "redeploy", "move")
_AT_ENEMY: Final = ("shoot", "carry-on")
_WITH_TROOP: Final = ("eliminate", "wound", "sacrifice")
SHORTEST_PREFIX: Final = 3
TOPIC: Final = "words."

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text means at a decision.

    `options` are the legal options that fit: one if the text is clear, several if it is not.
    Without any, `text` is the action that was meant, to be explained, or "" if that is not clear;
    `unknown` are words that mean nothing here and `near` what they may have meant. `targets` are
    the enemy units named beside a charge, which the rules ask for only after the reactions.
    """

    options: tuple[Option, ...] = ()
    text: str = ""
    unknown: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    targets: frozenset[str] = frozenset()


@dataclass
class _Said:
    """The parts of a text."""

    kinds: set[str] = field(default_factory=set)
    # For each unit or troop named: the ids and codes that the words may stand for.
    named: list[frozenset[str]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    sector: str = ""
    row: str = ""
    of_side: str = ""
    passed: bool = False
    unknown: list[str] = field(default_factory=list)


def words_of(text: str) -> list[str]:
    """The words of a text without capitals, accents, punctuation and what is in brackets."""
    bare = re.sub(r"[(\[][^)\]]*[)\]]", " ", text)
    folded = unicodedata.normalize("NFKD", bare.casefold())
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return [word for word in re.split(r"[^0-9a-z+]+", plain) if word and not word.startswith("+")]


@cache
def vocabulary() -> Mapping[Phrase, frozenset[str]]:
    """Every phrase of both languages and what it may mean: `kind:charge`, `sector:left` ..."""
    found: dict[Phrase, set[str]] = {}

    def add(phrase: str, meaning: str) -> None:
        found.setdefault(tuple(words_of(phrase)), set()).add(meaning)

    for kind in KINDS:
        add(kind, f"kind:{kind}")
    for language in LANGUAGES:
        sentences = sentences_of(language)
        names = [key.removeprefix(TOPIC) for key in sentences if key.startswith(TOPIC)]
        for name in names:
            for phrase in sentences[f"words.{name}"].split(","):
                add(phrase, f"kind:{name}" if name in KINDS else name)
    return {phrase: frozenset(meanings) for phrase, meanings in found.items() if phrase}


class BattleWords:
    """Understands texts at one decision of a battle.

    `names` are what units are called on the screen, `tiles` the names of tiles by code.
    """

    def __init__(
        self,
        battle: Battle,
        options: Sequence[Option],
        names: Mapping[str, str],
        tiles: Mapping[str, Sequence[str]],
    ) -> None:
        self.battle = battle
        self.options = options
        self.side = SIDES[battle.decider()].lower()
        self.enemy = "b" if self.side == "a" else "a"
        self.decision = battle.decision()
        self.phrases = self._phrases(names, tiles)

    def _phrases(
        self, names: Mapping[str, str], tiles: Mapping[str, Sequence[str]]
    ) -> dict[Phrase, set[str]]:
        found: dict[Phrase, set[str]] = {
            phrase: set(meanings) for phrase, meanings in vocabulary().items()
        }

        def add(text: str, meaning: str) -> None:
            if phrase := tuple(words_of(text)):
                found.setdefault(phrase, set()).add(meaning)

        for unit, name in names.items():
            add(name.removeprefix(unit), f"thing:{unit}")
        for _, unit_index, tile in self.battle.forces.troops():
            unit = self.battle.forces.unit(unit_index).id
            add(tile.code, f"thing:{tile.code}")
            for name in tiles.get(tile.code, ()):
                add(name, f"thing:{tile.code}")
                add(name, f"thing:{unit}")
        for unit in names:
            add(unit, f"thing:{unit}")
        return found

    def understood(self, text: str) -> Understood:
        """What `text` means now."""
        words = words_of(text)
        said = self._said(words)
        if said.unknown:
            return Understood(unknown=tuple(said.unknown), near=self._near(said))
        # An action written as in a record means itself: in `wound a2 CEL19 from a2` the unit that
        # is hit and the source of the token are the same.
        exact = [option for option in self.options if words_of(option.text) == words]
        fitting = exact or self._fitting(said)
        if fitting:
            return Understood(options=tuple(fitting), targets=self._targets(said))
        return Understood(text=self._meant(said))

    # Reading.

    def _said(self, words: Sequence[str]) -> _Said:
        said, place = _Said(), 0
        longest = max(map(len, self.phrases))
        while place < len(words):
            for size in range(min(longest, len(words) - place), 0, -1):
                phrase = tuple(words[place : place + size])
                meanings = self.phrases.get(phrase) or (
                    self._by_beginning(phrase[0]) if size == 1 else None
                )
                if meanings and self._take(said, meanings, words, place):
                    place += size
                    break
            else:
                self._take_word(said, words[place])
                place += 1
        return said

    def _by_beginning(self, word: str) -> set[str] | None:
        """What a word means by the beginning of one phrase only, None if that is not clear."""
        if len(word) < SHORTEST_PREFIX or not word.isalpha():
            return None
        found = [
            meanings for phrase, meanings in self.phrases.items() if phrase[0].startswith(word)
        ]
        things = [{each for each in meanings if each.startswith("thing:")} for meanings in found]
        if found and all(things):
            return set().union(*things)
        return set(found[0]) if len({frozenset(each) for each in found}) == 1 else None

    def _take(self, said: _Said, meanings: set[str], words: Sequence[str], place: int) -> bool:
        kinds = {each.partition(":")[2] for each in meanings if each.startswith("kind:")}
        things = {each.partition(":")[2] for each in meanings if each.startswith("thing:")}
        if things and not kinds:
            said.named.append(frozenset(things))
        if kinds:
            both = said.kinds & kinds
            if said.kinds and not both:
                said.unknown.append(words[place])
            said.kinds = both or kinds
        for meaning in meanings:
            what, _, which = meaning.partition("-")
            if self._contradicts(said, what, which):
                said.unknown.append(words[place])
            elif what == "zone":
                said.sector, said.row = which.split("-")
            elif what == "sector":
                said.sector = which
                letter = words[place + 1 : place + 2]
                # `left A front` is written as in files: from A's seat. PB-2.1.
                if letter and letter[0] in ("a", "b") and words[place + 2 : place + 3]:
                    said.of_side = letter[0]
            elif what == "row":
                said.row = which
            elif meaning == "passed":
                said.passed = True
        return True

    @staticmethod
    def _contradicts(said: _Said, what: str, which: str) -> bool:
        """Whether a word names a second zone: in `a1 left right` one of them is a mistake."""
        if what == "zone":
            return (said.sector or said.row) != "" and [said.sector, said.row] != which.split("-")
        known = {"sector": said.sector, "row": said.row}.get(what)
        return bool(known) and known != which

    def _take_word(self, said: _Said, word: str) -> None:
        if word.isdigit() and len(word) <= 3:
            said.numbers.append(int(word))
        elif word not in ("a", "b"):
            said.unknown.append(word)

    # Choosing among the legal options.

    def _fitting(self, said: _Said) -> list[Option]:
        found = [option for option in self.options if self._fits(option, said)]
        if len(found) > 1 and not said.passed:
            # Sources of a token that nobody named: the first is as good as any.
            plain = {option.text.partition(" from ")[0]: option for option in reversed(found)}
            if len(plain) == 1:
                return list(plain.values())
        return found

    def _fits(self, option: Option, said: _Said) -> bool:
        kind, *rest = option.text.split()
        if said.kinds and kind not in said.kinds:
            return False
        # Numbers alone are numbers of the menu: `1.5` or `-1` is a slip, not a shot of a1 at b5.
        if not (said.kinds or said.named or said.sector or said.row):
            return False
        mentioned = {word for word in rest if not word.isalpha()}
        if kind == "target" or self.decision in ("react", "wound"):
            mentioned |= self._around()
        if not all(things & mentioned or self._is_target(kind, things) for things in said.named):
            return False
        if kind == "charge" and not (said.kinds or any(each & mentioned for each in said.named)):
            return False
        numbers = said.numbers[:1] if kind == "charge" else said.numbers
        if numbers and not self._fits_numbers(kind, rest, numbers):
            return False
        if said.passed and "passed" not in rest:
            return False
        if said.sector or said.row:
            return kind in _ZONED and self._fits_zone(rest[1:], said)
        return True

    def _is_target(self, kind: str, things: frozenset[str]) -> bool:
        """Whether words name an enemy beside a charge: `charge a8 b8`, `a8 charge Major`."""
        return kind == "charge" and any(self._is_enemy(thing) for thing in things)

    def _is_enemy(self, thing: str) -> bool:
        return thing[0] == self.enemy and self.battle.forces.unit_index(thing) >= 0

    def _targets(self, said: _Said) -> frozenset[str]:
        """The enemy units that the words name."""
        named = {thing for things in said.named for thing in things if self._is_enemy(thing)}
        if len(said.numbers) == 2:
            named.add(f"{self.enemy}{said.numbers[1]}")
        return frozenset(named)

    def _around(self) -> set[str]:
        """Units that a decision is about without naming them: the charger, the unit hit."""
        state, forces = self.battle.state, self.battle.forces
        found = (state.attacker, state.wound_unit)
        return {forces.unit(unit).id for unit in found if unit >= 0}

    def _fits_numbers(self, kind: str, rest: Sequence[str], numbers: Sequence[int]) -> bool:
        """`shoot 1 2` is a1 at b2; the only number of `target 2` is the enemy's."""
        sides = [self.enemy] if kind == "target" else [self.side, self.enemy]
        if kind in (*_WITH_TROOP, "heal"):
            sides = [self.side, self.side]
        if len(numbers) > len(sides):
            return False
        wanted = [f"{side}{number}" for side, number in zip(sides, numbers, strict=False)]
        return all(unit in rest for unit in wanted) and rest[:1] == wanted[:1]

    def _fits_zone(self, zone: Sequence[str], said: _Said) -> bool:
        sector, side, row = zone
        if said.row and row != said.row:
            return False
        return not said.sector or sector == self._sector(said, side)

    def _sector(self, said: _Said, side: str) -> str:
        return said.sector if said.of_side else seen_from(side, said.sector)

    # Explaining what is not legal.

    def _meant(self, said: _Said) -> str:
        """The action that the words describe, legal or not; "" if they do not say enough."""
        units = self._units(said)
        own = [unit for unit in units if unit[0] == self.side]
        enemies = [unit for unit in units if unit[0] == self.enemy]
        for kind in self._kinds(said, enemies):
            text = self._composed(kind, own, enemies, said)
            if text and parse_action(self.battle.forces, text) is not None:
                return text
        return ""

    def _kinds(self, said: _Said, enemies: Sequence[str]) -> list[str]:
        if said.kinds:
            # “shoot” is a reaction while a charge is under way, else a plain order.
            is_reaction = self.decision == "react"
            return sorted(said.kinds, key=KINDS.index, reverse=is_reaction)
        if said.sector or said.row:
            return ["deploy"] if self.decision == "deploy" else ["redeploy", "move"]
        return ["target"] if enemies and self.decision == "target" else []

    def _units(self, said: _Said) -> list[str]:
        ids = self.battle.forces
        found = [
            thing for things in said.named for thing in sorted(things) if ids.unit_index(thing) >= 0
        ]
        sides = [self.enemy] if said.kinds == {"target"} else [self.side, self.enemy]
        for number, side in zip(said.numbers, sides, strict=False):
            found.append(f"{side}{number}")
        return found

    def _composed(self, kind: str, own: Sequence[str], enemies: Sequence[str], said: _Said) -> str:
        if kind in ("pass", "wait", "done"):
            return kind
        if kind == "target":
            return f"target {[*enemies, *own][0]}" if enemies or own else ""
        units = [*own, *enemies]
        if not units:
            return ""
        unit = units[0]
        if kind in _ZONED:
            side = unit[0].upper()
            here = (self.battle.zone(unit) or f"centre {side} front").split()
            sector = self._sector(said, side) if said.sector else here[0]
            return f"{kind} {unit} {sector} {side} {said.row or here[-1]}"
        if kind in _AT_ENEMY:
            others = [each for each in units[1:] if each != unit] or enemies
            return f"{kind} {unit} {others[0]}" if others else ""
        codes = [thing for things in said.named for thing in sorted(things) if thing[:1].isupper()]
        if kind in _WITH_TROOP:
            return f"{kind} {unit} {codes[0]}" if codes else ""
        if kind == "heal":
            return f"heal {unit} {units[1]} {codes[0]}" if codes and len(units) > 1 else ""
        return f"{kind} {unit}"

    # Suggesting.

    def _near(self, said: _Said) -> tuple[str, ...]:
        # Words of what is legal now first: “pas” is “pass” only where one may pass.
        close = [
            near
            for known in (self._known_words(only_legal=True), self._known_words())
            for word in said.unknown
            for near in difflib.get_close_matches(word, known, 2, 0.7)
        ]
        rest = _Said(said.kinds, said.named, said.numbers, said.sector, said.row, said.of_side)
        fitting = [option.text for option in self._fitting(rest)]
        return tuple(dict.fromkeys(close)) or tuple(fitting[:1])

    def _known_words(self, *, only_legal: bool = False) -> set[str]:
        """What a player may have meant; `only_legal` leaves out verbs of other decisions."""
        kinds = {f"kind:{option.text.split()[0]}" for option in self.options}
        return {
            " ".join(phrase)
            for phrase, meanings in self.phrases.items()
            if meanings & kinds
            or (meanings != {"filler"} and not any(each.startswith("kind:") for each in meanings))
            or (not only_legal and meanings != {"filler"})
        }
