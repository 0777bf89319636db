"""A lesson of Pocket Battles: a table that starts from the lesson's state."""

from typing import Any

from pbbuild.base.documents import Document, dump_json
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import SIDES
from pbbuild.play.learning.lessons import Lesson
from pbbuild.play.record import header_line
from pbbuild.play.table import Seats, Table
from pbbuild.pocket_battles.agents.thinking_agents import PLAY
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.state_document import state_from_json
from pbbuild.pocket_battles.rules.state_file import read_state
from pbbuild.pocket_battles.screen.battle_view import BattleTableView
from pbbuild.terminal.lessons import LessonShell, lesson_shell
from pbbuild.terminal.session import Session


def lesson_start(lesson: Lesson, catalog: Catalog) -> Battle:
    """The battle in the state that a lesson starts from."""
    setup = dict(lesson.setup)
    document = Document(lesson.id, setup, dump_json(setup))
    return state_from_json(read_state(document, catalog), catalog)


def lesson_header(game: PocketBattles, start: Battle, agents: list[str]) -> dict[str, Any]:
    """The first line of the record of a lesson; it has units but no lists."""
    state = game.to_json(start)
    return header_line(
        {
            "game": game.id,
            "edition": state["edition"],
            "size": state["size"],
            "agents": dict(zip(SIDES, agents, strict=True)),
            "sides": {side: {"units": state["sides"][side]["units"]} for side in SIDES},
        }
    )


def lesson_table(lesson: Lesson, game: PocketBattles) -> Table:
    """The table of a lesson: the learner is A."""
    start = lesson_start(lesson, game.catalog)
    seats = Seats.named([None, lesson.enemy], GAME)
    return Table(
        game,
        start,
        lesson_header(game, start, seats.recorded_names),
        seats,
        lesson.seed,
        undo="practice",
        hinter=agent_named(PLAY, GAME),
    )


class LessonView(BattleTableView):
    """The view of a battle that starts from a state instead of two lists."""

    def __init__(self, lesson: Lesson, game: PocketBattles, session: Session) -> None:
        self.lesson = lesson
        super().__init__(game, (), ("person", lesson.enemy), session)

    def start(self) -> Battle:
        """The state of the lesson."""
        return lesson_start(self.lesson, self.game.catalog)

    def header(self, seed: int | None) -> dict[str, Any]:
        """The first line of its record."""
        return lesson_header(self.game, self.start(), list(self.agents))


def make_lesson(session: Session, lesson: Lesson) -> LessonShell:
    """The shell of a lesson of Pocket Battles."""
    from pbbuild.pocket_battles.catalog.load import load_catalog

    game = PocketBattles(load_catalog())
    return lesson_shell(
        LessonView(lesson, game, session), session, lesson_table(lesson, game), lesson
    )
