"""Ink saver saves much ink, measured in pixels, and nothing depends on colour alone."""

import base64
import re
from pathlib import Path

import pytest
from PIL import Image

from pbbuild.page.html import html_document
from pbbuild.page.pictures import DARK, dice_shapes
from pbbuild.page.printables import pdf_of
from pbbuild.page.style import Style, theme_colours, themes
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.pocket_battles.sheets.test_tiles import picture_of

EN = Translator("en")


def ink_of(page: Image.Image) -> float:
    """How much of the paper is covered, 0 to 1."""
    grey = page.convert("L").histogram()
    pixels = sum(grey)
    return sum(count * (255 - value) for value, count in enumerate(grey)) / (255 * pixels)


@pytest.mark.slow
@pytest.mark.parametrize(
    # Half the ink where most of it is ground. A roster and an aid have little ground to save: what
    # is left is words, lines, boxes to mark, a QR code and solid dice. Measured for romans-80: a
    # roster 0.64 (0.61 if it had no dice), an aid 0.56.
    ("what", "most"),
    [
        *(
            ("roster", 0.65),
            ("tiles", 0.5),
            ("cards", 0.5),
            ("opponent", 0.5),
            ("battlefield", 0.4),
        ),
        *(("mat", 0.4), ("plan", 0.45), ("reference", 0.6), ("aid", 0.6)),
    ],
)
def test_ink_saver_saves_ink(what: str, most: float, tmp_path: Path) -> None:
    ink = {}
    for kind in ("full", "saver"):
        style = Style(theme="", ink=kind)
        document = documents_of(what, style, [ready("romans-80")])[0]
        pages = 2 if what == "tiles" else 1
        made = pdf_of(document, Translator("en"))
        ink[kind] = sum(ink_of(picture_of(made, tmp_path, 60, page + 1)) for page in range(pages))
    assert ink["saver"] <= most * ink["full"]
    assert ink["saver"] > 0.005  # there is still something to read


def test_black_dice_stay_black_in_ink_saver() -> None:
    for ink in ("full", "saver"):
        style = Style(theme="", ink=ink)
        page = html_document(documents_of("roster", style, [ready("romans-80")])[0].parts, "", EN)
        solid = dice_shapes((3,), ())[0]
        assert f'fill="{DARK}"' in solid
        dice = [svg for svg in _drawings(page) if solid.partition(" fill")[2] in svg]
        assert any(f'fill="{DARK}"' in svg for svg in dice)


def _drawings(page: str) -> list[str]:
    found = re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page)
    return [base64.b64decode(one).decode() for one in found]


@pytest.mark.parametrize("name", themes())
def test_themes_are_complete_and_readable(name: str) -> None:
    colours = {**theme_colours("neutral"), **theme_colours(name)}
    assert colours.keys() == theme_colours("neutral").keys()
    for ink, ground in (
        ("band-ink", "band"),
        ("ink", "tint"),
        ("ink", "ground"),
        ("quiet", "wash"),
        ("quiet", "tint"),
        ("quiet", "ground"),
        ("ink", "shade"),
        ("accent", "tint"),
        ("badge-ink", "badge"),
    ):
        assert contrast(colours[ink], colours[ground]) >= 4.5, (name, ink, ground)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    light, dark = sorted((_light(one), _light(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    def part(text: str) -> float:
        value = int(text, 16) / 255
        return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (part(colour[place : place + 2]) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
