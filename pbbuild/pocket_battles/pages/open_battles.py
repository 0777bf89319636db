"""The battles on the page: how they begin, and which of their questions need not be asked."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from pbbuild.play.contract import Node
from pbbuild.play.learning.lessons import Lesson
from pbbuild.play.record import Record, RecordLine
from pbbuild.play.saves import LoadedSave
from pbbuild.play.table import BATTLE_ID, Input, Seats, Table, default_undo, saved_game
from pbbuild.pocket_battles.advice.hits import only_choice
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.playtest.game_setup import BattleSetup, resumed_table
from pbbuild.pocket_battles.playtest.judge import chance_of_a, default_budget
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.screen.lesson_view import lesson_start, lesson_table
from pbbuild.web import open_games
from pbbuild.web.open_games import (
    ArchivedGame,
    Load,
    OpenGame,
    OpenGames,
    lesson_in,
    resumed_lesson,
)
from pbbuild.web.pages import Services

OpenBattle = OpenGame
FinishedBattle = ArchivedGame
# How long the catalog is used before it is read again, in seconds.
_FRESH = 5
# Simulations for the bar of the chance to win, with some twenty battles played on: half a second if
# compiled, two or three for the first turns of large armies.
CHANCE_BUDGET = 500


def load_table(saved: LoadedSave) -> tuple[Battle, Table]:
    """The opening and the table of a save, or of a lesson."""
    catalog = load_catalog()
    if lesson := lesson_in(saved):
        return resumed_lesson(*_lesson(lesson, catalog), lesson, saved)
    setup, table = resumed_table(saved, catalog)
    return setup.start(), table


def chance_in_save(document: dict[str, Any]) -> float | None:
    """A's chance to win where a save stands; runs in another process."""
    _, table = load_table(LoadedSave(Path("save"), saved_game(document, GAME)))
    return chance_of_a(table.state, default_budget(CHANCE_BUDGET))


def _lesson(lesson: Lesson, catalog: Catalog) -> tuple[Battle, Table]:
    return lesson_start(lesson, catalog), lesson_table(lesson, PocketBattles(catalog))


class Battles(OpenGames):
    """Every battle that the page can show, by id."""

    game: ClassVar[str] = GAME
    prefix: ClassVar[str] = GAME
    load: ClassVar[Load] = load_table

    def __init__(self, services: Services) -> None:
        self._catalog: tuple[float, Catalog] | None = None
        super().__init__(services)

    @property
    def catalog(self) -> Catalog:
        """The armies with the player's corrections, read again after a while."""
        with self._lock:
            now = time.monotonic()
            if self._catalog is None or now - self._catalog[0] > _FRESH:
                self._catalog = (now, load_catalog())
            return self._catalog[1]

    def opening_of(self, record: Record) -> Battle:
        """The state before the first roll of a record."""
        return opening_of_record(PocketBattles(self.catalog), record)

    def lesson_table(self, lesson: Lesson) -> tuple[Battle, Table]:
        """The opening and a new table of a lesson."""
        return _lesson(lesson, self.catalog)

    def start(
        self,
        lists: tuple[ArmyList, ArmyList],
        agents: Sequence[str | None],
        seed: int,
        *,
        real_dice: bool = False,
        inputs: Sequence[Input] = (),
    ) -> OpenGame:
        """A new battle, saved; with `inputs` one that goes on from a moment of another."""
        seats = Seats.named(agents, GAME)
        setup = BattleSetup(PocketBattles(self.catalog), seats, lists)

        def make(battle_id: str) -> tuple[Battle, Table]:
            table = setup.new_table(
                seed,
                real_dice=real_dice,
                undo=default_undo(seats.names),
                extra={BATTLE_ID: battle_id},
            )
            table.resume(inputs)
            return setup.start(), table

        return self.begin(make, seed)

    def chance(self, game: OpenGame) -> float | None:
        """A's chance to win, from another process; None where nothing can be said."""
        table = game.table
        if table.is_over or table.node != Node.DECISION:
            return None
        job = self.services.jobs.start(chance_in_save, table.save_document())
        found: float | None = job.result(timeout=60)
        return found

    def needless_answer(self, game: OpenGame) -> int | str | None:
        """How to take hits where it makes no difference; the target named with a charge."""
        table = game.table
        decision = table.state.decision()
        if decision == "wound":
            return only_choice(table.state)
        if decision == "target" and game.intended is not None:
            target, since = game.intended
            game.intended = None
            rolled = any(line["type"] == "dice" for line in table.lines[since:])
            text = f"target {target}"
            if not rolled and any(option.text == text for option in table.options):
                return text
        return None


def states_of(opening: Battle, lines: Sequence[RecordLine]) -> list[Any]:
    """The state after each line of a record; the header's is the opening."""
    return open_games.states_of(opening, lines, Battle.parse)
