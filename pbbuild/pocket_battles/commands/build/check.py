"""`pbbuild check`: everything wrong with a list, and what mends it."""

import json
from pathlib import Path
from typing import Any

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import ListType, list_arguments
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import stamped
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_text
from pbbuild.pocket_battles.lists.store import save_list
from pbbuild.pocket_battles.rules.army import Finding, check, check_pair, points_of
from pbbuild.pocket_battles.rules.fixes import Fix, fixes, mend
from pbbuild.pocket_battles.screen.findings import finding_sentence, fix_sentence
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import save
from pbbuild.terminal.screen import say

MARKS = {"error": ("✗", "x", "red"), "warning": ("!", "!", "yellow"), "note": ("·", "-", "cyan")}
SHOWN_FIXES = 3


@click.command("check")
@list_arguments(tiles=False)
@click.option("--fix", "mending", is_flag=True, help="Make the smallest changes that mend it.")
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="Where the mended list goes.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option(
    "--against",
    type=ListType(tiles=False),
    help="Check the two armies together against the boxes.",
)
@json_option
@click.pass_context
def check_command(
    ctx: click.Context,
    found: tuple[FoundList, ...],
    mending: bool,
    output: Path | None,
    force: bool,
    against: FoundList | None,
    as_json: bool,
) -> None:
    """Report everything wrong with an army list.

    LIST is a file, a saved list, a ready list or a share code. Exits with 1 when a list breaks
    a rule; warnings alone exit with 0. A mended list is written to FILE, or back to where it
    was; its history keeps the old one.

    \b
        pbbuild check brennus.json
        pbbuild check brennus.json --fix -o mended.json
        pbbuild check union-80 --against confederacy-80
    """
    session: BattlesSession = ctx.obj
    if mending and (len(found) > 1 or against):
        raise UsageError("fix-one-list")
    if output and not mending:
        raise UsageError("output-without-fix")
    for each in found:
        _require_pocket_battles(each)
    if mending:
        legal, report = _mend(session, found[0], output, force, as_json)
        reports = [report]
    else:
        reports = [_report(session, each.army_list, against) for each in found]
        legal = all(report["legal"] for report in reports)
        if against and not as_json:
            _tell(session, _report(session, against.army_list, None))
            legal = legal and not any(
                finding.is_error for finding in check(against.army_list, session.catalog)
            )
        if not as_json:
            for report in reports:
                _tell(session, report)
    if as_json:
        shown: Any = [_public(report) for report in reports]
        click.echo(json.dumps(shown if len(shown) > 1 else shown[0], ensure_ascii=False, indent=2))
    ctx.exit(0 if legal else 1)


def _require_pocket_battles(found: FoundList) -> None:
    if found.army_list.game != "pocket-battles":
        raise UsageError("check-other-game", game=found.army_list.game)


def _report(
    session: BattlesSession, army_list: ArmyList, against: FoundList | None
) -> dict[str, Any]:
    catalog, t = session.catalog, session.t
    findings = check(army_list, catalog)
    if against:
        findings += check_pair(army_list, against.army_list, catalog)
    return {
        "list": army_list.name,
        "legal": not any(finding.is_error for finding in findings),
        "points": points_of(army_list, catalog),
        "size": army_list.points,
        "army": army_list.army,
        "edition": army_list.edition,
        "against": against.army_list.name if against else None,
        "findings": [_told(session, finding, army_list) for finding in findings],
        "title": t(
            "check.title",
            name=army_list.name or t("check.unnamed"),
            army=session.army_name(army_list.army),
            spent=points_of(army_list, catalog),
            size=army_list.points,
        ),
    }


def _public(report: dict[str, Any]) -> dict[str, Any]:
    hidden = ("title", "against") if report["against"] is None else ("title",)
    return {key: value for key, value in report.items() if key not in hidden}


def _told(session: BattlesSession, finding: Finding, army_list: ArmyList) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "code": finding.code,
        "units": list(finding.units),
        "troops": list(finding.troops),
        "amount": finding.values.get("amount"),
        "message": finding_sentence(finding, session.catalog, session.t),
        "fixes": [
            {"edit": "; ".join(fix.edits), "message": fix_sentence(fix, session.catalog, session.t)}
            for fix in fixes(army_list, session.catalog, finding)
        ],
    }


def _tell(session: BattlesSession, report: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    from pbbuild.pocket_battles.screen.army_text import print_trimmed

    console, t = session.console, session.t
    console.print(Text(report["title"], style="bold"))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    arrow = "->" if session.plain else "→"
    for finding in report["findings"]:
        sign, plain_sign, colour = MARKS[finding["severity"]]
        grid.add_row(
            Text(plain_sign if session.plain else sign, style=colour),
            Text(finding["rule"], style=colour),
            Text(finding["message"]),
        )
        for fix in finding["fixes"][:SHOWN_FIXES]:
            advice = Text(f"{arrow} ")
            advice.append(fix["edit"], style="bold")
            advice.append(f"  {fix['message']}", style="dim")
            grid.add_row("", "", advice)
    if report["findings"]:
        print_trimmed(console, grid)
    console.print(Text(_verdict(report, session), style="green" if report["legal"] else "red"))
    if not report["legal"] and any(finding["fixes"] for finding in report["findings"]):
        say(t("check.hint"), err=True)


def _verdict(report: dict[str, Any], session: BattlesSession) -> str:
    counts = [
        session.t(f"check.count-{severity}", count=number)
        for severity in MARKS
        if (number := sum(f["severity"] == severity for f in report["findings"]))
    ]
    key = "check.legal" if report["legal"] else "check.illegal"
    return session.t(f"{key}-with", counts=counts) if counts else session.t(key)


def _mend(
    session: BattlesSession, found: FoundList, output: Path | None, force: bool, as_json: bool
) -> tuple[bool, dict[str, Any]]:
    from rich.text import Text

    army_list, catalog = found.army_list, session.catalog
    errors = [finding for finding in check(army_list, catalog) if finding.is_error]
    fix = mend(army_list, catalog) if errors else Fix((), 0, 0)
    if fix is None:
        report = _report(session, army_list, None)
        if not as_json:
            _tell(session, report)
            say(session.t("check.cannot-mend"), err=True)
        return False, report
    mended = army_list
    if fix.edits:
        mended = edit_list(army_list, fix.edits, catalog).army_list
    report = _report(session, mended, None)
    report["fixed"] = [
        {"edit": edit, "message": fix_sentence(Fix((edit,), 0, 0), catalog, session.t)}
        for edit in fix.edits
    ]
    if not as_json:
        if fix.edits:
            say(session.t("check.fixing", count=len(fix.edits)), err=True)
            for each in report["fixed"]:
                line = Text(f"  {each['edit']}", style="bold")
                line.append(f"  {each['message']}", style="dim")
                session.console.print(line)
        else:
            say(session.t("check.nothing-to-mend"), err=True)
        _tell(session, report)
    _keep(session, found, mended, output, force, bool(fix.edits))
    return report["legal"], report


def _keep(
    session: BattlesSession,
    found: FoundList,
    mended: ArmyList,
    output: Path | None,
    force: bool,
    changed: bool,
) -> None:
    if output:
        save(output, list_text(stamped(mended, session.catalog)), force=force)
        say(session.t("check.written", path=output), err=True)
    elif changed and found.origin in ("saved", "file") and found.path:
        save_list(found.path, stamped(mended, session.catalog))
        name = found.path.stem if found.origin == "saved" else found.path
        say(session.t("check.saved", name=name), err=True)
    elif changed:
        say(session.t("check.not-written", name=found.army_list.name), err=True)
