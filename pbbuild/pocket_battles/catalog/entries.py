"""Editions, traits, armies and tiles made from entries of catalog files."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.model import Army, Edition, Effect, Trait, Troop
from pbbuild.text.bilingual import Text

HIGHEST_NUMBER: Final = 9
"""Numbered traits go from +1 to this."""

PROVENANCES: Final = {provenance.value: provenance for provenance in Provenance}


def bilingual_text(entry: Mapping[str, str]) -> Text:
    """The text of an entry in both languages."""
    return Text(entry["en"], entry["it"])


def edition_of(entry: Mapping[str, Any]) -> Edition:
    """The edition in an entry of an editions file."""
    low, high = entry["recommended_points"]
    return Edition(
        id=entry["id"],
        name=bilingual_text(entry["name"]),
        order=entry["order"],
        armies=tuple(entry["armies"]),
        recommended_points=(low, high),
        box_tokens=entry["box_tokens"],
        shoots_into=entry["shoots_into"],
        shoots_rear_elsewhere=entry["shoots_rear_elsewhere"],
    )


def traits_of(entry: Mapping[str, Any]) -> list[Trait]:
    """The trait of an entry, or one trait per number where it is numbered.

    Entries may leave out `stacks` and `special`: a numbered trait stacks, a trait with a special
    effect is special.
    """
    numbers = range(1, HIGHEST_NUMBER + 1) if entry.get("numbered") else (0,)
    return [_trait(entry, number) for number in numbers]


def _trait(entry: Mapping[str, Any], number: int) -> Trait:
    def filled(words: Mapping[str, str]) -> Text:
        return Text(
            words["en"].replace("{x}", str(number)), words["it"].replace("{x}", str(number))
        )

    effects = tuple(
        Effect(effect["kind"], number if effect["value"] == "x" else effect["value"])
        for effect in entry["effects"]
    )
    return Trait(
        id=f"{entry['id']}+{number}" if number else entry["id"],
        base=entry["id"],
        number=number,
        name=filled(entry["name"]),
        line=filled(entry["line"]),
        text=filled(entry["text"]),
        icon=entry.get("icon", "trait"),
        clause=entry.get("clause", "PB-T"),
        stacks=entry.get("stacks", bool(number)),
        special=any(effect.kind.startswith("special-") for effect in effects),
        effects=effects,
        provenance=PROVENANCES[entry.get("provenance", "owner")],
    )


def army_of(entry: Mapping[str, Any]) -> Army:
    """The army in an army file."""
    army = entry["id"]
    return Army(
        id=army,
        name=bilingual_text(entry["name"]),
        edition=entry["edition"],
        prefix=entry["prefix"],
        troops=tuple(_troop(troop, army) for troop in entry["troops"]),
        theme=entry.get("theme", "neutral"),
    )


def _troop(entry: Mapping[str, Any], army: str) -> Troop:
    return Troop(
        code=entry["code"],
        army=army,
        name=entry["name"],
        gloss=bilingual_text(entry["gloss"]),
        type=entry["type"],
        dp=entry["dp"],
        fv=entry["fv"],
        wp=entry["wp"],
        black=_dice(entry["black"]),
        white=_dice(entry["white"]),
        traits=tuple(entry["traits"]),
        provenance=PROVENANCES[entry.get("provenance", "owner")],
        exceptions={name: PROVENANCES[how] for name, how in entry.get("exceptions", {}).items()},
        source=entry.get("source", ""),
    )


def _dice(faces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(faces))
