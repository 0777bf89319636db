"""`pbbuild edit`: change a list with a few words, or in a session."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from pbbuild.errors import ListError, UsageError
from pbbuild.pocket_battles.lists.built_with import stamped
from pbbuild.pocket_battles.lists.edit import Change
from pbbuild.pocket_battles.lists.edit_words import USAGE
from pbbuild.pocket_battles.lists.find import locate_list, require_known
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.revise import Revised, revise
from pbbuild.pocket_battles.rules.army import Finding, check, is_legal, points_of
from pbbuild.pocket_battles.screen.findings import finding_sentence, tile_name
from pbbuild.terminal.options import CompletedList, json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session


@click.command("edit")
@click.argument("name", metavar="LIST", type=CompletedList())
@click.argument("scripts", metavar="[EDIT]...", nargs=-1)
@json_option
@click.pass_context
def edit_command(ctx: click.Context, name: str, scripts: tuple[str, ...], as_json: bool) -> None:
    """Change an army list with a few words, or in a session.

    Without an EDIT a session opens, with the same words, what still fits and the findings
    before your eyes. Every change is kept; undo and redo work over sessions too. Several
    edits in one call are one step, and nothing happens unless all of them can be done.

    \b
        pbbuild edit iron-wall "add UNI12 to 3"
        pbbuild edit iron-wall "move UNI26 to new; top UNI26" "rename Iron gate"
        pbbuild edit iron-wall undo
        pbbuild edit iron-wall

    \b
    The words:
        add CODE... to N|new      remove CODE...        move CODE... to N|new
        swap CODE for CODE        merge N M             split N CODE...
        top CODE                  name N TEXT           rename TEXT
        resize POINTS             edition ID            note TEXT
        undo                      redo
    """
    session: Session = ctx.obj
    path = own_file(name)
    if not scripts and sys.stdin.isatty():
        from pbbuild.pocket_battles.commands.build.edit_session import run

        run(session, path)
        return
    if not scripts:
        # A script may come down a pipe, one edit a line.
        scripts = (sys.stdin.read(20_000),)
    revised = revise_file(session, path, _as_meant(scripts))
    if as_json:
        require_playable(session, revised.after, str(path))
        click.echo(json.dumps(_report(session, revised), ensure_ascii=False, indent=2))
    else:
        for line in change_lines(session, revised.changes):
            say(line)
        if not revised.changes:
            say(session.t("life.no-change"))
        say(total_line(session, revised.after))
        require_playable(session, revised.after, str(path))
        for line in finding_lines(session, check(revised.after, session.catalog)):
            say(line)


def _as_meant(scripts: tuple[str, ...]) -> tuple[str, ...]:
    """The edits; words of one edit that the shell has parted come together again."""
    firsts = [script.casefold().split(maxsplit=1)[:1] for script in scripts]
    parted = scripts[0].casefold() in USAGE and any(
        not first or first[0] not in USAGE for first in firsts
    )
    return (" ".join(scripts),) if parted else scripts


def own_file(name: str) -> Path:
    """The file of a list the player may change; ready lists are to be copied first."""
    origin, path = locate_list(name)
    if origin == "ready":
        raise ListError("life.copy-first", source=name)
    return path


def require_playable(session: Session, army_list: ArmyList, source: str) -> None:
    """Raise for a list that no check can judge: another game's, an army or edition unknown."""
    if army_list.game != "pocket-battles":
        raise UsageError("check-other-game", game=army_list.game)
    require_known(army_list, session.catalog, source)


def revise_file(session: Session, path: Path, scripts: tuple[str, ...]) -> Revised:
    """Carry out edits on a list file and keep what the catalog says of its tiles now."""

    def finish(army_list: ArmyList) -> ArmyList:
        require_playable(session, army_list, str(path))
        return stamped(army_list, session.catalog)

    return revise(path, scripts, session.catalog, finish)


def change_lines(session: Session, changes: tuple[Change, ...]) -> list[str]:
    """What edits did, a line each, tiles with their names."""
    lines = []
    for change in changes:
        values: dict[str, Any] = dict(change.values)
        for key in ("tile", "old"):
            if key in values:
                values[key] = tile_name(str(values[key]), session.catalog)
        if "tiles" in values:
            values["tiles"] = [tile_name(code, session.catalog) for code in values["tiles"]]
        lines.append(session.t(f"edit.{change.code}", **values))
    return lines


def total_line(session: Session, army_list: ArmyList) -> str:
    """The points spent and left, on one line."""
    spent = points_of(army_list, session.catalog)
    key = "life.total" if spent <= army_list.points else "life.total-over"
    values = {"spent": spent, "size": army_list.points, "left": abs(army_list.points - spent)}
    return session.t(key, **values)


def finding_lines(session: Session, findings: tuple[Finding, ...]) -> list[str]:
    """Findings as short lines, the grave ones marked; "legal" where no rule is broken."""
    marks = {"error": "x", "warning": "!", "note": "-"}
    if not session.plain:
        marks = {"error": "✗", "warning": "!", "note": "·"}
    lines = [
        f"{marks[finding.severity]} {finding.rule} "
        f"{finding_sentence(finding, session.catalog, session.t)}"
        for finding in findings
    ]
    if not any(finding.is_error for finding in findings):
        lines.append(session.t("life.legal"))
    return lines


def _report(session: Session, revised: Revised) -> dict[str, Any]:
    after = revised.after
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
