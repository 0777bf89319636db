"""Pocket General: what a campaign asks and says at the terminal."""

from typing import TYPE_CHECKING, Final

import click

from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.pocket_general.rules.campaign import Campaign
    from pbbuild.pocket_general.rules.game import PocketGeneral

LEAVING: Final = ("quit", "q", "esci")


def ask_nation(
    session: Session, game: "PocketGeneral", power: str, choices: tuple[str, ...]
) -> str | None:
    """The nation that the player chooses for a power, None at `quit` or the end of the input.

    A number, an id and the name in either language are understood.
    """
    from difflib import get_close_matches

    from pbbuild.errors import PbbuildError
    from pbbuild.pocket_general.catalog.names import nation_id
    from pbbuild.terminal.keyboard import read_line

    names = [game.catalog.nations[each].name.in_language(session.language) for each in choices]
    numbered = [f"{number} {name}" for number, name in enumerate(names, 1)]
    while True:
        question = session.t(f"pocket-general.choose-{power}", nations=numbered)
        click.echo(f"{question} ", nl=False)
        line = read_line()
        click.echo("")
        answer = line.strip()
        if not line or answer.lower() in LEAVING:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        try:
            return nation_id(answer, game.catalog, choices)
        except PbbuildError:
            near = get_close_matches(answer.capitalize(), names, 1)
            code = "shell.not-understood-near" if near else "pocket-general.not-a-nation"
            say(session.t(code, text=answer[:60], near=near[0] if near else "", known=names))


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
