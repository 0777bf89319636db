"""Armies for Tabletop Simulator: a saved object, its pictures, and how to install both.

Units are stacks beside a mat, tokens are in bags. A tile shows the same face as on paper and, as a
tooltip, its values in words.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from pbbuild.base.csv_cells import csv_text
from pbbuild.page.face_pictures import PieceStyle, face_pngs, face_svg
from pbbuild.page.geometry import PieceSize
from pbbuild.page.pictures import (
    DARK,
    drawing,
    filled,
    outlined,
    placed_icon,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tabletop import (
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
from pbbuild.page.tile_sheet import TileFace
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import tokens_of
from pbbuild.pocket_battles.sheets.pieces.tokens import token_face
from pbbuild.pocket_battles.sheets.tiles import CARD, army_back, tile_face, tile_words
from pbbuild.text.translate import Translator

SAVE: Final = "pocket-battles.json"
NEUTRAL: Final = "neutral"
# Units of length of the simulator: a tile is two wide.
TILE: Final = 2.0
GAP: Final = 0.4
UNITS_IN_A_ROW: Final = 6
# The mat: five rows of zones, and at either end a strip for tokens and losses.
MAT: Final = PieceSize(210.0, 200.0)
ROW: Final = 32.0
STRIP: Final = 20.0
SECTORS: Final = ("left", "centre", "right")
DICE: Final = 6
# The columns of the table of pictures.
COLUMNS: Final = (
    *("code", "name", "army", "dp", "fv", "wp", "black", "white", "traits"),
    *("png", "svg", "back"),
)


def saved_object(
    lists: Sequence[ArmyList], catalog: Catalog, t: Translator, address: str
) -> dict[str, Any]:
    """The armies as a save of Tabletop Simulator; pictures are at `address` and a file name."""
    objects = [_mat(address, t)]
    for side, army_list in enumerate(lists):
        objects += _army(army_list, side, catalog, t, address)
    objects += [die(transform(-12.0, 1.5, 1.2 * number - 3, scale=0.7)) for number in range(DICE)]
    name = " / ".join(army_list.name for army_list in lists)
    return tabletop_save(name, t("tabletop.game"), objects)


def tabletop_files(
    lists: Sequence[ArmyList], catalog: Catalog, t: Translator, address: str
) -> dict[str, bytes]:
    """All files of the export by name: the save, its pictures and a guide."""
    save = json.dumps(saved_object(lists, catalog, t, address), ensure_ascii=False, indent=1)
    codes = dict.fromkeys(code for army_list in lists for code in army_list.troops)
    themes = [_style(army_list.army, catalog, t).theme for army_list in lists]
    pictures = _pictures([catalog.troops[code] for code in codes], themes, catalog, t)
    return {
        SAVE: save.encode() + b"\n",
        GUIDE: guide(t("tabletop.game"), SAVE, address, t("tabletop.note"), t),
        **{f"{PICTURES}/{name}": data for name, data in pictures.items()},
    }


def picture_files(troops: Sequence[Troop], catalog: Catalog, t: Translator) -> dict[str, bytes]:
    """Tiles as PNG and SVG with a table of them, for card tools and spreadsheets."""
    found = _tile_pngs(troops, catalog, t)
    rows: list[list[str | int]] = [[*COLUMNS]]
    for troop in troops:
        style = _style(troop.army, catalog, t)
        face = tile_face(troop, CARD, catalog, style, t)
        found[f"{troop.code}.svg"] = face_svg(face, style).encode()
        dice = [" ".join(map(str, faces)) for faces in (troop.black, troop.white)]
        values: list[str | int] = [troop.code, troop.name, troop.army, troop.dp, troop.fv, troop.wp]
        names = [f"{troop.code}.png", f"{troop.code}.svg", back_name(troop.army)]
        rows.append([*values, *dice, " ".join(troop.traits), *names])
    found["tiles.csv"] = csv_text(rows).encode()
    return found


def back_name(army: str) -> str:
    """The file of the back of an army's tiles."""
    return f"back-{army}.png"


def _style(army: str, catalog: Catalog, t: Translator) -> PieceStyle:
    known = catalog.armies.get(army)
    return PieceStyle(theme=known.theme if known else NEUTRAL, language=t.language)


def _tile_pngs(troops: Sequence[Troop], catalog: Catalog, t: Translator) -> dict[str, bytes]:
    """The fronts of the tiles and the backs of their armies."""
    found: dict[str, bytes] = {}
    for army in dict.fromkeys(troop.army for troop in troops):
        style = _style(army, catalog, t)
        own = [troop for troop in troops if troop.army == army]
        faces = [tile_face(troop, CARD, catalog, style, t) for troop in own]
        faces.append(army_back(army, CARD.piece, catalog, style, t))
        names = [*(f"{troop.code}.png" for troop in own), back_name(army)]
        found |= dict(zip(names, face_pngs(faces, style.theme, t), strict=True))
    return found


def _pictures(
    troops: Sequence[Troop], themes: Sequence[str], catalog: Catalog, t: Translator
) -> dict[str, bytes]:
    """The tiles, both sides of a token, and the mat in the colours of both armies."""
    found = _tile_pngs(troops, catalog, t)
    style = PieceStyle(theme=NEUTRAL, language=t.language)
    kinds = ("order", "wound")
    tokens = face_pngs([token_face(kind, style, t) for kind in kinds], NEUTRAL, t, 256)
    found |= {f"token-{kind}.png": data for kind, data in zip(kinds, tokens, strict=True)}
    (found["mat.png"],) = face_pngs([_mat_face(themes, t)], NEUTRAL, t, 2048)
    return found


def _mat_face(themes: Sequence[str], t: Translator) -> TileFace:
    """The fifteen zones, three sectors of five rows; each half reads from its player's seat."""
    middle = MAT.width / 2, MAT.height / 2
    near, far = themes[0], themes[-1]
    colours = Style(theme=NEUTRAL).colours
    ground = colours["ground"]
    shapes = [
        filled(f"M0 0h{MAT.width:g}v{MAT.height:g}h{-MAT.width:g}z", ground),
        _half_of_mat(near, t),
        f'<g transform="rotate(180 {middle[0]:g} {middle[1]:g})">{_half_of_mat(far, t)}</g>',
    ]
    wide = MAT.width / 3
    shapes += [
        placed_icon("engagement", wide * (n + 0.5) - 6, middle[1] - 6, 12, colours["rule"], ground)
        for n in range(3)
    ]
    borders = "".join(f"M{wide * n:g} {STRIP:g}v{MAT.height - 2 * STRIP:g}" for n in (1, 2))
    shapes.append(
        f'<path d="{borders}" stroke="{DARK}" stroke-width="0.7" stroke-dasharray="5 3" '
        'fill="none"/>'
    )
    return TileFace(
        drawing("".join(shapes), MAT.width, MAT.height, MAT.height, t("tabletop.mat")), ()
    )


def _half_of_mat(theme: str, t: Translator) -> str:
    """The half of one player: half of the engagement row, front, rear, and a strip."""
    colours = Style(theme=theme).colours
    wide, top = MAT.width / 3, MAT.height / 2
    shapes = []
    for sector, name in enumerate(SECTORS):
        x = sector * wide
        words = f"{t('mat.engagement')} · {t(f'field-sheet.{name}')}"
        shapes.append(svg_text(words, x + 3, top + ROW / 2 - 2.4, 4.2, "start", colours["quiet"]))
    y = top + ROW / 2
    for zone, ground in (("front", colours["wash"]), ("rear", colours["tint"])):
        shapes.append(filled(f"M0 {y:g}h{MAT.width:g}v{ROW:g}h{-MAT.width:g}z", ground))
        line = f"M0 {y:g}h{MAT.width:g}"
        shapes.append(f'<path d="{line}" stroke="{colours["band-rule"]}" stroke-width="0.6"/>')
        for sector, name in enumerate(SECTORS):
            x, base = sector * wide, y + ROW - 2.4
            words = f"{t(f'mat.{zone}')} · {t(f'field-sheet.{name}')}"
            shapes.append(svg_text(words, x + 3, base, 4.2, "start", colours["accent"]))
            icon = f"zone-{zone}"
            shapes.append(placed_icon(icon, x + wide / 2 - 5, y + 10, 10, colours["rule"], ground))
        y += ROW
    shapes.append(filled(f"M0 {y:g}h{MAT.width:g}v{STRIP:g}h{-MAT.width:g}z", colours["band"]))
    for place, name in enumerate(("unused", "aside", "casualties")):
        x = place * wide
        box = rounded_box(x + 2, y + 2, wide - 4, STRIP - 4, 1.4)
        shapes.append(outlined(box, colours["band"], 0.3, colours["tint"]))
        base = y + STRIP - 4
        shapes.append(svg_text(t(f"mat.{name}"), x + 4, base, 4.2, "start", colours["accent"]))
    return "".join(shapes)


# Objects.


def _mat(address: str, t: Translator) -> dict[str, Any]:
    place = {
        **transform(0, 0.96, 0),
        "scaleX": MAT.width / 20,
        "scaleZ": MAT.height / 20,
    }
    picture = f"{address}mat.png"
    return {**table_tile(picture, picture, place, t("tabletop.mat"), ""), "Locked": True}


def _army(
    army_list: ArmyList, side: int, catalog: Catalog, t: Translator, address: str
) -> list[dict[str, Any]]:
    """Stacks of one army at its edge of the mat, the top troop on top, and a bag of tokens."""
    sign, turn = (-1, 180.0) if side == 0 else (1, 0.0)
    objects = []
    for number, unit in enumerate(army_list.units):
        row, column = divmod(number, UNITS_IN_A_ROW)
        x = (column - (UNITS_IN_A_ROW - 1) / 2) * (TILE + GAP)
        z = sign * (MAT.height / 20 + 1.6 + row * (TILE + GAP))
        for height, code in enumerate(reversed(unit.troops)):
            troop = catalog.troops[code]
            place = transform(x * -sign, 1.1 + 0.2 * height, z, turn)
            words = tile_words(troop, catalog, t)
            label = f"{number + 1}. {unit.name}: " if unit.name else f"{number + 1}. "
            front, back = f"{address}{code}.png", f"{address}{back_name(troop.army)}"
            objects.append(table_tile(front, back, place, f"{label}{troop.name} ({code})", words))
    token = table_tile(
        f"{address}token-order.png",
        f"{address}token-wound.png",
        transform(0, 1, 0, turn, 0.4),
        t("tabletop.token"),
        t("tabletop.token-words"),
        ROUND,
    )
    count = tokens_of(army_list, catalog)
    z = sign * (MAT.height / 20 + 1.6)
    name = t("tabletop.tokens", name=army_list.name, count=count)
    tokens = bag(transform(9.5 * sign, 1.2, z, turn), name, "", [token] * count)
    return [*objects, tokens]
