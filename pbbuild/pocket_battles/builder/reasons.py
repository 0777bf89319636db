"""Why an army is as it is, as codes and numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbbuild.errors import Value
from pbbuild.pocket_battles.builder.candidates import is_officer
from pbbuild.pocket_battles.builder.solve import Solution
from pbbuild.pocket_battles.builder.worth import blows
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import leader_tokens, points_of
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.units import most_tiles, tokens_of_size


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing to say: the sentence `new.why.<code>` and what fills it in."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


def reasons_for(
    army_list: ArmyList,
    include: tuple[str, ...],
    solution: Solution,
    catalog: Catalog,
    usable: int,
) -> tuple[Reason, ...]:
    """A few lines on the units, the blows, the helpers, the points and the proof.

    `usable` is how many tiles the builder had to choose from.
    """
    units = [[catalog.troops[code] for code in unit.troops] for unit in army_list.units]
    found = [_tokens(army_list, catalog)]
    found += _strongest(units, catalog)
    found += _helpers(units, catalog)
    if include:
        places: dict[str, Value] = {
            "tiles": include,
            "units": tuple(str(_unit_of(army_list, code)) for code in include),
        }
        found.append(Reason("wishes", places))
    spent = points_of(army_list, catalog)
    if left := army_list.points - spent:
        found.append(_unspent(left, army_list, usable, catalog))
    found.append(_proof(solution))
    return tuple(found)


def _tokens(army_list: ArmyList, catalog: Catalog) -> Reason:
    values: dict[str, Value] = {
        "count": len(army_list.units),
        "tokens": tokens_of_size(army_list.points),
        "leaders": leader_tokens(army_list, catalog),
    }
    return Reason("tokens-and-leaders" if values["leaders"] else "tokens", values)


def _unspent(left: int, army_list: ArmyList, usable: int, catalog: Catalog) -> Reason:
    """Why points are left: no more tiles, the border tiles (PB-1.9), or nothing worth having."""
    used = len(army_list.troops)
    if used == usable:
        code = "unspent-all-used"
    elif used == most_tiles(len(catalog.armies[army_list.army].troops)):
        code = "unspent-borders"
    else:
        code = "unspent"
    return Reason(code, {"count": left})


def _strongest(units: list[list[Troop]], catalog: Catalog) -> list[Reason]:
    expected = [blows(profile(unit, catalog.traits)) for unit in units]
    found: list[Reason] = []
    charger = max(range(len(units)), key=lambda unit: expected[unit].charge)
    if expected[charger].charge >= 1.5:
        hits = round(expected[charger].charge, 1)
        found.append(Reason("hammer", {"unit": charger + 1, "hits": hits}))
    shooter = max(range(len(units)), key=lambda unit: expected[unit].shot)
    if expected[shooter].shot >= 0.5:
        hits = round(expected[shooter].shot, 1)
        found.append(Reason("battery", {"unit": shooter + 1, "hits": hits}))
    return found


def _helpers(units: list[list[Troop]], catalog: Catalog) -> list[Reason]:
    """The two officers that add most to the blows of the tiles beside them."""
    gains: list[tuple[float, int, str, str]] = []
    for number, unit in enumerate(units, start=1):
        with_all = blows(profile(unit, catalog.traits))
        for troop in unit:
            others = [other for other in unit if other is not troop]
            if not is_officer(troop) or not others:
                continue
            without = blows(profile(others, catalog.traits))
            # A helper's own dice are not what it lends to others.
            alone = blows(profile([troop], catalog.traits))
            charge = with_all.charge - without.charge - alone.charge
            shot = with_all.shot - without.shot - alone.shot
            kind = "helper-charge" if charge >= shot else "helper-shot"
            gains.append((max(charge, shot), number, troop.code, kind))
    gains.sort(key=lambda gain: (-gain[0], gain[1]))
    return [
        Reason(kind, {"tile": code, "unit": number, "hits": round(gain, 1)})
        for gain, number, code, kind in gains[:2]
        if gain >= 0.15
    ]


def _unit_of(army_list: ArmyList, code: str) -> int:
    return next(n for n, unit in enumerate(army_list.units, start=1) if code in unit.troops)


def _proof(solution: Solution) -> Reason:
    gap = max(0.0, (solution.bound - solution.worth) / max(1e-9, abs(solution.worth)))
    if gap < 0.0005:
        return Reason("best")
    return Reason("nearly-best", {"percent": round(100 * gap + 0.05, 1)})
