"""A player who walks a whole game at the terminal and tries everything at each kind of prompt.

The walk answers at random from a seed. At the first prompts of each kind it does what players do
besides answering: asks for help, undoes, concedes and thinks better of it, saves, is killed.
"""

import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from pbbuild.play.contract import Node
from pbbuild.terminal import shell as terminal_shell
from pbbuild.terminal.shell import Shell

# What changes nothing, in both languages; none of them may touch the game.
QUESTIONS = (
    *("?", "? x", "why", "why x", "odds", "odds x", "odds 1", "hint", "more", "board", "log"),
    *("speed", "speed fast", "speed x", "units", "concede", "dice", "save", "xyzzy", "99999"),
    *("-1", "0", "1.5", "", "a1 banana", "ì", "\x00", "%s {0}", "a" * 300, "1 2 3 4 5 6 7 8 9"),
    *("perché", "probabilità", "suggerimento", "arrenditi", "tavolo", "altro"),
)


@dataclass
class Walk:
    """The answers of one game; `tries` is called at the first prompts of each kind."""

    seed: int
    tries: "Callable[[Walk, str, str], str | None] | None" = None
    at_most: int = 1
    shell: Shell | None = None
    seen: Counter[str] = field(default_factory=Counter)
    script: list[str] = field(default_factory=list)
    # Called with the last word typed: before each word of the script, and after the last.
    check: Callable[[str], None] | None = None
    typed: str = ""
    prompts: int = 0

    def __post_init__(self) -> None:
        self.draw = random.Random(self.seed)

    @property
    def table(self) -> Any:
        assert self.shell is not None
        return self.shell.table

    def kind(self) -> str:
        """What the game waits for: a decision by its name, or dice by their purpose."""
        if self.table.node == Node.ROLL:
            return f"dice {self.table.pending_roll.purpose}"
        return str(self.table.state.decision())

    def moment(self) -> tuple[Any, ...]:
        """All that may not change by looking."""
        return (
            json.dumps(list(self.table.inputs)),
            json.dumps(self.table.game.to_json(self.table.state)),
            self.table.recorder.text() if self.table.is_over else len(self.table.lines),
        )

    def answer(self, prompt: str) -> str:
        """What is typed at a prompt."""
        self.prompts += 1
        assert self.prompts < 20_000, "the game never ends"
        if self.check:
            self.check(self.typed)
        if self.script:
            self.typed = self.script.pop(0)
            return self.typed
        self.check = None
        kind = self.kind()
        self.seen[kind] += 1
        if self.tries and self.seen[kind] <= self.at_most:
            typed = self.tries(self, kind, prompt)
            if typed is not None:
                return typed
        return self.legal()

    def legal(self) -> str:
        """A legal answer drawn at random, in the words of a record or as dice."""
        if roll := self.table.pending_roll:
            return " ".join(str(self.draw.choice(roll.faces)) for _ in range(roll.count))
        return str(self.draw.randint(1, 3))

    def type_next(self, *words: str) -> str:
        """Type these words one after the other; the first is for the prompt that is shown."""
        self.script = list(words[1:])
        self.typed = words[0]
        return words[0]

    @contextlib.contextmanager
    def seated(self) -> Iterator[None]:
        """Play every game that is started meanwhile."""
        run = Shell.run

        def run_walked(shell: Shell, welcome: str = "") -> bool:
            self.shell = shell
            return run(shell, welcome)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Shell, "run", run_walked)
            patch.setattr(terminal_shell, "read_answer", self.answer)
            yield


def questions(walk: Walk, kind: str, prompt: str) -> str:
    """Ask everything that changes nothing; the game must be as before."""
    before = walk.moment()
    asked = list(QUESTIONS)
    if walk.table.node == Node.ROLL:
        # Digits are dice there, and `dice` or `undo` takes back the last ones.
        asked = [each for each in asked if not re.search(r"\d|^dice$|^$", each)]
    else:
        asked = [each for each in asked if each and each != "dice"]
    typed = []
    for each in asked:
        typed.append(each)
        if each in ("concede", "arrenditi"):
            typed.append("no")
    assert walk.shell is not None
    if walk.shell.moments:
        typed += ["back", "q"]

    def check(word: str) -> None:
        assert walk.moment() == before, f"“{word}” changed the game at {kind}"

    walk.check = check
    return walk.type_next(*typed)


@dataclass(frozen=True)
class Left:
    """A game as a killed process leaves it at a prompt."""

    kind: str
    save: str
    moment: tuple[Any, ...]


def killed_at_each_kind(walk: Walk) -> list[Left]:
    """What lies on the disk at the first prompt of each kind, as `walk` is played."""
    found: list[Left] = []

    def look(at: Walk, kind: str, prompt: str) -> None:
        assert at.shell is not None
        found.append(Left(kind, at.shell.save_path.read_text(), at.moment()))

    walk.tries = look
    return found
