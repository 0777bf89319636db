"""The builder's answer is the true optimum: held against every possible army of a few tiles."""

import random
from collections.abc import Iterator, Sequence

import pytest

from pbbuild.pocket_battles.builder.candidates import candidates, is_officer, is_sensible, kinds_of
from pbbuild.pocket_battles.builder.solve import POINT_PRICE, UNIT_PRICE, BuildProblem, solve
from pbbuild.pocket_battles.builder.worth import STYLES, ArmyStyle, unit_worth
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Troop

CATALOG = load_catalog()


def armies(troops: Sequence[Troop]) -> Iterator[list[list[Troop]]]:
    """Every way to leave tiles out and heap the others into units."""
    if not troops:
        yield []
        return
    first, rest = troops[0], troops[1:]
    for army in armies(rest):
        yield army
        yield [*army, [first]]
        for place, unit in enumerate(army):
            yield [*army[:place], [*unit, first], *army[place + 1 :]]


def allowed(unit: list[Troop]) -> bool:
    return (
        len(unit) <= min(troop.fv for troop in unit)
        and any(troop.wp for troop in unit)
        and is_sensible(unit)
    )


def best_by_hand(
    troops: Sequence[Troop],
    size: int,
    wanted: int,
    band: tuple[int, int],
    tiles: int,
    posts: int,
    style: ArmyStyle,
) -> float:
    """The highest score of all armies, counted one by one."""
    worths: dict[tuple[str, ...], float | None] = {}

    def worth(unit: list[Troop]) -> float | None:
        key = tuple(sorted(troop.code for troop in unit))
        if key not in worths:
            ordered = tuple(sorted(unit, key=lambda troop: troop.code))
            worths[key] = unit_worth(ordered, style, CATALOG) if allowed(unit) else None
        return worths[key]

    best = float("-inf")
    for army in armies(troops):
        points = sum(troop.dp for unit in army for troop in unit)
        if points > size or sum(map(len, army)) > tiles:
            continue
        values = [worth(unit) for unit in army]
        if any(value is None for value in values):
            continue
        score = sum(value for value in values if value is not None)
        score -= POINT_PRICE * max(0, wanted - points)
        score -= UNIT_PRICE * (max(0, band[0] - len(army)) + max(0, len(army) - band[1]))
        alone = sum(all(map(is_officer, unit)) for unit in army)
        score -= UNIT_PRICE * max(0, alone - posts)
        best = max(best, score)
    return best


@pytest.mark.parametrize("seed", range(16))
def test_no_army_of_a_few_tiles_scores_higher(seed: int) -> None:
    chance = random.Random(seed)
    army = CATALOG.armies[sorted(CATALOG.armies)[seed % 8]]
    troops = sorted(chance.sample(army.troops, 7), key=lambda troop: troop.code)
    style = STYLES[sorted(STYLES)[seed % len(STYLES)]]
    size = chance.choice([10, 20, 30])
    wanted = -(-size * 98 // 100)
    band = (chance.randint(1, 2), chance.randint(2, 4))
    tiles = chance.choice([4, 6, 7])
    posts = chance.choice([0, 1])
    kinds = kinds_of(troops)
    units = candidates(kinds, size).units

    solution = solve(
        BuildProblem(
            kinds=kinds,
            candidates=units,
            worths=[unit_worth(unit.troops, style, CATALOG) for unit in units],
            size=size,
            points_wanted=wanted,
            tiles=tiles,
            units=band,
            posts=posts,
            least={},
        ),
        gap=0.0,
        nodes=100_000,
    )

    assert solution is not None
    assert solution.proved
    expected = best_by_hand(troops, size, wanted, band, tiles, posts, style)
    assert solution.worth == pytest.approx(expected, abs=1e-6)


@pytest.mark.slow
def test_every_legal_and_sensible_unit_is_a_candidate() -> None:
    troops = CATALOG.armies["orcs"].troops[:9]
    kinds = kinds_of(troops)
    found = {
        tuple(sorted(troop.name for troop in unit.troops)) for unit in candidates(kinds, 40).units
    }
    by_hand = {
        tuple(sorted(troop.name for troop in unit))
        for army in armies(troops[:8])
        for unit in army
        if allowed(unit) and sum(troop.dp for troop in unit) <= 40
    }
    assert by_hand <= found
