"""The HTML report stands alone, says what was found, and holds nothing hostile."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.armylist.find import find_list
from pbbuild.catalog.load import load_catalog
from pbbuild.i18n.translate import Translator
from pbbuild.match.crew import AloneCrew
from pbbuild.match.series import Plan, play_block
from pbbuild.match.tournament import round_robin
from pbbuild.render.playtest_page import playtest_page, tournament_page
from tests.cli import run as pbbuild

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
        playtest_page(plan(), totals, load_catalog(), Translator(language), sequential=False)
        for _ in range(2)
    ]

    assert pages[0] == pages[1]
    addresses = re.findall(r'(?:src|href)="([^"#]+)"', pages[0])
    assert all(address.startswith("data:") for address in addresses)
    assert "<script" not in pages[0]
    assert "&lt;script&gt;" in pages[0]
    assert pages[0].count("<svg") == 3


def test_a_tournament_page_has_its_heat_map() -> None:
    lists = [find_list(name).army_list for name in ("union-50", "confederacy-50", "persians-50")]
    lists[0] = replace(lists[0], name=HOSTILE)
    table = round_robin(lists, ["random"] * 3, 2, 1, AloneCrew())

    page = tournament_page(lists, table, "settings", Translator("en"))

    assert page.count("<svg") == 1
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
    assert "<svg" in (tmp_path / "mine.html").read_text()
