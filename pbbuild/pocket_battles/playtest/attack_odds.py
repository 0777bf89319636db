"""The odds of an attack between units as a player names them: tiles, or unit N of a list."""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.names import tile_named, tiles_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.odds import (
    AttackType,
    Odds,
    StandingUnit,
    TroopState,
    attack_odds,
)
from pbbuild.pocket_battles.rules.units import MOST_TROOPS, has_wound_points


def unit_named(text: str, catalog: Catalog) -> StandingUnit:
    """The unit that `text` names: `CODE[/WOUNDS],...` or `LIST:N`."""
    if found := re.fullmatch(r"(.+):(\d{1,3})", text):
        return unit_of_list(find_list(found[1]).army_list, int(found[2]), catalog)
    # `LIST:x` and `LIST:` name a list too, and no tile has a colon in its name.
    named = text.partition(":")[0]
    if named in (*saved_lists(), *ready_lists()):
        raise UsageError("odds.which-unit", list=named)
    return _standing([_code_and_wounds(part) for part in text.split(",")], text, catalog)


def unit_of_list(army_list: ArmyList, number: int, catalog: Catalog) -> StandingUnit:
    """Unit `number` of a list, from 1, without a wound."""
    if not 1 <= number <= len(army_list.units):
        raise UsageError("odds.no-such-unit", number=number, units=len(army_list.units))
    codes = [(code, 0) for code in army_list.units[number - 1].troops]
    return _standing(codes, f"{army_list.name}:{number}", catalog)


def odds_of(
    attacker: StandingUnit, target: StandingUnit | None, attack: AttackType, catalog: Catalog
) -> Odds:
    """The exact odds of an attack; without a target only the hits mean something."""
    return attack_odds(attacker, target or _nobody(attacker), attack, catalog.traits)


def possible_attacks(unit: StandingUnit) -> tuple[str, ...]:
    """The attacks that the dice of a unit allow; one without dice can only fight on."""
    black = any(standing.troop.black for standing in unit)
    white = any(standing.troop.white for standing in unit)
    return (
        *(("charge",) if black else ()),
        *(("fight",) if black or not white else ()),
        *(("shoot",) if white else ()),
    )


def best_attack(odds: Mapping[str, Odds], *, named: bool) -> str:
    """The attack that gains most: points destroyed less points lost, or hits without a target.

    Of equal ones the first counts.
    """

    def gain(attack: str) -> float:
        found = odds[attack]
        return round(found.dp_lost - found.own_dp_lost if named else found.mean, 9)

    return max(odds, key=gain)


def odds_document(odds: Odds, *, named: bool) -> dict[str, Any]:
    """The odds for a program; those of the target only where one is `named`."""

    def shares(likelihoods: dict[int, float]) -> dict[str, float]:
        return {str(total): round(chance, 12) for total, chance in likelihoods.items()}

    document: dict[str, Any] = {
        "dice": odds.dice,
        "hits": shares(odds.hits),
        "mean": round(odds.mean, 12),
    }
    if named:
        document |= {
            "eliminated": shares(odds.eliminated),
            "dp_lost": round(odds.dp_lost, 12),
            "destroyed": round(odds.destroyed, 12),
            "strike_back": {
                "dice": odds.strike_back_dice,
                "hits": shares(odds.strike_back_hits),
                "eliminated": shares(odds.own_eliminated),
                "dp_lost": round(odds.own_dp_lost, 12),
                "destroyed": round(odds.own_destroyed, 12),
            },
        }
    return document


def _standing(codes: list[tuple[str, int]], text: str, catalog: Catalog) -> StandingUnit:
    troops = catalog.troops
    if len(codes) > MOST_TROOPS:
        raise UsageError("odds.too-many-troops", count=len(codes), most=MOST_TROOPS)
    standings: list[TroopState] = []
    for code, wounds in codes:
        taken = {standing.troop.code for standing in standings}
        free = [troop for troop in troops.values() if troop.code not in taken]
        # Tiles of one army with the same values but other faces: any of them will do.
        alike = [troops[each] for each in tiles_named(code, free)]
        if standings:
            # A unit is of one army, so the first tile says which one is meant.
            army = standings[0].troop.army
            alike = [troop for troop in alike if troop.army == army] or alike
        one = len({(troop.army, troop.name) for troop in alike}) == 1
        troop = alike[0] if one else troops[tile_named(code, list(troops.values()))]
        if wounds and wounds >= troop.wp:
            raise UsageError("odds.too-many-wounds", tile=troop.code, wounds=wounds, wp=troop.wp)
        standings.append(TroopState(troop, wounds))
    if not has_wound_points(standing.troop for standing in standings):
        raise UsageError("odds.no-wound-points", unit=text)
    return tuple(standings)


def _code_and_wounds(part: str) -> tuple[str, int]:
    code, _, wounds = part.strip().partition("/")
    if wounds and not re.fullmatch(r"[0-9]", wounds):
        raise UsageError("odds.wounds-not-a-number", part=part)
    return code, int(wounds or 0)


def _nobody(attacker: StandingUnit) -> StandingUnit:
    # Hits alone do not depend on who is hit, but for Blood Lust: an unwounded unit of no dice.
    blank = dataclasses.replace(attacker[0].troop, black=(), white=(), traits=(), wp=99)
    return (TroopState(blank),)
