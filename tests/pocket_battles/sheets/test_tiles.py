"""Tiles have their millimetres on every paper, and fronts and backs register."""

import itertools
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from pbbuild.page.printables import pdf_of
from pbbuild.page.style import PAPERS, Style
from pbbuild.page.tile_sheet import CHECK_BAR
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.layout import pages_of
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.tiers import quick_first

EN = Translator("en")


@pytest.mark.parametrize("paper", quick_first(["a4", "letter", "a5"], 1))
@pytest.mark.parametrize(("what", "size"), [("tiles", 45.0), ("counters", 22.0)])
def test_tiles_have_the_same_millimetres_on_every_paper(paper: str, what: str, size: float) -> None:
    style = Style(theme="", paper=paper)
    [document] = documents_of(what, style, [ready("union-50")])
    width, height = PAPERS[paper]
    for page in pages_of(document, EN):
        assert (page.width, page.height) == pytest.approx((width, height), abs=0.01)
        for tile in page.boxes("tile"):
            assert tile.area.right - tile.area.x == pytest.approx(size, abs=0.01)
            assert tile.area.bottom - tile.area.y == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize("paper", quick_first(["a4", "letter", "a5"], 1))
def test_backs_lie_behind_their_fronts_when_the_paper_is_turned(paper: str) -> None:
    style = Style(theme="", paper=paper)
    [document] = documents_of("tiles", style, [ready("persians-80")])
    pages = pages_of(document, EN)
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts = [(tile.area.x, tile.area.y) for tile in front.boxes("tile")]
        # Turned on its long edge, a point at x shows at width - x.
        behind = [(back.width - tile.area.right, tile.area.y) for tile in back.boxes("tile")]
        assert len(fronts) == len(behind)
        for (x, y), (back_x, back_y) in zip(fronts, behind, strict=True):
            assert x == pytest.approx(back_x, abs=0.01)
            assert y == pytest.approx(back_y, abs=0.01)


@pytest.mark.slow
def test_every_tile_of_the_list_is_there_once_in_order() -> None:
    army_list = ready("macedonians-80")
    [document] = documents_of("tiles", Style(theme=""), [army_list])
    fronts = pages_of(document, EN)[::2]
    labels = [piece.words for page in fronts for piece in page.of("words")]
    codes = [label.rstrip("*†°‡") for label in labels if label.startswith("MAC")]
    assert codes == list(army_list.troops)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_printed_page_measures_45_millimetres(paper: str, tmp_path: Path) -> None:
    """On the picture of the page: from band to band, and the bar for checking."""
    [document] = documents_of("tiles", Style(theme="neutral", paper=paper), [ready("union-50")])
    page = picture_of(pdf_of(document, EN), tmp_path, 600)
    per_mm = 600 / 25.4
    assert page.width / per_mm == pytest.approx(PAPERS[paper][0], abs=0.1)
    from pbbuild.page.tile_sheet import grid_of

    _, _, left, top = grid_of(45.0, Style(paper=paper))
    # Down a line through the left edge of the first column's bands: dark starts every 45 mm.
    x = round((left + 0.8) * per_mm)
    column = [page.getpixel((x, y)) for y in range(page.height)]
    dark = [y for y in range(1, page.height) if _is_dark(column[y]) and not _is_dark(column[y - 1])]
    high = range(round(2 * per_mm))
    bands = [y for y in dark if all(_is_dark(column[y + step]) for step in high)]
    steps = [(after - before) / per_mm for before, after in itertools.pairwise(bands)]
    assert len(steps) >= 2
    assert steps == pytest.approx([45.0] * len(steps), abs=0.1)
    y = round((PAPERS[paper][1] - 7.5) * per_mm)
    row = [x for x in range(page.width) if _is_dark(page.getpixel((x, y)))]
    assert (row[-1] - row[0]) / per_mm == pytest.approx(CHECK_BAR, abs=0.4)
    assert top > 4


def test_crop_marks_stay_in_the_margins() -> None:
    style = Style(theme="", paper="letter")
    [document] = documents_of("tiles", style, [ready("union-50")])
    page = document.parts[0].sheet.pages[0]
    left = min(face.x for face in page.faces)
    right = max(face.x for face in page.faces) + page.size
    top = min(face.y for face in page.faces)
    bottom = max(face.y for face in page.faces) + page.size
    for x, y, mark in _marks(page.marks.address):
        if mark == "crop":
            assert not (left - 0.5 < x < right + 0.5 and top - 0.5 < y < bottom + 0.5)


def _marks(address: str) -> list[tuple[float, float, str]]:
    import base64
    import re

    svg = base64.b64decode(address.partition(",")[2]).decode()
    crops = re.findall(r'<path d="([^"]+)"', svg)[0]
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
