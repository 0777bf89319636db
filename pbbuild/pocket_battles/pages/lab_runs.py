"""Playtests, comparisons, tournaments, searches and metagames, played behind the page.

Every run has a thread that calls the same functions as the commands; the battles themselves are
played by the page's processes. A run that is stopped keeps what it has found.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.series import BLOCK, StopRule, block_totals, blocks_of, run_series
from pbbuild.play.statistics import Estimate, win_rate
from pbbuild.play.tournament import RunningStandings, Standings
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.counter import (
    CounterList,
    CounterSearch,
    candidate_lists,
    find_counter,
)
from pbbuild.pocket_battles.metagame.meta import Metagame, MetaSettings, play_metagame
from pbbuild.pocket_battles.metagame.tile_worth import (
    ArmyWorth,
    WorthSettings,
    measure_worth,
    worth_battles,
)
from pbbuild.pocket_battles.playtest.battle_budget import BattleBudget
from pbbuild.pocket_battles.playtest.comparison import NOTHING, BothComparisons, compare
from pbbuild.pocket_battles.playtest.improve import ImprovementStep, improve
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import Totals
from pbbuild.pocket_battles.playtest.tournament import encounters_of
from pbbuild.text.translate import Translator
from pbbuild.web.pages import Services

PLAYTEST, COMPARE, TOURNAMENT, IMPROVE = "playtest", "compare", "tournament", "improve"
COUNTER, META, WORTH = "counter", "meta", "worth"
KINDS: Final = (PLAYTEST, COMPARE, IMPROVE, COUNTER, TOURNAMENT, META, WORTH)
# The oldest runs are forgotten; what they played can be played again by its seed.
MOST_RUNS: Final = 30


class StoppedError(Exception):
    """The player stopped a run."""


@dataclass
class LabRun:
    """One run: its plans, how far it is, and what it found so far.

    `plans` are those whose battles can be watched; `wanted` is 0 while nobody knows how many
    battles there will be. `searched` is the work done of a search and the most there can be.
    """

    id: str
    kind: str
    plans: list[Plan]
    wanted: int
    agent: str
    seed: int
    lists: tuple[ArmyList, ...] = ()
    done: int = 0
    stopped: bool = False
    finished: bool = False
    failed: str = ""
    refused: PbbuildError | None = None
    since: float = field(default_factory=time.monotonic)
    lock: threading.RLock = field(default_factory=threading.RLock)
    course: list[tuple[int, Estimate]] = field(default_factory=list)
    totals: Totals | None = None
    compared: BothComparisons = NOTHING
    standings: Standings | None = None
    steps: list[ImprovementStep] = field(default_factory=list)
    heat: tuple[int, int] = (0, 0)
    searched: tuple[int, int] = (0, 0)
    army: str = ""
    points: int = 0
    worth: ArmyWorth | None = None
    counter: CounterList | None = None
    metagame: Metagame | None = None

    @property
    def plan(self) -> Plan:
        """The first plan: the only one of most runs."""
        return self.plans[0]

    @property
    def is_running(self) -> bool:
        """Whether more battles will be played."""
        return not (self.stopped or self.failed or self.refused or self.finished)

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at the speed so far, None while that is unknown."""
        passed, part = time.monotonic() - self.since, self.part
        if not self.is_running or not part or passed < 1:
            return None
        return passed * (1 - part) / part

    @property
    def part(self) -> float | None:
        """How much of the work is done, None where that is not known."""
        if self.searched[1]:
            return self.searched[0] / self.searched[1]
        return self.done / self.wanted if self.wanted else None


class PageWorkers:
    """The page's processes as workers of a run: a few jobs at a time, none after a stop.

    Every job is a block of pairs: a plan, the first pair, how many. They are counted as they end.
    """

    def __init__(self, services: Services, run: LabRun, publish: Callable[[LabRun], None]) -> None:
        self._services = services
        self._run = run
        self._publish = publish

    def each(
        self, function: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]
    ) -> Generator[Any, None, None]:
        """The result of each job in order; raises `StoppedError` once the run was stopped."""
        waiting: deque[tuple[int, Future[Any]]] = deque()
        rest = iter(jobs)
        while True:
            if self._run.stopped:
                raise StoppedError
            for job in islice(rest, self._services.quiet.workers - len(waiting)):
                waiting.append((job[2], self._services.quiet.start(function, *job)))
            if not waiting:
                return
            pairs, started = waiting.popleft()
            found = started.result()
            with self._run.lock:
                self._run.done += 2 * pairs
            yield found
            self._publish(self._run)


class LabRuns:
    """The runs of this server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._runs: dict[str, LabRun] = {}
        self._number = 0
        self._lock = threading.Lock()

    def all(self) -> list[LabRun]:
        """All runs, the newest first."""
        with self._lock:
            return list(reversed(self._runs.values()))

    def find(self, run_id: str) -> LabRun | None:
        """A run by its id."""
        with self._lock:
            return self._runs.get(run_id)

    def playtest(self, plan: Plan, pairs: int) -> LabRun:
        """Begin a playtest of `pairs` pairs of battles."""

        def play(run: LabRun, workers: PageWorkers) -> None:
            def told(totals: Totals) -> None:
                with run.lock:
                    run.totals = totals
                    run.course.append((run.done, win_rate(totals.pairs)))

            run_series(plan, StopRule(pairs), workers, told)

        return self._begin(PLAYTEST, [plan], 2 * pairs, play)

    def compare(self, plan: Plan, other: Plan, pairs: int) -> LabRun:
        """Begin to compare the lists of two plans over the same pairs."""

        def play(run: LabRun, workers: PageWorkers) -> None:
            for start in range(0, pairs, BLOCK):
                count = min(BLOCK, pairs - start)
                [found] = compare(plan, [other.ours], start, count, workers)
                with run.lock:
                    run.compared = run.compared.plus(found)
                    run.course.append((run.done, run.compared.adjusted.gain()))
                self._publish(run)

        return self._begin(COMPARE, [plan, other], 4 * pairs, play)

    def tournament(self, lists: Sequence[ArmyList], agent: str, seed: int, pairs: int) -> LabRun:
        """Begin a tournament; all meetings grow at the same pace."""
        encounters = encounters_of(lists, [agent] * len(lists), seed)
        plans: list[Plan] = [plan for each in encounters for plan in each.plans]  # type: ignore[misc]
        places = [(each.first, each.second) for each in encounters]
        names = [army_list.name for army_list in lists]

        def play(run: LabRun, workers: PageWorkers) -> None:
            running = RunningStandings(names, places)
            for first, count in blocks_of(0, pairs):
                jobs = ((plan, first, count) for plan in plans)
                for place, totals in zip(places, workers.each(block_totals, jobs), strict=True):
                    running.add(place, totals)
                    found = running.standings()
                    with run.lock:
                        run.standings = found

        return self._begin(
            TOURNAMENT, plans, 2 * pairs * len(plans), play, tuple(lists), (agent, seed)
        )

    def improve(self, plan: Plan, steps: int) -> LabRun:
        """Begin to search for up to `steps` changes that make the plan's list better."""

        def play(run: LabRun, workers: PageWorkers) -> None:
            def told(step: ImprovementStep) -> None:
                with run.lock:
                    run.steps.append(step)
                    run.heat = (0, 0)
                self._publish(run)

            budget = BattleBudget(progress=self._search(run))
            improve(plan, load_catalog(), workers, steps, told, self._heats(run), budget)

        return self._begin(IMPROVE, [plan], 0, play)

    def counter(self, target: ArmyList, search: CounterSearch, t: Translator) -> LabRun:
        """Begin to search for the list that beats `target`; found lists have names of `t`."""

        def play(run: LabRun, workers: PageWorkers) -> None:
            candidates = self._candidates(run, target.points, search, t)
            found = find_counter(
                [target],
                search,
                load_catalog(),
                workers,
                t,
                self._heats(run),
                candidates,
                self._search(run),
            )
            with run.lock:
                run.counter = found

        return self._begin(COUNTER, [], 0, play, (target,), (search.agent, search.seed))

    def metagame(self, lists: Sequence[ArmyList], settings: MetaSettings, t: Translator) -> LabRun:
        """Begin to find the mix of lists that no list beats."""
        meetings = len(lists) * (len(lists) - 1) // 2
        # How many battles a search takes is known only when it is over.
        wanted = 0 if settings.searches else 2 * -(-settings.games // 2) * meetings

        def play(run: LabRun, workers: PageWorkers) -> None:
            found = play_metagame(
                lists,
                settings,
                load_catalog(),
                workers,
                t,
                heat_over=self._heats(run),
                candidates_of=lambda size, search: self._candidates(run, size, search, t),
            )
            with run.lock:
                run.metagame = found

        asked = (settings.agent, settings.seed)
        return self._begin(META, [], wanted, play, tuple(lists), asked)

    def worth(self, army: str, settings: WorthSettings) -> LabRun:
        """Begin to measure what the tiles of an army are worth."""

        def play(run: LabRun, workers: PageWorkers) -> None:
            with run.lock:
                run.army, run.points = army, settings.points
            found = measure_worth(army, settings, load_catalog(), workers)
            with run.lock:
                run.worth = found

        asked = (settings.agent, settings.seed)
        return self._begin(WORTH, [], worth_battles(settings), play, (), asked)

    def _candidates(
        self, run: LabRun, size: int, search: CounterSearch, t: Translator
    ) -> list[ArmyList]:
        """The lists that race, built in other processes: dozens would slow down every click."""
        armies = search.armies or tuple(load_catalog().armies)
        started = [
            self._services.quiet.start(
                built_candidates, size, replace(search, armies=(army,)), t.language
            )
            for army in armies
        ]
        found: list[ArmyList] = []
        problem: UsageError | None = None
        for each in started:
            while not wait([each], 0.2).done:
                if run.stopped:
                    for job in started:
                        job.cancel()
                    raise StoppedError
            try:
                found += each.result()
            except UsageError as error:
                if search.armies:
                    raise
                problem = error
        if problem and not found:
            raise problem
        return found

    def _search(self, run: LabRun) -> Callable[[int, int], None]:
        """What a search calls with the work done and the most there can be."""

        def searched(done: int, of: int) -> None:
            with run.lock:
                run.searched = (done, of)

        return searched

    def _heats(self, run: LabRun) -> Callable[[int, int], None]:
        """What a search calls after each heat of its races."""

        def heat_over(left: int, pairs: int) -> None:
            with run.lock:
                run.heat = (left, pairs)
            self._publish(run)

        return heat_over

    def stop(self, run: LabRun) -> None:
        """End a run after the jobs that are being played; its results stay."""
        with run.lock:
            run.stopped = True
        self._publish(run)

    def _begin(
        self,
        kind: str,
        plans: list[Plan],
        wanted: int,
        play: Callable[[LabRun, PageWorkers], None],
        lists: tuple[ArmyList, ...] = (),
        asked: tuple[str, int] | None = None,
    ) -> LabRun:
        """Begin a run; `asked` are its agent and seed where no plan has them."""
        agent, seed = asked or (plans[0].agent, plans[0].seed)
        with self._lock:
            self._number += 1
            run = LabRun(str(self._number), kind, plans, wanted, agent, seed, lists)
            self._runs[run.id] = run
            for old in list(self._runs)[:-MOST_RUNS]:
                self._runs.pop(old).stopped = True
        threading.Thread(target=self._play, args=(run, play), daemon=True).start()
        return run

    def _play(self, run: LabRun, play: Callable[[LabRun, PageWorkers], None]) -> None:
        try:
            play(run, PageWorkers(self._services, run, self._publish))
        except StoppedError:
            pass
        except PbbuildError as error:
            run.refused = error
        except Exception as error:  # noqa: BLE001  shown on the run's page; the server stays up
            run.failed = f"{type(error).__name__}: {error}"[:200]
        run.finished = True
        self._publish(run)

    def _publish(self, run: LabRun) -> None:
        self._services.hub.publish(f"lab-{run.id}", done=run.done)


def built_candidates(size: int, search: CounterSearch, language: str) -> list[ArmyList]:
    """The lists that race in a search for a counter; runs in another process."""
    return candidate_lists(size, search, load_catalog(), Translator(language))
