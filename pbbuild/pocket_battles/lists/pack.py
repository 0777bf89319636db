"""Tournament packs: the sizes, armies, limits and house rules of an event. `pbbuild-pack/1`.

A list that is built or checked for a pack carries it, so every later check knows the limits.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import Document, parse_json, problems_in, with_near
from pbbuild.base.files import read_text
from pbbuild.errors import ListError, Problem
from pbbuild.pocket_battles.catalog.model import Catalog, Troop

FORMAT: Final = "pbbuild-pack/1"
LARGEST_PACK: Final = 256 * 1024  # bytes
# What a limit may be about.
SUBJECTS: Final = ("tile", "trait", "type")


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` tiles of a code or printed name, with a trait, or of a troop type.

    A trait without its number means all of them: `shooting` is `shooting+1` and `shooting+2`.
    """

    subject: str
    name: str
    most: int

    def counts(self, troop: Troop) -> bool:
        """Whether a tile counts against this limit."""
        if self.subject == "tile":
            return self.name.casefold() in (troop.code.casefold(), troop.name.casefold())
        if self.subject == "type":
            return troop.type == self.name
        return any(self.name in (trait, trait.partition("+")[0]) for trait in troop.traits)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule of a pack: its id, and what it says; `mixed-armies` is known to pbbuild."""

    id: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """What an event allows; no sizes or armies means that all are allowed."""

    name: str
    sizes: tuple[int, ...] = ()
    armies: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    waivers: tuple[HouseRule, ...] = ()
    note: str = ""

    def is_size(self, points: int) -> bool:
        """Whether battles of this size are played."""
        return not self.sizes or points in self.sizes

    def is_army(self, army: str) -> bool:
        """Whether the army is allowed."""
        return not self.armies or army in self.armies

    @property
    def waiver_ids(self) -> tuple[str, ...]:
        """The ids of the house rules."""
        return tuple(rule.id for rule in self.waivers)

    def forbids(self, troop: Troop) -> bool:
        """Whether no list may have this tile."""
        return any(limit.most == 0 and limit.counts(troop) for limit in self.limits)

    def excess(self, troops: Iterable[Troop]) -> list[tuple[Limit, list[Troop]]]:
        """The limits that these tiles exceed, each with the tiles that count against it."""
        fielded = list(troops)
        found = []
        for limit in self.limits:
            counted = [troop for troop in fielded if limit.counts(troop)]
            if len(counted) > limit.most:
                found.append((limit, counted))
        return found

    def document(self) -> dict[str, Any]:
        """The pack as the value of its file, without empty keys."""
        document: dict[str, Any] = {"format": FORMAT, "name": self.name}
        if self.note:
            document["note"] = self.note
        if self.sizes:
            document["sizes"] = list(self.sizes)
        if self.armies:
            document["armies"] = list(self.armies)
        if self.limits:
            document["limits"] = [
                {limit.subject: limit.name, "most": limit.most} for limit in self.limits
            ]
        if self.waivers:
            document["waivers"] = [
                {"id": rule.id, "text": rule.text} if rule.text else {"id": rule.id}
                for rule in self.waivers
            ]
        return document


def read_pack(path: Path, catalog: Catalog) -> Pack:
    """The pack in a file; names that the catalog does not have are refused with their lines."""
    document = parse_json(read_text(path, LARGEST_PACK), str(path))
    problems = pack_problems(document)
    problems = problems or problems_in(
        document, "pack-1", further=_unknown_names(document.value, catalog)
    )
    if problems:
        raise ListError("not-a-pack", source=document.source, problems=tuple(problems))
    return pack_of(document.value)


def pack_problems(document: Document) -> list[Problem]:
    """What is wrong with the shape of a pack."""
    problems = problems_in(document, "pack-1")
    return problems or problems_in(document, "pack-1", further=_bad_limits(document.value))


def pack_of(value: Mapping[str, Any]) -> Pack:
    """The pack in a JSON value that has no problems."""
    return Pack(
        name=value["name"],
        sizes=tuple(dict.fromkeys(value.get("sizes", ()))),
        armies=tuple(dict.fromkeys(value.get("armies", ()))),
        limits=tuple(
            Limit(subject, entry[subject], entry["most"])
            for entry in value.get("limits", ())
            for subject in SUBJECTS
            if subject in entry
        ),
        waivers=tuple(
            HouseRule(entry["id"], entry.get("text", "")) for entry in value.get("waivers", ())
        ),
        note=value.get("note", ""),
    )


def _bad_limits(value: Mapping[str, Any]) -> Iterator[Problem]:
    for place, size in enumerate(value.get("sizes", ())):
        if size % 10:
            yield Problem(f"/sizes/{place}", 0, "check.size-not-in-tens", {"size": size})
    for place, entry in enumerate(value.get("limits", ())):
        if sum(subject in entry for subject in SUBJECTS) != 1:
            yield Problem(f"/limits/{place}", 0, "pack.one-subject", {"subjects": SUBJECTS})


def _unknown_names(value: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    """Armies, tiles, traits and types that the catalog does not have."""
    troops = list(catalog.troops.values())
    traits = set(catalog.traits)
    known = {
        "tile": {troop.code.casefold() for troop in troops}
        | {troop.name.casefold() for troop in troops},
        "trait": traits | {trait.partition("+")[0] for trait in traits},
        "type": {troop.type for troop in troops},
    }
    for place, army in enumerate(value.get("armies", ())):
        if army not in catalog.armies:
            yield Problem(f"/armies/{place}", 0, *with_near("pack.unknown", army, catalog.armies))
    for place, entry in enumerate(value.get("limits", ())):
        for subject in SUBJECTS:
            name = entry.get(subject)
            if name and (name.casefold() if subject == "tile" else name) not in known[subject]:
                yield Problem(
                    f"/limits/{place}/{subject}",
                    0,
                    *with_near("pack.unknown", name, sorted(known[subject])),
                )
