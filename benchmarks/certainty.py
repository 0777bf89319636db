"""How much CPU a playtest takes until its win rate is known to ± 3 %: plain, and without luck.

    nice python benchmarks/certainty.py

One run of each list against the field of ready lists. The old method is the plain win rate over
pairs; the new one takes off the luck of the dice and what the opponents differ by. Both widths come
from the same battles and give the battles each needs: a width falls with the root of their number.
What weighing the luck costs is measured apart, roll by roll in the first pairs, and taken off
the time of the old method.
"""

import argparse
import time

from match import mind_of

from pbbuild.play.evidence.adjusted import NO_LUCK, Adjusted
from pbbuild.play.series import BLOCK
from pbbuild.play.statistics import win_rate
from pbbuild.play.stream import AGENT_A, AGENT_B, DICE, SETUP, derived_seed
from pbbuild.pocket_battles.agents.thinking.luck import Scales, luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import choose
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.playtest.plans import new_plan
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance

GOAL = 0.03
LUCK_BATTLES = 16


def luck_seconds(plan: Plan) -> float:
    """What the luck of a battle's rolls takes to weigh, from the first pairs."""
    minds = [mind_of(plan.agent), mind_of(plan.enemy_agent)]
    actions, scales, seconds = Actions(), Scales(), 0.0
    for battle in range(LUCK_BATTLES):
        state = plan.start(battle).state
        seed = plan.seed_of(battle)
        streams = [Chance(derived_seed(seed, one)) for one in (SETUP, DICE, AGENT_A, AGENT_B)]
        seats = minds[::-1] if battle % 2 else minds
        while state.phase != c.END:
            if state.phase == c.INITIATIVE:
                apply_roll(state, streams[0].dice(state.dice))
            elif state.phase >= c.FIRST_ROLL:
                counts = streams[1].dice(state.dice)
                begun = time.process_time()
                luck_of_a(scales, state, counts)
                seconds += time.process_time() - begun
                apply_roll(state, counts)
            else:
                list_actions(state, actions)
                action = actions.items[0]
                if actions.count > 1:
                    side = state.decider
                    action = choose(seats[side], state, actions, streams[2 + side])
                apply_action(state, action)
    return seconds / LUCK_BATTLES


def main() -> None:
    """Play, and print the battles and seconds of both methods and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lists", nargs="*", default=["union-80", "orcs-60", "celts-60"])
    parser.add_argument("--agent", default=PLAYTEST)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=float, default=GOAL, help="play to this half width")
    wishes = parser.parse_args()
    field = [find_list(name).army_list for name in ready_lists()]
    plain_seconds = adjusted_seconds = 0.0
    for name in wishes.lists:
        ours = find_list(name).army_list
        theirs = tuple(other for other in field if abs(other.points - ours.points) <= 10)
        plan = new_plan(ours, theirs, agent=wishes.agent, seed=wishes.seed)
        table = SeriesTable(plan)
        total = NO_LUCK
        pairs, begun = 0, time.process_time()
        while True:
            for _ in range(BLOCK):
                result = table.pair(pairs)
                won, decided = sum(result.won), sum(result.decided)
                total = total.plus(Adjusted.of(pairs, won, decided, result.luck, result.opponent))
                pairs += 1
            adjusted = total.estimate()
            if pairs >= 24 and adjusted and adjusted.half_width <= wishes.to:
                break
        spent = time.process_time() - begun
        plain = win_rate(total.pairs)
        # Both widths at the same number of battles give the battles each method needs.
        needs = [2 * pairs * (rate.half_width / GOAL) ** 2 for rate in (plain, adjusted)]
        cost = luck_seconds(plan)
        each = spent / (2 * pairs)
        seconds = [(each - cost) * needs[0], each * needs[1]]
        plain_seconds += seconds[0]
        adjusted_seconds += seconds[1]
        print(
            f"{name}: plain {plain.value:.1%} ± {plain.half_width:.1%}, adjusted"
            f" {adjusted.value:.1%} ± {adjusted.half_width:.1%} after {2 * pairs} battles;"
            f" to ± 3 %: {needs[0]:.0f} battles {seconds[0]:.0f} s, {needs[1]:.0f} battles"
            f" {seconds[1]:.0f} s; ratio {seconds[1] / seconds[0]:.2f}"
            f" (variance {total.variance_ratio:.2f}, luck {cost / each:.1%} of the time)",
            flush=True,
        )
    print(f"CPU ratio over all lists: {adjusted_seconds / plain_seconds:.2f}")


if __name__ == "__main__":
    main()
