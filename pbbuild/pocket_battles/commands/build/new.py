"""`pbbuild new`: a legal, sensible army for a size, guided or straight."""

import json
import shlex
import sys
from pathlib import Path

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_document, list_text
from pbbuild.terminal.options import PATH, ArmyType, TileType, json_option, seed_option
from pbbuild.terminal.output import refuse_replacing, save
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

STYLE_NAMES = ("balanced", "assault", "shooting", "horde", "elite", "random")


@click.command("new")
@click.option("--points", type=int, metavar="N", help="Size of the battle: 50 to 100 is usual.")
@click.option("--army", type=ArmyType(), help="Which army; any of pbbuild catalog list.")
@click.option("--style", type=click.Choice(STYLE_NAMES), help="How it likes to fight.")
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
    session: Session,
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
    from pbbuild.pocket_battles.commands.build.new_request import Wish

    wish = Wish(
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
        refuse_replacing(output, force=force)
    if not auto and not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        from pbbuild.pocket_battles.commands.build.new_dialogue import Dialogue

        Dialogue(session, wish, output, force).run()
        return
    wish = wish.completed(session)
    built = wish.build(session)
    if as_json:
        document = list_document(built.army_list)
        document["built"] = {
            "style": wish.style,
            "seed": wish.seed,
            "worth": round(built.worth, 4),
            "bound": round(built.bound, 4),
            "why": wish.why(session, built),
            "command": wish.command(output),
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        _show(session, built.army_list, wish.why(session, built))
    store(session, built.army_list, output, force=force, keep=keep)


def _show(session: Session, army_list: ArmyList, why: list[str]) -> None:
    from pbbuild.pocket_battles.screen.army_text import ArmyText
    from pbbuild.pocket_battles.screen.army_view import army_view

    text = ArmyText(session.console, session.catalog, session.t, plain=session.plain)
    text.show(army_view(army_list, session.catalog))
    session.console.print()
    text.bullets(why)


def store(
    session: Session, army_list: ArmyList, output: Path | None, *, force: bool, keep: bool
) -> None:
    """Write the list to `output`, among the player's lists with `keep`, and say where it is."""
    t = session.t
    if output:
        save(output, list_text(army_list), force=force)
        say(t("new.written", path=output), err=True)
    if keep:
        from pbbuild.pocket_battles.lists.store import save_new

        path = save_new(army_list)
        say(t("new.saved", name=path.stem), err=True)
    if not output and not keep:
        say(t("new.not-saved"), err=True)


def swap_of(text: str) -> tuple[int, tuple[str, ...]]:
    """`3 UNI12 UNI13` as a unit's number and its new tiles."""
    words = text.replace(",", " ").split()
    if len(words) < 2 or not words[0].isdecimal() or len(words[0]) > 4:
        raise UsageError("new.swap-unreadable", text=text)
    return int(words[0]), tuple(word.upper() for word in words[1:])


def command_line(words: list[str]) -> str:
    """Words as a shell takes them."""
    return " ".join(shlex.quote(word) for word in words)
