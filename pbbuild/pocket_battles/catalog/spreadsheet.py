"""An army as a CSV file for a spreadsheet, and reading the corrected file.

In some countries spreadsheets write `;` and a byte order mark; both can be read.
"""

import csv
import io
from collections.abc import Iterator
from itertools import islice
from typing import Final

from pbbuild.base.csv_cells import csv_text, unmarked_cell
from pbbuild.base.documents import MOST_PROBLEMS, shown
from pbbuild.errors import CatalogError, Problem, Value
from pbbuild.pocket_battles.catalog.corrections import (
    COLUMNS,
    Tiles,
    TypedValue,
    read_typed_values,
    text_of_value,
    unknown_column,
)
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop

CODE: Final = "code"
KNOWN: Final = "known"
"""The last column has the provenance of the values; it is not read."""

HEADER: Final = (CODE, *COLUMNS, KNOWN)
_MOST_ROWS: Final = 5000


def army_table(army: Army, delimiter: str = ",") -> str:
    """The army as the text of a CSV file, one line per tile."""
    rows = [
        (troop.code, *(text_of_value(troop, column) for column in COLUMNS), known(troop))
        for troop in army.troops
    ]
    return csv_text([HEADER, *rows], delimiter, "\r\n")


def known(troop: Troop) -> str:
    """The provenance of a tile's values, as the text of one cell."""
    exceptions = sorted(troop.exceptions.items())
    return " ".join([troop.provenance.value, *(f"{name}:{how.value}" for name, how in exceptions)])


def read_table(text: str, source: str, catalog: Catalog) -> Tiles:
    """The values of a CSV file that differ from the catalog; all problems are raised at once.

    Columns may be in any order, and all but `code` may be missing.
    """
    problems: list[Problem] = []
    typed: list[TypedValue] = []
    rows = _rows(text, source)
    line, header = next(rows, (1, []))
    columns = [cell.strip().lower() for cell in header]
    problems += islice(_header_problems(columns, line), MOST_PROBLEMS)
    if not problems:
        seen: dict[str, int] = {}
        for line, row in rows:
            typed += _row(row, line, columns, seen, problems, catalog)
    return read_typed_values(typed, catalog, source, problems)


def _row(
    row: list[str],
    line: int,
    columns: list[str],
    seen: dict[str, int],
    problems: list[Problem],
    catalog: Catalog,
) -> list[TypedValue]:
    if len(row) != len(columns):
        values: dict[str, Value] = {"is": len(row), "wanted": len(columns)}
        problems.append(Problem(shown(row[0]), line, "catalog.wrong-cells", values))
        return []
    cells = dict(zip(columns, map(unmarked_cell, row), strict=True))
    code = cells[CODE].strip().upper()
    if code in seen:
        both: dict[str, Value] = {"is": shown(code), "other": seen[code]}
        problems.append(Problem(shown(code), line, "catalog.row-twice", both))
        return []
    seen[code] = line
    troop = catalog.troops.get(code)
    return [
        TypedValue(code, column, cells[column], line)
        for column in columns
        if column in COLUMNS
        and (troop is None or cells[column].strip() != text_of_value(troop, column))
    ]


def _header_problems(columns: list[str], line: int) -> Iterator[Problem]:
    if CODE not in columns:
        yield Problem(CODE, line, "catalog.no-code-column", {"wanted": HEADER})
    if not set(columns) & set(HEADER):
        return  # some other file: one problem is enough
    for index, column in enumerate(columns):
        if column not in HEADER:
            code, values = unknown_column(column, HEADER)
            yield Problem(shown(column), line, code, values)
        elif column in columns[:index]:
            yield Problem(column, line, "catalog.twice", {"is": column})


def _rows(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # old Macs end lines with \r
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter, strict=True)
    try:
        for count, row in enumerate(reader):
            if count > _MOST_ROWS:
                values: dict[str, Value] = {"is": count, "maximum": _MOST_ROWS}
                raise _refused(source, Problem("", count, "too-many-entries", values))
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as error:
        reason: dict[str, Value] = {"reason": shown(str(error))}
        problem = Problem("", reader.line_num, "catalog.not-a-table", reason)
        raise _refused(source, problem) from None


def _refused(source: str, problem: Problem) -> CatalogError:
    return CatalogError("catalog.table-refused", source=source, problems=(problem,))
