"""Kits do not name a game either: what they must know of one, they ask the table of games."""

import re
from pathlib import Path

import pytest

from tests.test_layers import PACKAGE

KITS = ("base", "native", "play", "page", "terminal", "text")


@pytest.mark.parametrize(
    "file",
    sorted(path for kit in KITS for path in (PACKAGE / kit).rglob("*.py")),
    ids=lambda file: str(file.relative_to(PACKAGE)),
)
def test_a_kit_names_no_room(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r"pbbuild[./]pocket_\w+|\bpocket_(?:battles|general)\b", text)
