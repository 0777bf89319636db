"""The published matrices of docs/balance.md hold, and the search changes only what is ours."""

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.load import shipped_catalog

ROOT = Path(__file__).parents[3]
BENCHMARKS = ROOT / "benchmarks"
PUBLISHED = json.loads((BENCHMARKS / "data" / "balance.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
# Other dice than those of the table.
SEED = 4321


@pytest.fixture
def balance(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("balance")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        *((f"ready {size} quick", 40) for size in (60, 80, 100)),
        *((f"built {size} quick", 40) for size in (60, 80, 100)),
        ("ready 80 expect:6", 6),
    ],
)
def test_the_published_rates_are_found_again_with_other_dice(
    name: str, pairs: int, balance: ModuleType
) -> None:
    kind, size, agent = name.split()
    lists = balance.lists_of(kind, shipped_catalog(), int(size), 1)
    far = []
    for pair, (value, low, high) in PUBLISHED[name].items():
        one, two = pair.split()
        again = balance.rate(lists[one], lists[two], pairs, agent, SEED)
        # Both have their noise: four times the error of the difference.
        noise = 2 * ((high - low) ** 2 / 4 + again.half_width**2) ** 0.5
        if abs(again.value - value) > max(noise, 0.1):
            far.append((pair, value, again.value))
    assert not far


def test_the_tables_of_the_page_are_those_of_the_results(balance: ModuleType) -> None:
    for name, rates in PUBLISHED.items():
        shown = balance.table(
            {
                tuple(pair.split()): balance.Estimate(*numbers, 0.95)
                for pair, numbers in rates.items()
            }
        )
        assert shown in PAGE, name


def test_every_army_has_a_ready_list_of_the_usual_sizes(balance: ModuleType) -> None:
    catalog = shipped_catalog()
    for size in balance.SIZES:
        assert balance.ready(catalog, size).keys() == catalog.armies.keys()


def test_a_change_of_the_search_is_small_and_of_reconstructed_values_alone(
    balance: ModuleType,
) -> None:
    catalog = shipped_catalog()
    for army in catalog.armies:
        found = list(balance.moves(catalog, army))
        assert found
        for move in found:
            for code, values in move.change.items():
                assert len(values) == 1
                troop = catalog.troops[code]
                for name, value in values.items():
                    assert troop.provenance_of(name) is Provenance.RECONSTRUCTED
                    assert getattr(troop, name) != value
                    if name in ("black", "white"):
                        assert troop.provenance_of("faces") is Provenance.RECONSTRUCTED


def test_the_search_refuses_to_change_a_printed_value(balance: ModuleType) -> None:
    with pytest.raises(AssertionError):
        balance.changed(shipped_catalog(), {"MAC04": {"dp": 5}})


def test_a_rate_outside_the_even_range_costs_more_than_its_distance(balance: ModuleType) -> None:
    assert balance.cost_of(0.5) == 0
    assert balance.cost_of(0.45) == pytest.approx(balance.cost_of(0.55))
    assert balance.cost_of(0.8) > 9 * balance.cost_of(0.6)
