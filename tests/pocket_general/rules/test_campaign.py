"""The campaign of three games."""

from typing import Any

import pytest

from pbbuild.errors import StateError, UsageError
from pbbuild.pocket_general.rules.campaign import (
    Campaign,
    Played,
    campaign_document,
    read_campaign,
)
from tests.pocket_general.build import GAME

CATALOG = GAME.catalog
FIRST = {"axis": "germany", "allies": "russia"}
SECOND = {"axis": "japan", "allies": "united-states"}


def after(*results: tuple[str, str]) -> Campaign:
    nations = (FIRST, SECOND, SECOND)
    campaign = Campaign()
    for own, (winner, reason) in zip(nations, results, strict=False):
        campaign = campaign.add(Played(own["axis"], own["allies"], winner, reason))
    return campaign


@pytest.mark.clause("PG-7", "RG-23", "RG-31")
@pytest.mark.parametrize(
    ("results", "axis", "allies"),
    [
        ((("axis", "total-victory"),), 3, 0),
        ((("axis", "capitulation"),), 2, 1),
        ((("axis", "capitulation"), ("allies", "total-victory")), 2, 5),
        ((("axis", "total-victory"), ("allies", "capitulation")), 4, 2),
        ((("", "turn-limit"), ("", "turn-limit"), ("allies", "total-victory")), 0, 5),
        ((("", "turn-limit"), ("", "turn-limit"), ("allies", "capitulation")), 0, 4),
        ((("allies", "conceded"),), 1, 2),
    ],
)
def test_victory_points(results: tuple[tuple[str, str], ...], axis: int, allies: int) -> None:
    assert after(*results).points(CATALOG) == {"axis": axis, "allies": allies}


@pytest.mark.clause("PG-7")
def test_the_first_two_games_have_set_nations() -> None:
    assert Campaign().chooser(CATALOG) == ""
    assert Campaign().nations(CATALOG) == ("germany", "russia")
    assert after(("axis", "capitulation")).nations(CATALOG) == ("japan", "united-states")


@pytest.mark.clause("PG-7")
def test_the_leader_chooses_first_in_the_third_game() -> None:
    campaign = after(("allies", "total-victory"), ("axis", "capitulation"))
    assert campaign.points(CATALOG) == {"axis": 2, "allies": 4}
    assert campaign.chooser(CATALOG) == "allies"
    campaign = campaign.choose(CATALOG, "allies", "russia")
    assert campaign.chooser(CATALOG) == "axis"
    campaign = campaign.choose(CATALOG, "axis", "japan")
    assert campaign.chooser(CATALOG) == ""
    assert campaign.nations(CATALOG) == ("japan", "russia")


@pytest.mark.clause("PG-7")
def test_the_axis_chooses_first_on_a_tie() -> None:
    campaign = after(("axis", "capitulation"), ("allies", "capitulation"))
    assert campaign.chooser(CATALOG) == "axis"
    with pytest.raises(UsageError):
        campaign.choose(CATALOG, "axis", "russia")


@pytest.mark.clause("PG-7")
def test_equal_points_are_a_stalemate() -> None:
    campaign = after(("", "turn-limit"), ("", "turn-limit"), ("", "no-locations"))
    assert campaign.is_over(CATALOG)
    assert campaign.winner(CATALOG) == ""
    assert after(("axis", "capitulation")).winner(CATALOG) == "axis"


def test_a_campaign_survives_its_file() -> None:
    campaign = after(("allies", "total-victory"), ("axis", "capitulation"))
    campaign = campaign.choose(CATALOG, "allies", "russia")
    assert read_campaign(CATALOG, campaign_document(campaign), "x") == campaign


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"format": "pbbuild-campaign/2", "games": []},
        {"format": "pbbuild-campaign/1", "games": [{**SECOND, "winner": None, "reason": "x"}]},
        {"format": "pbbuild-campaign/1", "games": [{**FIRST, "winner": "me", "reason": "x"}]},
        {"format": "pbbuild-campaign/1", "games": [1, 2, 3, 4]},
        {"format": "pbbuild-campaign/1", "games": [], "chosen": {"axis": "russia"}},
        {"format": "pbbuild-campaign/1", "games": [], "chosen": [1]},
    ],
)
def test_a_file_that_is_no_campaign_is_refused(wrong: Any) -> None:
    with pytest.raises(StateError):
        read_campaign(CATALOG, wrong, "x")
