"""The builder in the browser: drag, tap and keys build a list; page and command share its file."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.pages.builder_view import drop_answers, tile_picture
from pbbuild.text.translate import Translator
from pbbuild.web.faces import with_shared_shapes
from tests.cli import run_process as pbbuild
from tests.web.client import Client
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from pbbuild.web.server import PageServer

CATALOG = load_catalog()
T = Translator("en")


def saved(home: Path, name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((home / "data" / "lists" / f"{name}.json").read_text())
    return found


def new_list(visitor: Visitor, name: str, how: str, size: str = "desktop") -> "Page":
    page = visitor.open("/build", size=size)
    page.select_option("[name=army]", "union")
    page.select_option("[name=points]", "50")
    page.fill("[name=name]", name)
    page.click(f"[value={how}]")
    page.wait_for_selector("[data-points]")
    # The page answers to clicks when its scripts have run.
    page.wait_for_load_state("load")
    return page


def points(page: "Page", value: int) -> None:
    page.wait_for_selector(f"[data-points='{value}']")


# Without a browser.


@pytest.mark.slow
def test_a_stack_says_yes_with_the_gain_or_no_with_the_rule() -> None:
    army_list = find_list("union-80").army_list
    spare = next(t.code for t in CATALOG.armies["union"].troops if t.code not in army_list.troops)

    answers = drop_answers(army_list, spare, CATALOG, T)

    assert {answer.place for answer in answers} == {
        *map(str, range(1, len(army_list.units) + 1)),
        "new",
    }
    assert not any(answer.allowed for answer in answers)  # the list is full
    assert all("PB-1." in answer.words for answer in answers)


@pytest.mark.slow
def test_moving_a_tile_is_judged_by_what_it_breaks() -> None:
    army_list = find_list("union-80").army_list
    gatling = next(n for n, unit in enumerate(army_list.units, 1) if len(unit.troops) > 1)
    code = army_list.units[gatling - 1].troops[-1]

    answers = {a.place: a for a in drop_answers(army_list, code, CATALOG, T)}

    assert str(gatling) not in answers
    assert all(a.edit.startswith(f"move {code} to ") for a in answers.values())
    assert any(not a.allowed and "PB-1.5" in a.words for a in answers.values())


def test_equal_outlines_are_sent_once() -> None:
    faces = [tile_picture(troop, CATALOG, T) for troop in CATALOG.armies["union"].troops]

    shapes, shared = with_shared_shapes(faces)

    assert len(shapes) + sum(map(len, shared)) < 0.65 * sum(map(len, faces))
    assert all('aria-label="' in face for face in shared)
    ids = {f"#shape-{n}" for n in range(str(shapes).count("<path"))}
    for face in shared:
        for used in str(face).split('href="')[1:]:
            assert used.partition('"')[0] in ids


# With one.


@pytest.mark.slow
def test_a_list_is_built_by_drag_tap_and_keys(visitor: Visitor, player_home: Path) -> None:
    page = new_list(visitor, "By hand", "empty")
    tile = page.locator(".b-tile[data-tile='UNI10']")
    target = page.locator("[data-stack='new']")

    tile.drag_to(target)
    points(page, 6)
    page.locator(".b-tile[data-tile='UNI12']").click()
    page.locator("[data-place='new']").click()
    points(page, 11)
    page.locator(".b-tile[data-tile='UNI13']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-stack='2'].yes")
    page.keyboard.press("2")
    points(page, 16)

    assert page.locator("[data-stack='2'] [data-tile]").count() == 2
    units = saved(player_home, "by-hand")["units"]
    assert [unit["troops"] for unit in units] == [["UNI10"], ["UNI12", "UNI13"]]  # type: ignore[attr-defined]
    page.wait_for_selector("[data-part='suggestions'] button")
    visitor.picture(page, "builder-by-hand")


@pytest.mark.slow
def test_while_a_tile_is_in_hand_every_stack_answers(visitor: Visitor) -> None:
    page = new_list(visitor, "Answers", "built")
    page.locator(".b-tile[data-in='0']").first.click()

    page.wait_for_selector("[data-stack].no")
    assert page.locator("[data-stack].no [data-answer]").first.inner_text().count("PB-1.") == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-stack].no", state="detached")
    assert page.locator("#hand").is_hidden()


@pytest.mark.slow
def test_findings_come_with_fixes_and_undo_takes_an_edit_back(
    visitor: Visitor, player_home: Path
) -> None:
    page = new_list(visitor, "Too much", "built")
    before = saved(player_home, "too-much")["units"]
    page.locator(".b-tile[data-in='0']").first.click()
    page.locator("[data-stack='1'] header").click()

    page.wait_for_selector("[data-legal='false']")
    assert page.locator("[data-rule='PB-1.4']").count() == 1
    page.locator("[data-rule='PB-1.4'] button").first.click()
    page.wait_for_selector("[data-rule='PB-1.4']", state="detached")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("[data-rule='PB-1.4']")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("[data-legal='true']")
    assert saved(player_home, "too-much")["units"] == before


@pytest.mark.slow
def test_the_command_and_the_page_change_the_same_file(visitor: Visitor, player_home: Path) -> None:
    page = new_list(visitor, "Shared file", "built")
    told = pbbuild(
        "edit", "shared-file", "rename Both", folder=player_home, PBBUILD_HOME=str(player_home)
    )
    assert told.returncode == 0, told.stderr

    page.reload()
    assert page.locator("h1").inner_text() == "Both"
    slider = page.locator("#version")
    assert slider.get_attribute("max") == "1"
    slider.press("ArrowLeft")
    page.wait_for_selector(".b-compared table")
    page.locator("[data-restore]").click()
    page.wait_for_selector("h1:has-text('Shared file')")
    assert saved(player_home, "shared-file")["name"] == "Shared file"


@pytest.mark.slow
def test_an_answer_on_its_way_does_not_move_the_slider_back(visitor: Visitor) -> None:
    page = new_list(visitor, "Slow answer", "built")
    page.locator("[data-stack='1'] [data-tile]").first.click()
    page.keyboard.press("Delete")
    page.wait_for_selector("#version")
    address = page.url
    held: list[Route] = []
    page.route(
        address, lambda route: held.append(route) if is_fragment(route) else route.fallback()
    )
    with page.expect_request(
        lambda sent: sent.url == address and "x-pbbuild-fragment" in sent.headers
    ):
        # When its stream opens the page asks what it may have missed.
        page.reload()
    page.locator("#version").press("ArrowLeft")
    page.wait_for_selector("[data-restore]:enabled")
    with page.expect_response(address):
        held[0].fallback()
    page.wait_for_selector(".b-compared table")
    assert page.locator("[data-restore]").is_enabled()
    assert page.input_value("#version") == "0"


def is_fragment(route: "Route") -> bool:
    return "x-pbbuild-fragment" in route.request.headers


@pytest.mark.slow
def test_filters_find_tiles_by_word_face_and_trait(visitor: Visitor) -> None:
    page = visitor.open("/build/union-80")
    shown = page.locator(".b-tiles li:not([hidden])")
    assert shown.count() == 30

    page.fill("#find", "gatling")
    assert shown.count() == 1
    page.fill("#find", "")
    page.locator("[data-face='w6']").click()
    assert 0 < shown.count() < 30
    page.locator("[data-filter='free']").click()
    assert all(
        tile.get_attribute("data-in") == "0"
        for tile in page.locator(".b-tiles li:not([hidden]) .b-tile").all()
    )


@pytest.mark.slow
def test_a_ready_list_is_shown_and_becomes_yours_by_a_button(visitor: Visitor) -> None:
    page = visitor.open("/build/union-50")
    assert page.locator("[data-legal='true']").count() == 1
    assert page.get_by_role("button", name="Undo").count() == 0

    page.get_by_role("button", name="Copy to my lists").click()
    page.wait_for_selector("[data-stack='new']")
    assert page.url.rpartition("/")[2] != "union-50"


@pytest.mark.slow
def test_share_print_and_import_are_one_click_away(
    visitor: Visitor, player_home: Path, tmp_path: Path
) -> None:
    page = visitor.open("/build/union-50")
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector(".b-code")
    code = page.locator(".b-code").inner_text()
    assert code.startswith("PB")
    page.get_by_role("button", name="Close").click()

    answer = page.request.get(
        f"{visitor.server.origin}/build/union-50/print/roster", timeout=60_000
    )
    assert answer.status == 200
    assert answer.body().startswith(b"%PDF-")

    # What was shared or printed comes back: a pasted code, the PDF of a list.
    page.goto(f"{visitor.server.origin}/build")
    assert violations(page) == []
    page.fill("[name=text]", code)
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_selector("[data-points]")
    original = find_list("union-50").army_list
    name = page.url.rpartition("/")[2]
    assert find_list(str(player_home / f"data/lists/{name}.json")).army_list.units
    (tmp_path / "roster.pdf").write_bytes(answer.body())
    page.goto(f"{visitor.server.origin}/build")
    page.wait_for_load_state("load")
    page.set_input_files("#import-file", tmp_path / "roster.pdf")
    page.wait_for_selector("[data-points]")
    again = page.url.rpartition("/")[2]
    assert again != name
    copied = find_list(str(player_home / f"data/lists/{again}.json")).army_list
    assert [each.troops for each in copied.units] == [each.troops for each in original.units]


@pytest.mark.slow
def test_what_cannot_be_imported_is_refused_and_stays_in_the_field(
    visitor: Visitor, player_home: Path, tmp_path: Path
) -> None:
    page = visitor.open("/build")
    before = sorted((player_home / "data" / "lists").glob("*"))
    page.fill("[name=text]", "<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_selector(".toast")
    assert page.input_value("[name=text]").startswith("<img")
    (tmp_path / "large").write_bytes(bytes(5 * 1024 * 1024))
    page.set_input_files("#import-file", tmp_path / "large")
    page.wait_for_function("document.querySelectorAll('.toast').length === 2")
    assert sorted((player_home / "data" / "lists").glob("*")) == before
    assert all("409" in told for told in visitor.errors)
    visitor.errors.clear()


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_builder_has_no_barriers(visitor: Visitor, size: str) -> None:
    page = new_list(visitor, f"Barriers {size}", "built", size)
    page.locator(".b-tile[data-in='0']").first.click()
    page.wait_for_selector("[data-stack].no")
    visitor.picture(page, f"builder-hand-{size}")

    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{visitor.server.origin}/build")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/build/no-such-list", 404),
        ("/build/..%2f..%2fetc%2fpasswd", 404),
        ("/build/union-50/print/pack", 404),
        ("/build/union-50/fits?tile=XXX99", 404),
        ("/build/union-50/versions?from=x&to=1", 404),
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(
    visitor: Visitor, address: str, status: int
) -> None:
    page = visitor.open("/build")

    assert page.request.get(visitor.server.origin + address).status == status


@pytest.mark.slow
def test_an_edit_that_cannot_be_made_changes_nothing(visitor: Visitor, player_home: Path) -> None:
    page = new_list(visitor, "Careful", "built")
    before = saved(player_home, "careful")
    headers = {"origin": visitor.server.origin, "sec-fetch-site": "same-origin"}
    for edit in ("add XXX99 to 1", "<script>", "remove", "rename " + "x" * 5000):
        answer = page.request.post(
            f"{visitor.server.origin}/build/careful/edit", form={"edit": edit}, headers=headers
        )
        assert answer.status == 409, edit

    assert saved(player_home, "careful") == before


def test_the_builder_completes_an_open_list_and_one_undo_takes_it_back(visitor: Visitor) -> None:
    page = visitor.open("/build")
    page.select_option("form.new-list select[name=army]", "orcs")
    page.fill("form.new-list input[name=name]", "Completed")
    page.click("button[name=how][value=empty]")
    page.wait_for_selector(".b-empty")
    page.wait_for_load_state("load")
    assert violations(page) == []
    tile = page.locator('.b-tile[data-fits="true"]').first
    code = tile.get_attribute("data-tile")
    tile.click()
    page.keyboard.press("n")
    page.wait_for_selector('[data-stack="1"]')
    # Keys show themselves, and open the form.
    page.keyboard.press("?")
    assert "B" in page.locator("#keys kbd").all_inner_texts()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.check("#auto input[value=units]")
    page.select_option("#auto select[name=style]", "assault")
    assert violations(page) == []
    page.click("#auto .btn.primary")
    page.wait_for_selector(".b-built")
    assert page.locator("#auto").is_hidden()
    assert page.locator('[data-stack="1"] [data-tile]').evaluate_all(
        "all => all.map(each => each.dataset.tile)"
    ) == [code]
    assert int(page.get_attribute("[data-points]", "data-points") or 0) > 70
    assert page.locator(".b-built li").count() > 2
    assert violations(page) == []
    page.click('[data-focus="undo"]')
    page.wait_for_selector('[data-stack="2"]', state="detached")
    assert page.locator('[data-stack="1"]').count() == 1
    assert page.locator(".b-built").count() == 0


def test_what_cannot_be_completed_is_refused_and_changes_nothing(server: "PageServer") -> None:
    client = Client(server)
    client.post("/build", army="orcs", points=40, how="empty", name="Refused")
    address = client.location
    codes = re.findall(r'class="b-tile" data-tile="([^"]+)"', client.get(address))
    script = "; ".join(f"add {code} to new" for code in codes[:20])
    client.post(f"{address}/edit", edit=script)
    before = client.get(address)
    client.post(f"{address}/auto", keep="units", style="balanced")
    assert client.status == 409
    client.post(f"{address}/auto", keep="everything", style="balanced")
    assert client.status == 409
    assert client.get(address) == before
    client.post(f"{address}/auto", keep="nothing", style="horde")
    assert client.status == 303
    assert 'data-legal="true"' in client.get(address)
    client.post("/build/union-80/auto", keep="nothing", style="horde")
    assert client.status == 404
