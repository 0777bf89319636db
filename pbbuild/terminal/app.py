"""The entry point: finds the command, tells errors, sets the exit status."""

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import click

from pbbuild.base.rooms import game_called, load_target, room_of, rooms
from pbbuild.base.version import VERSION
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.terminal.help import speak_with_the_player
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, begin, session_of, tell_error
from pbbuild.terminal.streams import (
    AskedToEndError,
    disbelieve_sizes,
    give_up,
    outlive_reader,
    replace_closed,
)
from pbbuild.text.translate import LANGUAGES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def taken_out(args: list[str], option: str = "--game") -> tuple[str, list[str]]:
    """What a command line says with `option` ("" if nothing), and the line without it."""
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


class ReaderGoneError(Exception):
    """Whoever read our output has closed it."""


class Entry(NamedTuple):
    """One command: its section of the help, where its code is (`module:attribute`), its line."""

    section: str
    name: str
    target: str
    line: str


@dataclass(frozen=True, slots=True)
class CommandTable:
    """What the command line offers.

    `meant` are words that newcomers try, with what to type for them; `session` is what every
    command is handed; `before_each` runs before every command.
    """

    sections: tuple[str, ...]
    entries: tuple[Entry, ...]
    meant: Mapping[str, str]
    session: Callable[..., Session]
    before_each: Callable[[Session], None]


class LazyGroup(click.Group):
    """A group that knows its commands by the table and imports one only to run it."""

    table: CommandTable

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Click itself would exit with 1, which here means "the answer is no".
            raise ReaderGoneError from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Help and misuse are told before the options are read: find out in which language.
        language, _ = taken_out(args, "--lang")
        begin(self.table.session(language_wish=language if language in LANGUAGES else None))
        try:
            return super().parse_args(ctx, args)
        except BrokenPipeError:
            raise ReaderGoneError from None

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
        game, rest = taken_out(args)
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
        """The line without `--lang` and `--ascii`, which may stand behind the command too."""
        if args[0] == "print":
            return args  # its --lang is that of the sheets
        language, rest = taken_out(args, "--lang")
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

        said = name.lower()
        if said in self.table.meant:
            meant = self.table.meant[said]
            return UsageError("misuse.no-command-meant", command=name, meant=meant)
        near = tuple(difflib.get_close_matches(said[:100], self.list_commands(ctx), 1))
        key = "misuse.no-command-near" if near else "misuse.no-command"
        return UsageError(key, command=name, near=near, group="pbbuild")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        # From the table: completing a word must not import every command.
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [
            CompletionItem(entry.name, help=entry.line)
            for entry in self.table.entries
            if entry.name.startswith(incomplete)
        ]

    def _resolve_for_game(
        self, ctx: click.Context, game: str, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of a game that has commands of its own."""
        room = room_of(game_called(game))
        commands = room.commands
        # A file says itself which game it is of, and the rules page has every clause.
        if not commands or args[0] in room.readers or args[0] == "rules":
            ctx.params["game"] = None
            return self.resolve_command(ctx, args)
        if args[0] not in commands:
            has = tuple(commands)
            raise UsageError("misuse.game-has-no-command", game=game, command=args[0], commands=has)
        return args[0], load_target(commands[args[0]]), args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section in self.table.sections:
            entries = [entry for entry in self.table.entries if entry.section == section]
            rows = [(entry.name, entry.line) for entry in entries]
            with formatter.section(section):
                formatter.write_dl(rows)
        for room in rooms():
            if room.commands:
                with formatter.section(room.saves):
                    formatter.write_text(", ".join(room.commands))


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="pbbuild")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of what you read.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--game", metavar="GAME", help="pocket-battles, or pocket-general for its commands.")
@click.pass_context
def cli(ctx: click.Context, lang: str | None, plain: bool, game: str | None) -> None:
    """Build, test and print armies for Pocket Battles, offline.

    Without a command it says what to do next.
    """
    table = cli.table
    ctx.obj = begin(
        table.session(language_wish=lang, plain_wish=plain, command=ctx.invoked_subcommand or "")
    )
    table.before_each(ctx.obj)
    if ctx.invoked_subcommand is None:
        from pbbuild.terminal.welcome import show_next_steps

        show_next_steps(ctx.obj, room_of(game_called(game)) if game else rooms()[0])


def _report_crash(error: BaseException) -> None:
    """Report a bug in pbbuild: save the traceback, or print it with PBBUILD_TRACEBACK."""
    import traceback

    from pbbuild.base.files import write_atomic
    from pbbuild.base.places import player_cache

    head = f"pbbuild {VERSION}, Python {sys.version.split()[0]}, {sys.platform}\n"
    trace = "".join(traceback.format_exception(error))
    report = f"{head}{' '.join(sys.argv[1:])}\n\n{trace}"
    if os.environ.get("PBBUILD_TRACEBACK"):
        click.echo(report, err=True)
        return
    t, name = session_of().t, f"{type(error).__name__}: {error}"
    path = player_cache() / "defects" / "last.txt"
    try:
        write_atomic(path, report.encode("utf-8", "backslashreplace"))
    except PbbuildError:
        say(t("errors.defect", error=name), err=True)
        click.echo(report, err=True)
        return
    say(t("errors.defect-kept", error=name, path=path), err=True)


def _tell_missing(error: ModuleNotFoundError) -> None:
    name = (error.name or "").partition(".")[0]
    if name in ("", "pbbuild"):
        _report_crash(error)
        return
    from pbbuild.base.installed import adding

    say(session_of().t("errors.no-package", name=name, adding=adding(name)), err=True)


def _end_as_by_ctrl_c() -> None:
    # Who is asked to end finishes what he is writing, and takes his workers along.
    def ended(number: int, frame: object) -> None:
        raise AskedToEndError

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # only the main thread may
                signal.signal(number, ended)


def _tell_refusal(error: OSError) -> None:
    """Say what the system would not let us do; an error of no file is one of the output."""
    reason = error.strerror or str(error)
    if error.filename is None:
        tell_error(PbbuildError("cannot-tell", reason=reason))
    else:
        source = os.fsdecode(error.filename) if not isinstance(error.filename, int) else ""
        tell_error(PbbuildError("system-refused", source=source, reason=reason))


def _run() -> int:
    """The exit status of the command, all that went wrong told."""
    try:
        status = cli.main(prog_name="pbbuild", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        from pbbuild.terminal.misuse import tell_misuse

        tell_misuse(error)
        return 2
    except click.exceptions.Abort:
        click.echo(f"\n{session_of().t('errors.broken-off')}", err=True)
        return 2
    except PbbuildError as error:
        tell_error(error)
        return 2
    except (ReaderGoneError, BrokenPipeError):
        # He has seen enough, as in `pbbuild show LIST | head`.
        return 0
    except ModuleNotFoundError as error:
        _tell_missing(error)
        return 2
    except OSError as error:
        _tell_refusal(error)
        return 2
    except Exception as error:  # noqa: BLE001 - a defect of ours, told and kept, not hidden
        _report_crash(error)
        return 2
    return status if isinstance(status, int) else 0


def run_command_line() -> None:
    """Run what was typed; misuse and failure exit with 2. `cli.table` says what there is."""
    replace_closed()
    outlive_reader()
    speak_with_the_player()
    disbelieve_sizes()
    for stream in (sys.stdout, sys.stderr):
        if not (getattr(stream, "encoding", None) or "utf").lower().startswith("utf"):
            from pbbuild.terminal.streams import make_plain

            make_plain(stream)
        elif isinstance(stream, io.TextIOWrapper):
            # A file name that is not UTF-8 must not break off what is being printed.
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is typed or pasted need not be UTF-8 either.
        sys.stdin.reconfigure(errors="replace")
    try:
        _end_as_by_ctrl_c()
        status = _run()
    except (OSError, KeyboardInterrupt):
        # Not even that could be told, or he could not wait for it.
        status = 2
    give_up()
    sys.exit(status)
