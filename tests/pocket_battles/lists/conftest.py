"""A temporary home folder and a list, for tests that save lists."""

from pathlib import Path

import pytest

from pbbuild.pocket_battles.lists.saved_lists import save_new
from tests.pocket_battles.builder.toybox import union


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PBBUILD_LISTS", raising=False)
    return tmp_path / "home"


@pytest.fixture
def path(home: Path) -> Path:
    return save_new(union(("UNI01",), ("UNI02", "UNI03")))
