"""The games of Pocket General on the page: how they begin, and the campaigns they belong to."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pbbuild.play.learning.lessons import Lesson
from pbbuild.play.record import Record, RecordLine
from pbbuild.play.saves import LoadedSave
from pbbuild.play.table import BATTLE_ID, Input, Seats, Table, default_undo
from pbbuild.pocket_general.catalog.load import corrections_path, load_pocket_general
from pbbuild.pocket_general.catalog.model import GAME, GeneralCatalog
from pbbuild.pocket_general.playtest.campaigns import count_game
from pbbuild.pocket_general.playtest.game_setup import GameSetup, resumed_table
from pbbuild.pocket_general.playtest.games import opening
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.notation import legal_texts
from pbbuild.pocket_general.rules.setup import STANDARD, Variant
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.pocket_general.screen.lesson_view import lesson_table
from pbbuild.web.open_games import (
    Load,
    OpenGame,
    OpenGames,
    lesson_in,
    resumed_lesson,
    states_of,
)
from pbbuild.web.pages import Services


def load_table(saved: LoadedSave) -> tuple[GeneralState, Table]:
    """The opening and the table of a save, or of a lesson."""
    if lesson := lesson_in(saved):
        return resumed_lesson(*_lesson(lesson), lesson, saved)
    setup, table = resumed_table(saved)
    return setup.start(), table


def _lesson(lesson: Lesson) -> tuple[GeneralState, Table]:
    game = PocketGeneral(load_pocket_general())
    nations = lesson.setup["nations"]
    return game.new(str(nations[0]), str(nations[1])), lesson_table(lesson, game)


class Wars(OpenGames):
    """Every game of Pocket General that the page can show, by id."""

    game: ClassVar[str] = GAME
    prefix: ClassVar[str] = "pocket-general"
    load: ClassVar[Load] = load_table

    def __init__(self, services: Services) -> None:
        # The campaign of each game that ended while the page was open.
        self.campaigns: dict[str, str] = {}
        super().__init__(services)

    @property
    def catalog(self) -> GeneralCatalog:
        """The units and locations with the player's corrections."""
        return load_pocket_general(corrections_path())

    def opening_of(self, record: Record) -> GeneralState:
        """The state before the first roll of a record."""
        return opening(record)[1]

    def lesson_table(self, lesson: Lesson) -> tuple[GeneralState, Table]:
        """The opening and a new table of a lesson."""
        return _lesson(lesson)

    def ended(self, game: OpenGame) -> None:
        """Count the game in its campaign."""
        if "campaign" in game.table.extra:
            count_game(self.catalog, game.table)
            self.campaigns[game.id] = campaign_address(game.table.extra, game.table.seats)

    def start(
        self,
        nations: tuple[str, str],
        agents: Sequence[str | None],
        seed: int,
        variant: Variant = STANDARD,
        *,
        real_dice: bool = False,
        inputs: Sequence[Input] = (),
        extra: Mapping[str, Any] | None = None,
    ) -> OpenGame:
        """A new game, saved; with `inputs` one that goes on from a moment of another."""
        seats = Seats.named(agents, GAME)
        setup = GameSetup(PocketGeneral(self.catalog), seats, nations, variant)

        def make(game_id: str) -> tuple[GeneralState, Table]:
            table = setup.new_table(
                seed,
                real_dice=real_dice,
                undo=default_undo(seats.names),
                extra={BATTLE_ID: game_id, **(extra or {})},
            )
            table.resume(inputs)
            return setup.start(), table

        return self.begin(make, seed)


def campaign_address(extra: Mapping[str, Any], seats: Seats) -> str:
    """The page of the campaign of a game, with who plays it."""
    from urllib.parse import quote, urlencode

    from pbbuild.play.agents.levels import level_of_agent

    agent = next((name for name in seats.names if name), "")
    query = {"power": str(extra.get("power", "")), "level": level_of_agent(agent, GAME)}
    wanted = urlencode({key: value for key, value in query.items() if value})
    return f"/general/campaign/{quote(str(extra['campaign']), safe='')}?{wanted}"


def state_after(start: GeneralState, lines: Sequence[RecordLine]) -> GeneralState:
    """The state after the last of these lines of a record, the header first."""
    found: GeneralState = states_of(start, lines, _parse)[-1]
    return found


def _parse(state: GeneralState, text: str) -> int:
    return legal_texts(state.core)[text]
