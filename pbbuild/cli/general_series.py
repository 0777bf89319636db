"""Pocket General: playtests of a pairing, tournaments of nations or agents."""

import json
import os
from typing import TYPE_CHECKING, Any

import click

from pbbuild.cli.general_options import (
    general_game,
    nation_options,
    nations_of,
    seed_or_fresh,
    side_name,
    variant_of,
    variant_options,
)
from pbbuild.cli.options import chosen, json_option, seed_option
from pbbuild.cli.progress import Progress
from pbbuild.cli.say import say
from pbbuild.cli.session import session_of
from pbbuild.errors import UsageError

if TYPE_CHECKING:
    from pbbuild.games.pocket_general.game import PocketGeneral
    from pbbuild.games.pocket_general.setup import Variant
    from pbbuild.match.general_series import GeneralPlan, GeneralTotals
    from pbbuild.match.statistics import Estimate

GAMES = 200


def plan_of(
    game: "PocketGeneral",
    nations: tuple[str, str],
    agents: tuple[str, str],
    seed: int,
    variant: "Variant",
) -> "GeneralPlan":
    """A plan that carries its own data, so that workers play by the same values."""
    from pbbuild.catalog.general_load import corrections_from
    from pbbuild.match.general_series import GeneralPlan

    game.new(*nations, variant)  # refuses nations of one side before anything is played
    data = json.dumps(corrections_from(game.catalog, nations), sort_keys=True)
    return GeneralPlan(*nations, *agents, seed, variant, data)


@click.command("playtest")
@nation_options
@variant_options
@click.option("--games", type=click.IntRange(2, 400_000), default=GAMES, show_default=True)
@click.option("--agent", default="greedy", show_default=True, help="Who plays your nation.")
@click.option("--enemy-agent", default="greedy", show_default=True, help="Who plays the enemy.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes (all cores).")
@seed_option
@json_option
@click.pass_context
def playtest_command(
    ctx: click.Context,
    army: str,
    against: str,
    fast: bool,
    core_start: bool,
    bonus: bool,
    turn_limit: int | None,
    games: int,
    agent: str,
    enemy_agent: str,
    workers: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play many games of two nations and say who wins how often.

    Games come in pairs with the same dice and the seats swapped; intervals are over pairs.

    \b
        pbbuild playtest --game pocket-general --army germany --against russia
        pbbuild playtest --game pocket-general --games 400 --agent search:30 --json
    """
    from pbbuild.agents.registry import agent_named
    from pbbuild.match.general_series import run

    session = session_of()
    game = general_game()
    nations = nations_of(game.catalog, army, against)
    names = tuple(agent_named(name, game.id).name for name in (agent, enemy_agent))
    variant = variant_of(fast, core_start, bonus, turn_limit)
    plan = plan_of(game, nations, (names[0], names[1]), seed_or_fresh(seed), variant)
    pairs = -(-games // 2)
    with Progress(session) as progress:
        totals = run(
            plan,
            pairs,
            workers or os.cpu_count() or 1,
            lambda so_far: progress.share(so_far.games // 2, pairs),
        )
    if as_json:
        click.echo(json.dumps(document(plan, totals), indent=2))
    else:
        _tell(plan, totals)
    ctx.exit(2 if totals.errors else 0)


def _share(estimate: "Estimate") -> dict[str, float]:
    return {
        "value": round(estimate.value, 6),
        "low": round(estimate.low, 6),
        "high": round(estimate.high, 6),
        "level": estimate.level,
    }


def _rating(estimate: "Estimate") -> dict[str, float]:
    return {
        "value": round(estimate.value, 1),
        "low": round(estimate.low, 1),
        "high": round(estimate.high, 1),
        "level": estimate.level,
    }


def document(plan: "GeneralPlan", totals: "GeneralTotals") -> dict[str, Any]:
    """The result for a program: `pbbuild-playtest/1` of this game."""
    from pbbuild.match.statistics import mean, win_rate

    return {
        "format": "pbbuild-playtest/1",
        "game": "pocket-general-ww2",
        "nations": {"A": plan.army, "B": plan.against},
        "agents": {"A": plan.agent, "B": plan.enemy_agent},
        "seed": plan.seed,
        "games": totals.games,
        "wins": totals.pairs.won,
        "losses": totals.pairs.decided - totals.pairs.won,
        "undecided": totals.undecided,
        "errors": [
            {"battle": error.battle, "seed": error.seed, "error": error.error}
            for error in totals.errors
        ],
        "win_rate": _share(win_rate(totals.pairs)),
        "as_player1": _share(win_rate(totals.as_first)),
        "as_player2": _share(win_rate(totals.as_second)),
        "rounds": _share(mean(totals.turns)),
        "total_victories": {
            "A": totals.ways["army", "total-victory"],
            "B": totals.ways["against", "total-victory"],
        },
        "capitulations": {
            "A": totals.ways["army", "capitulation"],
            "B": totals.ways["against", "capitulation"],
        },
    }


def _tell(plan: "GeneralPlan", totals: "GeneralTotals") -> None:
    from pbbuild.match.statistics import battles_to_tell, mean, win_rate
    from pbbuild.render.general_board import percent

    session = session_of()
    game = general_game()
    t = session.t
    names = {
        "army": side_name(session, game.catalog, plan.army),
        "against": side_name(session, game.catalog, plan.against),
    }
    rate = win_rate(totals.pairs)
    say(
        t(
            "general.series-rate",
            nation=names["army"],
            enemy=names["against"],
            rate=percent(rate.value),
            low=percent(rate.low),
            high=percent(rate.high),
            games=totals.games,
            agent=plan.agent,
            enemy_agent=plan.enemy_agent,
        )
    )
    if rate.low <= 0.5 <= rate.high:
        say(t("general.series-even", games=battles_to_tell(totals.pairs)))
    for who in ("army", "against"):
        say(
            t(
                "general.series-ways",
                nation=names[who],
                total=totals.ways[who, "total-victory"],
                capitulations=totals.ways[who, "capitulation"],
            )
        )
    first = win_rate(totals.as_first)
    second = win_rate(totals.as_second)
    say(
        t(
            "general.series-first",
            nation=names["army"],
            first=percent(first.value),
            second=percent(second.value),
        )
    )
    turns = mean(totals.turns)
    say(t("general.series-turns", turns=f"{turns.value:.1f}", undecided=totals.undecided))
    for error in totals.errors:
        say(t("general.series-error", seed=error.seed, error=error.error), err=True)


@click.command("tournament")
@click.argument("entrants", nargs=-1, metavar="[NATION]...")
@variant_options
@click.option("--agents", metavar="A,B,...", help="Rate these agents instead of nations.")
@click.option("--agent", default="greedy", show_default=True, help="Who plays every nation.")
@click.option("--games", type=click.IntRange(2, 400_000), default=GAMES, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes (all cores).")
@seed_option
@json_option
def tournament_command(
    entrants: tuple[str, ...],
    fast: bool,
    core_start: bool,
    bonus: bool,
    turn_limit: int | None,
    agents: str | None,
    agent: str,
    games: int,
    workers: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let nations or agents meet and rate them.

    Nations meet every nation of the other side. Agents meet each other over all four pairings
    of nations, each agent on both sides. --games is for each meeting.

    \b
        pbbuild tournament --game pocket-general
        pbbuild tournament --game pocket-general --agents random,greedy,search:30
    """
    from pbbuild.agents.registry import agent_named
    from pbbuild.match.general_series import run
    from pbbuild.match.rating import Meeting, ratings
    from pbbuild.match.statistics import Pairs, win_rate
    from pbbuild.render.general_board import percent

    session = session_of()
    game = general_game()
    variant = variant_of(fast, core_start, bonus, turn_limit)
    own_seed = seed_or_fresh(seed)
    nations = game.catalog.nations
    all_pairs = [
        (axis, allies)
        for axis in nations
        for allies in nations
        if nations[axis].side == "axis" and nations[allies].side == "allies"
    ]
    meetings: list[tuple[int, int, list[tuple[tuple[str, str], tuple[str, str]]]]]
    if agents:
        names = [agent_named(name.strip(), game.id).name for name in agents.split(",")]
        meetings = [
            (
                one,
                two,
                [
                    (pair, (names[one], names[two]))
                    for axis, allies in all_pairs
                    for pair in ((axis, allies), (allies, axis))
                ],
            )
            for one in range(len(names))
            for two in range(one + 1, len(names))
        ]
    else:
        player = agent_named(agent, game.id).name
        names = [chosen(name.lower(), list(nations), "army") for name in entrants or nations]
        meetings = [
            (one, two, [((names[one], names[two]), (player, player))])
            for one in range(len(names))
            for two in range(one + 1, len(names))
            if nations[names[one]].side != nations[names[two]].side
        ]
    if not meetings or len(set(names)) < len(names):
        raise UsageError("general.nobody-meets")
    results: list[Meeting] = []
    rows: list[dict[str, Any]] = []
    with Progress(session) as progress:
        for number, (one, two, fights) in enumerate(meetings):
            pairs = Pairs()
            each = max(1, -(-games // (2 * len(fights))))
            for pair, players in fights:
                plan = plan_of(game, pair, players, own_seed, variant)
                totals = run(plan, each, workers or os.cpu_count() or 1)
                pairs = pairs.plus(totals.pairs)
            results.append(Meeting(one, two, pairs))
            rate = win_rate(pairs)
            rows.append(
                {"first": names[one], "second": names[two], "win_rate": _share(rate),
                 "games": 2 * pairs.count}
            )  # fmt: skip
            progress.share(number + 1, len(meetings))
    rated = ratings(names, results)
    if as_json:
        table = [
            {"name": name, "rating": _rating(own)} for name, own in zip(names, rated, strict=True)
        ]
        answer = {"format": "pbbuild-tournament/1", "game": game.id, "seed": own_seed,
                  "ratings": table, "meetings": rows}  # fmt: skip
        click.echo(json.dumps(answer, indent=2))
        return
    say(session.t("general.ratings"))
    for name, own in sorted(zip(names, rated, strict=True), key=lambda entry: -entry[1].value):
        click.echo(f"  {name:<16}{own.value:>6.0f}  ({own.low:.0f} to {own.high:.0f})")
    for row in rows:
        rate_row = row["win_rate"]
        click.echo(
            f"  {row['first']} - {row['second']}: {percent(rate_row['value'])} "
            f"({percent(rate_row['low'])} - {percent(rate_row['high'])}), {row['games']}"
        )
