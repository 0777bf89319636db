"""Tiles, tokens and borders to print and cut: their faces, and sheets of fronts and backs.

`tile_face` draws every size of tile, for paper, page and export. A face is one drawing with
labels on top, in millimetres; large print enlarges the whole tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import T5, PieceSize, cut_grid, square
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
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
from pbbuild.page.tile_sheet import Label, TileFace, TileSheet, mixed_pages, tile_pages
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.pocket_battles.rules.units import BORDER_TILES, PLAYERS
from pbbuild.pocket_battles.sheets.troop_icons import figure_name, placed_figure, trait_shapes
from pbbuild.pocket_battles.sheets.unit_card import MARKS, SMALLEST, dice_words, mark_of, type_words
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class TileFormat:
    """The measures of one size of tile; places are from its upper left corner.

    `dice` are the tops of the black and the white row: each has its own place even if the other
    is empty. `floor` is where the figure stands and the foot begins.
    """

    piece: PieceSize
    edge: float
    band: float
    name: float
    name_lines: int
    points: tuple[float, float, float]
    die: float
    dice: tuple[float, float]
    figure: float
    floor: float
    traits: float
    trait_rows: int
    foot: float
    box: tuple[float, float]
    drop: float
    has_gloss: bool = False
    has_emblem: bool = False
    has_trait_names: bool = True


CARD: Final = TileFormat(
    piece=square(45.0),
    edge=2.4,
    band=8.6,
    name=4.23,
    name_lines=2,
    points=(38.6, 6.4, 4.2),
    die=6.8,
    dice=(12.5, 19.8),
    figure=25.5,
    floor=37.0,
    traits=28.0,
    trait_rows=2,
    foot=38.5,
    box=(8.6, 5.0),
    drop=3.7,
    has_gloss=True,
    has_emblem=True,
)
TALL: Final = TileFormat(
    piece=PieceSize(30.0, 50.0),
    edge=2.2,
    band=9.6,
    name=3.9,
    name_lines=2,
    points=(24.4, 6.9, 3.9),
    die=6.0,
    dice=(12.0, 18.4),
    figure=24.0,
    floor=41.6,
    traits=28.2,
    trait_rows=3,
    foot=43.0,
    box=(7.8, 4.8),
    drop=3.3,
)
COUNTER: Final = TileFormat(
    piece=square(22.0),
    edge=1.2,
    band=4.1,
    name=3.2,
    name_lines=1,
    points=(18.5, 18.7, 2.3),
    die=3.9,
    dice=(4.6, 8.7),
    figure=11.6,
    floor=15.8,
    traits=12.9,
    trait_rows=1,
    foot=16.6,
    box=(5.9, 4.2),
    drop=2.4,
    has_trait_names=False,
)
FORMATS: Final = {"tiles": CARD, "tall": TALL, "counters": COUNTER}
TOKEN: Final = 16.0
BORDER: Final = CARD.piece.width


def _placed(shapes: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})">{shapes}</g>'


def _ground(x: float, y: float, width: float, height: float, colour: str) -> str:
    return filled(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z", colour)


def _bled(shapes: Sequence[str], piece: PieceSize, bleed: float, alt: str) -> Picture:
    """The picture of a piece and of its bleed."""
    wide, high = piece.width + 2 * bleed, piece.height + 2 * bleed
    made = "".join(shapes)
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{made}</g>' if bleed else made
    return drawing(moved, wide, high, high, alt)


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


def tile_face(
    troop: Troop, form: TileFormat, catalog: Catalog, style: Style, t: Translator
) -> TileFace:
    """The front of a tile in any format."""
    colours, bleed, piece = style.colours, style.bleed, form.piece
    wide, right = piece.width, piece.width - form.edge
    figure_y = form.floor - form.figure * 92 / 96
    figure_x = min(right, wide - 1.4) - form.figure
    name = figure_name(troop, catalog)
    shapes = [
        _ground(-bleed, -bleed, wide + 2 * bleed, piece.height + 2 * bleed, PAPER),
        _ground(-bleed, 0, wide + 2 * bleed, form.floor, colours["tint"]),
        placed_figure(name, figure_x, figure_y, form.figure, colours["shade"], colours["tint"]),
        _ground(-bleed, -bleed, wide + 2 * bleed, form.band + bleed, colours["band"]),
        _rule(-bleed, wide + bleed, form.band, colours["band-rule"], 0.4),
        _rule(-bleed, wide + bleed, form.floor, colours["band-rule"], 0.5),
        _dice(troop, form),
    ]
    labels = _name_labels(troop, form)
    if form.has_gloss and (gloss := troop.gloss.in_language(style.language)):
        space = form.points[0] - form.points[2] - form.edge - 0.6
        text = measure.shortened(gloss, measure.BODY_ITALIC, space, T5.size)
        labels.append(Label(text, form.edge, form.band + 0.3, space, T5.size, T5.line, "gloss"))
    drawn, words = _traits(troop, form, catalog, style)
    shapes.append(drawn)
    labels.extend(words)
    drawn, words = _foot(troop, form, catalog, style, t)
    shapes.append(drawn)
    labels.extend(words)
    x, y, radius = form.points
    shapes.append(outlined(disc(x, y, radius), colours["band-rule"], radius * 0.11))
    shapes.append(placed_number(troop.dp, x, y, radius * 1.3))
    picture = _bled(shapes, piece, bleed, tile_words(troop, catalog, t))
    return TileFace(picture, tuple(labels), bleed)


def _rule(left: float, right: float, y: float, colour: str, line: float) -> str:
    return f'<path d="M{left:g} {y:g}H{right:g}" stroke="{colour}" stroke-width="{line:g}"/>'


def _name_labels(troop: Troop, form: TileFormat) -> list[Label]:
    x, _, radius = form.points
    is_beside = form.points[1] - radius < form.band
    space = (x - radius - 0.6 if is_beside else form.piece.width - form.edge) - form.edge
    size = measure.fitted_size(troop.name, measure.NAME, space, form.name, SMALLEST)
    if form.name_lines > 1 and size < form.name * 0.8:
        size = max(SMALLEST, min(form.name * 0.8, form.band * 0.4))
        while size > SMALLEST and len(measure.wrapped(troop.name, measure.NAME, space, size)) > 2:
            size = max(SMALLEST, size - 0.1)
    lines = measure.limited_lines(troop.name, measure.NAME, space, size, form.name_lines)
    step = form.band if len(lines) == 1 else size * 1.1
    top = (form.band - step * len(lines)) / 2
    return [
        Label(line, form.edge, top + place * step, space, size, step, "name on-band")
        for place, line in enumerate(lines)
    ]


def _dice(troop: Troop, form: TileFormat) -> str:
    """Black dice in the upper row, white ones in the lower, of one size on every tile."""
    parts = []
    for top, black, white in ((form.dice[0], troop.black, ()), (form.dice[1], (), troop.white)):
        if not (black or white):
            continue
        shapes, wide = dice_shapes(black, white)
        # Only a player's own tile can have more dice than a row holds.
        scale = min(form.die / 24, (form.piece.width - 2 * form.edge) / wide)
        parts.append(_placed(shapes, form.edge - scale, top, scale))
    return "".join(parts)


def _traits(
    troop: Troop, form: TileFormat, catalog: Catalog, style: Style
) -> tuple[str, list[Label]]:
    """The traits with their names, in two columns if one is too short; without dice higher up."""
    traits = [catalog.traits[name] for name in troop.traits]
    if not traits:
        return "", []
    has_dice = bool(troop.black or troop.white)
    top = form.traits if has_dice else form.dice[0] + 0.6
    high = form.floor - 0.5 - top
    if not form.has_trait_names:
        return _trait_signs(traits, form, top if has_dice else form.dice[0] + 1.0, high), []
    most = form.trait_rows if has_dice else 4
    columns = 1 if len(traits) <= most else 2
    rows = -(-len(traits) // columns)
    step = min(high / max(rows, 1), 4.6)
    if step < SMALLEST + 0.2:
        return _trait_signs(traits, form, top, high), []
    # Rows end at the floor, below the dice; without dice they begin at the top.
    first = form.floor - 0.5 - rows * step if has_dice else top
    icon = min(3.7, step - 0.3)
    slot = (form.piece.width - 2 * form.edge) / columns
    shapes, labels = [], []
    for place, trait in enumerate(traits):
        row, column = divmod(place, columns)
        x, y = form.edge + column * slot, first + row * step
        drawn = icon_shapes(trait.icon) or icon_shapes("trait")
        shapes.append(
            _placed(
                coloured(drawn, DARK, style.colours["tint"]), x, y + (step - icon) / 2, icon / 24
            )
        )
        space = slot - icon - 1.2
        text = trait.name.in_language(style.language)
        size = measure.fitted_size(text, measure.NAME, space, T5.size * 1.06, SMALLEST)
        text = measure.shortened(text, measure.NAME, space, size)
        labels.append(Label(text, x + icon + 0.8, y, space, size, step, "trait"))
    return "".join(shapes), labels


def _trait_signs(traits: Sequence[Trait], form: TileFormat, top: float, high: float) -> str:
    """The signs of traits with their numbers, in one line."""
    parts, x = [], 0.0
    for trait in traits:
        shapes, wide = trait_shapes(trait)
        parts.append(f'<g transform="translate({x:g} 0)">{coloured(shapes, DARK, PAPER)}</g>')
        x += wide + 4
    scale = min(2.7 / 24 if high < 4 else 3.6 / 24, (form.piece.width - 2 * form.edge) / (x - 4))
    return _placed("".join(parts), form.edge, top, scale)


def _foot(
    troop: Troop, form: TileFormat, catalog: Catalog, style: Style, t: Translator
) -> tuple[str, list[Label]]:
    """Formation value in a box, the code, a drop for each wound point."""
    colours = style.colours
    wide, high = form.box
    box = rounded_box(form.edge, form.foot, wide, high, high * 0.2)
    middle = form.foot + high / 2
    has_code_beside = form.has_trait_names
    right = form.piece.width - form.edge
    word = t("roster.fv")
    label_wide = measure.width(word, measure.LABEL, SMALLEST) + 0.4
    number_x = form.edge + (wide + label_wide) / 2 + 0.1
    shapes = [
        outlined(box, colours["accent"], 0.3 if has_code_beside else 0.2),
        placed_number(troop.fv, number_x, middle, min(high * 0.86, 1.4 * (wide - label_wide))),
    ]
    labels = [
        Label(word, form.edge + 0.6, form.foot, label_wide, SMALLEST, high, "label"),
    ]
    code = f"{troop.code}{mark_of(troop)}"
    code_wide = measure.width(code, measure.LABEL, T5.size)
    # The middle of the wound points; counters have the code below them instead of beside.
    level, line = middle, high
    if has_code_beside:
        emblem = 2.9 if form.has_emblem else 0.0
        x = form.edge + wide + (4.0 if form.has_emblem else 0.8)
        if emblem:
            army = catalog.armies.get(troop.army)
            icon = emblem_name(army.theme if army else "neutral")
            shapes.append(placed_icon(icon, x, middle - emblem / 2, emblem, colours["accent"]))
            x += emblem + 0.8
        labels.append(Label(code, x, form.foot, code_wide + 0.5, T5.size, high, "code"))
    else:
        right = form.points[0] - form.points[2] - 0.5
        left = form.edge + wide + 0.5
        level, line = form.foot + form.drop / 2 - 0.3, form.drop
        y = form.foot + form.drop - 0.2
        labels.append(Label(code, left, y, right - left, SMALLEST, 2.2, "code", "center"))
    space = right - form.edge - wide - 0.4
    if not has_code_beside:
        drops_wide = form.drop * (1 + 0.84 * (troop.wp - 1))
        right -= max(0.0, (space - 0.1 - drops_wide) / 2)
    shapes += _drops(troop.wp, right, level, form.drop, space)
    if not troop.wp:
        no_wp = t("roster.no-wp")
        wide_word = measure.width(no_wp, measure.NAME, SMALLEST) + 1.6
        x = right - wide_word
        if has_code_beside:
            frame = rounded_box(x, middle - 1.9, wide_word, 3.8, 0.9)
            shapes.append(outlined(frame, DARK, 0.3))
        else:
            x = form.edge + wide + 0.4
            wide_word = space
        labels.append(
            Label(no_wp, x, level - line / 2, wide_word, SMALLEST, line, "no-wp", "center")
        )
    return "".join(shapes), labels


def _drops(count: int, right: float, middle: float, size: float, space: float) -> list[str]:
    """A drop for each wound point, from the right."""
    step = min(size * 0.84, space / max(count, 1))
    return [
        placed_icon("wp", right - size - place * step, middle - size / 2, size)
        for place in range(count)
    ]


def army_back(
    army_id: str, piece: PieceSize, catalog: Catalog, style: Style, t: Translator
) -> TileFace:
    """The back of a tile: its army's emblem, the same for every tile of it.

    The ground is pale and the frame stands inside the cut, so that paper that feeds a little
    askew doesn't show.
    """
    colours, bleed = style.colours, style.bleed
    army = catalog.armies.get(army_id)
    name = army.name.in_language(style.language) if army else army_id
    wide, high = piece.width, piece.height
    inset = min(3.0, wide * 0.09)
    emblem = min(wide, high) * 0.44
    frame = rounded_box(inset, inset, wide - 2 * inset, high - 2 * inset, wide * 0.04)
    second = inset + wide * 0.03
    inner = rounded_box(second, second, wide - 2 * second, high - 2 * second, wide * 0.03)
    is_named = wide >= 30.0
    middle = high / 2 - (wide * 0.07 if is_named else 0)
    shapes = [
        _ground(-bleed, -bleed, wide + 2 * bleed, high + 2 * bleed, colours["tint"]),
        outlined(frame, colours["accent"], wide * 0.022, "none"),
        outlined(inner, colours["accent"], wide * 0.006, "none"),
        placed_icon(
            emblem_name(army.theme if army else "neutral"),
            (wide - emblem) / 2,
            middle - emblem / 2,
            emblem,
            colours["accent"],
            colours["tint"],
        ),
    ]
    labels: list[Label] = []
    if is_named:
        space = wide - 2 * second - 2.0
        size = measure.fitted_size(name, measure.NAME, space, 3.6, SMALLEST)
        for place, line in enumerate(measure.limited_lines(name, measure.NAME, space, size, 2)):
            y = middle + emblem / 2 + 1.2 + place * size * 1.15
            labels.append(Label(line, second + 1.0, y, space, size, size * 1.15, "back", "center"))
    alt = t("tiles.back-alt", army=name)
    return TileFace(_bled(shapes, piece, bleed, alt), tuple(labels), bleed)


def token_face(kind: str, size: float, style: Style, t: Translator) -> TileFace:
    """One side of a token: an order shows a dispatch, a wound a drop."""
    middle, saver = size / 2, style.ink == "saver"
    # A dark side and a light one: which it is must be clear from across the table.
    is_dark = kind == "order" and not saver
    ink, ground = (DARK, PAPER) if is_dark else (PAPER, DARK)
    sign = size * 0.98
    shapes = [
        placed_icon(f"{kind}-token", middle - sign / 2, middle - sign / 2, sign, ink, ground),
        outlined(disc(middle, middle, size * 0.425), DARK, size * 0.03, "none"),
    ]
    return TileFace(drawing("".join(shapes), size, size, size, t(f"tiles.{kind}")))


def border_face(size: float, style: Style, t: Translator) -> TileFace:
    """A tile that marks the border between two sectors: the dashes that fields have there."""
    colours = style.colours
    middle = size / 2
    words = t("tiles.border-label")
    side = 16.0
    ground = f"h{side:g}v{size:g}h{-side:g}z"
    dash = (size - 2 * 3.0) / 6.5
    dashes = "".join(
        f"M{middle:g} {3.0 + place * 1.1 * dash:g}v{dash * 0.6:g}" for place in range(6)
    )
    arrow = "M{x:g} {y:g}l{way:g} -4v8z"
    arrows = arrow.format(x=3.4, y=middle, way=5) + arrow.format(x=size - 3.4, y=middle, way=-5)
    shapes = [
        filled(f"M0 0{ground}M{size - side:g} 0{ground}", colours["ground"]),
        f'<path d="{dashes}" stroke="{DARK}" stroke-width="2" fill="none"/>',
        filled(arrows, colours["accent"]),
    ]
    lines = measure.wrapped(words, measure.LABEL, side - 3.0, T5.size)
    top = size - 2.4 - T5.line * len(lines)
    labels = tuple(
        Label(line, x, top + place * T5.line, side - 1.0, T5.size, T5.line, "label", "center")
        for x in (0.5, size - side + 0.5)
        for place, line in enumerate(lines)
    )
    return TileFace(drawing("".join(shapes), size, size, size, words), labels)


def tile_sheet(
    title: str,
    troops: Sequence[Troop],
    form: TileFormat,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> TileSheet:
    """The tiles of `troops`, in the colours of `style`."""
    fronts = [tile_face(troop, form, catalog, style, t) for troop in troops]
    backs = [army_back(troop.army, form.piece, catalog, style, t) for troop in troops]
    pages = tile_pages(title, fronts, backs, style, t, marks_of(troops, t))
    return TileSheet(title, pages)


def token_sheet(count: int, style: Style, t: Translator) -> TileSheet:
    """A full sheet of tokens, at least `count`: an order on one side, a wound on the other."""
    order, wound = token_face("order", TOKEN, style, t), token_face("wound", TOKEN, style, t)
    grid = cut_grid(square(TOKEN * style.scale), style.page, 0.0, style.scale)
    full = -(-count // grid.count) * grid.count
    title = t("tiles.tokens")
    return TileSheet(title, tile_pages(title, [order] * full, [wound] * full, style, t))


def border_sheet(style: Style, t: Translator) -> TileSheet:
    """Tiles that mark the borders of the sectors, four for each player, and tokens. PB-1.9."""
    face = border_face(BORDER, style, t)
    tokens = token_face("order", TOKEN, style, t), token_face("wound", TOKEN, style, t)
    title = t("tiles.borders")
    count = PLAYERS * BORDER_TILES
    return TileSheet(title, mixed_pages(title, (face, face), count, tokens, style, t))


def marks_of(troops: Sequence[Troop], t: Translator) -> str:
    """What the marks beside the codes of these tiles mean; "" without any."""
    used = {mark_of(troop) for troop in troops}
    return " · ".join(
        t(f"roster.mark-{provenance.value}", mark=mark)
        for provenance, mark in MARKS.items()
        if mark and mark in used
    )
