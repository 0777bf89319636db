"""Fit the weights of the chance to win to the outcomes of self-play, and print them.

    nice python benchmarks/fit_value.py --battles 2000 --agent search:120

Positions are those in which a player is at turn, from mirror and mixed battles of the ready
lists; every fifth battle is held back, and the loss on those says whether the fit is better than
the weights that stand in `pbbuild/pocket_battles/agents/thinking/value.py`.
"""

import argparse
import math
import time

import numpy as np

from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.agents.thinking.minds import choose
from pbbuild.pocket_battles.agents.thinking.value import FEATURES, WEIGHTS, Position, measure
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import new_battle

HELD_BACK = 5


def positions(agent: str, battles: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, whether A won, and the battle's number, for every turn of `battles` battles."""
    lists = [find_list(name).army_list for name in ready_lists()]
    base, _, setting = agent.partition(":")
    mind = mind_named(base, setting)
    assert mind is not None
    rows: list[list[float]] = []
    won, numbers = [], []
    position, actions = Position(), Actions()
    for battle in range(battles):
        chance = Chance(derived_seed(seed, battle))
        a = lists[battle % len(lists)]
        peers = [other for other in lists if abs(other.points - a.points) <= 10]
        b = a if battle % 3 == 0 else peers[chance.below(len(peers))]
        state = new_battle(a, b).state
        begun = len(rows)
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            action = actions.items[0]
            if actions.count > 1:
                if state.phase == c.TURN:
                    measure(state, position)
                    rows.append([position.features[place] for place in range(FEATURES)])
                action = choose(mind, state, actions, chance)
            apply_action(state, action)
        if state.winner == c.UNDECIDED:
            del rows[begun:]
            continue
        won += [float(state.winner == 0)] * (len(rows) - begun)
        numbers += [battle] * (len(rows) - begun)
    return np.array(rows), np.array(won), np.array(numbers)


def fit(rows: np.ndarray, won: np.ndarray, shrink: float) -> np.ndarray:
    """Logistic regression without a constant: a position seen from the other side is opposite."""
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        gradient = scaled.T @ (won - chance) - shrink * weights
        curvature = (scaled * (chance * (1 - chance))[:, None]).T @ scaled
        step = np.linalg.solve(curvature + shrink * np.eye(len(weights)), gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-8:
            break
    return np.asarray(weights / scale)


def loss(rows: np.ndarray, won: np.ndarray, weights: np.ndarray) -> float:
    """Mean surprise at the outcome, in nats; 0.693 is knowing nothing."""
    log_odds = rows @ weights
    return float(np.mean(np.logaddexp(0, np.where(won > 0.5, -log_odds, log_odds))))


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=2000)
    parser.add_argument("--agent", default="search:120")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shrink", type=float, default=20.0)
    parser.add_argument("--without", type=int, nargs="*", default=[], help="features left out")
    wishes = parser.parse_args()
    begun = time.process_time()
    rows, won, numbers = positions(wishes.agent, wishes.battles, wishes.seed)
    rows[:, wishes.without] = 0.0
    held = numbers % HELD_BACK == 0
    weights = fit(rows[~held], won[~held], wishes.shrink)
    old = np.array([WEIGHTS[place] for place in range(FEATURES)])
    print(f"{len(rows)} positions, {time.process_time() - begun:.0f} s of one processor")
    print(f"loss on battles held back: {loss(rows[held], won[held], weights):.4f}", end="")
    print(f", with the weights that stand: {loss(rows[held], won[held], old):.4f}")
    print(f"knowing nothing: {math.log(2):.4f}")
    for place, weight in enumerate(weights):
        print(f"        {weight:.4g},  # {place}, standing: {old[place]:.4g}")


if __name__ == "__main__":
    main()
