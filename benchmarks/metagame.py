"""How long all against all takes: 16 lists, every rate known to ± 5 %.

Plays the ready and built lists of one size against each other, measures the processor time, the
wall clock and the memory of each number of workers, and compares their results byte for byte.
Half as many battles show whether the time grows with the battles and the memory does not. Run as

    python benchmarks/metagame.py --agent quick
    python benchmarks/metagame.py --agent search:16 --games 8 --workers 2
"""

import argparse
import hashlib
import json
import math
import resource
import sys
import time
from collections.abc import Sequence

from pbbuild.play.workers import start_workers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.field import usual_lists
from pbbuild.pocket_battles.playtest.tournament import play_list_tournament
from pbbuild.text.translate import Translator

WANTED = 0.05


def seconds() -> float:
    """The processor time of this process and of its workers that have ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def megabytes() -> float:
    """The most memory that this process or one of its workers has used."""
    each = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in each) / 1024


def played(lists: Sequence[ArmyList], games: int, agent: str, workers: int) -> tuple[str, float]:
    """Play all against all and say what it took; the digest of the result and its ±."""
    began, used = time.monotonic(), seconds()
    with start_workers(workers) as started:
        held = play_list_tournament(lists, games, started, agent=agent, seed=1)
    taken, used = time.monotonic() - began, seconds() - used
    battles = 2 * sum(result.pairs.count for result in held.table.meetings.values())
    digest = hashlib.sha256(json.dumps(held.document()).encode()).hexdigest()[:12]
    width = held.table.half_width
    print(
        f"| {held.games} | {workers} | {battles} | {taken:.0f} | {used:.0f} | "
        f"{1000 * used / battles:.1f} | {megabytes():.0f} | {100 * width:.1f} | {digest} |",
        flush=True,
    )
    return digest, width


def main() -> None:
    """Measure and print a table; exits with 1 where two numbers of workers differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--agent", default="quick")
    parser.add_argument("--points", type=int, default=80)
    parser.add_argument("--games", type=int, default=160, help="battles of each meeting")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    options = parser.parse_args()
    lists = usual_lists(options.points, (), load_catalog(), Translator("en"))
    print(f"{len(lists)} lists of {options.points} points, played by {options.agent}\n")
    print(
        "| games | workers | battles | seconds | of processor | ms a battle | MB | ± % | result |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    played(lists, options.games // 2, options.agent, options.workers[0])
    found = [played(lists, options.games, options.agent, each) for each in options.workers]
    width = found[0][1]
    needed = math.ceil(options.games * (width / WANTED) ** 2)
    print(f"\nFor ± {100 * WANTED:.0f} %: about {needed} battles of each meeting.")
    sys.exit(0 if len({digest for digest, _ in found}) == 1 else 1)


if __name__ == "__main__":
    main()
