"""The command reference in Markdown, from the help of the commands."""

import click

from pbbuild.base.rooms import load_target, rooms
from pbbuild.terminal.app import cli, use_translated_help
from pbbuild.terminal.session import Session, use_session

WIDTH = 80
HEAD = """# Commands

Written by `scripts/command-reference` from `--help`; do not edit by hand.

Wherever a command takes a LIST it accepts a file, the name of a list you saved, a ready list, a
share code, or `-`. Exit status: 0 done, 1 the answer is no, 2 misuse or failure.
"""


def reference() -> str:
    """Every command of every game with its help, in the order of `pbbuild --help`."""
    table = cli.table
    use_session(Session(language_option="en"))
    use_translated_help()
    parts = [HEAD, _block("pbbuild", cli)]
    for section in table.sections:
        parts.append(f"## {section}\n")
        for entry in table.entries:
            if entry.section == section:
                parts += _with_subcommands(
                    f"pbbuild {entry.name}", load_target(entry.target), "###"
                )
    for room in rooms():
        if room.commands:
            parts.append(f"## With `--game {min(room.names, key=len)}`\n")
        for name, target in room.commands.items():
            parts += _with_subcommands(f"pbbuild {name}", load_target(target), "###")
    return "\n".join(parts)


def _with_subcommands(name: str, command: click.Command, heading: str) -> list[str]:
    parts = [f"{heading} {name}\n", _block(name, command)]
    if isinstance(command, click.Group):
        for inner in command.list_commands(click.Context(command)):
            one = command.get_command(click.Context(command), inner)
            assert one is not None
            if not one.hidden:
                parts += _with_subcommands(f"{name} {inner}", one, f"{heading}#")
    return parts


def _block(name: str, command: click.Command) -> str:
    context = click.Context(
        command,
        info_name=name,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    return f"```text\n{command.get_help(context).rstrip()}\n```\n"
