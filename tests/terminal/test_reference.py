"""docs/commands.md is what the commands say of themselves."""

import pbbuild.commands  # noqa: F401 - fills the table of commands
from pbbuild.terminal.command_reference import reference
from tests.cli import REPOSITORY


def test_the_command_reference_is_up_to_date() -> None:
    kept = (REPOSITORY / "docs/commands.md").read_text(encoding="utf-8")
    assert kept == reference(), "run scripts/command-reference"
