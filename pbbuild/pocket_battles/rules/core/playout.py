"""Random battles inside the core, for measurements and for search."""

from typing import Final

from .apply import apply_action, apply_roll
from .arrays import i64, vec
from .choice import action_at, count_actions
from .constants import (
    END,
    FACE_SHIFT,
    FACES,
    FIRST_ROLL,
)
from .legal import Actions
from .state import State

# Numbers of the generator: 32-bit words, the step of its counter, the multipliers that mix them.
WORD_BITS: Final = 32
WORD_MASK: Final = 0xFFFFFFFF
KEY_MASK: Final = 0x5851F42D
COUNTER_STEP: Final = 0x9E3779B9
FIRST_MULTIPLIER: Final = 0x21F0AAAD
SECOND_MULTIPLIER: Final = 0x735A2D97
# A table because mypyc shifts a literal as a C int, and these need 56 bits.
ONE_OF_FACE: Final[vec[i64]] = vec[i64]([1 << (face << FACE_SHIFT) for face in range(FACES + 1)])


class Chance:
    """A small seeded generator: a counter, mixed. All its numbers stay below 63 bits."""

    def __init__(self, seed: i64) -> None:
        self.key: i64 = mix(seed & WORD_MASK) ^ mix((seed >> WORD_BITS & WORD_MASK) ^ KEY_MASK)
        self.counter: i64 = 0

    def word(self) -> i64:
        """The next 32 bits."""
        self.counter = (self.counter + COUNTER_STEP) & WORD_MASK
        # As `mix`, without the call.
        word = self.counter ^ self.key
        word ^= word >> 16
        word = word * FIRST_MULTIPLIER & WORD_MASK
        word ^= word >> 15
        word = word * SECOND_MULTIPLIER & WORD_MASK
        return word ^ word >> 15

    def below(self, bound: i64) -> i64:
        """A number from 0 to `bound` - 1."""
        return self.word() * bound >> WORD_BITS

    def dice(self, count: i64) -> i64:
        """`count` dice as counts by face."""
        counts: i64 = 0
        while count > 0:
            counts += ONE_OF_FACE[1 + (self.word() * FACES >> WORD_BITS)]
            count -= 1
        return counts


def mix(word: i64) -> i64:
    """The 32 bits of `word`, scrambled."""
    word ^= word >> 16
    word = word * FIRST_MULTIPLIER & WORD_MASK
    word ^= word >> 15
    word = word * SECOND_MULTIPLIER & WORD_MASK
    return word ^ word >> 15


def random_playout(state: State, chance: Chance, actions: Actions) -> i64:
    """Play `state` to its end at random; how many choices had two or more options. PB-11."""
    decisions: i64 = 0
    while state.phase != END:
        if state.phase >= FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
            continue
        count = count_actions(state, actions)
        if count > 1:
            decisions += 1
            # As `below`, without the call.
            index = chance.word() * count >> WORD_BITS
            apply_action(state, action_at(state, actions, index))
        else:
            apply_action(state, action_at(state, actions, 0))
    return decisions
