"""Workers that run the jobs of many battles: this process, its children, or a cluster."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, Final, Protocol, TypeVar

from pbbuild.errors import PbbuildError

# Jobs submitted per worker, running or queued: enough that no worker idles, few in memory.
JOBS_AHEAD: Final = 3
# Worker processes that may die before we conclude that the work itself kills them.
MOST_DEATHS: Final = 20
_PARENT_POLL: Final = 0.5  # seconds

Job = tuple[Any, ...]
Result = TypeVar("Result")


class Workers(Protocol):
    """What runs jobs: this process, its children, or a cluster."""

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The result of `function` for each job's arguments, in the order of the jobs.

        Jobs are read from the iterable only a few ahead; closing the generator drops those.
        """
        ...


class InProcessWorkers:
    """Runs jobs in this process."""

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results, one job after the other."""
        for job in jobs:
            yield function(*job)


class ProcessWorkers:
    """Runs jobs in several processes of this machine."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results in order; jobs that were running when a process died run again.

        Dropped jobs are left to finish: Debian's Python 3.11.2 cannot shut down a pool in which
        some were cancelled.
        """
        left = iter(jobs)
        waiting: deque[tuple[Job, Future[Result]]] = deque()
        deaths = 0
        while True:
            for job in islice(left, JOBS_AHEAD * self._workers - len(waiting)):
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
            # The pool starts its processes when the first jobs are submitted.
            with _sigint_blocked():
                return self._pool.submit(function, *job)
        except BrokenProcessPool as error:
            # `each` handles it when it waits for this job, like a death during the work.
            broken: Future[Result] = Future()
            broken.set_exception(error)
            return broken

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned, not forked: children inherit no half-read buffers of this process.
        context = get_context("spawn")
        return ProcessPoolExecutor(
            self._workers, mp_context=context, initializer=_start_worker, initargs=(os.getpid(),)
        )

    def close(self) -> None:
        """End the processes and wait until they have ended.

        Without waiting, this process may find the pipe to them closed while it writes: Debian's
        Python 3.11.2 then ends with a traceback.
        """
        self._pool.shutdown(wait=True, cancel_futures=True)

    def leave(self) -> None:
        """Terminate the processes without waiting for their jobs, whose results are not needed."""
        for process in active_children():
            process.terminate()
        self._pool.shutdown(wait=True)


@contextmanager
def start_workers(count: int) -> Iterator[Workers]:
    """Workers in so many processes; for one worker, this process."""
    if count <= 1:
        yield InProcessWorkers()
        return
    workers = ProcessWorkers(count)
    try:
        yield workers
    except BaseException:
        with _sigint_ignored():
            workers.leave()
        raise
    workers.close()


def _start_worker(parent: int) -> None:
    """Prepare this process to work for process `parent`."""
    # SIGINT goes to the whole process group; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: int) -> None:
    # A parent that was killed cannot stop its children: they would wait for jobs forever.
    while os.getppid() == parent:
        time.sleep(_PARENT_POLL)
    os._exit(2)


@contextmanager
def _sigint_ignored() -> Iterator[None]:
    """Ignore SIGINT meanwhile: a second Ctrl-C would leave the workers running forever."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set signal handlers
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT meanwhile, also for processes started now; this process gets it afterwards.

    A child interrupted before `_start_worker` has run would end with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
