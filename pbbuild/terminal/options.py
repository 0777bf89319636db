"""Arguments and options that several commands share, with their completion."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from pbbuild.base.files import place_of
from pbbuild.base.names import chosen as chosen

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    # Older Click versions cannot be subscripted at run time.
    ParamType = click.ParamType


class PlaceType(click.Path):
    """A file or folder, there or not; `~` is opened, and what can be no name is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return place_of(os.fspath(value))


PATH: Final = PlaceType()


def together(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """One decorator for several options, in the order in which help shows them."""

    def decorate(function: Decorated) -> Decorated:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def json_option(function: Decorated) -> Decorated:
    """`--json`, handed over as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")(
        function
    )


def seed_option(function: Decorated) -> Decorated:
    """`--seed`, handed over as `seed: int | None`."""
    return click.option(
        "--seed", type=click.IntRange(0), metavar="N", help="The same seed gives the same result."
    )(function)


def round_limit_option(function: Decorated) -> Decorated:
    """`--round-limit`, handed over as `round_limit`."""
    return click.option(
        "--round-limit",
        type=click.IntRange(1, 9999),
        default=50,
        show_default=True,
        metavar="N",
        help="Undecided after so many rounds.",
    )(function)
