"""The API gives what the commands give, and says what is wrong in words."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import pbbuild
from pbbuild.api.battles import CompareResult
from pbbuild.play.statistics import Estimate
from pbbuild.play.tournament import EVEN_RATE
from tests.cli import run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's data in a folder of the test, for the API and for commands alike."""
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    return tmp_path


def answer(folder: Path, *words: str) -> object:
    done = run(*words, "--json", folder=folder)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_playtest_gives_the_very_document_of_the_command(home: Path) -> None:
    words = ("--against", "confederacy", "--games", "6", "--seed", "3", "--agent", "greedy")
    done = run("playtest", "union-50", *words, "--json", folder=home)
    result = pbbuild.playtest("union-50", "confederacy", games=6, seed=3, agent="greedy")
    assert json.dumps(result.to_json(), ensure_ascii=False, indent=2) + "\n" == done.stdout
    assert result.to_json()["win_rate"]["low"] == result.win_rate.low
    assert result.games == 6
    assert "union" in result.text().lower()


@pytest.mark.slow
def test_a_playtest_of_pocket_general_does_too(home: Path) -> None:
    words = ("--game", "pocket-general", "--army", "japan", "--against", "russia", "--games", "4")
    result = pbbuild.playtest("japan", "russia", games=4, game="pocket-general")
    assert result.to_json() == answer(home, "playtest", *words)


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    alone, two = (
        pbbuild.playtest("union-50", "celts-60", games=34, agent="random", workers=workers)
        for workers in (1, 2)
    )
    assert alone.to_json() == two.to_json()


def test_a_battle_has_the_record_of_the_command(home: Path) -> None:
    words = ("union-80", "--against", "celts-80", "--seed", "5", "--record", "b.jsonl")
    assert run("battle", *words, folder=home).returncode == 0
    battle = pbbuild.battle("union-80", "celts-80", seed=5)
    lines = (home / "b.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == battle.record
    end = battle.record[-1]
    assert (battle.winner, battle.rounds, battle.points) == (
        end["winner"],
        end["rounds"],
        end["destroyed"],
    )
    battle.save(home / "again.jsonl")
    assert (home / "again.jsonl").read_bytes() == (home / "b.jsonl").read_bytes()
    with pytest.raises(pbbuild.PbbuildError):
        battle.save(home / "again.jsonl")


def test_a_check_says_what_the_command_says(home: Path) -> None:
    army = replace(pbbuild.load_list("union-80"), points=50, name="Too large")
    pbbuild.save_list(army)
    report = pbbuild.check("too-large")
    assert report.document() == answer(home, "check", "too-large")
    assert not report.legal
    error = report.findings[0]
    assert (error.rule, error.severity) == ("PB-1.4", "error")
    assert error.fixes[0].edit
    assert error.fixes[0].message
    fixed = pbbuild.fix(army)
    assert pbbuild.check(fixed).legal
    assert pbbuild.fix(fixed) == fixed
    assert "punti" in pbbuild.check(army, lang="it").findings[0].message


@pytest.mark.slow
def test_odds_comparisons_and_armies_are_those_of_the_commands(home: Path) -> None:
    attack = ("union-80:8", "--against", "confederacy-80:4")
    odds = pbbuild.odds("union-80:8", against="confederacy-80:4", attack="shoot")
    assert odds.to_json() == answer(home, "odds", *attack, "--shoot")
    assert pbbuild.odds((pbbuild.load_list("union-80"), 8)).hits == pbbuild.odds("union-80:8").hits
    assert pbbuild.odds("UNI12").destroys is None
    words = ("union-50", "celts-60", "--against", "orcs-60", "--games", "4", "--agent", "random")
    compared = pbbuild.compare("union-50", "celts-60", against="orcs-60", games=4, agent="random")
    assert compared.to_json() == answer(home, "compare", *words)
    assert compared.better in (None, 1, 2)
    met = pbbuild.tournament(["union-50", "celts-60"], games=2, agent="random")
    both = ("union-50", "celts-60")
    assert met.document() == answer(home, "tournament", *both, "--games", "2", "--agent", "random")
    run("new", "--auto", "--points", "60", "--army", "orcs", "-o", "orcs.json", folder=home)
    assert pbbuild.build(points=60, army="orcs") == pbbuild.load_list(home / "orcs.json")


def test_the_better_list_is_that_without_the_luck_of_the_dice() -> None:
    open_, sure = Estimate(0.1, -0.1, 0.3), Estimate(0.1, 0.05, 0.15)
    lucky = CompareResult(EVEN_RATE, EVEN_RATE, ahead=sure, adjusted=open_, games=8, _document={})
    clear = CompareResult(EVEN_RATE, EVEN_RATE, ahead=open_, adjusted=sure, games=8, _document={})
    assert (lucky.better, clear.better) == (None, 1)


def test_only_owned_tiles_are_built_with(home: Path) -> None:
    catalog = pbbuild.load_catalog()
    own = [troop.code for troop in catalog.armies["celts"].troops][:24]
    (home / "mine.txt").write_text(" ".join(own), encoding="utf-8")
    army = pbbuild.build(points=50, own=own)
    assert army.army == "celts"
    assert set(army.troops) <= set(own)
    assert pbbuild.build(points=50, own=home / "mine.txt") == army


def test_a_campaign_and_a_combat_of_pocket_general(home: Path) -> None:
    words = ("battle", "--game", "pocket-general", "--campaign", "--seed", "4")
    assert pbbuild.campaign(seed=4) == answer(home, *words)
    odds = pbbuild.combat_odds("city", units=["tanks", "air"], enemy=["infantry"])
    words = ("odds", "--game", "pocket-general", "city", "--units", "tanks,air")
    document = answer(home, *words, "--enemy", "infantry")
    assert isinstance(document, dict)
    assert document["higher"] == {"A": odds.a, "B": odds.b}


def test_saving_again_keeps_the_version_before(home: Path) -> None:
    first = pbbuild.load_list("union-80")
    path = pbbuild.save_list(first, "iron-wall")
    assert path.stem == "iron-wall"
    pbbuild.save_list(pbbuild.load_list("celts-60"), "iron-wall")
    assert pbbuild.load_list("iron-wall").army == "celts"
    assert run("restore", "iron-wall", "1", folder=home).returncode == 0
    assert pbbuild.load_list("iron-wall").units == first.units
    with pytest.raises(pbbuild.ListError, match="union-80"):
        pbbuild.save_list(first, "union-80")


class First:
    """Takes the first legal action."""

    name = "first"

    def choose(self, situation: pbbuild.Situation, generator: pbbuild.Stream) -> pbbuild.Choice:
        return pbbuild.Choice(situation.actions[0])


@pytest.mark.parametrize("game", ["pocket-battles", "pocket-general"])
def test_an_agent_of_ones_own_plays(game: str) -> None:
    pair = ("union-50", "celts-60") if game == "pocket-battles" else ("germany", "russia")
    battle = pbbuild.battle(*pair, seed=1, agent=First(), enemy_agent="random", game=game)
    assert battle.record[0]["agents"] == {"A": "first", "B": "random"}
    again = pbbuild.battle(*pair, seed=1, agent=First(), enemy_agent="random", game=game)
    assert again.record == battle.record
    result = pbbuild.playtest(*pair, games=2, agent=First(), enemy_agent="random", game=game)
    assert not result.errors
    assert list(result.to_json()["agents"].values()) == ["first", "random"]


def test_an_agent_by_its_name_is_an_agent() -> None:
    named = pbbuild.battle("union-50", "celts-60", seed=2, agent="assault")
    given = pbbuild.battle("union-50", "celts-60", seed=2, agent=pbbuild.agent_named("assault"))
    assert named.record == given.record
    one, other = (
        pbbuild.playtest("union-50", "celts-60", games=2, agent=agent, enemy_agent="random")
        for agent in ("greedy", pbbuild.agent_named("greedy"))
    )
    assert one.to_json() == other.to_json()


@pytest.mark.parametrize(
    ("call", "code", "words"),
    [
        pytest.param(
            lambda: pbbuild.load_list("unoin-80"), "no-such-list", "union-80", id="a misspelt list"
        ),
        pytest.param(
            lambda: pbbuild.build(army="unoin"), "unknown-army", "union", id="a misspelt army"
        ),
        pytest.param(
            lambda: pbbuild.build(style="wild"),
            "misuse.not-a-choice",
            "style can’t be “wild”. Choose one of: balanced",
            id="no such style",
        ),
        pytest.param(
            lambda: pbbuild.playtest("union-50", games=1),
            "misuse.not-between",
            "games can’t be “1”",
            id="too few games",
        ),
        pytest.param(
            lambda: pbbuild.battle("union-50", "celts-60", edition="x"),
            "engine.unknown-edition",
            "modern-1",
            id="no such edition",
        ),
        pytest.param(
            lambda: pbbuild.odds("union-80:99"), "odds.no-such-unit", "99", id="no such unit"
        ),
        pytest.param(
            lambda: pbbuild.playtest("union-50", against=[]),
            "playtest.no-field",
            "50",
            id="nobody to play against",
        ),
        pytest.param(
            lambda: pbbuild.battle("union-50", "celts-60", game="chess"),
            "misuse.no-game",
            "pocket-general",
            id="no such game",
        ),
    ],
)
def test_an_error_is_a_sentence(call: object, code: str, words: str) -> None:
    assert callable(call)
    with pytest.raises(pbbuild.PbbuildError) as caught:
        call()
    assert caught.value.code == code
    assert words in str(caught.value)


def test_an_error_tells_all_its_problems() -> None:
    army = replace(pbbuild.load_list("union-80"), points=50)
    with pytest.raises(pbbuild.PbbuildError) as caught:
        pbbuild.battle(army, "celts-80")
    (problem,) = caught.value.problems
    assert problem.values["rule"] == "PB-1.4"
    assert str(caught.value).splitlines()[1].strip().endswith("(PB-1.4)")
    unknown = replace(army, units=(pbbuild.ListUnit(("UNI99", "XXX01")),))
    with pytest.raises(pbbuild.ListError) as caught:
        pbbuild.playtest(unknown)
    assert len(str(caught.value).splitlines()) == 3


def test_an_error_without_a_sentence_is_its_code() -> None:
    assert str(pbbuild.PbbuildError("nobody-knows-this")) == "nobody-knows-this"
