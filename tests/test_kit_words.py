"""Kits do not name a game either: what they must know of one, they ask the table of games."""

import re

from tests.sources import PACKAGE

KITS = ("base", "native", "play", "page", "terminal", "text", "web")


def test_a_kit_names_no_room() -> None:
    files = sorted(path for kit in KITS for path in (PACKAGE / kit).rglob("*.py"))
    named = re.compile(r"pbbuild[./]pocket_\w+|\bpocket_(?:battles|general)\b")
    assert files
    assert [file for file in files if named.search(file.read_text(encoding="utf-8"))] == []
