"""The log of a report: a table for each turn, with the combats and what followed from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbbuild.page.aid_blocks import (
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    group_block,
    sentences_block,
    table_block,
)
from pbbuild.page.pictures import Picture, emblem, icon
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.pocket_general.sheets.pieces import signed

# The columns of a turn: location, both sides, what became of the location.
SHARES: Final = (0.41, 0.2, 0.2, 0.19)
TAKEN: Final = ("won", "capitol-taken")
WON: Final = 2  # the shade of the higher side
SIDES: Final = ("A", "B")


@dataclass
class ReportTurn:
    """A turn as a report lists it: who begins, what each side holds, combats, what followed."""

    number: int
    first: str
    held: tuple[int, int]
    combats: list[Mapping[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class TurnTables:
    """Makes the block of a turn, in a column of a width."""

    def __init__(self, account: GeneralAccount, style: Style, width: float) -> None:
        self.account, self.style, self.width = account, style, width

    def block(self, turn: ReportTurn, words: TextSizes) -> AidBlock:
        """The table of a turn, and below it the sentences about the late war."""
        t, account = self.account.t, self.account
        title = t(
            "pocket-general.report-turn-title", turn=turn.number, first=account.nation(turn.first)
        )
        head = [Cell(t("pocket-general.report-location"), True, left=True)]
        for place, side in enumerate(SIDES):
            head.append(Cell(str(turn.held[place]), True, picture=self._emblem(side, words)))
        rows = [[*head, Cell("", True)], *(self._row(one, words) for one in turn.combats)]
        widths = [share * self.width for share in SHARES]
        table = table_block(rows, widths, title, words)
        if not turn.notes:
            return table
        notes = sentences_block("", turn.notes, self.width, words)
        parts = (
            PlacedBlock(0.0, 0.0, self.width, table),
            PlacedBlock(0.0, table.height, self.width, notes),
        )
        return group_block(parts)

    def _row(self, combat: Mapping[str, Any], words: TextSizes) -> list[Cell]:
        """A combat: its location, sum and die of each side, and what became of it."""
        account = self.account
        place = account.catalog.location(combat["location"])
        assert place is not None
        is_capitol = any(
            place.id == nation.capitol.id for nation in account.catalog.nations.values()
        )
        sign = "terrain-capitol" if is_capitol else f"terrain-{place.terrain}"
        terrain = account.catalog.terrains[place.terrain].name.in_language(self.style.language)
        cells = [
            Cell(account.place(place.id), left=True, picture=icon(sign, words.line * 0.9, terrain))
        ]
        for side in SIDES:
            total = str(combat["rolls"][side]).replace("-", "−")
            units = str(combat["sums"][side]).replace("-", "−")
            level = WON if combat["higher"] == side else 0
            cells.append(Cell(f"{units}{signed(combat['dice'][side])} = {total}", level=level))
        result = combat["result"]
        if result in TAKEN:
            return [*cells, Cell("", picture=self._emblem(combat["higher"], words))]
        return [*cells, Cell(account.t(f"pocket-general.report-result-{result}"))]

    def _emblem(self, side: str, words: TextSizes) -> Picture:
        """The emblem of a side's nation in its colour."""
        nation = self.account.catalog.nations[self.account.nations[SIDES.index(side)]]
        own = replace(self.style, theme=theme_for(nation.theme)).colours
        size = words.line * 0.85
        return emblem(nation.theme, size, self.account.nation(side), own["accent"], "#ffffff")
