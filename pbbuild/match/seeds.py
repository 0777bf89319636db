"""Numbers that depend on nothing but a seed: battles, and the streams within one.

SplitMix64, so that dice are the same on every Python and every machine, and battle number
nine of a series can be played without the eight before it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

GENERATOR: Final = "splitmix64/1"
MASK: Final = (1 << 64) - 1
LARGEST_SEED: Final = (1 << 63) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15

# Streams of one battle; one more or fewer draws in one never moves another.
SETUP: Final = 1
DICE: Final = 2
AGENT_A: Final = 3
AGENT_B: Final = 4


def mixed(seed: int, number: int) -> int:
    """The `number`-th output of the generator that starts at `seed`."""
    value = (seed + (number + 1) * _GOLDEN) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def battle_seed(series_seed: int, number: int) -> int:
    """The seed of battle `number` (from 0) of a series; fits a JSON number everywhere."""
    return mixed(series_seed, number) >> 11


class DiceStream:
    """The dice of one battle in the order they are thrown."""

    def __init__(self, seed: int, stream: int) -> None:
        self._seed = mixed(seed, stream)
        self._drawn = 0

    def throw(self, count: int, faces: Sequence[int]) -> list[int]:
        """`count` dice, each face as likely as another."""
        return [faces[self._below(len(faces))] for _ in range(count)]

    def _below(self, limit: int) -> int:
        # The few highest values are thrown again, so that no face is favoured.
        largest = (1 << 32) - (1 << 32) % limit
        while True:
            value = mixed(self._seed, self._drawn) >> 32
            self._drawn += 1
            if value < largest:
                return value % limit


class Streams:
    """Set-up dice, battle dice and each agent's own chance, for the battle of `seed`."""

    def __init__(self, seed: int) -> None:
        self.setup = DiceStream(seed, SETUP)
        self.dice = DiceStream(seed, DICE)
        self.agents = (Random(mixed(seed, AGENT_A)), Random(mixed(seed, AGENT_B)))

    def throw(self, purpose: str, count: int, faces: Sequence[int]) -> list[int]:
        """The dice for `purpose`, from the stream it belongs to."""
        stream = self.setup if purpose in ("initiative", "pool") else self.dice
        return stream.throw(count, faces)
