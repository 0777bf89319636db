"""The values of a unit: its dice, the totals of its traits, the exact odds of its hits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pbbuild.play.chance import Distribution, hits
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.rules.units import TroopValues, counting_traits, largest_unit


class FightingTroop(TroopValues, Protocol):
    """The values of a troop that a profile adds up."""

    @property
    def dp(self) -> int:
        """Its deployment points."""

    @property
    def black(self) -> Sequence[int]:
        """The faces of its engagement dice."""

    @property
    def white(self) -> Sequence[int]:
        """The faces of its shooting dice."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The values of a unit, added up from its living troops. PB-1.7, PB-T.

    `effects` has the total of each effect of its traits; a trait that does not stack counts
    once, however many troops have it.
    """

    dp: int
    wp: int
    formation: int
    size: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    traits: tuple[Trait, ...]
    effects: Mapping[str, int]

    def effect(self, kind: str) -> int:
        """The total of one effect, 0 where no trait has it."""
        return self.effects.get(kind, 0)

    @property
    def order_step(self) -> int:
        """The number that `order_cost` adds to the order tokens on the unit. PB-4.5, PB-T.12."""
        return self.effects.get(effects.ORDER_STEP, 1)

    def strike_dice(self, *, charging: bool, orders: int = 0, enemy_wounded: bool = False) -> int:
        """How many dice the unit rolls when it strikes. PB-6.1."""
        count = 1 + self.effect(effects.ENGAGEMENT_DICE)
        count += self.effect(effects.ORDER_TOKEN_DICE) * orders
        count += self.effect(effects.WOUNDED_ENEMY_DICE) * enemy_wounded
        if charging:
            count += 1 + self.effect(effects.CHARGE_DICE)
        return count

    @property
    def shooting_dice(self) -> int:
        """How many dice the unit rolls when it shoots. PB-8.1."""
        return 1 + self.effect(effects.SHOOTING_DICE)

    def strike_hits(
        self, *, charging: bool, orders: int = 0, enemy_wounded: bool = False
    ) -> Distribution:
        """Exact odds of the hits of one strike; `orders` are the order tokens then on it."""
        count = self.strike_dice(charging=charging, orders=orders, enemy_wounded=enemy_wounded)
        return hits(self.black, count, self.effect(effects.SCORING_HITS))

    def shooting_hits(self) -> Distribution:
        """Exact odds of the hits of one shot."""
        return hits(self.white, self.shooting_dice, self.effect(effects.SCORING_HITS))


def profile(troops: Sequence[FightingTroop], traits: Mapping[str, Trait]) -> Profile:
    """The profile of a unit of these troops (at least one)."""
    carried = [traits[trait] for troop in troops for trait in troop.traits]
    return Profile(
        dp=sum(troop.dp for troop in troops),
        wp=sum(troop.wp for troop in troops),
        formation=largest_unit(troops),
        size=len(troops),
        black=tuple(sorted(face for troop in troops for face in troop.black)),
        white=tuple(sorted(face for troop in troops for face in troop.white)),
        traits=_shown(carried, traits),
        effects=_totals(counting_traits(troops, traits)),
    )


def _totals(counting: Iterable[Trait]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for trait in counting:
        for effect in trait.effects:
            if effect.kind == effects.ORDER_STEP:
                # Steps are not added up: the lowest one counts.
                totals[effect.kind] = min(totals.get(effect.kind, 1), effect.value)
            elif effect.kind == effects.SELF_HIT_FACES:
                totals[effect.kind] = effect.value
            else:
                totals[effect.kind] = totals.get(effect.kind, 0) + effect.value
    return totals


def _shown(carried: Sequence[Trait], traits: Mapping[str, Trait]) -> tuple[Trait, ...]:
    # The numbers of one trait are added up: two +1 Engagement are shown as +2.
    numbers: dict[str, int] = {}
    for trait in carried:
        numbers[trait.base] = numbers.get(trait.base, 0) + trait.number
    shown = {
        base: traits.get(f"{base}+{number}") if number else traits[base]
        for base, number in numbers.items()
    }
    order = {trait_id: place for place, trait_id in enumerate(traits)}
    found = [trait for trait in shown.values() if trait is not None]
    return tuple(sorted(found, key=lambda trait: order[trait.id]))
