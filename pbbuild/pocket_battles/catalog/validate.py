"""Checking catalog files: all problems at once, each with pointer, line and similar names."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, Final

from pbbuild.base.documents import FORMATS as TEXT_FORMATS
from pbbuild.base.documents import (
    Document,
    SchemaCheck,
    Violation,
    escaped,
    pointer_to,
    problems_in,
    schema_of,
    shown,
    violations,
    with_near,
)
from pbbuild.errors import CatalogError, Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog

ARMY: Final = "pbbuild-army/1"
TRAITS: Final = "pbbuild-traits/1"
EDITIONS: Final = "pbbuild-editions/1"
RULES: Final = "pbbuild-rules/1"
LIST: Final = "pbbuild-list/1"
CORRECTIONS: Final = "pbbuild-corrections/1"
FORMATS: Final = (ARMY, TRAITS, EDITIONS, RULES, LIST, CORRECTIONS)

_MOST_COMPARED: Final = 1000


def require_valid(
    document: Document, catalog: Catalog, format_id: str = "", judge: SchemaCheck = violations
) -> str:
    """The format of a valid document; one with problems raises a `CatalogError` with all of them.

    With `format_id` it must be of that format. Names of traits, editions and tiles are looked up
    in `catalog`.
    """
    format_found, problems = problems_of(document, catalog, format_id, judge)
    if problems:
        raise CatalogError("catalog.not-valid", source=document.source, problems=tuple(problems))
    return format_found


def problems_of(
    document: Document, catalog: Catalog, format_id: str = "", judge: SchemaCheck = violations
) -> tuple[str, list[Problem]]:
    """The format of a document and all its problems, in the order of their lines."""
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
    schema = format_found.removeprefix("pbbuild-").replace("/", "-")
    further = _name_problems(value, catalog)
    return format_found, problems_in(document, schema, validate=judge, further=further)


def reference_breaches(value: Any, schema: str) -> Iterator[Violation]:
    """The breaches of the shipped schema `schema` that jsonschema finds in a value.

    Used to check files for other programs too. Importing jsonschema takes longer than loading
    the catalog, so other readers use `violations`.
    """
    for error in _jsonschema_class()(schema_of(schema)).iter_errors(value):
        pointer, part = pointer_to(error.absolute_path), error.schema
        match error.validator:
            case "required" | "dependentRequired":
                # One error per missing key; only the message names the key.
                missing = next(
                    key
                    for key in _keys_in(error.validator_value)
                    if error.message.startswith(f"{key!r} is")
                )
                yield Violation(pointer, error.validator, missing, error.instance, part)
            case "additionalProperties":
                known = tuple(part.get("properties", ()))
                for key in error.instance:
                    if key not in known:
                        where = f"{pointer}/{escaped(key)}"
                        yield Violation(where, error.validator, known, key, part)
            case _:
                wanted = error.validator_value
                yield Violation(pointer, error.validator, wanted, error.instance, part)


def _keys_in(wanted: Any) -> Iterator[str]:
    return chain(*wanted.values()) if isinstance(wanted, dict) else iter(wanted)


@cache
def _jsonschema_class() -> Any:
    """The jsonschema validator class with our whole numbers and text formats."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    # JSON Schema accepts 3.0 as a whole number, tiles do not.
    checker = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer",
        lambda _, instance: isinstance(instance, int) and not isinstance(instance, bool),
    )
    usual: Any = Draft202012Validator.VALIDATORS["uniqueItems"]

    def unique(validator: Any, wanted: Any, instance: Any, schema: Any) -> Any:
        # Every entry is compared with every other; longer lists are refused for their length.
        if isinstance(instance, list) and len(instance) <= _MOST_COMPARED:
            yield from usual(validator, wanted, instance, schema) or ()

    def text(validator: Any, wanted: Any, instance: Any, schema: Any) -> Any:
        if isinstance(instance, str) and not TEXT_FORMATS[wanted](instance):
            yield ValidationError(f"{instance!r} is no {wanted}")

    extend: Any = validators.extend
    own = {"uniqueItems": unique, "format": text}
    return extend(Draft202012Validator, validators=own, type_checker=checker)


def _name_problems(value: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    # What a schema cannot check: names from other files, and values that must agree.
    match value["format"]:
        case "pbbuild-army/1":
            yield from _army_problems(value, catalog)
        case "pbbuild-traits/1":
            for index, entry in _objects(value.get("traits")):
                yield from _trait_problems(entry, f"/traits/{index}")
            yield from _repeated(value.get("traits"), "id", "/traits")
        case "pbbuild-corrections/1":
            for code, entry in _members(value.get("tiles")):
                yield from unknown_traits(entry.get("traits"), f"/tiles/{code}/traits", catalog)
        case "pbbuild-editions/1":
            yield from _repeated(value.get("editions"), "id", "/editions")
        case "pbbuild-rules/1":
            yield from _repeated(value.get("clauses"), "id", "/clauses")
        case _:
            pass


def _army_problems(value: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    edition = value.get("edition")
    if isinstance(edition, str) and edition not in catalog.editions:
        code, values = with_near("unknown-edition", edition, catalog.editions)
        yield Problem("/edition", 0, code, values)
    prefix = value.get("prefix")
    for index, entry in _objects(value.get("troops")):
        pointer = f"/troops/{index}"
        code_found = entry.get("code")
        if isinstance(code_found, str) and not code_found.startswith(str(prefix)):
            both: dict[str, Value] = {"is": shown(code_found), "prefix": shown(prefix)}
            yield Problem(f"{pointer}/code", 0, "catalog.foreign-prefix", both)
        yield from unknown_traits(entry.get("traits"), f"{pointer}/traits", catalog)
    yield from _repeated(value.get("troops"), "code", "/troops")


def unknown_traits(traits: object, pointer: str, catalog: Catalog) -> Iterator[Problem]:
    """A problem for each of a tile's traits that is not in the catalog."""
    for index, trait in enumerate(traits if isinstance(traits, list) else ()):
        if isinstance(trait, str) and trait not in catalog.traits:
            code, values = with_near("catalog.unknown-trait", trait, catalog.traits)
            yield Problem(f"{pointer}/{index}", 0, code, values)


def _trait_problems(entry: Mapping[str, Any], pointer: str) -> Iterator[Problem]:
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


def _repeated(entries: object, key: str, pointer: str) -> Iterator[Problem]:
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
            yield escaped(key), entry
