"""The HTML report stands alone, says what was found, and holds nothing hostile."""

import html
import re
import shutil
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import sync_playwright
from pypdf import PdfReader

from pbbuild.page.charts import map_figure
from pbbuild.page.pdf import pdf
from pbbuild.play.statistics import Estimate
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.metagame.meta import Metagame, MetaSettings, play_metagame
from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth, TileWorth
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable, play_block
from pbbuild.pocket_battles.playtest.tournament import round_robin
from pbbuild.pocket_battles.screen.comparisons import tournament_answer
from pbbuild.pocket_battles.screen.metagame import meta_answer, tile_titles
from pbbuild.pocket_battles.screen.playtest import playtest_text
from pbbuild.pocket_battles.sheets.meta_page import meta_page, worth_page
from pbbuild.pocket_battles.sheets.playtest_page import playtest_page, tournament_page
from pbbuild.text.translate import Translator
from tests.cli import run as pbbuild
from tests.robustness.inside import typed

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.slow
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
HOSTILE = "<script>alert(1)</script> $\\frac$ & <img src=x>"


def plan() -> Plan:
    ours, theirs = (find_list(name).army_list for name in ("union-50", "confederacy-50"))
    return Plan(replace(ours, name=HOSTILE), (theirs,), "random", "random", 1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_needs_nothing_else_and_repeats_to_the_byte(language: str) -> None:
    totals = play_block(plan(), 0, 8)
    pages = [
        playtest_page(
            plan(), totals, load_catalog(), Translator(language), sequential=False
        ).written("a4")
        for _ in range(2)
    ]

    assert pages[0] == pages[1]
    addresses = re.findall(r'(?:src|href)="([^"#]+)"', pages[0])
    assert all(address.startswith("data:") for address in addresses)
    assert "<script" not in pages[0]
    assert "&lt;script&gt;" in pages[0]
    assert pages[0].count('src="data:image/svg') == 3


def first_words(page: str) -> str:
    """What the page says first after its title."""
    return html.unescape(re.split(r"<[^>]+>", page.partition("</h1>")[2].strip())[1])


def test_a_tournament_page_begins_with_the_winner_and_has_its_matrix() -> None:
    lists = [find_list(name).army_list for name in ("union-50", "confederacy-50", "persians-50")]
    lists[0] = replace(lists[0], name=HOSTILE)
    table = round_robin(lists, ["random"] * 3, 2, 1, InProcessWorkers())
    t = Translator("en")

    page = tournament_page(lists, table, "settings", t).written("a4")

    assert first_words(page) == tournament_answer(lists, table, t)
    assert page.count('class="matrix few"') == 1
    assert page.count('<th scope="row">') == 3
    assert "<script" not in page


@pytest.fixture(scope="module")
def metagame() -> Metagame:
    settings = MetaSettings(4, "random", 5)
    lists = [find_list(name).army_list for name in ("union-50", "macedonians-50", "persians-50")]
    return play_metagame(lists, settings, load_catalog(), InProcessWorkers(), Translator("en"))


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_metagame_page_begins_with_the_mix_and_its_intervals(
    metagame: Metagame, language: str
) -> None:
    t = Translator(language)
    page = meta_page(metagame, load_catalog(), t).written("a4")
    share = max(metagame.mix, key=lambda share: share.share)

    assert first_words(page) == meta_answer(metagame, t)
    interval = f"{100 * share.share:.0f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"
    assert interval in first_words(page)


def test_a_worth_page_begins_with_the_tile_whose_price_is_furthest_off() -> None:
    t, catalog = Translator("en"), load_catalog()

    def tile(code: str, name: str, price: int, worth: float) -> TileWorth:
        return TileWorth((code,), name, price, Estimate(worth, worth - 1, worth + 1))

    def measured(*tiles: TileWorth) -> ArmyWorth:
        one = Estimate(1, 1, 1)
        return ArmyWorth("union", 80, tiles, {}, {1: one}, one, 480, "quick", 1)

    cheap, dear, fair = (
        tile("UNI10", "Napoleon Gun", 6, 11.7),
        tile("UNI04", "Captain", 4, 0.2),
        tile("UNI18", "Zouaves", 4, 4.5),
    )
    pages = {
        found: first_words(worth_page(measured(*found), catalog, t).written("a4"))
        for found in ((fair, dear, cheap), (fair, dear), (fair,))
    }

    assert pages[fair, dear, cheap] == (
        "Napoleon Gun is the best bargain: it costs 6 and is worth 11.7 points (10.7 to 12.7)."
    )
    assert "Captain is the most overpriced" in pages[fair, dear]
    assert pages[fair,].startswith("No price is surely wrong. Zouaves is the furthest off")


def test_tiles_of_one_name_are_told_apart_in_the_chart_of_worth() -> None:
    one, other, gun = (
        TileWorth(codes, name, 4, Estimate(4, 3, 5))
        for codes, name in (
            (("UNI14", "UNI15"), "Mounted Infantry"),
            (("UNI16", "UNI18"), "Mounted Infantry"),
            (("UNI10",), "Napoleon Gun"),
        )
    )

    assert tile_titles([one, other, gun]) == [
        "Mounted Infantry UNI14–15",
        "Mounted Infantry UNI16, UNI18",
        "Napoleon Gun",
    ]


def test_a_counter_page_begins_with_the_list_that_beats_yours(tmp_path: Path) -> None:
    words = ("--agent", "random", "--games", "100", "--steps", "0", "--workers", "1", "--seed", "1")
    done = pbbuild(
        *("counter", "union-50", "--army", "celts", *words, "--report", "answer.html"),
        folder=tmp_path,
    )
    page = (tmp_path / "answer.html").read_text()

    assert done.returncode in (0, 1), done.stderr
    assert first_words(page) in done.stdout
    assert re.search(r"\d+ % \(\d+-\d+\)", first_words(page))
    assert "What beats Union" in page
    assert page.count('src="data:image/svg') == 1


@pytest.mark.parametrize("count", [3, 16, 40])
def test_no_two_names_overlap_on_the_map_of_styles(count: int) -> None:
    generator = Random(count)
    names = [f"Confederacy, shooting {number}" for number in range(count)]
    places = [
        (generator.choice((2.0, 5.0, 30.0)) + generator.random(), generator.choice((2.25, 2.5)))
        for _ in names
    ]

    figure = map_figure(names, places, [0.3, *[0.0] * (count - 1)], ("across", "up"))

    from matplotlib.text import Text

    figure.draw_without_rendering()
    [axes] = figure.axes
    # Of the words alone: that of an annotation has the line to its dot too.
    boxes = [Text.get_window_extent(text) for text in axes.texts]
    touching = [
        (one.get_text(), other.get_text())
        for (one, box), (other, second) in combinations(zip(axes.texts, boxes, strict=True), 2)
        if box.overlaps(second) and box.x1 - second.x0 > 0.5 and second.x1 - box.x0 > 0.5
    ]
    assert touching == []
    assert len(boxes) >= min(count, 16) - 1
    sheet = figure.bbox
    assert all(box.x0 >= 0 and box.x1 <= sheet.x1 and box.y1 <= sheet.y1 for box in boxes)


@pytest.mark.skipif(not CHROMIUM, reason="no Chromium")
@pytest.mark.parametrize("name", ["meta", "tournament"])
def test_a_report_fits_a_phone(name: str, metagame: Metagame, tmp_path: Path) -> None:
    t = Translator("en")
    lists = tuple(replace(each, name="Very long name of a list") for each in metagame.lists)
    found = replace(metagame, lists=lists)
    made = {
        "meta": lambda: meta_page(found, load_catalog(), t),
        "tournament": lambda: tournament_page(lists, found.table, "settings", t),
    }[name]()
    file = tmp_path / "page.html"
    file.write_text(made.written("a4"), encoding="utf-8")
    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(file.as_uri())
        wide = page.evaluate("document.documentElement.scrollWidth")
        # A name is broken between words, not letter by letter.
        names = page.eval_on_selector_all(
            ".figures td:first-child", "cells => cells.map(cell => cell.clientWidth)"
        )
        browser.close()

    assert wide == 390
    assert min(names) >= 75


def test_a_report_is_never_written_over_unasked(tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("precious")
    arguments = ("playtest", "celts-60", "--agent", "random", "--games", "4", "--workers", "1")
    refused = pbbuild(*arguments, "--report", "mine.html", folder=tmp_path)
    kept = (tmp_path / "mine.html").read_text()
    forced = pbbuild(*arguments, "--report", "mine.html", "--force", folder=tmp_path)

    assert refused.returncode == 2
    assert kept == "precious"
    assert forced.returncode == 0, forced.stderr
    assert "data:image/svg" in (tmp_path / "mine.html").read_text()


def test_a_page_tells_of_battles_that_broke_off_and_of_intervals_without_an_end() -> None:
    broken = BattleError(6, 99, "the roof fell in")
    totals = replace(play_block(plan(), 0, 1), errors=(broken,))
    page = playtest_page(plan(), totals, load_catalog(), Translator("en"), sequential=False)

    assert "the roof fell in" in page.written("a4")
    assert page.rows[0][2].endswith("±?")
    assert "inf" not in playtest_text(
        plan(), totals, load_catalog(), Translator("en"), sequential=False
    )


@pytest.mark.parametrize("name", ["W" * 120, "\U0001f409 漢字 עברית", "much ado " * 13])
def test_long_and_foreign_names_leave_room_for_the_charts(name: str) -> None:
    own = plan()
    lists = [
        replace(each, name=name, units=tuple(replace(unit, name=name) for unit in each.units))
        for each in (own.ours, own.theirs[0])
    ]
    strange = replace(own, ours=lists[0], theirs=(lists[1], lists[1]))
    page = playtest_page(
        strange, play_block(strange, 0, 2), load_catalog(), Translator("en"), sequential=False
    )
    assert len(pdf(page.written("a5"))) > 10_000
    table = round_robin(lists, ["random"] * 2, 1, 1, InProcessWorkers())
    assert len(pdf(tournament_page(lists, table, name, Translator("en")).written("a5"))) > 5_000


def test_a_report_is_printed_where_its_name_says_so(tmp_path: Path) -> None:
    arguments = ("playtest", "celts-60", "--agent", "random", "--games", "4", "--workers", "1")
    done = pbbuild(*arguments, "--report", "mine.pdf", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "mine.pdf").pages)
    assert "As Player 1" in text


def test_what_a_report_needs_is_asked_for_before_the_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(SeriesTable, "play", lambda *_: pytest.fail("played in vain"))
    words = ("--games", "2", "--workers", "1", "--report", "mine.html")
    answers = [
        typed("playtest", "celts-60", *words, folder=tmp_path),
        typed("playtest", "--game", "pocket-general", *words, folder=tmp_path),
        typed("tournament", "celts-60", "romans-60", *words, folder=tmp_path),
    ]

    assert [answer.status for answer in answers] == [2, 2, 2]
    assert all("install matplotlib" in answer.err for answer in answers)


@pytest.mark.parametrize("language", ["en", "it"])
def test_pocket_general_has_the_same_page(language: str, tmp_path: Path) -> None:
    arguments = ("--lang", language, "playtest", "--game", "pocket-general", "--games", "4")
    done = pbbuild(*arguments, "--workers", "1", "--report", "war.html", folder=tmp_path)
    again = pbbuild(*arguments, "--workers", "1", "--report", "war.html", folder=tmp_path)
    page = (tmp_path / "war.html").read_text()

    assert done.returncode == 0, done.stderr
    assert again.returncode == 2
    assert page.count('src="data:image/svg') == 2
    for line in done.stdout.splitlines()[:3]:
        assert line in html.unescape(page)
    assert "Panzer" in page
