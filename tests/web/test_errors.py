"""What goes wrong has a page: it says what happened and what to do, and nothing is lost."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbbuild.base.private import cannot_write
from pbbuild.play.saves import games_folder, saves_of
from pbbuild.pocket_battles.catalog.model import GAME
from tests.web.client import Client
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from pbbuild.web.server import PageServer

LISTS = {"list": "celts-60", "against": "romans-60", "level": "easy"}


@pytest.fixture
def client(server: "PageServer") -> Client:
    return Client(server)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every save fails as on a full disk."""

    def refuse(path: Path, *values: object, **options: object) -> None:
        raise cannot_write(path, OSError(28, "No space left on device"))

    monkeypatch.setattr("pbbuild.base.files.write_atomic", refuse)
    yield
    monkeypatch.undo()


def kind(page: str) -> str:
    return page.partition('data-error="')[2].partition('"')[0]


@pytest.mark.parametrize(
    "address", ["/nowhere", "/learn/nothing", "/battle/2026", "/general/game/x"]
)
def test_a_bad_address_gets_a_page_that_leads_on(client: Client, address: str) -> None:
    page = client.get(address)
    assert (client.status, kind(page)) == (404, "missing")
    assert 'href="/rules"' in page
    assert 'href="/learn"' in page


@pytest.mark.parametrize("what", ["review", "report"])
def test_a_battle_without_a_record_has_none_to_show(client: Client, what: str) -> None:
    player = client.start(list="celts-60", against="romans-60", level="easy", seed=4)
    page = client.get(f"/replay/{player.path.rpartition('/')[2]}/{what}")
    assert (client.status, kind(page)) == (404, "missing")


def test_a_damaged_list_is_named_with_its_place_and_left_alone(
    client: Client, player_home: Path
) -> None:
    client.post("/build", army="union", points=50, how="empty", name="Torn")
    saved = next(path for path in player_home.rglob("*orn*.json") if "lists" in str(path))
    saved.write_text('{"format": "pbbuild-list/1", "game": 7', encoding="utf-8")
    page = client.get(f"/build/{saved.stem}")
    assert (client.status, kind(page)) == (409, "damaged")
    assert "pbbuild history" in page
    assert saved.read_text(encoding="utf-8").endswith('"game": 7')
    assert client.get("/")
    assert client.status == 200, "the start page still works"


def test_a_battle_that_no_longer_fits_says_so_and_keeps_its_save(
    server: "PageServer", client: Client
) -> None:
    player = client.start(**LISTS, seed=5)
    save = saves_of(GAME)[-1]
    document = json.loads(save.read_text(encoding="utf-8"))
    document["inputs"].append({"action": "charge a99"})
    save.write_text(json.dumps(document), encoding="utf-8")
    server.services.shelves[GAME]._open.clear()
    page = client.get(player.path)
    assert (client.status, kind(page)) == (409, "changed")
    assert json.loads(save.read_text(encoding="utf-8")) == document
    save.unlink()


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_changes_nothing_and_keeps_what_was_entered(client: Client) -> None:
    before = sorted(games_folder().glob("*.json"))
    page = client.post("/battle/new", **LISTS, seed=77)
    assert client.status in (409, 507)
    assert "No space left on device" in page
    assert sorted(games_folder().glob("*.json")) == [
        each for each in before if each.suffix == ".json"
    ]


def test_a_click_on_a_full_disk_leaves_the_battle_where_it_was(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = client.start(**LISTS, seed=8)
    moment, action = player.moment, player.actions[0]

    def refuse(path: Path, document: object) -> None:
        raise cannot_write(path, OSError(28, "No space left on device"))

    with monkeypatch.context() as patch:
        patch.setattr("pbbuild.web.open_games.write_save", refuse)
        client.post(f"{player.path}/act", at=moment, action=action)
        assert client.status == 507
    player.look()
    assert player.moment == moment
    player.act(action)
    assert player.moment != moment


def test_a_list_that_changed_since_the_battle_began_is_announced(client: Client) -> None:
    client.post("/build", army="union", points=50, how="built", name="Moved on")
    name = client.location.rpartition("/")[2]
    player = client.start(list=name, against="romans-60", level="easy", seed=3)
    assert "data-notice" not in player.page
    from pbbuild.pocket_battles.lists.find import find_list
    from pbbuild.pocket_battles.lists.list_file import list_text

    found = find_list(name)
    document = json.loads(list_text(found.army_list))
    document["units"] = document["units"][:-1]
    assert found.path is not None
    found.path.write_text(json.dumps(document), encoding="utf-8")
    player.look()
    assert "data-notice" in player.page
    assert player.actions, "the battle goes on"


@pytest.mark.slow
def test_a_server_that_ended_leaves_the_page_and_what_was_typed(
    visitor: Visitor, player_home: Path
) -> None:
    from pbbuild.web.server import PageServer

    other = PageServer(0, "it")
    ready = threading.Event()
    thread = threading.Thread(target=other.run, args=(ready.set,))
    thread.start()
    assert ready.wait(30)
    page = visitor.browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(other.url)
    page.goto(f"{other.origin}/general")
    page.fill("#campaign-name", "Pacifico")
    other.stop()
    thread.join(30)
    page.wait_for_selector("#lost:not([hidden])")
    page.click("[data-start-campaign]")
    assert "Non è andato perso nulla" in page.inner_text("#lost")
    assert page.input_value("#campaign-name") == "Pacifico"
    page.click("[data-retry]")
    assert page.locator("#lost:not([hidden])").count() == 1
    visitor.picture(page, "server-ended")
    page.context.close()


@pytest.mark.slow
def test_pages_of_errors_have_no_faults_that_axe_finds(visitor: Visitor) -> None:
    for scheme, size in (("light", "desktop"), ("dark", "phone")):
        page = visitor.open("/nowhere", size, scheme)
        assert page.get_attribute("body", "data-page") == "error"
        assert violations(page) == []
        visitor.picture(page, f"error-{size}-{scheme}")
    visitor.errors.clear()  # Chromium reports the status of the page
