"""Built armies: legal, full, sensible, the same again, and honest about wishes."""

import dataclasses
import itertools
import json
import random
import time

import jsonschema
import pytest

from pbbuild.base.places import shipped
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.build import BuildTask, BuiltArmy, build
from pbbuild.pocket_battles.builder.candidates import candidates, is_officer, is_sensible, kinds_of
from pbbuild.pocket_battles.builder.solve import MOST_COLUMNS
from pbbuild.pocket_battles.builder.worth import GUN, STYLES, attack_hits
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.list_file import list_document
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import check, points_of
from pbbuild.pocket_battles.rules.profile import profile
from tests.tiers import ALL, quick_every, quick_first

CATALOG = load_catalog()
ARMIES = sorted(CATALOG.armies)
SIZES = (50, 60, 70, 80, 90, 100)


def assert_sound(built: BuiltArmy, size: int) -> None:
    army_list = built.army_list
    assert [finding.code for finding in check(army_list, CATALOG) if finding.is_error] == []
    spent = points_of(army_list, CATALOG)
    assert spent >= 0.98 * size or len(army_list.troops) >= 26
    units = [[CATALOG.troops[code] for code in unit.troops] for unit in army_list.units]
    for troops in units:
        assert is_sensible(troops), troops
    if spent >= 0.98 * size:
        assert sum(all(map(is_officer, troops)) for troops in units) <= size * 3 // 80


# Every army meets every style here, each at one size; the whole grid is in the slow tier.
QUICK = [
    pytest.param(army, style, SIZES[(one + other) % 6], id=f"{army}-{style}")
    for one, army in enumerate(ARMIES)
    for other, style in enumerate(STYLES)
    if (one + other) % 3 == 0
]


@pytest.mark.parametrize(("army", "style", "size"), quick_every(QUICK, 4))
def test_a_built_army_is_legal_full_and_sensible(army: str, style: str, size: int) -> None:
    assert_sound(build(BuildTask(army, size, style), CATALOG), size)


@pytest.mark.slow
@pytest.mark.parametrize("army", ARMIES)
def test_all_styles_and_sizes_are_built(army: str) -> None:
    grid = list(itertools.product(STYLES, (50, 60, 80, 100, 120)))
    # A third of the grid, another one for the next army: every style meets every size.
    first, step = (0, 1) if ALL else (ARMIES.index(army) % 3, 3)
    whole = sum(troop.dp for troop in CATALOG.armies[army].troops)
    for style, size in grid[first::step]:
        if size >= whole + 10:
            with pytest.raises(UsageError) as refused:
                build(BuildTask(army, size, style, seed=7), CATALOG)
            assert refused.value.code == "new.size-too-large"
        if size > whole:
            continue
        started = time.process_time()
        built = build(BuildTask(army, size, style, seed=7), CATALOG)
        assert time.process_time() - started < 1.0, (style, size)
        assert_sound(built, size)


@pytest.mark.slow
@pytest.mark.parametrize("size", quick_first([10, 20, 30, 40], 1))
def test_small_armies_are_fighters_before_they_are_officers(size: int) -> None:
    for army, style in itertools.product(ARMIES, ("balanced", "elite")):
        assert_sound(build(BuildTask(army, size, style), CATALOG), size)


@pytest.mark.parametrize(
    ("names", "sensible"),
    [
        pytest.param(("General",), True, id="a post in the rear"),
        pytest.param(("Regular Infantry", "General"), False, id="a lone bodyguard"),
        pytest.param(("Napoleon Gun", "Ambulance Corps"), False, id="a doctor with a gun"),
        pytest.param(("General", "Chaplain"), False, id="two who do not fight"),
        pytest.param(("Regular Infantry", "Volunteers", "General"), False, id="a passenger"),
        pytest.param(("Spearmen", "Spearmen", "Queen"), True, id="a company"),
        pytest.param(("Marksmen", "Captain"), True, id="a helper as printed in union-80"),
        pytest.param(("Troll", "Warlord"), True, id="two who fight"),
        pytest.param(("Orcs", "Warlord"), False, id="a warrior with little to bear blows"),
        pytest.param(("Hero", "Champion"), True, id="two warriors"),
    ],
)
def test_an_officer_stands_alone_or_in_a_company(names: tuple[str, ...], sensible: bool) -> None:
    by_name = {
        troop.name: troop
        for army in ("orcs", "elves", "union")
        for troop in CATALOG.armies[army].troops
    }
    assert is_sensible([by_name[name] for name in names]) == sensible


def test_the_same_seed_gives_the_same_army() -> None:
    request = BuildTask("celts", 80, "balanced", seed=5)
    assert build(request, CATALOG) == build(request, CATALOG)


@pytest.mark.slow
def test_other_seeds_give_other_armies() -> None:
    lists = {build(BuildTask("elves", 70, seed=seed), CATALOG).army_list.units for seed in range(4)}
    assert len(lists) >= 3


def shots(army_list: ArmyList) -> float:
    units = [[CATALOG.troops[code] for code in unit.troops] for unit in army_list.units]
    return sum(attack_hits(profile(unit, CATALOG.traits)).shot for unit in units)


def charges(army_list: ArmyList) -> float:
    units = [[CATALOG.troops[code] for code in unit.troops] for unit in army_list.units]
    return sum(attack_hits(profile(unit, CATALOG.traits)).charge for unit in units)


@pytest.mark.slow
@pytest.mark.parametrize("army", quick_first(["union", "elves"], 1))
def test_styles_show_in_the_army(army: str) -> None:
    built = {
        style: build(BuildTask(army, 80, style), CATALOG).army_list
        for style in ("assault", "shooting", "horde", "elite")
    }
    assert shots(built["shooting"]) > shots(built["assault"])
    assert charges(built["assault"]) > charges(built["shooting"])
    assert len(built["horde"].troops) > len(built["elite"].troops)


@pytest.mark.slow
def test_guns_are_not_stacked_with_chargers() -> None:
    for army in ("confederacy", "union", "romans"):
        for unit in build(BuildTask(army, 80, "shooting"), CATALOG).army_list.units:
            troops = [CATALOG.troops[code] for code in unit.troops]
            guns = any(troop.type == GUN for troop in troops)
            assert not (guns and any(troop.black and troop.type != GUN for troop in troops))


def test_wishes_are_met() -> None:
    built = build(
        BuildTask("union", 60, include=("UNI07", "UNI24", "UNI11"), exclude=("UNI02", "UNI25")),
        CATALOG,
    )
    assert {"UNI07", "UNI24", "UNI11"} <= set(built.army_list.troops)
    assert not {"UNI02", "UNI25"} & set(built.army_list.troops)
    assert_sound(built, 60)


def test_only_owned_tiles_are_used_all_of_them_where_they_are_few() -> None:
    own = frozenset({"UNI26", "UNI27", "UNI28", "UNI12", "UNI09"})
    army_list = build(BuildTask("union", 50, own=own), CATALOG).army_list
    assert set(army_list.troops) == own


@pytest.mark.parametrize("code", quick_first(["UNI04", "ROM30", "UNI08", "ORC08", "ELF06"], 2))
def test_awkward_tiles_can_be_wished_for(code: str) -> None:
    army = CATALOG.troops[code].army
    built = build(BuildTask(army, 50, include=(code,)), CATALOG)
    assert code in built.army_list.troops


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        pytest.param(BuildTask("union", 55), "new.size-not-in-tens", id="size"),
        pytest.param(BuildTask("union", 0), "new.size-not-in-tens", id="no size"),
        pytest.param(
            BuildTask("union", 50, include=("CON01",)), "new.include-foreign", id="another army"
        ),
        pytest.param(
            BuildTask("union", 50, include=("UNI01",), exclude=("UNI01",)),
            "new.include-excluded",
            id="wanted and not wanted",
        ),
        pytest.param(
            BuildTask("union", 50, include=("UNI01",), own=frozenset({"UNI02"})),
            "new.include-not-owned",
            id="not owned",
        ),
        pytest.param(
            BuildTask("union", 10, include=("UNI09", "UNI11")),
            "new.include-too-dear",
            id="too dear",
        ),
        pytest.param(
            BuildTask("union", 50, own=frozenset({"CON01"})), "new.nothing-left", id="no tiles"
        ),
        pytest.param(
            BuildTask("union", 50, include=("UNI07",), own=frozenset({"UNI07", "UNI09"})),
            "new.include-homeless",
            id="a drummer with nobody to drum for",
        ),
    ],
)
def test_a_wish_that_cannot_be_met_is_explained(request_: BuildTask, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        build(request_, CATALOG)
    assert caught.value.code == code


def test_too_dear_a_wish_names_the_size_that_would_do() -> None:
    with pytest.raises(UsageError) as caught:
        build(BuildTask("union", 10, include=("UNI09", "UNI11")), CATALOG)
    assert caught.value.values["would_do"] == 20


def test_the_reasons_speak_of_units_that_exist() -> None:
    built = build(BuildTask("romans", 80), CATALOG)
    codes = [reason.code for reason in built.reasons]
    assert codes[0].startswith("tokens")
    assert codes[-1] in ("best", "nearly-best")
    for reason in built.reasons:
        if "unit" in reason.values:
            number = int(str(reason.values["unit"]))
            assert 1 <= number <= len(built.army_list.units)
            if "tile" in reason.values:
                assert reason.values["tile"] in built.army_list.units[number - 1].troops


@pytest.mark.parametrize("army", ["celts", "union"])
def test_a_built_list_is_written_as_its_schema_says(army: str) -> None:
    schema = json.loads((shipped("catalog") / "schema" / "list-1.schema.json").read_text("utf-8"))
    army_list = build(BuildTask(army, 60, name="Sixty"), CATALOG).army_list
    jsonschema.Draft202012Validator(schema).validate(list_document(army_list))


@pytest.mark.slow
@pytest.mark.parametrize("army", ["confederacy", "romans"])
def test_an_army_whose_tiles_all_differ_is_built_nearly_as_well(army: str) -> None:
    # As an owner's corrections may have it: no two tiles of a name cost and stand the same.
    chance = random.Random(army)
    troops = tuple(
        dataclasses.replace(
            troop,
            dp=max(1, troop.dp + chance.choice([-1, 0, 1])),
            wp=troop.wp + chance.choice([0, 0, 1]),
            fv=min(6, troop.fv + chance.choice([0, 1])),
            white=troop.white + ((6,) if chance.random() < 0.4 else ()),
        )
        for troop in CATALOG.armies[army].troops
    )
    changed = dataclasses.replace(
        CATALOG,
        armies={**CATALOG.armies, army: dataclasses.replace(CATALOG.armies[army], troops=troops)},
        troops={**CATALOG.troops, **{troop.code: troop for troop in troops}},
    )
    assert len(candidates(kinds_of(troops), 100).units) > MOST_COLUMNS

    built = build(BuildTask(army, 100), changed)

    assert points_of(built.army_list, changed) >= 98
    assert built.worth <= built.bound <= built.worth * 1.04


@pytest.mark.slow
@pytest.mark.clause("PB-1.8")
def test_no_leader_lies_on_top_of_a_stack_of_officers() -> None:
    request = BuildTask(army="confederacy", points=60, style="elite", seed=223544)
    findings = check(build(request, CATALOG).army_list, CATALOG)
    assert "leader-on-top" not in {finding.code for finding in findings}


def test_a_small_army_of_his_own_is_fielded_whole() -> None:
    troops = CATALOG.armies["union"].troops[11:17]
    small = dataclasses.replace(CATALOG.armies["union"], troops=troops)
    catalog = dataclasses.replace(CATALOG, armies={**CATALOG.armies, "union": small})
    built = build(BuildTask("union", 50), catalog)
    assert set(built.army_list.troops) == {troop.code for troop in troops}
    assert "unspent-all-used" in {reason.code for reason in built.reasons}
