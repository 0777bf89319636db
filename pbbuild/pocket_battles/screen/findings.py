"""Findings of a check and their fixes in words, tiles with their names."""

from collections.abc import Mapping
from typing import Any

from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.army import Finding
from pbbuild.pocket_battles.rules.fixes import Fix
from pbbuild.text.translate import Translator


def finding_sentence(finding: Finding, catalog: Catalog, t: Translator) -> str:
    """The sentence of a finding."""
    return t(f"check.{finding.code}", **_in_words(finding.values, catalog, t))


def fix_sentence(fix: Fix, catalog: Catalog, t: Translator) -> str:
    """The sentence of a fix: what each of its edits does."""
    return "; ".join(edit_sentence(edit, catalog, t) for edit in fix.edits)


def edit_sentence(edit: str, catalog: Catalog, t: Translator) -> str:
    """The sentence of one edit of a fix."""
    words = edit.split()
    match words:
        case ["remove", code]:
            return t("check.fix.remove", tile=tile_name(code, catalog), dp=_dp(code, catalog))
        case ["add", code, "to", "new"]:
            return t("check.fix.add-new", tile=tile_name(code, catalog), dp=_dp(code, catalog))
        case ["add", code, "to", unit]:
            tile = tile_name(code, catalog)
            return t("check.fix.add", tile=tile, dp=_dp(code, catalog), unit=unit)
        case ["move", code, "to", "new"]:
            return t("check.fix.move-new", tile=tile_name(code, catalog))
        case ["move", code, "to", unit]:
            return t("check.fix.move", tile=tile_name(code, catalog), unit=unit)
        case ["swap", old, "for", new]:
            values = {"old": tile_name(old, catalog), "tile": tile_name(new, catalog)}
            return t("check.fix.swap", **values, dp=_dp(new, catalog))
        case ["merge", unit, other]:
            return t("check.fix.merge", unit=unit, other=other)
        case ["split", unit, *codes]:
            return t("check.fix.split", unit=unit, tiles=[tile_name(c, catalog) for c in codes])
        case ["top", code]:
            return t("check.fix.top", tile=tile_name(code, catalog))
        case ["resize", size]:
            return t("check.fix.resize", size=size)
    raise AssertionError(edit)


def tile_name(code: str, catalog: Catalog) -> str:
    """The code with the tile's printed name, or the code alone for an unknown tile."""
    troop = catalog.troops.get(code)
    return f"{code} {troop.name}" if troop else code


def _dp(code: str, catalog: Catalog) -> int:
    troop = catalog.troops.get(code)
    return troop.dp if troop else 0


def _in_words(values: Mapping[str, Any], catalog: Catalog, t: Translator) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for name, value in values.items():
        if name == "tile":
            shown[name] = tile_name(value, catalog)
        elif name in ("tiles", "near") and isinstance(value, tuple):
            shown[name] = [tile_name(code, catalog) for code in value]
        elif name in ("army", "own") and value in catalog.armies:
            shown[name] = catalog.armies[value].name.in_language(t.language)
        elif name == "armies":
            shown[name] = [
                catalog.armies[army].name.in_language(t.language)
                if army in catalog.armies
                else army
                for army in value
            ]
        elif name == "limit":
            shown[name] = limit_in_words(value, catalog, t)
        elif name == "traits":
            shown[name] = [catalog.traits[trait].name.in_language(t.language) for trait in value]
        elif name == "value":
            shown[name] = t(f"check.value.{value}") if t.has(f"check.value.{value}") else value
        else:
            shown[name] = value
    return shown


def limit_in_words(limit: str, catalog: Catalog, t: Translator) -> str:
    """What a limit of a pack is about: a tile, a trait, a troop type."""
    subject, _, name = limit.partition(" ")
    if subject == "tile":
        return tile_name(name.upper(), catalog) if name.upper() in catalog.troops else name
    if subject == "type":
        known = t(f"catalog.type-{name}") if t.has(f"catalog.type-{name}") else name
        return t("check.limit-type", type=known)
    return t("check.limit-trait", trait=trait_in_words(name, catalog, t))


def trait_in_words(name: str, catalog: Catalog, t: Translator) -> str:
    """The name of a trait; `shooting`, without its number, is that of all Shooting traits."""
    same = [trait for trait in catalog.traits if name in (trait, trait.partition("+")[0])]
    if not same:
        return name
    shown = catalog.traits[same[0]].name.in_language(t.language)
    return shown if name in catalog.traits else shown.partition(" ")[2] or shown
