"""`pbbuild new`: a legal, sensible army for a size, guided or straight."""

import sys
from pathlib import Path
from typing import Any

import click

from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.commands.options import ArmyType, TileType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.list_file import list_document
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import PATH, json_option, seed_option
from pbbuild.terminal.output import require_replaceable


@click.command("new")
@click.option("--points", type=int, metavar="N", help="Size of the battle: 50 to 100 is usual.")
@click.option("--army", type=ArmyType(), help="Which army; any of pbbuild catalog list.")
@click.option("--style", type=click.Choice(list(STYLES)), help="How it likes to fight.")
@click.option("--include", type=TileType(), multiple=True, help="A tile it must have.")
@click.option("--exclude", type=TileType(), multiple=True, help="A tile it must not have.")
@click.option(
    "--own",
    type=PATH,
    metavar="FILE",
    help="Use only the tiles whose codes stand in FILE.",
)
@click.option(
    "--swap",
    "swaps",
    multiple=True,
    metavar="'N CODE...'",
    help="Put these tiles in the place of unit N.",
)
@seed_option
@click.option("--name", default="", help="What the list is called.")
@click.option("-o", "--output", type=PATH, metavar="FILE", help="Where it goes.")
@click.option("--save", "keep", is_flag=True, help="Save it among your lists.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--auto", is_flag=True, help="Ask nothing.")
@json_option
@click.pass_obj
def new_command(
    session: BattlesSession,
    points: int | None,
    army: str | None,
    style: str | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    own: Path | None,
    swaps: tuple[str, ...],
    seed: int | None,
    name: str,
    output: Path | None,
    keep: bool,
    force: bool,
    auto: bool,
    as_json: bool,
) -> None:
    """Build a legal, sensible army of a size.

    On a terminal it asks, and Enter always takes a good answer; with --auto, or without a
    terminal, it goes straight to the result. The same seed gives the same army.

    \b
        pbbuild new --points 80
        pbbuild new --auto --points 80 --army celts --style assault -o brennus.json
    """
    from pbbuild.pocket_battles.builder.request import BuildRequest
    from pbbuild.pocket_battles.commands.build.new_request import command_for, store
    from pbbuild.pocket_battles.screen.build_reasons import reason_lines

    request = BuildRequest(
        points=points,
        army=army,
        style=style,
        include=include,
        exclude=exclude,
        own=own,
        swaps=swaps,
        seed=seed,
        name=name,
    )
    if output:
        # Said before any question is asked.
        require_replaceable(output, force=force)
    if not auto and not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        from pbbuild.pocket_battles.commands.build.new_dialogue import Dialogue

        Dialogue(session, request, output, force).run()
        return
    catalog = session.catalog
    request = request.completed(catalog, session.t)
    built = request.build(catalog)
    why = reason_lines(request, built, catalog, session.t)

    def document() -> dict[str, Any]:
        explained = {
            "style": request.style,
            "seed": request.seed,
            "worth": round(built.worth, 4),
            "bound": round(built.bound, 4),
            "why": why,
            "command": command_for(request, output),
        }
        return {**list_document(built.army_list), "built": explained}

    answer(document, lambda: _show(session, built.army_list, why), as_json=as_json)
    store(session, built.army_list, output, force=force, keep=keep)


def _show(session: BattlesSession, army_list: ArmyList, why: list[str]) -> None:
    from pbbuild.pocket_battles.screen.army_text import ArmyText
    from pbbuild.pocket_battles.screen.army_view import army_view

    text = ArmyText(session.console, session.catalog, session.t, plain=session.plain)
    text.show(army_view(army_list, session.catalog))
    session.console.print()
    text.bullets(why)
