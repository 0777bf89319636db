"""What an option would do, before it is paid for: its dice, its chances, points won and lost.

The rules core itself plays every result of the dice, each with its exact chance, until the action
is over. Both sides assign their hits as the agents do; a charger picks the target that gains it
most. So every trait counts as it does in the battle.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pbbuild.play.chance import Distribution, hits
from pbbuild.play.contract import Option
from pbbuild.pocket_battles.agents.thinking.rolls import Outcomes, list_outcomes
from pbbuild.pocket_battles.agents.thinking.wounds import choose_wound
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Effect, Trait
from pbbuild.pocket_battles.rules.battle import PURPOSES, Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.core.units import is_wounded
from pbbuild.pocket_battles.rules.forces import unpack_dice
from pbbuild.pocket_battles.rules.notation import argument_of, kind_of, unit_of
from pbbuild.pocket_battles.rules.units import counting_traits

# The kinds of action that lead to dice, or to an answer of the enemy.
ATTACKS = (
    c.DO_CHARGE,
    c.DO_CARRY_ON,
    c.DO_LEAVE,
    c.DO_SHOOT,
    c.DO_INTERCEPT,
    c.DO_REACT_SHOOT,
    c.DO_WAIT,
    c.DO_TARGET,
)
# Results of the dice that one forecast plays out; beyond them rare ones are left out.
MOST_RESULTS = 4000
SMALLEST_CHANCE = 1e-9


@dataclass(frozen=True, slots=True)
class DicePart:
    """Some dice of a roll and where they come from.

    `source` is "attack", "charge", "excite" or the id of a trait.
    """

    source: str
    count: int


@dataclass(frozen=True, slots=True)
class UnitForecast:
    """What an option does to one unit on average, whoever owns it.

    `wounds` are the wound tokens that its troops get.
    """

    unit: str
    points: float
    destroyed: float
    wounds: float = 0.0


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an option would do, for the side that chooses it.

    `won` and `lost` are expected deployment points. `destroys` is the chance that the unit
    attacked is destroyed, `dies` the chance that the own unit is. `dice`, `faces` and `hits`
    describe the first roll; `purpose` says which roll that is and `roller` whose: the enemy's
    where a charger strikes the unit that intercepts it. `losses` has every unit that can
    lose points or be wounded, own ones too. For a charge `targets` has a forecast for each
    target and the charge itself is that against the best of them, `reactions` what the enemy
    could answer. For a reaction `charger` is what the charging unit would do then.
    """

    action: str
    cost: int
    unit: str = ""
    target: str = ""
    purpose: str = ""
    roller: str = ""
    dice: tuple[DicePart, ...] = ()
    faces: tuple[int, ...] = ()
    hits: Distribution | None = None
    won: float = 0.0
    lost: float = 0.0
    destroys: float = 0.0
    dies: float = 0.0
    losses: tuple[UnitForecast, ...] = ()
    targets: tuple["Forecast", ...] = ()
    reactions: tuple["Forecast", ...] = ()
    charger: "Forecast | None" = None

    @property
    def gain(self) -> float:
        """Expected points won less those lost."""
        return self.won - self.lost

    @property
    def dice_count(self) -> int:
        """How many dice the first roll has."""
        return sum(part.count for part in self.dice)

    def loss_of(self, unit: str) -> UnitForecast | None:
        """What happens to one unit, None if it can lose nothing."""
        return next((loss for loss in self.losses if loss.unit == unit), None)


@dataclass
class _Results:
    """Sums over all results of one action."""

    before: State
    weight: float = 0.0
    won: float = 0.0
    lost: float = 0.0
    points: dict[int, float] = field(default_factory=dict)
    destroyed: dict[int, float] = field(default_factory=dict)
    wounds: dict[int, float] = field(default_factory=dict)

    @property
    def units(self) -> list[int]:
        """Every unit that lost points or was wounded."""
        return sorted({*self.points, *self.wounds})

    def add(self, after: State, chance: float, side: int) -> None:
        before = self.before
        self.weight += chance
        for owner in (0, 1):
            place = c.DESTROYED + 1 - owner
            scored = float(after.tally[place] - before.tally[place])
            self._add_wounds(after, chance, owner)
            if not scored:
                continue
            if owner == side:
                self.lost += chance * scored
            else:
                self.won += chance * scored
            self._add_units(after, chance, owner)

    def _add_wounds(self, after: State, chance: float, owner: int) -> None:
        before, roster = self.before, self.before.roster
        for troop in _numbers(after.tally[c.WOUNDED + owner], owner):
            more = float(after.wounds[troop] - before.wounds[troop])
            if more > 0:
                unit = int(roster.unit_of[troop])
                self.wounds[unit] = self.wounds.get(unit, 0.0) + chance * more

    def _add_units(self, after: State, chance: float, owner: int) -> None:
        before, roster = self.before.tally, self.before.roster
        for troop in _numbers(before[c.TROOPS + owner] & ~after.tally[c.TROOPS + owner], owner):
            unit = int(roster.unit_of[troop])
            self.points[unit] = self.points.get(unit, 0.0) + chance * float(roster.dp[troop])
        for unit in _numbers(before[c.UNITS + owner] & ~after.tally[c.UNITS + owner], owner):
            self.destroyed[unit] = self.destroyed.get(unit, 0.0) + chance


def _numbers(mask: int, side: int) -> list[int]:
    """The units or troops of a side in a mask."""
    rest, found = int(mask), []
    while rest:
        found.append((rest & -rest).bit_length() - 1 + (side << c.SIDE_SHIFT))
        rest &= rest - 1
    return found


class Advisor:
    """Forecasts for the options of one decision, each made when it is first asked for.

    `traits` are those of the catalog. The battle must not change while the advisor is in use.
    """

    def __init__(self, battle: Battle, traits: Mapping[str, Trait]) -> None:
        self.battle = battle
        self.traits = traits
        self._found: dict[int, Forecast | None] = {}
        self._results = 0
        self._outcomes = (Outcomes(), Outcomes())
        self._actions = Actions()

    @cached_property
    def options(self) -> list[Option]:
        """The options of the decision."""
        return self.battle.options()

    def forecast(self, option: Option) -> Forecast | None:
        """The forecast of an option, None if it leads to no dice."""
        if option.action not in self._found:
            self._found[option.action] = self._forecast(option)
        return self._found[option.action]

    def best_attack(self) -> Option | None:
        """The option with the highest gain for its cost, None if none gains anything."""
        found = [(option, self.forecast(option)) for option in self.options]
        rated = [
            (forecast.gain / max(1, option.cost), option)
            for option, forecast in found
            if forecast and forecast.gain > 0
        ]
        return max(rated, key=lambda pair: (pair[0], -pair[1].action))[1] if rated else None

    def _forecast(self, option: Option) -> Forecast | None:
        kind = kind_of(option.action)
        if kind not in ATTACKS:
            return None
        self._results = 0
        state = self.battle.state.copy()
        side = self.battle.decider()
        apply_action(state, option.action)
        if kind == c.DO_CHARGE:
            return self._charge(option, state, side)
        if kind in (c.DO_WAIT, c.DO_REACT_SHOOT, c.DO_INTERCEPT):
            return self._reaction(option, state, side)
        return self._attack(option, state, side)

    # A charge: against each target, and each answer of the enemy.

    def _charge(self, option: Option, state: State, side: int) -> Forecast:
        reactions: tuple[Forecast, ...] = ()
        if state.phase == c.REACT:
            reactions = self._reactions(state, side)
            apply_action(state, c.WAIT_ACTION)
        if state.phase != c.TARGET:
            return self._attack(option, state, side, reactions=reactions)
        targets = sorted(self._targets(state, side), key=lambda each: -each.gain)
        best = targets[0]
        return replace(
            best,
            action=option.text,
            cost=option.cost,
            targets=tuple(targets),
            reactions=reactions,
        )

    def _targets(self, state: State, side: int) -> list[Forecast]:
        """The charge against every target, seen from `side`."""
        found = []
        for action in self._legal(state):
            after = state.copy()
            apply_action(after, action)
            text = self.battle.text(action)
            found.append(self._attack(Option(action, text, 0, ()), after, side, before=state))
        return found

    def _reactions(self, state: State, side: int) -> tuple[Forecast, ...]:
        """What the enemy could answer, seen from the charging `side`."""
        found = []
        for action in self._legal(state):
            if action == c.WAIT_ACTION:
                continue
            after = state.copy()
            cost = order_cost(after, unit_of(action))
            apply_action(after, action)
            option = Option(action, self.battle.text(action), cost, ())
            found.append(self._attack(option, after, side, before=state))
        return tuple(found)

    def _reaction(self, option: Option, state: State, side: int) -> Forecast:
        """An own reaction to a charge, with what the charger would do then."""
        if state.phase == c.TARGET:
            charging = self._targets(state, 1 - side)
            best = max(charging, key=lambda each: each.gain)
            return Forecast(
                option.text,
                option.cost,
                unit=self._name(state.attacker),
                target=best.target,
                won=best.lost,
                lost=best.won,
                destroys=best.dies,
                dies=best.destroys,
                losses=best.losses,
                charger=best,
            )
        found = self._attack(option, state, side)
        if kind_of(option.action) != c.DO_REACT_SHOOT:
            return found
        # The target that the charger would pick if the shot misses.
        missed = state.copy()
        apply_roll(missed, _missing_dice(missed))
        charger = None
        if missed.phase == c.TARGET:
            charger = max(self._targets(missed, 1 - side), key=lambda each: each.gain)
        return replace(found, charger=charger)

    # Playing out one attack.

    def _attack(
        self,
        option: Option,
        state: State,
        side: int,
        *,
        before: State | None = None,
        reactions: tuple[Forecast, ...] = (),
    ) -> Forecast:
        start = before or self.battle.state
        results = _Results(start)
        first = state if c.FIRST_ROLL <= state.phase < c.END else None
        struck, own = self._pair(option, start, side)
        dice, faces, scored = self._first_roll(first)
        self._play_out(state, 1.0, lambda after, chance: results.add(after, chance, side))
        weight = results.weight or 1.0
        return Forecast(
            option.text,
            option.cost,
            unit=self._name(own),
            target=self._name(struck),
            purpose=PURPOSES[first.phase] if first else "",
            roller=self._name(first.roller) if first else "",
            dice=dice,
            faces=faces,
            hits=scored,
            won=results.won / weight,
            lost=results.lost / weight,
            destroys=results.destroyed.get(struck, 0.0) / weight,
            dies=results.destroyed.get(own, 0.0) / weight,
            losses=tuple(
                UnitForecast(
                    self._name(unit),
                    results.points.get(unit, 0.0) / weight,
                    results.destroyed.get(unit, 0.0) / weight,
                    results.wounds.get(unit, 0.0) / weight,
                )
                for unit in results.units
            ),
            reactions=reactions,
        )

    def _pair(self, option: Option, before: State, side: int) -> tuple[int, int]:
        """The enemy unit that an option is about and the own one, NOBODY where there is none."""
        kind, unit = kind_of(option.action), unit_of(option.action)
        if kind in (c.DO_SHOOT, c.DO_CARRY_ON):
            units = [unit, argument_of(option.action)]
        elif kind in (c.DO_TARGET, c.DO_INTERCEPT, c.DO_REACT_SHOOT):
            units = [unit, before.attacker]
        else:
            units = [unit]
        enemies = [each for each in units if each >> c.SIDE_SHIFT != side]
        own = [each for each in units if each >> c.SIDE_SHIFT == side]
        return (enemies or [c.NOBODY])[0], (own or [c.NOBODY])[0]

    def _name(self, unit: int) -> str:
        return "" if unit == c.NOBODY else self.battle.forces.unit(unit).id

    def _play_out(
        self, state: State, chance: float, finish: Callable[[State, float], None]
    ) -> None:
        """Call `finish` with every state in which the action is over, and its chance."""
        while state.phase == c.WOUND:
            apply_action(state, choose_wound(state))
        if state.phase == c.TARGET:
            action = self._best_target(state)
            apply_action(state, action)
            self._play_out(state, chance, finish)
            return
        is_roll = c.FIRST_ROLL <= state.phase < c.END
        if not is_roll or chance < SMALLEST_CHANCE or self._results > MOST_RESULTS:
            self._results += 1
            finish(state, chance)
            return
        found = list_outcomes(state, *self._outcomes)
        # Copied: the buffers are used again further down.
        results = [(found.counts[place], found.chance[place]) for place in range(found.count)]
        for counts, likely in results:
            after = state.copy()
            apply_roll(after, counts)
            self._play_out(after, chance * likely, finish)

    def _best_target(self, state: State) -> int:
        actions = self._legal(state)
        if len(actions) == 1:
            return actions[0]
        side = state.attacker >> c.SIDE_SHIFT
        best, most = actions[0], float("-inf")
        for action in actions:
            after = state.copy()
            apply_action(after, action)
            gain = self._gain(state, after, side)
            if gain > most:
                best, most = action, gain
        return best

    def _gain(self, before: State, state: State, side: int) -> float:
        results = _Results(before)
        self._play_out(state, 1.0, lambda after, chance: results.add(after, chance, side))
        return results.won - results.lost

    def _legal(self, state: State) -> list[int]:
        list_actions(state, self._actions)
        return list(self._actions.items[: self._actions.count])

    # Dice and where they come from.

    def _first_roll(
        self, state: State | None
    ) -> tuple[tuple[DicePart, ...], tuple[int, ...], Distribution | None]:
        if state is None:
            return (), (), None
        is_shot = state.phase in (c.SHOOT, c.REACT_SHOOT)
        packed = state.white[state.roller] if is_shot else state.black[state.roller]
        faces = unpack_dice(packed)
        bonus = state.bonus[state.roller] >> c.BONUS_SCORING & c.BONUS_MASK
        parts = dice_parts(self.battle, state, self.traits)
        return parts, faces, hits(faces, state.dice if faces else 0, bonus)


def dice_parts(battle: Battle, state: State, traits: Mapping[str, Trait]) -> tuple[DicePart, ...]:
    """The dice of the roll that `state` waits for, by where they come from. PB-6.1, PB-8.1."""
    unit = state.roller
    is_shot = state.phase in (c.SHOOT, c.REACT_SHOOT)
    is_charge = state.phase == c.STRIKE and bool(state.charging)
    parts = [DicePart("attack", 1)]
    if is_charge:
        parts.append(DicePart("charge", 1))
    living = [
        tile
        for troop, of_unit, tile in battle.forces.troops()
        if of_unit == unit and state.tally[c.TROOPS + (troop >> c.SIDE_SHIFT)] >> (troop & 31) & 1
    ]
    found: dict[str, int] = {}
    for trait in counting_traits(living, traits):
        added = sum(
            _dice_of(effect, state, unit, is_shot=is_shot, is_charge=is_charge)
            for effect in trait.effects
        )
        if added:
            found[trait.id] = found.get(trait.id, 0) + added
    parts += [DicePart(name, count) for name, count in found.items()]
    if state.extra_dice and state.phase in (c.STRIKE, c.SHOOT):
        parts.append(DicePart("excite", state.extra_dice))
    return tuple(parts)


def _dice_of(effect: Effect, state: State, unit: int, *, is_shot: bool, is_charge: bool) -> int:
    if is_shot:
        return effect.value if effect.kind == effects.SHOOTING_DICE else 0
    if effect.kind == effects.ENGAGEMENT_DICE:
        return effect.value
    if effect.kind == effects.CHARGE_DICE:
        return effect.value if is_charge else 0
    if effect.kind == effects.ORDER_TOKEN_DICE:
        return effect.value * int(state.orders[unit])
    if effect.kind == effects.WOUNDED_ENEMY_DICE:
        return effect.value if is_wounded(state, state.rolled_at) else 0
    return 0


def _missing_dice(state: State) -> int:
    """Packed dice of the pending roll that score as few hits as possible."""
    is_shot = state.phase in (c.SHOOT, c.REACT_SHOOT)
    packed = state.white[state.roller] if is_shot else state.black[state.roller]
    face = min(range(1, 7), key=lambda each: packed >> (each << c.FACE_SHIFT) & c.FACE_MASK)
    return state.dice << (face << c.FACE_SHIFT)
