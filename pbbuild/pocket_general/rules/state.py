"""A game of Pocket General as `play.contract` requires it, around the flat core."""

from collections.abc import Sequence
from typing import Final

from pbbuild.play.contract import SIDES, Node, Outcome, Roll
from pbbuild.pocket_general.rules.core.constants import (
    COMBAT,
    CONCEDED,
    END,
    INITIATIVE,
    LOCATIONS,
    POOL,
)
from pbbuild.pocket_general.rules.core.flow import apply, apply_roll, end
from pbbuild.pocket_general.rules.core.legal import legal_actions
from pbbuild.pocket_general.rules.core.state import GeneralCore, held
from pbbuild.pocket_general.rules.core.tables import Tables

DECISIONS: Final = (
    "", "", "recruit", "threat", "place", "redeploy", "spy", "", "edge", "front", "lay", "",
)  # fmt: skip
REASONS: Final = ("", "total-victory", "capitulation", "turn-limit", "no-locations", "conceded")


class GeneralState:
    """All of a game at one moment; `core` is what the rules work on."""

    __slots__ = ("core",)

    def __init__(self, core: GeneralCore) -> None:
        self.core = core

    @property
    def tables(self) -> Tables:
        """The pairing's numbers."""
        return self.core.tables

    def copy(self) -> "GeneralState":
        """An independent copy; the tables are shared."""
        return GeneralState(self.core.copy())

    def __eq__(self, other: object) -> bool:
        """Whether both are the same moment of the same game, so that the same can follow."""
        return isinstance(other, GeneralState) and _moment(self.core) == _moment(other.core)

    def node(self) -> int:
        """A `Node`: decision, roll or end."""
        phase = self.core.phase
        if phase == END:
            return Node.END
        return Node.ROLL if phase in (POOL, INITIATIVE, COMBAT) else Node.DECISION

    def decider(self) -> int:
        """0 for A, 1 for B: whose decision it is."""
        return self.core.side

    def decision(self) -> str:
        """The kind of decision, "" at a roll or the end."""
        return DECISIONS[self.core.phase]

    def legal_actions(self) -> Sequence[int]:
        """Every legal action at a decision, in canonical order."""
        return legal_actions(self.core)

    def apply(self, action: int) -> None:
        """Make the decision `action`, one of `legal_actions`."""
        apply(self.core, action)

    def roll(self) -> Roll:
        """What is to be rolled: a draw for the pool, or an operations die."""
        core = self.core
        if core.phase == POOL:
            return Roll("pool", "", 1, tuple(range(1, LOCATIONS - len(core.pool) + 1)))
        faces = tuple(core.tables.operations_die)
        if core.phase == INITIATIVE:
            return Roll("initiative", SIDES[core.side], 1, faces)
        place = core.tables.location_ids[core.hexes[core.hex]]
        return Roll("combat", SIDES[core.side], 1, faces, "", place)

    def apply_roll(self, dice: Sequence[int]) -> None:
        """Apply the die that was rolled."""
        apply_roll(self.core, dice[0])

    def concede(self, side: str) -> None:
        """End the game: `side` gives up, the other wins. RG-31."""
        end(self.core, 1 - SIDES.index(side), CONCEDED)

    def outcome(self) -> Outcome | None:
        """How the game ended, None before; the scores are locations held."""
        core = self.core
        if core.phase != END:
            return None
        winner = SIDES[core.winner] if core.winner >= 0 else None
        scores = {"A": held(core, 0), "B": held(core, 1)}
        return Outcome(winner, REASONS[core.reason], core.turn, scores)


def _moment(core: GeneralCore) -> tuple[object, ...]:
    tables = core.tables
    return (
        (tables.nations, tables.unit_ids, tables.fast, tables.core_only_start, tables.turn_limit),
        (core.phase, core.side, core.turn, core.first, core.hex, core.late_war, core.turned),
        (core.undrawn, core.winner, core.reason, core.unlocked, core.dice, core.laid),
        (core.pool, core.hexes, core.hand, core.at, core.paired, core.edges),
    )
