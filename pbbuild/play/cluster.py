"""Playing blocks on a Dask cluster: the same totals, on many machines."""

import errno
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from pbbuild.base.installed import adding
from pbbuild.errors import UsageError
from pbbuild.play.workers import AHEAD, Job, Result

# How often a job may be on a worker that dies before it is thought to be the cause.
RETRIES: Final = 10
LEAST_WORKERS: Final = 2


class ClusterCrew:
    """Hands jobs to a cluster's workers; one that dies costs time, its job is done again."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """Jobs handed out a few ahead, results handed over in order."""
        left = iter(jobs)
        waiting: deque[Any] = deque()
        try:
            while True:
                # Workers come and go while a run goes on.
                room = AHEAD * max(LEAST_WORKERS, len(self._client.nthreads()))
                for job in islice(left, max(0, room - len(waiting))):
                    waiting.append(self._client.submit(function, *job, pure=False, retries=RETRIES))
                if not waiting:
                    return
                yield waiting[0].result()
                waiting.popleft()
        finally:
            if waiting:
                self._client.cancel(list(waiting))


@contextmanager
def cluster_crew(address: str) -> Iterator[ClusterCrew]:
    """A crew on the cluster whose scheduler is at `address`."""
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address
        from distributed.comm.registry import get_backend
    except ImportError:
        raise UsageError("playtest.no-dask", adding=adding("distributed")) from None
    try:
        # A client half made complains aloud later: look first whether the address is one.
        scheme, place = parse_address(address)
        get_backend(scheme).get_address_host(place)
        client = Client(address, timeout="4s", set_as_default=False)
    except (OSError, ValueError, TimeoutError, OverflowError, AssertionError) as error:
        # Dask asserts that its own thread began within ten seconds; on a busy machine it may not.
        reason = str(error) or os.strerror(errno.ETIMEDOUT)
        raise UsageError("playtest.no-cluster", address=address, reason=reason) from None
    try:
        yield ClusterCrew(client)
    finally:
        client.close()
