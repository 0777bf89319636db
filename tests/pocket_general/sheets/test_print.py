"""The sheets of Pocket General: complete, measured, nothing over anything else."""

import itertools
import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

from pbbuild.page.geometry import T4
from pbbuild.page.html import environment
from pbbuild.page.pictures import Picture, icon, shapes_of
from pbbuild.page.printables import PrintDocument, html_of, joined, pdf_of
from pbbuild.page.style import LARGE_PRINT, SMALLEST_PRINT, Style
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.archive import archive_battle
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.sheets.geometry import THEATER
from pbbuild.pocket_general.sheets.location_art import ART, location_landscape
from pbbuild.pocket_general.sheets.pieces import PAINTS
from pbbuild.pocket_general.sheets.printables import WHATS, Order, report_document
from pbbuild.pocket_general.sheets.scenes import world_picture
from pbbuild.pocket_general.sheets.terrain_art import landscape
from pbbuild.text.translate import Translator
from tests import cli
from tests.page.test_accessible import faults as access_faults
from tests.pocket_battles.sheets.layout import faults, pages_of
from tests.pocket_battles.sheets.test_contrast import faint_words
from tests.pocket_battles.sheets.test_ink import contrast
from tests.pocket_battles.sheets.test_packs import leaves_of
from tests.pocket_battles.sheets.test_type_scale import SCALE, sizes_of
from tests.pocket_general.build import GAME
from tests.robustness.inside import typed

NATIONS = list(GAME.catalog.nations.values())


def documents(what: str, style: Style, *, bonus: bool = True) -> list[PrintDocument]:
    t = Translator(style.language)
    return list(WHATS[what](Order(GAME.catalog, NATIONS, style, t, bonus)))


# The names of pieces have a size of their own, in points.
TILE_NAME = 12.0
TO_CUT = ("locations", "theaters", "markers", "board")
TO_READ = ("card", "chart", "reference", "aid", "campaign")
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


NUMBER = r"-?[0-9.]+"
POINT = re.compile(rf"({NUMBER}) ({NUMBER})")
BOX = re.compile(rf"M({NUMBER}) ({NUMBER})h({NUMBER})c{NUMBER} 0 ({NUMBER}) ")


def shapes_in(picture: Picture) -> list[str]:
    """The paths of a picture."""
    return re.findall(r' d="([^"]+)"', shapes_of(picture))


def hexagons(picture: Picture) -> list[float]:
    """The widths of all hexagons of a picture, in its own millimetres."""
    found = []
    for path in shapes_in(picture):
        points = POINT.findall(path)
        if path.count("L") == 5 and path.endswith("z") and len(points) == 6:
            across = [float(x) for x, _ in points]
            found.append(max(across) - min(across))
    return found


def boxes(picture: Picture) -> list[float]:
    """The widths of all boxes with round corners of a picture."""
    found = [BOX.match(path) for path in shapes_in(picture)]
    return [
        float(one[3]) + 2 * float(one[4]) for one in found if one is not None and float(one[4]) == 1
    ]


@pytest.mark.parametrize(
    ("paper", "large", "sheets"),
    [
        ("a4", False, 3),
        ("letter", False, 3),
        ("a5", False, 9),
        ("a4", True, 9),
        ("letter", True, 9),
    ],
)
def test_each_place_on_a_board_is_larger_than_its_piece(
    paper: str, large: bool, sheets: int
) -> None:
    style = Style(theme="", paper=paper, large=large)
    (document,) = documents("board", style)
    pages = document.parts[0].sheet.pages
    assert len(pages) == sheets
    (markers,), (locations,) = documents("markers", style), documents("locations", style)
    marker = markers.parts[0].sheet.pages[0].faces[0].face.width / style.scale
    faces = locations.parts[0].sheet.pages[0].faces
    # The line of the scissors is the smaller hexagon of a piece.
    location = min(hexagons(faces[0].face.picture))
    theater = THEATER
    air = 0.5
    squares, hexes = [], []
    for page in pages:
        squares += boxes(page.picture)
        hexes += [wide for wide in hexagons(page.picture) if wide > 10]
    # Two maps and the board: the pool, three hexes, nine places and a capitol on each map.
    assert len(hexes) == 16 + 3 + 2 * (4 + 3 + 2 + 1)
    assert min(hexes) >= location + air
    fought = [wide for wide in squares if wide < theater]
    assert len(fought) == 2 * 3 * 4 + 2 * 7
    assert min(fought) >= marker + air
    laid = [wide for wide in squares if wide > theater]
    assert len(laid) == 2 * 2
    assert min(laid) >= theater + air


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("large", [False, True])
def test_places_do_not_overlap_and_stay_inside_the_margins(paper: str, large: bool) -> None:
    if paper == "a5" and large:
        pytest.skip("large pieces need larger paper than A5")
    style = Style(theme="", paper=paper, large=large)
    (document,) = documents("board", style)
    for page in document.parts[0].sheet.pages:
        centres = []
        for path in shapes_in(page.picture):
            points = [(float(x), float(y)) for x, y in POINT.findall(path)]
            if path.count("L") == 5 and len(points) == 6:
                (left, right), (top, bottom) = (
                    (min(axis), max(axis)) for axis in zip(*points, strict=True)
                )
                if right - left > 20:
                    centres.append(((left + right) / 2, (top + bottom) / 2, (right - left) / 2))
                edge = 5.0 / style.scale
                assert left >= edge
                assert top >= edge
                assert right <= style.page[0] / style.scale - edge
                assert bottom <= style.page[1] / style.scale - edge
        for (x, y, r), (u, v, _) in itertools.combinations(centres, 2):
            assert math.hypot(x - u, y - v) >= math.sqrt(3) * r - 0.01


PANEL = re.compile(rf"M({NUMBER}) ({NUMBER})h({NUMBER})c({NUMBER}) 0 1.6 [^v]*v({NUMBER})")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    ("paper", "large"), [("a4", False), ("letter", False), ("a5", False), ("letter", True)]
)
def test_words_on_a_board_stay_on_their_panel(paper: str, large: bool, language: str) -> None:
    style = Style(theme="", paper=paper, large=large, language=language)
    (document,) = documents("board", style)
    sheet, laid = document.parts[0].sheet, pages_of(document, Translator(language))
    fronts = [page for page in laid if page.of("words")]
    assert len(fronts) == len(sheet.pages)
    found_panels = 0
    for page, drawn in zip(fronts, sheet.pages, strict=True):
        panels = []
        for path in shapes_in(drawn.picture):
            if found := PANEL.match(path):
                x, y, wide, _, high = (float(one) * style.scale for one in found.groups())
                corner = 1.6 * style.scale
                panels.append((x - corner, y, x + wide + corner, y + high + 2 * corner))
        found_panels += len(panels)
        for piece in page.of("words"):
            area = piece.area
            middle = ((area.x + area.right) / 2, (area.y + area.bottom) / 2)
            for left, top, right, bottom in panels:
                if left < middle[0] < right and top - 1 < middle[1] < bottom + 1:
                    assert left < area.x, piece.words
                    assert area.right < right, piece.words
                    assert top < area.y, piece.words
                    assert area.bottom < bottom, piece.words
    assert found_panels > 10


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_the_ground_of_every_piece_runs_beyond_its_cut(bleed: float) -> None:
    style = Style(theme="", bleed=bleed)
    for what in ("locations", "theaters", "markers"):
        for document in documents(what, style):
            faces = [one.face for page in document.parts[0].sheet.pages for one in page.faces]
            assert {face.bleed for face in faces} == {bleed}, what
    (document,) = documents("locations", style)
    for placed in document.parts[0].sheet.pages[0].faces[:20]:
        ground, cut = max(hexagons(placed.face.picture)), min(hexagons(placed.face.picture))
        assert (ground - cut) / 2 >= (bleed or 0.7) - 0.01


def test_spare_theater_markers_stand_in_rows_of_one_kind() -> None:
    (document,) = documents("theaters", Style(theme=""))
    front = document.parts[0].sheet.pages[0]
    rows: dict[float, set[str]] = {}
    for placed in front.faces:
        rows.setdefault(round(placed.y, 2), set()).add(placed.face.picture.alt)
    assert {len(kinds) for kinds in rows.values()} == {1}
    assert len({next(iter(kinds)) for kinds in rows.values()}) == 3


@pytest.mark.parametrize("bonus", [True, False])
def test_the_chart_has_bonus_units_only_for_those_who_play_with_them(bonus: bool) -> None:
    (document,) = documents("chart", Style(theme=""), bonus=bonus)
    [page] = document.parts[0].sheet.pages
    named = {cell.text for placed in page.blocks for row in placed.block.rows for cell in row}
    assert ("Royal Air Force*" in named) == bonus
    assert "Weather" in named


def test_the_chart_has_core_units_first() -> None:
    (document,) = documents("chart", Style(theme=""))
    blocks = [placed.block for placed in document.parts[0].sheet.pages[0].blocks]
    names = [row[0].text for row in next(block.rows for block in blocks if block.rows)]
    units = GAME.catalog.units.values()
    core = [names.index(unit.name.en) for unit in units if unit.role == "core"]
    recruits = [names.index(unit.name.en) for unit in units if unit.role == "recruit"]
    assert max(core) < min(recruits)


def test_sixteen_locations_four_capitols_and_eleven_units_a_nation() -> None:
    style = Style(theme="")
    (locations,) = documents("locations", style)
    fronts = locations.parts[0].sheet.pages[0].faces
    # With five theater and initiative markers of the same size.
    assert len(fronts) == 20 + 5
    (markers,) = documents("markers", style, bonus=False)
    assert len(markers.parts[0].sheet.pages[0].faces) == 4 * 11
    (with_bonus,) = documents("markers", style)
    assert len(with_bonus.parts[0].sheet.pages[0].faces) == 4 * 12


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_each_nation_s_markers_are_a_block_of_core_units_above_recruits(duplex: str) -> None:
    style = Style(theme="", duplex=duplex)
    (markers,) = documents("markers", style, bonus=False)
    front, back = markers.parts[0].sheet.pages
    rows: dict[float, int] = {}
    for placed in front.faces:
        rows[round(placed.y, 2)] = rows.get(round(placed.y, 2), 0) + 1
    assert list(rows.values()) == [6, 5] * 4
    width, height = style.page
    for one, other in zip(front.faces, back.faces, strict=True):
        side = one.face.width
        seen = (
            (width - other.x - side, other.y)
            if duplex == "long"
            else (other.x, height - other.y - side)
        )
        assert seen == pytest.approx((one.x, one.y))


def test_a_pack_has_a_world_map_for_each_player_and_theaters_beside_the_locations() -> None:
    style = Style(theme="")
    (pack,) = documents("pack", style)
    titles = [page.title for part in pack.parts for page in part.sheet.pages]
    t = Translator("en")
    assert titles.count(t("pocket-general.map-title")) == 2
    hexes = next(part for part in pack.parts if "Locations" in part.bookmark)
    assert len(hexes.sheet.pages[0].faces) == 20 + 5


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", ["long", "short", "none"])
def test_a_pack_for_two_nations_has_all_pieces_on_one_sheet(paper: str, duplex: str) -> None:
    style = Style(theme="", paper=paper, duplex=duplex)
    two = [GAME.catalog.nations[name] for name in ("japan", "united-states")]
    (pack,) = WHATS["pack"](Order(GAME.catalog, two, style, Translator("en"), False))
    [pieces] = [part for part in pack.parts if part.template.startswith("tiles")]
    front, back = pieces.sheet.pages
    assert len(front.faces) == len(back.faces) == 16 + 2 + 5 + 2 * 11
    edge = 5.0
    areas = [(placed.x, placed.y, placed.face.width, placed.face.height) for placed in front.faces]
    for x, y, wide, high in areas:
        assert edge <= x <= style.page[0] - edge - wide
        assert edge <= y <= style.page[1] - edge - high
    for (x, y, wide, high), (u, v, _, _) in itertools.permutations(areas, 2):
        # Backs lie behind fronts, and no piece on another.
        assert x + wide <= u + 0.01 or u <= x + 0.01 or y + high <= v + 0.01 or v <= y + 0.01
    for one, other in zip(front.faces, back.faces, strict=True):
        if duplex == "short":
            assert other.y == pytest.approx(style.page[1] - one.y - one.face.height)
        else:
            assert other.x == pytest.approx(style.page[0] - one.x - one.face.width)


def test_the_score_sheet_has_the_points_of_the_campaign() -> None:
    (document,) = documents("campaign", Style(theme=""))
    [page] = document.parts[0].sheet.pages
    rows = next(placed.block.rows for placed in page.blocks if placed.block.rows)
    found = [[cell.text for cell in row[3:6]] for row in rows[1:-1]]
    games = GAME.catalog.campaign
    assert found == [[str(game.total), str(game.capitulation), str(game.loser)] for game in games]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_reference_is_one_leaf_with_all_a_first_game_needs(paper: str, language: str) -> None:
    style = Style(theme="", paper=paper, language=language)
    (document,) = documents("reference", style)
    first, second = document.parts[0].sheet.pages
    t = Translator(language)
    headings = [
        [b.block.heading for b in page.blocks if b.block.heading] for page in (first, second)
    ]
    assert headings[0] == [
        t(f"reference.{key}")
        for key in ("pieces", "win", "first", "setup", "turn", "place", "recruit")
    ]
    assert headings[1] == [
        t(f"reference.{key}")
        for key in ("combat", "chart", "example", "misread", "map", "late", "campaign")
    ]
    # No section goes on in another column.
    for page in (first, second):
        steps = [
            (placed.x, placed.block.number)
            for placed in page.blocks
            if placed.block.number and placed.block.kind == "step"
        ]
        for (x, number), (other, after) in pairwise(steps):
            assert after == "1" or (other, int(after)) == (x, int(number) + 1)
    # The example counts as the rules do: 4 less 3 by weather, and the dice shown.
    example = html_of(document, t).partition(t("reference.example"))[2]
    assert "= 1," in re.sub("<br>", " ", example)


@pytest.mark.parametrize(("paper", "large"), [("a5", False), ("a4", True), ("letter", True)])
@pytest.mark.parametrize("language", ["en", "it"])
def test_large_print_has_no_page_for_a_few_lines(paper: str, language: str, large: bool) -> None:
    style = Style(theme="", paper=paper, language=language, large=large)
    for what in ("reference", "campaign"):
        (document,) = documents(what, style)
        pages = document.parts[0].sheet.pages
        assert what != "campaign" or len(pages) == 1
        for page in pages:
            end = max(placed.y + placed.block.height for placed in page.blocks)
            assert end > 0.3 * style.inner_size[1]
            assert "…" not in page.kicker


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("what", ["reference", "aid", "card", "chart"])
def test_the_columns_of_a_page_end_at_its_foot(what: str, paper: str, language: str) -> None:
    """Bands end together: no column of a page leaves a tenth of it empty below its last line."""
    style = Style(theme="", paper=paper, language=language)
    for document in documents(what, style):
        for page in document.parts[0].sheet.pages:
            ends: dict[float, float] = {}
            for placed in page.blocks:
                last = round(placed.x + placed.width)
                ends[last] = max(ends.get(last, 0.0), placed.y + placed.block.height)
            foot = max(ends.values())
            assert foot > 0.93 * style.inner_size[1]
            assert min(ends.values()) > 0.9 * foot, (page.kicker, ends)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_book_is_one_leaf_with_every_clause_once(paper: str, language: str) -> None:
    (document,) = documents("aid", Style(theme="", paper=paper, language=language))
    pages = document.parts[0].sheet.pages
    assert len(pages) == 2
    told = " ".join(line for page in pages for placed in page.blocks for line in placed.block.lines)
    ids = [placed.block.clause for page in pages for placed in page.blocks if placed.block.clause]
    for name, rule in load_rules().items():
        if name.startswith("PG-"):
            assert ids.count(name) == 1, name
            assert told.count(" ".join(rule.text.in_language(language).split())) == 1, name


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_book_has_no_walls_of_text(paper: str, language: str) -> None:
    """Each sentence of a clause is a paragraph of at most five lines."""
    (document,) = documents("aid", Style(theme="", paper=paper, language=language))
    for page in document.parts[0].sheet.pages:
        for placed in page.blocks:
            assert len(placed.block.lines) <= 5, placed.block.lines


def test_a_card_shows_the_values_of_the_chart() -> None:
    style = Style(theme="", language="en")
    html = html_of(documents("card", style)[0], Translator("en"))
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]
    found = {re.sub("<.*?>", "", row[0]): row[1:6] for row in cells}
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
    assert "PG-5" in told.stdout
    assert cli.run(*words, "--what", "poster", folder=tmp_path).returncode == 2
    assert cli.run(*words, "--army", "france", folder=tmp_path).returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_report_tells_a_game_and_says_where_it_is_false(tmp_path: Path, language: str) -> None:
    agents = [agent_named("random", GAME.id)] * 2
    sides = ("japan", "united-states")
    recorder = fight(GAME, sides, agents, 4).recorder
    file = tmp_path / "war.jsonl"
    recorder.write(file)
    t = Translator(language)
    style = Style(theme="", language=language)
    document = report_document(file, style, t)
    for page in pages_of(document, t):
        assert faults(page, SMALLEST_PRINT) == []
    assert access_faults(pdf_of(document, t), document.title) == []
    told = html_of(document, t)
    assert "Iwo Jima" in told
    # Both world maps at the end are drawn, with the locations that were held.
    ends = recorder.lines[-1]["destroyed"]
    drawn = [
        picture.alt
        for page in document.parts[0].sheet.pages
        for placed in page.blocks
        for picture in placed.block.pictures
    ]
    for side, nation in zip("AB", sides, strict=True):
        name = GAME.catalog.nations[nation].name.in_language(language)
        assert t("pocket-general.world-alt", nation=name, count=ends[side]) in drawn
    # The heading says who won, and numbers have a true minus.
    first = document.parts[0].sheet.pages[0].blocks[0].block
    names = [GAME.catalog.nations[one].name.in_language(language) for one in sides]
    assert any(name in first.heading for name in names)
    assert not re.search(r"(?<=[\d ])-\d", " ".join(first.lines))
    file.write_text(file.read_text().replace('"options": 3', '"options": 4', 1))
    told = html_of(report_document(file, style, t), t)
    assert "options" in told
    assert "options" not in html_of(document, t)


def test_a_report_of_a_drawn_game_says_so_and_has_both_worlds(tmp_path: Path) -> None:
    agents = [agent_named("random", GAME.id)] * 2
    recorder = fight(GAME, ("germany", "russia"), agents, 9, Variant(turn_limit=2)).recorder
    file = tmp_path / "war.jsonl"
    recorder.write(file)
    t = Translator("en")
    [page] = report_document(file, Style(theme=""), t).parts[0].sheet.pages
    first = page.blocks[0].block
    assert first.heading == "No winner after 2 turns"
    # The head is the score; a turning point has its number, and the chance before and after.
    ends = recorder.lines[-1]["destroyed"]
    assert page.title == f"Germany {ends['A']}, Russia {ends['B']}"
    numbers = [placed.block.number for placed in page.blocks if placed.block.number]
    assert numbers == ["1", "2", "3"]
    swings = [
        picture.alt
        for placed in page.blocks
        for picture in placed.block.pictures
        if " % before, " in picture.alt
    ]
    assert len(swings) == len(numbers)
    places = [line["location"] for line in recorder.lines if line.get("event") == "combat"]
    known = {GAME.catalog.location(place) for place in places}
    names = {place.name.en for place in known if place}
    told = [line for placed in page.blocks for line in placed.block.lines]
    assert sum(line.partition(":")[0] in names for line in told) == len(numbers)
    # Each fact begins a line.
    assert any(line.startswith("Accuracy of the choices") for line in first.lines)
    alts = [picture.alt for placed in page.blocks for picture in placed.block.pictures]
    for side, name in (("A", "Germany"), ("B", "Russia")):
        assert t("pocket-general.world-alt", nation=name, count=ends[side]) in alts


@pytest.mark.parametrize("words", [(), ("--game", "pocket-general")])
def test_a_report_needs_no_word_about_the_game_of_its_record_and_takes_one_of_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    agents = [agent_named("random", GAME.id)] * 2
    recorder = fight(GAME, ("germany", "russia"), agents, 9, Variant(turn_limit=1)).recorder
    kept = archive_battle(recorder.text(), "20260102-030405")

    for place, named in enumerate((str(kept), kept.stem)):
        file = f"{place}.html"
        made = typed("print", *words, named, "--what", "report", "-o", file, folder=tmp_path)
        assert made.status == 0, made.err
        assert "Germany against Russia" in (tmp_path / file).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "fast", "paper", "pages"),
    [
        pytest.param(20, True, "a4", 1, id="five turns"),
        pytest.param(20, True, "letter", 2, id="five turns on letter"),
        pytest.param(1, False, "a4", 2, id="thirteen turns"),
        pytest.param(1, False, "letter", 2, id="thirteen turns on letter"),
    ],
)
def test_reports_of_short_and_long_games_fill_their_pages(
    tmp_path: Path, seed: int, fast: bool, paper: str, pages: int
) -> None:
    agents = [agent_named("random", GAME.id)] * 2
    variant = Variant(fast=fast)
    recorder = fight(GAME, ("japan", "united-states"), agents, seed, variant).recorder
    file = tmp_path / "war.jsonl"
    recorder.write(file)
    t = Translator("en")
    style = Style(theme="", paper=paper)
    document = report_document(file, style, t)
    made = document.parts[0].sheet.pages
    assert len(made) == pages
    for page in made:
        end = max(placed.y + placed.block.height for placed in page.blocks)
        assert end > 0.75 * style.inner_size[1], page.blocks[0].block.heading
        # Both agents are named, or none.
        assert page.kicker.count("random") == 2
    for page in pages_of(document, t):
        assert faults(page, SMALLEST_PRINT) == []
    # Every combat of the record stands in a table once, with its total.
    fought = [line for line in recorder.lines if line.get("event") == "combat"]
    rows = [row for page in made for placed in page.blocks for row in placed.block.rows]
    totals = [cell.text.rpartition("= ")[2] for row in rows for cell in row if " = " in cell.text]
    expected = [str(line["rolls"][side]) for line in fought for side in "AB"]
    assert sorted(totals) == sorted(total.replace("-", "−") for total in expected)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short", "none"])
def test_no_leaf_shows_two_sheets_whatever_is_printed_together(duplex: str) -> None:
    """Every pair of sheets, in both orders, so that any longer combination is covered too."""
    t = Translator("en")
    bodies, single = {}, {}
    for what in (*TO_READ, *TO_CUT):
        parts = [
            part for one in documents(what, Style(theme="", duplex=duplex)) for part in one.parts
        ]
        bodies[what] = [
            environment()
            .get_template(part.template)
            .render(sheet=part.sheet, style=part.style, t=t)
            for part in parts
        ]
        single[what] = [part.single_sided for part in parts]
    for first, second in itertools.product(bodies, repeat=2):
        both = [*bodies[first], *bodies[second]]
        for leaf in leaves_of(both, duplex, [*single[first], *single[second]]):
            assert len({side for side in leaf if side >= 0}) == 1, (first, second)
            assert leaf[0] >= 0, "a leaf has an empty front"


@pytest.mark.slow
def test_all_sheets_are_accessible() -> None:
    style = Style(theme="", language="it")
    made = joined([document for what in WHATS for document in documents(what, style)])
    assert access_faults(pdf_of(made, Translator("it")), made.title) == []


@pytest.mark.slow
@pytest.mark.parametrize("ink", ["full", "saver"])
@pytest.mark.parametrize("what", [*TO_READ, *TO_CUT])
def test_all_words_can_be_read(what: str, ink: str) -> None:
    for document in documents(what, Style(theme="", ink=ink)):
        assert faint_words(document, Translator("en")) == []


@pytest.mark.slow
@pytest.mark.parametrize("what", TO_CUT)
@pytest.mark.parametrize(
    ("paper", "language", "large"), [("a4", "en", False), ("letter", "it", True)]
)
def test_boards_and_pieces_have_the_sizes_of_the_type_scale(
    what: str, paper: str, language: str, large: bool
) -> None:
    style = Style(theme="", paper=paper, language=language, large=large)
    for document in documents(what, style):
        sizes = {
            round(size / style.scale, 3)
            for size in sizes_of(pdf_of(document, Translator(language)))
        }
        known = (*SCALE, TILE_NAME)
        assert not {one for one in sizes if all(abs(one - step) > 0.03 for step in known)}


def test_colours_of_locations_are_read_on_their_ground() -> None:
    """Signs and words stand in the strong colour on the pale one; white has no sign."""
    for colour, (strong, pale) in PAINTS.items():
        assert colour == "white" or contrast(strong, pale) >= 4.5, colour


def test_no_two_locations_or_capitols_are_drawn_alike() -> None:
    places = [*GAME.catalog.locations, *(nation.capitol for nation in NATIONS)]
    capitols = {nation.capitol.id for nation in NATIONS}
    drawn = {
        location_landscape(
            place.id, "capitol" if place.id in capitols else place.terrain, "#111111", "#eeeeee"
        )
        for place in places
    }
    assert len(drawn) == len(places) == 20
    # Each drawing is of a location that there is.
    assert {place.id for place in places} >= ART.keys()
    # What an owner adds has the drawing of its terrain.
    own = location_landscape("crimea", "mountain", "#111111", "#eeeeee")
    assert own == landscape("mountain", "#111111", "#eeeeee")


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("what", ["reference", "aid"])
def test_type_to_read_is_never_smaller_than_the_scale(what: str, paper: str, language: str) -> None:
    """What does not fit takes more pages of the same leaves, and no section goes on from one."""
    [document] = documents(what, Style(theme="neutral", paper=paper, language=language))
    pages = document.parts[0].sheet.pages
    assert len(pages) == (4 if paper == "a5" else 2)
    for page in pages:
        first = min(page.blocks, key=lambda placed: (round(placed.y), placed.x))
        assert first.block.heading, page.title
        told = [one.block for one in page.blocks if one.block.kind in ("step", "option")]
        assert min(block.size for block in told) >= T4.size - 1e-6


def test_the_leaf_says_who_begins_to_place_and_what_a_spy_does() -> None:
    [document] = documents("reference", Style(theme="neutral"))
    told = " ".join(
        line
        for page in document.parts[0].sheet.pages
        for placed in page.blocks
        for line in placed.block.lines
    )
    assert "in turn from the first player on" in told
    assert "depletes one enemy unit there, any unit, and itself" in told


def test_a_report_needs_no_name_of_the_game(tmp_path: Path) -> None:
    agents = [agent_named("random", GAME.id)] * 2
    file = tmp_path / "war.jsonl"
    fight(GAME, ("germany", "russia"), agents, 9, Variant(turn_limit=1)).recorder.write(file)
    printed = cli.run("print", "war.jsonl", "--what", "report", folder=tmp_path)
    assert printed.returncode == 0
    assert "Germany against Russia" in printed.stderr


def test_an_empty_edge_of_the_world_at_the_end_says_what_it_is_for() -> None:
    side = {
        "nation": "russia",
        "theater_a": [None] * 4,
        "theater_b": [None] * 4,
        "capitulation": [None, None],
        "laid": None,
    }
    t = Translator("en")
    drawn = shapes_of(world_picture(side, GAME.catalog, Style(theme="neutral"), t))
    # The white edge takes any location.
    for terrain in ("ocean", "forest", "open"):
        sign = shapes_of(icon(f"terrain-{terrain}", 5.0, terrain))
        [path, *_] = re.findall(r' d="([^"]+)"', sign)
        assert drawn.count(path) == 1, terrain
