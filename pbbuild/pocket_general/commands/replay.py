"""Pocket General: `pbbuild replay` of one of its records."""

import textwrap
from typing import TYPE_CHECKING, Any

from pbbuild.pocket_general.playtest.games import opening
from pbbuild.pocket_general.screen.board import WIDTH, GeneralBoard
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.terminal.replay_screen import show_replay
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import ReplayStep
    from pbbuild.pocket_general.catalog.model import GeneralCatalog


def replay(session: Session, record: "Record", *, verify: bool, field: str, as_json: bool) -> int:
    """Show or verify a record of this game; 1 where it is not true."""
    from pbbuild.play.verify import RecordReplay

    game, state = opening(record)
    view = _GeneralReplay(session, game.catalog, state.core.tables.nations)
    walk = RecordReplay(game, record, state)
    return show_replay(session, record, walk, view, verify=verify, field=field, as_json=as_json)


class _GeneralReplay:
    """The `ReplayView` of this game."""

    def __init__(self, session: Session, catalog: "GeneralCatalog", nations: list[str]) -> None:
        self.account = GeneralAccount(catalog, nations, session.t)
        self.draw = GeneralBoard(catalog, session.t, plain=session.plain)

    def show_title(self, record: "Record") -> None:
        say(self.account.title(record.header))

    def sentences(self, step: "ReplayStep") -> list[str]:
        return [
            line
            for sentence in map(self.account.line, (step.line, *step.events))
            for line in textwrap.wrap(sentence, WIDTH, subsequent_indent="  ")
        ]

    def wrapped(self, sentence: str) -> str:
        return sentence

    def board(self, step: "ReplayStep") -> list[str]:
        return self.draw.lines(step.after.core)

    def screen(self, step: "ReplayStep", sentences: list[str], rows: int) -> list[str]:
        return [*self.draw.fitted(step.after.core, 0, rows - len(sentences)), *sentences]

    def is_round_end(self, step: "ReplayStep") -> bool:
        starts = any(event["event"] == "turn" for event in step.events)
        return starts or step.line["type"] == "end"

    def end(self, line: dict[str, Any]) -> str:
        return self.account.end(line)

    def notes(self) -> list[tuple[str, str]]:
        return []
