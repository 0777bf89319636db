"""Work that thousands of commands typed in one process need again and again is done once."""

import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pkgutil import resolve_name
from typing import Any
from unittest.mock import patch

import pytest

# Pure functions that take long, by every name they are called by: the same input, the same output.
PURE = {
    "pbbuild.page.pdf.pdf": (
        "pbbuild.page.printables.pdf",
        "pbbuild.page.face_pictures.pdf",
        "pbbuild.pocket_general.sheets.tabletop_simulator.pdf",
    ),
    "pbbuild.page.face_pictures.pdf_pngs": (
        "pbbuild.page.face_pictures.pdf_pngs",
        "pbbuild.pocket_general.sheets.tabletop_simulator.pdf_pngs",
    ),
    "pbbuild.pocket_battles.builder.solve._solved": (
        "pbbuild.pocket_battles.builder.solve._solved",
    ),
}
MOST = 200


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called once for the same arguments while few others come between."""
    found: dict[bytes, Any] = {}

    def once(*arguments: Any, **named: Any) -> Any:
        key = pickle.dumps((arguments, named))
        if key not in found:
            if len(found) == MOST:
                del found[next(iter(found))]
            found[key] = function(*arguments, **named)
        return found[key]

    return once


# Not for the session: tests of other folders need the functions themselves.
@pytest.fixture(scope="package", autouse=True)
def work_done_once() -> Iterator[None]:
    with ExitStack() as stack:
        for name, uses in PURE.items():
            function = remembered(resolve_name(name))
            for use in uses:
                stack.enter_context(patch(use, function))
        yield
