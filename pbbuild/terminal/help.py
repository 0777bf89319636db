"""The help of every command: what Click itself says is said in the player's language.

What commands and options say of themselves is English, as in docs/commands.md.
"""

import click

from pbbuild.terminal.session import session_of


class HelpFormatter(click.HelpFormatter):
    """Click's own, with our words for "Usage" and the headings."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{session_of().t('help.usage')}: ")

    def write_heading(self, heading: str) -> None:
        t, key = session_of().t, f"help.{heading.lower()}"
        super().write_heading(t(key) if t.has(key) else heading)


def speak_with_the_player() -> None:
    """Let every command make its help so."""
    click.Context.formatter_class = HelpFormatter
