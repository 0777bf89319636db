"""`pbbuild catalog`: armies and tiles, how certain their values are, and corrections."""

from typing import TYPE_CHECKING, Any, Final

import click

from pbbuild.base.provenance import MARKS, Provenance
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop
from pbbuild.pocket_battles.catalog.names import army_named, tiles_named
from pbbuild.pocket_battles.commands.data import catalog_change, catalog_own
from pbbuild.pocket_battles.commands.data.catalog_enter import catalog_enter_command
from pbbuild.pocket_battles.commands.options import army_or_tile_completion, no_army_or_tile
from pbbuild.pocket_battles.commands.session import BattlesSession, battles_session
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from rich.table import Table

VALUES: Final = ("name", "type", "dp", "fv", "wp", "black", "white", "traits")
SORTS: Final = ("code", "name", "type", "dp", "fv", "wp")


@click.group("catalog")
def catalog_command() -> None:
    """Show armies and tiles, and correct them with your own tiles.

    The rulebooks don't list all tiles, so many values are reconstructed. Every value shows how
    well it is known, and values you enter from your own tiles replace it.

    \b
        pbbuild catalog show union
        pbbuild catalog correct UNI12 dp=5 black="2 3" white=6
    """


for _change in (*catalog_change.COMMANDS, catalog_enter_command, *catalog_own.COMMANDS):
    catalog_command.add_command(_change)


@catalog_command.command("list")
@json_option
def catalog_list_command(as_json: bool) -> None:
    """List the armies, what they cost and how well they are known."""
    session = battles_session()
    armies = list(session.catalog.armies.values())
    answer(
        lambda: [_army_document(army, session) for army in armies],
        lambda: _print_armies(armies, session),
        as_json=as_json,
    )


def _print_armies(armies: list[Army], session: BattlesSession) -> None:
    t = session.t
    table = _table(session)
    for key in ("army", "edition", "tiles", "dp"):
        right = key in ("tiles", "dp")
        heading = t(f"catalog.column-{key}")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for mark in MARKS.values():
        table.add_column(mark, justify="right", no_wrap=True)
    for army in armies:
        shares = provenance_shares(army)
        table.add_row(
            army.id,
            army.edition,
            str(len(army.troops)),
            str(sum(troop.dp for troop in army.troops)),
            *(str(shares[how]) if shares[how] else "" for how in MARKS),
        )
    session.print_table(table)
    _print_legend(session)
    say(t("catalog.shares-note"))


@catalog_command.command("show")
@click.argument(
    "wanted",
    nargs=-1,
    required=True,
    metavar="ARMY|CODE...",
    shell_complete=army_or_tile_completion,
)
@click.option("--type", "of_type", metavar="TYPE", help="Only tiles of this type.")
@click.option("--trait", metavar="TRAIT", help="Only tiles with this trait.")
@click.option(
    "--provenance",
    type=click.Choice([provenance.value for provenance in Provenance]),
    help="Only tiles with a value of this kind.",
)
@click.option("--sort", type=click.Choice(SORTS), default="code", help="Order of the tiles (code).")
@json_option
def catalog_show_command(
    wanted: tuple[str, ...],
    of_type: str | None,
    trait: str | None,
    provenance: str | None,
    sort: str,
    as_json: bool,
) -> None:
    """Show an army's tiles, or single tiles.

    Each value is marked with how well it is known.

    \b
        pbbuild catalog show celts --sort dp
        pbbuild catalog show UNI10 CON09
        pbbuild catalog show persians --trait shooting --provenance reconstructed
    """
    session = battles_session()
    troops = [troop for name in wanted for troop in _troops_of(name, session.catalog)]
    troops = [
        troop
        for troop in troops
        if of_type in (None, troop.type)
        and (trait is None or any(trait in (own, own.split("+")[0]) for own in troop.traits))
        and (provenance is None or provenance in {troop.provenance_of(name) for name in VALUES})
    ]
    troops.sort(key=lambda troop: getattr(troop, sort))

    def show() -> None:
        if not troops:
            say(session.t("catalog.no-tile-left"), err=True)
        elif len(troops) == 1:
            _print_card(troops[0], session)
        else:
            _print_tiles(troops, session)

    answer(lambda: [tile_document(troop) for troop in troops], show, as_json=as_json)


def provenance_shares(army: Army) -> dict[Provenance, int]:
    """The percentage of the army's values of each provenance."""
    found = [troop.provenance_of(name) for troop in army.troops for name in VALUES]
    return {how: round(100 * found.count(how) / len(found)) for how in Provenance}


def tile_document(troop: Troop) -> dict[str, Any]:
    """A tile as a JSON document, with the provenance of each value."""
    return {
        "code": troop.code,
        "army": troop.army,
        **troop.document(),
        "provenance": {name: troop.provenance_of(name).value for name in VALUES}
        | ({"faces": troop.exceptions["faces"].value} if "faces" in troop.exceptions else {}),
        "source": troop.source,
    }


def _army_document(army: Army, session: BattlesSession) -> dict[str, Any]:
    return {
        "id": army.id,
        "name": army.name.in_language(session.language),
        "edition": army.edition,
        "tiles": len(army.troops),
        "dp": sum(troop.dp for troop in army.troops),
        "provenance": {how.value: share for how, share in provenance_shares(army).items()},
    }


def _troops_of(name: str, catalog: Catalog) -> list[Troop]:
    if army := army_named(name, catalog):
        return list(catalog.armies[army].troops)
    # Several tiles may have one name: all of them are shown.
    if codes := tiles_named(name, catalog.troops.values()):
        return [catalog.troops[code] for code in codes]
    raise no_army_or_tile(name, catalog)


def _table(session: BattlesSession) -> "Table":
    from rich import box
    from rich.table import Table

    return Table(
        box=box.ASCII2 if session.plain else box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )


def _print_tiles(troops: list[Troop], session: BattlesSession) -> None:
    from pbbuild.pocket_battles.screen.army_text import dice_signs

    t = session.t
    catalog = session.catalog
    table = _table(session)
    table.add_column(t("catalog.column-code"), no_wrap=True)
    table.add_column(t("catalog.column-name"), ratio=3, overflow="fold")
    for key in ("dp", "fv", "wp"):
        table.add_column(t(f"catalog.column-{key}"), justify="right", no_wrap=True)
    table.add_column(t("catalog.column-black"), no_wrap=True)
    table.add_column(t("catalog.column-white"), no_wrap=True)
    table.add_column(t("catalog.column-traits"), ratio=4, overflow="fold")

    def marked(text: str, troop: Troop, value: str) -> str:
        return f"{text or '-'}{MARKS[troop.provenance_of(value)]}"

    for troop in troops:
        traits = ", ".join(
            catalog.trait(own).name.in_language(session.language) for own in troop.traits
        )
        table.add_row(
            troop.code,
            marked(troop.name, troop, "name"),
            *(marked(str(getattr(troop, key)), troop, key) for key in ("dp", "fv", "wp")),
            marked(dice_signs(troop.black, black=True, plain=session.plain), troop, "black"),
            marked(dice_signs(troop.white, black=False, plain=session.plain), troop, "white"),
            marked(traits, troop, "traits"),
        )
    session.print_table(table)
    say(t("catalog.tiles-total", count=len(troops), dp=sum(troop.dp for troop in troops)))
    _print_legend(session)


def _print_card(troop: Troop, session: BattlesSession) -> None:
    from pbbuild.pocket_battles.screen.army_text import dice_signs

    t = session.t
    language = session.language
    title = f"{troop.code} {troop.name}, {troop.gloss.in_language(language)}"
    click.echo(f"{title} ({session.army_name(troop.army)})")
    rows = {
        "type": t(f"catalog.type-{troop.type}"),
        "dp": str(troop.dp),
        "fv": str(troop.fv),
        "wp": str(troop.wp),
        "black": dice_signs(troop.black, black=True, plain=session.plain) or "-",
        "white": dice_signs(troop.white, black=False, plain=session.plain) or "-",
    }
    for key, shown in rows.items():
        how = troop.provenance_of(key)
        label = t(f"catalog.row-{key}")
        click.echo(f"  {label:<22} {shown:<16} {MARKS[how]} {t(f'catalog.column-{how}')}")
    how = troop.provenance_of("traits")
    for own in troop.traits:
        trait = session.catalog.trait(own)
        name = trait.name.in_language(language)
        click.echo(
            f"  {t('catalog.row-trait'):<22} {name:<16} {MARKS[how]} {t(f'catalog.column-{how}')}"
        )
        say(f"  {'':<22} {trait.line.in_language(language)}")
    if "faces" in troop.exceptions:
        say(t("catalog.faces-note"))
    sources = [source for source in troop.source.split() if t.has(f"catalog.source-{source}")]
    for source in sources:
        say("  " + t(f"catalog.source-{source}"))


def _print_legend(session: BattlesSession) -> None:
    t = session.t
    for how, mark in MARKS.items():
        click.echo(f"  {mark} {t(f'catalog.means-{how}')}")
