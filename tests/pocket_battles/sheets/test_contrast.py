"""All words of all sheets stand out from what lies behind them: 4.5 to 1, measured on the page.

The colour of words comes from the layout, the ground from a picture of the printed page: the
colours that cover a part of the words' box and are not the words themselves.
"""

import base64
import io
import itertools
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from pbbuild.page.face_pictures import pdf_pngs
from pbbuild.page.html import html_document
from pbbuild.page.pdf import layout
from pbbuild.page.printables import PrintDocument, pdf_of
from pbbuild.page.style import Style, theme_colours, themes
from pbbuild.pocket_battles.sheets.printables import PRINTABLES
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.layout import ABOVE, BELOW, MM
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.pocket_battles.sheets.test_ink import contrast

EN = Translator("en")
LEAST = 4.5
DOTS = 6.0  # pixels for each millimetre
# A ground covers so much of the box of words that the edges of letters are no grounds; words of
# one or two letters have boxes too small for that, and are set like others.
GROUND_FROM = 0.1
SHORTEST = 3
# A pack holds sheets that are measured alone, a report needs a record.
SHEETS = [what for what in PRINTABLES if what not in ("pack", "report")]
OF_ARMIES = ("roster", "tiles", "counters", "mat")


def words_of(
    box: Any, turned: tuple[tuple[float, float], ...] = ()
) -> Iterator[tuple[str, str, tuple[float, float, float, float]]]:
    """Words of a page, their colour, and their box in millimetres as it is printed.

    `turned` are the centres of the boxes around it that are turned by 180 degrees.
    """
    if is_turned(box):
        middle = (
            box.position_x + box.margin_left + box.border_width() / 2,
            box.position_y + box.margin_top + box.border_height() / 2,
        )
        turned = (middle, *turned)
    if type(box).__name__ == "TextBox" and len(box.text.strip()) >= SHORTEST:
        size = float(box.style["font_size"])
        baseline = box.position_y + box.baseline
        red, green, blue = (round(255 * part) for part in box.style["color"].to("srgb").coordinates)
        left, top = box.position_x, baseline - ABOVE * size
        right, bottom = box.position_x + box.width, baseline + BELOW * size
        for x, y in turned:
            left, right = 2 * x - right, 2 * x - left
            top, bottom = 2 * y - bottom, 2 * y - top
        yield (
            box.text,
            f"#{red:02x}{green:02x}{blue:02x}",
            (left * MM, top * MM, right * MM, bottom * MM),
        )
    for child in getattr(box, "children", ()):
        yield from words_of(getattr(child, "_box", child), turned)


def is_turned(box: Any) -> bool:
    """Whether a box is printed upside down; no sheet turns a box otherwise."""
    style = getattr(box, "style", None)
    found = style["transform"] if style is not None else ()
    assert all(kind == "rotate" and abs(angle - math.pi) < 1e-6 for kind, angle in found or ())
    return len(found or ()) == 1


def grounds(page: Image.Image, area: tuple[float, ...], ink: str) -> list[str]:
    """The colours behind words: those that cover a part of their box."""
    left, top, right, bottom = (round(edge * DOTS) for edge in area)
    box = page.crop((max(0, left - 1), top, min(page.width, right + 1), bottom))
    counts: Any = box.getcolors(box.width * box.height)
    least = GROUND_FROM * box.width * box.height
    found = [f"#{r:02x}{g:02x}{b:02x}" for count, (r, g, b) in counts if count >= least]
    return [colour for colour in found if not _near(colour, ink)]


def _near(one: str, other: str) -> bool:
    parts = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return max(abs(a - b) for a, b in parts) < 12


def faint_words(document: PrintDocument, t: Translator) -> list[str]:
    """The words that are too pale for what is behind them."""
    laid_out = layout(html_document(document.parts, document.title, t, fonts=False))
    pictures = pdf_pngs(pdf_of(document, t), DOTS * 25.4 / 72)
    found = []
    for page, picture in zip(laid_out.pages, pictures, strict=True):
        drawn = Image.open(io.BytesIO(picture)).convert("RGB")
        for words, ink, area in words_of(page._page_box):
            for ground in grounds(drawn, area, ink):
                if contrast(ink, ground) < LEAST:
                    found.append(f"{words!r}: {ink} on {ground}, {contrast(ink, ground):.1f}")
    for ink, ground in svg_words(document, t):
        if contrast(ink, ground) < LEAST:
            found.append(f"words in a drawing: {ink} on {ground}")
    return found


def svg_words(document: PrintDocument, t: Translator) -> set[tuple[str, str]]:
    """The colours of words in drawings, each with the grounds that may be behind them.

    A drawing that covers grounds with paper first has those that it draws itself.
    """
    page = html_document(document.parts, document.title, t, fonts=False)
    pale = {
        part.style.colours[name]
        for part in document.parts
        for name in ("tint", "wash", "ground", "band")
    }
    found = set()
    for data in set(re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page)):
        shapes = base64.b64decode(data).decode()
        fills = re.findall(r'<(?:path|rect) [^>]*?fill="(#[0-9a-f]{6})"', shapes)
        own = pale & set(fills) if fills and fills[0] == "#ffffff" else pale
        for ink in re.findall(r'<text [^>]*fill="(#[0-9a-f]{6})"', shapes):
            # Pale words are on bands, dark ones on everything else.
            is_pale = contrast(ink, "#ffffff") < LEAST
            for ground in {*own, "#ffffff"}:
                if (contrast(ground, "#ffffff") > LEAST) == is_pale:
                    found.add((ink, ground))
    return found


def test_words_that_are_too_pale_are_found() -> None:
    style = Style(theme="union")
    [document] = documents_of("plan", style, [ready("union-50")])
    assert faint_words(document, EN) == []
    page = Image.new("RGB", (80, 40), "#bbbbbb")
    assert grounds(page, (0, 0, 10, 5), "#999999") == ["#bbbbbb"]
    assert contrast("#999999", "#bbbbbb") < LEAST


def test_words_of_a_turned_page_are_measured_where_they_are_printed() -> None:
    [document] = documents_of("pocket", Style(theme=""), [ready("union-50")])
    laid_out = layout(html_document(document.parts, document.title, EN, fonts=False))
    title = EN("pocket.actions")
    [area] = [area for words, _, area in words_of(laid_out.pages[0]._page_box) if words == title]
    # The second page is printed upside down: its head is above the fold, at the right.
    width, height = Style(theme="").page
    assert area[0] > width / 2
    assert height / 2 - 20 < area[1] < area[3] < height / 2
    drawn = Image.open(io.BytesIO(pdf_pngs(pdf_of(document, EN), DOTS * 25.4 / 72)[0]))
    band = Style(theme="neutral").colours["band"]
    assert grounds(drawn.convert("RGB"), area, "#ffffff") == [band]


@pytest.mark.slow
@pytest.mark.parametrize(("what", "ink"), list(itertools.product(SHEETS, ["full", "saver"])))
def test_all_words_of_every_sheet_can_be_read(what: str, ink: str) -> None:
    style = Style(theme="", ink=ink)
    for document in documents_of(what, style, [ready("union-80"), ready("confederacy-80")]):
        assert faint_words(document, EN) == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", [name for name in themes() if name not in ("union", "neutral")])
def test_all_words_can_be_read_in_every_theme(theme: str) -> None:
    assert theme_colours(theme)
    for what in OF_ARMIES:
        for document in documents_of(what, Style(theme=theme), [ready("union-80")]):
            assert faint_words(document, EN) == []
