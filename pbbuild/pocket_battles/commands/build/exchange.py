"""`pbbuild export` and `pbbuild import`: lists out to other programs, and in again."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import click

from pbbuild.base.files import LARGEST_FILE, place_of, read_bytes
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.commands.options import list_argument
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import stamped
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.edit_words import quoted
from pbbuild.pocket_battles.lists.find import FoundList, require_known, require_known_tiles
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.misprints import Imported
from pbbuild.pocket_battles.lists.read import list_text
from pbbuild.pocket_battles.lists.store import save_free
from pbbuild.pocket_battles.rules.army import points_of
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import save
from pbbuild.terminal.screen import say

ENDINGS = {
    ".txt": "text",
    ".md": "md",
    ".csv": "csv",
    ".json": "json",
    ".html": "html",
    ".pdf": "pdf",
    ".bbcode": "bbcode",
}


@click.command("export")
@list_argument
@click.option(
    "--format",
    "layout",
    type=click.Choice([*FORMATS, "markdown", "pdf"]),
    help="The layout; by the ending of FILE, else text.",
)
@click.option("-o", "--output", type=PATH, metavar="FILE")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.pass_obj
def export_command(
    session: BattlesSession, found: FoundList, layout: str | None, output: Path | None, force: bool
) -> None:
    """Write a list as text, for a forum, a spreadsheet or a page.

    Without -o it is printed. Each layout can be imported again and gives the same list.

    \b
        pbbuild export union-80
        pbbuild export union-80 --format bbcode
        pbbuild export iron-wall -o iron-wall.csv
    """
    session.warn_if_illegal(found.army_list)
    layout = "md" if layout == "markdown" else layout
    layout = layout or (ENDINGS.get(output.suffix.lower(), "text") if output else "text")
    if layout == "pdf":
        _export_pdf(session, found, output, force)
        return
    text = FORMATS[layout](Writer(found.army_list, session.catalog, session.t))
    if output is None:
        click.echo(text, nl=False)
        return
    save(output, text, force=force)
    say(session.t("exchange.written", path=output), err=True)


def _export_pdf(
    session: BattlesSession, found: FoundList, output: Path | None, force: bool
) -> None:
    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.sheets.printables import roster_pdf

    if output is None:
        raise UsageError("exchange.pdf-needs-file")
    style = Style(paper=session.settings.paper or "a4", theme="", language=session.language)
    save(output, roster_pdf(found.army_list, session.catalog, style, session.t), force=force)
    say(session.t("exchange.written", path=output), err=True)


@click.command("import")
@click.argument("source", metavar="FILE")
@click.option("--name", metavar="NAME", help="What to call the list.")
@click.option("--only", type=click.IntRange(1), metavar="N", help="Only the Nth list in FILE.")
@click.option("-o", "--output", type=PATH, metavar="OUT", help="A file to write it to.")
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
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
    """Read lists from text, CSV, JSON, a forum post, a PDF or a share code.

    FILE is a file, - for standard input, or a share code. Text is read in the layout of the
    rulebooks, one tile a line with its code. Misprints are settled where name and dice allow
    it, and each is told. The lists are saved among yours, or written to OUT.

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
    lists = [_called(session, one, name) if name else one for one in found]
    for one in lists:
        require_known(one.army_list, session.catalog, source)
        require_known_tiles(one.army_list, session.catalog, source)
    if output is not None:
        save(output, list_text(stamped(lists[0].army_list, session.catalog)), force=force)
        saved = [str(output)]
    else:
        saved = [_save(session, one) for one in lists]
    if as_json:
        _print_json(session, lists, saved)
    else:
        for one, where in zip(lists, saved, strict=True):
            _tell(session, one, where)


def _called(session: BattlesSession, one: Imported, name: str) -> Imported:
    renamed = edit_list(one.army_list, [f"rename {quoted(name)}"], session.catalog)
    return replace(one, army_list=renamed.army_list)


def _data(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    path = place_of(source)
    try:
        return read_bytes(path)
    except PbbuildError as error:
        # A share code is given in place of a file's name.
        if error.code == "no-such-file" and "/" not in source and not path.suffix:
            return source.encode("utf-8", "replace")
        raise


def _save(session: BattlesSession, one: Imported) -> str:
    return save_free(stamped(one.army_list, session.catalog), one.army_list.name).stem


def _tell(session: BattlesSession, one: Imported, saved: str) -> None:
    said, t = one.army_list, session.t
    for remark in one.remarks:
        told = t(remark.code, **remark.values)
        say(t("exchange.remark", line=remark.line, remark=told), err=True)
    say(
        t(
            "exchange.imported",
            name=said.name,
            army=session.army_name(said.army),
            spent=points_of(said, session.catalog),
            size=said.points,
            units=t("exchange.units", count=len(said.units)),
            saved=saved,
        )
    )
    session.warn_if_illegal(said)


def _print_json(session: BattlesSession, lists: list[Imported], saved: list[str]) -> None:
    rows = [
        {
            "list": one.army_list.name,
            "saved": where,
            "army": one.army_list.army,
            "size": one.army_list.points,
            "points": points_of(one.army_list, session.catalog),
            "remarks": [
                {"line": remark.line, "message": session.t(remark.code, **remark.values)}
                for remark in one.remarks
            ],
        }
        for one, where in zip(lists, saved, strict=True)
    ]
    click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
