"""States written by hand: read in either form, refused when they cannot exist."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pbbuild.base.documents import parse_json
from pbbuild.errors import StateError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.state_check import missing_tokens, refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state
from tests.pocket_battles.playtest.fights import game
from tests.pocket_battles.rules.written_states import both, change, full, state, tile
from tests.states import State


def codes_of(value: Any) -> list[str]:
    """The codes of everything wrong with a state, without their topic."""
    document = parse_json(json.dumps(value, indent=1), "x")
    try:
        full = read_state(document, load_catalog())
        refuse_impossible(document, full, load_catalog())
    except StateError as error:
        return [problem.code.removeprefix("state.") for problem in error.problems] or [error.code]
    return []


def test_the_state_of_these_tests_can_exist() -> None:
    assert codes_of(state()) == []


A, B = "/sides/A/units", "/sides/B/units"
CHARGING = both(
    change("/decision", "react"),
    change(f"{A}/0/zone", "left engagement"),
    change("/pending", {"charger": "a1", "sector": "left"}),
)

IMPOSSIBLE = [
    ("token-sum", change("/sides/A/unused", 4)),
    ("token-sum", both(change(f"{A}/0/troops/0/traits", ["leader"]), change(f"{A}/0/orders", 3))),
    ("token-sum", both(change("/sides/A/destroyed", 0), change(f"{B}/0/troops/0/wounds", 1))),
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
    read = read_state(document, load_catalog())
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


def test_the_token_of_a_fallen_leader_may_remain_whatever_the_leader_cost() -> None:
    found = state()
    change("/sides/A/unused", found["sides"]["A"]["unused"] + 1)(found)
    change("/sides/B/destroyed", 1)(found)
    assert codes_of(found) == []
    # One tile that fell left one token at most.
    change("/sides/A/unused", found["sides"]["A"]["unused"] + 1)(found)
    assert codes_of(found) == ["token-sum"]


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
