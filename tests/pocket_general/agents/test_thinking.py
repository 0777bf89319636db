"""What the search of Pocket General is made of: tables, results, luck, and the tree."""

import itertools
from collections.abc import Iterator

import pytest

from pbbuild.play.agents.registry import agent_named
from pbbuild.play.runner import play
from pbbuild.play.stream import Streams
from pbbuild.pocket_general.agents.registry import GeneralSearch
from pbbuild.pocket_general.agents.thinking.features import FEATURES
from pbbuild.pocket_general.agents.thinking.luck import luck_of_0
from pbbuild.pocket_general.agents.thinking.search import (
    TurnThinker,
    chance_ahead,
    outlooks,
    prepare,
    quick_scores,
    search_tree,
)
from pbbuild.pocket_general.agents.thinking.turn import (
    RESULTS,
    all_results,
    is_before_combat,
    mean_chance,
    settle,
    turn_from,
    worth_of_results,
)
from pbbuild.pocket_general.agents.thinking.value import Scratch, chance_of_0
from pbbuild.pocket_general.agents.thinking.weights import LINEAR
from pbbuild.pocket_general.catalog.model import GAME as GAME_ID
from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.flow import apply, apply_roll
from pbbuild.pocket_general.rules.core.legal import legal_actions
from pbbuild.pocket_general.rules.core.state import GeneralCore
from tests.pocket_general.agents.test_agents import wins
from tests.pocket_general.build import GAME, position


class Watch:
    """Keeps the states of a game at which something is decided or rolled."""

    def __init__(self) -> None:
        self.decisions: list[GeneralCore] = []
        self.combats: list[GeneralCore] = []

    def rolled(self, before: object, roll: object, dice: object, after: object) -> None:
        core = before.core.copy()  # type: ignore[attr-defined]
        if core.phase == c.COMBAT:
            self.combats.append(core)

    def chose(self, before: object, choice: object, options: int, after: object) -> None:
        self.decisions.append(before.core.copy())  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def watched() -> Watch:
    """A game between greedy players."""
    watch, greedy = Watch(), agent_named("greedy", GAME_ID)
    play(GAME, GAME.new("japan", "russia"), [greedy, greedy], Streams(4), watch)
    return watch


def rolled_out(state: GeneralCore, turn: int) -> Iterator[tuple[float, GeneralCore]]:
    """Every end of the turn with its chance; captured locations as the table decides them."""
    settle(state)
    if state.phase == c.END or state.turn != turn:
        yield 1.0, state
        return
    for face in state.tables.operations_die:
        after = state.copy()
        apply_roll(after, face)
        for chance, end in rolled_out(after, turn):
            yield chance / len(state.tables.operations_die), end


def no_spies(state: GeneralCore) -> bool:
    return not any(
        state.at[side * c.HEXES + hex_] & state.tables.removers[side]
        for side, hex_ in itertools.product(range(2), range(c.HEXES))
    )


def test_the_table_gives_the_mean_over_every_roll_of_the_turn(watched: Watch) -> None:
    # The last two combats of a turn: four dice, 1296 rolls.
    state = next(
        core
        for core in watched.combats
        if core.hex == 1 and core.dice == [c.UNROLLED] * 2 and no_spies(core)
    )
    thinker, scratch = TurnThinker(), Scratch()
    turn = turn_from(state, scratch)
    all_results(turn, state, thinker.results, False)

    ends = list(rolled_out(state.copy(), state.turn))

    assert sum(chance for chance, _ in ends) == pytest.approx(1.0)
    expected = sum(chance * chance_of_0(end, scratch) for chance, end in ends)
    assert mean_chance(turn, thinker.results) == pytest.approx(expected)


def test_the_worth_of_results_adds_up_to_the_mean(watched: Watch) -> None:
    thinker = TurnThinker()
    for state in watched.combats[:6]:
        turn = turn_from(state, thinker.scratch)
        all_results(turn, state, thinker.results, False)
        worth_of_results(turn, thinker.results, thinker.worths)
        mean = mean_chance(turn, thinker.results)
        for hex_ in range(c.HEXES):
            row = range(hex_ * RESULTS, hex_ * RESULTS + RESULTS)
            assert sum(thinker.results[cell] for cell in row) == pytest.approx(1.0)
            worth = sum(thinker.results[cell] * thinker.worths[cell] for cell in row)
            assert worth == pytest.approx(mean)


def test_the_luck_of_every_die_is_zero_on_average(watched: Watch) -> None:
    thinker = TurnThinker()
    lucks = []
    for state in watched.combats:
        faces = state.tables.operations_die
        each = [luck_of_0(thinker, state, face) for face in faces]
        assert sum(each) == pytest.approx(0.0, abs=1e-9)
        lucks += each
    assert max(lucks) > 0.05


def test_sides_swapped_have_the_opposite_chance() -> None:
    one = {"theater_a": ["atlantic", None, "manchuria", None], "recruited": ["tanks", "air"]}
    other = {"theater_a": [None, "burma", None, None], "recruited": ["tanks", "navy"]}
    first = position("place", a=one, b=other, first="A").core
    second = position("place", a=other, b=one, first="B").core

    chance = chance_of_0(first, Scratch())

    assert chance > 0.5
    assert chance_of_0(second, Scratch()) == pytest.approx(1 - chance)
    assert len(LINEAR) == FEATURES


def test_thinking_leaves_the_position_as_it_was(watched: Watch) -> None:
    for state in watched.decisions[:60:3]:
        before = [*state.at, *state.hand, *state.paired, *state.edges, *state.pool, state.phase]
        thinker = TurnThinker()
        if is_before_combat(state):
            prepare(thinker, state)
            search_tree(thinker, state, 6, 1)
        else:
            outlooks(thinker, state, legal_actions(state))
        after = [*state.at, *state.hand, *state.paired, *state.edges, *state.pool, state.phase]
        assert after == before


def test_a_thinker_that_has_seen_other_turns_finds_the_same(watched: Watch) -> None:
    seen = TurnThinker()
    for state in watched.decisions[:80:4]:
        if is_before_combat(state):
            used = search_tree(seen, state, 12, 3)
            fresh = search_tree(TurnThinker(), state, 12, 3)
            assert [each.visits for each in used.children] == [
                each.visits for each in fresh.children
            ]


def test_quick_scores_are_what_the_placement_changes(watched: Watch) -> None:
    # With nothing else left to place, the quick score is exact.
    states = [
        core
        for core in watched.decisions
        if core.phase == c.PLACE
        and bin(core.hand[core.side]).count("1") == 1
        and core.hand[1 - core.side] == 0
    ]
    assert states
    for state in states[:4]:
        thinker = TurnThinker()
        prepare(thinker, state)
        actions = legal_actions(state)
        scores = quick_scores(thinker, state, actions)
        chances = [after_chance(thinker, state, action) for action in actions]
        sign = 1 if state.side == 0 else -1
        best = max(range(len(actions)), key=lambda place: sign * chances[place])
        assert scores[best] == pytest.approx(max(scores))


def after_chance(thinker: TurnThinker, state: GeneralCore, action: int) -> float:
    after = state.copy()
    apply(after, action)
    return chance_ahead(thinker, after, 1, 1)


@pytest.mark.slow
def test_the_search_beats_that_of_0_1_0() -> None:
    # 60 % and more at equal time, measured by benchmarks/general_match.py; here fewer games.
    assert wins("search:60", "v1-search:50", 120) > 0.5


def test_an_agent_may_play_several_games_in_turn() -> None:
    agent = GeneralSearch(3)
    for nations in (("japan", "russia"), ("germany", "united-states")):
        outcome = play(GAME, GAME.new(*nations), [agent, agent], Streams(2))
        assert outcome.reason
