"""Seeds and seeded generators: the same numbers on every Python and every machine.

All arithmetic fits in 32 bits, so that the compiled cores draw exactly the same numbers; a test
compares them. A stream hashes a counter: its ninth number does not require the eight before it.
"""

from collections.abc import Sequence
from typing import Final

from pbbuild.errors import UsageError

GENERATOR: Final = "counter32/1"
LARGEST_SEED: Final = (1 << 53) - 1
# The separate streams of one battle; a draw from one never changes another.
SETUP: Final = 1
DICE: Final = 2
AGENT_A: Final = 3
AGENT_B: Final = 4
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
        """A number from 0 to `bound` - 1, all equally likely."""
        return self.word() * bound >> 32

    def throw(self, count: int, faces: Sequence[int]) -> list[int]:
        """`count` dice, all faces equally likely."""
        return [faces[self.below(len(faces))] for _ in range(count)]


class Streams:
    """The streams of the battle of `seed`: setup dice, battle dice, and one for each agent."""

    def __init__(self, seed: int) -> None:
        self.setup = Stream(derived_seed(seed, SETUP))
        self.dice = Stream(derived_seed(seed, DICE))
        self.agents = (Stream(derived_seed(seed, AGENT_A)), Stream(derived_seed(seed, AGENT_B)))

    def throw(self, purpose: str, count: int, faces: Sequence[int]) -> list[int]:
        """The dice for `purpose`, from the setup or the battle stream."""
        stream = self.setup if purpose in ("initiative", "pool") else self.dice
        return stream.throw(count, faces)

    def agent_stream(self, decider: int) -> Stream:
        """The stream of the agent that decides for A (0) or B (1), one for the whole battle."""
        return self.agents[decider]


def mix(word: int) -> int:
    """A 32-bit hash of the 32 bits of `word`."""
    word ^= word >> 16
    word = word * 0x21F0AAAD & _WORD
    word ^= word >> 15
    word = word * 0x735A2D97 & _WORD
    return word ^ word >> 15


def derived_seed(seed: int, number: int) -> int:
    """The seed of part `number` of what `seed` starts; fits a JSON number everywhere."""
    low, high = seed & _WORD, seed >> 32 & _WORD
    first = mix(mix(low ^ (number & _WORD)) ^ high)
    second = mix((mix(high ^ 0x2545F491) + number) & _WORD)
    return (second & 0x1FFFFF) << 32 | (first ^ mix(second ^ low))


def battle_seed(series_seed: int, number: int) -> int:
    """The seed of battle `number` (from 0) of a series."""
    return derived_seed(series_seed, number)


def random_seed() -> int:
    """A random seed, short enough to type again."""
    import secrets

    return secrets.randbelow(10**9)


def seed_or_random(seed: int | None) -> int:
    """`seed` if it is one that a record can have; a random one for None."""
    return random_seed() if seed is None else checked_seed(seed)


def checked_seed(seed: int) -> int:
    """`seed`; one that is no whole number or too large for a record is refused."""
    if type(seed) is not int or seed < 0:
        shown = str(seed)[:30]
        raise UsageError("misuse.not-between", name="seed", value=shown, low=0, high=LARGEST_SEED)
    if seed > LARGEST_SEED:
        raise UsageError("battle.seed-too-large", seed=str(seed)[:30], largest=LARGEST_SEED)
    return seed
