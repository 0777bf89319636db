"""Playing a turn's decisions to their end, both sides quick and a little noisy; for search."""

from typing import TYPE_CHECKING

from pbbuild.pocket_general.rules.core.breath import breathe
from pbbuild.pocket_general.rules.core.flow import apply
from pbbuild.pocket_general.rules.core.legal import legal_actions
from pbbuild.pocket_general.rules.core.policy import scores
from pbbuild.pocket_general.rules.core.state import (
    COMBAT,
    END,
    PLACE,
    RECRUIT,
    REDEPLOY,
    THREAT,
    State,
)
from pbbuild.pocket_general.rules.core.worth import turn_worth

if TYPE_CHECKING:
    from mypy_extensions import i64
else:
    i64 = int


class Noise:
    """A small generator of its own, so that compiled and interpreted playouts are alike."""

    def __init__(self, seed: int) -> None:
        # Native, since the product below is more than a compiled int multiplies by itself: what
        # Python multiplies for it is given up at Ctrl-C, and compiled code takes that for the end.
        self.word: i64 = seed % 2147483647
        if self.word == 0:
            self.word = 1

    def next(self) -> float:
        """A number in [0, 1)."""
        self.word = self.word * 48271 % 2147483647
        return float(self.word) / 2147483647.0


def best_action(state: State, actions: list[int], noise: Noise, spread: float) -> int:
    """The action with the highest score, each moved by up to `spread`."""
    found = scores(state, actions)
    best = 0
    best_score = -1e9
    for index in range(len(actions)):
        score = found[index] + (spread * noise.next() if spread > 0.0 else 0.0)
        if score > best_score:
            best = index
            best_score = score
    return actions[best]


def is_before_combat(state: State) -> bool:
    """Whether the turn's units are still being gathered and placed."""
    phase = state.phase
    return phase in (RECRUIT, THREAT, PLACE, REDEPLOY)


def placement_worth(state: State, noise: Noise, spread: float) -> float:
    """Worth to side 0 of the combats that follow when both place quickly from here on.

    Carries `state` to the first spy or die of the turn.
    """
    while is_before_combat(state):
        actions = legal_actions(state)
        if len(actions) == 1:
            apply(state, actions[0])
        else:
            apply(state, best_action(state, actions, noise, spread))
    if state.phase == END:
        return 0.0
    return turn_worth(state)


def spies_worth(state: State, noise: Noise) -> float:
    """Worth to side 0 once the spies of this hex have been used. Carries `state` to the dice."""
    hex_ = state.hex
    while state.phase != COMBAT and state.phase != END and state.hex == hex_:
        apply(state, best_action(state, legal_actions(state), noise, 0.0))
    return turn_worth(state)


def action_worths(state: State, actions: list[int], seeds: list[int], spread: float) -> list[float]:
    """Mean worth of each action to the player who decides, over one playout per seed.

    Every action meets the same seeds, so that they differ by what they are, not by luck.
    """
    sign = 1.0 if state.side == 0 else -1.0
    before_combat = is_before_combat(state)
    result: list[float] = []
    for action in actions:
        total = 0.0
        for seed in seeds:
            breathe()
            later = state.copy()
            apply(later, action)
            noise = Noise(seed)
            if before_combat:
                total += placement_worth(later, noise, spread)
            else:
                total += spies_worth(later, noise)
        result.append(sign * total / len(seeds))
    return result
