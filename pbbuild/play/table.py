"""A game in progress, without any input or output: what every view of a game is built on.

A `Table` holds the state, the players, every input so far and the record. A view asks it what is
pending, passes on what people decide or roll, lets it take one step at a time, and shows the lines
that each step adds to the record. `play.saves` reads and writes the files.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from pbbuild.base.documents import violations
from pbbuild.errors import PbbuildError, StateError
from pbbuild.play.agents.contract import Agent, Choice
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import (
    Game,
    GameWithOdds,
    GameWithSecrets,
    Node,
    Option,
    OptionOdds,
    Outcome,
    Roll,
)
from pbbuild.play.record import Recorder, RecordLine
from pbbuild.play.runner import Stepper, action_words
from pbbuild.play.stream import Stream, Streams, derived_seed

SAVE_FORMAT: Final = "pbbuild-save/1"
# The key of a save with the id that the archive will keep the game under.
BATTLE_ID: Final = "battle"
# Each decision of an agent has its own stream, so that a resumed game continues identically.
AGENT_STREAM: Final = 1000

# What may be undone: nothing; any choice of a person; or only a choice after which no dice were
# rolled and nothing hidden was revealed.
Undo = Literal["never", "practice", "until-dice"]
UNDO_POLICIES: Final[tuple[Undo, ...]] = ("never", "practice", "until-dice")
# Dice, or the text of an action with the reason of the agent that chose it.
Input = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seats:
    """The players: an agent, or None for a person."""

    agents: tuple[Agent | None, Agent | None]

    @classmethod
    def named(cls, names: Sequence[str | None], game: str) -> "Seats":
        """The seats of agents by their names, A's first; None is a person."""
        agents = [agent_named(name, game) if name else None for name in names]
        return cls((agents[0], agents[1]))

    @property
    def viewer(self) -> int:
        """The seat of a single player; A's if two people share the table."""
        return 1 if self.agents[0] is not None and self.agents[1] is None else 0

    @property
    def are_people(self) -> bool:
        """Whether two people play."""
        return self.agents == (None, None)

    @property
    def names(self) -> list[str | None]:
        """The names of the agents, None for a person."""
        return [agent.name if agent else None for agent in self.agents]

    @property
    def recorded_names(self) -> list[str]:
        """The names as the header of a record has them: a person is "person"."""
        return [name or "person" for name in self.names]


@dataclass(frozen=True, slots=True)
class Hint:
    """What an agent would choose now: the choice with its reason, and the option it is."""

    choice: Choice
    option: Option


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The contents of a save of any game, checked for types; `document` is all of it."""

    header: RecordLine
    seats: list[str | None]
    seed: int
    inputs: list[Input]
    document: dict[str, Any]

    @property
    def real_dice(self) -> bool:
        """Whether it is played with real dice."""
        return self.document.get("real_dice") is True

    @property
    def undo(self) -> Undo:
        """What may be undone in it; saves of 0.1.0 only say whether it is practice."""
        found = self.document.get("undo")
        if found in UNDO_POLICIES:
            return UNDO_POLICIES[UNDO_POLICIES.index(found)]
        return "practice" if self.document.get("practice") is True else default_undo(self.seats)

    @property
    def battle_id(self) -> str:
        """The id under which the archive will keep it, "" in a save of 0.1.0."""
        found = self.document.get(BATTLE_ID)
        return found if isinstance(found, str) else ""


def default_undo(seats: Sequence[str | None]) -> Undo:
    """What may be undone unless the players say otherwise; `seats` are the agents' names.

    A single player may undo until dice fall or something hidden shows; two people may not.
    """
    return "until-dice" if sum(name is None for name in seats) == 1 else "never"


def saved_game(document: Any, game: str, source: str = "") -> SavedGame:
    """The save in `document`; an invalid one or one of another game is refused."""
    if not isinstance(document, dict) or document.get("game") != game:
        raise PbbuildError("shell.other-game", source=source, game=game)
    if violations(document, "save-1"):
        raise PbbuildError("shell.save-wrong", source=source)
    header, seats, seed, inputs = (document[key] for key in ("header", "seats", "seed", "inputs"))
    return SavedGame(header, seats, seed, inputs, document)


class Table:
    """A game in progress.

    `opening` is the state before the first roll and `header` the first line of the record; both
    come from the game's setup. `decide`, `roll`, `advance` and `concede` return the lines
    that they add to the record; the last of them is the end line once the game is over.
    """

    def __init__(
        self,
        game: Game,
        opening: Any,
        header: RecordLine,
        seats: Seats,
        seed: int,
        *,
        real_dice: bool = False,
        undo: Undo = "never",
        hinter: Agent | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.real_dice = real_dice
        self.undo_policy: Undo = undo
        self.hinter = hinter
        self.extra: dict[str, Any] = dict(extra or {})
        self._opening = opening
        self._header = header
        self._run = self._start()

    @classmethod
    def from_save(
        cls,
        saved: SavedGame,
        game: Game,
        opening: Any,
        header: RecordLine,
        seats: Seats,
        *,
        undo: Undo | None = None,
        hinter: Agent | None = None,
        extra: Mapping[str, Any] | None = None,
        source: str = "",
    ) -> "Table":
        """The game of a save, in its saved state; `undo` replaces the policy of the save.

        Inputs that the rules refuse raise an error about the save in `source`.
        """
        table = cls(
            game,
            opening,
            header,
            seats,
            saved.seed,
            real_dice=saved.real_dice,
            undo=undo or saved.undo,
            hinter=hinter,
            extra=extra,
        )
        try:
            table.resume(saved.inputs)
        except PbbuildError:
            raise PbbuildError("shell.save-wrong", source=source) from None
        return table

    def start(self) -> None:
        """Start over: no inputs, the opening state, a record with only its header."""
        self._run = self._start()

    def resume(self, inputs: Sequence[Input]) -> None:
        """Start over and repeat these inputs; one that the rules refuse raises.

        In that case the table does not change.
        """
        run = self._start()
        for given in inputs:
            run.repeat(given)
        self._run = run

    # Queries.

    @property
    def state(self) -> Any:
        """The current state; only the table may change it."""
        return self._run.state

    @property
    def inputs(self) -> Sequence[Input]:
        """Every decision and roll so far, as a save stores them."""
        return self._run.inputs

    @property
    def recorder(self) -> Recorder:
        """The record so far; it has its end line and seal once the game is over."""
        return self._run.recorder

    @property
    def lines(self) -> Sequence[RecordLine]:
        """The lines of the record, the header first."""
        return self._run.recorder.lines

    def log(self, since: int = 1) -> Sequence[RecordLine]:
        """The lines of the record from line `since` on; line 0 is the header."""
        return self._run.recorder.lines[since:]

    def history(self) -> Iterator[tuple[Any, Sequence[RecordLine]]]:
        """Every step so far: the state after it and the lines that it added to the record.

        The game is played again for it; a caller that keeps a state copies it.
        """
        run = self._start()
        lines = run.recorder.lines
        begun = 1
        for given in self.inputs:
            run.repeat(given)
            yield run.state, lines[begun:]
            begun = len(lines)
        # A concession is no input.
        if rest := self.log(begun):
            yield self.state, rest

    def events(self, since: int = 1) -> Sequence[RecordLine]:
        """The events from line `since` on, without dice and choices."""
        return [line for line in self.log(since) if line["type"] == "event"]

    @property
    def node(self) -> Node:
        """What the game waits for: a decision, a roll, or nothing at its end."""
        return Node(self.state.node())

    @property
    def decider(self) -> int:
        """0 for A, 1 for B: whose decision or dice are next."""
        decider: int = self.state.decider()
        return decider

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.node == Node.END

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while the game is in progress."""
        outcome: Outcome | None = self.state.outcome()
        return outcome

    @property
    def options(self) -> list[Option]:
        """The options of the pending decision, [] if none is pending."""
        return self.game.options(self.state) if self.node == Node.DECISION else []

    @property
    def pending_roll(self) -> Roll | None:
        """The pending roll, None if none is pending."""
        if self.node != Node.ROLL:
            return None
        roll: Roll = self.state.roll()
        return roll

    def odds(self, option: Option) -> OptionOdds | None:
        """The odds of a pending option, None if the option or the game has none."""
        return self.game.odds(self.state, option) if isinstance(self.game, GameWithOdds) else None

    def hint(self) -> Hint | None:
        """What `hinter` would choose now, None without it or without a decision."""
        if self.hinter is None or self.node != Node.DECISION:
            return None
        choice = self._run.stepper.ask(self.hinter, self.state.legal_actions())
        return Hint(choice, self.game.option(self.state, choice.action))

    # Steps.

    def decide(self, action: int | str) -> Sequence[RecordLine]:
        """Make the pending decision: a legal action as its number or its text.

        An action that is not legal raises with the clauses that forbid it, and nothing changes.
        """
        if self.node != Node.DECISION:
            raise StateError("table.no-decision")
        if isinstance(action, str):
            action = self.game.parse(self.state, action)
        elif action not in self.state.legal_actions():
            raise self._refusal(action)
        begun = len(self.lines)
        self._run.choose(Choice(action))
        return self.log(begun)

    def roll(self, dice: Sequence[int] | None = None) -> Sequence[RecordLine]:
        """Make the pending roll: with the dice of the seed, or with the real `dice`."""
        roll = self.pending_roll
        if roll is None:
            raise StateError("table.no-roll")
        if not self.real_dice:
            if dice is not None:
                raise StateError("table.dice-of-seed")
            return self.advance()
        if dice is None:
            raise StateError("table.real-dice")
        if not _fits(dice, roll):
            faces = tuple(str(face) for face in sorted(set(roll.faces)))
            raise StateError("shell.no-such-roll", count=roll.count, faces=faces)
        begun = len(self.lines)
        self._run.stepper.roll(roll, list(dice))
        return self.log(begun)

    def advance(self) -> Sequence[RecordLine]:
        """Take the next step that needs no person: dice of the seed, a single option, an agent.

        Returns [] if a person has to decide or roll, and at the end.
        """
        begun = len(self.lines)
        self._run.stepper.step()
        return self.log(begun)

    def step_agent(self) -> Sequence[RecordLine]:
        """Let the agent make the pending decision, or take a single option; else []."""
        return self.advance() if self.node == Node.DECISION else []

    def concede(self, side: str) -> Sequence[RecordLine]:
        """End the game: `side` concedes and the other side wins."""
        if self.is_over:
            raise StateError("table.over")
        begun = len(self.lines)
        self._run.concede(side)
        return self.log(begun)

    # Undo.

    @property
    def may_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.undo_index() is not None

    def undo_index(self) -> int | None:
        """The index of the first input that `undo` would remove, None if it may not.

        It is the last choice of a person who had more than one option. With "until-dice" there
        must have been no dice and no revealed secret since; what an agent chose since is undone
        with it.
        """
        if self.undo_policy == "never":
            return None
        steps = self._run.steps
        for place in reversed(range(len(steps))):
            step = steps[place]
            is_final = step.is_final and self.undo_policy == "until-dice"
            if step.is_free and self.seats.agents[step.side] is None:
                return None if is_final else place
            if is_final:
                return None
        return None

    def dice_index(self) -> int | None:
        """The index of the last real dice that were typed in, None if there are none.

        They can be corrected at any time, whatever may be undone.
        """
        if not self.real_dice:
            return None
        found = (place for place, given in enumerate(self.inputs) if "dice" in given)
        return max(found, default=None)

    def choices_since(self, place: int) -> int:
        """How many choices people made since the input at `place`, where they had several."""
        steps = self._run.steps[place:]
        return sum(step.is_free and self.seats.agents[step.side] is None for step in steps)

    def correct_dice(self) -> None:
        """Return to the last roll of real dice, before its dice were typed in."""
        place = self.dice_index()
        if place is None:
            raise StateError("table.no-dice")
        self.resume(self.inputs[:place])

    def undo(self) -> None:
        """Return to the decision at `undo_index`."""
        place = self.undo_index()
        if place is None:
            raise StateError("table.no-undo")
        self.resume(self.inputs[:place])

    # The save.

    def save_document(self) -> dict[str, Any]:
        """The game as the document of a save file, `pbbuild-save/1`."""
        return {
            "format": SAVE_FORMAT,
            "game": self.game.id,
            "header": self.lines[0],
            "seed": self.seed,
            "real_dice": self.real_dice,
            "practice": self.undo_policy == "practice",
            "undo": self.undo_policy,
            "seats": self.seats.names,
            "inputs": self._run.inputs,
            **self.extra,
        }

    def _start(self) -> "_Run":
        return _Run(
            self.game,
            self._opening.copy(),
            Recorder(self.game, self._header),
            self.seats.agents,
            self.seed,
            real_dice=self.real_dice,
        )

    def _refusal(self, action: int) -> StateError:
        words = action_words(self.game, self.state, action)
        clauses = self.game.why_not(self.state, words)
        return StateError("engine.refused", action=words, clauses=clauses)


@dataclass(frozen=True, slots=True)
class _Step:
    """What undo needs to know about an input: its side, and whether it can be undone."""

    side: int
    is_free: bool  # a choice among several options
    is_final: bool  # dice were rolled, or a secret was revealed


class _Run:
    """A game since its opening: its inputs, its record and its dice; undo creates a new one.

    It is the `ChanceSource` and the `Listener` of its stepper.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        recorder: Recorder,
        agents: Sequence[Agent | None],
        seed: int,
        *,
        real_dice: bool,
    ) -> None:
        self.game = game
        self.state = state
        self.recorder = recorder
        self.seed = seed
        self.streams = None if real_dice else Streams(seed)
        self.inputs: list[Input] = []
        self.steps: list[_Step] = []
        self.stepper = Stepper(game, state, agents, self, self)

    def throw(self, purpose: str, count: int, faces: Sequence[int]) -> list[int] | None:
        """The next dice of the seed, None for real dice."""
        return self.streams.throw(purpose, count, faces) if self.streams else None

    def agent_stream(self, decider: int) -> Stream:
        """The stream of this decision."""
        return Stream(derived_seed(self.seed, AGENT_STREAM + len(self.inputs)))

    def rolled(self, before: Any, roll: Roll, dice: Sequence[int], after: Any) -> None:
        """Add dice to the inputs and the record."""
        self.inputs.append({"dice": list(dice)})
        self.steps.append(_Step(before.decider(), is_free=False, is_final=True))
        self.recorder.rolled(before, roll, dice, after)
        self._end()

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """Add a choice to the inputs and the record."""
        given: Input = {"action": self.game.option(before, choice.action).text}
        if choice.reason:
            # An agent's reason is saved too, so that the record of a resumed game is complete.
            given["reason"] = {"code": choice.reason, **choice.values}
        self.inputs.append(given)
        reveals = isinstance(self.game, GameWithSecrets) and self.game.reveals(before, after)
        self.steps.append(_Step(before.decider(), is_free=options > 1, is_final=reveals))
        self.recorder.chose(before, choice, options, after)
        self._end()

    def repeat(self, given: Input) -> None:
        """Take the step of a saved input again."""
        node, dice, action = self.state.node(), given.get("dice"), given.get("action")
        if node == Node.ROLL and dice is not None:
            # Draw from the seed's stream even though the dice are known: later rolls depend on it.
            roll = self.state.roll()
            thrown = self.throw(roll.purpose, roll.count, roll.faces)
            if thrown not in (None, dice) or not _fits(dice, roll):
                raise StateError("shell.save-wrong")
            self.stepper.roll(roll, dice)
        elif node == Node.DECISION and isinstance(action, str):
            chosen = self.game.parse(self.state, action)
            self.choose(_with_reason(chosen, given.get("reason")))
        else:
            raise StateError("shell.save-wrong")

    def choose(self, choice: Choice) -> None:
        """Apply a choice that is known to be legal."""
        self.stepper.choose(choice, len(self.state.legal_actions()))

    def concede(self, side: str) -> None:
        """End the game by a concession, which is in the record but not in the inputs."""
        self.state.concede(side)
        self.recorder.conceded(side)
        self._end()

    def _end(self) -> None:
        if self.state.node() == Node.END:
            self.recorder.ended(self.state.outcome())


def _fits(dice: Sequence[int], roll: Roll) -> bool:
    return len(dice) == roll.count and all(die in roll.faces for die in dice)


def _with_reason(action: int, saved: Any) -> Choice:
    """A choice with its saved reason, if there is one."""
    if not isinstance(saved, dict) or not isinstance(saved.get("code"), str):
        return Choice(action)
    values = {
        key: value
        for key, value in saved.items()
        if key != "code" and isinstance(value, str | int | float)
    }
    return Choice(action, saved["code"], values)
