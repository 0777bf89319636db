"""The page for tests: a server in a thread, and Chromium that reaches nothing else.

`server` is one for each module, with a player's folder of its own. `visitor` opens pages; it aborts
and counts requests to other hosts, and fails the test on errors in the console. Pictures go to the
folder that PBBUILD_PICTURES names, else to pytest's temporary folder.
"""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from pbbuild.web.server import PageServer

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}


@pytest.fixture(scope="module")
def player_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The player's folder of all tests of a module."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBBUILD_HOME", str(home))
        yield home


@pytest.fixture(scope="module")
def server(player_home: Path) -> Iterator["PageServer"]:
    """The page, served from a thread."""
    import pbbuild.games  # noqa: F401  registers the rooms
    from pbbuild.web.server import PageServer

    made = PageServer(0, "en")
    ready = threading.Event()
    thread = threading.Thread(target=made.run, args=(ready.set,))
    thread.start()
    assert ready.wait(30)
    yield made
    made.stop()
    thread.join(30)
    assert not thread.is_alive()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium; no browser is downloaded."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    return {"executable_path": CHROMIUM, "args": list(FLAGS), "headless": True}


class Visitor:
    """A browser of one player: its pages, the foreign requests it tried, its errors."""

    def __init__(self, browser: "Browser", server: "PageServer", pictures: Path) -> None:
        self.browser = browser
        self.server = server
        self.pictures = pictures
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.contexts: list[BrowserContext] = []

    def open(
        self,
        address: str = "/",
        size: str = "desktop",
        scheme: str = "light",
        motion: str = "reduce",
        **options: Any,
    ) -> "Page":
        """A page in a new window with the cookie, at an address of ours.

        Without motion the enemy's steps are not played one by one, which takes seconds.
        """
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=size == "phone",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
            **options,
        )
        # The machine that runs all tests at once may be slow.
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        context.route("**/*", self._checked)
        page = context.new_page()
        page.on("console", lambda told: self._heard(told.type, told.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.server.url)
        if address != "/":
            page.goto(self.server.origin + address)
        return page

    def picture(self, page: "Page", name: str, *, whole: bool = False) -> None:
        """Save what the page looks like now."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(self.pictures / f"{name}.png"), full_page=whole)

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def _checked(self, route: Any) -> None:
        if route.request.url.startswith((self.server.origin, "data:", "blob:")):
            route.continue_()
        else:
            self.foreign.append(route.request.url)
            route.abort()

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.errors.append(text)


@pytest.fixture
def visitor(
    browser: "Browser", server: "PageServer", tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visitor]:
    """A player's browser; at the end there must be no foreign request and no error."""
    folder = os.environ.get("PBBUILD_PICTURES")
    pictures = Path(folder) if folder else tmp_path_factory.getbasetemp() / "pictures"
    made = Visitor(browser, server, pictures)
    try:
        yield made
        assert made.foreign == []
        assert made.errors == []
    finally:
        made.close()


def violations(page: "Page") -> list[str]:
    """What axe-core finds wrong with the page: the rule and the elements."""
    from axe_playwright_python.sync_playwright import Axe

    # A page that is being replaced has no document.
    page.wait_for_load_state("load")
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        for node in each["nodes"]
    ]
