"""Strangers' words in Markdown, BBCode and chats: shown as they are, meaning nothing.

What has a meaning for a forum or a chat in any context, a mention or an address, is broken up by a
space without width. A name that an import would read as something else stands between two word
joiners, which nobody sees. No name of a list has either, so an import takes them out again.
"""

import re
from collections.abc import Callable
from typing import Final

INVISIBLE_SPACE: Final = "\u200b"
_FRAME: Final = "\u2060"
FRAMED: Final = re.compile(rf"{_FRAME}([^{_FRAME}\r\n]{{1,400}}){_FRAME}")
_ACTIVE: Final = re.compile(r"@|:(?=//)|(?<=ww)w(?=\.)", re.IGNORECASE)
_MARKS: Final = re.compile(r"[\\`*_\[\]<>~|#&!$]")
# What begins an item or underlines a heading, at the start of a line only.
_START: Final = re.compile(r"^(\s*)([-+=])", re.MULTILINE)
_NUMBER: Final = re.compile(r"^(\s*\d+)([.)])", re.MULTILINE)
# A character that Markdown lets one escape, as the import takes it back.
ESCAPED: Final = re.compile(r"\\([\\`*_\[\]<>~|#&!$.)+=-])")


def without_links(text: str) -> str:
    """The text with nobody mentioned and nothing linked."""
    return _ACTIVE.sub(lambda found: found[0] + INVISIBLE_SPACE, text)


def escaped_markdown(text: str, *, at_start: bool = True) -> str:
    """The text for Markdown and for Discord; `at_start` is whether it may begin a line."""
    escaped = _MARKS.sub(r"\\\g<0>", text)
    if at_start:
        escaped = _NUMBER.sub(r"\1\\\2", _START.sub(r"\1\\\2", escaped))
    return without_links(escaped)


def escaped_bbcode(text: str) -> str:
    """The text for a forum, and for the tooltips of Tabletop Simulator."""
    return without_links(text).replace("[", f"[{INVISIBLE_SPACE}")


def in_code_block(text: str) -> str:
    """The text for a line between ```."""
    return without_links(text).replace("`", f"`{INVISIBLE_SPACE}")


def framed(text: str, escape: Callable[[str], str]) -> str:
    """The text, escaped for a language, between marks that `from_frame` reads it back by."""
    # Markdown escapes a backslash itself.
    exact = text if escape is escaped_markdown else text.replace("\\", "\\\\")
    return f"{_FRAME}{escape(exact)}{_FRAME}"


def from_frame(text: str) -> str:
    """What `framed` was given, from what is between its marks."""
    return ESCAPED.sub(r"\1", text).replace(INVISIBLE_SPACE, "")
