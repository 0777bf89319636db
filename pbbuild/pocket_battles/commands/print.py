"""`pbbuild print`: rosters, tiles and play aids on paper."""

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import ArmyType, ListType, TileType
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.print_options import (
    PrintTarget,
    printables_named,
    sheet_options,
    write_printables,
)

if TYPE_CHECKING:
    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.sheets.printables import PrintRequest


def _lists(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    return ListType().shell_complete(ctx, param, text)


def _whats(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    from pbbuild.pocket_battles.sheets.printables import PRINTABLES

    before, comma, last = text.rpartition(",")
    return [
        CompletionItem(f"{before}{comma}{what}") for what in PRINTABLES if what.startswith(last)
    ]


def _editions(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem]:
    known = battles_session(ctx).catalog.editions
    return [CompletionItem(edition) for edition in known if edition.startswith(text)]


@click.command("print")
@click.argument("subjects", metavar="[LIST]...", nargs=-1, shell_complete=_lists)
@click.option(
    "--what",
    default="roster",
    metavar="W,...",
    help="What to print, as above (roster).",
    shell_complete=_whats,
)
@click.option("--army", "armies", multiple=True, type=ArmyType(), help="For tiles: a whole army.")
@click.option("--tile", "tiles", multiple=True, type=TileType(), help="For tiles: one of them.")
@click.option(
    "--edition", metavar="E", help="For aids: the rules edition.", shell_complete=_editions
)
@sheet_options(
    large="Large print: nothing below 11 points, cards of 71 mm.",
    theme="Colours; each army has its own.",
)
@click.pass_context
def print_command(
    ctx: click.Context,
    subjects: tuple[str, ...],
    what: str,
    armies: tuple[str, ...],
    tiles: tuple[str, ...],
    edition: str | None,
    style: "Style",
    target: PrintTarget,
) -> None:
    """Print rosters, tiles and play aids.

    LIST is a file, a saved list, a ready list or a share code; a report takes the record of a
    battle. Without -o the files go to out/. A file that exists and differs is never replaced
    without asking.

    \b
    roster       the army on a page           tokens       orders and wounds
    opponent     what the enemy may see       borders      sector borders
    tiles        45 mm tiles to cut out       mat          the field for 45 mm tiles
    tall         tiles of 3 x 5 cm            battlefield  the field for counters
    counters     22 mm counters               poster       the field on two sheets
    reference    one leaf for a first game    pocket       an aid to fold in four
    aid          the book of rules            report       a battle from its record
    blank        empty roster and tiles       cards        unit cards of 63 x 88 mm
    plan         where to deploy              example      a first round, step by step
    specimen     the design of the sheets     pack         all for a game of two lists

    \b
        pbbuild print union-80
        pbbuild print union-80 confederacy-80 --what pack -o table.pdf
        pbbuild print --what tiles --army union --paper letter
        pbbuild print --what aid,pocket --edition modern-1 --lang it
    """
    from pbbuild.pocket_battles.sheets.printables import documents

    session: BattlesSession = ctx.obj
    request = _request(session, subjects, what, armies, tiles, edition)
    found = documents(request, session.catalog, style, session.t)
    write_printables(session, found, target)


def _request(
    session: BattlesSession,
    subjects: tuple[str, ...],
    what: str,
    armies: tuple[str, ...],
    tiles: tuple[str, ...],
    edition: str | None,
) -> "PrintRequest":
    from pbbuild.play.archive import record_path
    from pbbuild.pocket_battles.lists.find import find_list, require_known, require_known_tiles
    from pbbuild.pocket_battles.sheets.printables import PRINTABLES, PrintRequest

    wanted = printables_named(what, tuple(PRINTABLES))
    lists, records = [], []
    catalog = session.catalog
    for subject in subjects:
        if wanted == ["report"]:
            records.append(record_path(subject))
            continue
        found = find_list(subject)
        source = str(found.path or subject)
        if found.army_list.game != "pocket-battles":
            raise UsageError("print.other-game", game=found.army_list.game)
        require_known(found.army_list, catalog, source)
        require_known_tiles(found.army_list, catalog, source)
        session.warn_if_illegal(found.army_list)
        lists.append(found.army_list)
    return PrintRequest(
        what=tuple(wanted),
        lists=tuple(lists),
        records=tuple(records),
        armies=armies,
        tiles=tiles,
        edition=_edition(edition, list(catalog.editions)) if edition else "",
    )


def _edition(name: str, known: list[str]) -> str:
    if name not in known:
        raise UsageError("print.unknown-edition", wish=name, near=tuple(known))
    return name
