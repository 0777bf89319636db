"""The start page, the archive and replays, without a browser."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbbuild.play.archive import kept_battles
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.saved_lists import save_new, saved_file
from tests.web.client import Client, Player

if TYPE_CHECKING:
    from pbbuild.web.server import PageServer


@pytest.fixture
def client(server: "PageServer") -> Client:
    return Client(server)


def conceded(client: Client, **fields: object) -> Player:
    player = client.start(list="union-50", against="confederacy-50", level="easy", **fields)
    for _ in range(3):
        player.act(player.actions[0])
    player.send("concede")
    return player


def test_the_first_start_says_what_will_appear_here(client: Client) -> None:
    page = client.get("/")
    assert 'data-page="home"' in page
    assert "data-continue" not in page
    assert "Lists that you save appear here" in page


def test_the_newest_unfinished_battle_can_be_continued(client: Client) -> None:
    client.start(list="union-50", against="confederacy-50", level="easy", seed=1)
    player = client.start(list="celts-60", against="orcs-60", level="easy", seed=2)
    page = client.get("/")
    assert f'href="{player.path}" data-continue' in page
    assert "Celts v Orcs" in page
    assert player.path in client.get("/battles")


def test_a_quick_battle_takes_the_nearest_ready_lists(client: Client) -> None:
    player = client.start(army="celts", enemy="union", points="50", level="easy", seed=3)
    assert "Brennos" in player.page or "Celts" in player.page
    client.post("/battle/new", army="nobody", enemy="union", points="50", level="easy")
    assert client.status == 409


def test_saved_lists_show_points_and_what_is_wrong(client: Client, player_home: Path) -> None:
    save_new(find_list("orcs-60").army_list, "green-tide")
    saved_file("broken").write_text("{ not a list", encoding="utf-8")
    page = client.get("/")
    assert "green-tide" in page
    assert re.search(r"\d+ of 60", page)
    assert "Damaged" in page
    saved_file("broken").unlink()


def test_a_list_with_a_hostile_name_stays_text(client: Client) -> None:
    document = json.loads(saved_file("green-tide").read_text(encoding="utf-8"))
    document["name"] = "<img src=x onerror=alert(1)>"
    saved_file("hostile").write_text(json.dumps(document), encoding="utf-8")
    page = client.get("/")
    assert "<img" not in page
    saved_file("hostile").unlink()


def test_a_finished_battle_is_replayed_and_played_on(client: Client) -> None:
    player = conceded(client, seed=5)
    battle_id = player.path.rpartition("/")[2]
    page = client.get(f"/replay/{battle_id}")
    assert 'data-page="replay"' in page
    assert 'data-winner="B"' in page
    steps = re.findall(r'data-steps="([^"]+)"', page)[0].split()
    assert steps == sorted(steps, key=int)
    assert 'data-part="field"' in client.get(f"/battle/{battle_id}/at/{steps[2]}")
    client.post(f"/replay/{battle_id}/play-on", n=steps[3])
    assert client.status == 303
    again = Player(client, client.location)
    assert again.decision == "deploy"
    kept = next(battle for battle in kept_battles() if battle.id == battle_id)
    assert kept.record is not None
    lines = [json.loads(line) for line in kept.record.read_text(encoding="utf-8").splitlines()]
    asked = [line["action"] for line in lines[1 : int(steps[3]) + 1] if line["type"] == "choice"]
    assert len(asked) <= int(again.moment)


def test_an_unfinished_battle_has_no_replay_yet(client: Client) -> None:
    player = client.start(list="union-50", against="confederacy-50", level="easy", seed=8)
    battle_id = player.path.rpartition("/")[2]
    client.get(f"/replay/{battle_id}")
    assert (client.status, client.location) == (303, player.path)
    client.post(f"/replay/{battle_id}/play-on", n="2")
    assert client.status == 404


@pytest.mark.parametrize("number", ["-1", "x", "9" * 20, ""])
def test_a_moment_that_is_no_number_is_refused(client: Client, number: str) -> None:
    player = conceded(client, seed=9)
    client.post(f"{player.path.replace('battle', 'replay')}/play-on", n=number)
    assert client.status == 409


def test_the_page_speaks_italian_and_remembers_it(client: Client) -> None:
    client.post("/settings", language="it", back="/battles")
    assert (client.status, client.location) == (303, "/battles")


@pytest.mark.slow
def test_a_review_shows_the_curve_and_links_turning_points(client: Client) -> None:
    player = conceded(client, seed=12)
    battle_id = player.path.rpartition("/")[2]
    page = client.get(f"/replay/{battle_id}/review")
    assert client.status == 200
    assert "data-review" in page
    assert "<polyline" in page
