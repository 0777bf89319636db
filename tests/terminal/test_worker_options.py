"""How many processes play: never so many that starting them is the work."""

import pytest

from pbbuild.terminal import playtest_options as workers


@pytest.mark.parametrize(("wished", "given"), [(None, 2), (1, 1), (2, 2), (8, 8), (9, 8), (256, 8)])
def test_no_more_processes_than_cores_can_serve(
    wished: int | None, given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "cores", lambda: 2)
    asked: list[int] = []
    monkeypatch.setattr("pbbuild.play.workers.start_workers", asked.append)
    workers.workers_from_options(wished, None)
    assert asked == [given]
