"""Cards that explain an army: which tiles each unit has, and what the signs on them mean.

Counters have no room for the names of traits, cards of large units none for what they do. The cards
fit sleeves, as unit cards do: upright beside those, across on a sheet of counters.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import NAMES, T4, T5, Face, PieceSize
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
UNIT_LINE, LEAST_UNIT_LINE, MOST_UNIT_LINE = 3.9, 4.2, 7.6
NUMBER: Final = 5.0
SIGN: Final = 3.2
SIGN_GAP: Final = 0.8
TRAIT_GAP, MOST_TRAIT_GAP = 0.5, 2.4


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
    """Each sign, its name and what it does, in type as large as the card has room for.

    Names alone if there is no room for sentences.
    """
    for face, has_sentences in ((T4, True), (T5, True), (T5, False)):
        columns = _columns(
            [_sign(one, card.column, face, has_sentences, style) for one in traits], card
        )
        if len(columns) <= card.columns:
            break
    shapes, labels = "", list[Label]()
    columns = columns[: card.columns]
    # All gaps are as large as the fullest column allows.
    spare = min((card.space - _height(one)) / max(1, len(one) - 1) for one in columns)
    gap = TRAIT_GAP + max(0.0, min(MOST_TRAIT_GAP - TRAIT_GAP, spare))
    for number, column in enumerate(columns):
        x, y = EDGE + number * (card.column + BETWEEN), TOP
        for sign in column:
            shapes += f'<g transform="translate({x:.3f} {y:.3f})">{sign.shapes}</g>'
            labels += [replace(part, x=part.x + x, y=part.y + y) for part in sign.labels]
            y += sign.height + gap
    return _face(t("tiles.key-signs"), shapes, labels, card, style)


def _columns(signs: Sequence["_Sign"], card: _Card) -> list[list["_Sign"]]:
    """The signs in columns of about the same height; in more than a card has if they do not fit."""
    limit = min(card.space, max(_height(signs) / card.columns, 1.0))
    while True:
        columns: list[list[_Sign]] = [[]]
        for sign in signs:
            if columns[-1] and _height([*columns[-1], sign]) > limit:
                columns.append([])
            columns[-1].append(sign)
        if len(columns) <= card.columns or limit >= card.space:
            return columns
        limit = min(card.space, limit + 0.5)


def _height(signs: Sequence["_Sign"]) -> float:
    """How high signs below each other are."""
    return sum(sign.height for sign in signs) + TRAIT_GAP * max(0, len(signs) - 1)


@dataclass(frozen=True, slots=True)
class _Sign:
    """A trait's drawing and words, from a corner of their own."""

    shapes: str
    labels: tuple[Label, ...]
    height: float


def _sign(trait: Trait, column: float, face: Face, has_sentence: bool, style: Style) -> _Sign:
    """A trait's sign, its name, and what it does behind the name."""
    shapes = icon_shapes(trait.icon) or icon_shapes("trait")
    side = SIGN * face.size / T5.size
    scale = side / GRID
    drawn = coloured(shapes, DARK, style.colours["tint"])
    left = side + SIGN_GAP
    space = column - left
    name = trait.name.in_language(style.language)
    name = measure.shortened(name, measure.NAME, space, face.size)
    labels = [Label(name, left, 0.0, space, face.size, face.line, "trait")]
    lead = measure.width(name, measure.NAME, face.size) + 1.0
    text = trait.line.in_language(style.language) if has_sentence else ""
    # The sentence goes on behind the name.
    lines = measure.wrapped(text, measure.BODY, space, face.size, lead) if text else []
    for place, line in enumerate(lines):
        shift = 0.0 if place else lead
        y = place * face.line
        labels.append(Label(line, left + shift, y, space - shift, face.size, face.line, "said"))
    high = max(1, len(lines)) * face.line
    sign = (
        f'<g transform="translate(0 {(face.line - side) / 2:.3f}) scale({scale:.5f})">{drawn}</g>'
    )
    return _Sign(sign, tuple(labels), high)


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
