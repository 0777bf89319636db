"""Recovery from renames of lists that a killed process left unfinished."""

import os

import click

from pbbuild.base.places import player_data
from pbbuild.terminal.session import Session


def finish_interrupted_renames(session: Session) -> None:
    """Finish renames that were killed in the middle, and report each."""
    try:
        names = os.listdir(player_data() / "history")
    except OSError:
        return
    # This runs before every command, so the store is imported only if there is work for it.
    if not any(name.startswith("renaming-") for name in names):
        return
    from pbbuild.pocket_battles.lists.saved_lists import finish_renames

    for old, new in finish_renames():
        click.echo(session.t("keep.rename-finished", old=old, new=new), err=True)
