"""Armies and lists to print: the shipped ones, and the worst that a catalog may hold."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pbbuild.base.provenance import Provenance
from pbbuild.page.printables import PrintDocument
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.sheets.printables import PrintRequest, documents
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator

LONG = "Unbreakable Grenadiers of the Grand Duchy"[:40]
WIDE = "WWWWWWWWWW MMMMMMMMMM WWWWWWWWWW MMMMMMM"
SIX_TRAITS = (
    "double-order",
    "excite",
    "overwhelming",
    "engagement+3",
    "shooting+2",
    "first-strike",
)


def ready(name: str) -> ArmyList:
    """A ready list."""
    return find_list(name).army_list


@cache
def strange_catalog(name: str = LONG) -> Catalog:
    """The shipped catalog and an army whose tiles have long names, six traits and many dice."""
    shipped = load_catalog()
    troops = tuple(
        Troop(
            code=f"STR{number:02}",
            army="strange",
            name=name,
            gloss=Text(f"{name} in English", f"{name} in italiano"),
            type=("foot", "mounted", "archer", "gun", "leader", "unheard-of")[number % 6],
            dp=2 + number % 6,
            fv=6,
            wp=number % 5 or 1,
            black=(2, 2, 3, 4, 5, 6)[: 1 + number % 6],
            white=(3, 3, 4, 5, 6, 6)[: number % 7],
            traits=SIX_TRAITS,
            provenance=Provenance.RECONSTRUCTED,
            exceptions={"dp": Provenance.REPORTED, "fv": Provenance.OWNER},
        )
        for number in range(1, 31)
    )
    army = Army("strange", Text(name, name), "modern-1", "STR", troops, "neutral")
    return replace(
        shipped,
        armies={**shipped.armies, "strange": army},
        troops={**shipped.troops, **{troop.code: troop for troop in troops}},
    )


def strange_list(per_unit: int = 1, tiles: int = 30, name: str = LONG) -> ArmyList:
    """A list of the strange army, in units of `per_unit`."""
    codes = [f"STR{number:02}" for number in range(1, tiles + 1)]
    units = tuple(
        ListUnit(tuple(codes[start : start + per_unit]), name if per_unit > 1 else "")
        for start in range(0, tiles, per_unit)
    )
    return ArmyList(name, "strange", 120, "modern-1", units)


def random_list(army_id: str, points: int, seed: int) -> ArmyList:
    """Some list of an army of about so many points, in units of one to four."""
    dice = random.Random(f"{army_id} {points} {seed}")
    troops = list(load_catalog().armies[army_id].troops)
    dice.shuffle(troops)
    chosen: list[Troop] = []
    for troop in troops:
        if sum(one.dp for one in chosen) + troop.dp <= points:
            chosen.append(troop)
    units: list[ListUnit] = []
    while chosen:
        size = min(len(chosen), dice.randint(1, 4))
        units.append(ListUnit(tuple(troop.code for troop in chosen[:size])))
        chosen = chosen[size:]
    edition = load_catalog().armies[army_id].edition
    return ArmyList(f"{army_id} {points}", army_id, points, edition, tuple(units))


def documents_of(
    what: str,
    style: Style,
    lists: Sequence[ArmyList] = (),
    catalog: Catalog | None = None,
    **wishes: tuple[object, ...] | str,
) -> list[PrintDocument]:
    """The documents that `pbbuild print` would make."""
    request = replace(PrintRequest((what,), tuple(lists)), **wishes)  # type: ignore[arg-type]
    known = catalog or load_catalog()
    return list(documents(request, known, style, Translator(style.language)))
