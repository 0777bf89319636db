"""Lessons on the page: the same lessons and the same progress as in the terminal."""

import re
from typing import TYPE_CHECKING

import pytest

from pbbuild.play.archive import kept_battles
from pbbuild.play.learning.lessons import finished_lessons, lesson_named, lessons
from pbbuild.play.saves import games_folder
from pbbuild.pocket_battles.catalog.model import GAME
from tests.web.client import Client, Player
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pbbuild.web.server import PageServer

# Actions that do what the first tasks of the first lesson ask.
ORDERS = ("redeploy a1 centre A front", "move a2 centre A front", "move a2 left A front", "pass")
ATTACKS = ("carry-on", "shoot", "charge", "target")


def next_action(actions: list[str], task: str) -> str:
    """What a learner does after `ORDERS`: the task, an attack at the end, else as little as can."""
    asked = lesson_named("orders").tasks[int(task) - 1].actions if task else ()
    wanted = ATTACKS if "end" in asked else asked
    fitting = [each for kind in wanted for each in actions if each.split()[0] == kind]
    quiet = [each for each in actions if each in ("pass", "wait", "done")]
    return (fitting or quiet or actions)[0]


@pytest.fixture
def client(server: "PageServer") -> Client:
    return Client(server)


@pytest.fixture(autouse=True)
def nothing_begun(server: "PageServer") -> None:
    """No test continues a lesson that another one began."""
    for save in games_folder().glob("lesson-*"):
        save.unlink()


class Learner(Player):
    """A lesson that is played by its page alone."""

    def __init__(self, client: Client, lesson: str, play: str) -> None:
        self.play = f"{play}/lesson-{lesson}"
        super().__init__(client, f"/learn/{lesson}")

    def send(self, what: str, **fields: object) -> None:
        self.client.post(f"{self.play}/{what}", at=self.moment, **fields)
        self.look()

    @property
    def task(self) -> str:
        return self._value("task")

    @property
    def is_finished(self) -> bool:
        return "data-finished" in self.page


def test_every_lesson_is_listed_and_opening_one_starts_nothing(client: Client) -> None:
    page = client.get("/learn")
    assert re.findall(r'data-lesson="([^"]+)"', page) == [each.id for each in lessons()]
    for lesson in lessons():
        assert "data-start" in client.get(f"/learn/{lesson.id}")
        assert lesson.title["en"] in page
    assert list(games_folder().glob("lesson-*")) == []
    client.get("/learn/dancing")
    assert client.status == 404


def test_a_lesson_is_finished_step_by_step_and_outlives_the_server(
    server: "PageServer", client: Client
) -> None:
    client.post("/learn/orders")
    assert client.location == "/learn/orders"
    learner = Learner(client, "orders", "/battle")
    for step, action in enumerate(ORDERS, 1):
        assert learner.task == str(step)
        assert not learner.is_finished
        assert "{a" not in learner.page, "units are named"
        # A server that starts now knows nothing but the save.
        server.services.shelves[GAME]._open.clear()
        learner.act(action)
    while not learner.is_finished:
        assert int(learner.task) > len(ORDERS)
        learner.act(next_action(learner.actions, learner.task))
    assert learner.actions == []
    assert list(finished_lessons()) == ["orders"]
    assert 'href="/learn/charge"' in learner.page
    assert 'data-finished="1"' in client.get("/learn")
    # Lessons are practice: they are no battles of the archive.
    assert [kept for kept in kept_battles() if kept.game == GAME] == []
    client.post("/learn/orders")
    assert Learner(client, "orders", "/battle").task == "1"


def test_undo_in_a_lesson_takes_back_its_step(client: Client) -> None:
    client.post("/learn/orders")
    learner = Learner(client, "orders", "/battle")
    learner.act(ORDERS[0])
    assert learner.task == "2"
    learner.send("undo")
    assert learner.task == "1"


@pytest.mark.slow
def test_a_lesson_is_clicked_to_its_end_on_a_phone_in_italian(visitor: Visitor) -> None:
    page = visitor.open("/learn", "phone")
    page.click("details.menu summary")
    page.click("button[name=language][value=it]:visible")
    # The click returns while the old page is still there.
    page.wait_for_selector("html[lang=it]")
    assert violations(page) == []
    page.goto(f"{visitor.server.origin}/learn/orders")
    page.click("[data-start]")
    for action in ORDERS:
        click(page, action)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    while not page.locator("[data-finished]").count():
        page.wait_for_selector("[data-decision], [data-finished]", timeout=60_000)
        buttons = page.locator("[data-action]").all()
        actions = [button.get_attribute("data-action") or "" for button in buttons]
        if actions:
            click(page, next_action(actions, page.get_attribute(".coach", "data-task") or ""))
    page.wait_for_load_state("load")
    page.wait_for_selector("[data-finished]")
    assert "Lezione finita" in page.inner_text(".coach")
    assert violations(page) == []
    visitor.picture(page, "learn-phone-it")
    page.click("[data-next-lesson]")
    page.wait_for_selector("body[data-page=learn] [data-start]")
    # The lesson of the other game is on its own board.
    page = visitor.open("/learn/pocket-general", scheme="dark")
    page.click("[data-start]")
    page.wait_for_selector(".coach[data-task='1']")
    page.wait_for_load_state("load")
    page.click(".option.wanted")
    page.wait_for_selector(".coach[data-task='2']")
    assert violations(page) == []
    visitor.picture(page, "learn-general")


def click(page: "Page", action: str) -> None:
    """Choose the unit, then click the action."""
    page.wait_for_selector("[data-decision]", timeout=60_000)
    page.wait_for_load_state("load")
    moment = page.get_attribute('[data-part="panel"]', "data-moment")
    button = page.locator(f'[data-action="{action}"]')
    if not button.is_visible():
        page.focus(f'.field [data-unit="{action.split()[1]}"]')
    button.click()
    page.wait_for_selector(f'[data-part="panel"]:not([data-moment="{moment}"])', state="attached")
