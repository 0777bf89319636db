"""`pbbuild check`: everything wrong with a list, and what mends it."""

from pathlib import Path

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.fix_list import fixed_list
from pbbuild.pocket_battles.commands.options import ListType, list_arguments
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import save_list
from pbbuild.pocket_battles.screen.findings import edit_sentence
from pbbuild.pocket_battles.screen.list_report import FixAdvice, Report, report_on
from pbbuild.terminal.answers import answer, print_json
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import write_output
from pbbuild.terminal.screen import say

MARKS = {"error": ("✗", "x", "red"), "warning": ("!", "!", "yellow"), "note": ("·", "-", "cyan")}
SHOWN_FIXES = 3


@click.command("check")
@list_arguments(tiles=False)
@click.option("--fix", "fixing", is_flag=True, help="Make the smallest changes that mend it.")
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
    fixing: bool,
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
    if fixing and (len(found) > 1 or against):
        raise UsageError("fix-one-list")
    if output and not fixing:
        raise UsageError("output-without-fix")
    for each in found:
        _require_pocket_battles(each)
    if fixing:
        ctx.exit(0 if _fix(session, found[0], output, force, as_json) else 1)
    reports = [_report(session, each.army_list, against) for each in found]
    legal = all(report.legal for report in reports)
    if against and not as_json:
        theirs = _report(session, against.army_list, None)
        legal = legal and theirs.legal
        _print_report(session, theirs)
    documents = [report.document() for report in reports]

    def show() -> None:
        for report in reports:
            _print_report(session, report)

    answer(lambda: documents if len(documents) > 1 else documents[0], show, as_json=as_json)
    ctx.exit(0 if legal else 1)


def _require_pocket_battles(found: FoundList) -> None:
    if found.army_list.game != "pocket-battles":
        raise UsageError("check-other-game", game=found.army_list.game)


def _report(session: BattlesSession, army_list: ArmyList, against: FoundList | None) -> Report:
    other = against.army_list if against else None
    return report_on(army_list, session.catalog, session.t, other)


def _title(session: BattlesSession, report: Report) -> str:
    return session.t(
        "check.title",
        name=report.name or session.t("check.unnamed"),
        army=session.army_name(report.army),
        spent=report.points,
        size=report.size,
    )


def _print_report(session: BattlesSession, report: Report) -> None:
    from rich.table import Table
    from rich.text import Text

    from pbbuild.pocket_battles.screen.army_text import print_trimmed

    console, t = session.console, session.t
    console.print(Text(_title(session, report), style="bold"))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    arrow = "->" if session.plain else "→"
    for finding in report.findings:
        sign, plain_sign, colour = MARKS[finding.severity]
        grid.add_row(
            Text(plain_sign if session.plain else sign, style=colour),
            Text(finding.rule, style=colour),
            Text(finding.message),
        )
        for fix in finding.fixes[:SHOWN_FIXES]:
            advice = Text(f"{arrow} ")
            advice.append(fix.edit, style="bold")
            advice.append(f"  {fix.message}", style="dim")
            grid.add_row("", "", advice)
    if report.findings:
        print_trimmed(console, grid)
    console.print(Text(_verdict(report, session), style="green" if report.legal else "red"))
    if not report.legal and any(finding.fixes for finding in report.findings):
        say(t("check.hint"), err=True)


def _verdict(report: Report, session: BattlesSession) -> str:
    counts = [
        session.t(f"check.count-{severity}", count=number)
        for severity in MARKS
        if (number := sum(f.severity == severity for f in report.findings))
    ]
    key = "check.legal" if report.legal else "check.illegal"
    return session.t(f"{key}-with", counts=counts) if counts else session.t(key)


def _fix(
    session: BattlesSession, found: FoundList, output: Path | None, force: bool, as_json: bool
) -> bool:
    """Whether the list is legal now; a fixed one is shown and written."""
    catalog, t = session.catalog, session.t
    fixed = fixed_list(found.army_list, catalog)
    report = _report(session, fixed.army_list if fixed else found.army_list, None)
    if fixed is None:

        def show() -> None:
            _print_report(session, report)
            say(t("check.cannot-mend"), err=True)

        answer(report.document, show, as_json=as_json)
        return False
    done = [FixAdvice(edit, edit_sentence(edit, catalog, t)) for edit in fixed.edits]
    if not as_json:
        _print_edits(session, done)
        _print_report(session, report)
    _keep(session, found, fixed.army_list, output, force, bool(done))
    if as_json:
        print_json({**report.document(), "fixed": [each.document() for each in done]})
    return report.legal


def _print_edits(session: BattlesSession, done: list[FixAdvice]) -> None:
    from rich.text import Text

    if not done:
        say(session.t("check.nothing-to-mend"), err=True)
        return
    say(session.t("check.fixing", count=len(done)), err=True)
    for each in done:
        line = Text(f"  {each.edit}", style="bold")
        line.append(f"  {each.message}", style="dim")
        session.console.print(line)


def _keep(
    session: BattlesSession,
    found: FoundList,
    fixed: ArmyList,
    output: Path | None,
    force: bool,
    changed: bool,
) -> None:
    if output:
        write_output(output, list_text(with_tile_values(fixed, session.catalog)), force=force)
        say(session.t("check.written", path=output), err=True)
    elif changed and found.origin in ("saved", "file") and found.path:
        save_list(found.path, with_tile_values(fixed, session.catalog))
        name = found.path.stem if found.origin == "saved" else found.path
        say(session.t("check.saved", name=name), err=True)
    elif changed:
        say(session.t("check.not-written", name=found.army_list.name), err=True)
