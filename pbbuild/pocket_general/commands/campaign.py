"""Pocket General: campaigns under way, their score kept from game to game."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.saves import games_folder
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.table import Table
    from pbbuild.pocket_general.rules.campaign import Campaign
    from pbbuild.pocket_general.rules.game import PocketGeneral


def campaign_path(name: str) -> Path:
    """The file that keeps a campaign's score."""
    import re

    from pbbuild.base.places import player_data

    if not re.fullmatch(r"[\w][\w .-]{0,40}", name):
        raise UsageError("pocket-general.campaign-name", name=name[:60])
    return player_data() / "campaigns" / f"{name}.json"


def read_or_begin(game: "PocketGeneral", name: str) -> "Campaign":
    """The campaign of that name, a new one where there is none."""
    from pbbuild.base.documents import read_json
    from pbbuild.pocket_general.rules.campaign import Campaign, read_campaign

    path = campaign_path(name)
    if not path.exists():
        return Campaign()
    return read_campaign(game.catalog, read_json(path).value, str(path))


def number_of(saved: dict[str, Any]) -> int:
    """Which game of its campaign a save is, from 0; -1 where it does not say."""
    number = saved.get("number")
    return number if type(number) is int else -1


def under_way(name: str, played: int) -> Path | None:
    """The saved game of a campaign that has not been played to its end."""
    from pbbuild.base.documents import read_json

    for path in sorted(games_folder().glob("pocket-general-*.json")):
        try:
            saved = read_json(path).value
        except PbbuildError:
            continue
        # One that ended in the score is not played again.
        ours = isinstance(saved, dict) and saved.get("campaign") == name
        if ours and number_of(saved) in (-1, played):
            return path
    return None


def ask_nation(session: Session, power: str, choices: tuple[str, ...]) -> str | None:
    """The nation that the player chooses for his power, None where he leaves."""
    from pbbuild.terminal.keyboard import next_line

    while True:
        numbered = [f"{number} {name}" for number, name in enumerate(choices, 1)]
        question = session.t(f"pocket-general.choose-{power}", nations=numbered)
        click.echo(f"{question} ", nl=False)
        line = next_line()
        click.echo("")
        if not line:
            return None
        wish = line.strip().lower()
        if wish in ("1", "2") and int(wish) <= len(choices):
            wish = choices[int(wish) - 1]
        if wish in choices:
            return wish


def count(game: "PocketGeneral", table: "Table") -> None:
    """Add a finished game to the score of its campaign, once."""
    from pbbuild.base.locks import locked
    from pbbuild.pocket_general.rules.campaign import POWERS, Played

    name, number = str(table.extra["campaign"]), table.extra["number"]
    outcome = table.outcome
    assert outcome is not None
    with locked(campaign_path(name)):
        campaign = read_or_begin(game, name)
        if campaign.is_over(game.catalog) or number not in (-1, len(campaign.games)):
            # It was counted, but the process ended before it could take the save away.
            return
        nations = campaign.nations(game.catalog)
        winner = POWERS["AB".index(outcome.winner)] if outcome.winner else ""
        campaign = campaign.add(Played(nations[0], nations[1], winner, outcome.reason))
        write(name, campaign)


def write(name: str, campaign: "Campaign") -> None:
    """Keep how a campaign stands."""
    from pbbuild.base.documents import dump_json
    from pbbuild.base.files import write_atomic
    from pbbuild.pocket_general.rules.campaign import campaign_document

    write_atomic(campaign_path(name), dump_json(campaign_document(campaign)))


def tell_score(session: Session, game: "PocketGeneral", campaign: "Campaign") -> None:
    """Say how a campaign stands."""
    points = campaign.points(game.catalog)
    t = session.t
    played = len(campaign.games)
    say(t("pocket-general.campaign-score", played=played, **points))
    if campaign.is_over(game.catalog):
        winner = campaign.winner(game.catalog)
        say(t(f"pocket-general.campaign-{winner or 'stalemate'}"))
