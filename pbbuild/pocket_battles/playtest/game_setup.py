"""A battle of Pocket Battles in progress: begun from two lists, or continued from its save."""

from dataclasses import dataclass

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.record import RecordLine
from pbbuild.play.saves import LoadedSave
from pbbuild.play.setup import Setup
from pbbuild.play.table import Seats, Table
from pbbuild.pocket_battles.agents.hints import HintAgent
from pbbuild.pocket_battles.agents.thinking_agents import PLAY
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.list_file import list_of
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import battle_header
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle


@dataclass(frozen=True, slots=True)
class BattleSetup(Setup):
    """What a battle is played with."""

    hinter = PLAY
    game: PocketBattles
    lists: tuple[ArmyList, ArmyList]
    edition: str = ""
    round_limit: int = ROUND_LIMIT

    def hint_agent(self) -> Agent:
        """The agent that gives hints, with computed reasons."""
        return HintAgent(Setup.hint_agent(self), self.game.catalog.traits)

    def start(self) -> Battle:
        """The battle before its set-up roll."""
        return new_battle(
            *self.lists, self.edition, catalog=self.game.catalog, round_limit=self.round_limit
        )

    def header(self, start: Battle, seed: int | None) -> RecordLine:
        """The first line of the record; the seed of real dice is written as 0."""
        return battle_header(self.game, start, self.lists, self.seats.recorded_names, seed)


def resumed_table(saved: LoadedSave, catalog: Catalog) -> tuple[BattleSetup, Table]:
    """The battle of a save, continued; a save that no battle can have written is refused."""
    source, kept = str(saved.path), saved.game
    try:
        entries = [kept.header["sides"][side]["list"] for side in "AB"]
        ours, theirs = (list_of(Document(source, entry, dump_json(entry))) for entry in entries)
        setup = BattleSetup(
            PocketBattles(catalog),
            Seats.named(kept.seats, GAME),
            (ours, theirs),
            edition=str(kept.header["edition"]),
            round_limit=int(kept.header["round_limit"]),
        )
        table = setup.resumed_table(saved)
    except (PbbuildError, KeyError, TypeError, ValueError, IndexError):
        raise PbbuildError("shell.save-wrong", source=source) from None
    return setup, table
