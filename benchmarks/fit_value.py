"""Fit the chance to win to luck-adjusted results of self-play, and write its weights.

    for seed in 1 2 3 4
    do nice python benchmarks/fit_value.py --battles 4000 --seed $seed --keep battles-$seed.npz
    done
    nice python benchmarks/fit_value.py --from battles-*.npz --write --note "seeds 1 to 4"

Battles are between ready lists and built ones of all armies, mirror and mixed; in some the armies
are set up at random or the first turns are random, so that unusual positions come up too. The
result of a position is the battle's result less the luck of all later rolls: the same mean, about
a third of the variance. The label is a mixture of that result and of today's estimate at later
turns, less the luck until then: each turn further counts `--trust` times as much as the one before.
That has half the variance again, and what it takes from the weights in use fades with every
generation. Every fifth battle is held back, and the squared error against their results says
whether the fit is better than the weights in use. `--keep` saves the battles, `--from` replays
those of one or more files and measures them with the features and luck of today.

The agent, the luck and the labels use the weights in use, so the weights in the repository come out
again only where the ones before them are in use.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import pbbuild
from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.agents.thinking.luck import Scales, luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import choose
from pbbuild.pocket_battles.agents.thinking.value import FEATURES, Position, chance_of_a, measure
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import new_battle

ARMIES = ("celts", "romans", "orcs", "elves", "macedonians", "persians", "confederacy", "union")
SIZES = (50, 60, 80, 100)
STYLES = ("balanced", "assault", "shooting")
HELD_BACK = 5
WEIGHTS = Path(__file__).parents[1] / "pbbuild/pocket_battles/agents/thinking/weights.py"
# Columns of the data: both sides' features, whose turn, the label, the result without luck, today's
# estimate, A's luck so far, the battle.
TURN, LABEL, RESULT, ESTIMATE, LUCK, BATTLE = (2 * FEATURES + place for place in range(6))


def all_lists() -> list[ArmyList]:
    """The ready lists and built ones of every army, size and style."""
    built = [
        pbbuild.build(points=size, army=army, style=style, seed=size)
        for army in ARMIES
        for size in SIZES
        for style in STYLES
    ]
    return [*(find_list(name).army_list for name in ready_lists()), *built]


class Battles:
    """Battles as their armies and everything chosen and rolled, so that they can be replayed.

    Features and luck are measured in the replay: other features need no other battles.
    """

    def __init__(self) -> None:
        # By battle: both lists, the first event whose position counts, where the events end.
        self.heads: list[tuple[int, int, int, int]] = []
        self.events: list[int] = []

    def save(self, path: Path) -> None:
        """Write the battles to a file."""
        np.savez_compressed(path, heads=np.array(self.heads), events=np.array(self.events))

    @classmethod
    def load(cls, path: Path) -> "Battles":
        """The battles of a file."""
        found, kept = cls(), np.load(path)
        found.heads = [tuple(row) for row in kept["heads"].tolist()]
        found.events = kept["events"].tolist()
        return found

    def play(self, agent: str, battles: int, seed: int, lists: list[ArmyList]) -> None:
        """Add `battles` battles of an agent against itself."""
        base, _, setting = agent.partition(":")
        mind = mind_named(base, setting)
        assert mind is not None
        actions = Actions()
        for battle in range(battles):
            chance = Chance(derived_seed(seed, battle))
            first = chance.below(len(lists))
            second = first
            if chance.below(3):
                size = lists[first].points
                peers = [at for at, other in enumerate(lists) if abs(other.points - size) <= 10]
                second = peers[chance.below(len(peers))]
            state = new_battle(lists[first], lists[second]).state
            random_set_up = chance.below(3) == 0
            explored = chance.below(2) * chance.below(7)
            turns = counts_from = 0
            while state.phase != c.END:
                if state.phase >= c.FIRST_ROLL:
                    counts = chance.dice(state.dice)
                    self.events.append(counts)
                    apply_roll(state, counts)
                    continue
                list_actions(state, actions)
                action = actions.items[0]
                if actions.count > 1:
                    at_random = state.phase == c.DEPLOY and random_set_up
                    if state.phase == c.TURN:
                        turns += 1
                        at_random = turns <= explored and chance.below(3) == 0
                        if at_random:
                            # What comes before a random turn says nothing about the result.
                            counts_from = len(self.events) + 1
                    if at_random:
                        action = actions.items[chance.below(actions.count)]
                    else:
                        action = choose(mind, state, actions, chance)
                self.events.append(action)
                apply_action(state, action)
            self.heads.append((first, second, counts_from, len(self.events)))

    def positions(self, lists: list[ArmyList]) -> np.ndarray:
        """A row for every turn that counts."""
        rows: list[list[float]] = []
        position, actions, scales, at = Position(), Actions(), Scales(), 0
        for battle, (first, second, counts_from, end) in enumerate(self.heads):
            state = new_battle(lists[first], lists[second]).state
            luck = 0.0
            found: list[list[float]] = []
            while at < end:
                event = self.events[at]
                if state.phase >= c.FIRST_ROLL:
                    if state.phase != c.INITIATIVE:
                        luck += luck_of_a(scales, state, event)
                    apply_roll(state, event)
                else:
                    if state.phase == c.TURN and at >= counts_from:
                        list_actions(state, actions)
                        if actions.count > 1:
                            estimate = chance_of_a(state, position)
                            measure(state, position)
                            turn = 1.0 if state.active == c.SIDE_A else -1.0
                            after = [turn, 0.0, 0.0, estimate, luck, float(battle)]
                            found.append([*position.features, *after])
                    apply_action(state, event)
                at += 1
            result = 0.5 if state.winner == c.UNDECIDED else float(state.winner == c.SIDE_A)
            for row in found:
                row[RESULT] = result - (luck - row[LUCK])
            rows += found
        return np.array(rows)


def label(rows: np.ndarray, trust: float) -> None:
    """Set the labels: estimates at later turns less the luck until then, and the result."""
    rows[:, LABEL] = rows[:, RESULT]
    for at in range(len(rows) - 2, -1, -1):
        row, after = rows[at], rows[at + 1]
        if row[BATTLE] == after[BATTLE]:
            later = (1 - trust) * after[ESTIMATE] + trust * after[LABEL]
            row[LABEL] = later - (after[LUCK] - row[LUCK])


def logistic(log_odds: np.ndarray) -> np.ndarray:
    """The chances for these log odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))


class Network:
    """The network of `value.py`, on scaled features, fitted by Adam to the squared error."""

    def __init__(self, own: np.ndarray, hidden: int, seed: int) -> None:
        generator = np.random.default_rng(seed)
        both = own.reshape(-1, FEATURES)
        self.mean, self.scale = both.mean(axis=0), both.std(axis=0) + 1e-9
        inputs = 2 * FEATURES + 1
        self.weights = {
            "linear": np.zeros(FEATURES + 1),
            "first": generator.normal(0, inputs**-0.5, (inputs, hidden)),
            "bias": np.zeros(hidden),
            "output": generator.normal(0, 0.1, hidden),
        }

    def seen(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What the network sees of rows: from A's seat, from B's, and the difference."""
        a = (rows[:, :FEATURES] - self.mean) / self.scale
        b = (rows[:, FEATURES : 2 * FEATURES] - self.mean) / self.scale
        turn = rows[:, TURN : TURN + 1]
        return np.hstack([a, b, turn]), np.hstack([b, a, -turn]), np.hstack([a - b, turn])

    def chances(self, rows: np.ndarray) -> np.ndarray:
        """The estimated chances of A."""
        a, b, difference = self.seen(rows)
        w = self.weights
        hidden = np.maximum(0, a @ w["first"] + w["bias"])
        hidden = hidden - np.maximum(0, b @ w["first"] + w["bias"])
        return logistic(difference @ w["linear"] + hidden @ w["output"])

    def fit(self, rows: np.ndarray, epochs: int, shrink: float, seed: int) -> None:
        """Fit to rows by Adam with a falling rate."""
        generator = np.random.default_rng(seed)
        a, b, difference = self.seen(rows)
        labels, w = rows[:, LABEL], self.weights
        mean = {name: np.zeros_like(value) for name, value in w.items()}
        square = {name: np.zeros_like(value) for name, value in w.items()}
        order, step = np.arange(len(rows)), 0
        for epoch in range(epochs):
            generator.shuffle(order)
            rate = 3e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
            for start in range(0, len(order), 1024):
                at = order[start : start + 1024]
                seen_a = a[at] @ w["first"] + w["bias"]
                seen_b = b[at] @ w["first"] + w["bias"]
                hidden = np.maximum(0, seen_a) - np.maximum(0, seen_b)
                chance = logistic(difference[at] @ w["linear"] + hidden @ w["output"])
                slope = 2 * (chance - labels[at]) * chance * (1 - chance) / len(at)
                by_a = np.outer(slope, w["output"]) * (seen_a > 0)
                by_b = np.outer(slope, w["output"]) * (seen_b > 0)
                gradient = {
                    "linear": difference[at].T @ slope,
                    "output": hidden.T @ slope,
                    "first": a[at].T @ by_a - b[at].T @ by_b,
                    "bias": by_a.sum(axis=0) - by_b.sum(axis=0),
                }
                step += 1
                for name, value in w.items():
                    found = gradient[name] + shrink * value * (name != "bias")
                    mean[name] = 0.9 * mean[name] + 0.1 * found
                    square[name] = 0.999 * square[name] + 0.001 * found**2
                    moved = mean[name] / (1 - 0.9**step)
                    value -= rate * moved / (np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8)

    def module(self, provenance: str) -> str:
        """The weights for features as they are measured, as a Python module."""
        w = self.weights
        own = w["first"][:FEATURES] / self.scale[:, None]
        enemy = w["first"][FEATURES : 2 * FEATURES] / self.scale[:, None]
        # A's seat sees own * a + enemy * b: half of sum times sum and difference times difference.
        sums, differences = (own + enemy) / 2, (own - enemy) / 2
        biases = w["bias"] - self.mean @ (own + enemy)
        turns = [*w["first"][2 * FEATURES], w["linear"][FEATURES]]
        parts = [
            ("LINEAR", "By feature: A's less B's.", w["linear"][:FEATURES] / self.scale),
            ("SUMS", "By hidden unit and feature: of both sides together.", sums.T.ravel()),
            ("DIFFERENCES", "The same for A's less B's.", differences.T.ravel()),
            ("BIASES", "By hidden unit.", biases),
            ("TURNS", "By hidden unit, then for the sum: whose turn it is.", np.array(turns)),
            ("OUTPUT", "By hidden unit.", w["output"]),
        ]
        lines = [
            f'"""{provenance}"""',
            "",
            "from typing import Final",
            "",
            "from pbbuild.pocket_battles.rules.core.arrays import vec",
            "",
            f"HIDDEN: Final = {len(biases)}",
        ]
        for name, comment, values in parts:
            lines += [f"# {comment}", f"{name}: Final[vec[float]] = vec[float](", "    ["]
            for start in range(0, len(values), 8):
                some = ", ".join(f"{value:.5g}" for value in values[start : start + 8])
                lines.append(f"        {_floats(some)},")
            lines += ["    ]", ")  # fmt: skip"]
        return "\n".join(lines) + "\n"


def _floats(text: str) -> str:
    # Every number needs a point or an exponent to be a float in the compiled module.
    return ", ".join(
        word if "." in word or "e" in word else f"{word}.0" for word in text.split(", ")
    )


def error(chances: np.ndarray, results: np.ndarray) -> float:
    """The mean squared error; noise of the results is part of it."""
    return float(np.mean((chances - results) ** 2))


def main() -> None:
    """Play or read, fit, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=5000)
    parser.add_argument("--agent", default="search:16")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="save the battles")
    parser.add_argument("--from", dest="kept", type=Path, nargs="*", default=[], metavar="FILE")
    parser.add_argument("--hidden", type=int, default=10)
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--shrink", type=float, default=1e-4)
    parser.add_argument("--trust", type=float, default=0.9, help="1: labels are results alone")
    parser.add_argument("--write", action="store_true", help="replace weights.py")
    parser.add_argument("--note", default="", help="what to say of the battles in weights.py")
    wishes = parser.parse_args()
    begun = time.process_time()
    lists, parts = all_lists(), []
    if wishes.kept:
        parts = [Battles.load(path).positions(lists) for path in wishes.kept]
        # Battles of different files must not share a number.
        for number, part in enumerate(parts):
            part[:, BATTLE] += 10_000_000 * number
    else:
        played = Battles()
        played.play(wishes.agent, wishes.battles, wishes.seed, lists)
        if wishes.keep:
            played.save(wishes.keep)
        parts = [played.positions(lists)]
    rows = np.concatenate(parts)
    battles = len(np.unique(rows[:, BATTLE]))
    label(rows, wishes.trust)
    held = rows[:, BATTLE] % HELD_BACK == 0
    network = Network(rows[:, : 2 * FEATURES], wishes.hidden, seed=0)
    network.fit(rows[~held], wishes.epochs, wishes.shrink, seed=0)
    results = rows[held, RESULT]
    fitted = error(network.chances(rows[held]), results)
    standing = error(rows[held, ESTIMATE], results)
    print(f"{len(rows)} positions of {battles} battles, {time.process_time() - begun:.0f} s")
    print(f"squared error on battles held back: {fitted:.5f}, of the weights in use {standing:.5f}")
    if wishes.write:
        source = f"{wishes.agent}, {wishes.note or f'seed {wishes.seed}'}"
        WEIGHTS.write_text(
            network.module(
                "The weights of `value.py`, written by benchmarks/fit_value.py.\n\n"
                f"Fitted to {len(rows)} positions of {battles} battles ({source});\n"
                f"squared error on battles held back {fitted:.5f}, noise of the results included.\n"
            ),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
