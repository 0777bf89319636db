"""What holds for every test: bytecode files, tiers, and how workers share the tests."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tiers import QUICK_TIER, is_fast

# Without bytecode files pytest would rewrite the assertions of every test module again in each
# worker, and every process would compile pbbuild again: a quarter of the time of the quick tier.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    os.environ.pop(QUICK_TIER, None)
    if config.getoption("markexpr") in ("not slow", "fast"):
        from hypothesis import settings

        os.environ[QUICK_TIER] = "yes"
        settings.register_profile("quick", max_examples=25)
        settings.load_profile("quick")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave modules of other tiers unread where only fast tests are wanted."""
    is_module = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    only_fast = config.getoption("markexpr") == "fast"
    return True if only_fast and is_module and not is_fast(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_fast(item.path) and not item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.fast)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker whole folders, so that what tests share is made once and not by each."""
    from xdist.scheduler import LoadScopeScheduling

    class LoadFolderScheduling(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            path = nodeid.partition("::")[0]
            return path.rpartition("/")[0] if path.count("/") > 1 else path

    return LoadFolderScheduling(config, log) if config.getoption("dist") == "load" else None
