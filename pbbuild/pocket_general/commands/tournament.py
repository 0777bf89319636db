"""Pocket General: tournaments of nations or agents."""

import json
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.play.seeds import checked_seed
from pbbuild.pocket_general.commands.options import general_game, variant_options
from pbbuild.pocket_general.commands.playtest import GAMES
from pbbuild.terminal.options import chosen, json_option, seed_option
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import session_of
from pbbuild.terminal.worker_options import crew_from, crew_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbbuild.pocket_general.playtest.tournament import GeneralTable
    from pbbuild.pocket_general.rules.setup import Variant


@click.command("tournament")
@click.argument("entrants", nargs=-1, metavar="[NATION]...")
@variant_options
@click.option("--agents", metavar="A,B,...", help="Rate these agents instead of nations.")
@click.option("--agent", default="greedy", show_default=True, help="Who plays every nation.")
@click.option("--games", type=click.IntRange(2, 400_000), default=GAMES, show_default=True)
@crew_options
@seed_option
@json_option
@click.pass_context
def tournament_command(
    ctx: click.Context,
    entrants: tuple[str, ...],
    variant: "Variant",
    agents: str | None,
    agent: str,
    games: int,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let nations or agents meet and rate them.

    Nations meet every nation of the other side. Agents meet each other over all four pairings
    of nations, each agent on both sides. --games is for each meeting. Exits with 1 when a game
    broke off.

    \b
        pbbuild tournament --game pocket-general
        pbbuild tournament --game pocket-general --agents random,greedy,search:30
    """
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.pocket_general.playtest.plans import plan_of
    from pbbuild.pocket_general.playtest.tournament import Encounter, meet

    session = session_of()
    game = general_game()
    nations = game.catalog.nations
    own_seed = checked_seed(seed or 0)
    sides = {name: nation.side for name, nation in nations.items()}
    enemies = [(one, two) for one in nations for two in nations if sides[one] != sides[two]]
    if agents:
        names = [agent_named(name.strip(), game.id).name for name in agents.split(",")]
    else:
        player = agent_named(agent, game.id).name
        names = [chosen(name.lower(), list(nations), "army") for name in entrants or nations]
    encounters = []
    for first, one in enumerate(names):
        for second, two in enumerate(names[first + 1 :], first + 1):
            if agents:
                fights = [(pair, (one, two)) for pair in enemies]
            else:
                fights = [((one, two), (player, player))] if sides[one] != sides[two] else []
            plans = [plan_of(game, *fight, own_seed, variant) for fight in fights]
            if plans:
                encounters.append(Encounter(first, second, plans))
    if not encounters or len(set(names)) < len(names):
        raise UsageError("pocket-general.nobody-meets")
    with Progress(session) as progress, crew_from(workers, scheduler) as crew:
        table = meet(names, encounters, games, crew, progress.share)
    if as_json:
        answer = {"format": "pbbuild-tournament/1", "game": game.id, "seed": own_seed}
        click.echo(json.dumps(answer | _document(names, table), indent=2))
    else:
        _tell(names, table)
    ctx.exit(1 if table.errors else 0)


def _document(names: "Sequence[str]", table: "GeneralTable") -> dict[str, Any]:
    from pbbuild.play.statistics import win_rate

    return {
        "ratings": [
            {"name": name, "rating": rating.document(digits=1)}
            for name, rating in zip(names, table.ratings, strict=True)
        ],
        "meetings": [
            {
                "first": names[meeting.first],
                "second": names[meeting.second],
                "win_rate": win_rate(meeting.pairs).document(),
                "games": 2 * meeting.pairs.count,
            }
            for meeting in table.meetings
        ],
        "errors": [error.document() for error in table.errors],
    }


def _tell(names: "Sequence[str]", table: "GeneralTable") -> None:
    from pbbuild.play.result_text import errors_text, percent
    from pbbuild.play.statistics import win_rate

    t = session_of().t
    say(t("pocket-general.ratings"))
    ranked = sorted(zip(names, table.ratings, strict=True), key=lambda entry: -entry[1].value)
    for name, own in ranked:
        click.echo(f"  {name:<16}{own.value:>6.0f}  ({own.low:.0f}-{own.high:.0f})")
    for meeting in table.meetings:
        values = {"first": names[meeting.first], "second": names[meeting.second]}
        rate, games = percent(win_rate(meeting.pairs)), 2 * meeting.pairs.count
        say(t("pocket-general.meeting", rate=rate, games=games, **values), indent=2)
    for line in errors_text(table.errors, t):
        say(line)
