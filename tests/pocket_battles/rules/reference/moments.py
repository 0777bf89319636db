"""Moments that several clause tests begin with or look at."""

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import RulesModel
from tests.pocket_battles.rules.reference.scenario import State, table, tile, unit


def duel(seat: Seat, a: State, b: State, **more: object) -> RulesModel:
    """a1 and b1 in contact in the left sector, A to move; A has another unit far away."""
    return seat(
        table(
            a=[unit("left engagement", a), unit("right rear", tile())],
            b=[unit("left engagement", b), unit("right rear", tile())],
            contacts=[("a1", "b1")],
            **more,  # type: ignore[arg-type]
        )
    )


def tokens(model: RulesModel, side: str) -> tuple[int, int]:
    """The unused and the set-aside tokens of a side."""
    entry = model.snapshot()["sides"][side]
    return entry["unused"], entry["set_aside"]
