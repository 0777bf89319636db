"""Set-up, the order of a turn, recruiting and placing units."""

import pytest

from pbbuild.pocket_general.rules.setup import STANDARD, Variant
from pbbuild.pocket_general.rules.state import GeneralState
from tests.pocket_general.build import GAME, document, play, position, side, texts
from tests.refusals import refused_with

CORE = ["infantry", "tanks", "air", "navy", "militia", "threat"]


def set_up(variant: Variant = STANDARD, first: str = "A") -> GeneralState:
    state = GAME.new("germany", "russia", variant)
    rolls = ["roll 1"] * 15 + (["roll 2", "roll 1"] if first == "A" else ["roll -1", "roll 3"])
    return play(state, *rolls)


@pytest.mark.clause("PG-1.1")
@pytest.mark.parametrize(("a", "b"), [("germany", "japan"), ("russia", "united-states")])
def test_nations_of_one_side_do_not_meet(a: str, b: str) -> None:
    with refused_with("same-side"):
        GAME.new(a, b)


@pytest.mark.clause("PG-1.1")
def test_either_player_may_take_either_side() -> None:
    assert side(GAME.new("russia", "japan"), "A")["nation"] == "russia"


@pytest.mark.clause("PG-2", "RG-9")
def test_the_pool_is_drawn_one_by_one_and_the_first_three_fill_the_hexes() -> None:
    state = GAME.new("germany", "russia")
    assert state.roll().faces == tuple(range(1, 17))
    state = play(state, "roll 16", "roll 1", "roll 14")
    assert document(state)["pool"] == ["stalingrad", "lorraine", "saint-lo"]
    assert state.roll().faces == tuple(range(1, 14))
    state = play(state, *["roll 1"] * 12, "roll 3", "roll 1")
    assert document(state)["hexes"] == ["stalingrad", "lorraine", "saint-lo"]
    assert len(document(state)["pool"]) == 13


@pytest.mark.clause("PG-2")
def test_the_higher_die_is_first_player_and_ties_are_rolled_again() -> None:
    state = play(GAME.new("germany", "russia"), *["roll 1"] * 15)
    assert state.roll().purpose == "initiative"
    again = play(state, "roll 1", "roll 1")
    assert (again.roll().purpose, again.roll().side) == ("initiative", "A")
    decided = play(again, "roll -1", "roll 1")
    assert (document(decided)["first"], document(decided)["decider"]) == ("B", "B")


@pytest.mark.clause("PG-2", "PG-3")
def test_turn_one_is_fought_with_all_eleven_units() -> None:
    state = set_up()
    assert document(state)["decision"] == "threat"
    assert len(side(state, "A")["recruited"]) == len(side(state, "B")["recruited"]) == 11


@pytest.mark.clause("PG-2")
def test_the_core_only_option_starts_with_six() -> None:
    state = set_up(Variant(core_only_start=True))
    assert side(state, "A")["recruited"] == CORE


@pytest.mark.clause("PG-8")
def test_the_bonus_option_adds_a_twelfth_unit() -> None:
    state = set_up(Variant(bonus=True))
    assert side(state, "A")["recruited"][-1] == "italian-propaganda"
    assert side(state, "B")["recruited"][-1] == "royal-air-force"


@pytest.mark.clause("PG-3", "RG-32")
def test_threat_markers_come_first_the_first_players_first() -> None:
    state = set_up(first="B")
    state = play(state, "threat 2")
    assert (document(state)["decision"], document(state)["decider"]) == ("threat", "A")
    state = play(state, "threat 2")
    assert (document(state)["decision"], document(state)["decider"]) == ("place", "B")
    assert side(state, "A")["placed"][1] == side(state, "B")["placed"][1] == ["threat"]


@pytest.mark.clause("PG-3")
def test_placing_alternates_one_unit_at_a_time() -> None:
    state = play(set_up(), "threat 1", "threat 1", "place tanks 1")
    assert document(state)["decider"] == "B"
    assert document(play(state, "place air 2"))["decider"] == "A"


@pytest.mark.clause("PG-3")
def test_who_runs_out_of_units_lets_the_other_place_the_rest() -> None:
    state = position("place", a={"recruited": ["tanks"]}, b={"recruited": ["air", "tanks"]})
    after = play(state, "place tanks 1", "place air 1")
    assert (document(after)["decision"], document(after)["decider"]) == ("place", "B")


@pytest.mark.clause("PG-3")
def test_three_units_at_a_location_until_every_hex_has_three() -> None:
    two_full = {
        "recruited": ["militia", "air"],
        "placed": [
            ["tanks", "threat", "spy"],
            ["infantry", "weather", "artillery"],
            ["navy", "subs"],
        ],
    }
    state = position("place", a=two_full, b={"recruited": ["tanks"]})
    assert texts(state) == ["place air 3"]
    after = play(state, "place air 3", "place tanks 1")
    assert texts(after) == ["place militia 1", "place militia 2"]


@pytest.mark.clause("PG-3")
def test_never_more_than_four_at_a_location() -> None:
    full = {
        "recruited": ["militia"],
        "placed": [
            ["tanks", "threat", "spy", "panzers"],
            ["infantry", "weather", "artillery"],
            ["navy", "subs", "air"],
        ],
    }
    assert texts(position("place", a=full, b={})) == ["place militia 2"]


@pytest.mark.clause("PG-3.1")
def test_fast_play_allows_four_at_once_and_every_unit_every_turn() -> None:
    state = play(
        set_up(Variant(fast=True)), "threat 1", "threat 1", "place tanks 1", "place tanks 1"
    )
    state = play(state, "place air 1", "place air 1", "place infantry 1", "place infantry 1")
    assert "place navy 1" not in texts(state)
    assert "place navy 2" in texts(state)
    state = position(
        "roll-combat", variant={"fast": True}, hexes=["lorraine"], hex=1, turn=4, decider="B",
        dice={"A": 1},
    )  # fmt: skip
    after = play(state, "roll 1")
    assert document(after)["decision"] == "threat"
    assert len(side(after, "A")["recruited"]) == 11


@pytest.mark.clause("PG-1.2")
@pytest.mark.parametrize(
    ("unit", "hexes"),
    [
        pytest.param("tanks", "12", id="tanks not on an ocean"),
        pytest.param("militia", "12", id="militia not on an ocean"),
        pytest.param("panzers", "12", id="panzers not on an ocean"),
        pytest.param("infantry", "12", id="infantry needs a navy on an ocean"),
        pytest.param("artillery", "12", id="artillery needs a navy on an ocean"),
        pytest.param("subs", "3", id="subs need a navy off the ocean"),
        pytest.param("navy", "123", id="the navy goes anywhere"),
        pytest.param("air", "123", id="air goes anywhere"),
        pytest.param("spy", "123", id="a spy goes anywhere"),
        pytest.param("weather", "123", id="weather goes anywhere"),
    ],
)
def test_where_a_unit_may_be_placed_alone(unit: str, hexes: str) -> None:
    state = position("place", a={"recruited": [unit]})
    assert texts(state) == [f"place {unit} {hex_}" for hex_ in hexes]


@pytest.mark.clause("PG-1.2")
def test_a_navy_placed_first_brings_infantry_artillery_and_subs_in() -> None:
    placed = {"placed": [["navy"], [], []], "recruited": ["subs"]}
    assert "place subs 1" in texts(position("place", a=placed))
    at_sea = {"placed": [[], [], ["navy"]], "recruited": ["infantry", "artillery"]}
    state = position("place", a=at_sea)
    assert {"place infantry 3", "place artillery 3"} <= set(texts(state))


@pytest.mark.clause("PG-1.2")
def test_the_imperial_fleet_is_a_navy_for_that() -> None:
    own = {"nation": "japan", "placed": [[], [], ["imperial-fleet"]], "recruited": ["infantry"]}
    assert "place infantry 3" in texts(position("place", a=own))


@pytest.mark.clause("PG-1.2")
def test_the_enemys_navy_does_not_help() -> None:
    state = position("place", a={"recruited": ["infantry"]}, b={"placed": [[], [], ["navy"]]})
    assert "place infantry 3" not in texts(state)


@pytest.mark.clause("PG-1.3")
def test_open_and_ocean_bars_nobody() -> None:
    units = ["infantry", "tanks", "air", "navy", "militia", "subs", "artillery", "panzers"]
    state = position("place", hexes=["normandy"], a={"recruited": units})
    assert [text.split()[1] for text in texts(state)] == sorted(
        units, key=lambda unit: list(GAME.catalog.nations["germany"].units).index(unit)
    )


@pytest.mark.clause("PG-3", "RG-11")
def test_units_without_a_legal_hex_are_depleted() -> None:
    state = position("place", hexes=["pacific"], a={"recruited": ["air", "tanks"]})
    after = play(state, "place air 1")
    assert document(after)["decision"] == "roll-combat"
    assert side(after, "A")["recruited"] == []
    assert side(after, "A")["placed"][0] == ["air"]


@pytest.mark.clause("PG-3", "RG-10")
def test_from_turn_two_the_core_returns_and_each_may_take_one_recruit() -> None:
    own = {"theater_a": ["atlantic", None, "manchuria", "korea"]}
    state = position("recruit", a={**own, "recruited": CORE}, b={"recruited": CORE})
    assert texts(state) == [
        "no-recruit",
        "recruit subs with atlantic",
        "recruit artillery with manchuria",
        "recruit spy with korea",
        "recruit panzers with manchuria",
    ]
    after = play(state, "recruit spy with korea")
    assert side(after, "A")["recruited"] == [*CORE, "spy"]
    assert side(after, "A")["turned"] == ["korea"]
    assert (document(after)["decision"], document(after)["decider"]) == ("recruit", "B")
    assert texts(after) == ["no-recruit"]
    assert document(play(after, "no-recruit"))["decision"] == "threat"


@pytest.mark.clause("PG-3")
def test_a_location_pays_once_per_game() -> None:
    own = {"theater_a": ["atlantic", None, None, None], "turned": ["atlantic"], "recruited": CORE}
    assert texts(position("recruit", a=own)) == ["no-recruit"]


@pytest.mark.clause("PG-3", "PG-6")
def test_locations_in_the_capitulation_hexes_do_not_pay() -> None:
    own = {
        "theater_a": ["atlantic", "burma", "manchuria", "korea"],
        "theater_b": ["alps", "caucasus", "burma", "mediterranean"],
        "laid": 3,
        "capitulation": ["stalingrad"],
        "turned": ["korea", "alps", "caucasus"],
        "recruited": CORE,
    }
    enemy = {
        "theater_a": ["iwo-jima", None, None, None],
        "theater_b": [None, None, None, "iwo-jima"],
        "laid": 4,
    }
    state = position(
        "recruit",
        pool=["moscow", "normandy", "philippines", "ukraine", "saint-lo"],
        a=own,
        b=enemy,
    )
    assert not [text for text in texts(state) if "spy" in text]


@pytest.mark.clause("PG-3")
def test_the_initiative_changes_every_turn() -> None:
    state = position(
        "roll-combat", hexes=["lorraine"], hex=1, first="A", decider="B", dice={"A": 1}
    )
    after = play(state, "roll 1")
    assert (document(after)["turn"], document(after)["first"]) == (3, "B")
    assert document(after)["decider"] == "B"


@pytest.mark.clause("PG-3")
def test_after_the_turn_limit_the_game_is_undecided() -> None:
    state = position("roll-combat", hexes=["lorraine"], hex=1, turn=60, decider="B", dice={"A": 1})
    after = play(state, "roll 1")
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "turn-limit")


@pytest.mark.clause("PG-4", "RG-3", "RG-13")
def test_a_placed_militia_may_take_back_one_unit_there_but_not_the_threat() -> None:
    own = {"recruited": ["militia"], "placed": [["threat", "tanks"]]}
    elsewhere = play(position("place", a=own, b={"recruited": ["tanks"]}), "place militia 2")
    assert document(elsewhere)["decider"] == "B"
    state = play(position("place", a=own, b={"recruited": ["tanks"]}), "place militia 1")
    assert (document(state)["decision"], document(state)["decider"]) == ("redeploy", "A")
    assert texts(state) == ["keep", "redeploy tanks"]
    after = play(state, "redeploy tanks")
    assert side(after, "A")["recruited"] == ["tanks"]
    assert side(after, "A")["placed"][0] == ["militia", "threat"]
    assert document(after)["decider"] == "B"
    again = play(after, "place tanks 1")
    assert {"place tanks 1", "place tanks 2"} == set(texts(again))


@pytest.mark.clause("PG-4")
def test_keeping_every_unit_is_allowed() -> None:
    own = {"recruited": ["militia"], "placed": [["tanks"]]}
    state = play(position("place", a=own, b={"recruited": ["tanks"]}), "place militia 1", "keep")
    assert side(state, "A")["placed"][0] == ["tanks", "militia"]


@pytest.mark.clause("PG-4")
def test_a_pairing_stays_valid_when_the_navy_is_taken_back() -> None:
    own = {"recruited": ["militia"], "placed": [["navy", "subs"]]}
    state = play(position("place", a=own, b={"recruited": ["tanks"]}), "place militia 1")
    after = play(state, "redeploy navy")
    assert side(after, "A")["placed"][0] == ["militia", "subs"]
    assert side(after, "A")["with_navy"] == ["subs"]
    assert "place navy 3" in texts(play(after, "place tanks 1"))


def test_words_that_are_not_allowed_name_their_clause() -> None:
    state = position(
        "place", a={"recruited": ["tanks", "subs"], "placed": [["air", "navy", "threat"]]}
    )
    assert GAME.why_not(state, "place tanks 3") == ("PG-1.2",)
    assert GAME.why_not(state, "place tanks 1") == ("PG-3",)
    assert GAME.why_not(state, "place tanks 2") == ()
    assert GAME.why_not(state, "place bombers 2") == ("PG-1.1",)
    assert GAME.why_not(state, "spy tanks") == ("PG-3",)
    assert GAME.why_not(state, "dance") == ("",)
    with refused_with("not-allowed"):
        GAME.parse(state, "place tanks 3")
    with refused_with("no-such-action"):
        GAME.parse(state, "dance")


@pytest.mark.clause("PG-3", "RG-12")
def test_with_two_locations_the_fourth_square_needs_three_at_each_of_them() -> None:
    own = {
        "recruited": ["tanks", "air"],
        "placed": [["infantry", "threat", "spy"], ["weather", "artillery"]],
    }
    state = position("place", hexes=["lorraine", "ardennes"], a=own, b={"recruited": ["tanks"]})
    assert texts(state) == ["place tanks 2", "place air 2"]
    after = play(state, "place tanks 2", "place tanks 1")
    assert texts(after) == ["place air 1", "place air 2"]
