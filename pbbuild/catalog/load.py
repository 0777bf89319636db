"""Loading the shipped catalogs."""

from functools import cache
from pathlib import Path
from typing import Any

from pbbuild.catalog.model import Army, Catalog, Edition, Effect, Provenance, Text, Trait, Troop
from pbbuild.files import read_json
from pbbuild.resources import shipped


@cache
def load_catalog() -> Catalog:
    """All shipped editions, traits and armies of Pocket Battles."""
    folder = shipped("catalog") / "pocket_battles"
    editions = [_edition(entry) for entry in _read(folder / "editions.json")["editions"]]
    traits = [
        trait for entry in _read(folder / "traits.json")["traits"] for trait in _numbered(entry)
    ]
    armies = [
        _army(_read(folder / f"{name}.json"))
        for edition in editions
        for name in edition.armies
        if (folder / f"{name}.json").is_file()
    ]
    return Catalog(
        editions={edition.id: edition for edition in editions},
        traits={trait.id: trait for trait in traits},
        armies={army.id: army for army in armies},
        troops={troop.code: troop for army in armies for troop in army.troops},
        version="1",
    )


def _read(path: Path) -> Any:
    return read_json(path).value


def _text(entry: Any) -> Text:
    return Text(entry["en"], entry["it"])


def _edition(entry: Any) -> Edition:
    low, high = entry["recommended_points"]
    return Edition(
        id=entry["id"],
        name=_text(entry["name"]),
        order=entry["order"],
        armies=tuple(entry["armies"]),
        recommended_points=(low, high),
        box_tokens=entry["box_tokens"],
        shoots_into=entry["shoots_into"],
        shoots_rear_elsewhere=entry["shoots_rear_elsewhere"],
    )


def _numbered(entry: Any) -> list[Trait]:
    # A numbered trait is written once, with "x" where its number goes.
    numbers = range(1, 10) if entry.get("numbered") else (0,)
    return [_trait(entry, number) for number in numbers]


def _trait(entry: Any, number: int) -> Trait:
    def filled(text: Text) -> Text:
        return Text(text.en.replace("{x}", str(number)), text.it.replace("{x}", str(number)))

    return Trait(
        id=f"{entry['id']}+{number}" if number else entry["id"],
        base=entry["id"],
        number=number,
        name=filled(_text(entry["name"])),
        line=filled(_text(entry["line"])),
        text=filled(_text(entry["text"])),
        icon=entry["icon"],
        clause=entry["clause"],
        stacks=entry["stacks"],
        special=entry["special"],
        effects=tuple(
            Effect(effect["kind"], number if effect["value"] == "x" else effect["value"])
            for effect in entry["effects"]
        ),
        provenance=Provenance(entry["provenance"]),
    )


def _army(entry: Any) -> Army:
    return Army(
        id=entry["id"],
        name=_text(entry["name"]),
        edition=entry["edition"],
        prefix=entry["prefix"],
        troops=tuple(_troop(troop, entry["id"]) for troop in entry["troops"]),
        theme=entry.get("theme", "neutral"),
    )


def _troop(entry: Any, army: str) -> Troop:
    return Troop(
        code=entry["code"],
        army=army,
        name=entry["name"],
        gloss=_text(entry["gloss"]),
        type=entry["type"],
        dp=entry["dp"],
        fv=entry["fv"],
        wp=entry["wp"],
        black=tuple(entry["black"]),
        white=tuple(entry["white"]),
        traits=tuple(entry["traits"]),
        provenance=Provenance(entry["provenance"]),
        exceptions={name: Provenance(how) for name, how in entry.get("exceptions", {}).items()},
        source=entry["source"],
    )
