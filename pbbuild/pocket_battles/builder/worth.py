"""What a unit is worth to an army of a style: the objective that the builder maximises.

The formula and every number are explained in docs/building.md. Nothing here asks a trait's
name: traits count by their effects.
"""

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
class Style:
    """How an army likes to fight: weights of the objective and how many units it wants.

    `units` is the band of units per token; `tile` is added for every tile, `dear` for every
    point a tile costs above three; `noise` is how far a seed may sway the worth of a tile.
    """

    name: str
    melee: float
    shooting: float
    wounds: float
    command: float
    speed: float
    tile: float
    dear: float
    units: tuple[float, float]
    noise: float


STYLES: Final[dict[str, Style]] = {
    style.name: style
    for style in (
        Style("balanced", 1.0, 1.5, 0.55, 1.0, 1.0, 0.0, 0.0, (0.75, 1.05), 0.10),
        Style("assault", 1.6, 0.5, 0.55, 0.8, 1.4, 0.0, 0.0, (0.6, 0.95), 0.10),
        Style("shooting", 0.6, 2.8, 0.5, 0.9, 0.7, 0.0, 0.0, (0.75, 1.1), 0.10),
        Style("horde", 0.9, 1.2, 0.6, 0.5, 0.7, 1.2, -0.3, (0.8, 1.2), 0.10),
        Style("elite", 1.1, 1.4, 0.5, 1.1, 1.1, -0.6, 0.25, (0.6, 1.0), 0.10),
        Style("random", 1.0, 1.4, 0.55, 1.0, 1.0, 0.0, 0.0, (0.65, 1.15), 0.75),
    )
}


@dataclass(frozen=True, slots=True)
class Blows:
    """Expected hits of a unit: on a charge, in an engagement, when it shoots."""

    charge: float
    strike: float
    shot: float


def blows(unit: Profile) -> Blows:
    """The unit's expected hits, one order token on it; faces as varied as its dice allow."""
    bonus = unit.effect(effects.SCORING_HITS)
    return Blows(
        charge=_hits(len(unit.black), unit.strike_dice(charging=True, orders=1), bonus),
        strike=_hits(len(unit.black), unit.strike_dice(charging=False, orders=1), bonus),
        shot=_hits(len(unit.white), unit.shooting_dice, bonus),
    )


def unit_worth(troops: tuple[Troop, ...], style: Style, catalog: Catalog) -> float:
    """The worth of a unit of these troops to an army of `style`."""
    unit = profile(troops, catalog.traits)
    expected = blows(unit)
    melee = style.melee * (0.6 * _useful(expected.charge) + 0.4 * _useful(expected.strike))
    melee *= 1 + _share(
        (0.15, unit.effect(effects.CHARGES_AGAIN)),
        (0.10, unit.effect(effects.WOUNDED_ENEMY_DICE)),
        (0.15, unit.effect(effects.CHARGES_REAR)),
    )
    shot = style.shooting * _useful(expected.shot)
    shot *= 1 + _share(
        (0.20, unit.effect(effects.SHOOTS_FROM_REAR)),
        (0.15, unit.effect(effects.SHOOTS_ADJACENT_FRONT)),
    )
    # A unit has one order a round: what it does second best seldom counts.
    offence = max(melee, shot) + 0.35 * min(melee, shot)
    offence *= 1 + _share(
        (0.20 if unit.order_step < 1 else 0.0, 1),
        (0.12 * style.speed, unit.effect(effects.REDEPLOYS_AND_ACTS)),
    )
    return (
        offence
        + _defence(unit, expected, style)
        + _command(unit, offence, style)
        + sum(style.tile + style.dear * (troop.dp - 3) for troop in troops)
        - _nonsense(troops, unit, catalog)
    )


def _hits(printed: int, dice: int, bonus: int) -> float:
    if not printed:
        return 0.0
    scoring = min(printed, 5) / 6
    return dice * printed / 6 + bonus * (1 - (1 - scoring) ** dice)


def _useful(hits: float) -> float:
    return TYPICAL_WOUNDS * (1 - exp(-hits / TYPICAL_WOUNDS))


def _share(*parts: tuple[float, int]) -> float:
    return sum(weight for weight, present in parts if present)


def _defence(unit: Profile, expected: Blows, style: Style) -> float:
    defence = style.wounds * unit.wp + 0.25 * _useful(expected.strike)
    defence += 0.3 * _useful(expected.strike) * bool(unit.effect(effects.STRIKES_FIRST))
    defence += 0.5 * bool(unit.effect(effects.REGENERATES))
    defence += 0.15 * bool(unit.effect(effects.LEAVES_UNSTRUCK))
    defence += 0.1 * style.speed * bool(unit.effect(effects.REDEPLOYS_AND_ACTS))
    defence -= 0.2 * bool(unit.effect(effects.MAY_NOT_REDEPLOY))
    if unit.effect(effects.SELF_HIT_FACES):
        # Each die of a reckless charge is one chance in six of a wound on itself.
        defence -= 0.5 * unit.strike_dice(charging=True) / 6
    return defence


def _command(unit: Profile, offence: float, style: Style) -> float:
    """Tokens and special actions; a unit that fights well has no orders to spare for these."""
    offered = (
        1.3 * bool(unit.effect(effects.SPECIAL_DOUBLE_ORDER)),
        0.9 * bool(unit.effect(effects.SPECIAL_EXCITE)),
        0.9 * bool(unit.effect(effects.SPECIAL_HEAL)),
    )
    # One order a round: a second special in the same unit is little more than a choice.
    specials = max(offered) + 0.25 * (sum(offered) - max(offered))
    busy = 1 / (1 + 0.35 * offence)
    tokens = 1.2 * unit.effect(effects.TOKENS)
    setting_aside = 0.3 * bool(unit.effect(effects.TOKEN_SET_ASIDE))
    return style.command * (specials * busy + tokens + setting_aside)


def _nonsense(troops: tuple[Troop, ...], unit: Profile, catalog: Catalog) -> float:
    """What a player would shake his head at, as a deduction."""
    penalty = 0.0
    if unit.effect(effects.MAY_NOT_REDEPLOY) and unit.effect(effects.REDEPLOYS_AND_ACTS):
        penalty += 1.0
    bodies = [troop for troop in troops if troop.wp]
    helpers = len(troops) - len(bodies)
    if helpers and len(bodies) < 2:
        penalty += 0.6  # one hit kills both
    penalty += 1.5 * max(0, helpers - 1)
    if len(troops) == 1 and unit.wp < 2 and not troops[0].traits:
        penalty += 0.6  # an order for next to nothing, and easy points for the enemy
    # Cavalry that walks at the pace of the foot, archers dragged into the charge.
    arms = {_arm(troop) for troop in bodies if troop.black or troop.white}
    penalty += 0.35 * max(0, len(arms) - 1)
    if not unit.black:
        penalty += 0.6 * _carried(troops, catalog, effects.ENGAGEMENT_DICE)
        penalty += 0.6 * _carried(troops, catalog, effects.CHARGE_DICE)
    if not unit.white:
        penalty += 0.6 * _carried(troops, catalog, effects.SHOOTING_DICE)
    return penalty


def _arm(troop: Troop) -> str:
    if not troop.black:
        return "shooters"
    return "mounted" if troop.type in ("mounted", "chariot") else "foot"


def _carried(troops: tuple[Troop, ...], catalog: Catalog, kind: str) -> int:
    return sum(
        any(effect.kind == kind for effect in catalog.traits[trait].effects)
        for troop in troops
        for trait in troop.traits
    )
