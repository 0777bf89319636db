"""The style of an army as an option or an answer, in either language."""

from typing import Any

import click

from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.text.translate import LANGUAGES, sentences_of


def style_named(text: str) -> str | None:
    """The style that a word of either language, or the beginning of one, means; None if none."""
    wanted = text.strip().casefold()
    words = {
        (style, sentences_of(language)[f"new.style.{style}"].casefold())
        for style in STYLES
        for language in LANGUAGES
    } | {(style, style) for style in STYLES}
    exact = {style for style, word in words if word == wanted}
    begun = {style for style, word in words if len(wanted) > 2 and word.startswith(wanted)}
    found = exact or begun
    return found.pop() if len(found) == 1 else None


class StyleType(click.Choice[str]):
    """A style of an army, by its word in either language."""

    def __init__(self) -> None:
        super().__init__(list(STYLES))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return style_named(str(value)) or super().convert(value, param, ctx)
