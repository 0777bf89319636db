"""Tournament packs: the sizes, armies, limits and house rules of an event. `pbbuild-pack/1`.

A list that is built or checked for a pack carries it, so every later check knows the limits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
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
    problems = pack_problems(document, catalog)
    if problems:
        raise ListError("not-a-pack", source=document.source, problems=tuple(problems))
    return pack_of(document.value)


def pack_problems(document: Document, catalog: Catalog | None = None) -> list[Problem]:
    """Everything that is wrong with a pack; with a catalog also the names it does not have."""
    wrong = [problem.pointer for problem in problems_in(document, "pack-1")]
    further = _bad_limits(document.value, wrong)
    if catalog:
        further = chain(further, _unknown_names(document.value, wrong, catalog))
    return problems_in(document, "pack-1", further=further)


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


def _entries(value: Any, key: str, kind: type, wrong: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """The entries of a list in a pack that have the right shape, each with its pointer.

    `wrong` are the pointers whose values have another problem already.
    """
    entries = value.get(key) if isinstance(value, Mapping) else None
    if not isinstance(entries, list) or f"/{key}" in wrong:
        return
    for place, entry in enumerate(entries):
        pointer = f"/{key}/{place}"
        if isinstance(entry, kind) and pointer not in wrong:
            yield pointer, entry


def _bad_limits(value: Any, wrong: Sequence[str]) -> Iterator[Problem]:
    for pointer, size in _entries(value, "sizes", int, wrong):
        if size % 10:
            yield Problem(pointer, 0, "check.size-not-in-tens", {"size": size})
    for pointer, entry in _entries(value, "limits", dict, wrong):
        if sum(subject in entry for subject in SUBJECTS) != 1:
            yield Problem(pointer, 0, "pack.one-subject", {"subjects": SUBJECTS})


def _unknown_names(value: Any, wrong: Sequence[str], catalog: Catalog) -> Iterator[Problem]:
    """Armies, tiles, traits and types that the catalog does not have."""
    troops = catalog.troops.values()
    traits = [name for trait in catalog.traits for name in (trait.partition("+")[0], trait)]
    # Names as they are shown, by how they are compared; tiles go in any case.
    known = {
        "tile": {name.casefold(): name for troop in troops for name in (troop.code, troop.name)},
        "trait": {name: name for name in traits},
        "type": {troop.type: troop.type for troop in troops},
    }
    for pointer, army in _entries(value, "armies", str, wrong):
        if army not in catalog.armies:
            yield Problem(pointer, 0, *with_near("pack.unknown", army, catalog.armies))
    for pointer, entry in _entries(value, "limits", dict, wrong):
        for subject in SUBJECTS:
            name = entry.get(subject)
            if not isinstance(name, str) or f"{pointer}/{subject}" in wrong:
                continue
            names = known[subject]
            if (name.casefold() if subject == "tile" else name) not in names:
                code, values = with_near("pack.unknown", name, names)
                if near := values.get("near"):
                    assert isinstance(near, tuple)
                    values["near"] = tuple(names[each] for each in near)
                elif subject == "type":
                    code, values = "pack.unknown-type", {**values, "types": tuple(sorted(names))}
                yield Problem(f"{pointer}/{subject}", 0, code, values)
