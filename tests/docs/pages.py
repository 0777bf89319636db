"""The pages of the documentation: their sections, and what is typed in each."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.cli import REPOSITORY

ROOT_PAGES = [REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = [*ROOT_PAGES, *sorted((REPOSITORY / "docs").glob("*.md"))]
# Those that people wrote.
WRITTEN = [page for page in PAGES if page.name not in ("commands.md", "clauses.md")]
_CODE = re.compile(r"^```([a-z]*)\n(.*?)^```|`([^`]+)`", re.DOTALL | re.MULTILINE)


def name_of(page: Path) -> str:
    """A page's path below the repository."""
    return page.relative_to(REPOSITORY).as_posix()


def sections(page: Path) -> Iterator[tuple[str, str]]:
    """Heading and text of each section of a page."""
    parts = re.split(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert not parts[0].strip(), f"{page.name} begins without a heading"
    yield from zip(parts[1::2], parts[2::2], strict=True)


def blocks_in(text: str, language: str) -> list[str]:
    """The blocks of code in a language."""
    return [block for tongue, block, _ in _CODE.findall(text) if block and tongue == language]


def code_in(text: str) -> list[str]:
    """Every line of code in the order of the page, of blocks and `inline`, notes taken off."""
    found = []
    for _, block, inline in _CODE.findall(text):
        for line in block.splitlines() or [" ".join(inline.split())]:
            typed = line.strip().removeprefix("$ ")
            found.append(re.split(r"\s{2,}|\s#|[|>]", typed)[0].strip())
    return found


def commands_in(text: str) -> list[str]:
    """The lines of code that are commands of ours."""
    return [line for line in code_in(text) if line.startswith("pbbuild ")]
