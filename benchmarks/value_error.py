"""How far the chances to win that pbbuild shows are from the mean of many rollouts.

    nice python benchmarks/value_error.py

Positions are decisions of battles between ready lists, mirror and mixed: some of each battle, any
of those after the set-up with the same chance, or with `--turns` only turns. From each one the
agent plays both sides to the end again and again; the luck of the dice is taken off each result,
which leaves the mean as it is and makes it more certain. What uncertainty is left in the means
would count as error, so it is estimated from their spread and subtracted. The chance to win depends
on who plays on: the error is against rollouts of that agent, which the output names. Positions of
one battle are alike, so that the intervals count battles.

One run measures every estimate: the network (`value.py`), with the weights of 0.1.0 too; the exact
mean of the turn; a search; what the page shows; and what `pbbuild analyse` shows before a choice.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator
from statistics import fmean, variance

from ladder import lists_of
from match import mind_of

from pbbuild.play.record import Record, parse_record
from pbbuild.play.stream import derived_seed
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.agents.thinking.rollouts import Rollouts, result_without_luck
from pbbuild.pocket_battles.agents.thinking.search import Root, Tree, search_root
from pbbuild.pocket_battles.agents.thinking.value import FIRST, Position
from pbbuild.pocket_battles.agents.thinking.value import chance_of_a as estimate_of
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.pages.open_battles import CHANCE_BUDGET
from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
from pbbuild.pocket_battles.playtest.judge import BUDGET, QUICK, analyse_record, chance_of_a
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import PocketBattles

GAME = PocketBattles()
# How the search is asked: as an agent of playtests does.
SIMULATIONS = 16
WIDTH = 5


def records(agent: str, seed: int) -> Iterator[Record]:
    """The records of endless battles of an agent between ready lists."""
    lists = [find_list(name).army_list for name in ready_lists()]
    battle = 0
    while True:
        agents = [agent_named(agent), agent_named(agent)]
        played = fight(GAME, lists_of(battle, lists), agents, derived_seed(seed, battle))
        yield parse_record(played.recorder.text(), "battle")
        battle += 1


def positions(record: Record, *, turns: bool) -> dict[int, Battle]:
    """The states before the decisions or turns that have a choice, by the number of their line."""
    replay = RecordReplay(GAME, record, opening_of_record(GAME, record))
    return {
        step.line["n"]: step.before
        for step in replay.steps()
        if step.line.get("decision", "deploy") != "deploy"
        and step.line["options"] > 1
        and (step.line["decision"] == "turn" or not turns)
    }


class Estimates:
    """The estimates of a position by name; each remembers its errors and its time."""

    def __init__(self) -> None:
        network, first, tree = Position(), Position(), Tree()
        first.model = FIRST

        def searched(battle: Battle) -> Root:
            search_root(tree, battle.state, SIMULATIONS, Chance(1), WIDTH)
            return tree.root

        def exact(battle: Battle) -> float:
            root = searched(battle)
            means = [root.exact[place] for place in range(root.seen)]
            return max(means) if battle.decider() == 0 else min(means)

        def page(battle: Battle) -> float:
            found = chance_of_a(battle, CHANCE_BUDGET)
            assert found is not None
            return found

        self.functions: dict[str, Callable[[Battle], float]] = {
            "the network of 0.1.0": lambda battle: estimate_of(battle.state, first),
            "the network": lambda battle: estimate_of(battle.state, network),
            "the exact mean of the turn": exact,
            f"the root of search:{SIMULATIONS}": lambda battle: searched(battle).mean(0),
            f"the page, budget {CHANCE_BUDGET}": page,
        }
        # What `pbbuild analyse` shows, and reports and the page's review, which are quick.
        self.budgets = {f"the analysis, budget {each}": each for each in (QUICK, BUDGET)}
        names = [*self.functions, *self.budgets]
        self.seconds = dict.fromkeys(names, 0.0)
        # By battle: the mean squared error, without the noise of the rollouts.
        self.squares: dict[str, list[float]] = {name: [] for name in names}

    def ask(self, battle: Battle) -> dict[str, float]:
        """What each says of a position."""
        found = {}
        for name, function in self.functions.items():
            begun = time.process_time()
            found[name] = function(battle)
            self.seconds[name] += time.process_time() - begun
        return found

    def analyse(self, record: Record) -> dict[str, dict[int, float]]:
        """What each analysis says before each choice, by the number of its line."""
        curves = {}
        for name, budget in self.budgets.items():
            begun = time.process_time()
            curves[name] = dict(analyse_record(record, GAME, budget).curve())
            self.seconds[name] += time.process_time() - begun
        return curves

    def tell(self, count: int, about: str) -> None:
        """Print the errors so far."""
        battles = len(next(iter(self.squares.values())))
        print(f"{count} positions of {battles} battles, {about}")
        for name, found in self.squares.items():
            middle, spread = fmean(found), 1.96 * math.sqrt(variance(found) / len(found))
            low, high = (math.sqrt(max(0.0, middle + each)) for each in (-spread, spread))
            # An analysis is of a whole battle.
            times = battles if name in self.budgets else count
            print(
                f"{name}: root mean square error {math.sqrt(max(0.0, middle)):.3f}"
                f" ({low:.3f} to {high:.3f}), {1000 * self.seconds[name] / times:.2f} ms",
                flush=True,
            )


def main() -> None:
    """Roll out and print the errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=300)
    parser.add_argument("--positions", type=int, default=3, help="of each battle")
    parser.add_argument("--turns", action="store_true", help="no decisions within a turn")
    parser.add_argument("--rollouts", type=int, default=12)
    parser.add_argument("--agent", default=PLAYTEST)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    estimates, rollouts = Estimates(), Rollouts(mind_of(wishes.agent))
    source, count = records(wishes.agent, wishes.seed), 0
    for number in range(wishes.battles):
        record = next(source)
        chance = Chance(derived_seed(wishes.seed + 1, number))
        choices = positions(record, turns=wishes.turns)
        lines = list(choices)
        while len(lines) > wishes.positions:
            del lines[chance.below(len(lines))]
        curves = estimates.analyse(record)
        errors: dict[str, list[float]] = {name: [] for name in estimates.squares}
        for line in lines:
            battle = choices[line]
            results = [
                result_without_luck(rollouts, battle.state.copy(), chance)
                for _ in range(wishes.rollouts)
            ]
            noise = variance(results) / len(results)
            found = estimates.ask(battle)
            found |= {name: curve[line] for name, curve in curves.items()}
            for name, estimate in found.items():
                errors[name].append((estimate - fmean(results)) ** 2 - noise)
        count += len(lines)
        for name, some in errors.items():
            estimates.squares[name].append(fmean(some))
        if number % 5 == 4 or number == wishes.battles - 1:
            about = f"{wishes.rollouts} rollouts each, played by {wishes.agent}"
            estimates.tell(count, about)


if __name__ == "__main__":
    main()
