"""Read an agent's decisions with a far deeper search and print what each kind of mistake costs.

    nice python benchmarks/blunders.py search:16 --decisions 2000

The agent plays itself in fresh battles over all ready lists. Of every few decisions one is read:
exactly where the round must be the last and can be solved, else by a search with 50 times the
simulations. One search names the best action; another one with other dice compares it with the
action that the agent took, so that the luck of the first does not count as a mistake. A loss is in
points of the chance to win (100 is a battle). The kinds are by what was decided and what would
have been better; a redeployment or move that leaves units in the rear without a front is a kind of
its own. Single losses of a few points are within the error of the second search; sums are not.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, field

from ladder import lists_of
from match import mind_of

from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.agents.thinking.minds import Mind, choose
from pbbuild.pocket_battles.agents.thinking.search import Root, Tree, search_root
from pbbuild.pocket_battles.agents.thinking.solve import Solver, is_last_round, solved_after
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle

DEEPER = 50
# At least so many simulations, also for agents that simulate less or nothing.
LEAST = 800
SOLVED_STATES = 100_000
WIDTH = 16
# A loss from which an example is worth printing, in points.
WORTH_SHOWING = 3.0


@dataclass
class Kind:
    """The mistakes of one kind: how many decisions, what they gave away, the worst ones."""

    losses: list[float] = field(default_factory=list)
    examples: list[tuple[float, str]] = field(default_factory=list)


class Reader:
    """Judges actions: exactly where it can, else by two independent searches."""

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations
        self.solver, self.tree, self.actions = Solver(), Tree(), Actions()

    def read(self, state: State, taken: int, seed: int) -> tuple[int, float, bool]:
        """The best action, what `taken` loses against it, and whether that is exact."""
        sign = 1 if state.decider == c.SIDE_A else -1
        exact = self._solved(state) if is_last_round(state) else {}
        if exact:
            best = max(exact, key=lambda action: sign * exact[action])
            return best, sign * (exact[best] - exact[taken]), True
        self._search(state, -1, derived_seed(seed, 1))
        best = self.tree.root.action[0]
        if best == taken:
            return best, 0.0, False
        self._search(state, taken, derived_seed(seed, 2))
        root = self.tree.root
        return best, sign * (_mean(root, best) - _mean(root, taken)), False

    def _search(self, state: State, wanted: int, seed: int) -> None:
        self.tree.wanted = wanted
        search_root(self.tree, state, self.simulations, Chance(seed), WIDTH)

    def _solved(self, state: State) -> dict[int, float]:
        list_actions(state, self.actions)
        self.solver.clear(SOLVED_STATES)
        found: dict[int, float] = {}
        for action in self.actions.items[: self.actions.count]:
            value = solved_after(self.solver, state, action)
            if value < 0:
                return {}
            found[action] = value
        return found


def _mean(root: Root, action: int) -> float:
    return root.mean(next(place for place in range(root.seen) if root.action[place] == action))


def uncovers(state: State, action: int) -> bool:
    """Whether a redeployment or move empties a front that covers units in the rear."""
    unit = action >> c.UNIT_SHIFT & c.FIELD_MASK
    if action >> c.KIND_SHIFT not in (c.DO_REDEPLOY, c.DO_MOVE) or state.zone[unit] < c.FRONT:
        return False
    side = (unit >> c.SIDE_SHIFT) << c.ZONE_SHIFT
    front = state.at[side + state.zone[unit]]
    return front & (front - 1) == 0 and state.at[side + state.zone[unit] - c.FRONT] != 0


def kind_of_mistake(battle: Battle, taken: int, best: int) -> str:
    """The decision, what was done and what would have been better."""
    one, other = battle.text(taken).split(), battle.text(best).split()
    if one[0] != other[0]:
        better = other[0]
    elif one[:2] != other[:2]:
        better = "another"
    else:
        better = "elsewhere"
    done = "uncover" if uncovers(battle.state, taken) else one[0]
    return f"{battle.decision()}: {done}, better {better}"


def read_battles(agent: str, decisions: int, every: int, seed: int) -> tuple[dict[str, Kind], int]:
    """The kinds of mistakes in so many decisions of an agent, and how many were read exactly."""
    mind: Mind = mind_of(agent)
    reader = Reader(max(LEAST, DEEPER * mind.setting))
    lists = [find_list(name).army_list for name in ready_lists()]
    kinds: dict[str, Kind] = defaultdict(Kind)
    read = exact = number = count = 0
    actions = Actions()
    while read < decisions:
        battle = new_battle(*lists_of(number, lists))
        state, chance = battle.state, Chance(derived_seed(seed, number))
        number += 1
        while state.phase != c.END and read < decisions:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            if actions.count == 1:
                apply_action(state, actions.items[0])
                continue
            taken = choose(mind, state, actions, chance)
            if state.phase != c.DEPLOY:
                count += 1
                if count % every == 0:
                    best, loss, solved = reader.read(state, taken, derived_seed(seed, -count))
                    read += 1
                    exact += solved
                    add(kinds, battle, taken, best, 100 * loss)
            apply_action(state, taken)
    return kinds, exact


def add(kinds: dict[str, Kind], battle: Battle, taken: int, best: int, loss: float) -> None:
    """Count a decision, and remember it where much was given away."""
    kind = f"{battle.decision()}: best"
    if taken != best and loss:
        kind = kind_of_mistake(battle, taken, best)
    kinds[kind].losses.append(loss)
    if loss >= WORTH_SHOWING:
        text = f"{battle.text(taken)} instead of {battle.text(best)}"
        kinds[kind].examples.append((loss, f"round {battle.state.round}, {text}"))


def main() -> None:
    """Read the decisions and print the kinds, the most expensive first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agent", nargs="?", default=PLAYTEST)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--every", type=int, default=5, help="read every Nth decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=0, help="the worst of each kind")
    wishes = parser.parse_args()
    kinds, exact = read_battles(wishes.agent, wishes.decisions, wishes.every, wishes.seed)
    every = [loss for kind in kinds.values() for loss in kind.losses]
    print(
        f"{wishes.agent}, {len(every)} decisions ({exact} solved exactly):"
        f" {sum(every) / len(every):.3f} points a decision"
    )
    print("| kind | decisions | points given away | mean | of the total |")
    print("|---|---:|---:|---:|---:|")
    for name, kind in sorted(kinds.items(), key=lambda row: -sum(row[1].losses)):
        lost = sum(kind.losses)
        share = lost / sum(every) if sum(every) else 0.0
        print(
            f"| {name} | {len(kind.losses)} | {lost:.1f} | {lost / len(kind.losses):.2f}"
            f" | {share:.0%} |"
        )
        for loss, text in sorted(kind.examples, reverse=True)[: wishes.examples]:
            print(f"|   {loss:.1f}: {text} |")


if __name__ == "__main__":
    main()
