"""World maps, late war, capitols and the two ways to win."""

from typing import Any

import pytest

from pbbuild.pocket_general.rules.state import GeneralState
from tests.pocket_general.build import combat, document, play, position, side, texts

A_BUT_OCEAN = {"theater_a": [None, "burma", "manchuria", "korea"]}
FULL_A = ["atlantic", "burma", "manchuria", "korea"]


def won_by_a(place: str, a: dict[str, Any] | None = None, **changes: Any) -> GeneralState:
    """A holds the place with its navy and is about to roll."""
    own = {"placed": [["navy", "threat"]], **(a or {})}
    return position("roll-combat", hexes=[place], hex=1, a=own, **changes)


@pytest.mark.clause("PG-6", "RG-8")
@pytest.mark.parametrize(
    ("place", "edges"),
    [
        ("pacific", ["A ocean", "A white"]),
        ("ardennes", ["A forest", "A white"]),
        ("lorraine", ["A open", "A white"]),
        ("normandy", ["A ocean", "A open", "A white"]),
        ("korea", ["A white"]),
        ("stalingrad", ["A white"]),
    ],
)
def test_a_location_goes_on_an_edge_of_its_colour_or_the_white_one(
    place: str, edges: list[str]
) -> None:
    state = play(won_by_a(place), "roll 3", "roll -3")
    assert texts(state) == [f"edge {edge}" for edge in edges]


@pytest.mark.clause("PG-6")
def test_filling_theater_a_starts_the_late_war_and_both_lay_theater_b() -> None:
    state = won_by_a("pacific", a=A_BUT_OCEAN, b={"theater_a": ["atlantic", None, None, None]})
    state = play(state, "roll 3", "roll -3", "edge A ocean")
    assert (document(state)["decision"], document(state)["decider"]) == ("lay", "A")
    assert texts(state) == [
        "lay red korea",
        "lay forest burma",
        "lay ocean pacific",
    ]
    state = play(state, "lay forest burma")
    assert side(state, "A")["theater_b"] == [None, None, "burma", None]
    assert (document(state)["decision"], document(state)["decider"]) == ("lay", "B")
    assert texts(state) == ["lay ocean atlantic"]
    state = play(state, "lay ocean atlantic")
    assert document(state)["turn"] == 3
    assert side(state, "B")["laid"] == 4


@pytest.mark.clause("PG-6")
def test_without_a_location_on_a_the_other_player_capitulates() -> None:
    state = play(won_by_a("pacific", a=A_BUT_OCEAN), "roll 3", "roll -3", "edge A ocean")
    outcome = play(state, "lay forest burma").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("A", "capitulation")


def late(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None) -> dict[str, Any]:
    """A has filled A and laid the forest edge; B has laid ocean against iwo-jima."""
    own = {"theater_a": FULL_A, "theater_b": [None, None, "burma", None], "laid": 3}
    enemy = {
        "theater_a": ["iwo-jima", None, None, None],
        "theater_b": [None, None, None, "iwo-jima"],
        "laid": 4,
    }
    return {"a": {**own, **(a or {})}, "b": {**enemy, **(b or {})}}


@pytest.mark.clause("PG-6")
def test_in_the_late_war_locations_go_on_a_or_b() -> None:
    state = position("edge", hexes=["ardennes"], hex=1, decider="B", **late())
    assert texts(state) == ["edge A forest", "edge A white", "edge B forest"]


@pytest.mark.clause("PG-6", "PG-8", "RG-27")
def test_theater_b_has_two_red_edges() -> None:
    own = {"theater_b": ["alps", None, "burma", None]}
    state = position("edge", hexes=["stalingrad"], hex=1, **late(a=own))
    assert texts(state) == ["edge B red"]
    assert side(play(state, "edge B red"), "A")["theater_b"][:2] == ["alps", "stalingrad"]


@pytest.mark.clause("PG-6")
def test_a_red_location_on_b_unlocks_the_enemys_capitol_at_the_front() -> None:
    state = position("edge", hexes=["stalingrad", "pacific"], hex=1, **late())
    after = play(state, "edge B red")
    assert document(after)["pool"][0] == "moscow"


@pytest.mark.clause("PG-6")
def test_red_alone_does_not_unlock_while_theater_a_has_a_gap() -> None:
    state = position("edge", hexes=["stalingrad", "pacific"], hex=1, decider="B", **late())
    after = play(state, "edge B red")
    assert "berlin" not in document(after)["pool"]


@pytest.mark.clause("PG-6", "RG-20")
def test_filling_a_after_the_red_location_unlocks_too() -> None:
    own = {
        "theater_a": [None, "burma", "manchuria", "alps"],
        "theater_b": ["korea", None, "burma"],
        "laid": 3,
    }
    state = position("edge", hexes=["pacific", "lorraine"], hex=1, **late(a=own))
    assert document(play(state, "edge A ocean"))["pool"][0] == "moscow"


@pytest.mark.clause("PG-6", "RG-18")
def test_a_red_location_that_b_is_laid_against_unlocks_nothing() -> None:
    state = won_by_a("pacific", a=A_BUT_OCEAN, b={"theater_a": ["atlantic", None, None, None]})
    state = play(state, "roll 3", "roll -3", "edge A ocean", "lay red korea", "lay ocean atlantic")
    assert "moscow" not in [*document(state)["hexes"], *document(state)["pool"]]
    assert side(state, "A")["theater_b"] == ["korea", None, None, None]


@pytest.mark.clause("PG-6", "RG-21")
def test_taking_the_enemys_capitol_is_total_victory_at_once() -> None:
    own = {"placed": [["tanks"]], "theater_b": ["alps", None, "burma"]}
    state = position("roll-combat", hexes=["moscow", "pacific"], hex=1, **late(a=own))
    outcome = play(state, "roll 3", "roll -1").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("A", "total-victory")


@pytest.mark.clause("PG-6", "RG-17")
def test_a_defended_capitol_goes_to_the_end_of_the_pool() -> None:
    own = {"placed": [["tanks"]], "theater_b": ["alps", None, "burma"]}
    state = position(
        "roll-combat", hexes=["moscow"], hex=1, **late(a=own, b={"placed": [["red-army"]]})
    )
    after = play(state, "roll -3", "roll 1")
    assert document(after)["pool"][-1] == "moscow"
    assert document(after)["turn"] == 3


@pytest.mark.clause("PG-5", "PG-6", "RG-17")
def test_a_capitol_won_without_a_military_unit_is_not_taken() -> None:
    own = {"placed": [["threat"]], "theater_b": ["alps", None, "burma"]}
    state = position("roll-combat", hexes=["moscow"], hex=1, **late(a=own))
    after = play(state, "roll 3", "roll 1")
    assert (document(after)["decision"], document(after)["decider"]) == ("front", "A")
    assert document(after)["pool"][-1] == "moscow"


@pytest.mark.clause("PG-6", "RG-22")
def test_the_capitulation_hexes_open_when_all_seven_edges_are_filled() -> None:
    full = {"theater_b": ["alps", "caucasus", "burma", "mediterranean"]}
    state = position(
        "edge",
        hexes=["stalingrad"],
        hex=1,
        pool=[
            "moscow",
            "lorraine",
            "ardennes",
            "philippines",
            "pacific",
            "normandy",
            "ukraine",
            "saint-lo",
        ],
        **late(a=full),
    )
    assert texts(state) == ["edge capitulation"]
    after = play(state, "edge capitulation")
    assert side(after, "A")["capitulation"] == ["stalingrad"]
    assert after.outcome() is None


@pytest.mark.clause("PG-6", "RG-21")
def test_the_ninth_location_forces_capitulation_at_the_end_of_the_turn() -> None:
    full = {
        "theater_b": ["alps", "caucasus", "burma", "mediterranean"],
        "capitulation": ["stalingrad"],
    }
    pool = ["moscow", "ardennes", "philippines", "pacific", "normandy", "ukraine"]
    state = position("edge", hexes=["lorraine", "saint-lo"], hex=1, pool=pool, **late(a=full))
    state = play(state, "edge capitulation")
    assert state.outcome() is None
    outcome = play(state, "roll 1", "roll 1").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.scores["A"]) == ("A", "capitulation", 9)


@pytest.mark.clause("PG-6", "RG-19")
def test_without_a_matching_colour_any_edge_lies_against_any_location() -> None:
    # Only corrected colours make this possible for open, forest and ocean locations.
    from pbbuild.pocket_general.rules.core.constants import RED

    state = won_by_a("pacific", a=A_BUT_OCEAN, b={"theater_a": [None, None, "lorraine", None]})
    state = play(state, "roll 3", "roll -3", "edge A ocean", "lay forest burma")
    state.core.tables.edge_colours = state.core.tables.edge_colours[:4] + [RED] * 4
    assert texts(state) == ["lay red lorraine"]


@pytest.mark.clause("RG-30")
def test_an_empty_world_ends_the_game() -> None:
    state = combat("open", "tanks", "tanks")
    state.core.pool = []
    state = play(state, "roll 3", "roll -3", "edge A open")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "no-locations")
