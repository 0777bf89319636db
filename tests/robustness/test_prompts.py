"""Every kind of prompt of both games: questions, undo, concession, the end of input, a kill."""

from pathlib import Path

import pytest

from tests.cli import run
from tests.robustness.prompts import Left, Walk, killed_at_each_kind, questions
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
GAME_OF = {"battles": "pocket-battles", "ancients": "pocket-battles", "general": "pocket-general"}
CASES = [(game, mode, language) for game in GAMES for mode in MODES for language in ("en", "it")]


def left_at_each_kind(folder: Path, game: str, mode: str, seed: int = 5) -> list[Left]:
    """The saves of one whole game, at the first prompt of each kind."""
    walk = Walk(seed)
    found = killed_at_each_kind(walk)
    folder.mkdir()
    with walk.seated():
        whole = run(*GAMES[game], *MODES[mode], "--seed", str(seed), folder=folder)
    assert whole.returncode == 0, whole.stderr[-3000:]
    return found


def resume(folder: Path, left: Left, game: str, walk: Walk, *more: str) -> str:
    """Continue a game in a folder of its own; what it prints."""
    saved = folder / "home" / "data" / "games" / f"{GAME_OF[game]}-5.json"
    saved.parent.mkdir(parents=True)
    saved.write_text(left.save)
    # A rewritten save is private.
    saved.chmod(0o600)
    with walk.seated():
        found = run("play", "--game", GAME_OF[game], "--resume", *more, folder=folder)
    assert found.returncode == 0, (left.kind, found.stderr[-3000:])
    assert "Traceback" not in found.stderr
    return found.stdout


@pytest.mark.parametrize(("game", "mode", "language"), quick_every(CASES, 29))
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


@pytest.mark.parametrize(("game", "mode"), quick_every([(g, m) for g in GAMES for m in MODES], 21))
def test_a_game_killed_at_any_kind_of_prompt_goes_on_there(
    tmp_path: Path, game: str, mode: str
) -> None:
    for number, left in enumerate(left_at_each_kind(tmp_path / "whole", game, mode)):
        moments: list[tuple[str, object]] = []

        def leave(
            walk: Walk, kind: str, prompt: str, seen: list[tuple[str, object]] = moments
        ) -> str:
            seen.append((kind, walk.moment()))
            # Ctrl-C and the end of the input reach the shell like this.
            raise KeyboardInterrupt

        folder = tmp_path / str(number)
        shown = resume(folder, left, game, Walk(1, leave))

        assert moments == [(left.kind, left.moment)]
        assert "--resume" in shown
        [save] = (folder / "home" / "data" / "games").glob("*.json")
        assert save.read_text() == left.save, left.kind


@pytest.mark.parametrize(("game", "mode"), quick_every([(g, m) for g in GAMES for m in MODES], 21))
def test_undo_at_any_kind_of_prompt_leaves_a_game_with_a_true_record(
    tmp_path: Path, game: str, mode: str
) -> None:
    for number, left in enumerate(left_at_each_kind(tmp_path / "whole", game, mode)):
        counts: list[int] = []

        def undo(walk: Walk, kind: str, prompt: str, seen: list[int] = counts) -> str | None:
            if seen:
                return None
            seen.append(len(walk.table.inputs))
            walk.check = lambda word: seen.append(len(walk.table.inputs))
            # “y” answers the question before choices are lost; elsewhere it means nothing.
            return walk.type_next("undo", "y", "dice", "y", "undo", "xyzzy")

        folder = tmp_path / str(number)
        walk = Walk(2, undo)
        resume(folder, left, game, walk, "--record", "r.jsonl")

        assert walk.table.is_over
        assert max(counts) == counts[0], left.kind
        verified = run("replay", "r.jsonl", "--verify", folder=folder)
        assert verified.returncode == 0, verified.stdout + verified.stderr


@pytest.mark.parametrize(("game", "mode"), quick_every([(g, m) for g in GAMES for m in MODES], 21))
def test_conceding_at_any_kind_of_prompt_archives_a_record_that_every_command_reads(
    tmp_path: Path, game: str, mode: str
) -> None:
    for number, left in enumerate(left_at_each_kind(tmp_path / "whole", game, mode)):

        def concede(walk: Walk, kind: str, prompt: str) -> str:
            return walk.type_next("arrenditi" if len(kind) % 2 else "concede", "sì")

        folder = tmp_path / str(number)
        walk = Walk(3, concede)
        resume(folder, left, game, walk, "--record", "r.jsonl")

        assert walk.table.outcome.reason == "conceded"
        assert not list((folder / "home" / "data" / "games").glob("*.json"))
        asked = [("replay", "r.jsonl", "--verify"), ("replay", "r.jsonl"), ("battles",)]
        if game != "general":
            asked.append(("print", "r.jsonl", "--what", "report", "-o", "report.html"))
        for words in asked:
            told = run(*words, folder=folder)
            assert told.returncode == 0, (left.kind, words, told.stderr)
