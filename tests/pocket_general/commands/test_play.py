"""Playing at the terminal, driven by a pipe as a person would."""

import json
import re
from pathlib import Path

import pytest

from tests import cli
from tests.pseudo_terminal import seated

GENERAL = ("play", "--game", "pocket-general")


def play(folder: Path, typed: str, *words: str) -> tuple[str, int]:
    answer = cli.run(*GENERAL, "--enemy-agent", "greedy", *words, folder=folder, text=typed)
    assert "Traceback" not in answer.stderr, answer.stderr
    return answer.stdout + answer.stderr, answer.returncode


def saves(folder: Path) -> list[Path]:
    return sorted((folder / "home" / "data" / "games").glob("*.json"))


def test_a_whole_game_through_a_pipe_leaves_a_true_record(tmp_path: Path) -> None:
    record = tmp_path / "war.jsonl"
    told, status = play(tmp_path, "1\n" * 600, "--seed", "5", "--record", str(record))
    assert status == 0
    assert "Locations" in told
    assert saves(tmp_path) == []
    proved = cli.run("replay", str(record), "--verify", folder=tmp_path)
    assert proved.returncode == 0, proved.stdout


@pytest.mark.slow
def test_lines_fit_a_terminal_of_80_columns(tmp_path: Path) -> None:
    told, _ = play(tmp_path, "1\n" * 60, "--seed", "5")
    boards = [line for line in told.splitlines() if not line.endswith(".")]
    assert max(map(len, boards)) <= 80


@pytest.mark.slow
def test_a_game_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, _ = play(tmp_path, "1\n" * 600, "--seed", "5")
    play(tmp_path, "1\n1\nquit\n", "--seed", "5")
    # The input simply ends, as when a terminal is closed.
    play(tmp_path, "1\n1\n", "--resume")
    assert len(saves(tmp_path)) == 1
    rest, status = play(tmp_path, "1\n" * 600, "--resume")
    assert status == 0
    # The last line names the battle in the archive; before it stands how the game ended.
    ends = [[line for line in told.splitlines() if line][-2] for told in (rest, whole)]
    assert ends[0] == ends[1]
    assert saves(tmp_path) == []


def test_words_short_words_and_place_names_are_understood(tmp_path: Path) -> None:
    told, _ = play(tmp_path, "threat caucasus\nplace tanks 1\nair pacific\nnavy 3\n", "--seed", "5")
    assert "Germany threatens Caucasus." in told
    assert "Germany places Tanks at Caucasus." in told
    assert "Germany places Air at Pacific." in told
    assert "Germany places Navy at Atlantic." in told


def test_short_names_and_italian_places_are_understood(tmp_path: Path) -> None:
    typed = "caucaso\ncarri 1\naviaz. pacifico\nmarina atlantico\n? carri\nesci\n"
    told = cli.run("--lang", "it", *GENERAL, "--seed", "5", folder=tmp_path, text=typed).stdout
    assert "Germania: Carri armati a Caucaso." in told
    assert "Germania: Aviazione a Pacifico." in told
    assert "Germania: Marina a Atlantico." in told
    assert "Non capisco" not in told


def test_help_reasons_and_hints(tmp_path: Path) -> None:
    typed = "1\n?\n? chart\n? tanks\n? PG-5\n? nonsense-xyz\nwhy tanks 3\nhint\nfoo\nboard\nundo\n"
    told, _ = play(tmp_path, typed, "--seed", "5")
    for wanted in ("? chart", "Panzer", "Strong on open ground", "PG-5", "nonsense-xyz", "PG-1.2"):
        assert wanted in told
    assert re.search(r"Hint: \w+ \d", told)
    assert "I don’t understand “foo”" in told
    assert "Undone" in told


def test_undo_in_practice(tmp_path: Path) -> None:
    told, _ = play(tmp_path, "1\ntanks 1\nundo\ntanks 1\n", "--seed", "5", "--practice")
    assert told.count("Germany places Tanks at Caucasus.") == 2


def test_conceding_ends_the_game(tmp_path: Path) -> None:
    record = tmp_path / "war.jsonl"
    told, _ = play(tmp_path, "1\nconcede\nyes\n", "--seed", "5", "--record", str(record))
    assert "conceded" in told
    assert json.loads(record.read_text().splitlines()[-1])["reason"] == "conceded"
    assert cli.run("replay", str(record), "--verify", folder=tmp_path).returncode == 0


def test_dice_of_the_real_table(tmp_path: Path) -> None:
    typed = "Korea\n1\nmoon\nkorea\nPacific\n" + "1\n" * 12 + "3\n7\n1\n"
    told, _ = play(tmp_path, typed, "--real-dice")
    assert "Turn 1: Korea, Lorraine, Pacific." in told
    assert told.count("That can’t be this die") == 1
    assert "“moon” isn’t a location left for place 3 of the pool" in told
    assert "Korea is already in the pool, in place 1; this is for place 3." in told
    again, _ = play(tmp_path, "", "--resume")
    assert "Korea" in again


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "it"])
def test_both_languages_and_ascii(tmp_path: Path, lang: str) -> None:
    answer = cli.run(
        "--lang", lang, "--ascii", *GENERAL, "--seed", "5", folder=tmp_path, text="1\n1\n?\n"
    )
    assert answer.returncode == 0
    assert "───" not in answer.stdout


@pytest.mark.slow
def test_a_campaign_remembers_its_score(tmp_path: Path) -> None:
    words = ("--campaign", "pacific", "--seed", "4")
    first, _ = play(tmp_path, "concede\nyes\n", *words)
    assert "Axis 0, Allies 0" in first
    assert "Axis 1, Allies 2" in first
    second, _ = play(tmp_path, "concede\nyes\n", *words)
    assert "2 of 3 games played: Axis 2, Allies 4" in second
    third, status = play(tmp_path, "japan\nconcede\nyes\n", *words)
    assert status == 0
    assert "Allies win the war" in third
    over, _ = play(tmp_path, "", *words)
    assert "Axis 2, Allies 8" in over


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["[]", "{}", '{"game": "pocket-general-ww2"}', '{"game": "pocket-general-ww2", "seats": [1]}'],
)
def test_a_file_that_is_no_save_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "save.json"
    file.write_text(text)
    _, status = play(tmp_path, "", "--resume", str(file))
    assert status == 2


def test_an_altered_save_is_refused(tmp_path: Path) -> None:
    play(tmp_path, "1\n1\nquit\n", "--seed", "5")
    file = saves(tmp_path)[0]
    file.write_text(file.read_text().replace('"threat 1"', '"threat 9"'))
    told, status = play(tmp_path, "", "--resume")
    assert status == 2
    assert "does not fit" in told


def test_nothing_to_resume(tmp_path: Path) -> None:
    assert play(tmp_path, "", "--resume")[1] == 2


@pytest.mark.slow
def test_a_whole_campaign_is_played_through_a_pipe(tmp_path: Path) -> None:
    told, status = play(tmp_path, "1\n" * 4000, "--campaign", "world", "--seed", "2")
    assert status == 0
    assert "3 of 3 games played" in told
    kept = json.loads((tmp_path / "home" / "data" / "campaigns" / "world.json").read_text())
    assert len(kept["games"]) == 3
    assert saves(tmp_path) == []


@pytest.mark.slow
def test_a_campaign_goes_on_with_the_game_that_was_left(tmp_path: Path) -> None:
    play(tmp_path, "1\n1\n1\nquit\n", "--campaign", "world", "--seed", "2")
    (kept,) = saves(tmp_path)
    before = json.loads(kept.read_text())["inputs"]
    play(tmp_path, "1\nquit\n", "--campaign", "world", "--seed", "99")
    assert saves(tmp_path) == [kept]
    assert json.loads(kept.read_text())["inputs"][: len(before)] == before


def test_a_new_game_never_takes_the_place_of_one_that_is_kept(tmp_path: Path) -> None:
    play(tmp_path, "1\nquit\n", "--seed", "5")
    first = saves(tmp_path)[0].read_bytes()
    play(tmp_path, "2\nquit\n", "--seed", "5")
    assert len(saves(tmp_path)) == 2
    assert first in [file.read_bytes() for file in saves(tmp_path)]


@pytest.mark.slow
def test_two_people_share_the_terminal(tmp_path: Path) -> None:
    told, _ = play(tmp_path, "1\n2\nquit\n", "--two", "--seed", "5")
    assert "Germany decides. Place your Threat marker" in told
    assert "Russia decides. Place your Threat marker" in told


@pytest.mark.slow
def test_a_game_with_real_dice_leaves_a_true_record(tmp_path: Path) -> None:
    record = tmp_path / "table.jsonl"
    typed = "1\n" * 15 + "3\n" + "1\n" * 3000
    told, _ = play(tmp_path, typed, "--real-dice", "--turn-limit", "4", "--record", str(record))
    assert "Locations" in told
    head = json.loads(record.read_text().splitlines()[0])
    assert "seed" not in head
    assert cli.run("replay", str(record), "--verify", folder=tmp_path).returncode == 0


def two_games_played(folder: Path, winner: str) -> Path:
    """A campaign before its third game, with one side in the lead."""
    path = folder / "home" / "data" / "campaigns" / "world.json"
    path.parent.mkdir(parents=True)
    first = {"axis": "germany", "allies": "russia", "winner": winner, "reason": "total-victory"}
    second = {"axis": "japan", "allies": "united-states", "winner": None, "reason": "turn-limit"}
    document = {"format": "pbbuild-campaign/1", "game": "pocket-general-ww2"}
    path.write_text(json.dumps({**document, "games": [first, second], "chosen": {}}))
    return path


@pytest.mark.clause("PG-7")
def test_two_people_both_choose_their_nation_the_leader_first(tmp_path: Path) -> None:
    path = two_games_played(tmp_path, "allies")
    told, _ = play(tmp_path, "2\n2\nquit\n", "--campaign", "world", "--two", "--seed", "1")
    assert told.index("The Allies choose") < told.index("The Axis chooses")
    assert json.loads(path.read_text())["chosen"] == {"allies": "russia", "axis": "japan"}


@pytest.mark.clause("PG-7")
def test_a_leading_machine_chooses_first_and_says_so(tmp_path: Path) -> None:
    two_games_played(tmp_path, "allies")
    told, _ = play(tmp_path, "1\nquit\n", "--campaign", "world", "--seed", "1")
    assert told.index("The Allies play ") < told.index("The Axis chooses")


@pytest.mark.slow
def test_after_a_game_comes_its_analysis_and_a_rematch_with_swapped_sides(tmp_path: Path) -> None:
    words = (*GENERAL, "--seed", "5", "--enemy-agent", "greedy")
    with seated(words, tmp_path, size=(40, 100)) as seat:
        seat.until("Threat marker:")
        seat.type("2\n")
        seat.until("Place a unit")
        seat.type("concede\n")
        seat.until("Type yes")
        seat.type("yes\n")
        seat.until("Enter to finish:")
        seat.type("a\n")
        analysed = seat.until("Enter to finish:")
        assert re.search(r"Your accuracy: \d+ %. Your only choice gave away", analysed)
        seat.type("hm\n")
        assert "I don’t understand “hm”" in seat.until("Enter to finish:")
        seat.type("s\n")
        # The player has the other nation now, and the enemy his.
        seat.until("Threat marker:")
        seat.type("quit\n")
        assert seat.end() == 0
    [save] = saves(tmp_path)
    sides = json.loads(save.read_text(encoding="utf-8"))["header"]["sides"]
    assert [sides[side]["nation"] for side in "AB"] == ["russia", "germany"]


def test_a_nation_goes_by_number_id_or_name_and_anything_else_is_explained(tmp_path: Path) -> None:
    two_games_played(tmp_path, "axis")
    typed = "banana\nGermny\n3\nrussia\nGiappone\nquit\n"
    told, status = play(tmp_path, typed, "--campaign", "world", "--two", "--seed", "1")
    assert status == 0
    assert told.count("The Axis chooses its nation (1 Germany, 2 Japan)") == 5
    assert "I don’t understand “banana”. Type a number or one of: Germany, Japan." in told
    assert "I don’t understand “Germny”. Did you mean “Germany”?" in told
    assert "I don’t understand “russia”" in told
    assert "The Allies choose their nation" in told
    again, _ = play(tmp_path, "", "--campaign", "world", "--two", "--seed", "1")
    assert "The Axis chooses" not in again  # what was chosen is kept
    assert "The Allies choose their nation" in again


def test_a_campaign_without_a_name_is_refused(tmp_path: Path) -> None:
    told, status = play(tmp_path, "", "--campaign", "")
    assert status == 2
    assert "can’t be called" in told


@pytest.mark.parametrize(
    "typed",
    ["threat 1 2", "threat banana", "1 2", "place tanks banana", "tanks infantry 2", "banana 2"],
)
def test_words_that_name_no_action_are_not_understood(tmp_path: Path, typed: str) -> None:
    told, _ = play(tmp_path, f"{typed}\nquit\n", "--two", "--seed", "5")
    assert f"I don’t understand “{typed}”" in told
    assert "isn’t allowed" not in told


@pytest.mark.parametrize(
    ("typed", "cause"),
    [
        ("threat 4", "Name a hex, 1 to 3"),
        ("tanks 2", "Now it’s something else: Place your Threat marker"),
        ("keep", "Now it’s something else"),
    ],
)
def test_an_action_that_is_not_allowed_has_its_cause(
    tmp_path: Path, typed: str, cause: str
) -> None:
    told, _ = play(tmp_path, f"{typed}\nquit\n", "--two", "--seed", "5")
    assert f"“{typed}” isn’t allowed now. {cause}" in told


def test_a_resumed_game_still_says_that_its_values_are_the_shipped_ones(tmp_path: Path) -> None:
    play(tmp_path, "quit\n", "--seed", "5")
    play(tmp_path, "quit\n", "--resume")
    [save] = saves(tmp_path)

    assert json.loads(save.read_text())["header"]["catalog"] == "shipped"
