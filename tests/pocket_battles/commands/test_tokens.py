"""An owner's trait that adds tokens: every command and the engine count the same number."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbbuild.base.documents import Document
from pbbuild.errors import StateError
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.corrections import (
    TypedValue,
    merge_corrections,
    read_corrections,
    read_typed_values,
    save_corrections,
)
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.own_armies import add_own_file
from pbbuild.pocket_battles.lists.list_file import parse_list
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.pocket_battles.rules.state_check import missing_tokens, refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state
from pbbuild.pocket_battles.sheets.roster.layout import roster_sheet
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.lists import GOOD

ENEMY = {
    **GOOD,
    "name": "Enemy",
    "army": "confederacy",
    "points": 60,
    "units": [{"troops": ["CON26"]}],
}
WORDS = {"en": "Adds tokens.", "it": "Aggiunge segnalini."}


def banner(value: int | str, **more: bool) -> dict[str, Any]:
    """A trait file of an owner: a banner worth `value` tokens."""
    trait = {
        "id": "banner",
        "name": {"en": "Banner", "it": "Stendardo"},
        "line": WORDS,
        "text": WORDS,
        "effects": [{"kind": "tokens", "value": value}],
        **more,
    }
    return {"format": "pbbuild-traits/1", "traits": [trait]}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two lists of 60 points; UNI12 and UNI14 are one unit of the first."""
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    (tmp_path / "own.json").write_text(json.dumps({**GOOD, "points": 60}), encoding="utf-8")
    (tmp_path / "enemy.json").write_text(json.dumps(ENEMY), encoding="utf-8")
    return tmp_path


def told(folder: Path, *arguments: str) -> str:
    """What a command that succeeds prints."""
    done = run(*arguments, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bears(folder: Path, trait_file: dict[str, Any], trait: str) -> None:
    """Give the trait to both tiles of one unit, as its owner does."""
    (folder / "banner.json").write_text(json.dumps(trait_file), encoding="utf-8")
    add_own_file(folder / "banner.json", load_catalog())
    typed = [TypedValue(code, "traits", trait) for code in ("UNI12", "UNI14")]
    save_corrections(
        merge_corrections(
            read_corrections(load_catalog()), read_typed_values(typed, load_catalog())
        )
    )


@pytest.mark.clause("PB-1.3", "PB-T.13")
@pytest.mark.parametrize(
    ("trait_file", "trait", "bonus"),
    [
        pytest.param(banner(1), "banner", 1, id="counts once in a unit"),
        pytest.param(banner(2), "banner", 2, id="counts once with all its tokens"),
        pytest.param(banner(9), "banner", 9, id="more than a box may hold"),
        pytest.param(banner(2, stacks=True), "banner", 4, id="adds up where it stacks"),
        pytest.param(banner("x", numbered=True), "banner+3", 6, id="adds up where it is numbered"),
    ],
)
def test_everything_counts_the_tokens_of_an_owners_trait_alike(
    table: Path, trait_file: dict[str, Any], trait: str, bonus: int
) -> None:
    bears(table, trait_file, trait)
    tokens = 6 + bonus

    assert json.loads(told(table, "show", "own.json", "--json"))["tokens"] == tokens
    assert f" {tokens} tokens" in told(table, "show", "own.json")
    pulled = told(table, "show", "own.json", "--pull")
    assert f"{tokens} tokens: 60 points, and {bonus} for leaders" in pulled

    compared = json.loads(told(table, "diff", "own.json", "enemy.json", "--json"))
    assert (compared["a"]["tokens"], compared["b"]["tokens"]) == (tokens, 6)

    catalog = load_catalog()
    own, enemy = (
        parse_list((table / name).read_text(encoding="utf-8"), name)
        for name in ("own.json", "enemy.json")
    )
    figures = roster_sheet(own, catalog, Style(), Translator("en")).head.figures
    assert [figure.value for figure in figures if "token" in figure.label] == [str(tokens)]

    checked = told(table, "check", "own.json", "--against", "enemy.json")
    is_short = tokens + 6 > catalog.editions["modern-1"].box_tokens
    assert ("PB-1.3" in checked) is is_short
    assert (f"need {tokens + 6} tokens" in checked) is is_short

    battle = new_battle(own, enemy, catalog=catalog)
    state = PocketBattles(catalog).to_json(battle)
    assert [state["sides"][side]["unused"] for side in "AB"] == [tokens, 6]


def state_with(unused: int, living: list[str], lost: list[str], destroyed: int) -> Document:
    """A's turn in a battle of 60 points; `living` and `lost` are A's only unit."""
    fallen = [{"code": code, "place": len(living)} for code in lost]
    own = {"id": "a1", "zone": "centre A front", "troops": living}
    other = {"id": "b1", "zone": "centre B front", "troops": ["CON26"]}
    value = {
        "format": "pbbuild-state/1",
        "edition": "modern-1",
        "size": 60,
        "decision": "turn",
        "sides": {
            "A": {"unused": unused, "units": [{**own, "lost": fallen} if fallen else own]},
            "B": {"unused": 6, "units": [other], "destroyed": destroyed},
        },
    }
    return Document("state.json", value, json.dumps(value))


@pytest.mark.clause("PB-1.3", "PB-T.13")
@pytest.mark.parametrize(
    ("living", "lost", "destroyed", "due", "most"),
    [
        pytest.param(["UNI12", "UNI14"], [], 0, 8, 8, id="both live, it counts once"),
        pytest.param(["UNI12"], ["UNI14"], 4, 8, 8, id="one fell, the other bears on"),
        pytest.param(["UNI10"], ["UNI12"], 5, 6, 8, id="the only one fell this round"),
        pytest.param(["UNI10"], [], 5, 6, 8, id="one may have fallen, nobody says which"),
    ],
)
def test_the_referee_expects_the_tokens_that_the_engine_hands_out(
    table: Path, living: list[str], lost: list[str], destroyed: int, due: int, most: int
) -> None:
    bears(table, banner(2), "banner")
    catalog = load_catalog()

    def judged(unused: int) -> dict[str, int]:
        document = state_with(unused, living, lost, destroyed)
        state = read_state(document, catalog)
        refuse_impossible(document, state, catalog)
        return missing_tokens(document, state, catalog)

    assert judged(due) == {}
    assert judged(due - 1) == {"A": 1}
    assert judged(most) == {}
    with pytest.raises(StateError):
        judged(most + 1)
