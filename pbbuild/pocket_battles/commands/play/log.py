"""`pbbuild log`: a battle played with real tiles, added to the archive."""

import re
import sys

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.catalog.names import army_named
from pbbuild.pocket_battles.commands.options import ListType
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.screen import say

RESULTS = {"won": "A", "lost": "B", "undecided": "undecided"}


@click.command("log")
@click.argument("found", metavar="LIST", type=ListType())
@click.argument("enemy", metavar="ENEMY")
@click.option("--won", is_flag=True, help="You won.")
@click.option("--lost", is_flag=True, help="You lost.")
@click.option("--undecided", is_flag=True, help="Nobody won.")
@click.option(
    "--rounds",
    type=click.IntRange(0, 1000),
    default=0,
    metavar="N",
    help="How many rounds it took.",
)
@click.option(
    "--points",
    nargs=2,
    type=click.IntRange(0, 100000),
    default=(0, 0),
    metavar="YOURS THEIRS",
    help="The points each side destroyed.",
)
@click.option("--opponent", default="opponent", metavar="NAME", help="Who played the enemy.")
@click.option("--note", default="", help="Anything you want to remember.")
@click.pass_context
def log_command(
    ctx: click.Context,
    found: FoundList,
    enemy: str,
    won: bool,
    lost: bool,
    undecided: bool,
    rounds: int,
    points: tuple[int, int],
    opponent: str,
    note: str,
) -> None:
    """Log a battle that you played with real tiles.

    LIST is yours; ENEMY is a list, an army, or any words. It then counts in `pbbuild battles`
    and in the record of your list in `pbbuild lists`.

    \b
        pbbuild log iron-wall confederacy --won --rounds 5 --points 42 31
        pbbuild log union-80 "Anna's Orcs" --lost --note "charged too early"
    """
    from pbbuild.play.archive import log_battle

    session: BattlesSession = ctx.obj
    given = [name for name, is_set in zip(RESULTS, (won, lost, undecided), strict=True) if is_set]
    if len(given) > 1:
        raise UsageError("log.one-result")
    if given:
        result = given[0]
    else:
        result = _asked(session)
        # Nothing is on the command line, so the rest is asked for as well; Enter leaves it out.
        rounds = rounds or next(iter(_numbers(session, "log.ask-rounds", 1)), 0)
        if points == (0, 0):
            own, other = _numbers(session, "log.ask-points", 2) or (0, 0)
            points = (own, other)
    ours = found.army_list
    name, army = _enemy(session, enemy)
    path = log_battle(
        GAME,
        (ours.name, name),
        (ours.army, army),
        RESULTS[result],
        rounds,
        points,
        note=note[:2000],
        agents=("person", opponent[:200]),
    )
    say(session.t("log.logged", id=path.stem))


def _asked(session: BattlesSession) -> str:
    if not sys.stdin.isatty():
        raise UsageError("log.need")
    answers = dict(zip("123", RESULTS, strict=True))
    while True:
        answer: str = click.prompt(session.t("log.ask-result"), prompt_suffix="").strip()
        words = {session.t(f"log.word-{result}"): result for result in RESULTS}
        if found := (answers | words).get(answer.casefold()):
            return found
        say(session.t("log.no-result", answer=answer[:40]))


def _numbers(session: BattlesSession, question: str, count: int) -> list[int]:
    """So many numbers that the player types, [] for Enter alone."""
    while True:
        answer: str = click.prompt(
            session.t(question), default="", show_default=False, prompt_suffix=""
        )
        found = re.findall(r"\d{1,3}", answer)
        if not answer.strip() or len(found) == count:
            return [int(number) for number in found]
        say(session.t("log.no-numbers", answer=answer[:40], count=count))


def _enemy(session: BattlesSession, text: str) -> tuple[str, str]:
    """The name and the army of the enemy: of a list, of an army, or any words."""
    from pbbuild.errors import PbbuildError
    from pbbuild.pocket_battles.lists.find import find_list

    if army := army_named(text, session.catalog):
        return session.army_name(army), army
    try:
        army_list = find_list(text).army_list
    except PbbuildError:
        return text[:200], ""
    return army_list.name, army_list.army
