"""Pocket General for Tabletop Simulator: a saved object, its pictures, and how to install both.

The combat board lies between the players, each has a world map beside it and the units in front;
locations are in a bag to be shuffled. A piece shows the same face as on paper and, as a
tooltip, what it does.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from pbbuild.page.face_pictures import PieceStyle, face_pngs, pdf_pngs
from pbbuild.page.html import Part, html_document
from pbbuild.page.pdf import pdf
from pbbuild.page.style import Style, theme_for
from pbbuild.page.tabletop import (
    BOX,
    GUIDE,
    PICTURES,
    ROUND,
    bag,
    die,
    guide,
    table_tile,
    tabletop_save,
    transform,
)
from pbbuild.pocket_general.catalog.model import (
    TERRAINS,
    CombatUnit,
    GeneralCatalog,
    Location,
    Nation,
)
from pbbuild.pocket_general.sheets.boards import boards
from pbbuild.pocket_general.sheets.geometry import HEX, MARKER, THEATER
from pbbuild.pocket_general.sheets.pieces import (
    initiative_face,
    location_face,
    marker_face,
    nation_back,
    theater_face,
)
from pbbuild.text.translate import Translator

SAVE: Final = "pocket-general.json"
NEUTRAL: Final = "neutral"
PAPER: Final = (210.0, 297.0)  # millimetres of the board and of each map
# Millimetres of paper in a unit of length of the simulator, where a tile of scale 1 is two wide.
UNIT: Final = 15.0
GAP: Final = 0.25
UNITS_IN_A_ROW: Final = 6
BOARD_PIXELS: Final = 1400


def saved_object(
    nations: Sequence[Nation],
    catalog: GeneralCatalog,
    t: Translator,
    address: str,
    *,
    bonus: bool = False,
) -> dict[str, Any]:
    """A game of two nations as a save; pictures are at `address` and a file name."""
    objects = [_sheet("board.png", t("simulated-table.board"), 0.0, 180.0, address)]
    for side, nation in enumerate(nations):
        objects += _side(nation, side, catalog, t, address, bonus=bonus)
    places = [_location(place, catalog, t, address) for place in catalog.locations]
    name, words = t("simulated-table.locations"), t("simulated-table.locations-words")
    edge = PAPER[1] / UNIT / 2 + 2
    objects.append(bag(transform(0, 1.2, -edge), name, words, places))
    arrow = t("simulated-table.initiative")
    face = f"{address}initiative.png"
    objects.append(_piece(face, face, 3.0, -edge, THEATER, arrow, ""))
    objects += [
        die(
            transform(-3.0, 1.5, side * edge, scale=0.7),
            t("simulated-table.die"),
            t("simulated-table.die-words", faces=_faces(catalog)),
            catalog.operations_die,
        )
        for side in (-1, 1)
    ]
    language = t.language
    title = " / ".join(nation.name.in_language(language) for nation in nations)
    return tabletop_save(title, catalog.name.in_language(language), objects)


def tabletop_files(
    nations: Sequence[Nation],
    catalog: GeneralCatalog,
    t: Translator,
    address: str,
    *,
    bonus: bool = False,
) -> dict[str, bytes]:
    """All files of the export by name: the save, its pictures and a guide."""
    save = saved_object(nations, catalog, t, address, bonus=bonus)
    pictures = piece_pictures(nations, catalog, t, bonus=bonus)
    note = t("simulated-table.note", faces=_faces(catalog))
    return {
        SAVE: json.dumps(save, ensure_ascii=False, indent=1).encode() + b"\n",
        GUIDE: guide(catalog.name.in_language(t.language), SAVE, address, note, t),
        **{f"{PICTURES}/{name}": data for name, data in pictures.items()},
    }


def piece_pictures(
    nations: Sequence[Nation], catalog: GeneralCatalog, t: Translator, *, bonus: bool = False
) -> dict[str, bytes]:
    """The boards, locations, theaters and units as PNG, by file name."""
    style = PieceStyle(theme=NEUTRAL, language=t.language)
    names: list[str] = []
    faces = []
    for place in catalog.locations:
        names += [f"{place.id}.png", f"{place.id}-used.png"]
        faces += [location_face(place, catalog, style, t, turned=used) for used in (False, True)]
    for nation in nations:
        names.append(f"capitol-{nation.id}.png")
        faces.append(location_face(nation.capitol, catalog, style, t, capitol=True))
    for theater in (catalog.theater_a, catalog.theater_b):
        names.append(f"theater-{theater.id.lower()}.png")
        faces.append(theater_face(theater, catalog, style, t))
    names.append("initiative.png")
    faces.append(initiative_face(style, t))
    found = dict(zip(names, face_pngs(faces, NEUTRAL, t), strict=True))
    for nation in nations:
        own = replace(style, theme=theme_for(nation.theme))
        units = units_of(nation, catalog, bonus=bonus)
        fronts = [marker_face(unit, nation, catalog, own, t) for unit in units]
        # One back for square markers, one for round ones.
        shapes = {_back(nation, unit): unit for unit in units}
        backs = [nation_back(nation, unit, own, t) for unit in shapes.values()]
        names = [*(_front(nation, unit) for unit in units), *shapes]
        found |= dict(zip(names, face_pngs([*fronts, *backs], own.theme, t), strict=True))
    return found | _board_pictures(catalog, t)


def units_of(nation: Nation, catalog: GeneralCatalog, *, bonus: bool = False) -> list[CombatUnit]:
    """The units of a nation, the core units first."""
    ids = [*nation.units, *((nation.bonus,) if bonus else ())]
    return [catalog.units[unit] for unit in ids]


def _board_pictures(catalog: GeneralCatalog, t: Translator) -> dict[str, bytes]:
    style = Style(paper="a4", theme=NEUTRAL, language=t.language, duplex="none")
    sheet = boards(catalog, style, t)
    part = Part("field/field.html.j2", sheet, style, ("field.css",), "", single_sided=True)
    data = pdf(html_document([part], "", t, fonts=False), duplex="none")
    board, world, *_ = pdf_pngs(data, BOARD_PIXELS / (PAPER[0] / 25.4 * 72))
    return {"board.png": board, "map.png": world}


def _front(nation: Nation, unit: CombatUnit) -> str:
    return f"{nation.id}-{unit.id}.png"


def _back(nation: Nation, unit: CombatUnit) -> str:
    return f"back-{nation.id}-{'square' if unit.is_military else 'round'}.png"


def _faces(catalog: GeneralCatalog) -> str:
    return ", ".join(f"{face:+d}" for face in catalog.operations_die)


# Objects.


def _sheet(picture: str, name: str, x: float, turn: float, address: str) -> dict[str, Any]:
    """The board or a map, fixed to the table."""
    wide, high = (length / UNIT / 2 for length in PAPER)
    place = {**transform(x, 0.96, 0.0, turn), "scaleX": round(wide, 3), "scaleZ": round(high, 3)}
    face = f"{address}{picture}"
    return {**table_tile(face, face, place, name, ""), "Locked": True}


def _piece(
    front: str,
    back: str,
    x: float,
    z: float,
    size: float,
    name: str,
    words: str,
    *,
    turn: float = 180.0,
    shape: int = BOX,
) -> dict[str, Any]:
    scale = round(size / UNIT / 2, 3)
    return table_tile(front, back, transform(x, 1.1, z, turn, scale), name, words, shape)


def _side(
    nation: Nation, side: int, catalog: GeneralCatalog, t: Translator, address: str, *, bonus: bool
) -> list[dict[str, Any]]:
    """What one player has: a map beside the board, units, theaters and capitol before it."""
    sign, turn = (-1, 180.0) if side == 0 else (1, 0.0)
    name = nation.name.in_language(t.language)
    wide, edge = PAPER[0] / UNIT + GAP, PAPER[1] / UNIT / 2 + 1.2
    middle = -sign * wide
    title = t("simulated-table.map", nation=name)
    objects = [_sheet("map.png", title, middle, turn, address)]
    step = MARKER / UNIT + GAP
    for number, unit in enumerate(units_of(nation, catalog, bonus=bonus)):
        row, column = divmod(number, UNITS_IN_A_ROW)
        x = middle - sign * (column - (UNITS_IN_A_ROW - 1) / 2) * step
        own = t("simulated-table.unit", nation=name, unit=unit.name.in_language(t.language))
        front, back = f"{address}{_front(nation, unit)}", f"{address}{_back(nation, unit)}"
        shape = BOX if unit.is_military else ROUND
        objects.append(
            _piece(
                front,
                back,
                x,
                sign * (edge + row * step),
                MARKER,
                own,
                unit_words(unit, nation, catalog, t),
                turn=turn,
                shape=shape,
            )
        )
    # On the far side of the map, where the units of the enemy do not lie.
    pieces = [
        (f"theater-{theater.id.lower()}", t("simulated-table.theater", id=theater.id), "")
        for theater in (catalog.theater_a, catalog.theater_b)
    ]
    capitol = nation.capitol.name.in_language(t.language)
    capitol_name = t("simulated-table.capitol", name=capitol, nation=name)
    pieces.append((f"capitol-{nation.id}", capitol_name, ""))
    for number, (picture, label, words) in enumerate(pieces):
        face = f"{address}{picture}.png"
        x = middle - sign * (number - 1) * (HEX / UNIT + GAP)
        z = sign * (edge + 2 * step + 0.5)
        objects.append(_piece(face, face, x, z, HEX, label, words, turn=turn))
    return objects


def _location(
    place: Location, catalog: GeneralCatalog, t: Translator, address: str
) -> dict[str, Any]:
    terrain = catalog.terrains[place.terrain].name.in_language(t.language)
    return _piece(
        f"{address}{place.id}.png",
        f"{address}{place.id}-used.png",
        0.0,
        0.0,
        HEX,
        place.name.in_language(t.language),
        t("simulated-table.location-words", terrain=terrain),
    )


def unit_words(unit: CombatUnit, nation: Nation, catalog: GeneralCatalog, t: Translator) -> str:
    """A unit's values by terrain, what it does, and what its recruit costs."""
    lines = []
    values = []
    for terrain in TERRAINS:
        value = unit.values[terrain]
        shown = t("simulated-table.not-here") if value is None else str(value)
        if terrain in unit.with_navy:
            shown = t("simulated-table.needs-navy", value=shown)
        name = catalog.terrains[terrain].name.in_language(t.language)
        values.append(t("simulated-table.values", terrain=name, value=shown))
    lines.append(", ".join(values))
    if text := unit.text.in_language(t.language):
        lines.append(text)
    if cost := nation.costs.get(unit.id):
        colour = catalog.colours[cost].in_language(t.language)
        lines.append(t("simulated-table.cost", colour=colour))
    return "\n".join(lines)
