"""What a tile is worth: win chances of many random lists, explained by the tiles in them.

Random legal lists of an army play against random lists of all armies. A logistic regression
explains the results by the points spent, the tiles, their traits and the sizes of the units. The
luck of the dice is taken off the results. Tiles, traits and sizes differ from the average point by
as much as the battles themselves suggest. A tile's worth is what it adds to the log-odds of a win,
divided by what an average point adds. docs/metagame.md explains the model.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist
from typing import Any, Final

from pbbuild.errors import UsageError
from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.statistics import LEVEL, Estimate
from pbbuild.play.stream import checked_seed, derived_seed
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.builder.candidates import TileKind, kinds_of
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.counter import AGENT
from pbbuild.pocket_battles.metagame.random_lists import LARGEST_UNIT, random_list
from pbbuild.pocket_battles.playtest.comparison import adjusted_scores
from pbbuild.pocket_battles.playtest.series import Plan, agent_for_series

# Enough that what suits a tile against some of them hardly moves its worth.
OPPONENTS: Final = 120
# Fewer battles say nothing about a tile.
LEAST_BATTLES: Final = 480
# Possible standard deviations of the differences, as log-odds; the battles choose among them.
DEVIATIONS: Final = (0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5)
_OPPONENT_DEVIATION: Final = 1.0
_STEPS: Final = 50


@dataclass(frozen=True, slots=True)
class TileWorth:
    """A kind of tile: its codes, its price, and its worth in points with an interval."""

    codes: tuple[str, ...]
    name: str
    price: int
    worth: Estimate

    @property
    def verdict(self) -> str:
        """`underpriced` or `overpriced` where the interval is certain of it, else `fair`."""
        if self.worth.low > self.price:
            return "underpriced"
        return "overpriced" if self.worth.high < self.price else "fair"


@dataclass(frozen=True)
class ArmyWorth:
    """The worth of an army's tiles, and what traits and unit sizes add in points."""

    army: str
    points: int
    tiles: tuple[TileWorth, ...]
    traits: dict[str, Estimate]
    unit_sizes: dict[int, Estimate]
    per_point: Estimate
    games: int
    agent: str
    seed: int

    def of_code(self, code: str) -> TileWorth:
        """The worth of the tile `code`."""
        return next(tile for tile in self.tiles if code in tile.codes)

    def document(self) -> dict[str, Any]:
        """The result for a program."""
        return {
            "army": self.army,
            "size": self.points,
            "tiles": {
                code: {
                    "price": tile.price,
                    "worth": round(tile.worth.value, 4),
                    "low": round(tile.worth.low, 4),
                    "high": round(tile.worth.high, 4),
                    "level": tile.worth.level,
                    "verdict": tile.verdict,
                }
                for tile in self.tiles
                for code in tile.codes
            },
            "traits": {trait: value.document(4) for trait, value in self.traits.items()},
            "unit_sizes": {str(size): value.document(4) for size, value in self.unit_sizes.items()},
            "log_odds_per_point": self.per_point.document(),
            "games": self.games,
            "agent": self.agent,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class WorthSettings:
    """How to measure: the size, about how many battles, who plays, the seed."""

    points: int = 80
    games: int = 3200
    agent: str = AGENT
    seed: int = 0


def worth_battles(settings: WorthSettings) -> int:
    """How many battles `measure_worth` plays: a pair for each list."""
    return max(LEAST_BATTLES, settings.games // 2 * 2)


def measure_worth(
    army: str,
    settings: WorthSettings,
    catalog: Catalog,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> ArmyWorth:
    """The worth of every tile of an army; the same seed gives the same numbers."""
    agent = agent_for_series(settings.agent)
    seed = checked_seed(settings.seed)
    generator = Random(f"worth {seed} {army} {settings.points}")
    opponents = _random_opponents(army, settings.points, catalog, generator)
    # A list of its own for each pair: those of one list would have more in common than its tiles.
    count = worth_battles(settings) // 2
    lists = [random_list(army, settings.points, catalog, generator) for _ in range(count)]
    jobs = []
    for place, ours in enumerate(lists):
        theirs = (opponents[place % OPPONENTS],)
        jobs.append((Plan(ours, theirs, agent, agent, derived_seed(seed, place)), 0, 1))
    observations = []
    for place, [score] in enumerate(workers.each(adjusted_scores, jobs)):
        observations.append((place, place % OPPONENTS, score / (2 * ONE_WIN)))
        progress(place + 1, len(jobs))
    return fit_worth(army, lists, observations, settings, catalog)


def _random_opponents(
    army: str, points: int, catalog: Catalog, generator: Random
) -> tuple[ArmyList, ...]:
    """Random lists of all armies in turn, but of those that have no lists of this size."""
    armies = sorted(catalog.armies)
    found: list[ArmyList] = []
    while len(found) < OPPONENTS:
        turn = armies[len(found) % len(armies)]
        try:
            found.append(random_list(turn, points, catalog, generator))
        except UsageError:
            if turn == army or len(armies) == 1:
                raise
            armies.remove(turn)
    return tuple(found)


def fit_worth(
    army: str,
    lists: Sequence[ArmyList],
    observations: Sequence[tuple[int, int, float]],
    settings: WorthSettings,
    catalog: Catalog,
) -> ArmyWorth:
    """The worths that explain `observations`: list, opponent, and the share of the pair won.

    With the luck of the dice taken off a share may lie outside 0 and 1.
    """
    import numpy

    kinds = kinds_of(catalog.armies[army].troops)
    traits = sorted({trait for kind in kinds for trait in kind.sample.traits})
    columns = _Columns(len(kinds), len(traits))
    described = numpy.array([_features(each, kinds, traits, columns, catalog) for each in lists])
    # Tiles are in units, so their number follows from the sizes of the units. Those of a list are
    # counted from what its number of tiles makes on average: a tile's worth includes its place.
    sizes = columns.sizes
    fielded = described[:, columns.kind(0) : columns.kind(len(kinds))]
    per_tile = described[:, sizes].sum(axis=0) / fielded.sum()
    described[:, sizes] -= numpy.outer(fielded.sum(axis=1), per_tile)
    rows = described[[place for place, _, _ in observations]]
    against = numpy.zeros((len(observations), OPPONENTS))
    against[range(len(observations)), [opponent for _, opponent, _ in observations]] = 1.0
    rows = numpy.hstack([rows, against])
    won = numpy.array([share for _, _, share in observations])
    # Points are counted from their mean, so that the intercept is that of an average list.
    rows[:, 1] -= rows[:, 1].mean()
    # First how much a pair scatters, then how far the differences may go.
    *_, scatter = _fit(rows, won, columns, DEVIATIONS[len(DEVIATIONS) // 2], 1.0)
    fits = [_fit(rows, won, columns, deviation, scatter) for deviation in DEVIATIONS]
    _, beta, covariance, _ = max(fits, key=lambda fit: fit[0])

    more = _Additions(rows.shape[1], columns, kinds, traits, per_tile)
    counts = fielded.sum(axis=0)
    prices = numpy.array([kind.sample.dp for kind in kinds])
    average = sum(count * more.tile(place) for place, count in enumerate(counts)) / float(
        (counts * prices).sum()
    )
    measure = _Measure(beta, covariance, average)
    return ArmyWorth(
        army=army,
        points=settings.points,
        tiles=tuple(
            TileWorth(
                tuple(troop.code for troop in kind.troops),
                kind.sample.name,
                kind.sample.dp,
                measure.in_points(more.tile(place)),
            )
            for place, kind in enumerate(kinds)
        ),
        traits={
            trait: measure.in_points(more.only(columns.trait(place)))
            for place, trait in enumerate(traits)
        },
        unit_sizes={
            size: measure.in_points(more.unit(size)) for size in range(1, LARGEST_UNIT + 1)
        },
        per_point=measure.per_point(),
        games=2 * len(observations),
        agent=settings.agent,
        seed=settings.seed,
    )


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the features of a list stand: intercept, points, kinds, traits, sizes of units."""

    kinds: int
    traits: int

    def kind(self, place: int) -> int:
        return 2 + place

    def trait(self, place: int) -> int:
        return 2 + self.kinds + place

    def size(self, size: int) -> int:
        return 1 + self.kinds + self.traits + min(size, LARGEST_UNIT)

    @property
    def sizes(self) -> slice:
        return slice(self.size(1), self.own)

    @property
    def own(self) -> int:
        return 2 + self.kinds + self.traits + LARGEST_UNIT


@dataclass(frozen=True, slots=True)
class _Additions:
    """What is more in the features of a list that has one thing more; a list has `width`."""

    width: int
    columns: _Columns
    kinds: Sequence[TileKind]
    traits: Sequence[str]
    per_tile: Any

    def only(self, column: int) -> Any:
        """One feature alone."""
        import numpy

        one = numpy.zeros(self.width)
        one[column] = 1
        return one

    def tile(self, place: int) -> Any:
        """One more tile of a kind."""
        sample = self.kinds[place].sample
        one = self.only(self.columns.kind(place))
        one[1] = sample.dp
        for trait in sample.traits:
            one[self.columns.trait(self.traits.index(trait))] += 1
        return one

    def unit(self, size: int) -> Any:
        """What a unit of this size has more than the same tiles in average units."""
        one = self.only(self.columns.size(size))
        one[self.columns.sizes] -= size * self.per_tile
        return one


def _features(
    army_list: ArmyList,
    kinds: Sequence[TileKind],
    traits: Sequence[str],
    columns: _Columns,
    catalog: Catalog,
) -> list[float]:
    troops: list[Troop] = [catalog.troop(code) for code in army_list.troops]
    place_of = {troop.code: place for place, kind in enumerate(kinds) for troop in kind.troops}
    features = [0.0] * columns.own
    features[0] = 1.0
    features[1] = float(sum(troop.dp for troop in troops))
    for troop in troops:
        features[columns.kind(place_of[troop.code])] += 1
    for trait, count in Counter(trait for troop in troops for trait in troop.traits).items():
        features[columns.trait(traits.index(trait))] += count
    for unit in army_list.units:
        features[columns.size(len(unit.troops))] += 1
    return features


def _fit(
    rows: Any, won: Any, columns: _Columns, deviation: float, scatter: float
) -> tuple[float, Any, Any, float]:
    """The evidence for a deviation, coefficients, covariance (Laplace), and the scatter found.

    `scatter` is the variance of a pair compared with that of two independent battles: both
    battles of a pair have the same dice, and without their luck they scatter less.
    """
    import numpy

    battles = 2 / scatter
    penalties = numpy.full(rows.shape[1], 1 / deviation**2)
    penalties[:2] = 1e-6
    penalties[columns.own :] = 1 / _OPPONENT_DEVIATION**2
    beta = numpy.zeros(rows.shape[1])
    information = numpy.diag(penalties)
    for _ in range(_STEPS):
        chance = 1 / (1 + numpy.exp(-numpy.clip(rows @ beta, -30, 30)))
        weights = battles * chance * (1 - chance)
        gradient = rows.T @ (battles * (won - chance)) - penalties * beta
        information = rows.T @ (rows * weights[:, None]) + numpy.diag(penalties)
        step = numpy.linalg.solve(information, gradient)
        beta = beta + step
        if float(numpy.abs(step).max()) < 1e-9:
            break
    chance = numpy.clip(1 / (1 + numpy.exp(-numpy.clip(rows @ beta, -30, 30))), 1e-9, 1 - 1e-9)
    likelihood = battles * float(
        (won * numpy.log(chance) + (1 - won) * numpy.log(1 - chance)).sum()
    )
    _, log_determinant = numpy.linalg.slogdet(information)
    evidence = (
        likelihood
        - 0.5 * float((penalties * beta * beta).sum())
        + 0.5 * float(numpy.log(penalties).sum())
        - 0.5 * float(log_determinant)
    )
    residuals = 2 * float(((won - chance) ** 2).sum())
    scatter_found = max(0.05, residuals / float((chance * (1 - chance)).sum()))
    return evidence, beta, numpy.linalg.inv(information), scatter_found


@dataclass(frozen=True, slots=True)
class _Measure:
    """Turns log-odds into points: divided by those of an average point.

    `average` are the features of one point spent on the tiles as the lists have them.
    """

    beta: Any
    covariance: Any
    average: Any

    def per_point(self) -> Estimate:
        """The log-odds of an average point."""
        return self._estimate(self._slope, self.average)

    @property
    def _slope(self) -> float:
        # With too few battles to see that points help: the smallest slope that is possible.
        slope = float(self.average @ self.beta)
        return slope if slope > 0 else math.sqrt(float(self._variance(self.average)))

    def in_points(self, features: Any) -> Estimate:
        """The points that equal these features, as a quotient of two estimates, linearised."""
        slope = self._slope
        value = float(features @ self.beta) / slope
        return self._estimate(value, (features - value * self.average) / slope)

    def _estimate(self, value: float, features: Any) -> Estimate:
        width = NormalDist().inv_cdf(0.5 + LEVEL / 2) * math.sqrt(self._variance(features))
        return Estimate(value, value - width, value + width)

    def _variance(self, features: Any) -> float:
        return max(0.0, float(features @ self.covariance @ features))
