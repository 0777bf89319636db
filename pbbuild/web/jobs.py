"""Long work in other processes: agents, playtests and PDFs never hold up the page.

The compiled rules hold the interpreter's lock, so threads would not help.
"""

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from pbbuild.play.workers import sigint_blocked, start_worker

# A worker ends at once if the page was killed and can no longer stop it.
_WORKERS: Final = 2
_QUIET: Final = 10


class Jobs:
    """A pool of processes that starts with its first job.

    A quiet pool leaves the processor to everything else.
    """

    def __init__(self, workers: int = _WORKERS, *, is_quiet: bool = False) -> None:
        self.workers = max(1, min(workers, os.cpu_count() or 1))
        self._niceness = _QUIET if is_quiet else 0
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def start(self, function: Callable[..., Any], *values: Any) -> "Future[Any]":
        """Run a function of a module in another process; it and its values must be picklable.

        Raises `CancelledError` once the pool is closed.
        """
        try:
            return self._submit(function, *values)
        except BrokenProcessPool:
            # Another program killed a worker: the next pool continues.
            self._discard()
            return self._submit(function, *values)

    def _submit(self, function: Callable[..., Any], *values: Any) -> "Future[Any]":
        # Before the block, because making a pool ends it: multiprocessing unblocks SIGINT.
        pool = self._pooled()
        # The pool starts its processes when it gets jobs.
        with sigint_blocked():
            return pool.submit(function, *values)

    def warm_up(self) -> None:
        """Start the processes now, so that the first job need not wait for them."""
        for _ in range(self.workers):
            self.start(os.getpid)

    def close(self) -> None:
        """End the processes without waiting for their work."""
        self._is_closed = True
        self._discard()

    def _pooled(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                if self._is_closed:
                    raise CancelledError
                # Forking a process that has threads may deadlock.
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    self.workers,
                    mp_context=context,
                    initializer=_begin,
                    initargs=(os.getpid(), self._niceness),
                )
            return self._pool

    def _discard(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with contextlib.suppress(OSError):
                process.kill()


def _begin(parent: int, niceness: int) -> None:
    start_worker(parent)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


@contextlib.contextmanager
def jobs(workers: int = _WORKERS) -> Iterator[Jobs]:
    """A pool that ends with the block."""
    pool = Jobs(workers)
    try:
        yield pool
    finally:
        pool.close()
