"""Templates of printed sheets place finished values: they calculate nothing."""

import re

import pytest

from tests.cli import REPOSITORY

PRINTED = sorted(
    path
    for folder in ("shared", "pocket_battles", "pocket_general")
    for path in (REPOSITORY / "templates" / folder).rglob("*.j2")
    if path.relative_to(REPOSITORY / "templates" / folder).parts[0] not in ("web", "playtest")
)
EXPRESSION = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
WORDS = re.compile(r""""[^"]*"|'[^']*'""")
ARITHMETIC = re.compile(r"[\w)\]]\s*(?:\*\*?|//?|\+|-(?!%))\s*[\w(\[]")


def calculations(text: str) -> list[str]:
    """The expressions of a template that calculate."""
    expressions = (WORDS.sub('""', found.strip("-+ ")) for found in EXPRESSION.findall(text))
    return [one.strip() for one in expressions if ARITHMETIC.search(one)]


def test_calculations_are_found() -> None:
    assert calculations("{{ page.x + 2 }}{{ (a - b)|mm }}{% set c = 2 * d %}") == [
        "page.x + 2",
        "(a - b)|mm",
        "set c = 2 * d",
    ]
    assert calculations('{{ t("roster.first-short") }}{%- if a %}-{% endif -%}{{ "a" ~ b }}') == []


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.name)
def test_templates_of_sheets_calculate_nothing(path: object) -> None:
    assert len(PRINTED) > 5
    assert calculations(path.read_text(encoding="utf-8")) == []  # type: ignore[attr-defined]
