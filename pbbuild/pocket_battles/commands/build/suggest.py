"""`pbbuild suggest`: the best ways to spend the points left, or to free some."""

from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import list_argument
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.pocket_battles.screen.findings import edit_sentence
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.suggest import Suggestion


@click.command("suggest")
@list_argument
@click.option("--free", type=click.IntRange(1), metavar="N", help="Free N points instead.")
@click.option("--style", default="balanced", metavar="S", help="What the army is for (balanced).")
@click.option("--most", type=click.IntRange(1, 20), default=5, help="How many ways to show (5).")
@json_option
@click.pass_context
def suggest_command(
    ctx: click.Context, found: FoundList, free: int | None, style: str, most: int, as_json: bool
) -> None:
    """Suggest legal ways to spend the points left, or to free some.

    Each way is an edit to paste after pbbuild edit LIST, the best first by the measure that
    pbbuild new builds with. Exits with 1 when there is none.

    \b
        pbbuild suggest iron-wall
        pbbuild suggest iron-wall --free 10 --style assault
    """
    from pbbuild.pocket_battles.builder.suggest import suggest
    from pbbuild.pocket_battles.builder.worth import STYLES

    session: BattlesSession = ctx.obj
    if style not in STYLES:
        raise UsageError("suggest.unknown-style", style=style, styles=tuple(STYLES))
    army_list = found.army_list
    ways = suggest(army_list, session.catalog, free=free or 0, style=style, most=most)
    answer(
        lambda: [_document(way, army_list.points) for way in ways],
        lambda: _print(session, ways, found),
        as_json=as_json,
    )
    ctx.exit(0 if ways else 1)


def _document(way: "Suggestion", size: int) -> dict[str, Any]:
    return {
        "edit": "; ".join(way.edits),
        "points": way.points,
        "worth": round(way.gain, 2),
        "size": size,
    }


def _print(session: BattlesSession, ways: "tuple[Suggestion, ...]", found: FoundList) -> None:
    t, size = session.t, found.army_list.points
    if not ways:
        say(t("suggest.none"))
        return
    for number, way in enumerate(ways, 1):
        edit = click.style('"' + "; ".join(way.edits) + '"', bold=True)
        click.echo(f"{number} {edit}")
        for one in way.edits:
            say(f"    {edit_sentence(one, session.catalog, t)}")
        worth = t.decimal(way.gain, "+.1f")
        say(f"    {t('suggest.worth', points=way.points, size=size, worth=worth)}")
    name = found.path.stem if found.path and found.origin == "saved" else "LIST"
    say(t("suggest.paste", name=name), err=True)
