"""Pocket General: what a campaign asks and says at the terminal."""

from typing import TYPE_CHECKING

import click

from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.pocket_general.rules.campaign import Campaign
    from pbbuild.pocket_general.rules.game import PocketGeneral


def ask_nation(session: Session, power: str, choices: tuple[str, ...]) -> str | None:
    """The nation that the player chooses for a power, None at the end of the input."""
    from pbbuild.terminal.keyboard import read_line

    while True:
        numbered = [f"{number} {name}" for number, name in enumerate(choices, 1)]
        question = session.t(f"pocket-general.choose-{power}", nations=numbered)
        click.echo(f"{question} ", nl=False)
        line = read_line()
        click.echo("")
        if not line:
            return None
        answer = line.strip().lower()
        if answer in ("1", "2") and int(answer) <= len(choices):
            answer = choices[int(answer) - 1]
        if answer in choices:
            return answer


def tell_nation(session: Session, game: "PocketGeneral", power: str, nation: str) -> None:
    """Say which nation the machine plays in the next game."""
    name = game.catalog.nations[nation].name.in_language(session.language)
    say(session.t(f"pocket-general.{power}-plays", nation=name))


def tell_score(session: Session, game: "PocketGeneral", campaign: "Campaign") -> None:
    """Say how a campaign stands."""
    points = campaign.points(game.catalog)
    t = session.t
    played = len(campaign.games)
    say(t("pocket-general.campaign-score", played=played, **points))
    if campaign.is_over(game.catalog):
        winner = campaign.winner(game.catalog)
        say(t(f"pocket-general.campaign-{winner or 'stalemate'}"))
