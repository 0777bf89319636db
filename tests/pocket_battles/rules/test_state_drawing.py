"""States drawn, written by strangers and met in battles: read alike, with the same options."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from pbbuild.base.documents import Document, parse_json
from pbbuild.errors import StateError
from pbbuild.play.contract import Node
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.state_check import refuse_impossible
from pbbuild.pocket_battles.rules.state_drawing import parse_drawing
from pbbuild.pocket_battles.rules.state_file import read_state
from tests.cli import run
from tests.pocket_battles.playtest.fights import game, record, rich
from tests.pocket_battles.rules.written_states import full, state, tile, unit
from tests.states import DRAWN
from tests.tiers import quick_first, tries


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


@pytest.mark.slow
def test_every_decision_of_a_battle_can_be_put_before_the_referee() -> None:
    met = set()
    for battle in rich()[: tries(2, 1)]:
        found = record(*battle)
        walk = RecordReplay(game(), found, opening_of_record(game(), found))
        for number, step in enumerate(walk.steps()):
            if step.after.node() != Node.DECISION or number % tries(1, 3):
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
        ("charge b1", "b1 is a unit of B, but A decides now."),
        ("target b1", "That is not what A has to decide now: start of a turn."),
        ("SHOOT  A1 b3", "Not allowed: shoot a1 b3"),
    ],
)
def test_why_says_what_of_this_moment_forbids_an_action(
    tmp_path: Path, why: str, told: str
) -> None:
    (tmp_path / "table.txt").write_text(DRAWN)
    found = run("referee", "table.txt", "--why", why, folder=tmp_path)
    assert found.returncode == 1
    assert told in found.stdout


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("a1 shoots b1", "Did you mean “shoot a1 b1”?"),
        ("shot a1 b1", "Did you mean “shoot a1 b1”?"),
        ("a1 charges", "Did you mean “charge a1”?"),
        ("shoots a1 b3", "Did you mean “shoot a1 b3”?"),
        ("dance a1", "I don’t understand “dance a1”."),
        ("charge a99", "I don’t understand “charge a99”: there is no unit a99."),
        ("shoot a1 b7", "there is no unit b7. The units are: a1, a2, a3, b1, b2, b3."),
        ("carica a1", "Did you mean “charge a1”?"),
        ("a1 tira su b1", "Did you mean “shoot a1 b1”?"),
        ("muovi a1 cf", "Did you mean “move a1 centre A front”?"),
        ("", "I don’t understand “”."),
    ],
)
def test_words_that_name_no_action_are_an_error_with_a_suggestion(
    tmp_path: Path, why: str, told: str
) -> None:
    (tmp_path / "table.txt").write_text(DRAWN)
    found = run("referee", "table.txt", "--why", why, folder=tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert told in found.stderr


KEPT = {
    "react": ("charger", "sector"),
    "target": ("charger", "sector"),
    "wound": ("unit", "hits", "lethal"),
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


@pytest.mark.parametrize("place", quick_first(range(len(rich())), 1))
def test_a_state_of_play_written_by_a_stranger_has_the_same_options(place: int) -> None:
    found = record(*rich()[place])
    walk = RecordReplay(game(), found, opening_of_record(game(), found))
    tried = 0
    for step in walk.steps():
        if step.after.node() != Node.DECISION:
            continue
        document = Document("x", as_a_stranger_writes(game().to_json(step.after)), "{}")
        full = read_state(document, game().catalog)
        refuse_impossible(document, full, game().catalog)
        assert words_of(game().from_json(full)) == words_of(step.after)
        tried += 1
    assert tried > 50
