"""Pocket General on paper."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_general.commands.options import current_catalog
from pbbuild.terminal.options import PATH
from pbbuild.terminal.print_options import (
    PrintTarget,
    printables_named,
    sheet_options,
    write_printables,
)
from pbbuild.terminal.session import session_of

if TYPE_CHECKING:
    from pbbuild.page.printables import PrintDocument
    from pbbuild.page.style import Style


@click.command("print")
@click.argument("records", nargs=-1, metavar="[RECORD]...", type=PATH)
@click.option("--what", default="card", metavar="W,...", help="What to print, as above (card).")
@click.option(
    "--army", "armies", multiple=True, metavar="NATION", help="For cards and markers (all four)."
)
@click.option("--bonus", is_flag=True, help="With the two bonus units (reconstructed).")
@sheet_options(
    large="Large print: nothing below 11 points, markers of 35 mm.",
    theme="Colours; each nation has its own.",
)
def print_command(
    records: tuple[Path, ...],
    what: str,
    armies: tuple[str, ...],
    bonus: bool,
    style: "Style",
    target: PrintTarget,
) -> None:
    """Print the cards, boards and pieces of Pocket General.

    \b
    reference  one leaf for a first game    locations  hexes and theaters to cut out
    card       recruit card of a nation     theaters   spare theater markers, a sheet full
    chart      all units in one chart       markers    unit markers, square and round
    aid        the book of rules            campaign   score sheet of a campaign
    board      combat board, world maps     report     a game from its RECORD
    pack       all for a game: reference, cards, boards, pieces, score sheet

    \b
        pbbuild print --game pocket-general --army germany --army russia
        pbbuild print --game pocket-general --what pack -o war.pdf
    """
    from pbbuild.play.archive import record_path
    from pbbuild.pocket_general.catalog.names import nation_id
    from pbbuild.pocket_general.sheets.printables import WHATS, Order, report_document

    session = session_of()
    catalog = current_catalog()
    wanted = printables_named(what, (*WHATS, "report"))
    if "report" in wanted and not records:
        raise UsageError("print.needs-record")
    names = [nation_id(army, catalog) for army in armies] or list(catalog.nations)
    nations = [catalog.nations[name] for name in dict.fromkeys(names)]

    order = Order(catalog, nations, style, session.t, bonus)

    def documents() -> Iterator["PrintDocument"]:
        for one in wanted:
            if one == "report":
                paths = [record_path(str(named)) for named in records]
                yield from (report_document(path, style, session.t) for path in paths)
            else:
                yield from WHATS[one](order)

    write_printables(session, documents(), target)
