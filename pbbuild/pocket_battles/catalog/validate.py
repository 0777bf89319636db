"""Checking a catalog file: every problem at once, each with pointer, line and near names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.files import Document, parse_json
from pbbuild.base.places import shipped
from pbbuild.errors import CatalogError, Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

ARMY: Final = "pbbuild-army/1"
TRAITS: Final = "pbbuild-traits/1"
EDITIONS: Final = "pbbuild-editions/1"
RULES: Final = "pbbuild-rules/1"
LIST: Final = "pbbuild-list/1"
CORRECTIONS: Final = "pbbuild-corrections/1"
FORMATS: Final = (ARMY, TRAITS, EDITIONS, RULES, LIST, CORRECTIONS)

_WANTED_TYPES: Final = {
    "object": "not-an-object",
    "array": "not-an-array",
    "string": "not-a-text",
    "integer": "not-a-whole-number",
    "boolean": "catalog.not-a-boolean",
}
_LONGEST_SHOWN: Final = 60
MOST_PROBLEMS: Final = 200
_MOST_COMPARED: Final = 1000
LARGEST_FILE: Final = 2 * 1024 * 1024
"""Bytes of a catalog file or table; the largest shipped one has fifty thousand."""


def require_valid(document: Document, catalog: Catalog, format_id: str = "") -> str:
    """The format of a document that has no problems; all its problems raise a `CatalogError`.

    With `format_id` it must be of that format. Names of traits, editions and tiles are
    looked up in `catalog`.
    """
    format_found, problems = problems_of(document, catalog, format_id)
    if problems:
        raise CatalogError("catalog.not-valid", source=document.source, problems=tuple(problems))
    return format_found


def problems_of(
    document: Document, catalog: Catalog, format_id: str = ""
) -> tuple[str, list[Problem]]:
    """The format of a document and all that is wrong in it, in the order of its lines."""
    value = document.value
    if not isinstance(value, dict):
        return "", [Problem("", 1, "not-an-object", {"is": shown(value)})]
    allowed = (format_id,) if format_id else FORMATS
    if "format" not in value:
        return "", [Problem("", 1, "missing-key", {"key": "format"})]
    if value["format"] not in allowed:
        found = shown(value["format"])
        code = "catalog.unknown-format"
        values: dict[str, Value] = {"is": found, "allowed": allowed}
        return "", [Problem("/format", document.line_of("/format"), code, values)]
    format_found = str(value["format"])
    # A file can hold more mistakes than anybody reads, and a hostile one millions.
    stream = chain(_schema_problems(value, format_found), _meaning(value, catalog))
    placed = [
        Problem(problem.pointer, document.line_of(problem.pointer), problem.code, problem.values)
        for problem in islice(stream, MOST_PROBLEMS)
    ]
    placed.sort(key=lambda problem: problem.line)
    if next(stream, None):
        placed.append(Problem("", 0, "catalog.and-more", {"count": MOST_PROBLEMS}))
    return format_found, placed


def shown(value: object) -> str:
    """A value as a message quotes it: short, and nothing in it that a terminal would obey."""
    import json

    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    text = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def with_near(code: str, is_: str, known: Iterable[str]) -> tuple[str, dict[str, Value]]:
    """The code `code` with the names near to `is_`, or `code`-nor-near where none is."""
    near = tuple(get_close_matches(is_.lower(), list(known), 3, 0.5))
    if near:
        return code, {"is": shown(is_), "near": near}
    return f"{code}-nor-near", {"is": shown(is_)}


@cache
def _schema(format_id: str) -> Any:
    name = format_id.removeprefix("pbbuild-").replace("/", "-")
    path = shipped("catalog") / "schema" / f"{name}.schema.json"
    return parse_json(path.read_text(encoding="utf-8"), str(path)).value


def _schema_problems(value: Any, format_id: str) -> Iterator[Problem]:
    for error in strict_validator()(_schema(format_id)).iter_errors(value):
        yield from schema_breach(error)


@cache
def strict_validator() -> Any:
    """What makes validators of schemas: as jsonschema's own, but with our whole numbers."""
    # Importing jsonschema takes longer than loading the whole catalog.
    from jsonschema import Draft202012Validator, validators

    # 3.0 is a whole number to JSON Schema, but not to a tile.
    checker = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer",
        lambda _, instance: isinstance(instance, int) and not isinstance(instance, bool),
    )
    usual: Any = Draft202012Validator.VALIDATORS["uniqueItems"]

    def unique(validator: Any, wanted: Any, instance: Any, schema: Any) -> Any:
        # Every entry is compared with every other: too many of them are refused anyway.
        if isinstance(instance, list) and len(instance) <= _MOST_COMPARED:
            yield from usual(validator, wanted, instance, schema) or ()

    extend: Any = validators.extend
    return extend(Draft202012Validator, validators={"uniqueItems": unique}, type_checker=checker)


def schema_breach(error: "ValidationError") -> Iterator[Problem]:
    """What one error of a schema means to the person who wrote the file."""
    pointer = pointer_to(error.absolute_path)
    instance: Any = error.instance
    expected: Any = error.validator_value
    schema: Any = error.schema
    match error.validator:
        case "required":
            # jsonschema raises one error per missing key and names it in its message alone.
            missing = next(key for key in expected if f"{key!r} is" in error.message)
            yield Problem(pointer, 0, "missing-key", {"key": missing})
        case "additionalProperties":
            allowed = tuple(schema.get("properties", ()))
            for key in (key for key in instance if key not in allowed):
                code, values = with_near("catalog.unknown-key", key, allowed)
                yield Problem(f"{pointer}/{_escaped(key)}", 0, code, values)
        case "type":
            yield Problem(pointer, 0, _WANTED_TYPES[expected], {"is": shown(instance)})
        case "enum":
            code, values = with_near("catalog.not-one-of", shown(instance), map(str, expected))
            yield Problem(pointer, 0, code, {**values, "allowed": tuple(map(str, expected))})
        case "const":
            values = {"is": shown(instance), "allowed": str(expected)}
            yield Problem(pointer, 0, "not-one-of", values)
        case "minimum":
            values = {"is": instance, "minimum": expected}
            yield Problem(pointer, 0, "catalog.below-minimum", values)
        case "maximum":
            yield Problem(pointer, 0, "above-maximum", {"is": instance, "maximum": expected})
        case "minLength":
            yield Problem(pointer, 0, "empty-text")
        case "maxLength":
            values = {"is": len(instance), "maximum": expected}
            yield Problem(pointer, 0, "text-too-long", values)
        case "minItems" | "minProperties":
            values = {"is": len(instance), "minimum": expected}
            yield Problem(pointer, 0, "catalog.too-few-entries", values)
        case "maxItems" | "maxProperties":
            values = {"is": len(instance), "maximum": expected}
            yield Problem(pointer, 0, "too-many-entries", values)
        case "uniqueItems":
            yield Problem(pointer, 0, "catalog.twice", {"is": _double(instance)})
        case _:
            yield Problem(
                pointer, 0, schema.get("problem", "catalog.not-allowed"), {"is": shown(instance)}
            )


def _meaning(value: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    # What a schema cannot know: names that stand elsewhere, and things that must agree.
    match value["format"]:
        case "pbbuild-army/1":
            yield from _army_meaning(value, catalog)
        case "pbbuild-traits/1":
            for index, entry in _objects(value.get("traits")):
                yield from _trait_meaning(entry, f"/traits/{index}")
            yield from _doubles(value.get("traits"), "id", "/traits")
        case "pbbuild-corrections/1":
            for code, entry in _members(value.get("tiles")):
                yield from unknown_traits(entry.get("traits"), f"/tiles/{code}/traits", catalog)
        case "pbbuild-editions/1":
            yield from _doubles(value.get("editions"), "id", "/editions")
        case "pbbuild-rules/1":
            yield from _doubles(value.get("clauses"), "id", "/clauses")
        case _:
            pass


def _army_meaning(value: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    edition = value.get("edition")
    if isinstance(edition, str) and edition not in catalog.editions:
        code, values = with_near("unknown-edition", edition, catalog.editions)
        yield Problem("/edition", 0, code, values)
    prefix = value.get("prefix")
    for index, entry in _objects(value.get("troops")):
        pointer = f"/troops/{index}"
        code_found = entry.get("code")
        if isinstance(code_found, str) and not code_found.startswith(str(prefix)):
            told: dict[str, Value] = {"is": shown(code_found), "prefix": shown(prefix)}
            yield Problem(f"{pointer}/code", 0, "catalog.foreign-prefix", told)
        yield from unknown_traits(entry.get("traits"), f"{pointer}/traits", catalog)
    yield from _doubles(value.get("troops"), "code", "/troops")


def unknown_traits(traits: object, pointer: str, catalog: Catalog) -> Iterator[Problem]:
    """A problem for each of a tile's traits that the catalog does not know."""
    for index, trait in enumerate(traits if isinstance(traits, list) else ()):
        if isinstance(trait, str) and trait not in catalog.traits:
            code, values = with_near("catalog.unknown-trait", trait, catalog.traits)
            yield Problem(f"{pointer}/{index}", 0, code, values)


def _trait_meaning(entry: Mapping[str, Any], pointer: str) -> Iterator[Problem]:
    numbered = entry.get("numbered", False)
    effects = [effect for _, effect in _objects(entry.get("effects"))]
    has_number = any(effect.get("value") == "x" for effect in effects)
    if isinstance(numbered, bool) and numbered != has_number:
        code = "catalog.number-unused" if numbered else "catalog.number-missing"
        yield Problem(f"{pointer}/effects", 0, code)
    special = any(str(effect.get("kind", "")).startswith("special-") for effect in effects)
    if isinstance(entry.get("special"), bool) and entry["special"] != special:
        code = "catalog.special-unlike-effects"
        yield Problem(f"{pointer}/special", 0, code, {"is": shown(entry["special"])})


def _doubles(entries: object, key: str, pointer: str) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for index, entry in _objects(entries):
        name = entry.get(key)
        if isinstance(name, str):
            if name in seen:
                values: dict[str, Value] = {"is": shown(name)}
                yield Problem(f"{pointer}/{index}/{key}", 0, "catalog.twice", values)
            seen.setdefault(name, index)


def _objects(entries: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield index, entry


def _members(entries: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, entry in (entries if isinstance(entries, dict) else {}).items():
        if isinstance(entry, dict):
            yield _escaped(key), entry


def _double(entries: Sequence[Any]) -> str:
    return next(shown(entry) for entry in entries if entries.count(entry) > 1)


def pointer_to(path: Iterable[str | int]) -> str:
    """The JSON pointer of a path of keys and indexes."""
    return "".join(f"/{_escaped(str(part))}" for part in path)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
