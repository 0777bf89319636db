"""Pocket General: the exact odds of a combat."""

from typing import TYPE_CHECKING

import click

from pbbuild.pocket_general.commands.options import current_game, nation_options, nations_of
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.pocket_general.catalog.model import GeneralCatalog
    from pbbuild.pocket_general.playtest.combat_odds import CombatForecast

_BAR_WIDTH = 28


@click.command("odds")
@click.argument("at", metavar="TERRAIN|LOCATION")
@nation_options
@click.option("--units", default="", metavar="UNIT,...", help="Your units there.")
@click.option("--enemy", default="", metavar="UNIT,...", help="The enemy's units there.")
@click.option("--line", "one_line", is_flag=True, help="One line for scripts.")
@json_option
def odds_command(
    at: str,
    army: str,
    against: str,
    units: str,
    enemy: str,
    one_line: bool,
    as_json: bool,
) -> None:
    """Show the exact odds of a combat.

    TERRAIN is open, forest, mountain, ocean, city or open-ocean; or name a location or capitol.
    Units are names or ids joined by commas. Units that must be with your Navy count 0 without it;
    a Spy counts as not used yet.

    \b
        pbbuild odds --game pocket-general city --units tanks,air,threat --enemy infantry,weather
        pbbuild odds --game pocket-general normandy --army japan --against united-states \\
            --units navy,imperial-fleet --enemy bombers,navy
    """
    from pbbuild.pocket_general.playtest.combat_odds import forecast_of, odds_document

    session = session_of()
    game = current_game()
    catalog = game.catalog
    nations = nations_of(catalog, army, against)
    forecast = forecast_of(game, at, nations, (_words(units), _words(enemy)))
    odds = forecast.odds
    for unit, remark in forecast.remarks:
        spoken = catalog.units[unit].name.in_language(session.language)
        say(session.t(f"pocket-general.odds-{remark}", unit=spoken), err=True)

    def show() -> None:
        if one_line:
            click.echo(
                f"sums={odds.sums[0]},{odds.sums[1]} a={odds.a:.4f} b={odds.b:.4f} "
                f"stays={odds.stays:.4f}"
            )
        else:
            _show(session, catalog, nations, forecast)

    answer(lambda: odds_document(odds), show, as_json=as_json)


def _show(
    session: Session,
    catalog: "GeneralCatalog",
    nations: tuple[str, str],
    forecast: "CombatForecast",
) -> None:
    from pbbuild.pocket_general.screen.board import percent

    odds = forecast.odds
    t = session.t
    names = [catalog.nations[nation].name.in_language(session.language) for nation in nations]
    found = catalog.location(forecast.place)
    assert found is not None
    terrain = catalog.terrains[found.terrain].name.in_language(session.language)
    sums = [f"{name} {value}" for name, value in zip(names, odds.sums, strict=True)]
    say(t("pocket-general.odds-sums", at=terrain, sums=sums))
    full = "#" if session.plain else "█"
    rows = ((names[0], odds.a), (names[1], odds.b), (t("pocket-general.odds-stays"), odds.stays))
    width = max(len(name) for name, _ in rows)
    for name, share in rows:
        click.echo(f"  {name:<{width}} {percent(share):>5}  {full * round(share * _BAR_WIDTH)}")
    for name, result in ((names[0], odds.a_result), (names[1], odds.b_result)):
        if result == "pool":
            say(t("pocket-general.odds-no-military", nation=name))
    say(t("pocket-general.odds-die", faces=[f"{face:+d}" for face in catalog.operations_die]))


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word.strip()]
