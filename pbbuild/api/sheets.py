"""Rosters, tiles and play aids as PDF files."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from pbbuild.api.arguments import AnyList, list_in, one_of, translator
from pbbuild.base.names import known_name
from pbbuild.errors import UsageError
from pbbuild.page.geometry import PAPERS
from pbbuild.page.printables import joined, pdf_of
from pbbuild.page.style import INKS, Style
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.catalog.names import as_code
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.sheets.printables import PRINTABLES, PrintRequest, documents


def print_pdf(
    lists: AnyList | Sequence[AnyList] = (),
    what: str | Sequence[str] = "roster",
    paper: str = "a4",
    lang: str = "en",
    ink: str = "full",
    large: bool = False,
    theme: str = "",
    edition: str = "",
    armies: Iterable[str] = (),
    tiles: Iterable[str] = (),
    records: Iterable[str | os.PathLike[str]] = (),
) -> bytes:
    """The pages that `pbbuild print` prints, as one PDF.

    `what` is one printable or several (`["roster", "opponent"]`, or `"roster,opponent"`).
    `armies` and `tiles` are for tiles and counters, `records` for the report of a battle.
    """
    t = translator(lang)
    catalog = load_catalog()
    words = what.split(",") if isinstance(what, str) else what
    wanted = tuple(dict.fromkeys(word.strip().lower() for word in words))
    for word in wanted:
        if word not in PRINTABLES:
            raise UsageError("print.unknown-what", wish=word, near=tuple(PRINTABLES))
    if edition and edition not in catalog.editions:
        raise UsageError("print.unknown-edition", wish=edition, near=tuple(catalog.editions))
    request = PrintRequest(
        what=wanted,
        lists=tuple(_printable(each) for each in _several(lists)),
        records=tuple(map(Path, records)),
        armies=tuple(known_name(army.lower(), list(catalog.armies), "army") for army in armies),
        tiles=tuple(known_name(as_code(code), list(catalog.troops), "tile") for code in tiles),
        edition=edition,
    )
    style = Style(
        paper=one_of("paper", paper, PAPERS),
        ink=one_of("ink", ink, INKS),
        large=large,
        theme=theme,
        language=lang,
    )
    return pdf_of(joined(list(documents(request, catalog, style, t))), t)


def roster_pdf(army_list: AnyList, paper: str = "a4", lang: str = "en") -> bytes:
    """The roster of an army, as a PDF."""
    return print_pdf(army_list, "roster", paper, lang)


def _several(lists: AnyList | Sequence[AnyList]) -> Sequence[AnyList]:
    return [lists] if isinstance(lists, (ArmyList, str, os.PathLike)) else lists


def _printable(given: AnyList) -> ArmyList:
    found = list_in(given)
    if found.game != GAME:
        raise UsageError("print.other-game", game=found.game)
    return found
