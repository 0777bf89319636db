"""Who plays many battles: processes of this machine, or a cluster."""

import os
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final

import click

from pbbuild.terminal.options import together

if TYPE_CHECKING:
    from pbbuild.play.workers import Crew

# More processes only take time to start and to end; the results are the same.
MOST_PER_CORE: Final = 4

# `--workers` and `--scheduler`, for `crew_from`.
crew_options: Final = together(
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        help="Processes (as many as there are cores; at most four for each).",
    ),
    click.option(
        "--scheduler", metavar="ADDRESS", help="Play on a Dask cluster (pbbuild[cluster])."
    ),
)


def crew_from(workers: int | None, scheduler: str | None) -> "AbstractContextManager[Crew]":
    """Whoever does the work: a cluster, or processes of this machine."""
    if scheduler:
        from pbbuild.play.cluster import cluster_crew

        return cluster_crew(scheduler)
    from pbbuild.play.workers import crew_of

    return crew_of(min(workers, MOST_PER_CORE * cores()) if workers else cores())


def cores() -> int:
    """How many processes of ours can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
