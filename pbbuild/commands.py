"""The registry of commands: section, name, where its code is, one line of help.

The code of a command is imported when it is called, so that `pbbuild --help` stays instant.
A test keeps each line equal to the first line of the command's own help.
"""

from typing import Final

from pbbuild.terminal.app import CommandTable, Entry, run_command_line
from pbbuild.terminal.app import cli as cli

SECTIONS: Final = ("Build", "Print", "Play", "Data")
COMMANDS: Final[tuple[Entry, ...]] = (
    Entry(
        "Play",
        "play",
        "pbbuild.pocket_battles.commands.play.play:play_command",
        "Play a battle at the terminal.",
    ),
    Entry(
        "Play",
        "learn",
        "pbbuild.terminal.commands.learn:learn_command",
        "Learn the game in short scenarios.",
    ),
    Entry(
        "Play",
        "battles",
        "pbbuild.terminal.commands.battles:battles_command",
        "List, replay, export or remove the battles you played.",
    ),
    Entry(
        "Play",
        "web",
        "pbbuild.terminal.commands.web:web_command",
        "Build, play and test in your browser.",
    ),
    Entry(
        "Build",
        "new",
        "pbbuild.pocket_battles.commands.build.new:new_command",
        "Build a legal, sensible army.",
    ),
    Entry(
        "Build",
        "show",
        "pbbuild.pocket_battles.commands.build.show:show_command",
        "Show an army: its tiles, units and expected hits.",
    ),
    Entry(
        "Print",
        "print",
        "pbbuild.pocket_battles.commands.print:print_command",
        "Print rosters, tiles and play aids.",
    ),
    Entry(
        "Build",
        "check",
        "pbbuild.pocket_battles.commands.build.check:check_command",
        "Report everything wrong with an army list.",
    ),
    Entry(
        "Build",
        "edit",
        "pbbuild.pocket_battles.commands.build.edit:edit_command",
        "Change an army list with a few words, or in a session.",
    ),
    Entry(
        "Build",
        "lists",
        "pbbuild.pocket_battles.commands.build.saved_lists:lists_command",
        "Show your saved lists.",
    ),
    Entry(
        "Build",
        "copy",
        "pbbuild.pocket_battles.commands.build.saved_lists:copy_command",
        "Save a list under another name: a ready one, a file, a share code.",
    ),
    Entry(
        "Build",
        "rename",
        "pbbuild.pocket_battles.commands.build.saved_lists:rename_command",
        "Rename a saved list; it keeps its history.",
    ),
    Entry(
        "Build",
        "remove",
        "pbbuild.pocket_battles.commands.build.saved_lists:remove_command",
        "Remove saved lists; restore brings them back.",
    ),
    Entry(
        "Build",
        "history",
        "pbbuild.pocket_battles.commands.build.saved_lists:history_command",
        "Show all versions of a list.",
    ),
    Entry(
        "Build",
        "restore",
        "pbbuild.pocket_battles.commands.build.saved_lists:restore_command",
        "Restore a version of a list, or a removed list.",
    ),
    Entry(
        "Build",
        "diff",
        "pbbuild.pocket_battles.commands.build.diff:diff_command",
        "Show two lists side by side, or what changed in one.",
    ),
    Entry(
        "Build",
        "suggest",
        "pbbuild.pocket_battles.commands.build.suggest:suggest_command",
        "Suggest legal ways to spend the points left, or to free some.",
    ),
    Entry(
        "Build",
        "random",
        "pbbuild.pocket_battles.commands.build.random:random_command",
        "Build a random legal army, or two.",
    ),
    Entry(
        "Build",
        "draft",
        "pbbuild.pocket_battles.commands.build.draft:draft_command",
        "Draft two armies for a quick game, against a bot or a friend.",
    ),
    Entry(
        "Build",
        "share",
        "pbbuild.pocket_battles.commands.build.share:share_command",
        "Show a list's share code, also as a QR code.",
    ),
    Entry(
        "Build",
        "export",
        "pbbuild.pocket_battles.commands.build.export_import:export_command",
        "Write a list as text, for a forum, a spreadsheet, a phone or another program.",
    ),
    Entry(
        "Build",
        "import",
        "pbbuild.pocket_battles.commands.build.export_import:import_command",
        "Read lists from text, CSV, JSON, a forum post, a PDF, a roster or a share code.",
    ),
    Entry(
        "Data",
        "demo",
        "pbbuild.pocket_battles.commands.demo:demo_command",
        "Build, check, playtest and print an army, step by step.",
    ),
    Entry(
        "Data",
        "doctor",
        "pbbuild.terminal.commands.doctor:doctor_command",
        "Check that everything works, and how to fix what doesn't.",
    ),
    Entry(
        "Data",
        "compile",
        "pbbuild.terminal.commands.compile:compile_command",
        "Compile the rules engine for speed.",
    ),
    Entry(
        "Play",
        "odds",
        "pbbuild.pocket_battles.commands.play.odds:odds_command",
        "Show the exact odds of an attack.",
    ),
    Entry(
        "Data",
        "catalog",
        "pbbuild.pocket_battles.commands.data.catalog:catalog_command",
        "Show armies and tiles, and correct them with your own tiles.",
    ),
    Entry(
        "Data",
        "rules",
        "pbbuild.pocket_battles.commands.data.rules:rules_command",
        "Look up a rule, a topic or a trait.",
    ),
    Entry(
        "Play",
        "battle",
        "pbbuild.pocket_battles.commands.play.battle:battle_command",
        "Play one battle between bots and report it.",
    ),
    Entry(
        "Play",
        "log",
        "pbbuild.pocket_battles.commands.play.log:log_command",
        "Log a battle that you played with real tiles.",
    ),
    Entry(
        "Play",
        "analyse",
        "pbbuild.pocket_battles.commands.play.analyse:analyse_command",
        "Judge every choice and roll of a recorded battle.",
    ),
    Entry(
        "Play",
        "replay",
        "pbbuild.pocket_battles.commands.play.replay:replay_command",
        "Show a recorded battle step by step.",
    ),
    Entry(
        "Play",
        "referee",
        "pbbuild.pocket_battles.commands.play.referee:referee_command",
        "List what the rules allow in a state of a battle.",
    ),
    Entry(
        "Data",
        "config",
        "pbbuild.terminal.commands.config:config_command",
        "Show or set your defaults: language, paper, folder of lists.",
    ),
    Entry(
        "Data",
        "completion",
        "pbbuild.terminal.commands.completion:completion_command",
        "Print the completion script for your shell.",
    ),
    Entry(
        "Play",
        "playtest",
        "pbbuild.pocket_battles.commands.play.playtest:playtest_command",
        "Test how strong a list is in many battles.",
    ),
    Entry(
        "Play",
        "tournament",
        "pbbuild.pocket_battles.commands.play.comparisons:tournament_command",
        "Play lists against each other and rate them.",
    ),
    Entry(
        "Play",
        "compare",
        "pbbuild.pocket_battles.commands.play.comparisons:compare_command",
        "Find out which of two lists is stronger.",
    ),
    Entry(
        "Play",
        "improve",
        "pbbuild.pocket_battles.commands.play.comparisons:improve_command",
        "Search for changes that make a list stronger, and test each.",
    ),
    Entry(
        "Play",
        "worth",
        "pbbuild.pocket_battles.commands.play.metagame:worth_command",
        "Measure what the tiles of an army are worth.",
    ),
    Entry(
        "Play",
        "counter",
        "pbbuild.pocket_battles.commands.play.metagame:counter_command",
        "Find the list that beats a list, and prove it.",
    ),
    Entry(
        "Play",
        "meta",
        "pbbuild.pocket_battles.commands.play.metagame:meta_command",
        "Show which lists survive when everybody picks the best.",
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
    **dict.fromkeys(("browser", "page", "gui", "serve", "server", "app"), "web"),
    **dict.fromkeys(("resume", "continue"), "play --resume"),
    "campaign": "play --game pocket-general --campaign NAME",
    **dict.fromkeys(("armies", "tile", "troops"), "catalog list"),
    **dict.fromkeys(("correct", "correction", "corrections"), "catalog correct CODE FIELD=VALUE"),
    **dict.fromkeys(("rule", "trait", "traits", "clause"), "rules"),
    **dict.fromkeys(("settings", "language", "lang", "paper"), "config"),
    **dict.fromkeys(("tutorial", "lesson", "lessons", "scenario", "teach"), "learn"),
    **dict.fromkeys(("archive", "games", "results"), "battles"),
    **dict.fromkeys(("tour", "example"), "demo"),
    **dict.fromkeys(("install", "setup", "status"), "doctor"),
    "version": "--version",
}

cli.table = CommandTable(
    sections=SECTIONS,
    entries=COMMANDS,
    suggestions=MEANT,
    session="pbbuild.pocket_battles.commands.session:BattlesSession",
    recovery="pbbuild.pocket_battles.commands.recovery:finish_interrupted_renames",
)


def main() -> None:
    """Run what was typed; misuse and failure exit with 2."""
    run_command_line()
