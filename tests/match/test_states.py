"""States written by hand: read in either form, refused when they cannot exist."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbbuild.catalog.load import load_catalog
from pbbuild.errors import StateError
from pbbuild.files import Document, parse_json
from pbbuild.games.contract import Node
from pbbuild.games.pocket_battles.battle import Battle
from pbbuild.match.battles import opening
from pbbuild.match.board import parse_drawing
from pbbuild.match.possible import missing_tokens, refuse_impossible
from pbbuild.match.statefile import read_shape
from pbbuild.match.verify import Walk
from tests.cli import run
from tests.match.fights import game, record, rich

State = dict[str, Any]

DRAWN = """pbbuild-board/1
edition modern-1  size 50  round 2  player1 A  turn A  decision turn

            left       | centre | right
B rear     | .         | b3     | .
B front    | b1        | .      | .
engagement | a2 a3 b2  | .      | .
A front    | a1        | .      | .
A rear     | .         | .      | .

A unused 3 passed 1 destroyed 4 fielded 50   # a note
B unused 4 fielded 50
a1 orders 1: UNI10
a2: T1 dp 3 fv 4 wp 2 black 2-2 white 6 traits fast
a3: UNI12; UNI14
b1: CON09
b2: T2 dp 4 fv 2 wp 2 black 3-4 wounds 1; CON10
b3: CON18; CON19
contact b2: a2 a3
"""


def tile(code: str, **values: Any) -> State:
    plain = {"dp": 3, "fv": 4, "wp": 2, "black": [2, 2], "white": [6], "traits": [], "wounds": 0}
    return {"code": code, **plain, **values}


def unit(name: str, zone: str | None, *troops: State, orders: int = 0) -> State:
    return {"id": name, "zone": zone, "orders": orders, "troops": list(troops)}


def state() -> State:
    """A state that can exist: a1 before b1 on the left, a2 and a3 at b2 in the centre."""
    return {
        "format": "pbbuild-state/1",
        "edition": "modern-1",
        "size": 50,
        "round": 2,
        "player1": "A",
        "turn": "A",
        "decision": "turn",
        "first_turn_of_battle": False,
        "redeployed": None,
        "sides": {
            "A": {
                "unused": 3,
                "passed": 1,
                "set_aside": 0,
                "destroyed": 4,
                "fielded": 50,
                "units": [
                    unit("a1", "left A front", tile("T1", traits=["fast"]), orders=1),
                    unit("a2", "centre engagement", tile("T2")),
                    unit("a3", "centre engagement", tile("T3"), tile("T4")),
                ],
            },
            "B": {
                "unused": 5,
                "passed": 0,
                "set_aside": 0,
                "destroyed": 0,
                "fielded": 50,
                "units": [
                    unit("b1", "left B front", tile("U1")),
                    unit("b2", "centre engagement", tile("U2")),
                ],
            },
        },
        "contacts": [{"one": "b2", "many": ["a2", "a3"]}],
        "pending": None,
    }


def codes_of(value: Any) -> list[str]:
    """The codes of everything wrong with a state, without their topic."""
    document = parse_json(json.dumps(value, indent=1), "x")
    try:
        full = read_shape(document, load_catalog())
        refuse_impossible(document, full, load_catalog())
    except StateError as error:
        return [problem.code.removeprefix("state.") for problem in error.problems] or [error.code]
    return []


def test_the_state_of_these_tests_can_exist() -> None:
    assert codes_of(state()) == []


def change(where: str, value: Any) -> Callable[[State], None]:
    """Puts `value` at the JSON pointer `where`."""

    def act(found: State) -> None:
        *path, last = where.strip("/").split("/")
        place: Any = found
        for step in path:
            place = place[int(step) if isinstance(place, list) else step]
        place[int(last) if isinstance(place, list) else last] = copy.deepcopy(value)

    return act


def both(*changes: Callable[[State], None]) -> Callable[[State], None]:
    def act(found: State) -> None:
        for each in changes:
            each(found)

    return act


A, B = "/sides/A/units", "/sides/B/units"
CHARGING = both(
    change("/decision", "react"),
    change(f"{A}/0/zone", "left engagement"),
    change("/pending", {"charger": "a1", "sector": "left"}),
)

IMPOSSIBLE = [
    ("token-sum", change("/sides/A/unused", 4)),
    ("token-sum", both(change(f"{A}/0/troops/0/traits", ["leader"]), change(f"{A}/0/orders", 3))),
    ("token-sum", change(f"{B}/0/troops/0/wounds", 1)),
    ("size-not-tens", change("/size", 55)),
    ("wounds-not-below", change(f"{A}/1/troops/0/wounds", 2)),
    ("wounds-not-below", change(f"{A}/1/troops/0", tile("T2", wp=0, wounds=1))),
    ("no-wound-points", change(f"{A}/1/troops/0", tile("T2", wp=0))),
    ("unit-too-large", change(f"{A}/2/troops/0/fv", 1)),
    ("double-unit-id", change(f"{A}/1/id", "a1")),
    ("bad-unit-id", change(f"{A}/1/id", "b7")),
    ("bad-unit-id", change(f"{A}/1/id", "a01")),
    ("bad-unit-id", change(f"{A}/1/id", "a²")),
    ("double-code", change(f"{A}/2/troops/1/code", "T3")),
    ("enemy-zone", change(f"{A}/0/zone", "left B front")),
    ("enemy-zone", change(f"{B}/0/zone", "left A rear")),
    ("engaged-alone", change(f"{A}/0/zone", "left engagement")),
    ("not-deployed", change(f"{A}/0/zone", None)),
    ("destroyed-in-zone", change(f"{A}/0/troops", [])),
    ("contact-apart", change(f"{A}/1/zone", "right engagement")),
    ("contact-outside", change(f"{A}/1/zone", "centre A front")),
    ("contact-same-side", change("/contacts/0", {"one": "a2", "many": ["a3", "b2"]})),
    ("in-two-groups", change("/contacts", [{"one": "b2", "many": ["a2", "a3", "a2"]}])),
    ("contact-empty", change("/contacts", [{"one": "b2", "many": []}])),
    ("no-such-unit", change("/contacts/0/many/0", "a9")),
    ("fielded-above-size", change("/sides/A/fielded", 60)),
    ("fielded-too-low", change("/sides/B/fielded", 9)),
    ("round-zero", change("/round", 0)),
    ("first-turn-late", change("/first_turn_of_battle", True)),
    (
        "first-turn-of-other",
        both(change("/first_turn_of_battle", True), change("/round", 1), change("/player1", "B")),
    ),
    (
        "no-turn-without-token",
        both(change("/sides/A/unused", 0), change("/sides/A/passed", 4)),
    ),
    ("act-needs-redeployed", change("/decision", "act")),
    ("redeployed-too-early", change("/redeployed", "a1")),
    ("not-of-turn", both(change("/decision", "act"), change("/redeployed", "b1"))),
    ("pending-not-wanted", change("/pending", {"charger": "a1", "sector": "left"})),
    ("pending-wanted", change("/decision", "react")),
    ("pending-wanted", change("/decision", "wound")),
    ("charger-elsewhere", both(CHARGING, change("/pending/sector", "right"))),
    ("not-of-turn", both(CHARGING, change("/turn", "B"))),
    ("charger-in-contact", both(CHARGING, change("/pending", {"charger": "a2", "sector": "left"}))),
    (
        "no-such-unit",
        both(change("/decision", "wound"), change("/pending", {"unit": "a9", "hits": 1})),
    ),
    (
        "lacks-trait",
        both(
            change("/decision", "follow-up"),
            change("/pending", {"trait": "overwhelming", "unit": "a1", "left": 1}),
        ),
    ),
    ("too-early", both(change("/decision", "deploy"))),
]


@pytest.mark.parametrize(
    ("code", "alter"),
    [pytest.param(*case, id=f"{case[0]}-{place}") for place, case in enumerate(IMPOSSIBLE)],
)
def test_a_state_that_cannot_exist_is_refused(code: str, alter: Callable[[State], None]) -> None:
    found = state()
    alter(found)
    assert code in codes_of(found)


UNREADABLE = [
    ("unknown-zone-near", change(f"{A}/0/zone", "left A fron")),
    ("unknown-zone", change(f"{A}/0/zone", 7)),
    ("unknown-trait-near", change(f"{A}/0/troops/0/traits", ["fastt"])),
    ("unknown-code-near", change(f"{A}/0/troops/0", {"code": "UNI1"})),
    ("not-one-of", change("/decision", "dance")),
    ("not-one-of", change("/edition", "modern-9")),
    ("not-one-of", change("/turn", ["A"])),
    ("out-of-range", change("/sides/A/unused", -1)),
    ("not-a-number", change("/sides/A/unused", True)),
    ("not-a-number", change("/round", "two")),
    ("not-a-face", change(f"{A}/0/troops/0/black", [0, 7])),
    ("not-a-list", change("/contacts", {})),
    ("not-an-object", change(f"{A}/0", "a1")),
    ("not-text", change(f"{A}/0/id", 5)),
    ("not-a-truth", change("/first_turn_of_battle", 1)),
    ("missing", change("/sides/A", {})),
    ("not-a-state", change("/format", "pbbuild-state/9")),
]


@pytest.mark.parametrize(
    ("code", "alter"),
    [pytest.param(*case, id=f"{case[0]}-{place}") for place, case in enumerate(UNREADABLE)],
)
def test_a_document_of_the_wrong_shape_is_refused(
    code: str, alter: Callable[[State], None]
) -> None:
    found = state()
    alter(found)
    assert any(met.removeprefix("state.") == code for met in codes_of(found))


def test_missing_tokens_are_counted_but_not_held_against_a_state() -> None:
    found = state()
    found["sides"]["A"]["unused"] = 1
    assert codes_of(found) == []
    document = parse_json(json.dumps(found), "x")
    read = read_shape(document, load_catalog())
    assert missing_tokens(document, read, load_catalog()) == {"A": 2}


def test_a_charger_may_be_written_in_its_front_or_beyond_it() -> None:
    options = []
    for zone in ("left engagement", "left A front"):
        found = state()
        CHARGING(found)
        change(f"{A}/0/zone", zone)(found)
        assert codes_of(found) == []
        read = full(parse_json(json.dumps(found), "x"))
        options.append([option.text for option in game().options(game().from_json(read))])
    assert options[0] == options[1] == ["intercept b1", "react-shoot b1", "wait"]


def test_a_unit_that_charges_again_may_be_written_where_it_fought() -> None:
    for zone in ("left engagement", "left A front"):
        found = state()
        change("/decision", "follow-up")(found)
        change("/pending", {"trait": "overwhelming", "unit": "a1", "left": 1})(found)
        change(f"{A}/0/troops/0/traits", ["overwhelming"])(found)
        change(f"{A}/0/zone", zone)(found)
        assert codes_of(found) == []
        read = full(parse_json(json.dumps(found), "x"))
        options = [option.text for option in game().options(game().from_json(read))]
        assert options == ["target b1", "done"]


def test_everything_wrong_is_told_at_once() -> None:
    found = state()
    for each in (IMPOSSIBLE[0], IMPOSSIBLE[5], IMPOSSIBLE[14]):
        each[1](found)
    assert {"token-sum", "wounds-not-below", "enemy-zone"} <= set(codes_of(found))


def test_what_need_not_be_said_has_a_plain_default() -> None:
    found = state()
    found["sides"]["A"]["units"][0]["orders"] = 1
    for key in ("first_turn_of_battle", "redeployed", "pending"):
        del found[key]
    del found["sides"]["A"]["set_aside"]
    assert codes_of(found) == []
    found["player1"] = found["sides"]["B"]["passed"] = found["sides"]["B"]["fielded"] = None
    assert codes_of(found) == []


def full(document: Document) -> State:
    found = read_shape(document, load_catalog())
    refuse_impossible(document, found, load_catalog())
    return found


def test_a_drawn_board_is_the_same_as_its_document() -> None:
    drawn = full(parse_drawing(DRAWN, "x"))
    assert drawn["sides"]["A"]["units"][0]["zone"] == "left A front"
    assert drawn["sides"]["B"]["units"][1]["troops"][0]["black"] == [3, 4]
    assert drawn["contacts"] == [{"one": "b2", "many": ["a2", "a3"]}]
    written = full(parse_json(json.dumps(drawn), "x"))
    assert written == drawn
    assert game().options(game().from_json(drawn)) == game().options(game().from_json(written))


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("B front    | b1        | .      | .", "B front | b1 | .", "drawn-row-cells", 6),
        ("A front    | a1 ", "A front    | a1 a1", "drawn-unit-twice", 8),
        ("b1: CON09", "", "drawn-unit-unknown", 6),
        ("b1: CON09", "b1 CON09", "drawn-unit-colon", 16),
        ("contact b2: a2 a3", "contact b2", "drawn-contact", 19),
        ("size 50", "size many", "drawn-not-a-number", 2),
        ("decision turn", "decision", "drawn-no-value", 2),
        ("passed 1", "past 1", "drawn-unknown-word", 11),
        ("A rear     |", "B rear     |", "drawn-row-twice", 9),
    ],
)
def test_what_cannot_be_read_in_a_drawing_is_told_with_its_line(
    old: str, new: str, code: str, line: int
) -> None:
    with pytest.raises(StateError) as refusal:
        parse_drawing(DRAWN.replace(old, new), "x")
    told = [(problem.code, problem.line) for problem in refusal.value.problems]
    assert (f"state.{code}", line) in told


def test_an_impossible_drawing_is_told_with_its_line() -> None:
    with pytest.raises(StateError) as refusal:
        full(parse_drawing(DRAWN.replace("B unused 4", "B unused 9"), "x"))
    assert [(p.code, p.line) for p in refusal.value.problems] == [("state.token-sum", 12)]


def test_every_decision_of_a_battle_can_be_put_before_the_referee() -> None:
    met = set()
    for battle in rich()[:2]:
        found = record(*battle)
        walk = Walk(game(), found, opening(game(), found))
        for step in walk.steps():
            if step.after.node() != Node.DECISION:
                continue
            document = game().to_json(step.after)
            for drop in ("resume", "round_limit"):
                document.pop(drop, None)
            for side in document["sides"].values():
                for each in side["units"]:
                    each.pop("lost", None)
            read = full(parse_json(json.dumps(document), "x"))
            options = game().options(game().from_json(copy.deepcopy(read)))
            texts = [(option.text, option.cost, option.clauses) for option in options]
            wanted = [(o.text, o.cost, o.clauses) for o in game().options(step.after)]
            assert sorted(texts) == sorted(wanted), document
            met.add(document["decision"])
    assert {"deploy", "turn", "act", "react", "target", "wound"} <= met


def test_the_drawing_in_the_manual_can_be_read() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "referee.md").read_text()
    drawing = page.split("```")[3]
    assert full(parse_drawing(drawing, "x"))["sides"]["A"]["units"][0]["orders"] == 1


def test_the_state_in_the_manual_can_be_read() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()
    example = page.split("```json")[1].split("```")[0]
    assert full(parse_json(example, "x"))["sides"]["B"]["units"][0]["troops"][0]["wp"] > 0


@pytest.mark.clause("PB-4.3")
def test_a_round_without_tokens_begins_and_ends_at_once() -> None:
    found = state()
    found |= {"size": 10, "round": 2, "decision": "sacrifice", "turn": "A", "contacts": []}
    for side in ("A", "B"):
        name = f"{side.lower()}1"
        hurt = unit(name, f"left {side} front", tile(f"{side}1", wounds=1))
        found["sides"][side] = {"unused": 0, "units": [hurt]}
    before = game().from_json(full(parse_json(json.dumps(found), "x")))
    after = before.play("done")
    told = [(event.kind, event.values["round"]) for event in game().events(before, after)]
    assert told == [("round-start", 3), ("round-end", 3)]


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("charge b1", "b1 is a unit of B, and it is A who decides now."),
        ("target b1", "That is not what A has to decide now: a turn begins."),
        ("SHOOT  A1 b3", "Not allowed: shoot a1 b3"),
        ("dance a1", "These words name no action of this battle"),
    ],
)
def test_why_says_what_of_this_moment_forbids_an_action(
    tmp_path: Path, why: str, told: str
) -> None:
    (tmp_path / "table.txt").write_text(DRAWN)
    found = run("referee", "table.txt", "--why", why, folder=tmp_path)
    assert found.returncode == 1
    assert told in found.stdout


KEPT = {
    "react": ("charger", "sector"),
    "target": ("charger", "sector"),
    "wound": ("unit", "hits"),
    "follow-up": ("trait", "unit", "left", "done"),
}


def as_a_stranger_writes(state: dict[str, Any]) -> dict[str, Any]:
    """The state with nothing but the keys that every program knows, and only living units."""
    bare: dict[str, Any] = {
        key: value
        for key, value in state.items()
        if key not in ("resume", "round_limit", "sides", "pending")
    }
    pending, kept = state.get("pending") or {}, KEPT.get(state["decision"], ())
    bare["pending"] = {key: pending[key] for key in kept if key in pending} or None
    bare["sides"] = {}
    for name, side in state["sides"].items():
        units = [unit for unit in side["units"] if unit["troops"]]
        own = [{k: unit[k] for k in ("id", "zone", "orders", "troops")} for unit in units]
        bare["sides"][name] = {**side, "units": own}
    return bare


def words_of(battle: Battle) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(option.text, option.cost, option.clauses) for option in battle.options()]


@pytest.mark.parametrize("place", range(len(rich())))
def test_a_state_of_play_written_by_a_stranger_has_the_same_options(place: int) -> None:
    found = record(*rich()[place])
    walk = Walk(game(), found, opening(game(), found))
    tried = 0
    for step in walk.steps():
        if step.after.node() != Node.DECISION:
            continue
        document = Document("x", as_a_stranger_writes(game().to_json(step.after)), "{}")
        full = read_shape(document, game().catalog)
        refuse_impossible(document, full, game().catalog)
        assert words_of(game().from_json(full)) == words_of(step.after)
        tried += 1
    assert tried > 50
