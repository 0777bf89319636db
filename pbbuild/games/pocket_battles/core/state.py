"""All of a battle at one moment, flat; and the roster, what stays the same all through it."""

from .arrays import i64, vec
from .constants import (
    END,
    FIRST_ROLL,
    NO_PHASE,
    NO_TRAIT,
    NOBODY,
    SLOTS,
    TALLY_SLOTS,
    UNDECIDED,
    UNDEPLOYED,
    WAITING,
    ZONE_SLOTS,
)


def zeros(size: int) -> vec[i64]:
    """An array of `size` zeros."""
    return vec[i64]([0] * size)


class Roster:
    """What does not change in a battle; all copies of a state share it.

    Arrays of 64 are by troop or by unit; `once_*` are by trait that counts once in a unit
    (PB-T), found by the bits of a troop's `once`.
    """

    def __init__(self) -> None:
        self.dp: vec[i64] = zeros(SLOTS)
        self.wp: vec[i64] = zeros(SLOTS)
        self.black: vec[i64] = zeros(SLOTS)
        self.white: vec[i64] = zeros(SLOTS)
        self.bonus: vec[i64] = zeros(SLOTS)
        self.extra: vec[i64] = zeros(SLOTS)
        self.flags: vec[i64] = zeros(SLOTS)
        self.once: vec[i64] = zeros(SLOTS)
        self.order_step: vec[i64] = zeros(SLOTS)
        self.regenerates: vec[i64] = zeros(SLOTS)
        self.unit_of: vec[i64] = zeros(SLOTS)
        self.troops_of: vec[i64] = zeros(SLOTS)  # by unit: mask of its troops
        self.once_bonus: vec[i64] = zeros(SLOTS)
        self.once_extra: vec[i64] = zeros(SLOTS)
        self.fielded: vec[i64] = zeros(2)
        self.tokens: i64 = 0  # PB-1.3
        self.shoots_any_sector: i64 = 0  # PB-8.3
        self.shoots_rear_elsewhere: i64 = 0
        self.round_limit: i64 = 50


class State:
    """All of a battle at one moment.

    The first arrays are by unit, `wounds` by troop, `at` by side and zone (masks of units),
    `tally` by what is counted and side. Below them the registers of the action under way, so
    that a state can be copied at every decision and roll.
    """

    def __init__(self, roster: Roster) -> None:
        self.roster: Roster = roster
        self.zone: vec[i64] = vec[i64]([UNDEPLOYED] * SLOTS)
        self.orders: vec[i64] = zeros(SLOTS)
        self.contact: vec[i64] = zeros(SLOTS)
        self.black: vec[i64] = zeros(SLOTS)
        self.white: vec[i64] = zeros(SLOTS)
        self.bonus: vec[i64] = zeros(SLOTS)
        self.extra: vec[i64] = zeros(SLOTS)
        self.flags: vec[i64] = zeros(SLOTS)
        self.order_step: vec[i64] = zeros(SLOTS)
        self.wounds: vec[i64] = zeros(SLOTS)
        self.at: vec[i64] = zeros(ZONE_SLOTS)
        self.tally: vec[i64] = zeros(TALLY_SLOTS)
        # Where the battle stands.
        self.round: i64 = 0
        self.player1: i64 = NOBODY
        self.active: i64 = 0  # whose turn it is
        self.decider: i64 = 0
        self.phase: i64 = NO_PHASE
        self.step: i64 = WAITING
        self.after: i64 = WAITING  # the step once the wounds are assigned
        self.first_turn: i64 = 1  # until Player 1 has ended his first turn, PB-5.5
        self.redeployed: i64 = NOBODY
        # The roll to make, or the last one made.
        self.roller: i64 = NOBODY  # a unit; the side at the initiative
        self.rolled_at: i64 = NOBODY
        self.dice: i64 = 0
        self.hits: i64 = 0
        self.self_hits: i64 = 0
        self.initiative: i64 = 0  # A's die
        # The action under way.
        self.attacker: i64 = NOBODY
        self.defender: i64 = NOBODY
        self.sector: i64 = 0  # where a charge began
        self.charging: i64 = 0
        self.first_struck: i64 = 0  # the defender has struck before the attacker
        self.extra_dice: i64 = 0  # Excite
        self.strikers: i64 = 0  # who has yet to strike a leaving unit
        self.share: i64 = 0
        self.share_enemies: i64 = 0
        self.share_own: i64 = 0
        self.wound_unit: i64 = NOBODY
        self.wound_hits: i64 = 0
        # Follow-ups: the special that leads them, and Overwhelming on its own.
        self.trait: i64 = NO_TRAIT
        self.trait_unit: i64 = NOBODY
        self.left: i64 = 0
        self.acted: i64 = 0  # units that a Double Order has led
        self.overwhelming: i64 = 0  # 1 while its follow-up is asked
        self.sacrificer: i64 = 0
        self.sacrificed: i64 = 0  # how many players are done
        # The end.
        self.winner: i64 = UNDECIDED
        self.reason: i64 = 0

    def copy(self) -> "State":
        """An independent copy that shares the roster."""
        other = State.__new__(State)
        other.roster = self.roster
        other.zone = self.zone[:]
        other.orders = self.orders[:]
        other.contact = self.contact[:]
        other.black = self.black[:]
        other.white = self.white[:]
        other.bonus = self.bonus[:]
        other.extra = self.extra[:]
        other.flags = self.flags[:]
        other.order_step = self.order_step[:]
        other.wounds = self.wounds[:]
        other.at = self.at[:]
        other.tally = self.tally[:]
        other.round = self.round
        other.player1 = self.player1
        other.active = self.active
        other.decider = self.decider
        other.phase = self.phase
        other.step = self.step
        other.after = self.after
        other.first_turn = self.first_turn
        other.redeployed = self.redeployed
        other.roller = self.roller
        other.rolled_at = self.rolled_at
        other.dice = self.dice
        other.hits = self.hits
        other.self_hits = self.self_hits
        other.initiative = self.initiative
        other.attacker = self.attacker
        other.defender = self.defender
        other.sector = self.sector
        other.charging = self.charging
        other.first_struck = self.first_struck
        other.extra_dice = self.extra_dice
        other.strikers = self.strikers
        other.share = self.share
        other.share_enemies = self.share_enemies
        other.share_own = self.share_own
        other.wound_unit = self.wound_unit
        other.wound_hits = self.wound_hits
        other.trait = self.trait
        other.trait_unit = self.trait_unit
        other.left = self.left
        other.acted = self.acted
        other.overwhelming = self.overwhelming
        other.sacrificer = self.sacrificer
        other.sacrificed = self.sacrificed
        other.winner = self.winner
        other.reason = self.reason
        return other

    def is_roll(self) -> bool:
        """Whether dice are to be rolled now."""
        return FIRST_ROLL <= self.phase < END
