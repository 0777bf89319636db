"""`pbbuild odds`: what an attack may do, exactly."""

from typing import TYPE_CHECKING

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.rules.odds import Odds
    from pbbuild.text.translate import Translator

_BAR_WIDTH = 26


@click.command("odds")
@click.argument("unit")
@click.option("--against", metavar="UNIT", help="The unit attacked, written like UNIT.")
@click.option("--charge", "charging", is_flag=True, help="UNIT charges.")
@click.option("--shoot", "shooting", is_flag=True, help="UNIT shoots.")
@click.option(
    "--orders", type=click.IntRange(0, 31), default=1, help="Order tokens on UNIT then (1)."
)
@click.option(
    "--enemy-orders",
    type=click.IntRange(0, 31),
    default=0,
    help="Order tokens on the unit attacked (0).",
)
@click.option("--excite", is_flag=True, help="UNIT was excited: one die more.")
@click.option(
    "--tokens", type=click.IntRange(0, 30), help="Tokens each side has for wounds (plenty)."
)
@click.option("--line", "one_line", is_flag=True, help="One line for scripts.")
@json_option
def odds_command(
    unit: str,
    against: str | None,
    charging: bool,
    shooting: bool,
    orders: int,
    enemy_orders: int,
    excite: bool,
    tokens: int | None,
    one_line: bool,
    as_json: bool,
) -> None:
    """Show the exact odds of an attack.

    UNIT is tile codes joined by commas, or unit N of a list as LIST:N. A wounded troop is
    CODE/1. Without --charge or --shoot the unit carries on an engagement.

    \b
        pbbuild odds UNI12,UNI14 --against CON27,CON28 --charge
        pbbuild odds union-80:8 --against confederacy-80:4 --shoot
    """
    from pbbuild.pocket_battles.playtest.attack_odds import odds_document, odds_of, unit_named
    from pbbuild.pocket_battles.rules.odds import MANY_TOKENS, AttackType

    session = battles_session()
    catalog = session.catalog
    if charging and shooting:
        raise UsageError("odds.charge-or-shoot")
    attacker = unit_named(unit, catalog)
    target = unit_named(against, catalog) if against else None
    attack = AttackType(
        charging=charging,
        shooting=shooting,
        orders=orders,
        target_orders=enemy_orders,
        excite_dice=int(excite),
        tokens=MANY_TOKENS if tokens is None else tokens,
    )
    odds = odds_of(attacker, target, attack, catalog)
    named = target is not None

    def show() -> None:
        if one_line:
            click.echo(_line(odds, named=named))
        else:
            _show(session, odds, named=named, shooting=shooting)

    answer(lambda: odds_document(odds, named=named), show, as_json=as_json, compact=True)


def _line(odds: "Odds", *, named: bool) -> str:
    parts = [f"dice={odds.dice}", f"mean={odds.mean:.4f}"]
    parts += [f"hits{total}={chance:.4f}" for total, chance in odds.hits.items()]
    if named:
        parts += [f"lost={odds.dp_lost:.4f}", f"destroyed={odds.destroyed:.4f}"]
        parts += [f"own_lost={odds.own_dp_lost:.4f}", f"own_destroyed={odds.own_destroyed:.4f}"]
    return " ".join(parts)


def _show(session: BattlesSession, odds: "Odds", *, named: bool, shooting: bool) -> None:
    t = session.t
    say(t("odds.dice", count=odds.dice, mean=t.decimal(odds.mean, ".2f")))
    _bars(session, t("odds.hits"), odds.hits)
    if not named:
        return
    click.echo()
    say(_loss(t, "odds.target", odds.dp_lost, odds.destroyed))
    _bars(session, t("odds.eliminated"), odds.eliminated)
    if shooting:
        return
    click.echo()
    if not odds.strike_back_dice:
        say(t("odds.no-back"))
    else:
        say(t("odds.back", count=odds.strike_back_dice))
        _bars(session, t("odds.hits"), odds.strike_back_hits)
    say(_loss(t, "odds.own", odds.own_dp_lost, odds.own_destroyed))


def _loss(t: "Translator", key: str, lost: float, destroyed: float) -> str:
    return t(key, lost=t.decimal(lost, ".2f"), destroyed=t.decimal(100 * destroyed))


def _bars(session: BattlesSession, heading: str, likelihoods: dict[int, float]) -> None:
    full = "#" if session.plain else "█"
    at_least = 1.0
    click.echo(f"  {heading:<12}{'=':>7}{session.t('odds.or-more'):>11}")
    for total, chance in likelihoods.items():
        bar = full * round(chance * _BAR_WIDTH)
        share, or_more = (session.t.decimal(100 * part) for part in (chance, at_least))
        click.echo(f"  {total:>6}{share:>12}%{or_more:>9}%  {bar}".rstrip())
        at_least = max(0.0, at_least - chance)
