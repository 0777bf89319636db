"""Every kind of prompt of both games: questions, undo, concession, the end of input, a kill."""

import json
from pathlib import Path

import pytest

from tests.cli import run
from tests.robustness.prompts import Killed, Walk, questions, saved_document
from tests.tiers import quick_every

BATTLES = ("play", "union-50", "--against", "confederacy-50", "--enemy-agent", "greedy")
ELEPHANTS = ("play", "romans-60", "--against", "celts-60", "--enemy-agent", "random")
GENERAL = ("play", "--game", "pocket-general", "--enemy-agent", "random")
GAMES = {"battles": BATTLES, "ancients": ELEPHANTS, "general": GENERAL}
MODES = {
    "solo": (),
    "practice": ("--practice",),
    "real dice": ("--real-dice",),
    "practice with real dice": ("--real-dice", "--practice"),
    "two": ("--two",),
    "two with real dice": ("--two", "--real-dice"),
    "two in practice with real dice": ("--two", "--real-dice", "--practice"),
}
CASES = [(game, mode, language) for game in GAMES for mode in MODES for language in ("en", "it")]


@pytest.mark.parametrize(("game", "mode", "language"), quick_every(CASES, 11))
def test_questions_change_nothing_at_any_kind_of_prompt(
    tmp_path: Path, game: str, mode: str, language: str
) -> None:
    walk = Walk(5, questions)
    words = ("--lang", language, *GAMES[game], *MODES[mode], "--seed", "5")
    with walk.seated():
        found = run(*words, folder=tmp_path)

    assert found.returncode == 0, found.stderr[-3000:]
    assert walk.table.is_over
    assert "Traceback" not in found.stderr
    assert not walk.script
    print(sorted(walk.seen.items()))
