"""How many real choices a second our engine plays, beside two others, in one run on one core.

    python benchmarks/engine.py                     a table, about a minute
    python benchmarks/engine.py --json              the same for programs
    python benchmarks/engine.py --rounds 3 --seconds 0.2    a quick look

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
those the processor spent on the engine: on a busy machine nobody pays for his neighbours.
`bench` is the extra that installs the other two; one that is missing is left out and said so.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
SIZES: Final = (50, 80, 100, 120)
ROLLOUTS: Final = 100
COUNTED_GAMES: Final = 400


@dataclass
class Slice:
    """What an engine played in one of its turns."""

    games: int
    decisions: float
    seconds: float


Player = Callable[[float], Slice]


@dataclass
class Contender:
    """One engine: how it plays for some seconds, and the slices it has played."""

    name: str
    play: Player
    slices: list[Slice] = field(default_factory=list)

    def median(self, what: Callable[[Slice], float]) -> float:
        """The median rate of `what` over the slices."""
        return statistics.median(what(part) / part.seconds for part in self.slices)


# Ours ---------------------------------------------------------------------------------------


def our_battles(size: int) -> list[Any]:
    """States at the initiative roll: every pair of armies of `size` points, each its edition."""
    from pbbuild.armylist.find import find_list, ready_lists
    from pbbuild.catalog.load import load_catalog
    from pbbuild.games.pocket_battles.core.turns import begin_battle
    from pbbuild.games.pocket_battles.forces import Forces, fielded_units, make_roster, muster

    catalog = load_catalog()
    names = [name for name in ready_lists() if name.endswith("-80")]
    lists = [resized(find_list(name).army_list, size, catalog) for name in names]
    found = []
    for one, other in combinations_with_replacement(lists, 2):
        edition = max(
            (catalog.editions[one.edition], catalog.editions[other.edition]),
            key=lambda edition: edition.order,
        )
        sides = (fielded_units(one, 0, catalog), fielded_units(other, 1, catalog))
        forces = Forces(sides, edition.id, size)
        state = muster(forces, make_roster(forces, edition, catalog.traits, 50))
        begin_battle(state)
        found.append(state)
    return found


def resized(army_list: Any, size: int, catalog: Any) -> Any:
    """The list cut down, or filled up with its army's other tiles in units of two, to `size`."""
    from pbbuild.armylist.model import ListUnit

    units, spent = [], 0
    for unit in army_list.units:
        cost = sum(catalog.troop(code).dp for code in unit.troops)
        if spent + cost <= size:
            units.append(unit)
            spent += cost
    used = {code for unit in units for code in unit.troops}
    waiting: list[Any] = []
    for troop in catalog.armies[army_list.army].troops:
        if troop.code in used or not troop.wp or spent + troop.dp > size:
            continue
        spent += troop.dp
        if troop.fv == 1:
            units.append(ListUnit((troop.code,)))
            continue
        waiting.append(troop)
        if len(waiting) == 2:
            units.append(ListUnit(tuple(tile.code for tile in waiting)))
            waiting = []
    units += [ListUnit((tile.code,)) for tile in waiting]
    return replace(army_list, units=tuple(units), points=size)


def our_player(size: int) -> Player:
    """Plays random battles in this process, compiled or interpreted as it was started."""
    from pbbuild.games.pocket_battles.core.legal import Actions
    from pbbuild.games.pocket_battles.core.playout import Chance, random_playout

    states = our_battles(size)
    chance, actions = Chance(2026), Actions()
    played = 0

    def play(seconds: float) -> Slice:
        nonlocal played
        games = decisions = 0
        begun = time.process_time()
        while (now := time.process_time()) - begun < seconds:
            state = states[played % len(states)].copy()
            decisions += random_playout(state, chance, actions)
            played += 1
            games += 1
        return Slice(games, decisions, now - begun)

    return play


def work(size: int) -> None:
    """A worker: answers each number of seconds on its input with what it played."""
    from pbbuild.native.load import status

    play = our_player(size)
    print(json.dumps({"compiled": status("pocket-battles").compiled}), flush=True)
    for line in sys.stdin:
        part = play(float(line))
        print(json.dumps([part.games, part.decisions, part.seconds]), flush=True)


class Worker:
    """Our engine in a process of its own, since a process runs it one way only."""

    def __init__(self, wish: str, size: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", str(size)],
            env={**os.environ, "PBBUILD_ENGINE": wish, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.usable = self._answer() is not None

    def play(self, seconds: float) -> Slice:
        """Let it play for `seconds`."""
        assert self.process.stdin
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        games, decisions, spent = self._answer()
        return Slice(games, decisions, spent)

    def _answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def close(self) -> str:
        """End it; what it had to say."""
        return self.process.communicate()[1]


# The others ---------------------------------------------------------------------------------


def catanatron_player() -> Player:
    """Two random players in Catan."""
    from catanatron import Color, Game, RandomPlayer

    def game(seed: int) -> Any:
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)

    def real_choices(seed: int) -> int:
        count = 0

        def decide(player: Any, game: Any, actions: Sequence[Any]) -> Any:
            nonlocal count
            count += len(actions) > 1
            return player.decide(game, actions)

        game(seed).play(decide_fn=decide)
        return count

    seed = 0

    def play(seconds: float) -> Slice:
        nonlocal seed
        seeds = []
        spent = 0.0
        while spent < seconds:
            seed += 1
            begun = time.process_time()
            game(seed).play()
            spent += time.process_time() - begun
            seeds.append(seed)
        return Slice(len(seeds), sum(map(real_choices, seeds)), spent)

    return play


def openspiel_player() -> Player:
    """Backgammon rollouts in OpenSpiel's own C++."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    openings = []
    for outcome, _ in game.new_initial_state().chance_outcomes():
        state = game.new_initial_state()
        state.apply_action(outcome)
        openings.append(state)
    chance = random.Random(2026)

    def real_choices(state: Any) -> int:
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                actions = state.legal_actions()
                count += len(actions) > 1
                state.apply_action(chance.choice(actions))
        return count

    mean = statistics.fmean(
        real_choices(openings[number % len(openings)].clone()) for number in range(COUNTED_GAMES)
    )
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=2026)
    # uct_c, max_simulations (1: the root alone), max_memory_mb, solve, seed, verbose.
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 2026, False)
    turn = 0

    def play(seconds: float) -> Slice:
        nonlocal turn
        games = 0
        begun = time.process_time()
        while (now := time.process_time()) - begun < seconds:
            search.mcts_search(openings[turn % len(openings)])
            turn += 1
            games += ROLLOUTS
        return Slice(games, games * mean, now - begun)

    return play


# The run ------------------------------------------------------------------------------------


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
        row["state_bytes"] = state_bytes(row["points"])
    return rows


def state_bytes(size: int) -> int:
    """Bytes that one more state of a battle keeps, over many copies (interpreted)."""
    code = (
        "import sys, tracemalloc; sys.path.insert(0, 'benchmarks'); import engine;"
        f"state = engine.our_battles({size})[0]; tracemalloc.start();"
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
    lines.append(f"{'points':<10}{'µs/decision, compiled':>24}{'interpreted':>14}{'state':>12}")
    for row in result["sizes"]:
        compiled = row.get("compiled_microseconds_per_decision", float("nan"))
        interpreted = row.get("interpreted_microseconds_per_decision", float("nan"))
        lines.append(
            f"{row['points']:<10}{compiled:>24.2f}{interpreted:>14.1f}{row['state_bytes']:>10,} B"
        )
    lines += [f"not measured: {name} ({why})" for name, why in result["missing"].items()]
    return "\n".join(lines)


def main() -> None:
    """Measure, or be one of the measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each engine")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if arguments.worker:
        work(arguments.worker)
        return
    result = measure(arguments.rounds, arguments.seconds)
    print(json.dumps(result, indent=2) if arguments.json else table(result))


if __name__ == "__main__":
    main()
