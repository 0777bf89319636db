"""Rows for spreadsheets that no spreadsheet takes for formulas, whatever its separator.

Every cell is quoted. A program set to another separator splits quoted cells all the same, so a sign
that begins a formula is marked with an apostrophe at the start of a cell and after each character
that may separate cells. Reading takes the marks off again.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

_SIGNS: Final = "=+\\-@\uff1d\uff0b\uff0d\uff20"
# The start of a cell or a separator, then what a spreadsheet skips, then a sign.
_START: Final = r"(^|[,;|:\t\r\n])([\s\"]*)"
_FORMULA: Final = re.compile(rf"{_START}(?='*[{_SIGNS}])")
_MARKED: Final = re.compile(rf"{_START}'(?='*[{_SIGNS}])")


def marked_cell(text: str) -> str:
    """The text with an apostrophe before each sign that could begin a formula."""
    return _FORMULA.sub(r"\1\2'", text)


def unmarked_cell(text: str) -> str:
    """The text without the apostrophes of `marked_cell`."""
    return _MARKED.sub(r"\1\2", text)


def csv_text(
    rows: Iterable[Sequence[str | int | float]], delimiter: str = ",", end: str = "\n"
) -> str:
    """The rows as a CSV file, every cell quoted and marked."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([marked_cell(str(cell)) for cell in row] for row in rows)
    return target.getvalue()
