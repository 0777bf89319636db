"""A catalog: armies of troops, traits with their effects, editions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.base.provenance import Provenance
from pbbuild.errors import PbbuildError
from pbbuild.text.bilingual import Text

GAME: Final = "pocket-battles"


@dataclass(frozen=True, slots=True)
class Troop:
    """One tile. PB-1.1.

    `provenance` is that of all values but those named in `exceptions` (by field name:
    `name`, `type`, `dp`, `fv`, `wp`, `black`, `white`, `traits`; `faces` are the faces of
    both colours together, where the rulebook prints them but not their colours).
    """

    code: str
    army: str
    name: str
    gloss: Text
    type: str
    dp: int
    fv: int
    wp: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    traits: tuple[str, ...]
    provenance: Provenance
    exceptions: Mapping[str, Provenance] = field(default_factory=dict, hash=False)
    source: str = ""

    def document(self) -> dict[str, Any]:
        """The tile as an entry of a catalog file, without code and provenance."""
        return {
            "name": self.name,
            "gloss": {"en": self.gloss.en, "it": self.gloss.it},
            "type": self.type,
            "dp": self.dp,
            "fv": self.fv,
            "wp": self.wp,
            "black": list(self.black),
            "white": list(self.white),
            "traits": list(self.traits),
        }

    def provenance_of(self, value: str) -> Provenance:
        """The provenance of the value named `value`."""
        return self.exceptions.get(value, self.provenance)


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a trait does, from the vocabulary of `pbbuild.pocket_battles.catalog.effects`."""

    kind: str
    value: int


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait of tiles; a numbered trait (`engagement+2`) is one Trait per number. PB-T.

    `id` is the full id that tiles have, `base` the id without its number, `number` its number or
    0. A trait that `stacks` counts for each troop of a unit that has it, any other once.
    """

    id: str
    base: str
    number: int
    name: Text
    line: Text
    text: Text
    icon: str
    clause: str
    stacks: bool
    special: bool
    effects: tuple[Effect, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Edition:
    """The differences between the rulebooks; rules read these values, never the id."""

    id: str
    name: Text
    order: int
    armies: tuple[str, ...]
    recommended_points: tuple[int, int]
    box_tokens: int
    shoots_into: str
    shoots_rear_elsewhere: bool


@dataclass(frozen=True, slots=True)
class Army:
    """An army: its tiles, thirty in a printed one."""

    id: str
    name: Text
    edition: str
    prefix: str
    troops: tuple[Troop, ...]
    theme: str = "neutral"


@dataclass(frozen=True)
class Catalog:
    """All editions, traits, armies and troops by their ids.

    `complaints` are the errors in the player's own files that could not be used.
    """

    editions: Mapping[str, Edition]
    traits: Mapping[str, Trait]
    armies: Mapping[str, Army]
    troops: Mapping[str, Troop]
    version: str
    complaints: tuple[PbbuildError, ...] = ()

    def trait(self, trait_id: str) -> Trait:
        """The trait with this id, including its number (`engagement+2`)."""
        return self.traits[trait_id]

    def troop(self, code: str) -> Troop:
        """The tile `code`."""
        return self.troops[code]
