"""Everything wrong in a catalog file is reported, at the right place."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbbuild.base.documents import dump_json, parse_json, read_json
from pbbuild.base.places import shipped
from pbbuild.errors import PbbuildError, Problem
from pbbuild.pocket_battles.catalog.effects import EFFECTS
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.validate import problems_of, require_valid
from pbbuild.text.translate import Translator
from tests.tiers import tries

CATALOG = shipped("catalog")
SHIPPED = [
    *sorted((CATALOG / "pocket_battles").glob("*.json")),
    CATALOG / "shared/rules.json",
    *sorted(
        path
        for path in (CATALOG / "pocket_battles/lists").glob("*.json")
        if read_json(path).value.get("game") == "pocket-battles"
    ),
]
OUR_SCHEMAS = ("army-1", "traits-1", "editions-1", "rules-1", "list-1", "corrections-1")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_has_no_problems(path: Path) -> None:
    assert problems_of(read_json(path), shipped_catalog())[1] == []


@pytest.mark.parametrize("name", OUR_SCHEMAS)
def test_a_schema_is_one_itself_and_versioned(name: str) -> None:
    schema = read_json(CATALOG / "schema" / f"{name}.schema.json").value
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"pbbuild:{name}"
    form = schema["properties"]["format"]["const"]
    assert form == "pbbuild-" + re.sub(r"-(\d+)$", r"/\1", name)


def test_the_schema_knows_exactly_the_effects_of_the_vocabulary() -> None:
    schema = read_json(CATALOG / "schema" / "traits-1.schema.json").value
    trait = schema["properties"]["traits"]["items"]["properties"]
    kinds = trait["effects"]["items"]["properties"]["kind"]["enum"]
    assert kinds == list(EFFECTS)


def army() -> dict[str, Any]:
    return {
        "format": "pbbuild-army/1",
        "id": "samurai",
        "name": {"en": "Samurai", "it": "Samurai"},
        "edition": "modern-1",
        "prefix": "SAM",
        "troops": [
            {
                "code": f"SAM{number:02}",
                "name": "Bushi",
                "gloss": {"en": "Warriors", "it": "Guerrieri"},
                "type": "foot",
                "dp": 3,
                "fv": 4,
                "wp": 1,
                "black": [4, 5],
                "white": [],
                "traits": ["fury"],
            }
            for number in (1, 2, 3)
        ],
    }


def traits() -> dict[str, Any]:
    words = {"en": "Banzai", "it": "Banzai"}
    return {
        "format": "pbbuild-traits/1",
        "traits": [
            {
                "id": "banzai",
                "name": words,
                "line": words,
                "text": words,
                "effects": [{"kind": "charge-dice", "value": 2}],
            }
        ],
    }


def problems(value: Any) -> list[Problem]:
    return problems_of(parse_json(dump_json(value), "test"), shipped_catalog())[1]


def test_the_files_to_break_are_right_themselves() -> None:
    assert problems(army()) == []
    assert problems(traits()) == []


def put(pointer: str, value: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        *path, last = pointer.strip("/").split("/")
        for part in path:
            document = document[int(part) if isinstance(document, list) else part]
        document[int(last) if isinstance(document, list) else last] = value

    return change


def drop(pointer: str) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        *path, last = pointer.strip("/").split("/")
        for part in path:
            document = document[int(part) if isinstance(document, list) else part]
        del document[last]

    return change


BROKEN_ARMIES = [
    (put("/troops/1/dp", "3"), "/troops/1/dp", "not-a-whole-number"),
    (put("/troops/1/dp", 3.0), "/troops/1/dp", "not-a-whole-number"),
    (put("/troops/1/dp", True), "/troops/1/dp", "not-a-whole-number"),
    (put("/troops/1/dp", None), "/troops/1/dp", "not-a-whole-number"),
    (put("/troops/1/dp", 0), "/troops/1/dp", "catalog.below-minimum"),
    (put("/troops/1/dp", -5), "/troops/1/dp", "catalog.below-minimum"),
    (put("/troops/1/dp", 31), "/troops/1/dp", "above-maximum"),
    (put("/troops/1/dp", 10**17), "/troops/1/dp", "above-maximum"),
    (put("/troops/1/fv", 0), "/troops/1/fv", "catalog.below-minimum"),
    (put("/troops/1/fv", 10), "/troops/1/fv", "above-maximum"),
    (put("/troops/1/wp", -1), "/troops/1/wp", "catalog.below-minimum"),
    (put("/troops/1/wp", 99), "/troops/1/wp", "above-maximum"),
    (put("/troops/1/black", 4), "/troops/1/black", "not-an-array"),
    (put("/troops/1/black", [0]), "/troops/1/black/0", "catalog.below-minimum"),
    (put("/troops/1/black", [7]), "/troops/1/black/0", "above-maximum"),
    (put("/troops/1/black", ["4"]), "/troops/1/black/0", "not-a-whole-number"),
    (put("/troops/1/white", [4] * 7), "/troops/1/white", "too-many-entries"),
    (put("/troops/1/traits", "fury"), "/troops/1/traits", "not-an-array"),
    (put("/troops/1/traits", ["furry"]), "/troops/1/traits/0", "catalog.unknown-trait"),
    (put("/troops/1/traits", ["zzz"]), "/troops/1/traits/0", "catalog.unknown-trait-nor-near"),
    (put("/troops/1/traits", ["engagement"]), "/troops/1/traits/0", "catalog.unknown-trait"),
    (put("/troops/1/traits", ["fury", "fury"]), "/troops/1/traits", "catalog.twice"),
    (put("/troops/1/traits", ["F U"]), "/troops/1/traits/0", "catalog.not-a-trait"),
    (put("/troops/1/type", "feet"), "/troops/1/type", "catalog.not-one-of"),
    (put("/troops/1/type", 4), "/troops/1/type", "catalog.not-one-of-nor-near"),
    (put("/troops/1/name", ""), "/troops/1/name", "empty-text"),
    (put("/troops/1/name", "x" * 41), "/troops/1/name", "text-too-long"),
    (put("/troops/1/name", "<b>Bushi"), "/troops/1/name", "catalog.hostile-text"),
    (put("/troops/1/name", "Bu\x1b[31mshi"), "/troops/1/name", "catalog.hostile-text"),
    (put("/troops/1/name", "Bushi\n"), "/troops/1/name", "catalog.hostile-text"),
    (put("/troops/1/name", "Bu\u202eshi"), "/troops/1/name", "catalog.hostile-text"),
    (put("/troops/1/name", 7), "/troops/1/name", "not-a-text"),
    (put("/troops/1/gloss", "Warriors"), "/troops/1/gloss", "not-an-object"),
    (drop("/troops/1/gloss/it"), "/troops/1/gloss", "missing-key"),
    (drop("/troops/1/dp"), "/troops/1", "missing-key"),
    (put("/troops/1/dpp", 3), "/troops/1/dpp", "catalog.unknown-key"),
    (put("/troops/1/zzzzzz", 3), "/troops/1/zzzzzz", "catalog.unknown-key-nor-near"),
    (put("/troops/1/code", "SAM1"), "/troops/1/code", "catalog.not-a-code"),
    (put("/troops/1/code", "SAM02\n"), "/troops/1/code", "catalog.not-a-code"),
    (put("/troops/1/code", "SAM01"), "/troops/1/code", "catalog.twice"),
    (put("/troops/1/code", "UNI02"), "/troops/1/code", "catalog.foreign-prefix"),
    (put("/troops/1/provenance", "guessed"), "/troops/1/provenance", "catalog.not-one-of-nor-near"),
    (
        put("/troops/1/exceptions", {"dp": "printd"}),
        "/troops/1/exceptions/dp",
        "catalog.not-one-of",
    ),
    (put("/troops/1", []), "/troops/1", "not-an-object"),
    (put("/troops", []), "/troops", "catalog.too-few-entries"),
    (put("/troops", {}), "/troops", "not-an-array"),
    (drop("/troops"), "", "missing-key"),
    (put("/edition", "modern-2"), "/edition", "unknown-edition"),
    (put("/edition", "zzz"), "/edition", "unknown-edition-nor-near"),
    (put("/id", "../../etc/passwd"), "/id", "not-an-id"),
    (put("/id", "samurai\n"), "/id", "not-an-id"),
    (put("/id", ""), "/id", "not-an-id"),
    (put("/prefix", "sam"), "/prefix", "catalog.not-a-prefix"),
    (put("/name", {"en": "Samurai"}), "/name", "missing-key"),
    (put("/theme", "url(x)"), "/theme", "not-an-id"),
    (put("/game", "chess"), "/game", "not-one-of"),
    (put("/format", "pbbuild-army/2"), "/format", "catalog.unknown-format"),
    (put("/format", 1), "/format", "catalog.unknown-format"),
    (drop("/format"), "", "missing-key"),
]


@pytest.mark.parametrize(("change", "pointer", "code"), BROKEN_ARMIES)
def test_a_broken_army_is_told_with_pointer_and_code(
    change: Callable[[Any], None], pointer: str, code: str
) -> None:
    document = army()
    change(document)
    found = problems(document)
    assert (pointer, code) in {(problem.pointer, problem.code) for problem in found}
    for language in ("en", "it"):
        t = Translator(language)
        for problem in found:
            key = problem.code if "." in problem.code else f"problems.{problem.code}"
            assert t(key, **problem.values)


EFFECT = "/traits/0/effects/0"
BROKEN_TRAITS = [
    (put(f"{EFFECT}/kind", "charge-dise"), f"{EFFECT}/kind", "catalog.not-one-of"),
    (put(f"{EFFECT}/kind", "win"), f"{EFFECT}/kind", "catalog.not-one-of-nor-near"),
    (put(f"{EFFECT}/kind", None), f"{EFFECT}/kind", "catalog.not-one-of-nor-near"),
    (put(f"{EFFECT}/value", "y"), f"{EFFECT}/value", "catalog.not-an-effect-value"),
    (put(f"{EFFECT}/value", 10), f"{EFFECT}/value", "catalog.not-an-effect-value"),
    (put(f"{EFFECT}/value", 1.5), f"{EFFECT}/value", "catalog.not-an-effect-value"),
    (put(f"{EFFECT}/value", "x"), "/traits/0/effects", "catalog.number-missing"),
    (put("/traits/0/numbered", True), "/traits/0/effects", "catalog.number-unused"),
    (put("/traits/0/special", True), "/traits/0/special", "catalog.special-unlike-effects"),
    (put("/traits/0/special", "no"), "/traits/0/special", "catalog.not-a-boolean"),
    (put("/traits/0/effects", []), "/traits/0/effects", "catalog.too-few-entries"),
    (put("/traits/0/text/en", "<script>"), "/traits/0/text/en", "catalog.hostile-text"),
    (put("/traits/0/icon", "../x"), "/traits/0/icon", "not-an-id"),
    (put("/traits/0/clause", "PB"), "/traits/0/clause", "catalog.not-a-clause"),
    (put("/traits", []), "/traits", "catalog.too-few-entries"),
]


@pytest.mark.parametrize(("change", "pointer", "code"), BROKEN_TRAITS)
def test_a_broken_trait_is_told_with_pointer_and_code(
    change: Callable[[Any], None], pointer: str, code: str
) -> None:
    document = copy.deepcopy(traits())
    change(document)
    found = {(problem.pointer, problem.code) for problem in problems(document)}
    assert (pointer, code) in found


def test_all_problems_are_told_at_once_with_their_lines_and_near_names() -> None:
    document = army()
    document["troops"][0]["dp"] = "many"
    document["troops"][1]["traits"] = ["furry"]
    document["troops"][2]["wq"] = 1
    text = json.dumps(document, indent=1)
    lines = text.splitlines()

    _, found = problems_of(parse_json(text, "test"), shipped_catalog())

    assert [problem.code for problem in found] == [
        "not-a-whole-number",
        "catalog.unknown-trait",
        "catalog.unknown-key",
    ]
    assert '"many"' in lines[found[0].line - 1]
    assert "furry" in lines[found[1].line - 1]
    assert '"wq"' in lines[found[2].line - 1]
    assert found[1].values["near"] == ("fury",)
    assert found[2].values["near"] == ("wp",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "7",
        '"army"',
        "{",
        '{"format": NaN}',
        '{"format": "pbbuild-army/1", "format": "x"}',
        "[" * 1000,
        '{"format": "pbbuild-army/1", "troops": ' + "9" * 400 + "}",
        '{"format": "pbbuild-army/1", "troops": 1e999}',
        '{"format": ["pbbuild-army/1"]}',
        "\x00\x01",
    ],
)
def test_what_is_no_catalog_at_all_is_refused_without_a_crash(text: str) -> None:
    with pytest.raises(PbbuildError) as caught:
        require_valid(parse_json(text, "test"), shipped_catalog())
    assert caught.value.problems


def test_a_file_of_a_million_mistakes_is_told_of_in_a_second() -> None:
    document = army()
    document["troops"] = [{"no": index} for index in range(tries(20_000, 4_000))]
    found = problems(document)
    assert 1 <= len(found) <= 201
