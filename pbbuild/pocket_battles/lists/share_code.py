"""The share code: an army list in about forty characters that can be read aloud.

A code is `PB`, a version letter, one large number in letters and four check letters, in groups of
four or five. The number is made of digits with known ranges: army, edition, size, number of tiles,
where units end, and each tile by its rank among the tiles not yet used. Names and notes are not in
it. A code never changes its meaning: the tables of version A are fixed here and not read from a
catalog.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, islice
from typing import Any, Final

from pbbuild.errors import ListError, Value
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.sizes import POINTS_PER_TOKEN, is_size
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit

# Digits and letters without 0 and O, 1 and I, and L, which looks like 1 and I in small print.
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
FIELD: Final = len(ALPHABET)
CHECKS: Final = 4
LONGEST: Final = 900
VALUE: Final = {letter: value for value, letter in enumerate(ALPHABET)}

MARK: Final = "PB"
VERSION: Final = "A"
# Groups of four are easiest to read; codes that would become too long have larger groups. What is
# left over makes the last groups longer by a letter, so that no group is a remnant.
GROUPS: Final = (4, 5, 6, 8, 10, 20, 40)
LONGEST_LINE: Final = 80
# A text without hyphens is taken for a code only if it is longer than a name.
SHORTEST_BARE: Final = 20
SHORTEST: Final = len(MARK) + 1 + 4 + CHECKS

# Fixed in version A: an army is its place in this table, its tiles are 01 to 30 of the prefix.
ARMIES: Final = (
    ("celts", "CEL"),
    ("romans", "ROM"),
    ("orcs", "ORC"),
    ("elves", "ELF"),
    ("macedonians", "MAC"),
    ("persians", "PER"),
    ("confederacy", "CON"),
    ("union", "UNI"),
)
EDITIONS: Final = ("ancients-1", "fantasy-1", "ancients-2", "modern-1")
_TILES: Final = 30
_OWN_ARMY: Final = 31
_OTHER_SIZE: Final = 0
_MOST_TROOPS: Final = 512
_HASH: Final = 1 << 30


class _Number:
    """Digits of known ranges, packed into one number that is read in the order of writing."""

    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []

    def put(self, value: int, radix: int) -> None:
        assert 0 <= value < radix
        self.digits.append((value, radix))

    def packed(self) -> int:
        number = 0
        for value, radix in reversed(self.digits):
            number = number * radix + value
        return number


def share_code(army_list: ArmyList, catalog: Catalog) -> str:
    """The list's share code; a list that no code can hold is refused with the reason.

    A code holds army, size, edition, units in order, stack order and the mixed-armies waiver.
    """
    number = _Number()
    mixed = MIXED_ARMIES in army_list.waivers
    pool = _put_army(number, army_list, catalog, mixed)
    _put_edition(number, army_list.edition)
    _put_size(number, army_list.points)
    codes = army_list.troops
    if not codes or len(codes) >= _MOST_TROOPS or not all(u.troops for u in army_list.units):
        raise ListError("share.no-tiles", source=army_list.name)
    number.put(len(codes), _MOST_TROOPS)
    for unit in army_list.units:
        for place in range(len(unit.troops)):
            number.put(int(place + 1 == len(unit.troops)), 2)
    left = list(pool)
    for code in codes:
        if code not in left:
            raise _unsharable(code, codes, pool, army_list)
        number.put(left.index(code), len(left))
        left.remove(code)
    symbols = [VALUE[letter] for letter in MARK + VERSION] + _symbols_of(number.packed())
    return grouped(with_checks(symbols))


def _unsharable(
    code: str, codes: Sequence[str], pool: Sequence[str], army_list: ArmyList
) -> ListError:
    reason = "tile-twice" if codes.count(code) > 1 and code in pool else "foreign-tile"
    return ListError(f"share.{reason}", tile=code, army=army_list.army)


def group_sizes(length: int) -> list[int]:
    """The numbers of letters in the groups of a code of `length` letters."""
    short = (size for size in GROUPS if length + (length - 1) // size <= LONGEST_LINE)
    count = max(1, length // next(short, GROUPS[0]))
    size, longer = divmod(length, count)
    return [size] * (count - longer) + [size + 1] * longer


def grouped(symbols: Sequence[int]) -> str:
    """Symbols as letters in groups."""
    letters = iter(ALPHABET[symbol] for symbol in symbols)
    return "-".join("".join(islice(letters, size)) for size in group_sizes(len(symbols)))


def _group_of(place: int, length: int) -> int:
    """The group, counted from 1, of a letter of a code; a letter after the last is in the last."""
    ends = list(accumulate(group_sizes(length)))
    return min(bisect_right(ends, place) + 1, len(ends))


def _symbols_of(number: int) -> list[int]:
    symbols: list[int] = []
    while number:
        number, symbol = divmod(number, FIELD)
        symbols.append(symbol)
    return symbols[::-1] or [0]


def own_army_mark(army: str, codes: Sequence[str]) -> int:
    """A number that identifies an army of the player's own: a hash of its id and tiles."""
    import hashlib  # slow to load, and rarely needed

    text = "\n".join((army, *sorted(codes))).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % _HASH


def _put_army(number: _Number, army_list: ArmyList, catalog: Catalog, mixed: bool) -> Sequence[str]:
    ids = [name for name, _ in ARMIES]
    number.put(int(mixed), 2)
    if army_list.army in ids:
        rank = ids.index(army_list.army)
        number.put(rank, 32)
        return _shipped_pool(None if mixed else rank)
    own = catalog.armies.get(army_list.army)
    if own is None or mixed:
        raise ListError("share.unknown-army", army=army_list.army)
    codes = sorted(troop.code for troop in own.troops)
    number.put(_OWN_ARMY, 32)
    number.put(own_army_mark(own.id, codes), _HASH)
    return codes


def _shipped_pool(rank: int | None) -> list[str]:
    chosen = ARMIES if rank is None else ARMIES[rank : rank + 1]
    return [f"{prefix}{tile:02d}" for _, prefix in chosen for tile in range(1, _TILES + 1)]


def _put_edition(number: _Number, edition: str) -> None:
    if edition in EDITIONS:
        number.put(EDITIONS.index(edition), 8)
    else:
        number.put(7, 8)
        number.put(own_army_mark(edition, ()), _HASH)


def _put_size(number: _Number, points: int) -> None:
    if is_size(points) and points < 320:
        number.put(points // POINTS_PER_TOKEN, 32)
    elif 0 <= points < 1 << 14:
        number.put(_OTHER_SIZE, 32)
        number.put(points, 1 << 14)
    else:
        raise ListError("share.odd-size", points=points)


# Reading ----------------------------------------------------------------------------------------


def looks_like_a_code(text: str) -> bool:
    """Whether `text`, not the name of a list, may be a share code, possibly with a mistake."""
    letters = _letters_of(text)
    if not SHORTEST - 1 <= len(letters) <= LONGEST or len(_strange_letters(letters)) > 1:
        return False
    if set(_strange_letters(letters)) & set("./\\"):
        return False  # the name of a file
    if letters.startswith(MARK + VERSION):
        return True
    # One letter may be wrong, even one of the first three.
    groups = re.split(r"[\s-]+", text.strip())
    # The last group of an older code is what was left over.
    sizes = sorted(len(group) for group in groups[:-1])
    in_groups = len(groups) > 3 and sizes[-1] - sizes[0] <= 1 and sizes[0] in GROUPS
    alone = len(groups) == 1 and len(letters) >= SHORTEST_BARE
    return (in_groups or alone) and any(letter.isdigit() for letter in letters)


def _strange_letters(letters: str) -> list[str]:
    return [letter for letter in letters if not (letter.isascii() and letter.isalnum())]


def _letters_of(text: str) -> str:
    return re.sub(r"[\s·–-]+", "", text).upper()


def list_of_code(text: str, catalog: Catalog) -> ArmyList:
    """The list in a share code; a wrong code is refused with the probable mistake."""
    letters = _letters_of(text)
    if len(_strange_letters(letters)) > 1 or len(letters) > LONGEST:
        raise ListError("share.not-a-code", source=text[:60])
    if len(letters) < SHORTEST:
        raise ListError("share.too-short", source=text, length=len(letters))
    symbols = [VALUE.get(letter, 0) for letter in letters]
    foreign = [place for place, letter in enumerate(letters) if letter not in VALUE]
    if foreign or any(check_sums(symbols)):
        raise _mistake(letters, symbols, foreign, catalog)
    return _list_of_symbols(symbols, catalog)


def _list_of_symbols(symbols: Sequence[int], catalog: Catalog) -> ArmyList:
    letters = _letters_of(grouped(symbols))
    if not letters.startswith(MARK):
        raise ListError("share.not-a-code", source=grouped(symbols)[:60])
    if letters[len(MARK)] != VERSION:
        raise ListError("share.other-version", version=letters[len(MARK)])
    army_list = _decoded(symbols[len(MARK) + 1 : -CHECKS], catalog)
    # Each list has one code: another spelling of the same number is refused.
    if _letters_of(share_code(army_list, catalog)) != letters:
        raise ListError("share.no-list")
    return army_list


def _mistake(letters: str, symbols: list[int], foreign: list[int], catalog: Catalog) -> ListError:
    """The error for a wrong code, with the code that was probably meant."""
    if len(foreign) > 1:
        shown = tuple(letters[place] for place in foreign)
        return ListError("share.foreign-letters", letters=shown, place=foreign[0] + 1)
    for code, right, place, values in _corrections(symbols, foreign):
        try:
            _list_of_symbols(right, catalog)
        except ListError as error:
            # The code may be right for a player who has that army or edition.
            if error.code not in ("share.foreign-army", "share.foreign-edition"):
                continue
        details: dict[str, Any] = {
            "place": place + 1,
            "group": _group_of(place, len(letters)),
            "read": letters[place] if place < len(letters) else "",
            "meant": grouped(right),
            **values,
        }
        if code == "missing" and place == len(letters):
            return ListError("share.missing-last", **details)
        if "other" in details:
            details["after"] = letters[details["other"] - 1]
        return ListError(f"share.{code}", **details)
    if foreign:
        shown = (letters[foreign[0]],)
        return ListError("share.foreign-letters", letters=shown, place=foreign[0] + 1)
    return ListError("share.wrong", length=len(letters))


def _corrections(
    symbols: list[int], foreign: list[int]
) -> Iterator[tuple[str, list[int], int, dict[str, Value]]]:
    """Right codes one mistake away, the most probable first: mistake, symbols, place, values."""
    repair = (
        wrong_symbol(symbols) if any(check_sums(symbols)) else (foreign[0], symbols[foreign[0]])
    )
    if repair and (not foreign or foreign[0] == repair[0]):
        place, value = repair
        right = [*symbols[:place], value, *symbols[place + 1 :]]
        yield "one-wrong", right, place, {"true": ALPHABET[value]}
    if foreign:
        return
    for first, second in swapped_symbols(symbols):
        right = list(symbols)
        right[first], right[second] = right[second], right[first]
        yield "swapped", right, first, {"other": second + 1}
    for place, value in missing_symbols(symbols):
        right = [*symbols[:place], value, *symbols[place:]]
        yield "missing", right, place, {"true": ALPHABET[value]}
    for place in extra_symbols(symbols):
        yield "surplus", [*symbols[:place], *symbols[place + 1 :]], place, {}


def _decoded(symbols: Sequence[int], catalog: Catalog) -> ArmyList:
    number = 0
    for symbol in symbols:
        number = number * FIELD + symbol

    def take(radix: int) -> int:
        nonlocal number
        number, value = divmod(number, radix)
        return value

    mixed = bool(take(2))
    rank = take(32)
    army, pool = _army_of(rank, mixed, take(_HASH) if rank == _OWN_ARMY else 0, catalog)
    edition = _edition_of(take, catalog)
    points = take(32) * 10 or take(1 << 14)
    count = take(_MOST_TROOPS)
    if not 1 <= count <= len(pool):
        raise ListError("share.no-list")
    ends = [take(2) for _ in range(count)]
    codes = [pool.pop(take(len(pool))) for _ in range(count)]
    if number or not ends[-1]:
        raise ListError("share.no-list")
    units: list[ListUnit] = []
    stack: list[str] = []
    for code, end in zip(codes, ends, strict=True):
        stack.append(code)
        if end:
            units.append(ListUnit(tuple(stack)))
            stack = []
    waivers = (MIXED_ARMIES,) if mixed else ()
    # A code holds no name: the list is named after its army and size.
    known = catalog.armies.get(army)
    name = f"{known.name.en if known else army} {points}"
    return ArmyList(name, army, points, edition, tuple(units), waivers=waivers)


def _army_of(rank: int, mixed: bool, mark: int, catalog: Catalog) -> tuple[str, list[str]]:
    if rank < len(ARMIES):
        return ARMIES[rank][0], _shipped_pool(None if mixed else rank)
    if rank == _OWN_ARMY and not mixed:
        for army in catalog.armies.values():
            codes = sorted(troop.code for troop in army.troops)
            if own_army_mark(army.id, codes) == mark:
                return army.id, codes
        raise ListError("share.foreign-army")
    raise ListError("share.no-list")


def _edition_of(take: Callable[[int], int], catalog: Catalog) -> str:
    rank = take(8)
    if rank < len(EDITIONS):
        return EDITIONS[rank]
    if rank == 7:
        mark = take(_HASH)
        for edition in catalog.editions:
            if own_army_mark(edition, ()) == mark:
                return edition
        raise ListError("share.foreign-edition")
    raise ListError("share.no-list")


# Check symbols --------------------------------------------------------------------------------
#
# The symbols are the elements of the field of 31 numbers. Symbol i of a code is weighted by the
# column (1, a, b, a² + b²) of its own point (a, b); all four weighted sums of a correct code are 0.
# No three such columns are linearly dependent (a line meets the paraboloid at most twice, as -1 is
# no square mod 31). So one wrong symbol is found with its place and its right value, and two wrong
# symbols, swapped ones among them, are always detected and never taken for one.

# The points of the four check symbols: their columns are linearly independent.
_CHECK_POINTS: Final = ((0, 0), (1, 0), (0, 1), (2, 0))

Column = tuple[int, int, int, int]
Symbols = Sequence[int]


@cache
def _column(place: int) -> Column:
    """The weights of the symbol at `place`; the first four places are those of the checks."""
    if place < CHECKS:
        a, b = _CHECK_POINTS[place]
    else:
        number = place - CHECKS
        # Points in order, without those of the check symbols.
        taken = sorted(31 * b + a for a, b in _CHECK_POINTS)
        for point in taken:
            if number >= point:
                number += 1
        b, a = divmod(number, FIELD)
    return 1, a, b, (a * a + b * b) % FIELD


def check_sums(symbols: Symbols) -> tuple[int, ...]:
    """The four weighted sums of a code, all 0 when it is right.

    The check symbols are the last symbols of a code.
    """
    payload, checks = symbols[:-CHECKS], symbols[-CHECKS:]
    ordered = (*checks, *payload)
    return tuple(
        sum(symbol * _column(place)[row] for place, symbol in enumerate(ordered)) % FIELD
        for row in range(CHECKS)
    )


def with_checks(payload: Symbols) -> list[int]:
    """`payload` followed by its four check symbols."""
    wanted = [-value % FIELD for value in check_sums([*payload, 0, 0, 0, 0])]
    rows = [
        [_column(place)[row] for place in range(CHECKS)] + [wanted[row]] for row in range(CHECKS)
    ]
    # Gaussian elimination: four equations for four check symbols.
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


def wrong_symbol(symbols: Symbols) -> tuple[int, int] | None:
    """The place and right value of the one wrong symbol, None where one does not explain it."""
    error, *rest = check_sums(symbols)
    if not error:
        return None
    inverse = pow(error, -1, FIELD)
    point = tuple(value * inverse % FIELD for value in rest)
    for place in range(len(symbols)):
        if _column(place)[1:] == point:
            where = _place_in_code(place, len(symbols))
            return where, (symbols[where] - error) % FIELD
    return None


def swapped_symbols(symbols: Symbols) -> Iterator[tuple[int, int]]:
    """The pairs of places that make the code right when swapped, neighbours first."""
    wanted = check_sums(symbols)
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


def missing_symbols(symbols: Symbols) -> Iterator[tuple[int, int]]:
    """The places before which one symbol is missing, with that symbol."""
    for place in range(len(symbols) + 1):
        tried = [*symbols[:place], 0, *symbols[place:]]
        repair = wrong_symbol(tried)
        if not any(check_sums(tried)):
            yield place, 0
        elif repair and repair[0] == place:
            yield repair


def extra_symbols(symbols: Symbols) -> Iterator[int]:
    """The places of symbols whose removal makes the code right."""
    for place in range(len(symbols)):
        if not any(check_sums([*symbols[:place], *symbols[place + 1 :]])):
            yield place
