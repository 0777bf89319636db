"""`pbbuild odds`: what an attack may do, exactly."""

from typing import TYPE_CHECKING

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.rules.odds import Odds, StandingUnit
    from pbbuild.text.translate import Translator

_BAR_WIDTH = 26


@click.command("odds")
@click.argument("unit")
@click.option("--against", metavar="UNIT", help="The unit attacked, written like UNIT.")
@click.option("--charge", "charging", is_flag=True, help="UNIT charges.")
@click.option("--fight", "fighting", is_flag=True, help="UNIT carries on an engagement.")
@click.option("--shoot", "shooting", is_flag=True, help="UNIT shoots.")
@click.option(
    "--orders",
    type=click.IntRange(0, 31),
    default=1,
    metavar="N",
    help="Order tokens on UNIT (1).",
)
@click.option(
    "--enemy-orders",
    type=click.IntRange(0, 31),
    default=0,
    metavar="N",
    help="Order tokens on the unit attacked (0).",
)
@click.option("--excite", is_flag=True, help="UNIT was excited: one more die.")
@click.option(
    "--tokens",
    type=click.IntRange(0, 30),
    metavar="N",
    help="Tokens each side has for wounds (plenty).",
)
@click.option("--line", "one_line", is_flag=True, help="One line for scripts.")
@json_option
def odds_command(
    unit: str,
    against: str | None,
    charging: bool,
    fighting: bool,
    shooting: bool,
    orders: int,
    enemy_orders: int,
    excite: bool,
    tokens: int | None,
    one_line: bool,
    as_json: bool,
) -> None:
    """Show the exact odds of an attack.

    UNIT is tiles by code or name, separated by commas, or unit N of a list as LIST:N. A wounded
    troop is CODE/1. Without --charge, --fight or --shoot you see the attack that gains most, and
    what the others would do.

    \b
        pbbuild odds UNI12,UNI14 --against CON27,CON28
        pbbuild odds "iron brigade, colonel" --against "noble cavalry"
        pbbuild odds union-80:8 --against confederacy-80:4 --shoot
    """
    from pbbuild.pocket_battles.playtest.attack_odds import (
        best_attack,
        odds_document,
        odds_of,
        possible_attacks,
        unit_named,
    )
    from pbbuild.pocket_battles.rules.odds import MANY_TOKENS, AttackType

    session = battles_session()
    catalog = session.catalog
    flags = {"charge": charging, "fight": fighting, "shoot": shooting}
    asked = tuple(attack for attack, is_asked in flags.items() if is_asked)
    if len(asked) > 1:
        raise UsageError("odds.charge-or-shoot")
    attacker = unit_named(unit, catalog)
    target = unit_named(against, catalog) if against else None
    named = target is not None
    found = {
        attack: odds_of(
            attacker,
            target,
            AttackType(
                charging=attack == "charge",
                shooting=attack == "shoot",
                orders=orders,
                target_orders=enemy_orders,
                excite_dice=int(excite),
                tokens=MANY_TOKENS if tokens is None else tokens,
                target_tokens=MANY_TOKENS if tokens is None else tokens,
            ),
            catalog,
        )
        for attack in asked or possible_attacks(attacker)
    }
    best = best_attack(found, named=named)
    odds = found[best]

    def show() -> None:
        if one_line:
            click.echo(_line(odds, named=named))
            return
        names = (_name(attacker), _name(target) if target else "")
        _show(session, best, odds, names)
        _show_others(session, {key: found[key] for key in found if key != best}, names)

    answer(lambda: odds_document(odds, named=named), show, as_json=as_json, compact=True)


def _name(unit: "StandingUnit") -> str:
    first, *others = [standing.troop.name for standing in unit]
    return f"{first} +{len(others)}" if others else first


def _line(odds: "Odds", *, named: bool) -> str:
    parts = [f"dice={odds.dice}", f"mean={odds.mean:.4f}"]
    parts += [f"hits{total}={chance:.4f}" for total, chance in odds.hits.items()]
    if named:
        parts += [f"lost={odds.dp_lost:.4f}", f"destroyed={odds.destroyed:.4f}"]
        parts += [f"own_lost={odds.own_dp_lost:.4f}", f"own_destroyed={odds.own_destroyed:.4f}"]
    return " ".join(parts)


def _show(session: BattlesSession, attack: str, odds: "Odds", names: tuple[str, str]) -> None:
    t = session.t
    attacker, target = names
    say(t(f"odds.{attack}{'' if target else '-alone'}", unit=attacker, target=target))
    say(t("odds.dice", count=odds.dice, mean=t.decimal(odds.mean, ".2f")))
    _bars(session, t("odds.hits"), odds.hits)
    if not target:
        return
    click.echo()
    say(_loss(t, target, odds.dp_lost, odds.destroyed))
    _bars(session, t("odds.eliminated"), odds.eliminated)
    if attack == "shoot":
        return
    click.echo()
    if not odds.strike_back_dice:
        say(t("odds.no-back", unit=target))
    else:
        say(t("odds.back", count=odds.strike_back_dice, unit=target))
        _bars(session, t("odds.hits"), odds.strike_back_hits)
    say(_loss(t, attacker, odds.own_dp_lost, odds.own_destroyed))


def _show_others(
    session: BattlesSession, others: dict[str, "Odds"], names: tuple[str, str]
) -> None:
    """What the attacks would do that the player could choose instead."""
    t = session.t
    attacker, target = names
    if others:
        click.echo()
        say(t("odds.alternatives"))
    for attack, odds in others.items():
        values = {"option": f"--{attack}", "mean": t.decimal(odds.mean, ".2f")}
        if target:
            values |= {
                "target": target,
                "lost": t.decimal(odds.dp_lost, ".2f"),
                "unit": attacker,
                "own": t.decimal(odds.own_dp_lost, ".2f"),
            }
        say("  " + t("odds.alternative" if target else "odds.alternative-alone", **values))


def _loss(t: "Translator", unit: str, lost: float, destroyed: float) -> str:
    values = {"lost": t.decimal(lost, ".2f"), "destroyed": t.decimal(100 * destroyed)}
    return t("odds.loss", unit=unit, **values)


def _bars(session: BattlesSession, heading: str, likelihoods: dict[int, float]) -> None:
    full = "#" if session.plain else "█"
    at_least = 1.0
    click.echo(f"  {heading:<12}{'=':>7}{session.t('odds.or-more'):>11}")
    for total, chance in likelihoods.items():
        bar = full * round(chance * _BAR_WIDTH)
        share, or_more = (session.t.decimal(100 * part) for part in (chance, at_least))
        click.echo(f"  {total:>6}{share:>12}%{or_more:>9}%  {bar}".rstrip())
        at_least = max(0.0, at_least - chance)
