"""Lessons on the page: the list, the introduction, and the coach beside the board of any game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.responses import Response

from pbbuild.play.contract import Node
from pbbuild.play.learning.lessons import (
    LEARNER,
    Lesson,
    LessonProgress,
    finished_lessons,
    last_round,
    lessons,
    next_lesson,
)
from pbbuild.web.open_games import OpenGame, OpenGames
from pbbuild.web.pages import NotFoundError, Visit


@dataclass(frozen=True, slots=True)
class CoachView:
    """What the coach says: the task, a note for a decision that comes first now, or the end."""

    id: str
    title: str
    number: int
    count: int
    words: str
    actions: tuple[str, ...]
    note: str
    steps: tuple[str, ...]
    is_done: bool
    is_over: bool
    end: str
    following: str
    following_title: str


@dataclass(frozen=True, slots=True)
class LessonCard:
    """A lesson in the list."""

    id: str
    number: int
    game: str
    title: str
    intro: str
    tasks: int
    is_finished: bool
    has_begun: bool
    is_next: bool


def coach_view(visit: Visit, game: OpenGame, names: Mapping[str, str]) -> CoachView | None:
    """The coach of a game that is a lesson, None for any other; `names` are the units' names."""
    shelf: OpenGames = visit.shelf
    lesson = shelf.lesson_of(game)
    if lesson is None:
        return None
    language = visit.language
    lines = game.table.log()
    progress = LessonProgress(lesson)
    progress.start_over(lines)
    task = progress.task
    is_over = task is not None and (game.table.is_over or last_round(lines) > lesson.rounds)
    note = ""
    if game.table.node == Node.DECISION and not game.waits_for_agent:
        decision = game.table.state.decision()
        decided = any(
            line["type"] == "choice" and line["side"] == LEARNER and line["decision"] == decision
            for line in lines
        )
        # A rule is explained when it first matters.
        note = "" if decided else lesson.notes.get(decision, {}).get(language, "")
    following = next((each for each in lessons() if each.number == lesson.number + 1), None)
    place = progress.place
    return CoachView(
        id=lesson.id,
        title=lesson.title[language],
        number=min(place + 1, len(lesson.tasks)),
        count=len(lesson.tasks),
        words=with_names(task.page[language], names) if task else "",
        actions=task.actions if task else (),
        note=note,
        steps=tuple(
            "done" if n < place else "now" if n == place else "" for n in range(len(lesson.tasks))
        ),
        is_done=progress.is_done,
        is_over=is_over,
        end=lesson.page_end[language],
        following=following.id if following else "",
        following_title=following.title[language] if following else "",
    )


def without_signs(text: str) -> str:
    """The text without the terminal's signs for tokens and dice, such as `(■)`."""
    return re.sub(r" \([●■□]\)", "", text)


def with_names(text: str, names: Mapping[str, str]) -> str:
    """The text with the name of each unit in place of `{a1}`."""
    return re.sub(r"\{(\w+)\}", lambda found: names.get(found.group(1), found.group(1)), text)


def learn(visit: Visit) -> Response:
    """Every lesson, which ones are finished, and which is next."""
    following = next_lesson()
    done = finished_lessons()
    cards = [_card(visit, each, done, following) for each in lessons()]
    return visit.page(
        "web/learn.html.j2",
        "learn",
        visit.t("learn-page.title"),
        cards=cards,
        finished=sum(card.is_finished for card in cards),
        following=next((card for card in cards if card.is_next), None),
    )


def _card(
    visit: Visit, lesson: Lesson, done: Sequence[str], following: Lesson | None
) -> LessonCard:
    language = visit.language
    shelf: OpenGames = visit.services.shelves[lesson.game]
    return LessonCard(
        id=lesson.id,
        number=lesson.number,
        game=lesson.game,
        title=lesson.title[language],
        intro=without_signs(lesson.intro[language]),
        tasks=len(lesson.tasks),
        is_finished=lesson.id in done,
        has_begun=shelf.has_begun(lesson),
        is_next=lesson is following,
    )


def _wanted(visit: Visit) -> Lesson:
    wanted = visit.params["id"]
    for lesson in lessons():
        if wanted == lesson.id and lesson.game in visit.services.shelves:
            return lesson
    raise NotFoundError("learn-page.unknown")


def show_lesson(visit: Visit) -> Response:
    """A lesson where the player is in it, or its introduction; changes nothing."""
    lesson = _wanted(visit)
    shelf: OpenGames = visit.services.shelves[lesson.game]
    section = visit.services.sections[lesson.game]
    if shelf.has_begun(lesson) and section.show is not None:
        visit.shelf = shelf
        game = shelf.find(f"lesson-{lesson.id}")
        if isinstance(game, OpenGame) and game.waits_for_agent and not game.stopped:
            shelf.go_on(game)
        return section.show(visit, game)
    card = _card(visit, lesson, finished_lessons(), next_lesson())
    return visit.page("web/lesson-intro.html.j2", "learn", card.title, card=card)


def start_lesson(visit: Visit) -> Response:
    """Start a lesson, or start it again."""
    lesson = _wanted(visit)
    shelf: OpenGames = visit.services.shelves[lesson.game]
    shelf.start_lesson(lesson)
    return visit.redirect(f"/learn/{lesson.id}")
