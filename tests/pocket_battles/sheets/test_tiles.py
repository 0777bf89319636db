"""Tiles have their millimetres on every paper, and fronts and backs register."""

import base64
import itertools
import re
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from pbbuild.base.provenance import MARKS, RECONSTRUCTED_MARK, RULING_MARK, Provenance
from pbbuild.errors import UsageError
from pbbuild.page.geometry import (
    CHECK_BAR,
    EDGE,
    MARK,
    PAPERS,
    cut_grid,
    cut_space,
    square,
)
from pbbuild.page.pictures import dice_shapes, number_path
from pbbuild.page.printables import pdf_of
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import PlacedFace, TilePage
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.sheets.pieces.kit import KEY, SMALL
from pbbuild.pocket_battles.sheets.pieces.tokens import TOKEN
from pbbuild.pocket_battles.sheets.tiles import FORMATS
from pbbuild.pocket_battles.sheets.unit_card import mark_of
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.layout import pages_of
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.tiers import quick_first

EN = Translator("en")


def of_size(page: TilePage, side: float) -> list[PlacedFace]:
    """The square pieces of one size on a page."""
    return [one for one in page.faces if round(one.face.width, 2) == side == one.face.height]


def test_paper_marks_only_what_is_reconstructed_and_no_sign_means_two_things() -> None:
    troops = load_catalog().troops.values()
    values = ("fv", "wp", "black", "white", "traits")
    marked = [troop.code for troop in troops if mark_of(troop) == RECONSTRUCTED_MARK]
    assert marked == [
        troop.code
        for troop in troops
        if Provenance.RECONSTRUCTED in map(troop.provenance_of, values)
    ]
    # Points are printed, derived or reported on many tiles: those have no mark.
    assert {mark_of(troop, ("dp",)) for troop in troops} == {"", RECONSTRUCTED_MARK}
    assert MARKS[Provenance.RECONSTRUCTED] == RECONSTRUCTED_MARK
    assert len({*MARKS.values(), RULING_MARK}) == len(MARKS) + 1


@pytest.mark.parametrize("paper", quick_first(["a4", "letter", "a5"], 1))
@pytest.mark.parametrize(
    ("what", "size", "bleed"),
    [
        ("tiles", (45.0, 45.0), 0.0),
        ("tiles", (45.0, 45.0), 3.0),
        ("tall", (30.0, 50.0), 3.0),
        ("counters", (22.0, 22.0), 0.0),
    ],
)
def test_tiles_have_the_same_millimetres_on_every_paper(
    paper: str, what: str, size: tuple[float, float], bleed: float
) -> None:
    style, own = Style(theme="", paper=paper, bleed=bleed), ready("union-50")
    [document] = documents_of(what, style, [own])
    width, height = PAPERS[paper]
    # Tokens and borders have a size of their own.
    token = TOKEN * SMALL if what == "counters" else TOKEN
    others = {(token, token), (KEY.width, KEY.height) if what == "counters" else (45.0, 45.0)}
    found: Counter[tuple[float, float]] = Counter()
    for page in pages_of(document, EN):
        assert (page.width, page.height) == pytest.approx((width, height), abs=0.01)
        found.update(
            (round(tile.area.right - tile.area.x, 2), round(tile.area.bottom - tile.area.y, 2))
            for tile in page.boxes("tile")
        )
    assert set(found) <= {size, *others}
    assert found[size] >= 2 * len(own.troops)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", quick_first(["a4", "letter", "a5"], 1))
@pytest.mark.parametrize(
    ("what", "bleed"), [("tiles", 0.0), ("tall", 3.0), ("counters", 0.0), ("cards", 0.0)]
)
def test_backs_lie_behind_their_fronts_when_the_paper_is_turned(
    what: str, bleed: float, paper: str, duplex: str
) -> None:
    style = Style(theme="", paper=paper, duplex=duplex, bleed=bleed)
    [document] = documents_of(what, style, [ready("persians-80")])
    pages = pages_of(document, EN)
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts = [(tile.area.x, tile.area.y) for tile in front.boxes("tile")]
        # Turned on its long edge, a point at x shows at width - x; on its short edge, y likewise.
        behind = [
            (back.width - tile.area.right, tile.area.y)
            if duplex == "long"
            else (tile.area.x, back.height - tile.area.bottom)
            for tile in back.boxes("tile")
        ]
        assert len(fronts) == len(behind)
        for (x, y), (back_x, back_y) in zip(fronts, behind, strict=True):
            assert x == pytest.approx(back_x, abs=0.01)
            assert y == pytest.approx(back_y, abs=0.01)


@pytest.mark.parametrize("what", [*FORMATS, "cards"])
def test_a_list_without_tiles_is_refused_in_words(what: str) -> None:
    empty = replace(ready("union-50"), units=())
    with pytest.raises(UsageError) as refused:
        documents_of(what, Style(theme=""), [empty])
    assert refused.value.code == "print.no-tiles"


@pytest.mark.slow
def test_every_tile_of_the_list_is_there_once_in_order() -> None:
    army_list = ready("macedonians-80")
    [document] = documents_of("tiles", Style(theme=""), [army_list])
    fronts = pages_of(document, EN)[::2]
    labels = [piece.words for page in fronts for piece in page.of("words")]
    codes = [label.rstrip("*") for label in labels if label.startswith("MAC")]
    assert codes == list(army_list.troops)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_printed_page_measures_45_millimetres(paper: str, tmp_path: Path) -> None:
    """On the picture of the page: from band to band, and the bar for checking."""
    own = ready("union-50")
    [document] = documents_of("tiles", Style(theme="neutral", paper=paper), [own])
    page = picture_of(pdf_of(document, EN), tmp_path, 600)
    per_mm = 600 / 25.4
    assert page.width / per_mm == pytest.approx(PAPERS[paper][0], abs=0.1)
    grid = cut_grid(square(45.0), PAPERS[paper])
    left, top = grid.left, (PAPERS[paper][1] - cut_space(PAPERS[paper])[1]) / 2
    # Down a line through the left edge of the first column's bands: dark starts every 45 mm.
    x = round((left + 0.8) * per_mm)
    column = [page.getpixel((x, y)) for y in range(page.height)]
    dark = [y for y in range(1, page.height) if _is_dark(column[y]) and not _is_dark(column[y - 1])]
    high = range(round(2 * per_mm))
    end = (top + 45.0 * -(-len(own.troops) // grid.columns)) * per_mm
    bands = [y for y in dark if y < end and all(_is_dark(column[y + step]) for step in high)]
    steps = [(after - before) / per_mm for before, after in itertools.pairwise(bands)]
    assert len(steps) >= 2
    assert steps == pytest.approx([45.0] * len(steps), abs=0.1)
    y = round((PAPERS[paper][1] - 5.2 - 1.5) * per_mm)
    # The words beside the bar begin after it.
    end = document.parts[0].sheet.pages[0].bar_x + CHECK_BAR + 1.2
    row = [x for x in range(round(end * per_mm)) if _is_dark(page.getpixel((x, y)))]
    assert (row[-1] - row[0]) / per_mm == pytest.approx(CHECK_BAR, abs=0.4)
    assert top > 4


def test_crop_marks_stay_in_the_margins() -> None:
    style = Style(theme="", paper="letter")
    [document] = documents_of("tiles", style, [ready("union-50")])
    page = document.parts[0].sheet.pages[0]
    crops = [(x, y) for x, y, mark in _marks(page.marks.address) if mark == "crop"]
    assert len({one.face.width for one in page.faces}) > 1
    for x, y in crops:
        assert EDGE - 0.01 <= x <= PAPERS["letter"][0] - EDGE + 0.01
        assert EDGE - 0.01 <= y <= PAPERS["letter"][1] - EDGE + 0.01
        for one in page.faces:
            beside = x < one.x - 0.5 or x > one.x + one.face.width + 0.5
            assert beside or y < one.y - 0.5 or y > one.y + one.face.height + 0.5


def test_cut_lines_are_only_where_pieces_are() -> None:
    [document] = documents_of("tiles", Style(theme=""), [ready("union-80")])
    page = document.parts[0].sheet.pages[0]
    svg = base64.b64decode(page.marks.address.partition(",")[2]).decode()
    cuts = re.findall(r'<path d="([^"]+)"', svg)[1]
    tiles = of_size(page, 45.0)
    columns = {round(placed.x, 3) for placed in tiles}
    last = [placed for placed in tiles if placed.y == max(one.y for one in tiles)]
    assert 0 < len(last) < len(columns)
    lines = [tuple(map(float, found)) for found in re.findall(r"M([\d.]+) ([\d.]+)V([\d.]+)", cuts)]
    bottom, above = last[0].y + 45, last[0].y
    ends = {round(x, 2): end for x, _, end in lines}
    right = max(placed.x for placed in last) + 45
    assert len(ends) == len(columns) + 1
    for x, end in ends.items():
        assert end == pytest.approx(bottom if x <= right + 0.01 else above, abs=0.01)


def test_digits_of_a_number_do_not_touch() -> None:
    for number in range(10, 100):
        first, second = (
            [float(x) for x in _corners(outlines)]
            for outlines in _digits(number_path(number, 0, 0, 24))
        )
        assert max(first) < min(second), number


def _digits(path: str) -> list[list[str]]:
    """The outlines of each digit: a digit's holes begin inside its first outline."""
    found: list[list[str]] = []
    for outline in re.findall(r"M[^M]+", path):
        if (
            found
            and min(_corners([outline])) > min(_corners(found[-1]))
            and max(_corners([outline])) < max(_corners(found[-1]))
        ):
            found[-1].append(outline)
        else:
            found.append([outline])
    return found


def _corners(outlines: list[str]) -> list[float]:
    """The x of all corners of outlines in absolute and relative commands."""
    xs = []
    for outline in outlines:
        x = 0.0
        for letter, numbers in re.findall(r"([Mlcz])([^Mlcz]*)", outline):
            values = [float(value) for value in numbers.split()]
            if letter == "M":
                x = values[0]
            elif values:
                x += values[-2]
            xs.append(x)
    return xs


def test_colour_runs_beyond_every_cut_and_marks_stand_clear_of_it() -> None:
    style = Style(theme="", bleed=3.0)
    [document] = documents_of("tiles", style, [ready("union-50")])
    page = document.parts[0].sheet.pages[0]
    tiles = of_size(page, 45.0)
    xs = sorted({placed.x for placed in tiles})
    assert [after - before for before, after in itertools.pairwise(xs)] == pytest.approx(
        [51.0] * (len(xs) - 1)
    )
    assert all(placed.face.picture.width == pytest.approx(51.0) for placed in tiles)
    left, right = xs[0] - 3, xs[-1] + 48
    lowest = max(placed.y for placed in tiles) + 48
    ends = [x for x, y, _ in _marks(page.marks.address) if y < lowest and not left <= x <= right]
    assert ends
    assert min(ends) >= EDGE
    assert max(x for x in ends if x < left) == pytest.approx(left - 1.0)
    assert min(ends) == pytest.approx(left - 1.0 - MARK)


def test_dice_keep_their_size_and_place_on_every_shipped_tile() -> None:
    catalog = load_catalog()
    for form in FORMATS.values():
        for troop in catalog.troops.values():
            _, wide = dice_shapes(max(troop.black, troop.white, key=len), ())
            assert wide * form.die / 24 <= form.piece.width - 2 * form.edge + 0.01, troop.code


def test_another_theme_changes_colours_and_nothing_else() -> None:
    [own] = documents_of("tiles", Style(theme="union"), [ready("union-50")])
    [other] = documents_of("tiles", Style(theme="celts"), [ready("union-50")])
    for one, two in zip(own.parts[0].sheet.pages, other.parts[0].sheet.pages, strict=True):
        for mine, theirs in zip(one.faces, two.faces, strict=True):
            assert mine.face.labels == theirs.face.labels
            assert _colourless(mine.face.picture.address) == _colourless(
                theirs.face.picture.address
            )


def _colourless(address: str) -> str:
    svg = base64.b64decode(address.partition(",")[2]).decode()
    return re.sub(r"#[0-9a-f]{6}", "#", svg)


def _marks(address: str) -> list[tuple[float, float, str]]:
    svg = base64.b64decode(address.partition(",")[2]).decode()
    # Cutting lines are dashed or wide.
    crops = "".join(re.findall(r'<path d="([^"]+)" stroke="[^"]+" stroke-width="0.15" fill', svg))
    points = []
    for x, y, way, end in re.findall(r"M([\d.]+) ([\d.]+)([VH])([\d.]+)", crops):
        ends = (float(x), float(end)) if way == "V" else (float(end), float(y))
        points += [(float(x), float(y), "crop"), (*ends, "crop")]
    assert points
    return points


def _is_dark(pixel: object) -> bool:
    assert isinstance(pixel, tuple)
    return sum(pixel[:3]) < 240


def picture_of(pdf: bytes, folder: Path, dots: int, number: int = 1) -> Image.Image:
    """A page as pixels."""
    (folder / "page.pdf").write_bytes(pdf)
    target = folder / f"page-{dots}-{number}"
    subprocess.run(
        [
            "pdftoppm",
            "-r",
            str(dots),
            "-f",
            str(number),
            "-l",
            str(number),
            "-singlefile",
            "-png",
            str(folder / "page.pdf"),
            str(target),
        ],
        check=True,
    )
    with Image.open(target.with_suffix(".png")) as picture:
        return picture.convert("RGB")
