"""A small catalog of our own for tests of lists: two armies of thirty plain tiles."""

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition, Troop
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.text.bilingual import Text


def troop(army: str, code: str, number: int) -> Troop:
    name = ("Cavalry", "Militia", "Regular Infantry", "General", "Guns")[number % 5]
    return Troop(
        code=code,
        army=army,
        name=name,
        gloss=Text(name, name),
        type="infantry",
        dp=2 + number % 5,
        fv=1 + number % 5,
        wp=1 + number % 2,
        black=(2, 3),
        white=(),
        traits=(),
        provenance=Provenance.RECONSTRUCTED,
    )


def army(name: str, prefix: str) -> Army:
    troops = tuple(troop(name, f"{prefix}{number:02d}", number) for number in range(1, 31))
    return Army(name, Text(name, name), "modern-1", prefix, troops)


def catalog() -> Catalog:
    armies = (army("union", "UNI"), army("confederacy", "CON"))
    edition = Edition(
        "modern-1", Text("M", "M"), 4, ("confederacy", "union"), (50, 100), 20, "adjacent", True
    )
    return Catalog(
        editions={"modern-1": edition},
        traits={},
        armies={one.id: one for one in armies},
        troops={tile.code: tile for one in armies for tile in one.troops},
        version="test",
    )


def union(*units: tuple[str, ...], points: int = 50) -> ArmyList:
    return ArmyList("Iron wall", "union", points, "modern-1", tuple(map(ListUnit, units)))
