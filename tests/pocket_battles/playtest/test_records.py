"""Records are true, and stay so only for as long as nobody touches them."""

import json
import random
import tracemalloc
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import pytest

from pbbuild.errors import StateError
from pbbuild.play.agents.contract import Choice, Situation
from pbbuild.play.contract import Node
from pbbuild.play.record import Record, parse_record, seal
from pbbuild.play.stream import Stream
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.lists.find import ready_lists
from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
from pbbuild.pocket_battles.playtest.record_remarks import remarks_on
from pbbuild.pocket_battles.rules.core import constants as c
from tests.pocket_battles.playtest.fights import (
    fault_of,
    game,
    kind_of,
    ready,
    record,
    recorder,
    rich,
)
from tests.tiers import quick_every, tries

PAIRS = (
    ("union-50", "confederacy-50", 1),
    ("celts-60", "romans-60", 2),
    ("orcs-60", "elves-60", 3),
    ("macedonians-50", "persians-50", 4),
    ("romans-80", "orcs-80", 5),
    ("elves-80", "elves-80", 6),
)


@pytest.mark.parametrize(("one", "other", "seed"), PAIRS)
def test_a_battle_and_its_record_agree(one: str, other: str, seed: int) -> None:
    assert fault_of(record(one, other, seed)) is None


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["ancients-1", "fantasy-1", "ancients-2", "modern-1"])
def test_records_of_every_edition_and_pair_agree(edition: str) -> None:
    names = [name for name in ready_lists() if not name.endswith("-50")]
    for seed, (one, other) in enumerate(combinations_with_replacement(names, 2)):
        if seed % 4 == len(edition) % 4:
            text = recorder(one, other, seed, edition=edition).text()
            assert fault_of(parse_record(text, "x")) is None, (one, other, seed)


def test_the_same_seed_gives_the_same_record() -> None:
    twice = [recorder("celts-60", "orcs-60", 9).text() for _ in range(2)]
    assert twice[0] == twice[1]
    assert twice[0] != recorder("celts-60", "orcs-60", 10).text()


def test_a_record_survives_writing_and_reading() -> None:
    made = recorder("union-50", "orcs-60", 3)
    read = parse_record(made.text(), "x")
    assert [read.header, *read.lines] == made.lines


def test_the_first_line_says_who_plays_with_what() -> None:
    header = record("union-50", "confederacy-50", 1).header
    assert (header["format"], header["game"]) == ("pbbuild-record/1", "pocket-battles")
    assert (header["edition"], header["size"], header["seed"]) == ("modern-1", 50, 1)
    assert header["agents"] == {"A": "random", "B": "random"}
    units = header["sides"]["B"]["units"]
    assert [unit["id"] for unit in units] == [f"b{n}" for n in range(1, len(units) + 1)]
    assert {"code", "dp", "fv", "wp", "black", "white", "traits"} <= units[0]["troops"][0].keys()


def test_lines_are_numbered_and_rounds_tell_the_tokens() -> None:
    found = record(*rich()[0])
    assert [line["n"] for line in found.lines] == list(range(1, len(found.lines) + 1))
    starts = [line for line in found.lines if line.get("event") == "round-start"]
    ends = [line for line in found.lines if line.get("event") == "round-end"]
    assert [line["round"] for line in starts] == list(range(1, found.end["rounds"] + 1))
    assert [line["round"] for line in ends] == list(range(1, found.end["rounds"] + 1))
    assert all(set(line["tokens"]) == {"A", "B"} for line in (*starts, *ends))


def test_forced_choices_are_recorded_with_one_option() -> None:
    options = [line["options"] for line in record(*rich()[0]).lines if line["type"] == "choice"]
    assert 1 in options
    assert max(options) > 20


def test_a_battle_stops_at_its_round_limit() -> None:
    end = recorder("union-80", "confederacy-80", 5, round_limit=1).lines[-1]
    assert (end["winner"], end["reason"], end["rounds"]) == (None, "round-limit", 1)


# Altering.


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return {"A": "B", "B": "A"}.get(value, f"{value}x")
    if isinstance(value, list):
        return [other(value[0]), *value[1:]] if value else [1]
    if isinstance(value, dict):
        key = sorted(value)[0]
        return {**value, key: other(value[key])}
    return "A" if value is None else None


def kinds() -> list[Any]:
    """Each kind of line with each of its keys, and the battle it is found in."""
    found: dict[tuple[str, str], Any] = {}
    for battle in rich():
        for place, line in enumerate(record(*battle).lines):
            for key in line:
                found.setdefault((kind_of(line), key), (battle, place, key))
    return [pytest.param(*case, id=f"{kind}-{key}") for (kind, key), case in found.items()]


@pytest.mark.parametrize(("battle", "place", "key"), quick_every(kinds(), 4))
def test_one_altered_value_is_caught(battle: tuple[str, str, int], place: int, key: str) -> None:
    altered = record(*battle)
    altered.lines[place][key] = other(altered.lines[place][key])
    fault = fault_of(altered)
    assert fault is not None
    if key != "seal":
        assert fault.line <= place + 2, "it is named where it stands, or before"


@pytest.mark.parametrize(("battle", "place", "key"), quick_every(kinds(), 8))
def test_one_missing_value_is_caught(battle: tuple[str, str, int], place: int, key: str) -> None:
    altered = record(*battle)
    del altered.lines[place][key]
    if key == "seal":
        pytest.skip("other programs need not seal their records")
    assert fault_of(altered) is not None


def test_every_die_is_caught_also_one_that_hits_nothing() -> None:
    chance = random.Random(1)
    lines = record(*rich()[-1]).lines
    dice = [place for place, line in enumerate(lines) if line["type"] == "dice"]
    for place in chance.sample(dice, tries(12, 4)):
        altered = record(*rich()[-1])
        faces = altered.lines[place]["dice"]
        faces[-1] = faces[-1] % 6 + 1
        altered.end["seal"] = seal([altered.header, *altered.lines])
        fault = fault_of(altered)
        assert fault is not None
        assert fault.line == place + 2


@pytest.mark.parametrize(
    "alter",
    [
        pytest.param(lambda r: r.header.update(seed=r.header["seed"] + 1), id="seed"),
        pytest.param(lambda r: r.header["agents"].update(A="search"), id="agent"),
        pytest.param(lambda r: r.header.update(edition="ancients-1"), id="edition"),
        pytest.param(lambda r: r.header.update(round_limit=7), id="round limit"),
        pytest.param(lambda r: r.header.update(version="9"), id="version"),
        pytest.param(
            lambda r: r.header["sides"]["A"]["units"][0]["troops"][0].update(dp=1), id="tile"
        ),
        pytest.param(lambda r: r.lines.pop(40), id="line removed"),
        pytest.param(lambda r: r.lines.insert(40, dict(r.lines[40])), id="line doubled"),
        pytest.param(
            lambda r: r.lines.__setitem__(slice(40, 42), r.lines[41:39:-1]), id="lines exchanged"
        ),
        pytest.param(lambda r: r.lines.append(dict(r.lines[-1])), id="two ends"),
        pytest.param(lambda r: r.lines[50].update(n=True), id="true for a number"),
        pytest.param(lambda r: r.end.update(rounds=float(r.end["rounds"])), id="a float"),
    ],
)
def test_other_alterations_are_caught(alter: Callable[[Record], object]) -> None:
    altered = record(*rich()[-1])
    alter(altered)
    assert fault_of(altered) is not None


def test_another_writer_need_not_seal_nor_draw_our_dice() -> None:
    plain = record(*rich()[-1])
    del plain.end["seal"]
    del plain.header["generator"]
    assert fault_of(plain) is None


def test_a_concession_ends_a_record() -> None:
    full = record(*PAIRS[0])
    walk = RecordReplay(game(), full, opening_of_record(game(), full))
    cut = 0
    for step in walk.steps():
        cut = step.line["n"] + len(step.events)
        if cut > 60 and step.after.node() == Node.DECISION:
            break
    walk.state.concede("A")
    outcome = walk.state.outcome()
    lines = [*full.lines[:cut], {"n": cut + 1, "type": "event", "event": "conceded", "side": "A"}]
    end = {"type": "end", "winner": "B", "reason": "conceded", "rounds": outcome.rounds}
    lines.append({"n": cut + 2, **end, "destroyed": dict(outcome.scores)})
    assert fault_of(Record("x", full.header, lines)) is None
    lines[-1]["winner"] = "A"
    assert fault_of(Record("x", full.header, lines)) is not None


# Files that are no records.


def text_of(found: Record) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in (found.header, *found.lines))


@pytest.mark.parametrize(
    ("cut", "code"),
    [
        pytest.param(lambda text: "", "record.empty", id="empty"),
        pytest.param(lambda text: text[: len(text) // 2], "record.cut-off", id="half a line"),
        pytest.param(lambda text: text[: text.rindex("\n", 0, -1) + 1], "record.cut-off", id="end"),
        pytest.param(lambda text: text.split("\n")[0], "record.cut-off", id="head alone"),
        pytest.param(lambda text: text[text.index("\n") + 1 :], "record.foreign", id="no head"),
        pytest.param(lambda text: "PK\x03\x04" + text, "record.foreign", id="bytes"),
        pytest.param(lambda text: '{"format": "pbbuild-list/1"}', "record.other-format", id="list"),
        pytest.param(lambda text: text.replace('{"n": 9,', '["n", 9,', 1), "record.bad-line"),
        pytest.param(lambda text: text.replace("\n", "\n\n", 3), "record.blank-line", id="blank"),
    ],
)
def test_a_file_that_is_no_record_is_refused(cut: Callable[[str], str], code: str) -> None:
    with pytest.raises(StateError) as refusal:
        parse_record(cut(text_of(record(*PAIRS[0]))), "x")
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "header",
    [
        {"game": "chess"},
        {"edition": "ancients-9"},
        {"size": None},
        {"round_limit": "long"},
        {"sides": []},
        {"sides": {"A": {"units": []}, "B": 3}},
        {"sides": {"A": {"units": [{"id": "a1", "troops": [{}]}]}, "B": {"units": []}}},
    ],
)
def test_a_head_that_describes_no_battle_is_refused(header: dict[str, Any]) -> None:
    altered = record(*PAIRS[0])
    altered.header.update(header)
    with pytest.raises(StateError):
        opening_of_record(game(), altered)


def test_a_head_cannot_smuggle_control_characters_to_the_terminal() -> None:
    altered = record(*PAIRS[0])
    altered.header["sides"]["A"]["list"]["name"] = "\x1b[2Jgone"
    with pytest.raises(StateError):
        opening_of_record(game(), altered)
    altered = record(*PAIRS[0])
    altered.header["sides"]["A"]["units"][0]["name"] = "\x1b[2Jgone"
    with pytest.raises(StateError):
        opening_of_record(game(), altered)


def tile_of(found: Record) -> dict[str, Any]:
    tile: dict[str, Any] = found.header["sides"]["A"]["units"][0]["troops"][0]
    return tile


@pytest.mark.parametrize(
    ("alter", "code"),
    [
        pytest.param(lambda tile: tile.update(fv=1), "state.unit-too-large", id="formation"),
        pytest.param(lambda tile: tile.update(dp=99), "state.fielded-above-size", id="points"),
    ],
)
def test_a_head_with_an_army_that_breaks_the_rules_is_refused(
    alter: Callable[[dict[str, Any]], object], code: str
) -> None:
    altered = record(*rich()[-1])
    tall = max(altered.header["sides"]["A"]["units"], key=lambda unit: len(unit["troops"]))
    alter(tall["troops"][0])
    with pytest.raises(StateError) as refused:
        opening_of_record(game(), altered)
    assert code in {problem.code for problem in refused.value.problems}


def test_a_missing_seal_and_other_tiles_are_told_though_no_rule_is_broken() -> None:
    sealed = record(*rich()[-1])
    opened = game().to_json(opening_of_record(game(), sealed))
    assert remarks_on(sealed, opened, game().catalog) == []

    plain = record(*rich()[-1])
    del plain.end["seal"]
    tile_of(plain)["fv"] += 1
    assert fault_of(plain) is None
    notes = remarks_on(plain, game().to_json(opening_of_record(game(), plain)), game().catalog)
    assert [note.code for note in notes] == ["unsealed", "other-tiles"]
    assert notes[1].tiles == (tile_of(plain)["code"],)


@pytest.mark.parametrize("choice", [-1, 1 << 60, c.DO_PASS << c.KIND_SHIFT])
def test_an_agent_that_chooses_what_is_not_legal_is_named_with_its_choice(choice: int) -> None:
    class Cheat:
        name = "cheat"

        def choose(self, situation: Situation, generator: Stream) -> Choice:
            return Choice(choice)

    lists = [ready("union-50"), ready("confederacy-50")]
    with pytest.raises(StateError) as refused:
        fight(game(), lists, [Cheat(), Cheat()], 11)
    assert refused.value.code == "engine.illegal-choice"
    assert refused.value.values["agent"] == "cheat"
    assert refused.value.values["decision"] == "deploy"
    assert refused.value.values["action"] in ("-1", str(1 << 60), "pass")


@pytest.mark.slow
def test_a_battle_with_its_record_keeps_under_five_megabytes() -> None:
    recorder("orcs-80", "elves-80", 3)
    tracemalloc.start()
    try:
        kept = recorder("orcs-80", "elves-80", 4)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(kept.lines) > 100
    assert peak < 5_000_000


def test_a_line_after_the_end_is_told() -> None:
    found = record("orcs-60", "elves-60", 5)
    last = len(found.lines)
    more = Record(found.source, found.header, [*found.lines, {**found.lines[-2], "n": last + 1}])
    fault = fault_of(more)
    assert fault is not None
    assert fault.code == "after-the-end"
