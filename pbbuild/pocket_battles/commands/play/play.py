"""`pbbuild play`: a battle against the computer or a friend, at the terminal."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbbuild.errors import UsageError
from pbbuild.play.saves import delete_save, games_folder, read_save
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.commands.options import ListType
from pbbuild.pocket_battles.commands.play.opponents import field_of, refuse_illegal
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.afterwards import ask_afterwards, run_command
from pbbuild.terminal.options import (
    level_option,
    record_option,
    refuse_existing_record,
    resume_option,
    seed_option,
    table_options,
)
from pbbuild.terminal.screen import say
from pbbuild.text.translate import LANGUAGES, sentences_of

if TYPE_CHECKING:
    from pbbuild.play.table import Table
    from pbbuild.pocket_battles.lists.model import ArmyList
    from pbbuild.pocket_battles.playtest.game_setup import BattleSetup
    from pbbuild.terminal.shell import Shell

MOST_LISTS: Final = 6


@dataclass(frozen=True)
class Match:
    """What a battle is played with, so that it can be played again."""

    lists: tuple["ArmyList", "ArmyList"]
    agents: tuple[str | None, str | None]
    edition: str = ""
    real_dice: bool = False
    practice: bool = False


@click.command("play")
@click.argument("found", metavar="[LIST]", type=ListType(), required=False)
@click.option("--against", metavar="LIST|ARMY", help="The enemy (a ready list of your size).")
@level_option
@click.option(
    "--enemy-agent", metavar="AGENT", help="An agent by name plays the enemy, instead of a level."
)
@table_options
@click.option("--edition", metavar="ID", default="", help="Rules edition.")
@seed_option
@resume_option("battle")
@record_option("battle")
@click.pass_context
def play_command(
    ctx: click.Context,
    found: FoundList | None,
    against: str | None,
    level: str | None,
    enemy_agent: str | None,
    two: bool,
    real_dice: bool,
    practice: bool,
    edition: str,
    seed: int | None,
    resume: str | None,
    record: Path | None,
) -> None:
    """Play a battle at the terminal.

    Without a list it shows a menu: continue a battle, quick battle, your lists, learn. Answer
    with a number or in words (`charge a3`, `a1 shoot b2`); ? shows help. The battle is saved after
    every move, and every finished battle stays in the archive (`pbbuild battles`).

    \b
        pbbuild play
        pbbuild play union-80 --against confederacy-80 --level hard
        pbbuild play --resume
    """
    from pbbuild.play.stream import seed_or_random
    from pbbuild.pocket_battles.agents.registry import agent_named
    from pbbuild.pocket_battles.playtest.game_setup import resumed_table
    from pbbuild.pocket_battles.playtest.opponents import likely_opponent

    session: BattlesSession = ctx.obj
    refuse_existing_record(record)
    opponent = _opponent(level, enemy_agent)
    if not resume and found is None:
        chosen = _menu(session)
        if chosen is None:
            return
        if isinstance(chosen, Path):
            resume = str(chosen)
        else:
            found = FoundList(chosen[0], "saved")
            opponent = chosen[1] if level is None and enemy_agent is None else opponent
    if resume:
        saved = read_save(resume, GAME, GAME)
        setup, table = resumed_table(saved, session.catalog)
        shell = _shell(session, setup, table, saved.path, is_resumed=True)
        match = Match(
            setup.lists,
            (setup.seats.names[0], setup.seats.names[1]),
            setup.edition,
            table.real_dice,
            table.undo_policy == "practice",
        )
    else:
        assert found is not None
        ours = found.army_list
        refuse_illegal(session, [found])
        enemy = likely_opponent(ours, field_of(session, ours, against or "field"))
        agent_named(opponent)
        agents = (None, None if two else opponent)
        match = Match((ours, enemy), agents, edition, real_dice, practice)
        shell = _new_shell(session, match, seed_or_random(seed))
    while True:
        again = _play(session, shell, match, record)
        if again is None:
            return
        match, record = again, None
        speed = shell.speed
        shell = _new_shell(session, match, seed_or_random(None))
        shell.speed = speed


def _opponent(level: str | None, agent: str | None) -> str:
    from pbbuild.play.agents.levels import DEFAULT_LEVEL, agent_of_level

    if agent is not None and level:
        raise UsageError("battles.level-or-agent")
    return agent_of_level(level or DEFAULT_LEVEL, GAME) if agent is None else agent


def _new_shell(session: BattlesSession, match: Match, seed: int) -> "Shell":
    from pbbuild.play.table import Seats, default_undo
    from pbbuild.pocket_battles.playtest.game_setup import BattleSetup
    from pbbuild.pocket_battles.rules.game import PocketBattles

    seats = Seats.named(list(match.agents), GAME)
    setup = BattleSetup(PocketBattles(session.catalog), seats, match.lists, match.edition)
    table = setup.new_table(
        seed,
        real_dice=match.real_dice,
        undo="practice" if match.practice else default_undo(match.agents),
    )
    path = games_folder() / f"{GAME}-{seed}.json"
    return _shell(session, setup, table, path, is_resumed=False)


def _shell(
    session: BattlesSession, setup: "BattleSetup", table: "Table", path: Path, *, is_resumed: bool
) -> "Shell":
    from pbbuild.pocket_battles.screen.battle_view import BattleTableView
    from pbbuild.terminal.shell import Shell

    view = BattleTableView(
        setup.game,
        setup.lists,
        setup.seats.recorded_names,
        session,
        edition=setup.edition,
        round_limit=setup.round_limit,
    )
    return Shell(view, session, table, path, is_resumed=is_resumed)


def _play(
    session: BattlesSession, shell: "Shell", match: Match, record: Path | None
) -> Match | None:
    """Play a battle, archive it and sum it up; the next match if the player wants one."""
    from pbbuild.play.archive import archive_battle
    from pbbuild.play.table import BATTLE_ID

    t = session.t
    begin = [_title(session, match)]
    points = [army_list.points for army_list in match.lists]
    if points[0] != points[1] and shell.is_screen:
        # Elsewhere the warning before the battle is still there to read.
        begin.append(t("play.sizes-differ", own=points[0], enemy=points[1]))
    if not shell.table.inputs and not shell.is_screen:
        for line in begin:
            shell.say(line)
        begin = []
    welcome = t("play.welcome-two" if match.agents == (None, None) else "play.welcome")
    if not shell.run(" ".join([*begin, welcome])):
        return None
    has_summary = _summary(session, shell)
    if shell.is_screen and has_summary:
        # The summary may have pushed the result off the screen.
        shell.say("")
        shell.say(shell.view.describe(shell.table.lines[-1]))
    text = shell.table.recorder.text()
    kept = archive_battle(text, str(shell.table.extra.get(BATTLE_ID, "")))
    if record:
        shell.table.recorder.write(record)
        say(t("battle.recorded", path=str(record)), err=True)
    # Only now: where the record could not be written the battle can still be resumed.
    delete_save(shell.save_path)
    shell.say("")
    shell.say(t("battles.kept", id=kept.stem))
    return _afterwards(session, match, kept)


def _title(session: BattlesSession, match: Match) -> str:
    from pbbuild.play.agents.levels import level_of_agent

    t = session.t
    own, enemy = (_with_army(army_list, session) for army_list in match.lists)
    if match.agents == (None, None):
        return t("play.against-two", a=own, b=enemy)
    agent = match.agents[1] or match.agents[0] or ""
    if level := level_of_agent(agent, GAME):
        return t("play.against", own=own, enemy=enemy, level=t(f"agents.level-{level}"))
    return t("play.against-agent", own=own, enemy=enemy, agent=agent)


def _with_army(army_list: "ArmyList", session: BattlesSession) -> str:
    """The name of a list, and its army where the name does not say it."""
    army = session.catalog.armies.get(army_list.army)
    name = army_list.name
    if army is None or any(
        army.name.in_language(each).casefold() in name.casefold() for each in LANGUAGES
    ):
        return name
    return f"{name} ({army.name.in_language(session.language)})"


def _summary(session: BattlesSession, shell: "Shell") -> bool:
    """Show what decided the battle; whether there was anything to show."""
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import RecordReplay
    from pbbuild.pocket_battles.playtest.battle_analysis import analyse_battle
    from pbbuild.pocket_battles.screen.battle_summary import summary_lines
    from pbbuild.pocket_battles.screen.story import unit_names
    from pbbuild.pocket_battles.screen.told import SoloStory

    view: Any = shell.view
    record = parse_record(shell.table.recorder.text(), "")
    walk = RecordReplay(view.game, record, view.start())
    analysis = analyse_battle(walk.steps())
    names = unit_names(record.header, session.catalog)
    story = view.account if isinstance(view.account, SoloStory) else None
    lines = summary_lines(analysis, names, session.t, story)
    for line in lines:
        shell.say(line)
    return bool(lines)


def _afterwards(session: BattlesSession, match: Match, kept: Path) -> Match | None:
    """The match that the player wants after a battle, or None."""
    again = ask_afterwards(session, kept)
    if again != "swap":
        return match if again else None
    (own, enemy), (first, second) = match.lists, match.agents
    if first is not None or second is None:
        return replace(match, lists=(enemy, own), agents=(second, first))
    return replace(match, lists=(enemy, own))


# The menu of `pbbuild play` alone.


def _menu(session: BattlesSession) -> "tuple[ArmyList, str] | Path | None":
    """What the player chooses: a list and the agent against it, a save to resume, or nothing."""
    from pbbuild.play.archive import unfinished_battles
    from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
    from pbbuild.terminal.shell import read_answer

    t = session.t
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("play.no-list-here")
    choices: list[tuple[str, Any]] = []
    for battle in unfinished_battles():
        if battle.game == GAME and battle.save and len(choices) < 3:
            title = f"{battle.lists[0]} - {battle.lists[1]}, {battle.date[:10]}"
            choices.append((t("play.menu-continue", title=title), battle.save))
    choices.append((t("play.menu-quick"), "quick"))
    names = saved_lists()
    choices += [(t("play.menu-list", name=name), ("list", name)) for name in names[:MOST_LISTS]]
    choices += [
        (t("play.menu-ready"), "ready"),
        (t("play.menu-learn"), "learn"),
        (t("play.menu-battles"), "battles"),
        (t("play.menu-quit"), None),
    ]
    try:
        while True:
            say(t("play.menu-title"))
            for number, (line, _) in enumerate(choices, 1):
                say(f"{number:>3} {line}")
            answer = read_answer(t("play.menu-ask"))
            found = _chosen(answer or "1", choices, [*names, *ready_lists()])
            if found is None:
                say(t("play.menu-no", answer=answer[:40]))
                continue
            (chosen,) = found
            if chosen is None or isinstance(chosen, Path):
                return chosen
            if chosen in ("learn", "battles"):
                run_command(chosen)
                if chosen == "learn":
                    return None
                continue
            name = chosen[1] if isinstance(chosen, tuple) else _ready_list(session, chosen)
            if name:
                return find_list(name).army_list, _asked_level(session)
    except KeyboardInterrupt:
        return None


def _chosen(answer: str, choices: list[tuple[str, Any]], names: list[str]) -> tuple[Any] | None:
    """The choice that a number, a line or word of the menu, or the name of a list means."""
    text = " ".join(answer.casefold().split())
    if text.isdecimal():
        return (choices[int(text) - 1][1],) if 1 <= int(text) <= len(choices) else None
    for line, chosen in choices:
        kind = "continue" if isinstance(chosen, Path) else str(chosen or "quit")
        words = {line.casefold(), line.casefold().partition(":")[0]}
        for language in LANGUAGES:
            known = sentences_of(language).get(f"play.menu-word-{kind}", "")
            words |= {word.strip() for word in known.split(",")}
        if text in words:
            return (chosen,)
    named = next((name for name in names if text in (name, name.replace("-", " "))), "")
    return (("list", named),) if named else None


def in_columns(rows: Sequence[str], size: tuple[int, int]) -> list[str]:
    """The rows one below the other, in two columns if the screen is not high enough."""
    width, height = size
    # The prompt and the line above the list stand on the screen too.
    if len(rows) <= height - 2:
        return list(rows)
    half, column = (len(rows) + 1) // 2, width // 2 - 1
    cut = [row if len(row) <= column else f"{row[: column - 1].rstrip()}…" for row in rows]
    pairs = zip_longest(cut[:half], cut[half:], fillvalue="")
    return [f"{first:<{column + 1}}{second}".rstrip() for first, second in pairs]


def _ready_list(session: BattlesSession, chosen: str) -> str:
    from pbbuild.play.stream import seed_or_random
    from pbbuild.pocket_battles.lists.find import find_list, ready_lists
    from pbbuild.terminal.shell import read_answer

    ready = sorted(ready_lists())
    if chosen == "quick":
        return ready[seed_or_random(None) % len(ready)]
    rows = [
        f"{number:>3} {name:<16} {find_list(name).army_list.name}"
        for number, name in enumerate(ready, 1)
    ]
    for line in in_columns(rows, shutil.get_terminal_size((80, 24))):
        say(line)
    while answer := read_answer(session.t("play.ask-ready")):
        if found := _chosen(answer, [(name, ("list", name)) for name in ready], ready):
            return str(found[0][1])
        say(session.t("play.menu-no", answer=answer[:40]))
    return ""


def _asked_level(session: BattlesSession) -> str:
    from pbbuild.play.agents.levels import DEFAULT_LEVEL, LEVELS, agent_of_level
    from pbbuild.terminal.shell import read_answer

    t = session.t
    names = {t(f"agents.level-{level}"): level for level in LEVELS}
    names |= {level: level for level in LEVELS}
    names |= {str(number): level for number, level in enumerate(LEVELS, 1)}
    while True:
        answer = read_answer(t("play.ask-level", level=t(f"agents.level-{DEFAULT_LEVEL}")))
        level = names.get(answer.casefold() or DEFAULT_LEVEL)
        if level:
            return agent_of_level(level, GAME)
        say(t("play.menu-no", answer=answer[:40]))
