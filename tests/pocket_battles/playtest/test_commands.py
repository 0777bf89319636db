"""`battle`, `replay` and `referee` as a player meets them."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli import run, run_process
from tests.pocket_battles.rules.written_states import state
from tests.states import DRAWN


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a battle."""
    folder = tmp_path_factory.mktemp("fought")
    told = run(
        *("battle", "orcs-60", "--against", "elves-60", "--seed", "5", "--record", "war.jsonl"),
        folder=folder,
    )
    assert (told.returncode, "Traceback" in told.stderr) == (0, False)
    assert "Round 1 starts." in told.stdout
    return folder / "war.jsonl"


def assert_refused(folder: Path, *arguments: str) -> str:
    """What is said of something that cannot be done; exit 2 and no traceback."""
    return refusal_in(run(*arguments, folder=folder))


def refusal_in(told: "subprocess.CompletedProcess[str]") -> str:
    assert told.returncode == 2, told.stdout + told.stderr
    assert "Traceback" not in told.stderr
    assert told.stderr.strip()
    return told.stderr


def test_a_battle_is_told_and_recorded(fought: Path) -> None:
    lines = [json.loads(line) for line in fought.read_text().splitlines()]
    assert lines[0]["seed"] == 5
    assert lines[-1]["type"] == "end"


def test_the_same_seed_tells_the_same_battle(tmp_path: Path) -> None:
    arguments = ("battle", "union-50", "--against", "union-50", "--seed", "12")
    first, second = (run(*arguments, folder=tmp_path).stdout for _ in range(2))
    assert first == second


def test_a_battle_is_told_in_italian(tmp_path: Path) -> None:
    told = run(
        *("--lang", "it", "battle", "celts-60", "--against", "romans-60", "--seed", "1"),
        folder=tmp_path,
    )
    assert "Inizia il round 1." in told.stdout


def test_a_battle_in_json(tmp_path: Path) -> None:
    told = run(
        *("battle", "celts-60", "--against", "union-50", "--seed", "1", "--json"),
        *("--edition", "ancients-1", "--round-limit", "2"),
        folder=tmp_path,
    )
    answer = json.loads(told.stdout)
    assert (answer["edition"], answer["size"], answer["seed"]) == ("ancients-1", 60, 1)
    assert answer["rounds"] <= 2
    assert set(answer["destroyed"]) == {"A", "B"}


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("--agent", "napoleon"), id="unknown agent"),
        pytest.param(("--enemy-agent", "randon"), id="misspelt agent"),
        pytest.param(("--agent", "random:3"), id="setting for an agent that has none"),
        pytest.param(("--edition", "modern-2"), id="unknown edition"),
        pytest.param(("--seed", "-1"), id="negative seed"),
        pytest.param(("--seed", str(2**70)), id="enormous seed"),
        pytest.param(("--round-limit", "0"), id="no rounds"),
        pytest.param(("--record", "no/" + "x" * 300 + ".jsonl"), id="name too long"),
        pytest.param(("--record", "."), id="a folder"),
    ],
)
def test_a_battle_that_cannot_be_fought_is_refused(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert_refused(tmp_path, "battle", "union-50", "--against", "union-50", *arguments)


def test_an_illegal_list_fights_no_battle(tmp_path: Path) -> None:
    document = {
        "format": "pbbuild-list/1",
        "game": "pocket-battles",
        "name": "Too much",
        "army": "union",
        "points": 10,
        "edition": "modern-1",
        "units": [{"troops": ["UNI12", "UNI13", "UNI10"]}],
    }
    (tmp_path / "much.json").write_text(json.dumps(document))
    said = assert_refused(tmp_path, "battle", "much.json", "--against", "union-50")
    assert "PB-1.4" in said


def test_a_list_with_long_names_and_keys_of_others_is_recorded(tmp_path: Path) -> None:
    document = {
        "format": "pbbuild-list/1",
        "game": "pocket-battles",
        "name": "Długa nazwa",
        "army": "union",
        "points": 50,
        "edition": "modern-1",
        "from_elsewhere": {"x": [1]},
        "units": [
            {"name": "A name of " + "very " * 20 + "many words", "troops": ["UNI10"], "hue": 3},
            {"troops": ["UNI12", "UNI14"]},
        ],
    }
    (tmp_path / "long.json").write_text(json.dumps(document))
    told = run(
        *("battle", "long.json", "--against", "union-50", "--seed", "1", "--record", "r.jsonl"),
        folder=tmp_path,
    )
    assert told.returncode == 0
    assert max(map(len, told.stdout.splitlines())) < 140
    assert run("replay", "r.jsonl", "--verify", folder=tmp_path).returncode == 0


def test_a_record_is_not_written_over(fought: Path) -> None:
    before = fought.read_bytes()
    arguments = ("battle", "union-50", "--against", "union-50", "--record", fought.name)
    assert_refused(fought.parent, *arguments)
    assert fought.read_bytes() == before


def test_a_full_device_is_told(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full device here")
    arguments = ("battle", "union-50", "--against", "union-50", "--record", "/dev/full", "--force")
    assert_refused(tmp_path, *arguments)


def test_a_true_record_is_verified(fought: Path) -> None:
    told = run("replay", fought.name, "--verify", folder=fought.parent)
    assert told.returncode == 0
    assert ": correct;" in told.stdout
    answer = run("replay", fought.name, "--verify", "--json", folder=fought.parent)
    assert json.loads(answer.stdout)["true"] is True


def test_an_altered_record_is_found_out(fought: Path, tmp_path: Path) -> None:
    text = fought.read_text()
    place = next(n for n, line in enumerate(text.splitlines()) if '"hits": ' in line)
    (tmp_path / "altered.jsonl").write_text(text.replace('"hits": ', '"hits": 1', 1))
    told = run("replay", "altered.jsonl", "--verify", folder=tmp_path)
    assert told.returncode == 1
    assert f"Line {place + 1}:" in told.stdout
    shown = run("replay", "altered.jsonl", folder=tmp_path)
    assert (shown.returncode, "Traceback" in shown.stderr) == (1, False)
    assert f"Line {place + 1}:" in shown.stderr
    answer = run("replay", "altered.jsonl", "--json", folder=tmp_path)
    assert json.loads(answer.stdout)["fault"]["line"] == place + 1


def test_a_replay_in_a_pipe_draws_every_round(fought: Path) -> None:
    told = run("replay", fought.name, folder=fought.parent)
    rounds = json.loads(fought.read_text().splitlines()[-1])["rounds"]
    assert told.returncode == 0
    assert told.stdout.count("engaged") == rounds + 1
    assert "Rules: PB-5.2" in told.stdout
    plain = run("--ascii", "replay", fought.name, folder=fought.parent)
    assert "│" not in plain.stdout
    every = run("--lang", "it", "replay", fought.name, "--field", "step", folder=fought.parent)
    assert every.stdout.count("ingaggio│") > 50


@pytest.mark.parametrize(
    ("content", "word"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"hello\n", "the record of a battle", id="text"),
        pytest.param(b"\xff\xfe\x00", "UTF-8", id="bytes"),
        pytest.param(b'{"format": "pbbuild-record/2"}\n', "pbbuild-record/2", id="newer"),
        pytest.param(b'{"format": "pbbuild-record/1"}\n', "ends after line", id="head alone"),
        pytest.param(b"[" * 9999, "the record of a battle", id="nested"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes, word: str) -> None:
    (tmp_path / "file").write_bytes(content)
    assert word in assert_refused(tmp_path, "replay", "file", "--verify")
    assert_refused(tmp_path, "replay", "file")


def test_a_cut_off_record_is_refused(fought: Path, tmp_path: Path) -> None:
    data = fought.read_bytes()
    for size in (len(data) // 3, len(data) - 5, data.rindex(b"\n", 0, -1) + 1):
        (tmp_path / "cut.jsonl").write_bytes(data[:size])
        assert "ends after line" in assert_refused(tmp_path, "replay", "cut.jsonl", "--verify")


def test_the_referee_lists_what_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text(json.dumps(state()))
    told = run("referee", "table.json", "--json", folder=tmp_path)
    answer = json.loads(told.stdout)
    assert (told.returncode, answer["decider"], answer["decision"]) == (0, "A", "turn")
    assert {"action": "pass", "cost": 1, "clauses": ["PB-5.6"]} in answer["actions"]
    assert {"action": "charge a1", "cost": 2, "clauses": ["PB-5.2.1"]} in answer["actions"]


def test_the_referee_reads_a_drawn_board(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text(DRAWN)
    told = run("referee", "table.txt", folder=tmp_path)
    assert told.returncode == 0
    assert "carry-on a2 b2" in told.stdout
    again = run("referee", "-", "--json", folder=tmp_path, text=DRAWN)
    assert "carry-on a2 b2" in again.stdout


def test_the_referee_says_why_not(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text(DRAWN)
    told = run("referee", "table.txt", "--why", "charge a1", folder=tmp_path)
    assert told.returncode == 1
    assert "PB-5.2 " in told.stdout
    allowed = run("referee", "table.txt", "--why", "pass", folder=tmp_path)
    assert allowed.returncode == 0
    answer = run("referee", "table.txt", "--why", "charge  a1", "--json", folder=tmp_path)
    found = json.loads(answer.stdout)
    assert (found["allowed"], found["clauses"]) == (False, ["PB-5.2"])
    assert found["sentences"]["PB-5.2"]


def test_an_impossible_state_is_refused_with_all_reasons(tmp_path: Path) -> None:
    found = state()
    found["sides"]["A"]["unused"] = 9
    found["sides"]["A"]["units"][1]["troops"][0]["wounds"] = 5
    (tmp_path / "table.json").write_text(json.dumps(found, indent=1))
    said = assert_refused(tmp_path, "referee", "table.json")
    assert "cannot exist" in said
    assert "/sides/A/units/1/troops/0/wounds" in said
    assert "PB-1.3" in said


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"format": "pbbuild-state/1"}', b"pbbuild-board/1", b"\xff"],
)
def test_a_file_that_is_no_state_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "table").write_bytes(content)
    assert_refused(tmp_path, "referee", "table")


def test_a_missing_state_is_refused(tmp_path: Path) -> None:
    assert_refused(tmp_path, "referee", "nowhere.json")
    assert_refused(tmp_path, "replay", "nowhere.jsonl")
    assert_refused(tmp_path, "replay", str(tmp_path))


@pytest.mark.slow
def test_an_unknown_engine_wish_is_refused(tmp_path: Path) -> None:
    arguments = ("battle", "union-50", "--against", "union-50")
    told = run_process(*arguments, folder=tmp_path, PBBUILD_ENGINE="turbo")
    assert "turbo" in refusal_in(told)


@pytest.mark.parametrize(
    "arguments",
    [
        ("playtest", "union-50", "--agent="),
        ("playtest", "union-50", "--enemy-agent="),
        ("tournament", "union-50", "celts-60", "--agent="),
        ("compare", "union-50", "confederacy-50", "--agent="),
        ("improve", "union-50", "--agent="),
        ("play", "union-50", "--enemy-agent="),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_an_agent_without_a_name_is_not_taken_for_the_usual_one(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert "There is no agent “”" in assert_refused(tmp_path, *arguments)


@pytest.mark.parametrize(
    ("game", "agent"), [((), "search:16"), (("--game", "pocket-general"), "search:115")]
)
def test_a_level_in_place_of_an_agent_is_answered_by_its_agent(
    tmp_path: Path, game: tuple[str, ...], agent: str
) -> None:
    lists = () if game else ("celts-60", "--against", "romans-60")

    told = assert_refused(tmp_path, "battle", *game, *lists, "--agent", "hard")

    assert f"Did you mean {agent}?" in told


def test_opponents_are_named_with_their_army(tmp_path: Path) -> None:
    words = (
        "playtest",
        "celts-60",
        "--games",
        "16",
        "--agent",
        "random",
        "--enemy-agent",
        "random",
    )
    told = run(*words, "--seed", "1", "--workers", "1", folder=tmp_path)
    rows = told.stdout.partition("Against each list:")[2].partition("\n\n")[0]
    assert all(f"({army})" in rows or army in rows.lower() for army in ("orcs", "elves", "romans"))
