"""The worth of a unit for a style: the objective that the builder maximises.

A unit is described by features: its expected hits, its wound points, what its traits do. Their
weights were fitted to battles (`objective.py`); a style adds what it prefers. docs/builder.md
explains the model. Traits count by their effects, never by their names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from pbbuild.pocket_battles.builder.objective import PER_POINT, WEIGHTS
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.profile import Profile, profile

# A typical enemy unit: hits beyond its wound points are wasted.
TYPICAL_WOUNDS: Final = 4.0
GUN: Final = "gun"


@dataclass(frozen=True, slots=True)
class ArmyStyle:
    """A style of army: what it adds to the fitted worth, and the number of units.

    `melee` and `shooting` are added for every useful hit, `wounds` for every wound point, `command`
    for every extra token, `speed` for every useful hit of a unit that moves and acts.
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
        ArmyStyle("balanced", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, (0.75, 1.05), 0.05),
        ArmyStyle("assault", 2.0, -4.0, 0.0, -0.4, 0.2, 0.0, 0.0, (0.6, 0.95), 0.05),
        ArmyStyle("shooting", -2.0, 4.0, -0.1, -0.2, -0.2, 0.0, 0.0, (0.75, 1.1), 0.05),
        ArmyStyle("horde", -0.5, -1.0, 0.1, -1.0, -0.1, 2.5, -1.0, (0.8, 1.2), 0.05),
        ArmyStyle("elite", 0.3, -0.3, -0.1, 0.2, 0.0, -2.0, 1.0, (0.6, 1.0), 0.05),
        ArmyStyle("random", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, (0.65, 1.15), 0.5),
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
    found = unit_features(troops, catalog)
    fitted = sum(WEIGHTS[name] * value for name, value in found.items())
    preferred = (
        style.melee * (0.6 * found["charge"] + 0.4 * found["engagement"])
        + style.shooting * found["shot"]
        + style.wounds * found["wound-points"]
        + style.command * found["tokens"]
        + style.speed * found["moves-and-acts"]
    )
    return (
        fitted
        + preferred
        + sum(PER_POINT * t.dp + style.tile + style.expensive * (t.dp - 3) for t in troops)
    )


def unit_features(troops: tuple[Troop, ...], catalog: Catalog) -> dict[str, float]:
    """What describes a unit for the objective: a number for each of `WEIGHTS`.

    Hits are the useful ones; a unit that fights well has few orders left for special actions.
    """
    unit = profile(troops, catalog.traits)
    expected = attack_hits(unit)
    charge, strike, shot = map(_useful, (expected.charge, expected.strike, expected.shot))
    melee = 0.6 * charge + 0.4 * strike
    offence = max(melee, shot)
    leisure = 1 / (1 + 0.35 * offence)
    fighters = [troop for troop in troops if troop.wp]
    helpers = len(troops) - len(fighters)
    arms = {_kind_of_fighter(troop) for troop in fighters if troop.black or troop.white}
    reckless = unit.strike_dice(charging=True) / 6 if unit.effect(effects.SELF_HIT_FACES) else 0.0

    def has(kind: str) -> bool:
        return bool(unit.effect(kind))

    return {
        "unit": 1.0,
        "tile": float(len(troops)),
        "wound-points": float(unit.wp),
        "charge": charge,
        "charge-squared": charge * charge,
        "engagement": strike,
        "charges-again": melee * has(effects.CHARGES_AGAIN),
        "against-wounded": melee * has(effects.WOUNDED_ENEMY_DICE),
        "charges-rear": melee * has(effects.CHARGES_REAR),
        "strikes-first": strike * has(effects.STRIKES_FIRST),
        "hits-itself": reckless,
        "shot": shot,
        "shot-squared": shot * shot,
        "shoots-from-rear": shot * has(effects.SHOOTS_FROM_REAR),
        "shoots-adjacent": shot * has(effects.SHOOTS_ADJACENT_FRONT),
        "lethal": shot * has(effects.LETHAL_SHOTS),
        "both-attacks": min(melee, shot),
        "hits-per-wound-point": max(charge, shot) / max(1, unit.wp),
        "moves-and-acts": offence * has(effects.REDEPLOYS_AND_ACTS),
        "may-not-redeploy": float(has(effects.MAY_NOT_REDEPLOY)),
        "leaves-unstruck": float(has(effects.LEAVES_UNSTRUCK)),
        "cheap-orders": offence * (unit.order_step < 1),
        "regenerates": float(has(effects.REGENERATES)),
        "double-order": leisure * has(effects.SPECIAL_DOUBLE_ORDER),
        "excite": leisure * has(effects.SPECIAL_EXCITE),
        "heal": leisure * has(effects.SPECIAL_HEAL),
        "tokens": float(unit.effect(effects.TOKENS)),
        "sets-token-aside": float(has(effects.TOKEN_SET_ASIDE)),
        "helper-with-one": float(helpers > 0 and len(fighters) < 2),
        "second-helper": float(max(0, helpers - 1)),
        "mixed-arms": float(max(0, len(arms) - 1)),
        "idle-trait": float(_idle_traits(troops, unit, catalog)),
        "lone-tile": float(len(troops) == 1 and unit.wp < 2 and not troops[0].traits),
    }


def _idle_traits(troops: tuple[Troop, ...], unit: Profile, catalog: Catalog) -> int:
    """Traits for dice of a colour that the unit does not have."""
    idle = 0
    if not unit.black:
        idle += _traits_with(troops, catalog, effects.ENGAGEMENT_DICE)
        idle += _traits_with(troops, catalog, effects.CHARGE_DICE)
    if not unit.white:
        idle += _traits_with(troops, catalog, effects.SHOOTING_DICE)
        idle += _traits_with(troops, catalog, effects.LETHAL_SHOTS)
    return idle


def _hits(printed: int, dice: int, bonus: int) -> float:
    if not printed:
        return 0.0
    scoring = min(printed, 5) / 6
    return dice * printed / 6 + bonus * (1 - (1 - scoring) ** dice)


def _useful(hits: float) -> float:
    return TYPICAL_WOUNDS * (1 - exp(-hits / TYPICAL_WOUNDS))


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
