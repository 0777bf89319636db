"""Saves of Tabletop Simulator: the schema they must fit, and how a test writes them down."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.cli import PEERS, REPOSITORY

SCHEMAS = PEERS / "tts"
GOLDEN = REPOSITORY / "tests" / "data" / "tabletop"
ADDRESS = "https://example.org/pictures/"
needs_schemas = pytest.mark.skipif(
    not SCHEMAS.is_dir(), reason="the schemas of Tabletop Simulator are not here"
)


@cache
def _validator() -> Any:
    from jsonschema import Draft7Validator
    from referencing import Registry
    from referencing.jsonschema import DRAFT7

    schemas = [json.loads(file.read_text(encoding="utf-8")) for file in SCHEMAS.glob("*.json")]
    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], DRAFT7.create_resource(schema)) for schema in schemas
    )
    root = next(schema for schema in schemas if schema["$id"].endswith("/SaveState.json"))
    return Draft7Validator(root, registry=registry)


def complaints(save: dict[str, Any]) -> list[str]:
    """What the schema has against a save."""
    return [error.message for error in _validator().iter_errors(save)]


def objects_in(save: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All objects of a save, those in bags too."""
    for one in save["ObjectStates"]:
        yield one
        yield from one.get("ContainedObjects", ())


def pictures_in(save: dict[str, Any]) -> set[str]:
    """The addresses of all pictures."""
    images = [one["CustomImage"] for one in objects_in(save) if "CustomImage" in one]
    return {image[key] for image in images for key in ("ImageURL", "ImageSecondaryURL")}


def drawn(save: dict[str, Any]) -> str:
    """A save as lines: each object with its place, pictures and words."""
    lines = []
    for one in save["ObjectStates"]:
        place = " ".join(f"{one['Transform'][key]:g}" for key in ("posX", "posY", "posZ"))
        images = one.get("CustomImage", {})
        pictures = f"{images.get('ImageURL', '')} {images.get('ImageSecondaryURL', '')}".strip()
        inside = len(one.get("ContainedObjects", ()))
        words = one["Description"].replace("\n", " / ")
        parts = (one["Name"], one["Nickname"], place, pictures, words, str(inside))
        lines.append(" | ".join(parts))
    return "\n".join(lines) + "\n"
