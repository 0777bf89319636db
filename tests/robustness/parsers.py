"""Every parser of what comes from outside, as a function of bytes; for tests and scripts/fuzz."""

import copy
import json
import random
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

from pbbuild.base.documents import Document, parse_json
from pbbuild.errors import ListError, PbbuildError, StateError
from pbbuild.play.contract import Node
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
from tests.robustness.crafted_pdfs import CRAFTED
from tests.robustness.hostile_codes import hostile_lists
from tests.robustness.inside import scratch, typed
from tests.robustness.page_requests import REQUESTS, ask_page
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
    from pbbuild.pocket_battles.rules.state_check import refuse_impossible
    from pbbuild.pocket_battles.rules.state_drawing import is_drawing, parse_drawing
    from pbbuild.pocket_battles.rules.state_file import read_state

    text = text_of(data)
    document = parse_drawing(text, "fuzz") if is_drawing(text) else parse_json(text, "fuzz")
    state = read_state(document, catalog())
    game = PocketBattles(catalog())
    refuse_impossible(document, state, catalog())
    return game.options(game.from_json(state))


def read_broken_state(data: bytes) -> object:
    """A state of play with one invariant broken, which must be refused, or with several.

    Several may make another possible state; that one is played on.
    """
    from tests.pocket_battles.rules import test_impossible as states
    from tests.pocket_battles.rules import test_impossible_rounds as rounds

    rng = random.Random(data)
    decision = rng.choice(list(states.BREAKERS))
    state = copy.deepcopy(rng.choice(states.reached()[decision]))
    unbroken = copy.deepcopy(state)
    known = [*states.BREAKERS[decision], *rounds.BREAKERS.get(decision, ())]
    breakers = rng.sample(known, rng.choice((1, 1, 2, 3)))
    try:
        applied = [breaker(state) is None for breaker in breakers]
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError):
        return None  # what one breaker left does not suit the next
    try:
        battle = states.judged(state)
    except StateError:
        return None
    single = len(breakers) == 1 and applied[0] and state != unbroken
    assert not single, f"{decision} {breakers[0].__name__} accepted"
    for _ in range(40):
        if battle.node() == Node.END:
            break
        states.step(battle, rng)
    return battle


def read_broken_pocket_general_state(data: bytes) -> object:
    """The same for a state of Pocket General."""
    from tests.pocket_general.build import GAME
    from tests.pocket_general.rules import test_impossible as states
    from tests.pocket_general.rules.test_properties import step

    rng = random.Random(data)
    decision = rng.choice(list(states.BREAKERS))
    document = copy.deepcopy(rng.choice(states.reached()[decision]))
    unbroken = copy.deepcopy(document)
    own = document["sides"][document["decider"]]
    enemy = document["sides"]["B" if document["decider"] == "A" else "A"]
    breakers = rng.sample(
        states.BREAKERS[decision], min(len(states.BREAKERS[decision]), rng.choice((1, 1, 2, 3)))
    )
    try:
        applied = [breaker(document, own, enemy) is None for breaker in breakers]
    except (LookupError, StopIteration, TypeError, ValueError):
        return None
    try:
        state = GAME.from_json(document)
    except StateError:
        return None
    single = len(breakers) == 1 and applied[0] and document != unbroken
    fast = breakers[0].__name__ == "recruits_in_fast_play" and unbroken["variant"]["fast"]
    assert not single or fast, f"{decision} {breakers[0].__name__} accepted"
    for _ in range(40):
        if state.node() == Node.END:
            break
        step(state, rng)
    return state


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


def read_hostile_code(data: bytes) -> object:
    """Everything that reads a share code, with a code of a list that no player would build."""
    from pbbuild.pocket_battles.builder.suggest import suggest
    from pbbuild.pocket_battles.playtest.attack_odds import odds_of, unit_of_list
    from pbbuild.pocket_battles.rules.odds import AttackType
    from pbbuild.pocket_battles.screen.list_report import report_on
    from pbbuild.text.translate import Translator

    found = hostile_lists(catalog(), random.Random(data))
    for _ in range(len(data) % 12):
        next(found)
    army_list = list_of_code(share_code(next(found), catalog()), catalog())
    report = report_on(army_list, catalog(), Translator("en"))
    if report.legal:
        suggest(army_list, catalog())
    unit = unit_of_list(army_list, 1, catalog())
    return odds_of(unit, unit, AttackType(charging=True), catalog())


class _TooLong(BaseException):
    """No `Exception`, because the PDF reader ignores many of those."""


def read_pdf(data: bytes) -> object:
    """The lists attached to a PDF, read in this process: fuzzing would starve on child processes.

    The limited process gives up after some seconds of processor time, and so does this.
    """
    from pbbuild.pocket_battles.lists.pdf_reader import answer

    def give_up(number: int, frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGVTALRM, give_up)
    # Repeated, because an error raised during garbage collection is lost.
    signal.setitimer(signal.ITIMER_VIRTUAL, 3.0, 0.5)
    try:
        found = json.loads(answer(b"%PDF-" + data))
    except (_TooLong, MemoryError):
        raise ListError("exchange.endless-pdf", source="fuzz", seconds=3) from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    if "texts" not in found:
        raise ListError(f"exchange.{found['error']}", source="fuzz")
    return [parse_list(text, "fuzz") for text in found["texts"]]


def read_crafted_pdf(data: bytes) -> object:
    """The lists attached to a PDF made to mislead its reader, none where it is refused."""
    try:
        return read_pdf(data)
    except ListError:
        return []


def read_for_tabletop(data: bytes) -> object:
    """The save for Tabletop Simulator of any list of known tiles: whole, and valid JSON."""
    from pbbuild.pocket_battles.lists.find import require_known, require_known_tiles
    from pbbuild.pocket_battles.sheets.tabletop_simulator import saved_object
    from pbbuild.text.translate import Translator

    army_list = parse_list(text_of(data), "fuzz")
    require_known(army_list, catalog(), "fuzz")
    require_known_tiles(army_list, catalog(), "fuzz")
    save = saved_object([army_list], catalog(), Translator("it"), "file:///pictures/")
    found = json.loads(json.dumps(save, allow_nan=False))
    assert found["ObjectStates"]
    return found


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
        ("list-text", "list-table", "list-page", "roster"),
    ),
    "codes": (lambda data: list_of_code(text_of(data), catalog()), ("code",)),
    "edits": (lambda data: edit_list(some_list(), [text_of(data)], catalog()), ("edit",)),
    "states": (read_state, ("state", "board")),
    "broken-states": (read_broken_state, ("seed",)),
    "records": (read_record, ("record",)),
    "pdfs": (read_pdf, ("pdf", "small-pdf")),
    "crafted-pdfs": (read_crafted_pdf, ("crafted-pdf",)),
    "hostile-codes": (read_hostile_code, ("code",)),
    "code-numbers": (read_code_number, ("code-number",)),
    "pocket-general-states": (read_pocket_general_state, ("pocket-general-state",)),
    "pocket-general-records": (read_pocket_general_record, ("pocket-general-record",)),
    "pocket-general-broken-states": (read_broken_pocket_general_state, ("seed",)),
    "campaigns": (read_campaign, ("campaign",)),
    "tabletop": (read_for_tabletop, ("list",)),
    "page-forms": (ask_page, ("page-request",)),
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
    "codes": ("codes", "code-numbers", "hostile-codes"),
    "edits": ("edits",),
    "states": ("states", "broken-states", "typed-state", "typed-board"),
    "records": (
        *("records", "typed-record", "typed-run", "typed-resumed-run", "typed-save"),
        *("typed-draft", "typed-config"),
    ),
    "pdfs": ("pdfs", "crafted-pdfs", "typed-pdf"),
    "pages": ("page-forms", "typed-learned"),
    "tabletop": ("tabletop",),
    "general": (
        *(
            "pocket-general-states",
            "pocket-general-broken-states",
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
        # Any bytes choose a state and what is broken in it.
        "seed": [bytes([number]) * 4 for number in range(8)],
        "code-number": [bytes(VALUE[letter] for letter in code.replace("-", "")[3:-CHECKS])],
        "small-pdf": [small_pdf()],
        "page-request": list(REQUESTS),
        # The others are too large to be altered quickly.
        "crafted-pdf": [CRAFTED[name]() for name in ("JBIG2", "names in a circle", "a giant row")],
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
    if name in ("pdfs", "crafted-pdfs"):
        found = [data.removeprefix(b"%PDF-") for data in found]
    return found


def parse(name: str, data: bytes) -> None:
    """Let a parser read `data`; only an error with a code may come of it."""
    try:
        PARSERS[name][0](data)
    except PbbuildError:
        return
