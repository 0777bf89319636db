"""Errors of pbbuild in tests, by their codes."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbbuild.errors import PbbuildError


@contextmanager
def refused_with(code: str) -> Iterator[None]:
    """What is done here raises a `PbbuildError` whose code is, or ends in, `code`."""
    with pytest.raises(PbbuildError) as raised:
        yield
    assert code in (raised.value.code, raised.value.code.rpartition(".")[2])
