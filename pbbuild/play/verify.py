"""Replaying a record: every line is recomputed, and the first that differs is reported."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbbuild.errors import StateError
from pbbuild.play.contract import Game, Node, Outcome, Roll
from pbbuild.play.record import (
    Record,
    RecordLine,
    choice_line,
    dice_line,
    end_line,
    event_lines,
    numbered,
    seal,
)
from pbbuild.play.stream import GENERATOR, Streams


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a record differs from the rules: the line of the file, the key, both values.

    `code` is the key of the message `record.fault-<code>`.
    """

    line: int
    code: str
    key: str = ""
    expected: Any = None
    found: Any = None


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a record that the rules confirm: its line, its events, the states."""

    line: RecordLine
    before: Any
    after: Any
    events: Sequence[RecordLine] = ()
    clauses: tuple[str, ...] = ()


class _DifferenceError(Exception):
    """The record differs from the rules; has the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass
class RecordReplay:
    """A record replayed step by step; `fault` is set if it differs from the rules."""

    game: Game
    record: Record
    state: Any
    fault: Fault | None = None
    _next: int = field(default=0, init=False)

    def finish(self) -> None:
        """Replay all of it and set `fault`."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[ReplayStep]:
        """Each confirmed step, up to the first fault or the end of the battle."""
        header = self.record.header
        seed = header.get("seed")
        streams = None
        if header.get("generator") == GENERATOR and isinstance(seed, int):
            streams = Streams(seed)
        try:
            while self.state.node() != Node.END:
                yield self._step(streams)
            yield self._end()
            self._check_nothing_follows()
            self._check_seal()
        except _DifferenceError as error:
            self.fault = error.fault

    def _step(self, streams: Streams | None) -> ReplayStep:
        found = self._next_line()
        before = self.state.copy()
        if found.get("type") == "event" and found.get("event") == "conceded":
            return self._concession(found, before)
        if self.state.node() == Node.ROLL:
            self._require_value("type", "dice", found)
            line = self._roll(found, streams)
            clauses: tuple[str, ...] = ()
        else:
            self._require_value("type", "choice", found)
            line, clauses = self._choice(found)
        self._require_line(line, found)
        events = event_lines(self.game, before, self.state)
        for event in events:
            self._require_line(event, self._next_line())
        return ReplayStep(found, before, self.state.copy(), events, clauses)

    def _roll(self, found: RecordLine, streams: Streams | None) -> RecordLine:
        roll: Roll = self.state.roll()
        self._require_value("purpose", roll.purpose, found)
        dice = found.get("dice")
        if not isinstance(dice, list) or len(dice) != roll.count:
            raise self._difference("dice-count", "dice", roll.count, dice)
        if any(type(die) is not int or die not in roll.faces for die in dice):
            raise self._difference("dice-faces", "dice", list(roll.faces), dice)
        if streams:
            thrown = streams.throw(roll.purpose, roll.count, roll.faces)
            if thrown != dice:
                raise self._difference("dice-of-seed", "dice", thrown, dice)
        line = dice_line(self.game, self.state, roll, dice)
        self.state.apply_roll(dice)
        return line

    def _choice(self, found: RecordLine) -> tuple[RecordLine, tuple[str, ...]]:
        text = found.get("action")
        if not isinstance(text, str):
            raise self._difference("differs", "action", "", text)
        refusal = self.game.why_not(self.state, text)
        if refusal:
            raise self._difference("illegal", "action", refusal, text)
        try:
            action = self.game.parse(self.state, text)
        except StateError:
            raise self._difference("illegal", "action", (), text) from None
        options = len(self.state.legal_actions())
        line = choice_line(self.game, self.state, action, options)
        clauses = self.game.option(self.state, action).clauses
        self.state.apply(action)
        return line, clauses

    def _concession(self, found: RecordLine, before: Any) -> ReplayStep:
        side = found.get("side")
        if side not in ("A", "B"):
            raise self._difference("differs", "side", "A", side)
        self.state.concede(side)
        self._require_line({"type": "event", "event": "conceded", "side": side}, found)
        return ReplayStep(found, before, self.state.copy(), (), ("PB-5.7",))

    def _end(self) -> ReplayStep:
        found = self._next_line()
        outcome: Outcome | None = self.state.outcome()
        assert outcome is not None
        self._require_line(end_line(outcome), found)
        return ReplayStep(found, self.state, self.state)

    def _check_nothing_follows(self) -> None:
        if self._next < len(self.record.lines):
            self._next += 1
            raise self._difference("after-the-end")

    def _check_seal(self) -> None:
        lines = [self.record.header, *self.record.lines]
        written = self.record.end.get("seal")
        if written is not None and written != seal(lines):
            raise self._difference("seal", "seal", seal(lines), written)

    def _next_line(self) -> RecordLine:
        if self._next >= len(self.record.lines):
            raise self._difference("goes-on")
        line = self.record.lines[self._next]
        self._next += 1
        return line

    def _require_line(self, expected: RecordLine, found: RecordLine) -> None:
        for key, value in numbered(self._next, expected).items():
            self._require_value(key, value, found)

    def _require_value(self, key: str, value: Any, found: RecordLine) -> None:
        if key not in found:
            raise self._difference("missing", key, value)
        if not _equal(value, found[key]):
            raise self._difference("differs", key, value, found[key])

    def _difference(
        self, code: str, key: str = "", expected: Any = None, found: Any = None
    ) -> _DifferenceError:
        return _DifferenceError(Fault(self._next + 1, code, key, expected, found))


def _equal(one: Any, other: Any) -> bool:
    # JSON distinguishes true, 1 and 1.0; Python's == does not.
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


def verify(game: Game, record: Record, state: Any) -> Fault | None:
    """The first fault of a record that begins at `state`, None if it has none."""
    walk = RecordReplay(game, record, state)
    walk.finish()
    return walk.fault
