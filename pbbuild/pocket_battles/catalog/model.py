"""What a catalog says: armies of troops, traits with their effects, editions."""

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

    `provenance` holds for all values but those named in `exceptions` (by field name:
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
        """What the tile says, as a catalog file has it; code and provenance are for others."""
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
        """How well the value named `value` is known."""
        return self.exceptions.get(value, self.provenance)


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a trait does, from the vocabulary of `pbbuild.pocket_battles.catalog.effects`."""

    kind: str
    value: int


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait as a unit has it. A numbered trait (`engagement+2`) is one Trait per number.

    `id` is the whole id as tiles write it, `base` the id without its number, `number` its
    number or 0. `stacks`: several troops of a unit add up, otherwise it counts once. PB-T.
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
    """What the rulebooks do differently; no rule asks for an edition's name."""

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
    """Thirty tiles of one box."""

    id: str
    name: Text
    edition: str
    prefix: str
    troops: tuple[Troop, ...]
    theme: str = "neutral"


@dataclass(frozen=True)
class Catalog:
    """Everything shipped or corrected, found by id.

    `complaints` tell which of the player's own files could not be used, and why.
    """

    editions: Mapping[str, Edition]
    traits: Mapping[str, Trait]
    armies: Mapping[str, Army]
    troops: Mapping[str, Troop]
    version: str
    complaints: tuple[PbbuildError, ...] = ()

    def trait(self, trait_id: str) -> Trait:
        """The trait `trait_id`, its number included (`engagement+2`)."""
        return self.traits[trait_id]

    def troop(self, code: str) -> Troop:
        """The tile `code`."""
        return self.troops[code]
