"""What a playtest costs beside its battles, and whether its memory and intervals are honest.

    nice python benchmarks/playtest.py              # overhead and memory
    nice python benchmarks/playtest.py --intervals  # 200 small playtests against a large one

All times are of the processor, so that a busy machine does not matter.
"""

import argparse
import os
import subprocess
import sys
import time

from pbbuild.play.statistics import Pairs, win_rate
from pbbuild.play.stream import derived_seed
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.series import Plan, play_block
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.playout import Chance, random_playout
from pbbuild.pocket_battles.rules.game import new_battle

LISTS = ("union-80", "confederacy-80")
BATTLES = 1000


def bare_engine(battles: int) -> float:
    """Seconds that the rules alone need for so many battles at random."""
    one, other = (find_list(name).army_list for name in LISTS)
    start = new_battle(one, other).state
    actions = Actions()
    begun = time.process_time()
    for battle in range(battles):
        random_playout(start.copy(), Chance(derived_seed(1, battle)), actions)
    return time.process_time() - begun


def whole_command(battles: int) -> tuple[float, int]:
    """Seconds of the command, from its start to its end, and its most memory in kilobytes."""
    wishes = f"--against {LISTS[1]} --agent random --games {battles} --workers 1 --seed 1"
    child = subprocess.Popen(
        [sys.executable, "-m", "pbbuild", "playtest", LISTS[0], *wishes.split()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ),
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def overhead(repeats: int) -> None:
    """Print what the whole command takes, in battles of the bare engine."""
    bare = min(bare_engine(BATTLES) for _ in range(repeats))
    start = min(whole_command(2)[0] for _ in range(repeats))
    whole = min(whole_command(BATTLES)[0] for _ in range(repeats))
    print(f"bare engine, {BATTLES} battles at random: {bare * 1000:.0f} ms of the processor")
    print(f"the command with 2 battles (start-up): {start * 1000:.0f} ms")
    print(f"the command with {BATTLES} battles: {whole * 1000:.0f} ms")
    print(f"beyond start-up, times the bare engine: {(whole - start) / bare:.2f} (bar: 3)")
    for battles in (200, 2_000, 20_000):
        print(f"most memory with {battles} battles: {whole_command(battles)[1] / 1024:.1f} MB")


def intervals(playtests: int, pairs: int, reference: int) -> None:
    """Print how often the 95 % interval of a small playtest holds the rate of a large one."""
    for names in (LISTS, ("celts-80", "elves-80"), ("persians-50", "orcs-60")):
        ours, theirs = (find_list(name).army_list for name in names)
        plan = Plan(ours, (theirs,), "random", "random", 1)
        truth = play_block(plan, 0, reference // 2).pairs
        rate = truth.won / truth.decided
        held = 0
        for seed in range(playtests):
            small: Pairs = play_block(
                Plan(ours, (theirs,), "random", "random", 1000 + seed), 0, pairs
            ).pairs
            estimate = win_rate(small)
            held += estimate.low <= rate <= estimate.high
        print(
            f"{names[0]} against {names[1]}: {rate:.2%} in {reference} battles; held by"
            f" {held} of {playtests} intervals of {2 * pairs} battles = {held / playtests:.1%}"
            " (bar: 90 to 99 %)"
        )


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--intervals", action="store_true")
    parser.add_argument("--playtests", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=20, help="pairs in a small playtest")
    parser.add_argument("--reference", type=int, default=100_000, help="battles in the large one")
    wishes = parser.parse_args()
    if wishes.intervals:
        intervals(wishes.playtests, wishes.pairs, wishes.reference)
    else:
        overhead(wishes.repeats)


if __name__ == "__main__":
    main()
