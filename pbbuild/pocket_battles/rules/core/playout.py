"""Battles played at random inside the core: for measurements and for search."""

from typing import Final

from .apply import apply_action, apply_roll
from .arrays import i64, vec
from .choice import action_at, count_actions
from .constants import END, FACE_SHIFT, FIRST_ROLL
from .legal import Actions
from .state import State

WORD: Final = 0xFFFFFFFF
# A table because mypyc shifts a literal as a C int, and these need 56 bits.
ONE_OF_FACE: Final[vec[i64]] = vec[i64]([1 << (face << FACE_SHIFT) for face in range(7)])


class Chance:
    """A small seeded generator: a counter, mixed; all numbers stay below 63 bits."""

    def __init__(self, seed: i64) -> None:
        self.key: i64 = mix(seed & WORD) ^ mix((seed >> 32 & WORD) ^ 0x5851F42D)
        self.counter: i64 = 0

    def word(self) -> i64:
        """The next 32 bits."""
        self.counter = (self.counter + 0x9E3779B9) & WORD
        word = self.counter ^ self.key
        word ^= word >> 16
        word = word * 0x21F0AAAD & WORD
        word ^= word >> 15
        word = word * 0x735A2D97 & WORD
        return word ^ word >> 15

    def below(self, bound: i64) -> i64:
        """A number from 0 to `bound` - 1."""
        return self.word() * bound >> 32

    def dice(self, count: i64) -> i64:
        """`count` dice as counts by face."""
        counts: i64 = 0
        while count > 0:
            counts += ONE_OF_FACE[1 + (self.word() * 6 >> 32)]
            count -= 1
        return counts


def mix(word: i64) -> i64:
    """32 bits that look unrelated to the 32 of `word`."""
    word ^= word >> 16
    word = word * 0x21F0AAAD & WORD
    word ^= word >> 15
    word = word * 0x735A2D97 & WORD
    return word ^ word >> 15


def random_playout(state: State, chance: Chance, actions: Actions) -> i64:
    """Play `state` to its end at random; the number of choices with two or more options."""
    decisions: i64 = 0
    while state.phase != END:
        if state.phase >= FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
            continue
        count = count_actions(state, actions)
        if count > 1:
            decisions += 1
            apply_action(state, action_at(state, actions, chance.below(count)))
        else:
            apply_action(state, action_at(state, actions, 0))
    return decisions
