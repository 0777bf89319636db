"""Tiles, tokens and borders to print and cut: their faces, and sheets of fronts and backs.

A face is one drawing with labels on top, in millimetres; large print enlarges the whole tile.
"""

from collections.abc import Sequence
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    coloured,
    dice_shapes,
    disc,
    drawing,
    emblem_name,
    filled,
    icon_shapes,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace, TileSheet, tile_pages
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.pocket_battles.rules.units import BORDER_TILES, PLAYERS
from pbbuild.pocket_battles.sheets.troop_icons import trait_shapes
from pbbuild.pocket_battles.sheets.unit_card import SMALLEST, dice_words, mark_of, type_words
from pbbuild.text.translate import Translator

# Sides in millimetres.
CARD: Final = 45.0
COUNTER: Final = 22.0
TOKEN: Final = 16.0
_EDGE: Final = 0.2


def _frame(size: float, colour: str) -> str:
    side = size - 2 * _EDGE
    return outlined(f"M{_EDGE} {_EDGE}h{side:g}v{side:g}h{-side:g}z", colour, 0.3, "none")


def _placed(shapes: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})">{shapes}</g>'


def _type_name(troop: Troop) -> str:
    name = f"type-{troop.type}"
    return name if icon_shapes(name) else "type-other"


def tile_words(troop: Troop, catalog: Catalog, t: Translator) -> str:
    """A tile in words: the alternative text of its picture."""
    traits = ", ".join(catalog.traits[name].name.in_language(t.language) for name in troop.traits)
    parts = [
        t("tiles.alt", code=troop.code, name=troop.name, dp=troop.dp, fv=troop.fv, wp=troop.wp),
        type_words(troop.type, t),
        dice_words(troop, t),
        traits,
    ]
    return "; ".join(part for part in parts if part)


def _middle(troop: Troop, top: float, height: float, style: Style) -> str:
    """The dice of a card, or its type icon large and pale if it has no dice."""
    if troop.black or troop.white:
        return _dice_line(troop, 2.5, top, CARD - 5, height, style.ink == "saver")
    size = min(15.0, height - 1.0)
    middle = top + (height - size) / 2
    pale = style.colours["rule"]
    return placed_icon(_type_name(troop), (CARD - size) / 2, middle, size, pale)


def _dice_line(troop: Troop, x: float, y: float, space: float, height: float, saver: bool) -> str:
    """All dice in one line if that makes them larger than two lines would."""
    shapes, wide = dice_shapes(troop.black, troop.white, saver)
    size = min(8.6, height - 0.4, 24 * space / wide)
    if not (troop.black and troop.white) or size < height / 2 - 0.6:
        return _dice_rows(troop, x, y, space, height, saver)
    scale = size / 24
    return _placed(shapes, x + (space - wide * scale) / 2, y + (height - size) / 2, scale)


def _dice_rows(troop: Troop, x: float, y: float, space: float, height: float, saver: bool) -> str:
    """Black dice above white ones, as large as the space allows."""
    rows = [(faces, black) for faces, black in ((troop.black, True), (troop.white, False)) if faces]
    if not rows:
        return ""
    longest = max(len(faces) for faces, _ in rows)
    size = min(8.6, height / len(rows) - 0.6, space / (longest * 1.06))
    used = len(rows) * (size + 0.8) - 0.8
    parts = []
    for place, (faces, black) in enumerate(rows):
        shapes, wide = dice_shapes(faces if black else (), () if black else faces, saver)
        scale = size / 24
        left = x + (space - wide * scale) / 2
        top = y + (height - used) / 2 + place * (size + 0.8)
        parts.append(_placed(shapes, left, top, scale))
    return "".join(parts)


def card_face(troop: Troop, catalog: Catalog, style: Style, t: Translator) -> TileFace:
    """The front of a card of 45 mm."""
    colours, saver = style.colours, style.ink == "saver"
    band = 9.0
    traits = [catalog.traits[name] for name in troop.traits]
    trait_rows = [traits[start : start + 3] for start in range(0, len(traits), 3)][:4]
    trait_high = 8.2 if len(trait_rows) < 3 else 6.0
    foot = 37.4
    traits_top = foot - trait_high * len(trait_rows)
    gloss = troop.gloss.in_language(style.language)
    dice_top = band + (3.8 if gloss else 0.8)
    shapes = [
        outlined(
            rounded_box(_EDGE, _EDGE, CARD - 2 * _EDGE, CARD - 2 * _EDGE, 0.01),
            colours["rule"],
            0.3,
        ),
        filled(f"M0 0H{CARD:g}V{band:g}H0z", colours["band"]),
        f'<path d="M0 {band:g}H{CARD:g}" stroke="{colours["band-rule"]}" stroke-width="0.6"/>',
        placed_icon(_type_name(troop), 1.8, 1.5, 6.0, colours["band-ink"], colours["band"]),
        outlined(disc(40.0, 4.5, 3.7), colours["band-rule"], 0.4),
        placed_number(troop.dp, 40.0, 4.5, 4.6),
        filled(f"M0.35 {foot:g}H{CARD - 0.35:g}V{CARD - 0.35:g}H0.35z", colours["tint"]),
        f'<path d="M0.3 {foot:g}H{CARD - 0.3:g}" stroke="{colours["rule"]}" stroke-width="0.25"/>',
        _middle(troop, dice_top, traits_top - dice_top - 0.4, style),
        placed_number(troop.fv, 10.4, 41.1, 5.4),
        *_wounds(troop.wp, 43.2, 41.1, 4.3, 18.0),
        _frame(CARD, colours["rule"]),
    ]
    labels = []
    for row, group in enumerate(trait_rows):
        made, words = _trait_row(group, traits_top + row * trait_high, trait_high, style, saver)
        shapes.append(made)
        labels.extend(words)
    space = CARD - 9.4 - 9.4
    size = measure.fitted_size(troop.name, measure.NAME, space, 4.3, SMALLEST)
    lines = measure.limited_lines(troop.name, measure.NAME, space, size, 3)
    step = (band, 3.0, 2.9)[len(lines) - 1]
    for place, line in enumerate(lines):
        y = (band - step * len(lines)) / 2 + place * step
        labels.append(Label(line, 9.4, y, space, size, step, "name on-band"))
    if gloss:
        fitted = measure.fitted_size(gloss, measure.BODY_ITALIC, CARD - 3, 2.6, SMALLEST)
        text = measure.shortened(gloss, measure.BODY_ITALIC, CARD - 3, fitted)
        labels.append(Label(text, 1.5, band + 0.5, CARD - 3, fitted, 3.2, "gloss", "center"))
    code = f"{troop.code}{mark_of(troop)}"
    labels.append(Label(t("roster.fv"), 2.2, 39.6, 6, 2.6, 3.0, "label"))
    labels.append(Label(code, 14, 39.6, 12, 2.47, 3.0, "label", "left"))
    if not troop.wp:
        labels.append(Label(t("roster.no-wp"), 30, 39.6, 13, 2.6, 3.0, "label", "right"))
    picture = drawing("".join(shapes), CARD, CARD, CARD, tile_words(troop, catalog, t))
    return TileFace(picture, tuple(labels))


def _wounds(count: int, right: float, middle: float, size: float, space: float) -> list[str]:
    """A drop for each wound point, from the right."""
    step = min(size * 0.86, space / max(count, 1))
    return [
        placed_icon("wounds", right - size - place * step, middle - size / 2, size)
        for place in range(count)
    ]


def _trait_row(
    traits: Sequence[Trait], y: float, height: float, style: Style, saver: bool
) -> tuple[str, list[Label]]:
    """Up to three traits side by side, each with its name."""
    slot = (CARD - 2.0) / len(traits)
    icon = height - 3.2
    shapes, labels = [], []
    for place, trait in enumerate(traits):
        drawn, wide = trait_shapes(trait)
        scale = icon / 24
        middle = 1.0 + slot * (place + 0.5)
        made = coloured(drawn, DARK, PAPER)
        shapes.append(_placed(made, middle - wide * scale / 2, y, scale))
        name = measure.shortened(
            trait.name.in_language(style.language), measure.LABEL, slot - 0.4, SMALLEST
        )
        labels.append(
            Label(name, middle - slot / 2, y + icon + 0.1, slot, SMALLEST, 2.9, "label", "center")
        )
    return "".join(shapes), labels


def counter_face(troop: Troop, catalog: Catalog, style: Style, t: Translator) -> TileFace:
    """The front of a counter of 22 mm."""
    colours, saver = style.colours, style.ink == "saver"
    band, size = 4.0, COUNTER
    traits = [catalog.traits[name] for name in troop.traits]
    strip, wide = _trait_line(traits)
    scale = min(3.1 / 24, (size - 1.4) / wide) if traits else 0.0
    dice_top, dice_high = band + 0.5, (7.2 if traits else 10.4)
    shapes = [
        outlined(
            rounded_box(_EDGE, _EDGE, size - 2 * _EDGE, size - 2 * _EDGE, 0.01),
            colours["rule"],
            0.3,
        ),
        filled(f"M0 0H{size:g}V{band:g}H0z", colours["band"]),
        f'<path d="M0 {band:g}H{size:g}" stroke="{colours["band-rule"]}" stroke-width="0.4"/>',
        _dice_line(troop, 5.2, dice_top, size - 6, dice_high, saver),
        placed_icon(_type_name(troop), 0.9, dice_top + dice_high / 2 - 2, 4.0, colours["accent"]),
        _placed(strip, (size - wide * scale) / 2, 12.1, scale) if traits else "",
        filled(f"M0.35 15.6H{size - 0.35:g}V{size - 0.35:g}H0.35z", colours["tint"]),
        placed_number(troop.fv, 4.9, 17.3, 3.0),
        outlined(disc(19.0, 18.6, 2.4), colours["accent"], 0.3),
        placed_number(troop.dp, 19.0, 18.6, 3.0),
        *_wounds(troop.wp, 15.6, 17.2, 2.7, 7.6),
        _frame(size, colours["rule"]),
    ]
    space = size - 1.2
    name_size = measure.fitted_size(troop.name, measure.NAME, space, 3.2, SMALLEST)
    name = measure.shortened(troop.name, measure.NAME, space, name_size)
    labels = [
        Label(name, 0.6, 0, space, name_size, band, "name on-band", "center"),
        Label(t("roster.fv"), 0.9, 15.9, 4, SMALLEST, 2.9, "label"),
        Label(f"{troop.code}{mark_of(troop)}", 0.9, 18.8, 14, SMALLEST, 2.9, "label"),
    ]
    if not troop.wp:
        labels.append(Label(t("roster.no-wp"), 7.5, 15.9, 8, SMALLEST, 2.9, "label", "right"))
    picture = drawing("".join(shapes), size, size, size, tile_words(troop, catalog, t))
    return TileFace(picture, tuple(labels))


def _trait_line(traits: Sequence[Trait]) -> tuple[str, float]:
    parts, x = [], 0.0
    for trait in traits:
        shapes, wide = trait_shapes(trait)
        parts.append(f'<g transform="translate({x:g} 0)">{coloured(shapes, DARK, PAPER)}</g>')
        x += wide + 4
    return "".join(parts), max(x - 4, 1.0)


def army_back(army_id: str, size: float, catalog: Catalog, style: Style, t: Translator) -> TileFace:
    """The back of a tile: the colours and name of its army, the same for every tile of it."""
    colours = style.colours
    army = catalog.armies.get(army_id)
    name = army.name.in_language(style.language) if army else army_id
    edge, middle = size * 0.05, size / 2
    emblem = size * 0.42
    shapes = [
        filled(
            rounded_box(edge, edge, size - 2 * edge, size - 2 * edge, size * 0.04), colours["band"]
        ),
        outlined(
            rounded_box(edge * 1.8, edge * 1.8, size - edge * 3.6, size - edge * 3.6, size * 0.03),
            colours["band-ink"],
            size * 0.008,
            colours["band"],
        ),
        placed_icon(
            emblem_name(style.theme),
            middle - emblem / 2,
            size * 0.17,
            emblem,
            colours["band-ink"],
            colours["band"],
        ),
    ]
    space = size - edge * 5
    largest, least = size * 0.125, size * 0.08
    text_size = measure.fitted_size(name, measure.TITLE, space, largest, max(least, SMALLEST))
    if measure.width(name, measure.TITLE, text_size) > space:
        text_size = max(size * 0.07, SMALLEST)
    lines = measure.limited_lines(name, measure.TITLE, space, text_size, 2)
    step = size * 0.16 if len(lines) == 1 else text_size * 1.15
    top = size * 0.76 - step * len(lines) / 2
    labels = tuple(
        Label(line, edge * 2.5, top + place * step, space, text_size, step, "back", "center")
        for place, line in enumerate(lines)
    )
    return TileFace(
        drawing("".join(shapes), size, size, size, t("tiles.back-alt", army=name)), labels
    )


def token_face(kind: str, size: float, style: Style, t: Translator) -> TileFace:
    """One side of a token: an order is a dark ring with a chevron, a wound a drop."""
    middle = size / 2
    saver = style.ink == "saver"
    ground = PAPER if saver or kind == "wound" else DARK
    ink = DARK if ground == PAPER else PAPER
    icon = "fast" if kind == "order" else "wounds"
    shapes = [
        outlined(disc(middle, middle, size * 0.44), DARK, size * 0.035, ground),
        placed_icon(icon, middle - size * 0.24, middle - size * 0.24, size * 0.48, ink, ground),
    ]
    return TileFace(drawing("".join(shapes), size, size, size, t(f"tiles.{kind}")))


def border_face(size: float, style: Style, t: Translator) -> TileFace:
    """A tile that marks the border between two sectors."""
    colours = style.colours
    middle, edge = size / 2, 0.3
    high = size - 2 * edge
    dashes = "".join(f"M{middle:g} {y:g}v4.5" for y in (1.5, 8.5, 15.5, 25, 32, 39))
    field = f"h{middle - 5 - edge:g}v{high:g}h{5 + edge - middle:g}z"
    arrows = f"M{middle - 7:g} 8l-7 -4.500v9zM{middle + 7:g} 8l7 -4.500v9z"
    shapes = [
        _frame(size, colours["rule"]),
        filled(f"M{edge} {edge}{field}M{middle + 5:g} {edge}{field}", colours["ground"]),
        f'<path d="{dashes}" stroke="{DARK}" stroke-width="1.2" fill="none"/>',
        filled(arrows, DARK),
    ]
    words = t("tiles.border-label")
    labels = (Label(words, 2, middle - 1.6, size - 4, 2.6, 3.2, "label plate", "center"),)
    return TileFace(drawing("".join(shapes), size, size, size, words), labels)


def tile_sheet(
    title: str,
    troops: Sequence[Troop],
    size: float,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> TileSheet:
    """The tiles of `troops`, in the colours of `style`."""
    face = card_face if size == CARD else counter_face
    fronts = [face(troop, catalog, style, t) for troop in troops]
    backs = [army_back(troop.army, size, catalog, style, t) for troop in troops]
    return TileSheet(title, tile_pages(title, fronts, backs, size, style, t))


def token_sheet(count: int, style: Style, t: Translator) -> TileSheet:
    """Tokens: an order on one side, a wound on the other."""
    order, wound = token_face("order", TOKEN, style, t), token_face("wound", TOKEN, style, t)
    title = t("tiles.tokens")
    return TileSheet(title, tile_pages(title, [order] * count, [wound] * count, TOKEN, style, t))


def border_sheet(style: Style, t: Translator) -> TileSheet:
    """Eight tiles that mark the borders of the sectors, four for each player. PB-1.9."""
    face = border_face(CARD, style, t)
    title = t("tiles.borders")
    faces = [face] * (PLAYERS * BORDER_TILES)
    return TileSheet(title, tile_pages(title, faces, faces, CARD, style, t))
