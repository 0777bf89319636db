"""All words of all sheets stand out from what lies behind them: 4.5 to 1, measured on the page.

The colour of words comes from the layout, the ground from a picture of the printed page: the
colours that cover a part of the words' box and are not the words themselves.
"""

import base64
import io
import itertools
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
# The panels of the pocket aid are turned when they are printed; they have the colours of the aid.
# The specimen shows ink saver on a sheet in full ink.
SHEETS = [what for what in PRINTABLES if what not in ("pack", "report", "pocket", "specimen")]
OF_ARMIES = ("roster", "tiles", "mat")


def words_of(box: Any) -> Iterator[tuple[str, str, tuple[float, float, float, float]]]:
    """Words of a page, their colour, and their box in millimetres."""
    if type(box).__name__ == "TextBox" and len(box.text.strip()) >= SHORTEST:
        size = float(box.style["font_size"])
        baseline = box.position_y + box.baseline
        red, green, blue = (round(255 * part) for part in box.style["color"].to("srgb").coordinates)
        yield (
            box.text,
            f"#{red:02x}{green:02x}{blue:02x}",
            (
                box.position_x * MM,
                (baseline - ABOVE * size) * MM,
                (box.position_x + box.width) * MM,
                (baseline + BELOW * size) * MM,
            ),
        )
    for child in getattr(box, "children", ()):
        yield from words_of(getattr(child, "_box", child))


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
    """The colours of words in drawings, each with the grounds that may be behind them."""
    page = html_document(document.parts, document.title, t, fonts=False)
    inks = {
        ink
        for data in re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page)
        for ink in re.findall(r'<text [^>]*fill="(#[0-9a-f]{6})"', base64.b64decode(data).decode())
    }
    pale = {
        part.style.colours[name]
        for part in document.parts
        for name in ("tint", "wash", "ground", "band")
    }
    found = set()
    for ink in inks:
        # Pale words are on bands, dark ones on everything else.
        is_pale = contrast(ink, "#ffffff") < LEAST
        for ground in {*pale, "#ffffff"}:
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
