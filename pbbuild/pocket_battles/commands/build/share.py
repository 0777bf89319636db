"""`pbbuild share`: a list as a share code and as a QR code."""

import os
import sys
from typing import Final

import click

from pbbuild.page.blocks import QUIET, qr_modules
from pbbuild.pocket_battles.commands.options import list_argument
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.screen.exports import Writer, qr_text
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say

WIDEST: Final = 80


@click.command("share")
@list_argument
@click.option("--no-qr", is_flag=True, help="Only the code.")
@json_option
@click.pass_obj
def share_command(session: BattlesSession, found: FoundList, no_qr: bool, as_json: bool) -> None:
    """Show a list's share code, also as a QR code.

    You can use the code wherever a command takes LIST. It contains army, size, edition, units and
    stack order. If you mistype it, pbbuild says where. Any phone that scans the QR code shows the
    list as text, with the names of its tiles if they fit; `pbbuild import` reads that text.

    \b
        pbbuild share union-80
        pbbuild copy PBA3-AMYD-974S-V5A2A gift
    """
    code = share_code(found.army_list, session.catalog)
    army_list, t = found.army_list, session.t

    def show() -> None:
        session.warn_if_illegal(army_list)
        say(t("share.tell", name=army_list.name, length=len(code)), err=True)
        click.echo(code)
        if not no_qr:
            click.echo()
            colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
            # A friend without pbbuild reads the list itself in the QR code.
            most = WIDEST // (2 if session.plain else 1) - 2 * QUIET
            text = qr_text(Writer(army_list, session.catalog, t), most) or code
            click.echo(qr_lines(text, session.plain, colour))
            say(t("share.left-out"), err=True)

    answer(lambda: {"list": army_list.name, "code": code}, show, as_json=as_json, compact=True)


def qr_lines(code: str, plain: bool, colour: bool = False) -> str:
    """A QR code in characters, two rows of modules per line of text.

    With `colour` it is black on white in every terminal; without, the light modules are drawn,
    which is right on a dark terminal.
    """
    inner = qr_modules(code)
    margin = [[False] * (len(inner) + 2 * QUIET)] * QUIET
    sides = [False] * QUIET
    rows = [*margin, *([*sides, *row, *sides] for row in inner), *margin]
    if plain:
        return "\n".join("".join("##" if dark else "  " for dark in row) for row in rows)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    # Upper and lower module of one character: both, upper, lower, none.
    blocks = {3: "█", 2: "▀", 1: "▄", 0: " "}
    lines = []
    for top, bottom in zip(rows[::2], rows[1::2], strict=True):
        pairs = (
            2 * (up == colour) + (down == colour) for up, down in zip(top, bottom, strict=True)
        )
        line = "".join(blocks[pair] for pair in pairs)
        lines.append(click.style(line, fg="black", bg="bright_white") if colour else line)
    return "\n".join(lines)
