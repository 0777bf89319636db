"""A game of Pocket General in progress: begun between two nations, or continued from its save."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.agents.registry import agent_named
from pbbuild.play.record import Record
from pbbuild.play.saves import LoadedSave
from pbbuild.play.table import Seats, Table, Undo
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.playtest.campaigns import number_of
from pbbuild.pocket_general.playtest.games import game_header, opening
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant

PERSON = "person"
HINTER = "search"


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a game is played with; `seats` has None for a person."""

    game: PocketGeneral
    nations: tuple[str, str]
    variant: Variant
    seats: Seats

    @property
    def names(self) -> list[str]:
        """Who plays A and B, as the record calls them."""
        return [name or PERSON for name in self.seats.names]


def set_up(
    game: PocketGeneral,
    nations: Sequence[str],
    variant: Variant,
    seats: Sequence[str | None],
) -> GameSetup:
    """A game between two nations; `seats` names who plays A and B, None for a person."""
    one, other = (agent_named(name, GAME) if name else None for name in seats)
    return GameSetup(game, (nations[0], nations[1]), variant, Seats((one, other)))


def new_table(
    setup: GameSetup,
    seed: int,
    *,
    real_dice: bool = False,
    undo: Undo = "never",
    extra: Mapping[str, Any] | None = None,
) -> Table:
    """A table for a new game; `extra` is saved with it."""
    game = setup.game
    start = game.new(*setup.nations, setup.variant)
    return Table(
        game,
        start,
        game_header(game, start, setup.names, None if real_dice else seed),
        setup.seats,
        seed,
        real_dice=real_dice,
        undo=undo,
        hinter=agent_named(HINTER, GAME),
        extra=dict(extra) if extra else None,
    )


def resumed_table(saved: LoadedSave) -> tuple[GameSetup, Table]:
    """The game of a save, continued by the values it began with, whatever was corrected since."""
    source, kept = str(saved.path), saved.game
    game, state = opening(Record(source, kept.header, ()))
    tables = state.core.tables
    bonus = bool(kept.header.get("variant", {}).get("bonus"))
    variant = Variant(tables.fast, tables.core_only_start, bonus, tables.turn_limit)
    setup = set_up(game, tables.nations, variant, kept.seats)
    start = game.new(*setup.nations, variant)
    table = Table.from_save(
        kept,
        game,
        start,
        game_header(game, start, setup.names, None if kept.real_dice else kept.seed),
        setup.seats,
        hinter=agent_named(HINTER, GAME),
        extra=_campaign_of(kept.document),
        source=source,
    )
    return setup, table


def _campaign_of(document: Mapping[str, Any]) -> dict[str, Any]:
    # The campaign a saved game belongs to, whose power the player has, and which game it is.
    extra: dict[str, Any] = {
        key: document[key] for key in ("campaign", "power") if isinstance(document.get(key), str)
    }
    return {**extra, "number": number_of(dict(document))} if len(extra) == 2 else {}
