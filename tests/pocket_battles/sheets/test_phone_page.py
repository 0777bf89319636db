"""The page for a phone: it works at 360 pixels, offline, and keeps its numbers."""

import io
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbbuild.page.blocks import qr_modules
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.screen.exports import Writer, qr_text, short_text
from pbbuild.pocket_battles.sheets.phone_page import phone_page
from pbbuild.text.translate import Translator
from tests.cli import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    Opened = Callable[..., Page]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CATALOG = shipped_catalog()
EN = Translator("en")


@pytest.mark.parametrize("name", ready_lists())
def test_the_text_of_the_qr_code_is_readable_and_imported_again(name: str) -> None:
    army_list = find_list(name).army_list
    text = short_text(Writer(army_list, CATALOG, Translator("en")))

    for code in army_list.troops:
        assert code in text
        assert CATALOG.troops[code].name in text
    (back,) = import_lists(text.encode(), "qr", CATALOG)
    assert back.army_list.units == tuple(type(unit)(unit.troops) for unit in army_list.units)
    assert back.army_list.points == army_list.points


@pytest.mark.parametrize("most", [97, 77, 74, 34])
def test_a_qr_code_says_as_much_as_fits_and_any_of_it_is_imported(most: int) -> None:
    for name in ("confederacy-80", "union-50"):
        army_list = replace(find_list(name).army_list, name="Città d’Aosta – «α»")
        text = qr_text(Writer(army_list, CATALOG, Translator("it")), most)

        assert len(qr_modules(text)) <= most
        assert ("Città" in text) == (most > 40)
        (back,) = import_lists(text.encode(), "scanned", CATALOG)
        assert [unit.troops for unit in back.army_list.units] == [
            unit.troops for unit in army_list.units
        ]


def test_a_long_list_leaves_its_names_out_of_the_qr_code_first() -> None:
    troops = CATALOG.armies["confederacy"].troops
    units = tuple(ListUnit((troop.code,)) for troop in troops)
    writer = Writer(ArmyList("All", "confederacy", 200, "modern-1", units), CATALOG, EN)

    assert troops[0].name in qr_text(writer, 177)
    shorter = qr_text(writer, 77)
    assert troops[0].name not in shorter
    assert all(troop.code in shorter for troop in troops)
    assert qr_text(writer, 40) == writer.code
    assert qr_text(writer, 20) == ""


def test_a_page_can_be_imported_again_and_loads_nothing(tmp_path: Path) -> None:
    made = run("export", "union-80", "--format", "page", "-o", "page.html", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")

    policy = re.search('Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert "connect-src" not in policy[1]  # default-src 'none' decides
    assert not re.search(r"""src\s*=|href\s*=\s*"?[^"#]|url\((?!"data:)""", page)
    back = run("import", "page.html", "-o", "back.json", folder=tmp_path)
    assert back.returncode == 0, back.stderr
    found = json.loads((tmp_path / "back.json").read_text(encoding="utf-8"))
    assert [unit["troops"] for unit in found["units"]] == [
        list(unit.troops) for unit in find_list("union-80").army_list.units
    ]


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    if CHROMIUM is None:
        pytest.skip("no Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: "Browser", tmp_path: Path) -> Iterator["Opened"]:
    """Opens a list in Chromium at 360 pixels without a network; errors in the console fail."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, offline=True)
    errors: list[str] = []

    def opened(army_list: ArmyList, language: str = "en", script: str = "") -> "Page":
        file = tmp_path / "page.html"
        file.write_text(phone_page(army_list, CATALOG, Translator(language)), encoding="utf-8")
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(script)
        page.goto(file.as_uri())
        return page

    yield opened
    assert errors == []
    context.close()


@pytest.fixture
def phone(opened: "Opened") -> "Page":
    return opened(find_list("union-80").army_list)


# A whole box with names that are as long as they may be, for the widest words of a language.
WHOLE_BOX = ArmyList(
    "W" * 60,
    "persians",
    140,
    "ancients-1",
    tuple(
        ListUnit(
            tuple(troop.code for troop in CATALOG.armies["persians"].troops[start : start + 3])
        )
        for start in range(0, 26, 3)
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_fits_a_phone_and_its_buttons_a_thumb(opened: "Opened", language: str) -> None:
    for army_list in (find_list("union-80").army_list, WHOLE_BOX):
        phone = opened(army_list, language)
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
        small = """[...document.querySelectorAll("button, nav a, a.strip")].filter(
            b => b.offsetHeight < 44 || b.offsetWidth < 44 || b.scrollWidth > b.offsetWidth
        ).map(b => b.textContent)"""
        assert phone.evaluate(small) == []
        faces = phone.query_selector_all(".troop svg.face")
        assert len(faces) == len(army_list.troops)
        sizes = [face.bounding_box() for face in faces]
        assert all(box is not None and box["width"] >= 140 for box in sizes)


@pytest.mark.slow
def test_another_phone_reads_the_list_from_the_screen(phone: "Page") -> None:
    import zxingcpp
    from PIL import Image

    square = phone.query_selector(".qr")
    assert square is not None
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        # The bar at the bottom would cover it.
        phone.evaluate("document.querySelector('.qr').scrollIntoView()")
        with Image.open(io.BytesIO(square.screenshot())) as picture:
            (found,) = zxingcpp.read_barcodes(picture.convert("RGB"))
        assert found.text == phone.text_content("pre")


@pytest.mark.slow
def test_the_tracker_counts_keeps_and_resets(phone: "Page") -> None:
    army_list = find_list("union-80").army_list
    first = army_list.units[0]
    points = sum(CATALOG.troops[code].dp for code in first.troops)
    for button in phone.query_selector_all("[data-unit='1'] [data-lose]"):
        button.click()
    phone.click("[data-counter='round'] [data-step='1']")
    for _ in range(8):
        phone.click("[data-counter='enemy'] [data-step='5']")

    phone.reload()

    assert phone.text_content("[data-show='lost']") == str(points)
    assert phone.is_visible("[data-verdict='won']")
    assert not phone.is_visible("[data-verdict='beaten']")
    assert not phone.is_visible("[data-unsaved]")

    phone.click("[data-new-round]")
    assert phone.text_content("[data-show='round']") == "3"

    phone.click("[data-reset]")
    assert phone.text_content("[data-show='lost']") == str(points)  # it asks first
    phone.click("[data-reset]")
    assert phone.text_content("[data-show='lost']") == "0"
    assert phone.text_content("[data-show='round']") == "1"


@pytest.mark.slow
@pytest.mark.clause("PB-4.5", "PB-4.6", "PB-7.3", "PB-T.12", "PB-T.13")
def test_the_tracker_knows_what_orders_cost_and_which_tokens_are_left(opened: "Opened") -> None:
    def alone(*traits: str, wp: int = 1) -> ListUnit:
        """A unit of one tile that has these of the traits that change tokens and orders."""
        return ListUnit(
            (
                next(
                    troop.code
                    for troop in CATALOG.armies["union"].troops
                    if troop.wp >= wp and {"leader", "reactive"} & set(troop.traits) == set(traits)
                ),
            )
        )

    units = (alone("leader", wp=2), alone("reactive"), alone())
    phone = opened(ArmyList("Tokens", "union", 80, "modern-1", units))

    def left() -> str | None:
        return phone.text_content("[data-show='tokens']")

    assert left() == "9"
    costs: dict[int, list[str | None]] = {}
    for unit in (2, 3):
        costs[unit] = []
        for _ in range(3):
            costs[unit].append(phone.text_content(f"[data-unit='{unit}'] [data-cost]"))
            phone.click(f"[data-unit='{unit}'] [data-order]")
    assert costs == {2: ["+1", "+1", "+2"], 3: ["+1", "+2", "+4"]}
    for _ in range(7):
        phone.click("[data-unit='3'] [data-step='-1']")
    assert left() == "5"
    phone.click("[data-unit='1'] [data-wound]")
    phone.click("[data-counter='passed'] [data-step='1']")
    assert left() == "3"
    phone.click("[data-unit='1'] [data-lose]")
    assert left() == "3"  # its wound token is set aside, its own still counts
    phone.click("[data-new-round]")
    assert left() == "8"
    assert phone.text_content("[data-unit='2'] [data-cost]") == "+1"


@pytest.mark.slow
def test_the_tracker_works_without_storage_and_with_a_damaged_one(opened: "Opened") -> None:
    army_list = find_list("union-80").army_list
    refused = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});"
    phone = opened(army_list, script=refused)
    phone.click("[data-unit='2'] [data-order]")
    assert phone.text_content("[data-counter='orders-2'] output") == "1"
    assert phone.is_visible("[data-unsaved]")

    strange = "for (const name of Object.keys(localStorage)) localStorage[name] = '%s';"
    for kept in ("[", "7", '{"counters": {"round": "x"}, "wounds": {}, "lost": {}}'):
        phone = opened(army_list)
        phone.click("[data-unit='2'] [data-order]")
        phone.evaluate(strange % kept)
        phone.reload()
        assert phone.text_content("[data-show='round']") == "1"
        assert phone.text_content("[data-counter='orders-2'] output") == "0"


def test_colours_for_dark_screens_need_no_new_browser() -> None:
    page = phone_page(find_list("union-80").army_list, CATALOG, EN)
    assert "light-dark(" not in page
    dark = page.partition("@media (prefers-color-scheme: dark) { :root { ")[2].partition("}")[0]
    assert "--ink: #f3eee3;" in dark
