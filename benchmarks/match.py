"""One agent against another: the win rate, plain and without luck, and the time of each.

    nice python benchmarks/match.py search:16 v1-search:120 --pairs 100

Pairs as in ladder.py: the same dice twice with the sides swapped, mirror and mixed lists in turn.
The time is that of the processor inside the choices of each agent, in the same battles, so that
other work on the machine slows both alike.
"""

import argparse
import sys
import time

from ladder import lists_of

from pbbuild.play.evidence.adjusted import NO_LUCK, ONE_WIN, Adjusted
from pbbuild.play.statistics import win_rate
from pbbuild.play.stream import AGENT_A, AGENT_B, DICE, SETUP, battle_seed, derived_seed
from pbbuild.pocket_battles.agents.thinking.luck import Scales, luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import Mind, choose
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle


class Clock:
    """What the choices of one agent took."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.choices = 0


def play(state: State, minds: list[Mind], clocks: list[Clock], seed: int) -> float:
    """Play a battle to its end as a series does; the luck of A."""
    streams = [Chance(derived_seed(seed, one)) for one in (SETUP, DICE, AGENT_A, AGENT_B)]
    actions, scales, luck = Actions(), Scales(), 0.0
    while state.phase != c.END:
        if state.phase == c.INITIATIVE:
            apply_roll(state, streams[0].dice(state.dice))
            continue
        if state.phase >= c.FIRST_ROLL:
            counts = streams[1].dice(state.dice)
            luck += luck_of_a(scales, state, counts)
            apply_roll(state, counts)
            continue
        list_actions(state, actions)
        action = actions.items[0]
        if actions.count > 1:
            side = state.decider
            begun = time.process_time()
            action = choose(minds[side], state, actions, streams[2 + side])
            clocks[side].seconds += time.process_time() - begun
            clocks[side].choices += 1
        apply_action(state, action)
    return luck


def mind_of(name: str) -> Mind:
    """The mind of an agent by its name."""
    base, _, setting = name.partition(":")
    mind = mind_named(base, setting)
    if mind is None:
        sys.exit(f"no such agent: {name}")
    return mind


def main() -> None:
    """Play the pairs and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs=2)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    lists = [find_list(name).army_list for name in ready_lists()]
    minds = [mind_of(name) for name in wishes.agents]
    clocks = [Clock(), Clock()]
    total = NO_LUCK
    for pair in range(wishes.pairs):
        total = total.plus(pair_of(pair, minds, clocks, wishes.seed, lists))
        if pair % 20 == 19 or pair == wishes.pairs - 1:
            tell(wishes.agents, total, clocks)


def pair_of(
    pair: int, minds: list[Mind], clocks: list[Clock], seed: int, lists: list[ArmyList]
) -> Adjusted:
    """What the first mind did in a pair of battles: the same dice, the sides swapped."""
    ours, theirs = lists_of(pair, lists)
    won = decided = luck = 0
    for seat in (0, 1):
        state = new_battle(*((theirs, ours) if seat else (ours, theirs))).state
        turned = -1 if seat else 1
        gained = play(state, minds[::turned], clocks[::turned], battle_seed(seed, pair))
        luck += turned * round(ONE_WIN * gained)
        won += state.winner == seat
        decided += state.winner != c.UNDECIDED
    return Adjusted.of(pair, won, decided, luck)


def tell(agents: list[str], total: Adjusted, clocks: list[Clock]) -> None:
    """Print the rates and times so far."""
    rates = [("plain", win_rate(total.pairs)), ("without luck", total.estimate())]
    shown = ", ".join(
        f"{name} {rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%})"
        for name, rate in rates
        if rate
    )
    times = [1000 * clock.seconds / clock.choices for clock in clocks]
    print(
        f"{agents[0]} against {agents[1]}, {total.pairs.count} pairs: {shown};"
        f" ms a choice {times[0]:.2f} and {times[1]:.2f}, ratio {times[0] / times[1]:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
