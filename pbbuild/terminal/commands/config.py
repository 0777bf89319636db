"""`pbbuild config`: the player's defaults."""

from dataclasses import replace

import click

from pbbuild.base.files import expanded_path
from pbbuild.base.locks import locked
from pbbuild.base.settings import (
    CHOICES,
    Settings,
    lists_folder,
    read_settings,
    settings_file,
    write_settings,
)
from pbbuild.errors import UsageError
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session


@click.command("config")
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--reset", is_flag=True, help="Delete KEY, or all settings.")
@json_option
@click.pass_obj
def config_command(
    session: Session, key: str | None, value: str | None, reset: bool, as_json: bool
) -> None:
    """Show or set your defaults: language, paper, folder of lists.

    KEY is language (en, it), paper (a4, letter, a5), lists (a folder) or ascii (yes, no).

    \b
        pbbuild config language it
        pbbuild config lists ~/armies
        pbbuild config language --reset
    """
    if key is not None and key not in CHOICES:
        raise UsageError("unknown-setting", wish=key, near=tuple(CHOICES))
    if reset:
        if value is not None:
            raise UsageError("reset-with-value", wish=str(key))
        with locked(settings_file()):
            write_settings(replace(read_settings(), **{key: ""}) if key else Settings())
    elif key and value is not None:
        checked = _checked(key, value)
        with locked(settings_file()):
            write_settings(replace(read_settings(), **{key: checked}))
    settings = read_settings()
    shown = {name: getattr(settings, name) for name in CHOICES if key in (None, name)}
    answer(
        lambda: {**shown, "file": str(settings_file())},
        lambda: _print(session, shown),
        as_json=as_json,
        compact=True,
    )


def _print(session: Session, shown: dict[str, str]) -> None:
    # A language that has just been set is used at once.
    t = Session(session.language_option, session.ascii_option).t
    usual = {
        "language": session.language,
        "paper": "a4",
        "lists": str(lists_folder()),
        "ascii": "no",
    }
    for name, is_set in shown.items():
        line = f"{name:<9} {is_set}" if is_set else t("config.usual", key=name, value=usual[name])
        say(line, indent=10)
    key = "config.where" if settings_file().is_file() else "config.nowhere"
    say(t(key, path=settings_file()), err=True)


def _checked(key: str, value: str) -> str:
    allowed = CHOICES[key]
    if allowed and value.casefold() not in allowed:
        raise UsageError("unknown-setting-value", key=key, wish=value, near=allowed)
    if allowed:
        return value.casefold()
    if not value or not value.isprintable():
        raise UsageError("unknown-setting-value", key=key, wish=value, near=("a folder",))
    folder = expanded_path(value)
    if folder.exists() and not folder.is_dir():
        raise UsageError("not-a-folder", source=value)
    return str(folder.absolute())
