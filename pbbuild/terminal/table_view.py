"""The interface between the shell and what a game shows at the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import Game, Option, Roll

# Blue and orange: told apart by everybody, also on a dark or light background.
OWN_COLOUR: Final = "\x1b[1;38;5;33m"
ENEMY_COLOUR: Final = "\x1b[1;38;5;208m"
MARK_COLOUR: Final = "\x1b[1;7m"
OLD_COLOUR: Final = "\x1b[2m"
RESET: Final = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class MenuPage:
    """The lines of a menu; number n stands for the actions `choices[n - 1]`, Enter for `default`.

    Several actions are decided one after the other.
    """

    lines: list[str]
    choices: Sequence[tuple[int, ...]]
    default: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What typed words lead to: actions to decide, or lines to show."""

    actions: tuple[int, ...] = ()
    lines: list[str] = field(default_factory=list)


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

    def draw(
        self, state: Any, viewer: int, rows: int, columns: int = 80, marked: Sequence[str] = ()
    ) -> list[str]:
        """The table as seen from a seat, in at most `rows` lines if possible."""
        ...

    def table_rows(self, state: Any, viewer: int, height: int) -> int:
        """The lines that the table has on a screen so high, whatever is asked below it."""
        ...

    def painted(self, line: str, viewer: int) -> str:
        """A line of the screen in colour."""
        ...

    def question(self, state: Any, viewer: int) -> str:
        """The question for the pending decision."""
        ...

    def menu(self, state: Any, options: Sequence[Option], rows: int, columns: int = 80) -> MenuPage:
        """The options in at most `rows` lines if possible."""
        ...

    def all_options(self, state: Any, options: Sequence[Option], columns: int = 80) -> MenuPage:
        """Every option, for `more`."""
        ...

    def only_choice(self, state: Any) -> int | None:
        """The action to take if all others have the same effect or a worse one, else None."""
        ...

    def understand(self, state: Any, options: Sequence[Option], text: str) -> Reply:
        """What a text means at this decision: actions, or an answer or a refusal in lines."""
        ...

    def odds(self, state: Any, options: Sequence[Option], text: str) -> list[str]:
        """What is known about the options that `text` names, before one is paid for."""
        ...

    def words(self, state: Any, option: Option) -> str:
        """An option in the player's language, as it can be typed."""
        ...

    def watch(self, state: Any) -> None:
        """The state after the lines that are described next, None if it is not known."""
        ...

    def describe(self, line: dict[str, Any]) -> str:
        """A sentence for a line of the record, "" for none."""
        ...

    def units_in(self, line: dict[str, Any]) -> list[str]:
        """The units that a line of the record is about, to be marked."""
        ...

    def reason(self, choice: Choice) -> str:
        """A sentence on why an agent made this choice."""
        ...

    def why(self, state: Any, options: Sequence[Option], text: str) -> list[str]:
        """Why the action that `text` names is not allowed, or that it is."""
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


def numbered_columns(texts: Sequence[str], columns: int = 80) -> list[str]:
    """Numbered texts in as many columns as a line holds."""
    numbered = [f"{number:>2} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, numbered)) + 2
    height = -(-len(numbered) // max(1, (columns - 1) // width))
    # Numbered down the columns, so that related options stay together.
    return [
        "".join(text.ljust(width) for text in numbered[row::height]).rstrip()
        for row in range(height)
    ]
