"""The specimen: the type scale, the signs and the drawings that every sheet uses."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    WARN,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    group_block,
    icon_block,
    label_block,
    moved,
    picture_block,
    pictures_block,
    stacked,
    steps,
    table_block,
    words_block,
)
from pbbuild.page.aid_columns import BAND_GAP, GridCell, bands_on_page, blocks_on_pages
from pbbuild.page.aid_sheet import TOP, AidSheet, sheet_of
from pbbuild.page.geometry import (
    EDGE,
    GUTTER,
    HEADING,
    MARGIN,
    PAPERS,
    T5,
    TYPE,
    column_count,
    column_width,
)
from pbbuild.page.pictures import (
    DARK,
    Picture,
    dice_picture,
    drawing,
    emblem_name,
    filled,
    icon,
    outlined,
    placed_icon,
    rounded_box,
    shapes_of,
    svg_text,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.sheets.aid_fields import CASES, field_picture
from pbbuild.pocket_battles.sheets.leaf_pictures import tile_picture
from pbbuild.pocket_battles.sheets.pieces.ground import Clear, ground
from pbbuild.pocket_battles.sheets.pieces.kit import SMALL
from pbbuild.pocket_battles.sheets.pieces.tokens import emblem_coin, number_coin, token_face
from pbbuild.pocket_battles.sheets.tiles import FORMATS
from pbbuild.pocket_battles.sheets.troop_icons import (
    Ink,
    figure,
    figure_names,
    trait_strip,
    without_numbers,
)
from pbbuild.pocket_battles.sheets.unit_card import hits_strip, wound_boxes
from pbbuild.text.translate import Translator

ACTIONS: Final = (
    "charge",
    "shoot",
    "carry-on",
    "leave",
    "tactical-move",
    "special",
    "pass",
)
ZONES: Final = ("zone-rear", "zone-front", "zone-engagement")
TOKENS: Final = ("order-token", "wound-token", "token-aside")
WIDE: Final = 3  # columns of the grid
PAGE_HEIGHT: Final = 40.0  # of the drawing of a page
PER_ROW: Final = 14  # figures
FIGURE_GAP: Final = 0.6
EMBLEMS: Final = 8  # in a row
SIGNS: Final = 11.0  # the width of the column of signs
STRIP: Final = 4.4  # the height of the strip of hits
MOST_SPREAD: Final = 4.5  # between the traits
# Where the faces of the type scale are named, and where the words set in them begin.
FACES: Final = 25.0
SAMPLE: Final = 50.0
SHOWN_TILE: Final = "UNI25"
SHOWN_THEME: Final = "union"
ROLES: Final = ("band", "accent", "tint", "shade", "figure", "wash", "ground", "rule", "quiet")


def specimen_sheet(catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """Everything the design of the sheets is made of, on one or two pages."""
    if style.large:
        raise UsageError("print.specimen-large")
    width, height = style.inner_size
    columns = column_count(width)
    foot = measure.foot_lines(t("specimen.foot"), width)
    bottom = height - measure.foot_height(foot) - 1.5
    made = [
        partial(bands, catalog=catalog, style=style, t=t)
        for bands in (_drawing_bands, _family_bands)
    ]
    if columns == WIDE:
        pages = _wide_pages(made, width, bottom)
    else:
        words = GROWN_PRINTS[-1]
        pages = [
            page
            for bands in made
            for page in blocks_on_pages(
                [block for band in bands(words) for cell in band for block in cell.blocks],
                width,
                bottom,
                columns,
                TOP,
            )
        ]
    return sheet_of(t("specimen.title"), t("specimen.kicker"), "stack", pages, foot, style, t)


def _wide_pages(
    made: Sequence[Callable[[TextSizes], list[list[GridCell]]]], width: float, bottom: float
) -> list[list[PlacedBlock]]:
    """A page for each of these bands, all in the largest type in which all of them fit."""
    for words in GROWN_PRINTS:
        pages = [bands_on_page(bands(words), width, TOP, bottom, WIDE) for bands in made]
        if all(page is not None for page in pages):
            return [page for page in pages if page is not None]
    return [page for bands in made for page in _split_pages(bands(GROWN_PRINTS[-1]), width, bottom)]


def _split_pages(
    left: list[list[GridCell]], width: float, bottom: float
) -> Iterator[list[PlacedBlock]]:
    """Bands on as many pages as they need."""
    while left:
        counts = range(len(left), 0, -1)
        tries = ((count, bands_on_page(left[:count], width, TOP, bottom, WIDE)) for count in counts)
        count, page = next((one for one in tries if one[1]), (1, []))
        yield page or []
        left = left[count:]


def _drawing_bands(
    words: TextSizes, catalog: Catalog, style: Style, t: Translator
) -> list[list[GridCell]]:
    """A tile in four printings, type, colours, signs, steps and options, grid and field."""
    width = style.inner_size[0]
    columns = column_count(width)
    column = column_width(width, columns)
    wide = 2 * column + GUTTER if columns == WIDE else column
    across = width if columns == WIDE else column
    fight = [t(f"leaf.fight-{place}") for place in (1, 2, 3)]
    hits = [t(f"specimen.option-{place}") for place in (1, 2)]
    options = [
        label_block(t("leaf.wounds-lead"), column, words),
        *steps(hits, column, words, "option"),
        *(
            words_block(t(f"leaf.{kind}-2"), column, words, kind=kind)
            for kind in ("wrong", "right")
        ),
    ]
    ordered = [
        words_block(t("specimen.steps-lead"), column, words).under(t("specimen.steps")),
        *steps(fight, column, words),
    ]
    return [
        [GridCell(WIDE, tuple(_tiles(across, words, catalog, style, t)))],
        [
            GridCell(2, (_type_specimen(wide, style, t).under(t("specimen.type")),)),
            GridCell(1, tuple(_colours(column, words, style, t))),
        ],
        [
            GridCell(1, tuple(_signs(column, words, t))),
            GridCell(1, tuple(ordered)),
            GridCell(1, (options[0].under(t("specimen.options")), *options[1:])),
        ],
        [
            GridCell(1, (_page_picture(column, style, t).under(t("specimen.grid")),)),
            GridCell(1, (_grid_table(column, words, t).under(t("specimen.measures")),)),
            GridCell(1, tuple(_field_key(column, words, catalog, style, t))),
        ],
    ]


def _family_bands(
    words: TextSizes, catalog: Catalog, style: Style, t: Translator
) -> list[list[GridCell]]:
    """Figures, emblems, then the icons by family."""
    width = style.inner_size[0]
    columns = column_count(width)
    column = column_width(width, columns)
    across = width if columns == WIDE else column
    signs = GridCell(1, (*_actions(column, words, t), *_marks(column, words, t)))
    span = min(2, columns)
    wide = span * (column + GUTTER) - GUTTER
    traits = _traits(wide, words, signs.height, catalog, style, t)
    return [
        [GridCell(WIDE, tuple(_figures(across, words, catalog, style, t)))],
        [GridCell(WIDE, tuple(_emblems(across, words, catalog, style, t)))],
        [signs, GridCell(span, (traits,))],
    ]


def _type_specimen(wide: float, style: Style, t: Translator) -> AidBlock:
    """Each step of the scale in its own face and size."""
    numbers = "1 2 3 4 5 6 7 8"
    shown = {name: numbers if name.startswith("n") else t(f"specimen.{name}") for name in TYPE}
    # A narrow column has no room for the names of the faces.
    widest = max(measure.width(text, TYPE[n].font, TYPE[n].size) for n, text in shown.items())
    has_faces = SAMPLE + widest <= wide
    start = SAMPLE if has_faces else FACES
    shapes, y = "", 0.0
    for name, face in TYPE.items():
        y += max(face.line, 4.6) + 1.1
        family = f"{face.family} {face.weight}"
        sizes = f"{face.points:g} / {face.leading:g}"
        words = ((name.upper(), 0.0), (sizes, 9.0), *([(family, FACES)] if has_faces else []))
        for text, x in words:
            shapes += svg_text(text, x, y - 1.6, T5.size, "start", face=("PB Name", 500))
        own = (face.family, face.weight)
        shapes += svg_text(shown[name], start, y - 1.6, face.size, "start", face=own)
        rule = style.colours["rule"]
        shapes += f'<path d="M0 {y:.2f}H{wide:.2f}" stroke="{rule}" stroke-width="0.2"/>'
    picture = drawing(shapes, wide, y + 0.4, y + 0.4, t("specimen.scale"))
    return AidBlock(kind="drawn", height=picture.height, pictures=(picture,))


def _page_picture(column: float, style: Style, t: Translator) -> AidBlock:
    """A page with its margins and columns, and a piece with bleed, cut and safe edge."""
    colours = style.colours
    page_wide, page_high = PAPERS["a4"]
    scale = PAGE_HEIGHT / page_high
    margin = MARGIN * scale
    wide, high = page_wide * scale, PAGE_HEIGHT
    shapes = outlined(rounded_box(0.2, 0.2, wide - 0.4, high - 0.4, 0.3), DARK, 0.3)
    band = f"M{margin:.2f} {margin:.2f}h{wide - 2 * margin:.2f}v2h{-(wide - 2 * margin):.2f}z"
    shapes += filled(band, colours["band"] if style.ink == "full" else colours["rule"])
    each = (wide - 2 * margin - 2 * GUTTER * scale) / WIDE
    for place in range(WIDE):
        x = margin + place * (each + GUTTER * scale)
        block = f"M{x:.2f} {margin + 3:.2f}h{each:.2f}V{high - margin - 1:.2f}h{-each:.2f}z"
        shapes += filled(block, colours["shade"])
    # A piece at half its size: ground with bleed, the cut, what keeps 2 mm from it.
    left, top, room = wide + 6.0, 0.5, column - wide - 7.0
    words = measure.wrapped(t("specimen.cut"), measure.LABEL, room, T5.size)
    side = min(room, high - top - 3.0 - len(words) * T5.line)
    ground = colours["ground"] if style.ink == "full" else colours["shade"]
    shapes += filled(f"M{left:.2f} {top:.2f}h{side:.2f}v{side:.2f}h{-side:.2f}z", ground)
    for inset, dashes, colour in ((1.5, ' stroke-dasharray="1.4 1"', DARK), (2.5, "", WARN)):
        box = rounded_box(left + inset, top + inset, side - 2 * inset, side - 2 * inset, 0.2)
        shapes += f'<path d="{box}" fill="none" stroke="{colour}" stroke-width="0.3"{dashes}/>'
    for line, text in enumerate(words):
        y = top + side + 3.4 + line * T5.line
        shapes += svg_text(text, left, y, T5.size, "start", face=("PB Name", 500))
    picture = drawing(shapes, column, high, high, t("specimen.page-alt"))
    return AidBlock(kind="drawn", height=picture.height, pictures=(picture,))


def _field_key(
    column: float, words: TextSizes, catalog: Catalog, style: Style, t: Translator
) -> Iterator[AidBlock]:
    """The field with a unit, a target and an enemy that is none."""
    newest = max(catalog.editions.values(), key=lambda edition: edition.order)
    picture = field_picture(CASES[0], newest.id, catalog, style, t).scaled(0.8)
    yield picture_block(picture, "", t("specimen.field-text"), "", column, words).under(
        t("specimen.field")
    )


def _emblems(
    width: float, words: TextSizes, catalog: Catalog, style: Style, t: Translator
) -> Iterator[AidBlock]:
    armies = list(catalog.armies.values())[:EMBLEMS]
    count = EMBLEMS if width > 180 else 4
    for start in range(0, len(armies), count):
        group = armies[start : start + count]
        names = [army.name.in_language(style.language) for army in group]
        drawn = [
            drawing(placed_icon(emblem_name(army.theme), 0, 0, 12.0), 20.0, 12.0, 12.0, name)
            for army, name in zip(group, names, strict=True)
        ]
        drawn += [drawing("", 20, 12, 12.0, " ")] * (count - len(group))
        captions = [*names, *[""] * (count - len(group))]
        block = pictures_block(drawn, captions, width, words)
        yield block.under(t("specimen.emblems")) if start == 0 else block


def _colours(column: float, words: TextSizes, style: Style, t: Translator) -> Iterator[AidBlock]:
    """The colours of a theme by what they are for, and the same in ink saver."""
    full = Style(theme=theme_for(SHOWN_THEME))
    saver = Style(theme=theme_for(SHOWN_THEME), ink="saver")
    rows = [[Cell(t(f"specimen.{key}"), True, left=True) for key in ("colour", "full", "saver")]]
    for name in ROLES:
        swatches = [_swatch(one.colours[name], t(f"specimen.role-{name}")) for one in (full, saver)]
        rows.append(
            [
                Cell(t(f"specimen.role-{name}"), True, left=True),
                *(Cell("", left=True, picture=swatch) for swatch in swatches),
            ]
        )
    widths = [column * part for part in (0.5, 0.25, 0.24)]
    made = table_block(rows, widths, "", words)
    yield replace(made, title=()).under(t("specimen.colours"))


def _swatch(colour: str, alt: str) -> Picture:
    shape = rounded_box(0.2, 0.2, 13.6, 3.4, 0.5)
    return drawing(outlined(shape, DARK, 0.2, colour), 14.0, 3.8, 3.2, alt)


def _grid_table(column: float, words: TextSizes, t: Translator) -> AidBlock:
    values = {
        "margin": MARGIN,
        "edge": EDGE,
        "gutter": GUTTER,
        **{what: form.die for what, form in FORMATS.items()},
    }
    rows = [[Cell(t("specimen.measure"), True, left=True), Cell("mm", True)]]
    rows += [
        [Cell(t(f"specimen.is-{name}"), left=True), Cell(f"{value:g}")]
        for name, value in values.items()
    ]
    return replace(table_block(rows, [column * 0.8, column * 0.19], "", words), title=())


def _signs(column: float, words: TextSizes, t: Translator) -> Iterator[AidBlock]:
    drawn = (
        ("black", dice_picture((2, 6), (), 5.2, t("specimen.black"))),
        ("white", dice_picture((), (2, 6), 5.2, t("specimen.white"))),
        ("boxes", wound_boxes(2, 4.4, t("specimen.boxes"))),
        ("none", wound_boxes(0, 4.4, t("specimen.none"))),
    )
    for place, (key, picture) in enumerate(drawn):
        said = f"**{t(f'specimen.{key}')}** {t(f'specimen.{key}-text')}"
        block = icon_block(picture, "", said, "", column, words, indent=SIGNS + 2.0)
        yield block.under(t("specimen.signs")) if place == 0 else block
    strip = hits_strip((2, 2, 3, 6), True, t)
    said = f"**{t('specimen.strip')}** {t('specimen.strip-text')}"
    yield picture_block(strip.scaled(STRIP / strip.height), "", said, "", column, words)


def _tiles(
    width: float, words: TextSizes, catalog: Catalog, style: Style, t: Translator
) -> Iterator[AidBlock]:
    """One tile in colour, in ink saver, and in the other formats, all in their real size."""
    troop = catalog.troops.get(SHOWN_TILE) or next(iter(catalog.troops.values()))
    theme = theme_for(catalog.armies[troop.army].theme)
    full = Style(theme=theme, language=style.language)
    saver = Style(theme=theme, ink="saver", language=style.language)
    card, tall, counter = (FORMATS[name] for name in ("tiles", "tall", "counters"))
    shown = ((card, full), (card, saver), (tall, full), (counter, full))
    *pictures, small = [tile_picture(troop, form, catalog, one, t) for form, one in shown]
    pictures.append(_small_pieces(small, full, t))
    captions = [t(f"specimen.{key}") for key in ("full", "saver", "tall", "counter")]
    high = max(picture.height for picture in pictures)
    # In their real size: as many as fit beside each other.
    wide = max(picture.width for picture in pictures)
    count = 4 if width > 180 else max(1, int((width + 3.0) // (wide + 3.0)))
    each = column_width(width, count, 3.0)
    padded = [_padded(picture, each, high) for picture in pictures]
    for start in range(0, len(padded), count):
        part = slice(start, start + count)
        block = pictures_block(padded[part], captions[part], width, words)
        yield block.under(t("specimen.tiles")) if start == 0 else block


def _small_pieces(counter: Picture, style: Style, t: Translator) -> Picture:
    """A counter, above it small tokens of its size, beside it the ground of the zones."""
    tokens = [
        token_face("order", style, t),
        token_face("wound", style, t),
        number_coin(1, style, t)[0],
        emblem_coin(style.theme, style, t)[0],
    ]
    side = counter.height / 2
    shapes = "".join(
        f'<g transform="translate({place * side:g} 0) scale({SMALL:g})">'
        f"{shapes_of(face.picture)}</g>"
        for place, face in enumerate(tokens)
    )
    wide, top = side * len(tokens), side + 1.0
    zones = ("engagement", "front", "rear")
    high = counter.height / len(zones)
    for place, zone in enumerate(zones):
        y = top + place * high
        area = Ink(counter.width + 1.0, y, wide, y + high)
        shapes += ground(zone, area, Clear(), style, place)
    shapes += f'<g transform="translate(0 {top:g})">{shapes_of(counter)}</g>'
    high = top + counter.height
    return drawing(shapes, wide, high, high, t("specimen.counter"))


def _padded(picture: Picture, wide: float, high: float) -> Picture:
    """A picture in its own size at the left of a larger space."""
    wide = max(wide, picture.width)
    shapes = f'<g transform="translate(0 {high - picture.height:g})">{shapes_of(picture)}</g>'
    return drawing(shapes, wide, high, high, picture.alt)


def _figures(
    width: float, words: TextSizes, catalog: Catalog, style: Style, t: Translator
) -> Iterator[AidBlock]:
    """All figures in rows, with their names."""
    accent = style.colours["accent"]
    names = figure_names()
    count = PER_ROW if width > 180 else 4
    for start in range(0, len(names), count):
        group = names[start : start + count]
        called = [t(f"specimen.figure-{name}") for name in group]
        pictures = [
            figure(name, 20.0, said, accent, "#ffffff")
            for name, said in zip(group, called, strict=True)
        ]
        missing = count - len(group)
        pictures += [drawing("", 96, 96, 20.0, " ")] * missing
        captions = [*called, *[""] * missing]
        block = pictures_block(pictures, captions, width, words, T5.size, FIGURE_GAP)
        yield block.under(t("specimen.figures")) if start == 0 else block


def _actions(column: float, words: TextSizes, t: Translator) -> Iterator[AidBlock]:
    for place, name in enumerate(ACTIONS):
        mark = icon(name, 5.0, t(f"leaf.act-{name}"))
        block = icon_block(mark, t(f"leaf.act-{name}"), "", "", column, words)
        yield block.under(t("specimen.actions")) if place == 0 else block


def _marks(column: float, words: TextSizes, t: Translator) -> Iterator[AidBlock]:
    for place, name in enumerate((*ZONES, *TOKENS, "half", "stack", "wp")):
        block = icon_block(icon(name, 5.0, name), t(f"specimen.icon-{name}"), "", "", column, words)
        yield block.under(t("specimen.marks")) if place == 0 else block


def _traits(
    width: float,
    words: TextSizes,
    height: float,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> AidBlock:
    """The traits in as many columns as there is width for, spread over about `height`."""
    columns = column_count(width)
    column = column_width(width, columns)
    blocks = [
        icon_block(
            trait_strip([trait], 5.0, style.language),
            trait.name.in_language(style.language),
            "",
            trait.clause,
            column,
            words,
        )
        for trait in without_numbers(list(catalog.traits.values()))
    ]
    rows = -(-len(blocks) // columns)
    needed = sum(block.height for block in blocks[:rows])
    gap = max(BAND_GAP, min(MOST_SPREAD, (height - HEADING - needed) / max(1, rows - 1)))
    parts = [
        part
        for place in range(columns)
        for part in moved(
            stacked(blocks[place * rows : (place + 1) * rows], column, gap),
            place * (column + GUTTER),
        )
    ]
    return group_block(parts).under(t("specimen.traits"))
