"""An army list: units of tiles, in stack order, for a game of a size. `pbbuild-list/1`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbbuild.pocket_battles.lists.pack import Pack

FORMAT: Final = "pbbuild-list/1"

# House rules that a list may be played with.
MIXED_ARMIES: Final = "mixed-armies"  # tiles of several armies, as a draft deals them


@dataclass(frozen=True, slots=True)
class ListUnit:
    """One unit; the first troop is the top of its stack. PB-1.8.

    `zone` is where its owner plans to deploy it, "" for nowhere; `order` is when, 0 for any time.
    """

    troops: tuple[str, ...]
    name: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    zone: str = ""
    order: int = 0


@dataclass(frozen=True, slots=True)
class ArmyList:
    """An army list, legal or not.

    `waivers` name the house rules it is played with (mixed armies of a draft); `built_with` has
    the values of its tiles when it was last saved (see `built_with.py`); `pack` is the tournament
    pack it is for; `extra` has the keys of its file that pbbuild does not know, so that saving
    does not lose them.
    """

    name: str
    army: str
    points: int
    edition: str
    units: tuple[ListUnit, ...]
    game: str = "pocket-battles"
    note: str = ""
    waivers: tuple[str, ...] = ()
    built_with: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    pack: Pack | None = None

    @property
    def title(self) -> str:
        """Its name, and its army where the name does not say it: `The green flood (orcs)`."""
        if self.army in self.name.lower():
            return self.name
        return f"{self.name} ({self.army})"

    @property
    def troops(self) -> tuple[str, ...]:
        """All tile codes, unit by unit."""
        return tuple(code for unit in self.units for code in unit.troops)

    def for_pack(self, pack: Pack) -> "ArmyList":
        """The list for a tournament pack, with the pack's house rules."""
        waivers = tuple(dict.fromkeys((*self.waivers, *pack.waiver_ids)))
        return replace(self, pack=pack, waivers=waivers)

    def note_in(self, language: str) -> str:
        """The note, in `language` where a ready list has it and the note was not edited."""
        notes = self.extra.get("notes")
        if isinstance(notes, dict) and notes.get("en") == self.note:
            note = notes.get(language)
            # Keys beyond the format have not been checked.
            return note if isinstance(note, str) and note.isprintable() else self.note
        return self.note
