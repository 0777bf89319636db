"""`pbbuild analyse`: how well a recorded battle was played, and what the dice did."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.base.rooms import reader_of
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say, say_commands, shell_quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbbuild.play.evidence.analysis_text import Words


@click.command("analyse")
@click.argument("file", metavar="RECORD|RUN:N", type=PATH)
@click.option(
    "--budget",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Simulations for each decision; more are slower and surer.",
)
@json_option
@click.pass_context
def analyse_command(ctx: click.Context, file: Path, budget: int | None, as_json: bool) -> None:
    """Judge every choice and roll of a recorded battle.

    Each choice has the chance to win before and after it, the best alternatives, and a class
    from best to blunder; each roll its luck. The same budget gives the same analysis.

    \b
        pbbuild analyse gergovia.jsonl
        pbbuild analyse gergovia.jsonl --budget 5000 --json
    """
    from pbbuild.play.archive import battles_folder, record_path
    from pbbuild.play.evidence.analysis_text import ROUND, TURN, analysis_text
    from pbbuild.play.record import only_person, read_record
    from pbbuild.play.runfile import record_of_run, run_and_number
    from pbbuild.play.workers import start_workers
    from pbbuild.pocket_battles.playtest.judge import analyse_record, default_budget
    from pbbuild.pocket_battles.rules.game import PocketBattles
    from pbbuild.pocket_battles.screen.story import unit_names
    from pbbuild.terminal.playtest_options import cores

    session: BattlesSession = ctx.obj
    period = ROUND
    of_run = run_and_number(str(file))
    record = record_of_run(*of_run) if of_run else read_record(record_path(str(file)))
    game = record.header.get("game")
    if analyse := reader_of(game, "analyse"):
        with Progress(session) as progress:
            found, names = analyse(record, budget, session.t.language, progress.share)
        words, units = reader_of(game, "analysis-names")(record, session.t)
        period = TURN
    else:
        with Progress(session) as progress, start_workers(cores()) as workers:
            found = analyse_record(
                record,
                PocketBattles(session.catalog),
                budget or default_budget(),
                workers,
                progress.share,
            )
        names = {side: record.header["sides"][side]["list"]["name"] for side in "AB"}
        units = unit_names(record.header, session.catalog)
        words = _words_of(units, session)
    answer(
        found.to_json,
        lambda: say(
            analysis_text(
                *(found, names, session.t),
                plain=session.plain,
                you=only_person(record.header),
                words=words,
                units=units,
                period=period,
            ),
            indent=2,
        ),
        as_json=as_json,
    )
    if not (as_json or of_run):
        kept = file.stem if file.parent == battles_folder() else file
        command = f"pbbuild print {shell_quoted(kept)} --what report"
        say_commands(session.t("analysis.next"), command, err=True)


def _words_of(units: "Mapping[str, str]", session: BattlesSession) -> "Words":
    """What turns an action of a record into words with the names of units and tiles."""
    from pbbuild.pocket_battles.screen.battle_menu import MOVES, order_words

    tiles = {code: troop.name for code, troop in session.catalog.troops.items()}

    def words(text: str, _: int) -> str:
        told = order_words(text, units, tiles, session.t)
        word, *rest = text.split()
        # Menus call the unit of a move by its id alone: there the field is in view.
        return told.replace(rest[0], units.get(rest[0], rest[0]), 1) if word in MOVES else told

    return words
