"""Lessons as data, what a player has done in one, and which ones are finished.

A lesson is `catalog/<game>/learn/<n>-<id>.json`: a state to start from, an enemy, and tasks, each
with an explanation. Any view can show it: `LessonProgress` gets the lines of the record and
says which task is next and which notes are new.
"""

import contextlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import dump_json, read_json
from pbbuild.base.files import write_atomic
from pbbuild.base.locks import locked
from pbbuild.base.places import player_data, shipped
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.record import RecordLine

FORMAT: Final = "pbbuild-lesson/1"
LEARNER: Final = "A"
# After so many choices that are no step of the task a view says how to go back.
MOST_STRAYS: Final = 2
Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: any of `actions`, `count` times, with an order of at least `cost` tokens.

    `actions` may name an event of the record, such as `round-end`, or `end` for the end of the
    game. With `after` only what follows the tasks before it counts. `page` is the text where one
    clicks instead of typing; it names units as `{a1}`.
    """

    actions: tuple[str, ...]
    text: Texts
    page: Texts
    count: int = 1
    cost: int = 0
    after: bool = False

    def counts(self, line: RecordLine) -> bool:
        """Whether a choice of the learner, or an event, is a step of this task."""
        if line["type"] == "choice":
            kind = line["action"].split()[0]
            return line["side"] == LEARNER and kind in self.actions and line["cost"] >= self.cost
        return line.get("event", line["type"]) in self.actions


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson; texts are by language. `notes` explain a kind of decision when it first comes.

    `page_end` is the end where one clicks instead of typing. `setup` is what the game needs to
    start: for Pocket Battles a `pbbuild-state/1` document.
    """

    id: str
    number: int
    game: str
    title: Texts
    intro: Texts
    tasks: tuple[Task, ...]
    notes: Mapping[str, Texts]
    end: Texts
    page_end: Texts
    enemy: str
    seed: int
    rounds: int
    setup: Mapping[str, Any]


@cache
def lessons() -> tuple[Lesson, ...]:
    """Every shipped lesson, in the order in which they are taught."""
    files = sorted(shipped("catalog").glob("*/learn/*.json"))
    return tuple(sorted((_read(file) for file in files), key=lambda each: each.number))


def lesson_named(wanted: str) -> Lesson:
    """The lesson with this number or id."""
    for lesson in lessons():
        if wanted.strip().lower() in (str(lesson.number), lesson.id):
            return lesson
    raise UsageError(
        "learn.unknown", wanted=wanted[:40], known=tuple(each.id for each in lessons())
    )


def _read(file: Path) -> Lesson:
    document = read_json(file).value
    return Lesson(
        id=document["id"],
        number=document["number"],
        game=document["game"],
        title=document["title"],
        intro=document["intro"],
        tasks=tuple(
            Task(
                tuple(task["actions"]),
                task["text"],
                task.get("page", task["text"]),
                task.get("count", 1),
                task.get("cost", 0),
                task.get("after", False),
            )
            for task in document["tasks"]
        ),
        notes=document.get("notes", {}),
        end=document["end"],
        page_end=document.get("page_end", document["end"]),
        enemy=document["enemy"],
        seed=document["seed"],
        rounds=document.get("rounds", 6),
        setup=document["setup"],
    )


class LessonProgress:
    """What the learner has done in a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.done: Counter[int] = Counter()
        self.seen: set[str] = set()
        # Choices since the last one that was a step of a task.
        self.strays = 0

    def start_over(self, lines: Iterable[RecordLine]) -> None:
        """Count again from all lines of the record so far."""
        self.done.clear()
        self.strays = 0
        for line in lines:
            now = self.task
            if now is not None and now.counts(line):
                self.strays = 0
            elif _is_stray(line):
                self.strays += 1
            reached = self.place
            for place, task in enumerate(self.lesson.tasks):
                if reached >= place or not task.after:
                    self.done[place] += task.counts(line)
            if self.place != reached:
                self.strays = 0
            if line["type"] == "end" and line["winner"] == LEARNER:
                # A learner who wins early need not do the other tasks.
                self.done.update(
                    {place: each.count for place, each in enumerate(self.lesson.tasks)}
                )

    @property
    def place(self) -> int:
        """The place of the next task, the number of tasks if all are done."""
        tasks = self.lesson.tasks
        left = (n for n, task in enumerate(tasks) if self.done[n] < task.count)
        return next(left, len(tasks))

    @property
    def task(self) -> Task | None:
        """The next task, None if all are done."""
        tasks = self.lesson.tasks
        return tasks[self.place] if self.place < len(tasks) else None

    @property
    def is_astray(self) -> bool:
        """Whether the learner does something else than the task asks for."""
        task = self.task
        is_choice = task is not None and task.actions not in (("end",), ("round-end",))
        return is_choice and self.strays >= MOST_STRAYS

    @property
    def is_done(self) -> bool:
        """Whether all tasks are done."""
        return self.task is None

    def note(self, decision: str) -> Texts | None:
        """The note for a kind of decision, None after it was shown once."""
        if decision in self.seen or decision not in self.lesson.notes:
            return None
        self.seen.add(decision)
        return self.lesson.notes[decision]


def _is_stray(line: RecordLine) -> bool:
    """Whether a choice of the learner leads away from a task that it is no step of.

    Only what is paid for does: hits, targets and free moves belong to any task, and who passes
    waits for the enemy.
    """
    is_choice: bool = line["type"] == "choice" and line["side"] == LEARNER
    return is_choice and line["cost"] > 0 and line["action"] != "pass"


def last_round(lines: Iterable[RecordLine]) -> int:
    """The round, or the turn, that the lines of a record have reached."""
    rounds = [
        line.get("round", line.get("turn", 0))
        for line in lines
        if line.get("event") in ("round-start", "turn")
    ]
    return max((each for each in rounds if isinstance(each, int)), default=0)


def _progress_file() -> Path:
    return player_data() / "learn.json"


def finished_lessons() -> Sequence[str]:
    """The ids of the lessons that the player has finished."""
    with contextlib.suppress(PbbuildError):
        found = read_json(_progress_file()).value
        if isinstance(found, dict) and isinstance(found.get("finished"), list):
            return [each for each in found["finished"] if isinstance(each, str)]
    return []


def mark_finished(lesson: Lesson) -> None:
    """Remember that the player has finished a lesson."""
    if lesson.id in finished_lessons():
        return
    with locked(_progress_file(), delete_lock=True):
        known = finished_lessons()
        if lesson.id not in known:
            document = {"format": "pbbuild-learned/1", "finished": [*known, lesson.id]}
            write_atomic(_progress_file(), dump_json(document))


def next_lesson(game: str = "") -> Lesson | None:
    """The first lesson that is not finished, None after the last."""
    finished = finished_lessons()
    left = (each for each in lessons() if each.id not in finished and game in ("", each.game))
    return next(left, None)
