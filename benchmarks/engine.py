"""How many real choices a second our engine plays, beside two others, in one run on one core.

    python benchmarks/engine.py                     a table, about a minute
    python benchmarks/engine.py --json              the same for programs
    python benchmarks/engine.py --rounds 3 --seconds 0.2    a quick look
    python benchmarks/engine.py --old DIR           this checkout over another, both games

What is measured, alike for all: games played from the first move to the last by uniformly
random players, each engine the fastest way it offers, one game after another on one core. A
decision is a choice with two or more options; dice and forced moves are not counted. So

* ours, interpreted and compiled: `random_playout` over all pairs of the ready 80-point armies,
  full rules and traits, set-up and deployment included;
* catanatron: `Game.play` of two `RandomPlayer`s. The games are played a second time unmeasured
  with the same seeds to count their decisions, so that counting costs the measured run nothing;
* OpenSpiel: backgammon, rollouts inside its C++ (`RandomRolloutEvaluator`). Python cannot call
  that evaluator itself, but a search with one simulation evaluates its root and nothing else: n
  rollouts in C++, and no tree. The rollouts do not tell their length, so the decisions of each
  are the mean over games played from Python by the same rule from the same positions.

The engines take turns for `--seconds` each, `--rounds` times, and the median counts. Seconds are
those the processor spent on the engine: on a busy machine other processes don't count.
`bench` is the extra that installs the other two; one that is missing is left out and said so.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from checkouts import compare, ratio_table
from others import catanatron_player, openspiel_player
from ours import ROOT, Worker, options_per_choice, work
from slices import Contender

SIZES: Final = (50, 80, 100, 120)


def contenders() -> tuple[list[Contender], list[Worker], dict[str, str]]:
    """Everybody who can be measured here, and why others cannot."""
    found: list[Contender] = []
    workers: list[Worker] = []
    missing: dict[str, str] = {}
    for wish in ("interpreted", "compiled"):
        worker = Worker(wish, 80)
        if worker.usable:
            workers.append(worker)
            found.append(Contender(wish, worker.play))
        else:
            missing[wish] = (worker.close().strip() or "no answer").splitlines()[-1]
    for name, player in (("catanatron", catanatron_player), ("openspiel", openspiel_player)):
        try:
            found.append(Contender(name, player()))
        except ImportError as error:
            missing[name] = f"{error}; pip install 'pbbuild[bench]'"
    return found, workers, missing


def one_core() -> int | None:
    """Keep this process and its workers on one core; its number, None where that is impossible."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def measure(rounds: int, seconds: float) -> dict[str, Any]:
    """The result of a whole run."""
    core = one_core()
    found, workers, missing = contenders()
    for contender in found:
        contender.play(seconds / 4)  # warm up
    for _ in range(rounds):
        for contender in found:
            contender.slices.append(contender.play(seconds))
    for worker in workers:
        worker.close()
    engines = {
        contender.name: {
            "games_per_second": round(contender.median(lambda part: part.games), 2),
            "decisions_per_second": round(contender.median(lambda part: part.decisions), 1),
            "decisions_per_game": round(
                sum(part.decisions for part in contender.slices)
                / max(1, sum(part.games for part in contender.slices)),
                2,
            ),
        }
        for contender in found
    }
    return {
        "ratios": ratios(engines),
        "engines": engines,
        "sizes": by_size(rounds, seconds / 2),
        "missing": missing,
        "rounds": rounds,
        "seconds": seconds,
        "core": core,
        "python": sys.version.split()[0],
    }


def ratios(engines: dict[str, dict[str, float]]) -> dict[str, float | None]:
    """Decisions a second of ours over theirs."""

    def ratio(ours: str, theirs: str) -> float | None:
        if ours not in engines or theirs not in engines:
            return None
        rates = [engines[name]["decisions_per_second"] for name in (ours, theirs)]
        return round(rates[0] / rates[1], 2)

    return {
        "interpreted_vs_catanatron": ratio("interpreted", "catanatron"),
        "compiled_vs_catanatron": ratio("compiled", "catanatron"),
        "compiled_vs_openspiel": ratio("compiled", "openspiel"),
    }


def by_size(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Cost of a decision from small armies to large ones, and what a state keeps in memory."""
    rows: list[dict[str, Any]] = [{"points": size} for size in SIZES]
    for wish in ("interpreted", "compiled"):
        workers = [Worker(wish, size) for size in SIZES]
        if all(worker.usable for worker in workers):
            turns = [[worker.play(seconds) for worker in workers] for _ in range(rounds)]
            for row, parts in zip(rows, zip(*turns, strict=True), strict=True):
                row[f"{wish}_microseconds_per_decision"] = round(
                    statistics.median(1e6 * part.seconds / part.decisions for part in parts), 3
                )
                row["decisions_per_battle"] = round(
                    sum(part.decisions for part in parts) / sum(part.games for part in parts), 1
                )
        for worker in workers:
            worker.close()
    for row in rows:
        row["options_per_decision"] = round(options_per_choice(row["points"]), 1)
        row["state_bytes"] = state_bytes(row["points"])
    return rows


def state_bytes(size: int) -> int:
    """Bytes that one more state of a battle keeps, over many copies (interpreted)."""
    code = (
        "import sys, tracemalloc; sys.path.insert(0, 'benchmarks'); import ours;"
        f"state = ours.our_battles({size})[0]; tracemalloc.start();"
        "kept = [state.copy() for _ in range(200)];"
        "print(tracemalloc.get_traced_memory()[0] // len(kept))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PBBUILD_ENGINE": "interpreted", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(run.stdout)


def table(result: dict[str, Any]) -> str:
    """The result for people."""
    titles = {
        "interpreted": "pbbuild, interpreted",
        "compiled": "pbbuild, compiled",
        "catanatron": "catanatron, two random players",
        "openspiel": "OpenSpiel, backgammon rollouts in C++",
    }
    lines = [f"{'engine':<40}{'games/s':>12}{'decisions/s':>14}{'per game':>10}"]
    for name, row in result["engines"].items():
        lines.append(
            f"{titles[name]:<40}{row['games_per_second']:>12,.1f}"
            f"{row['decisions_per_second']:>14,.0f}{row['decisions_per_game']:>10.1f}"
        )
    lines.append("")
    for name, value in result["ratios"].items():
        shown = "-" if value is None else f"{value:,.1f} x"
        lines.append(f"{name.replace('_', ' '):<40}{shown:>12}")
    lines.append("")
    lines.append(
        f"{'points':<10}{'options':>8}{'µs/decision, compiled':>24}{'interpreted':>14}{'state':>12}"
    )
    for row in result["sizes"]:
        compiled = row.get("compiled_microseconds_per_decision", float("nan"))
        interpreted = row.get("interpreted_microseconds_per_decision", float("nan"))
        lines.append(
            f"{row['points']:<10}{row['options_per_decision']:>8.1f}{compiled:>24.2f}"
            f"{interpreted:>14.1f}{row['state_bytes']:>10,} B"
        )
    lines += [f"not measured: {name} ({why})" for name, why in result["missing"].items()]
    return "\n".join(lines)


def main() -> None:
    """Measure, or be one of the measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each engine")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn")
    parser.add_argument("--old", type=Path, help="only compare with the checkout in this folder")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if arguments.worker:
        work(arguments.worker)
        return
    if arguments.old:
        one_core()
        ratios_found = compare(arguments.old.resolve(), arguments.rounds, arguments.seconds)
        print(json.dumps(ratios_found) if arguments.json else ratio_table(ratios_found))
        return
    result = measure(arguments.rounds, arguments.seconds)
    print(json.dumps(result, indent=2) if arguments.json else table(result))


if __name__ == "__main__":
    main()
