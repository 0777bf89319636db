"""A game of Pocket General in progress: begun between two nations, or continued from its save."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbbuild.play.record import Record, RecordLine
from pbbuild.play.saves import LoadedSave
from pbbuild.play.setup import Setup
from pbbuild.play.table import Seats, Table
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.playtest.campaigns import number_of
from pbbuild.pocket_general.playtest.games import game_header, opening
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState


@dataclass(frozen=True, slots=True)
class GameSetup(Setup):
    """What a game is played with."""

    hinter = "search"
    game: PocketGeneral
    nations: tuple[str, str]
    variant: Variant

    def start(self) -> GeneralState:
        """The game before its pool is drawn."""
        return self.game.new(*self.nations, self.variant)

    def header(self, start: GeneralState, seed: int | None) -> RecordLine:
        """The first line of the record; `seed` is None for real dice."""
        return game_header(self.game, start, self.seats.recorded_names, seed)


def resumed_table(saved: LoadedSave) -> tuple[GameSetup, Table]:
    """The game of a save, continued by the values it began with, whatever was corrected since."""
    kept = saved.game
    game, state = opening(Record(str(saved.path), kept.header, ()))
    tables = state.core.tables
    bonus = bool(kept.header.get("variant", {}).get("bonus"))
    variant = Variant(tables.fast, tables.core_only_start, bonus, tables.turn_limit)
    one, other = tables.nations
    setup = GameSetup(game, Seats.named(kept.seats, GAME), (one, other), variant)
    return setup, setup.resumed_table(saved, _campaign_of(kept.document))


def _campaign_of(document: Mapping[str, Any]) -> dict[str, Any]:
    # The campaign a saved game belongs to, whose power the player has, and which game it is.
    extra: dict[str, Any] = {
        key: document[key] for key in ("campaign", "power") if isinstance(document.get(key), str)
    }
    return {**extra, "number": number_of(dict(document))} if len(extra) == 2 else {}
