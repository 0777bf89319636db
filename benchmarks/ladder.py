"""Play the agents against each other and rate them; the table of docs/agents.md.

    nice python benchmarks/ladder.py --write docs/agents.md

A meeting is a number of pairs of battles: the same dice twice with the sides swapped, in turn
with the same ready list on both sides (mirror) and with two different ones (mixed). Every agent
meets some that are about as strong. The strongest, which take their time, play half of the
pairs. Times are of the processor, per choice among two or more, in battles of an agent against
itself. With `--keep FILE` a cancelled run continues; the file is of one build of the agents
only. `--cheap` leaves the expensive meetings out, but for the one that rates `expert`. The results
are also written beside the positions, where a slow test plays a slice again. Exits with 1 where a
bar is missed.
"""

import argparse
import json
import re
import sys
import time
from dataclasses import astuple, dataclass
from pathlib import Path

from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.statistics import Estimate, Pairs, win_rate
from pbbuild.pocket_battles.agents.thinking_agents import PLAY, PLAYTEST, STYLES
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable

OLD_PLAYTEST, OLD_PLAY = "v1-search:120", "v1-search:5000"
# Who meets whom; the expensive ones play some of the pairs.
CHEAP = (
    ("beginner", "random"),
    ("greedy", "beginner"),
    *((style, "greedy") for style in STYLES),
    ("expect:6", "greedy"),
    (OLD_PLAYTEST, "greedy"),
    (PLAYTEST, "greedy"),
    (PLAYTEST, "expect:6"),
    (PLAYTEST, OLD_PLAYTEST),
)
# The level `expert` is rated by this meeting alone, also with `--cheap`.
EXPERT = ((PLAY, PLAYTEST),)
EXPENSIVE = ((OLD_PLAY, PLAYTEST), (PLAY, OLD_PLAY))
EXPENSIVE_PART = 2
RESULTS = Path(__file__).parent / "data" / "ladder.json"
MARKS = ("<!-- ladder -->", "<!-- end of ladder -->")


@dataclass(frozen=True)
class Bar:
    """What must hold: one agent beats another in so many of a hundred."""

    winner: str
    loser: str
    percent: int


BARS = (
    Bar("greedy", "beginner", 60),
    Bar(PLAYTEST, "greedy", 60),
    Bar(PLAYTEST, OLD_PLAYTEST, 62),
    Bar(PLAY, PLAYTEST, 60),
    Bar(PLAY, OLD_PLAY, 60),
)
MOST_TIME = {PLAYTEST: 2.0, PLAY: 50.0}


def lists_of(pair: int, lists: list[ArmyList]) -> tuple[ArmyList, ArmyList]:
    """Who meets whom in a pair: mirror in even ones, mixed in odd ones, all lists in turn."""
    # 5 has no divisor in common with the number of ready lists: every list comes up.
    first = lists[pair // 2 * 5 % len(lists)]
    if pair % 2 == 0:
        return first, first
    peers = [other for other in lists if abs(other.points - first.points) <= 10]
    step = 1 + pair // 2 // len(lists)
    return first, peers[(peers.index(first) + step) % len(peers)]


def meeting(one: str, other: str, pairs: int, seed: int, lists: list[ArmyList]) -> Pairs:
    """What `one` did against `other`."""
    results = []
    for pair in range(pairs):
        ours, theirs = lists_of(pair, lists)
        result = SeriesTable(Plan(ours, (theirs,), one, other, seed + pair)).pair(0)
        results.append((sum(result.won), sum(result.decided)))
    return Pairs.of(results)


def milliseconds(agent: str, battles: int, seed: int, lists: list[ArmyList]) -> float:
    """Processor time for a choice, the rules' work included."""
    spent, choices = 0.0, 0
    for number in range(battles):
        ours, theirs = lists_of(number, lists)
        table = SeriesTable(Plan(ours, (theirs,), agent, agent, seed + number))
        begun = time.process_time()
        table.play(0)
        spent += time.process_time() - begun
        choices += table._account.decisions
    return 1000 * spent / choices


def main() -> None:
    """Play, rate, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=64, help="pairs of battles in a meeting")
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument(
        "--cheap", action="store_true", help="of those that take their time only expert"
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="save meetings here and continue with them",
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into FILE")
    options = parser.parse_args()
    lists = [find_list(name).army_list for name in ready_lists()]
    planned = [(pair, options.pairs) for pair in CHEAP]
    planned += [(pair, options.pairs // EXPENSIVE_PART) for pair in EXPERT]
    if not options.cheap:
        planned += [(pair, options.pairs // EXPENSIVE_PART) for pair in EXPENSIVE]
    names = list(dict.fromkeys(name for pair, _ in planned for name in reversed(pair)))
    meetings: dict[tuple[str, str], Pairs] = {}
    kept: dict[str, tuple[int, ...]] = {}
    if options.keep and options.keep.exists():
        kept = json.loads(options.keep.read_text())
    for (one, other), pairs in planned:
        key = f"{one} {other} {pairs} {options.seed}"
        if key not in kept:
            played = meeting(one, other, pairs, options.seed * 100_003, lists)
            kept[key] = astuple(played)
            if options.keep:
                options.keep.write_text(json.dumps(kept, indent=1))
        meetings[one, other] = Pairs(*kept[key])
        told(one, other, win_rate(meetings[one, other]))
    found = ratings(
        names,
        [Meeting(names.index(a), names.index(b), pairs) for (a, b), pairs in meetings.items()],
    )
    slow = {PLAY, OLD_PLAY}
    times = [milliseconds(name, 2 if name in slow else 8, options.seed, lists) for name in names]
    command = f"--pairs {options.pairs} --seed {options.seed}{' --cheap' * options.cheap}"
    text = table_text(command, names, found, times, meetings)
    print(text)
    if options.write:
        results = {f"{one} {other}": astuple(pairs) for (one, other), pairs in meetings.items()}
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
        page = options.write.read_text()
        between = re.compile(re.escape(MARKS[0]) + ".*" + re.escape(MARKS[1]), re.S)
        options.write.write_text(
            between.sub(lambda _: f"{MARKS[0]}\n{text}\n{MARKS[1]}", page), encoding="utf-8"
        )
    sys.exit(0 if all_met(names, times, meetings) else 1)


def told(one: str, other: str, rate: Estimate) -> None:
    """Say how a meeting went."""
    print(f"{one} - {other}: {rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%})", file=sys.stderr)


def rate_between(meetings: dict[tuple[str, str], Pairs], winner: str, loser: str) -> Estimate:
    """How often the one beat the other, whichever came first."""
    if (winner, loser) in meetings:
        return win_rate(meetings[winner, loser])
    rate = win_rate(meetings[loser, winner])
    return Estimate(1 - rate.value, 1 - rate.high, 1 - rate.low, rate.level)


def all_met(names: list[str], times: list[float], meetings: dict[tuple[str, str], Pairs]) -> bool:
    """Whether every bar is met, the interval clear of one half."""
    for bar in bars_of(names):
        rate = rate_between(meetings, bar.winner, bar.loser)
        if rate.value < bar.percent / 100 or rate.low <= 0.5:
            return False
    return all(
        times[names.index(name)] <= most for name, most in MOST_TIME.items() if name in names
    )


def bars_of(names: list[str]) -> list[Bar]:
    """The bars between agents that play."""
    return [bar for bar in BARS if bar.winner in names and bar.loser in names]


def table_text(
    command: str,
    names: list[str],
    found: list[Estimate],
    times: list[float],
    meetings: dict[tuple[str, str], Pairs],
) -> str:
    """The ratings, the bars and the command, as Markdown."""
    lines = [
        f"`python benchmarks/ladder.py {command}` (compiled rules):",
        "",
        "| agent | rating | 95 % interval | ms a choice |",
        "|---|---:|---:|---:|",
    ]
    for rating, name, took in sorted(
        zip(found, names, times, strict=True), key=lambda row: -row[0].value
    ):
        lines.append(
            f"| `{name}` | {rating.value:.0f} | {rating.low:.0f} to {rating.high:.0f}"
            f" | {took:.2f} |"
        )
    lines += ["", "| who wins | against | of decided battles | 95 % interval | bar |"]
    lines.append("|---|---|---:|---:|---:|")
    for bar in bars_of(names):
        rate = rate_between(meetings, bar.winner, bar.loser)
        lines.append(
            f"| `{bar.winner}` | `{bar.loser}` | {rate.value:.1%} |"
            f" {rate.low:.1%} to {rate.high:.1%} | {bar.percent} % |"
        )
    lines += ["", "All meetings:", ""]
    for (one, other), result in meetings.items():
        rate = win_rate(result)
        lines.append(
            f"- `{one}` against `{other}`: {rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%}),"
            f" {result.count} pairs"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
