"""Our engines of two checkouts in one run: `benchmarks/engine.py --old DIR`.

Three kinds of work, compiled and interpreted: random battles by the worker of each checkout
(`ours.py`), and playtests of both games by the command line. The command line is the same in all
versions, whatever the modules behind it are called; it runs again and again in one process, so
that only the battles count. The checkouts take turns slice by slice with the same seeds. A ratio
is the median over the rounds of the new checkout's speed over the old one's.

Agents that became stronger think longer. Over version 0.1.0, which has no `v1-` agents, ours plays
the same agents by that name.
"""

import contextlib
import os
import resource
import runpy
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ours import ROOT, Worker

# Each round has its own seed.
PLAYTESTS: Final = {
    "Pocket Battles, agents": (
        *("playtest", "celts-60", "--against", "romans-60", "--games", "2"),
        *("--agent", "greedy", "--enemy-agent", "greedy"),
    ),
    "Pocket General, agents": (
        *("--game", "pocket-general", "playtest", "--games", "20"),
        *("--agent", "greedy", "--enemy-agent", "greedy"),
    ),
}
RANDOM: Final = "Pocket Battles, random"

# The speed in round n: work done in a second of the processor.
Play = Callable[[int], float]


class CommandWorker:
    """The command line of a checkout, in a process of its own."""

    def __init__(self, wish: str, root: Path, words: tuple[str, ...]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), *words],
            env={**os.environ, "PBBUILD_ENGINE": wish, "PYTHONPATH": str(root)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, seed: int) -> float:
        """Playtests like that of `seed` in a second of the processor."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        return 1 / float(self.process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def processor_seconds() -> float:
    """What this process and its ended children have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def run_playtest(words: list[str], seed: int) -> None:
    """Run the command in this process and throw away what it prints."""
    sys.argv = ["pbbuild", *words, "--seed", str(seed), "--workers", "1", "--json"]
    # Both are real files, since the command sets their encodings.
    with open(os.devnull) as nothing, open(os.devnull, "w") as nowhere:
        sys.stdin = nothing
        with contextlib.redirect_stdout(nowhere):
            try:
                runpy.run_module("pbbuild", run_name="__main__")
            except SystemExit as end:
                if end.code:
                    raise


def work(words: list[str]) -> None:
    """A worker: answers each seed on its input with the seconds that its playtest took."""
    seeds = sys.stdin
    for line in seeds:
        begun = processor_seconds()
        run_playtest(words, int(line))
        print(processor_seconds() - begun, flush=True)


def same_agents(words: tuple[str, ...], old: Path) -> tuple[str, ...]:
    """The words for this checkout: the agents that `old` has by the same name."""
    if (old / "pbbuild" / "pocket_battles").is_dir() or "--game" in words:
        return words
    return tuple("v1-greedy" if word == "greedy" else word for word in words)


def random_battles(wish: str, root: Path, seconds: float) -> tuple[Play, Callable[[], Any]]:
    """Random battles of all pairs of 80 points, by the worker of that checkout."""
    worker = Worker(wish, 80, root)
    if not worker.usable:
        raise SystemExit(f"{root}: {worker.close().strip()}")

    def play(_: int) -> float:
        part = worker.play(seconds)
        return part.decisions / part.seconds

    return play, worker.close


def compare(old: Path, rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """The speed of this checkout over that of `old`: by kind of work, then by engine."""
    result: dict[str, dict[str, float]] = {}
    for kind in (RANDOM, *PLAYTESTS):
        result[kind] = {}
        for wish in ("interpreted", "compiled"):
            players: list[tuple[Play, Callable[[], Any]]] = []
            for root in (old, ROOT):
                if kind == RANDOM:
                    players.append(random_battles(wish, root, seconds))
                else:
                    words = PLAYTESTS[kind]
                    words = words if root == old else same_agents(words, old)
                    worker = CommandWorker(wish, root, words)
                    players.append((worker.play, worker.close))
            (play_old, close_old), (play_new, close_new) = players
            found = []
            for number in range(rounds + 1):
                before, after = play_old(number), play_new(number)
                if number:  # the first round warms up
                    found.append(after / before)
            close_old()
            close_new()
            result[kind][wish] = round(statistics.median(found), 3)
    return result


def ratio_table(result: dict[str, dict[str, float]]) -> str:
    """The ratios for people."""
    lines = [f"{'new / old':<28}{'interpreted':>12}{'compiled':>12}"]
    for kind, row in result.items():
        lines.append(f"{kind:<28}{row['interpreted']:>12.3f}{row['compiled']:>12.3f}")
    return "\n".join(lines)


if __name__ == "__main__":
    work(sys.argv[1:])
