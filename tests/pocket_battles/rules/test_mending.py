"""What fixes a list: the smallest changes, in words the edit language carries out."""

import random
from dataclasses import replace

import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import check, points_of
from pbbuild.pocket_battles.rules.fixes import fixes_for, smallest_fix
from tests.tiers import quick_first

CATALOG = load_catalog()


def union(*units: str, points: int = 50) -> ArmyList:
    stacks = tuple(ListUnit(tuple(unit.split())) for unit in units)
    return ArmyList("Test", "union", points, "modern-1", stacks)


def best(army_list: ArmyList, code: str) -> list[str]:
    finding = next(finding for finding in check(army_list, CATALOG) if finding.code == code)
    return ["; ".join(fix.edits) for fix in fixes_for(army_list, CATALOG, finding)]


def errors(army_list: ArmyList) -> set[str]:
    return {finding.code for finding in check(army_list, CATALOG) if finding.is_error}


GOOD = ("UNI26 UNI27 UNI28 UNI29", "UNI12 UNI13", "UNI25", "UNI09", "UNI11", "UNI14 UNI15")


def test_four_points_too_many_lose_the_tile_that_costs_least() -> None:
    over = union(*GOOD[:-1], "UNI14 UNI15", "UNI16", "UNI21", points=50)
    found = best(over, "over-size")

    assert points_of(over, CATALOG) == 53
    # One tile of 3 points is the least that can go.
    assert found[0] in {f"remove UNI{number}" for number in (26, 27, 28, 29)}


def test_a_slip_of_the_pen_is_corrected_before_a_tile_is_lost() -> None:
    assert best(union("UNI26", "UN30"), "unknown-tile")[0] == "swap UN30 for UNI30"


def test_a_tile_used_twice_gives_way_to_its_like() -> None:
    found = best(union("UNI26", "UNI26"), "tile-twice")
    assert found[0].startswith("swap UNI26 for UNI2")
    assert "remove UNI26" in found


def test_a_howitzer_in_company_is_moved_out() -> None:
    found = best(union("UNI26", "UNI09 UNI27"), "unit-too-large")
    assert "move UNI09 to new" in found
    assert "move UNI27 to 1" in found


def test_an_orphan_without_wound_points_joins_a_unit() -> None:
    assert best(union("UNI26 UNI27", "UNI07"), "no-wound-points")[0] == "move UNI07 to 1"


def test_one_change_that_would_break_another_rule_is_followed_by_a_second() -> None:
    # The drummer can only be helped by a tile there are no points for.
    tight = union("UNI09", "UNI11", "UNI07", points=20)
    found = best(tight, "no-wound-points")

    assert "remove UNI07" in found
    for script in found:
        assert not errors(edit_list(tight, [script], CATALOG).army_list)


def test_a_finding_about_one_unit_is_mended_in_that_unit() -> None:
    both = union("UNI09 UNI26", "UNI11 UNI27")
    finding = next(f for f in check(both, CATALOG) if f.units == (2,))
    for fix in fixes_for(both, CATALOG, finding):
        after = edit_list(both, fix.edits, CATALOG).army_list
        mates = [unit.troops for unit in after.units if {"UNI11", "UNI27"} & set(unit.troops)]
        assert ("UNI11",) in mates or all("UNI11" not in unit for unit in mates)


@pytest.mark.parametrize("size", [0, -30, 55])
def test_a_size_that_cannot_be_played_is_rounded_to_one_that_holds_the_army(size: int) -> None:
    found = best(union(*GOOD, points=size), "size-not-in-tens")
    assert found[0].startswith("resize ")
    assert int(found[0].split()[1]) >= points_of(union(*GOOD), CATALOG)


def test_a_note_on_points_left_over_names_a_tile_that_fits() -> None:
    army_list = union(*GOOD[:-1])
    for script in best(army_list, "under-size"):
        after = edit_list(army_list, [script], CATALOG).army_list
        assert not errors(after)
        assert points_of(after, CATALOG) > points_of(army_list, CATALOG)


def broken(seed: int) -> ArmyList:
    """A list with several faults: random tiles in random heaps, some twice, foreign, unknown."""
    chance = random.Random(seed)
    army = CATALOG.armies[chance.choice(sorted(CATALOG.armies))]
    codes = [troop.code for troop in chance.sample(army.troops, chance.randint(1, 26))]
    codes += chance.sample(codes, chance.randint(0, min(2, len(codes))))
    codes += chance.sample(sorted(CATALOG.troops), chance.randint(0, 2))
    codes += chance.sample(["XXX99", "uni3", "CON3"], chance.randint(0, 1))
    chance.shuffle(codes)
    units: list[ListUnit] = []
    while codes:
        taken = chance.randint(0, 5)
        units.append(ListUnit(tuple(codes[:taken])))
        codes = codes[taken:]
    size = chance.choice([50, 60, 80, 100, 35, 0])
    return ArmyList("Broken", army.id, size, army.edition, tuple(units))


@pytest.mark.parametrize("seed", quick_first(range(12), 1))
def test_any_broken_army_is_mended_by_the_edits_named(seed: int) -> None:
    army_list = broken(seed)
    fix = smallest_fix(army_list, CATALOG)

    assert fix is not None
    after = edit_list(army_list, fix.edits, CATALOG).army_list if fix.edits else army_list
    assert errors(after) == set()
    assert points_of(after, CATALOG) - points_of(army_list, CATALOG) == fix.points


@pytest.mark.parametrize("seed", quick_first([101, 104, 105, 1002, 1003, 100], 2))
def test_each_fix_of_a_finding_breaks_nothing_else(seed: int) -> None:
    army_list = broken(seed)
    before = errors(army_list)
    for finding in check(army_list, CATALOG):
        for fix in fixes_for(army_list, CATALOG, finding)[:2] if finding.is_error else ():
            after = edit_list(army_list, fix.edits, CATALOG).army_list
            assert errors(after) <= before


def test_fixes_are_ranked_by_how_little_they_change() -> None:
    finding = next(f for f in check(union("UNI26", "UNI09 UNI27"), CATALOG) if f.is_error)
    touched = [fix.touched for fix in fixes_for(union("UNI26", "UNI09 UNI27"), CATALOG, finding)]
    assert touched == sorted(touched)


@pytest.mark.slow
def test_a_list_is_mended_to_the_same_list_every_time() -> None:
    assert smallest_fix(broken(3), CATALOG) == smallest_fix(broken(3), CATALOG)


def test_a_heap_of_hundreds_of_tiles_is_not_searched() -> None:
    heap = replace(union(), units=tuple(ListUnit(("UNI26",) * 100) for _ in range(3)))
    assert smallest_fix(heap, CATALOG) is None


def test_a_list_with_many_faults_keeps_the_tiles_that_can_stay() -> None:
    # Two guns of FV 1 and 2 in one unit of three: they stand alone, nobody leaves the army.
    army_list = ArmyList(
        "Many faults",
        "union",
        45,
        "modern-1",
        tuple(
            ListUnit(tuple(codes.split()))
            for codes in ("UNI01", "UNI09 UNI10 UNI11", "CON01 UNI99 UNI01", "")
        ),
    )
    fix = smallest_fix(army_list, CATALOG)
    assert fix is not None
    after = edit_list(army_list, fix.edits, CATALOG).army_list
    assert errors(after) == set()
    assert {"UNI09", "UNI10", "UNI11"} <= set(after.troops)
    assert after.points in (40, 50)


def test_the_nearest_size_in_tens_comes_first() -> None:
    army_list = replace(union("UNI10"), points=85)
    finding = next(f for f in check(army_list, CATALOG) if f.code == "size-not-in-tens")
    assert [fix.edits for fix in fixes_for(army_list, CATALOG, finding)] == [
        ("resize 80",),
        ("resize 90",),
    ]
