"""A battle at the terminal: driven by a pipe, kept, resumed, never lost."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from pbbuild.pocket_battles.screen.battle_menu import _cut
from tests.cli import PROGRAM, environment_in, run

BATTLE = ("play", "union-50", "--against", "confederacy-50", "--seed", "11")
QUICK = ("--enemy-agent", "greedy")


def saved(folder: Path) -> Path:
    [file] = (folder / "home" / "data" / "games").glob("pocket-battles-*.json")
    return file


def test_a_whole_battle_through_a_pipe_ends_with_its_summary_and_a_true_record(
    tmp_path: Path,
) -> None:
    played = run(*BATTLE, *QUICK, "--record", "battle.jsonl", folder=tmp_path, text="1\n" * 2000)
    verified = run("replay", "battle.jsonl", "--verify", folder=tmp_path)

    assert played.returncode == 0, played.stderr
    assert "in a hundred" in played.stdout
    assert "heaviest blow" in played.stdout
    assert verified.returncode == 0, verified.stdout
    assert not list((tmp_path / "home" / "data" / "games").glob("*.json"))


def test_a_battle_goes_on_where_it_was_left_and_ends_alike(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    whole = run(*BATTLE, *QUICK, "--record", "w.jsonl", folder=tmp_path / "one", text="1\n" * 2000)
    first = run(*BATTLE, *QUICK, folder=tmp_path / "two", text="1\n" * 9)
    rest = run(
        "play", "--resume", "--record", "r.jsonl", folder=tmp_path / "two", text="1\n" * 2000
    )

    assert "--resume" in first.stdout
    assert whole.returncode == rest.returncode == 0, rest.stderr
    lines = [
        [json.loads(line) for line in file.read_text().splitlines()[1:-1]]
        for file in (tmp_path / "one" / "w.jsonl", tmp_path / "two" / "r.jsonl")
    ]
    assert lines[0] == lines[1]


def test_help_reasons_hints_and_undo_are_at_hand(tmp_path: Path) -> None:
    deploy = "".join(f"{unit} left front\n" for unit in range(1, 8))
    asked = "?\n? fury\n? PB-7.1\nwhy charge 1\nhint\na3\nunits\nmoves\nundo\nnonsense\nquit\n"
    found = run(*BATTLE, *QUICK, folder=tmp_path, text=deploy + asked)

    assert found.returncode == 0, found.stderr
    for words in ("PB-T.9", "PB-7.1", "PB-5.2", "Hint:", "Chaplain", "--practice", "no action"):
        assert words in found.stdout, words


def test_a_hint_lists_the_number_it_names_where_the_menu_has_none(tmp_path: Path) -> None:
    found = run("play", "union-80", "--seed", "3", *QUICK, folder=tmp_path, text="hint\nquit\n")

    hint = re.search(r"Hint: (\d+), that is deploy (a\d+) (\w+) A (\w+)", found.stdout)
    assert hint, found.stdout
    number, unit, sector, position = hint.groups()
    listed = found.stdout[hint.end() :]
    assert unit in listed
    assert f"{number} {sector} {position}" in listed


def test_practice_takes_moves_back(tmp_path: Path) -> None:
    script = "a1 left front\nundo\na1 right rear\nquit\n"
    found = run(*BATTLE, *QUICK, "--practice", folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    assert "Taken back" in found.stdout
    own = [given["action"] for given in kept["inputs"] if "a1" in given.get("action", "")]
    assert own == ["deploy a1 right A rear"]


def test_real_dice_are_asked_for_and_checked(tmp_path: Path) -> None:
    script = "9\n6\n1\nquit\n"
    found = run(*BATTLE, *QUICK, "--real-dice", folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    assert "cannot show that" in found.stdout
    assert [given["dice"] for given in kept["inputs"] if "dice" in given] == [[6], [1]]


def test_conceding_at_a_prompt_for_real_dice_ends_the_battle(tmp_path: Path) -> None:
    found = run(*BATTLE, "--two", "--real-dice", folder=tmp_path, text="concede\n6\n")

    assert found.returncode == 0, found.stderr
    assert "conceded" in found.stdout
    assert not list((tmp_path / "home" / "data" / "games").glob("*.json"))


def test_before_the_reveal_hidden_stacks_stay_hidden(tmp_path: Path) -> None:
    found = run(*BATTLE, *QUICK, folder=tmp_path, text="1\n1\n1\nunits\nquit\n")

    assert "?" in found.stdout
    # The Confederacy's Parrot Rifle lies below its Lieutenant.
    assert "CON09" not in found.stdout


@pytest.mark.slow
def test_a_killed_battle_loses_no_move(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, *BATTLE, *QUICK],
        cwd=tmp_path,
        env=environment_in(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.write(b"1\n1\n1\n")
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        files = list((tmp_path / "home" / "data" / "games").glob("*.json"))
        if files and files[0].read_text().count('"deploy a') >= 3:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    on = run("play", "--resume", folder=tmp_path, text="quit\n")

    assert on.returncode == 0, on.stderr
    own = [i for i in json.loads(saved(tmp_path).read_text())["inputs"] if "action" in i]
    assert sum(given["action"].startswith("deploy a") for given in own) >= 3


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param({"inputs": [{"action": "charge a99"}]}, id="an action nobody can take"),
        pytest.param({"inputs": [{"dice": [7]}]}, id="dice with seven faces"),
        pytest.param({"seats": [None]}, id="a seat missing"),
        pytest.param({"seed": "x"}, id="no seed"),
        pytest.param({"header": {}}, id="no header"),
        pytest.param({"game": "chess"}, id="another game"),
    ],
)
def test_a_damaged_save_is_explained_and_left_alone(
    damage: dict[str, object], tmp_path: Path
) -> None:
    run(*BATTLE, *QUICK, folder=tmp_path, text="1\nquit\n")
    file = saved(tmp_path)
    file.write_text(json.dumps(json.loads(file.read_text()) | damage))
    before = file.read_text()
    found = run("play", "--resume", str(file), folder=tmp_path, text="quit\n")

    assert found.returncode == 2
    assert "Traceback" not in found.stderr
    assert file.read_text() == before


def test_without_a_list_it_says_what_to_do(tmp_path: Path) -> None:
    found = run("play", folder=tmp_path)

    assert found.returncode == 2
    assert "--resume" in found.stderr


def test_the_field_and_all_options_stand_on_a_small_screen(tmp_path: Path) -> None:
    placed = "".join("1\n" for _ in range(12))
    found = run(
        "play", "union-50", "--against", "confederacy-50", "--seed", "4", "--enemy-agent", "greedy",
        folder=tmp_path, text=placed, LINES="24", COLUMNS="80",
    )  # fmt: skip

    turn = found.stdout.rindex("your turn")
    screen = found.stdout[found.stdout.rindex("Round", 0, turn) :].split("\n> ")[0]
    assert len(screen.splitlines()) <= 24
    assert all(len(line) <= 80 for line in screen.splitlines())
    assert " %]" in screen


@pytest.mark.clause("PB-2.1")
def test_left_is_the_left_of_whoever_says_it(tmp_path: Path) -> None:
    said = "1 left front\n1 left front\nquit\n"
    found = run(*BATTLE, "--two", folder=tmp_path, text=said)

    assert "a1 Gatling Gun is deployed at A's left front." in found.stdout
    assert "is deployed at B's left front." in found.stdout
    # The units of both left fronts do not face one another.
    rows = [line for line in found.stdout.splitlines() if line.startswith("A front")]
    assert rows[-1].index("a1") < 40


def test_tiles_and_traits_go_by_their_names(tmp_path: Path) -> None:
    found = run("--lang", "it", *BATTLE, *QUICK, folder=tmp_path, text="a4\nquit\n")
    assert "[+1 Ingaggio, +1 Tiro]" in " ".join(found.stdout.split())
    played = run(*BATTLE, *QUICK, folder=tmp_path, text="1\n" * 200)
    assert re.search(r"\d eliminate UNI\d\d [A-Z]\w+", played.stdout)


def test_a_refusal_says_what_is_being_decided(tmp_path: Path) -> None:
    found = run(*BATTLE, *QUICK, folder=tmp_path, text="why charge 1\nquit\n")
    assert "PB-11" in found.stdout
    assert "deploying" in found.stdout.split("PB-11")[1]
    assert "pbbuild play --resume" in found.stdout


@pytest.mark.parametrize(
    ("name", "room", "cut"),
    [
        ("a1 Mounted Infantry +2", 22, "a1 Mounted Infantry +2"),
        ("a1 Mounted Infantry +2", 14, "a1 Mounted. +2"),
        ("a8 Gatling Gun", 10, "a8 Gatlin."),
    ],
)
def test_a_name_that_is_cut_keeps_its_count(name: str, room: int, cut: str) -> None:
    assert _cut(name, room) == cut
