"""What holds for every test: bytecode files, tiers, and how workers share the tests."""

import gc
import os
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.tiers import QUICK_TESTS, QUICK_TIER, cpu_seconds, is_fast, sampled, too_long

# Without bytecode files pytest would rewrite the assertions of every test module again in each
# worker, and every process would compile pbbuild again: a quarter of the time of the quick tier.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

CPU_BEFORE = pytest.StashKey[float]()
_system = ExitStack()


def pytest_configure(config: pytest.Config) -> None:
    from hypothesis import HealthCheck, settings

    os.environ.pop(QUICK_TIER, None)
    # How long an example takes by the clock says how busy the machine is.
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("patient", patient)
    settings.load_profile("patient")
    if config.getoption("markexpr") in ("not slow", "fast"):
        os.environ[QUICK_TIER] = "yes"
        settings.register_profile("quick", patient, max_examples=25)
        settings.load_profile("quick")
        config.pluginmanager.register(CpuTimes())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave modules of other tiers unread where only fast tests are wanted."""
    is_module = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    only_fast = config.getoption("markexpr") == "fast"
    return True if only_fast and is_module and not is_fast(collection_path) else None


def pytest_unconfigure(config: pytest.Config) -> None:
    _system.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("markexpr") == "not slow":
        quick = [item for item in items if not item.get_closest_marker("slow")]
        left_out = sampled([item.nodeid for item in quick if not is_fast(item.path)])
        for item in quick:
            if item.nodeid in left_out:
                item.add_marker(pytest.mark.slow)
    for item in items:
        if is_fast(item.path) and not item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.fast)


def pytest_collection_finish() -> None:
    """Keep what was collected out of every garbage collection that follows."""
    # After the collection: the tests themselves use what Windows does not have.
    if os.environ.get("PBBUILD_SIMULATE") == "windows":
        from tests.other_system import windows

        _system.enter_context(windows())
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    item.stash[CPU_BEFORE] = cpu_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the CPU time of each phase to its report; workers hand reports on."""
    report = yield
    before, item.stash[CPU_BEFORE] = item.stash[CPU_BEFORE], cpu_seconds()
    report.__dict__["cpu_seconds"] = item.stash[CPU_BEFORE] - before
    return report


class CpuTimes:
    """Reports quick tests that take too much CPU time, so that the tier stays quick."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.__dict__["cpu_seconds"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        total = sum(self.seconds.values())
        terminalreporter.write_sep(
            "=", f"CPU time of quick tests: {total:.0f} s of {QUICK_TESTS:.0f}"
        )
        for line in too_long(self.seconds):
            terminalreporter.write_line(f"{line}  mark it slow, or make it quicker")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker whole folders, so that what tests share is made once and not by each."""
    from xdist.scheduler import LoadScopeScheduling

    class LoadFolderScheduling(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return nodeid.partition("::")[0].rpartition("/")[0]

    return LoadFolderScheduling(config, log) if config.getoption("dist") == "load" else None
