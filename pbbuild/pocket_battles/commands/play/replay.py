"""`pbbuild replay`: a recorded battle step by step, and the proof that it is true."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.base.rooms import reader_of
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.options import PATH, json_option
from pbbuild.terminal.output import require_replaceable, write_secret
from pbbuild.terminal.replay_screen import show_replay
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import ReplayStep
    from pbbuild.pocket_battles.rules.battle import Battle
    from pbbuild.pocket_battles.rules.game import PocketBattles


@click.command("replay")
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--verify", is_flag=True, help="Only verify the record; exit 1 if it is wrong.")
@click.option(
    "--field",
    type=click.Choice(["step", "round", "never"]),
    default="round",
    show_default=True,
    help="When to draw the field without a terminal.",
)
@click.option(
    "--record",
    "target",
    type=PATH,
    metavar="FILE",
    help="Record battle N of a playtest in FILE and show nothing.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@json_option
@click.pass_context
def replay_command(
    ctx: click.Context,
    file: Path,
    verify: bool,
    field: str,
    target: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Show a recorded battle step by step.

    On a terminal press Enter for the next step, b to go back, r for the next round, e for the end
    and q to quit; in a pipe you get the whole battle. The rules engine recomputes every line: an
    altered record stops at the first wrong line, with exit status 1. RUN:N is battle N of a
    playtest saved with -o; an id, or last, is a battle of `pbbuild battles`.

    \b
        pbbuild replay last
        pbbuild replay gergovia.jsonl
        pbbuild replay gergovia.jsonl --verify
        pbbuild replay my-playtest:37
        pbbuild replay my-playtest:37 --record battle-37.jsonl
    """
    from pbbuild.play.archive import record_path
    from pbbuild.play.record import read_record
    from pbbuild.play.runfile import record_of_run, run_and_number, text_of_run
    from pbbuild.play.verify import RecordReplay
    from pbbuild.pocket_battles.playtest.battles import opening_of_record
    from pbbuild.pocket_battles.rules.game import PocketBattles

    session: BattlesSession = ctx.obj
    of_run = run_and_number(str(file))
    if target:
        if not of_run:
            raise UsageError("replay.record-of-a-run", source=str(file))
        require_replaceable(target, force=force)
        write_secret(target, text_of_run(*of_run), force=force)
        say(session.t("battle.recorded", path=str(target)), err=True)
        return
    record = record_of_run(*of_run) if of_run else read_record(record_path(str(file)))
    if show := reader_of(record.header.get("game"), "replay"):
        ctx.exit(show(session, record, verify=verify, field=field, as_json=as_json))
    game = PocketBattles(session.catalog)
    walk = RecordReplay(game, record, opening_of_record(game, record))
    view = _BattleReplay(session, record, game, walk.state)
    ctx.exit(show_replay(session, record, walk, view, verify=verify, field=field, as_json=as_json))


class _BattleReplay:
    """The `ReplayView` of this game."""

    def __init__(
        self, session: BattlesSession, record: "Record", game: "PocketBattles", start: "Battle"
    ) -> None:
        from pbbuild.play.clauses import load_rules
        from pbbuild.play.record import only_person
        from pbbuild.pocket_battles.screen.story import BattleStory, unit_names
        from pbbuild.pocket_battles.screen.told import SoloStory

        self.session = session
        self.record = record
        self.game = game
        # The record's first line may leave out what the catalog knows; the opened battle does not.
        self.opened = game.to_json(start)
        names = unit_names(self.opened, session.catalog)
        self.you = only_person(record.header)
        self.story: BattleStory = (
            SoloStory(names, session.catalog, session.t, self.you)
            if self.you
            else BattleStory(names, session.catalog, session.t)
        )
        self.rules = load_rules()

    def show_title(self, record: "Record") -> None:
        from pbbuild.pocket_battles.screen.field import roster_lines
        from pbbuild.pocket_battles.screen.story import title_of, wrapped

        t, story = self.session.t, self.story
        title = wrapped(title_of(record.header, self.session.catalog, t))
        roster = roster_lines(self.opened, story.tile_names(), story.trait_names(), t)
        for line in (*title, "", *roster):
            click.echo(line)

    def sentences(self, step: "ReplayStep") -> list[str]:
        from pbbuild.pocket_battles.screen.replay import step_text

        return step_text(step, self.story, self.rules)

    def wrapped(self, sentence: str) -> str:
        from pbbuild.pocket_battles.screen.story import wrapped

        text = sentence.lstrip()
        return "\n".join(wrapped(text, len(sentence) - len(text)))

    def board(self, step: "ReplayStep") -> list[str]:
        from pbbuild.pocket_battles.screen.field import field_lines
        from pbbuild.pocket_battles.screen.replay import units_of

        document = self.game.to_json(step.after)
        return field_lines(
            document,
            self.session.t,
            plain=self.session.plain,
            seat=self.you or "A",
            marked=units_of(step),
            names=self.story.names,
            you=self.you,
        )

    def screen(self, step: "ReplayStep", sentences: list[str], rows: int) -> list[str]:
        from pbbuild.pocket_battles.screen.field import WIDTH
        from pbbuild.pocket_battles.screen.replay import step_screen

        return step_screen(
            self.game.to_json(step.after),
            step,
            sentences,
            self.session.t,
            plain=self.session.plain,
            rows=rows,
            columns=max(WIDTH, shutil.get_terminal_size().columns),
            names=self.story.names,
            you=self.you,
        )

    def is_round_end(self, step: "ReplayStep") -> bool:
        starts = any(event["event"] == "round-start" for event in step.events)
        return starts or step.line["type"] == "end"

    def end(self, line: dict[str, Any]) -> str:
        return self.story.end(line)

    def notes(self) -> list[tuple[str, str]]:
        from pbbuild.pocket_battles.playtest.record_remarks import remarks_on

        t = self.session.t
        return [
            (note.code, t(f"record.note-{note.code}", tiles=", ".join(note.tiles)))
            for note in remarks_on(self.record, self.opened, self.session.catalog)
        ]
