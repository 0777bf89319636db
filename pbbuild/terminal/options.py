"""Arguments and options that several commands share, with their completion."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from pbbuild.base.files import expanded_path, require_target
from pbbuild.errors import UsageError
from pbbuild.play.saves import LATEST

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    # Older Click versions cannot be subscripted at run time.
    ParamType = click.ParamType


class PathType(click.Path):
    """A file or folder that need not exist; `~` is expanded, impossible names are refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return expanded_path(os.fspath(value))


PATH: Final = PathType()


def combined_options(
    *options: Callable[[Decorated], Decorated],
) -> Callable[[Decorated], Decorated]:
    """One decorator for several options, in the order in which help shows them."""

    def decorate(function: Decorated) -> Decorated:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def json_option(function: Decorated) -> Decorated:
    """`--json`, passed as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")(
        function
    )


def seed_option(function: Decorated) -> Decorated:
    """`--seed`, passed as `seed: int | None`."""
    return click.option(
        "--seed", type=click.IntRange(0), metavar="N", help="The same seed gives the same result."
    )(function)


def round_limit_option(function: Decorated) -> Decorated:
    """`--round-limit`, passed as `round_limit`."""
    return click.option(
        "--round-limit",
        type=click.IntRange(1, 9999),
        default=50,
        show_default=True,
        metavar="N",
        help="No winner after this many rounds.",
    )(function)


# `--two`, `--real-dice` and `--practice`: who plays at the table, and how.
table_options: Final = combined_options(
    click.option("--two", is_flag=True, help="Two people at one terminal."),
    click.option("--real-dice", is_flag=True, help="You type what the dice on your table show."),
    click.option("--practice", is_flag=True, help="Undo even past dice and what was revealed."),
)


def level_option(function: Decorated) -> Decorated:
    """`--level`, passed as `level: str | None`."""
    return click.option(
        "--level", metavar="LEVEL", help="How well the enemy plays: easy, normal, hard, expert."
    )(function)


def record_option(noun: str) -> Callable[[Decorated], Decorated]:
    """`--record`, handed over as `record: Path | None`; `noun` says what is played."""
    return click.option(
        "--record", type=PATH, metavar="FILE", help=f"Also save the record of the {noun} in FILE."
    )


def resume_option(noun: str) -> Callable[[Decorated], Decorated]:
    """`--resume`, handed over as `resume: str | None`; `noun` says what is played."""
    return click.option(
        "--resume",
        is_flag=False,
        flag_value=LATEST,
        metavar="FILE",
        help=f"Continue a saved {noun}; the newest without FILE.",
    )


def refuse_existing_record(record: Path | None, *, force: bool = False) -> None:
    """Raise where `--record` names what may not be written: before anything is played."""
    if record is None:
        return
    require_target(record)
    if record.is_file() and not force:
        raise UsageError("battle.record-there", source=str(record))
