"""`pbbuild new`: straight, guided, repeatable, and never over what is there."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli import run
from tests.pseudo_terminal import seated

AUTO = ("new", "--auto", "--points", "50", "--army", "celts")


def test_auto_writes_a_legal_list_where_told(tmp_path: Path) -> None:
    done = run(*AUTO, "--style", "assault", "--seed", "3", "-o", "list.json", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    document = json.loads((tmp_path / "list.json").read_text(encoding="utf-8"))
    assert (document["format"], document["points"]) == ("pbbuild-list/1", 50)
    assert document["built_with"]["catalog"]
    assert run("check", "list.json", folder=tmp_path).returncode == 0


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        assert run(*AUTO, "--seed", "9", "-o", name, folder=tmp_path).returncode == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_without_a_terminal_nothing_is_asked(tmp_path: Path) -> None:
    done = run("new", "--points", "60", "--army", "orcs", folder=tmp_path, text="")
    assert done.returncode == 0
    assert "60 points" in done.stdout
    assert not (tmp_path / "home" / "data").exists()


def test_a_file_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text("mine", encoding="utf-8")

    refused = run(*AUTO, "-o", "list.json", folder=tmp_path)
    assert refused.returncode == 2
    assert "--force" in refused.stderr
    assert (tmp_path / "list.json").read_text(encoding="utf-8") == "mine"

    assert run(*AUTO, "-o", "list.json", "--force", folder=tmp_path).returncode == 0


def test_json_is_itself_a_list(tmp_path: Path) -> None:
    done = run(*AUTO, "--json", folder=tmp_path)
    (tmp_path / "list.json").write_text(done.stdout, encoding="utf-8")
    assert json.loads(done.stdout)["built"]["why"]
    assert run("check", "list.json", folder=tmp_path).returncode == 0


def test_the_one_line_command_gives_the_same_list(tmp_path: Path) -> None:
    first = json.loads(run(*AUTO, "--include", "CEL26", "--json", folder=tmp_path).stdout)
    words = shlex.split(first["built"]["command"])
    again = run(*words[1:], folder=tmp_path)

    assert again.returncode == 0, again.stderr
    saved = tmp_path / "home" / "data" / "lists" / "celts-50-balanced.json"
    assert json.loads(saved.read_text(encoding="utf-8"))["units"] == first["units"]


def test_owned_tiles_are_read_from_any_text(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("cel13, CEL14\nCEL19; CEL2 # CEL30 lost\n", encoding="utf-8")
    done = run(*AUTO, "--own", "own.txt", "--json", folder=tmp_path)
    used = {code for unit in json.loads(done.stdout)["units"] for code in unit["troops"]}
    assert used == {"CEL13", "CEL14", "CEL19", "CEL02"}


@pytest.mark.parametrize(
    "wish", [("--include", "CEL01"), ("--unit", "CEL01"), ("--swap", "1 CEL01")]
)
def test_a_tile_you_ask_for_must_be_one_you_own(tmp_path: Path, wish: tuple[str, str]) -> None:
    (tmp_path / "own.txt").write_text("CEL13 CEL14 CEL19 CEL02\n", encoding="utf-8")
    done = run(*AUTO, "--own", "own.txt", *wish, folder=tmp_path)
    assert done.returncode == 2
    assert "CEL01, but you don’t own it" in done.stderr


def test_an_unknown_code_in_the_owned_tiles_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("CEL13\nCEL99\n", encoding="utf-8")
    done = run(*AUTO, "--own", "own.txt", folder=tmp_path)
    assert done.returncode == 2
    assert "line 2" in done.stderr


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (("--include", "UNI10"), "union"),
        (("--include", "CEL01", "--exclude", "CEL01"), "CEL01"),
        (("--include", "CEL99"), "Did you mean"),
        (("--swap", "1 CEL01 CEL01"), "PB-1.1"),
        (("--swap", "99 CEL01"), "99"),
        (("--swap", "x"), "swap"),
        (("--swap", "1 ,"), "isn’t a swap"),
        (("--unit", "CEL01 CEL01"), "CEL01 2 times"),
        (("--unit", "CEL01", "--unit", "CEL01"), "CEL01 2 times"),
        (("--unit", "", "--unit", ""), "isn’t a unit"),
        (("--unit", ","), "isn’t a unit"),
        (("--points", "150"), "cost 116"),
    ],
)
def test_a_wish_that_cannot_be_met_is_explained(
    tmp_path: Path, wish: tuple[str, ...], told: str
) -> None:
    done = run(*AUTO, *wish, "-o", "list.json", folder=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "list.json").exists()


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        pytest.param(("--own", "own.txt"), "no other tiles", id="all tiles he owns are used"),
        pytest.param(("--points", "110"), "sector borders", id="four tiles mark the borders"),
        pytest.param(("--points", "40"), "PB-1.2", id="an unusual size is told"),
        pytest.param(("--own", "one.txt"), "1 unit for", id="one unit is not units"),
    ],
)
def test_what_is_unusual_about_an_army_is_said(
    tmp_path: Path, wish: tuple[str, ...], told: str
) -> None:
    (tmp_path / "own.txt").write_text("CEL13 CEL14 CEL19", encoding="utf-8")
    (tmp_path / "one.txt").write_text("CEL13", encoding="utf-8")
    done = run(*AUTO, *wish, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert told in " ".join(done.stdout.split())


def test_a_code_may_be_typed_without_its_zero(tmp_path: Path) -> None:
    done = run(*AUTO, "--include", "cel1", "--json", folder=tmp_path)
    used = [code for unit in json.loads(done.stdout)["units"] for code in unit["troops"]]
    assert "CEL01" in used


@pytest.mark.slow
def test_enter_alone_leads_to_a_saved_army(tmp_path: Path) -> None:
    with seated(("new", "--points", "50"), tmp_path) as player:
        for question in ("Army", "Style", "Tiles", "Enter saves", "Save as"):
            player.until(question)
            player.until(": ")
            player.type("\n")
        player.until("same army again:")
        player.until("--save")

        assert player.end() == 0
    (saved,) = (tmp_path / "home" / "data" / "lists").glob("*.json")
    assert run("check", saved.stem, folder=tmp_path).returncode == 0


@pytest.mark.slow
def test_a_unit_is_swapped_in_the_dialogue(tmp_path: Path) -> None:
    words = ("new", "--points", "50", "--army", "union", "--style", "elite")
    with seated(words, tmp_path) as player:
        player.until("Tiles")
        player.type("Howitzer, -gatling\n")
        player.until("Enter saves")
        player.type("1\n")
        player.until("Which one")
        player.type("1\n")
        player.until("You chose")
        player.until("Enter saves")
        player.type("\n")
        player.until("Save as")
        player.type("Mine\n")
        player.until("--swap")

        assert player.end() == 0
    saved = tmp_path / "home" / "data" / "lists" / "mine.json"
    document = json.loads(saved.read_text(encoding="utf-8"))
    used = {code for unit in document["units"] for code in unit["troops"]}
    assert "UNI09" in used
    assert "UNI11" not in used
    assert run("check", "mine", folder=tmp_path).returncode == 0


@pytest.mark.slow
def test_the_dialogue_takes_tiles_after_spaces_and_helps_with_misspelt_words(
    tmp_path: Path,
) -> None:
    with seated(("new", "--points", "50"), tmp_path) as player:
        player.until("Army (")
        player.type("unoin\n")
        player.until("Did you mean Union?")
        player.type("union\n")
        player.until("Style [")
        player.type("\n")
        player.until("Enter for none")
        player.type("?\n")
        player.until("UNI01")
        player.until("Howitzer")
        player.type("howitser\n")
        player.until("Did you mean Howitzer?")
        player.type("uni9 -uni11 -signal corps\n")
        player.until("Enter saves")
        player.type("\n")
        player.until("Save as")
        player.type("\n")
        player.until("--include UNI09 --exclude UNI11 --exclude UNI06")
        assert player.end() == 0


@pytest.mark.slow
def test_the_dialogue_goes_back_and_a_swap_stays_in_the_next_army(tmp_path: Path) -> None:
    with seated(("new", "--army", "union", "--style", "balanced"), tmp_path) as player:
        player.until("Size of the battle")
        player.type("85\n")
        player.until("10, 20, 30 and so on")
        player.type("500\n")
        player.until("together cost 120")
        player.type("50\n")
        player.until("Enter for none")
        player.type("b\n")
        player.until("Size of the battle")
        player.type("60\n")
        player.until("Enter for none")
        player.type("?\n")
        tiles = player.until("Zouaves")
        assert re.search(r"Cavalry +5 DP FV 4 WP 2 ■23 □6 / ■45 □6 +Fast, Impetus", tiles)
        player.type("\n")
        army = player.until("u undo")
        assert "60 points" in army
        player.type("1\n")
        offers = player.until("Which one")
        codes = re.findall(r"\(((?:UNI\d\d ?)+)\)", offers)[0]
        assert re.search(r"charge \d\.\d \((=|[−+]\d\.\d)\)", offers)
        player.type("1\n")
        player.until("You chose")
        player.type("u\n")
        player.until("u undo")
        player.type("1\n")
        player.until("Which one")
        player.type("1\n")
        player.until("You chose")
        player.type("a\n")
        player.until("u undo")
        player.type("\n")
        player.until("Save as")
        player.type("Mine\n")
        player.until("same army again")
        command = player.until("--save")
        assert player.end() == 0
    assert f"--unit '{codes}'" in " ".join(command.split())
    saved = json.loads((tmp_path / "home" / "data" / "lists" / "mine.json").read_text("utf-8"))
    assert codes.split() in [unit["troops"] for unit in saved["units"]]


def test_breaking_off_saves_nothing(tmp_path: Path) -> None:
    with seated(("new", "--points", "50"), tmp_path) as player:
        player.until("Army")
        player.until(": ")
        player.type("\x04")
        assert player.end() == 2
    assert not list((tmp_path / "home").rglob("*.json"))
