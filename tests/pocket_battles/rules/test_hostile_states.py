"""Mangled states and records are refused or played, and never end in a crash."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from pbbuild.base.documents import parse_json
from pbbuild.errors import PbbuildError
from pbbuild.play.contract import Node
from pbbuild.play.record import parse_record
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from tests.pocket_battles.playtest.fights import fault_of, game, lines, record, rich
from tests.pocket_battles.rules.written_states import full, state

VALUES: tuple[Any, ...] = (
    *(None, True, 0, 1, -1, 3, 99, 10**15, 1.5, "", "a1", "b2", "A", "left", "left A front"),
    *("left engagement", "react", "target", "wound", "follow-up", "act", "deploy", "sacrifice"),
    *([], {}, [1], {"x": 1}, ["a1"], "\x1b[2J", "x" * 500, ["leader"], "UNI10"),
    {"charger": "a1", "sector": "left"},
    {"unit": "b1", "hits": 2},
    {"trait": "excite", "unit": "a1", "left": 1},
    {"trait": "double-order", "unit": "a1", "left": 2, "done": ["a2"]},
    ["excite", "double-order", "overwhelming", "heal"],
)
Path = tuple[str | int, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in inner:
        if isinstance(part, (dict, list)):
            yield from paths(part, (*path, key))
        else:
            yield (*path, key)


def mangled(value: Any, chance: random.Random) -> Any:
    """`value` with one to three of its parts replaced, removed, doubled or exchanged."""
    found = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 2, 3))):
        path = chance.choice(list(paths(found)))
        holder: Any = found
        for step in path[:-1]:
            holder = holder[step]
        what = chance.random()
        if what < 0.15:
            del holder[path[-1]]
        elif what < 0.3 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[int(path[-1])]))
        else:
            holder[path[-1]] = copy.deepcopy(chance.choice(VALUES))
    return found


def documents() -> list[Any]:
    found = record(*rich()[0])
    walk = RecordReplay(game(), found, opening_of_record(game(), found))
    states = [step.after for step in walk.steps() if step.after.node() == Node.DECISION]
    return [state(), *(game().to_json(each) for each in states[::11])]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_mangled_state_is_refused_or_played(seed: int) -> None:
    chance = random.Random(seed)
    accepted = 0
    for document in documents() * 12:
        try:
            read = full(parse_json(json.dumps(mangled(document, chance)), "x"))
        except PbbuildError:
            continue
        accepted += 1
        battle = game().from_json(read)
        for _ in range(30):
            if battle.node() == Node.DECISION:
                battle.apply(chance.choice(battle.legal_actions()))
            elif battle.node() == Node.ROLL:
                battle.apply_roll([chance.randint(1, 6) for _ in range(battle.roll().count)])
    assert accepted > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_mangled_record_is_refused_or_found_out(seed: int) -> None:
    chance = random.Random(seed)
    true = lines(*rich()[0])
    for _ in range(60):
        altered = list(true)
        place = chance.choice((0, chance.randrange(len(true) - 1)))
        altered[place] = mangled(altered[place], chance)
        text = "".join(f"{json.dumps(line)}\n" for line in altered)
        try:
            fault = fault_of(parse_record(text, "x"))
        except PbbuildError:
            continue
        assert fault or altered[place] == true[place]
