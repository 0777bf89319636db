"""Combat values: every row and note of the chart, and every sentence about the dice."""

import pytest

from tests.pocket_general.build import combat, document, play, position, side, sums, texts

TERRAINS = ("open", "forest", "mountain", "ocean", "city")
X = None


@pytest.mark.clause("PG-1.2")
@pytest.mark.parametrize(
    ("unit", "row"),
    [
        ("infantry", (0, 2, 1, X, 1)),
        ("tanks", (2, 2, 1, X, 2)),
        ("air", (2, 1, 1, 3, 1)),
        ("artillery", (2, 1, 1, X, 1)),
        ("navy", (0, 0, 0, 1, 0)),
        ("subs", (X, X, X, 2, X)),
        ("militia", (0, 1, 1, X, 1)),
        ("threat", (2, 2, 2, 2, 2)),
        ("spy", (0, 0, 0, 0, 0)),
        ("weather", (0, 0, 0, 0, 0)),
        ("bombers", (2, 2, 1, 1, 3)),
        ("panzers", (3, 2, 1, X, 2)),
        ("imperial-fleet", (1, 1, 1, 2, 2)),
        ("red-army", (1, 2, 2, X, 2)),
    ],
)
def test_a_unit_alone_is_worth_its_row(unit: str, row: tuple[int | None, ...]) -> None:
    for terrain, worth in zip(TERRAINS, row, strict=True):
        if worth is not None:
            allied = unit in ("bombers", "red-army")
            state = combat(terrain, b=unit) if allied else combat(terrain, a=unit)
            assert sums(state)[allied] == worth, terrain


@pytest.mark.clause("PG-1.2", "PG-4", "RG-5")
@pytest.mark.parametrize(
    ("terrain", "unit", "navy", "worth"),
    [
        ("ocean", "infantry", 1, 1),
        ("ocean", "artillery", 2, 1),
        ("open", "subs", 0, 1),
        ("forest", "subs", 0, 1),
        ("mountain", "subs", 0, 1),
        ("city", "subs", 0, 1),
    ],
)
def test_a_unit_that_must_be_with_its_navy_is_worth_its_row_beside_it_and_nothing_without(
    terrain: str, unit: str, navy: int, worth: int
) -> None:
    assert sums(combat(terrain, f"navy {unit}"))[0] == navy + worth
    left = combat(terrain, unit, map_a={"with_navy": [unit]})
    assert sums(left)[0] == 0
    assert sums(combat(terrain, unit, "weather", map_a={"with_navy": [unit]}))[0] == -1


NOTES = [
    # terrain, A, B, sums
    pytest.param("open", "artillery", "air", (4, 2), id="artillery +2 against air on open"),
    pytest.param("forest", "artillery", "air", (3, 1), id="artillery +2 against air in forest"),
    pytest.param("mountain", "artillery", "air", (3, 1), id="artillery +2 on a mountain"),
    pytest.param("city", "artillery", "air", (3, 1), id="artillery +2 in a city"),
    pytest.param("ocean", "navy artillery", "air", (3, 3), id="no +2 on an ocean, navy +1"),
    pytest.param("open", "artillery", "air bombers", (4, 4), id="+2 once for two air units"),
    pytest.param("open", "artillery air", "tanks", (4, 2), id="own air is no target"),
    pytest.param("city", "navy artillery", "tanks", (2, 2), id="navy +1 with artillery on land"),
    pytest.param("ocean", "navy artillery", "subs", (3, 2), id="navy +1 with artillery at sea"),
    pytest.param("open", "navy", "artillery", (0, 2), id="enemy artillery does not help a navy"),
    pytest.param("city", "air", "bombers", (1, 1), id="bombers -2 against air"),
    pytest.param("city", "tanks", "bombers", (2, 3), id="bombers whole without enemy air"),
    pytest.param("city", "air imperial-fleet", "bombers", (3, 1), id="bombers -2 only once"),
    pytest.param("city", "tanks", "bombers air", (2, 4), id="own air does not hinder bombers"),
    pytest.param("open", "artillery", "bombers", (4, 2), id="bombers are air for artillery"),
    pytest.param("ocean", "imperial-fleet navy", "air", (4, 3), id="fleet +1 to navy"),
    pytest.param("ocean", "imperial-fleet subs", "air", (5, 3), id="fleet +1 to subs"),
    pytest.param("ocean", "imperial-fleet navy subs", "air", (7, 3), id="fleet +1 to both"),
    pytest.param("ocean", "imperial-fleet", "air", (2, 3), id="no bonus for the fleet itself"),
    pytest.param("ocean", "imperial-fleet air", "air", (5, 3), id="no bonus for air"),
    pytest.param(
        "city", "imperial-fleet", "artillery", (2, 3), id="the fleet is air for artillery"
    ),
    pytest.param("ocean", "imperial-fleet artillery", "air", (3, 3), id="fleet: no artillery +1"),
    pytest.param("open", "weather", "tanks", (0, 1), id="weather -1"),
    pytest.param("open", "weather", "air", (0, 0), id="weather -2 to air"),
    pytest.param("city", "weather", "bombers", (0, 1), id="weather -2 to bombers"),
    pytest.param("city", "imperial-fleet", "weather", (0, 0), id="weather -2 to the fleet"),
    pytest.param("open", "weather", "tanks infantry threat", (0, 1), id="weather on each unit"),
    pytest.param("open", "weather", "threat", (0, 1), id="weather on special units"),
    pytest.param("city", "weather", "red-army", (0, 2), id="the red army ignores weather"),
    pytest.param("city", "weather", "red-army tanks", (0, 3), id="only the red army ignores it"),
    pytest.param("open", "weather tanks", "weather tanks", (0, 0), id="both weathers apply"),
    pytest.param("open", "weather", "navy", (0, -1), id="below zero"),
    pytest.param("open", "weather artillery", "air", (4, 0), id="weather and artillery"),
    pytest.param("open-ocean", "tanks", "air", (2, 3), id="open & ocean: the better value"),
    pytest.param("open-ocean", "subs", "navy", (2, 1), id="subs alone on open & ocean"),
    pytest.param("open-ocean", "artillery", "air", (4, 3), id="artillery open value, +2"),
    pytest.param("open-ocean", "infantry", "militia", (0, 0), id="infantry alone: open value"),
    pytest.param("open-ocean", "navy infantry", "militia", (2, 0), id="infantry with navy: ocean"),
    pytest.param("open-ocean", "panzers", "bombers", (3, 2), id="panzers, bombers on open & ocean"),
    pytest.param("ocean", "navy infantry", "threat", (2, 2), id="infantry with navy at sea"),
    pytest.param("city", "navy subs", "threat", (1, 2), id="subs with navy in a city"),
    pytest.param("city", "", "", (0, 0), id="nobody"),
]


@pytest.mark.clause("PG-1.2", "PG-1.3", "PG-5", "RG-2", "RG-4", "RG-6", "RG-7")
@pytest.mark.parametrize(("terrain", "a", "b", "expected"), NOTES)
def test_notes_of_the_chart(terrain: str, a: str, b: str, expected: tuple[int, int]) -> None:
    assert sums(combat(terrain, a, b)) == expected


@pytest.mark.clause("PG-1.3", "PG-6")
def test_a_capitol_is_fought_over_as_a_city() -> None:
    state = position(
        "roll-combat",
        hexes=["moscow"],
        hex=1,
        a={"placed": [["tanks"]]},
        b={"placed": [["tanks", "red-army"]]},
    )
    assert sums(state) == (2, 4)


@pytest.mark.clause("PG-4", "PG-5", "RG-5")
def test_a_spy_that_removes_the_navy_leaves_a_military_unit_without_value() -> None:
    state = position(
        "spy",
        hexes=["pacific"],
        hex=1,
        decider="B",
        a={"placed": [["navy", "infantry"]]},
        b={"placed": [["spy", "threat"]]},
    )
    before = sums(state)
    after = play(state, "spy navy")
    assert (before, sums(after)) == ((2, 2), (0, 2))
    won = play(after, "roll 3", "roll -3")
    assert (document(won)["decision"], document(won)["decider"]) == ("edge", "A")


@pytest.mark.clause("PG-1.3", "RG-6")
def test_infantry_on_open_and_ocean_needs_its_navy_placed_first_and_still_there() -> None:
    first = combat("open-ocean", "navy infantry", map_a={"with_navy": ["infantry"]})
    later = combat("open-ocean", "navy infantry", map_a={"with_navy": []})
    gone = combat("open-ocean", "infantry", map_a={"with_navy": ["infantry"]})
    assert [sums(state)[0] for state in (first, later, gone)] == [2, 1, 0]


@pytest.mark.clause("PG-5")
def test_the_higher_roll_with_a_military_unit_takes_the_location() -> None:
    after = play(combat("open", "tanks", "infantry"), "roll 1", "roll 2", "edge A open")
    assert side(after, "A")["theater_a"] == [None, None, "lorraine", None]
    assert side(after, "A")["placed"] == side(after, "B")["placed"] == [[], [], []]


@pytest.mark.clause("PG-5")
def test_each_adds_his_own_die_and_the_weaker_may_win() -> None:
    after = play(combat("open", "tanks", "infantry"), "roll -3", "roll 1")
    assert (document(after)["decision"], document(after)["decider"]) == ("edge", "B")


@pytest.mark.clause("PG-5", "RG-16")
def test_the_higher_roll_without_a_military_unit_sends_it_to_the_end_of_the_pool() -> None:
    state = combat("open", "threat", "infantry")
    after = play(state, "roll 3", "roll 1")
    assert document(after)["decision"] == "front"
    assert document(after)["decider"] == "A"
    assert document(after)["pool"][-1] == "lorraine"
    assert document(after)["hexes"][0] is None
    assert "front lorraine" not in texts(after)
    moved = play(after, "front korea")
    assert document(moved)["hexes"][0] == "korea"
    left = play(after, "leave")
    assert document(left)["hexes"] == document(state)["pool"][:3]


@pytest.mark.clause("PG-5", "PG-6")
def test_the_winner_without_an_edge_sends_it_to_the_end_of_the_pool() -> None:
    full = {"theater_a": [None, None, "manchuria", "ukraine"]}
    after = play(combat("open", "tanks", "infantry", map_a=full), "roll 3", "roll 1")
    assert document(after)["decision"] == "front"
    assert document(after)["pool"][-1] == "lorraine"


@pytest.mark.clause("PG-5")
def test_equal_rolls_go_to_more_military_units() -> None:
    after = play(combat("open", "tanks", "air navy"), "roll 1", "roll 1")
    assert (document(after)["decision"], document(after)["decider"]) == ("edge", "B")


@pytest.mark.clause("PG-5")
def test_special_units_do_not_break_a_tie() -> None:
    after = play(combat("open", "tanks militia", "air"), "roll 1", "roll 1")
    assert document(after)["turn"] == 3
    assert document(after)["hexes"][0] == "lorraine"
    assert side(after, "A")["placed"] == [[], [], []]


@pytest.mark.clause("PG-3", "PG-5")
def test_a_location_left_by_a_tie_shifts_to_the_first_hex() -> None:
    state = position(
        "roll-combat",
        hexes=[None, None, "pacific"],
        hex=3,
        a={"placed": [[], [], ["navy"]]},
        b={"placed": [[], [], ["navy"]]},
    )
    after = play(state, "roll 2", "roll 2")
    assert document(after)["hexes"] == ["pacific", *document(state)["pool"][:2]]


def spies(first: str = "A", **placed: str) -> dict[str, object]:
    return {
        "hexes": ["lorraine"],
        "hex": 1,
        "first": first,
        "decider": first,
        "a": {"placed": [placed["a"].split()]},
        "b": {"placed": [placed["b"].split()]},
    }


@pytest.mark.clause("PG-5", "PG-1.3", "RG-14")
def test_a_spy_removes_an_enemy_unit_and_goes_with_it() -> None:
    state = position("spy", **spies(a="spy tanks", b="threat tanks"))
    assert texts(state) == ["spy tanks", "spy threat"]
    after = play(state, "spy threat")
    assert side(after, "A")["placed"][0] == ["tanks"]
    assert side(after, "B")["placed"][0] == ["tanks"]
    assert document(after)["decision"] == "roll-combat"


@pytest.mark.clause("PG-5")
def test_the_first_players_spy_comes_first_and_may_take_the_other_spy() -> None:
    state = position("spy", **spies(first="B", a="spy tanks", b="spy tanks"))
    after = play(state, "spy spy")
    assert document(after)["decision"] == "roll-combat"
    assert side(after, "A")["placed"][0] == ["tanks"]


@pytest.mark.clause("PG-5")
def test_both_spies_work_if_the_first_takes_another_unit() -> None:
    after = play(position("spy", **spies(a="spy tanks", b="spy tanks")), "spy tanks")
    assert (document(after)["decision"], document(after)["decider"]) == ("spy", "B")
    assert texts(after) == ["spy tanks"]
    assert side(play(after, "spy tanks"), "A")["placed"][0] == []


@pytest.mark.clause("PG-5")
def test_a_spy_with_nothing_to_remove_stays_and_is_not_asked() -> None:
    state = position(
        "place",
        hexes=["lorraine"],
        a={"recruited": ["tanks"], "placed": [["spy"]]},
    )
    after = play(state, "place tanks 1")
    assert document(after)["decision"] == "roll-combat"
    assert side(after, "A")["placed"][0] == ["tanks", "spy"]


@pytest.mark.clause("PG-5", "RG-15")
def test_a_location_without_units_is_still_rolled_for() -> None:
    state = combat("open")
    assert sums(state) == (0, 0)
    after = play(state, "roll 2", "roll 1")
    assert (document(after)["decision"], document(after)["decider"]) == ("front", "A")
    assert document(play(state, "roll 1", "roll 1"))["hexes"][0] == "lorraine"


@pytest.mark.clause("PG-5", "RG-16")
def test_a_capitol_in_the_pool_may_be_moved_to_the_front() -> None:
    pool = ["korea", "moscow", "lorraine"]
    full = ["atlantic", "burma", "manchuria", "alps"]
    state = position(
        "front",
        hex=1,
        hexes=[None, "pacific"],
        pool=[*pool[:2], "ukraine", "ardennes", "philippines", "mediterranean", "normandy",
              "caucasus", "saint-lo", pool[2]],
        a={"theater_a": full, "theater_b": ["stalingrad", "burma"], "laid": 2},
        b={"theater_a": ["iwo-jima"], "theater_b": [None, None, "iwo-jima"], "laid": 3},
    )  # fmt: skip
    assert "front moscow" in texts(state)
    assert "front lorraine" not in texts(state)
