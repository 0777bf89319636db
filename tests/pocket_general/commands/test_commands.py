"""The commands of Pocket General through the real entry point."""

import json
import subprocess
from pathlib import Path

import pytest

from tests import cli
from tests.robustness.inside import typed

GENERAL = ("--game", "pocket-general")


def run(folder: Path, *words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return cli.run(*words, folder=folder, text=text)


def test_a_battle_is_told_and_its_record_is_true(tmp_path: Path) -> None:
    record = tmp_path / "war.jsonl"
    told = run(tmp_path, "battle", *GENERAL, "--seed", "7", "--record", str(record))
    assert told.returncode == 0
    assert "Germany against Russia" in told.stdout
    assert "theater A" in told.stdout

    proved = run(tmp_path, "replay", str(record), "--verify")
    assert proved.returncode == 0, proved.stdout + proved.stderr

    shown = run(tmp_path, "replay", str(record))
    assert shown.returncode == 0
    assert max(map(len, shown.stdout.splitlines())) < 160

    refused = run(tmp_path, "battle", *GENERAL, "--record", str(record))
    assert refused.returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            '"purpose": "combat", "side": "A"', '"purpose": "combat", "side": "B"', id="die"
        ),
        pytest.param('"options": 3', '"options": 4', id="options"),
        pytest.param('"nation": "germany"', '"nation": "japan"', id="nation"),
        pytest.param('"turn_limit": 60', '"turn_limit": 0', id="turn limit"),
        pytest.param('"threat 1"', '"threat 2"', id="a choice"),
    ],
)
def test_an_altered_record_is_caught(tmp_path: Path, old: str, new: str) -> None:
    record = tmp_path / "war.jsonl"
    run(tmp_path, "battle", *GENERAL, "--seed", "7", "--record", str(record))
    text = record.read_text()
    assert old in text
    record.write_text(text.replace(old, new, 1))
    proved = run(tmp_path, "replay", str(record), "--verify")
    assert proved.returncode in (1, 2)
    assert "Traceback" not in proved.stderr


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    one, two = (
        run(tmp_path, "battle", *GENERAL, "--seed", "3", "--fast", "--json") for _ in range(2)
    )
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["variant"]["fast"] is True


def test_the_referee_lists_what_is_legal_and_says_why_not(tmp_path: Path) -> None:
    state = tmp_path / "table.json"
    state.write_text(
        json.dumps(
            {
                "format": "pbbuild-state/1",
                "game": "pocket-general-ww2",
                "turn": 2,
                "first": "A",
                "decision": "place",
                "hexes": ["pacific", "korea"],
                "sides": {
                    "A": {"nation": "germany", "recruited": ["tanks", "navy"]},
                    "B": {"nation": "russia"},
                },
            }
        )
    )
    listed = json.loads(run(tmp_path, "referee", str(state), "--json").stdout)
    assert listed["decider"] == "A"
    assert [entry["action"] for entry in listed["actions"]] == [
        "place tanks 2",
        "place navy 1",
        "place navy 2",
    ]
    why = run(tmp_path, "referee", str(state), "--why", "place tanks 1")
    assert why.returncode == 1
    assert "PG-1.2" in why.stdout
    assert run(tmp_path, "referee", str(state), "--why", "place tanks 2").returncode == 0
    # Words that are no action break no clause: they are an error.
    dance = run(tmp_path, "referee", str(state), "--why", "dance", "--json")
    assert (dance.returncode, dance.stdout) == (2, "")
    swapped = run(tmp_path, "referee", str(state), "--why", "tanks placed 2")
    assert swapped.returncode == 2
    assert "place tanks 2" in swapped.stderr


def test_odds_are_exact(tmp_path: Path) -> None:
    answer = run(
        tmp_path, "odds", *GENERAL, "city", "--units", "tanks", "--enemy", "infantry", "--json"
    )
    odds = json.loads(answer.stdout)
    faces = (-3, -1, 1, 1, 2, 3)
    ahead = sum(2 + a > 1 + b for a in faces for b in faces)
    level = sum(2 + a == 1 + b for a in faces for b in faces)
    assert odds["sums"] == {"A": 2, "B": 1}
    assert odds["higher"]["A"] == pytest.approx(ahead / 36)
    assert odds["stays"] == pytest.approx(level / 36)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("battle", "--game", "chess"),
        ("battle", *GENERAL, "--army", "france"),
        ("battle", *GENERAL, "--army", "germany", "--against", "japan"),
        ("battle", *GENERAL, "--agent", "genius"),
        ("odds", *GENERAL, "ocean", "--units", "tanks"),
        ("odds", *GENERAL, "moon"),
        ("odds", *GENERAL, "city", "--units", "cavalry"),
        ("draft", *GENERAL),
    ],
)
def test_misuse_exits_with_2_and_a_sentence(tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = run(tmp_path, *words)
    assert answer.returncode == 2
    assert answer.stderr.strip()
    assert "Traceback" not in answer.stderr


def test_corrections_are_used_and_wrong_ones_refused(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "data" / "corrections"
    folder.mkdir(parents=True)
    file = folder / "pocket-general.json"
    file.write_text('{"format": "pbbuild-general-corrections/1", "operations_die": [0,0,0,0,0,1]}')
    answer = run(tmp_path, "odds", *GENERAL, "city", "--units", "tanks", "--json")
    assert json.loads(answer.stdout)["higher"]["A"] == 1.0
    file.write_text('{"format": "pbbuild-general-corrections/1", "operations_die": "x"}')
    refused = run(tmp_path, "odds", *GENERAL, "city", "--units", "tanks")
    assert refused.returncode == 2
    assert "/operations_die" in refused.stderr


@pytest.mark.slow
def test_a_campaign_by_agents(tmp_path: Path) -> None:
    words = ("battle", *GENERAL, "--campaign", "--seed", "5")
    told = run(tmp_path, *words)
    assert told.returncode == 0
    assert "3 of 3 games played" in told.stdout
    found = json.loads(run(tmp_path, *words, "--json").stdout)
    assert [game["axis"] for game in found["games"][:2]] == ["germany", "japan"]
    assert [game["allies"] for game in found["games"][:2]] == ["russia", "united-states"]
    points = {"axis": 0, "allies": 0}
    for game, total, capitulation, loser in zip(
        found["games"], (3, 4, 5), (2, 2, 4), (1, 1, 0), strict=True
    ):
        other = {"axis": "allies", "allies": "axis"}[game["winner"]]
        won = total if game["reason"] == "total-victory" else capitulation
        points[game["winner"]] += won
        points[other] += 0 if game["reason"] == "total-victory" else loser
    assert found["points"] == points


@pytest.mark.parametrize(("language", "name"), [("en", "Theater A"), ("it", "Teatro A")])
def test_the_catalog_is_shown_with_both_theaters(language: str, name: str, tmp_path: Path) -> None:
    shown = typed("--lang", language, "catalog", *GENERAL, "show", folder=tmp_path)
    assert shown.status == 0, shown
    assert f"{name}: " in shown.out


@pytest.mark.slow
def test_an_owner_corrects_his_data_in_a_few_words(tmp_path: Path) -> None:
    catalog = ("catalog", *GENERAL)
    shown = run(tmp_path, *catalog, "show")
    assert shown.returncode == 0
    assert "reconstructed" in shown.stdout
    corrected = run(
        tmp_path, *catalog, "correct", "die=-2,-1,0,1,2,3", "burma=city", "tanks.mountain=X",
        "germany.panzers=forest", "theater-b=red,red,forest,ocean",
    )  # fmt: skip
    assert corrected.returncode == 0, corrected.stderr
    found = json.loads(run(tmp_path, *catalog, "show", "--json").stdout)
    assert found["operations_die"] == [-2, -1, 0, 1, 2, 3]
    assert found["locations"]["burma"]["terrain"] == "city"
    assert found["units"]["tanks"]["values"]["mountain"] is None
    assert found["nations"]["germany"]["costs"]["panzers"] == "forest"
    assert found["theaters"]["B"] == ["red", "red", "forest", "ocean"]
    file = Path(run(tmp_path, *catalog, "path").stdout.strip())
    before = file.read_bytes()
    for wrong in (
        "die=1,2",
        "die=a,b,c,d,e,f",
        "moon=city",
        "burma=lake",
        "tanks.sea=1",
        "nothing",
    ):
        refused = run(tmp_path, *catalog, "correct", wrong)
        assert refused.returncode == 2, wrong
        assert "Traceback" not in refused.stderr
    assert file.read_bytes() == before
    assert run(tmp_path, *catalog, "reset").returncode == 0
    assert not file.exists()


def test_a_record_stays_true_after_a_correction(tmp_path: Path) -> None:
    record = tmp_path / "war.jsonl"
    run(tmp_path, "battle", *GENERAL, "--seed", "7", "--record", str(record))
    run(tmp_path, "catalog", *GENERAL, "correct", "die=0,0,0,0,0,1", "tanks.open=9")
    assert run(tmp_path, "replay", str(record), "--verify").returncode == 0


def test_the_referee_settles_a_combat_with_dice(tmp_path: Path) -> None:
    state = tmp_path / "combat.json"
    document = {
        "format": "pbbuild-state/1",
        "game": "pocket-general-ww2",
        "turn": 2,
        "first": "B",
        "decision": "roll-combat",
        "hex": 2,
        "hexes": ["pacific", "korea"],
        "dice": {"A": 3, "B": -1},
        "sides": {
            "A": {"nation": "germany", "placed": [[], ["threat"]]},
            "B": {"nation": "russia", "placed": [[], ["red-army"]]},
        },
    }
    state.write_text(json.dumps(document))
    found = json.loads(run(tmp_path, "referee", str(state), "--json").stdout)
    assert found["sums"] == {"A": 2, "B": 2}
    assert found["results"] == {"A": "pool", "B": "won"}
    assert found["outcome"]["rolls"] == {"A": 5, "B": 1}
    assert (found["outcome"]["higher"], found["outcome"]["result"]) == ("A", "pool")
    told = run(tmp_path, "referee", str(state))
    assert "to the end of the pool" in told.stdout
    document["dice"] = {}
    state.write_text(json.dumps(document))
    assert json.loads(run(tmp_path, "referee", str(state), "--json").stdout)["outcome"] is None


def test_odds_say_what_they_take_for_granted(tmp_path: Path) -> None:
    words = ("odds", "--game", "pocket-general", "ocean", "--enemy", "air")
    alone = cli.run(*words, "--units", "infantry,spy", folder=tmp_path)
    assert "must be with its own Navy" in alone.stderr
    assert "been used here" in alone.stderr
    paired = cli.run(*words, "--units", "navy,infantry", folder=tmp_path)
    assert paired.stderr == ""


def test_a_capitol_has_odds_as_a_city(tmp_path: Path) -> None:
    told = [
        cli.run(
            "odds", "--game", "pocket-general", at, "--units", "panzers", "--line", folder=tmp_path
        ).stdout
        for at in ("moscow", "city")
    ]
    assert told[0] == told[1] != ""


def test_a_rating_says_its_level(tmp_path: Path) -> None:
    made = cli.run(
        *("tournament", "--game", "pocket-general", "--agents", "random,greedy", "--games", "2"),
        *("--seed", "1", "--workers", "1", "--json"),
        folder=tmp_path,
    )
    assert {row["rating"]["level"] for row in json.loads(made.stdout)["ratings"]} == {0.95}


def test_files_that_name_their_game_may_be_read_with_the_game_named(tmp_path: Path) -> None:
    words = ("--game", "pocket-general")
    cli.run("new", *words, "--seed", "1", "-o", "table.json", folder=tmp_path)
    assert cli.run("referee", *words, "table.json", folder=tmp_path).returncode == 0


def test_a_campaign_writes_a_record_of_each_game(tmp_path: Path) -> None:
    words = ("battle", *GENERAL, "--campaign", "--agent", "random", "--enemy-agent", "random")
    made = run(tmp_path, *words, "--seed", "3", "--record", "war.jsonl")
    assert made.returncode == 0
    for number in (1, 2, 3):
        name = f"war-{number}.jsonl"
        assert name in made.stderr
        assert run(tmp_path, "replay", name, "--verify").returncode == 0
    again = run(tmp_path, *words, "--seed", "3", "--record", "war.jsonl")
    assert again.returncode == 2
    assert "war-1.jsonl" in again.stderr


def test_the_name_of_a_campaign_that_is_too_long_is_refused_for_its_length(tmp_path: Path) -> None:
    told = run(tmp_path, "play", *GENERAL, "--campaign", "a" * 48)
    assert told.returncode == 2
    assert "at most 40 letters" in told.stderr
