"""Links from a sentence to the rules that it names."""

import re
from functools import cache
from typing import TYPE_CHECKING

from pbbuild.play.clauses import load_rules

if TYPE_CHECKING:
    from markupsafe import Markup


def with_clause_links(text: str) -> "Markup":
    """The text with every clause id as a link to the page of rules."""
    from markupsafe import Markup, escape

    parts: list[Markup] = []
    last = 0
    for match in _pattern().finditer(text):
        parts.append(escape(text[last : match.start()]))
        # Ids are our own: letters, digits, dots and hyphens.
        clause = match.group()
        parts.append(Markup(f'<a class="clause" href="/rules#{clause}">{clause}</a>'))
        last = match.end()
    return Markup("").join([*parts, escape(text[last:])])


@cache
def _pattern() -> re.Pattern[str]:
    ids = sorted(load_rules(), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, ids))})(?![\w.]*\d)")
