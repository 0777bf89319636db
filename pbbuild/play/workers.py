"""Workers that run the jobs of many battles: this process, its children, or a cluster."""

import errno
import os
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Final, Protocol, TypeVar

from pbbuild.base.installed import install_command
from pbbuild.errors import PbbuildError, UsageError

# Jobs submitted per worker, running or queued: enough that no worker idles, few in memory.
JOBS_AHEAD: Final = 3
# Worker processes that may die before we conclude that the work itself kills them.
MOST_DEATHS: Final = 20
# How many workers a job may lose before it is considered the cause.
CLUSTER_RETRIES: Final = 10
LEAST_CLUSTER_WORKERS: Final = 2
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
            with sigint_blocked():
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
            self._workers, mp_context=context, initializer=start_worker, initargs=(os.getpid(),)
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


def start_worker(parent: int) -> None:
    """Prepare this process to work for process `parent`."""
    # SIGINT goes to the whole process group; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: int) -> None:
    # A parent that was killed cannot stop its children: they would wait for jobs forever.
    while _is_parent_alive(parent):
        time.sleep(_PARENT_POLL)
    os._exit(2)


def _is_parent_alive(parent: int) -> bool:
    if sys.platform == "win32":
        # There the number of the parent stays the same after its end.
        process = parent_process()
        return process is not None and process.is_alive()
    return os.getppid() == parent


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
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT meanwhile, also for processes started now; this process gets it afterwards.

    A child interrupted before `start_worker` has run would end with a traceback.
    """
    if sys.platform == "win32":
        yield  # its signals cannot be blocked
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class ClusterWorkers:
    """Runs jobs on a cluster's workers; a job whose worker dies runs again."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results in order; jobs are submitted a few ahead."""
        left = iter(jobs)
        waiting: deque[Any] = deque()
        try:
            while True:
                # The number of workers may change during a run.
                most = JOBS_AHEAD * max(LEAST_CLUSTER_WORKERS, len(self._client.nthreads()))
                for job in islice(left, max(0, most - len(waiting))):
                    waiting.append(
                        self._client.submit(function, *job, pure=False, retries=CLUSTER_RETRIES)
                    )
                if not waiting:
                    return
                yield waiting[0].result()
                waiting.popleft()
        finally:
            if waiting:
                self._client.cancel(list(waiting))


@contextmanager
def cluster_workers(address: str) -> Iterator[ClusterWorkers]:
    """Workers on the cluster whose scheduler is at `address`."""
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address
        from distributed.comm.registry import get_backend
    except ImportError:
        raise UsageError("playtest.no-dask", adding=install_command("distributed")) from None
    try:
        # A client that fails to connect prints errors later, so check the address first.
        scheme, place = parse_address(address)
        with warnings.catch_warnings(action="ignore"):
            get_backend(scheme).get_address_host(place)
        client = Client(address, timeout="4s", set_as_default=False)
    except Exception as error:  # noqa: BLE001 - each of Dask's protocols fails in its own way
        # Dask asserts that its thread started within ten seconds; on a busy machine it may not.
        reason = " ".join(str(error).split()).rstrip(".") or os.strerror(errno.ETIMEDOUT)
        raise UsageError("playtest.no-cluster", address=address, reason=reason) from None
    try:
        yield ClusterWorkers(client)
    finally:
        client.close()
