"""Parts of `pbbuild-state/1` for tests: each builder adds what its own tests leave unsaid."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

State = dict[str, Any]


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


def document(
    sides: Mapping[str, State],
    contacts: Iterable[State],
    *,
    edition: str = "modern-1",
    size: int = 80,
    round: int = 2,
    player1: str = "A",
    turn: str = "A",
    decision: str = "turn",
    first_turn_of_battle: bool = False,
    redeployed: str | None = None,
    pending: Mapping[str, Any] | None = None,
) -> State:
    """A whole state of these sides."""
    return {
        "format": "pbbuild-state/1",
        "edition": edition,
        "size": size,
        "round": round,
        "player1": player1,
        "turn": turn,
        "decision": decision,
        "first_turn_of_battle": first_turn_of_battle,
        "redeployed": redeployed,
        "sides": dict(sides),
        "contacts": list(contacts),
        "pending": dict(pending) if pending else None,
    }
