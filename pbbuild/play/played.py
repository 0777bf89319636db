"""A game that two agents have played to its end, with its record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.agents.contract import Agent
from pbbuild.play.contract import Game, Outcome
from pbbuild.play.record import Recorder, RecordLine
from pbbuild.play.runner import play
from pbbuild.play.stream import Streams


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of any kind: its outcome and its record."""

    outcome: Outcome
    recorder: Recorder

    @property
    def header(self) -> RecordLine:
        """The first line of the record."""
        return self.recorder.lines[0]

    @property
    def end(self) -> RecordLine:
        """The last line of the record."""
        return self.recorder.lines[-1]

    @property
    def decisions(self) -> int:
        """How many choices had more than one option."""
        choices = (line for line in self.recorder.lines if line.get("type") == "choice")
        return sum(line["options"] > 1 for line in choices)


def play_recorded(
    game: Game, state: Any, header: RecordLine, agents: Sequence[Agent], seed: int
) -> tuple[Outcome, Recorder]:
    """Play on from `state`, which is changed, with the dice of `seed`: outcome and record."""
    recorder = Recorder(game, header)
    outcome = play(game, state, agents, Streams(seed), recorder)
    recorder.ended(outcome)
    return outcome, recorder
