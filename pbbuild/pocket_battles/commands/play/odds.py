"""`pbbuild odds`: what an attack may do, exactly."""

import json
import re
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession, session_of
from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
from pbbuild.terminal.options import chosen, json_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.rules.odds import Odds, Unit
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
    from pbbuild.pocket_battles.rules.odds import PLENTY, Attack, attack_odds

    session = session_of()
    if charging and shooting:
        raise UsageError("odds.charge-or-shoot")
    attacker = unit_of(unit, session)
    target = unit_of(against, session) if against else ()
    attack = Attack(
        charging=charging,
        shooting=shooting,
        orders=orders,
        target_orders=enemy_orders,
        excite_dice=int(excite),
        tokens=PLENTY if tokens is None else tokens,
    )
    odds = attack_odds(
        attacker, target or _target_of_straw(attacker), attack, session.catalog.traits
    )
    if as_json:
        click.echo(json.dumps(odds_document(odds, named=bool(target))))
    elif one_line:
        click.echo(_line(odds, named=bool(target)))
    else:
        _show(session, odds, named=bool(target), shooting=shooting)


def unit_of(text: str, session: BattlesSession) -> "Unit":
    """The unit that `text` names: `CODE[/WOUNDS],...` or `LIST:N`."""
    from pbbuild.pocket_battles.rules.odds import Standing
    from pbbuild.pocket_battles.rules.units import has_wound_points

    troops = session.catalog.troops
    if found := re.fullmatch(r"(.+):(\d{1,3})", text):
        army_list = find_list(found[1]).army_list
        number = int(found[2])
        if not 1 <= number <= len(army_list.units):
            raise UsageError("odds.no-such-unit", number=number, units=len(army_list.units))
        codes = [(code, 0) for code in army_list.units[number - 1].troops]
    else:
        if text in (*saved_lists(), *ready_lists()):
            raise UsageError("odds.which-unit", list=text)
        codes = [_code_and_wounds(part) for part in text.split(",")]
    standings = []
    for code, wounds in codes:
        troop = troops[chosen(code.upper(), list(troops), "tile")]
        if wounds and wounds >= troop.wp:
            raise UsageError("odds.too-many-wounds", tile=troop.code, wounds=wounds, wp=troop.wp)
        standings.append(Standing(troop, wounds))
    if not has_wound_points(standing.troop for standing in standings):
        raise UsageError("odds.no-wound-points", unit=text)
    return tuple(standings)


def _code_and_wounds(part: str) -> tuple[str, int]:
    code, _, wounds = part.strip().partition("/")
    if wounds and not re.fullmatch(r"[0-9]", wounds):
        raise UsageError("odds.wounds-not-a-number", part=part)
    return code, int(wounds or 0)


def _target_of_straw(attacker: "Unit") -> "Unit":
    # Hits alone do not depend on who is hit, but for Blood Lust: an unwounded unit of no dice.
    import dataclasses

    from pbbuild.pocket_battles.rules.odds import Standing

    straw = dataclasses.replace(attacker[0].troop, black=(), white=(), traits=(), wp=99)
    return (Standing(straw),)


def odds_document(odds: "Odds", *, named: bool) -> dict[str, Any]:
    """The odds as `--json` gives them."""

    def shares(likelihoods: dict[int, float]) -> dict[str, float]:
        return {str(total): round(chance, 12) for total, chance in likelihoods.items()}

    document: dict[str, Any] = {
        "dice": odds.dice,
        "hits": shares(odds.hits),
        "mean": round(odds.mean, 12),
    }
    if named:
        document |= {
            "eliminated": shares(odds.eliminated),
            "dp_lost": round(odds.dp_lost, 12),
            "destroyed": round(odds.destroyed, 12),
            "strike_back": {
                "dice": odds.strike_back_dice,
                "hits": shares(odds.strike_back_hits),
                "eliminated": shares(odds.own_eliminated),
                "dp_lost": round(odds.own_dp_lost, 12),
                "destroyed": round(odds.own_destroyed, 12),
            },
        }
    return document


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
