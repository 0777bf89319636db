"""The lab in the browser: a playtest runs while one looks, and gives the command's numbers."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.saved_lists import save_new
from pbbuild.pocket_battles.metagame.counter import CounterSearch, find_counter
from pbbuild.pocket_battles.metagame.meta import MetaSettings, play_metagame
from pbbuild.pocket_battles.metagame.tile_worth import WorthSettings, measure_worth
from pbbuild.pocket_battles.pages.lab import AGENTS
from pbbuild.pocket_battles.pages.lab_runs import KINDS, LabRun, LabRuns
from pbbuild.pocket_battles.pages.lab_view import run_page, signed
from pbbuild.pocket_battles.pages.list_menu import list_menu
from pbbuild.pocket_battles.playtest.comparison import compare
from pbbuild.pocket_battles.playtest.plans import new_plan
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.tournament import round_robin
from pbbuild.text.translate import Translator
from pbbuild.web.jobs import Jobs
from pbbuild.web.live import Hub
from pbbuild.web.pages import Services
from tests.cli import run_process as pbbuild
from tests.web.conftest import Visitor, violations

if TYPE_CHECKING:
    from playwright.sync_api import Route

QUICK = AGENTS["quick"]
FAST = "random"
LISTS = [find_list(name).army_list for name in ("union-50", "confederacy-50", "persians-50")]


@pytest.fixture(scope="module")
def runs() -> Iterator[LabRuns]:
    services = Services(hub=Hub(), jobs=Jobs(1), quiet=Jobs(1))
    yield LabRuns(services)
    services.jobs.close()


def finished(run: LabRun) -> LabRun:
    end = time.monotonic() + 120
    while run.is_running and time.monotonic() < end:
        time.sleep(0.02)
    assert run.finished
    assert not run.failed
    return run


def plan() -> Plan:
    return new_plan(LISTS[0], (LISTS[1],), agent=FAST, seed=3)


@pytest.mark.slow
def test_a_comparison_is_that_of_the_command(runs: LabRuns) -> None:
    other = new_plan(LISTS[2], (LISTS[1],), agent=FAST, seed=3)

    run = finished(runs.compare(plan(), other, 34))

    [expected] = compare(plan(), [LISTS[2]], 0, 34, InProcessWorkers())
    assert run.compared == expected
    assert run.done == run.wanted == 136
    shown = run_page(run, Translator("en"))
    assert [row.name for row in shown.against] == [LISTS[0].name, LISTS[2].name]


@pytest.mark.slow
def test_a_tournament_is_that_of_the_command(runs: LabRuns) -> None:
    run = finished(runs.tournament(LISTS, FAST, 5, 10))

    assert run.standings == round_robin(LISTS, [FAST] * 3, 10, 5, InProcessWorkers())
    assert run.seed == 5
    shown = run_page(run, Translator("it"))
    assert len(shown.matrix) == 3
    values = [[cell.value if cell else "" for cell in row.cells] for row in shown.matrix]
    assert all(int(values[i][j]) + int(values[j][i]) in (99, 100, 101) for i, j in ((0, 1), (1, 2)))


@pytest.mark.slow
def test_a_search_for_a_better_list_stops_at_once_and_keeps_its_count(runs: LabRuns) -> None:
    run = runs.improve(plan(), 1)
    end = time.monotonic() + 60
    while run.done < 32 and time.monotonic() < end:
        time.sleep(0.02)

    runs.stop(run)
    while not run.finished and time.monotonic() < end:
        time.sleep(0.02)

    assert 32 <= run.done < 400
    assert not run.failed
    assert not run_page(run, Translator("en")).is_running


@pytest.mark.slow
def test_a_playtest_runs_and_gives_the_numbers_of_the_command(
    visitor: Visitor, player_home: Path
) -> None:
    page = visitor.open("/lab")
    page.select_option("[name=list]", "union-50")
    page.select_option("[name=against]", "confederacy-50")
    page.select_option("[name=games]", "80")
    page.select_option("[name=agent]", "quick")
    page.fill("[name=seed]", "7")
    page.click("[data-start]")
    page.wait_for_selector("[data-running='false'][data-games='80']", timeout=240_000)

    words = ("playtest", "union-50", "--against", "confederacy-50", "--games", "80", "--seed", "7")
    told = pbbuild(*words, "--agent", QUICK, "--workers", "1", "--json", folder=player_home)
    expected = json.loads(told.stdout)["win_rate"]["value"]
    assert page.locator(".lab-figure b").inner_text() == f"{100 * expected:.0f}"
    visitor.picture(page, "lab-desktop", whole=True)
    assert violations(page) == []
    page.locator("[name=battle][value='0-80']").click()
    page.wait_for_selector("#scrub")


@pytest.mark.slow
def test_a_playtest_can_be_stopped_and_keeps_what_it_played(visitor: Visitor) -> None:
    page = visitor.open("/lab", size="phone")
    assert violations(page) == []
    page.select_option("[name=list]", "union-50")
    page.select_option("[name=games]", "2000")
    page.click("[data-start]")
    page.wait_for_selector("[data-games]:not([data-games='0'])", timeout=120_000)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("[data-running='false']")

    assert int(page.locator("[data-games]").get_attribute("data-games") or 0) < 2000
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_what_the_lab_does_not_know_is_refused(visitor: Visitor) -> None:
    page = visitor.open("/lab")
    origin = visitor.server.origin
    headers = {"origin": origin, "sec-fetch-site": "same-origin"}
    good: dict[str, str | float | bool] = {"list": "union-50", "against": "field", "games": "80"}
    for change, status in (
        ({"list": "../x"}, 404),
        ({"games": "1000000"}, 409),
        ({"seed": "x"}, 409),
        ({"kind": "divination"}, 409),
        ({"kind": "compare", "other": "/etc/passwd"}, 404),
        ({"kind": "tournament", "list-union-50": "1"}, 409),
    ):
        answer = page.request.post(f"{origin}/lab", form={**good, **change}, headers=headers)
        assert answer.status == status, change
    assert page.request.get(f"{origin}/lab/999").status == 404


@pytest.mark.slow
def test_worth_counter_and_metagame_are_those_of_the_commands(runs: LabRuns) -> None:
    t = Translator("en")
    settings = WorthSettings(40, 480, FAST, 3)
    run = finished(runs.worth("union", settings))
    assert run.worth == measure_worth("union", settings, load_catalog(), InProcessWorkers())
    assert run.done == run.wanted == 480
    shown = run_page(run, t)
    differences = [float(row.difference.replace("−", "-")) for row in shown.tiles]
    assert differences == sorted(differences, reverse=True)
    assert len(shown.tiles) == len(run.worth.tiles)

    meta = MetaSettings(8, FAST, 3)
    run = finished(runs.metagame(LISTS, meta, t))
    assert run.metagame == play_metagame(LISTS, meta, load_catalog(), InProcessWorkers(), t)
    assert run.done == run.wanted == 24
    shown = run_page(run, t)
    assert {row.name for row in shown.mix} == {each.name for each in LISTS}
    assert len(shown.matrix) == 3

    search = CounterSearch(("union",), 0, FAST, 3, seeds=1)
    run = finished(runs.counter(LISTS[1], search, t))
    assert run.counter == find_counter([LISTS[1]], search, load_catalog(), InProcessWorkers(), t)
    shown = run_page(run, t)
    assert shown.value == f"{100 * run.counter.adjusted.value:.0f}"
    assert len(shown.units_of_found) == len(run.counter.army_list.units)


@pytest.mark.slow
def test_a_metagame_builds_its_lists_in_another_process(
    runs: LabRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("lists are built in the process of the server")

    monkeypatch.setattr("pbbuild.pocket_battles.metagame.counter.candidate_lists", refuse)
    meta = MetaSettings(2, FAST, 3, searches=1, armies=("union",))
    run = runs.metagame(LISTS, meta, Translator("en"))
    end = time.monotonic() + 120
    while run.is_running and run.heat == (0, 0) and time.monotonic() < end:
        time.sleep(0.02)
    assert not run.failed
    assert run.heat != (0, 0)
    runs.stop(run)


def test_a_tournament_can_be_looked_at_before_every_list_has_met_every_other(
    runs: LabRuns,
) -> None:
    shapes = set()
    run = runs.tournament(LISTS, FAST, 6, 200)
    while run.is_running:
        shown = run_page(run, Translator("en"))
        shapes.add((len(shown.matrix), tuple(len(row.cells) for row in shown.matrix)))
        time.sleep(0.001)

    assert (3, (3, 3, 3)) in shapes
    assert shapes <= {(0, ()), (3, (3, 3, 3))}
    assert not run.failed


def test_forms_offer_only_lists_that_can_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    good = save_new(LISTS[0], "good")
    illegal = json.loads(good.read_text()) | {"name": "Too small", "points": 10}
    (good.parent / "illegal.json").write_text(json.dumps(illegal))
    (good.parent / "damaged.json").write_text("{")

    menu = list_menu(load_catalog())
    assert menu.saved == ["good"]
    assert menu.unplayable == ["damaged", "illegal"]
    assert [name for name in menu.ready if name.startswith("union-")] == [
        "union-50",
        "union-60",
        "union-80",
        "union-100",
    ]
    assert menu.titles["good"] == f"{LISTS[0].name}, 50"


def test_a_difference_has_its_sign_and_nothing_has_none() -> None:
    words = [signed(value, Translator("it")) for value in (1.25, -0.3, -0.04, 0.0)]
    assert words == ["+1,2", "−0,3", "0,0", "0,0"]


@pytest.mark.slow
def test_the_lab_fits_a_phone(visitor: Visitor) -> None:
    page = visitor.open("/lab", "phone")
    for kind in KINDS:
        page.goto(f"{visitor.server.origin}/lab?kind={kind}")
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) == 0, kind


@pytest.mark.slow
def test_a_table_wider_than_a_phone_scrolls_inside_its_card(visitor: Visitor) -> None:
    page = visitor.open("/lab?kind=meta", "phone")
    page.select_option("[name=games]", "16")
    page.select_option("[name=agent]", "quick")
    page.click("[data-start]")
    page.wait_for_selector('[data-running="false"] .lab-matrix')

    assert page.evaluate("document.documentElement.scrollWidth") == 360
    inside = "document.querySelector('.lab-scroll')"
    assert page.evaluate(f"{inside}.scrollWidth > {inside}.clientWidth")
    # The names of the rows stay, and what the table shows is readable without scrolling.
    page.evaluate(f"{inside}.scrollLeft = 200")
    assert page.evaluate(f"{inside}.querySelector('tbody th').getBoundingClientRect().left") > 0
    words = page.evaluate("document.querySelector('#matrix-words').getBoundingClientRect().right")
    assert words <= 360
    assert violations(page) == []


def test_what_a_search_refuses_is_told_in_words(runs: LabRuns) -> None:
    run = runs.counter(
        LISTS[0], CounterSearch(("union",), agent="nobody", seeds=1), Translator("en")
    )
    while run.is_running:
        time.sleep(0.01)
    shown = run_page(run, Translator("en"))
    assert "nobody" in shown.failed
    assert "Error" not in shown.failed


@pytest.mark.slow
def test_the_forms_of_worth_counter_and_metagame_begin_a_run(visitor: Visitor) -> None:
    page = visitor.open("/lab?kind=worth")
    for kind in ("worth", "counter", "meta"):
        page.goto(f"{visitor.server.origin}/lab?kind={kind}")
        assert violations(page) == []
        page.select_option("[name=agent]", "careful")
        page.click("[data-start]")
        page.wait_for_selector(f'[data-kind="{kind}"]')
        assert violations(page) == []
        page.click('[data-focus="stop"]')
        page.wait_for_selector('[data-running="false"]')
        assert violations(page) == []


@pytest.mark.slow
def test_the_end_of_a_run_is_shown_though_an_older_answer_was_on_its_way(visitor: Visitor) -> None:
    page = visitor.open("/lab")
    page.select_option("[name=list]", "union-50")
    page.select_option("[name=against]", "confederacy-50")
    page.select_option("[name=games]", "80")
    page.select_option("[name=agent]", "quick")
    held: list[Route] = []

    def hold(route: "Route") -> None:
        # The first answer is made now and comes late; the others come at once.
        if "x-pbbuild-fragment" not in route.request.headers or held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/lab/*", hold)
    page.click("[data-start]")
    page.wait_for_selector('[data-running="true"]')
    while not held:
        page.wait_for_timeout(10)
    older = held[0].fetch()
    [run] = [each for each in visitor.server.services.shelves["lab"].all() if each.is_running]
    finished(run)
    page.wait_for_timeout(300)
    held[0].fulfill(response=older)
    page.wait_for_selector('[data-running="false"]')
