"""Lists attached to a PDF, read with a time limit: a damaged PDF can keep its reader busy."""

import contextlib
import io
import logging
import signal
import struct
import threading
import zlib
from collections.abc import Iterator
from types import FrameType
from typing import Final

from pbbuild.errors import ListError

LARGEST_TEXT: Final = 1024 * 1024
MOST_LISTS: Final = 50
PATIENCE: Final = 3.0
"""Seconds for a PDF; a large one of ours takes a tenth of it."""
AGAIN: Final = 0.5
"""Seconds between repetitions of the alarm."""


_DAMAGE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, RecursionError, NotImplementedError),
    *(ArithmeticError, AssertionError, EOFError, MemoryError, struct.error, zlib.error),
)


class _TooLong(BaseException):
    """The time limit is over. No `Exception`, because the PDF reader ignores many of those."""


def attached_lists(data: bytes, source: str) -> list[str]:
    """The texts of all lists attached to a PDF; a PDF without any, or damaged, is refused."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    # pypdf would log details of a damaged file; our error is enough.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    texts: list[str] = []
    try:
        with _deadline(PATIENCE):
            reader = PdfReader(io.BytesIO(data))
            for name, contents in sorted(reader.attachments.items()):
                for content in contents:
                    if name.endswith(".json") and len(content) <= LARGEST_TEXT:
                        texts.append(content.decode("utf-8-sig"))
    except DependencyError:
        raise ListError("exchange.locked-pdf", source=source) from None
    # A damaged PDF can fail anywhere inside the reader.
    except (PyPdfError, *_DAMAGE):
        raise ListError("exchange.damaged-pdf", source=source) from None
    except _TooLong:
        seconds = int(PATIENCE)
        raise ListError("exchange.endless-pdf", source=source, seconds=seconds) from None
    texts = [text for text in texts if '"pbbuild-list/' in text]
    if not texts:
        raise ListError("exchange.foreign-pdf", source=source)
    if len(texts) > MOST_LISTS:
        raise ListError("exchange.too-many-lists", source=source, maximum=MOST_LISTS)
    return texts


@contextlib.contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    """Raise `_TooLong` in the block after `seconds`, where the system has timers."""
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def raise_alarm(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, raise_alarm)
    # Repeated, because an error raised during garbage collection is lost.
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
