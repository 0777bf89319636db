"""Parts of `pbbuild-state/1` for tests: each builder adds what its own tests leave unsaid."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

State = dict[str, Any]
_MANUAL = (Path(__file__).parent.parent / "docs/referee.md").read_text(encoding="utf-8")
# The drawing that the manual shows: a battle of two against one.
DRAWN = next(part for part in _MANUAL.split("```\n") if part.startswith("pbbuild-board/1\n"))


def tile(
    code: str = "",
    dp: int = 3,
    fv: int = 5,
    wp: int = 2,
    black: Sequence[int] | None = None,
    white: Sequence[int] | None = None,
    traits: Sequence[str] | None = None,
    wounds: int = 0,
) -> State:
    """A tile with two wound points and nothing else."""
    return {
        "code": code,
        "dp": dp,
        "fv": fv,
        "wp": wp,
        "black": list(black or ()),
        "white": list(white or ()),
        "traits": list(traits or ()),
        "wounds": wounds,
    }


class Head(TypedDict, total=False):
    """What a state says besides its sides and contacts."""

    edition: str
    size: int
    round: int
    player1: str
    turn: str
    decision: str
    first_turn_of_battle: bool
    redeployed: str | None
    pending: Mapping[str, Any] | None


USUAL: Head = {
    "edition": "modern-1",
    "size": 80,
    "round": 2,
    "player1": "A",
    "turn": "A",
    "decision": "turn",
    "first_turn_of_battle": False,
    "redeployed": None,
    "pending": None,
}


def document(sides: Mapping[str, State], contacts: Iterable[State], **head: Unpack[Head]) -> State:
    """A whole state of these sides."""
    return {
        "format": "pbbuild-state/1",
        **USUAL,
        **head,
        "sides": dict(sides),
        "contacts": list(contacts),
    }
