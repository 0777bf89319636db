"""A battle of Pocket Battles in progress: begun from two lists, or continued from its save."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.saves import LoadedSave
from pbbuild.play.stream import checked_seed, random_seed
from pbbuild.play.table import Seats, Table, Undo
from pbbuild.pocket_battles.agents.thinking_agents import PLAY
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_of
from pbbuild.pocket_battles.playtest.battles import battle_header
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle

PERSON = "person"


@dataclass(frozen=True, slots=True)
class BattleSetup:
    """What a battle is played with, before its first roll; `seats` has None for a person."""

    game: PocketBattles
    lists: tuple[ArmyList, ArmyList]
    seats: Seats
    edition: str = ""
    round_limit: int = ROUND_LIMIT

    @property
    def names(self) -> list[str]:
        """Who plays A and B, as the record calls them."""
        return [name or PERSON for name in self.seats.names]

    def start(self) -> Battle:
        """The battle before its set-up roll."""
        return new_battle(
            *self.lists, self.edition, catalog=self.game.catalog, round_limit=self.round_limit
        )


def set_up(
    lists: Sequence[ArmyList],
    seats: Sequence[str | None],
    catalog: Catalog,
    *,
    edition: str = "",
    round_limit: int = ROUND_LIMIT,
) -> BattleSetup:
    """A battle between two lists; `seats` names who plays A and B, None for a person."""
    one, other = (agent_named(name, GAME) if name else None for name in seats)
    game = PocketBattles(catalog)
    return BattleSetup(game, (lists[0], lists[1]), Seats((one, other)), edition, round_limit)


def new_table(
    setup: BattleSetup, seed: int | None = None, *, real_dice: bool = False, undo: Undo = "never"
) -> Table:
    """A table for a new battle; without a seed it has one that nobody named."""
    chosen = random_seed() if seed is None else checked_seed(seed)
    start = setup.start()
    # The dice of a real table are no seed's.
    header = battle_header(setup.game, start, setup.lists, setup.names, 0 if real_dice else chosen)
    return Table(
        setup.game,
        start,
        header,
        setup.seats,
        chosen,
        real_dice=real_dice,
        undo=undo,
        hinter=agent_named(PLAY, GAME),
    )


def resumed_table(saved: LoadedSave, catalog: Catalog) -> tuple[BattleSetup, Table]:
    """The battle of a save, continued; a save that no battle can have written is refused."""
    source, kept = str(saved.path), saved.game
    try:
        entries = [kept.header["sides"][side]["list"] for side in "AB"]
        setup = set_up(
            [list_of(Document(source, entry, dump_json(entry))) for entry in entries],
            kept.seats,
            catalog,
            edition=str(kept.header["edition"]),
            round_limit=int(kept.header["round_limit"]),
        )
        start = setup.start()
        seed = 0 if kept.real_dice else kept.seed
        header = battle_header(setup.game, start, setup.lists, setup.names, seed)
        hinter = agent_named(PLAY, GAME)
        table = Table.from_save(kept, setup.game, start, header, setup.seats, hinter=hinter)
    except (PbbuildError, KeyError, TypeError, ValueError, IndexError):
        raise PbbuildError("shell.save-wrong", source=source) from None
    return setup, table
