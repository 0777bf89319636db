"""JSON documents: read with limits and line numbers, validated against the shipped schemas.

A schema decides the shape of a document; readers only construct objects from it. `violations` does
what jsonschema does for the keywords our schemas use, without its 60 ms of import, and in the
order of the document; tests hold the two equal.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from pbbuild.base.files import read_text
from pbbuild.base.places import shipped
from pbbuild.errors import PbbuildError, Problem, Value

LARGEST_CATALOG_FILE: Final = 2 * 1024 * 1024
"""Bytes of a catalog file or table; the largest shipped one has fifty thousand."""
LARGEST_JSON: Final = 4 * 1024 * 1024
DEEPEST_NESTING: Final = 60
MOST_PROBLEMS: Final = 200
_LONGEST_SHOWN: Final = 60
# Brackets, and strings whole, so that brackets inside them do not count.
_BRACKETS: Final = re.compile(r'[][{}]|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_LONE_HALF: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_WORDS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)
_BLANK: Final = " \t\n\r"
_decoder: Final = json.JSONDecoder()

# Messages of Python's reader, which are in English only; we translate them to our own messages.
_SYNTAX: Final = (
    ("Expecting value", "value"),
    ("Expecting property name", "key"),
    ("Illegal trailing comma", "value"),
    ("Expecting ':'", "colon"),
    ("Expecting ','", "comma"),
    ("Unterminated string", "text"),
    ("Invalid control character", "control"),
    ("Invalid \\", "escape"),
    ("Extra data", "extra"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON file as read: its value, and its text to find lines in, "" where there is none."""

    source: str
    value: Any
    text: str

    def line_of(self, pointer: str) -> int:
        """The line (from 1) at which the value at JSON pointer `pointer` stands; 1 if unknown,
        0 in a document without text."""
        return _lines_by_pointer(self.text).get(pointer, 1) if self.text else 0


def read_json(path: Path, limit: int = LARGEST_JSON) -> Document:
    """The JSON document in a file; what JSON does not allow is refused with its line."""
    return parse_json(read_text(path, limit), str(path))


def parse_json(text: str, source: str) -> Document:
    """The JSON document `text`. NaN, infinities, double keys and deep nesting are refused."""

    def refuse(code: str, values: Mapping[str, str | int], line: int = 1) -> PbbuildError:
        return PbbuildError("not-json", source=source, problems=(Problem("", line, code, values),))

    def no_constant(name: str) -> Any:
        raise refuse("not-a-json-number", {"is": name}, _line_of_word(text, name))

    def whole_number(digits: str) -> int:
        if len(digits) > 18:
            line = _line_of_word(text, digits)
            raise refuse("number-too-large", {"is": digits[:18] + "…"}, line)
        return int(digits)

    def finite_number(digits: str) -> float:
        number = float(digits)
        if number in (float("inf"), float("-inf")):
            raise refuse("number-too-large", {"is": digits[:18]}, _line_of_word(text, digits))
        return number

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            double = next(key for key in keys if keys.count(key) > 1)
            raise refuse("double-key", {"is": double}, _line_of_double_key(text))
        return found

    if _nesting(text) > DEEPEST_NESTING:
        raise refuse("nested-too-deep", {"maximum": DEEPEST_NESTING})
    try:
        value = json.loads(
            text,
            parse_constant=no_constant,
            parse_int=whole_number,
            parse_float=finite_number,
            object_pairs_hook=unique,
        )
    except json.JSONDecodeError as error:
        kind = next((code for begin, code in _SYNTAX if error.msg.startswith(begin)), "syntax")
        kind = kind if text.strip() else "empty"
        raise refuse(f"json-{kind}", {"column": error.colno}, error.lineno) from None
    if lone := _LONE_HALF.search(text):
        # Half a character (an unpaired surrogate) parses, but can never be written again.
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            line = text.count("\n", 0, lone.start()) + 1
            raise refuse("half-a-character", {"is": lone.group()}, line) from None
    return Document(source, value, text)


def _nesting(text: str) -> int:
    """How deep the brackets of `text` are nested, where that can be too deep at all."""
    if (most := text.count("[") + text.count("{")) <= DEEPEST_NESTING:
        return most
    depth = deepest = 0
    for found in _BRACKETS.finditer(text):
        token = found.group()
        if token in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token in "]}":
            depth -= 1
    return deepest


def dump_json(value: Any) -> str:
    """JSON as our files have it: two spaces, real characters, a newline at the end."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


@lru_cache(maxsize=8)
def _lines_by_pointer(text: str) -> dict[str, int]:
    """JSON pointer → line (from 1) of every value in a text that is known to be valid JSON."""
    found: dict[str, int] = {}
    line, counted = 1, 0

    def line_at(position: int) -> int:
        nonlocal line, counted
        line += text.count("\n", counted, position)
        counted = position
        return line

    def blank(position: int) -> int:
        while position < len(text) and text[position] in _BLANK:
            position += 1
        return position

    def value(position: int, pointer: str) -> int:
        position = blank(position)
        found[pointer] = line_at(position)
        if text[position] == "{":
            return members(position + 1, pointer)
        if text[position] == "[":
            return elements(position + 1, pointer)
        return int(_decoder.raw_decode(text, position)[1])

    def members(position: int, pointer: str) -> int:
        position = blank(position)
        while text[position] != "}":
            key, position = _decoder.raw_decode(text, position)
            position = blank(position) + 1  # the colon
            escaped = key.replace("~", "~0").replace("/", "~1")
            position = blank(value(position, f"{pointer}/{escaped}"))
            if text[position] == ",":
                position = blank(position + 1)
        return position + 1

    def elements(position: int, pointer: str) -> int:
        position = blank(position)
        index = 0
        while text[position] != "]":
            position = blank(value(position, f"{pointer}/{index}"))
            index += 1
            if text[position] == ",":
                position = blank(position + 1)
        return position + 1

    value(0, "")
    return found


def _line_of_word(text: str, word: str) -> int:
    """The line of an unquoted token in a JSON text; 1 if it is not there."""
    for found in _WORDS.finditer(text):
        if found.group() == word:
            return text.count("\n", 0, found.start()) + 1
    return 1


def _line_of_double_key(text: str) -> int:
    """The line of the first key that its object has already; 1 if there is none."""
    keys: list[set[str]] = []
    last = None
    for found in _WORDS.finditer(text):
        word = found.group()
        if word in "[{":
            keys.append(set())
        elif word in "]}" and keys:
            keys.pop()
        elif word == ":" and last and keys:
            if last.group() in keys[-1]:
                return text.count("\n", 0, last.start()) + 1
            keys[-1].add(last.group())
        last = found
    return 1


@dataclass(frozen=True, slots=True)
class Violation:
    """A schema keyword that a value violates.

    `wanted` is the keyword's value, `found` the value it is about. For a missing key `wanted` is
    that key; for an unknown key (`additionalProperties`) `found` is that key, `wanted` the known
    ones.
    """

    pointer: str
    keyword: str
    wanted: Any
    found: Any
    schema: Mapping[str, Any]


SchemaCheck = Callable[[Any, str], Iterable[Violation]]
Describe = Callable[[Violation], tuple[str, dict[str, Value]]]


def problems_in(
    document: Document,
    schema: str,
    describe: "Describe | None" = None,
    validate: "SchemaCheck | None" = None,
    further: Iterable[Problem] = (),
) -> list[Problem]:
    """The violations of the shipped schema of that name and the `further` problems of a document,
    in the order of its lines.

    `describe` gives the code and values of a breach, `validate` finds the breaches; `further`
    problems need no line.
    """
    describe, validate = describe or problem_for, validate or violations

    def all_problems() -> Iterator[Problem]:
        wrong: set[str] = set()
        for breach in validate(document.value, schema):
            # Other violations of a value of the wrong type add nothing.
            if breach.pointer not in wrong:
                yield Problem(breach.pointer, 0, *describe(breach))
            if breach.keyword == "type":
                wrong.add(breach.pointer)
        yield from further

    # A hostile file can contain millions of mistakes; report MOST_PROBLEMS.
    stream = all_problems()
    found = [
        Problem(problem.pointer, document.line_of(problem.pointer), problem.code, problem.values)
        for problem in islice(stream, MOST_PROBLEMS)
    ]
    found.sort(key=lambda problem: problem.line)
    if next(stream, None):
        found.append(Problem("", 0, "catalog.and-more", {"count": MOST_PROBLEMS}))
    return found


def problem_for(breach: Violation) -> tuple[str, dict[str, Value]]:
    """The code and values of a breach; a schema's own `problem` names another code.

    If `problem` is a text, it is the code for keywords without a code here, such as `pattern`; if
    it is an object, it names the code for each keyword.
    """
    code, values = _problem_for(breach)
    own = breach.schema.get("problem", {})
    return own.get(breach.keyword, code) if isinstance(own, dict) else code, values


def _problem_for(breach: Violation) -> tuple[str, dict[str, Value]]:
    found, wanted = breach.found, breach.wanted
    match breach.keyword:
        case "required":
            return "missing-key", {"key": wanted}
        case "additionalProperties":
            return with_near("catalog.unknown-key", found, wanted)
        case "type":
            first = wanted if isinstance(wanted, str) else wanted[0]
            return _WANTED_TYPES[first], {"is": json_type(found)}
        case "enum":
            allowed = tuple(map(str, wanted))
            code, values = with_near("catalog.not-one-of", shown(found), allowed)
            return code, {**values, "allowed": allowed}
        case "const":
            return "not-one-of", {"is": shown(found), "allowed": str(wanted)}
        case "minimum":
            return "catalog.below-minimum", {"is": found, "minimum": wanted}
        case "maximum":
            return "above-maximum", {"is": found, "maximum": wanted}
        case "minLength":
            return "empty-text", {}
        case "maxLength":
            return "text-too-long", {"is": len(found), "maximum": wanted}
        case "format":
            letter = next(letter for letter in found if not FORMATS[wanted](letter))
            return "control-character", {"is": f"U+{ord(letter):04X}"}
        case "minItems" | "minProperties":
            return "catalog.too-few-entries", {"is": len(found), "minimum": wanted}
        case "maxItems" | "maxProperties":
            return "too-many-entries", {"is": len(found), "maximum": wanted}
        case "uniqueItems":
            return "catalog.twice", {"is": shown(_first_double(found))}
        case _:
            own = breach.schema.get("problem")
            code = own if isinstance(own, str) else "catalog.not-allowed"
            return code, {"is": shown(found)}


_WANTED_TYPES: Final = {
    "object": "not-an-object",
    "array": "not-an-array",
    "string": "not-a-text",
    "integer": "not-a-whole-number",
    "boolean": "catalog.not-a-boolean",
}


def shown(value: object) -> str:
    """A value as a message quotes it: short, without control characters."""
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    short = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
    return "".join(character if character.isprintable() else "\ufffd" for character in short)


def json_type(value: object) -> str:
    """A scalar as written in the file; `{...}` or `[...]` for an object or array."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return shown(json.dumps(value, ensure_ascii=False))


def with_near(code: str, is_: str, known: Iterable[str]) -> tuple[str, dict[str, Value]]:
    """The code `code` with the names near to `is_`, or `code`-nor-near where none is."""
    from difflib import get_close_matches  # needed only for errors

    near = tuple(get_close_matches(is_.lower(), list(known), 3, 0.5))
    if near:
        return code, {"is": shown(is_), "near": near}
    return f"{code}-nor-near", {"is": shown(is_)}


def escaped(key: str) -> str:
    """A key as JSON pointers have it."""
    return key.replace("~", "~0").replace("/", "~1")


def pointer_to(path: Iterable[str | int]) -> str:
    """The JSON pointer of a path of keys and indexes."""
    return "".join(f"/{escaped(str(part))}" for part in path)


def _first_double(entries: Sequence[Any]) -> Any:
    places = {_same(entry): place for place, entry in reversed(list(enumerate(entries)))}
    return next(entry for place, entry in enumerate(entries) if places[_same(entry)] < place)


def _is_unique(entries: Sequence[Any]) -> bool:
    return len(set(map(_same, entries))) == len(entries)


# Schemas, made into functions once: most documents are right, and are read by the thousand.

Found = Callable[[Violation], None]
Check = Callable[[Any, str, Found], None]
Kept = Callable[[Any], object]
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_EVERY_TYPE: Final = (dict, list, str, int, float, bool, type(None))
# Keywords that only explain, and those that are looked at together with others.
_ELSEWHERE: Final = {
    *("$schema", "$id", "$defs", "title", "description", "problem"),
    *("type", "anyOf", "oneOf", "not", "then", "else", "properties", "additionalProperties"),
}


class _EnoughError(Exception):
    """Stops validation: enough violations were found."""


def violations(value: Any, schema: str) -> list[Violation]:
    """How a value violates the shipped schema of that name; at most MOST_PROBLEMS + 1."""
    found: list[Violation] = []

    def add(breach: Violation) -> None:
        found.append(breach)
        if len(found) > MOST_PROBLEMS:
            raise _EnoughError

    with contextlib.suppress(_EnoughError):
        _checker(schema)(value, "", add)
    return found


@cache
def schema_of(name: str) -> Any:
    """The shipped schema of that name."""
    return read_json(shipped("catalog") / "schema" / f"{name}.schema.json").value


@cache
def _checker(name: str) -> Check:
    return _Compiler(schema_of(name)).check_of(schema_of(name))


def _are_lines(text: str) -> bool:
    return text.replace("\n", "").isprintable()


FORMATS: Final[Mapping[str, Callable[[str], bool]]] = {
    "line": str.isprintable,
    "lines": _are_lines,
}
"""Our formats of texts: a `line` is printable, `lines` may have line breaks."""


def _same(value: Any) -> Any:
    """What is equal for equal values: 1 and 1.0 are, 1 and true are not."""
    match value:
        case bool():
            return ("truth", value)
        case list():
            return ("array", *map(_same, value))
        case dict():
            return ("object", frozenset((key, _same(inner)) for key, inner in value.items()))
        case _:
            return value


def _holds(check: Check, value: Any) -> bool:
    def stop(breach: Violation) -> None:
        raise _EnoughError

    try:
        check(value, "", stop)
    except _EnoughError:
        return False
    return True


class _Compiler:
    """Makes a function of each part of one schema."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.made: dict[str, Check] = {}

    def check_of(self, schema: Any) -> Check:
        """What checks a value against `schema`, a part of the whole."""
        if isinstance(schema, bool):
            schema = {} if schema else {"not": {}}
        wanted = schema.get("type")
        names = [wanted] if isinstance(wanted, str) else wanted or list(_TYPES)
        allowed = {kind for name in names for kind in _TYPES[name]}
        simple: dict[type, list[tuple[str, Kept]]] = {kind: [] for kind in _EVERY_TYPE}
        inner: dict[type, list[Check]] = {kind: [] for kind in _EVERY_TYPE}
        for keyword, value in schema.items():
            if keyword in _SIMPLE:
                kinds, is_kept = _SIMPLE[keyword](value)
            elif keyword in ("anyOf", "oneOf", "not"):
                kinds, is_kept = _EVERY_TYPE, self.counted(keyword, value)
            else:
                continue
            for kind in kinds:
                simple[kind].append((keyword, is_kept))
        for kinds, check in self.inner_checks(schema):
            for kind in kinds:
                inner[kind].append(check)

        def checked(value: Any, pointer: str, found: Found) -> None:
            kind = type(value)
            if kind not in allowed:
                found(Violation(pointer, "type", wanted, value, schema))
            for keyword, is_kept in simple[kind]:
                if not is_kept(value):
                    found(Violation(pointer, keyword, schema[keyword], value, schema))
            for check in inner[kind]:
                check(value, pointer, found)

        return checked

    def inner_checks(self, schema: Mapping[str, Any]) -> Iterator[tuple[tuple[type, ...], Check]]:
        """The checks of what a value holds, and the types of values they are about."""
        for keyword, wanted in schema.items():
            if keyword in ("required", "dependentRequired"):
                yield (dict,), _required(keyword, wanted, schema)
            elif keyword == "items":
                yield (list,), self.items(wanted)
            elif keyword == "propertyNames":
                yield (dict,), self.names(wanted)
            elif keyword in ("$ref", "allOf", "if"):
                yield _EVERY_TYPE, self.parts(keyword, wanted, schema)
            else:
                assert keyword in _ELSEWHERE or keyword in _SIMPLE, keyword
        if {"properties", "additionalProperties"} & schema.keys():
            yield (dict,), self.members(schema)

    def items(self, schema: Any) -> Check:
        check = self.check_of(schema)

        def checked(value: Any, pointer: str, found: Found) -> None:
            for index, entry in enumerate(value):
                check(entry, f"{pointer}/{index}", found)

        return checked

    def names(self, schema: Any) -> Check:
        check = self.check_of(schema)

        def checked(value: Any, pointer: str, found: Found) -> None:
            for key in value:
                check(key, pointer, found)

        return checked

    def members(self, schema: Mapping[str, Any]) -> Check:
        known = {
            key: (self.check_of(part), f"/{escaped(key)}")
            for key, part in schema.get("properties", {}).items()
        }
        others = schema.get("additionalProperties", True)
        check_other = self.check_of(others) if isinstance(others, dict) else None

        def checked(value: Any, pointer: str, found: Found) -> None:
            for key, entry in value.items():
                if key in known:
                    check, place = known[key]
                    check(entry, pointer + place, found)
                elif check_other:
                    check_other(entry, f"{pointer}/{escaped(key)}", found)
                elif others is False:
                    where = f"{pointer}/{escaped(key)}"
                    found(Violation(where, "additionalProperties", tuple(known), key, schema))

        return checked

    def parts(self, keyword: str, wanted: Any, schema: Mapping[str, Any]) -> Check:
        if keyword == "$ref":
            return self.reference(wanted)
        if keyword == "allOf":
            checks = [self.check_of(part) for part in wanted]

            def all_of(value: Any, pointer: str, found: Found) -> None:
                for check in checks:
                    check(value, pointer, found)

            return all_of
        condition, then, otherwise = (
            self.check_of(part)
            for part in (wanted, schema.get("then", True), schema.get("else", True))
        )

        def either(value: Any, pointer: str, found: Found) -> None:
            (then if _holds(condition, value) else otherwise)(value, pointer, found)

        return either

    def reference(self, target: str) -> Check:
        def checked(value: Any, pointer: str, found: Found) -> None:
            self.made[target](value, pointer, found)

        if target not in self.made:
            # Before its parts are made: a schema may refer to itself.
            self.made[target] = checked
            part: Any = self.root
            for key in target.removeprefix("#").split("/")[1:]:
                part = part[key]
            self.made[target] = self.check_of(part)
        return checked

    def counted(self, keyword: str, wanted: Any) -> Callable[[Any], bool]:
        parts = wanted if isinstance(wanted, list) else [wanted]
        checks = [self.check_of(part) for part in parts]

        def is_kept(value: Any) -> bool:
            if keyword == "anyOf":
                return any(_holds(check, value) for check in checks)
            kept = sum(_holds(check, value) for check in checks)
            return kept == (1 if keyword == "oneOf" else 0)

        return is_kept


def _required(keyword: str, wanted: Any, schema: Mapping[str, Any]) -> Check:
    needs = wanted if keyword == "dependentRequired" else {"": wanted}

    def checked(value: Any, pointer: str, found: Found) -> None:
        for given, keys in needs.items():
            for key in keys:
                if key not in value and (given in value or keyword == "required"):
                    found(Violation(pointer, keyword, key, value, schema))

    return checked


def _one_of(wanted: Iterable[Any]) -> tuple[tuple[type, ...], Kept]:
    known = frozenset(map(_same, wanted))
    return _EVERY_TYPE, lambda value: _same(value) in known


# Keywords about the value alone: the types each is about, and whether the value satisfies it.
_SIMPLE: Final[Mapping[str, Callable[[Any], tuple[tuple[type, ...], Kept]]]] = {
    "enum": _one_of,
    "const": lambda wanted: _one_of([wanted]),
    "pattern": lambda wanted: ((str,), re.compile(wanted).search),
    "format": lambda wanted: ((str,), FORMATS[wanted]),
    "minLength": lambda wanted: ((str,), lambda value: len(value) >= wanted),
    "maxLength": lambda wanted: ((str,), lambda value: len(value) <= wanted),
    "minimum": lambda wanted: ((int, float), lambda value: value >= wanted),
    "maximum": lambda wanted: ((int, float), lambda value: value <= wanted),
    "multipleOf": lambda wanted: ((int, float), lambda value: value % wanted == 0),
    "minItems": lambda wanted: ((list,), lambda value: len(value) >= wanted),
    "maxItems": lambda wanted: ((list,), lambda value: len(value) <= wanted),
    "uniqueItems": lambda _: ((list,), _is_unique),
    "minProperties": lambda wanted: ((dict,), lambda value: len(value) >= wanted),
    "maxProperties": lambda wanted: ((dict,), lambda value: len(value) <= wanted),
}
