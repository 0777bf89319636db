"""Strangers' words in Markdown, BBCode and chats: shown as they are, meaning nothing.

What has a meaning for a forum or a chat in any context, a mention or an address, is broken up by a
space without width. No name of a list has one, so an import takes it out again.
"""

import re
from typing import Final

INVISIBLE_SPACE: Final = "\u200b"
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
