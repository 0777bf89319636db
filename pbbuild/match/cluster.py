"""Playing blocks on a Dask cluster: the same totals, on many machines."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pbbuild.errors import UsageError
from pbbuild.match.playtest import Job, Result


class ClusterCrew:
    """Hands jobs to a cluster's workers; one that dies costs time, its job is done again."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def each(self, function: Callable[..., Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """All jobs at once, handed over in order."""
        waiting = [self._client.submit(function, *job, pure=False, retries=5) for job in jobs]
        for future in waiting:
            yield future.result()


@contextmanager
def cluster_crew(address: str) -> Iterator[ClusterCrew]:
    """A crew on the cluster whose scheduler is at `address`."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("playtest.no-dask") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError("playtest.no-cluster", address=address, reason=str(error)) from None
    try:
        yield ClusterCrew(client)
    finally:
        client.close()
