"""Tiles to print and cut: the faces of their fronts and backs.

`tile_face` draws every size of tile, for paper, page and export. A face is one drawing with
labels on top, in millimetres; large print enlarges the whole tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import POINT, T2, T3, T4, T5, PieceSize, square
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
from pbbuild.page.tile_sheet import Label, TileFace
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.pocket_battles.sheets.troop_icons import (
    Ink,
    figure_name,
    figure_place,
    placed_figure,
    trait_shapes,
)
from pbbuild.pocket_battles.sheets.typeset import true_apostrophes
from pbbuild.pocket_battles.sheets.unit_card import dice_words, mark_of, marks_note, type_words
from pbbuild.text.translate import Translator


@dataclass(frozen=True, slots=True)
class TileFormat:
    """The measures of one size of tile; places are from its upper left corner.

    `dice` are the tops of the black and the white row: each has its own place even if the other
    is empty. `floor` is where the figure stands; `art` is the left, top and right of its place,
    which words stay clear of. Traits end at `traits_end`, `traits` is where the last two begin;
    more than `trait_rows` are signs without names.
    """

    piece: PieceSize
    edge: float
    band: float
    name_steps: tuple[float, ...]
    name_lines: int
    points: tuple[float, float, float]
    die: float
    dice: tuple[float, float]
    art: tuple[float, float, float]
    floor: float
    traits: float
    traits_end: float
    trait_rows: int
    foot: float
    box: tuple[float, float]
    drop: float
    has_gloss: bool = False
    has_emblem: bool = False
    has_trait_names: bool = True
    has_trait_panel: bool = False

    @property
    def figure(self) -> Ink:
        """The place of the figure."""
        left, top, right = self.art
        return Ink(left, top, right, self.floor)


# A name has the largest size of these that fits, in points: 12 and steps of the type scale.
NAME_STEPS: Final = (12 * POINT, T3.size, T4.size, T5.size)
# So the name of an army on a back.
BACK_STEPS: Final = (T2.size, T3.size, T4.size, T5.size)
# The height of capitals, in parts of their size.
CAPITALS: Final = 0.7
PANEL_STEP: Final = 3.7
# Nothing that matters stands nearer to a cut.
SAFE: Final = 2.0

CARD: Final = TileFormat(
    piece=square(45.0),
    edge=2.4,
    band=8.6,
    name_steps=NAME_STEPS,
    name_lines=2,
    points=(38.5, 6.5, 4.2),
    die=6.8,
    dice=(12.2, 19.3),
    art=(21.0, 12.2, 43.0),
    floor=36.6,
    traits=27.8,
    traits_end=36.1,
    trait_rows=3,
    foot=37.8,
    box=(8.6, 4.9),
    drop=3.7,
    has_gloss=True,
    has_emblem=True,
)
TALL: Final = TileFormat(
    piece=PieceSize(30.0, 50.0),
    edge=2.2,
    band=9.6,
    name_steps=NAME_STEPS,
    name_lines=2,
    points=(23.9, 6.9, 3.9),
    die=6.0,
    dice=(11.2, 17.5),
    art=(7.0, 13.6, 28.0),
    floor=33.2,
    traits=33.7,
    traits_end=42.6,
    trait_rows=3,
    foot=43.1,
    box=(7.8, 4.8),
    drop=3.3,
    has_trait_panel=True,
)
COUNTER: Final = TileFormat(
    piece=square(22.0),
    edge=2.0,
    band=5.0,
    name_steps=(T4.size, T5.size),
    name_lines=1,
    points=(17.7, 17.7, 2.2),
    die=3.7,
    dice=(5.4, 9.0),
    art=(11.6, 5.8, 20.0),
    floor=15.0,
    traits=12.7,
    traits_end=15.0,
    trait_rows=1,
    foot=15.8,
    box=(5.7, 4.0),
    drop=2.2,
    has_trait_names=False,
)
FORMATS: Final = {"tiles": CARD, "tall": TALL, "counters": COUNTER}


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
    wide = piece.width
    name = figure_name(troop, catalog)
    shapes = [
        _ground(-bleed, -bleed, wide + 2 * bleed, piece.height + 2 * bleed, PAPER),
        _ground(-bleed, 0, wide + 2 * bleed, form.floor, colours["tint"]),
        placed_figure(name, tile_art(troop, name, form), colours["figure"], colours["tint"]),
        _ground(-bleed, -bleed, wide + 2 * bleed, form.band + bleed, colours["band"]),
        _rule(-bleed, wide + bleed, form.band, colours["band-rule"], 0.4),
        _rule(-bleed, wide + bleed, form.floor, colours["band-rule"], 0.5),
        _dice(troop, form),
    ]
    labels = _name_labels(troop, form)
    labels.extend(_gloss(troop, form, style))
    traits, foot = _traits(troop, form, catalog, style), _foot(troop, form, catalog, style, t)
    for drawn, words in (traits, foot):
        shapes.append(drawn)
        labels.extend(words)
    x, y, radius = form.points
    shapes.append(outlined(disc(x, y, radius), colours["band-rule"], radius * 0.11))
    shapes.append(placed_number(troop.dp, x, y, radius * 1.3))
    picture = _bled(shapes, piece, bleed, tile_words(troop, catalog, t))
    return TileFace(picture, tuple(labels), bleed)


def _gloss(troop: Troop, form: TileFormat, style: Style) -> list[Label]:
    """What the name means: below the band, or in the panel of traits if that has lines left."""
    gloss = true_apostrophes(troop.gloss.in_language(style.language))
    if gloss and form.has_gloss:
        space = form.points[0] - form.points[2] - form.edge - 0.6
        text = measure.shortened(gloss, measure.BODY_ITALIC, space, T5.size)
        return [Label(text, form.edge, form.band + 0.25, space, T5.size, T5.line, "gloss")]
    lines, top = _panel(troop, form, style)
    space = form.piece.width - 2 * form.edge
    return [
        Label(line, form.edge, top + place * T5.line, space, T5.size, T5.line, "gloss")
        for place, line in enumerate(lines)
    ]


def _panel(troop: Troop, form: TileFormat, style: Style) -> tuple[list[str], float]:
    """The lines of the gloss above the traits in their panel, and where the first one stands.

    The gloss is left out if there is no room for all of it; the rest stands in the middle.
    """
    if not form.has_trait_panel:
        return [], 0.0
    gloss = true_apostrophes(troop.gloss.in_language(style.language))
    space = form.piece.width - 2 * form.edge
    lines = measure.wrapped(gloss, measure.BODY_ITALIC, space, T5.size) if gloss else []
    free = form.traits_end - form.traits - PANEL_STEP * len(troop.traits)
    if len(lines) * T5.line > free + 0.1:
        lines = []
    return lines, form.traits + max(0.0, free - len(lines) * T5.line) / 2


def _rule(left: float, right: float, y: float, colour: str, line: float) -> str:
    return f'<path d="M{left:g} {y:g}H{right:g}" stroke="{colour}" stroke-width="{line:g}"/>'


def _name_labels(troop: Troop, form: TileFormat) -> list[Label]:
    """The name in the largest step of the type scale that fits, on two lines if one is too few."""
    x, y, radius = form.points
    is_beside = y - radius < form.band
    space = (x - radius - 0.6 if is_beside else form.piece.width - form.edge) - form.edge
    fitting = (step for step in form.name_steps if _name_fits(troop.name, space, step, form))
    size = next(fitting, form.name_steps[-1])
    lines = measure.limited_lines(troop.name, measure.NAME, space, size, form.name_lines)
    step = size * 1.1
    # Small pieces have the name below the middle of the band, away from the cut.
    top = max((form.band - step * len(lines)) / 2, SAFE - (step - size * CAPITALS) / 2)
    return [
        Label(line, form.edge, top + place * step, space, size, step, "name on-band")
        for place, line in enumerate(lines)
    ]


def _name_fits(name: str, space: float, size: float, form: TileFormat) -> bool:
    """Whether a name fits on one line, or on two that keep its words together."""
    if measure.width(name, measure.NAME, size) <= space:
        return True
    lines = measure.wrapped(name, measure.NAME, space, size)
    fits = len(lines) <= form.name_lines and 2.2 * size <= form.band - SAFE + 0.5
    return fits and " ".join(lines) == name


def _dice_rows(troop: Troop, form: TileFormat) -> list[tuple[str, float, Ink]]:
    """The rows of dice: their shapes, their scale, and their places."""
    rows = []
    for top, black, white in ((form.dice[0], troop.black, ()), (form.dice[1], (), troop.white)):
        if black or white:
            shapes, wide = dice_shapes(black, white)
            # Only a player's own tile can have more dice than a row holds.
            scale = min(form.die / 24, (form.piece.width - 2 * form.edge) / wide)
            right = form.edge + (wide - 2) * scale
            rows.append((shapes, scale, Ink(form.edge, top, right, top + 24 * scale)))
    return rows


def _dice(troop: Troop, form: TileFormat) -> str:
    """Black dice in the upper row, white ones in the lower, of one size on every tile."""
    return "".join(
        _placed(shapes, place.left - scale, place.top, scale)
        for shapes, scale, place in _dice_rows(troop, form)
    )


def tile_art(troop: Troop, name: str, form: TileFormat) -> Ink:
    """Where the figure of a tile stands: beside its dice or below them, wherever it is larger."""
    whole = form.figure
    dice = [place for _, _, place in _dice_rows(troop, form)]
    found = []
    for top in (whole.top, *(place.bottom + 0.4 for place in dice)):
        beside = [place.right + 0.6 for place in dice if place.bottom > top]
        left = max([whole.left, *beside])
        if left < whole.right - 1.0 and top < whole.bottom - 1.0:
            art = Ink(left, max(top, whole.top), whole.right, whole.bottom)
            found.append(figure_place(name, art, whole.height))
    return max(found, key=lambda place: place.height)


def _traits(
    troop: Troop, form: TileFormat, catalog: Catalog, style: Style
) -> tuple[str, list[Label]]:
    """The traits with their names below the dice, beside the figure; without dice higher up."""
    traits = [catalog.traits[name] for name in troop.traits]
    if not traits:
        return "", []
    top = _traits_top(troop, form)
    high = form.traits_end - top
    if not form.has_trait_names:
        return _trait_signs(traits, form, top, high), []
    has_dice = bool(troop.black or troop.white)
    most = PANEL_STEP if form.has_trait_panel else 4.3
    step = min(high / len(traits), most)
    if len(traits) > form.trait_rows:
        return _trait_signs(traits, form, top, high), []
    # Rows end at the floor, below the dice; without dice they begin at the top.
    first = form.traits_end - len(traits) * step if has_dice else top
    if form.has_trait_panel:
        lines, above = _panel(troop, form, style)
        first = above + len(lines) * T5.line
    icon = min(3.5, step - 0.2)
    right = form.piece.width - form.edge if form.has_trait_panel else form.art[0]
    shapes, labels = [], []
    for place, trait in enumerate(traits):
        x, y = form.edge, first + place * step
        drawn = icon_shapes(trait.icon) or icon_shapes("trait")
        ground = PAPER if form.has_trait_panel else style.colours["tint"]
        shapes.append(_placed(coloured(drawn, DARK, ground), x, y + (step - icon) / 2, icon / 24))
        left = x + 3.5 + 0.8
        text = trait.name.in_language(style.language)
        text = measure.shortened(text, measure.NAME, right - left, T5.size)
        labels.append(Label(text, left, y, right - left, T5.size, step, "trait"))
    return "".join(shapes), labels


def _traits_top(troop: Troop, form: TileFormat) -> float:
    """Where traits may begin: below the last row of dice."""
    if form.has_trait_panel:
        return form.traits
    if troop.white:
        return form.dice[1] + form.die + 0.2
    if troop.black:
        return form.dice[0] + form.die + (0.6 if form.has_trait_names else 3.6)
    return form.dice[0] + 0.6


def _trait_signs(traits: Sequence[Trait], form: TileFormat, top: float, high: float) -> str:
    """The signs of traits with their numbers, in one line beside the figure."""
    parts, x = [], 0.0
    for trait in traits:
        shapes, wide = trait_shapes(trait)
        parts.append(f'<g transform="translate({x:g} 0)">{coloured(shapes, DARK, PAPER)}</g>')
        x += wide + 4
    right = form.piece.width - form.edge if form.has_trait_panel else form.art[0] - 0.4
    size = min(3.6, high)
    scale = min(size / 24, (right - form.edge) / (x - 4))
    y = form.traits_end - 0.3 - size if high < 4 else top
    return _placed("".join(parts), form.edge, y + (size - 24 * scale) / 2, scale)


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
    label_wide = measure.width(word, measure.LABEL, T5.size) + 0.4
    number_x = form.edge + (wide + label_wide) / 2
    shapes = [
        outlined(box, colours["accent"], 0.3 if has_code_beside else 0.2),
        placed_number(troop.fv, number_x, middle, min(high * 0.82, 1.4 * (wide - label_wide))),
    ]
    labels = [
        Label(
            word,
            form.edge + (0.6 if has_code_beside else 0.45),
            form.foot,
            label_wide,
            T5.size,
            high,
            "label",
        ),
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
        right = form.points[0] - form.points[2] - 0.3
        left = form.edge + wide + 0.3
        level, line = form.foot + form.drop / 2 - 0.3, form.drop
        y = form.foot + form.drop - 0.2
        labels.append(Label(code, left, y, right - left, T5.size, 2.2, "code", "center"))
    space = right - form.edge - wide - 0.4
    if not has_code_beside:
        drops_wide = form.drop * (1 + 0.84 * (troop.wp - 1))
        right -= max(0.0, (space - 0.1 - drops_wide) / 2)
    shapes += _drops(troop.wp, right, level, form.drop, space)
    if not troop.wp:
        no_wp = t("roster.no-wp")
        wide_word = measure.width(no_wp, measure.NAME, T5.size) + 1.6
        x = right - wide_word
        if has_code_beside:
            frame = rounded_box(x, middle - 1.9, wide_word, 3.8, 0.9)
            shapes.append(outlined(frame, DARK, 0.3))
        else:
            x = form.edge + wide + 0.4
            wide_word = space
        labels.append(
            Label(no_wp, x, level - line / 2, wide_word, T5.size, line, "no-wp", "center")
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
    askew doesn't show. The corners of the frame are cut out, with a stud in each.
    """
    colours, bleed = style.colours, style.bleed
    # A back has no ground to save: its emblem is paler instead.
    drawn = colours["band-rule" if style.ink == "saver" else "accent"]
    army = catalog.armies.get(army_id)
    name = army.name.in_language(style.language) if army else army_id
    wide, high = piece.width, piece.height
    notch, line = wide * 0.09, wide * 0.02
    inset = max(SAFE + line / 2, min(3.0, wide * 0.09))
    second = inset + wide * 0.035
    studs = "".join(
        disc(x, y, notch * 0.26)
        for x in (inset + notch * 0.36, wide - inset - notch * 0.36)
        for y in (inset + notch * 0.36, high - inset - notch * 0.36)
    )
    emblem = min(wide, high) * 0.46
    is_named = wide >= 30.0
    middle = high / 2 - (wide * 0.06 if is_named else 0)
    shapes = [
        _ground(-bleed, -bleed, wide + 2 * bleed, high + 2 * bleed, colours["tint"]),
        outlined(_notched(inset, wide, high, notch), drawn, line, "none"),
        outlined(_notched(second, wide, high, notch), drawn, wide * 0.006, colours["wash"]),
        filled(studs, drawn),
        placed_icon(
            emblem_name(army.theme if army else "neutral"),
            (wide - emblem) / 2,
            middle - emblem / 2,
            emblem,
            drawn,
            colours["wash"],
        ),
    ]
    labels: list[Label] = []
    if is_named:
        space = wide - 2 * second - 2.0
        fitting = (step for step in BACK_STEPS if measure.width(name, measure.NAME, step) <= space)
        size = next(fitting, BACK_STEPS[-1])
        for place, line_of in enumerate(measure.limited_lines(name, measure.NAME, space, size, 2)):
            y = middle + emblem / 2 + 1.4 + place * size * 1.15
            label = Label(line_of, second + 1.0, y, space, size, size * 1.15, "back", "center")
            labels.append(label)
    alt = t("tiles.back-alt", army=name)
    return TileFace(_bled(shapes, piece, bleed, alt), tuple(labels), bleed)


def _notched(inset: float, wide: float, high: float, notch: float) -> str:
    """A frame whose corners are cut out in quarters of a circle."""
    across, down = wide - 2 * (inset + notch), high - 2 * (inset + notch)
    near, far = notch * 0.5523, notch
    return (
        f"M{inset + notch:.3f} {inset:.3f}h{across:.3f}c0 {near:.3f} {far - near:.3f} {far:.3f}"
        f" {far:.3f} {far:.3f}v{down:.3f}c{-near:.3f} 0 {-far:.3f} {far - near:.3f}"
        f" {-far:.3f} {far:.3f}h{-across:.3f}c0 {-near:.3f} {near - far:.3f} {-far:.3f}"
        f" {-far:.3f} {-far:.3f}v{-down:.3f}c{near:.3f} 0 {far:.3f} {near - far:.3f}"
        f" {far:.3f} {-far:.3f}z"
    )


def marks_of(troops: Sequence[Troop], t: Translator) -> str:
    """What the mark beside the codes of these tiles means; "" without any."""
    return marks_note(t) if any(map(mark_of, troops)) else ""
