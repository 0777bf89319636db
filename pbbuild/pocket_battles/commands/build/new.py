"""`pbbuild new`: a legal, sensible army for a size, guided or straight."""

import sys
from pathlib import Path
from typing import Any

import click

from pbbuild.pocket_battles.commands.build.style_option import StyleType
from pbbuild.pocket_battles.commands.options import ArmyType, TileType, pack_option
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.list_file import list_document
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import PATH, json_option, seed_option
from pbbuild.terminal.output import require_replaceable


@click.command("new")
@click.option("--points", type=int, metavar="N", help="Size of the battle: 50 to 100 is usual.")
@click.option("--army", type=ArmyType(), help="Which army; any of pbbuild catalog list.")
@click.option("--style", type=StyleType(), help="How the army fights.")
@click.option("--include", type=TileType(), multiple=True, help="A tile it must have.")
@click.option("--exclude", type=TileType(), multiple=True, help="A tile it must not have.")
@click.option(
    "--own",
    type=PATH,
    metavar="FILE",
    help="Use only the tiles whose codes are in FILE.",
)
@pack_option
@click.option(
    "--unit",
    "units",
    multiple=True,
    metavar="'CODE...'",
    help="A unit it must have, as its tiles from the top.",
)
@click.option(
    "--swap",
    "swaps",
    multiple=True,
    metavar="'N CODE...'",
    help="Replace unit N by these tiles.",
)
@seed_option
@click.option("--name", default="", help="Name of the list.")
@click.option("-o", "--output", type=PATH, metavar="FILE", help="File to write.")
@click.option("--save", "keep", is_flag=True, help="Save it to your lists.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--auto", is_flag=True, help="Don't ask questions.")
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
    pack: Path | None,
    units: tuple[str, ...],
    swaps: tuple[str, ...],
    seed: int | None,
    name: str,
    output: Path | None,
    keep: bool,
    force: bool,
    auto: bool,
    as_json: bool,
) -> None:
    """Build a legal, sensible army.

    On a terminal it asks you a few questions; Enter always gives a sensible answer. With --auto,
    or without a terminal, you get the result directly. The same seed gives the same army.

    \b
        pbbuild new --points 80
        pbbuild new --auto --points 80 --army celts --style assault -o brennus.json
        pbbuild new --auto --pack cup.json --army union
    """
    from pbbuild.pocket_battles.builder.request import BuildRequest
    from pbbuild.pocket_battles.commands.build.new_request import command_for, store
    from pbbuild.pocket_battles.lists.pack import read_pack
    from pbbuild.pocket_battles.screen.build_reasons import reason_lines

    request = BuildRequest(
        points=points,
        army=army,
        style=style,
        include=include,
        exclude=exclude,
        own=own,
        units=units,
        swaps=swaps,
        seed=seed,
        name=name,
        pack=read_pack(pack, session.catalog) if pack else None,
    )
    if output:
        # Said before any question is asked.
        require_replaceable(output, force=force)
    if not auto and not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        from pbbuild.pocket_battles.commands.build.new_dialogue import Dialogue

        Dialogue(session, request, output, force, pack).run()
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
            "command": command_for(request, output, pack),
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
