"""The tiles a player owns, read from any text with tile codes."""

import re
from pathlib import Path
from typing import Final

from pbbuild.base.files import read_text
from pbbuild.errors import ListError, Problem
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.names import as_code

_CODE: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{3}[0-9]{1,2}(?![A-Za-z0-9])")
LARGEST_FILE: Final = 1024 * 1024
MOST_PROBLEMS: Final = 20


def read_owned_tiles(path: Path, catalog: Catalog) -> frozenset[str]:
    """The tile codes in a file: plain text, CSV, JSON or a saved list; `#` begins a comment.

    Unknown codes raise, each with its line.
    """
    text = read_text(path, LARGEST_FILE)
    found: set[str] = set()
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        for match in _CODE.finditer(line.partition("#")[0]):
            code = as_code(match.group())
            if code in catalog.troops:
                found.add(code)
            else:
                values = {"is": match.group()}
                problems.append(Problem("", number, "unknown-tile-nor-near", values))
    if problems:
        raise ListError("unknown-names", source=str(path), problems=tuple(problems[:MOST_PROBLEMS]))
    if not found:
        raise ListError("no-codes", source=str(path))
    return frozenset(found)
