"""How even the armies are, and a search for small changes that make them more even.

    nice python benchmarks/balance.py matrix --lists built --json benchmarks/data/balance.json
    nice python benchmarks/balance.py rounds --json benchmarks/data/balance.json
    python benchmarks/balance.py page
    nice python benchmarks/balance.py search --minutes 20
    nice python benchmarks/balance.py try '{"CON03": {"traits": ["engagement+1"]}}' --agent quick

`matrix` lets one list of each army meet those of all others at 60, 80 and 100 points: the ready
lists, what `pbbuild new` builds (`built`), the best of the builder's styles by battles
(`strongest`), or the best of more builds, changed once more by `improve`, against the strongest
lists of all others (`counter`). `--race` plays where lists are chosen by battles. `--json` adds
the results to a file.

`rounds` says how long mirror battles of the ready lists are, and how many end in round 1.

`page` writes the tables of docs/balance.md from the results in benchmarks/data/balance.json.

`search` tries changes of reconstructed values, one kind of tile at a time: a trait more or less, a
wound point, a die, the formation value, the price. A change is kept if it lowers the cost: the mean
over all pairs of the squared distance from one half, and twice that of what is beyond 40 to 60 %;
by how much at least is `LEAST_GAIN`. Printed, derived and reported values never change, printed
armies stay legal, an army costs 107 to 120 points in all. `--agent` plays the search.

`try` says how much a change moves its army: the rates of its built lists against those of all
others, before and after. `quick` plays it in seconds. Its rates differ from those of stronger
agents, but it finds well which way and how far a change moves them.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

from pbbuild.base.provenance import Provenance
from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.statistics import LEVEL, Estimate, Sums, mean
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.catalog import load
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest import series
from pbbuild.pocket_battles.playtest.comparison import adjusted_scores
from pbbuild.pocket_battles.playtest.improve import improve
from pbbuild.pocket_battles.playtest.series import Plan, player_of
from pbbuild.pocket_battles.rules.army import is_legal

ROOT: Final = Path(__file__).resolve().parents[1]
RESULTS: Final = ROOT / "benchmarks" / "data" / "balance.json"
PAGE: Final = ROOT / "docs" / "balance.md"
# Who plays a playtest unless the player says otherwise; weaker agents find other pairs uneven.
AGENT: Final = "search:16"
SIZES: Final = (60, 80, 100)
STYLES: Final = ("balanced", "assault", "shooting", "horde", "elite")
EVEN: Final = (0.4, 0.6)
# Heats of a race: how many lists are left, and the pairs each has played at its end.
HEATS: Final = ((99, 7), (3, 21))
# The points of a whole army, by its owners.
ARMY_POINTS: Final = range(107, 121)
# A change must lower the cost by this.
LEAST_GAIN: Final = 0.0006
# What `search` may give to the tiles of an army: its box has these traits, or owners report them.
TRAITS: Final = {
    "celts": ("fury", "impetus", "overwhelming", "reactive", "engagement+1", "disband"),
    "romans": ("reactive", "impetus", "engagement+1", "long-range", "wide-arc", "slow", "excite"),
    "orcs": ("impetus", "blood-lust", "wounds+1", "slow", "reactive", "overwhelming"),
    "elves": ("fast", "disengage", "wide-arc", "long-range", "reactive", "slow"),
    "macedonians": ("slow", "fast", "disengage", "reactive", "impetus"),
    "persians": ("reactive", "impetus", "long-range", "wide-arc", "fast", "wounds+1", "excite"),
    "confederacy": ("fast", "long-range", "wide-arc", "wounds+1", "reactive", "impetus"),
    "union": ("fast", "long-range", "wide-arc", "wounds+1", "reactive", "impetus"),
}
FOR_SHOTS: Final = ("long-range", "wide-arc")
FOR_MELEE: Final = ("impetus", "fury", "overwhelming", "blood-lust", "engagement+1")
# Armies whose prices follow from no printed total.
PRICED_BY_US: Final = ("celts", "romans", "orcs", "elves")
# Owners report the dice of a unit with the Standard Bearer of the Orcs, and that Legionaries, Orcs
# and Spearmen have one and the same profile.
FIXED: Final = ("ORC03", "ROM07", "ORC27", "ELF26")

Change = dict[str, dict[str, Any]]
Row = dict[tuple[int, str], float]


def use(catalog: Catalog) -> None:
    """Let all battles of this process use `catalog`."""
    load.shipped_catalog = lambda: catalog  # type: ignore[assignment]
    series._players.clear()


def changed(catalog: Catalog, change: Change) -> Catalog:
    """The catalog with other values of some tiles; values that are not ours raise."""
    troops = dict(catalog.troops)
    for code, values in change.items():
        for name in values:
            assert troops[code].provenance_of(name) is Provenance.RECONSTRUCTED, (code, name)
        troops[code] = replace(troops[code], **values)
    armies = {
        name: replace(army, troops=tuple(troops[one.code] for one in army.troops))
        for name, army in catalog.armies.items()
    }
    return replace(catalog, troops=troops, armies=armies)


def built(catalog: Catalog, army: str, size: int, style: str = "balanced") -> ArmyList:
    """The list that the builder makes."""
    task = BuildTask(army, size, style=style, name=f"{army} {size} {style}")
    return build(task, catalog).army_list


def scores(
    ours: ArmyList, field: list[ArmyList], pairs: range, agent: str, seed: int
) -> list[float]:
    """The share of battles won in each pair, without the luck of the dice."""
    plan = Plan(ours, tuple(field), agent, agent, seed)
    found = adjusted_scores(plan, pairs.start, len(pairs))
    return [score / (2 * ONE_WIN) for score in found]


def rate(ours: ArmyList, theirs: ArmyList, pairs: int, agent: str, seed: int) -> Estimate:
    """How often a list beats another."""
    plan = Plan(ours, (theirs,), agent, agent, seed)
    found = adjusted_scores(plan, 0, pairs)
    sums = Sums(len(found), sum(found), sum(score * score for score in found))
    return mean(sums, 2 * ONE_WIN)


def best_of(
    lists: list[ArmyList], field: list[ArmyList], seed: int, agent: str = AGENT
) -> ArmyList:
    """The list of a race that wins most against the field."""
    points = [0.0] * len(lists)
    places = list(range(len(lists)))
    done = 0
    for left, pairs in HEATS:
        places = places[:left]
        if len(places) == 1:
            break
        for place in places:
            points[place] += sum(scores(lists[place], field, range(done, pairs), agent, seed))
        done = pairs
        places.sort(key=lambda place: -points[place])
    return lists[places[0]]


def different(lists: list[ArmyList]) -> list[ArmyList]:
    """The lists without those that have the same units as an earlier one."""
    return list({frozenset(unit.troops for unit in one.units): one for one in lists}.values())


def strongest(catalog: Catalog, size: int, seed: int, agent: str) -> dict[str, ArmyList]:
    """Of each army the style that wins most against the lists of the others, chosen twice."""
    styles = {
        army: different([built(catalog, army, size, style) for style in STYLES])
        for army in catalog.armies
    }
    found = {army: lists[0] for army, lists in styles.items()}
    for turn in range(2):
        found = {
            army: best_of(styles[army], others(found, army), seed + turn, agent)
            for army in catalog.armies
        }
    return found


def counters(catalog: Catalog, size: int, seed: int, agent: str) -> dict[str, ArmyList]:
    """Of each army the best list found against the strongest lists of all others."""
    field = strongest(catalog, size, seed, agent)
    found = {}
    for army in catalog.armies:
        enemies = others(field, army)
        more = [
            build(BuildTask(army, size, style=style, seed=2, name=army), catalog).army_list
            for style in STYLES
        ]
        best = best_of(different([field[army], *more]), enemies, seed + 10, agent)
        plan = Plan(best, tuple(enemies), agent, agent, seed + 20)
        for step in improve(plan, catalog, InProcessWorkers(), 1):
            best = step.army_list if step.accepted else best
        found[army] = best
    return found


def others(lists: Mapping[str, ArmyList], army: str) -> list[ArmyList]:
    """The lists of all armies but one."""
    return [one for name, one in lists.items() if name != army]


def ready(catalog: Catalog, size: int) -> dict[str, ArmyList]:
    """The ready list of each army that has one of this size."""
    lists = [find_list(name).army_list for name in ready_lists()]
    return {one.army: one for one in lists if one.points == size and one.army in catalog.armies}


def lists_of(
    kind: str, catalog: Catalog, size: int, seed: int, race_agent: str = AGENT
) -> dict[str, ArmyList]:
    """One list of each army; `race_agent` plays where lists are chosen by battles."""
    if kind == "ready":
        return ready(catalog, size)
    if kind == "strongest":
        return strongest(catalog, size, seed, race_agent)
    if kind == "counter":
        return counters(catalog, size, seed, race_agent)
    return {army: built(catalog, army, size) for army in catalog.armies}


def matrix(
    lists: Mapping[str, ArmyList], pairs: int, agent: str, seed: int
) -> dict[tuple[str, str], Estimate]:
    """How often the first of two armies wins, for each pair of armies."""
    names = list(lists)
    return {
        (one, two): rate(lists[one], lists[two], pairs, agent, seed)
        for place, one in enumerate(names)
        for two in names[place + 1 :]
    }


def is_even(value: Estimate) -> bool:
    """Whether a rate is within 40 to 60 %."""
    return EVEN[0] <= value.value <= EVEN[1]


def is_surely_uneven(value: Estimate) -> bool:
    """Whether the whole interval is outside 40 to 60 %."""
    return value.high < EVEN[0] or value.low > EVEN[1]


def table(rates: Mapping[tuple[str, str], Estimate]) -> str:
    """The matrix as a table of Markdown, in %."""
    names = list(dict.fromkeys([name for pair in rates for name in pair]))
    short = {name: name[:4] for name in names}
    lines = [
        "| | " + " | ".join(short[name] for name in names) + " | mean |",
        "|---|" + "---:|" * (len(names) + 1),
    ]
    for one in names:
        values = {
            two: rates[one, two].value if (one, two) in rates else 1 - rates[two, one].value
            for two in names
            if two != one
        }
        cells = [f"{100 * values[two]:.0f}" if two != one else "·" for two in names]
        average = 100 * sum(values.values()) / len(values)
        lines.append(f"| {one} | {' | '.join(cells)} | {average:.0f} |")
    return "\n".join(lines)


def matrices(wishes: argparse.Namespace) -> None:
    """Play and print the matrices."""
    catalog = load.shipped_catalog()
    for size in wishes.sizes:
        lists = lists_of(wishes.lists, catalog, size, wishes.seed, wishes.race)
        found = matrix(lists, wishes.pairs, wishes.agent, wishes.seed + 1000)
        counts = summary(found)
        print(f"\n{wishes.lists}, {size} points, {wishes.agent}, {wishes.pairs} pairs: {counts}\n")
        print(table(found), flush=True)
        rates = {
            f"{one} {two}": [round(each.value, 4), round(each.low, 4), round(each.high, 4)]
            for (one, two), each in found.items()
        }
        name = f"{wishes.lists} {size} {wishes.agent}"
        entry = {"pairs": wishes.pairs, "seed": wishes.seed, "rates": rates}
        add_results(wishes.json, "matrices", name, entry)


def rounds(wishes: argparse.Namespace) -> None:
    """Print how long mirror battles of the ready lists are."""
    catalog = load.shipped_catalog()
    for size in wishes.sizes:
        results = {}
        for army, one in ready(catalog, size).items():
            plan = Plan(one, (one,), wishes.agent, wishes.agent, wishes.seed)
            player = player_of(plan)
            lengths = [n for pair in range(wishes.pairs) for n in player.pair(pair).rounds]
            first, average = lengths.count(1) / len(lengths), sum(lengths) / len(lengths)
            print(
                f"{army} {size}: {100 * first:.0f} % end in round 1, {average:.1f} rounds",
                flush=True,
            )
            results[army] = [round(first, 4), round(average, 3)]
        name = f"{size} {wishes.agent}"
        add_results(wishes.json, "rounds", name, {"pairs": wishes.pairs, "armies": results})


@dataclass(frozen=True, slots=True)
class Summary:
    """How many pairs of armies are outside 40 to 60 %, and how precisely they were measured.

    `by_chance` is how many pairs the noise alone would put outside if all were even; `spread` is
    the root of the mean squared distance from one half, less what the noise of the measure adds to
    it; `width` is half of the mean interval of a pair.
    """

    pairs: int
    outside: int
    by_chance: float
    surely: int
    spread: float
    width: float

    def __str__(self) -> str:
        return (
            f"{self.outside} of {self.pairs} outside ({self.by_chance:.0f} by chance), "
            f"{self.surely} surely, "
            f"spread {100 * self.spread:.0f} %, ± {100 * self.width:.0f} %"
        )


def chance_outside(error: float) -> float:
    """How probably an even pair is measured outside 40 to 60 %, with this standard error."""
    return 2 * NormalDist(0.5, error).cdf(EVEN[0]) if error else 0.0


def summary(rates: Mapping[tuple[str, str], Estimate]) -> Summary:
    """The figures that sum up a matrix."""
    values = list(rates.values())
    quantile = NormalDist().inv_cdf(0.5 + LEVEL / 2)
    errors = [each.half_width / quantile for each in values]
    squares = [
        (each.value - 0.5) ** 2 - error**2 for each, error in zip(values, errors, strict=True)
    ]
    return Summary(
        len(values),
        sum(not is_even(each) for each in values),
        sum(chance_outside(error) for error in errors),
        sum(is_surely_uneven(each) for each in values),
        math.sqrt(max(0.0, sum(squares) / len(squares))),
        sum(each.half_width for each in values) / len(values),
    )


def results_of(entry: Mapping[str, Any]) -> dict[tuple[str, str], Estimate]:
    """The rates of a published matrix."""
    return {
        (pair.split()[0], pair.split()[1]): Estimate(*numbers)
        for pair, numbers in entry["rates"].items()
    }


def add_results(path: str | None, part: str, name: str, entry: Mapping[str, Any]) -> None:
    """Write an entry into a part of the file of results, where one was named."""
    if path:
        file = Path(path)
        results = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        results.setdefault(part, {})[name] = entry
        file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def summary_table(results: Mapping[str, Any]) -> str:
    """The table of docs/balance.md that counts even pairs."""
    lines = [
        "| lists | points | agent | outside | by chance | surely outside | spread | ± |",
        "|---|---:|---|---:|---:|---:|---:|---:|",
    ]
    for name, entry in results["matrices"].items():
        kind, size, agent = name.split()
        one = summary(results_of(entry))
        lines.append(
            f"| {kind} | {size} | `{agent}` | {one.outside} | {one.by_chance:.0f} | {one.surely} "
            f"| {100 * one.spread:.0f} % | {100 * one.width:.0f} % |"
        )
    return "\n".join(lines)


def matrix_tables(results: Mapping[str, Any]) -> str:
    """All matrices, each under the command that measures it again."""
    parts = []
    for name, entry in results["matrices"].items():
        kind, size, agent = name.split()
        command = (
            f"python benchmarks/balance.py matrix --lists {kind} --sizes {size} "
            f"--agent {agent} --pairs {entry['pairs']} --seed {entry['seed']}"
            f"{' --race quick' if kind in ('strongest', 'counter') else ''}"
        )
        parts.append(f"`{command}`:\n\n{table(results_of(entry))}")
    return "\n\n".join(parts)


def rounds_table(results: Mapping[str, Any]) -> str:
    """How long mirror battles are: the share that ends in round 1, and the mean of rounds."""
    names = list(results["rounds"])
    armies = list(next(iter(results["rounds"].values()))["armies"])
    titles = [f"{size} points, `{agent}`" for size, agent in (name.split() for name in names)]
    lines = ["| army | " + " | ".join(titles) + " |", "|---|" + "---:|" * len(names)]
    for army in armies:
        cells = [results["rounds"][name]["armies"][army] for name in names]
        shown = [f"{100 * first:.0f} %, {average:.1f}" for first, average in cells]
        lines.append(f"| {army} | {' | '.join(shown)} |")
    return "\n".join(lines)


# Parts of docs/balance.md that `page` writes; each is between two comments with its name.
PARTS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "summary": summary_table,
    "matrices": matrix_tables,
    "rounds": rounds_table,
}


def page_with(text: str, results: Mapping[str, Any]) -> str:
    """The page with the tables of these results."""
    for name, write in PARTS.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{write(results)}\n\n{end}{after}"
    return text


def page(wishes: argparse.Namespace) -> None:
    """Write the tables of docs/balance.md."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Shift:
    """How often the built list of an army wins before and after a change."""

    army: str
    before: float
    after: float


@dataclass
class Move:
    """A change of one kind of tile, with a name to print."""

    name: str
    change: Change


def groups_of(catalog: Catalog, army: str) -> list[list[Troop]]:
    """The tiles of an army that have the same name and traits."""
    found: dict[tuple[str, tuple[str, ...]], list[Troop]] = {}
    for one in catalog.armies[army].troops:
        found.setdefault((one.name, one.traits), []).append(one)
    return list(found.values())


def ours_to_change(troops: list[Troop], value: str) -> bool:
    """Whether this value of all tiles is reconstructed; printed faces fix both colours."""
    names = (value, "faces") if value in ("black", "white") else (value,)
    return all(
        one.provenance_of(name) is Provenance.RECONSTRUCTED for one in troops for name in names
    )


def moves(catalog: Catalog, army: str) -> Iterator[Move]:
    """All small changes of an army."""
    for troops in groups_of(catalog, army):
        first = troops[0]
        if first.code in FIXED:
            continue
        title = f"{first.code}+{len(troops)} {first.name}"
        yield from _other_traits(troops, title, army)
        for value, lowest, highest in (("wp", 1, 3), ("fv", 1, 6), ("dp", 2, 9)):
            if not ours_to_change(troops, value) or (value == "dp" and army not in PRICED_BY_US):
                continue
            for step in (1, -1):
                numbers = [getattr(one, value) + step for one in troops]
                if min(numbers) >= lowest and max(numbers) <= highest and first.wp:
                    change = {one.code: {value: n} for one, n in zip(troops, numbers, strict=True)}
                    yield Move(f"{title} {value} {step:+}", change)
        for colour in ("black", "white"):
            faces = getattr(first, colour)
            if not faces or not ours_to_change(troops, colour):
                continue
            if len(first.black + first.white) > 1:
                change = {one.code: {colour: getattr(one, colour)[1:]} for one in troops}
                yield Move(f"{title} {colour} -1", change)
            if len(first.black + first.white) < 4:
                change = {one.code: {colour: _one_more(getattr(one, colour))} for one in troops}
                yield Move(f"{title} {colour} +1", change)


def _one_more(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((*faces, next(face for face in (5, 4, 6, 3, 2) if face not in faces))))


def _other_traits(troops: list[Troop], title: str, army: str) -> Iterator[Move]:
    first = troops[0]
    if not ours_to_change(troops, "traits"):
        return
    for trait in first.traits:
        left = tuple(each for each in first.traits if each != trait)
        yield Move(f"{title} without {trait}", {one.code: {"traits": left} for one in troops})
    if len(first.traits) > 1:
        return
    for trait in TRAITS[army]:
        useless = (trait in FOR_SHOTS and not first.white) or (
            trait in FOR_MELEE and not first.black
        )
        if trait not in first.traits and not useless:
            more = (*first.traits, trait)
            yield Move(f"{title} with {trait}", {one.code: {"traits": more} for one in troops})


def is_possible(catalog: Catalog, army: str, printed: list[ArmyList]) -> bool:
    """Whether an army costs what owners say and its printed lists are legal."""
    points = sum(one.dp for one in catalog.armies[army].troops)
    return points in ARMY_POINTS and all(
        is_legal(one, catalog) for one in printed if one.army == army
    )


def cost_of(value: float) -> float:
    """What a win rate costs: its squared distance from one half, more outside 40 to 60 %."""
    distance = abs(value - 0.5)
    return distance**2 + 2 * max(0.0, distance - 0.1) ** 2


class Search:
    """A greedy search over moves, one army at a time against fixed lists of the others."""

    def __init__(self, agent: str, pairs: int, seed: int) -> None:
        self.catalog = load.shipped_catalog()
        self.armies = list(self.catalog.armies)
        self._agent, self._pairs, self._seed = agent, pairs, seed
        self._printed = [find_list(name).army_list for name in ready_lists()]
        self.lists = {
            size: {army: built(self.catalog, army, size) for army in self.armies} for size in SIZES
        }
        self.renew()

    def renew(self) -> None:
        """Choose the lists of all armies again, and play all pairs."""
        use(self.catalog)
        for army in self.armies:
            for size, found in self._best(self.catalog, army).items():
                self.lists[size][army] = found
        self.rows = {
            army: self._row(army, {size: self.lists[size][army] for size in SIZES})
            for army in self.armies
        }

    def _best(self, catalog: Catalog, army: str) -> dict[int, ArmyList]:
        styles = ("balanced", "assault", "horde")
        return {
            size: best_of(
                different([built(catalog, army, size, style) for style in styles]),
                others(self.lists[size], army),
                self._seed,
                self._agent,
            )
            for size in SIZES
        }

    def _row(self, army: str, ours: Mapping[int, ArmyList]) -> Row:
        return {
            (size, enemy): rate(
                ours[size], self.lists[size][enemy], self._pairs, self._agent, self._seed
            ).value
            for size in SIZES
            for enemy in self.armies
            if enemy != army
        }

    def cost(self, row: Row) -> float:
        """What the rates of an army cost, as part of the mean over all pairs."""
        return sum(map(cost_of, row.values())) / (len(self.armies) * len(row))

    def run(self, minutes: float) -> list[Move]:
        """Try moves for so long; the moves that were kept."""
        generator = random.Random(self._seed)
        end = time.monotonic() + 60 * minutes
        kept: list[Move] = []
        tried: set[str] = set()
        while time.monotonic() < end:
            costs = [self.cost(self.rows[army]) for army in self.armies]
            army = generator.choices(self.armies, costs)[0]
            left = [each for each in moves(self.catalog, army) if each.name not in tried]
            if not left:
                continue
            move = generator.choice(left)
            tried.add(move.name)
            if self._keeps(army, move):
                kept.append(move)
                tried.clear()
                if len(kept) % 4 == 0:
                    self.renew()
        return kept

    def _keeps(self, army: str, move: Move) -> bool:
        catalog = changed(self.catalog, move.change)
        if not is_possible(catalog, army, self._printed):
            return False
        use(catalog)
        ours = self._best(catalog, army)
        row = self._row(army, ours)
        gain = self.cost(self.rows[army]) - self.cost(row)
        average = 100 * sum(row.values()) / len(row)
        print(f"{move.name}: gain {gain:.4f}, mean {average:.0f} %", flush=True)
        if gain < LEAST_GAIN:
            use(self.catalog)
            return False
        self.catalog = catalog
        self.rows[army] = row
        for size, found in ours.items():
            self.lists[size][army] = found
        for (size, enemy), value in row.items():
            self.rows[enemy][size, army] = 1 - value
        return True


def search(wishes: argparse.Namespace) -> None:
    """Search and print the moves that were kept."""
    found = Search(wishes.agent, wishes.pairs, wishes.seed)
    for move in found.run(wishes.minutes):
        print("kept", json.dumps({"name": move.name, "change": move.change}))


def shift(catalog: Catalog, change: Change, size: int, pairs: int, agent: str, seed: int) -> Shift:
    """How a change moves the army it is of, against the built lists of all others."""
    after = changed(catalog, change)
    (army,) = {catalog.troops[code].army for code in change}
    field = others({name: built(catalog, name, size) for name in catalog.armies}, army)
    rates = []
    for values in (catalog, after):
        use(values)
        found = scores(built(values, army, size), field, range(pairs * len(field)), agent, seed)
        rates.append(sum(found) / len(found))
    use(catalog)
    return Shift(army, *rates)


def try_change(wishes: argparse.Namespace) -> None:
    """Print how a change moves its army at each size."""
    change = {
        code: {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        for code, values in wishes.change.items()
    }
    for size in wishes.sizes:
        found = shift(load.shipped_catalog(), change, size, wishes.pairs, wishes.agent, wishes.seed)
        print(f"{found.army} {size}: {100 * found.before:.0f} % before, {100 * found.after:.0f} %")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    for name, function in (
        ("matrix", matrices),
        ("rounds", rounds),
        ("page", page),
        ("search", search),
        ("try", try_change),
    ):
        command = commands.add_parser(name)
        command.set_defaults(function=function)
        command.add_argument("--pairs", type=int, default=24)
        command.add_argument("--agent", default=AGENT)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
        command.add_argument("--json", help="add the results to this file")
        if name == "matrix":
            kinds = ("ready", "built", "strongest", "counter")
            command.add_argument("--lists", choices=kinds, default="built")
            command.add_argument("--race", default=AGENT, help="who plays where lists are chosen")
        if name == "try":
            command.add_argument("change", type=json.loads, help="codes with their new values")
        if name == "search":
            command.add_argument("--minutes", type=float, default=20)
    wishes = parser.parse_args()
    wishes.function(wishes)


if __name__ == "__main__":
    main()
