"""`pbbuild catalog`: the player's own armies and traits, and checks of catalog files."""

from pathlib import Path
from typing import Final

import click

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import battles_session
from pbbuild.terminal.answers import print_or_save
from pbbuild.terminal.options import PATH
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import report_error


@click.command("check")
@click.argument("files", nargs=-1, type=PATH, metavar="[FILE]...")
@click.pass_context
def catalog_check_command(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Check catalog files (all of them without FILE).

    Armies, traits, corrections, editions, rules and lists are checked against their schema,
    and their names against the catalog. Exits with 1 when a file has problems.
    """
    _check(ctx, files)


@click.command("validate", hidden=True)
@click.argument("files", nargs=-1, type=PATH, metavar="[FILE]...")
@click.pass_context
def validate_command(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Check catalog files, as `catalog check` does."""
    _check(ctx, files)


def _check(ctx: click.Context, files: tuple[Path, ...]) -> None:
    from pbbuild.base.documents import LARGEST_CATALOG_FILE, read_json
    from pbbuild.base.places import shipped
    from pbbuild.pocket_battles.catalog.player_files import (
        player_files,
        player_folder,
        too_many_files,
    )
    from pbbuild.pocket_battles.catalog.validate import reference_breaches, require_valid

    session = battles_session(ctx)
    everything = not files
    if everything:
        folder = shipped("catalog")
        files = (
            *sorted(folder.glob("pocket_battles/*.json")),
            folder / "shared/rules.json",
            *sorted(folder.glob("pocket_battles/lists/*.json")),
            *player_files(player_folder()),
        )
    bad = unreadable = 0
    for file in files:
        try:
            document = read_json(file, LARGEST_CATALOG_FILE)
            format_id = require_valid(document, session.quiet_catalog, judge=reference_breaches)
        except PbbuildError as error:
            report_error(error)
            # A file that cannot be opened is a failure (2), one with problems a "no" (1).
            unreadable += not error.problems
            bad += 1
        else:
            if not everything:
                say(session.t("catalog.valid", source=str(file), format=format_id))
    for complaint in too_many_files(player_folder()) if everything else ():
        # These files are never read, so they are not checked either.
        report_error(complaint)
        bad += 1
    if everything and not bad:
        say(session.t("catalog.all-valid", count=len(files)))
    ctx.exit(2 if unreadable else 1 if bad else 0)


@click.command("add")
@click.argument("file", type=PATH)
@click.option("--replace", is_flag=True, help="Replace your army or traits of the same name.")
def catalog_add_command(file: Path, replace: bool) -> None:
    """Add an army or traits of your own.

    FILE is checked before anything is saved. Start with `catalog template`; docs/catalogs.md
    describes the format and the effects of traits.
    """
    from pbbuild.base.locks import locked
    from pbbuild.pocket_battles.catalog.own_armies import add_own_file
    from pbbuild.pocket_battles.catalog.player_files import player_folder

    session = battles_session()
    with locked(player_folder()):
        _, name, target = add_own_file(file, session.catalog, replace=replace)
    say(session.t("catalog.added", name=name, source=str(target)))


@click.command("remove")
@click.argument("name")
def catalog_remove_command(name: str) -> None:
    """Remove an army or traits of your own.

    The file is renamed, not deleted.
    """
    from pbbuild.base.locks import locked
    from pbbuild.pocket_battles.catalog.own_armies import remove_own_file
    from pbbuild.pocket_battles.catalog.player_files import player_folder

    session = battles_session()
    with locked(player_folder()):
        aside = remove_own_file(name)
    say(session.t("catalog.removed", name=name, source=str(aside)))


@click.command("template")
@click.argument("army_id", metavar="NAME")
@click.option("--prefix", metavar="ABC", help="First three letters of each tile code.")
@click.option("--from", "start", type=ArmyType(), help="Start from a copy of this army.")
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="File to write (standard output).",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def template_command(
    army_id: str, prefix: str | None, start: str | None, output: Path | None, force: bool
) -> None:
    """Write a small army file to start an army of your own.

    \b
        pbbuild catalog template samurai -o samurai.json
        pbbuild catalog add samurai.json
    """
    from pbbuild.base.documents import parse_json
    from pbbuild.pocket_battles.catalog.own_armies import army_copy, army_template, army_text
    from pbbuild.pocket_battles.catalog.validate import require_valid

    session = battles_session()
    letters = (prefix or "".join(filter(str.isalpha, army_id))[:3]).upper()
    if start:
        entry = army_copy(session.catalog.armies[start], army_id, letters)
    else:
        newest = max(session.catalog.editions.values(), key=lambda edition: edition.order)
        entry = army_template(army_id, letters, newest.id)
    text = army_text(entry)
    require_valid(parse_json(text, army_id), session.catalog)
    taken = {army.prefix: army.id for army in session.catalog.armies.values()}
    if letters in taken:
        raise UsageError("catalog.prefix-is-taken", prefix=letters, army=taken[letters])
    written = session.t("catalog.template-written", source=str(output))
    print_or_save(text, output, written, force=force)


COMMANDS: Final = (
    catalog_check_command,
    validate_command,
    catalog_add_command,
    catalog_remove_command,
    template_command,
)
