"""What the core's packed numbers can hold; forces beyond that are refused, not miscounted.

No printed tile comes near: only made-up tiles and an owner's own traits can.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.forces import FieldedUnit, Forces
from pbbuild.pocket_battles.rules.units import counting_traits, tokens_at_start

MOST_DICE: Final = c.FACE_MASK
# The bits of a troop's word that say which of the traits that do not add up it has.
MOST_SINGLE_TRAITS: Final = 62


def refuse_beyond_limits(forces: Forces, traits: Mapping[str, Trait]) -> None:
    """Raise where a unit has or could roll more dice, or a battle more traits, than fit."""
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
            if _most(unit, totals[unit.id], tokens, excite) > MOST_DICE:
                raise UsageError("engine.too-many-dice", unit=unit.id, most=MOST_DICE)


def _totals(unit: FieldedUnit, traits: Mapping[str, Trait]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for trait in counting_traits(unit.troops, traits):
        for effect in trait.effects:
            totals[effect.kind] += effect.value
    return totals


def _most(unit: FieldedUnit, totals: Counter[str], tokens: int, excite: int) -> int:
    """The largest of the numbers of this unit that the core packs into a few bits."""
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
