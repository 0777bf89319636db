"""Tokens and sector borders to print and cut: their faces, and sheets of fronts and backs."""

from collections.abc import Callable
from dataclasses import replace
from math import cos, pi, sin
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import T5, cut_grid, square
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    emblem_name,
    filled,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Extra, Label, TileFace, TileSheet, tile_pages
from pbbuild.pocket_battles.rules.units import BORDER_TILES, PLAYERS
from pbbuild.pocket_battles.sheets.pieces.terrain import TERRAINS, VERGE_HALF, border_shapes
from pbbuild.pocket_battles.sheets.tiles import CARD, SAFE
from pbbuild.pocket_battles.sheets.troop_icons import Ink
from pbbuild.text.translate import Translator

TOKEN: Final = 16.0
BORDER: Final = CARD.piece.width
RIM: Final = TOKEN / 2 - 1.0  # the disc stays clear of the cuts of its square
BEADS: Final = 40
# Signs on tokens: the number of a unit, the emblem of an army.
NUMBER: Final = 7.6
EMBLEM: Final = 7.2
# More than any sheet holds.
MOST_TOKENS: Final = 400
WOUND: Final = "#a3150f"


def token_face(kind: str, style: Style, t: Translator) -> TileFace:
    """One side of a token: a sealed dispatch is an order, a drop is a wound.

    A dark side and a light one: which it is must be clear from across the table.
    """
    middle, saver = TOKEN / 2, style.ink == "saver"
    is_dark = kind == "order" and not saver
    ink, ground = (PAPER, DARK) if is_dark else (DARK, PAPER)
    sign = _dispatch(middle, ink, ground) if kind == "order" else _drop(middle, saver)
    return _coin(sign, DARK, ink, ground, t(f"tiles.{kind}"))


def _coin(sign: str, rim: str, ink: str, ground: str, alt: str) -> TileFace:
    """A disc with a beaded rim and a sign."""
    middle = TOKEN / 2
    beads = "".join(
        disc(
            middle + (RIM - 0.62) * cos(2 * pi * bead / BEADS),
            middle + (RIM - 0.62) * sin(2 * pi * bead / BEADS),
            0.17,
        )
        for bead in range(BEADS)
    )
    shapes = (
        outlined(disc(middle, middle, RIM - 0.15), rim, 0.3, ground)
        + filled(beads, ink)
        + outlined(disc(middle, middle, RIM - 1.3), ink, 0.2, "none")
    )
    return TileFace(drawing(shapes + sign, TOKEN, TOKEN, TOKEN, alt))


def number_coin(number: int, style: Style, t: Translator) -> tuple[TileFace, TileFace]:
    """Both sides of a disc with the number of a unit, as rosters and plans have it."""
    alt, middle = t("tiles.unit-number", number=number), TOKEN / 2
    return _two_sides(style, alt, lambda ink, _: placed_number(number, middle, middle, NUMBER, ink))


def emblem_coin(theme: str, style: Style, t: Translator) -> tuple[TileFace, TileFace]:
    """Both sides of a disc with an army's emblem, for the round and for points lost."""
    corner = (TOKEN - EMBLEM) / 2
    name = emblem_name(theme)
    return _two_sides(
        style,
        t("tiles.marker"),
        lambda ink, ground: placed_icon(name, corner, corner, EMBLEM, ink, ground),
    )


def _two_sides(
    style: Style, alt: str, sign: Callable[[str, str], str]
) -> tuple[TileFace, TileFace]:
    """A side in the army's colour and a pale one."""
    colours = style.colours
    grounds = ((colours["band-ink"], colours["band"]), (colours["accent"], PAPER))
    if style.ink == "saver":
        grounds = ((DARK, PAPER), (colours["accent"], PAPER))
    front, back = (
        _coin(sign(ink, ground), colours["accent"], ink, ground, alt) for ink, ground in grounds
    )
    return front, back


def _dispatch(middle: float, ink: str, ground: str) -> str:
    """A folded letter with a seal."""
    letter = (
        outlined(rounded_box(-3.6, -2.45, 7.2, 4.9, 0.35), ground, 0.3, ink)
        + f'<path d="M-3.5 -2.2L0 0.75L3.5 -2.2M-3.5 2.3L-0.95 0M3.5 2.3L0.95 0" fill="none"'
        f' stroke="{ground}" stroke-width="0.34" stroke-linejoin="round"/>'
        + outlined(disc(0, 0.55, 1.35), ink, 0.3, ground)
        + filled(_star(0, 0.55, 0.8), ink)
    )
    return f'<g transform="translate({middle:g} {middle:g}) rotate(-9)">{letter}</g>'


def _star(x: float, y: float, radius: float) -> str:
    points = (
        (x + size * sin(pi * step / 5), y - size * cos(pi * step / 5))
        for step in range(10)
        for size in (radius if step % 2 == 0 else radius * 0.42,)
    )
    return "M" + "L".join(f"{across:.3f} {down:.3f}" for across, down in points) + "z"


def _drop(middle: float, saver: bool) -> str:
    """A drop with a light on it."""
    colour = DARK if saver else WOUND
    drop = "M0 -4.3C1.2 -2.2 3 -0.4 3 1.6A3 3 0 0 1 -3 1.6C-3 -0.4 -1.2 -2.2 0 -4.3z"
    light = "M-1.75 1.5A1.8 1.8 0 0 0 -0.2 3.3"
    return (
        f'<g transform="translate({middle:g} {middle:g})">{filled(drop, colour)}'
        f'<path d="{light}" fill="none" stroke="{PAPER}" stroke-width="0.55"'
        ' stroke-linecap="round"/></g>'
    )


def border_face(terrain: str, style: Style, t: Translator) -> TileFace:
    """A tile that marks the border between two sectors: terrain between two fields."""
    words = t("tiles.border-label")
    left = SAFE + 0.4
    lines = measure.wrapped(words, measure.LABEL, BORDER / 2 - VERGE_HALF - left - 0.8, T5.size)
    top = BORDER - left - T5.line * len(lines)
    labels = tuple(
        Label(line, left, top + place * T5.line, 14.0, T5.size, T5.line, "label")
        for place, line in enumerate(lines)
    )
    wide = max(measure.width(line, measure.LABEL, T5.size) for line in lines)
    keep = Ink(left - 1.0, top - 0.6, left + wide + 1.0, BORDER - left + 0.8)
    return TileFace(_border(terrain, style, words, keep), labels, style.bleed)


def _border(terrain: str, style: Style, words: str, keep: Ink | None = None) -> Picture:
    bleed, side = style.bleed, BORDER + 2 * style.bleed
    shapes = border_shapes(terrain, BORDER, bleed, style.ink == "saver", keep)
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{shapes}</g>'
    return drawing(moved, side, side, side, words)


def small_border(terrain: str, side: float, style: Style, t: Translator) -> TileFace:
    """A border of another size; its drawing says what it is."""
    scale = side / BORDER
    own = replace(style, bleed=style.bleed / scale)
    return TileFace(_border(terrain, own, t("tiles.border-label")).scaled(scale), (), style.bleed)


def token_sheet(count: int, style: Style, t: Translator) -> TileSheet:
    """A full sheet: at least `count` tokens, an order on one side, a wound on the other.

    Below them are the numbers of the units of two players, as many as a row of tokens has.
    """
    order, wound = token_face("order", style, t), token_face("wound", style, t)
    grid = cut_grid(square(TOKEN * style.scale), style.page, 0.0, style.scale)
    numbers = [number_coin(number, style, t) for number in range(1, grid.columns + 1)]
    # One player's numbers lie dark side up, the other's light side up.
    coins = [*numbers, *((back, front) for front, back in numbers)]
    free = -(count + len(coins)) % grid.count
    sides = [(order, wound)] * (count + free) + coins
    title = t("tiles.tokens")
    fronts, backs = zip(*sides, strict=True)
    return TileSheet(title, tile_pages(title, fronts, backs, style, t))


def border_sheet(style: Style, t: Translator) -> TileSheet:
    """Tiles that mark the borders of the sectors, four for each player, and tokens. PB-1.9."""
    faces = [border_face(terrain, style, t) for terrain in TERRAINS for _ in range(PLAYERS)]
    assert len(faces) == PLAYERS * BORDER_TILES
    title = t("tiles.borders")
    # As many as fit.
    tokens = token_extra(MOST_TOKENS, style, t)
    return TileSheet(title, tile_pages(title, faces, faces, style, t, extras=[tokens]))


def token_extra(count: int, style: Style, t: Translator, scale: float = 1.0) -> Extra:
    """Up to `count` tokens for the rest of a sheet."""
    order, wound = (token_face(kind, style, t).enlarged(scale) for kind in ("order", "wound"))
    return Extra((order,) * count, (wound,) * count, may_be_cut=True)
