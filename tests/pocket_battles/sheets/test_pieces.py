"""Pieces to cut: words clear of figures and cuts, sizes of the scale, sheets without waste."""

import base64
import io
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter

import pytest
from PIL import Image

from pbbuild.base.places import shipped
from pbbuild.page import measure
from pbbuild.page.face_pictures import face_pngs, pdf_pngs
from pbbuild.page.geometry import MARK, MARK_GAP, POINT, PieceSize, cut_space
from pbbuild.page.pdf import pdf
from pbbuild.page.pictures import Picture, disc, drawing, icon_shapes, inner_shapes
from pbbuild.page.style import Style, themes
from pbbuild.page.tile_sheet import Label, PlacedFace, TileFace, TileSheet, tile_pages
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.find import ready_lists
from pbbuild.pocket_battles.lists.model import ListUnit
from pbbuild.pocket_battles.rules.units import BORDER_TILES, tokens_at_start
from pbbuild.pocket_battles.sheets.mat import mat_sheet, unit_tokens, zone_heights
from pbbuild.pocket_battles.sheets.pieces import unit_faces
from pbbuild.pocket_battles.sheets.pieces.ground import Clear, ground
from pbbuild.pocket_battles.sheets.pieces.key_cards import key_faces
from pbbuild.pocket_battles.sheets.pieces.kit import KEY, SMALL
from pbbuild.pocket_battles.sheets.pieces.places import token_rings, unit_places
from pbbuild.pocket_battles.sheets.pieces.terrain import TERRAINS
from pbbuild.pocket_battles.sheets.pieces.tokens import (
    RIM,
    TOKEN,
    border_face,
    border_sheet,
    token_face,
    token_sheet,
)
from pbbuild.pocket_battles.sheets.tiles import (
    FORMATS,
    SAFE,
    TileFormat,
    army_back,
    tile_art,
    tile_face,
)
from pbbuild.pocket_battles.sheets.troop_icons import (
    FIGURE_GRID,
    Ink,
    figure_ink,
    figure_name,
    figure_names,
    figure_shapes,
)
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.layout import ABOVE, BELOW
from tests.pocket_battles.sheets.samples import LONG, documents_of, ready, strange_catalog
from tests.pocket_battles.sheets.test_ink import contrast

LANGUAGES = ("en", "it")
LISTS = [f"{army}-80" for army in load_catalog().armies]
# The type scale, and 12 points for the names of tiles.
SIZES = [points * POINT for points in (22, 13, 12, 10, 8.5, 7.2)]
FONTS = {"gloss": measure.BODY_ITALIC, "said": measure.BODY, "figure": measure.FIGURE}


def words_of(label: Label) -> Ink:
    """The box of the ink of a label."""
    kind = label.kind.split()[0]
    light = measure.LABEL if kind in ("label", "code") else measure.NAME
    wide = measure.width(label.text, FONTS.get(kind, light), label.size)
    left = label.x + (label.width - wide) * {"left": 0.0, "center": 0.5, "right": 1.0}[label.align]
    baseline = label.y + label.line / 2 + label.size * 0.34
    top, bottom = baseline - ABOVE * label.size, baseline + BELOW * label.size
    return Ink(left, top, left + wide, bottom)


def meets(one: Ink, other: Ink) -> bool:
    """Whether two boxes overlap."""
    return (
        one.left < other.right - 0.01
        and other.left < one.right - 0.01
        and one.top < other.bottom - 0.01
        and other.top < one.bottom - 0.01
    )


def catalogs() -> Iterator[Catalog]:
    """The shipped catalog, and one with long names, six traits and many dice."""
    yield load_catalog()
    yield strange_catalog(LONG)


@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_and_no_die_of_a_tile_stands_on_its_figure(form: TileFormat, language: str) -> None:
    style, t = Style(theme="union", language=language), Translator(language)
    for catalog in catalogs():
        for troop in catalog.troops.values():
            place = tile_art(troop, figure_name(troop, catalog), form)
            for label in tile_face(troop, form, catalog, style, t).labels:
                assert not meets(words_of(label), place), (troop.code, label.text)
            for top, dice in zip(form.dice, (troop.black, troop.white), strict=True):
                wide = min(form.die * 1.07 * len(dice), form.piece.width - 2 * form.edge)
                if dice and catalog is load_catalog():
                    row = Ink(form.edge, top, form.edge + wide - 0.6, top + form.die)
                    assert not meets(row, place), troop.code


@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
def test_names_of_tiles_are_whole_and_no_word_is_broken(form: TileFormat) -> None:
    style, catalog = Style(theme="union"), load_catalog()
    for troop in catalog.troops.values():
        labels = tile_face(troop, form, catalog, style, Translator("en")).labels
        lines = [label.text for label in labels if label.kind.startswith("name")]
        assert " ".join(lines) == troop.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_shipped_tile_is_shortened(language: str) -> None:
    style, catalog = Style(theme="union", language=language), load_catalog()
    for form in (form for form in FORMATS.values() if form.has_trait_names):
        for troop in catalog.troops.values():
            labels = tile_face(troop, form, catalog, style, Translator(language)).labels
            names = [catalog.traits[trait].name.in_language(language) for trait in troop.traits]
            assert [label.text for label in labels if label.kind == "trait"] == names
            said = " ".join(label.text for label in labels if label.kind == "gloss")
            whole = troop.gloss.in_language(language).replace("'", "’")
            assert said == whole or (form.has_trait_panel and not said), troop.code


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_unit_card_stands_on_a_figure(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[Ink] = []

    def noted(figure: str, place: Ink, colour: str, ground: str) -> str:
        places.append(place)
        return ""

    monkeypatch.setattr(unit_faces, "placed_figure", noted)
    style, t = Style(theme="union", language=language), Translator(language)
    catalog = load_catalog()
    for number, unit in enumerate(ready(name).units, start=1):
        places.clear()
        face = unit_faces.unit_face(number, unit, catalog, style, t)
        assert places, unit
        for label, place in itertools.product(face.labels, places):
            assert not meets(words_of(label), place), (label.text, unit)


@pytest.mark.parametrize("ink", ["full", "saver"])
@pytest.mark.parametrize("theme", themes())
def test_a_figure_can_be_seen_and_is_a_ground_for_ink(theme: str, ink: str) -> None:
    colours = Style(theme=theme, ink=ink).colours
    assert contrast(colours["ink"], colours["figure"]) >= 4.5
    assert contrast(colours["figure"], colours["tint"]) >= (1.5 if ink == "full" else 1.3)


def test_the_ink_of_every_figure_is_what_it_draws() -> None:
    names = figure_names()
    path = shipped("templates") / "pocket_battles" / "figures" / "figures.json"
    assert sorted(json.loads(path.read_text(encoding="utf-8"))["ink"]) == names
    around, dots = 12.0, 8.0
    side = FIGURE_GRID + 2 * around
    pages = ""
    for name in names:
        shapes = f'<g transform="translate({around:g} {around:g})">{figure_shapes(name)}</g>'
        address = drawing(shapes, side, side, side, name).address
        pages += f'<img alt="{name}" src="{address}" style="width:{side:g}mm;height:{side:g}mm">'
    css = f"@page{{size:{side:g}mm {side:g}mm;margin:0}}body{{margin:0}}img{{display:block}}"
    document = f"<html lang=en><title>figures</title><style>{css}</style><body>{pages}</html>"
    drawn = pdf_pngs(pdf(document, duplex="none"), dots * 25.4 / 72)
    assert len(drawn) == len(names)
    for name, png in zip(names, drawn, strict=True):
        grey = Image.open(io.BytesIO(png)).convert("L").point(lambda value: 255 * (value < 128))
        found = grey.getbbox()
        assert found is not None
        left, top, right, bottom = (edge / dots - around for edge in found)
        ink = figure_ink(name)
        told = (ink.left, ink.top, ink.right, ink.bottom)
        assert told == pytest.approx((left, top, right, bottom), abs=0.5), name


def test_every_figure_is_used_and_every_troop_has_one() -> None:
    catalog = load_catalog()
    used = {figure_name(troop, catalog) for troop in catalog.troops.values()}
    assert used == set(figure_names())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_specimen_breaks_no_name_of_a_figure_within_a_word(language: str) -> None:
    [document] = documents_of("specimen", Style(theme="neutral", language=language))
    pages = document.parts[0].sheet.pages
    assert len(pages) == 2
    rows = [placed.block for placed in pages[1].blocks if placed.block.kind == "pictures"]
    shown = [" ".join(lines) for row in rows for lines in row.captions if lines != ("",)]
    t = Translator(language)
    for name in figure_names():
        assert t(f"specimen.figure-{name}") in shown


def faces(theme: str, language: str, ink: str = "full") -> Iterator[TileFace]:
    """A front of every figure and format, backs, and cards."""
    style, t = Style(theme=theme, language=language, ink=ink), Translator(language)
    catalog = load_catalog()
    some = {figure_name(troop, catalog): troop for troop in catalog.troops.values()}
    most = max(catalog.troops.values(), key=lambda troop: (len(troop.traits), troop.wp))
    for form in FORMATS.values():
        for troop in (*some.values(), most):
            yield tile_face(troop, form, catalog, style, t)
        yield army_back("confederacy", form.piece, catalog, style, t)
    for number, unit in enumerate(ready("union-80").units, start=1):
        yield unit_faces.unit_face(number, unit, catalog, style, t)


@pytest.mark.slow
def test_nothing_but_ground_lies_within_two_millimetres_of_a_cut() -> None:
    t = Translator("it")
    by_size = itertools.groupby(faces("union", "it"), key=lambda face: (face.width, face.height))
    for (wide, _), group in by_size:
        dots = 12
        for png in face_pngs(list(group), "union", t, round(wide * dots)):
            page = Image.open(io.BytesIO(png)).convert("L")
            edge = round((SAFE - 0.1) * dots)
            strips = [(0, 0, page.width, edge), (0, page.height - edge, page.width, page.height)]
            strips += [(0, 0, edge, page.height), (page.width - edge, 0, page.width, page.height)]
            for strip in strips:
                cut = page.crop(strip)
                # Bands and grounds run across: each row of pixels has one colour.
                for y in range(cut.height):
                    row = cut.crop((0, y, cut.width, y + 1)).tobytes()
                    assert max(row) - min(row) < 24, (wide, strip, y)


def test_words_of_pieces_have_sizes_of_the_type_scale() -> None:
    t = Translator("en")
    style = Style(theme="neutral")
    strange = strange_catalog(LONG)
    made = [*faces("union", "en"), *faces("union", "it")]
    made += [
        tile_face(strange.troops[code], form, strange, style, t)
        for form in FORMATS.values()
        for code in ("STR01", "STR06", "STR30")
    ]
    for sheet in (token_sheet(1, style, t), border_sheet(style, t)):
        made += [placed.face for page in sheet.pages for placed in page.faces]
    for face in made:
        for label in face.labels:
            assert min(abs(label.size - size) for size in SIZES) < 0.005, label


def _covered(sheet: TileSheet, style: Style) -> float:
    """How much of what can be printed on between the marks is pieces."""
    wide, high = cut_space(style.page)
    faces_of = sheet.pages[0].faces
    return sum(placed.face.width * placed.face.height for placed in faces_of) / (wide * high)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_of_tokens_and_borders_are_full(paper: str) -> None:
    style, t = Style(theme="neutral", paper=paper), Translator("en")
    assert _covered(token_sheet(48, style, t), style) > 0.9
    assert _covered(border_sheet(style, t), style) > 0.86


def _kit_of(sheet: TileSheet) -> Counter[str]:
    """How often each piece lies on the fronts of a sheet, by its words."""
    fronts = [page for page in sheet.pages if f"· {Translator('en')('tiles.front')}" in page.title]
    return Counter(placed.face.picture.alt for page in fronts for placed in page.faces)


@pytest.mark.parametrize("name", ["union-80", "orcs-60", "elves-100", "persians-50"])
@pytest.mark.parametrize("what", ["tiles", "tall", "counters"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_rest_of_a_sheet_has_what_its_army_needs(name: str, what: str, paper: str) -> None:
    own, t, catalog = ready(name), Translator("en"), load_catalog()
    style = Style(theme="", paper=paper)
    units = [[catalog.troops[code] for code in unit.troops] for unit in own.units]
    tokens = tokens_at_start(own.points, units, catalog.traits)
    [document] = documents_of(what, style, [own])
    sheet = document.parts[0].sheet
    found = _kit_of(sheet)
    tiles = _tiles_of(sheet, what)
    numbers = [found[t("tiles.unit-number", number=n)] for n in range(1, len(units) + 1)]
    assert len(set(numbers)) == 1
    assert not found[t("tiles.unit-number", number=len(units) + 1)]
    borders = found[t("tiles.border-label")]
    if what == "counters":
        assert _covered(sheet, style) > 0.55
        assert numbers[0] >= 1
        assert found[t("tiles.order")] >= tokens * numbers[0]
        assert found[t("tiles.key-units")] == found[t("tiles.key-signs")] == 1
        assert (len(tiles) - borders) % len(own.troops) == 0
        assert borders == BORDER_TILES * (len(tiles) - borders) // len(own.troops)
    else:
        assert found[t("tiles.order")] >= tokens or not borders
        assert borders in (0, BORDER_TILES)
    # Nothing of it needs a page of its own.
    bare = tile_pages("", [one.face for one in tiles], (), style, t)
    assert len(sheet.pages) == 2 * len(bare)


def _tiles_of(sheet: TileSheet, what: str) -> list[PlacedFace]:
    wide, high = FORMATS[what].piece.width, FORMATS[what].piece.height
    fronts = [placed for page in sheet.pages[::2] for placed in page.faces]
    return [one for one in fronts if (one.face.width, one.face.height) == (wide, high)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [KEY, unit_faces.CARD], ids=["across", "upright"])
@pytest.mark.parametrize("name", ready_lists())
def test_the_key_of_an_army_has_every_unit_and_says_what_every_sign_does(
    name: str, size: PieceSize, language: str
) -> None:
    own, catalog, t = ready(name), load_catalog(), Translator(language)
    shown = dict.fromkeys(trait for code in own.troops for trait in catalog.troops[code].traits)
    traits = [catalog.traits[trait] for trait in shown]
    style = Style(theme="union", language=language)
    units, signs = key_faces(own, traits, size, catalog, style, t)
    assert [label.text for label in units.labels if label.kind == "figure"] == [
        str(number) for number in range(1, len(own.units) + 1)
    ]
    names = [label.text for label in signs.labels if label.kind == "trait"]
    assert names == [trait.name.in_language(language) for trait in traits]
    said = " ".join(label.text for label in signs.labels if label.kind == "said")
    assert said == " ".join(trait.line.in_language(language) for trait in traits)
    for face in (units, signs):
        for one, other in itertools.combinations(face.labels, 2):
            assert not meets(words_of(one), words_of(other)), (one.text, other.text)
        for label in face.labels:
            ink = words_of(label)
            assert ink.left >= SAFE, label.text
            assert ink.right <= face.width - SAFE, label.text
            assert ink.bottom <= face.height - SAFE, label.text


@pytest.mark.parametrize("what", ["counters", "cards", "tiles", "tall"])
@pytest.mark.parametrize("name", ready_lists())
def test_no_room_for_two_more_rows_of_tokens_is_left_below_the_pieces(name: str, what: str) -> None:
    style = Style(theme="")
    [document] = documents_of(what, style, [ready(name)])
    page = document.parts[0].sheet.pages[-2]
    lowest = max(one.y + one.face.height for one in page.faces)
    side = TOKEN * (SMALL if what == "counters" else 1.0)
    free = (style.page[1] + cut_space(style.page)[1]) / 2 - lowest
    assert free < 2 * side + 2 * (MARK + MARK_GAP)


@pytest.mark.parametrize(("name", "what"), [("union-80", "tiles"), ("elves-80", "tiles")])
def test_numbers_and_tokens_share_a_block_where_each_has_no_room_of_its_own(
    name: str, what: str
) -> None:
    t, own = Translator("en"), ready(name)
    [document] = documents_of(what, Style(theme=""), [own])
    found = _kit_of(document.parts[0].sheet)
    numbers = range(1, len(own.units) + 1)
    assert [found[t("tiles.unit-number", number=number)] for number in numbers] == [1] * len(
        own.units
    )


@pytest.mark.parametrize("name", ["romans-60", "celts-80", "union-80"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_have_the_numbers_of_their_units_before_borders(name: str, paper: str) -> None:
    t = Translator("en")
    [document] = documents_of("cards", Style(theme="", paper=paper), [ready(name)])
    sheet = document.parts[0].sheet
    found = _kit_of(sheet)
    if found[t("tiles.border-label")]:
        assert found[t("tiles.unit-number", number=1)] == 1


@pytest.mark.parametrize("units", [1, 7, 8, 11, 26])
def test_what_explains_an_army_never_adds_a_page_to_its_cards(units: int) -> None:
    own = ready("elves-100")
    codes = [troop.code for troop in load_catalog().armies["elves"].troops[:units]]
    singles = replace(own, units=tuple(ListUnit((code,)) for code in codes))
    [document] = documents_of("cards", Style(theme=""), [singles])
    sheet = document.parts[0].sheet
    assert len(sheet.pages) == 2 * -(-units // 9)
    keys = _kit_of(sheet)[Translator("en")("tiles.key-units")]
    assert keys == (1 if units % 9 in (1, 2, 7) else 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["romans-60", "romans-80", "celts-60"])
def test_few_signs_are_explained_in_larger_type_in_even_columns(name: str, language: str) -> None:
    own, catalog, t = ready(name), load_catalog(), Translator(language)
    shown = dict.fromkeys(trait for code in own.troops for trait in catalog.troops[code].traits)
    traits = [catalog.traits[trait] for trait in shown]
    style = Style(theme="union", language=language)
    for size in (KEY, unit_faces.CARD):
        *_, signs = key_faces(own, traits, size, catalog, style, t)
        said = [label for label in signs.labels if label.kind in ("said", "trait")]
        assert {round(label.size / POINT, 1) for label in said} == {8.5}
    # The card across has two columns; one is at most a sign lower than the other.
    *_, signs = key_faces(own, traits, KEY, catalog, style, t)
    said = [label for label in signs.labels if label.kind == "said"]
    ends = [
        max(label.y for label in said if (label.x > KEY.width / 2) == is_right)
        for is_right in (False, True)
    ]
    assert abs(ends[0] - ends[1]) < 20.0


def test_a_pack_has_a_sheet_of_tokens_only_where_tiles_have_none() -> None:
    t, few = Translator("en"), ready("union-80")
    codes = [troop.code for troop in load_catalog().armies["celts"].troops]
    # So many tiles fill a sheet, so many leave room for tokens.
    full, more = (
        replace(ready("celts-80"), units=tuple(ListUnit((code,)) for code in codes[:count]))
        for count in (22, 26)
    )
    for lists, has_sheet in (((few, more), False), ((few, full), True)):
        [pack] = documents_of("pack", Style(theme=""), lists)
        titles = [part.bookmark for part in pack.parts]
        assert (t("tiles.tokens") in titles) == has_sheet


def test_ink_saver_has_one_set_of_counters_and_chosen_tiles_have_nothing_beside_them() -> None:
    t = Translator("en")
    [document] = documents_of("counters", Style(theme="", ink="saver"), [ready("union-80")])
    assert _kit_of(document.parts[0].sheet)[t("tiles.unit-number", number=1)] == 1
    [full] = documents_of("counters", Style(theme=""), [ready("union-80")])
    assert _kit_of(full.parts[0].sheet)[t("tiles.unit-number", number=1)] == 2
    [chosen] = documents_of("counters", Style(theme=""), tiles=("UNI01", "UNI02"))
    assert len(_kit_of(chosen.parts[0].sheet)) == 2


def test_the_sheet_of_tokens_has_the_numbers_of_two_players() -> None:
    t = Translator("en")
    sheet = token_sheet(48, Style(theme="neutral"), t)
    found = _kit_of(sheet)
    numbers = [found[t("tiles.unit-number", number=number)] for number in range(1, 13)]
    assert numbers == [2] * 12
    assert found[t("tiles.order")] >= 48


@pytest.mark.parametrize("ink", ["full", "saver"])
@pytest.mark.parametrize("zone", ["front", "rear", "engagement"])
def test_nothing_on_the_ground_stands_where_words_and_counters_are(zone: str, ink: str) -> None:
    area = Ink(10.0, 20.0, 110.0, 70.0)
    boxes, places = [Ink(20.0, 30.0, 60.0, 40.0)], [Ink(70.0, 25.0, 92.0, 47.0)]
    dots, t = 6, Translator("en")

    def drawn(clear: Clear) -> Image.Image:
        shapes = ground(zone, area, clear, Style(theme="neutral", ink=ink), 3, theirs=True)
        face = TileFace(drawing(shapes, 120.0, 90.0, 90.0, "ground"))
        [png] = face_pngs([face], "neutral", t, 120 * dots)
        return Image.open(io.BytesIO(png)).convert("L")

    def shades(picture: Image.Image, box: Ink, inset: float) -> int:
        edges = (box.left + inset, box.top + inset, box.right - inset, box.bottom - inset)
        left, top, right, bottom = (round(edge * dots) for edge in edges)
        cut = picture.crop((left, top, right, bottom))
        return len(set(cut.tobytes()))

    free, kept = drawn(Clear()), drawn(Clear(boxes, places))
    assert shades(free, area, 1.0) > 2
    if zone != "engagement":  # its tracks run below words
        assert shades(free, boxes[0], 0.5) > 1
        assert shades(kept, boxes[0], 0.5) == 1
        # Grass inside a place keeps away from its frame.
        outer = places[0]
        for strip in (
            Ink(outer.left - 0.4, outer.top, outer.left + 0.4, outer.bottom),
            Ink(outer.left, outer.bottom - 0.4, outer.right, outer.bottom + 0.4),
        ):
            assert shades(kept, strip, 0.0) == 1


def test_borders_run_beyond_the_cut_with_bleed_and_tokens_stay_below_them() -> None:
    for bleed in (0.0, 3.0):
        sheet = border_sheet(Style(theme="neutral", bleed=bleed), Translator("en"))
        placed = sheet.pages[0].faces
        borders = [one for one in placed if one.face.labels]
        tokens = [one for one in placed if not one.face.labels]
        assert {one.face.picture.width for one in borders} == {45 + 2 * bleed}
        assert {one.face.width for one in borders} == {45.0}
        lowest = max(one.y + one.face.height for one in borders) + bleed
        assert min(one.y for one in tokens) >= lowest + 2 * MARK


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_border_says_once_what_it_is(language: str) -> None:
    t = Translator(language)
    sheet = border_sheet(Style(theme="neutral"), t)
    borders = [placed.face for placed in sheet.pages[0].faces if placed.face.labels]
    assert len(borders) == 8
    assert len({face.picture.address for face in borders}) == 4
    for face in borders:
        assert " ".join(label.text for label in face.labels) == t("tiles.border-label")


@pytest.mark.parametrize("wide", [61.7, 83.4, 89.3])
def test_places_of_a_field_hold_their_counters_and_tokens_with_space_between(wide: float) -> None:
    found = unit_places(Ink(10.0, 20.0, 10.0 + wide, 72.0), 1.0)
    assert len(found.counters) >= 4
    for place in found.counters:
        assert (place.right - place.left, place.bottom - place.top) == pytest.approx((22.0, 22.0))
    edge = SMALL * RIM
    rings = [Ink(x - edge, y - edge, x + edge, y + edge) for x, y in found.rings]
    assert len(rings) == (0 if wide < 70 else 2 * len(found.counters))
    for one, other in itertools.combinations([*found.counters, *rings], 2):
        assert not meets(one, other)
    # Two units lie at least 2 mm apart.
    for one, other in itertools.combinations(found.counters, 2):
        apart = max(other.left - one.right, one.left - other.right)
        assert max(apart, other.top - one.bottom) >= 2.0


def test_a_supply_has_rings_as_large_as_its_tokens() -> None:
    rings = token_rings(0.0, 0.0, 68.0, 22.7, SMALL * TOKEN)
    assert len(rings) == 12
    for (x, y), (at_x, at_y) in itertools.combinations(rings, 2):
        assert max(abs(x - at_x), abs(y - at_y)) >= SMALL * TOKEN
    assert token_rings(0.0, 0.0, 8.0, 22.7, SMALL * TOKEN) == []


@pytest.mark.parametrize("terrain", TERRAINS)
def test_borders_laid_end_to_end_are_one_line_between_two_fields(terrain: str) -> None:
    t, dots = Translator("en"), 8
    [plain, wide] = [
        border_face(terrain, Style(theme="neutral", bleed=bleed), t).picture for bleed in (0.0, 3.0)
    ]
    drawn, beyond = (picture_pixels(picture, dots) for picture in (plain, wide))
    # What the bleed shows below the lower cut is what the next border begins with.
    end, bleed = (round(size * dots) for size in (45, 3))
    next_one = drawn.crop((0, 0, end, bleed - 2))
    below = beyond.crop((bleed, bleed + end, bleed + end, 2 * bleed + end - 2))
    assert difference(next_one, below) < 3.0
    # Each side has its own ground at its edge.
    left, right = (usual_colour(drawn.crop((at, 0, at + 40, end))) for at in (8, end - 48))
    assert left != right


def usual_colour(picture: Image.Image) -> object:
    """The colour that most pixels of a picture have."""
    colours = picture.getcolors(picture.width * picture.height)
    assert colours is not None
    return max(colours, key=itemgetter(0))[1]


def picture_pixels(picture: Picture, dots: int) -> Image.Image:
    """A picture with so many dots for each of its millimetres."""
    [drawn] = face_pngs(
        [TileFace(picture)], "neutral", Translator("en"), round(picture.width * dots)
    )
    return Image.open(io.BytesIO(drawn)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much the shades of two pictures of one size differ on average, of 255."""
    pairs = zip(one.convert("L").tobytes(), other.convert("L").tobytes(), strict=True)
    apart = [abs(first - second) for first, second in pairs]
    return sum(apart) / len(apart)


def test_the_two_sides_of_a_token_differ_in_light_and_in_shape() -> None:
    for ink in ("full", "saver"):
        style, t = Style(theme="neutral", ink=ink), Translator("en")
        order, wound = (token_face(kind, style, t) for kind in ("order", "wound"))
        assert order.picture.alt != wound.picture.alt
        dark = [_darkness(face, t) for face in (order, wound)]
        assert dark[0] > 2 * dark[1] if ink == "full" else max(dark) < 0.3


def _darkness(face: TileFace, t: Translator) -> float:
    [png] = face_pngs([face], "neutral", t, 64)
    grey = Image.open(io.BytesIO(png)).convert("L")
    return 1 - sum(grey.tobytes()) / (255 * 64 * 64)


@pytest.mark.parametrize(
    ("reactive", "costs"),
    [pytest.param(False, [1, 2, 4], id="plain"), pytest.param(True, [1, 1, 2, 4], id="reactive")],
)
def test_a_card_has_the_orders_that_the_roster_has(
    reactive: bool, costs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ready("union-80")
    troops = load_catalog().troops
    number = 1 + next(
        place
        for place, unit in enumerate(own.units)
        if any("reactive" in troops[code].traits for code in unit.troops) == reactive
    )
    drawn: list[int] = []

    def noted(value: int, x: float, y: float, size: float, colour: str = "") -> str:
        drawn.append(value)
        return ""

    monkeypatch.setattr(unit_faces, "placed_number", noted)
    style, t = Style(theme="union"), Translator("en")
    unit_faces.unit_face(number, own.units[number - 1], load_catalog(), style, t)
    # The points of the unit are drawn last.
    assert drawn[:-1] == costs


def test_the_battlefield_has_places_of_the_size_of_a_counter() -> None:
    [document] = documents_of("battlefield", Style(theme=""))
    picture = document.parts[0].sheet.pages[0].picture
    svg = base64.b64decode(picture.address.partition(",")[2]).decode()
    # A rounded square of 22 mm has straight sides of 20 mm between corners of 1 mm.
    assert svg.count("h20c") == 2 * 12


def test_the_mat_has_three_places_for_tokens_behind_each_place_of_a_tile() -> None:
    style = Style(theme="union")
    right = mat_sheet("Union", style, Translator("en")).pages[2]
    svg = base64.b64decode(right.picture.address.partition(",")[2]).decode()
    assert svg.count("h42.6c") == 2 * 4
    assert svg.count(disc(0, 0, RIM).partition("c")[2]) == 3 * 2 * 4
    # Those of a row are apart, and none reaches into the line with the zone's name.
    lefts = [place * 50.0 for place in range(4)]
    rings = unit_tokens([Ink(left, 10.0, left + 45.0, 55.0) for left in lefts], TOKEN)
    xs = sorted(x for x, _ in rings)
    assert min(after - before for before, after in itertools.pairwise(xs)) >= 2 * RIM
    assert {y - RIM for _, y in rings} == {55.0 + TOKEN / 2 - RIM}


def test_an_icon_has_one_drawing_and_one_meaning() -> None:
    drawings: dict[str, str] = {}
    for folder in ("shared", "pocket_battles", "pocket_general"):
        for path in sorted((shipped("templates") / folder / "icons").glob("*.svg")):
            shapes = inner_shapes(path.read_text(encoding="utf-8"))
            assert shapes not in drawings, (path.name, drawings[shapes])
            drawings[shapes] = path.name
    icons = {trait.base: trait.icon for trait in load_catalog().traits.values()}
    assert len(set(icons.values())) == len(icons)
    assert all(icon_shapes(icon) for icon in icons.values())


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("large", [False, True])
def test_every_zone_of_the_mat_is_higher_than_both_sizes_of_tile(paper: str, large: bool) -> None:
    style = Style(theme="union", paper=paper, large=large)
    half, front, rear, _ = zone_heights(style)
    for form in (FORMATS["tiles"], FORMATS["tall"]):
        assert min(half, front, rear) >= form.piece.height * style.scale + 1.0
