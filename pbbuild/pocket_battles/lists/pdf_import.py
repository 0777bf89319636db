"""Lists attached to a PDF, read in a limited process: a crafted PDF can mislead its reader."""

import json
from typing import Final

from pbbuild.base.limited_process import run_limited
from pbbuild.errors import ListError

LARGEST_TEXT: Final = 1024 * 1024
MOST_LISTS: Final = 50
SECONDS: Final = 3
"""Processor time for a PDF; a large one of ours takes a tenth of it."""
MEGABYTES: Final = 300
READER: Final = "pbbuild.pocket_battles.lists.pdf_reader:answer"


def attached_lists(data: bytes, source: str) -> list[str]:
    """The texts of all lists attached to a PDF; a PDF without any, or damaged, is refused."""
    answer = run_limited(READER, data, seconds=SECONDS, megabytes=MEGABYTES)
    if answer.ending == "time":
        raise ListError("exchange.endless-pdf", source=source, seconds=SECONDS)
    if answer.ending == "memory":
        raise ListError("exchange.large-pdf", source=source, megabytes=MEGABYTES)
    if answer.ending == "not-started":
        raise ListError("exchange.no-pdf-reader", source=source, reason=answer.reason)
    if answer.ending == "failed":
        raise ListError("exchange.damaged-pdf", source=source)
    found = json.loads(answer.data)
    if "error" in found:
        raise ListError(f"exchange.{found['error']}", source=source)
    texts: list[str] = found["texts"]
    if not texts:
        raise ListError("exchange.foreign-pdf", source=source)
    if len(texts) > MOST_LISTS:
        raise ListError("exchange.too-many-lists", source=source, maximum=MOST_LISTS)
    return texts
