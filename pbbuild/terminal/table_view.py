"""What a game shows at the terminal."""

from collections.abc import Sequence
from typing import Any, Protocol

from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import Game, Option, Roll


class Face(Protocol):
    """What one game shows and understands at the terminal."""

    @property
    def game(self) -> Game:
        """Its rules."""
        ...

    def start(self) -> Any:
        """The game before its first roll."""
        ...

    def header(self, seed: int | None) -> dict[str, Any]:
        """The first line of its record."""
        ...

    def draw(self, state: Any, viewer: int, rows: int) -> list[str]:
        """The table from a seat, in at most `rows` lines where that is possible."""
        ...

    def question(self, state: Any) -> str:
        """What the player is asked now."""
        ...

    def menu(self, state: Any, options: Sequence[Option], rows: int) -> list[str]:
        """The options, numbered from 1 as they come; in `rows` lines where that is possible."""
        ...

    def unlisted(self, state: Any, options: Sequence[Option], action: int, rows: int) -> list[str]:
        """The options beside `action` and itself, where `menu` leaves them out; else []."""
        ...

    def answer(self, state: Any, options: Sequence[Option], text: str) -> list[str]:
        """What the game says to words that are a question rather than an action, [] if none."""
        ...

    def expand(self, state: Any, text: str) -> str:
        """What the player typed as the action it is short for."""
        ...

    def tell(self, line: dict[str, Any]) -> str:
        """A line of the record in words, "" for nothing."""
        ...

    def reason(self, choice: Choice) -> str:
        """Why an agent chose so, in words."""
        ...

    def why(self, state: Any, words: str, clauses: Sequence[str]) -> list[str]:
        """What of this moment makes the clauses forbid the action, [] where they say it all."""
        ...

    def help(self, topic: str) -> list[str]:
        """What `?` says, about everything or one topic."""
        ...

    def ask_roll(self, state: Any, roll: Roll) -> str:
        """How to ask for a die of the real table."""
        ...

    def read_roll(self, state: Any, roll: Roll, text: str) -> list[int] | None:
        """The dice that `text` names, None if it names none."""
        ...

    def refused_roll(self, state: Any, roll: Roll, text: str) -> str:
        """Why `text` cannot be what the dice show, "" where the shell can say it."""
        ...


def columns(texts: Sequence[str]) -> list[str]:
    """Numbered texts in as many columns as a line holds."""
    numbered = [f"{number:>2} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, numbered)) + 2
    height = -(-len(numbered) // max(1, 79 // width))
    # Down the columns, so that what belongs together stands together.
    return [
        "".join(text.ljust(width) for text in numbered[row::height]).rstrip()
        for row in range(height)
    ]
