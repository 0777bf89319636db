"""`pbbuild replay`: a recorded battle step by step, and the proof that it is true."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.base.rooms import reader_of
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import require_replaceable, write_output
from pbbuild.terminal.replay_screen import ReplayViewer, fault_document, print_verdict, report_fault
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import RecordReplay, ReplayStep
    from pbbuild.pocket_battles.screen.story import BattleStory


@click.command("replay")
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--verify", is_flag=True, help="Only recompute everything; exit 1 if it is not true.")
@click.option(
    "--field",
    type=click.Choice(["step", "round", "never"]),
    default="round",
    show_default=True,
    help="When to draw the field, where nobody steps through.",
)
@click.option(
    "--record",
    "target",
    type=PATH,
    metavar="FILE",
    help="Keep battle N of a run in FILE, and show nothing.",
)
@json_option
@click.pass_context
def replay_command(
    ctx: click.Context, file: Path, verify: bool, field: str, target: Path | None, as_json: bool
) -> None:
    """Show a recorded battle step by step.

    On a terminal Enter goes on, b back, r to the next round, e to the end, q quits; in a pipe
    all of it is printed. Every line is recomputed by the rules: a record that was altered ends
    where it parts from them, and exits with 1. RUN:N is battle N of a playtest kept with -o.

    \b
        pbbuild replay gergovia.jsonl
        pbbuild replay gergovia.jsonl --verify
        pbbuild replay my-playtest:37
        pbbuild replay my-playtest:37 --record battle-37.jsonl
    """
    from pbbuild.play.record import read_record
    from pbbuild.play.rerun import record_of_run, run_and_number, text_of_run
    from pbbuild.play.verify import RecordReplay
    from pbbuild.pocket_battles.playtest.battles import opening_of_record
    from pbbuild.pocket_battles.rules.game import PocketBattles

    session: BattlesSession = ctx.obj
    of_run = run_and_number(str(file))
    if target:
        if not of_run:
            raise UsageError("replay.record-of-a-run", source=str(file))
        require_replaceable(target)
        write_output(target, text_of_run(*of_run))
        say(session.t("battle.recorded", path=str(target)), err=True)
        return
    record = record_of_run(*of_run) if of_run else read_record(file)
    if show := reader_of(record.header.get("game"), "replay"):
        ctx.exit(show(session, record, verify=verify, field=field, as_json=as_json))
    game = PocketBattles(session.catalog)
    walk = RecordReplay(game, record, opening_of_record(game, record))
    # The record's first line may leave out what the catalog knows; the opened battle does not.
    opened = game.to_json(walk.state)
    if verify or as_json:
        walk.finish()
        notes = _notes(session, record, opened)
        if as_json:
            click.echo(fault_document(session, record, walk.fault, notes))
        else:
            print_verdict(session, record, walk.fault, _account(session, opened).end, notes)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(session, opened, walk)
    else:
        _dump(session, record, opened, walk, field)
    ctx.exit(1 if walk.fault else 0)


def _account(session: BattlesSession, opened: dict[str, Any]) -> "BattleStory":
    from pbbuild.pocket_battles.screen.story import BattleStory, unit_names

    return BattleStory(unit_names(opened, session.catalog), session.catalog, session.t)


def _notes(
    session: BattlesSession, record: "Record", opened: dict[str, Any]
) -> list[tuple[str, str]]:
    from pbbuild.pocket_battles.playtest.record_remarks import remarks_on

    return [
        (note.code, session.t(f"record.note-{note.code}", tiles=", ".join(note.tiles)))
        for note in remarks_on(record, opened, session.catalog)
    ]


def _dump(
    session: BattlesSession,
    record: "Record",
    opened: dict[str, Any],
    walk: "RecordReplay",
    field: str,
) -> None:
    from pbbuild.play.clauses import load_rules
    from pbbuild.pocket_battles.screen.field import field_lines, roster_lines
    from pbbuild.pocket_battles.screen.replay import step_text, units_of
    from pbbuild.pocket_battles.screen.story import title_of, wrapped

    account, rules, game = _account(session, opened), load_rules(), walk.game
    title = title_of(record.header, session.catalog, session.t)
    click.echo("\n".join([*wrapped(title), ""]))
    tiles, traits = account.tile_names(), account.trait_names()
    for line in roster_lines(opened, tiles, traits, session.t):
        click.echo(line)
    for step in walk.steps():
        for line in step_text(step, account, rules):
            click.echo("\n".join(wrapped(line.lstrip(), len(line) - len(line.lstrip()))))
        if field == "step" or (field == "round" and _is_round_edge(step)):
            document = game.to_json(step.after)
            drawn = field_lines(document, session.t, plain=session.plain, marked=units_of(step))
            click.echo("\n".join(["", *drawn, ""]))
    report_fault(session, walk)


def _is_round_edge(step: "ReplayStep") -> bool:
    edges = [event for event in step.events if event["event"] == "round-start"]
    return bool(edges) or step.line["type"] == "end"


def _step_through(session: BattlesSession, opened: dict[str, Any], walk: "RecordReplay") -> None:
    from pbbuild.play.clauses import load_rules
    from pbbuild.pocket_battles.screen.replay import step_screen, step_text

    account, rules = _account(session, opened), load_rules()

    def tell(step: "ReplayStep") -> list[str]:
        return step_text(step, account, rules)

    def draw(step: "ReplayStep", told: list[str], rows: int) -> list[str]:
        document = walk.game.to_json(step.after)
        return step_screen(document, step, told, session.t, plain=session.plain, rows=rows)

    ReplayViewer(session, walk, tell, draw, _is_round_edge).run()
