"""What the contract promises, tried on every game alike."""

import json
from random import Random
from typing import Any

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import SIDES, Node
from pbbuild.play.record import parse_record
from pbbuild.play.verify import verify
from tests.play.conformance.games import CONTESTANTS, Contestant
from tests.tiers import quick_every

STEPS = 160
NONSENSE = (
    "",
    "dance",
    "pass pass",
    "charge zz9",
    "place nobody 7",
    "edge C plaid",
    "0",
    "-1",
    "🙂",
)
every_game = pytest.mark.parametrize(
    "contestant", quick_every(CONTESTANTS, 2), ids=lambda one: one.name
)


def document(contestant: Contestant, state: Any) -> Any:
    return json.loads(json.dumps(contestant.game.to_json(state)))


def step(state: Any, rng: Random) -> None:
    if state.node() == Node.ROLL:
        roll = state.roll()
        state.apply_roll([rng.choice(roll.faces) for _ in range(roll.count)])
    else:
        state.apply(rng.choice(list(state.legal_actions())))


def walk(contestant: Contestant, seed: int, steps: int = STEPS) -> Any:
    """States of a random game, each before its next step."""
    rng = Random(seed)
    state = contestant.start()
    for _ in range(steps):
        if state.node() == Node.END:
            return
        yield state
        step(state, rng)


@every_game
def test_a_copy_lives_its_own_life(contestant: Contestant) -> None:
    rng = Random(1)
    for state in walk(contestant, 1):
        before = document(contestant, state)
        other = state.copy()
        assert document(contestant, other) == before
        step(other, rng)
        assert document(contestant, state) == before


@every_game
def test_a_state_waits_for_one_thing(contestant: Contestant) -> None:
    for state in walk(contestant, 2):
        actions = list(state.legal_actions())
        if state.node() == Node.DECISION:
            assert actions
            assert len(set(actions)) == len(actions)
            assert state.decision()
            assert state.decider() in (0, 1)
        else:
            assert actions == []
            assert state.decision() == ""
            roll = state.roll()
            assert roll.count >= 1
            assert roll.faces
        assert state.outcome() is None


@every_game
def test_words_and_actions_are_two_names_of_one_thing(contestant: Contestant) -> None:
    game = contestant.game
    for state in walk(contestant, 3):
        if state.node() != Node.DECISION:
            continue
        options = game.options(state)
        assert [option.action for option in options] == list(state.legal_actions())
        assert len({option.text for option in options}) == len(options)
        for option in options[:12]:
            assert game.parse(state, option.text) == option.action
            assert game.why_not(state, option.text) == ()
            assert game.option(state, option.action) == option
            assert option.clauses
            assert option.cost >= 0


@every_game
def test_every_listed_action_applies(contestant: Contestant) -> None:
    for state in walk(contestant, 4, 60):
        if state.node() != Node.DECISION:
            continue
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            assert after.node() in (Node.DECISION, Node.ROLL, Node.END)


@every_game
def test_anything_else_is_refused_and_changes_nothing(contestant: Contestant) -> None:
    game = contestant.game
    heard: list[str] = []
    for state in walk(contestant, 5):
        if state.node() != Node.DECISION:
            continue
        legal = {option.text for option in game.options(state)}
        before = document(contestant, state)
        for text in (*NONSENSE, *heard[-30:]):
            if text in legal:
                continue
            assert game.why_not(state, text), text
            with pytest.raises(PbbuildError):
                game.parse(state, text)
        assert document(contestant, state) == before
        heard += sorted(legal)[:3]


@every_game
def test_a_state_survives_writing_and_reading(contestant: Contestant) -> None:
    game = contestant.game
    for number, state in enumerate(walk(contestant, 6)):
        if number % 3:
            continue
        written = document(contestant, state)
        again = game.from_json(written)
        assert document(contestant, again) == written
        assert list(again.legal_actions()) == list(state.legal_actions())
        assert again.node() == state.node()


@every_game
def test_equal_states_look_equal_from_both_seats(contestant: Contestant) -> None:
    game = contestant.game
    for number, state in enumerate(walk(contestant, 7)):
        if number % 4:
            continue
        again = game.from_json(document(contestant, state))
        for side in SIDES:
            assert game.view(state, side) == game.view(state.copy(), side)
            assert game.view(state, side) == game.view(again, side)


@every_game
def test_events_are_plain_data(contestant: Contestant) -> None:
    rng = Random(8)
    state = contestant.start()
    for _ in range(STEPS):
        if state.node() == Node.END:
            break
        before = state.copy()
        step(state, rng)
        for event in contestant.game.events(before, state):
            assert event.kind
            assert json.loads(json.dumps(dict(event.values))) == dict(event.values)


@every_game
def test_records_are_true_and_lies_are_found(contestant: Contestant) -> None:
    agents = [agent_named("random", contestant.game.id)] * 2
    recorder = contestant.fight(agents, 12)
    record = parse_record(recorder.text(), "here")
    game, state = contestant.opening(record)
    assert verify(game, record, state) is None

    lines = recorder.text().splitlines()
    rng = Random(9)
    for place in rng.sample(range(1, len(lines) - 1), 8):
        cut = parse_record("\n".join(lines[:place] + lines[place + 1 :]), "here")
        game, state = contestant.opening(cut)
        assert verify(game, cut, state) is not None
    dice = [n for n, line in enumerate(lines) if '"type": "dice"' in line]
    for place in rng.sample(dice, 4):
        told = json.loads(lines[place])
        told["dice"][0] += 1
        altered = [*lines[:place], json.dumps(told), *lines[place + 1 :]]
        game, state = contestant.opening(parse_record("\n".join(altered), "here"))
        assert verify(game, parse_record("\n".join(altered), "here"), state) is not None


@every_game
def test_the_same_seed_gives_the_same_record(contestant: Contestant) -> None:
    agents = [agent_named("random", contestant.game.id)] * 2
    assert contestant.fight(agents, 3).text() == contestant.fight(agents, 3).text()
    assert contestant.fight(agents, 3).text() != contestant.fight(agents, 4).text()


@every_game
def test_conceding_ends_it_at_once(contestant: Contestant) -> None:
    for number, state in enumerate(walk(contestant, 10, 60)):
        if number % 20:
            continue
        for side, winner in (("A", "B"), ("B", "A")):
            given_up = state.copy()
            given_up.concede(side)
            outcome = given_up.outcome()
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (winner, "conceded")
            assert given_up.node() == Node.END
