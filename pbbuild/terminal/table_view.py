"""The interface between the shell and what a game shows at the terminal."""

from collections.abc import Sequence
from typing import Any, Protocol

from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import Game, Option, Roll


class TableView(Protocol):
    """What one game shows and understands at the terminal."""

    @property
    def game(self) -> Game:
        """The rules of the game."""
        ...

    def start(self) -> Any:
        """The state before the first roll; called before the record is described from its start."""
        ...

    def header(self, seed: int | None) -> dict[str, Any]:
        """The first line of its record."""
        ...

    def draw(self, state: Any, viewer: int, rows: int) -> list[str]:
        """The table as seen from a seat, in at most `rows` lines if possible."""
        ...

    def question(self, state: Any) -> str:
        """The question for the pending decision."""
        ...

    def menu(self, state: Any, options: Sequence[Option], rows: int) -> list[str]:
        """The options, numbered from 1 in order, in at most `rows` lines if possible."""
        ...

    def unlisted(self, state: Any, options: Sequence[Option], action: int, rows: int) -> list[str]:
        """The lines of `action` and the options near it if `menu` leaves them out; else []."""
        ...

    def answer(self, state: Any, options: Sequence[Option], text: str) -> list[str]:
        """The answer to a question the player typed, [] if the text is no question."""
        ...

    def expand(self, state: Any, text: str) -> str:
        """The full action that the typed text abbreviates."""
        ...

    def describe(self, line: dict[str, Any]) -> str:
        """A sentence for a line of the record, "" for none."""
        ...

    def reason(self, choice: Choice) -> str:
        """A sentence on why an agent made this choice."""
        ...

    def why(self, state: Any, words: str, clauses: Sequence[str]) -> list[str]:
        """Details of the state that explain why the clauses forbid the action, [] if none."""
        ...

    def help(self, topic: str) -> list[str]:
        """The help for `?`, about everything or one topic."""
        ...

    def ask_roll(self, state: Any, roll: Roll) -> str:
        """The prompt for a roll of real dice."""
        ...

    def read_roll(self, state: Any, roll: Roll, text: str) -> list[int] | None:
        """The dice in `text`, None if it has none."""
        ...

    def refused_roll(self, state: Any, roll: Roll, text: str) -> str:
        """Why `text` cannot be this roll, "" for the shell's own message."""
        ...


def numbered_columns(texts: Sequence[str]) -> list[str]:
    """Numbered texts in as many columns as a line holds."""
    numbered = [f"{number:>2} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, numbered)) + 2
    height = -(-len(numbered) // max(1, 79 // width))
    # Numbered down the columns, so that related options stay together.
    return [
        "".join(text.ljust(width) for text in numbered[row::height]).rstrip()
        for row in range(height)
    ]
