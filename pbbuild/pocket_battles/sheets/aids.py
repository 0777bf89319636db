"""Tables and figures of the play aids: sizes, odds."""

from collections.abc import Sequence
from typing import Final

from pbbuild.page.aid_blocks import (
    AidBlock,
    Cell,
    TextSizes,
    table_block,
)
from pbbuild.play.chance import hits
from pbbuild.pocket_battles.catalog.model import Edition
from pbbuild.pocket_battles.rules.units import largest_size_for, points_to_win, tokens_of_size
from pbbuild.text.translate import Translator

ROLLED: Final = (1, 2, 3, 4, 5, 6, 7, 8)
DIFFERENT: Final = (1, 2, 3, 4, 5)


def sizes_table(edition: Edition, width: float, t: Translator, words: TextSizes) -> AidBlock:
    """The tokens of each size of battle, and half of its points."""
    low, high = edition.recommended_points
    sizes = list(range(low, max(high, largest_size_for(edition.box_tokens)) + 1, 10))
    first = 19.0
    each = (width - first - 1.2) / len(sizes)
    rows = [
        [Cell(t("aid.size"), True), *(Cell(str(size), True) for size in sizes)],
        [Cell(t("aid.tokens"), True), *(Cell(str(tokens_of_size(size))) for size in sizes)],
        [Cell(t("aid.half"), True), *(Cell(str(points_to_win(size))) for size in sizes)],
    ]
    return table_block(rows, [first, *([each] * len(sizes))], t("aid.sizes"), words)


def different_faces(count: int) -> tuple[int, ...]:
    """The faces of `count` printed dice, different ones as far as there are faces (2 to 6)."""
    return tuple(2 + place % 5 for place in range(count))


def percent(chance: float) -> str:
    """A chance in whole percent; 100 and 0 stand only for certain and impossible."""
    whole = round(100 * chance)
    if whole == 100 and chance < 1:
        return ">99"
    if whole == 0 and chance > 0:
        return "<1"
    return str(whole)


def at_least_table(
    count: int,
    width: float,
    t: Translator,
    words: TextSizes,
    dice: Sequence[int] = ROLLED,
) -> AidBlock:
    """The chance of `count` hits or more, by `dice` rolled and different faces printed."""
    rows = []
    for rolled in dice:
        chances = [hits(different_faces(printed), rolled).at_least(count) for printed in DIFFERENT]
        cells = [Cell(percent(chance), level=_level(chance)) for chance in chances]
        rows.append([Cell(str(rolled), True), *cells])
    return _odds_table(t("aid.odds-at-least", count=count), DIFFERENT, rows, width, words)


def _level(chance: float) -> int:
    return 3 if chance >= 0.75 else 2 if chance >= 0.5 else 1 if chance >= 0.25 else 0


def _odds_table(
    title: str, columns: tuple[int, ...], rows: list[list[Cell]], width: float, words: TextSizes
) -> AidBlock:
    head = [Cell("", True), *(Cell(str(column), True) for column in columns)]
    first = 12.0
    each = (width - first - 1.2) / len(columns)
    return table_block([head, *rows], [first, *([each] * len(columns))], title, words)
