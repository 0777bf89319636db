"""`pbbuild check`: everything wrong with a list, and how to fix it."""

import os
from dataclasses import replace
from pathlib import Path

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import ListType, list_arguments, pack_option
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
from pbbuild.terminal.output import write_secret
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import NARROWEST, say, shell_quoted
from pbbuild.text.translate import Translator

MARKS = {"error": ("✗", "x", "red"), "warning": ("!", "!", "yellow"), "note": ("·", "-", "cyan")}
SHOWN_FIXES = 3


@click.command("check")
@list_arguments(tiles=False)
@click.option("--fix", "fixing", is_flag=True, help="Make the smallest changes that fix it.")
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="File for the fixed list.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option(
    "--against",
    type=ListType(tiles=False),
    help="Check the two armies together against the boxes.",
)
@pack_option
@json_option
@click.pass_context
def check_command(
    ctx: click.Context,
    found: tuple[FoundList, ...],
    fixing: bool,
    output: Path | None,
    force: bool,
    against: FoundList | None,
    pack: Path | None,
    as_json: bool,
) -> None:
    """Report everything wrong with an army list.

    LIST is a file, a saved list, a ready list or a share code. Exits with 1 when a list breaks a
    rule; warnings alone exit with 0. A fixed list is written to FILE, or back to where it was;
    its history keeps the old version.

    \b
        pbbuild check brennus.json
        pbbuild check brennus.json --fix -o fixed.json
        pbbuild check union-80 --against confederacy-80
        pbbuild check iron-wall --pack cup.json
    """
    session: BattlesSession = ctx.obj
    if pack:
        from pbbuild.pocket_battles.lists.pack import read_pack

        allowed = read_pack(pack, session.catalog)
        found = tuple(replace(each, army_list=each.army_list.for_pack(allowed)) for each in found)
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
        _print_report(session, theirs, against.typed)
    documents = [report.document() for report in reports]

    def show() -> None:
        for report, each in zip(reports, found, strict=True):
            _print_report(session, report, each.typed, pack)

    answer(lambda: documents if len(documents) > 1 else documents[0], show, as_json=as_json)
    ctx.exit(0 if legal else 1)


def _require_pocket_battles(found: FoundList) -> None:
    if found.army_list.game != "pocket-battles":
        raise UsageError("check-other-game", game=found.army_list.game)


def _report(session: BattlesSession, army_list: ArmyList, against: FoundList | None) -> Report:
    other = against.army_list if against else None
    with Progress(session) as progress:
        return report_on(army_list, session.catalog, session.t, other, progress.late_share)


def _title(session: BattlesSession, report: Report) -> str:
    return session.t(
        "check.title",
        name=report.name or session.t("check.unnamed"),
        army=session.army_name(report.army),
        spent=report.points,
        size=report.size,
    )


def _print_report(
    session: BattlesSession, report: Report, typed: str, pack: Path | None = None
) -> None:
    t = session.t
    _echo(_title(session, report), bold=True)
    arrow = "->" if session.plain else "→"
    widest = max((len(finding.rule) for finding in report.findings), default=0)
    for finding in report.findings:
        sign, plain_sign, colour = MARKS[finding.severity]
        mark = plain_sign if session.plain else sign
        head = f"{mark} {finding.rule:<{widest}} "
        _echo(finding.message, head=head, head_colour=colour)
        for fix in finding.fixes[:SHOWN_FIXES]:
            _echo(f"{arrow} {fix.edit}  {fix.message}", head=" " * len(head), bold=fix.edit)
    _echo(_verdict(report, session), colour="green" if report.legal else "red")
    if not report.legal and any(finding.fixes for finding in report.findings):
        words = [shell_quoted(typed), *(["--pack", shell_quoted(pack)] if pack else [])]
        say(t("check.hint-list" if typed else "check.hint", list=" ".join(words)), err=True)
    if report.stopped_early:
        say(t("check.stopped-early"), err=True)


def _echo(
    text: str, *, head: str = "", head_colour: str = "", colour: str = "", bold: bool | str = False
) -> None:
    """Print `text` after `head`, wrapped to the width of the screen under its own beginning.

    `bold` is all of it, or a part. Rich would do the same, but takes longer to load than the check.
    """
    import shutil
    import textwrap

    width = max(shutil.get_terminal_size().columns - len(head), NARROWEST)
    plain = os.environ.get("NO_COLOR") is not None
    for number, line in enumerate(textwrap.wrap(text, width, break_on_hyphens=False) or [""]):
        if bold is True:
            line = click.style(line, bold=True)
        elif bold and bold in line:
            line = line.replace(bold, click.style(bold, bold=True), 1)
        if colour and not plain:
            line = click.style(line, fg=colour)
        start = head if not number else " " * len(head)
        if head_colour and not plain and not number:
            start = click.style(start, fg=head_colour)
        click.echo(f"{start}{line}".rstrip())


def _verdict(report: Report, session: BattlesSession) -> str:
    counts = [
        session.t(f"check.count-{severity}", count=number)
        for severity in MARKS
        if (number := sum(f.severity == severity for f in report.findings))
    ]
    key = "check.legal" if report.legal else "check.illegal"
    return session.t(f"{key}-with", counts=counts) if counts else session.t(key)


def _no_quick_fix(found: FoundList, t: Translator) -> str:
    if not found.typed:
        return t("check.no-quick-fix")
    # A ready list or a share code cannot be edited.
    key = "edit" if found.origin in ("saved", "file") else "copy"
    return t(f"check.no-quick-fix-{key}", list=shell_quoted(found.typed))


def _fix(
    session: BattlesSession, found: FoundList, output: Path | None, force: bool, as_json: bool
) -> bool:
    """Whether the list is legal now; a fixed one is shown and written."""
    from pbbuild.pocket_battles.builder.fix_list import fixed_list

    catalog, t = session.catalog, session.t
    with Progress(session) as progress:
        fixed = fixed_list(found.army_list, catalog, progress.late_share)
    report = _report(session, fixed.army_list if fixed else found.army_list, None)
    if fixed is None:

        def show() -> None:
            _print_report(session, report, found.typed)
            say(_no_quick_fix(found, t), err=True)

        answer(report.document, show, as_json=as_json)
        return False
    done = [FixAdvice(edit, edit_sentence(edit, catalog, t)) for edit in fixed.edits]
    if not fixed.is_smallest:
        say(t("check.not-smallest"), err=True)
    if not as_json:
        _print_edits(session, done)
        _print_report(session, report, found.typed)
    _keep(session, found, fixed.army_list, output, force, bool(done))
    if as_json:
        print_json(
            {
                **report.document(),
                "fixed": [each.document() for each in done],
                "smallest": fixed.is_smallest,
            }
        )
    return report.legal


def _print_edits(session: BattlesSession, done: list[FixAdvice]) -> None:
    if not done:
        say(session.t("check.nothing-to-fix"), err=True)
        return
    say(session.t("check.fixing", count=len(done)), err=True)
    for each in done:
        _echo(f"{each.edit}  {each.message}", head="  ", bold=each.edit)


def _keep(
    session: BattlesSession,
    found: FoundList,
    fixed: ArmyList,
    output: Path | None,
    force: bool,
    changed: bool,
) -> None:
    if output:
        write_secret(output, list_text(with_tile_values(fixed, session.catalog)), force=force)
        say(session.t("check.written", path=output), err=True)
    elif changed and found.origin in ("saved", "file") and found.path:
        save_list(found.path, with_tile_values(fixed, session.catalog))
        name = found.path.stem if found.origin == "saved" else found.path
        say(session.t("check.saved", name=name), err=True)
    elif changed:
        say(session.t("check.not-written", name=found.army_list.name), err=True)
