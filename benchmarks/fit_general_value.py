"""Fit Pocket General's chance to win to self-play without luck, and write its weights.

    nice python benchmarks/fit_general_value.py --games 2000 --write

Games are between two players by one agent, over all pairings, either nation as side A; in half of
them some choices are random, so that unusual positions come up too. A row is the start of a turn:
the features of both sides, and the result less the luck of all later dice, which has the same mean
and about a quarter of the variance. Every fifth game is held back, and the squared error on those
says whether the fit is better than the weights in use. Without `--write` it only prints.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from general_match import PAIRINGS

from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import SIDES, Roll
from pbbuild.play.runner import play
from pbbuild.play.stream import Stream, Streams, derived_seed
from pbbuild.pocket_general.agents.thinking.features import FEATURES, measure
from pbbuild.pocket_general.agents.thinking.luck import luck_of_0
from pbbuild.pocket_general.agents.thinking.search import TurnThinker
from pbbuild.pocket_general.agents.thinking.turn import is_before_combat
from pbbuild.pocket_general.agents.thinking.weights import LINEAR, RECRUIT_COST
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.rules.core.constants import COMBAT
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.state import GeneralState

WEIGHTS = Path(__file__).parents[1] / "pbbuild/pocket_general/agents/thinking/weights.py"
HELD_BACK = 5
# Random choices in a thousand, by the number of the game.
RANDOM = (0, 0, 50, 150)
# Pulls weights without evidence to zero.
RIDGE = 2.0
STEPS = 30
A_ROW = 8


class Careless:
    """An agent that sometimes chooses at random."""

    def __init__(self, agent: Agent, per_thousand: int) -> None:
        self.name = agent.name
        self._agent = agent
        self._per_thousand = per_thousand

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """What the agent chooses, or anything."""
        if generator.below(1000) < self._per_thousand:
            return Choice(situation.actions[generator.below(len(situation.actions))])
        return self._agent.choose(situation, generator)


class TurnWatch:
    """Measures both sides at the start of every turn and adds up the luck since."""

    def __init__(self) -> None:
        self._thinker = TurnThinker()
        self._turn = 0
        self.luck = 0.0
        # The difference of the features, and the luck up to then.
        self.rows: list[tuple[list[float], float]] = []

    def rolled(
        self, before: GeneralState, roll: Roll, dice: Sequence[int], after: GeneralState
    ) -> None:
        """Count the die, then look whether a turn has begun."""
        if before.core.phase == COMBAT:
            self.luck += luck_of_0(self._thinker, before.core, dice[0])
        self._look(after)

    def chose(
        self, before: GeneralState, choice: Choice, options: int, after: GeneralState
    ) -> None:
        """Look whether a turn has begun."""
        self._look(after)

    def _look(self, state: GeneralState) -> None:
        core = state.core
        if core.turn == self._turn or not is_before_combat(core):
            return
        self._turn = core.turn
        own, enemy = [0.0] * FEATURES, [0.0] * FEATURES
        measure(core, 0, own)
        measure(core, 1, enemy)
        self.rows.append(([a - b for a, b in zip(own, enemy, strict=True)], self.luck))


def positions(agent: str, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, labels without luck and game numbers, a row for each turn."""
    game = PocketGeneral(load_pocket_general())
    player = agent_named(agent, game.id)
    features, labels, numbers = [], [], []
    for number in range(games):
        watch = TurnWatch()
        careless = Careless(player, RANDOM[number // len(PAIRINGS) % len(RANDOM)])
        state = game.new(*PAIRINGS[number % len(PAIRINGS)])
        outcome = play(game, state, [careless] * 2, Streams(derived_seed(seed, number)), watch)
        result = 0.5 if outcome.winner is None else float(outcome.winner == SIDES[0])
        for row, before in watch.rows:
            features.append(row)
            labels.append(result - (watch.luck - before))
            numbers.append(number)
    return np.array(features), np.array(labels), np.array(numbers)


def chances(features: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The chance of side 0 of each row."""
    found: np.ndarray = 1 / (1 + np.exp(-features @ weights))
    return found


def fit(features: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """The weights of the best logistic fit, by Newton's method."""
    weights = np.zeros(FEATURES)
    for _ in range(STEPS):
        found = chances(features, weights)
        curvature = (features * (found * (1 - found))[:, None]).T @ features
        slope = features.T @ (labels - found) - RIDGE * weights
        weights += np.linalg.solve(curvature + RIDGE * np.eye(FEATURES), slope)
    return weights


def written(weights: np.ndarray, provenance: str) -> str:
    """The module of the weights."""
    rows = [
        "    " + ", ".join(f"{weight:.4f}" for weight in weights[start : start + A_ROW]) + ","
        for start in range(0, FEATURES, A_ROW)
    ]
    return "\n".join(
        [
            '"""The weights of `value.py`, written by benchmarks/fit_general_value.py.',
            "",
            provenance,
            '"""',
            "",
            "from typing import Final",
            "",
            "# By feature: log odds of side 0, for its feature less that of side 1.",
            "LINEAR: Final = [",
            *rows,
            "]  # fmt: skip",
            "# What a recruit costs in chances to win: a turned location pays for no other.",
            f"RECRUIT_COST: Final = {RECRUIT_COST}",
            "",
        ]
    )


def main() -> None:
    """Play, fit, compare, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", default="search:6")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--write", action="store_true", help="replace the weights in use")
    wishes = parser.parse_args()
    features, labels, numbers = positions(wishes.agent, wishes.games, wishes.seed)
    held_back = numbers % HELD_BACK == 0
    if not held_back.any() or held_back.all():
        sys.exit("too few games")
    weights = fit(features[~held_back], labels[~held_back])
    errors = [
        float(np.mean((chances(features[held_back], each) - labels[held_back]) ** 2))
        for each in (np.array(LINEAR), weights)
    ]
    print(
        f"{len(labels)} positions; squared error held back:"
        f" in use {errors[0]:.5f}, new {errors[1]:.5f}"
    )
    if wishes.write:
        provenance = (
            f"Fitted to {len(labels)} positions of {wishes.games} games ({wishes.agent}, seed"
            f" {wishes.seed}); squared error on\ngames held back {errors[1]:.5f}, noise of the"
            " labels included."
        )
        assert all(math.isfinite(weight) for weight in weights)
        WEIGHTS.write_text(written(weights, provenance), encoding="utf-8")


if __name__ == "__main__":
    main()
