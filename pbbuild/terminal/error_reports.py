"""Reporting what ends a command: a wrong command line, with what is right, or a bug of ours."""

import difflib
import os
import re
import sys
import traceback
from typing import Final

import click

from pbbuild.base.files import write_atomic
from pbbuild.base.places import player_cache
from pbbuild.base.version import VERSION
from pbbuild.errors import PbbuildError
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import harmless, session_of
from pbbuild.text.help_text import translated_words

# The start of Click's message about a value: the value, in quotes if it is text.
_VALUE: Final = re.compile(r"('.*'|\".*\"|\S+) is not (?:one of|a valid|in the range)", re.DOTALL)
_UNKNOWN: Final = re.compile(r"No such command ['\"](.*)['\"]", re.DOTALL)
_EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)


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


def report_misuse(error: click.ClickException) -> None:
    """Print to stderr what is wrong with the command line, and where its help is."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return
    t = session_of().t
    context = getattr(error, "ctx", None)
    if context is not None:
        click.echo(context.get_usage(), err=True)
        say(t("misuse.help", command=context.command_path), err=True)
        say(err=True)
    say(harmless(_sentence(error)), err=True)
    param = getattr(error, "param", None)
    metavar = (getattr(param, "metavar", None) or "") if param else ""
    if isinstance(error, click.MissingParameter) and metavar.startswith(("LIST", "OTHER")):
        say(t("errors.what-a-list-is"), err=True)


def _sentence(error: click.ClickException) -> str:
    t = session_of().t
    if isinstance(error, click.NoSuchOption):
        near = _near(error.option_name, _options_of(error.ctx))
        key = "misuse.no-option-near" if near else "misuse.no-option"
        return t(key, option=harmless(error.option_name), near=near)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        kind = "option" if isinstance(error.param, click.Option) else "argument"
        return t(f"misuse.missing-{kind}", name=_name(error.param))
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _bad_value(error, error.param)
    if isinstance(error, click.BadOptionUsage) and "requires" in error.message:
        return t("misuse.needs-value", option=harmless(error.option_name))
    context: click.Context | None = getattr(error, "ctx", None)
    unknown = _UNKNOWN.match(error.message)
    if unknown and context and isinstance(context.command, click.Group):
        near = _near(unknown[1], context.command.list_commands(context))
        key = "misuse.no-command-near" if near else "misuse.no-command"
        return t(key, command=harmless(unknown[1]), near=near, group=context.command_path)
    if extra := _EXTRA.match(error.message):
        return t("misuse.extra", words=harmless(extra[1]))
    return error.format_message()


def _bad_value(error: click.BadParameter, param: click.Parameter) -> str:
    t = session_of().t
    found = _VALUE.match(error.message)
    if not found:
        return error.format_message()
    value, kind = harmless(found[1]).strip("'\""), param.type
    if isinstance(kind, click.Choice):
        choices = [str(choice) for choice in kind.choices]
        near = _near(value.lower(), choices)
        key = "misuse.not-a-choice-near" if near else "misuse.not-a-choice"
        return t(key, name=_name(param), value=value, choices=choices, near=near)
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is not None and high is not None:
        return t("misuse.not-between", name=_name(param), value=value, low=low, high=high)
    if low is not None:
        return t("misuse.not-from", name=_name(param), value=value, low=low)
    if kind is click.INT:
        return t("misuse.not-a-number", name=_name(param), value=value)
    return error.format_message()


def _options_of(context: click.Context | None) -> list[str]:
    params = context.command.get_params(context) if context else []
    return [name for param in params if isinstance(param, click.Option) for name in param.opts]


def _near(word: str, known: list[str]) -> str:
    return ", ".join(difflib.get_close_matches(word[:100], known, 1))


def _name(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return " / ".join(param.opts)
    name = param.metavar or param.human_readable_name.upper()
    return translated_words(name, session_of().language)
