"""docs/python.md: every example gives what the page says."""

import doctest
from pathlib import Path

import pytest

import pbbuild
from tests.cli import REPOSITORY

PAGE = REPOSITORY / "docs/python.md"
# Types and errors need no call of their own.
CALLS = [name for name in pbbuild.__all__ if name[0].islower()]


@pytest.mark.slow
def test_the_examples_of_the_page_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    page = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(page.examples) > 30
    told: list[str] = []
    found = doctest.DocTestRunner(verbose=False).run(page, out=told.append)
    assert found.failed == 0, "".join(told)


@pytest.mark.parametrize("name", CALLS)
def test_the_page_shows_every_call(name: str) -> None:
    assert name in PAGE.read_text(encoding="utf-8")
