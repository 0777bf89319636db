"""An untrusted share code never takes long, whatever list is in it."""

import dataclasses
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.rules.units import MOST_TROOPS
from tests.cli import run
from tests.robustness.hostile_codes import hostile_codes, whole_army
from tests.robustness.inside import typed
from tests.robustness.measured import Meter, meter
from tests.tiers import ALL

SECONDS = 5  # of processor time
MEGABYTES = 300
COMMANDS = (
    ("check", "{code}"),
    ("suggest", "{code}"),
    ("odds", "{code}:1"),
    ("odds", "{code}:1", "--against", "{code}:1", "--charge"),
    ("check", "{code}", "--fix"),
)


# All 500 codes take ten minutes; some of every shape do for every day.
PARTS, CODES = (10, 50) if ALL else (5, 6)


@pytest.fixture(scope="module")
def costs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Meter]:
    with meter(tmp_path_factory.mktemp("codes"), 4 * SECONDS) as costs:
        yield costs


def assert_cheap(code: str, costs: Meter) -> None:
    for command in COMMANDS:
        arguments = [word.format(code=code) for word in command]
        status, seconds, megabytes = costs.cost(arguments)
        assert status in (0, 1, 2), arguments
        assert seconds < SECONDS, arguments
        assert megabytes < MEGABYTES, arguments


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_codes_are_answered_in_time(part: int, costs: Meter) -> None:
    for code in hostile_codes(shipped_catalog(), CODES, seed=part):
        assert_cheap(code, costs)


@pytest.mark.slow
@pytest.mark.parametrize("together", [True, False], ids=["in one unit", "one by one"])
@pytest.mark.parametrize("mixed", [True, False], ids=["all armies", "one army"])
def test_all_tiles_are_answered_in_time(together: bool, mixed: bool, costs: Meter) -> None:
    catalog = shipped_catalog()
    for size in (10, 310):
        army = whole_army(together=together, mixed=mixed, size=size)
        assert_cheap(share_code(army, catalog), costs)


def test_a_search_that_ends_early_says_so(tmp_path: Path) -> None:
    code = share_code(whole_army(together=False, mixed=True, size=10), shipped_catalog())

    found = run("check", code, folder=tmp_path)

    assert found.returncode == 1
    assert "stopped looking for fixes early" in found.stderr


def test_odds_of_more_troops_than_a_side_can_have_are_refused(tmp_path: Path) -> None:
    code = share_code(whole_army(together=True, mixed=True, size=310), shipped_catalog())

    found = run("odds", f"{code}:1", folder=tmp_path)

    assert found.returncode == 2
    assert "240 troops" in found.stderr


@pytest.mark.slow
def test_an_own_army_of_99_kinds_of_tiles_is_built_in_time() -> None:
    catalog = shipped_catalog()
    army = catalog.armies["orcs"]
    troops = tuple(
        dataclasses.replace(army.troops[0], code=f"OWN{n:02d}", dp=1 + n % 9, fv=6, wp=1 + n // 9)
        for n in range(1, 100)
    )
    changed = dataclasses.replace(
        catalog,
        armies={"orcs": dataclasses.replace(army, troops=troops)},
        troops={troop.code: troop for troop in troops},
    )
    began = time.process_time()

    built = build(BuildTask("orcs", 80), changed)

    assert time.process_time() - began < SECONDS
    assert "small-units" in {reason.code for reason in built.reasons}
    # No battle has room for more.
    assert len(built.army_list.troops) <= MOST_TROOPS


def test_tiles_of_the_owner_that_the_engine_cannot_count_are_refused_by_worth(
    tmp_path: Path,
) -> None:
    texts = {name: {"en": "x", "it": "x"} for name in ("name", "line", "text")}
    frenzy = [{"kind": "order-token-dice", "value": "x"}]
    trait = {"id": "frenzy", **texts, "numbered": True, "effects": frenzy}
    tile = {"name": "Mob", "gloss": texts["name"], "type": "foot", "dp": 3, "fv": 9, "wp": 9}
    tile |= {"black": [1], "white": [], "traits": ["frenzy+9"]}
    army = {
        "format": "pbbuild-army/1",
        "id": "mobs",
        "name": texts["name"],
        "edition": "modern-1",
        "prefix": "MOB",
        "troops": [{"code": f"MOB{n:02d}", **tile} for n in range(1, 31)],
    }
    for name, document in (
        ("frenzy", {"format": "pbbuild-traits/1", "traits": [trait]}),
        ("mobs", army),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
        assert typed("catalog", "add", f"{name}.json", folder=tmp_path).status == 0

    found = typed("worth", "mobs", "--games", "480", "--workers", "1", folder=tmp_path)

    assert found.status == 2, found
    assert "more than 255 dice" in found.err
