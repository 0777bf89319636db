"""`pbbuild learn`: short scenarios that teach each game."""

import sys
from typing import Literal

import click

from pbbuild.base.rooms import part_of
from pbbuild.errors import UsageError
from pbbuild.play.learning.lessons import (
    Lesson,
    finished_lessons,
    lesson_named,
    lessons,
    mark_finished,
    next_lesson,
)
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session


@click.command("learn")
@click.argument("wanted", metavar="[LESSON]", required=False)
@click.option("--list", "as_list", is_flag=True, help="Only list the lessons.")
@click.pass_context
def learn_command(ctx: click.Context, wanted: str | None, as_list: bool) -> None:
    """Learn the game in short scenarios.

    Five lessons of about ten minutes teach Pocket Battles, one Pocket General. Each explains a
    rule when it first matters and says what to do next. Finished lessons are remembered.

    \b
        pbbuild learn
        pbbuild learn 3
        pbbuild learn --list
    """
    session: Session = ctx.obj
    if wanted:
        _teach_from(session, lesson_named(wanted))
        return
    _show_list(session)
    following = next_lesson()
    if as_list:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("learn.which")
    while True:
        default = following.number if following else 1
        try:
            answer = input(session.t("learn.ask", number=default)).strip()
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return
        if answer.casefold() in ("q", "quit", "esci"):
            return
        if answer in ("", *(str(each.number) for each in lessons())):
            break
        say(session.t("learn.no-number", count=len(lessons())))
    _teach_from(session, lesson_named(answer or str(default)))


def _teach_from(session: Session, first: Lesson) -> None:
    """Teach a lesson, then those that the player accepts: the next one, or the same again."""
    lesson: Lesson | None = first
    while lesson is not None:
        result = _teach(session, lesson)
        if result == "left" or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return
        lesson = _offered(session) if result == "finished" else _again(session, lesson)


def _offered(session: Session) -> Lesson | None:
    following = next_lesson()
    if following is None:
        say(session.t("learn.all-done"))
        return None
    title = following.title[session.language]
    text = session.t("learn.next", number=following.number, title=title)
    return following if _accepts(text) else None


def _again(session: Session, lesson: Lesson) -> Lesson | None:
    return lesson if _accepts(session.t("learn.once-more")) else None


def _accepts(text: str) -> bool:
    try:
        answer = input(text).strip()
    except (EOFError, KeyboardInterrupt):
        click.echo("")
        return False
    return answer.casefold() not in ("n", "no", "q", "quit", "esci")


def _show_list(session: Session) -> None:
    done = finished_lessons()
    for lesson in lessons():
        mark = "x" if lesson.id in done else " "
        say(f"  [{mark}] {lesson.number}  {lesson.title[session.language]}")


def _teach(session: Session, lesson: Lesson) -> Literal["finished", "lost", "left"]:
    """Teach one lesson: it is finished, or its battle ended first, or the player left it."""
    t, language = session.t, session.language
    say(f"{lesson.number}. {lesson.title[language]}")
    say(lesson.intro[language])
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            input(t("learn.begin"))
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return "left"
    shell = part_of(lesson.game, "lesson")(session, lesson)
    is_done: bool = shell.run_lesson()
    say("")
    if is_done:
        say(lesson.end[language])
        mark_finished(lesson)
        say(t("learn.finished", number=lesson.number))
        return "finished"
    if not shell.is_left:
        done = shell.progress.place
        say(t("learn.not-finished", number=lesson.number, done=done, count=len(lesson.tasks)))
        return "lost"
    say(t("learn.again", number=lesson.number))
    return "left"
