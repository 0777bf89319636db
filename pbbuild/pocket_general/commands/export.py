"""Pocket General for other programs: Tabletop Simulator, or its pieces as pictures."""

from pathlib import Path

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_general.commands.options import current_catalog, nation_options, nations_of
from pbbuild.terminal.options import PATH
from pbbuild.terminal.output import write_folder
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import session_of


@click.command("export")
@nation_options
@click.option(
    "--format",
    "layout",
    type=click.Choice(["tts", "pictures"]),
    default="tts",
    show_default=True,
    help="Tabletop Simulator, or the pictures alone.",
)
@click.option("-o", "--output", type=PATH, metavar="FOLDER", help="Folder to write to.")
@click.option("--address", metavar="URL", help="Where the pictures of tts will be.")
@click.option("--bonus", is_flag=True, help="With the two bonus units (reconstructed).")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def export_command(
    army: str,
    against: str,
    layout: str,
    output: Path | None,
    address: str | None,
    bonus: bool,
    force: bool,
) -> None:
    """Write a game of two nations to a folder for Tabletop Simulator.

    The folder has the combat board, world maps, units, locations, markers and dice, the pictures
    of them, and a guide where to put them. Pictures alone are PNG files of every piece.

    \b
        pbbuild export --game pocket-general -o table
        pbbuild export --game pocket-general --army japan --against united-states -o pacific
    """
    from pbbuild.page.face_pictures import require_pictures
    from pbbuild.page.tabletop import PICTURES
    from pbbuild.pocket_general.rules.setup import opposing_nations
    from pbbuild.pocket_general.sheets import tabletop_simulator as tabletop

    session = session_of()
    catalog = current_catalog()
    nations = opposing_nations(catalog, *nations_of(catalog, army, against))
    if output is None:
        raise UsageError("exchange.needs-folder")
    if address is not None and layout != "tts":
        raise UsageError("exchange.address-needs-tts")
    require_pictures()
    if layout == "tts":
        where = (address or (output.resolve() / PICTURES).as_uri()).rstrip("/") + "/"
        files = tabletop.tabletop_files(nations, catalog, session.t, where, bonus=bonus)
    else:
        files = tabletop.piece_pictures(nations, catalog, session.t, bonus=bonus)
    write_folder(output, files, force=force)
    say(session.t("exchange.folder-written", path=output, count=len(files)), err=True)
