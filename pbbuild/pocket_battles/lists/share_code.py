"""The share code: an army list in some forty characters that can be read aloud.

`PB` and a version letter, then one big number in letters, then four check letters, in groups
of four. The number is made of small digits of known ranges: army, edition, size, how many
tiles, where units end, and each tile by its rank among those not yet named. Names and notes
stay at home. A code never changes its meaning: what version A says is fixed here and not
read from any catalog.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from pbbuild.errors import ListError, Value
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.check_symbols import (
    ALPHABET,
    CHECKS,
    FIELD,
    LONGEST,
    VALUE,
    missing,
    one_wrong,
    sums,
    surplus,
    swapped,
    with_checks,
)
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit

MARK: Final = "PB"
VERSION: Final = "A"
# Groups of four read best; a code that would grow too long with them has larger ones.
GROUPS: Final = (4, 5, 6, 8, 10, 20, 40)
LONGEST_WISHED: Final = 80
# Without hyphens only something longer than names are is taken for a code.
SHORTEST_BARE: Final = 20
SHORTEST: Final = len(MARK) + 1 + 4 + CHECKS

# Fixed for ever in version A: rank in the table and tiles 01 to 30 of the prefix.
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
    """Digits of known ranges, packed into one number; read back in the order written."""

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
    """The list's share code; a list that none can hold is refused with the reason.

    Held are army, size, edition, units in order, stack order and the mixed-armies waiver.
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
    symbols = [VALUE[letter] for letter in MARK + VERSION] + _in_letters(number.packed())
    return grouped(with_checks(symbols))


def _unsharable(
    code: str, codes: Sequence[str], pool: Sequence[str], army_list: ArmyList
) -> ListError:
    reason = "tile-twice" if codes.count(code) > 1 and code in pool else "foreign-tile"
    return ListError(f"share.{reason}", tile=code, army=army_list.army)


def group_size(length: int) -> int:
    """How many letters stand together in a code of `length` letters."""
    short = (size for size in GROUPS if length + (length - 1) // size <= LONGEST_WISHED)
    return next(short, GROUPS[0])


def grouped(symbols: Sequence[int]) -> str:
    """Symbols as letters in groups."""
    letters = "".join(ALPHABET[symbol] for symbol in symbols)
    size = group_size(len(letters))
    return "-".join(letters[at : at + size] for at in range(0, len(letters), size))


def _in_letters(number: int) -> list[int]:
    symbols: list[int] = []
    while number:
        number, symbol = divmod(number, FIELD)
        symbols.append(symbol)
    return symbols[::-1] or [0]


def own_army_mark(army: str, codes: Sequence[str]) -> int:
    """What stands for an army of the owner's own: its id and tiles, as a number."""
    said = "\n".join((army, *sorted(codes))).encode()
    return int.from_bytes(hashlib.sha256(said).digest()[:8], "big") % _HASH


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
    if points % 10 == 0 and 10 <= points < 320:
        number.put(points // 10, 32)
    elif 0 <= points < 1 << 14:
        number.put(_OTHER_SIZE, 32)
        number.put(points, 1 << 14)
    else:
        raise ListError("share.odd-size", points=points)


# Reading ----------------------------------------------------------------------------------------


def looks_like_a_code(text: str) -> bool:
    """Whether `text`, being no list's name, can be meant as a share code, right or wrong."""
    letters = _bare(text)
    if not SHORTEST - 1 <= len(letters) <= LONGEST or len(_odd(letters)) > 1:
        return False
    if set(_odd(letters)) & set("./\\"):
        return False  # a file's name
    if letters.startswith(MARK + VERSION):
        return True
    # One letter may be wrong, also among the first three.
    groups = re.split(r"[\s-]+", text.strip())
    sizes = {len(group) for group in groups[:-1]}
    in_groups = len(groups) > 3 and len(sizes) == 1 and sizes <= set(GROUPS)
    alone = len(groups) == 1 and len(letters) >= SHORTEST_BARE
    return (in_groups or alone) and any(letter.isdigit() for letter in letters)


def _odd(letters: str) -> list[str]:
    return [letter for letter in letters if not (letter.isascii() and letter.isalnum())]


def _bare(text: str) -> str:
    return re.sub(r"[\s·–-]+", "", text).upper()


def list_of_code(text: str, catalog: Catalog) -> ArmyList:
    """The list a share code says; a wrong code is refused, with the likely mistake."""
    letters = _bare(text)
    if len(_odd(letters)) > 1 or len(letters) > LONGEST:
        raise ListError("share.not-a-code", source=text[:60])
    if len(letters) < SHORTEST:
        raise ListError("share.too-short", source=text, length=len(letters))
    symbols = [VALUE.get(letter, 0) for letter in letters]
    foreign = [place for place, letter in enumerate(letters) if letter not in VALUE]
    if foreign or any(sums(symbols)):
        raise _mistake(letters, symbols, foreign, catalog)
    return _list_of_symbols(symbols, catalog)


def _list_of_symbols(symbols: Sequence[int], catalog: Catalog) -> ArmyList:
    letters = _bare(grouped(symbols))
    if not letters.startswith(MARK):
        raise ListError("share.not-a-code", source=grouped(symbols)[:60])
    if letters[len(MARK)] != VERSION:
        raise ListError("share.other-version", version=letters[len(MARK)])
    army_list = _read(symbols[len(MARK) + 1 : -CHECKS], catalog)
    # One list, one code: another spelling of the same number is no code.
    if _bare(share_code(army_list, catalog)) != letters:
        raise ListError("share.no-list")
    return army_list


def _mistake(letters: str, symbols: list[int], foreign: list[int], catalog: Catalog) -> ListError:
    """What is wrong with a code, and what was probably meant."""
    if len(foreign) > 1:
        shown = tuple(letters[place] for place in foreign)
        return ListError("share.foreign-letters", letters=shown, place=foreign[0] + 1)
    for code, right, place, values in _repairs(symbols, foreign):
        try:
            _list_of_symbols(right, catalog)
        except ListError as error:
            # An army that is not here is still a list somebody has.
            if error.code not in ("share.foreign-army", "share.foreign-edition"):
                continue
        told: dict[str, Any] = {
            "place": place + 1,
            "group": place // group_size(len(letters)) + 1,
            "read": letters[place] if place < len(letters) else "",
            "meant": grouped(right),
            **values,
        }
        if code == "missing" and place == len(letters):
            return ListError("share.missing-last", **told)
        if "other" in told:
            told["after"] = letters[told["other"] - 1]
        return ListError(f"share.{code}", **told)
    if foreign:
        shown = (letters[foreign[0]],)
        return ListError("share.foreign-letters", letters=shown, place=foreign[0] + 1)
    return ListError("share.wrong", length=len(letters))


def _repairs(
    symbols: list[int], foreign: list[int]
) -> Iterator[tuple[str, list[int], int, dict[str, Value]]]:
    """Right codes one slip away, the likeliest first: what slipped, the code, where, values."""
    repair = one_wrong(symbols) if any(sums(symbols)) else (foreign[0], symbols[foreign[0]])
    if repair and (not foreign or foreign[0] == repair[0]):
        place, value = repair
        right = [*symbols[:place], value, *symbols[place + 1 :]]
        yield "one-wrong", right, place, {"true": ALPHABET[value]}
    if foreign:
        return
    for first, second in swapped(symbols):
        right = list(symbols)
        right[first], right[second] = right[second], right[first]
        yield "swapped", right, first, {"other": second + 1}
    for place, value in missing(symbols):
        right = [*symbols[:place], value, *symbols[place:]]
        yield "missing", right, place, {"true": ALPHABET[value]}
    for place in surplus(symbols):
        yield "surplus", [*symbols[:place], *symbols[place + 1 :]], place, {}


def _read(symbols: Sequence[int], catalog: Catalog) -> ArmyList:
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
    # A code holds no name; the list is called by its army and size.
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
