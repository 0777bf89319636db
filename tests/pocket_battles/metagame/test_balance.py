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
    [(name, 6) for name in PUBLISHED["matrices"] if name.startswith(("ready", "built"))],
)
def test_the_published_rates_are_found_again_with_other_dice(
    name: str, pairs: int, balance: ModuleType
) -> None:
    kind, size, agent = name.split()
    lists = balance.lists_of(kind, shipped_catalog(), int(size), 1)
    all_published = balance.results_of(PUBLISHED["matrices"][name])
    again = {
        (one, two): balance.rate(lists[one], lists[two], pairs, agent, SEED)
        for one, two in all_published
    }
    # An error found from six pairs of battles may be small by luck: take at least the typical one.
    typical = sum(each.half_width for each in again.values()) / len(again)
    noise = {
        pair: (each.half_width**2 + max(typical, again[pair].half_width) ** 2) ** 0.5
        for pair, each in all_published.items()
    }
    moved = {pair: again[pair].value - each.value for pair, each in all_published.items()}
    # Four times the error of the difference, for each pair and for the mean of each army.
    far = [
        (pair, all_published[pair], again[pair])
        for pair in moved
        if abs(moved[pair]) > 2 * noise[pair]
    ]
    for army in lists:
        own = [pair for pair in moved if army in pair]
        shift = sum(moved[pair] * (1 if pair[0] == army else -1) for pair in own)
        assert abs(shift) <= 2 * sum(noise[pair] ** 2 for pair in own) ** 0.5, army
    assert not far


def test_the_tables_of_the_page_are_those_of_the_results(balance: ModuleType) -> None:
    assert balance.page_with(PAGE, PUBLISHED) == PAGE
    # A page with other numbers would be noticed.
    other = json.loads(json.dumps(PUBLISHED))
    next(iter(other["matrices"].values()))["rates"]["celts elves"] = [0.01, 0.0, 0.02]
    assert balance.page_with(PAGE, other) != PAGE


def test_a_summary_counts_uneven_pairs_and_takes_noise_off_the_spread(balance: ModuleType) -> None:
    rates = {
        ("a", "b"): balance.Estimate(0.7, 0.65, 0.75),
        ("a", "c"): balance.Estimate(0.62, 0.55, 0.69),
        ("b", "c"): balance.Estimate(0.5, 0.45, 0.55),
    }
    found = balance.summary(rates)
    assert (found.pairs, found.outside, found.surely) == (3, 2, 1)
    with_noise = ((0.2**2 + 0.12**2) / 3) ** 0.5
    assert 0 < found.spread < with_noise


@pytest.mark.parametrize(("half_width", "expected"), [(0.196, 0.317), (0.098, 0.0455), (0, 0)])
def test_a_summary_says_how_many_pairs_noise_alone_puts_outside(
    half_width: float, expected: float, balance: ModuleType
) -> None:
    even = balance.Estimate(0.5, 0.5 - half_width, 0.5 + half_width)
    found = balance.summary({("a", "b"): even, ("a", "c"): even})
    assert found.by_chance == pytest.approx(2 * expected, abs=0.002)


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


@pytest.mark.slow
def test_a_change_for_the_worse_lowers_its_army_alone(balance: ModuleType) -> None:
    catalog = shipped_catalog()
    try:
        worse = balance.shift(catalog, {"CEL01": {"wp": 1, "traits": ()}}, 60, 10, "quick", 1)
        same = balance.shift(catalog, {"CEL24": {"fv": 4}}, 60, 2, "quick", 1)
    finally:
        balance.load.shipped_catalog = shipped_catalog
    assert worse.army == "celts"
    assert worse.after < worse.before
    assert same.after == same.before


def test_a_rate_outside_the_even_range_costs_more_than_its_distance(balance: ModuleType) -> None:
    assert balance.cost_of(0.5) == 0
    assert balance.cost_of(0.45) == pytest.approx(balance.cost_of(0.55))
    assert balance.cost_of(0.8) > 9 * balance.cost_of(0.6)
