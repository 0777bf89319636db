"""The screen of a game: at no size does it scroll, wrap or lose the question, whatever is typed."""

import os
import random
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pbbuild.terminal import shell
from tests.cli import run

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
BATTLE = ("play", "union-80", "--against", "confederacy-80", "--seed", "5")
GENERAL = ("--game", "pocket-general", "play", "--seed", "5")
TYPED = (
    "1", "1", "1", "1", "2", "3", "hint", "odds", "more", "banana", "", "a1", "units", "?",
    "? charge", "why charge a1", "why shoot a1 b3", "undo", "log", "a2 left rear", "sposta a3",
    "99", "a1 lft", "charge a1 b2", "speed", "board", "?? x",
)  # fmt: skip


@dataclass
class Played:
    """What was drawn and asked, and the screen above each prompt."""

    drawn: list[list[str]] = field(default_factory=list)
    asked: list[tuple[str, list[str]]] = field(default_factory=list)


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Played]:
    """Plays at a screen of this size; the answers are typed one after the other, then quit."""

    def play(words: Sequence[str], answers: Sequence[str], size: tuple[int, int]) -> Played:
        played, left = Played(), list(answers)

        def put(lines: Sequence[str]) -> None:
            played.drawn.append([_CONTROL.sub("", line) for line in lines])

        def read(prompt: str) -> str:
            played.asked.append((prompt, played.drawn[-1] if played.drawn else []))
            if not left:
                raise KeyboardInterrupt
            return left.pop(0)

        monkeypatch.setattr(shell, "is_full_screen", lambda session: True)
        monkeypatch.setattr(shell, "_put_lines", put)
        monkeypatch.setattr(shell, "read_answer", read)
        monkeypatch.setattr(shell, "key_within", lambda seconds: "")
        monkeypatch.setattr(shell, "forget_keys", lambda: None)
        monkeypatch.setattr(
            shutil, "get_terminal_size", lambda fallback=None: os.terminal_size(size)
        )
        agent = "search:10" if "pocket-general" in words else "quick"
        done = run(*words, "--enemy-agent", agent, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return played

    return play


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [
        pytest.param(BATTLE, "en", (80, 24), id="battles at 80x24"),
        pytest.param(BATTLE, "it", (80, 24), id="battles at 80x24 in Italian"),
        pytest.param(BATTLE, "it", (100, 30), id="battles at 100x30 in Italian"),
        pytest.param(BATTLE, "en", (140, 40), id="battles at 140x40"),
        pytest.param(BATTLE, "en", (200, 60), id="battles at 200x60"),
        pytest.param(GENERAL, "en", (80, 24), id="general at 80x24"),
        pytest.param(GENERAL, "it", (80, 24), id="general at 80x24 in Italian"),
        pytest.param(GENERAL, "en", (140, 40), id="general at 140x40"),
    ],
)
def test_everything_fits_the_screen_whatever_is_typed(
    seat: Callable[..., Played], game: Sequence[str], language: str, size: tuple[int, int]
) -> None:
    chance = random.Random(f"{language}{size}")
    answers = ["1"] * 12 + chance.choices(TYPED, k=40)

    played = seat(("--lang", language, *game), answers, size)

    columns, rows = size
    assert len(played.asked) > 30
    assert max(map(len, played.drawn)) < rows, "a line for what is typed"
    assert max(len(line) for lines in played.drawn for line in lines) <= columns
    assert max(len(prompt) for prompt, _ in played.asked) <= columns - 6, "space to type"


def test_a_charge_with_its_target_can_be_typed_as_the_menu_shows_it(
    seat: Callable[..., Played],
) -> None:
    deployed = ["1"] * 11
    before = seat(BATTLE, deployed, (140, 40)).asked[-1][1]
    [row] = [line for line in before if re.match(r" +\d+ charge a10 ", line)]
    [shown] = re.findall(r"charge a10 .*? b\d+ .*?(?=  )", row)

    played = seat(BATTLE, [*deployed, shown], (140, 40))
    told = "\n".join(line for lines in played.drawn for line in lines)
    assert shown == "charge a10 Zouaves +2 → b3 Lieutenant +4"
    assert "a10 Zouaves +2 charges (1 token)" in told
    assert "Choose its target" not in told

    refused = seat(BATTLE, [*deployed, "a10 charge Parrot Rifle"], (140, 40)).asked[-1][1]
    assert any("can’t reach b5 Parrot Rifle" in line for line in refused), refused


def test_the_table_stays_in_its_place_while_the_enemy_acts(seat: Callable[..., Played]) -> None:
    played = seat(BATTLE, ["1"] * 14, (80, 24))

    fields = [lines for lines in played.drawn if len(lines) > 12]
    tops = {place for lines in fields for place, line in enumerate(lines) if re.search("[┌]", line)}
    assert len(fields) > 20
    assert tops == {2}
    ruled = {line for lines in fields for line in lines if "┼" in line}
    assert not ruled, "no lines between the zones come and go at this size"


def test_a_reaction_says_what_the_charger_does_if_there_is_none(
    seat: Callable[..., Played],
) -> None:
    played = seat(BATTLE, ["1"] * 30, (140, 40))
    # The question may take two lines.
    screens = [" ".join(line.strip() for line in lines) for _, lines in played.asked]
    asked = [screen for screen in screens if "How do you react?" in screen]

    assert asked
    forecast = r"If you wait, it attacks a\d+ .* destroys it in \S+ % of cases; you lose \S+ DP"
    for screen in asked:
        assert re.search(forecast, screen)


def test_a_small_screen_always_shows_lines_of_the_log(
    seat: Callable[..., Played],
) -> None:
    # With some twenty units the field is full.
    words = ("play", "union-80", "--against", "confederacy-80", "--seed", "11")
    played = seat(words, ["1"] * 60, (80, 24))

    counts = []
    for _, lines in played.asked[11:]:
        bottom = max((n for n, line in enumerate(lines) if "└" in line), default=0)
        question = next(
            (n for n, line in enumerate(lines) if re.search(r"Enter:|Your turn|Now give", line)), 0
        )
        if bottom and question:
            counts.append(question - bottom - 1)
    assert len(counts) > 5
    assert min(counts) >= 2
