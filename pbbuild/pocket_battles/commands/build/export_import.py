"""`pbbuild export` and `pbbuild import`: lists to and from other programs."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pbbuild.base.files import LARGEST_FILE, expanded_path, read_bytes
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.commands.options import list_arguments
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.edit_language import quoted
from pbbuild.pocket_battles.lists.find import FoundList, require_known, require_known_tiles
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import save_under_free_name
from pbbuild.pocket_battles.lists.text_import import Imported
from pbbuild.pocket_battles.rules.army import points_of
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer
from pbbuild.terminal.answers import answer, print_or_save
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import write_folder, write_secret
from pbbuild.terminal.screen import say

ENDINGS = {
    ".txt": "text",
    ".md": "md",
    ".csv": "csv",
    ".json": "json",
    ".html": "html",
    ".pdf": "pdf",
    ".bbcode": "bbcode",
    ".ros": "ros",
    ".rosz": "rosz",
}
# Rosters of BattleScribe and New Recruit, plain and zipped.
ROSTERS = ("ros", "rosz")
# Layouts of several files.
FOLDERS = ("tts", "pictures")


@click.command("export")
@list_arguments()
@click.option(
    "--format",
    "layout",
    type=click.Choice([*FORMATS, "markdown", "pdf", "page", *ROSTERS, *FOLDERS]),
    help="The layout; by the ending of FILE, else text.",
)
@click.option("-o", "--output", type=PATH, metavar="FILE")
@click.option("--address", metavar="URL", help="Where the pictures of tts will be.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.pass_obj
def export_command(
    session: BattlesSession,
    found: tuple[FoundList, ...],
    layout: str | None,
    output: Path | None,
    address: str | None,
    force: bool,
) -> None:
    """Write a list as text, for a forum, a spreadsheet, a phone or another program.

    Without -o it is printed. Each layout of one file can be imported again and gives the same
    list. A page works on a phone without pbbuild and network, and tracks orders, wounds and
    losses. rosz and ros are rosters of BattleScribe and New Recruit. tts makes a folder for
    Tabletop Simulator, of one list or two; pictures makes a folder of the tiles as PNG and SVG with
    a table.

    \b
        pbbuild export union-80
        pbbuild export union-80 --format bbcode
        pbbuild export iron-wall -o iron-wall.csv
        pbbuild export iron-wall --format page -o iron-wall.html
        pbbuild export iron-wall -o iron-wall.rosz
        pbbuild export union-80 confederacy-80 --format tts -o table
    """
    for each in found:
        session.warn_if_illegal(each.army_list)
    layout = "md" if layout == "markdown" else layout
    layout = layout or (ENDINGS.get(output.suffix.lower(), "text") if output else "text")
    if address is not None and layout != "tts":
        raise UsageError("exchange.address-needs-tts")
    if layout in FOLDERS:
        _export_folder(session, [each.army_list for each in found], layout, output, address, force)
        return
    if len(found) > 1:
        raise UsageError("exchange.one-list")
    (one,) = found
    if layout == "pdf":
        _export_pdf(session, one, output, force)
        return
    if layout in ROSTERS:
        _export_roster(session, one.army_list, layout, output, force)
        return
    if layout == "page":
        from pbbuild.pocket_battles.sheets.phone_page import phone_page

        require_known_tiles(one.army_list, session.catalog, one.army_list.name)
        text = phone_page(one.army_list, session.catalog, session.t)
    else:
        text = FORMATS[layout](Writer(one.army_list, session.catalog, session.t))
    written = session.t("exchange.written", path=output)
    print_or_save(text, output, written, force=force)


def _export_folder(
    session: BattlesSession,
    lists: list[ArmyList],
    layout: str,
    output: Path | None,
    address: str | None,
    force: bool,
) -> None:
    from pbbuild.page.face_pictures import require_pictures
    from pbbuild.page.tabletop import PICTURES
    from pbbuild.pocket_battles.sheets import tabletop_simulator as tabletop

    if output is None:
        raise UsageError("exchange.needs-folder")
    if layout == "tts" and len(lists) > 2:
        raise UsageError("exchange.two-lists")
    for army_list in lists:
        require_known_tiles(army_list, session.catalog, army_list.name)
    require_pictures()
    if layout == "tts":
        where = address or (output.resolve() / PICTURES).as_uri()
        files = tabletop.tabletop_files(lists, session.catalog, session.t, f"{where.rstrip('/')}/")
    else:
        codes = dict.fromkeys(code for army_list in lists for code in army_list.troops)
        troops = [session.catalog.troops[code] for code in codes]
        files = tabletop.picture_files(troops, session.catalog, session.t)
    write_folder(output, files, force=force)
    say(session.t("exchange.folder-written", path=output, count=len(files)), err=True)


def _export_roster(
    session: BattlesSession, army_list: ArmyList, layout: str, output: Path | None, force: bool
) -> None:
    from pbbuild.pocket_battles.lists.battlescribe_roster import roster_text, zipped_roster

    if output is None and layout == "rosz":
        raise UsageError("exchange.zip-needs-file")
    require_known_tiles(army_list, session.catalog, army_list.name)
    text = roster_text(army_list, session.catalog, session.t)
    data = zipped_roster(text) if layout == "rosz" else text
    print_or_save(data, output, session.t("exchange.written", path=output), force=force)


def _export_pdf(
    session: BattlesSession, found: FoundList, output: Path | None, force: bool
) -> None:
    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.sheets.printables import roster_pdf

    if output is None:
        raise UsageError("exchange.pdf-needs-file")
    style = Style(paper=session.settings.paper or "a4", theme="", language=session.language)
    data = roster_pdf(found.army_list, session.catalog, style, session.t)
    print_or_save(data, output, session.t("exchange.written", path=output), force=force)


@click.command("import")
@click.argument("source", metavar="FILE")
@click.option("--name", metavar="NAME", help="Name of the list.")
@click.option("--only", type=click.IntRange(1), metavar="N", help="Only the Nth list in FILE.")
@click.option("-o", "--output", type=PATH, metavar="OUT", help="File to write.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@json_option
@click.pass_obj
def import_command(
    session: BattlesSession,
    source: str,
    name: str | None,
    only: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Read lists from text, CSV, JSON, a forum post, a PDF, a roster or a share code.

    FILE is a file, - for standard input, or a share code. Text is read in the layout of the
    rulebooks, one tile a line with its code. Misprints are corrected where name and dice make it
    clear, and reported. Rosters are those of BattleScribe and New Recruit (.rosz, .ros). The lists
    are saved to your lists, or written to OUT.

    \b
        pbbuild import roster.pdf
        pbbuild import post.txt --name "From the forum"
        pbbuild export union-80 --format md | pbbuild import -
    """
    found = import_lists(_data(source), source, session.catalog)
    if only is not None:
        if only > len(found):
            raise UsageError("exchange.no-such-list", source=source, count=len(found), number=only)
        found = (found[only - 1],)
    if output is not None and len(found) > 1:
        raise UsageError("exchange.several", source=source, count=len(found))
    lists = [_renamed(session, imported, name) if name else imported for imported in found]
    for imported in lists:
        require_known(imported.army_list, session.catalog, source)
        require_known_tiles(imported.army_list, session.catalog, source)
    if output is not None:
        write_secret(
            output, list_text(with_tile_values(lists[0].army_list, session.catalog)), force=force
        )
        saved = [str(output)]
    else:
        saved = [_save(session, imported) for imported in lists]
    answer(
        lambda: _document(session, lists, saved),
        lambda: _print(session, lists, saved),
        as_json=as_json,
    )


def _renamed(session: BattlesSession, imported: Imported, name: str) -> Imported:
    renamed = edit_list(imported.army_list, [f"rename {quoted(name)}"], session.catalog)
    return replace(imported, army_list=renamed.army_list)


def _data(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    path = expanded_path(source)
    try:
        return read_bytes(path)
    except PbbuildError as error:
        # A share code may stand in place of a file name.
        if error.code == "no-such-file" and not (set("/\\") & set(source)) and not path.suffix:
            return source.encode("utf-8", "replace")
        raise


def _save(session: BattlesSession, imported: Imported) -> str:
    army_list = imported.army_list
    return save_under_free_name(with_tile_values(army_list, session.catalog), army_list.name).stem


def _print(session: BattlesSession, lists: list[Imported], saved: list[str]) -> None:
    t = session.t
    for imported, name in zip(lists, saved, strict=True):
        army_list = imported.army_list
        for remark in imported.remarks:
            sentence = t(remark.code, **remark.values)
            say(t("exchange.remark", line=remark.line, remark=sentence), err=True)
        say(
            t(
                "exchange.imported",
                name=army_list.name,
                army=session.army_name(army_list.army),
                spent=points_of(army_list, session.catalog),
                size=army_list.points,
                units=t("exchange.units", count=len(army_list.units)),
                saved=name,
            )
        )
        session.warn_if_illegal(army_list)


def _document(
    session: BattlesSession, lists: list[Imported], saved: list[str]
) -> list[dict[str, Any]]:
    return [
        {
            "list": imported.army_list.name,
            "saved": name,
            "army": imported.army_list.army,
            "size": imported.army_list.points,
            "points": points_of(imported.army_list, session.catalog),
            "remarks": [
                {"line": remark.line, "message": session.t(remark.code, **remark.values)}
                for remark in imported.remarks
            ],
        }
        for imported, name in zip(lists, saved, strict=True)
    ]
