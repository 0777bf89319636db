"""The eight armies hang together: thirty tiles each, every trait in use, both languages."""

from dataclasses import replace

import pytest

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.rules.army import check, points_of

CATALOG = shipped_catalog()
ARMIES = tuple(CATALOG.armies)
PRINTED = ("confederacy", "union", "macedonians", "persians")


def test_there_are_eight_armies_of_thirty_tiles_in_order() -> None:
    assert len(ARMIES) == 8
    for army in CATALOG.armies.values():
        codes = [troop.code for troop in army.troops]
        assert codes == [f"{army.prefix}{number:02}" for number in range(1, 31)]
        assert army.id in CATALOG.editions[army.edition].armies


@pytest.mark.parametrize("army", ARMIES)
def test_an_army_costs_about_what_owners_report(army: str) -> None:
    assert 105 <= sum(troop.dp for troop in CATALOG.armies[army].troops) <= 125


def test_every_trait_and_every_formation_value_occurs() -> None:
    troops = CATALOG.troops.values()
    used = {CATALOG.trait(own).base for troop in troops for own in troop.traits}
    assert used == {trait.base for trait in CATALOG.traits.values()}
    assert {troop.fv for troop in troops} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("army", ARMIES)
def test_every_army_has_troops_without_wound_points_that_others_can_carry(army: str) -> None:
    without = [troop for troop in CATALOG.armies[army].troops if troop.wp == 0]
    assert without
    assert all(troop.fv >= 3 and troop.traits for troop in without)


@pytest.mark.parametrize("army", ARMIES)
def test_every_tile_does_something_and_its_dice_are_faces_of_the_game(army: str) -> None:
    for troop in CATALOG.armies[army].troops:
        assert troop.black or troop.white or troop.traits
        assert all(2 <= face <= 6 for face in troop.black + troop.white)
        assert list(troop.black) == sorted(troop.black)
        assert list(troop.white) == sorted(troop.white)
        assert troop.gloss.en
        assert troop.gloss.it
        assert troop.source


def test_nothing_ours_is_passed_off_as_known() -> None:
    # Tiles never listed in an example army may carry a name from a report, never printed values.
    never = "MAC06 MAC08 MAC15 MAC16 MAC20 MAC22 MAC28 PER02 PER03 PER13 PER14 PER18 PER30 CON02"
    never += " CON15 CON18 CON20 UNI07 UNI17 UNI20 UNI21 UNI24 UNI27"
    for code in never.split():
        troop = CATALOG.troops[code]
        for value in ("fv", "black", "white"):
            assert troop.provenance_of(value) is Provenance.RECONSTRUCTED, code
    assert all(troop.provenance is not Provenance.OWNER for troop in CATALOG.troops.values())


def test_the_ready_lists_are_two_for_each_army() -> None:
    sizes = {army: (50, 80) if army in PRINTED else (60, 80) for army in ARMIES}
    wanted = {f"{army}-{size}" for army in ARMIES for size in sizes[army]}
    assert wanted <= set(ready_lists())


@pytest.mark.parametrize("army", ARMIES)
def test_ready_lists_are_legal_and_use_their_points(army: str) -> None:
    for size in (50 if army in PRINTED else 60, 80):
        army_list = find_list(f"{army}-{size}").army_list
        assert army_list.points == size
        errors = [one for one in check(army_list, CATALOG) if one.severity == "error"]
        assert errors == []
        spent = points_of(army_list, CATALOG)
        assert spent == size if army in PRINTED else spent >= 0.96 * size


@pytest.mark.parametrize(
    ("list_id", "codes"),
    [
        ("confederacy-80", ("CON03", "CON04", "CON09")),
        ("macedonians-50", ("MAC30", "MAC28")),
        ("persians-50", ("PER08", "PER09", "PER05")),
        ("persians-80", ("PER19", "PER27")),
    ],
)
def test_a_mended_misprint_is_explained_in_the_list(list_id: str, codes: tuple[str, ...]) -> None:
    army_list = find_list(list_id).army_list
    assert all(code in army_list.note for code in codes)


def test_the_note_of_a_ready_list_is_there_in_both_languages_until_it_is_changed() -> None:
    for list_id in ready_lists():
        army_list = find_list(list_id).army_list
        if army_list.game == "pocket-battles":
            assert army_list.note_in("en") == army_list.note
            assert army_list.note_in("it") not in ("", army_list.note)
            assert replace(army_list, note="mine").note_in("it") == "mine"
