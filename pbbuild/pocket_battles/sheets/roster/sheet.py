"""What a roster is made of: its head, its tracks, cards and blocks with their places."""

from dataclasses import dataclass

from pbbuild.page.blocks import FootBlock
from pbbuild.page.pictures import Picture
from pbbuild.pocket_battles.sheets.roster.head import ArmyHead
from pbbuild.pocket_battles.sheets.unit_card import UnitCard


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round on the track: who begins it, and the tokens if they are known."""

    number: int
    first: str
    tokens: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A card or block with its place on the page."""

    x: float
    y: float
    width: float
    height: float
    item: UnitCard | FootBlock


@dataclass(frozen=True, slots=True)
class RosterPage:
    """One page; `notes_y` and `notes_height` are 0 where there is no space for notes.

    `notes_lines` is where the lines to write on lie below `notes_y`.
    """

    number: int
    cards: tuple[Placed, ...]
    blocks: tuple[Placed, ...]
    notes_y: float
    notes_height: float
    notes_lines: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with the list, under the head of the first page."""

    y: float
    height: float
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A finished roster, which templates only place on the page.

    `em` is the size of the cards' own unit in millimetres of the design.
    """

    head: ArmyHead
    army: str
    rounds: tuple[RoundCell, ...]
    rounds_y: float
    rounds_width: float
    rounds_height: float
    token_rule: tuple[str, ...]
    token_rule_x: float
    token_rule_width: float
    tally: Picture
    tally_lines: tuple[str, ...]
    tally_y: float
    tally_lines_y: float
    tally_strip_y: float
    findings: Findings | None
    em: float
    width: float
    height: float
    pages: tuple[RosterPage, ...]
    legend: tuple[str, ...]
    text_legend: str
