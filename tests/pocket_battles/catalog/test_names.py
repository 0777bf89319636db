"""Armies, tiles and lists by whatever a player calls them, the same in every command."""

from pathlib import Path

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.names import army_named, codes_in, tile_named, tiles_in
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.attack_odds import unit_named
from pbbuild.pocket_battles.playtest.opponents import opponents
from tests.cli import run

CATALOG = load_catalog()
UNION = CATALOG.armies["union"].troops


@pytest.mark.parametrize("text", ["UNI25", "uni25", "Iron Brigade", "iron brigade", "brigade"])
def test_a_tile_goes_by_code_name_or_a_word_of_it(text: str) -> None:
    assert tile_named(text, UNION) == "UNI25"


def test_two_word_names_need_no_quotes_and_names_of_several_tiles_take_the_next() -> None:
    found = codes_in("iron brigade cavalry cavalry uni1", UNION)
    assert found == ("UNI25", "UNI12", "UNI13", "UNI01")
    assert tiles_in("signal corps, -gatling", UNION) == [
        ("signal corps", ["UNI06"]),
        ("-gatling", ["UNI11"]),
    ]


def test_an_unknown_tile_is_refused_with_what_is_near() -> None:
    with pytest.raises(PbbuildError) as refused:
        codes_in("UNI99", UNION)
    assert refused.value.code == "unknown-tile"


@pytest.mark.parametrize("text", ["celts", "Celts", "Celti", "CELTI"])
def test_an_army_goes_by_its_name_in_both_languages(text: str) -> None:
    assert army_named(text, CATALOG) == "celts"
    found = opponents(find_list("union-80").army_list, text, CATALOG)
    assert {each.army for each in found} == {"celts"}


@pytest.mark.parametrize("text", ["orcs-80", "Orcs 80", "ORCS-80", "The green flood"])
def test_a_ready_list_goes_by_its_file_or_its_name(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    assert find_list(text).army_list.title == "The green flood (orcs)"


def test_odds_take_names_and_the_first_tile_says_of_which_army() -> None:
    unit = unit_named("Iron Brigade, Colonel", CATALOG)
    assert [standing.troop.code for standing in unit] == ["UNI25", "UNI01"]


def test_ready_lists_and_styles_go_by_their_italian_names(tmp_path: Path) -> None:
    assert run("show", "Orchi 80", folder=tmp_path).stdout.startswith("The green flood")
    assert run("show", "unione-80", folder=tmp_path).stdout.startswith("Union, printed 80")
    built = run("new", "--auto", "--army", "Celti", "--style", "assalto", folder=tmp_path)
    assert built.returncode == 0, built.stderr
    refused = run("new", "--style", "assaltx", folder=tmp_path)
    assert refused.returncode == 2
    assert "can’t be “assaltx”. Did you mean assault?" in refused.stderr
