"""The lesson of Pocket General: its first turns, with tasks."""

from pbbuild.play.learning.lessons import Lesson
from pbbuild.play.table import Seats, Table
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.playtest.game_setup import GameSetup
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import STANDARD
from pbbuild.pocket_general.screen.game_view import GeneralTableView
from pbbuild.terminal.lessons import LessonShell, lesson_shell
from pbbuild.terminal.session import Session


def lesson_table(lesson: Lesson, game: PocketGeneral) -> Table:
    """The table of a lesson: the learner is A."""
    seats = Seats.named([None, lesson.enemy], GAME)
    nations = (str(lesson.setup["nations"][0]), str(lesson.setup["nations"][1]))
    return GameSetup(game, seats, nations, STANDARD).new_table(lesson.seed, undo="practice")


def make_lesson(session: Session, lesson: Lesson) -> LessonShell:
    """The shell of the lesson."""
    game = PocketGeneral(load_pocket_general())
    table = lesson_table(lesson, game)
    nations = [str(each) for each in lesson.setup["nations"]]
    names = table.seats.recorded_names
    view = GeneralTableView(game, nations, STANDARD, names, session)
    return lesson_shell(view, session, table, lesson)
