"""Workers on a Dask cluster: the same totals, computed on many machines."""

import errno
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from pbbuild.base.installed import install_command
from pbbuild.errors import UsageError
from pbbuild.play.workers import JOBS_AHEAD, Job, Result

# How many workers a job may lose before it is considered the cause.
RETRIES: Final = 10
LEAST_WORKERS: Final = 2


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
                most = JOBS_AHEAD * max(LEAST_WORKERS, len(self._client.nthreads()))
                for job in islice(left, max(0, most - len(waiting))):
                    waiting.append(self._client.submit(function, *job, pure=False, retries=RETRIES))
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
        get_backend(scheme).get_address_host(place)
        client = Client(address, timeout="4s", set_as_default=False)
    except (OSError, ValueError, TimeoutError, OverflowError, AssertionError) as error:
        # Dask asserts that its thread started within ten seconds; on a busy machine it may not.
        reason = str(error) or os.strerror(errno.ETIMEDOUT)
        raise UsageError("playtest.no-cluster", address=address, reason=reason) from None
    try:
        yield ClusterWorkers(client)
    finally:
        client.close()
