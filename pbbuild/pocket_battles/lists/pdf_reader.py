"""Reading the attachments of a PDF. Runs in a limited process; only this module uses pypdf."""

import io
import json
import logging
import struct
import zlib
from typing import Final

from pypdf import PdfReader
from pypdf.errors import DependencyError, PyPdfError

from pbbuild.pocket_battles.lists.pdf_import import LARGEST_TEXT, MOST_LISTS

# Attachments with other things in them, before a PDF is given up.
MOST_ATTACHMENTS: Final = 500
_DAMAGE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, RecursionError, NotImplementedError),
    *(ArithmeticError, AssertionError, EOFError, struct.error, zlib.error),
)


def answer(data: bytes) -> bytes:
    """The texts of the lists attached to a PDF as JSON, or the code of what is wrong with it."""
    # pypdf would log details of a damaged file; our error is enough.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        return json.dumps({"texts": attached_texts(data)}).encode()
    except DependencyError:
        return json.dumps({"error": "locked-pdf"}).encode()
    # A damaged PDF can fail anywhere inside the reader.
    except (PyPdfError, *_DAMAGE):
        return json.dumps({"error": "damaged-pdf"}).encode()


def attached_texts(data: bytes) -> list[str]:
    """The texts of all lists attached to a PDF, at most one more than an import takes."""
    found: list[tuple[str, str]] = []
    for count, attachment in enumerate(PdfReader(io.BytesIO(data)).attachment_list):
        if len(found) > MOST_LISTS or count > MOST_ATTACHMENTS:
            break
        if not attachment.name.endswith(".json"):
            continue
        content = attachment.content
        if len(content) <= LARGEST_TEXT and '"pbbuild-list/' in (text := _text(content)):
            found.append((attachment.name, text))
    return [text for _, text in sorted(found)]


def _text(content: bytes) -> str:
    return content.decode("utf-8-sig")
