"""PB-1, clause by clause: what a check says of an army list."""

from dataclasses import replace
from itertools import product

import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.built_with import tile_changes, with_tile_values
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import check, check_pair, is_legal

CATALOG = load_catalog()


def union(*units: str, points: int = 50, **more: object) -> ArmyList:
    return army("union", "modern-1", *units, points=points)


def army(name: str, edition: str, *units: str, points: int = 50) -> ArmyList:
    return ArmyList(
        name="Test",
        army=name,
        points=points,
        edition=edition,
        units=tuple(ListUnit(tuple(unit.split())) for unit in units),
    )


def codes(army_list: ArmyList, severity: str = "error", catalog: Catalog = CATALOG) -> list[str]:
    findings = check(army_list, catalog)
    # The short answer rests on fewer questions, and must be the same for every list tried here.
    assert is_legal(army_list, catalog) is not any(finding.is_error for finding in findings)
    return [
        f"{finding.rule} {finding.code}" for finding in findings if finding.severity == severity
    ]


GOOD = ("UNI26 UNI27 UNI28 UNI29", "UNI12 UNI13", "UNI25", "UNI09", "UNI11", "UNI14 UNI15")


def test_a_sound_list_has_no_errors() -> None:
    assert codes(union(*GOOD)) == []


@pytest.mark.parametrize("name", ready_lists())
def test_every_ready_list_is_legal(name: str) -> None:
    assert codes(find_list(name).army_list) == []


@pytest.mark.clause("PB-1.1")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        pytest.param("UNI26 UNI26", "PB-1.1 tile-twice", id="a code is used once"),
        pytest.param("CON26", "PB-1.1 foreign-tile", id="tiles are of the army"),
        pytest.param("UNI31", "PB-1.1 unknown-tile", id="tiles exist"),
        pytest.param("x", "PB-1.1 unknown-tile-nor-near", id="tiles exist, nothing near"),
    ],
)
def test_a_wrong_tile_is_an_error(unit: str, expected: str) -> None:
    assert codes(union(unit)) == [expected]


@pytest.mark.clause("PB-1.1")
def test_a_draft_from_mixed_armies_may_field_foreign_tiles() -> None:
    mixed = replace(union("UNI26 CON26"), waivers=(MIXED_ARMIES,))

    assert codes(mixed) == []
    assert "PB-1.1 mixed-armies" in codes(mixed, "note")
    assert codes(replace(mixed, waivers=("anything",)), "warning") == ["PB-1.1 unknown-waiver"]
    assert codes(replace(mixed, waivers=())) == ["PB-1.1 foreign-tile"]


@pytest.mark.clause("PB-1.2")
@pytest.mark.parametrize("size", [0, -10, 55, 7])
def test_a_size_that_is_no_positive_multiple_of_ten_is_an_error(size: int) -> None:
    found = codes(union("UNI21", points=size))
    assert "PB-1.2 size-not-in-tens" in found


@pytest.mark.clause("PB-1.2", "PB-1.3")
@pytest.mark.parametrize(
    ("name", "edition", "size", "expected"),
    [
        ("celts", "ancients-1", 50, ["PB-1.2 size-not-recommended"]),
        ("celts", "ancients-1", 60, []),
        ("union", "modern-1", 50, []),
        ("union", "modern-1", 40, ["PB-1.2 size-not-recommended"]),
        (
            "union",
            "modern-1",
            110,
            ["PB-1.2 size-not-recommended", "PB-1.3 box-short-of-tokens"],
        ),
        ("orcs", "fantasy-1", 110, ["PB-1.2 size-not-recommended"]),
        (
            "orcs",
            "fantasy-1",
            130,
            ["PB-1.2 size-not-recommended", "PB-1.3 box-short-of-tokens"],
        ),
    ],
)
def test_unusual_sizes_are_warnings_by_edition(
    name: str, edition: str, size: int, expected: list[str]
) -> None:
    some = CATALOG.armies[name].troops[-1].code
    assert codes(army(name, edition, some, points=size), "warning") == expected


@pytest.mark.clause("PB-1.4")
def test_points_over_the_size_are_an_error_with_the_amount_and_the_tile() -> None:
    findings = check(union(*GOOD, "UNI10"), CATALOG)
    over = next(finding for finding in findings if finding.code == "over-size")

    assert (over.values["spent"], over.values["amount"]) == (53, 3)
    assert over.troops == ("UNI29",)
    assert over.units == (1,)


@pytest.mark.clause("PB-1.4")
def test_points_left_over_are_only_a_note() -> None:
    assert "PB-1.4 under-size" in codes(union("UNI21"), "note")


@pytest.mark.clause("PB-1.5", "PB-10")
def test_a_unit_is_no_larger_than_its_lowest_formation_value() -> None:
    # Zouaves have FV 3: three may stand together, four not.
    assert codes(union("UNI18 UNI26 UNI27")) == []
    assert codes(union("UNI18 UNI26 UNI27 UNI28")) == ["PB-1.5 unit-too-large"]
    # FV 1 stands alone.
    assert codes(union("UNI09 UNI26")) == ["PB-1.5 unit-too-large"]


@pytest.mark.clause("PB-1.5")
def test_units_without_troops_and_lists_without_units_are_errors() -> None:
    assert codes(union("UNI26", "")) == ["PB-1.5 empty-unit"]
    assert codes(union()) == ["PB-1.5 no-units"]


@pytest.mark.clause("PB-1.6")
def test_a_unit_needs_a_wound_point() -> None:
    assert codes(union("UNI07")) == ["PB-1.6 no-wound-points"]
    assert codes(union("UNI07 UNI26")) == []


@pytest.mark.clause("PB-1.7", "PB-T.14")
def test_traits_that_are_of_no_use_to_their_unit_are_noted() -> None:
    # A unit that helps others charge, beside one without black dice to charge with.
    found = 0
    for own in CATALOG.armies.values():
        idle = [troop for troop in own.troops if not troop.black and troop.fv > 1]
        helpers = [troop for troop in idle if "engagement+1" in troop.traits]
        others = [troop for troop in idle if troop.wp and troop not in helpers]
        for helper, other in product(helpers, others):
            unit = army(own.id, own.edition, f"{helper.code} {other.code}")
            assert "PB-1.7 idle-without-black" in codes(unit, "note")
            found += 1
    assert found
    # Slow among the Fast.
    slow = army("celts", "ancients-1", "CEL13", points=60)
    assert not [code for code in codes(slow, "note") if "slow" in code]


@pytest.mark.clause("PB-1.8")
def test_a_leader_on_top_of_a_stack_is_noted() -> None:
    assert "PB-1.8 leader-on-top" in codes(union("UNI02 UNI26"), "note")
    assert "PB-1.8 leader-on-top" not in codes(union("UNI26 UNI02"), "note")
    assert "PB-1.8 leader-on-top" not in codes(union("UNI02"), "note")


@pytest.mark.clause("PB-1.9")
def test_more_than_26_tiles_leave_too_few_for_the_borders() -> None:
    tiles = [troop.code for troop in CATALOG.armies["union"].troops]
    assert "PB-1.9 no-border-tiles" not in codes(union(*tiles[:26], points=120), "warning")
    assert "PB-1.9 no-border-tiles" in codes(union(*tiles[:27], points=120), "warning")


@pytest.mark.clause("PB-1.1")
def test_more_troops_than_a_battle_has_room_for_are_warned_of() -> None:
    box = [troop.code for troop in CATALOG.armies["union"].troops]
    guests = [troop.code for troop in CATALOG.armies["confederacy"].troops]

    def found(*tiles: str) -> list[str]:
        mixed = replace(union(*tiles, points=300), waivers=(MIXED_ARMIES,))
        return codes(mixed, "warning")

    assert "PB-1.1 too-many-troops" not in found(*box)
    assert "PB-1.1 too-many-troops" in found(*box, guests[0])


def test_a_list_whose_tiles_changed_says_what_and_what_it_does_to_the_points() -> None:
    saved = with_tile_values(union("UNI26 UNI27"), CATALOG)
    dearer = replace(CATALOG.troops["UNI26"], dp=5, black=(2, 3))
    changed = replace(CATALOG, troops={**CATALOG.troops, "UNI26": dearer})

    (change,) = tile_changes(saved, changed)
    assert change.values == (("dp", "3", "5"), ("black", "2-2", "2-3"))
    assert codes(saved, "note", changed).count("PB-1.1 tile-changed") == 2
    total = next(f for f in check(saved, changed) if f.code == "points-changed")
    assert dict(total.values) == {"before": 6, "now": 8, "amount": 2}
    assert tile_changes(saved, CATALOG) == ()


@pytest.mark.clause("PB-1.1", "PB-1.3")
def test_two_armies_together_are_held_against_the_boxes() -> None:
    north, south = union("UNI26"), army("confederacy", "modern-1", "CON26")

    assert check_pair(north, south, CATALOG) == ()
    assert [f.code for f in check_pair(north, north, CATALOG)] == ["two-boxes"]
    assert [f.code for f in check_pair(north, replace(south, points=60), CATALOG)] == [
        "sizes-differ"
    ]
    # 100 points a side use all 20 tokens; a leader wants one more.
    big = (replace(union("UNI02"), points=100), replace(south, points=100))
    assert [f.code for f in check_pair(*big, CATALOG)] == ["boxes-short-of-tokens"]
    # Armies from two boxes bring the tokens of both.
    far = army("orcs", "fantasy-1", "ORC27", points=100)
    assert check_pair(big[0], far, CATALOG) == ()


def test_legal_means_no_errors() -> None:
    assert is_legal(union("UNI21", points=40), CATALOG)
    assert not is_legal(union("UNI07"), CATALOG)
