"""Options of Pocket General's commands: nations and variant; and the catalog they use."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from pbbuild.terminal.options import combined_options

if TYPE_CHECKING:
    from pbbuild.pocket_general.catalog.model import GeneralCatalog
    from pbbuild.pocket_general.rules.game import PocketGeneral


# `--army` and `--against`, handed over as `army` and `against`.
nation_options: Final = combined_options(
    click.option(
        "--army",
        default="germany",
        show_default=True,
        metavar="NATION",
        help="Your nation, side A: germany, japan, united-states, russia.",
    ),
    click.option(
        "--against",
        default="russia",
        show_default=True,
        metavar="NATION",
        help="The enemy's nation, side B.",
    ),
)


def variant_options(function: Callable[..., None]) -> Callable[..., None]:
    """`--fast`, `--core-start`, `--bonus`, `--turn-limit`, handed over as `variant: Variant`."""

    @wraps(function)
    def with_variant(
        *args: Any,
        fast: bool,
        core_start: bool,
        bonus: bool,
        turn_limit: int | None,
        **values: Any,
    ) -> None:
        from pbbuild.pocket_general.rules.setup import Variant

        variant = Variant(fast, core_start, bonus, turn_limit or 0)
        function(*args, variant=variant, **values)

    options = combined_options(
        click.option("--fast", is_flag=True, help="Fast play: all units every turn (PG-3.1)."),
        click.option("--core-start", is_flag=True, help="Turn 1 with the six core units only."),
        click.option("--bonus", is_flag=True, help="With the two bonus units (reconstructed)."),
        click.option(
            "--turn-limit",
            type=click.IntRange(1, 1000),
            metavar="N",
            help="No winner after this many turns (60).",
        ),
    )
    return options(with_variant)


def current_catalog() -> "GeneralCatalog":
    """The catalog with the owner's corrections."""
    from pbbuild.pocket_general.catalog.load import corrections_path, load_pocket_general

    return load_pocket_general(corrections_path())


def current_game() -> "PocketGeneral":
    """The rules with that catalog."""
    from pbbuild.pocket_general.rules.game import PocketGeneral

    return PocketGeneral(current_catalog())


def nations_of(catalog: "GeneralCatalog", army: str, against: str) -> tuple[str, str]:
    """Both nations, named in either language; an unknown one is refused with the nearest names."""
    from pbbuild.pocket_general.catalog.names import nation_id

    return nation_id(army, catalog), nation_id(against, catalog)
