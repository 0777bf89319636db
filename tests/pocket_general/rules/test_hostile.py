"""Files from strangers: anything is read, or refused with a reason; nothing crashes."""

import copy
import json
import random
from typing import Any

import pytest

from pbbuild.base.documents import Document
from pbbuild.errors import PbbuildError
from pbbuild.play.contract import Node
from pbbuild.play.record import Record
from pbbuild.pocket_general.catalog.load import corrected_catalog, corrections_from
from pbbuild.pocket_general.playtest.games import opening
from tests.pocket_general.build import GAME
from tests.tiers import tries

JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 2, 99, 10**9, 0.5, "", "A", "x", "tanks", "korea", "moscow", "end",
    [], {}, ["tanks"], [None], [[]], {"A": 1}, "\u202e<script>", "a" * 5000,
]  # fmt: skip


def mutated(document: Any, rng: random.Random) -> Any:
    """The document with one value somewhere replaced, taken away or doubled."""
    changed = copy.deepcopy(document)
    place: Any = changed
    parents: list[tuple[Any, Any]] = []
    while isinstance(place, (dict, list)) and place and (not parents or rng.random() < 0.75):
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        parents.append((place, key))
        place = place[key]
    holder, key = parents[-1]
    if rng.random() < 0.2 and isinstance(holder, dict):
        del holder[key]
    elif rng.random() < 0.2 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    else:
        holder[key] = copy.deepcopy(rng.choice(JUNK))
    return changed


def play_on(state: Any, rng: random.Random, steps: int) -> None:
    """Play a few steps at random."""
    for _ in range(steps):
        if state.node() == Node.END:
            break
        if state.node() == Node.ROLL:
            state.apply_roll([rng.choice(state.roll().faces)])
        else:
            state.apply(rng.choice(list(state.legal_actions())))


def some_states(count: int) -> list[Any]:
    rng = random.Random(77)
    found: list[Any] = []
    while len(found) < count:
        state = GAME.new("germany", "united-states")
        play_on(state, rng, rng.randrange(5, 150))
        found.append(GAME.to_json(state))
    return found


def test_altered_states_are_read_or_refused_and_what_is_read_plays_on() -> None:
    rng = random.Random(5)
    read = refused = 0
    for document in some_states(tries(12, 2)):
        for _ in range(60):
            altered = mutated(document, rng)
            if rng.random() < 0.3:
                altered = mutated(altered, rng) if altered else altered
            try:
                state = GAME.from_json(altered)
            except PbbuildError:
                refused += 1
                continue
            read += 1
            # What was accepted must hold up: written again it is read again, and it plays.
            again = GAME.to_json(state)
            assert GAME.to_json(GAME.from_json(again)) == again
            play_on(state, rng, 40)
    assert read > tries(20, 2)
    assert refused > tries(200, 20)


def test_altered_corrections_are_used_or_refused() -> None:
    rng = random.Random(6)
    document = corrections_from(GAME.catalog, ["germany", "russia"])
    used = 0
    for _ in range(tries(300, 30)):
        altered = mutated(document, rng)
        try:
            catalog = corrected_catalog(Document("here", altered, json.dumps(altered)))
        except PbbuildError:
            continue
        used += 1
        assert len(catalog.operations_die) == 6
    assert used > tries(5, 0)


def test_altered_heads_of_records_are_opened_or_refused() -> None:
    from pbbuild.pocket_general.playtest.games import game_header

    rng = random.Random(7)
    header = game_header(GAME, GAME.new("japan", "russia"), ["random", "random"], 1)
    opened = 0
    for _ in range(tries(300, 30)):
        altered = mutated(header, rng)
        try:
            _, state = opening(Record("here", altered, ()))
        except PbbuildError:
            continue
        opened += 1
        assert state.node() == Node.ROLL
    assert opened > tries(5, 0)


@pytest.mark.parametrize("junk", JUNK, ids=lambda value: repr(value)[:20])
def test_no_state_at_all(junk: Any) -> None:
    if isinstance(junk, dict):
        with pytest.raises(PbbuildError):
            GAME.from_json(junk)
