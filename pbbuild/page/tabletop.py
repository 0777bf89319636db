"""Saved objects of Tabletop Simulator, for any game: tiles, bags, dice and what holds them.

Lengths are those of the simulator: a tile of scale 1 is two wide.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.text.markup import escaped_bbcode
from pbbuild.text.translate import Translator

PICTURES: Final = "pictures"
"""The folder of the pictures, beside the save."""
GUIDE: Final = "README.txt"
BOX, ROUND = 0, 2
# How a die of the simulator lies when it shows 1 to 6.
_DIE_TURNS: Final = (
    *((-90.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, -90.0)),
    *((0.0, 0.0, 90.0), (0.0, 0.0, -180.0), (90.0, 0.0, 0.0)),
)
_WHITE: Final = {"r": 1.0, "g": 1.0, "b": 1.0}
_GREY: Final = {"r": 0.5, "g": 0.5, "b": 0.5}


def tabletop_save(name: str, game: str, objects: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A save with these objects on an empty table; each gets an id."""
    _number(objects)
    return {
        "SaveName": name,
        "GameMode": game,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Date": "",
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Rules": "",
        "XmlUI": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "Grid": {
            "Type": 0,
            "Lines": False,
            "Color": {"r": 0.0, "g": 0.0, "b": 0.0},
            "Opacity": 0.75,
            "ThickLines": False,
            "Snapping": False,
            "Offset": False,
            "BothSnapping": False,
            "xSize": 2.0,
            "ySize": 2.0,
        },
        "Lighting": {
            "LightIntensity": 0.54,
            "LightColor": {"r": 1.0, "g": 0.98, "b": 0.89},
            "AmbientIntensity": 1.3,
            "AmbientType": 0,
            "AmbientSkyColor": _GREY,
            "AmbientEquatorColor": _GREY,
            "AmbientGroundColor": _GREY,
            "ReflectionIntensity": 1.0,
            "LutIndex": 0,
            "LutContribution": 1.0,
        },
        "Hands": {"Enable": False, "DisableUnused": True, "Hiding": 0, "HandTransforms": []},
        "Turns": {
            "Enable": False,
            "Type": 0,
            "TurnOrder": [],
            "Reverse": False,
            "SkipEmpty": False,
            "PassTurns": True,
        },
        "ObjectStates": list(objects),
        "DecalPallet": [],
        "TabStates": {},
        "VersionNumber": "",
    }


def guide(game: str, save: str, address: str, note: str, t: Translator) -> bytes:
    """The file that says where to put the save and its pictures."""
    values = {"game": game, "save": save, "address": address, "note": note}
    return (t("simulator.guide", pictures=PICTURES, **values) + "\n").encode()


def transform(
    x: float, y: float, z: float, turn: float = 180.0, scale: float = 1.0
) -> dict[str, float]:
    """Where an object lies, turned by degrees and scaled."""
    place = {"posX": round(x, 3), "posY": round(y, 3), "posZ": round(z, 3)}
    return {
        **place,
        "rotX": 0.0,
        "rotY": turn,
        "rotZ": 0.0,
        "scaleX": scale,
        "scaleY": 1.0,
        "scaleZ": scale,
    }


def table_object(
    kind: str, place: Mapping[str, float], name: str, words: str = "", **more: Any
) -> dict[str, Any]:
    """An object of any kind; `words` are its tooltip below the name.

    The simulator reads BBCode in both.
    """
    return {
        "Name": kind,
        "Transform": dict(place),
        "Nickname": escaped_bbcode(name),
        "Description": escaped_bbcode(words),
        "GMNotes": "",
        "ColorDiffuse": _WHITE,
        "IgnoreFoW": False,
        "Locked": False,
        "Grid": False,
        "Snap": False,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        **more,
    }


def table_tile(
    front: str, back: str, place: Mapping[str, float], name: str, words: str, shape: int = BOX
) -> dict[str, Any]:
    """A flat piece with two pictures."""
    image = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "WidthScale": 0.0,
        "CustomTile": {"Type": shape, "Thickness": 0.15, "Stackable": False, "Stretch": True},
    }
    return table_object("Custom_Tile", place, name, words, CustomImage=image)


def bag(
    place: Mapping[str, float], name: str, words: str, inside: Sequence[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    """A bag with objects in it, each of its own."""
    contained = [json.loads(json.dumps(one)) for one in inside]
    return table_object("Bag", place, name, words, ContainedObjects=contained, **more)


def die(
    place: Mapping[str, float], name: str = "", words: str = "", values: Sequence[int] = ()
) -> dict[str, Any]:
    """A die of six sides; `values` are what the simulator reads from sides 1 to 6."""
    turns = [
        {"Value": value, "Rotation": dict(zip("xyz", turn, strict=True))}
        for value, turn in zip(values, _DIE_TURNS, strict=False)
    ]
    return table_object("Die_6", place, name, words, **({"RotationValues": turns} if turns else {}))


def _number(objects: Sequence[dict[str, Any]], prefix: str = "") -> None:
    """Give every object an id: six hexadecimal digits, the same for the same place."""
    for place, one in enumerate(objects):
        path = f"{prefix}/{place}"
        one["GUID"] = hashlib.sha256(path.encode()).hexdigest()[:6]
        _number(one.get("ContainedObjects", ()), path)
