"""How far the estimated chance to win is from the mean of many rollouts.

    nice python benchmarks/value_error.py

Positions are turns of battles between ready lists, mirror and mixed: one of each battle, any of its
turns with the same chance, so that no two have anything in common but their lists. From each one
the agent plays both sides to the end again and again; the luck of the dice is taken off each
result, which leaves the mean as it is and makes it more certain. What uncertainty is left in the
means would count as error, so it is estimated from their spread and subtracted. The chance to win
depends on who plays on: the error is against rollouts of that agent, which the output names.
"""

import argparse
import math
from collections.abc import Iterator
from statistics import fmean, variance

from ladder import lists_of
from match import mind_of

from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.agents.thinking.luck import Scales, luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import Mind, choose
from pbbuild.pocket_battles.agents.thinking.value import FIRST, Position, chance_of_a
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle


def play_on(state: State, mind: Mind, chance: Chance, scales: Scales) -> Iterator[float]:
    """Play `state` to its end; the luck of A so far, at every turn and at the end."""
    actions, luck = Actions(), 0.0
    while state.phase != c.END:
        if state.phase >= c.FIRST_ROLL:
            counts = chance.dice(state.dice)
            if state.phase != c.INITIATIVE:
                luck += luck_of_a(scales, state, counts)
            apply_roll(state, counts)
            continue
        if state.phase == c.TURN:
            yield luck
        list_actions(state, actions)
        action = actions.items[0]
        if actions.count > 1:
            action = choose(mind, state, actions, chance)
        apply_action(state, action)
    yield luck


def rollout(state: State, mind: Mind, chance: Chance, scales: Scales) -> float:
    """The result for A of one battle played on from `state`, less its luck."""
    *_, luck = play_on(state, mind, chance, scales)
    won = 0.5 if state.winner == c.UNDECIDED else float(state.winner == c.SIDE_A)
    return won - luck


def positions(mind: Mind, seed: int) -> Iterator[State]:
    """A turn of each of endless battles between ready lists."""
    lists = [find_list(name).army_list for name in ready_lists()]
    battle, scales = 0, Scales()
    while True:
        chance = Chance(derived_seed(seed, battle))
        state = new_battle(*lists_of(battle, lists)).state
        chosen, turns = state, 0
        for _ in play_on(state, mind, chance, scales):
            if state.phase == c.TURN:
                # Each turn takes the place of those before with the chance of one in so many.
                turns += 1
                if chance.below(turns) == 0:
                    chosen = state.copy()
        if turns:
            yield chosen
        battle += 1


def main() -> None:
    """Roll out and print the error of today's estimate and of that of 0.1.0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rollouts", type=int, default=40)
    parser.add_argument("--agent", default=PLAYTEST)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    mind, scales = mind_of(wishes.agent), Scales()
    models = {"today's": Position(), "that of 0.1.0": Position()}
    models["that of 0.1.0"].model = FIRST
    squares: dict[str, list[float]] = {name: [] for name in models}
    source = positions(mind, wishes.seed)
    for number in range(wishes.positions):
        state = next(source)
        chance = Chance(derived_seed(wishes.seed + 1, number))
        results = [rollout(state.copy(), mind, chance, scales) for _ in range(wishes.rollouts)]
        noise = variance(results) / len(results)
        for name, position in models.items():
            apart = chance_of_a(state, position) - fmean(results)
            squares[name].append(apart * apart - noise)
    for name, found in squares.items():
        middle, spread = fmean(found), 1.96 * math.sqrt(variance(found) / len(found))
        low, high = (math.sqrt(max(0.0, middle + each)) for each in (-spread, spread))
        print(
            f"{name}: root mean square error {math.sqrt(max(0.0, middle)):.3f}"
            f" ({low:.3f} to {high:.3f}) on {len(found)} positions of as many battles,"
            f" against {wishes.rollouts} rollouts each, played by {wishes.agent}"
        )


if __name__ == "__main__":
    main()
