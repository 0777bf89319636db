"""Every parser of what comes from outside, as a function of bytes; for tests and scripts/fuzz."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from pbbuild.base.documents import Document, parse_json
from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.spreadsheet import read_table
from pbbuild.pocket_battles.catalog.validate import require_valid
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.list_file import parse_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.share_code import (
    CHECKS,
    FIELD,
    LONGEST,
    MARK,
    VALUE,
    VERSION,
    grouped,
    list_of_code,
    share_code,
    with_checks,
)
from tests.robustness.inside import scratch, typed
from tests.robustness.samples import KINDS, good_files

REFEREE_STATES = Path(__file__).parent.parent / "data" / "referee_states"
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
    from pbbuild.pocket_battles.rules.game import PocketBattles
    from pbbuild.pocket_battles.rules.state_drawing import is_drawing, parse_drawing
    from pbbuild.pocket_battles.rules.state_file import read_state, refuse_impossible

    text = text_of(data)
    document = parse_drawing(text, "fuzz") if is_drawing(text) else parse_json(text, "fuzz")
    state = read_state(document, catalog())
    game = PocketBattles(catalog())
    refuse_impossible(document, state, catalog())
    return game.options(game.from_json(state))


def read_record(data: bytes) -> object:
    """A record as replay reads and recomputes it."""
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import verify
    from pbbuild.pocket_battles.playtest.battles import opening_of_record
    from pbbuild.pocket_battles.rules.game import PocketBattles

    record = parse_record(text_of(data), "fuzz")
    game = PocketBattles(catalog())
    return verify(game, record, opening_of_record(game, record))


def read_code_number(data: bytes) -> object:
    """A share code whose letters check, whatever they say."""
    letters = [VALUE[letter] for letter in MARK + VERSION]
    symbols = [*letters, *(byte % FIELD for byte in data or b"\0")][: LONGEST - 8]
    return list_of_code(grouped(with_checks(symbols)), catalog())


def read_pocket_general_state(data: bytes) -> object:
    """A state of Pocket General, and what is legal in it."""
    from pbbuild.play.contract import Node
    from pbbuild.pocket_general.catalog.load import load_pocket_general
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.state_reader import read_state

    game = PocketGeneral(load_pocket_general())
    state = read_state(game.catalog, _fields(data), "fuzz")
    return game.to_json(state), game.options(state) if state.node() == Node.DECISION else ()


def read_pocket_general_record(data: bytes) -> object:
    """A record of Pocket General, recomputed."""
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import verify
    from pbbuild.pocket_general.playtest.games import opening

    record = parse_record(text_of(data), "fuzz")
    game, state = opening(record)
    return verify(game, record, state)


def read_campaign(data: bytes) -> object:
    """A campaign, and how it stands."""
    from pbbuild.pocket_general.catalog.load import load_pocket_general
    from pbbuild.pocket_general.rules import campaign as campaigns

    rules = load_pocket_general()
    campaign = campaigns.read_campaign(rules, _document(data).value, "fuzz")
    return campaign.points(rules), campaign.winner(rules)


def _fields(data: bytes) -> dict[str, object]:
    value = _document(data).value
    if not isinstance(value, dict):
        raise PbbuildError("not-an-object", source="fuzz")
    return value


@cache
def _folder() -> Path:
    return scratch("fuzz")


def by_commands(name: str) -> Parser:
    """The commands that read a kind of file, typed in both languages; they must end well."""
    kind = KINDS[name]

    def read(data: bytes) -> object:
        place = _folder() / name / kind.place
        place.parent.mkdir(parents=True, exist_ok=True)
        language = ("--lang", "it") if len(data) % 2 else ()
        for words in kind.commands:
            place.write_bytes(data)
            answer = typed(*language, *words, folder=_folder() / name, text=kind.stdin)
            answer.require_clean()
        return None

    return read


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
    "pdfs": (lambda data: import_lists(b"%PDF-" + data, "fuzz", catalog()), ("pdf", "small-pdf")),
    "code-numbers": (read_code_number, ("code-number",)),
    "pocket-general-states": (read_pocket_general_state, ("pocket-general-state",)),
    "pocket-general-records": (read_pocket_general_record, ("pocket-general-record",)),
    "campaigns": (read_campaign, ("campaign",)),
    **{f"typed-{kind}": (by_commands(kind), (kind,)) for kind in KINDS},
}


def small_pdf() -> bytes:
    """A page with nothing but a list attached: quick to read, so that many can be tried."""
    import io

    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(72, 72)
    writer.add_attachment("a.json", good_files()["list"])
    whole = io.BytesIO()
    writer.write(whole)
    return whole.getvalue()


# What shares an hour of fuzzing: the parsers themselves, and the commands that read such files.
SUBJECTS: dict[str, tuple[str, ...]] = {
    "catalogs": ("catalogs", "typed-army", "typed-added-army", "typed-traits", "typed-corrections"),
    "lists": (*("lists", "typed-list", "typed-printed-list", "typed-saved-list", "typed-version"),),
    "tables": ("tables", "typed-table", "typed-list-table"),
    "texts": ("texts", "typed-list-text", "typed-list-page", "typed-own-tiles"),
    "codes": ("codes", "code-numbers"),
    "edits": ("edits",),
    "states": ("states", "typed-state", "typed-board"),
    "records": (
        *("records", "typed-record", "typed-run", "typed-resumed-run", "typed-save"),
        *("typed-draft", "typed-config"),
    ),
    "pdfs": ("pdfs", "typed-pdf"),
    "general": (
        *(
            "pocket-general-states",
            "pocket-general-records",
            "campaigns",
            "typed-pocket-general-state",
        ),
        *(
            "typed-pocket-general-record",
            "typed-pocket-general-save",
            "typed-pocket-general-corrections",
        ),
        *("typed-pocket-general-run", "typed-campaign"),
    ),
}


@cache
def seeds_of(name: str) -> list[bytes]:
    """Good inputs that fuzzing of a parser begins from."""
    files = good_files()
    code = share_code(some_list(), catalog())
    own = {
        "code": [code.encode()],
        "code-number": [bytes(VALUE[letter] for letter in code.replace("-", "")[3:-CHECKS])],
        "small-pdf": [small_pdf()],
        "edit": [
            b"remove UNI12; add UNI12 to new; swap UNI11 UNI09; resize 60",
            b'name 1 "The wall"; rename Other; merge 1 2; split 1 UNI10; edition modern-1',
        ],
    }
    found: list[bytes] = []
    if name == "states":
        cases = (REFEREE_STATES / "traits.json").read_text("utf-8")
        found += [json.dumps(case["state"]).encode() for case in json.loads(cases)]
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
