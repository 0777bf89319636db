"""Hostile command lines: every command, option and argument, alone and together."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.robustness.examine import examined, shown
from tests.robustness.grammar import Command, commands, pair_lines, single_lines, wild_line
from tests.robustness.world import World
from tests.tiers import tries

Line = tuple[str, ...]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("hostile") / "w")


def try_all(world: World, lines: Iterable[Line], text: str = "") -> int:
    count, complaints = 0, []
    for line in lines:
        _, wrong = examined(world, line, text)
        complaints += [wrong] if wrong else []
        count += 1
    assert not complaints, "\n\n".join(complaints[:5])
    return count


def sampled(count: int, seed: int) -> Iterator[Line]:
    """Some lines of every command."""
    chance = random.Random(seed)
    for command in commands():
        lines = list(single_lines(command))
        yield from chance.sample(lines, min(len(lines), count))


def test_the_grammar_knows_every_command() -> None:
    known = {" ".join(command.words) for command in commands()}
    assert {"new", "catalog correct", "play", "--game pocket-general play"} <= known
    assert len(known) > 50
    assert sum(1 for command in commands() for _ in single_lines(command)) > 15_000


def test_some_hostile_lines_of_every_command_get_a_clean_answer(world: World) -> None:
    lines = list(sampled(tries(2, 1), 1))[:: tries(1, 6)]
    assert try_all(world, lines) > tries(100, 8)


@pytest.mark.slow
def test_many_hostile_lines_of_every_command_get_a_clean_answer(world: World) -> None:
    assert try_all(world, sampled(tries(8, most=25), 2)) > 400


@pytest.mark.slow
def test_pairs_of_options_get_a_clean_answer(world: World) -> None:
    chance = random.Random(3)
    lines = [line for command in commands() for line in pair_lines(command, chance, 1)]
    count = tries(250, most=700)
    assert try_all(world, chance.sample(lines, count), "1\n?\nquit\n") == count


@pytest.mark.slow
@settings(
    max_examples=tries(120, 1, most=300),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(command=st.sampled_from(commands()), seed=st.integers(0, 2**32))
def test_any_line_gets_a_clean_answer(world: World, command: Command, seed: int) -> None:
    line = wild_line(command, random.Random(seed))
    _, wrong = examined(world, line)
    assert not wrong, wrong


def says(world: World, *words: str) -> str:
    answer, wrong = examined(world, words)
    assert not wrong, wrong
    assert answer
    assert answer.status == 2, answer
    return answer.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(("check", "pipe"), "nothing writes to", id="a pipe without a writer"),
        pytest.param(("export", "mine", "-o", "pipe"), "nothing reads from", id="nor a reader"),
        pytest.param(("new", "--points", str(10**30)), "are too many", id="a giant size"),
        pytest.param(("show", "~nobody-there/x"), "There is no file", id="a home of nobody"),
        pytest.param(("export", "mine", "-o", "A" * 5000), "too long", id="a giant name"),
        pytest.param(("history", "\udcff"), "\\udcff", id="a name that is not UTF-8"),
        pytest.param(("import", "\udcff"), "\\udcff", id="a code that is not UTF-8"),
        pytest.param(("edit", "list.pdf", "resize 60"), "not UTF-8", id="a PDF to edit"),
        pytest.param(
            ("--game", "pocket-general", "battle", "--agent", "search:" + "9" * 5000),
            "can’t take the setting",
            id="a giant search",
        ),
    ],
)
def test_what_used_to_go_wrong_is_told(world: World, words: Line, told: str) -> None:
    assert told in says(world, *words)


def test_a_path_with_escape_sequences_does_not_reach_the_terminal(world: World) -> None:
    answer, wrong = examined(world, ("export", "mine", "-o", "\x1b[2Jx.txt"))
    assert not wrong
    assert answer
    assert "\\u001b[2Jx.txt" in answer.err


def test_a_file_that_is_no_list_begins_no_history(tmp_path: Path, world: World) -> None:
    for name in ("list.pdf", "binary", "/dev/null"):
        says(world, "edit", name, "resize 60")
        says(world, "restore", name, "1")
    assert not list((world.folder / "home/data/history").glob("file-*/*.json"))


def test_the_line_is_shown_so_that_it_can_be_typed_again() -> None:
    assert shown(("a b", "\x1b")) == r"'a b' '\x1b'"
