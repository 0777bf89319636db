"""My box in the browser: tiles confirmed by one key, corrected by a few, used everywhere."""

import json
from pathlib import Path

import pytest

from tests.cli import run_process as pbbuild
from tests.web.conftest import Visitor, violations


def corrections(home: Path) -> dict[str, dict[str, object]]:
    path = home / "data" / "catalog" / "corrections.json"
    found: dict[str, dict[str, object]] = (
        json.loads(path.read_text())["tiles"] if path.exists() else {}
    )
    return found


@pytest.mark.slow
def test_one_key_confirms_a_tile_and_goes_on_to_the_next(
    visitor: Visitor, player_home: Path
) -> None:
    page = visitor.open("/box/union")
    assert page.locator("[data-tile]").get_attribute("data-tile") == "UNI01"

    page.keyboard.press("Enter")
    page.wait_for_selector("[data-tile='UNI02']")

    assert set(corrections(player_home)["UNI01"]) == {"dp", "fv", "wp", "black", "white", "traits"}
    assert page.locator(".box-place.sure[href$='UNI01']").count() == 1
    # Keys are heard once the scripts of the page have run.
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-tile='UNI03']")
    assert "UNI02" not in corrections(player_home)


@pytest.mark.slow
def test_a_correction_reaches_every_command_and_can_be_undone(
    visitor: Visitor, player_home: Path
) -> None:
    page = visitor.open("/box/union?tile=UNI12")
    before = page.locator("[name=dp]").input_value()
    page.get_by_role("button", name="Points: one more", exact=True).click()
    page.locator("[name=black-6]").fill("2")
    page.locator("[data-confirm]").click()
    page.wait_for_selector("[data-tile='UNI13']")

    told = pbbuild(
        "catalog", "show", "UNI12", "--json", folder=player_home, PBBUILD_HOME=str(player_home)
    )
    assert f'"dp": {int(before) + 1}' in told.stdout
    assert corrections(player_home)["UNI12"]["black"].count(6) == 2  # type: ignore[attr-defined]
    page.goto(f"{visitor.server.origin}/box/union?tile=UNI12")
    page.keyboard.press("u")
    page.wait_for_selector(f"[name=dp][value='{before}']")


@pytest.mark.slow
def test_impossible_values_are_refused_and_nothing_is_saved(
    visitor: Visitor, player_home: Path
) -> None:
    page = visitor.open("/box/orcs")
    headers = {"origin": visitor.server.origin, "sec-fetch-site": "same-origin"}
    before = corrections(player_home)
    forms: list[dict[str, str | float | bool]] = [
        {"tile": "ORC01", "dp": "-1"},
        {"tile": "ORC01", "dp": "x", "black-2": "99"},
    ]
    for form in forms:
        answer = page.request.post(f"{visitor.server.origin}/box/orcs", form=form, headers=headers)
        assert answer.status == 409
    for tile in ("UNI01", "../x"):
        answer = page.request.post(
            f"{visitor.server.origin}/box/orcs", form={"tile": tile}, headers=headers
        )
        assert answer.status == 404

    assert corrections(player_home) == before
    assert page.request.get(f"{visitor.server.origin}/box/martians").status == 404
    csv = page.request.get(f"{visitor.server.origin}/box/orcs/table")
    assert csv.headers["content-disposition"] == 'attachment; filename="orcs.csv"'
    assert "ORC01" in csv.text()


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_box_has_no_barriers(visitor: Visitor, size: str) -> None:
    page = visitor.open("/box/union?tile=UNI18", size=size)
    visitor.picture(page, f"box-{size}")

    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{visitor.server.origin}/box")
    assert violations(page) == []
