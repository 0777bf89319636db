"""Pocket General on paper."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.cli.general_options import general_catalog
from pbbuild.cli.options import PATH, chosen
from pbbuild.cli.print import SUFFIXES, Target, kind_of, write_documents
from pbbuild.cli.session import session_of
from pbbuild.errors import UsageError

if TYPE_CHECKING:
    from pbbuild.render.printing import Document


@click.command("print")
@click.argument("records", nargs=-1, metavar="[RECORD]...", type=PATH)
@click.option("--what", default="card", metavar="W,...", help="What to print, see below (card).")
@click.option(
    "--army", "armies", multiple=True, metavar="NATION", help="For cards and markers (all four)."
)
@click.option("--bonus", is_flag=True, help="With the two bonus units (reconstructed).")
@click.option("--paper", type=click.Choice(["a4", "letter", "a5"]), help="Size of paper (a4).")
@click.option("--lang", type=click.Choice(["en", "it"]), help="Language of the sheets.")
@click.option("--ink", type=click.Choice(["full", "saver"]), default="full", help="How much ink.")
@click.option("--large", is_flag=True, help="Large print; pieces keep their size.")
@click.option("--theme", metavar="T", help="Colours; each nation has its own.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(SUFFIXES)),
    help="Kind of file (as FILE ends, else pdf).",
)
@click.option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE|DIR",
    help="Where it goes (out/); - is standard output.",
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
def print_command(
    records: tuple[Path, ...],
    what: str,
    armies: tuple[str, ...],
    bonus: bool,
    paper: str | None,
    lang: str | None,
    ink: str,
    large: bool,
    theme: str | None,
    kind: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Print the cards, boards and pieces of Pocket General.

    \b
    card       recruit card of a nation     locations  hexes to cut out
    chart      all units in one chart       theaters   theater markers
    aid        turn, combat, world map      markers    unit markers, square and round
    board      combat board and world map   pack       all of it
    report     a game from its RECORD

    \b
        pbbuild print --game pocket-general --army germany --army russia
        pbbuild print --game pocket-general --what pack -o war.pdf
    """
    from pbbuild.render.general_makers import WHATS, report_document
    from pbbuild.render.style import Style

    session = session_of()
    if lang:
        session.language_wish = lang
    catalog = general_catalog()
    wanted = list(dict.fromkeys(part.strip().lower() for part in what.split(",") if part.strip()))
    for one in wanted:
        if one not in WHATS and one != "report":
            raise UsageError("print.unknown-what", wish=one, near=(*WHATS, "report"))
    if "report" in wanted and not records:
        raise UsageError("print.needs-record")
    known = list(catalog.nations)
    names = [chosen(army.lower(), known, "army") for army in armies] or known
    nations = [catalog.nations[name] for name in dict.fromkeys(names)]
    style = Style(
        paper=paper or session.settings.paper or "a4",
        ink=ink,
        large=large,
        theme=theme or "",
        language=session.language,
    )
    target = Target(kind or kind_of(output), output, force)

    def documents() -> Iterator["Document"]:
        for one in wanted:
            if one == "report":
                yield from (report_document(path, style, session.t) for path in records)
            else:
                yield from WHATS[one](catalog, nations, style, session.t, bonus)

    write_documents(session, documents(), target, output, style)
