"""Pocket General: unfinished campaigns, with their score saved after each game."""

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
    """The file with the score of a campaign."""
    import re

    from pbbuild.base.places import player_data

    if not re.fullmatch(r"[\w][\w .-]{0,40}", name):
        raise UsageError("pocket-general.campaign-name", name=name[:60])
    return player_data() / "campaigns" / f"{name}.json"


def read_or_begin(game: "PocketGeneral", name: str) -> "Campaign":
    """The campaign of that name; a new one if there is none."""
    from pbbuild.base.documents import read_json
    from pbbuild.pocket_general.rules.campaign import Campaign, read_campaign

    path = campaign_path(name)
    if not path.exists():
        return Campaign()
    return read_campaign(game.catalog, read_json(path).value, str(path))


def number_of(saved: dict[str, Any]) -> int:
    """The number of a saved game in its campaign, from 0; -1 if the save does not say."""
    number = saved.get("number")
    return number if type(number) is int else -1


def unfinished_game(name: str, played: int) -> Path | None:
    """The save of a campaign's next game, None if it was not started; `played` games are scored."""
    from pbbuild.base.documents import read_json

    for path in sorted(games_folder().glob("pocket-general-*.json")):
        try:
            saved = read_json(path).value
        except PbbuildError:
            continue
        is_of_campaign = isinstance(saved, dict) and saved.get("campaign") == name
        # A game that is in the score already is not played again.
        if is_of_campaign and number_of(saved) in (-1, played):
            return path
    return None


def ask_nation(session: Session, power: str, choices: tuple[str, ...]) -> str | None:
    """The nation that the player chooses for a power, None at the end of the input."""
    from pbbuild.terminal.keyboard import next_line

    while True:
        numbered = [f"{number} {name}" for number, name in enumerate(choices, 1)]
        question = session.t(f"pocket-general.choose-{power}", nations=numbered)
        click.echo(f"{question} ", nl=False)
        line = next_line()
        click.echo("")
        if not line:
            return None
        answer = line.strip().lower()
        if answer in ("1", "2") and int(answer) <= len(choices):
            answer = choices[int(answer) - 1]
        if answer in choices:
            return answer


def add_to_score(game: "PocketGeneral", table: "Table") -> None:
    """Add a finished game to the score of its campaign, once."""
    from pbbuild.base.locks import locked
    from pbbuild.pocket_general.rules.campaign import POWERS, Played

    name, number = str(table.extra["campaign"]), table.extra["number"]
    outcome = table.outcome
    assert outcome is not None
    with locked(campaign_path(name)):
        campaign = read_or_begin(game, name)
        if campaign.is_over(game.catalog) or number not in (-1, len(campaign.games)):
            # The game was counted, but the process ended before the save was deleted.
            return
        nations = campaign.nations(game.catalog)
        winner = POWERS["AB".index(outcome.winner)] if outcome.winner else ""
        campaign = campaign.add(Played(nations[0], nations[1], winner, outcome.reason))
        write(name, campaign)


def write(name: str, campaign: "Campaign") -> None:
    """Save the score of a campaign."""
    from pbbuild.base.documents import dump_json
    from pbbuild.base.files import write_atomic
    from pbbuild.pocket_general.rules.campaign import campaign_document

    write_atomic(campaign_path(name), dump_json(campaign_document(campaign)))


def show_score(session: Session, game: "PocketGeneral", campaign: "Campaign") -> None:
    """Print the score of a campaign, and who won it once it is over."""
    points = campaign.points(game.catalog)
    t = session.t
    played = len(campaign.games)
    say(t("pocket-general.campaign-score", played=played, **points))
    if campaign.is_over(game.catalog):
        winner = campaign.winner(game.catalog)
        say(t(f"pocket-general.campaign-{winner or 'stalemate'}"))
