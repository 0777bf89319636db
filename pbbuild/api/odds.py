"""The exact odds of an attack, and of a combat of Pocket General."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from pbbuild.api.arguments import AnyList, list_in, one_of, within
from pbbuild.api.pocket_general import game_of_owner, nations_named
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.attack_odds import (
    odds_document,
    odds_of,
    unit_named,
    unit_of_list,
)
from pbbuild.pocket_battles.rules.odds import MANY_TOKENS, AttackType, Odds, StandingUnit
from pbbuild.pocket_general.playtest.combat_odds import forecast_of
from pbbuild.pocket_general.rules.odds import CombatOdds

AttackKind = Literal["charge", "fight", "shoot"]
KINDS: Final = ("charge", "fight", "shoot")
# `union-80:8`, `UNI12,UNI14/1`, or a list and the number of the unit.
AnyUnit = str | tuple[AnyList, int]


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The odds of an attack: probabilities by total, lowest total first.

    `destroys` is the probability that the target is destroyed, `eliminated` how many of its troops
    are eliminated; both are None without a target. `all` also has the strike back.
    """

    dice: int
    hits: dict[int, float]
    mean: float
    eliminated: dict[int, float] | None
    destroys: float | None
    all: Odds

    def to_json(self) -> dict[str, Any]:
        """The odds as `pbbuild odds --json` prints them."""
        return odds_document(self.all, named=self.destroys is not None)


def odds(
    attacker: AnyUnit,
    against: AnyUnit | None = None,
    attack: AttackKind = "fight",
    orders: int = 1,
    enemy_orders: int = 0,
    excite: bool = False,
    tokens: int | None = None,
) -> AttackOdds:
    """The exact odds of one unit attacking another.

    A unit is `LIST:N`, tile codes joined by commas (`UNI12,UNI14/1`, wounds after a slash), or a
    list and a number. `orders` are the order tokens on each unit then, `tokens` those each side
    has for wounds (by default enough).
    """
    one_of("attack", attack, KINDS)
    catalog = load_catalog()
    for_wounds = MANY_TOKENS if tokens is None else within("tokens", tokens, 0, 30)
    unit = _unit(attacker, catalog)
    target = None if against is None else _unit(against, catalog)
    found = odds_of(
        unit,
        target,
        AttackType(
            charging=attack == "charge",
            shooting=attack == "shoot",
            orders=within("orders", orders, 0, 31),
            target_orders=within("enemy_orders", enemy_orders, 0, 31),
            excite_dice=int(excite),
            tokens=for_wounds,
            target_tokens=for_wounds,
        ),
        catalog,
    )
    return AttackOdds(
        dice=found.dice,
        hits=found.hits,
        mean=found.mean,
        eliminated=found.eliminated if target else None,
        destroys=found.destroyed if target else None,
        all=found,
    )


def _unit(given: AnyUnit, catalog: Catalog) -> StandingUnit:
    if isinstance(given, str):
        return unit_named(given, catalog)
    army_list, number = given
    return unit_of_list(list_in(army_list), number, catalog)


def combat_odds(
    at: str,
    units: Sequence[str] = (),
    enemy: Sequence[str] = (),
    army: str = "germany",
    against: str = "russia",
) -> CombatOdds:
    """The exact odds of a combat of Pocket General, on a terrain or at a location."""
    game = game_of_owner()
    nations = nations_named(game.catalog, army, against)
    return forecast_of(game, at, nations, (units, enemy)).odds
