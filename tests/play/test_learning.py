"""The lessons: possible states, tasks that can be done, progress that is kept."""

from pathlib import Path
from threading import Thread

import pytest

from pbbuild.base.documents import Document, dump_json
from pbbuild.base.files import write_atomic
from pbbuild.base.rooms import part_of
from pbbuild.play.contract import Node
from pbbuild.play.learning.lessons import (
    Lesson,
    LessonProgress,
    finished_lessons,
    lesson_named,
    lessons,
    mark_finished,
    next_lesson,
)
from pbbuild.play.table import Table
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.state_check import refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state
from pbbuild.pocket_battles.screen.lesson_view import lesson_table
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.screen import lesson_view as general
from tests.cli import run

BATTLES = [each for each in lessons() if each.game == "pocket-battles"]


def test_lessons_finished_at_once_in_two_places_are_both_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    first, second = lessons()[:2]

    def slowly(path: Path, text: str) -> None:
        if not other.ident:
            other.start()
            other.join(0.3)  # it must wait, so it has not ended
        write_atomic(path, text)

    other = Thread(target=mark_finished, args=(second,))
    monkeypatch.setattr("pbbuild.play.learning.lessons.write_atomic", slowly)
    mark_finished(first)
    other.join()

    assert set(finished_lessons()) == {first.id, second.id}


@pytest.mark.parametrize("lesson", BATTLES, ids=lambda lesson: str(lesson.id))
def test_a_lesson_starts_from_a_possible_state(lesson: Lesson) -> None:
    catalog = load_catalog()
    setup = dict(lesson.setup)
    document = Document(lesson.id, setup, dump_json(setup))

    refuse_impossible(document, read_state(document, catalog), catalog)


def table_of(lesson: Lesson) -> Table:
    if lesson.game == "pocket-battles":
        return lesson_table(lesson, PocketBattles(load_catalog()))
    return general.lesson_table(lesson, PocketGeneral(load_pocket_general()))


def obedient(table: Table, progress: LessonProgress) -> str:
    """What a learner who follows the tasks decides."""
    task = progress.task
    texts = [option.text for option in table.options]
    wanted = [
        option.text
        for option in table.options
        if task
        and option.text.split()[0] in task.actions
        and option.cost >= min(task.cost, max(o.cost for o in table.options))
    ]
    quiet = [text for text in texts if text in ("pass", "wait", "done", "keep", "leave")]
    attacks = [text for text in texts if text.split()[0] in ("charge", "carry-on", "shoot")]
    finishes = attacks if task and task.actions == ("end",) else []
    return (wanted or finishes or quiet or texts)[0]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.id))
def test_a_learner_who_does_as_told_finishes_the_lesson(lesson: Lesson) -> None:
    table, progress = table_of(lesson), LessonProgress(lesson)
    while not table.is_over and not progress.is_done:
        if not table.advance():
            assert table.node == Node.DECISION
            table.decide(obedient(table, progress))
        progress.start_over(table.log())

    rounds = [line["round"] for line in table.log() if line.get("event") == "round-start"]
    assert progress.is_done
    assert max(rounds, default=0) <= lesson.rounds


def test_every_text_of_a_lesson_is_in_both_languages() -> None:
    for lesson in lessons():
        texts = [lesson.title, lesson.intro, lesson.end, *lesson.notes.values()]
        texts += [task.text for task in lesson.tasks]
        assert all(set(text) == {"en", "it"} for text in texts)
        assert part_of(lesson.game, "lesson")


def test_progress_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    first = lessons()[0]
    assert next_lesson() == first

    mark_finished(first)
    mark_finished(first)

    assert finished_lessons() == [first.id]
    assert next_lesson() == lessons()[1]
    assert lesson_named("2") == lessons()[1]


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_first_lesson_at_the_terminal(language: str, tmp_path: Path) -> None:
    # What its tasks say, then passing and what the menu has first until the round ends.
    words = {
        "en": "redeploy a1 front\nmove a2 centre\nbanana\nmove a2 left\npass\n1\n"
        + "pass\n1\n" * 12,
        "it": "ridisponi a1 fronte\nmuovi a2 centro\nbanana\nmuovi a2 sinistra\npassa\n1\n"
        + "passa\n1\n" * 12,
    }
    found = run("--lang", language, "learn", "1", folder=tmp_path, text=words[language], LINES="40")

    assert found.returncode == 0, found.stderr
    second = {"en": "[7 of 10] A new round", "it": "[7 di 10] Un nuovo round"}
    assert second[language] in found.stdout


def test_who_wins_early_has_finished_the_lesson() -> None:
    lesson = lesson_named("1")
    progress = LessonProgress(lesson)
    end = {"type": "end", "winner": "B", "reason": "destroyed"}
    progress.start_over([end])
    assert not progress.is_done
    progress.start_over([{**end, "winner": "A"}])
    assert progress.is_done


def test_a_task_that_comes_after_others_does_not_count_what_was_done_before() -> None:
    lesson = lesson_named("1")
    place = next(n for n, task in enumerate(lesson.tasks) if task.after)
    progress = LessonProgress(lesson)
    choice = {"type": "choice", "side": "A", "action": "redeploy a1 x", "cost": 0}
    progress.start_over([choice] * 5)
    assert progress.done[0] == 5
    assert progress.done[place] == 0


def test_finished_lessons_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    mark_finished(lesson_named("1"))
    listed = run("learn", "--list", folder=tmp_path).stdout
    assert "[x] 1" in listed
    assert "[ ] 2" in listed


def test_hits_targets_and_passes_do_not_lead_away_from_a_task() -> None:
    progress = LessonProgress(lesson_named("3"))
    own = {"type": "choice", "side": "A"}
    lines = [
        {**own, "action": "pass", "cost": 1},
        {**own, "action": "pass", "cost": 1},
        {**own, "action": "target b1", "cost": 0},
        {**own, "action": "eliminate a1 UNI12", "cost": 0},
    ]
    progress.start_over(lines)
    assert not progress.is_astray
    order = {**own, "action": "shoot a1 b1", "cost": 1}
    progress.start_over([*lines, order, order])
    assert progress.is_astray
