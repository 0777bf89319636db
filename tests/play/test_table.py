"""A game in progress: stepped, refused, taken back, saved and resumed, for both games."""

import itertools
import json
from collections import Counter
from typing import Any

import pytest

from pbbuild.errors import PbbuildError, StateError, UsageError
from pbbuild.play.agents.contract import Choice, Situation
from pbbuild.play.contract import SIDES, Node
from pbbuild.play.stream import Stream
from pbbuild.play.table import Seats, Table, Undo, default_undo, saved_game
from tests.play.tables import BATTLES, GENERAL, SEED, Kind, asks_a_person, finish, step, until
from tests.tiers import tries

KINDS = [pytest.param(BATTLES, id="pocket-battles"), pytest.param(GENERAL, id="pocket-general")]
each_game = pytest.mark.parametrize("kind", KINDS)


@each_game
@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("", "", id="two people"),
        pytest.param("", "random", id="a person and an agent"),
        pytest.param("random", "", id="an agent and a person"),
        pytest.param("greedy", "random", id="two agents"),
    ],
)
def test_a_whole_game_ends_with_a_true_record(kind: Kind, a: str, b: str) -> None:
    table = finish(kind.table(a, b))

    assert kind.fault(table) is None
    assert table.outcome is not None
    assert table.lines[-1]["winner"] == table.outcome.winner
    assert table.options == []
    assert table.pending_roll is None
    assert table.advance() == []


class Steady:
    """An agent that needs no chance."""

    name = "steady"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        return Choice(situation.actions[len(situation.actions) // 2], "middle", {"of": 2})


@each_game
def test_agents_without_chance_play_the_game_that_battle_plays(kind: Kind) -> None:
    agents = (Steady(), Steady())
    header = kind.header(("steady", "steady"))
    table = Table(kind.game, kind.opening(), header, Seats(agents), SEED)
    while table.advance():
        pass

    assert table.recorder.text() == kind.fight(agents).text()


@each_game
def test_the_dice_are_those_of_battle_until_choices_differ(kind: Kind) -> None:
    table = kind.table()
    while table.node == Node.ROLL:
        table.roll()

    fought = kind.fight((Steady(), Steady())).lines
    assert len(table.lines) > 1
    assert [line for line in table.lines[1:] if line["type"] == "dice"] == [
        line for line in fought[1 : len(table.lines)] if line["type"] == "dice"
    ]


@each_game
def test_every_step_adds_its_lines_to_the_log(kind: Kind) -> None:
    table = kind.table("", "random")
    seen = list(table.lines)
    while not table.is_over:
        since = len(table.lines)
        lines = step(table)
        assert lines
        assert list(table.log(since)) == list(lines)
        assert list(table.events(since)) == [line for line in lines if line["type"] == "event"]
        seen += lines

    assert seen == list(table.lines)


@each_game
@pytest.mark.parametrize("real_dice", [False, True], ids=["seeded dice", "real dice"])
def test_a_save_of_any_moment_resumes_to_the_same_game(kind: Kind, real_dice: bool) -> None:
    table = kind.table("", "random", real_dice=real_dice)
    moments = [kind.resumed(table)]
    for number in itertools.count():
        if table.is_over:
            break
        step(table)
        if number % tries(1, 9):
            continue
        moments.append(kind.resumed(table))
        assert list(moments[-1].lines) == list(table.lines)
        assert moments[-1].save_document() == table.save_document()

    whole = table.recorder.text()
    for moment in (*moments[: tries(8, 2)], *moments[8::17]):
        assert finish(moment).recorder.text() == whole


@each_game
def test_the_history_has_the_lines_and_states_of_every_step(kind: Kind) -> None:
    table = kind.table("", "random")
    steps: list[tuple[Any, list[Any]]] = []
    while not table.is_over and len(steps) < 60:
        lines = list(step(table))
        steps.append((kind.game.to_json(table.state), lines))

    resumed = kind.resumed(table)
    found = [(kind.game.to_json(state), list(lines)) for state, lines in resumed.history()]
    assert found == steps


@each_game
def test_reasons_of_agents_survive_a_save(kind: Kind) -> None:
    table = until(kind.table("", "greedy"), lambda table: any("reason" in i for i in table.inputs))

    assert any("reason" in line for line in kind.resumed(table).lines)


def _altered(kind: Kind, change: Any) -> dict[str, Any]:
    table = kind.table("", "random")
    for _ in range(40):
        step(table)
    document: dict[str, Any] = json.loads(json.dumps(table.save_document()))
    change(document)
    return document


def _other_die(document: dict[str, Any]) -> None:
    dice = next(given["dice"] for given in document["inputs"] if "dice" in given)
    dice[0] = dice[0] % 6 + 1


def _other_action(document: dict[str, Any]) -> None:
    next(given for given in document["inputs"] if "action" in given)["action"] = "fly home"


@each_game
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_other_die, id="another die"),
        pytest.param(_other_action, id="no action"),
        pytest.param(lambda document: document["inputs"].pop(0), id="an input left out"),
        pytest.param(lambda document: document["inputs"].insert(0, {"dice": None}), id="no dice"),
        pytest.param(lambda document: document.update(seed="3"), id="a seed in words"),
        pytest.param(lambda document: document.update(seats=[None]), id="a seat missing"),
    ],
)
def test_a_save_that_was_altered_is_refused(kind: Kind, change: Any) -> None:
    document = _altered(kind, change)

    def open_again() -> Table:
        saved = saved_game(document, kind.game.id, "here")
        header, seats = kind.header(("person", "random")), Seats((None, kind.agent("random")))
        return Table.from_save(saved, kind.game, kind.opening(), header, seats, source="here")

    with pytest.raises(PbbuildError) as refused:
        open_again()
    assert (refused.value.code, refused.value.source) == ("shell.save-wrong", "here")


def test_a_save_of_the_other_game_is_refused() -> None:
    with pytest.raises(PbbuildError) as refused:
        saved_game(BATTLES.table().save_document(), GENERAL.game.id)
    assert refused.value.code == "shell.other-game"


@each_game
def test_inputs_that_are_refused_leave_the_table_as_it_was(kind: Kind) -> None:
    table = kind.table("", "random")
    for _ in range(20):
        step(table)
    before = table.recorder.text()

    with pytest.raises(PbbuildError):
        table.resume([*table.inputs, {"dice": [99]}])

    assert table.recorder.text() == before
    assert kind.fault(finish(table)) is None


@each_game
def test_a_choice_that_is_not_legal_is_refused_with_its_clauses(kind: Kind) -> None:
    table = until(kind.table(), asks_a_person)
    before, legal = table.save_document(), set(table.state.legal_actions())
    inputs = len(table.inputs)
    later = finish(kind.resumed(table))
    words = {line["action"] for line in later.lines if line.get("type") == "choice"}
    words -= {option.text for option in table.options}
    assert words

    for action in words:
        with pytest.raises((StateError, UsageError)) as refused:
            table.decide(action)
        assert refused.value.values["clauses"] == kind.game.why_not(table.state, action) != ()
    for number in {-1, 0, 1, 7, 500, 10**6} - legal:
        with pytest.raises(StateError) as refused:
            table.decide(number)
        assert refused.value.code == "engine.refused"
        assert refused.value.values["clauses"]
    assert (table.save_document(), len(table.inputs)) == (before, inputs)


@each_game
def test_dice_and_decisions_have_their_moments(kind: Kind) -> None:
    table = kind.table()
    assert table.node == Node.ROLL
    for act, code in (
        (lambda: table.decide(0), "table.no-decision"),
        (table.undo, "table.no-undo"),
    ):
        with pytest.raises(StateError) as refused:
            act()
        assert refused.value.code == code

    until(table, asks_a_person)
    with pytest.raises(StateError) as refused:
        table.roll()
    assert refused.value.code == "table.no-roll"
    assert table.advance() == []


@each_game
def test_real_dice_are_checked_and_recorded(kind: Kind) -> None:
    table = kind.table(real_dice=True)
    roll = table.pending_roll
    assert roll is not None
    assert table.advance() == []
    wrong: list[tuple[list[int] | None, str]] = [
        (None, "table.real-dice"),
        ([], "shell.no-such-roll"),
        ([roll.faces[0]] * (roll.count + 1), "shell.no-such-roll"),
        ([max(roll.faces) + 1] * roll.count, "shell.no-such-roll"),
    ]
    for dice, code in wrong:
        with pytest.raises(StateError) as refused:
            table.roll(dice)
        assert refused.value.code == code

    [line, *_] = table.roll([max(roll.faces)] * roll.count)

    assert line["dice"] == [max(roll.faces)] * roll.count
    assert kind.fault(finish(table)) is None


@each_game
def test_a_table_with_a_seed_takes_no_dice_from_outside(kind: Kind) -> None:
    table = kind.table()
    roll = table.pending_roll
    assert roll is not None

    with pytest.raises(StateError) as refused:
        table.roll([roll.faces[0]] * roll.count)

    assert refused.value.code == "table.dice-of-seed"
    assert table.inputs == []


@each_game
@pytest.mark.parametrize("side", SIDES)
def test_conceding_ends_the_game_with_a_true_record(kind: Kind, side: str) -> None:
    table = until(kind.table("", "random"), asks_a_person)

    conceded, end = table.concede(side)

    assert conceded == {"n": conceded["n"], "type": "event", "event": "conceded", "side": side}
    assert (end["winner"], end["reason"]) == (SIDES[1 - SIDES.index(side)], "conceded")
    assert table.is_over
    assert kind.fault(table) is None
    with pytest.raises(StateError) as refused:
        table.concede(side)
    assert refused.value.code == "table.over"


@each_game
def test_a_hint_is_legal_and_changes_nothing(kind: Kind) -> None:
    hinted, plain = kind.table("", "random"), kind.table("", "random")
    hints = 0
    while not hinted.is_over:
        if asks_a_person(hinted):
            hint = hinted.hint()
            assert hint is not None
            assert hint == hinted.hint()
            assert hint.option in hinted.options
            assert hint.choice.action == hint.option.action
            hints += 1
        step(hinted)

    assert hints > 5
    assert hinted.hint() is None
    assert hinted.recorder.text() == finish(plain).recorder.text()


class Cheat:
    """An agent that chooses what is not legal."""

    name = "cheat"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        return Choice(-1)


@each_game
def test_an_agent_that_cheats_is_named_and_changes_nothing(kind: Kind) -> None:
    seats = Seats((Cheat(), Cheat()))
    table = Table(kind.game, kind.opening(), kind.header(("cheat", "cheat")), seats, SEED)
    while len(table.options) < 2:
        table.advance()
    before = table.recorder.text()

    with pytest.raises(StateError) as refused:
        table.step_agent()

    assert (refused.value.code, refused.value.values["agent"]) == ("engine.illegal-choice", "cheat")
    assert table.recorder.text() == before


@each_game
def test_stepping_an_agent_throws_no_dice(kind: Kind) -> None:
    table = kind.table("random", "random")

    assert table.step_agent() == []
    while table.node == Node.ROLL:
        table.roll()
    [choice, *_] = table.step_agent()

    assert choice["type"] == "choice"


# Taking back.


@each_game
def test_without_practice_nothing_is_taken_back(kind: Kind) -> None:
    table = until(kind.table("", "random"), asks_a_person)
    step(table)

    assert not table.may_undo
    with pytest.raises(StateError) as refused:
        table.undo()
    assert refused.value.code == "table.no-undo"


@each_game
def test_practice_goes_back_to_the_last_own_choice_at_any_time(kind: Kind) -> None:
    table = kind.table("", "random", undo="practice")
    assert not table.may_undo
    places = []
    while not table.is_over:
        if asks_a_person(table):
            places.append((len(table.inputs), [option.text for option in table.options]))
        step(table)
        assert table.undo_index() == (places[-1][0] if places else None)
    whole = table.recorder.text()
    assert len(places) > 5

    for place, options in reversed(places):
        table.undo()
        assert len(table.inputs) == place
        assert [option.text for option in table.options] == options
    assert not table.may_undo
    assert finish(table).recorder.text() == whole


@each_game
def test_another_choice_after_undo_makes_another_game(kind: Kind) -> None:
    table = until(kind.table("", "random", undo="practice"), asks_a_person)
    first, *_, last = table.options

    table.decide(first.action)
    until(table, asks_a_person)
    table.undo()
    table.decide(last.text)

    chosen = [given["action"] for given in table.inputs if "action" in given]
    assert last.text in chosen
    assert first.text not in chosen
    assert kind.fault(finish(table)) is None


@each_game
def test_until_dice_takes_back_what_no_dice_have_followed(kind: Kind) -> None:
    table = kind.table("", "random", undo="until-dice")
    answers: Counter[bool] = Counter()
    while not table.is_over:
        own = asks_a_person(table)
        before = table.state.copy()
        begun = len(table.inputs)
        step(table)
        if own:
            # Right after the choice: it can be taken back unless it revealed a secret.
            reveals = getattr(kind.game, "reveals", lambda *_: False)(before, table.state)
            assert table.undo_index() == (None if reveals else begun)
        since = table.undo_index()
        answers[since is not None] += 1
        if since is not None:
            later = table.inputs[since + 1 :]
            assert not any("dice" in given for given in later)

    assert min(answers[True], answers[False]) > 5


@each_game
def test_until_dice_undoes_the_reply_of_an_agent_too(kind: Kind) -> None:
    table = kind.table("", "random", undo="until-dice")
    replies = 0
    while not table.is_over:
        since = table.undo_index()
        later = table.inputs[since + 1 :] if since is not None else []
        if asks_a_person(table) and later:
            replies += 1
            moment = kind.resumed(table)
            moment.undo()
            assert len(moment.inputs) == since
            assert moment.seats.agents[moment.decider] is None
        step(table)

    assert replies > 0


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        pytest.param((None, "greedy"), "until-dice", id="one person"),
        pytest.param(("greedy", None), "until-dice", id="one person in the second seat"),
        pytest.param((None, None), "never", id="two people"),
        pytest.param(("greedy", "greedy"), "never", id="nobody"),
    ],
)
def test_a_single_player_may_undo_unless_told_otherwise(
    seats: tuple[str | None, str | None], expected: str
) -> None:
    assert default_undo(seats) == expected


@each_game
@pytest.mark.parametrize("undo", ["never", "practice", "until-dice"])
def test_what_may_be_undone_survives_a_save(kind: Kind, undo: Undo) -> None:
    table = until(kind.table("", "random", undo=undo), asks_a_person)

    assert kind.resumed(table).undo_policy == undo


# Real dice.


@each_game
def test_real_dice_can_be_corrected_whatever_may_be_undone(kind: Kind) -> None:
    table = kind.table("", "random", real_dice=True)
    assert table.dice_index() is None
    with pytest.raises(StateError) as refused:
        table.correct_dice()
    assert refused.value.code == "table.no-dice"
    rolls = 0
    while rolls < 6:
        roll, place = table.pending_roll, len(table.inputs)
        step(table)
        if roll is None:
            continue
        rolls += 1
        mistaken = kind.resumed(table)
        # Also after others have answered the wrong dice.
        for _ in range(rolls % 3):
            if mistaken.pending_roll is None and not mistaken.is_over:
                step(mistaken)
        mistaken.correct_dice()
        assert len(mistaken.inputs) == place
        assert mistaken.pending_roll == roll


def test_dice_of_the_seed_cannot_be_corrected() -> None:
    table = until(BATTLES.table("", "random", undo="practice"), asks_a_person)

    assert table.dice_index() is None


def test_until_dice_keeps_what_followed_the_reveal() -> None:
    table = BATTLES.table(undo="until-dice")
    until(table, lambda table: any(line["event"] == "revealed" for line in table.events()))

    assert not table.may_undo


# Odds.


def test_the_odds_of_a_shot_are_those_of_its_dice() -> None:
    found = 0
    table = BATTLES.table()
    while not table.is_over and found < 3:
        shot = next((o for o in table.options if o.text.startswith("shoot")), None)
        odds = table.odds(shot) if shot else None
        after = BATTLES.resumed(table) if shot else table
        if shot:
            after.decide(shot.action)
        roll = after.pending_roll
        if odds and odds.hits and roll and roll.purpose == "shoot" and roll.count < 6:
            scored = Counter(
                BATTLES.game.scores(after.state, dice)["hits"]
                for dice in itertools.product(roll.faces, repeat=roll.count)
            )
            ways = scored.total()
            assert odds.hits.chances() == {
                total: scored[total] / ways for total in odds.hits.chances()
            }
            assert odds.hits.largest == max(scored)
            assert odds.values["mean_hits"] == pytest.approx(
                sum(total * count for total, count in scored.items()) / ways
            )
            found += 1
        step(table)

    assert found == 3


def test_every_attack_has_odds_and_nothing_else() -> None:
    table = BATTLES.table()
    attacks = ("charge", "intercept", "shoot", "react-shoot", "target", "carry-on")
    met = set()
    while not table.is_over:
        for option in table.options:
            word = option.text.split()[0]
            odds = table.odds(option)
            assert (odds is not None) == (word in attacks), option.text
            if odds:
                met.add(word)
                assert (odds.hits is None) == (word in ("target", "carry-on"))
                assert 0 <= odds.values.get("destroyed", 0) <= 1
                assert odds.values["mean_hits"] >= 0
        step(table)

    assert met >= {"charge", "shoot", "target"}


def test_a_game_that_knows_no_odds_has_none() -> None:
    table = until(GENERAL.table(), asks_a_person)

    assert table.odds(table.options[0]) is None
