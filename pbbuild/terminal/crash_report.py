"""Reporting a bug of pbbuild itself, with everything needed to fix it."""

import os
import sys
import traceback

import click

from pbbuild.base.files import write_atomic
from pbbuild.base.places import player_cache
from pbbuild.base.version import VERSION
from pbbuild.errors import PbbuildError
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import session_of


def report_bug(error: BaseException) -> None:
    """Report a bug and save its traceback; with PBBUILD_TRACEBACK print it instead."""
    trace = "".join(traceback.format_exception(error))
    head = f"pbbuild {VERSION}, Python {sys.version.split()[0]}, {sys.platform}\n"
    report = f"{head}{' '.join(sys.argv[1:])}\n\n{trace}"
    name = f"{type(error).__name__}: {error}"
    t = session_of().t
    if os.environ.get("PBBUILD_TRACEBACK"):
        click.echo(report, err=True)
        return
    path = player_cache() / "defects" / "last.txt"
    try:
        write_atomic(path, report.encode("utf-8", "backslashreplace"))
    except PbbuildError:
        say(t("errors.defect", error=name), err=True)
        click.echo(report, err=True)
        return
    say(t("errors.defect-kept", error=name, path=path), err=True)
