"""A battle at the terminal: driven by a pipe, kept, resumed, never lost."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.screen.battle_menu import _cut
from tests.cli import PROGRAM, environment_in, run
from tests.pseudo_terminal import seated

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
    assert re.search(r"You (won|lost) \d+ to \d+ in round \d", played.stdout)
    assert "expected)" in played.stdout
    assert "Turning points:" in played.stdout
    assert verified.returncode == 0, verified.stdout
    assert not list((tmp_path / "home" / "data" / "games").glob("*.json"))


@pytest.mark.slow
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


@pytest.mark.slow
def test_help_reasons_hints_and_undo_are_at_hand(tmp_path: Path) -> None:
    deploy = "".join(f"{unit} left front\n" for unit in range(1, 8))
    asked = "?\n? fury\n? PB-7.1\nwhy charge 1\nhint\na3\nunits\nmoves\nundo\nnonsense\nquit\n"
    found = run(*BATTLE, *QUICK, folder=tmp_path, text=deploy + asked)

    assert found.returncode == 0, found.stderr
    for words in ("PB-T.9", "PB-7.1", "PB-5.2", "Hint:", "Chaplain", "I don’t understand"):
        assert words in found.stdout, words


def test_a_hint_is_in_words_that_can_be_typed(tmp_path: Path) -> None:
    found = run("play", "union-80", "--seed", "3", *QUICK, folder=tmp_path, text="hint\nquit\n")

    hint = re.search(r"Hint: (a\d+ \w+ \w+)", found.stdout)
    assert hint, found.stdout
    again = run("play", "--resume", folder=tmp_path, text=f"{hint[1]}\nquit\n")
    assert f"{hint[1].split()[0]} " in json.dumps(json.loads(saved(tmp_path).read_text())["inputs"])
    assert again.returncode == 0


def test_practice_takes_moves_back(tmp_path: Path) -> None:
    script = "a1 left front\nundo\na1 right rear\nquit\n"
    found = run(*BATTLE, *QUICK, "--practice", folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    assert "Undone" in found.stdout
    own = [given["action"] for given in kept["inputs"] if "a1" in given.get("action", "")]
    assert own == ["deploy a1 right A rear"]


def test_real_dice_are_asked_for_and_checked(tmp_path: Path) -> None:
    script = "9\n6\n1\nquit\n"
    found = run(*BATTLE, *QUICK, "--real-dice", folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    assert "That can’t be this die" in found.stdout
    assert [given["dice"] for given in kept["inputs"] if "dice" in given] == [[6], [1]]


def test_conceding_at_a_prompt_for_real_dice_ends_the_battle(tmp_path: Path) -> None:
    found = run(*BATTLE, "--two", "--real-dice", folder=tmp_path, text="concede\nyes\n6\n")

    assert found.returncode == 0, found.stderr
    assert "conced" in found.stdout
    assert not list((tmp_path / "home" / "data" / "games").glob("*.json"))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the other side conceded before the first round."),
        ("it", "l’avversario si è arreso prima del primo round."),
    ],
)
def test_a_battle_conceded_during_deployment_is_not_said_to_end_in_round_0(
    tmp_path: Path, language: str, told: str
) -> None:
    words = ("--lang", language, *BATTLE, "--two", "--seed", "4")
    found = run(*words, folder=tmp_path, text="concede\nyes\n")
    assert told in found.stdout
    assert "round 0" not in found.stdout


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

    screen = found.stdout[found.stdout.rindex("Round 1 ·") :].split("\n> ")[0]
    assert len(screen.splitlines()) <= 24
    assert all(len(line) <= 80 for line in screen.splitlines())
    assert "destroys" in screen


@pytest.mark.clause("PB-2.1")
def test_left_is_the_left_of_whoever_says_it(tmp_path: Path) -> None:
    said = "1 left front\n1 left front\nquit\n"
    found = run(*BATTLE, "--two", folder=tmp_path, text=said)

    assert "a1 Gatling Gun deploys to A’s left front." in found.stdout
    assert "deploys to B’s left front." in found.stdout
    # The units of both left fronts do not face one another.
    rows = [line for line in found.stdout.splitlines() if line.startswith("A front")]
    assert rows[-1].index("a1") < 40


def test_tiles_and_traits_go_by_their_names(tmp_path: Path) -> None:
    found = run("--lang", "it", *BATTLE, *QUICK, folder=tmp_path, text="a4\nquit\n")
    assert re.search(r"\[[^]]*\+1 Ingaggio[^]]*\]", " ".join(found.stdout.split()))
    for seed in range(11, 30):
        # Whether a unit may choose what it loses is a matter of tiles and dice.
        words = (*BATTLE[:-1], str(seed), *QUICK)
        played = run(*words, folder=tmp_path, text="1\n" * 200).stdout
        if re.search(r"\d lose [A-Z][\w ]+ UNI\d\d", played):
            return
    pytest.fail("no unit chose what it loses")


def test_a_refusal_says_what_is_being_decided(tmp_path: Path) -> None:
    found = run(*BATTLE, *QUICK, folder=tmp_path, text="why charge 1\nquit\n")
    assert "Units are still being deployed. (PB-11)" in found.stdout
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
    assert _cut(name, room, ".") == cut


def test_an_unknown_word_is_an_error_with_a_suggestion_and_never_a_zone(tmp_path: Path) -> None:
    script = "a1 banana\na1 lft rear\na1 sinistra fronte\nquit\n"
    found = run(*BATTLE, *QUICK, folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    assert "I don’t understand “banana”" in found.stdout
    assert "I don’t understand “lft”. Did you mean “l" in found.stdout
    own = [given["action"] for given in kept["inputs"] if "a1" in given.get("action", "")]
    assert own == ["deploy a1 left A front"]


def test_undo_works_without_asking_for_practice(tmp_path: Path) -> None:
    script = "a1 lf\nundo\na1 rr\nquit\n"
    run(*BATTLE, *QUICK, folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    own = [given["action"] for given in kept["inputs"] if "a1" in given.get("action", "")]
    assert own == ["deploy a1 right A rear"]


@pytest.mark.parametrize("practice", [(), ("--practice",)], ids=["battle", "practice"])
def test_a_mistyped_real_die_is_corrected_at_the_next_prompt(
    practice: tuple[str, ...], tmp_path: Path
) -> None:
    script = "6\nundo\n5\n1\ndice\n2\nquit\n"
    found = run(*BATTLE, *QUICK, "--real-dice", *practice, folder=tmp_path, text=script)
    kept = json.loads(saved(tmp_path).read_text())

    assert found.returncode == 0, found.stderr
    assert [given["dice"] for given in kept["inputs"] if "dice" in given] == [[5], [2]]


def test_correcting_dice_asks_before_it_takes_back_choices(tmp_path: Path) -> None:
    start = "6\n1\na1 lf\na2 lf\ndice\n"
    found = run(*BATTLE, *QUICK, "--real-dice", folder=tmp_path, text=f"{start}no\nquit\n")
    kept = json.loads(saved(tmp_path).read_text())

    assert "takes back 2 choices" in found.stdout
    assert "The dice stay as they are." in found.stdout
    assert [given["dice"] for given in kept["inputs"] if "dice" in given] == [[6], [1]]
    assert {"action": "deploy a2 left A front"} in kept["inputs"]

    run("play", "--resume", folder=tmp_path, text="dice\nyes\n2\nquit\n")
    kept = json.loads(saved(tmp_path).read_text())
    assert [given["dice"] for given in kept["inputs"] if "dice" in given] == [[6], [2]]


def test_the_log_of_a_resumed_battle_shows_the_hits_of_each_die(tmp_path: Path) -> None:
    for count in range(6, 20):
        folder = tmp_path / str(count)
        folder.mkdir()
        typed = "1\n" * count + "log\nquit\n"
        before = run(*BATTLE, *QUICK, folder=folder, text=typed).stdout
        if rolls := re.findall(r"(?:\d(?:→|=)\d )*\d(?:→|=)\d(?: \+\d)?, \d+ hits?", before):
            break
    assert rolls

    after = run("play", "--resume", folder=folder, text="log\nquit\n").stdout

    for roll in rolls:
        assert roll in after


def test_conceding_asks_first_and_the_report_of_it_can_be_printed(tmp_path: Path) -> None:
    refused = run(*BATTLE, *QUICK, folder=tmp_path, text="concede\nno\nquit\n")
    assert "The battle continues." in refused.stdout
    assert saved(tmp_path).exists()

    given_up = run(
        "play", "--resume", "--record", "c.jsonl", folder=tmp_path, text="concede\nyes\n"
    )
    assert "You conceded" in given_up.stdout
    printed = run(
        "print", "c.jsonl", "--what", "report", "--format", "html", "-o", "c.html", folder=tmp_path
    )
    assert printed.returncode == 0, printed.stderr


def test_every_finished_battle_is_in_the_archive(tmp_path: Path) -> None:
    run(*BATTLE, *QUICK, folder=tmp_path, text="1\n" * 2000)
    run("play", "celts-60", "--level", "easy", "--seed", "2", folder=tmp_path, text="1\nquit\n")

    battles = json.loads(run("battles", "--json", folder=tmp_path).stdout)

    assert [battle["result"] in ("A", "B") for battle in battles].count(True) == 1
    assert [battle["result"] for battle in battles].count("unfinished") == 1
    finished = next(battle for battle in battles if battle["record"])
    assert finished["agents"] == ["person", "greedy"]
    verified = run("replay", finished["id"], "--verify", folder=tmp_path)
    assert verified.returncode == 0, verified.stdout
    listed = run("battles", folder=tmp_path).stdout
    assert finished["id"] in listed
    found = {"won" if finished["result"] == finished["you"] else "lost": [finished["id"]]}
    for word, result in (("won", "won"), ("Vinta", "won"), ("lost", "lost"), ("persa", "lost")):
        named = run("--lang", "it", "battles", "--result", word, "--json", folder=tmp_path)
        assert [each["id"] for each in json.loads(named.stdout)] == found.get(result, [])
    refused = run("--lang", "it", "battles", "--result", "vinto", folder=tmp_path)
    assert refused.returncode == 2
    assert "Risultati: vinta, persa" in refused.stderr
    exported = run("battles", finished["id"], "-o", "copy.jsonl", folder=tmp_path)
    assert exported.returncode == 0
    assert (tmp_path / "copy.jsonl").read_bytes() == Path(finished["record"]).read_bytes()
    assert run("battles", finished["id"], "--remove", folder=tmp_path).returncode == 2
    assert run("battles", finished["id"], "--remove", "--yes", folder=tmp_path).returncode == 0
    left = json.loads(run("battles", "--json", folder=tmp_path).stdout)
    assert [battle["result"] for battle in left] == ["unfinished"]


def test_a_battle_with_real_tiles_is_logged(tmp_path: Path) -> None:
    logged = run(
        *("log", "union-50", "orcs", "--lost", "--points", "12", "30", "--rounds", "4"),
        folder=tmp_path,
    )
    [battle] = json.loads(run("battles", "--json", folder=tmp_path).stdout)

    assert logged.returncode == 0, logged.stderr
    assert (battle["result"], battle["points"], battle["armies"]) == (
        "B",
        [12, 30],
        ["union", "orcs"],
    )
    assert run("log", "union-50", "orcs", folder=tmp_path).returncode == 2


def test_words_of_the_italian_menu_can_be_typed(tmp_path: Path) -> None:
    script = "1\n" * 7 + "aiuto\naltre\npassa\nesci\n"
    found = run("--lang", "it", *BATTLE, *QUICK, folder=tmp_path, text=script)

    assert "Tocca a te" in found.stdout
    assert "Passi." in found.stdout
    assert "Continua con: pbbuild play --resume" in found.stdout


def test_the_record_of_a_battle_with_real_dice_names_no_seed_and_is_true(tmp_path: Path) -> None:
    words = (*BATTLE, *QUICK, "--real-dice", "--record", "table.jsonl")
    found = run(*words, folder=tmp_path, text="6\n1\nconcede\ny\nconcede\n")
    assert found.returncode == 0, found.stderr
    header = json.loads((tmp_path / "table.jsonl").read_text().splitlines()[0])
    assert header["seed"] is None
    assert "generator" not in header
    proved = run("replay", "table.jsonl", "--verify", folder=tmp_path)
    assert proved.returncode == 0, proved.stdout + proved.stderr
    shown = run("replay", "table.jsonl", folder=tmp_path)
    assert shown.returncode == 0


def test_lists_shows_how_each_list_has_done(tmp_path: Path) -> None:
    run("copy", "union-50", "iron-wall", folder=tmp_path)
    for result in ("--won", "--won", "--lost"):
        run("log", "iron-wall", "orcs", result, folder=tmp_path)

    listed = run("lists", folder=tmp_path).stdout
    [row] = json.loads(run("lists", "--json", folder=tmp_path).stdout)

    assert "2 won, 1 lost" in listed
    assert row["battles"] == {"won": 2, "lost": 1, "undecided": 0}


@pytest.mark.slow
def test_the_screen_shows_every_unit_and_long_answers_as_pages(tmp_path: Path) -> None:
    words = ("play", "romans-60", "--against", "celts-60", "--seed", "3", *QUICK)
    with seated(words, tmp_path, size=(24, 80), colour=True) as seat:
        first = seat.screen("its troops.")
        assert len(first) <= 24
        assert all(len(line) <= 80 for line in first)
        units = find_list("romans-60").army_list.units
        assert all(f"{unit} a{unit} " in "\n".join(first) for unit in range(1, len(units) + 1))
        seat.type("?\n")
        page = seat.screen("Or type your choice")
        assert "words in any order" in page[0]
        assert not any("deployment" in line.casefold() for line in page)
        # What is typed below a page is an answer to the question behind it.
        seat.type(f"{units[0].name} lf\n")
        assert any(f"a1 {units[0].name[:6]}" in line for line in seat.screen("Place a unit"))
        seat.type("quit\n")
        assert seat.end() == 0


@pytest.mark.slow
def test_dice_of_the_charger_are_not_shown_as_those_of_the_unit_that_intercepts(
    tmp_path: Path,
) -> None:
    units = len(find_list("romans-60").army_list.units)
    typed = "1\n" * units + "odds intercept\nodds wait\nquit\n"
    words = ("play", "romans-60", "--against", "celts-60", *QUICK)
    for seed in range(2, 30):
        # Who charges first, and with how many dice, is a matter of tiles and agents.
        told = run(*words, "--seed", str(seed), folder=tmp_path, text=typed).stdout
        rows = {line for line in told.splitlines() if re.search(r"\d intercept a\d", line)}
        charger = re.search(r"strikes first with ([2-9]) dice", told)
        if rows and charger:
            break
    else:
        pytest.fail("nobody charged what may intercept")
    assert not [row for row in rows if re.search(rf"1 +{charger[1]} ", row)]
    assert "then attacks" in told
