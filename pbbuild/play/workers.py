"""Whoever does the work of many battles: this process, its children, or a cluster."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, Final, Protocol, TypeVar

from pbbuild.errors import PbbuildError
from pbbuild.play.worker_process import begin_work, born_deaf, deaf_to_ctrl_c

# Jobs each worker has in hand or waiting: nobody idles, and little is in memory.
AHEAD: Final = 3
# Processes that may die on us before we think that it is the work that kills them.
MOST_DEATHS: Final = 20

Job = tuple[Any, ...]
Result = TypeVar("Result")


class Crew(Protocol):
    """Whoever does the work: this process, its children, or a cluster."""

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """What `function` makes of each job's arguments, in the order of the jobs.

        Jobs are taken as they are needed, a few ahead; closing the iterator gives those up.
        """
        ...


class AloneCrew:
    """Works in this process."""

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """Job after job."""
        for job in jobs:
            yield function(*job)


class PoolCrew:
    """Works in several processes of this machine."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """Jobs handed out a few ahead; what a process was doing when it died is done again.

        Jobs given up are left to run out: Debian's Python 3.11.2 cannot end a pool in which
        some were cancelled.
        """
        left = iter(jobs)
        waiting: deque[tuple[Job, Future[Result]]] = deque()
        deaths = 0
        while True:
            for job in islice(left, AHEAD * self._workers - len(waiting)):
                waiting.append((job, self._submit(function, job)))
            if not waiting:
                return
            try:
                result = waiting[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise PbbuildError("playtest.workers-die", deaths=deaths) from None
                self._pool = self._new_pool()
                again = [job for job, _ in waiting]
                waiting = deque((job, self._submit(function, job)) for job in again)
                continue
            waiting.popleft()
            yield result

    def _submit(self, function: Callable[..., Result], job: Job) -> "Future[Result]":
        try:
            # The pool starts its processes when it is given work.
            with born_deaf():
                return self._pool.submit(function, *job)
        except BrokenProcessPool as error:
            # Found when its turn comes, like a death at work.
            broken: Future[Result] = Future()
            broken.set_exception(error)
            return broken

    def _new_pool(self) -> ProcessPoolExecutor:
        # Children begin anew: nothing half-read of this process goes with them.
        context = get_context("spawn")
        return ProcessPoolExecutor(
            self._workers, mp_context=context, initializer=begin_work, initargs=(os.getpid(),)
        )

    def close(self) -> None:
        """Send the processes home and see them off.

        Who leaves while they are leaving may find the pipe to them closed in the middle of a
        word: Debian's Python 3.11.2 then ends with a traceback.
        """
        self._pool.shutdown(wait=True, cancel_futures=True)

    def leave(self) -> None:
        """End the processes in the middle of their work, which nobody waits for any more."""
        for process in active_children():
            process.terminate()
        self._pool.shutdown(wait=True)


@contextmanager
def crew_of(workers: int) -> Iterator[Crew]:
    """A crew of so many processes."""
    if workers <= 1:
        yield AloneCrew()
        return
    crew = PoolCrew(workers)
    try:
        yield crew
    except BaseException:
        with deaf_to_ctrl_c():
            crew.leave()
        raise
    crew.close()
