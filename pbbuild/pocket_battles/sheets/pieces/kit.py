"""An army to cut out: its tiles, and what its sheet has room for beside them.

Tokens, borders and the numbers of the units have the size that fits the tiles, so that one sheet
is all that an army needs on the table.
"""

from collections.abc import Callable, Sequence
from typing import Final

from pbbuild.page.geometry import PieceSize, cut_grid, square
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Extra, TileFace, TilePage, TileSheet, tile_pages
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.units import BORDER_TILES, tokens_at_start
from pbbuild.pocket_battles.sheets.pieces.key_cards import key_faces
from pbbuild.pocket_battles.sheets.pieces.terrain import TERRAINS
from pbbuild.pocket_battles.sheets.pieces.tokens import (
    MOST_TOKENS,
    TOKEN,
    border_face,
    emblem_coin,
    number_coin,
    small_border,
    token_extra,
    token_face,
)
from pbbuild.pocket_battles.sheets.pieces.unit_faces import CARD as UNIT_CARD
from pbbuild.pocket_battles.sheets.pieces.unit_faces import unit_face
from pbbuild.pocket_battles.sheets.tiles import (
    CARD,
    COUNTER,
    TileFormat,
    army_back,
    marks_of,
    tile_face,
)
from pbbuild.text.translate import Translator

# The cards that explain counters lie across the sheet.
KEY: Final = PieceSize(UNIT_CARD.height, UNIT_CARD.width)
# Two small tokens are as wide as a counter.
SMALL: Final = COUNTER.piece.width / 2 / TOKEN
MARKERS: Final = 2  # for the round and for points lost
# The numbers of units on a sheet of a whole army, which has no units yet.
UNITS: Final = 12


class ArmyKit:
    """What an army needs besides its tiles: as many tokens and numbers as it can use."""

    def __init__(
        self,
        theme: str,
        units: int,
        tokens: int,
        army_list: ArmyList | None,
        style: Style,
        t: Translator,
        scale: float = 1.0,
    ) -> None:
        self.theme, self.units, self.tokens, self.army_list = theme, units, tokens, army_list
        self.style, self.t, self.scale = style, t, scale

    def coins(self) -> list[tuple[TileFace, TileFace]]:
        """Both sides of the numbers of units and of markers."""
        style, t = self.style, self.t
        numbers = [number_coin(number, style, t) for number in range(1, self.units + 1)]
        made = [*numbers, *[emblem_coin(self.theme, style, t)] * MARKERS]
        return [(front.enlarged(self.scale), back.enlarged(self.scale)) for front, back in made]

    def orders(self) -> list[tuple[TileFace, TileFace]]:
        """Both sides of the tokens that the army begins with."""
        front, back = (token_face(kind, self.style, self.t) for kind in ("order", "wound"))
        return [(front.enlarged(self.scale), back.enlarged(self.scale))] * self.tokens

    def choices(self) -> list[list[Extra]]:
        """Ways to use the rest of a sheet: tokens, borders, numbers of units, then spare tokens.

        Numbers and all tokens in one block need less room than in blocks of their own, but more
        than the tokens alone.
        """
        borders = tuple(border_face(name, self.style, self.t) for name in TERRAINS)
        assert len(borders) == BORDER_TILES
        line = Extra(borders, borders)
        orders, coins = self.full_rows(self.orders()), self.full_rows(self.coins())
        all_discs = self.full_rows([*self.coins(), *self.orders()])
        spares = self.spares()
        least = len(all_discs.fronts)
        for more in spares:
            all_discs = Extra(
                all_discs.fronts + more.fronts,
                all_discs.backs + more.backs,
                may_be_cut=True,
                least=least,
            )
        return [
            [orders, line, coins, *spares],
            [orders, coins, line, *spares],
            [line, all_discs],
            [all_discs, line],
        ]

    def needs(self) -> tuple[str, str, str]:
        """What of its pieces is needed most: the words of a token, a border and a number."""
        number = self.t("tiles.unit-number", number=self.units)
        return self.t("tiles.order"), self.t("tiles.border-label"), number

    def best_pages(
        self,
        needs: Sequence[str],
        pages_with: Callable[[Sequence[Extra]], tuple[TilePage, ...]],
    ) -> tuple[TilePage, ...]:
        """The pages with what is most needed, and then the most pieces, on the rest of a sheet."""

        def worth(pages: tuple[TilePage, ...]) -> tuple[list[bool], int]:
            found = [placed.face.picture.alt for page in pages for placed in page.faces]
            return [alt in found for alt in needs], len(found)

        return max((pages_with(extras) for extras in self.choices()), key=worth)

    def spares(self) -> list[Extra]:
        """As many more tokens as there is room for, unless ink is to be saved."""
        if self.style.ink == "saver":
            return []
        return [token_extra(MOST_TOKENS, self.style, self.t, self.scale)]

    def full_rows(self, sides: list[tuple[TileFace, TileFace]]) -> Extra:
        """These discs, with as many tokens more as their last row has room for.

        Markers may be left out where there is no room for them, numbers and tokens may not.
        """
        columns = cut_grid(
            square(TOKEN * self.scale * self.style.scale), self.style.page, 0.0, self.style.scale
        ).columns
        sides = sides + self.orders()[:1] * (-len(sides) % columns)
        fronts, backs = zip(*sides, strict=True)
        needed = max(self.units, self.tokens)
        return Extra(fronts, backs, may_be_cut=needed <= columns and len(sides) <= 2 * columns)


def army_sheet(
    title: str,
    troops: Sequence[Troop],
    form: TileFormat,
    catalog: Catalog,
    style: Style,
    t: Translator,
    kit: ArmyKit | None = None,
) -> TileSheet:
    """The tiles of `troops` in the colours of `style`, and on the rest of the paper their kit.

    Counters have cards that explain them, and a second set for the enemy or as spares where there
    is room, unless ink is to be saved.
    """
    fronts = [tile_face(troop, form, catalog, style, t) for troop in troops]
    backs = [army_back(troop.army, form.piece, catalog, style, t) for troop in troops]
    notes = marks_of(troops, t)

    def pages_with(extras: Sequence[Extra]) -> tuple[TilePage, ...]:
        return tile_pages(title, fronts, backs, style, t, notes, extras)

    if kit is None:
        return TileSheet(title, pages_with(()))
    if form is not COUNTER:
        return TileSheet(title, kit.best_pages(kit.needs(), pages_with))
    borders = [small_border(name, form.piece.width, style, t) for name in TERRAINS]
    fronts, backs = fronts + borders, backs + borders
    discs = kit.full_rows([*kit.coins(), *kit.orders()])
    shown = dict.fromkeys(name for troop in troops for name in troop.traits)
    traits = [catalog.traits[name] for name in shown]
    keys = key_faces(kit.army_list, traits, KEY, catalog, style, t)
    back = army_back(troops[0].army, KEY, catalog, style, t)
    cards = [Extra(tuple(keys), (back,) * len(keys))] if keys else []
    again = [
        Extra(tuple(fronts), tuple(backs)),
        discs,
        token_extra(MOST_TOKENS, style, t, SMALL),
    ]
    return TileSheet(title, pages_with([discs, *cards, *([] if style.ink == "saver" else again)]))


def card_sheet(
    title: str, army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> TileSheet:
    """A card of 63 x 88 mm for each unit, for the sleeves of playing cards.

    The rest of the paper has two cards for the army, its tokens and the numbers of its units.
    """
    units = [unit for unit in army_list.units if unit.troops]
    troops = [catalog.troops[code] for code in army_list.troops]
    shown = dict.fromkeys(name for troop in troops for name in troop.traits)
    traits = [catalog.traits[name] for name in shown]
    fronts = [unit_face(number, unit, catalog, style, t) for number, unit in enumerate(units, 1)]
    keys = key_faces(army_list, traits, UNIT_CARD, catalog, style, t)
    page = cut_grid(
        UNIT_CARD.scaled(style.scale), style.page, style.bleed * style.scale, style.scale
    )
    if len(keys) <= -len(fronts) % page.count:
        fronts += keys
    backs = [army_back(army_list.army, UNIT_CARD, catalog, style, t)] * len(fronts)
    kit = kit_of_list(army_list, CARD, catalog, style, t)
    notes = marks_of(troops, t)
    order, border, number = kit.needs()
    # What lies on the table has the numbers that are on the cards.
    pages = kit.best_pages(
        (order, number, border),
        lambda extras: tile_pages(title, fronts, backs, style, t, notes, extras),
    )
    return TileSheet(title, pages)


def kit_of_list(
    army_list: ArmyList, form: TileFormat, catalog: Catalog, style: Style, t: Translator
) -> ArmyKit:
    """The kit of a list: its units and the tokens it begins with."""
    units = [[catalog.troops[code] for code in unit.troops] for unit in army_list.units]
    tokens = tokens_at_start(army_list.points, units, catalog.traits)
    army = catalog.armies.get(army_list.army)
    theme = army.theme if army else "neutral"
    return ArmyKit(theme, len(units), tokens, army_list, style, t, _scale(form))


def kit_of_army(
    army: Army, form: TileFormat, catalog: Catalog, style: Style, t: Translator
) -> ArmyKit:
    """The kit of a whole army: the tokens of its box."""
    tokens = catalog.editions[army.edition].box_tokens
    return ArmyKit(army.theme, UNITS, tokens, None, style, t, _scale(form))


def _scale(form: TileFormat) -> float:
    return SMALL if form is COUNTER else 1.0


def has_tokens(sheet: TileSheet, t: Translator) -> bool:
    """Whether a sheet of tiles has the tokens of its army."""
    faces = (placed.face for page in sheet.pages for placed in page.faces)
    return any(face.picture.alt == t("tiles.order") for face in faces)
