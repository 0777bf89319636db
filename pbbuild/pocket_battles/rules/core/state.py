"""The state of a battle in flat arrays, and the roster, which stays the same during a battle."""

from . import constants as c
from .arrays import i64, vec, zeros


class Roster:
    """What does not change in a battle: troops, units, traits, edition. PB-1.1, PB-T.

    All copies of a state share it. Arrays of 64 are by troop or by unit; `once_bonus` and
    `once_extra` are by trait that counts once in a unit: the bits of a troop's `once`.
    """

    def __init__(self) -> None:
        self.dp: vec[i64] = zeros(c.SLOTS)
        self.wp: vec[i64] = zeros(c.SLOTS)
        self.black: vec[i64] = zeros(c.SLOTS)
        self.white: vec[i64] = zeros(c.SLOTS)
        self.bonus: vec[i64] = zeros(c.SLOTS)
        self.extra: vec[i64] = zeros(c.SLOTS)
        self.flags: vec[i64] = zeros(c.SLOTS)
        self.once: vec[i64] = zeros(c.SLOTS)
        self.order_step: vec[i64] = zeros(c.SLOTS)
        self.regenerates: vec[i64] = zeros(c.SLOTS)
        self.unit_of: vec[i64] = zeros(c.SLOTS)
        self.troops_of: vec[i64] = zeros(c.SLOTS)  # by unit: mask of its troops
        self.once_bonus: vec[i64] = zeros(c.SLOTS)
        self.once_extra: vec[i64] = zeros(c.SLOTS)
        self.fielded: vec[i64] = zeros(2)
        self.tokens: i64 = 0  # PB-1.3
        self.shoots_any_sector: i64 = 0  # PB-8.3
        self.shoots_rear_elsewhere: i64 = 0  # PB-8.3
        self.round_limit: i64 = 50  # PB-9.3


class State:
    """A battle at one moment.

    The first arrays are by unit, `wounds` is by troop, `at` by side and zone (masks of units),
    `tally` by what is counted and side. The fields below them describe the action in progress, so
    that a state can be copied at every decision and roll.
    """

    def __init__(self, roster: Roster, like: "State | None" = None) -> None:
        self.roster: Roster = roster
        if like is None:
            self.zone: vec[i64] = vec[i64]([c.UNDEPLOYED] * c.SLOTS)
            self.orders: vec[i64] = zeros(c.SLOTS)
            self.contact: vec[i64] = zeros(c.SLOTS)
            self.black: vec[i64] = zeros(c.SLOTS)
            self.white: vec[i64] = zeros(c.SLOTS)
            self.bonus: vec[i64] = zeros(c.SLOTS)
            self.extra: vec[i64] = zeros(c.SLOTS)
            self.flags: vec[i64] = zeros(c.SLOTS)
            self.order_step: vec[i64] = zeros(c.SLOTS)
            # Whether another state uses the same arrays of dice and traits: see `own_traits`.
            self.shares_traits: bool = False
            self.wounds: vec[i64] = zeros(c.SLOTS)
            self.at: vec[i64] = zeros(c.ZONE_SLOTS)
            self.tally: vec[i64] = zeros(c.TALLY_SLOTS)
            # Where the battle stands.
            self.round: i64 = 0
            self.player1: i64 = c.NOBODY
            self.active: i64 = 0  # whose turn it is
            self.decider: i64 = 0
            self.phase: i64 = c.NO_PHASE
            self.step: i64 = c.WAITING
            self.after: i64 = c.WAITING  # the step once the wounds are assigned
            self.first_turn: i64 = 1  # until Player 1 has ended the first turn, PB-5.5
            self.redeployed: i64 = c.NOBODY
            # The roll to make, or the last one made.
            self.roller: i64 = c.NOBODY  # a unit; the side at the initiative
            self.rolled_at: i64 = c.NOBODY
            self.dice: i64 = 0
            self.hits: i64 = 0
            self.self_hits: i64 = 0
            self.lethal: i64 = 0  # 1 if each hit of this roll eliminates a troop, PB-T.23
            self.initiative: i64 = 0  # A's die
            # The action in progress.
            self.attacker: i64 = c.NOBODY
            self.defender: i64 = c.NOBODY
            self.sector: i64 = 0  # where a charge began
            self.charging: i64 = 0
            self.first_struck: i64 = 0  # the defender has struck before the attacker
            self.extra_dice: i64 = 0  # Excite
            self.strikers: i64 = 0  # mask of enemies that still strike a leaving unit
            self.share: i64 = 0
            self.share_enemies: i64 = 0
            self.share_own: i64 = 0
            self.wound_unit: i64 = c.NOBODY
            self.wound_hits: i64 = 0
            # Follow-ups of a special, and the repeated charge of Overwhelming.
            self.trait: i64 = c.NO_TRAIT
            self.trait_unit: i64 = c.NOBODY
            self.left: i64 = 0
            self.acted: i64 = 0  # mask of units that acted through a special
            self.overwhelming: i64 = 0  # 1 while its repeated charge is offered
            self.sacrificer: i64 = 0
            self.sacrificed: i64 = 0  # how many players have decided
            # The end.
            self.winner: i64 = c.UNDECIDED
            self.reason: i64 = 0
            return
        self.zone = like.zone[:]
        self.orders = like.orders[:]
        self.contact = like.contact[:]
        # Dice and traits change only when a troop is eliminated: copies share them until then.
        self.black = like.black
        self.white = like.white
        self.bonus = like.bonus
        self.extra = like.extra
        self.flags = like.flags
        self.order_step = like.order_step
        self.shares_traits = True
        like.shares_traits = True
        self.wounds = like.wounds[:]
        self.at = like.at[:]
        self.tally = like.tally[:]
        self.round = like.round
        self.player1 = like.player1
        self.active = like.active
        self.decider = like.decider
        self.phase = like.phase
        self.step = like.step
        self.after = like.after
        self.first_turn = like.first_turn
        self.redeployed = like.redeployed
        self.roller = like.roller
        self.rolled_at = like.rolled_at
        self.dice = like.dice
        self.hits = like.hits
        self.self_hits = like.self_hits
        self.lethal = like.lethal
        self.initiative = like.initiative
        self.attacker = like.attacker
        self.defender = like.defender
        self.sector = like.sector
        self.charging = like.charging
        self.first_struck = like.first_struck
        self.extra_dice = like.extra_dice
        self.strikers = like.strikers
        self.share = like.share
        self.share_enemies = like.share_enemies
        self.share_own = like.share_own
        self.wound_unit = like.wound_unit
        self.wound_hits = like.wound_hits
        self.trait = like.trait
        self.trait_unit = like.trait_unit
        self.left = like.left
        self.acted = like.acted
        self.overwhelming = like.overwhelming
        self.sacrificer = like.sacrificer
        self.sacrificed = like.sacrificed
        self.winner = like.winner
        self.reason = like.reason

    def copy(self) -> "State":
        """An independent copy that shares the roster."""
        return State(self.roster, self)

    def own_traits(self) -> None:
        """Copy the shared arrays of dice and traits before one of them changes."""
        self.black = self.black[:]
        self.white = self.white[:]
        self.bonus = self.bonus[:]
        self.extra = self.extra[:]
        self.flags = self.flags[:]
        self.order_step = self.order_step[:]
        self.shares_traits = False

    def is_roll(self) -> bool:
        """Whether the state waits for dice."""
        return c.FIRST_ROLL <= self.phase < c.END
