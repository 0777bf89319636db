"""The catalog as data files of BattleScribe and New Recruit: a game system and its catalogues.

Every army is a catalogue whose units are groups of tiles; one more catalogue has the tiles of all
armies, for lists of mixed armies. The readme of the game system says which rules of PB-1 the format
can't hold.
"""

import re
from collections.abc import Sequence
from typing import Final

from pbbuild.base.version import VERSION
from pbbuild.base.xml_documents import Element, xml_text
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop
from pbbuild.text.translate import Translator

FORMAT_VERSION: Final = "2.03"
SYSTEM: Final = "pbbuild-pocket-battles"
# No army has an underscore in its id.
MIXED: Final = "mixed_armies"
SYSTEM_FILE: Final = "pocket_battles.gst"
_SCHEMA: Final = "http://www.battlescribe.net/schema/{}Schema"
# Ids are ours and readable; the programs only compare them.
POINTS: Final = "pb-dp"
UNIT: Final = "pb-unit"
PROFILE: Final = "pb-profile"
VALUES: Final = ("code", "dp", "fv", "wp", "black", "white", "traits")


def root(kind: str, id_: str, name: str, **more: str | int) -> Element:
    """The root element of a game system, a catalogue or a roster."""
    attributes = {"id": id_, "name": name, **{key: str(value) for key, value in more.items()}}
    attributes |= {"battleScribeVersion": FORMAT_VERSION, "xmlns": _SCHEMA.format(kind)}
    return Element(kind, attributes)


def revision() -> int:
    """A number that grows with the version of pbbuild, so that newer data replace older ones."""
    major, minor, patch = (int(part) for part in re.findall(r"\d+", VERSION)[:3])
    return major * 10_000 + minor * 100 + patch


def army_id(army: str) -> str:
    """The id of an army's catalogue."""
    return f"pb-army-{army}"


def edition_id(edition: str) -> str:
    """The id of the force whose battles follow an edition."""
    return f"pb-edition-{edition}"


def tile_id(code: str) -> str:
    """The id of a tile."""
    return f"pb-tile-{code}"


def link_id(army: str, code: str) -> str:
    """The id of the link to a tile in the units of an army's catalogue."""
    return f"pb-link-{army}-{code}"


def trait_id(trait: str) -> str:
    """The id of the rule that explains a trait."""
    return f"pb-trait-{trait}"


def unit_id(army: str) -> str:
    """The id of the unit of an army's catalogue."""
    return f"{UNIT}-{army}"


def group_id(army: str) -> str:
    """The id of the group of tiles in a unit."""
    return f"pb-troops-{army}"


def formation_id(fv: int) -> str:
    """The id of the category of tiles with this formation value."""
    return f"pb-fv-{fv}"


def formation_name(fv: int, t: Translator) -> str:
    """The name of the category of tiles with this formation value."""
    return f"{t('bsdata.value-fv')} {fv}"


def data_files(catalog: Catalog, t: Translator) -> dict[str, str]:
    """The game system and all catalogues, by file name."""
    found = {SYSTEM_FILE: xml_text(game_system(catalog, t))}
    for army in catalog.armies.values():
        found[f"{army.id}.cat"] = xml_text(catalogue(army, catalog, t))
    found[f"{MIXED}.cat"] = xml_text(mixed_catalogue(catalog, t))
    return found


def game_system(catalog: Catalog, t: Translator) -> Element:
    """What all armies share: points, values, editions and traits."""
    system = root("gameSystem", SYSTEM, t("bsdata.system"), revision=revision())
    system.add("readme", t("bsdata.readme"))
    points = system.add("costTypes").add(
        "costType", id=POINTS, name=t("bsdata.value-dp"), defaultCostLimit=80
    )
    points.add("comment", t("bsdata.points"))
    kind = system.add("profileTypes").add("profileType", id=PROFILE, name=t("bsdata.troop"))
    kinds = kind.add("characteristicTypes")
    for value in VALUES:
        kinds.add("characteristicType", id=f"{PROFILE}-{value}", name=t(f"bsdata.value-{value}"))
    categories = system.add("categoryEntries")
    categories.add("categoryEntry", id=UNIT, name=t("bsdata.unit"), hidden="false")
    for fv in _formations(list(catalog.troops.values())):
        categories.add(
            "categoryEntry",
            id=formation_id(fv),
            name=f"{t('bsdata.value-fv')} {fv}",
            hidden="false",
        )
    forces = system.add("forceEntries")
    for edition in catalog.editions.values():
        name = edition.name.in_language(t.language)
        force = forces.add("forceEntry", id=edition_id(edition.id), name=name, hidden="false")
        force.add("categoryLinks").add(
            "categoryLink",
            id=f"{edition_id(edition.id)}-unit",
            name=t("bsdata.unit"),
            hidden="false",
            targetId=UNIT,
            primary="false",
        )
    rules = system.add("sharedRules")
    for trait in catalog.traits.values():
        name = trait.name.in_language(t.language)
        rule = rules.add("rule", id=trait_id(trait.id), name=name, hidden="false")
        text = trait.text.in_language(t.language)
        rule.add("description", f"{text} ({trait.clause})" if trait.clause else text)
    return system


def catalogue(army: Army, catalog: Catalog, t: Translator) -> Element:
    """An army: its unit, which may be taken often, and its tiles, each once."""
    made = _catalogue(army.id, army.name.in_language(t.language), t)
    made.add("selectionEntries").children.append(_unit(army.id, army.troops, t))
    tiles = made.add("sharedSelectionEntries")
    tiles.children.extend(_tile(troop, catalog, t) for troop in army.troops)
    return made


def mixed_catalogue(catalog: Catalog, t: Translator) -> Element:
    """The tiles of all armies, for the house rule of mixed armies."""
    made = _catalogue(MIXED, t("bsdata.mixed"), t)
    made.add("selectionEntries").children.append(_unit(MIXED, tuple(catalog.troops.values()), t))
    links = made.add("catalogueLinks")
    for army in catalog.armies.values():
        links.add(
            "catalogueLink",
            id=f"pb-armies-{army.id}",
            name=army.name.in_language(t.language),
            targetId=army_id(army.id),
            type="catalogue",
            importRootEntries="false",
        )
    return made


def _catalogue(army: str, name: str, t: Translator) -> Element:
    made = root(
        "catalogue",
        army_id(army),
        name,
        revision=revision(),
        library="false",
        gameSystemId=SYSTEM,
        gameSystemRevision=revision(),
    )
    made.add("readme", t("bsdata.readme"))
    return made


def _unit(army: str, troops: Sequence[Troop], t: Translator) -> Element:
    """A unit of one to as many tiles as the lowest FV among them. PB-1.5."""
    unit = Element(
        "selectionEntry",
        {"id": unit_id(army), "name": t("bsdata.unit"), "hidden": "false", "type": "unit"},
    )
    unit.add("categoryLinks").add(
        "categoryLink",
        id=f"{unit_id(army)}-category",
        name=t("bsdata.unit"),
        hidden="false",
        targetId=UNIT,
        primary="true",
    )
    group = unit.add("selectionEntryGroups").add(
        "selectionEntryGroup", id=group_id(army), name=t("bsdata.troops"), hidden="false"
    )
    formations = _formations(troops)
    limit = f"{group_id(army)}-max"
    modifiers = group.add("modifiers")
    # In descending order: the last one that holds, the lowest FV, decides.
    for fv in reversed(formations[:-1]):
        modifier = modifiers.add("modifier", type="set", field=limit, value=fv)
        modifier.add("conditions").add(
            "condition",
            field="selections",
            scope=unit_id(army),
            value=1,
            percentValue="false",
            shared="true",
            includeChildSelections="true",
            includeChildForces="false",
            childId=formation_id(fv),
            type="atLeast",
        )
    constraints = group.add("constraints")
    for kind, value in (("min", 1), ("max", formations[-1])):
        _constraint(constraints, f"{group_id(army)}-{kind}", kind, value, "parent")
    links = group.add("entryLinks")
    for troop in troops:
        links.add(
            "entryLink",
            id=link_id(army, troop.code),
            name=tile_name(troop),
            hidden="false",
            targetId=tile_id(troop.code),
            type="selectionEntry",
        )
    unit.add("costs").add("cost", name=t("bsdata.value-dp"), typeId=POINTS, value=0)
    return unit


def _tile(troop: Troop, catalog: Catalog, t: Translator) -> Element:
    tile = Element(
        "selectionEntry",
        {"id": tile_id(troop.code), "name": tile_name(troop), "hidden": "false", "type": "model"},
    )
    # A code is used once in an army. PB-1.1.
    _constraint(tile.add("constraints"), f"{tile_id(troop.code)}-max", "max", 1, "roster")
    tile.add("profiles").children.append(profile(troop, catalog, t))
    if troop.traits:
        links = tile.add("infoLinks")
        for trait in troop.traits:
            links.add(
                "infoLink",
                id=f"{tile_id(troop.code)}-{trait}",
                name=catalog.traits[trait].name.in_language(t.language),
                hidden="false",
                targetId=trait_id(trait),
                type="rule",
            )
    tile.add("categoryLinks").add(
        "categoryLink",
        id=f"{tile_id(troop.code)}-fv",
        name=formation_name(troop.fv, t),
        hidden="false",
        targetId=formation_id(troop.fv),
        primary="false",
    )
    tile.add("costs").add("cost", name=t("bsdata.value-dp"), typeId=POINTS, value=troop.dp)
    return tile


def profile(troop: Troop, catalog: Catalog, t: Translator) -> Element:
    """The values of a tile, for its catalogue and for rosters."""
    made = Element(
        "profile",
        {
            "id": f"{tile_id(troop.code)}-values",
            "name": troop.name,
            "hidden": "false",
            "typeId": PROFILE,
            "typeName": t("bsdata.troop"),
        },
    )
    traits = [catalog.traits[trait].name.in_language(t.language) for trait in troop.traits]
    values = (
        *(troop.code, str(troop.dp), str(troop.fv), str(troop.wp)),
        *("-".join(map(str, faces)) or "–" for faces in (troop.black, troop.white)),
        ", ".join(traits) or "–",
    )
    characteristics = made.add("characteristics")
    for value, shown in zip(VALUES, values, strict=True):
        name, type_id = t(f"bsdata.value-{value}"), f"{PROFILE}-{value}"
        characteristics.add("characteristic", shown, name=name, typeId=type_id)
    return made


def tile_name(troop: Troop) -> str:
    """A tile's name with its code: several tiles may have one name."""
    return f"{troop.name} ({troop.code})"


def _constraint(inside: Element, id_: str, kind: str, value: int, scope: str) -> None:
    inside.add(
        "constraint",
        id=id_,
        type=kind,
        field="selections",
        scope=scope,
        value=value,
        percentValue="false",
        shared="true",
        includeChildSelections="true",
        includeChildForces="true" if scope == "roster" else "false",
    )


def _formations(troops: Sequence[Troop]) -> list[int]:
    return sorted({troop.fv for troop in troops})
