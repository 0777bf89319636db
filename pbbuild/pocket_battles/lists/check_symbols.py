"""Letters that check themselves: 31 symbols, four of them spent to find mistakes.

The symbols are the elements of the field of 31 numbers. Symbol i of a code is weighed by the
column (1, a, b, a² + b²) of a point (a, b) of its own; all four weighted sums of a right code
are 0. No three such columns are dependent (a line meets that bowl at most twice, as -1
is no square mod 31), so any one wrong symbol is found *with its place and true value*, and
any two wrong symbols, two swapped ones among them, are always noticed and never taken for one.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

# Digits and letters without 0 and O, 1 and I, and L, which looks like both in small print.
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
FIELD: Final = len(ALPHABET)
CHECKS: Final = 4
LONGEST: Final = 900
VALUE: Final = {letter: value for value, letter in enumerate(ALPHABET)}

# The check symbols' own points: the columns of these four are independent.
_CHECK_POINTS: Final = ((0, 0), (1, 0), (0, 1), (2, 0))

Column = tuple[int, int, int, int]
Symbols = Sequence[int]


@cache
def _column(place: int) -> Column:
    """The weights of the symbol at `place`; the first four places are the check symbols'."""
    if place < CHECKS:
        a, b = _CHECK_POINTS[place]
    else:
        seen = place - CHECKS
        # Points in order, passing over those of the check symbols.
        taken = sorted(31 * b + a for a, b in _CHECK_POINTS)
        for point in taken:
            if seen >= point:
                seen += 1
        b, a = divmod(seen, FIELD)
    return 1, a, b, (a * a + b * b) % FIELD


def sums(symbols: Symbols) -> tuple[int, ...]:
    """The four weighted sums of a whole code, all 0 when it is right.

    The check symbols stand at the end of a code, after what they check.
    """
    payload, checks = symbols[:-CHECKS], symbols[-CHECKS:]
    ordered = (*checks, *payload)
    return tuple(
        sum(symbol * _column(place)[row] for place, symbol in enumerate(ordered)) % FIELD
        for row in range(CHECKS)
    )


def with_checks(payload: Symbols) -> list[int]:
    """`payload` followed by its four check symbols."""
    wanted = [-value % FIELD for value in sums([*payload, 0, 0, 0, 0])]
    rows = [
        [_column(place)[row] for place in range(CHECKS)] + [wanted[row]] for row in range(CHECKS)
    ]
    # Gauss: four equations, four check symbols.
    for pivot in range(CHECKS):
        chosen = next(row for row in range(pivot, CHECKS) if rows[row][pivot])
        rows[pivot], rows[chosen] = rows[chosen], rows[pivot]
        inverse = pow(rows[pivot][pivot], -1, FIELD)
        rows[pivot] = [value * inverse % FIELD for value in rows[pivot]]
        for row in range(CHECKS):
            if row != pivot and rows[row][pivot]:
                factor = rows[row][pivot]
                rows[row] = [
                    (value - factor * own) % FIELD
                    for value, own in zip(rows[row], rows[pivot], strict=True)
                ]
    return [*payload, *(rows[row][CHECKS] for row in range(CHECKS))]


def _place_in_code(place: int, length: int) -> int:
    return length - CHECKS + place if place < CHECKS else place - CHECKS


def _place_in_columns(place: int, length: int) -> int:
    return place - (length - CHECKS) if place >= length - CHECKS else place + CHECKS


def one_wrong(symbols: Symbols) -> tuple[int, int] | None:
    """The place and true value of the one wrong symbol, None unless one explains all sums."""
    error, *rest = sums(symbols)
    if not error:
        return None
    inverse = pow(error, -1, FIELD)
    point = tuple(value * inverse % FIELD for value in rest)
    for place in range(len(symbols)):
        if _column(place)[1:] == point:
            where = _place_in_code(place, len(symbols))
            return where, (symbols[where] - error) % FIELD
    return None


def swapped(symbols: Symbols) -> Iterator[tuple[int, int]]:
    """The pairs of places whose swapping back makes the code right, neighbours first."""
    wanted = sums(symbols)
    length = len(symbols)
    columns = [_column(_place_in_columns(place, length)) for place in range(length)]
    found = []
    for first in range(length):
        for second in range(first + 1, length):
            change = symbols[second] - symbols[first]
            if change % FIELD and all(
                (wanted[row] + change * (columns[first][row] - columns[second][row])) % FIELD == 0
                for row in range(CHECKS)
            ):
                found.append((first, second))
    yield from sorted(found, key=lambda pair: (pair[1] - pair[0], pair))


def missing(symbols: Symbols) -> Iterator[tuple[int, int]]:
    """The places before which one symbol was left out, with that symbol."""
    for place in range(len(symbols) + 1):
        tried = [*symbols[:place], 0, *symbols[place:]]
        repair = one_wrong(tried)
        if not any(sums(tried)):
            yield place, 0
        elif repair and repair[0] == place:
            yield repair


def surplus(symbols: Symbols) -> Iterator[int]:
    """The places of a symbol that is one too many."""
    for place in range(len(symbols)):
        if not any(sums([*symbols[:place], *symbols[place + 1 :]])):
            yield place
