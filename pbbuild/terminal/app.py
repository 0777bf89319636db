"""The entry point of the command line: runs the command, reports errors, sets the exit status."""

import contextlib
import io
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import click

from pbbuild.base.rooms import game_named, load_target, room_of, rooms
from pbbuild.base.version import VERSION
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import (
    Session,
    is_clock_usable,
    report_error,
    session_of,
    use_session,
)
from pbbuild.terminal.streams import (
    TerminatedError,
    correct_terminal_size,
    discard_unwritten_output,
    ignore_broken_pipe,
    replace_closed_streams,
)
from pbbuild.text.help_text import translated_help, translated_line, translated_words
from pbbuild.text.translate import LANGUAGES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def pop_option(args: list[str], option: str = "--game") -> tuple[str, list[str]]:
    """The value of `option` on a command line ("" if not given), and the line without it."""
    rest: list[str] = []
    value = ""
    position = 0
    while position < len(args):
        word = args[position]
        if word == "--":
            return value, rest + args[position:]
        if word == option and position + 1 < len(args):
            value = args[position + 1]
            position += 2
            continue
        if word.startswith(f"{option}="):
            value = word.partition("=")[2]
        else:
            rest.append(word)
        position += 1
    return value, rest


class OutputClosedError(Exception):
    """The reader of standard output has closed it."""


class Entry(NamedTuple):
    """One command: its section of the help, its code (`module:attribute`), its line of help."""

    section: str
    name: str
    target: str
    line: str


class CommandTable(NamedTuple):
    """The commands of the program.

    `suggestions` maps words that newcomers try to what they should type. `session` is the class
    of what every command gets, `recovery` the function that runs before every command, both as
    `module:attribute`, so that the help need not import them.
    """

    sections: tuple[str, ...]
    entries: tuple[Entry, ...]
    suggestions: Mapping[str, str]
    session: str
    recovery: str


class LazyGroup(click.Group):
    """A group with the commands of the table; a command is imported only to run it."""

    table: CommandTable

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Click itself would exit with 1, which here means "the answer is no".
            raise OutputClosedError from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Help and usage errors are printed before the options are parsed: find the language first.
        language, _ = pop_option(args, "--lang")
        use_session(
            Session(
                language_option=language if language in LANGUAGES else None,
                ascii_option="--ascii" in args,
            )
        )
        try:
            return super().parse_args(ctx, args)
        except BrokenPipeError:
            raise OutputClosedError from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [entry.name for entry in self.table.entries]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        target = next((entry.target for entry in self.table.entries if entry.name == name), None)
        command = load_target(target) if target else None
        assert command is None or isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        args = self._without_language(ctx, args)
        name = args[0]
        game, rest = pop_option(args)
        game = game or ctx.params.get("game") or ""
        if game:
            return self._resolve_for_game(ctx, game, rest)
        if name == "help":
            if len(args) > 1:
                return self.resolve_command(ctx, [*args[1:], "--help"])
            click.echo(ctx.get_help())
            ctx.exit()
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise self._unknown(ctx, name)
        return super().resolve_command(ctx, args)

    def _without_language(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The line without `--lang` and `--ascii`, which may also follow the command."""
        if args[0] == "print":
            return args  # its --lang is the language of the sheets
        language, rest = pop_option(args, "--lang")
        if not rest:
            return args
        if language:
            if language not in LANGUAGES:
                raise UsageError(
                    "misuse.not-a-choice", name="--lang", value=language, choices=LANGUAGES
                )
            ctx.params["lang"] = language
        options = rest[: rest.index("--")] if "--" in rest else rest
        if "--ascii" in options:
            ctx.params["plain"] = True
            rest.remove("--ascii")
        return rest

    def _unknown(self, ctx: click.Context, name: str) -> UsageError:
        import difflib

        word = name.lower()
        if word in self.table.suggestions:
            meant = self.table.suggestions[word]
            return UsageError("misuse.no-command-meant", command=name, meant=meant)
        near = tuple(difflib.get_close_matches(word[:100], self.list_commands(ctx), 2))
        key = "misuse.no-command-near" if near else "misuse.no-command"
        return UsageError(key, command=name, near=near, group="pbbuild")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        # From the table: completion must not import every command.
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        language = session_of(ctx).language
        return [
            CompletionItem(entry.name, help=translated_line(entry.line, language))
            for entry in self.table.entries
            if entry.name.startswith(incomplete)
        ]

    def _resolve_for_game(
        self, ctx: click.Context, game: str, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of `game`, if that has its own, else the common one."""
        room = room_of(game_named(game))
        commands = room.commands
        # A file names its game, and `rules` shows the clauses of every game.
        if not commands or args[0] in room.readers or args[0] == "rules":
            ctx.params["game"] = None
            return self.resolve_command(ctx, args)
        if args[0] not in commands:
            known = tuple(commands)
            raise UsageError(
                "misuse.game-has-no-command", game=game, command=args[0], commands=known
            )
        return args[0], load_target(commands[args[0]]), args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section in self.table.sections:
            entries = [entry for entry in self.table.entries if entry.section == section]
            rows = [(entry.name, entry.line) for entry in entries]
            with formatter.section(section):
                formatter.write_dl(rows)
        for room in rooms():
            if room.commands:
                with formatter.section(room.save_prefix):
                    formatter.write_text(", ".join(room.commands))


class HelpFormatter(click.HelpFormatter):
    """Click's formatter with everything in the player's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        session = session_of()
        words = translated_words(args, session.language)
        super().write_usage(prog, words, prefix or f"{session.t('help.usage')}: ")

    def write_heading(self, heading: str) -> None:
        t, key = session_of().t, f"help.{heading.lower()}"
        super().write_heading(t(key) if t.has(key) else heading)

    def write_text(self, text: str) -> None:
        session = session_of()
        super().write_text(session.in_its_characters(translated_help(text, session.language)))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        session = session_of()
        language, fitted = session.language, session.in_its_characters
        shown = [
            (fitted(translated_words(name, language)), fitted(translated_line(text, language)))
            for name, text in rows
        ]
        super().write_dl(shown, col_max, col_spacing)


def use_translated_help() -> None:
    """Use `HelpFormatter` for the help of every command."""
    click.Context.formatter_class = HelpFormatter


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="pbbuild")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of messages.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--game", metavar="GAME", help="pocket-battles, or pocket-general for its commands.")
@click.pass_context
def cli(ctx: click.Context, lang: str | None, plain: bool, game: str | None) -> None:
    """Build, test and print armies for Pocket Battles, offline.

    Without a command it suggests what to do next.
    """
    table = cli.table
    ctx.obj = use_session(
        load_target(table.session)(
            language_option=lang, ascii_option=plain, command=ctx.invoked_subcommand or ""
        )
    )
    load_target(table.recovery)(ctx.obj)
    if ctx.invoked_subcommand is None:
        from pbbuild.terminal.welcome import show_next_steps

        show_next_steps(ctx.obj, room_of(game_named(game)) if game else rooms()[0])


def _report_missing_package(error: ModuleNotFoundError) -> None:
    name = (error.name or "").partition(".")[0]
    if name in ("", "pbbuild"):
        from pbbuild.terminal.error_reports import report_bug

        report_bug(error)
        return
    from pbbuild.base.installed import install_command

    say(session_of().t("errors.no-package", name=name, adding=install_command(name)), err=True)


def _handle_signals() -> None:
    # SIGTERM and SIGHUP end the program like Ctrl-C: files are completed, workers are stopped.
    def terminate(number: int, frame: object) -> None:
        raise TerminatedError

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # only the main thread may
                signal.signal(number, terminate)


def _report_system_error(error: OSError) -> None:
    """Report an error of the system; without a file name it concerns the output."""
    reason = error.strerror or str(error)
    if error.filename is None:
        report_error(PbbuildError("cannot-tell", reason=reason))
    else:
        source = os.fsdecode(error.filename) if not isinstance(error.filename, int) else ""
        report_error(PbbuildError("system-refused", source=source, reason=reason))


def _run() -> int:
    """Run the command and report its errors; returns the exit status."""
    try:
        status = cli.main(prog_name="pbbuild", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        from pbbuild.terminal.error_reports import report_misuse

        report_misuse(error)
        return 2
    except click.exceptions.Abort:
        click.echo(f"\n{session_of().t('errors.broken-off')}", err=True)
        return 2
    except PbbuildError as error:
        report_error(error)
        return 2
    except (OutputClosedError, BrokenPipeError):
        # The reader wants no more, as in `pbbuild show LIST | head`.
        return 0
    except ModuleNotFoundError as error:
        _report_missing_package(error)
        return 2
    except OSError as error:
        _report_system_error(error)
        return 2
    except OverflowError as error:
        if is_clock_usable():
            return _report_bug(error)
        report_error(PbbuildError("impossible-clock"))
        return 2
    except Exception as error:  # noqa: BLE001 - a bug of ours, reported and saved, not hidden
        return _report_bug(error)
    return status if isinstance(status, int) else 0


def _report_bug(error: Exception) -> int:
    from pbbuild.terminal.error_reports import report_bug

    report_bug(error)
    return 2


def run_command_line() -> None:
    """Run the command line with the commands of `cli.table`; misuse and failure exit with 2."""
    replace_closed_streams()
    ignore_broken_pipe()
    use_translated_help()
    correct_terminal_size()
    for stream in (sys.stdout, sys.stderr):
        if not (getattr(stream, "encoding", None) or "utf").lower().startswith("utf"):
            from pbbuild.terminal.streams import replace_unencodable

            replace_unencodable(stream)
        elif isinstance(stream, io.TextIOWrapper):
            # A file name that is not UTF-8 must not stop the output.
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Typed or pasted text may not be UTF-8 either.
        sys.stdin.reconfigure(errors="replace")
    try:
        _handle_signals()
        status = _run()
    except (OSError, KeyboardInterrupt):
        # The error itself could not be written, or Ctrl-C interrupted it.
        status = 2
    discard_unwritten_output()
    sys.exit(status)
