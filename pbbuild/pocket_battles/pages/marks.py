"""Small marks on a page: traits as icon, number and name; the figure of a troop."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.page.pictures import icon_shapes
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.sheets.troop_icons import figure_name

# The values on a tile, in the order in which they are compared with it.
VALUES: Final = ("dp", "fv", "wp", "black", "white", "traits")


@dataclass(frozen=True, slots=True)
class TraitMark:
    """A trait on a card: its icon, the sum of its numbers, its name."""

    icon: str
    number: str
    name: str


def trait_marks(codes: Sequence[str], catalog: Catalog, language: str) -> tuple[TraitMark, ...]:
    """The traits with these ids, equal ones once and numbers added up."""
    found: dict[str, tuple[str, int, list[str]]] = {}
    for code in codes:
        trait = catalog.traits.get(code)
        if trait is None:
            continue
        icon = trait.icon if icon_shapes(trait.icon) else "trait"
        _, number, names = found.get(trait.base, (icon, 0, []))
        name = trait.name.in_language(language)
        found[trait.base] = (icon, number + (trait.number or 0), [*names, name])
    return tuple(
        TraitMark(icon, f"+{number}" if number else "", ", ".join(dict.fromkeys(names)))
        for icon, number, names in found.values()
    )


def troop_icon(troop: Troop | None, catalog: Catalog) -> str:
    """The name of a troop's figure among the icons of the page."""
    return f"figure-{figure_name(troop, catalog)}" if troop else "stack"


def is_confirmed(troop: Troop) -> bool:
    """Whether its owner has confirmed every value of a tile."""
    return all(troop.provenance_of(value) is Provenance.OWNER for value in VALUES)
