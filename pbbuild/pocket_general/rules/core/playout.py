"""Playing the decisions of a turn with quick scores and a little noise, for search."""

from typing import Final

from pbbuild.native.signals import check_signals

from . import constants as c
from .flow import apply
from .integers import i64
from .legal import legal_actions
from .policy import scores
from .state import GeneralCore
from .worth import turn_worth

# A multiplicative congruential generator: a Mersenne prime and a multiplier.
MODULUS: Final = 2147483647
MULTIPLIER: Final = 48271
# Below every score.
NO_SCORE: Final = -1e9


class Noise:
    """A small seeded generator: compiled and interpreted playouts are the same."""

    def __init__(self, seed: int) -> None:
        # Native, since the product below is too large for a compiled int: Python would multiply
        # instead, and compiled code ends the process if Ctrl-C interrupts that.
        self.word: i64 = seed % MODULUS
        if self.word == 0:
            self.word = 1

    def next(self) -> float:
        """A number in [0, 1)."""
        self.word = self.word * MULTIPLIER % MODULUS
        return float(self.word) / float(MODULUS)


def best_action(state: GeneralCore, actions: list[int], noise: Noise, spread: float) -> int:
    """The action with the highest score after adding noise of up to `spread` to each."""
    found = scores(state, actions)
    best = 0
    best_score = NO_SCORE
    for index in range(len(actions)):
        score = found[index] + (spread * noise.next() if spread > 0.0 else 0.0)
        if score > best_score:
            best = index
            best_score = score
    return actions[best]


def is_before_combat(state: GeneralCore) -> bool:
    """Whether units are still being recruited and placed this turn. PG-3."""
    phase = state.phase
    return phase in (c.RECRUIT, c.THREAT, c.PLACE, c.REDEPLOY)


def placement_worth(state: GeneralCore, noise: Noise, spread: float) -> float:
    """The worth to side 0 of the combats after both sides place their units by quick scores.

    Plays `state` to the first spy or die of the turn.
    """
    while is_before_combat(state):
        actions = legal_actions(state)
        if len(actions) == 1:
            apply(state, actions[0])
        else:
            apply(state, best_action(state, actions, noise, spread))
    if state.phase == c.END:
        return 0.0
    return turn_worth(state)


def spies_worth(state: GeneralCore, noise: Noise) -> float:
    """The worth to side 0 after the spies of this hex; plays `state` to the dice."""
    hex_ = state.hex
    while state.phase != c.COMBAT and state.phase != c.END and state.hex == hex_:
        apply(state, best_action(state, legal_actions(state), noise, 0.0))
    return turn_worth(state)


def action_worths(
    state: GeneralCore, actions: list[int], seeds: list[int], spread: float
) -> list[float]:
    """The mean worth of each action to the player who decides, over one playout per seed.

    Every action gets the same seeds, so that luck is equal for all.
    """
    sign = 1.0 if state.side == 0 else -1.0
    before_combat = is_before_combat(state)
    result: list[float] = []
    for action in actions:
        total = 0.0
        for seed in seeds:
            check_signals()
            later = state.copy()
            apply(later, action)
            noise = Noise(seed)
            if before_combat:
                total += placement_worth(later, noise, spread)
            else:
                total += spies_worth(later, noise)
        result.append(sign * total / len(seeds))
    return result
