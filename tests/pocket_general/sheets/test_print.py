"""The sheets of Pocket General: complete, measured, nothing over anything else."""

import re
from pathlib import Path

import pytest

from pbbuild.page.printables import PrintDocument, html_of, pdf_of
from pbbuild.page.style import LARGE_PRINT, SMALLEST_PRINT, Style
from pbbuild.play.agents.registry import agent_named
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.sheets.boards import ONE_SHEET, SPREAD, unit_of
from pbbuild.pocket_general.sheets.printables import WHATS, Order, report_document
from pbbuild.text.translate import Translator
from tests import cli
from tests.pocket_battles.sheets.layout import faults, pages_of
from tests.pocket_general.build import GAME

NATIONS = list(GAME.catalog.nations.values())


def documents(what: str, style: Style, *, bonus: bool = True) -> list[PrintDocument]:
    t = Translator(style.language)
    return list(WHATS[what](Order(GAME.catalog, NATIONS, style, t, bonus)))


TO_CUT = ("locations", "theaters", "markers", "board")
TO_READ = ("card", "chart", "aid")
STYLES = (
    ("a4", "en", False, "full"),
    ("letter", "it", False, "saver"),
    ("a5", "it", False, "full"),
    ("a4", "it", True, "full"),
    ("letter", "en", True, "saver"),
)
CASES = [(what, *style) for what in (*TO_READ, *TO_CUT) for style in STYLES]


@pytest.mark.slow
@pytest.mark.parametrize(("what", "paper", "language", "large", "ink"), CASES)
def test_nothing_overlaps_overflows_or_is_too_small(
    what: str, paper: str, language: str, large: bool, ink: str
) -> None:
    style = Style(paper=paper, language=language, large=large, ink=ink, theme="")
    for document in documents(what, style):
        smallest = LARGE_PRINT if large else SMALLEST_PRINT
        for page in pages_of(document, Translator(language)):
            assert faults(page, smallest) == []


def test_every_kind_of_sheet_is_laid_out_in_a_test() -> None:
    assert {*TO_CUT, *TO_READ, "pack"} == set(WHATS)


@pytest.mark.parametrize(
    ("paper", "large", "sheets"),
    [
        ("a4", False, 2),
        ("letter", False, 2),
        ("a5", False, 6),
        ("a4", True, 6),
        ("letter", True, 6),
    ],
)
def test_the_pieces_fit_on_the_boards(paper: str, large: bool, sheets: int) -> None:
    style = Style(theme="", paper=paper, large=large)
    (boards,) = documents("board", style)
    pages = boards.parts[0].sheet.pages
    size = ONE_SHEET if sheets == 2 else SPREAD
    (markers,), (locations,) = documents("markers", style), documents("locations", style)

    assert len(pages) == sheets
    # Both are drawn 0.7 mm inside what is cut out; hexes may touch each other.
    marker, location = (
        document.parts[0].sheet.pages[0].size - 1.4 * style.scale
        for document in (markers, locations)
    )
    assert marker < 11.6 * unit_of(style, size)
    assert location < 15.4 * unit_of(style, size)


def test_sixteen_locations_four_capitols_and_eleven_units_a_nation() -> None:
    style = Style(theme="")
    (locations,) = documents("locations", style)
    fronts = locations.parts[0].sheet.pages[0].faces
    assert len(fronts) == 20
    (markers,) = documents("markers", style, bonus=False)
    assert len(markers.parts[0].sheet.pages[0].faces) == 4 * 11
    (with_bonus,) = documents("markers", style)
    assert len(with_bonus.parts[0].sheet.pages[0].faces) == 4 * 12


def test_a_card_shows_the_values_of_the_chart() -> None:
    style = Style(theme="", language="en")
    html = html_of(documents("card", style)[0], Translator("en"))
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    found = {row[0]: row[2:7] for row in cells}
    assert found["Infantry"] == ["0", "2", "1", "1*", "1"]
    assert found["Panzers"] == ["3", "2", "1", "X", "2"]
    assert found["Subs"] == ["1*", "1*", "1*", "2", "1*"]


@pytest.mark.slow
def test_the_same_page_has_the_same_bytes() -> None:
    style = Style(theme="")
    one, two = (pdf_of(documents("card", style)[0], Translator("en")) for _ in range(2))
    assert one == two


@pytest.mark.slow
def test_printing_through_the_command(tmp_path: Path) -> None:
    words = ("print", "--game", "pocket-general")
    made = cli.run(*words, "--what", "markers", "--army", "japan", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    (file,) = (tmp_path / "out").glob("*.pdf")
    assert file.name == "pocket-general-markers-japan.pdf"
    assert file.read_bytes().startswith(b"%PDF")
    told = cli.run(*words, "--what", "aid", "--format", "text", "-o", "-", folder=tmp_path)
    assert "Threat markers" in told.stdout
    assert cli.run(*words, "--what", "poster", folder=tmp_path).returncode == 2
    assert cli.run(*words, "--army", "france", folder=tmp_path).returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_report_tells_a_game_and_says_where_it_is_false(tmp_path: Path, language: str) -> None:
    agents = [agent_named("random", GAME.id)] * 2
    recorder = fight(GAME, ("japan", "united-states"), agents, 4).recorder
    file = tmp_path / "war.jsonl"
    recorder.write(file)
    t = Translator(language)
    style = Style(theme="", language=language)
    document = report_document(file, style, t)
    for page in pages_of(document, t):
        assert faults(page, SMALLEST_PRINT) == []
    assert "Iwo Jima" in html_of(document, t)
    file.write_text(file.read_text().replace('"options": 3', '"options": 4', 1))
    told = html_of(report_document(file, style, t), t)
    assert "options" in told
    assert "options" not in html_of(document, t)
