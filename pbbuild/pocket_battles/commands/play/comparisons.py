"""`pbbuild tournament`, `compare` and `improve`: lists measured against each other."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import (
    budget_option,
    list_argument,
    list_arguments,
    say_edit,
)
from pbbuild.pocket_battles.commands.play.opponents import field_of, refuse_illegal
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import PATH, json_option, seed_option
from pbbuild.terminal.output import require_replaceable, write_secret
from pbbuild.terminal.playtest_options import (
    report_options,
    require_report,
    worker_options,
    workers_from_options,
    write_report,
)
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say, shell_quoted
from pbbuild.terminal.streams import has_reader

# Battles of each list in a comparison, and at the most in a test.
COMPARED_GAMES: Final = 320
MOST_TEST_GAMES: Final = 8000

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbbuild.pocket_battles.playtest.improve import ImprovementStep
    from pbbuild.pocket_battles.playtest.series import Plan


@click.command("tournament")
@list_arguments()
@click.option(
    "--games",
    type=click.IntRange(2, 100_000),
    default=40,
    show_default=True,
    metavar="N",
    help="Battles per pairing.",
)
@click.option("--agent", metavar="AGENT", help="Who plays all lists (search:16).")
@worker_options
@seed_option
@json_option
@report_options
@click.pass_context
def tournament_command(
    ctx: click.Context,
    found: tuple[FoundList, ...],
    games: int,
    agent: str | None,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
    report: Path | None,
    force: bool,
) -> None:
    """Play lists against each other and rate them.

    Every list meets every other in pairs of battles with sides swapped. Exits with 1 when a
    battle failed.

    \b
        pbbuild tournament union-80 confederacy-80 orcs-80 elves-80
    """
    from pbbuild.pocket_battles.playtest.tournament import play_list_tournament
    from pbbuild.pocket_battles.screen.comparisons import tournament_settings, tournament_text

    session: BattlesSession = ctx.obj
    require_report(report, force=force)
    if len(found) < 2:
        raise UsageError("contest.two-lists")
    lists = [each.army_list for each in found]
    refuse_illegal(session, found)
    with Progress(session) as progress, workers_from_options(workers, scheduler) as started:
        held = play_list_tournament(
            lists, games, started, agent=agent, seed=seed, progress=progress.share
        )
    table = held.table
    settings = tournament_settings(
        lists, session.t, games=held.games, agent=held.agent, seed=held.seed
    )
    try:
        answer(
            held.document,
            lambda: say(tournament_text(lists, table, settings, session.t)),
            as_json=as_json,
        )
    finally:
        if report:
            from pbbuild.pocket_battles.sheets.playtest_page import tournament_page

            page = tournament_page(lists, table, settings, session.t)
            write_report(session, report, page, force=force)
    ctx.exit(1 if table.errors else 0)


@click.command("compare")
@list_argument
@click.argument("other", type=str, metavar="OTHER")
@click.option("--against", default="field", show_default=True, metavar="LIST|ARMY|field")
@click.option(
    "--games",
    type=click.IntRange(4, 400_000),
    metavar="N",
    help="Battles of each list (320); with --test at the most (8000).",
)
@click.option("--test", is_flag=True, help="Play until it is known which list is better.")
@click.option(
    "--margin",
    type=click.FloatRange(0.5, 50),
    default=5.0,
    show_default=True,
    metavar="N",
    help="With --test: a difference of N battles in 100 matters.",
)
@click.option("--agent", metavar="AGENT", help="Who plays all lists (search:16).")
@worker_options
@seed_option
@json_option
@click.pass_context
def compare_command(
    ctx: click.Context,
    found: FoundList,
    other: str,
    against: str,
    games: int | None,
    test: bool,
    margin: float,
    agent: str | None,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Find out which of two lists is stronger.

    Both play the same opponents with the same dice; the interval shows how sure the result is.
    With --test it plays until one list is better, or no difference of --margin is left, each
    wrong in at most 5 % of tests; exits with 1 when --games weren't enough to decide.

    \b
        pbbuild compare iron-wall iron-wall-2
        pbbuild compare iron-wall iron-wall-2 --test --margin 3
    """
    from pbbuild.pocket_battles.commands.options import ListType
    from pbbuild.pocket_battles.playtest import comparison
    from pbbuild.pocket_battles.screen.comparisons import comparison_text, sequential_text

    session: BattlesSession = ctx.obj
    rival = ListType().convert(other, None, ctx)
    refuse_illegal(session, [found, rival])
    plan = _plan(session, found, against, agent, seed)
    pairs = -(-(games or (MOST_TEST_GAMES if test else COMPARED_GAMES)) // 2)
    names = _distinct_names(found, rival)
    with Progress(session) as progress, workers_from_options(workers, scheduler) as started:
        if test:
            tested = comparison.run_test(
                plan, rival.army_list, margin / 100, pairs, started, progress.share
            )
        else:
            [result] = comparison.compare(
                plan, [rival.army_list], 0, pairs, started, progress.share
            )
    if test:
        answer(
            lambda: comparison.verdict_document(plan, rival.army_list, tested),
            lambda: say(sequential_text(names, tested, plan, session.t)),
            as_json=as_json,
        )
        ctx.exit(1 if tested.verdict == "open" else 0)
    answer(
        lambda: comparison.comparison_document(plan, rival.army_list, result),
        lambda: say(comparison_text(names, result, plan, session.t)),
        as_json=as_json,
    )


def _distinct_names(first: FoundList, second: FoundList) -> tuple[str, str]:
    """What two lists are called: versions of one list by their files, or by 1 and 2."""
    names = first.army_list.name, second.army_list.name
    if names[0] != names[1]:
        return names
    if first.path and second.path and first.path.stem != second.path.stem:
        return first.path.stem, second.path.stem
    return f"{names[0]} 1", f"{names[1]} 2"


def _plan(
    session: BattlesSession, found: FoundList, against: str, agent: str | None, seed: int | None
) -> "Plan":
    from pbbuild.pocket_battles.playtest.plans import new_plan

    ours = found.army_list
    return new_plan(ours, field_of(session, ours, against), agent=agent, seed=seed)


@click.command("improve")
@list_argument
@click.option("--against", default="field", show_default=True, metavar="LIST|ARMY|field")
@click.option(
    "--steps",
    type=click.IntRange(1, 20),
    default=3,
    show_default=True,
    metavar="N",
    help="At most this many changes.",
)
@click.option(
    "--agent", metavar="AGENT", default="expect:6", show_default=True, help="Who plays all lists."
)
@budget_option
@worker_options
@seed_option
@click.option("-o", "--output", type=PATH, metavar="FILE", help="Write the new list.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@json_option
@click.pass_context
def improve_command(
    ctx: click.Context,
    found: FoundList,
    against: str,
    steps: int,
    agent: str,
    games: int,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Search for changes that make a list stronger, and test each.

    Swaps, regroupings, two changes at once and the builder's own ideas race against each other;
    the winner is tested again with new dice, and you see only that gain. Ends with the edit to
    paste. After --games battles it stops and says so; battles of more than 20 units count more.
    Exits with 1 when nothing better was found.

    \b
        pbbuild improve iron-wall --steps 2
    """
    from pbbuild.pocket_battles.lists.list_file import list_text
    from pbbuild.pocket_battles.playtest.battle_budget import BattleBudget
    from pbbuild.pocket_battles.playtest.improve import (
        ImprovementStep,
        improve,
        improvement_document,
    )
    from pbbuild.pocket_battles.screen.comparisons import improvement_text

    session: BattlesSession = ctx.obj
    refuse_illegal(session, [found])
    if output:
        require_replaceable(output, force=force)
    plan = _plan(session, found, against, agent, seed)

    taken: list[ImprovementStep] = []

    def tell(step: "ImprovementStep") -> None:
        taken.append(step)
        if not has_reader() and not output:
            raise BrokenPipeError  # nobody would ever see the rest
        if not as_json:
            progress.clear()
            say(improvement_text(step, session.catalog, session.t))

    progress = Progress(session)
    budget = BattleBudget(games, progress.share)
    try:
        with progress, workers_from_options(workers, scheduler) as started:
            improve(plan, session.catalog, started, steps, tell, budget=budget)
    except KeyboardInterrupt:
        say(session.t("contest.broken-off"), err=True)
    accepted = [step for step in taken if step.accepted]
    try:
        answer(
            lambda: improvement_document(plan, taken, budget),
            lambda: _print_edits(session, found, accepted),
            as_json=as_json,
        )
        if budget.stopped:
            key = "contest.stopped-early" if accepted else "contest.stopped-empty"
            say(session.t(key, games=games), err=True)
    finally:
        if output and accepted:
            write_secret(output, list_text(accepted[-1].army_list), force=force)
    ctx.exit(0 if accepted else 1)


def _print_edits(
    session: BattlesSession, found: FoundList, accepted: "Sequence[ImprovementStep]"
) -> None:
    if not accepted:
        say(session.t("contest.nothing-better"))
        return
    from pbbuild.pocket_battles.screen.comparisons import is_rebuilt
    from pbbuild.pocket_battles.screen.exports import Writer, as_text

    if any(map(is_rebuilt, accepted)):
        click.echo("\n" + as_text(Writer(accepted[-1].army_list, session.catalog, session.t)))
    script = shell_quoted("; ".join(edit for step in accepted for edit in step.edits))
    say_edit(session, found, script)
