"""The HTML report stands alone, says what was found, and holds nothing hostile."""

import html
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from pbbuild.page.pdf import pdf
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable, play_block
from pbbuild.pocket_battles.playtest.tournament import round_robin
from pbbuild.pocket_battles.screen.playtest import playtest_text
from pbbuild.pocket_battles.sheets.playtest_page import playtest_page, tournament_page
from pbbuild.text.translate import Translator
from tests.cli import run as pbbuild
from tests.robustness.inside import typed

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.slow
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


def test_a_tournament_page_has_its_heat_map() -> None:
    lists = [find_list(name).army_list for name in ("union-50", "confederacy-50", "persians-50")]
    lists[0] = replace(lists[0], name=HOSTILE)
    table = round_robin(lists, ["random"] * 3, 2, 1, InProcessWorkers())

    page = tournament_page(lists, table, "settings", Translator("en")).written("a4")

    assert page.count('src="data:image/svg') == 1
    assert "<script" not in page


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
