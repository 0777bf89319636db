"""Pocket General: show the data with its provenance, and correct it."""

from typing import TYPE_CHECKING, Any

import click

from pbbuild.base.names import known_name
from pbbuild.errors import UsageError
from pbbuild.pocket_general.commands.options import current_catalog
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.pocket_general.catalog.model import GeneralCatalog


@click.group("catalog")
def catalog_command() -> None:
    """Show the pieces of Pocket General, and correct them with your own.

    \b
        pbbuild catalog --game pocket-general show
        pbbuild catalog --game pocket-general correct die=-2,-1,0,1,2,3 germany.panzers=forest
    """


@catalog_command.command("show")
@json_option
def show_command(as_json: bool) -> None:
    """Show die, chart, costs, locations and theaters.

    Each is marked with how well it is known.
    """
    from pbbuild.pocket_general.catalog.load import corrections_from

    catalog = current_catalog()
    answer(
        lambda: corrections_from(catalog, catalog.nations),
        lambda: _show(session_of(), catalog),
        as_json=as_json,
    )


def _show(session: Session, catalog: "GeneralCatalog") -> None:
    from pbbuild.pocket_general.catalog.model import TERRAINS

    t, language = session.t, session.language

    def known(how: object) -> str:
        return t(f"pocket-general.known-{how}")

    die = ", ".join(f"{face:+d}" for face in catalog.operations_die)
    click.echo(f"{t('pocket-general.die')}: {die} ({known(catalog.die_provenance.value)})")
    for theater in (catalog.theater_a, catalog.theater_b):
        edges = ", ".join(theater.edges)
        name = t("simulated-table.theater", id=theater.id)
        click.echo(f"{name}: {edges} ({known(theater.provenance.value)})")
    click.echo("")
    click.echo(f"{'':<20}" + "".join(f"{terrain:>9}" for terrain in TERRAINS))
    for unit in catalog.units.values():
        values = [unit.values[terrain] for terrain in TERRAINS]
        texts = ["X" if value is None else str(value) for value in values]
        stars = ["*" if terrain in unit.with_navy else "" for terrain in TERRAINS]
        cells = "".join(f"{text + star:>9}" for text, star in zip(texts, stars, strict=True))
        click.echo(f"{unit.id:<20}{cells}  {known(unit.provenance_of('values').value)}")
    say(t("pocket-general.chart-legend"))
    click.echo("")
    for nation in catalog.nations.values():
        costs = ", ".join(f"{unit} {cost}" for unit, cost in nation.costs.items())
        how = known(nation.exceptions["costs"].value)
        click.echo(f"{nation.id}: {costs} ({how}); {nation.capitol.name.in_language(language)}")
    click.echo("")
    for place in catalog.locations:
        name = place.name.in_language(language)
        click.echo(f"{place.id:<16}{place.terrain:<12}{name:<16}{known(place.provenance.value)}")


@catalog_command.command("path")
def path_command() -> None:
    """Print the path of your corrections."""
    from pbbuild.pocket_general.catalog.load import corrections_path

    click.echo(str(corrections_path()))


@catalog_command.command("reset")
def reset_command() -> None:
    """Set your corrections aside and use the shipped values again."""
    from pbbuild.base.files import set_aside
    from pbbuild.base.locks import locked
    from pbbuild.pocket_general.catalog.load import corrections_path

    session = session_of()
    path = corrections_path()
    if not path.exists():
        say(session.t("pocket-general.no-corrections"), err=True)
        return
    with locked(path):
        moved_to = set_aside(path, ".json.old")
    say(session.t("pocket-general.corrections-aside", path=str(moved_to)), err=True)


@catalog_command.command("correct")
@click.argument("values", nargs=-1, required=True, metavar="KEY=VALUE...")
def correct_command(values: tuple[str, ...]) -> None:
    """Enter the values of your own pieces.

    \b
    die=-2,-1,0,1,2,3          the six faces of the operations die
    theater-b=red,red,forest,ocean   the edges of a theater marker, in order
    germany.panzers=forest     what a recruit costs: ocean forest open white red
    burma=city                 the terrain of a location
    tanks.mountain=2           a value of the chart, X where it may not be
    """
    from pbbuild.base.documents import LARGEST_CATALOG_FILE, dump_json, parse_json, read_json
    from pbbuild.base.files import write_atomic
    from pbbuild.base.locks import locked
    from pbbuild.pocket_general.catalog.load import (
        CORRECTIONS_FORMAT,
        check_corrections,
        corrected_catalog,
        corrections_path,
    )

    session = session_of()
    path = corrections_path()
    with locked(path):
        document: dict[str, Any] = {"format": CORRECTIONS_FORMAT}
        if path.exists():
            saved = read_json(path, LARGEST_CATALOG_FILE)
            check_corrections(saved)
            document = saved.value
        for value in values:
            key, sign, given = value.partition("=")
            if not sign or not given:
                raise UsageError("pocket-general.correction-form", given=value[:60])
            _correct(session, document, key.strip().lower(), given.strip().lower())
        text = dump_json(document)
        # Refuses what breaks a rule of the data, before anything is written.
        corrected_catalog(parse_json(text, str(path)))
        write_atomic(path, text)
    say(session.t("pocket-general.corrected", path=str(path)), err=True)


def _correct(session: Session, document: dict[str, Any], key: str, given: str) -> None:
    from pbbuild.pocket_general.catalog.model import COLOURS, TERRAINS

    catalog = current_catalog()
    if key == "die":
        document["operations_die"] = [_number(face) for face in given.split(",")]
        return
    if key in ("theater-a", "theater-b"):
        edges = [known_name(edge.strip(), list(COLOURS), "colour") for edge in given.split(",")]
        document.setdefault("theaters", {})[key[-1].upper()] = edges
        return
    first, _, second = key.partition(".")
    if first in catalog.nations and second:
        nation = catalog.nations[first]
        unit = known_name(second, list(nation.costs), "unit")
        costs = document.setdefault("nations", {}).setdefault(first, {}).setdefault("costs", {})
        costs[unit] = known_name(given, list(COLOURS), "colour")
        return
    if first in catalog.units and second:
        terrain = known_name(second, list(TERRAINS), "place")
        own = document.setdefault("units", {}).setdefault(first, {}).setdefault("values", {})
        own[terrain] = None if given == "x" else _number(given)
        return
    places = [place.id for place in catalog.locations]
    if key in places:
        terrain = known_name(given, list(catalog.terrains), "place")
        document.setdefault("locations", {}).setdefault(key, {})["terrain"] = terrain
        return
    raise UsageError("pocket-general.correction-form", given=f"{key}={given}"[:60])


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise UsageError("pocket-general.not-a-number", given=text[:20]) from None
