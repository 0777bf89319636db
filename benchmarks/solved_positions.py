"""Make a file of exactly solved decisions, or measure what agents give away on one.

    nice python benchmarks/solved_positions.py make --count 500
    nice python benchmarks/solved_positions.py regret search:16 v1-search:120

A round that must be the last is a finite game: the solver of the agents looks at every choice and
every roll to its end; positions that take more than 20,000 states are left out, and those in which
all actions are equal, which say nothing. The file has one position a line: the state
(`pbbuild-state/1`) and A's exact chance to win after each action. The regret of an agent is the
win chance it gives away on average by what it chooses.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.agents.thinking.minds import choose, decide
from pbbuild.pocket_battles.agents.thinking.solve import (
    Solver,
    is_last_round,
    solved_after,
    tokens_left,
)
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle

FILE = Path(__file__).parent / "data" / "solved_positions.jsonl.gz"
PLAYER = "v1-greedy"
STATES = 20_000
TOKENS = 3
MOST_POINTS = 60
# Of one kind in one battle: positions of a battle are alike.
MOST_ALIKE = 4
# Below this, actions count as equal.
SAME = 1e-6
# No kind of decision may be more than this share of the file, as long as others come up.
LARGEST_SHARE = 0.4


def solved(state: Any, solver: Solver) -> dict[int, float] | None:
    """A's exact chance after each action; None where it takes too long or all are equal."""
    actions = Actions()
    list_actions(state, actions)
    solver.clear(STATES)
    found = {}
    for place in range(actions.count):
        action = actions.items[place]
        value = solved_after(solver, state, action)
        if value < 0:
            return None
        found[action] = value
    return found if max(found.values()) - min(found.values()) > SAME else None


def make(count: int, seed: int, path: Path) -> None:
    """Write `count` solved positions to `path`."""
    # Small armies: their last rounds are solved more often, and their battles take less time.
    every = [find_list(name).army_list for name in ready_lists()]
    lists = [each for each in every if each.points <= MOST_POINTS]
    base, _, setting = PLAYER.partition(":")
    mind = mind_named(base, setting)
    assert mind is not None
    game, solver, actions = PocketBattles(), Solver(), Actions()
    kinds: Counter[str] = Counter()
    lines: list[str] = []
    number = 0
    while len(lines) < count:
        chance = Chance(derived_seed(seed, number))
        number += 1
        first = lists[chance.below(len(lists))]
        peers = [other for other in lists if abs(other.points - first.points) <= 10]
        battle = new_battle(first, peers[chance.below(len(peers))])
        state = battle.state
        taken: Counter[str] = Counter()
        while state.phase != c.END and len(lines) < count:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            if actions.count == 1:
                apply_action(state, actions.items[0])
                continue
            kind = battle.decision()
            rare = taken[kind] < MOST_ALIKE and kinds[kind] <= max(20, LARGEST_SHARE * len(lines))
            if is_last_round(state) and tokens_left(state) <= TOKENS and rare:
                chances = solved(state, solver)
                if chances:
                    lines.append(_line(game, battle, chances))
                    kinds[kind] += 1
                    taken[kind] += 1
                    if len(lines) % 50 == 0:
                        print(len(lines), number, dict(kinds), file=sys.stderr, flush=True)
            # Now and then a random choice, for positions that good players avoid.
            if chance.below(8) == 0 and state.phase != c.DEPLOY:
                apply_action(state, actions.items[chance.below(actions.count)])
            else:
                apply_action(state, choose(mind, state, actions, chance))
    path.parent.mkdir(exist_ok=True)
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write("".join(lines).encode())
    print(f"{len(lines)} positions of {number} battles: {dict(kinds)}")


def _line(game: PocketBattles, battle: Battle, chances: dict[int, float]) -> str:
    document = {
        "state": game.to_json(battle),
        "chances": {battle.text(action): round(value, 9) for action, value in chances.items()},
    }
    return json.dumps(document, separators=(",", ":")) + "\n"


def positions(path: Path) -> list[tuple[Battle, dict[str, float]]]:
    """The positions of a file."""
    game = PocketBattles()
    rows = gzip.decompress(path.read_bytes()).decode().splitlines()
    documents = map(json.loads, rows)
    return [(game.from_json(row["state"]), row["chances"]) for row in documents]


def regret(names: list[str], path: Path, every: int) -> None:
    """Print the mean regret of each agent, in all and by kind of decision."""
    found = positions(path)[::every]
    for name in names:
        base, _, setting = name.partition(":")
        mind = mind_named(base, setting)
        assert mind is not None
        losses: dict[str, list[float]] = {}
        for number, (battle, chances) in enumerate(found):
            action = battle.text(decide(mind, battle.state.copy(), 1 + number))
            sign = 1 if battle.state.decider == c.SIDE_A else -1
            best = max(sign * chance for chance in chances.values())
            losses.setdefault(battle.decision(), []).append(best - sign * chances[action])
        together = [loss for kind in losses.values() for loss in kind]
        kinds = ", ".join(
            f"{kind} {sum(each) / len(each):.4f} ({len(each)})" for kind, each in losses.items()
        )
        deviation = (sum(loss**2 for loss in together) / len(together)) ** 0.5 / len(
            together
        ) ** 0.5
        mean = sum(together) / len(together)
        print(f"{name}: {mean:.4f} ± {1.96 * deviation:.4f}; {kinds}", flush=True)


def main() -> None:
    """Make the file or measure agents on it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("make", "regret"))
    parser.add_argument("agents", nargs="*")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="use every Nth position only")
    parser.add_argument("--file", type=Path, default=FILE)
    wishes = parser.parse_args()
    if wishes.what == "make":
        make(wishes.count, wishes.seed, wishes.file)
    else:
        regret(wishes.agents, wishes.file, wishes.every)


if __name__ == "__main__":
    main()
