"""The data of Pocket General: complete, by its schema, correctable by its owner."""

import json
from pathlib import Path

import pytest

from pbbuild.base.documents import problems_in, read_json
from pbbuild.base.places import shipped
from pbbuild.base.provenance import Provenance
from pbbuild.errors import CatalogError
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.catalog.model import COLOURS, EFFECTS, TERRAINS

CATALOG = load_pocket_general()


def corrections(tmp_path: Path, **values: object) -> Path:
    path = tmp_path / "corrections.json"
    path.write_text(json.dumps({"format": "pbbuild-general-corrections/1", **values}, indent=1))
    return path


@pytest.mark.parametrize("name", ["units", "nations", "locations", "game"])
def test_shipped_files_keep_their_schema(name: str) -> None:
    document = read_json(shipped("catalog") / "pocket_general" / f"{name}.json")
    assert list(problems_in(document, f"pocket-general-{name}")) == []


@pytest.mark.clause("PG-1.1")
def test_each_nation_has_six_core_units_four_recruits_and_one_of_its_own() -> None:
    for nation in CATALOG.nations.values():
        roles = [CATALOG.units[unit].role for unit in nation.units]
        assert (roles.count("core"), roles.count("recruit"), roles.count("unique")) == (6, 4, 1)
        military = [unit for unit in nation.units if CATALOG.units[unit].is_military]
        assert len(military) == 7
    sides = {nation.id: nation.side for nation in CATALOG.nations.values()}
    assert sides == {
        "germany": "axis",
        "japan": "axis",
        "united-states": "allies",
        "russia": "allies",
    }


@pytest.mark.clause("RG-26")
def test_every_recruit_has_a_cost_in_a_colour_of_the_map() -> None:
    for nation in CATALOG.nations.values():
        for unit in (*nation.units, nation.bonus):
            if CATALOG.units[unit].role != "core":
                assert nation.costs[unit] in COLOURS


@pytest.mark.clause("PG-2", "PG-8", "RG-24", "RG-25")
def test_there_are_sixteen_locations_and_a_die_that_is_positive_and_negative() -> None:
    assert len(CATALOG.locations) == 16
    assert len({place.id for place in CATALOG.locations}) == 16
    assert min(CATALOG.operations_die) < 0 < max(CATALOG.operations_die)
    assert CATALOG.die_provenance is Provenance.RECONSTRUCTED


@pytest.mark.clause("PG-6", "RG-27")
def test_theater_a_has_the_three_early_colours_and_white() -> None:
    assert CATALOG.theater_a.edges == ("ocean", "forest", "open", "white")
    assert {"red", "forest"} <= set(CATALOG.theater_b.edges)
    assert len(CATALOG.theater_b.edges) == 4


@pytest.mark.clause("PG-1.2", "RG-1")
@pytest.mark.parametrize(
    ("unit", "row"),
    [
        ("infantry", (0, 2, 1, 1, 1)),
        ("tanks", (2, 2, 1, None, 2)),
        ("air", (2, 1, 1, 3, 1)),
        ("artillery", (2, 1, 1, 1, 1)),
        ("navy", (0, 0, 0, 1, 0)),
        ("subs", (1, 1, 1, 2, 1)),
        ("militia", (0, 1, 1, None, 1)),
        ("threat", (2, 2, 2, 2, 2)),
        ("bombers", (2, 2, 1, 1, 3)),
        ("panzers", (3, 2, 1, None, 2)),
        ("imperial-fleet", (1, 1, 1, 2, 2)),
        ("red-army", (1, 2, 2, None, 2)),
    ],
)
def test_the_chart_reads_as_the_book_has_it(unit: str, row: tuple[int | None, ...]) -> None:
    assert tuple(CATALOG.units[unit].values[terrain] for terrain in TERRAINS) == row


def test_every_effect_is_one_the_engine_knows() -> None:
    kinds = {effect.kind for unit in CATALOG.units.values() for effect in unit.effects}
    assert kinds == set(EFFECTS)


def test_reconstructed_values_say_so() -> None:
    assert CATALOG.theater_b.provenance is Provenance.RECONSTRUCTED
    assert CATALOG.units["royal-air-force"].provenance_of("values") is Provenance.RECONSTRUCTED
    assert CATALOG.nations["japan"].exceptions["costs"] is Provenance.RECONSTRUCTED
    # The book names places as examples of a terrain; that they are the markers is our conclusion.
    assert {place.provenance for place in CATALOG.locations} == {Provenance.RECONSTRUCTED}


def test_an_owner_replaces_what_his_pieces_say_and_nothing_else(tmp_path: Path) -> None:
    path = corrections(
        tmp_path,
        operations_die=[-2, -1, 0, 1, 2, 3],
        theaters={"B": ["red", "red", "forest", "ocean"]},
        nations={"germany": {"costs": {"panzers": "forest"}}},
        locations={"burma": {"terrain": "city"}},
        units={"tanks": {"values": {"mountain": None}}},
    )

    corrected = load_pocket_general(path)

    assert corrected.operations_die == (-2, -1, 0, 1, 2, 3)
    assert corrected.die_provenance is Provenance.OWNER
    assert corrected.theater_b.edges == ("red", "red", "forest", "ocean")
    assert corrected.nations["germany"].costs["panzers"] == "forest"
    assert corrected.nations["germany"].costs["spy"] == CATALOG.nations["germany"].costs["spy"]
    assert corrected.units["tanks"].values["mountain"] is None
    assert corrected.units["tanks"].values["open"] == 2
    assert corrected.units["tanks"].provenance_of("values") is Provenance.OWNER
    assert [place.terrain for place in corrected.locations if place.id == "burma"] == ["city"]
    assert CATALOG.operations_die != corrected.operations_die


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        pytest.param({"operations_die": [1, 2]}, "/operations_die", id="too few faces"),
        pytest.param({"theaters": {"B": ["red"] * 3}}, "/theaters/B", id="too few edges"),
        pytest.param({"units": {"tank": {}}}, "/units/tank", id="misspelt unit"),
        pytest.param(
            {"nations": {"japan": {"costs": {"panzers": "red"}}}},
            "/nations/japan/costs/panzers",
            id="a unit of another nation",
        ),
        pytest.param(
            {"units": {"air": {"values": {"sea": 3}}}}, "/units/air/values/sea", id="terrain"
        ),
        pytest.param(
            {"locations": {"burma": {"name": {"en": "<b>", "it": "x"}}}},
            "/locations/burma/name/en",
            id="markup in a name",
        ),
    ],
)
def test_a_wrong_correction_is_refused_where_it_stands(
    tmp_path: Path, wrong: dict[str, object], pointer: str
) -> None:
    with pytest.raises(CatalogError) as refusal:
        load_pocket_general(corrections(tmp_path, **wrong))
    assert pointer in [problem.pointer for problem in refusal.value.problems]
    assert all(problem.line >= 1 for problem in refusal.value.problems)


@pytest.mark.clause("RG-28")
def test_each_nation_has_one_of_the_four_capitols_of_the_book() -> None:
    capitols = {nation.id: nation.capitol.id for nation in CATALOG.nations.values()}
    assert capitols == {
        "germany": "berlin",
        "japan": "tokyo",
        "united-states": "paris",
        "russia": "moscow",
    }
