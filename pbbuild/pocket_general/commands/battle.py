"""Pocket General: one game or a campaign between two agents."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.pocket_general.commands.options import (
    current_game,
    nation_options,
    nations_of,
    variant_options,
)
from pbbuild.terminal.answers import answer_played, print_json
from pbbuild.terminal.options import json_option, record_option, refuse_existing_record, seed_option
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbbuild.play.agents.contract import Agent
    from pbbuild.pocket_general.playtest.games import PlayedGame
    from pbbuild.pocket_general.rules.campaign import Campaign
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.setup import Variant


@click.command("battle")
@nation_options
@variant_options
@seed_option
@click.option(
    "--agent", metavar="AGENT", default="greedy", show_default=True, help="Who plays side A."
)
@click.option(
    "--enemy-agent", metavar="AGENT", default="greedy", show_default=True, help="Who plays side B."
)
@record_option("game")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--campaign", is_flag=True, help="A whole campaign of three games (PG-7).")
@json_option
def battle_command(
    army: str,
    against: str,
    variant: "Variant",
    seed: int | None,
    agent: str,
    enemy_agent: str,
    record: Path | None,
    force: bool,
    campaign: bool,
    as_json: bool,
) -> None:
    """Play one game of Pocket General between bots and report it.

    One of the Axis (germany, japan) against one of the Allies (united-states, russia). Agents:
    random, greedy, search:N. The same seed gives the same game. In a campaign --agent plays the
    Axis and --enemy-agent the Allies, and --record war.jsonl writes war-1.jsonl, war-2.jsonl and
    war-3.jsonl.

    \b
        pbbuild battle --game pocket-general --army germany --against russia --seed 7
        pbbuild battle --game pocket-general --army japan --against united-states --fast
    """
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.stream import seed_or_random
    from pbbuild.pocket_general.playtest.games import fight
    from pbbuild.pocket_general.screen.story import GeneralAccount

    session = session_of()
    game = current_game()
    paths = _records(game, record, campaign=campaign)
    for path in paths:
        refuse_existing_record(path, force=force)
    nations = nations_of(game.catalog, army, against)
    agents = [agent_named(name, game.id) for name in (agent, enemy_agent)]
    if campaign:
        _campaign(session, game, agents, seed_or_random(seed), variant, paths, force, as_json)
        return
    with Progress(session):
        played = fight(game, nations, agents, seed_or_random(seed), variant)
    header, *lines = played.recorder.lines

    def show() -> None:
        account = GeneralAccount(game.catalog, nations, session.t)
        say(f"{account.title(header)}, {session.t('pocket-general.seed', seed=header['seed'])}")
        for line in account.sentences(lines):
            say(line, indent=2)

    answer_played(
        played.recorder,
        played.summary,
        show,
        record=record,
        confirmation=session.t("pocket-general.recorded", path=str(record)),
        force=force,
        as_json=as_json,
    )


def _records(game: "PocketGeneral", record: Path | None, *, campaign: bool) -> list[Path]:
    """The files that the record of a game, or of each game of a campaign, is written to."""
    from pbbuild.pocket_general.playtest.campaigns import record_of_game

    if record is None:
        return []
    if not campaign:
        return [record]
    return [record_of_game(record, number) for number in range(len(game.catalog.campaign))]


def _campaign(
    session: Session,
    game: "PocketGeneral",
    agents: "Sequence[Agent]",
    seed: int,
    variant: "Variant",
    records: "Sequence[Path]",
    force: bool,
    as_json: bool,
) -> None:
    from pbbuild.pocket_general.commands.campaign import tell_score
    from pbbuild.pocket_general.playtest.campaigns import play_campaign, result_document
    from pbbuild.pocket_general.screen.story import GeneralAccount

    def tell(campaign: "Campaign", fought: "PlayedGame", nations: tuple[str, str]) -> None:
        progress.clear()
        if records:
            path = records[len(campaign.games) - 1]
            fought.recorder.write(path, force=force)
            say(session.t("pocket-general.recorded", path=str(path)), err=True)
        if not as_json:
            account, lines = GeneralAccount(game.catalog, nations, session.t), fought.recorder.lines
            say(f"{account.title(lines[0])}: {account.end(lines[-1])}")
            tell_score(session, game, campaign)

    with Progress(session) as progress:
        campaign = play_campaign(game, agents, seed, variant, tell)
    if as_json:
        document = result_document(campaign, game.catalog)
        written = {"records": [str(path) for path in records]} if records else {}
        print_json({**document, **written})
