"""`pbbuild worth`, `counter` and `meta`: what tiles are worth and which lists win."""

from pathlib import Path

import click

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.options import (
    ArmyType,
    EnemyType,
    budget_option,
    list_arguments,
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
from pbbuild.terminal.screen import say, say_commands, shell_quoted

AGENT_HELP = "Who plays all lists."
AGAINST_HELP = "With --without: who the opponents are."


@click.command("worth")
@click.argument("what", metavar="ARMY|LIST", type=EnemyType())
@click.option("--points", type=click.IntRange(10, 500), metavar="N", help="Size (80).")
@click.option(
    "--games",
    type=click.IntRange(2, 400_000),
    default=3200,
    show_default=True,
    metavar="N",
    help="About how many battles to play; without --without at least 480.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="PART",
    help="What first-turn, redeployment, reactions or a trait is worth to LIST (repeat).",
)
@click.option(
    "--against", default="field", show_default=True, metavar="LIST|ARMY|field", help=AGAINST_HELP
)
@click.option("--agent", metavar="AGENT", default="expect:6", show_default=True, help=AGENT_HELP)
@worker_options
@seed_option
@json_option
@report_options
@click.pass_obj
def worth_command(
    session: BattlesSession,
    what: str | FoundList,
    points: int | None,
    games: int,
    without: tuple[str, ...],
    against: str,
    agent: str,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
    report: Path | None,
    force: bool,
) -> None:
    """Measure what the tiles of an army are worth.

    Random lists of the army play thousands of battles; tiles that win more than their price are
    underpriced. For a LIST only its own tiles are shown. With --without the same battles are
    played with and without a part of the game.

    \b
        pbbuild worth union
        pbbuild worth iron-wall --games 8000 --report worth.html
        pbbuild worth iron-wall --without reactions --without leader --agent quick
    """
    from pbbuild.pocket_battles.metagame.tile_worth import (
        LEAST_BATTLES,
        WorthSettings,
        measure_worth,
    )
    from pbbuild.pocket_battles.screen.metagame import worth_text

    if without:
        if isinstance(what, str):
            raise UsageError("meta.without-needs-list")
        if report:
            raise UsageError("meta.without-no-report")
        _print_parts(
            session, what, without, against, (games, agent, seed), (workers, scheduler), as_json
        )
        return
    require_report(report, force=force)
    if games < LEAST_BATTLES:
        raise UsageError("meta.few-battles", games=games, least=LEAST_BATTLES)
    shown = None if isinstance(what, str) else what.army_list
    army = what if isinstance(what, str) else what.army_list.army
    size = points or (shown.points if shown else 80)
    if size % 10:
        raise UsageError("new.size-not-in-tens", size=size)
    settings = WorthSettings(size, games, agent, seed or 0)
    with Progress(session) as progress, workers_from_options(workers, scheduler) as started:
        found = measure_worth(army, settings, session.catalog, started, progress.share)
    answer(
        found.document,
        lambda: say(worth_text(found, session.catalog, session.t, shown)),
        as_json=as_json,
    )
    if report:
        from pbbuild.pocket_battles.sheets.meta_page import worth_page

        page = worth_page(found, session.catalog, session.t, shown)
        write_report(session, report, page, force=force)


def _print_parts(
    session: BattlesSession,
    found: FoundList,
    without: tuple[str, ...],
    against: str,
    measure: tuple[int, str, int | None],
    processes: tuple[int | None, str | None],
    as_json: bool,
) -> None:
    from pbbuild.pocket_battles.metagame.restricted_play import measure_parts
    from pbbuild.pocket_battles.playtest.plans import new_plan
    from pbbuild.pocket_battles.screen.metagame import parts_text

    games, agent, seed = measure
    ours = found.army_list
    refuse_illegal(session, [found])
    plan = new_plan(ours, field_of(session, ours, against), agent=agent, seed=seed)
    with Progress(session) as progress, workers_from_options(*processes) as started:
        played = measure_parts(
            plan, without, -(-games // 2), session.catalog, started, progress.share
        )
    answer(
        played.document,
        lambda: say(parts_text(played, session.catalog, session.t)),
        as_json=as_json,
    )


@click.command("counter")
@list_arguments()
@click.option(
    "--army", "armies", type=ArmyType(), multiple=True, help="Answer with this army (repeat)."
)
@click.option(
    "--steps",
    type=click.IntRange(0, 10),
    default=1,
    show_default=True,
    metavar="N",
    help="Rounds of changes to the best list.",
)
@click.option("--agent", metavar="AGENT", default="expect:6", show_default=True, help=AGENT_HELP)
@budget_option
@worker_options
@seed_option
@click.option("-o", "--output", type=PATH, metavar="FILE", help="Write the list found.")
@json_option
@report_options
@click.pass_context
def counter_command(
    ctx: click.Context,
    found: tuple[FoundList, ...],
    armies: tuple[str, ...],
    steps: int,
    agent: str,
    games: int,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    output: Path | None,
    as_json: bool,
    report: Path | None,
    force: bool,
) -> None:
    """Find the list that beats a list, and prove it.

    Lists of every army and style race against it, and the best one is improved. Its win rate is
    measured again with new dice. With several LISTs it finds the best answer to all of them.
    After --games battles it stops and says so; battles of more than 20 units count more. Exits
    with 1 when nothing surely wins more than half.

    \b
        pbbuild counter union-80
        pbbuild counter union-80 --army confederacy -o answer.json
        pbbuild counter union-80 --report answer.html
    """
    from pbbuild.pocket_battles.lists.list_file import list_text
    from pbbuild.pocket_battles.metagame.counter import CounterSearch, find_counter
    from pbbuild.pocket_battles.screen.metagame import counter_text

    session: BattlesSession = ctx.obj
    if output:
        require_replaceable(output, force=force)
    require_report(report, force=force)
    targets = [each.army_list for each in found]
    refuse_illegal(session, found)
    search = CounterSearch(tuple(dict.fromkeys(armies)), steps, agent, seed or 0, games=games)
    with Progress(session) as progress, workers_from_options(workers, scheduler) as started:
        best = find_counter(
            targets,
            search,
            session.catalog,
            started,
            session.t,
            progress=progress.share,
            built=progress.late_share,
        )

    def show() -> None:
        from pbbuild.pocket_battles.lists.saved_lists import free_name
        from pbbuild.pocket_battles.screen.exports import Writer, as_text

        writer = Writer(best.army_list, session.catalog, session.t)
        click.echo(as_text(writer))
        say(counter_text(best, [target.name for target in targets], session.t))
        if writer.code and not output:
            name = shell_quoted(free_name(best.army_list.name))
            say_commands(session.t("meta.counter-next"), f"pbbuild copy {writer.code} {name}")

    try:
        answer(best.document, show, as_json=as_json)
        if best.stopped_early:
            say(session.t("meta.counter-stopped-early", games=games), err=True)
    finally:
        if output:
            write_secret(output, list_text(best.army_list), force=force)
        if report:
            from pbbuild.pocket_battles.sheets.meta_page import counter_page

            names = [target.name for target in targets]
            page = counter_page(best, names, session.catalog, session.t)
            write_report(session, report, page, force=force)
    ctx.exit(0 if best.adjusted.low > 0.5 else 1)


@click.command("meta")
@list_arguments(required=False)
@click.option("--points", type=click.IntRange(10, 500), default=80, show_default=True, metavar="N")
@click.option("--army", "armies", type=ArmyType(), multiple=True, help="Only this army (repeat).")
@click.option(
    "--games",
    type=click.IntRange(2, 100_000),
    default=40,
    show_default=True,
    metavar="N",
    help="Battles of each meeting.",
)
@click.option(
    "--search",
    "searches",
    type=click.IntRange(0, 20),
    default=0,
    show_default=True,
    metavar="N",
    help="Lists to search that beat the mix, at the most.",
)
@click.option("--agent", metavar="AGENT", default="expect:6", show_default=True, help=AGENT_HELP)
@worker_options
@seed_option
@json_option
@report_options
@click.pass_context
def meta_command(
    ctx: click.Context,
    found: tuple[FoundList, ...],
    points: int,
    armies: tuple[str, ...],
    games: int,
    searches: int,
    agent: str,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
    report: Path | None,
    force: bool,
) -> None:
    """Show which lists survive when everybody picks the best.

    All lists meet all others. The result is the mix of lists that no list beats, how sure each
    share is, and a verdict on every army. Without LISTs it plays the ready and built lists of
    all armies at --points. Exits with 1 when a battle failed.

    \b
        pbbuild meta union-80 confederacy-80 orcs-80 elves-80
        pbbuild meta --points 60 --search 3 --report meta.html
    """
    from pbbuild.pocket_battles.metagame.field import usual_lists
    from pbbuild.pocket_battles.metagame.meta import MetaSettings, play_metagame
    from pbbuild.pocket_battles.screen.metagame import meta_text

    session: BattlesSession = ctx.obj
    require_report(report, force=force)
    lists = [each.army_list for each in found]
    if not lists:
        with Progress(session):
            lists = usual_lists(points, armies, session.catalog, session.t)
    if len(lists) < 2:
        raise UsageError("meta.one-army")
    refuse_illegal(session, found or lists)
    settings = MetaSettings(games, agent, seed or 0, searches, tuple(armies))
    with Progress(session) as progress, workers_from_options(workers, scheduler) as started:
        played = play_metagame(
            lists,
            settings,
            session.catalog,
            started,
            session.t,
            progress.share,
            progress.show_heat,
        )
    try:
        answer(
            played.document,
            lambda: say(meta_text(played, session.catalog, session.t)),
            as_json=as_json,
        )
    finally:
        if report:
            from pbbuild.pocket_battles.sheets.meta_page import meta_page

            page = meta_page(played, session.catalog, session.t)
            write_report(session, report, page, force=force)
    ctx.exit(1 if played.table.errors else 0)
