"""Figures of troops and icons of traits.

A figure is a silhouette for the type and period of a troop, drawn on a grid of 96.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from pbbuild.base.places import shipped, template_file
from pbbuild.page.blocks import NORMAL, BlockScale, FootBlock, run_lines
from pbbuild.page.geometry import HEADING
from pbbuild.page.pictures import DARK, GRID, PAPER, Picture, coloured, drawing, icon, icon_shapes
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.text.bilingual import Text

FIGURE_GRID: Final = 96.0
STANDING: Final = 88.0  # how much of the grid a man who stands takes
# The icon of a trait before its explanation, and the space it takes.
SIGN: Final = 3.9
SIGN_SPACE: Final = 5.4
_INNER = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


def trait_shapes(trait: Trait) -> tuple[str, float]:
    """The icon of a trait with its number beside it, and how wide that is on the grid."""
    shapes = icon_shapes(trait.icon) or icon_shapes("trait")
    if not trait.number:
        return shapes, GRID
    digit = icon_shapes(f"digit-{trait.number}")
    plus = icon_shapes("digit-plus")
    number = (
        f'<g transform="translate(19 5.5) scale(0.5)">{plus}</g>'
        f'<g transform="translate(24.5 3.5) scale(0.8)">{digit}</g>'
    )
    return shapes + number, 40.0


def trait_strip(
    traits: Sequence[Trait],
    size: float,
    language: str,
    colour: str = DARK,
    ground: str = PAPER,
) -> Picture:
    """The icons of several traits in a row."""
    parts, x = [], 0.0
    for trait in traits:
        shapes, wide = trait_shapes(trait)
        parts.append(f'<g transform="translate({x:g} 0)">{shapes}</g>')
        x += wide + 5
    alt = ", ".join(trait.name.in_language(language) for trait in traits)
    return drawing(coloured("".join(parts), colour, ground), max(x - 5, 1), GRID, size, alt)


@cache
def _sign(icon_name: str, size: float, alt: str) -> Picture:
    return icon(icon_name if icon_shapes(icon_name) else "trait", size, alt)


def trait_sign(trait: Trait, size: float, alt: str) -> Picture:
    """The icon of a trait without its number, `size` high."""
    return _sign(trait.icon, size, alt)


def without_numbers(traits: Sequence[Trait]) -> list[Trait]:
    """Each trait once, those that differ only in their number as one that says x."""
    found: dict[str, Trait] = {}
    for trait in traits:
        if trait.base not in found:
            found[trait.base] = _numberless(trait) if trait.number else trait
    return list(found.values())


def _numberless(trait: Trait) -> Trait:
    def said(text: Text) -> Text:
        number = str(trait.number)
        return Text(text.en.replace(number, "x"), text.it.replace(number, "x"))

    return replace(
        trait, number=0, name=said(trait.name), line=said(trait.line), text=said(trait.text)
    )


def trait_block(
    trait: Trait,
    width: float,
    style: Style,
    full: bool,
    heading: str = "",
    scale: BlockScale = NORMAL,
) -> FootBlock:
    """A trait with its icon, name and short line, or with its clause and full text if `full`."""
    picture = trait_strip([trait], SIGN * scale.factor, style.language)
    text = (trait.text if full else trait.line).in_language(style.language)
    indent = max(SIGN_SPACE * scale.factor, picture.width + 1.4)
    title = trait.name.in_language(style.language)
    clause = [("label", trait.clause)] if full else []
    runs = [("title", title), *clause, ("text", text)]
    lines = tuple(run_lines(runs, width - indent, scale))
    height = max(len(lines) * scale.line, picture.height + 0.3)
    return FootBlock(
        kind="trait",
        height=height + (HEADING if heading else 0.0),
        scale=scale,
        heading=heading,
        picture=picture,
        title=title,
        clause=trait.clause,
        text=text,
        lines=lines,
        indent=indent,
    )


@cache
def _figures() -> dict[str, Any]:
    path = shipped("templates") / "pocket_battles" / "figures" / "figures.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def figure_name(troop: Troop, catalog: Catalog) -> str:
    """The figure of a troop: its own, else its army's or its edition's for the type."""
    names = _figures()
    own = names["tiles"].get(troop.code)
    if isinstance(own, str):
        return own
    army = catalog.armies.get(troop.army)
    by_army = names["armies"].get(troop.army, {})
    by_edition = names["editions"].get(army.edition if army else "", {})
    for types in (by_army, by_edition, names["any"]):
        assert isinstance(types, dict)
        if troop.type in types:
            found = types[troop.type]
            assert isinstance(found, str)
            return found
    return str(names["any"]["foot"])


def figure_names() -> list[str]:
    """The names of all figures."""
    folder = shipped("templates") / "pocket_battles" / "figures"
    return sorted(path.stem for path in folder.glob("*.svg"))


@cache
def figure_shapes(name: str) -> str:
    """The shapes of a figure, black with cuts in white."""
    path = template_file(f"figures/{name}.svg")
    assert path is not None, name
    found = _INNER.search(path.read_text(encoding="utf-8"))
    assert found is not None
    return found.group(1)


@dataclass(frozen=True, slots=True)
class Ink:
    """The box of what a figure draws."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width of the box."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.bottom - self.top


def figure_ink(name: str) -> Ink:
    """What a figure draws of its grid."""
    return Ink(*_figures()["ink"][name])


def figure_place(name: str, art: Ink, tallest: float = 0.0) -> Ink:
    """Where a figure stands in `art`: on its floor, at its right, as large as fits.

    A man who stands is at most `tallest` high, else as high as `art`. Figures that are small on
    their grid stay small: goblins beside orcs, hounds beside riders.
    """
    ink = figure_ink(name)
    most = (tallest or art.height) / STANDING
    scale = min(art.width / ink.width, art.height / ink.height, most)
    left, top = art.right - ink.width * scale, art.bottom - ink.height * scale
    return Ink(left, top, art.right, art.bottom)


def placed_figure(name: str, place: Ink, colour: str, ground: str) -> str:
    """A figure in its place, as part of a larger drawing."""
    shapes = coloured(figure_shapes(name), colour, ground)
    ink = figure_ink(name)
    scale = place.width / ink.width
    x, y = place.left - ink.left * scale, place.top - ink.top * scale
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})">{shapes}</g>'


def figure(name: str, size: float, alt: str, colour: str, ground: str) -> Picture:
    """One figure, `size` millimetres square."""
    return drawing(
        coloured(figure_shapes(name), colour, ground), FIGURE_GRID, FIGURE_GRID, size, alt
    )
