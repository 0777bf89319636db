"""Work on other processes and machines: the same bytes, whoever dies on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbbuild.errors import UsageError
from pbbuild.play.series import StopRule, run_series
from pbbuild.play.workers import ClusterWorkers, InProcessWorkers, ProcessWorkers, cluster_workers
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import Totals
from tests.cli import PROGRAM, REPOSITORY, environment_in
from tests.cli import run as pbbuild

GAMES = ["--games", "120", "--agent", "greedy", "--seed", "5", "--json"]


def plan() -> Plan:
    lists = [find_list(name).army_list for name in ("union-50", "persians-50")]
    return Plan(lists[0], (lists[1],), "greedy", "greedy", 5)


class Cluster:
    """A scheduler and its workers on this machine alone, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        self.workers: list[subprocess.Popen[bytes]] = []
        self._note = folder / "scheduler.json"
        self._scheduler = self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(self._note),
        )
        self.address = self._address()

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _address(self) -> str:
        for _ in range(600):
            if self._note.exists():
                return str(json.loads(self._note.read_text())["address"])
            time.sleep(0.1)
        raise AssertionError("the scheduler did not start")

    def add_worker(self) -> None:
        self.workers.append(
            self._start(
                "worker",
                self.address,
                "--no-nanny",
                "--nthreads",
                "1",
                "--no-dashboard",
                "--host",
                "127.0.0.1",
                "--local-directory",
                str(self._folder),
            )
        )

    def end(self) -> None:
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    folder.mkdir()
    found = Cluster(folder)
    try:
        for _ in range(workers):
            found.add_worker()
        yield found
    finally:
        found.end()


@pytest.mark.slow
def test_a_cluster_with_a_worker_killed_gives_the_same_bytes_as_one_process(tmp_path: Path) -> None:
    alone = pbbuild("playtest", "union-50", *GAMES, "--workers", "1", folder=tmp_path)
    two = pbbuild("playtest", "union-50", *GAMES, "--workers", "2", folder=tmp_path)
    run_file = tmp_path / "run" / "run.json"
    with cluster(tmp_path / "cluster", 2) as found:
        client = subprocess.Popen(
            [*PROGRAM, "playtest", "union-50", *GAMES, "--scheduler", found.address, "-o", "run"],
            cwd=tmp_path,
            env=environment_in(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        # Kill one as soon as the first results are in, that is in the midst of its work.
        while client.poll() is None and not run_file.exists():
            time.sleep(0.02)
        assert client.poll() is None, client.communicate()
        played = json.loads(run_file.read_text())["totals"]["pairs"][0]
        found.workers[0].send_signal(signal.SIGKILL)
        far, said = client.communicate(timeout=120)

    assert 0 < played < 60, "the worker has to die before the end"
    assert client.returncode == 0, said
    assert alone.returncode == two.returncode == 0, alone.stderr
    assert far.decode() == alone.stdout == two.stdout


@pytest.mark.slow
def test_a_process_that_dies_costs_time_and_no_result() -> None:
    workers = ProcessWorkers(2)
    killed = False

    def kill_one(totals: Totals) -> None:
        nonlocal killed
        if not killed:
            killed = True
            process = next(iter(workers._pool._processes.values()))
            os.kill(process.pid or 0, signal.SIGKILL)

    try:
        totals = run_series(plan(), StopRule(64), workers, kill_one)
    finally:
        workers.close()

    assert killed
    assert totals.document() == run_series(plan(), StopRule(64), InProcessWorkers()).document()


@pytest.mark.slow
def test_every_series_of_battles_can_be_played_on_a_cluster(tmp_path: Path) -> None:
    settings = ("--games", "24", "--agent", "random", "--seed", "5", "--json")
    with cluster(tmp_path / "cluster", 1) as found:
        for words in (
            ("tournament", "union-50", "persians-50"),
            ("compare", "union-50", "confederacy-50"),
            ("playtest", "--game", "pocket-general"),
        ):
            alone = pbbuild(*words, *settings, "--workers", "1", folder=tmp_path)
            far = pbbuild(*words, *settings, "--scheduler", found.address, folder=tmp_path)

            assert alone.returncode == far.returncode == 0, far.stderr
            assert far.stdout == alone.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("playtest", "union-50"), id="playtest"),
        pytest.param(("tournament", "union-50", "persians-50"), id="tournament"),
        pytest.param(("compare", "union-50", "persians-50"), id="compare"),
        pytest.param(("improve", "union-50"), id="improve"),
        pytest.param(("playtest", "--game", "pocket-general"), id="playtest of Pocket General"),
    ],
)
def test_a_cluster_that_is_not_there_is_told_in_a_sentence(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    found = pbbuild(*words, "--scheduler", "carrier-pigeon://here", folder=tmp_path)

    assert found.returncode == 2
    assert "carrier-pigeon" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.slow
@pytest.mark.parametrize("address", ["x", "tcp://x", "tls://:", "pigeon://x", "tcp://x:y"])
def test_no_client_is_made_for_what_is_no_address(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One half made waits for its thread to end, and complains when it is thrown away.
    made: list[object] = []
    monkeypatch.setattr("distributed.Client", lambda *wanted, **how: made.append(wanted))
    with pytest.raises(UsageError), cluster_workers(address):
        pass
    assert not made


def test_a_machine_too_busy_to_ask_a_cluster_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Starved:
        def __init__(self, *wanted: object, **how: object) -> None:
            raise AssertionError

    monkeypatch.setattr("distributed.Client", Starved)
    with pytest.raises(UsageError) as told, cluster_workers("tcp://127.0.0.1:1"):
        pass
    assert told.value.code == "playtest.no-cluster"
    assert told.value.values["reason"] == "Connection timed out"


class Client:
    """As much of a cluster as a workers needs, working at once."""

    def __init__(self) -> None:
        self.cancelled: list[object] = []

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def submit(self, function: Callable[..., object], *job: object, **options: object) -> object:
        return SimpleNamespace(result=lambda: function(*job))

    def cancel(self, futures: list[object]) -> None:
        self.cancelled += futures


def test_work_that_nobody_waits_for_any_more_is_taken_back_from_the_cluster() -> None:
    client = Client()
    results = ClusterWorkers(client).each(abs, [(-number,) for number in range(100)])
    assert [next(results), next(results)] == [0, 1]
    results.close()
    assert 0 < len(client.cancelled) < 98
    assert [*ClusterWorkers(Client()).each(abs, [(-3,), (-4,)])] == [3, 4]
