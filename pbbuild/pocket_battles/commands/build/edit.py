"""`pbbuild edit`: change a list with a few words, or in a session."""

import sys
from pathlib import Path
from typing import Any

import click

from pbbuild.pocket_battles.commands.build.list_files import (
    change_lines,
    finding_lines,
    own_file,
    require_playable,
    revise_file,
    total_line,
)
from pbbuild.pocket_battles.commands.options import CompletedList
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.edit_language import is_edit_word
from pbbuild.pocket_battles.lists.edit_saved import Revised
from pbbuild.pocket_battles.rules.army import check, is_legal, points_of
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say


@click.command("edit")
@click.argument("name", metavar="LIST", type=CompletedList())
@click.argument("scripts", metavar="[EDIT]...", nargs=-1)
@json_option
@click.pass_context
def edit_command(ctx: click.Context, name: str, scripts: tuple[str, ...], as_json: bool) -> None:
    """Change an army list with a few words, or in a session.

    Without an EDIT a session opens: you type the same edits and see the army, what still fits and
    the findings. Every change is saved; undo and redo also work across sessions. Several edits in
    one call are one step: either all are applied or none.

    \b
        pbbuild edit iron-wall "add UNI12 to 3"
        pbbuild edit iron-wall "move UNI26 to new; top UNI26" "rename Iron gate"
        pbbuild edit iron-wall undo
        pbbuild edit iron-wall

    \b
    Edits:
        add CODE... to N|new      remove CODE...|N      move CODE... to N|new
        swap CODE for CODE        merge N M             split N CODE...
        top CODE                  name N TEXT           rename TEXT
        resize POINTS             edition ID            note TEXT
        plan N SECTOR ROW [ORDER] undo                  redo
    """
    session: BattlesSession = ctx.obj
    path = own_file(name)
    if not scripts and sys.stdin.isatty():
        from pbbuild.pocket_battles.commands.build.edit_session import edit_in_session

        edit_in_session(session, path)
        return
    if not scripts:
        # Edits may come from a pipe, one on each line.
        scripts = (sys.stdin.read(20_000),)
    revised = revise_file(session, path, _joined_words(scripts))
    answer(
        lambda: _document(session, revised, path),
        lambda: _print(session, revised, path),
        as_json=as_json,
    )


def _joined_words(scripts: tuple[str, ...]) -> tuple[str, ...]:
    """The edits; the words of one edit typed without quotes are joined."""
    firsts = [script.casefold().split(maxsplit=1)[:1] for script in scripts]
    is_unquoted = is_edit_word(scripts[0]) and any(
        not first or not is_edit_word(first[0]) for first in firsts
    )
    return (" ".join(scripts),) if is_unquoted else scripts


def _print(session: BattlesSession, revised: Revised, path: Path) -> None:
    for line in change_lines(session, revised.changes):
        say(line)
    if not revised.changes:
        say(session.t("life.no-change"))
    say(total_line(session, revised.after))
    require_playable(session, revised.after, str(path))
    for line in finding_lines(session, check(revised.after, session.catalog)):
        say(line)


def _document(session: BattlesSession, revised: Revised, path: Path) -> dict[str, Any]:
    after = revised.after
    require_playable(session, after, str(path))
    return {
        "list": after.name,
        "version": revised.history.current,
        "legal": is_legal(after, session.catalog),
        "points": points_of(after, session.catalog),
        "size": after.points,
        "changes": [
            {"change": change.code, "message": line}
            for change, line in zip(
                revised.changes, change_lines(session, revised.changes), strict=True
            )
        ],
        "findings": [
            {
                "rule": finding.rule,
                "severity": finding.severity,
                "units": list(finding.units),
                "troops": list(finding.troops),
                "message": finding_sentence(finding, session.catalog, session.t),
            }
            for finding in check(after, session.catalog)
        ],
    }
