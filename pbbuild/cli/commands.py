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
    Entry("Build", "new", "pbbuild.cli.new:new_command", "Build a legal, sensible army of a size."),
    Entry(
        "Build",
        "show",
        "pbbuild.cli.show:show_command",
        "Show an army: its tiles, units and expected hits.",
    ),
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
        "Build",
        "edit",
        "pbbuild.cli.edit:edit_command",
        "Change an army list with a few words, or in a session.",
    ),
    Entry("Build", "lists", "pbbuild.cli.lists:lists_command", "Show all lists you have saved."),
    Entry(
        "Build",
        "copy",
        "pbbuild.cli.keep:copy_command",
        "Save a list under another name: a ready one, a file, a share code.",
    ),
    Entry(
        "Build",
        "rename",
        "pbbuild.cli.keep:rename_command",
        "Give a saved list another name; its history goes along.",
    ),
    Entry(
        "Build",
        "remove",
        "pbbuild.cli.keep:remove_command",
        "Remove saved lists; restore brings them back.",
    ),
    Entry(
        "Build",
        "history",
        "pbbuild.cli.keep:history_command",
        "Show every version a list ever had.",
    ),
    Entry(
        "Build",
        "restore",
        "pbbuild.cli.keep:restore_command",
        "Bring back a version of a list, also of a removed one.",
    ),
    Entry(
        "Build",
        "diff",
        "pbbuild.cli.diff:diff_command",
        "Show two lists side by side, or what changed in one.",
    ),
    Entry(
        "Build",
        "suggest",
        "pbbuild.cli.suggest:suggest_command",
        "Suggest legal ways to spend the points left, or to free some.",
    ),
    Entry(
        "Build",
        "random",
        "pbbuild.cli.random_army:random_command",
        "Deal a random legal army, or two.",
    ),
    Entry(
        "Build",
        "draft",
        "pbbuild.cli.draft:draft_command",
        "Draft two armies for a quick game, against a bot or a friend.",
    ),
    Entry(
        "Build",
        "share",
        "pbbuild.cli.share:share_command",
        "Show a list's share code, and as a QR square.",
    ),
    Entry(
        "Build",
        "export",
        "pbbuild.cli.exchange:export_command",
        "Write a list as text, for a forum, a spreadsheet or a page.",
    ),
    Entry(
        "Build",
        "import",
        "pbbuild.cli.exchange:import_command",
        "Read lists from text, CSV, JSON, a forum post, a PDF or a share code.",
    ),
    Entry(
        "Data",
        "demo",
        "pbbuild.cli.demo:demo_command",
        "Build, check, playtest and print an army, and tell each step.",
    ),
    Entry(
        "Data",
        "doctor",
        "pbbuild.cli.doctor:doctor_command",
        "See whether everything works here, and how to mend what does not.",
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
        "Data",
        "rules",
        "pbbuild.cli.rules:rules_command",
        "Look up a rule, a topic or a trait.",
    ),
    Entry(
        "Play",
        "battle",
        "pbbuild.cli.battle:battle_command",
        "Fight one battle and tell how it went.",
    ),
    Entry(
        "Play",
        "replay",
        "pbbuild.cli.replay:replay_command",
        "Show a recorded battle step by step.",
    ),
    Entry(
        "Play",
        "referee",
        "pbbuild.cli.referee:referee_command",
        "Say what the rules allow in a state of a battle.",
    ),
    Entry(
        "Data",
        "config",
        "pbbuild.cli.config:config_command",
        "Show or set your defaults: language, paper, folder of lists.",
    ),
    Entry(
        "Data",
        "completion",
        "pbbuild.cli.completion:completion_command",
        "Print what makes your shell complete pbbuild.",
    ),
    Entry(
        "Play",
        "playtest",
        "pbbuild.cli.playtest:playtest_command",
        "Test a list in many battles and tell how good it is.",
    ),
    Entry(
        "Play",
        "tournament",
        "pbbuild.cli.contests:tournament_command",
        "Let lists meet each other and rate them.",
    ),
    Entry(
        "Play",
        "compare",
        "pbbuild.cli.contests:compare_command",
        "Tell which of two lists does better against the same field and dice.",
    ),
    Entry(
        "Play",
        "improve",
        "pbbuild.cli.contests:improve_command",
        "Search for changes that make a list stronger, and prove each.",
    ),
    Entry(
        "Play",
        "play",
        "pbbuild.cli.play:play_command",
        "Play a battle at the terminal.",
    ),
)

# Words that newcomers try, and what to type for them.
MEANT: Final = {
    **dict.fromkeys(("build", "create", "make", "generate", "army", "start"), "new"),
    **dict.fromkeys(("open", "view", "cat", "pull"), "show LIST"),
    **dict.fromkeys(("validate", "legal", "fix", "mend"), "check LIST"),
    **dict.fromkeys(("add", "swap", "move", "merge", "split", "change"), "edit LIST"),
    **dict.fromkeys(("undo", "redo"), "edit LIST undo"),
    **dict.fromkeys(("list", "ls", "saved"), "lists"),
    "ready": "lists --ready",
    **dict.fromkeys(("save", "clone"), "copy LIST NAME"),
    **dict.fromkeys(("delete", "rm", "del", "erase"), "remove LIST"),
    **dict.fromkeys(("code", "qr", "send"), "share LIST"),
    **dict.fromkeys(("load", "read", "scan"), "import FILE"),
    **dict.fromkeys(("bbcode", "markdown", "forum", "csv"), "export LIST"),
    **dict.fromkeys(("roster", "pdf", "html", "sheet", "sheets", "cards"), "print LIST"),
    **dict.fromkeys(("opponent", "tiles", "counters", "aid", "pack"), "print LIST --what ..."),
    **dict.fromkeys(("test", "simulate", "sim", "winrate", "stats"), "playtest LIST"),
    **dict.fromkeys(("fight", "game"), "play LIST"),
    **dict.fromkeys(("resume", "continue"), "play --resume"),
    "campaign": "play --game pocket-general --campaign NAME",
    **dict.fromkeys(("armies", "tile", "troops"), "catalog list"),
    **dict.fromkeys(("correct", "correction", "corrections"), "catalog correct CODE FIELD=VALUE"),
    **dict.fromkeys(("rule", "trait", "traits", "clause"), "rules"),
    **dict.fromkeys(("settings", "language", "lang", "paper"), "config"),
    **dict.fromkeys(("tutorial", "tour", "example"), "demo"),
    **dict.fromkeys(("install", "setup", "status"), "doctor"),
    "version": "--version",
}
