"""Cards that explain an army: which tiles each unit has, and what the signs on them mean.

Counters have no room for the names of traits, cards of large units none for what they do. The cards
fit sleeves, as unit cards do: upright beside those, across on a sheet of counters.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import NAMES, T4, T5, PieceSize
from pbbuild.page.pictures import DARK, GRID, coloured, drawing, filled, icon_shapes
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace
from pbbuild.pocket_battles.catalog.model import Catalog, Trait
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.sheets.tiles import SAFE
from pbbuild.text.translate import Translator

EDGE: Final = 2.8
BAND: Final = 7.2
TOP: Final = BAND + 1.2
BETWEEN: Final = 2.6  # columns
# A unit in a column of its own, and in one of two.
UNIT_LINE, LEAST_UNIT_LINE, MOST_UNIT_LINE = 3.9, 4.2, 6.0
NUMBER: Final = 5.0
SIGN: Final = 3.2
SIGN_GAP: Final = 0.8
TRAIT_GAP: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Card:
    """A card, across or upright, and its columns."""

    size: PieceSize

    @property
    def columns(self) -> int:
        """How many columns of words it has."""
        return 2 if self.size.width > self.size.height else 1

    @property
    def column(self) -> float:
        """The width of a column."""
        free = self.size.width - 2 * EDGE - BETWEEN * (self.columns - 1)
        return free / self.columns

    @property
    def space(self) -> float:
        """The height of a column."""
        return self.size.height - TOP - SAFE - 0.3


def key_faces(
    army_list: ArmyList | None,
    traits: Sequence[Trait],
    size: PieceSize,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> list[TileFace]:
    """The units of a list and the signs of its traits, as two cards; without a list the signs."""
    card = _Card(size)
    faces = [_units(army_list, card, catalog, style, t)] if army_list else []
    return [*faces, *([_signs(traits, card, style, t)] if traits else [])]


def _units(
    army_list: ArmyList, card: _Card, catalog: Catalog, style: Style, t: Translator
) -> TileFace:
    """Each unit's number, name and tiles, from the top down; its values where there is room."""
    units = [(number, unit) for number, unit in enumerate(army_list.units, 1) if unit.troops]
    line = min(MOST_UNIT_LINE, card.space / max(1, len(units)))
    has_values = line >= LEAST_UNIT_LINE
    if has_values:
        corners = [(EDGE, TOP + place * line) for place in range(len(units))]
        wide = card.size.width - 2 * EDGE
    else:
        per_column = int(card.space // UNIT_LINE)
        # More units than any army has are left out.
        corners = [
            (EDGE + column * (card.column + BETWEEN), TOP + row * UNIT_LINE)
            for column in range(card.columns)
            for row in range(per_column)
        ]
        wide, line = card.column, UNIT_LINE
    labels: list[Label] = []
    for (x, y), (number, unit) in zip(corners, units, strict=False):
        troops = [catalog.troops[code] for code in unit.troops]
        space = wide - NUMBER
        labels.append(Label(str(number), x, y, NUMBER - 1.2, T5.size, line, "figure", "right"))
        left = x + NUMBER
        if has_values:
            totals = profile(troops, catalog.traits)
            points = f"{totals.dp} {t('roster.dp')}"
            says = t("roster.unit-summary", count=len(troops), fv=totals.formation, wp=totals.wp)
            values = f"{says} · {points}" if card.columns > 1 else points
            said = measure.width(values, measure.LABEL, T5.size) + 0.5
            end = x + wide - said
            labels.append(Label(values, end, y, said, T5.size, line, "label", "right"))
            space -= said + 2.0
        # A code is an army's letters and two digits: the letters stand once.
        first, *more = unit.troops
        codes = " ".join([first, *(code.removeprefix(first[:-2]) for code in more)])
        called = unit.name or troops[0].name
        size = T4.size if has_values else T5.size
        name_wide = min(measure.width(called, measure.NAME, size) + 0.3, space * 0.6)
        name = measure.shortened(called, measure.NAME, name_wide, size)
        rest = space - name_wide - 1.2
        codes = measure.shortened(codes, measure.LABEL, rest, T5.size)
        labels += [
            Label(name, left, y, name_wide, size, line, "name"),
            Label(codes, left + name_wide + 1.2, y, rest, T5.size, line, "code"),
        ]
    return _face(t("tiles.key-units"), "", labels, card, style)


def _signs(traits: Sequence[Trait], card: _Card, style: Style, t: Translator) -> TileFace:
    """Each sign, its name and what it does; names alone if there is no room for sentences."""
    for has_sentences in (True, False):
        shapes, labels = "", list[Label]()
        column, y = 0, TOP
        for trait in traits:
            drawn, parts, high = _sign(trait, card.column, has_sentences, style)
            if y + high > TOP + card.space and y > TOP:
                column, y = column + 1, TOP
            x = EDGE + column * (card.column + BETWEEN)
            shapes += f'<g transform="translate({x:.3f} {y:.3f})">{drawn}</g>'
            labels += [replace(part, x=part.x + x, y=part.y + y) for part in parts]
            y += high + TRAIT_GAP
        if column < card.columns:
            break
    labels = [label for label in labels if label.x < card.size.width - EDGE]
    return _face(t("tiles.key-signs"), shapes, labels, card, style)


def _sign(
    trait: Trait, column: float, has_sentence: bool, style: Style
) -> tuple[str, list[Label], float]:
    """The drawing and the words of a trait from a corner of its own, and its height."""
    shapes = icon_shapes(trait.icon) or icon_shapes("trait")
    scale = SIGN / GRID
    drawn = coloured(shapes, DARK, style.colours["tint"])
    left = SIGN + SIGN_GAP
    space = column - left
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


def _face(title: str, shapes: str, labels: Sequence[Label], card: _Card, style: Style) -> TileFace:
    colours, bleed, size = style.colours, style.bleed, card.size
    wide, high = size.width + 2 * bleed, size.height + 2 * bleed
    made = (
        filled(f"M{-bleed:g} {-bleed:g}h{wide:g}v{high:g}h{-wide:g}z", colours["tint"])
        + filled(f"M{-bleed:g} {-bleed:g}h{wide:g}v{BAND + bleed:g}h{-wide:g}z", colours["band"])
        + f'<path d="M{-bleed:g} {BAND:g}h{wide:g}" stroke="{colours["band-rule"]}"'
        ' stroke-width="0.4"/>' + shapes
    )
    space = size.width - 2 * EDGE
    title_size = measure.fitted_face(title, space, NAMES).size
    head = Label(title, EDGE, SAFE, space, title_size, BAND - SAFE - 0.4, "name on-band")
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{made}</g>'
    return TileFace(drawing(moved, wide, high, high, title), (head, *labels), bleed)
