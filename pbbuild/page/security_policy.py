"""The Content-Security-Policy of pages that stand alone: nothing is loaded, only our code runs.

Style sheets and scripts inside a page are allowed by their hashes. Style attributes have none and
would be ignored: `without_style_attributes` turns them into rules of a style sheet.
"""

import base64
import hashlib
import re
from collections.abc import Sequence


def security_policy(styles: Sequence[str] = (), scripts: Sequence[str] = ()) -> str:
    """The meta element for a page with these style sheets and scripts inside, and no others."""
    rules = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
    rules += [
        f"{kind} {' '.join(map(_hash, texts))}"
        for kind, texts in (
            ("style-src", styles),
            ("script-src", scripts),
        )
        if texts
    ]
    rules += ["img-src data:", "font-src data:"]
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def without_style_attributes(markup: str) -> tuple[str, str]:
    """The markup with each style attribute as a number, and a style sheet for the numbers.

    Text in our pages is escaped, so a style attribute is always one of our templates.
    """
    numbers: dict[str, int] = {}

    def numbered(found: re.Match[str]) -> str:
        number = numbers.setdefault(found[1], len(numbers) + 1)
        return f' data-style="{number}"'

    changed = re.sub(r' style="([^"]*)"', numbered, markup)
    # Like an attribute, these win over the other rules.
    rules = [
        f'[data-style="{number}"]{{{_important(declarations)}}}'
        for declarations, number in numbers.items()
    ]
    return changed, "".join(rules)


def _important(declarations: str) -> str:
    parts = [part.strip() for part in declarations.split(";") if part.strip()]
    return ";".join(f"{part}!important" for part in parts)
