"""The worth of a unit for a style: the objective that the builder maximises.

The formula and every number are explained in docs/building.md. Traits count by their effects,
never by their names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.profile import Profile, profile

# A typical enemy unit: hits beyond its wound points are wasted.
TYPICAL_WOUNDS: Final = 4.0
GUN: Final = "gun"


@dataclass(frozen=True, slots=True)
class ArmyStyle:
    """A style of army: the weights of the objective and the number of units.

    `units` is the least and the largest number of units per token; `tile` is added for every
    tile, `expensive` for every point a tile costs above three; `noise` is how much a seed may
    change the worth of a tile.
    """

    name: str
    melee: float
    shooting: float
    wounds: float
    command: float
    speed: float
    tile: float
    expensive: float
    units: tuple[float, float]
    noise: float

    def band(self, tokens: int) -> tuple[int, int]:
        """The least and the largest number of units for an army with so many tokens."""
        least, most = self.units
        return max(1, round(least * tokens)), max(2, round(most * tokens))


STYLES: Final[dict[str, ArmyStyle]] = {
    style.name: style
    for style in (
        ArmyStyle("balanced", 1.0, 1.5, 0.55, 1.0, 1.0, 0.0, 0.0, (0.75, 1.05), 0.10),
        ArmyStyle("assault", 1.6, 0.5, 0.55, 0.8, 1.4, 0.0, 0.0, (0.6, 0.95), 0.10),
        ArmyStyle("shooting", 0.6, 2.8, 0.5, 0.9, 0.7, 0.0, 0.0, (0.75, 1.1), 0.10),
        ArmyStyle("horde", 0.9, 1.2, 0.6, 0.5, 0.7, 1.2, -0.3, (0.8, 1.2), 0.10),
        ArmyStyle("elite", 1.1, 1.4, 0.5, 1.1, 1.1, -0.6, 0.25, (0.6, 1.0), 0.10),
        ArmyStyle("random", 1.0, 1.4, 0.55, 1.0, 1.0, 0.0, 0.0, (0.65, 1.15), 0.75),
    )
}


@dataclass(frozen=True, slots=True)
class ExpectedHits:
    """The expected hits of a unit: on a charge, in an engagement, when it shoots."""

    charge: float
    strike: float
    shot: float


def attack_hits(unit: Profile) -> ExpectedHits:
    """The unit's expected hits with one order token; its faces count as all different."""
    bonus = unit.effect(effects.SCORING_HITS)
    return ExpectedHits(
        charge=_hits(len(unit.black), unit.strike_dice(charging=True, orders=1), bonus),
        strike=_hits(len(unit.black), unit.strike_dice(charging=False, orders=1), bonus),
        shot=_hits(len(unit.white), unit.shooting_dice, bonus),
    )


def chance_to_score(troops: Sequence[Troop], catalog: Catalog) -> float:
    """The likelihood that a unit's charge scores plus the likelihood that its shot does."""
    unit = profile(troops, catalog.traits)
    charge = (1 - len(set(unit.black)) / 6) ** unit.strike_dice(charging=True, orders=1)
    shot = (1 - len(set(unit.white)) / 6) ** unit.shooting_dice
    return 2 - charge - shot


def unit_worth(troops: tuple[Troop, ...], style: ArmyStyle, catalog: Catalog) -> float:
    """The worth of a unit of these troops for an army of `style`."""
    unit = profile(troops, catalog.traits)
    expected = attack_hits(unit)
    melee = style.melee * (0.6 * _useful(expected.charge) + 0.4 * _useful(expected.strike))
    melee *= 1 + _bonus(
        (0.15, unit.effect(effects.CHARGES_AGAIN)),
        (0.10, unit.effect(effects.WOUNDED_ENEMY_DICE)),
        (0.15, unit.effect(effects.CHARGES_REAR)),
    )
    shot = style.shooting * _useful(expected.shot)
    shot *= 1 + _bonus(
        (0.20, unit.effect(effects.SHOOTS_FROM_REAR)),
        (0.15, unit.effect(effects.SHOOTS_ADJACENT_FRONT)),
    )
    # A unit usually has one order per round, so its weaker attack counts little.
    offence = max(melee, shot) + 0.35 * min(melee, shot)
    offence *= 1 + _bonus(
        (0.20 if unit.order_step < 1 else 0.0, 1),
        (0.12 * style.speed, unit.effect(effects.REDEPLOYS_AND_ACTS)),
    )
    return (
        offence
        + _defence(unit, expected, style)
        + _command(unit, offence, style)
        + sum(style.tile + style.expensive * (troop.dp - 3) for troop in troops)
        - _deduction(troops, unit, catalog)
    )


def _hits(printed: int, dice: int, bonus: int) -> float:
    if not printed:
        return 0.0
    scoring = min(printed, 5) / 6
    return dice * printed / 6 + bonus * (1 - (1 - scoring) ** dice)


def _useful(hits: float) -> float:
    return TYPICAL_WOUNDS * (1 - exp(-hits / TYPICAL_WOUNDS))


def _bonus(*parts: tuple[float, int]) -> float:
    return sum(weight for weight, present in parts if present)


def _defence(unit: Profile, expected: ExpectedHits, style: ArmyStyle) -> float:
    defence = style.wounds * unit.wp + 0.25 * _useful(expected.strike)
    defence += 0.3 * _useful(expected.strike) * bool(unit.effect(effects.STRIKES_FIRST))
    defence += 0.5 * bool(unit.effect(effects.REGENERATES))
    defence += 0.15 * bool(unit.effect(effects.LEAVES_UNSTRUCK))
    defence += 0.1 * style.speed * bool(unit.effect(effects.REDEPLOYS_AND_ACTS))
    defence -= 0.2 * bool(unit.effect(effects.MAY_NOT_REDEPLOY))
    if unit.effect(effects.SELF_HIT_FACES):
        # Each die of a reckless charge hits the charger itself one time in six.
        defence -= 0.5 * unit.strike_dice(charging=True) / 6
    return defence


def _command(unit: Profile, offence: float, style: ArmyStyle) -> float:
    """The worth of tokens and special actions; a unit that fights well has few orders left."""
    offered = (
        1.3 * bool(unit.effect(effects.SPECIAL_DOUBLE_ORDER)),
        0.9 * bool(unit.effect(effects.SPECIAL_EXCITE)),
        0.9 * bool(unit.effect(effects.SPECIAL_HEAL)),
    )
    # With one order per round a second special action adds little.
    specials = max(offered) + 0.25 * (sum(offered) - max(offered))
    busy = 1 / (1 + 0.35 * offence)
    tokens = 1.2 * unit.effect(effects.TOKENS)
    setting_aside = 0.3 * bool(unit.effect(effects.TOKEN_SET_ASIDE))
    return style.command * (specials * busy + tokens + setting_aside)


def _deduction(troops: tuple[Troop, ...], unit: Profile, catalog: Catalog) -> float:
    """The deduction for combinations of tiles that make little sense."""
    penalty = 0.0
    if unit.effect(effects.MAY_NOT_REDEPLOY) and unit.effect(effects.REDEPLOYS_AND_ACTS):
        penalty += 1.0
    with_wp = [troop for troop in troops if troop.wp]
    helpers = len(troops) - len(with_wp)
    if helpers and len(with_wp) < 2:
        penalty += 0.6  # one hit kills both
    penalty += 1.5 * max(0, helpers - 1)
    if len(troops) == 1 and unit.wp < 2 and not troops[0].traits:
        penalty += 0.6  # it does little for its order and is easily destroyed
    # Mounted troops with foot, or shooters in a unit that charges, lose their advantages.
    fighters = {_kind_of_fighter(troop) for troop in with_wp if troop.black or troop.white}
    penalty += 0.35 * max(0, len(fighters) - 1)
    if not unit.black:
        penalty += 0.6 * _traits_with(troops, catalog, effects.ENGAGEMENT_DICE)
        penalty += 0.6 * _traits_with(troops, catalog, effects.CHARGE_DICE)
    if not unit.white:
        penalty += 0.6 * _traits_with(troops, catalog, effects.SHOOTING_DICE)
    return penalty


def _kind_of_fighter(troop: Troop) -> str:
    if not troop.black:
        return "shooters"
    return "mounted" if troop.type in ("mounted", "chariot") else "foot"


def _traits_with(troops: tuple[Troop, ...], catalog: Catalog, kind: str) -> int:
    return sum(
        any(effect.kind == kind for effect in catalog.traits[trait].effects)
        for troop in troops
        for trait in troop.traits
    )
