"""Playing blocks on a Dask cluster: the same totals, on many machines."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pbbuild.errors import UsageError
from pbbuild.match.series import Plan, play_block
from pbbuild.match.totals import Totals


class ClusterCrew:
    """Hands blocks to a cluster's workers; one that dies costs time, its block is played again."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def play(self, plan: Plan, blocks: Sequence[tuple[int, int]]) -> Iterator[Totals]:
        """All blocks at once, handed over in order."""
        waiting = [
            self._client.submit(play_block, plan, *block, pure=False, retries=5) for block in blocks
        ]
        for future in waiting:
            totals = future.result()
            assert isinstance(totals, Totals)
            yield totals


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
