"""Exact odds of an option of a battle: a charge, a shot, a reaction, a fight."""

from collections.abc import Mapping

from pbbuild.base.provenance import Provenance
from pbbuild.play.chance import Distribution, hits
from pbbuild.play.contract import Option, OptionOdds
from pbbuild.pocket_battles.catalog.model import Trait, Troop
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.engagement import engagement_dice
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.shooting import shooting_dice
from pbbuild.pocket_battles.rules.core.specials import excite_dice
from pbbuild.pocket_battles.rules.forces import unpack_dice
from pbbuild.pocket_battles.rules.odds import AttackType, StandingUnit, TroopState, attack_odds
from pbbuild.text.bilingual import Text


def option_odds(battle: Battle, option: Option, traits: Mapping[str, Trait]) -> OptionOdds | None:
    """The odds of a legal option of this decision, None where it is no attack.

    A charge, a shot or a reaction has its hits; a fight whose target is known has `mean_hits`,
    `destroyed`, `dp_lost`, `own_destroyed` and `own_dp_lost`.
    """
    state = battle.state
    word, *rest = option.text.split()
    units = [battle.forces.unit_index(name) for name in rest[:2]]
    excited = excite_dice(state) if state.trait == c.EXCITE else 0
    if word == "charge":
        dice = _paid_dice(battle, units[0], c.NOBODY, 1) + excited
        return _hits_alone(_hits(battle, units[0], state.black[units[0]], dice))
    if word == "intercept":
        dice = _paid_dice(battle, units[0], state.attacker, 0)
        return _hits_alone(_hits(battle, units[0], state.black[units[0]], dice))
    if word in ("shoot", "react-shoot"):
        # An Excite under way is the charger's, not that of the unit that reacts to it.
        dice = shooting_dice(state, units[0]) + (excited if word == "shoot" else 0)
        return _hits_alone(_hits(battle, units[0], state.white[units[0]], dice))
    if word == "target":
        return _fight(battle, traits, state.attacker, units[0], charging=True)
    if word == "carry-on":
        return _fight(battle, traits, units[0], units[1], charging=False, excited=excited)
    return None


def _hits_alone(chances: Distribution) -> OptionOdds:
    return OptionOdds(chances, {"mean_hits": float(chances.mean)})


def _paid_dice(battle: Battle, unit: int, enemy: int, charging: int) -> int:
    """The dice of a strike after the order is paid, whose tokens count for Fury. PB-T.9.

    Without an enemy there is nobody whose wounds count for Blood Lust. PB-T.22.
    """
    paid = battle.state.copy()
    paid.orders[unit] += order_cost(paid, unit)
    if enemy == c.NOBODY:
        enemy = unit
        paid.tally[c.WOUNDED + (unit >> c.SIDE_SHIFT)] = 0
    return engagement_dice(paid, unit, enemy, charging)


def _hits(battle: Battle, unit: int, packed: int, dice: int) -> Distribution:
    bonus = battle.state.bonus[unit] >> c.BONUS_SCORING & c.BONUS_MASK
    return hits(unpack_dice(packed), dice if packed else 0, bonus)


def _fight(
    battle: Battle,
    traits: Mapping[str, Trait],
    attacker: int,
    target: int,
    *,
    charging: bool,
    excited: int = 0,
) -> OptionOdds:
    state = battle.state
    paid = 0 if charging else order_cost(state, attacker)
    odds = attack_odds(
        _living_troops(battle, attacker),
        _living_troops(battle, target),
        AttackType(
            charging=charging,
            orders=state.orders[attacker] + paid,
            target_orders=state.orders[target],
            excite_dice=state.extra_dice if charging else excited,
            tokens=_tokens_for_wounds(battle, attacker >> c.SIDE_SHIFT),
            target_tokens=_tokens_for_wounds(battle, target >> c.SIDE_SHIFT),
        ),
        traits,
    )
    values = {
        "mean_hits": odds.mean,
        "destroyed": odds.destroyed,
        "dp_lost": odds.dp_lost,
        "own_destroyed": odds.own_destroyed,
        "own_dp_lost": odds.own_dp_lost,
    }
    return OptionOdds(None, values)


def _tokens_for_wounds(battle: Battle, side: int) -> int:
    """The tokens that a side may place as wounds; paying for orders changes nothing. PB-7.2."""
    state = battle.state
    orders = sum(state.orders[unit] for unit in range(c.SLOTS) if unit >> c.SIDE_SHIFT == side)
    return int(state.tally[c.UNUSED + side] + state.tally[c.PASSED + side] + orders)


def _living_troops(battle: Battle, unit: int) -> StandingUnit:
    state = battle.state
    found = []
    for troop, of_unit, tile in battle.forces.troops():
        side = troop >> c.SIDE_SHIFT
        alive = state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1
        if of_unit == unit and alive:
            known = Troop(
                tile.code,
                "",
                tile.code,
                Text("", ""),
                "",
                tile.dp,
                tile.fv,
                tile.wp,
                tile.black,
                tile.white,
                tile.traits,
                Provenance.RECONSTRUCTED,
            )
            found.append(TroopState(known, state.wounds[troop]))
    return tuple(found)
