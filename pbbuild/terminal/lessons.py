"""A lesson at the terminal: the shell of the game, with tasks above each question."""

from dataclasses import dataclass, field
from pathlib import Path

from pbbuild.play.learning.lessons import Lesson, LessonProgress, last_round
from pbbuild.play.table import Table
from pbbuild.terminal.session import Session
from pbbuild.terminal.shell import Shell
from pbbuild.terminal.table_view import TableView


class _LessonOverError(Exception):
    """All tasks are done, or the lesson has gone on for too long."""


@dataclass
class LessonShell(Shell):
    """One lesson; it is not saved, only that it was finished."""

    lesson: Lesson = field(kw_only=True)

    def __post_init__(self) -> None:
        self.progress = LessonProgress(self.lesson)
        self.is_left = False
        super().__post_init__()

    def run_lesson(self) -> bool:
        """Play until all tasks are done (True), or until the player leaves or the game ends."""
        self.coach = self._coach
        try:
            self._run()
        except _LessonOverError:
            pass
        else:
            self._count()
        return self.progress.is_done

    def _count(self) -> None:
        self.progress.start_over(self.table.log())

    def _coach(self, state: object) -> list[str]:
        self._count()
        task, lesson, language = self.progress.task, self.progress.lesson, self.session.language
        if task is None or last_round(self.table.log()) > lesson.rounds:
            raise _LessonOverError
        note = self.progress.note(self.table.state.decision())
        number = self.progress.place + 1
        step = self.t("learn.task", number=number, count=len(lesson.tasks))
        lines = [f"{step} {task.text[language]}"]
        if self.progress.is_astray:
            lines.append(self.t("learn.astray"))
        return [*([note[language]] if note else []), *lines]

    def write_save(self, path: Path | None = None) -> None:
        """Nothing: a lesson takes ten minutes and starts over."""

    def leave(self) -> None:
        """Say that the player left the lesson."""
        self.is_left = True
        self.say("")
        self.say(self.t("learn.left"))


def lesson_shell(view: TableView, session: Session, table: Table, lesson: Lesson) -> LessonShell:
    """The shell of a lesson."""
    from pbbuild.play.saves import games_folder

    path = games_folder() / f"lesson-{lesson.id}.json"
    return LessonShell(view, session, table, path, lesson=lesson)
