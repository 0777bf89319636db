"""The player's corrections, armies and traits lie over the shipped catalog."""

import json
from pathlib import Path

import pytest

from pbbuild.base.provenance import Provenance
from pbbuild.errors import CatalogError, PbbuildError
from pbbuild.pocket_battles.catalog.corrections import (
    TypedValue,
    exchange_with_previous,
    merge_corrections,
    read_corrections,
    read_typed_values,
    save_corrections,
)
from pbbuild.pocket_battles.catalog.load import load_catalog, shipped_catalog
from pbbuild.pocket_battles.catalog.own_armies import (
    add_own_file,
    army_template,
    army_text,
    remove_own_file,
)
from pbbuild.pocket_battles.catalog.player_files import player_folder
from tests.pocket_battles.catalog.test_validate import traits


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    return player_folder()


def type_in(*values: tuple[str, str, str]) -> None:
    tiles = read_typed_values([TypedValue(*value) for value in values], load_catalog())
    save_corrections(merge_corrections(read_corrections(load_catalog()), tiles))


def test_without_files_of_his_the_catalog_is_as_shipped() -> None:
    assert load_catalog() is shipped_catalog()


def test_a_correction_wins_over_the_shipped_value_and_is_marked() -> None:
    type_in(("UNI12", "dp", "6"), ("UNI12", "black", "3-2"), ("UNI12", "traits", "fast, fury"))
    troop = load_catalog().troop("UNI12")
    assert (troop.dp, troop.black, troop.traits) == (6, (2, 3), ("fast", "fury"))
    assert troop.provenance_of("dp") is Provenance.OWNER
    assert troop.provenance_of("wp") is Provenance.PRINTED
    assert load_catalog().armies["union"].troops[11] == troop
    assert shipped_catalog().troop("UNI12").dp == 5


def test_a_gloss_in_one_language_leaves_the_other() -> None:
    type_in(("UNI12", "gloss_en", "Hussars"))
    gloss = load_catalog().troop("UNI12").gloss
    assert (gloss.en, gloss.it) == ("Hussars", shipped_catalog().troop("UNI12").gloss.it)


def test_a_confirmed_value_is_the_owners_too() -> None:
    type_in(("UNI12", "dp", "5"))
    assert load_catalog().troop("UNI12").provenance_of("dp") is Provenance.OWNER


def test_corrections_add_up_and_the_last_change_can_be_undone_and_redone() -> None:
    type_in(("UNI12", "dp", "6"))
    type_in(("UNI12", "wp", "3"), ("CON01", "fv", "2"))
    assert exchange_with_previous()
    assert load_catalog().troop("UNI12").dp == 6
    assert load_catalog().troop("UNI12").wp == 2
    assert exchange_with_previous()
    assert load_catalog().troop("UNI12").wp == 3
    assert load_catalog().troop("CON01").fv == 2


def test_the_very_first_correction_can_be_undone_too() -> None:
    type_in(("UNI12", "dp", "6"))
    assert exchange_with_previous()
    assert load_catalog().troop("UNI12").dp == 5
    assert exchange_with_previous()
    assert load_catalog().troop("UNI12").dp == 6


def test_everything_wrong_with_what_is_typed_is_told_and_nothing_kept(home: Path) -> None:
    with pytest.raises(CatalogError) as caught:
        type_in(
            ("UNI12", "dp", "six"),
            ("UNI12", "black", "2 9"),
            ("UNI99", "dp", "3"),
            ("UNI13", "traits", "furry"),
            ("UNI14", "colour", "red"),
            ("UNI15", "name", "<i>"),
        )
    found = {(problem.pointer, problem.code) for problem in caught.value.problems}
    assert found == {
        ("UNI12 dp", "not-a-whole-number"),
        ("UNI12 black", "above-maximum"),
        ("UNI99", "unknown-tile"),
        ("UNI13 traits", "catalog.unknown-trait"),
        ("UNI14 colour", "catalog.unknown-column-nor-near"),
        ("UNI15 name", "catalog.hostile-text"),
    }
    assert not home.exists()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        pytest.param("cost", ("dp",), id="what a tile costs"),
        pytest.param("punti", ("dp",), id="in Italian"),
        pytest.param("wounds", ("wp",), id="what it can stand"),
        pytest.param("dice", ("black", "white"), id="either kind of dice"),
        pytest.param("blakc", ("black",), id="a slip of the finger"),
    ],
)
def test_a_field_by_another_name_is_understood_and_the_right_one_told(
    home: Path, said: str, meant: tuple[str, ...]
) -> None:
    with pytest.raises(CatalogError) as caught:
        type_in(("UNI12", said, "6"))
    [problem] = caught.value.problems
    assert problem.code == "catalog.unknown-column"
    assert problem.values["near"] == meant


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[]",
        b'{"format": "pbbuild-corrections/1", "tiles": {"UNI12": {"dp": "5"}}}',
        b'{"format": "pbbuild-corrections/1", "tiles": {"UNI12": {"traits": ["furry"]}}}',
        b'{"format": "pbbuild-corrections/9", "tiles": {}}',
        b'{"format": "pbbuild-corrections/1", "tiles": {"UNI12": {"dp": NaN}}}',
    ],
)
def test_a_broken_corrections_file_is_told_left_alone_and_the_rest_works(
    home: Path, content: bytes
) -> None:
    home.mkdir(parents=True)
    (home / "corrections.json").write_bytes(content)

    catalog = load_catalog()

    assert catalog.troops == shipped_catalog().troops
    (complaint,) = catalog.complaints
    assert complaint.source == str(home / "corrections.json")
    assert (home / "corrections.json").read_bytes() == content
    with pytest.raises(PbbuildError):
        type_in(("UNI12", "dp", "6"))
    assert (home / "corrections.json").read_bytes() == content


def test_a_correction_of_a_tile_that_is_gone_is_told_and_the_others_hold(home: Path) -> None:
    home.mkdir(parents=True)
    tiles = {"XYZ01": {"dp": 3}, "UNI12": {"dp": 6}}
    document = {"format": "pbbuild-corrections/1", "tiles": tiles}
    (home / "corrections.json").write_text(json.dumps(document))
    catalog = load_catalog()
    assert catalog.troop("UNI12").dp == 6
    assert [complaint.values["tiles"] for complaint in catalog.complaints] == [("XYZ01",)]


def army_file(folder: Path, army_id: str = "samurai", prefix: str = "SAM") -> Path:
    path = folder / f"{army_id}.json"
    path.write_text(army_text(army_template(army_id, prefix, "modern-1")), encoding="utf-8")
    return path


def test_an_army_of_ones_own_can_be_added_corrected_and_removed(tmp_path: Path) -> None:
    add_own_file(army_file(tmp_path), load_catalog())
    type_in(("SAM01", "dp", "9"))
    assert load_catalog().troop("SAM01").dp == 9
    assert "samurai" in load_catalog().armies
    aside = remove_own_file("samurai")
    assert aside.exists()
    assert "samurai" not in load_catalog().armies


def test_a_trait_of_ones_own_works_on_a_tile_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(traits()))
    add_own_file(tmp_path / "mine.json", load_catalog())
    army = army_template("samurai", "SAM", "modern-1")
    army["troops"][0]["traits"] = ["banzai"]
    (tmp_path / "samurai.json").write_text(army_text(army))
    add_own_file(tmp_path / "samurai.json", load_catalog())
    trait = load_catalog().trait("banzai")
    assert [(effect.kind, effect.value) for effect in trait.effects] == [("charge-dice", 2)]
    assert load_catalog().troop("SAM01").traits == ("banzai",)
    assert load_catalog().complaints == ()


def test_a_numbered_trait_of_ones_own_is_one_trait_per_number(tmp_path: Path) -> None:
    document = traits()
    document["traits"][0]["numbered"] = True
    document["traits"][0]["effects"][0]["value"] = "x"
    (tmp_path / "mine.json").write_text(json.dumps(document))
    add_own_file(tmp_path / "mine.json", load_catalog())
    assert load_catalog().trait("banzai+3").effects[0].value == 3
    assert load_catalog().trait("banzai+3").stacks


def test_what_is_taken_is_not_added_over(tmp_path: Path) -> None:
    for army_id, prefix in (("union", "XXX"), ("samurai", "UNI")):
        with pytest.raises(CatalogError):
            add_own_file(army_file(tmp_path, army_id, prefix), load_catalog())
    add_own_file(army_file(tmp_path), load_catalog())
    with pytest.raises(CatalogError):
        add_own_file(army_file(tmp_path), load_catalog())
    add_own_file(army_file(tmp_path), load_catalog(), replace=True)
    with pytest.raises(CatalogError):
        add_own_file(army_file(tmp_path, "union", "XXX"), load_catalog(), replace=True)


def test_a_trait_id_that_is_shipped_is_not_added_over(tmp_path: Path) -> None:
    document = traits()
    document["traits"][0]["id"] = "fury"
    (tmp_path / "mine.json").write_text(json.dumps(document))
    for replace in (False, True):
        with pytest.raises(CatalogError) as caught:
            add_own_file(tmp_path / "mine.json", load_catalog(), replace=replace)
        assert caught.value.problems[0].code == "catalog.trait-taken"


def test_a_broken_army_of_ones_own_is_told_and_the_others_are_there(home: Path) -> None:
    (home / "armies").mkdir(parents=True)
    (home / "armies" / "bad.json").write_text('{"format": "pbbuild-army/1"}')
    (home / "armies" / "folder.json").mkdir()
    (home / "armies" / "nowhere.json").symlink_to(home / "gone.json")
    army_file(home / "armies")
    catalog = load_catalog()
    assert list(catalog.armies)[-1] == "samurai"
    assert len(catalog.complaints) == 3
