"""`pbbuild doctor`: whether everything works here, and how to fix what does not."""

from typing import Any

import click

from pbbuild.base.rooms import part_of, rooms
from pbbuild.errors import PbbuildError
from pbbuild.terminal.answers import print_json
from pbbuild.terminal.commands.doctor_checks import (
    BAD,
    CATALOG_BROKEN,
    CHECKS,
    NOTE,
    Check,
    DoctorFinding,
    GameChecks,
)
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, is_clock_usable, sentence_of

MARKS = {"good": "ok", "note": "note", "bad": "BAD"}


@click.command("doctor")
@json_option
@click.pass_context
def doctor_command(ctx: click.Context, as_json: bool) -> None:
    """Check that everything works, and how to fix what doesn't.

    Checks Python, its packages, the page of `web`, the printing libraries, fonts, the compiled
    rules, your folders and lists and the catalogs, and tries a battle and a printed page. Exits
    with 1 when something doesn't work; notes don't count.

    \b
        pbbuild doctor
        pbbuild doctor --json
    """
    session: Session = ctx.obj
    t = session.t
    rows: list[dict[str, Any]] = []
    levels: list[str] = []
    is_readable = True
    games: list[GameChecks] = [part_of(room.id, "doctor") for room in rooms()]
    data = tuple(check for game in games for check in game.data)
    trials = tuple(check for game in games for check in game.trials)
    for check in (*CHECKS, *data, *trials):
        if check in (*data, *trials) and not is_readable:
            continue
        if BAD in levels and not is_clock_usable():
            break  # nearly every other check would fail for that alone
        for finding in _findings(check, session):
            levels.append(finding.level)
            is_readable = is_readable and finding.message != CATALOG_BROKEN
            message = t(f"doctor.{finding.message}", **finding.values)
            fix = t(f"doctor.{finding.fix}", **finding.values) if finding.fix else ""
            rows.append(
                {"check": check.__name__, "level": finding.level, "found": message, "fix": fix}
            )
            if not as_json:
                say(f"{MARKS[finding.level]:<5} {message}", indent=6)
                for line in fix.splitlines():
                    say(f"      -> {line}", indent=3)
    bad, notes = levels.count(BAD), levels.count(NOTE)
    if as_json:
        print_json({"works": not bad, "checks": rows})
    elif bad:
        say(t("doctor.sick", count=bad))
    else:
        say(t("doctor.well-with-notes" if notes else "doctor.well"))
    ctx.exit(1 if bad else 0)


def _findings(check: Check, session: Session) -> list[DoctorFinding]:
    """The findings of a check; an exception becomes a finding, so that the other checks run."""
    found: list[DoctorFinding] = []
    try:
        found.extend(check(session))
    except OSError as error:
        # A folder that cannot even be listed: nothing in it can be checked.
        values = {"path": str(error.filename or ""), "reason": error.strerror or str(error)}
        found.append(DoctorFinding(BAD, "place-closed", values, "fix-folder"))
    except PbbuildError as error:
        found.append(DoctorFinding(BAD, "refused", {"reason": sentence_of(error, session.t)}))
    except Exception as error:  # noqa: BLE001 - any failure is a finding
        reason = f"{type(error).__name__}: {error}"
        found.append(DoctorFinding(BAD, "check-failed", {"reason": reason}, "fix-report"))
    return found
