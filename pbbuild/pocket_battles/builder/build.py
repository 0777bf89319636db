"""Building an army: the best units for a size and a style, and the reasons."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from pbbuild.errors import UsageError, Value
from pbbuild.pocket_battles.builder.arrange import choose_tiles
from pbbuild.pocket_battles.builder.candidates import (
    LARGEST_UNIT,
    TileKind,
    UnitCandidate,
    candidates,
    is_officer,
    kinds_of,
)
from pbbuild.pocket_battles.builder.solve import BuildProblem, Solution, solve
from pbbuild.pocket_battles.builder.worth import STYLES, ArmyStyle, attack_hits, unit_worth
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.sizes import is_size, size_for
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.list_file import LARGEST_SIZE
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.lists.pack import Pack
from pbbuild.pocket_battles.rules.army import check, leader_tokens, points_of
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    most_tiles,
    tiles_beside_borders,
    tokens_of_size,
)

WHOLE_BOX: Final = 30
# Units of officers alone: the printed armies have at most three of them per 80 points.
POSTS: Final = 3
POSTS_OF: Final = 80
# Expected hits from which a unit is worth naming as the army's best charger or shooter.
LEAST_HAMMER: Final = 1.5
LEAST_BATTERY: Final = 1.0


@dataclass(frozen=True, slots=True)
class BuildTask:
    """The army to build; `own` are the tiles the player owns, None for all tiles of the box.

    `units` are units that it must have exactly so, each as its tiles from the top.
    """

    army: str
    points: int
    style: str = "balanced"
    seed: int = 1
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    own: frozenset[str] | None = None
    name: str = ""
    pack: Pack | None = None
    units: tuple[tuple[str, ...], ...] = ()

    def rest(self, catalog: Catalog) -> "BuildTask":
        """What is left to build besides the units that are given."""
        codes = [code for unit in self.units for code in unit]
        return replace(
            self,
            points=self.points - sum(catalog.troops[code].dp for code in codes),
            include=tuple(code for code in self.include if code not in codes),
            exclude=(*self.exclude, *codes),
            units=(),
        )


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for the list: the message `new.why.<code>` and its values."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BuiltArmy:
    """A legal list, the reasons, its `worth`, and `bound`, the most that any list can have."""

    army_list: ArmyList
    reasons: tuple[Reason, ...]
    worth: float
    bound: float
    proved: bool


def build(request: BuildTask, catalog: Catalog) -> BuiltArmy:
    """The best army for a request; an impossible request raises and names a way out."""
    style = STYLES[request.style]
    _require_possible(request, catalog)
    usable = _usable(request.rest(catalog), catalog)
    generator = Random(f"{request.seed} {request.army} {request.points} {request.style}")
    kinds = kinds_of(usable)
    factors = {
        troop.name: 1 + generator.uniform(-style.noise, style.noise)
        for troop in sorted(usable, key=lambda troop: troop.code)
    }
    solution = _solved(request, catalog, kinds, style, factors)
    units = _units_of(solution, kinds, request, catalog, generator)
    units += [[catalog.troops[code] for code in unit] for unit in request.units]
    units.sort(key=lambda unit: (-sum(troop.dp for troop in unit), unit[0].code))
    army_list = with_tile_values(
        ArmyList(
            name=request.name,
            army=request.army,
            points=request.points,
            edition=catalog.armies[request.army].edition,
            units=tuple(ListUnit(tuple(troop.code for troop in unit)) for unit in units),
        ),
        catalog,
    )
    if request.pack:
        army_list = army_list.for_pack(request.pack)
    broken = [finding for finding in check(army_list, catalog) if finding.is_error]
    if broken and request.units:
        tiles = tuple(code for unit in request.units for code in unit)
        rules = tuple(dict.fromkeys(finding.rule for finding in broken))
        raise UsageError("new.units-break", tiles=tiles, rules=rules)
    assert not broken, [finding.code for finding in broken]
    return BuiltArmy(
        army_list,
        reasons_for(army_list, request.include, solution, catalog, len(usable)),
        solution.worth,
        solution.bound,
        solution.proved,
    )


def largest_size(army: str, catalog: Catalog) -> int:
    """The largest size that makes sense for an army: what all its tiles cost. PB-1.2.

    A player's own army may still be growing: it has no such limit.
    """
    troops = catalog.armies[army].troops
    return LARGEST_SIZE if len(troops) < WHOLE_BOX else size_for(cost_of_all(army, catalog))


def cost_of_all(army: str, catalog: Catalog) -> int:
    """What all tiles of an army cost together."""
    return sum(troop.dp for troop in catalog.armies[army].troops)


def _require_possible(request: BuildTask, catalog: Catalog) -> None:
    """Raise for a size that nobody can play, and for units with tiles that are not there."""
    if not is_size(request.points):
        raise UsageError("new.size-not-in-tens", size=request.points)
    if request.points > largest_size(request.army, catalog):
        cost = cost_of_all(request.army, catalog)
        raise UsageError("new.size-too-large", size=request.points, army=request.army, cost=cost)
    if request.pack:
        _require_allowed(request, request.pack, catalog)
    codes = [code for unit in request.units for code in unit]
    own_codes = {troop.code for troop in catalog.armies[request.army].troops}
    for code in codes:
        if code not in own_codes:
            other = catalog.troops[code].army if code in catalog.troops else "?"
            raise UsageError("new.include-foreign", tile=code, army=other, own=request.army)
        if codes.count(code) > 1:
            raise UsageError("new.unit-tile-twice", tile=code, times=codes.count(code))
        if code in request.exclude:
            raise UsageError("new.include-excluded", tile=code)
        if request.own is not None and code not in request.own:
            raise UsageError("new.include-not-owned", tile=code)
    cost = sum(catalog.troops[code].dp for code in codes)
    if cost > request.points:
        would_do = size_for(cost)
        raise UsageError(
            "new.include-too-dear", points=cost, size=request.points, would_do=would_do
        )


def _usable(request: BuildTask, catalog: Catalog) -> list[Troop]:
    """The tiles to choose from; contradictions in the request raise. PB-1.1."""
    army = catalog.armies[request.army]
    own_codes = {troop.code for troop in army.troops}
    for code in request.include:
        if code not in own_codes:
            other = catalog.troops[code].army if code in catalog.troops else "?"
            raise UsageError("new.include-foreign", tile=code, army=other, own=army.id)
        if code in request.exclude:
            raise UsageError("new.include-excluded", tile=code)
        if request.own is not None and code not in request.own:
            raise UsageError("new.include-not-owned", tile=code)
    included = sum(catalog.troops[code].dp for code in set(request.include))
    if included > request.points:
        would_do = size_for(included)
        raise UsageError(
            "new.include-too-dear", points=included, size=request.points, would_do=would_do
        )
    usable = [
        troop
        for troop in army.troops
        if troop.code not in request.exclude
        and (request.own is None or troop.code in request.own)
        and troop.dp <= request.points
        and not (request.pack and request.pack.forbids(troop))
    ]
    if not has_wound_points(usable):
        raise UsageError("new.nothing-left", army=army.id, size=request.points)
    return usable


def _require_allowed(request: BuildTask, pack: Pack, catalog: Catalog) -> None:
    """Raise where the request itself is against its tournament pack."""
    if not pack.is_size(request.points):
        sizes = tuple(map(str, sorted(pack.sizes)))
        raise UsageError("pack.size", pack=pack.name, size=request.points, sizes=sizes)
    if not pack.is_army(request.army):
        raise UsageError("pack.army", pack=pack.name, army=request.army, armies=pack.armies)
    codes = dict.fromkeys([*request.include, *(code for unit in request.units for code in unit)])
    wanted = [catalog.troops[code] for code in codes if code in catalog.troops]
    for limit, counted in pack.excess(wanted):
        raise UsageError(
            "pack.include-over",
            pack=pack.name,
            limit=limit.name,
            most=limit.most,
            tiles=tuple(troop.code for troop in counted),
            amount=len(counted) - limit.most,
        )


def _solved(
    request: BuildTask,
    catalog: Catalog,
    kinds: Sequence[TileKind],
    style: ArmyStyle,
    factors: Mapping[str, float],
) -> Solution:
    task = _task(request, catalog, kinds, style, factors)
    solution = solve(task)
    if solution is None and request.include:
        # No sensible unit has the included tiles, so allow any legal unit with them.
        task = _task(request, catalog, kinds, style, factors, any_unit=True)
        solution = solve(task)
    if solution is None:
        raise _refusal(request, task)
    return replace(solution, largest_unit=task.largest_unit)


def _task(
    request: BuildTask,
    catalog: Catalog,
    kinds: Sequence[TileKind],
    style: ArmyStyle,
    factors: Mapping[str, float],
    *,
    any_unit: bool = False,
) -> BuildProblem:
    rest = request.rest(catalog)
    fixed = sum(map(len, request.units))
    included = set(rest.include)
    possible = candidates(kinds, rest.points)
    found, largest = possible.units, possible.largest
    if any_unit:
        names = {troop.name for kind in kinds for troop in kind.troops if troop.code in included}
        found += [
            unit
            for unit in candidates(kinds, rest.points, lambda troops: len(troops) <= 3).units
            if any(troop.name in names for troop in unit.troops)
        ]
    least = Counter(
        index for index, kind in enumerate(kinds) for troop in kind.troops if troop.code in included
    )
    points_wanted = -(-request.points * 98 // 100)
    troops = catalog.armies[request.army].troops
    least_units, most_units = style.band(tokens_of_size(request.points))
    given = len(request.units)
    given_codes = [code for unit in request.units for code in unit]
    return BuildProblem(
        kinds=kinds,
        candidates=found,
        worths=[_varied_worth(unit, style, factors, catalog) for unit in found],
        size=rest.points,
        points_wanted=max(0, points_wanted - (request.points - rest.points)),
        tiles=max(_most_tiles(troops, points_wanted) - fixed, len(included)),
        units=(max(0, least_units - given), max(1, most_units - given)),
        posts=request.points * POSTS // POSTS_OF,
        least=least,
        largest_unit=largest,
        limits=[
            (
                frozenset(index for index, kind in enumerate(kinds) if limit.counts(kind.sample)),
                limit.most - sum(limit.counts(catalog.troops[code]) for code in given_codes),
            )
            for limit in (request.pack.limits if request.pack else ())
        ],
    )


def _most_tiles(troops: Sequence[Troop], points_wanted: int) -> int:
    """All tiles but four for the borders; all tiles of a small army of the player's own. PB-1.9."""
    costs = sorted((troop.dp for troop in troops), reverse=True)
    with_borders = most_tiles(len(troops))
    if len(troops) < WHOLE_BOX and sum(costs[: max(0, with_borders)]) < points_wanted:
        return len(troops)
    return with_borders


def _varied_worth(
    unit: UnitCandidate, style: ArmyStyle, factors: Mapping[str, float], catalog: Catalog
) -> float:
    factor = sum(factors[troop.name] for troop in unit.troops) / unit.size
    return unit_worth(unit.troops, style, catalog) * factor


def _refusal(request: BuildTask, task: BuildProblem) -> UsageError:
    """The error that names the first included tile without which the request is possible."""
    for code in request.include:
        index = next(
            (
                index
                for index, kind in enumerate(task.kinds)
                if any(troop.code == code for troop in kind.troops)
            ),
            -1,
        )
        if index < 0:
            continue  # a tile of a unit that is given
        least = {**task.least, index: task.least[index] - 1}
        fewer = replace(task, least=least)
        if solve(fewer) is not None:
            return UsageError("new.include-homeless", tile=code, would_do=request.points + 10)
    return UsageError("new.includes-clash", tiles=request.include)


def _units_of(
    solution: Solution,
    kinds: Sequence[TileKind],
    request: BuildTask,
    catalog: Catalog,
    generator: Random,
) -> list[list[Troop]]:
    decks = [kind.troops for kind in kinds]
    units = choose_tiles(solution.unit_kinds, decks, frozenset(request.include), catalog, generator)
    for unit in units:
        unit.sort(key=lambda troop: (is_officer(troop), not troop.wp, -troop.dp, troop.code))
        _put_plain_tile_on_top(unit, catalog)
    return sorted(units, key=lambda unit: (-sum(troop.dp for troop in unit), unit[0].code))


def _put_plain_tile_on_top(unit: list[Troop], catalog: Catalog) -> None:
    # Only the top tile is visible before the reveal: put an ordinary tile there, or an officer
    # that brings no token. PB-1.8.
    leaders = [t for t in unit if profile((t,), catalog.traits).effect(effects.TOKENS)]
    ordinary = [troop for troop in unit if not is_officer(troop) and troop not in leaders]
    if len(unit) > 1 and (shown := ordinary or [t for t in unit if t not in leaders]):
        plainest = min(shown, key=lambda troop: (troop.dp, troop.code))
        unit.remove(plainest)
        unit.insert(0, plainest)


def reasons_for(
    army_list: ArmyList,
    include: tuple[str, ...],
    solution: Solution,
    catalog: Catalog,
    usable: int,
) -> tuple[Reason, ...]:
    """Reasons about tokens, strongest units, helpers, included tiles, points and optimality.

    `usable` is the number of tiles the builder could choose from.
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
    if solution.largest_unit < LARGEST_UNIT:
        found.append(Reason("small-units", {"most": solution.largest_unit}))
    found.append(_proof(solution))
    return tuple(found)


def _tokens(army_list: ArmyList, catalog: Catalog) -> Reason:
    """How many units the tokens of a round reach, each order to a fresh unit costing one."""
    units, tokens = len(army_list.units), tokens_of_size(army_list.points)
    leaders = leader_tokens(army_list, catalog)
    ordered = tokens + leaders
    values: dict[str, Value] = {"count": units, "tokens": tokens, "leaders": leaders}
    # The sentence of `tokens` says "nearly every unit".
    if units <= ordered:
        code = "tokens-all"
    elif 4 * units <= 5 * ordered:
        code = "tokens"
    else:
        code, values["ordered"] = "tokens-some", ordered
    return Reason(f"{code}-and-leaders" if leaders else code, values)


def _unspent(left: int, army_list: ArmyList, usable: int, catalog: Catalog) -> Reason:
    """Why points are left: no tiles left, the border tiles (PB-1.9), or nothing useful."""
    used = len(army_list.troops)
    if used == usable:
        code = "unspent-all-used"
    elif used == tiles_beside_borders(len(catalog.armies[army_list.army].troops)):
        code = "unspent-borders"
    else:
        code = "unspent"
    return Reason(code, {"count": left})


def _strongest(units: list[list[Troop]], catalog: Catalog) -> list[Reason]:
    expected = [attack_hits(profile(unit, catalog.traits)) for unit in units]
    found: list[Reason] = []
    charger = max(range(len(units)), key=lambda unit: expected[unit].charge)
    if expected[charger].charge >= LEAST_HAMMER:
        hits = round(expected[charger].charge, 1)
        found.append(Reason("hammer", {"unit": charger + 1, "hits": hits}))
    shooter = max(range(len(units)), key=lambda unit: expected[unit].shot)
    if expected[shooter].shot >= LEAST_BATTERY:
        hits = round(expected[shooter].shot, 1)
        found.append(Reason("battery", {"unit": shooter + 1, "hits": hits}))
    return found


def _helpers(units: list[list[Troop]], catalog: Catalog) -> list[Reason]:
    """The two officers that add most to the hits of their units."""
    gains: list[tuple[float, int, str, str]] = []
    for number, unit in enumerate(units, start=1):
        with_all = attack_hits(profile(unit, catalog.traits))
        for troop in unit:
            others = [other for other in unit if other is not troop]
            if not is_officer(troop) or not others:
                continue
            without = attack_hits(profile(others, catalog.traits))
            # The officer's own dice do not count as help for the others.
            alone = attack_hits(profile([troop], catalog.traits))
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
