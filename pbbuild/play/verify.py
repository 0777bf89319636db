"""Playing a record again: every line is recomputed, and the first that differs is named."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbbuild.errors import StateError
from pbbuild.play.contract import Game, Node, Outcome, Roll
from pbbuild.play.record import (
    Line,
    Record,
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
    """Where a record and the rules part: the line of the file, the value, what belongs there.

    `code` names the sentence `record.fault-<code>`.
    """

    line: int
    code: str
    key: str = ""
    expected: Any = None
    found: Any = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a record that the rules confirm: its line, what came of it, the states."""

    line: Line
    before: Any
    after: Any
    events: Sequence[Line] = ()
    clauses: tuple[str, ...] = ()


class _PartedError(Exception):
    """The record and the rules have parted; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass
class Walk:
    """A record played again step by step; `fault` is set when it ends before its time."""

    game: Game
    record: Record
    state: Any
    fault: Fault | None = None
    _next: int = field(default=0, init=False)

    def finish(self) -> None:
        """Play all of it; whether it is true is told by `fault`."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[Step]:
        """Each confirmed step; ends at the first fault or after the end of the battle."""
        header = self.record.header
        seed = header.get("seed")
        streams = None
        if header.get("generator") == GENERATOR and isinstance(seed, int):
            streams = Streams(seed)
        try:
            while self.state.node() != Node.END:
                yield self._step(streams)
            yield self._end()
            self._nothing_follows()
            self._sealed()
        except _PartedError as parted:
            self.fault = parted.fault

    def _step(self, streams: Streams | None) -> Step:
        found = self._take()
        before = self.state.copy()
        if found.get("type") == "event" and found.get("event") == "conceded":
            return self._concession(found, before)
        if self.state.node() == Node.ROLL:
            self._same_value("type", "dice", found)
            line = self._roll(found, streams)
            clauses: tuple[str, ...] = ()
        else:
            self._same_value("type", "choice", found)
            line, clauses = self._choice(found)
        self._same(line, found)
        events = event_lines(self.game, before, self.state)
        for event in events:
            self._same(event, self._take())
        return Step(found, before, self.state.copy(), events, clauses)

    def _roll(self, found: Line, streams: Streams | None) -> Line:
        roll: Roll = self.state.roll()
        self._same_value("purpose", roll.purpose, found)
        dice = found.get("dice")
        if not isinstance(dice, list) or len(dice) != roll.count:
            raise self._parted("dice-count", "dice", roll.count, dice)
        if any(type(die) is not int or die not in roll.faces for die in dice):
            raise self._parted("dice-faces", "dice", list(roll.faces), dice)
        if streams:
            thrown = streams.throw(roll.purpose, roll.count, roll.faces)
            if thrown != dice:
                raise self._parted("dice-of-seed", "dice", thrown, dice)
        line = dice_line(self.game, self.state, roll, dice)
        self.state.apply_roll(dice)
        return line

    def _choice(self, found: Line) -> tuple[Line, tuple[str, ...]]:
        text = found.get("action")
        if not isinstance(text, str):
            raise self._parted("differs", "action", "", text)
        refusal = self.game.why_not(self.state, text)
        if refusal:
            raise self._parted("illegal", "action", refusal, text)
        try:
            action = self.game.parse(self.state, text)
        except StateError:
            raise self._parted("illegal", "action", (), text) from None
        options = len(self.state.legal_actions())
        line = choice_line(self.game, self.state, action, options)
        clauses = self.game.option(self.state, action).clauses
        self.state.apply(action)
        return line, clauses

    def _concession(self, found: Line, before: Any) -> Step:
        side = found.get("side")
        if side not in ("A", "B"):
            raise self._parted("differs", "side", "A", side)
        self.state.concede(side)
        self._same({"type": "event", "event": "conceded", "side": side}, found)
        return Step(found, before, self.state.copy(), (), ("PB-5.7",))

    def _end(self) -> Step:
        found = self._take()
        outcome: Outcome | None = self.state.outcome()
        assert outcome is not None
        self._same(end_line(outcome), found)
        return Step(found, self.state, self.state)

    def _nothing_follows(self) -> None:
        if self._next < len(self.record.lines):
            self._next += 1
            raise self._parted("after-the-end")

    def _sealed(self) -> None:
        lines = [self.record.header, *self.record.lines]
        written = self.record.end.get("seal")
        if written is not None and written != seal(lines):
            raise self._parted("seal", "seal", seal(lines), written)

    def _take(self) -> Line:
        if self._next >= len(self.record.lines):
            raise self._parted("goes-on")
        line = self.record.lines[self._next]
        self._next += 1
        return line

    def _same(self, expected: Line, found: Line) -> None:
        for key, value in numbered(self._next, expected).items():
            self._same_value(key, value, found)

    def _same_value(self, key: str, value: Any, found: Line) -> None:
        if key not in found:
            raise self._parted("missing", key, value)
        if not _equal(value, found[key]):
            raise self._parted("differs", key, value, found[key])

    def _parted(
        self, code: str, key: str = "", expected: Any = None, found: Any = None
    ) -> _PartedError:
        return _PartedError(Fault(self._next + 1, code, key, expected, found))


def _equal(one: Any, other: Any) -> bool:
    # JSON tells true from 1 and 1 from 1.0, and so do we.
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


def verify(game: Game, record: Record, state: Any) -> Fault | None:
    """The first fault of a record that begins at `state`, None where it is true."""
    walk = Walk(game, record, state)
    for _ in walk.steps():
        pass
    return walk.fault
