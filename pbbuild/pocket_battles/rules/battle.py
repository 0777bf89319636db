"""A battle for callers outside the core: its state, its forces and the words of its actions."""

from collections.abc import Sequence
from typing import Final

from pbbuild.errors import StateError
from pbbuild.play.contract import SIDES, Node, Option, Outcome, Roll
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.charge import charge_kind
from pbbuild.pocket_battles.rules.core.engagement import count_self_hits, scored
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.core.turns import concede
from pbbuild.pocket_battles.rules.forces import Forces, pack_dice
from pbbuild.pocket_battles.rules.notation import (
    action_text,
    argument_of,
    kind_of,
    parse_action,
    source_of,
    unit_of,
)
from pbbuild.pocket_battles.rules.refusals import clause_text, refusal_clauses
from pbbuild.pocket_battles.rules.zones import zone_text

DECISIONS: Final = {
    c.DEPLOY: "deploy",
    c.TURN: "turn",
    c.ACT: "act",
    c.REACT: "react",
    c.TARGET: "target",
    c.WOUND: "wound",
    c.FOLLOW_UP: "follow-up",
    c.SACRIFICE: "sacrifice",
}
PURPOSES: Final = {
    c.INITIATIVE: "initiative",
    c.STRIKE: "strike",
    c.STRIKE_BACK: "strike-back",
    c.FIRST_STRIKE: "first-strike",
    c.LEAVE_STRIKE: "leave-strike",
    c.SHOOT: "shoot",
    c.REACT_SHOOT: "react-shoot",
}
REASONS: Final = {
    c.BY_DESTRUCTION: "destroyed",
    c.BY_CONCESSION: "conceded",
    c.BY_ROUND_LIMIT: "round-limit",
}
DIE: Final = (1, 2, 3, 4, 5, 6)
_ORDERED: Final = (
    c.DO_MOVE,
    c.DO_CHARGE,
    c.DO_CARRY_ON,
    c.DO_LEAVE,
    c.DO_SHOOT,
    c.DO_HEAL,
    c.DO_DOUBLE_ORDER,
    c.DO_EXCITE,
    c.DO_INTERCEPT,
    c.DO_REACT_SHOOT,
)
_CLAUSES: Final = {
    c.DO_DEPLOY: ("PB-3.2",),
    c.DO_REDEPLOY: ("PB-4.4",),
    c.DO_MOVE: ("PB-5.1",),
    c.DO_CARRY_ON: ("PB-5.3",),
    c.DO_LEAVE: ("PB-5.4",),
    c.DO_HEAL: ("PB-5.5", "PB-T.1"),
    c.DO_DOUBLE_ORDER: ("PB-5.5", "PB-T.2"),
    c.DO_EXCITE: ("PB-5.5", "PB-T.3"),
    c.DO_PASS: ("PB-5.6",),
    c.DO_INTERCEPT: ("PB-5.2.4", "PB-5.2.5"),
    c.DO_REACT_SHOOT: ("PB-5.2.4", "PB-5.2.6"),
    c.DO_WAIT: ("PB-5.2.4",),
    c.DO_SACRIFICE: ("PB-4.7",),
}


class Battle:
    """A battle at one moment; it implements the `State` of the games' contract.

    `state` is the flat state of the core, which search agents copy and change.
    """

    __slots__ = ("_actions", "forces", "state")

    def __init__(self, forces: Forces, state: State, actions: Actions | None = None) -> None:
        self.forces = forces
        self.state = state
        # A buffer for actions is slow to make, so all copies of a battle share one.
        self._actions = actions or Actions()

    def copy(self) -> "Battle":
        """An independent copy, cheap enough for search."""
        return Battle(self.forces, self.state.copy(), self._actions)

    def node(self) -> int:
        """A `Node`: decision, roll or end."""
        if self.state.phase == c.END:
            return Node.END
        return Node.ROLL if self.state.phase >= c.FIRST_ROLL else Node.DECISION

    def decider(self) -> int:
        """The side that decides: 0 for A, 1 for B."""
        return self.state.decider

    def decision(self) -> str:
        """The kind of decision (PB-11), "" at a roll or the end."""
        return DECISIONS.get(self.state.phase, "")

    def legal_actions(self) -> list[int]:
        """Every legal action at a decision, in canonical order. PB-11, R-24."""
        actions = self._actions
        list_actions(self.state, actions)
        return list(actions.items[: actions.count])

    def apply(self, action: int) -> None:
        """Make the decision `action`, one of `legal_actions`."""
        apply_action(self.state, action)

    def roll(self) -> Roll:
        """The roll to be made now."""
        state = self.state
        assert c.FIRST_ROLL <= state.phase < c.END
        if state.phase == c.INITIATIVE:
            return Roll("initiative", SIDES[state.roller], 1, DIE)
        return Roll(
            PURPOSES[state.phase],
            SIDES[state.roller >> c.SIDE_SHIFT],
            state.dice,
            DIE,
            self.forces.unit(state.roller).id,
            self.forces.unit(state.rolled_at).id,
        )

    def apply_roll(self, dice: Sequence[int]) -> None:
        """Apply the faces of these dice to the roll to be made."""
        apply_roll(self.state, pack_dice(dice))

    def outcome(self) -> Outcome | None:
        """How the battle ended, None before; `scores` are the DP each side destroyed."""
        state = self.state
        if state.phase != c.END:
            return None
        return Outcome(
            None if state.winner == c.UNDECIDED else SIDES[state.winner],
            REASONS[state.reason],
            state.round,
            {side: state.tally[c.DESTROYED + i] for i, side in enumerate(SIDES)},
        )

    # Words.

    def text(self, action: int) -> str:
        """The action as text, as FORMATS defines it."""
        return action_text(self.forces, action)

    def cost(self, action: int) -> int:
        """Tokens the action takes. PB-4.5, R-16."""
        kind = kind_of(action)
        if kind in _ORDERED:
            return order_cost(self.state, unit_of(action))
        return 1 if kind == c.DO_PASS else 0

    def options(self) -> list[Option]:
        """The legal actions with texts, costs and clauses."""
        return [self.option(action) for action in self.legal_actions()]

    def option(self, action: int) -> Option:
        """One legal action with its text, cost and clauses."""
        return Option(action, self.text(action), self.cost(action), self._clauses(action))

    def scores(self, dice: Sequence[int]) -> dict[str, int]:
        """The `hits` of these dice, and the `self_hits` of a charger. PB-6.1, PB-8.1, PB-T.21."""
        state, counts = self.state, pack_dice(dice)
        if state.phase == c.INITIATIVE:
            return {}
        unit = state.roller
        shot = state.phase in (c.SHOOT, c.REACT_SHOOT)
        packed = state.white[unit] if shot else state.black[unit]
        found = {"hits": scored(state, packed, unit, counts)}
        if state.phase == c.STRIKE and state.charging:
            self_hits = count_self_hits(state, counts)
            if self_hits:
                found["self_hits"] = self_hits
        return found

    def why_not(self, text: str) -> tuple[str, ...]:
        """The clauses that forbid `text` now, () where it is allowed.

        A text that names no action of this battle is forbidden by PB-11.
        """
        action = parse_action(self.forces, text)
        if action is None or self.node() != Node.DECISION:
            return ("PB-11",)
        return refusal_clauses(self.state, action)

    def parse(self, text: str) -> int:
        """The legal action that `text` names; a refusal names its clauses."""
        clauses = self.why_not(text)
        action = parse_action(self.forces, text)
        if clauses or action is None:
            raise StateError("engine.refused", action=text, clauses=clauses)
        return action

    def play(self, text: str) -> "Battle":
        """The battle after the action `text`; what is not allowed is refused first."""
        action = self.parse(text)
        after = self.copy()
        after.apply(action)
        return after

    def fall(self, *dice: int) -> "Battle":
        """The battle after these dice."""
        after = self.copy()
        after.apply_roll(dice)
        return after

    def concede(self, side: str) -> None:
        """End the battle: `side` concedes and the other side wins. PB-5.7."""
        concede(self.state, SIDES.index(side))

    def zone(self, unit: str) -> str | None:
        """The zone of the unit, None where it is in none."""
        index = self.forces.unit_index(unit)
        return zone_text(index >> c.SIDE_SHIFT, self.state.zone[index])

    def unused(self, side: str) -> int:
        """The unused tokens of `side`."""
        return self.state.tally[c.UNUSED + SIDES.index(side)]

    def _clauses(self, action: int) -> tuple[str, ...]:
        kind = kind_of(action)
        if kind in _CLAUSES:
            return _CLAUSES[kind]
        state, unit = self.state, unit_of(action)
        if kind == c.DO_ELIMINATE:
            return ("PB-7.1", "PB-T.23") if state.lethal else ("PB-7.1",)
        if kind == c.DO_CHARGE:
            sector = state.zone[unit] & 3
            return (clause_text(charge_kind(state, (unit >> c.SIDE_SHIFT) ^ 1, sector)),)
        if kind == c.DO_TARGET:
            return self._target_clauses(unit)
        if kind == c.DO_SHOOT:
            return self._shoot_clauses(unit, argument_of(action))
        if kind == c.DO_WOUND:
            return ("PB-7.1",) if source_of(action) == c.FROM_UNUSED else ("PB-7.1", "PB-7.2")
        # DO_DONE ends a sacrifice, Overwhelming, or the actions that follow a special action.
        if state.phase == c.SACRIFICE:
            return ("PB-4.7",)
        if state.overwhelming:
            return ("PB-T.11",)
        return ("PB-T.2",) if state.trait == c.DOUBLE_ORDER else ("PB-T.3",)

    def _target_clauses(self, enemy: int) -> tuple[str, ...]:
        state = self.state
        kind = clause_text(charge_kind(state, enemy >> c.SIDE_SHIFT, state.sector))
        clauses = ("PB-T.11", kind) if state.overwhelming else (kind,)
        if kind == "PB-5.2.1" and state.zone[enemy] < c.FRONT:
            return (*clauses, "PB-T.20")
        return clauses

    def _shoot_clauses(self, unit: int, enemy: int) -> tuple[str, ...]:
        state = self.state
        sector, there = state.zone[unit] & 3, state.zone[enemy]
        clauses: tuple[str, ...] = ("PB-8.2",)
        if there & 3 != sector:
            here = ((enemy >> c.SIDE_SHIFT) << c.ZONE_SHIFT) + sector
            at = state.at
            crowded = at[here] | at[here + c.FRONT] | at[here + c.ENGAGEMENT]
            clauses = ("PB-T.16",) if crowded else ("PB-8.3",)
        if there >= c.ENGAGEMENT:
            clauses += ("PB-8.4",)
        return (*clauses, "PB-T.15") if state.zone[unit] < c.FRONT else clauses
