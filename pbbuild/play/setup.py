"""What a game is played with, and the table that it gives: a new one, or one from a save."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.record import RecordLine
from pbbuild.play.saves import LoadedSave
from pbbuild.play.table import BATTLE_ID, Seats, Table, Undo


@dataclass(frozen=True, slots=True)
class Setup:
    """A game before its first roll: the rules and the players; each game adds its own values.

    `hinter` is the name of the agent that gives hints.
    """

    hinter: ClassVar[str]
    game: Any
    seats: Seats

    def start(self) -> Any:
        """The state before the first roll."""
        raise NotImplementedError

    def header(self, start: Any, seed: int | None) -> RecordLine:
        """The first line of the record; `seed` is None for real dice."""
        raise NotImplementedError

    def hint_agent(self) -> Agent:
        """The agent that gives hints."""
        return agent_named(self.hinter, self.game.id)

    def new_table(
        self,
        seed: int,
        *,
        real_dice: bool = False,
        undo: Undo = "never",
        extra: Mapping[str, Any] | None = None,
    ) -> Table:
        """A table for a new game; `extra` is saved with it."""
        start = self.start()
        header = self.header(start, None if real_dice else seed)
        hinter = self.hint_agent()
        return Table(
            self.game,
            start,
            header,
            self.seats,
            seed,
            real_dice=real_dice,
            undo=undo,
            hinter=hinter,
            extra=extra,
        )

    def resumed_table(self, saved: LoadedSave, extra: Mapping[str, Any] | None = None) -> Table:
        """The game of a save, in its saved state; the setup is the one of the save."""
        start, kept = self.start(), saved.game
        header = self.header(start, None if kept.real_dice else kept.seed)
        hinter, source = self.hint_agent(), str(saved.path)
        saved_with = {BATTLE_ID: kept.battle_id} if kept.battle_id else {}
        return Table.from_save(
            kept,
            self.game,
            start,
            header,
            self.seats,
            hinter=hinter,
            extra={**saved_with, **(extra or {})},
            source=source,
        )
