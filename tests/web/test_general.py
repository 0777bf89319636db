"""Pocket General on the page: every legal action once, the same record as by command, campaigns."""

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from pbbuild.play.agents.levels import agent_of_level
from pbbuild.play.archive import kept_battles
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.playtest.campaigns import saved_campaign
from pbbuild.pocket_general.rules.game import PocketGeneral
from tests.cli import run
from tests.web.client import Client, Player
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pbbuild.web.server import PageServer

NATIONS = {"army": "germany", "against": "russia"}


@pytest.fixture
def client(server: "PageServer") -> Client:
    return Client(server)


def start(client: Client, **fields: object) -> Player:
    client.post("/general", **NATIONS, **fields)
    assert client.status == 303, client.status
    return Player(client, client.location)


def test_opening_the_page_starts_nothing_and_a_wrong_pairing_is_refused(client: Client) -> None:
    page = client.get("/general?army=japan&level=hard&seed=7")
    assert "data-start" in page
    assert 'value="7"' in page
    refused = client.post("/general", army="germany", against="japan", level="easy", seed=9)
    assert client.status == 409
    assert 'value="9"' in refused, "what was typed is still there"
    assert [kept for kept in kept_battles() if kept.game == GAME] == []


@pytest.mark.slow
def test_the_same_game_by_page_and_by_command_has_the_same_record(
    server: "PageServer", client: Client, tmp_path: Path
) -> None:
    player = start(client, level="easy", seed=21)
    shelf = server.services.shelves[GAME]
    random, kinds = Random(2), set()
    while not player.is_over:
        table = shelf.find(player.path.rpartition("/")[2]).table
        # Every legal action is offered exactly once; the written state allows the same.
        game = PocketGeneral(load_pocket_general())
        written = game.from_json(game.to_json(table.state))
        assert sorted(player.actions) == sorted(option.text for option in game.options(written))
        kinds.add(player.decision)
        player.act(random.choice(player.actions))
    assert {"place", "threat", "recruit", "front"} <= kinds
    battle_id = player.path.rpartition("/")[2]
    kept = next(battle for battle in kept_battles() if battle.id == battle_id)
    assert kept.record is not None
    record = kept.record.read_text(encoding="utf-8")
    own = [line for line in map(json.loads, record.splitlines()) if line.get("type") == "choice"]
    typed = [line["action"] for line in own if line["side"] == "A" and line["options"] > 1]
    target = tmp_path / "game.jsonl"
    done = run(
        *("play", "--game", "pocket-general", "--army", "germany", "--against", "russia"),
        *("--seed", "21", "--enemy-agent", agent_of_level("easy", GAME), "--record", str(target)),
        folder=tmp_path,
        text="\n".join(typed) + "\n",
    )
    assert done.returncode == 0, done.stderr
    assert target.read_text(encoding="utf-8") == record
    assert client.get(f"{player.path}/record") == record
    # The archive of all games, the replay and its moments show it.
    assert f"/general/replay/{battle_id}" in client.get("/battles")
    replay = f"/general/replay/{battle_id}"
    assert "data-winner=" in client.get(replay)
    assert 'class="looking"' in client.get(f"{player.path}/at/60")
    # The review has both accuracies, a chance for every decision, and turning points to play from.
    review = client.get(f"{replay}/review")
    chances = re.search(r'data-chances="([^"]+)"', review)
    assert chances is not None
    last = sum(1 for line in record.splitlines()) - 1
    assert chances[1].split()[-1].startswith(f"{last}:"), "the curve ends with the result"
    assert len(chances[1].split()) > len(typed)
    assert review.count("%</dd>") == 2
    turnings = re.findall(r'class="entry" data-at="([0-9]+)"', review)
    told = {int(n) for n in re.findall(r'data-at="([0-9]+)"', client.get(replay))}
    assert turnings
    assert {int(n) for n in turnings} <= told, "every turning point is a line of the log"
    assert f'action="{replay}/play-on"' in review


def test_undo_older_forms_real_dice_and_giving_up(client: Client) -> None:
    player = start(client, level="easy", seed=3)
    moment, action = player.moment, player.actions[0]
    player.act(action)
    after = player.moment
    client.post(f"{player.path}/act", at=moment, action=action)
    assert client.status == 409
    player.look()
    assert player.moment == after
    player.send("undo")
    assert player.moment == moment
    why = client.get(f"{player.path}/why?unit=tanks&hex=1")
    assert any(f"/rules#{clause}" in why for clause in load_rules())
    real = start(client, level="two", seed=4, dice="real")
    for _ in range(16):
        assert "data-roll=" in real.page
        real.send("roll", dice="1")
    for face in ("-3", "3"):
        real.send("roll", dice=face)
    assert real.decision in ("threat", "recruit", "place")
    # Two people at one screen: the board turns to the one who decides.
    for _ in range(4):
        nation = {"A": "germany", "B": "russia"}[real._value("decider")]
        assert f'data-part="hand" data-army="{nation}"' in real.page
        real.act(real.actions[0])
    real.send("concede")
    assert real.is_over


def test_a_campaign_asks_for_nations_and_counts_its_games(client: Client) -> None:
    client.post("/general/campaign", name="pacific", power="axis", level="easy")
    campaign = client.location
    assert campaign.startswith("/general/campaign/pacific")
    catalog = load_pocket_general()
    for played in range(1, 4):
        fields = {"power": "axis", "level": "easy", "seed": 8}
        client.post("/general/campaign/pacific", **fields)
        if played == 3:
            assert client.location == campaign, "the page asks which nation"
            assert 'value="japan"' in client.get(campaign)
            client.post("/general/campaign/pacific", **fields, nation="japan")
        player = Player(client, client.location)
        # Asked again, the campaign continues this game instead of starting another.
        client.post("/general/campaign/pacific", **fields)
        assert client.location == player.path
        player.send("concede")
        assert campaign.partition("?")[0] in player.page
        assert len(saved_campaign(catalog, "pacific").games) == played
    assert "data-verdict" in client.get(campaign)
    assert "/general/campaign/pacific" in client.get("/general")
    client.get("/general/campaign/..%2F..%2Fetc")
    assert client.status == 404


def offered(page: "Page") -> list[str]:
    found = page.locator("[data-action]").evaluate_all(
        "all => all.map(each => each.dataset.action)"
    )
    assert len(found) == len(set(found))
    return [str(each) for each in found]


def click_on(page: "Page", random: Random, decisions: int) -> None:
    """Make decisions as a person does: choose the unit, then click the action or press Enter."""
    for number in range(decisions):
        page.wait_for_selector("[data-decision], [data-winner]", timeout=60_000)
        page.wait_for_load_state("load")
        if page.locator("[data-winner]").count():
            return
        action = random.choice(offered(page))
        moment = page.get_attribute('[data-part="panel"]', "data-moment")
        button = page.locator(f'[data-action="{action}"]')
        if not button.is_visible():
            page.focus(f'.hand [data-unit="{action.split()[1]}"]')
        if number % 2:
            button.press("Enter")
        else:
            button.click()
        page.wait_for_selector(
            f'[data-part="panel"]:not([data-moment="{moment}"])', state="attached"
        )
    page.wait_for_selector("[data-decision], [data-winner]", timeout=60_000)


@pytest.mark.slow
def test_a_game_is_clicked_and_given_up_and_has_the_record_of_the_command(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.open("/general?seed=13&level=easy", scheme="dark")
    page.click("[data-start]")
    click_on(page, Random(6), 14)
    page.click("details.more summary")
    page.click("[data-concede]")
    page.wait_for_selector("[data-winner='B']")
    assert violations(page) == []
    address = page.get_attribute("[data-record]", "href")
    record = Client(visitor.server).get(str(address))
    lines = [line for line in map(json.loads, record.splitlines()) if line.get("type") == "choice"]
    typed = [line["action"] for line in lines if line["side"] == "A" and line["options"] > 1]
    target = tmp_path / "game.jsonl"
    done = run(
        *("play", "--game", "pocket-general", "--army", "germany", "--against", "russia"),
        *("--seed", "13", "--enemy-agent", agent_of_level("easy", GAME), "--record", str(target)),
        folder=tmp_path,
        text="\n".join([*typed, "concede", "y"]) + "\n",
    )
    assert done.returncode == 0, done.stderr
    assert target.read_text(encoding="utf-8") == record
    # The page of battles of the other game leads here too.
    page.goto(f"{visitor.server.origin}/battle/{str(address).split('/')[-2]}")
    page.wait_for_selector("body[data-page=replay] #scrub")
    assert violations(page) == []


@pytest.mark.slow
def test_a_game_fits_a_phone_in_italian_and_axe_finds_nothing(visitor: Visitor) -> None:
    page = visitor.open("/general?seed=6&level=easy", "phone")
    page.click("details.menu summary")
    page.click("button[name=language][value=it]:visible")
    page.goto(f"{visitor.server.origin}/general?seed=6&level=easy")
    page.click("[data-start]")
    click_on(page, Random(4), 14)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
    visitor.picture(page, "general-phone-it", whole=True)
    address = page.url.removeprefix(visitor.server.origin)
    for size, scheme in (("desktop", "dark"), ("tablet", "light")):
        wide = visitor.open(address, size, scheme)
        assert violations(wide) == []
        visitor.picture(wide, f"general-{size}-{scheme}")
    assert violations(visitor.open("/general", "tablet", "dark")) == []
