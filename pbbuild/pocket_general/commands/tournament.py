"""Pocket General: tournaments of nations or agents."""

from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.play.stream import checked_seed
from pbbuild.pocket_general.commands.options import current_game, variant_options
from pbbuild.pocket_general.commands.playtest import GAMES
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option, seed_option
from pbbuild.terminal.playtest_options import worker_options, workers_from_options
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import session_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbbuild.play.tournament import Standings
    from pbbuild.pocket_general.rules.setup import Variant


@click.command("tournament")
@click.argument("entrants", nargs=-1, metavar="[NATION]...")
@variant_options
@click.option("--agents", metavar="A,B,...", help="Rate these agents instead of nations.")
@click.option(
    "--agent", metavar="AGENT", default="greedy", show_default=True, help="Who plays every nation."
)
@click.option("--games", type=click.IntRange(2, 400_000), default=GAMES, show_default=True)
@worker_options
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
    """Play nations or agents against each other and rate them.

    Nations meet every nation of the other side. Agents meet each other over all four pairings of
    nations, each agent on both sides. --games is for each pairing. Exits with 1 when a game
    failed.

    \b
        pbbuild tournament --game pocket-general
        pbbuild tournament --game pocket-general --agents random,greedy,search:30
    """
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.tournament import play_tournament
    from pbbuild.pocket_general.catalog.names import nation_id
    from pbbuild.pocket_general.playtest.tournament import agent_encounters, nation_encounters

    session = session_of()
    game = current_game()
    series_seed = checked_seed(seed or 0)
    if agents:
        names = [agent_named(name.strip(), game.id).name for name in agents.split(",")]
        encounters = agent_encounters(game, names, series_seed, variant)
    else:
        player = agent_named(agent, game.id).name
        nations = list(game.catalog.nations)
        names = [nation_id(name, game.catalog) for name in entrants or nations]
        encounters = nation_encounters(game, names, player, series_seed, variant)
    if not encounters or len(set(names)) < len(names):
        raise UsageError("pocket-general.nobody-meets")
    with Progress(session) as progress, workers_from_options(workers, scheduler) as started:
        standings = play_tournament(names, encounters, -(-games // 2), started, progress.share)
    played = {"format": "pbbuild-tournament/1", "game": game.id, "seed": series_seed}
    answer(
        lambda: played | _document(names, standings),
        lambda: _show(names, standings),
        as_json=as_json,
        ascii_only=True,
    )
    ctx.exit(1 if standings.errors else 0)


def _document(names: "Sequence[str]", standings: "Standings") -> dict[str, Any]:
    return {
        "ratings": [
            {"name": name, "rating": rating.document(digits=1)}
            for name, rating in zip(names, standings.ratings, strict=True)
        ],
        "meetings": [
            {
                "first": names[first],
                "second": names[second],
                "win_rate": result.plain_rate.document(),
                "adjusted": result.rate.document(),
                "games": 2 * result.pairs.count,
            }
            for (first, second), result in standings.meetings.items()
        ],
        "errors": [error.document() for error in standings.errors],
    }


def _show(names: "Sequence[str]", standings: "Standings") -> None:
    from pbbuild.play.result_text import errors_text, percent

    t = session_of().t
    say(t("pocket-general.ratings"))
    ranked = sorted(zip(names, standings.ratings, strict=True), key=lambda entry: -entry[1].value)
    for name, own in ranked:
        click.echo(f"  {name:<16}{own.value:>6.0f}  ({own.low:.0f}-{own.high:.0f})")
    for (first, second), result in standings.meetings.items():
        values = {"first": names[first], "second": names[second]}
        rate, games = percent(result.rate), 2 * result.pairs.count
        say(t("pocket-general.meeting", rate=rate, games=games, **values), indent=2)
    for line in errors_text(standings.errors, t):
        say(line)
