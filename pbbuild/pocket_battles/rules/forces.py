"""The units of both sides in a battle, and their numbers as the core packs them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Edition, Trait, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.state import Roster, State
from pbbuild.pocket_battles.rules.core.units import place, update_unit
from pbbuild.pocket_battles.rules.units import counting_traits, tokens_at_start, tokens_of_size

ROUND_LIMIT: Final = 50  # PB-9.3

# The shift of each effect in the words `bonus` and `extra` of a troop.
_BONUS: Final = {
    effects.ENGAGEMENT_DICE: c.BONUS_ENGAGEMENT,
    effects.CHARGE_DICE: c.BONUS_CHARGE,
    effects.SHOOTING_DICE: c.BONUS_SHOOTING,
    effects.SCORING_HITS: c.BONUS_SCORING,
    effects.TOKENS: c.BONUS_TOKENS,
}
_EXTRA: Final = {
    effects.ORDER_TOKEN_DICE: c.EXTRA_PER_ORDER,
    effects.WOUNDED_ENEMY_DICE: c.EXTRA_WOUNDED_ENEMY,
    effects.TOKEN_SET_ASIDE: c.EXTRA_SET_ASIDE,
    effects.SPECIAL_DOUBLE_ORDER: c.EXTRA_DOUBLE_ORDER,
    effects.SPECIAL_EXCITE: c.EXTRA_EXCITE,
}
_FLAGS: Final = {
    effects.REDEPLOYS_AND_ACTS: c.REDEPLOYS_AND_ACTS,
    effects.MAY_NOT_REDEPLOY: c.MAY_NOT_REDEPLOY,
    effects.SHOOTS_FROM_REAR: c.SHOOTS_FROM_REAR,
    effects.SHOOTS_ADJACENT_FRONT: c.SHOOTS_ADJACENT_FRONT,
    effects.STRIKES_FIRST: c.STRIKES_FIRST,
    effects.LEAVES_UNSTRUCK: c.LEAVES_UNSTRUCK,
    effects.CHARGES_REAR: c.CHARGES_REAR,
    effects.EVADES_INTERCEPTION: c.EVADES_INTERCEPTION,
    effects.CHARGES_AGAIN: c.CHARGES_AGAIN,
    effects.LETHAL_SHOTS: c.LETHAL_SHOTS,
    effects.SPECIAL_HEAL: c.HEALS,
    effects.SPECIAL_DOUBLE_ORDER: c.DOUBLE_ORDERS,
    effects.SPECIAL_EXCITE: c.EXCITES,
}
NO_STEP: Final = 99


@dataclass(frozen=True, slots=True)
class Tile:
    """One troop with the values a battle needs. PB-1.1."""

    code: str
    dp: int
    fv: int
    wp: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    traits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FieldedUnit:
    """A unit on the field: its id (`a1`), its name in the list, its troops, top first."""

    id: str
    name: str
    troops: tuple[Tile, ...]


@dataclass(frozen=True)
class Forces:
    """The units of both sides, the edition and the size; all states of a battle share them."""

    sides: tuple[tuple[FieldedUnit, ...], tuple[FieldedUnit, ...]]
    edition: str
    size: int

    def unit(self, index: int) -> FieldedUnit:
        """The unit with this index in the core."""
        return self.sides[index >> c.SIDE_SHIFT][index & (c.SIDE_SIZE - 1)]

    def troops(self) -> Iterable[tuple[int, int, Tile]]:
        """For each troop, in the order of the core: its index, its unit's index, its tile."""
        for side, units in enumerate(self.sides):
            troop = side << c.SIDE_SHIFT
            for place_in_list, unit in enumerate(units):
                for tile in unit.troops:
                    yield troop, (side << c.SIDE_SHIFT) + place_in_list, tile
                    troop += 1

    @cached_property
    def _troops(self) -> dict[int, tuple[int, Tile]]:
        return {troop: (unit, tile) for troop, unit, tile in self.troops()}

    @cached_property
    def _codes(self) -> dict[tuple[int, str], int]:
        return {(unit, tile.code): troop for troop, unit, tile in self.troops()}

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {
            unit.id: (side << c.SIDE_SHIFT) + place_in_list
            for side, units in enumerate(self.sides)
            for place_in_list, unit in enumerate(units)
        }

    def unit_index(self, unit_id: str) -> int:
        """The core's index of the unit `unit_id`, -1 if there is none."""
        return self._ids.get(unit_id, c.NOBODY)

    def tile(self, troop: int) -> Tile:
        """The tile with the index `troop` in the core."""
        return self._troops[troop][1]

    def unit_of_troop(self, troop: int) -> int:
        """The index of the unit of `troop`."""
        return self._troops[troop][0]

    def troop_index(self, unit: int, code: str) -> int:
        """The core's index of the tile `code` of `unit`, -1 if there is none."""
        return self._codes.get((unit, code), c.NOBODY)


def tile_of(troop: Troop) -> Tile:
    """The tile of a catalog troop."""
    return Tile(troop.code, troop.dp, troop.fv, troop.wp, troop.black, troop.white, troop.traits)


def fielded_units(army_list: ArmyList, side: int, catalog: Catalog) -> tuple[FieldedUnit, ...]:
    """The units of a list as `side` fields them."""
    letter = SIDES[side].lower()
    return tuple(
        FieldedUnit(
            f"{letter}{number}",
            unit.name,
            tuple(tile_of(catalog.troop(code)) for code in unit.troops),
        )
        for number, unit in enumerate(army_list.units, 1)
    )


def pack_dice(faces: Sequence[int]) -> int:
    """How often each face occurs, packed into one byte per face."""
    return sum(1 << (face << c.FACE_SHIFT) for face in faces)


def unpack_dice(packed: int) -> tuple[int, ...]:
    """The faces of packed dice, in rising order."""
    return tuple(
        face for face in range(1, 7) for _ in range(packed >> (face << c.FACE_SHIFT) & c.FACE_MASK)
    )


def make_roster(
    forces: Forces, edition: Edition, traits: Mapping[str, Trait], round_limit: int
) -> Roster:
    """The values of all troops as the core reads them."""
    roster = Roster()
    roster.tokens = tokens_of_size(forces.size)
    roster.round_limit = round_limit
    roster.shoots_any_sector = int(edition.shoots_into == "any")
    roster.shoots_rear_elsewhere = int(edition.shoots_rear_elsewhere)
    once: dict[str, int] = {}
    for troop, unit, tile in forces.troops():
        roster.dp[troop] = tile.dp
        roster.wp[troop] = tile.wp
        roster.black[troop] = pack_dice(tile.black)
        roster.white[troop] = pack_dice(tile.white)
        roster.unit_of[troop] = unit
        roster.troops_of[unit] |= 1 << (troop & (c.SIDE_SIZE - 1))
        roster.order_step[troop] = NO_STEP
        roster.fielded[troop >> c.SIDE_SHIFT] += tile.dp
        for trait_id in tile.traits:
            _add_trait(roster, troop, traits[trait_id], once)
    return roster


def _add_trait(roster: Roster, troop: int, trait: Trait, once: dict[str, int]) -> None:
    bonus = sum(e.value << _BONUS[e.kind] for e in trait.effects if e.kind in _BONUS)
    extra = sum(e.value << _EXTRA[e.kind] for e in trait.effects if e.kind in _EXTRA)
    if trait.stacks:
        roster.bonus[troop] += bonus
        roster.extra[troop] += extra
    elif bonus or extra:
        number = once.setdefault(trait.id, len(once))
        roster.once_bonus[number] = bonus
        roster.once_extra[number] = extra
        roster.once[troop] |= 1 << number
    for effect in trait.effects:
        if effect.kind == effects.SELF_HIT_FACES:
            roster.flags[troop] |= 1 << effect.value
        elif effect.kind == effects.ORDER_STEP:
            roster.order_step[troop] = min(roster.order_step[troop], effect.value)
        elif effect.kind == effects.REGENERATES:
            roster.regenerates[troop] += effect.value
        else:
            roster.flags[troop] |= _FLAGS.get(effect.kind, 0)


def initial_state(forces: Forces, roster: Roster) -> State:
    """A state with all troops alive, no unit deployed and no tokens yet."""
    state = State(roster)
    for troop, _, _ in forces.troops():
        state.tally[c.TROOPS + (troop >> c.SIDE_SHIFT)] |= 1 << (troop & (c.SIDE_SIZE - 1))
    for side, units in enumerate(forces.sides):
        for place_in_list in range(len(units)):
            unit = (side << c.SIDE_SHIFT) + place_in_list
            state.tally[c.UNITS + side] |= 1 << place_in_list
            place(state, unit, c.UNDEPLOYED)
            update_unit(state, unit)
    return state


MOST_DICE: Final = c.FACE_MASK
# A word of a troop has one bit for each trait that does not stack.
MOST_SINGLE_TRAITS: Final = 62


def refuse_beyond_limits(forces: Forces, traits: Mapping[str, Trait]) -> None:
    """Raise where a unit has more dice, or a battle more traits, than the core can count.

    Printed tiles stay far below the limits; invented tiles and traits can exceed them.
    """
    single = {
        trait
        for side in forces.sides
        for unit in side
        for tile in unit.troops
        for trait in tile.traits
        if not traits[trait].stacks
    }
    if len(single) > MOST_SINGLE_TRAITS:
        raise UsageError("engine.too-many-traits", count=len(single), most=MOST_SINGLE_TRAITS)
    for side in forces.sides:
        totals = {unit.id: _totals(unit, traits) for unit in side}
        tokens = tokens_at_start(forces.size, (unit.troops for unit in side), traits)
        excite = max((total[effects.SPECIAL_EXCITE] for total in totals.values()), default=0)
        for unit in side:
            if _largest_number(unit, totals[unit.id], tokens, excite) > MOST_DICE:
                raise UsageError("engine.too-many-dice", unit=unit.id, most=MOST_DICE)


def _totals(unit: FieldedUnit, traits: Mapping[str, Trait]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for trait in counting_traits(unit.troops, traits):
        for effect in trait.effects:
            totals[effect.kind] += effect.value
    return totals


def _largest_number(unit: FieldedUnit, totals: Counter[str], tokens: int, excite: int) -> int:
    """The largest number of this unit that the core packs into eight bits."""
    strike = (
        2
        + totals[effects.ENGAGEMENT_DICE]
        + totals[effects.CHARGE_DICE]
        + totals[effects.ORDER_TOKEN_DICE] * tokens
        + totals[effects.WOUNDED_ENEMY_DICE]
        + excite
    )
    shot = 1 + totals[effects.SHOOTING_DICE] + excite
    black = Counter(face for tile in unit.troops for face in tile.black)
    white = Counter(face for tile in unit.troops for face in tile.white)
    others = (totals[effects.SCORING_HITS], totals[effects.TOKEN_SET_ASIDE], totals[effects.TOKENS])
    return max(strike, shot, *black.values(), *white.values(), *others)
