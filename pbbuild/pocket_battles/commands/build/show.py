"""`pbbuild show`: an army on the screen, and what to take out of the box."""

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import list_argument
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import tile_changes
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say


@click.command("show")
@list_argument
@click.option("--pull", is_flag=True, help="Show what to take out of the box, stack by stack.")
@json_option
@click.pass_obj
def show_command(session: BattlesSession, found: FoundList, pull: bool, as_json: bool) -> None:
    """Show an army: its tiles, units and expected hits.

    For charge, fight and shoot you see the dice rolled and the expected hits of a unit with one
    order token.

    \b
        pbbuild show union-80
        pbbuild show brennus --pull
    """
    from pbbuild.pocket_battles.screen.army_view import army_json, army_view

    army_list = found.army_list
    if army_list.game != "pocket-battles":
        raise UsageError("check-other-game", game=army_list.game)
    view = army_view(army_list, session.catalog)

    def show() -> None:
        from pbbuild.pocket_battles.screen.army_text import ArmyText

        text = ArmyText(session.console, session.catalog, session.t, plain=session.plain)
        if pull:
            text.pull(view)
        else:
            text.show(view)
        if changed := tile_changes(army_list, session.catalog):
            say(session.t("show.changed", count=len(changed)), err=True)

    answer(lambda: army_json(view, session.catalog), show, as_json=as_json)
