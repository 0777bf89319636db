"""The table of commands: section, name, where its code is, one line of help.

The code of a command is imported when it is called, so that `pbbuild --help` stays instant.
A test keeps each line equal to the first line of the command's own help.
"""

from typing import Final, NamedTuple


class Entry(NamedTuple):
    """One row of the table; `target` is `module:attribute`."""

    section: str
    name: str
    target: str
    line: str


SECTIONS: Final = ("Build", "Print", "Play", "Data")
COMMANDS: Final[tuple[Entry, ...]] = (
    Entry(
        "Print",
        "print",
        "pbbuild.cli.print:print_command",
        "Print rosters, tiles and play aids.",
    ),
    Entry(
        "Build",
        "check",
        "pbbuild.cli.check:check_command",
        "Report everything wrong with an army list.",
    ),
    Entry(
        "Data",
        "compile",
        "pbbuild.cli.compile:compile_command",
        "Compile the rules engine for speed.",
    ),
    Entry("Play", "odds", "pbbuild.cli.odds:odds_command", "Show the exact odds of an attack."),
    Entry(
        "Data",
        "catalog",
        "pbbuild.cli.catalog:catalog_command",
        "Show armies and tiles, and correct what your tiles say.",
    ),
    Entry(
        "Data", "rules", "pbbuild.cli.rules:rules_command", "Look up a rule, a topic or a trait."
    ),
)
