"""Ink saver halves the ink, measured in pixels, and nothing depends on colour alone."""

from pathlib import Path

import pytest
from PIL import Image

from pbbuild.page.pictures import dice_picture
from pbbuild.page.printables import pdf_of
from pbbuild.page.style import Style, theme_colours, themes
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.pocket_battles.sheets.test_tiles import picture_of


def ink_of(page: Image.Image) -> float:
    """How much of the paper is covered, 0 to 1."""
    grey = page.convert("L").histogram()
    pixels = sum(grey)
    return sum(count * (255 - value) for value, count in enumerate(grey)) / (255 * pixels)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["roster", "tiles", "opponent", "battlefield", "aid"])
def test_ink_saver_halves_the_ink(what: str, tmp_path: Path) -> None:
    ink = {}
    for kind in ("full", "saver"):
        style = Style(theme="", ink=kind)
        document = documents_of(what, style, [ready("romans-80")])[0]
        pages = 2 if what == "tiles" else 1
        made = pdf_of(document, Translator("en"))
        ink[kind] = sum(ink_of(picture_of(made, tmp_path, 60, page + 1)) for page in range(pages))
    assert ink["saver"] <= 0.5 * ink["full"]
    assert ink["saver"] > 0.005  # there is still something to read


def test_black_and_white_dice_differ_without_colour() -> None:
    for saver in (False, True):
        black = dice_picture((3,), (), 4, "3", saver).address
        white = dice_picture((), (3,), 4, "3", saver).address
        assert black != white


@pytest.mark.parametrize("name", themes())
def test_themes_are_complete_and_readable(name: str) -> None:
    colours = {**theme_colours("neutral"), **theme_colours(name)}
    assert colours.keys() == theme_colours("neutral").keys()
    for ink, ground in (
        ("band-ink", "band"),
        ("ink", "tint"),
        ("ink", "ground"),
        ("quiet", "wash"),
        ("badge-ink", "badge"),
    ):
        assert _contrast(colours[ink], colours[ground]) >= 4.5, (name, ink, ground)


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_light(one), _light(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    def part(text: str) -> float:
        value = int(text, 16) / 255
        return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (part(colour[place : place + 2]) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
