"""`pbbuild catalog`: corrections of tiles, by hand or by spreadsheet, and undoing them."""

from pathlib import Path
from typing import Any, Final

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.catalog.corrections import CorrectedValue, Tiles
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.names import army_named, tiles_named
from pbbuild.pocket_battles.commands.options import (
    ArmyType,
    army_or_tile_completion,
    no_army_or_tile,
)
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.answers import answer, print_or_save
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import write_folder
from pbbuild.terminal.screen import say


@click.command("correct")
@click.argument("code", shell_complete=army_or_tile_completion)
@click.argument("values", nargs=-1, required=True, metavar="FIELD=VALUE...")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
def correct_command(code: str, values: tuple[str, ...], dry_run: bool) -> None:
    """Enter the values of one of your tiles.

    Fields: name, gloss_en, gloss_it, type, dp, fv, wp, black, white, traits. A value equal to the
    shipped one confirms it. Your value replaces the shipped one and is marked as yours.

    \b
        pbbuild catalog correct UNI12 dp=5 wp=2
        pbbuild catalog correct CEL13 black="4 4" white= traits="overwhelming fury"
    """
    from pbbuild.pocket_battles.catalog.corrections import TypedValue, read_typed_values

    session = battles_session()
    typed = []
    for value in values:
        column, equals, text = value.partition("=")
        if not equals:
            raise UsageError("catalog.no-equals", is_=value)
        typed.append(TypedValue(code.upper(), column.strip().lower(), text))
    _apply(read_typed_values(typed, session.catalog), session, dry_run=dry_run)


@click.command("export")
@click.argument("army", type=ArmyType(), required=False)
@click.option("--army", "army_option", type=ArmyType(), help="The army, as ARMY.")
@click.option(
    "--format",
    "layout",
    type=click.Choice(["csv", "bsdata", "pictures"]),
    default="csv",
    help="A spreadsheet, data files of BattleScribe, or pictures (csv).",
)
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="File to write (standard output); a folder for bsdata and pictures.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option("--zipped", is_flag=True, help="Data files of BattleScribe as .gstz and .catz.")
@click.option(
    "--separator",
    type=click.Choice(["comma", "semicolon"]),
    help="Between cells (semicolon in Italian, else comma).",
)
def catalog_export_command(
    army: str | None,
    army_option: str | None,
    layout: str,
    output: Path | None,
    force: bool,
    zipped: bool,
    separator: str | None,
) -> None:
    """Write an army as a spreadsheet, for you to correct.

    With --format bsdata the game with all its armies is written to a folder, as data files of
    BattleScribe and New Recruit. With --format pictures the folder has each tile of ARMY, or of
    all armies, as PNG and SVG, with a table of them.

    \b
        pbbuild catalog export union -o union.csv
        pbbuild catalog import union.csv
        pbbuild catalog export --format bsdata -o pocket-battles
        pbbuild catalog export --format pictures -o tiles
    """
    from pbbuild.pocket_battles.catalog.spreadsheet import army_table

    session = battles_session()
    chosen = army or army_option
    if layout == "bsdata":
        if chosen is not None or separator is not None:
            raise UsageError("bsdata.all-armies")
        _export_data_files(session, output, force=force, zipped=zipped)
        return
    if zipped:
        raise UsageError("bsdata.zipped-alone")
    if layout == "pictures":
        _export_pictures(session, chosen, output, force=force)
        return
    if chosen is None:
        raise UsageError("catalog.which-army", armies=tuple(session.catalog.armies))
    semicolon = separator == "semicolon" or (separator is None and session.language == "it")
    text = army_table(session.catalog.armies[chosen], ";" if semicolon else ",")
    # Without the byte order mark a spreadsheet reads a file in an old code page.
    data = text if output is None else b"\xef\xbb\xbf" + text.encode()
    written = session.t("catalog.exported", source=str(output))
    print_or_save(data, output, written, force=force)


def _export_data_files(
    session: BattlesSession, output: Path | None, *, force: bool, zipped: bool
) -> None:
    from pbbuild.base.xml_documents import zipped as zip_file
    from pbbuild.pocket_battles.catalog.battlescribe_data import data_files

    if output is None:
        raise UsageError("exchange.needs-folder")
    files = {name: text.encode() for name, text in data_files(session.catalog, session.t).items()}
    if zipped:
        files = {f"{name}z": zip_file(name, data) for name, data in files.items()}
    write_folder(output, files, force=force)
    say(session.t("exchange.folder-written", path=output, count=len(files)), err=True)


def _export_pictures(
    session: BattlesSession, army: str | None, output: Path | None, *, force: bool
) -> None:
    from pbbuild.page.face_pictures import require_pictures
    from pbbuild.pocket_battles.sheets.tabletop_simulator import picture_files

    if output is None:
        raise UsageError("exchange.needs-folder")
    require_pictures()
    chosen = [session.catalog.armies[army]] if army else session.catalog.armies.values()
    troops = [troop for each in chosen for troop in each.troops]
    files = picture_files(troops, session.catalog, session.t)
    write_folder(output, files, force=force)
    say(session.t("exchange.folder-written", path=output, count=len(files)), err=True)


@click.command("import")
@click.argument("table", type=PATH, metavar="FILE")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
def catalog_import_command(table: Path, dry_run: bool) -> None:
    """Read a corrected spreadsheet and save what differs.

    All mistakes in the table are reported with their lines; with any mistake nothing is saved.
    """
    from pbbuild.base.documents import LARGEST_CATALOG_FILE
    from pbbuild.base.files import read_text
    from pbbuild.pocket_battles.catalog.spreadsheet import read_table

    session = battles_session()
    tiles = read_table(read_text(table, LARGEST_CATALOG_FILE), str(table), session.catalog)
    _apply(tiles, session, dry_run=dry_run)


@click.command("diff")
@json_option
def catalog_diff_command(as_json: bool) -> None:
    """Show what you changed from the shipped catalog."""
    from pbbuild.pocket_battles.catalog.corrections import (
        COLUMNS,
        corrected_values,
        read_corrections,
    )
    from pbbuild.pocket_battles.catalog.own_armies import own_files

    session = battles_session()
    tiles = read_corrections(session.catalog)
    changes = corrected_values(tiles, _uncorrected(session.catalog))
    own = own_files()
    confirmed = {
        code: [name for name in values if not _is_changed(code, name, changes)]
        for code, values in tiles.items()
    }

    def document() -> dict[str, Any]:
        rows = [
            {
                "code": change.code,
                "field": change.column,
                "shipped": change.before,
                "mine": change.after,
            }
            for change in changes
        ]
        return {"changes": rows, "confirmed": confirmed, "own": [path.stem for path in own]}

    def show() -> None:
        _print_changes(changes, session)
        count = sum(map(len, confirmed.values()))
        if count:
            say(session.t("catalog.confirmed", count=count))
        for path in own:
            say(session.t("catalog.own-file", name=path.stem, source=str(path)))
        if not changes and not count and not own:
            say(session.t("catalog.as-shipped", fields=COLUMNS))

    answer(document, show, as_json=as_json)


@click.command("reset")
@click.argument(
    "wanted", nargs=-1, metavar="[ARMY|CODE]...", shell_complete=army_or_tile_completion
)
@click.option("--all", "everything", is_flag=True, help="Undo all corrections.")
def reset_command(wanted: tuple[str, ...], everything: bool) -> None:
    """Undo corrections of tiles, of an army, or all.

    `pbbuild catalog undo` brings them back.
    """
    from pbbuild.base.locks import locked
    from pbbuild.pocket_battles.catalog.corrections import read_corrections, save_corrections
    from pbbuild.pocket_battles.catalog.player_files import player_folder

    session = battles_session()
    if not wanted and not everything:
        raise UsageError("catalog.reset-what")
    with locked(player_folder()):
        if everything:
            # This also replaces a file that cannot be read; `undo` still has it.
            save_corrections({})
            say(session.t("catalog.reset-all"))
            return
        before = read_corrections(session.catalog)
        codes = {code for name in wanted for code in _codes(name, session.catalog, before)}
        removed = [code for code in before if code in codes]
        if removed:
            save_corrections({code: values for code, values in before.items() if code not in codes})
    if removed:
        say(session.t("catalog.reset", count=len(removed), tiles=tuple(removed)))
    else:
        say(session.t("catalog.reset-none"))


@click.command("undo")
def undo_command() -> None:
    """Undo the last change to the corrections.

    Doing it again redoes the change.
    """
    from pbbuild.base.locks import locked
    from pbbuild.pocket_battles.catalog.corrections import exchange_with_previous
    from pbbuild.pocket_battles.catalog.player_files import player_folder

    session = battles_session()
    with locked(player_folder()):
        done = exchange_with_previous()
    say(session.t("catalog.undone" if done else "catalog.nothing-to-undo"))


COMMANDS: Final = (
    correct_command,
    catalog_export_command,
    catalog_import_command,
    catalog_diff_command,
    reset_command,
    undo_command,
)


def _apply(tiles: Tiles, session: BattlesSession, *, dry_run: bool) -> None:
    from pbbuild.base.locks import locked
    from pbbuild.pocket_battles.catalog.corrections import (
        corrected_values,
        merge_corrections,
        read_corrections,
        save_corrections,
    )
    from pbbuild.pocket_battles.catalog.player_files import player_folder

    changes = corrected_values(tiles, session.catalog)
    _print_changes(changes, session)
    if not tiles:
        say(session.t("catalog.nothing-differs"))
    elif dry_run:
        say(session.t("catalog.dry-run"))
    else:
        with locked(player_folder()):
            save_corrections(merge_corrections(read_corrections(session.catalog), tiles))
        count = sum(map(len, tiles.values()))
        say(session.t("catalog.kept", count=count))


def _print_changes(changes: list[CorrectedValue], session: BattlesSession) -> None:
    for change in changes:
        name = session.catalog.troops[change.code].name
        before, after = change.before or "-", change.after or "-"
        arrow = "->" if session.plain else "→"
        click.echo(f"{change.code} {name}: {change.column} {before} {arrow} {after}")


def _is_changed(code: str, name: str, changes: list[CorrectedValue]) -> bool:
    return any(one.code == code and one.column.split("_")[0] == name for one in changes)


def _uncorrected(catalog: Catalog) -> Catalog:
    # The player's own armies change no shipped tile, so both catalogs have them.
    from pbbuild.pocket_battles.catalog.load import shipped_catalog
    from pbbuild.pocket_battles.catalog.player_files import with_armies

    return with_armies(catalog, {**catalog.armies, **shipped_catalog().armies})


def _codes(name: str, catalog: Catalog, corrections: Tiles) -> list[str]:
    if army := army_named(name, catalog):
        return [troop.code for troop in catalog.armies[army].troops]
    if name.upper() in corrections:
        return [name.upper()]
    if found := tiles_named(name, catalog.troops.values()):
        return found
    raise no_army_or_tile(name, catalog)
