"""SECURITY.md names tests that are there."""

import re

from tests.cli import REPOSITORY


def test_every_test_named_in_the_page_exists() -> None:
    page = (REPOSITORY / "SECURITY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 15
    defined: set[str] = set()
    for file in (REPOSITORY / "tests").rglob("test_*.py"):
        defined |= set(re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.M))
    assert named <= defined, named - defined
