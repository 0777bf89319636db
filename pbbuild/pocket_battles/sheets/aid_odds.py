"""Tables of exact odds for the play aid, from the same dice as play. PB-6.1, PB-8.1."""

from typing import Final

from pbbuild.page.aid_blocks import AidBlock, Cell, Print, table
from pbbuild.play.chance import hits
from pbbuild.text.translate import Translator

ROLLED: Final = (1, 2, 3, 4, 5, 6)
PRINTED: Final = (1, 2, 3, 4, 5, 6, 7, 8)
DIFFERENT: Final = (1, 2, 3, 4, 5)


def faces(count: int) -> tuple[int, ...]:
    """`count` printed dice, all of different faces as far as there are faces (2 to 6)."""
    return tuple(2 + place % 5 for place in range(count))


def percent(chance: float) -> str:
    """A likelihood in whole percent; certain and impossible only where they are."""
    whole = round(100 * chance)
    if whole == 100 and chance < 1:
        return ">99"
    if whole == 0 and chance > 0:
        return "<1"
    return str(whole)


def at_least(count: int, width: float, t: Translator, words: Print) -> AidBlock:
    """How likely `count` hits or more are, by dice rolled and different faces printed."""
    rows = []
    for rolled in ROLLED:
        chances = [hits(faces(printed), rolled).at_least(count) for printed in DIFFERENT]
        cells = [Cell(percent(chance), level=_level(chance)) for chance in chances]
        rows.append([Cell(str(rolled), True), *cells])
    return _table(t("aid.odds-at-least", count=count), DIFFERENT, rows, width, words)


def _level(chance: float) -> int:
    return 3 if chance >= 0.75 else 2 if chance >= 0.5 else 1 if chance >= 0.25 else 0


def expected(width: float, t: Translator, words: Print) -> AidBlock:
    """Expected hits by dice rolled and printed dice, whatever their faces."""
    rows = []
    for rolled in ROLLED:
        means = [float(hits(faces(printed), rolled).mean) for printed in PRINTED]
        texts = (t.decimal(mean, ".2f") for mean in means)
        rows.append([Cell(str(rolled), True), *map(Cell, texts)])
    return _table(t("aid.odds-expected"), PRINTED, rows, width, words)


def _table(
    title: str, columns: tuple[int, ...], rows: list[list[Cell]], width: float, words: Print
) -> AidBlock:
    head = [Cell("", True), *(Cell(str(column), True) for column in columns)]
    first = 12.0
    each = (width - first - 1.2) / len(columns)
    return table([head, *rows], [first, *([each] * len(columns))], title, words)
