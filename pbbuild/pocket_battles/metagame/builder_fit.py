"""Fits the weights of the builder's objective to battles.

Lists of sensible units, and lists a few changes away from those that the builder makes now, play
against built and ready lists of all armies. A logistic regression explains the results by the sum
of the units' features; armies, sizes and opponents have effects of their own, so that only the
differences between lists of one army count. The weights are shrunk towards zero, by as much as the
battles suggest.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.builder.candidates import TileKind, UnitCandidate, candidates, kinds_of
from pbbuild.pocket_battles.builder.objective import WEIGHTS
from pbbuild.pocket_battles.builder.worth import unit_features
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.playtest.comparison import adjusted_scores
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.army import is_legal, points_of
from pbbuild.pocket_battles.rules.units import tokens_of_size

SIZES: Final = (60, 80, 100)
# Log-odds are multiplied by this, so that a unit is worth a few points.
SCALE: Final = 10.0
# Lists spend at least this part of their size.
LEAST_SPENT: Final = 0.95
# Units per token of the lists that are drawn.
UNITS: Final = (0.55, 1.25)
# Possible standard deviations of a weight, in log-odds of one deviation of its feature.
DEVIATIONS: Final = (0.03, 0.06, 0.1, 0.15, 0.25)
_TRIES: Final = 300
_STEPS: Final = 40


@dataclass(frozen=True, slots=True)
class FitSettings:
    """Lists of each army and size (half drawn, half varied), pairs of each, agent, seed."""

    lists: int = 80
    pairs: int = 8
    agent: str = "quick"
    seed: int = 1
    sizes: tuple[int, ...] = SIZES


@dataclass(frozen=True, slots=True)
class FittedObjective:
    """The weights of the features, half the width of their 95 % intervals, lists and battles."""

    weights: dict[str, float]
    errors: dict[str, float]
    lists: int
    battles: int


@dataclass(frozen=True, slots=True)
class PlayedList:
    """A list that was played: where it belongs, its features, and its results by opponent."""

    army: int
    size: int
    features: tuple[float, ...]
    results: tuple[tuple[int, float], ...]


def list_features(army_list: ArmyList, catalog: Catalog) -> tuple[float, ...]:
    """The features of all units of a list together, in the order of `WEIGHTS`."""
    units = [
        unit_features(tuple(catalog.troop(code) for code in unit.troops), catalog)
        for unit in army_list.units
    ]
    return tuple(sum(unit[name] for unit in units) for name in WEIGHTS)


def fit_objective(
    settings: FitSettings,
    catalog: Catalog,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> FittedObjective:
    """The weights that explain the battles best; the same seed gives the same weights."""
    generator = Random(f"builder {settings.seed}")
    armies = sorted(catalog.armies)
    planned: list[tuple[int, int, ArmyList, list[int]]] = []
    jobs = []
    for size_place, size in enumerate(settings.sizes):
        field = _field(size, armies, catalog)
        for army_place, army in enumerate(armies):
            built = build(BuildTask(army, size), catalog).army_list
            draws = _Draws(army, size, catalog)
            for number in range(settings.lists):
                drawn = (
                    draws.sensible_list(generator)
                    if number % 2
                    else varied_list(built, catalog, generator)
                )
                if drawn is None:
                    continue
                opponents = generator.sample(range(len(field)), min(settings.pairs, len(field)))
                plan = Plan(
                    drawn,
                    tuple(field[place] for place in opponents),
                    settings.agent,
                    settings.agent,
                    generator.randrange(1 << 30),
                )
                planned.append((army_place, size_place, drawn, opponents))
                jobs.append((plan, 0, len(opponents)))
    played = []
    for place, scores in enumerate(workers.each(adjusted_scores, jobs)):
        army_place, size_place, drawn, opponents = planned[place]
        # A larger army has more units: features count as if it were of 80 points.
        scale = 80 / settings.sizes[size_place]
        features = tuple(scale * value for value in list_features(drawn, catalog))
        results = tuple(
            (opponent, score / (2 * ONE_WIN))
            for opponent, score in zip(opponents, scores, strict=True)
        )
        played.append(PlayedList(army_place, size_place, features, results))
        progress(place + 1, len(jobs))
    return fit_weights(played)


def fit_weights(played: Sequence[PlayedList]) -> FittedObjective:
    """The weights that explain the results of these lists."""
    import numpy

    count = len(WEIGHTS)
    groups = sorted({(each.army, each.size) for each in played})
    enemies = sorted({(each.size, enemy) for each in played for enemy, _ in each.results})
    lists = numpy.array([each.features for each in played])
    of_group = numpy.array([groups.index((each.army, each.size)) for each in played])
    within = lists.copy()
    for place in range(len(groups)):
        within[of_group == place] -= within[of_group == place].mean(axis=0)
    spread = within.std(axis=0)
    spread[spread < 1e-9] = math.inf  # a feature that never differs has no weight
    rows, won = [], []
    for place, each in enumerate(played):
        for enemy, result in each.results:
            row = numpy.zeros(count + len(groups) + len(enemies))
            row[:count] = within[place] / spread
            row[count + of_group[place]] = 1
            row[count + len(groups) + enemies.index((each.size, enemy))] = 1
            rows.append(row)
            won.append(result)
    table, results = numpy.array(rows), numpy.array(won)
    *_, scatter = _regression(table, results, count, DEVIATIONS[2], 1.0)
    fits = [_regression(table, results, count, each, scatter) for each in DEVIATIONS]
    _, beta, covariance, _ = max(fits, key=lambda fit: fit[0])
    errors = 1.96 * numpy.sqrt(numpy.diag(covariance))
    return FittedObjective(
        {name: SCALE * float(beta[k] / spread[k]) for k, name in enumerate(WEIGHTS)},
        {name: SCALE * float(errors[k] / spread[k]) for k, name in enumerate(WEIGHTS)},
        len(played),
        2 * len(won),
    )


def _regression(
    rows: Any, won: Any, features: int, deviation: float, scatter: float
) -> tuple[float, Any, Any, float]:
    """Evidence, coefficients, covariance and the scatter of pairs, as in `tile_worth`."""
    import numpy

    battles = 2 / scatter
    penalties = numpy.ones(rows.shape[1])
    penalties[:features] = 1 / deviation**2
    beta = numpy.zeros(rows.shape[1])
    information = numpy.diag(penalties)
    for _ in range(_STEPS):
        chance = 1 / (1 + numpy.exp(-numpy.clip(rows @ beta, -30, 30)))
        weights = battles * chance * (1 - chance)
        information = rows.T @ (rows * weights[:, None]) + numpy.diag(penalties)
        gradient = rows.T @ (battles * (won - chance)) - penalties * beta
        step = numpy.linalg.solve(information, gradient)
        beta = beta + step
        if float(numpy.abs(step).max()) < 1e-9:
            break
    chance = numpy.clip(1 / (1 + numpy.exp(-numpy.clip(rows @ beta, -30, 30))), 1e-9, 1 - 1e-9)
    likelihood = (won * numpy.log(chance) + (1 - won) * numpy.log(1 - chance)).sum()
    evidence = (
        battles * float(likelihood)
        - 0.5 * float((penalties * beta * beta).sum())
        + 0.5 * float(numpy.log(penalties).sum())
        - 0.5 * float(numpy.linalg.slogdet(information)[1])
    )
    found = 2 * float(((won - chance) ** 2).sum()) / float((chance * (1 - chance)).sum())
    return evidence, beta, numpy.linalg.inv(information), max(0.05, found)


def _field(size: int, armies: Sequence[str], catalog: Catalog) -> list[ArmyList]:
    """The opponents: the ready lists of a size, and two built lists of each army."""
    found = [find_list(name).army_list for name in ready_lists()]
    found = [each for each in found if each.points == size]
    for army in armies:
        for style in ("balanced", "random"):
            found.append(build(BuildTask(army, size, style=style), catalog).army_list)
    return found


class _Draws:
    """Random lists of sensible units of an army."""

    def __init__(self, army: str, points: int, catalog: Catalog) -> None:
        self._catalog, self._army, self._points = catalog, army, points
        self._kinds: tuple[TileKind, ...] = kinds_of(catalog.armies[army].troops)
        self._units: list[UnitCandidate] = candidates(self._kinds, points).units

    def sensible_list(self, generator: Random) -> ArmyList | None:
        """A legal list of sensible units that spends nearly all points; None if none is drawn."""
        tokens = tokens_of_size(self._points)
        for _ in range(_TRIES):
            units = self._drawn(generator)
            drawn = ArmyList(
                name=self._army,
                army=self._army,
                points=self._points,
                edition=self._catalog.armies[self._army].edition,
                units=tuple(ListUnit(unit) for unit in units),
            )
            fits = UNITS[0] * tokens <= len(units) <= UNITS[1] * tokens
            if fits and _is_full(drawn, self._catalog):
                return drawn
        return None

    def _drawn(self, generator: Random) -> list[tuple[str, ...]]:
        left = [
            generator.sample([troop.code for troop in kind.troops], len(kind.troops))
            for kind in self._kinds
        ]
        units: list[tuple[str, ...]] = []
        spent = misses = 0
        while misses < 40 and spent < self._points:
            unit = generator.choice(self._units)
            if spent + unit.dp > self._points or any(
                len(left[kind]) < count for kind, count in unit.counts
            ):
                misses += 1
                continue
            units.append(tuple(left[kind].pop() for kind, n in unit.counts for _ in range(n)))
            spent, misses = spent + unit.dp, 0
        return units


def varied_list(base: ArmyList, catalog: Catalog, generator: Random) -> ArmyList | None:
    """A legal list a few random changes away from `base`; None if none is found."""
    army = catalog.armies[base.army].troops
    for _ in range(_TRIES):
        units = [list(unit.troops) for unit in base.units]
        for _ in range(generator.randint(1, 4)):
            used = {code for unit in units for code in unit}
            spare = [troop.code for troop in army if troop.code not in used]
            unit = generator.choice(units)
            change = generator.random()
            if change < 0.5 and spare:
                unit[generator.randrange(len(unit))] = generator.choice(spare)
            elif change < 0.75:
                moved = unit.pop(generator.randrange(len(unit)))
                place = generator.randrange(len(units) + 1)
                if place == len(units):
                    units.append([moved])
                else:
                    units[place].append(moved)
            elif spare:
                unit.append(generator.choice(spare))
            units = [unit for unit in units if unit]
        drawn = replace(base, units=tuple(ListUnit(tuple(unit)) for unit in units))
        if _is_full(drawn, catalog):
            return drawn
    return None


def _is_full(army_list: ArmyList, catalog: Catalog) -> bool:
    spent = points_of(army_list, catalog)
    return spent >= LEAST_SPENT * army_list.points and is_legal(army_list, catalog)
