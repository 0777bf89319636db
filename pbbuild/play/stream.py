"""Numbers that depend on nothing but a seed, the same on every Python and every machine.

Everything fits in 32 bits, so that the compiled cores can draw the very same numbers; a test
holds them to it. A stream is a counter, mixed: number nine of a series can be had without the
eight before it.
"""

from collections.abc import Sequence
from typing import Final

GENERATOR: Final = "counter32/1"
LARGEST_SEED: Final = (1 << 53) - 1
_WORD: Final = 0xFFFFFFFF


class Stream:
    """A seeded generator."""

    def __init__(self, seed: int) -> None:
        self._key = mix(seed & _WORD) ^ mix((seed >> 32 & _WORD) ^ 0x5851F42D)
        self._counter = 0

    def word(self) -> int:
        """The next 32 bits."""
        self._counter = (self._counter + 0x9E3779B9) & _WORD
        return mix(self._counter ^ self._key)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely as another."""
        return self.word() * bound >> 32

    def throw(self, count: int, faces: Sequence[int]) -> list[int]:
        """`count` dice, each face as likely as another."""
        return [faces[self.below(len(faces))] for _ in range(count)]


def mix(word: int) -> int:
    """32 bits that look unrelated to the 32 of `word`."""
    word ^= word >> 16
    word = word * 0x21F0AAAD & _WORD
    word ^= word >> 15
    word = word * 0x735A2D97 & _WORD
    return word ^ word >> 15


def derived(seed: int, number: int) -> int:
    """The seed of part `number` of what `seed` began; fits a JSON number everywhere."""
    low, high = seed & _WORD, seed >> 32 & _WORD
    first = mix(mix(low ^ (number & _WORD)) ^ high)
    second = mix((mix(high ^ 0x2545F491) + number) & _WORD)
    return (second & 0x1FFFFF) << 32 | (first ^ mix(second ^ low))
