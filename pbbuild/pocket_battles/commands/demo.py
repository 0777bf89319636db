"""`pbbuild demo`: an army built, checked, shown, playtested and printed, each step told."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

import click

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.commands.options import ArmyType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.options import PATH
from pbbuild.terminal.screen import folded, say, width_of

FOLDER = "pbbuild-demo"
LIST = "army.json"
ROSTER = "roster.pdf"
PAGE = "roster.html"
RUN = "playtest"


@dataclass(frozen=True, slots=True)
class Step:
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
    """Build, check, playtest and print an army, and tell each step.

    Everything goes into DIR, a new folder (pbbuild-demo); your own lists are not touched. Each
    step is a command you could type yourself, and is shown as one.

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
            # A playtest tells what it has when it is broken off; a demo ends there.
            raise click.Abort
    _head(t("demo.done", seconds=round(time.monotonic() - started)))
    for name in (LIST, RUN, ROSTER, PAGE):
        if (target / name).exists():
            click.echo(f"  {target / name}")
    say(t("demo.next", list=str(target / LIST), run=str(target / RUN)))


def _head(text: str) -> None:
    click.secho(f"\n{folded(f'== {text}', width_of(sys.stdout), 3)}", bold=True)


def _free_folder(wish: Path | None) -> Path:
    """The folder of the demo: the one wished for if it is new or empty, else the next free one."""
    if wish is not None:
        if wish.exists() and (not wish.is_dir() or any(wish.iterdir())):
            raise UsageError("demo.not-empty", source=str(wish))
        # Each step is typed with it, and must not take it for an option.
        return wish.absolute() if str(wish).startswith(("-", "~")) else wish
    number = 1
    while (folder := Path(FOLDER if number == 1 else f"{FOLDER}-{number}")).exists():
        number += 1
    return folder


def _steps(session: BattlesSession, folder: Path, army: str, points: int) -> list[Step]:
    from pbbuild.native.load import status

    found = str(folder / LIST)
    enemy = _enemy(session, army, points)
    # Interpreted rules take some thirty times as long: fewer and simpler battles then.
    fast = status("pocket-battles").compiled
    test = ("--games", "40") if fast else ("--games", "8", "--agent", "greedy")
    seed = ("--seed", "1")
    build = ("new", "--auto", "--points", str(points), "--army", army, *seed, "-o", found)
    kept = ("-o", str(folder / RUN))
    return [
        Step("build", build),
        Step("check", ("check", found)),
        Step("pull", ("show", found, "--pull")),
        Step(
            "playtest" if fast else "playtest-slow",
            ("playtest", found, "--against", enemy, *test, *seed, *kept),
        ),
        _printing(found, folder),
    ]


def _printing(found: str, folder: Path) -> Step:
    """How the roster is printed: as a PDF, or as HTML where the libraries for that are missing."""
    from pbbuild.page.pdf import PrintError, require_libraries

    try:
        require_libraries()
    except PrintError:
        return Step("print-html", ("print", found, "-o", str(folder / PAGE)))
    return Step("print", ("print", found, "-o", str(folder / ROSTER)))


def _enemy(session: BattlesSession, army: str, points: int) -> str:
    """A ready list of another army, of the nearest size, of the same box where there is one."""
    from pbbuild.pocket_battles.lists.find import find_list, ready_lists

    edition = session.catalog.armies[army].edition
    ready = {name: find_list(name).army_list for name in ready_lists()}

    def distance(name: str) -> tuple[int, bool, str]:
        one = ready[name]
        return abs(one.points - points), one.edition != edition, name

    return min((name for name in ready if ready[name].army != army), key=distance)


def _run(session: BattlesSession, step: Step) -> bool:
    """Whether the step's command did what it should; it is shown as the player would type it."""
    from pbbuild.terminal.app import cli
    from pbbuild.terminal.screen import command_line
    from pbbuild.terminal.session import tell_error

    click.echo(f"$ {command_line(['pbbuild', *step.words])}")
    wishes = ["--lang", session.language, *(["--ascii"] if session.plain else [])]
    try:
        status = cli.main([*wishes, *step.words], prog_name="pbbuild", standalone_mode=False)
    except PbbuildError as error:
        tell_error(error, session.t)
        status = 2
    if status in (None, 0):
        return True
    say(session.t("demo.stopped"), err=True)
    return False
