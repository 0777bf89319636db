"""Every parser of what comes from outside, as a function of bytes; for tests and scripts/fuzz."""

from collections.abc import Callable
from functools import cache

from pbbuild.armylist.codec import list_of_code
from pbbuild.armylist.edit import edit_list
from pbbuild.armylist.imports import import_lists
from pbbuild.armylist.model import ArmyList
from pbbuild.armylist.read import parse_list
from pbbuild.catalog.load import shipped_catalog
from pbbuild.catalog.model import Catalog
from pbbuild.catalog.table import read_table
from pbbuild.catalog.validate import require_valid
from pbbuild.errors import PbbuildError
from pbbuild.files import Document, parse_json
from tests.badday.samples import good_files

Parser = Callable[[bytes], object]


@cache
def catalog() -> Catalog:
    """The catalog that everything is read with."""
    return shipped_catalog()


@cache
def some_list() -> ArmyList:
    """A list to edit."""
    return parse_list(good_files()["list"].decode(), "list")


def text_of(data: bytes) -> str:
    """The bytes as a text, whatever they are."""
    return data.decode("utf-8", "replace")


def _document(data: bytes) -> Document:
    return parse_json(text_of(data), "fuzz")


def read_state(data: bytes) -> object:
    """A state as the referee reads it, and what is legal in it."""
    from pbbuild.games.pocket_battles.game import PocketBattles
    from pbbuild.match.board import is_drawing, parse_drawing
    from pbbuild.match.possible import refuse_impossible
    from pbbuild.match.statefile import read_shape

    text = text_of(data)
    document = parse_drawing(text, "fuzz") if is_drawing(text) else parse_json(text, "fuzz")
    state = read_shape(document, catalog())
    game = PocketBattles(catalog())
    refuse_impossible(document, state, catalog())
    return game.options(game.from_json(state))


def read_record(data: bytes) -> object:
    """A record as replay reads and recomputes it."""
    from pbbuild.games.pocket_battles.game import PocketBattles
    from pbbuild.match.battles import opening
    from pbbuild.match.record import parse_record
    from pbbuild.match.verify import verify

    record = parse_record(text_of(data), "fuzz")
    game = PocketBattles(catalog())
    return verify(game, record, opening(game, record))


# Each parser with the kinds of good files that fuzzing begins from.
PARSERS: dict[str, tuple[Parser, tuple[str, ...]]] = {
    "catalogs": (lambda data: require_valid(_document(data), catalog()), ("army", "traits")),
    "lists": (lambda data: parse_list(text_of(data), "fuzz"), ("list", "saved-list")),
    "tables": (lambda data: read_table(text_of(data), "fuzz", catalog()), ("table",)),
    "texts": (
        lambda data: import_lists(data, "fuzz", catalog()),
        ("list-text", "list-table", "list-page"),
    ),
    "codes": (lambda data: list_of_code(text_of(data), catalog()), ("code",)),
    "edits": (lambda data: edit_list(some_list(), [text_of(data)], catalog()), ("edit",)),
    "states": (read_state, ("state", "board")),
    "records": (read_record, ("record",)),
    "pdfs": (lambda data: import_lists(b"%PDF-" + data, "fuzz", catalog()), ("pdf",)),
}


def seeds_of(name: str) -> list[bytes]:
    """Good inputs that fuzzing of a parser begins from."""
    from pbbuild.armylist.codec import share_code

    files = good_files()
    own = {
        "code": [share_code(some_list(), catalog()).encode()],
        "edit": [
            b"remove UNI12; add UNI12 to new; swap UNI11 UNI09; resize 60",
            b'name 1 "The wall"; rename Other; merge 1 2; split 1 UNI10; edition modern-1',
        ],
    }
    found: list[bytes] = []
    for kind in PARSERS[name][1]:
        found += own[kind] if kind in own else [files[kind]]
    if name == "pdfs":
        found = [data.removeprefix(b"%PDF-") for data in found]
    return found


def parse(name: str, data: bytes) -> None:
    """Let a parser read `data`; only an error with a code may come of it."""
    try:
        PARSERS[name][0](data)
    except PbbuildError:
        return
