"""`pbbuild suggest`: the best ways to spend the points left, or to free some."""

from typing import TYPE_CHECKING, Any

import click

from pbbuild.base.budget import Budget
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.build.style_option import StyleType
from pbbuild.pocket_battles.commands.options import list_argument, say_edit
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.pocket_battles.screen.findings import edit_sentence
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say, shell_quoted

if TYPE_CHECKING:
    from pbbuild.pocket_battles.builder.suggest import Suggestion


@click.command("suggest")
@list_argument
@click.option("--free", type=click.IntRange(1), metavar="N", help="Free N points instead.")
@click.option(
    "--style",
    type=StyleType(),
    default="balanced",
    metavar="S",
    help="Style of the army (balanced).",
)
@click.option(
    "--most",
    type=click.IntRange(1, 20),
    default=5,
    metavar="N",
    help="How many suggestions (5).",
)
@json_option
@click.pass_context
def suggest_command(
    ctx: click.Context, found: FoundList, free: int | None, style: str, most: int, as_json: bool
) -> None:
    """Suggest legal ways to spend the points left, or to free some.

    Each suggestion is an edit to paste after pbbuild edit LIST. The best comes first, by the
    score that pbbuild new uses. Exits with 1 when there is none.

    \b
        pbbuild suggest iron-wall
        pbbuild suggest iron-wall --free 10 --style assault
    """
    from pbbuild.pocket_battles.builder.suggest import MOST_TRIALS, suggest
    from pbbuild.pocket_battles.rules.army import is_legal

    session: BattlesSession = ctx.obj
    army_list = found.army_list
    if found.typed and not is_legal(army_list, session.catalog):
        name = shell_quoted(found.typed)
        raise UsageError("suggest.illegal-list", name=army_list.name, list=name)
    with Progress(session) as progress:
        budget = Budget(MOST_TRIALS, progress.late_share)
        ways = suggest(
            army_list, session.catalog, free=free or 0, style=style, most=most, budget=budget
        )
    answer(
        lambda: [_document(way, army_list.points, budget.stopped) for way in ways],
        lambda: _print(session, ways, found, free or 0),
        as_json=as_json,
    )
    if budget.stopped:
        say(session.t("suggest.stopped-early"), err=True)
    ctx.exit(0 if ways else 1)


def _document(way: "Suggestion", size: int, stopped_early: bool) -> dict[str, Any]:
    return {
        "edit": "; ".join(way.edits),
        "points": way.points,
        "worth": round(way.gain, 2),
        "size": size,
        "stopped_early": stopped_early,
    }


def _print(
    session: BattlesSession, ways: "tuple[Suggestion, ...]", found: FoundList, free: int
) -> None:
    t, size = session.t, found.army_list.points
    if not ways:
        say(t("suggest.none-frees", count=free) if free else t("suggest.none"))
        return
    for number, way in enumerate(ways, 1):
        edit = click.style('"' + "; ".join(way.edits) + '"', bold=True)
        click.echo(f"{number} {edit}")
        for one in way.edits:
            say(f"    {edit_sentence(one, session.catalog, t)}")
        worth = t.decimal(way.gain, "+.1f")
        say(f"    {t('suggest.worth', points=way.points, size=size, worth=worth)}")
    say_edit(session, found, '"..."', err=True)
