"""Campaigns that several processes play at once lose no game."""

from pathlib import Path

import pytest

from pbbuild.base.documents import dump_json
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.playtest.campaigns import (
    begin_campaign,
    campaign_path,
    choose_nation,
    saved_campaign,
)
from pbbuild.pocket_general.rules.campaign import Campaign, Played, campaign_document

CATALOG = load_pocket_general()
TWO = Campaign(
    (
        Played("germany", "russia", "axis", "total-victory"),
        Played("japan", "united-states", "allies", "total-victory"),
    )
)
LAST = Played("germany", "russia", "axis", "conceded")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))


def save(campaign: Campaign) -> None:
    path = campaign_path("war")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_json(campaign_document(campaign)), encoding="utf-8")


@pytest.mark.clause("PG-7")
def test_a_nation_is_saved_when_it_is_chosen() -> None:
    save(TWO)
    chooser = TWO.chooser(CATALOG)
    nation = TWO.choices(CATALOG, chooser)[1]

    campaign = choose_nation(CATALOG, "war", TWO, chooser, nation)

    assert campaign.chosen == {chooser: nation}
    assert saved_campaign(CATALOG, "war") == campaign


@pytest.mark.clause("PG-7")
def test_a_nation_chosen_too_late_undoes_no_game_of_another_process() -> None:
    over = TWO.add(LAST)
    save(over)
    chooser = TWO.chooser(CATALOG)
    nation = TWO.choices(CATALOG, chooser)[0]

    campaign = choose_nation(CATALOG, "war", TWO, chooser, nation)

    assert campaign.games == over.games
    assert saved_campaign(CATALOG, "war").games == over.games


@pytest.mark.clause("PG-7")
def test_of_two_choices_of_one_power_the_first_counts() -> None:
    save(TWO)
    chooser = TWO.chooser(CATALOG)
    first, second = TWO.choices(CATALOG, chooser)[:2]

    choose_nation(CATALOG, "war", TWO, chooser, first)
    campaign = choose_nation(CATALOG, "war", TWO, chooser, second)

    assert campaign.chosen == {chooser: first}


def test_a_campaign_that_has_begun_is_not_begun_again() -> None:
    begin_campaign("war")
    assert campaign_path("war").exists()
    assert saved_campaign(CATALOG, "war").games == ()
    save(TWO)

    begin_campaign("war")

    assert saved_campaign(CATALOG, "war").games == TWO.games
