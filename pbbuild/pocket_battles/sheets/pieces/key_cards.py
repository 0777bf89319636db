"""Cards that explain counters: which tiles each unit has, and what the signs on them mean.

Counters have no room for the names of traits. The cards fit sleeves, as unit cards do.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import T3, T4, T5, PieceSize
from pbbuild.page.pictures import DARK, GRID, PAPER, coloured, drawing, filled, icon_shapes
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Extra, Label, TileFace
from pbbuild.pocket_battles.catalog.model import Catalog, Trait
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.sheets.pieces.unit_faces import CARD as UNIT_CARD
from pbbuild.pocket_battles.sheets.tiles import SAFE, army_back
from pbbuild.text.translate import Translator

KEY: Final = PieceSize(UNIT_CARD.height, UNIT_CARD.width)
EDGE: Final = 2.8
BAND: Final = 7.2
TOP: Final = BAND + 1.2
SPACE: Final = KEY.height - TOP - SAFE - 0.3
BETWEEN: Final = 2.6  # columns
COLUMNS: Final = 2
COLUMN: Final = (KEY.width - 2 * EDGE - BETWEEN) / COLUMNS
# A unit in a column of its own, and in one of two.
UNIT_LINE, LEAST_UNIT_LINE, MOST_UNIT_LINE = 3.9, 4.2, 6.0
NUMBER: Final = 5.0
SIGN: Final = 3.2
SIGN_GAP: Final = 0.8
TRAIT_GAP: Final = 0.5


def key_cards(
    army_id: str,
    army_list: ArmyList | None,
    traits: Sequence[Trait],
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> list[Extra]:
    """The units of a list and the signs of its traits, as two cards; without a list the signs."""
    faces = [_units(army_list, catalog, style, t)] if army_list else []
    faces += [_signs(traits, style, t)] if traits else []
    back = army_back(army_id, KEY, catalog, style, t)
    return [Extra(tuple(faces), (back,) * len(faces))] if faces else []


def _units(army_list: ArmyList, catalog: Catalog, style: Style, t: Translator) -> TileFace:
    """Each unit's number, name and tiles, from the top down; its values where there is room."""
    units = [(number, unit) for number, unit in enumerate(army_list.units, 1) if unit.troops]
    line = min(MOST_UNIT_LINE, SPACE / max(1, len(units)))
    if line < LEAST_UNIT_LINE:
        per_column = int(SPACE // UNIT_LINE)
        # More units than any army has are left out.
        places = [divmod(place, per_column) for place in range(len(units))]
        corners = [
            (EDGE + column * (COLUMN + BETWEEN), TOP + row * UNIT_LINE)
            for column, row in places
            if column < COLUMNS
        ]
        wide, line = COLUMN, UNIT_LINE
    else:
        corners = [(EDGE, TOP + place * line) for place in range(len(units))]
        wide = KEY.width - 2 * EDGE
    labels: list[Label] = []
    for (x, y), (number, unit) in zip(corners, units, strict=False):
        troops = [catalog.troops[code] for code in unit.troops]
        space = wide - NUMBER
        labels.append(Label(str(number), x, y, NUMBER - 1.2, T5.size, line, "figure", "right"))
        left = x + NUMBER
        if wide > COLUMN:
            totals = profile(troops, catalog.traits)
            says = t("roster.unit-summary", count=len(troops), fv=totals.formation, wp=totals.wp)
            values = f"{says} · {totals.dp} {t('roster.dp')}"
            said = measure.width(values, measure.LABEL, T5.size) + 0.5
            end = x + wide - said
            labels.append(Label(values, end, y, said, T5.size, line, "label", "right"))
            space -= said + 2.0
        # A code is an army's letters and two digits: the letters stand once.
        first, *more = unit.troops
        codes = " ".join([first, *(code.removeprefix(first[:-2]) for code in more)])
        called = unit.name or troops[0].name
        size = T4.size if wide > COLUMN else T5.size
        name_wide = min(measure.width(called, measure.NAME, size) + 0.3, space * 0.6)
        name = measure.shortened(called, measure.NAME, name_wide, size)
        rest = space - name_wide - 1.2
        codes = measure.shortened(codes, measure.LABEL, rest, T5.size)
        labels += [
            Label(name, left, y, name_wide, size, line, "name"),
            Label(codes, left + name_wide + 1.2, y, rest, T5.size, line, "code"),
        ]
    return _face(t("tiles.key-units"), "", labels, style)


def _signs(traits: Sequence[Trait], style: Style, t: Translator) -> TileFace:
    """Each sign, its name and what it does; names alone if there is no room for sentences."""
    for has_sentences in (True, False):
        shapes, labels = "", list[Label]()
        column, y = 0, TOP
        for trait in traits:
            drawn, parts, high = _sign(trait, has_sentences, style)
            if y + high > TOP + SPACE and y > TOP:
                column, y = column + 1, TOP
            x = EDGE + column * (COLUMN + BETWEEN)
            shapes += f'<g transform="translate({x:.3f} {y:.3f})">{drawn}</g>'
            labels += [replace(part, x=part.x + x, y=part.y + y) for part in parts]
            y += high + TRAIT_GAP
        if column < COLUMNS:
            break
    labels = [label for label in labels if label.x < KEY.width - EDGE]
    return _face(t("tiles.key-signs"), shapes, labels, style)


def _sign(trait: Trait, has_sentence: bool, style: Style) -> tuple[str, list[Label], float]:
    """The drawing and the words of a trait from a corner of its own, and its height."""
    shapes = icon_shapes(trait.icon) or icon_shapes("trait")
    scale = SIGN / GRID
    drawn = coloured(shapes, DARK, style.colours["tint"])
    left = SIGN + SIGN_GAP
    space = COLUMN - left
    name = trait.name.in_language(style.language)
    name = measure.shortened(name, measure.NAME, space, T5.size)
    labels = [Label(name, left, 0.0, space, T5.size, T5.line, "trait")]
    lead = measure.width(name, measure.NAME, T5.size) + 1.0
    text = trait.line.in_language(style.language) if has_sentence else ""
    # The sentence goes on behind the name.
    lines = measure.wrapped(text, measure.BODY, space, T5.size, lead) if text else []
    for place, line in enumerate(lines):
        shift = 0.0 if place else lead
        y = place * T5.line
        labels.append(Label(line, left + shift, y, space - shift, T5.size, T5.line, "said"))
    high = max(1, len(lines)) * T5.line
    sign = f'<g transform="translate(0 {(T5.line - SIGN) / 2:.3f}) scale({scale:.5f})">{drawn}</g>'
    return sign, labels, high


def _face(title: str, shapes: str, labels: Sequence[Label], style: Style) -> TileFace:
    colours, bleed = style.colours, style.bleed
    wide, high = KEY.width + 2 * bleed, KEY.height + 2 * bleed
    made = (
        filled(f"M{-bleed:g} {-bleed:g}h{wide:g}v{high:g}h{-wide:g}z", PAPER)
        + filled(f"M{-bleed:g} 0h{wide:g}v{KEY.height + bleed:g}h{-wide:g}z", colours["tint"])
        + filled(f"M{-bleed:g} {-bleed:g}h{wide:g}v{BAND + bleed:g}h{-wide:g}z", colours["band"])
        + f'<path d="M{-bleed:g} {BAND:g}h{wide:g}" stroke="{colours["band-rule"]}"'
        ' stroke-width="0.4"/>' + shapes
    )
    head = Label(
        title, EDGE, SAFE, KEY.width - 2 * EDGE, T3.size, BAND - SAFE - 0.4, "name on-band"
    )
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{made}</g>'
    return TileFace(drawing(moved, wide, high, high, title), (head, *labels), bleed)
