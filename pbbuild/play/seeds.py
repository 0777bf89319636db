"""The seeds of a series' battles, and the streams within one."""

from collections.abc import Sequence
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.play.stream import GENERATOR, LARGEST_SEED, Stream, derived

__all__ = ["GENERATOR", "LARGEST_SEED", "Streams", "battle_seed"]

# Streams of one battle; one more or fewer draws in one never moves another.
SETUP: Final = 1
DICE: Final = 2
AGENT_A: Final = 3
AGENT_B: Final = 4


def battle_seed(series_seed: int, number: int) -> int:
    """The seed of battle `number` (from 0) of a series; fits a JSON number everywhere."""
    return derived(series_seed, number)


class Streams:
    """Set-up dice, battle dice and each agent's own chance, for the battle of `seed`."""

    def __init__(self, seed: int) -> None:
        self.setup = Stream(derived(seed, SETUP))
        self.dice = Stream(derived(seed, DICE))
        self.agents = (Stream(derived(seed, AGENT_A)), Stream(derived(seed, AGENT_B)))

    def throw(self, purpose: str, count: int, faces: Sequence[int]) -> list[int]:
        """The dice for `purpose`, from the stream it belongs to."""
        stream = self.setup if purpose in ("initiative", "pool") else self.dice
        return stream.throw(count, faces)

    def of_agent(self, decider: int) -> Stream:
        """The stream of the agent that decides for A (0) or B (1); it goes on all battle."""
        return self.agents[decider]


def fresh_seed() -> int:
    """A seed nobody named, short enough to be typed again."""
    import secrets

    return secrets.randbelow(10**9)


def checked_seed(seed: int) -> int:
    """The seed, or an error for one that no record can hold."""
    if seed > LARGEST_SEED:
        raise UsageError("battle.seed-too-large", seed=str(seed)[:30], largest=LARGEST_SEED)
    return seed
