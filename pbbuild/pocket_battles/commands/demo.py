"""`pbbuild demo`: an army built, checked, shown, playtested and printed, step by step."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import click

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.options import PATH
from pbbuild.terminal.screen import say, width_of, wrapped_text

FOLDER = "pbbuild-demo"
LIST = "army.json"
ROSTER = "roster.pdf"
PAGE = "roster.html"
RUN = "playtest"


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One command of the demo and the sentence that introduces it."""

    key: str
    words: tuple[str, ...]


@click.command("demo")
@click.argument("folder", metavar="[DIR]", required=False, type=PATH)
@click.option("--army", type=ArmyType(), default="union", help="Which army (union).")
@click.option(
    "--points", type=click.IntRange(50, 100), default=80, metavar="N", help="Its size (80)."
)
@click.pass_context
def demo_command(ctx: click.Context, folder: Path | None, army: str, points: int) -> None:
    """Build, check, playtest and print an army, step by step.

    All files go into DIR, a new folder (pbbuild-demo); your own lists don't change. Each step
    shows the command, so that you can type it yourself.

    \b
        pbbuild demo
        pbbuild demo ~/first-army --army celts --points 60
    """
    from pbbuild.play.runfile import is_unfinished

    session: BattlesSession = ctx.obj
    t = session.t
    started = time.monotonic()
    target = _free_folder(folder)
    for number, step in enumerate(_steps(session, target, army, points), 1):
        _head(f"{number}. {t(f'demo.{step.key}')}")
        if not _run(session, step):
            ctx.exit(2)
        if is_unfinished(target / RUN):
            # A cancelled playtest reports what it has and goes on; the demo stops here.
            raise click.Abort
        _pause(session)
    _head(t("demo.done", seconds=round(time.monotonic() - started)))
    for name in (LIST, RUN, ROSTER, PAGE):
        if (target / name).exists():
            click.echo(f"  {target / name}")
    say(t("demo.next", list=str(target / LIST), run=str(target / RUN)))


def _pause(session: BattlesSession) -> None:
    """Wait for Enter on a terminal, so that each step can be read."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        click.prompt(
            f"\n{session.t('demo.pause')}", default="", show_default=False, prompt_suffix=""
        )


def _head(text: str) -> None:
    click.secho(f"\n{wrapped_text(f'== {text}', width_of(sys.stdout), 3)}", bold=True)


def _free_folder(wanted: Path | None) -> Path:
    """`wanted` if it is new or empty, or the next free default; raises if it is not empty."""
    if wanted is not None:
        if wanted.exists() and (not wanted.is_dir() or any(wanted.iterdir())):
            raise UsageError("demo.not-empty", source=str(wanted))
        # The commands of the steps must not read it as an option.
        return wanted.absolute() if str(wanted).startswith(("-", "~")) else wanted
    number = 1
    while (folder := Path(FOLDER if number == 1 else f"{FOLDER}-{number}")).exists():
        number += 1
    return folder


def _steps(session: BattlesSession, folder: Path, army: str, points: int) -> list[DemoStep]:
    from pbbuild.native.load import status

    army_list = str(folder / LIST)
    enemy = _enemy(session, army, points)
    # Interpreted rules take about thirty times as long, so they get fewer, simpler battles.
    fast = status("pocket-battles").compiled
    test = ("--games", "40") if fast else ("--games", "8", "--agent", "greedy")
    seed = ("--seed", "1")
    build = ("new", "--auto", "--points", str(points), "--army", army, *seed, "-o", army_list)
    output = ("-o", str(folder / RUN))
    return [
        DemoStep("build", build),
        DemoStep("check", ("check", army_list)),
        DemoStep("pull", ("show", army_list, "--pull")),
        DemoStep(
            "playtest" if fast else "playtest-slow",
            ("playtest", army_list, "--against", enemy, *test, *seed, *output),
        ),
        _printing(army_list, folder),
    ]


def _printing(army_list: str, folder: Path) -> DemoStep:
    """The step that prints the roster as a PDF, or as HTML if the libraries are missing."""
    from pbbuild.page.pdf import PrintError, require_libraries

    try:
        require_libraries()
    except PrintError:
        return DemoStep("print-html", ("print", army_list, "-o", str(folder / PAGE)))
    return DemoStep("print", ("print", army_list, "-o", str(folder / ROSTER)))


def _enemy(session: BattlesSession, army: str, points: int) -> str:
    """The ready list of another army nearest in size, of the same edition if possible."""
    from pbbuild.pocket_battles.lists.find import find_list, ready_lists

    edition = session.catalog.armies[army].edition
    ready = {name: find_list(name).army_list for name in ready_lists()}

    def distance(name: str) -> tuple[int, bool, str]:
        one = ready[name]
        return abs(one.points - points), one.edition != edition, name

    return min((name for name in ready if ready[name].army != army), key=distance)


def _run(session: BattlesSession, step: DemoStep) -> bool:
    """Run the command of a step, shown as the player would type it; whether it succeeded."""
    from pbbuild.terminal.app import cli
    from pbbuild.terminal.screen import command_line
    from pbbuild.terminal.session import report_error

    click.echo(f"$ {command_line(['pbbuild', *step.words])}")
    options = ["--lang", session.language, *(["--ascii"] if session.plain else [])]
    try:
        status = cli.main([*options, *step.words], prog_name="pbbuild", standalone_mode=False)
    except PbbuildError as error:
        report_error(error, session.t)
        status = 2
    if status in (None, 0):
        return True
    say(session.t("demo.stopped"), err=True)
    return False
