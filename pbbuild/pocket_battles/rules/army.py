"""Which rules of PB-1 and of its tournament pack a list breaks, as codes and numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from pbbuild.errors import Value
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Edition, Troop
from pbbuild.pocket_battles.catalog.sizes import is_size
from pbbuild.pocket_battles.lists.built_with import tile_changes
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.units import (
    BORDER_TILES,
    MOST_TROOPS,
    PLAYERS,
    has_wound_points,
    is_recommended_size,
    largest_unit,
    points_over,
    tiles_beside_borders,
    tokens_at_start,
    tokens_of_size,
    troops_over,
    unit_tokens,
)

ERROR: Final = "error"
WARNING: Final = "warning"
NOTE: Final = "note"
# In place of a clause: findings about the tournament pack of a list.
PACK: Final = "PACK"
# Suggestions are slow; a list with more unknown tiles than this has no mere misprints.
MOST_SUGGESTED: Final = 30

# What an effect needs in its unit to be of any use.
_NEEDS_BLACK: Final = (
    effects.ENGAGEMENT_DICE,
    effects.CHARGE_DICE,
    effects.ORDER_TOKEN_DICE,
    effects.WOUNDED_ENEMY_DICE,
    effects.STRIKES_FIRST,
    effects.CHARGES_AGAIN,
    effects.CHARGES_REAR,
)
_NEEDS_WHITE: Final = (
    effects.SHOOTING_DICE,
    effects.LETHAL_SHOTS,
    effects.SHOOTS_FROM_REAR,
    effects.SHOOTS_ADJACENT_FRONT,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark about a list: the clause, its severity, the units and tiles it is about.

    `code` names the sentence, `values` fill it in. Units count from 1.
    """

    rule: str
    severity: str
    code: str
    units: tuple[int, ...] = ()
    troops: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def is_error(self) -> bool:
        """Whether it makes the list illegal."""
        return self.severity == ERROR


def check(army_list: ArmyList, catalog: Catalog) -> tuple[Finding, ...]:
    """All findings about a list under PB-1 and its pack, errors first, then by clause."""
    findings = [
        *_breaches(army_list, catalog),
        *_house_rules(army_list),
        *_traits(army_list, catalog),
        *_stacks(army_list, catalog),
        *_borders(army_list, catalog),
        *_troops_of_a_battle(army_list),
        *_changes(army_list, catalog),
    ]
    order = {ERROR: 0, WARNING: 1, NOTE: 2}
    return tuple(sorted(findings, key=lambda found: (order[found.severity], found.rule)))


def is_legal(army_list: ArmyList, catalog: Catalog) -> bool:
    """Whether no clause of PB-1 and no limit of its pack is broken."""
    # Asked of thousands of lists: checks that only give notes are left out.
    return not any(finding.is_error for finding in _breaches(army_list, catalog))


def points_of(army_list: ArmyList, catalog: Catalog) -> int:
    """The deployment points of all known tiles. PB-1.4."""
    return sum(catalog.troops[code].dp for code in army_list.troops if code in catalog.troops)


def tokens_of(army_list: ArmyList, catalog: Catalog) -> int:
    """The tokens the army begins with: a tenth of the size and one per Leader. PB-1.3, PB-T.13."""
    return tokens_at_start(army_list.points, _known_units(army_list, catalog), catalog.traits)


def leader_tokens(army_list: ArmyList, catalog: Catalog) -> int:
    """The tokens that Leader troops add. PB-T.13."""
    units = _known_units(army_list, catalog)
    return sum(unit_tokens(troops, catalog.traits) for troops in units)


def _known_units(army_list: ArmyList, catalog: Catalog) -> list[list[Troop]]:
    return [_known(unit.troops, catalog) for unit in army_list.units]


def _breaches(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    """Every error, and the warnings and notes that the same checks give."""
    yield from _tiles(army_list, catalog)
    yield from _size(army_list, catalog)
    yield from _points(army_list, catalog)
    yield from _units(army_list, catalog)
    yield from _pack(army_list, catalog)


def _pack(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    """What the tournament pack of the list does not allow."""
    pack = army_list.pack
    if pack is None:
        return
    own: dict[str, Value] = {"pack": pack.name}
    if not pack.is_size(army_list.points):
        sizes = tuple(map(str, sorted(pack.sizes)))
        values = {**own, "size": army_list.points, "sizes": sizes}
        yield Finding(PACK, ERROR, "pack-size", values=values)
    if not pack.is_army(army_list.army):
        values = {**own, "army": army_list.army, "armies": pack.armies}
        yield Finding(PACK, ERROR, "pack-army", values=values)
    for limit, counted in pack.excess(_known(army_list.troops, catalog)):
        codes = tuple(dict.fromkeys(troop.code for troop in counted))
        units = tuple(sorted({unit for code in codes for unit in _units_with(army_list, code)}))
        values = {
            **own,
            "limit": f"{limit.subject} {limit.name}",
            "most": limit.most,
            "is": len(counted),
            "tiles": codes,
            "amount": len(counted) - limit.most,
        }
        code = "pack-limit" if limit.most else "pack-forbidden"
        yield Finding(PACK, ERROR, code, units, codes, values)
    for waiver in dict.fromkeys(army_list.waivers):
        if waiver not in pack.waiver_ids:
            yield Finding(PACK, ERROR, "pack-waiver", values={**own, "waiver": waiver})


def _tiles(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    counts = Counter(army_list.troops)
    unknown = 0
    mixed = MIXED_ARMIES in army_list.waivers
    for code, count in counts.items():
        troop = catalog.troops.get(code)
        if troop and count == 1 and (mixed or troop.army == army_list.army):
            continue
        units = _units_with(army_list, code)
        if troop is None:
            unknown += 1
            near: tuple[str, ...] = ()
            if unknown <= MOST_SUGGESTED:
                near = tuple(get_close_matches(code.upper(), list(catalog.troops), 3, 0.6))
            yield Finding(
                "PB-1.1",
                ERROR,
                "unknown-tile" if near else "unknown-tile-nor-near",
                units,
                (code,),
                {"tile": code, "near": near},
            )
            continue
        if troop.army != army_list.army and not mixed:
            values: dict[str, Value] = {"tile": code, "army": troop.army, "own": army_list.army}
            yield Finding("PB-1.1", ERROR, "foreign-tile", units, (code,), values)
        if count > 1:
            yield Finding(
                "PB-1.1", ERROR, "tile-twice", units, (code,), {"tile": code, "times": count}
            )


def _house_rules(army_list: ArmyList) -> Iterator[Finding]:
    for waiver in dict.fromkeys(army_list.waivers):
        if waiver == MIXED_ARMIES:
            yield Finding("PB-1.1", NOTE, "mixed-armies")
        elif army_list.pack is None or waiver not in army_list.pack.waiver_ids:
            yield Finding("PB-1.1", WARNING, "unknown-waiver", values={"waiver": waiver})
    if army_list.pack:
        for rule in army_list.pack.waivers:
            if rule.id != MIXED_ARMIES:
                text: Value = rule.text or rule.id
                yield Finding(PACK, NOTE, "pack-house-rule", values={"text": text})


def _size(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    size = army_list.points
    if not is_size(size):
        yield Finding("PB-1.2", ERROR, "size-not-in-tens", values={"size": size})
        return
    edition = catalog.editions.get(army_list.edition)
    if edition is None:
        return
    if not is_recommended_size(size, edition):
        low, high = edition.recommended_points
        values: dict[str, Value] = {"size": size, "low": low, "high": high}
        yield Finding("PB-1.2", WARNING, "size-not-recommended", values=values)
    tokens = PLAYERS * tokens_of_size(size)
    if tokens > edition.box_tokens:
        values = {"size": size, "tokens": tokens, "box": edition.box_tokens}
        yield Finding("PB-1.3", WARNING, "box-short-of-tokens", values=values)


def _points(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    spent, size = points_of(army_list, catalog), army_list.points
    values: dict[str, Value] = {"spent": spent, "size": size, "amount": abs(spent - size)}
    if size <= 0:
        return  # the size itself is refused by PB-1.2
    if over := points_over(spent, size):
        codes = _tiles_to_remove(army_list, catalog, over)
        units = tuple(sorted({unit for code in codes for unit in _units_with(army_list, code)}))
        yield Finding("PB-1.4", ERROR, "over-size", units, codes, values)
    elif spent < size:
        yield Finding("PB-1.4", NOTE, "under-size", values={**values, "count": size - spent})


def _tiles_to_remove(army_list: ArmyList, catalog: Catalog, amount: int) -> tuple[str, ...]:
    """The cheapest tile that costs `amount`, else the most expensive ones that do together."""
    troops = sorted(_known(army_list.troops, catalog), key=lambda troop: -troop.dp)
    enough = [troop for troop in troops if troop.dp >= amount]
    if enough:
        return (enough[-1].code,)
    found: list[str] = []
    for troop in troops:
        if amount <= 0:
            break
        found.append(troop.code)
        amount -= troop.dp
    return tuple(dict.fromkeys(found))


def _units(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    if not army_list.units:
        yield Finding("PB-1.5", ERROR, "no-units")
    for number, unit in enumerate(army_list.units, start=1):
        if not unit.troops:
            yield Finding("PB-1.5", ERROR, "empty-unit", (number,), (), {"unit": number})
            continue
        troops = _known(unit.troops, catalog)
        if not troops:
            continue
        lowest = largest_unit(troops)
        count = len(unit.troops)
        if over := troops_over(count, troops):
            limiting = tuple(dict.fromkeys(t.code for t in troops if t.fv == lowest))
            values: dict[str, Value] = {
                "unit": number,
                "count": count,
                "formation": lowest,
                "amount": over,
                "tiles": limiting,
            }
            yield Finding("PB-1.5", ERROR, "unit-too-large", (number,), limiting, values)
        if len(troops) == count and not has_wound_points(troops):
            yield Finding(
                "PB-1.6", ERROR, "no-wound-points", (number,), unit.troops, {"unit": number}
            )


def _traits(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    for number, unit in enumerate(army_list.units, start=1):
        troops = _known(unit.troops, catalog)
        if not troops:
            continue
        unit_profile = profile(troops, catalog.traits)
        if unit_profile.effect(effects.MAY_NOT_REDEPLOY) and unit_profile.effect(
            effects.REDEPLOYS_AND_ACTS
        ):
            slow = _carriers(troops, catalog, effects.MAY_NOT_REDEPLOY)
            yield Finding("PB-1.7", NOTE, "slow-beats-fast", (number,), slow, {"unit": number})
        idle = {"idle-without-black": _NEEDS_BLACK, "idle-without-white": _NEEDS_WHITE}
        for code, kinds in idle.items():
            without_black = code == "idle-without-black"
            printed = unit_profile.black if without_black else unit_profile.white
            if printed:
                continue
            for troop in troops:
                traits = tuple(
                    trait
                    for trait in troop.traits
                    if catalog.traits[trait].effects
                    and all(effect.kind in kinds for effect in catalog.traits[trait].effects)
                )
                if traits:
                    values: dict[str, Value] = {
                        "unit": number,
                        "tile": troop.code,
                        "traits": traits,
                    }
                    yield Finding("PB-1.7", NOTE, code, (number,), (troop.code,), values)


def _stacks(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    # The enemy sees the top tile before the reveal: a Leader there is an obvious target.
    for number, unit in enumerate(army_list.units, start=1):
        top = catalog.troops.get(unit.troops[0]) if len(unit.troops) > 1 else None
        if top and _carriers([top], catalog, effects.TOKENS):
            values: dict[str, Value] = {"unit": number, "tile": top.code}
            yield Finding("PB-1.8", NOTE, "leader-on-top", (number,), (top.code,), values)


def _borders(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    army = catalog.armies.get(army_list.army)
    if army is None or MIXED_ARMIES in army_list.waivers:
        return
    used = len({code for code in army_list.troops if code in catalog.troops})
    if used > tiles_beside_borders(len(army.troops)):
        values: dict[str, Value] = {
            "used": used,
            "tiles": len(army.troops),
            "spare": max(0, len(army.troops) - used),
            "borders": BORDER_TILES,
        }
        yield Finding("PB-1.9", WARNING, "no-border-tiles", values=values)


def _troops_of_a_battle(army_list: ArmyList) -> Iterator[Finding]:
    # Only house rules and armies of the player's own have more tiles than a box.
    if len(army_list.troops) > MOST_TROOPS:
        values: dict[str, Value] = {"used": len(army_list.troops), "most": MOST_TROOPS}
        yield Finding("PB-1.1", WARNING, "too-many-troops", values=values)


def _changes(army_list: ArmyList, catalog: Catalog) -> Iterator[Finding]:
    changes = tile_changes(army_list, catalog)
    for change in changes:
        for name, before, now in change.values:
            values: dict[str, Value] = {
                "tile": change.code,
                "value": name,
                "before": before or "–",
                "now": now or "–",
            }
            units = _units_with(army_list, change.code)
            yield Finding("PB-1.1", NOTE, "tile-changed", units, (change.code,), values)
    if points := sum(change.points for change in changes):
        spent = points_of(army_list, catalog)
        values = {"before": spent - points, "now": spent, "amount": points}
        yield Finding("PB-1.4", NOTE, "points-changed", values=values)


def _known(codes: tuple[str, ...], catalog: Catalog) -> list[Troop]:
    return [catalog.troops[code] for code in codes if code in catalog.troops]


def _units_with(army_list: ArmyList, code: str) -> tuple[int, ...]:
    return tuple(
        number for number, unit in enumerate(army_list.units, start=1) if code in unit.troops
    )


def _carriers(troops: list[Troop], catalog: Catalog, kind: str) -> tuple[str, ...]:
    return tuple(
        troop.code
        for troop in troops
        if any(
            effect.kind == kind
            for trait in troop.traits
            for effect in catalog.traits[trait].effects
        )
    )


def check_pair(one: ArmyList, other: ArmyList, catalog: Catalog) -> tuple[Finding, ...]:
    """The findings about two lists that play each other: sizes, boxes, tokens. PB-1.2, PB-1.3."""
    findings: list[Finding] = []
    if one.points != other.points:
        values: dict[str, Value] = {"size": one.points, "other": other.points}
        findings.append(Finding("PB-1.2", WARNING, "sizes-differ", values=values))
    share_tiles = bool(set(_codes(one, catalog)) & set(_codes(other, catalog)))
    same_army = one.army == other.army and MIXED_ARMIES not in (*one.waivers, *other.waivers)
    needs_two_boxes = share_tiles or same_army
    if needs_two_boxes:
        findings.append(Finding("PB-1.1", NOTE, "two-boxes", values={"army": one.army}))
    boxes = _boxes(one, other, catalog, two=needs_two_boxes)
    needed = tokens_of(one, catalog) + tokens_of(other, catalog)
    available = sum(edition.box_tokens for edition in boxes)
    if needed > available:
        values = {"tokens": needed, "box": available, "amount": needed - available}
        findings.append(Finding("PB-1.3", WARNING, "boxes-short-of-tokens", values=values))
    return tuple(findings)


def _codes(army_list: ArmyList, catalog: Catalog) -> tuple[str, ...]:
    return tuple(code for code in army_list.troops if code in catalog.troops)


def _boxes(one: ArmyList, other: ArmyList, catalog: Catalog, *, two: bool) -> list[Edition]:
    """The boxes needed: each edition whose armies take part, twice where `two` are needed."""
    found: list[Edition] = []
    for edition in catalog.editions.values():
        sides = [
            army_list
            for army_list in (one, other)
            if any(
                catalog.troops[code].army in edition.armies for code in _codes(army_list, catalog)
            )
            or army_list.army in edition.armies
        ]
        if sides:
            found.extend([edition] * (2 if two and len(sides) == 2 else 1))
    return found
