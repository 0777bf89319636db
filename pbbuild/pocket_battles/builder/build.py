"""Building an army: the best units for a size and a style, and why these."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.candidates import (
    Candidate,
    Kind,
    candidates,
    is_officer,
    kinds_of,
)
from pbbuild.pocket_battles.builder.reasons import Reason, reasons_for
from pbbuild.pocket_battles.builder.solve import Solution, Task, solve
from pbbuild.pocket_battles.builder.tile_choice import dealt
from pbbuild.pocket_battles.builder.worth import STYLES, Style, unit_worth
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.built_with import stamped
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.lists.read import LARGEST_SIZE
from pbbuild.pocket_battles.rules.army import check
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    is_size,
    most_tiles,
    size_for,
    tokens_of_size,
)

WHOLE_BOX: Final = 30
# The printed armies have officers who stand alone: three of 80 points at the most.
POSTS: Final = 3
POSTS_OF: Final = 80


@dataclass(frozen=True, slots=True)
class Request:
    """What the player wishes; `own` are the tiles he has, None for a whole box."""

    army: str
    points: int
    style: str = "balanced"
    seed: int = 1
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    own: frozenset[str] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Built:
    """A legal list, why it is as it is, and how good: `worth`, of at most `bound`."""

    army_list: ArmyList
    reasons: tuple[Reason, ...]
    worth: float
    bound: float
    proved: bool


def build(request: Request, catalog: Catalog) -> Built:
    """The best army for a request; a wish that cannot be met raises and says what would do."""
    style = STYLES[request.style]
    usable = _usable(request, catalog)
    generator = Random(f"{request.seed} {request.army} {request.points} {request.style}")
    kinds = kinds_of(usable)
    sway = {
        troop.name: 1 + generator.uniform(-style.noise, style.noise)
        for troop in sorted(usable, key=lambda troop: troop.code)
    }
    solution = _solved(request, catalog, kinds, style, sway)
    units = _dealt(solution, kinds, request, catalog, generator)
    army_list = stamped(
        ArmyList(
            name=request.name,
            army=request.army,
            points=request.points,
            edition=catalog.armies[request.army].edition,
            units=tuple(ListUnit(tuple(troop.code for troop in unit)) for unit in units),
        ),
        catalog,
    )
    broken = [finding.code for finding in check(army_list, catalog) if finding.is_error]
    assert not broken, broken
    return Built(
        army_list,
        reasons_for(army_list, request.include, solution, catalog, len(usable)),
        solution.worth,
        solution.bound,
        solution.proved,
    )


def _usable(request: Request, catalog: Catalog) -> list[Troop]:
    """The tiles to choose from; contradictions between the wishes raise. PB-1.1, PB-1.2."""
    if not is_size(request.points):
        raise UsageError("new.size-not-in-tens", size=request.points)
    if request.points > LARGEST_SIZE:
        raise UsageError("new.size-too-large", size=request.points, maximum=LARGEST_SIZE)
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
    wished = sum(catalog.troops[code].dp for code in set(request.include))
    if wished > request.points:
        would_do = size_for(wished)
        raise UsageError(
            "new.include-too-dear", points=wished, size=request.points, would_do=would_do
        )
    usable = [
        troop
        for troop in army.troops
        if troop.code not in request.exclude
        and (request.own is None or troop.code in request.own)
        and troop.dp <= request.points
    ]
    if not has_wound_points(usable):
        raise UsageError("new.nothing-left", army=army.id, size=request.points)
    return usable


def _solved(
    request: Request,
    catalog: Catalog,
    kinds: Sequence[Kind],
    style: Style,
    sway: Mapping[str, float],
) -> Solution:
    task = _task(request, catalog, kinds, style, sway)
    solution = solve(task)
    if solution is None and request.include:
        # Within the rules of thumb the wishes have no place: any legal unit will do for them.
        task = _task(request, catalog, kinds, style, sway, any_unit=True)
        solution = solve(task)
    if solution is None:
        raise _refusal(request, task)
    return solution


def _task(
    request: Request,
    catalog: Catalog,
    kinds: Sequence[Kind],
    style: Style,
    sway: Mapping[str, float],
    *,
    any_unit: bool = False,
) -> Task:
    wished = set(request.include)
    found = candidates(kinds, request.points)
    if any_unit:
        names = {troop.name for kind in kinds for troop in kind.troops if troop.code in wished}
        found += [
            unit
            for unit in candidates(kinds, request.points, lambda troops: len(troops) <= 3)
            if any(troop.name in names for troop in unit.troops)
        ]
    tokens = tokens_of_size(request.points)
    least = Counter(
        index for index, kind in enumerate(kinds) for troop in kind.troops if troop.code in wished
    )
    points_wanted = -(-request.points * 98 // 100)
    return Task(
        kinds=kinds,
        candidates=found,
        worths=[_swayed(unit, style, sway, catalog) for unit in found],
        size=request.points,
        points_wanted=points_wanted,
        tiles=max(_most_tiles(catalog.armies[request.army].troops, points_wanted), len(wished)),
        units=(max(1, round(style.units[0] * tokens)), max(2, round(style.units[1] * tokens))),
        posts=request.points * POSTS // POSTS_OF,
        least=least,
    )


def _most_tiles(troops: Sequence[Troop], points_wanted: int) -> int:
    """As many tiles as leave four for the borders; in a small army of his own, all. PB-1.9."""
    dearest = sorted((troop.dp for troop in troops), reverse=True)
    with_borders = most_tiles(len(troops))
    if len(troops) < WHOLE_BOX and sum(dearest[: max(0, with_borders)]) < points_wanted:
        return len(troops)
    return with_borders


def _swayed(unit: Candidate, style: Style, sway: Mapping[str, float], catalog: Catalog) -> float:
    factor = sum(sway[troop.name] for troop in unit.troops) / unit.size
    return unit_worth(unit.troops, style, catalog) * factor


def _refusal(request: Request, task: Task) -> UsageError:
    """Which wish cannot be met: the first whose dropping makes the others possible."""
    for code in request.include:
        index = next(
            index
            for index, kind in enumerate(task.kinds)
            if any(troop.code == code for troop in kind.troops)
        )
        least = {**task.least, index: task.least[index] - 1}
        fewer = replace(task, least=least)
        if solve(fewer) is not None:
            return UsageError("new.include-homeless", tile=code, would_do=request.points + 10)
    return UsageError("new.includes-clash", tiles=request.include)


def _dealt(
    solution: Solution,
    kinds: Sequence[Kind],
    request: Request,
    catalog: Catalog,
    generator: Random,
) -> list[list[Troop]]:
    wanted = [
        [kind for kind, amount in candidate.counts for _ in range(amount)]
        for candidate, times in solution.chosen
        for _ in range(times)
    ]
    decks = [kind.troops for kind in kinds]
    units = dealt(wanted, decks, frozenset(request.include), catalog, generator)
    for unit in units:
        unit.sort(key=lambda troop: (is_officer(troop), not troop.wp, -troop.dp, troop.code))
        _hide_the_best(unit, catalog)
    return sorted(units, key=lambda unit: (-sum(troop.dp for troop in unit), unit[0].code))


def _hide_the_best(unit: list[Troop], catalog: Catalog) -> None:
    # Only the top of a stack shows before the reveal: an ordinary tile lies there, and among
    # officers none that brings a token. PB-1.8.
    leaders = [t for t in unit if profile((t,), catalog.traits).effect(effects.TOKENS)]
    ordinary = [troop for troop in unit if not is_officer(troop) and troop not in leaders]
    if len(unit) > 1 and (shown := ordinary or [t for t in unit if t not in leaders]):
        plainest = min(shown, key=lambda troop: (troop.dp, troop.code))
        unit.remove(plainest)
        unit.insert(0, plainest)
