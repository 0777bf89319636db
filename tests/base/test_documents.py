"""Documents are validated against our schemas exactly as jsonschema would."""

import copy
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbbuild.base.documents import (
    MOST_PROBLEMS,
    Document,
    Violation,
    parse_json,
    problems_in,
    schema_of,
    violations,
)
from pbbuild.base.places import shipped
from pbbuild.pocket_battles.catalog.validate import reference_breaches
from pbbuild.pocket_battles.lists import list_file as read
from tests.pocket_battles.rules.written_states import state
from tests.robustness.samples import good_files
from tests.tiers import tries

SCHEMAS = sorted(
    path.name.removesuffix(".schema.json")
    for path in (shipped("catalog") / "schema").glob("*.schema.json")
)
JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        -1,
        0,
        1,
        7,
        55,
        10**12,
        0.5,
        2.0,
        [],
        {},
        [[]],
        [None],
        {"": 1},
        [1, 1.0],
    ),
    *("", "A", "x", "a1", "tanks", "end", "dance", "é", "a\n", "\x1b", "\u202e", "<b>", "y" * 5000),
)
# Some samples fit two schemas; each file is validated against every schema whose name it has.
SAMPLES = {
    "army-1": ["army"],
    "traits-1": ["traits"],
    "corrections-1": ["corrections"],
    "list-1": ["list", "saved-list"],
    "version-1": ["version"],
    "draft-1": ["draft"],
    "pack-1": ["pack"],
    "save-1": ["save", "pocket-general-save"],
    "state-1": ["state"],
    "record-1": ["record"],
    "logged-1": ["logged-battle"],
    "pocket-general-state": ["pocket-general-state"],
    "pocket-general-record": ["pocket-general-record"],
    "pocket-general-campaign": ["campaign"],
    "pocket-general-corrections": ["pocket-general-corrections"],
}
SHIPPED = {
    "editions-1": "pocket_battles/editions.json",
    "rules-1": "shared/rules.json",
    **{
        f"pocket-general-{name}": f"pocket_general/{name}.json"
        for name in ("game", "units", "nations", "locations")
    },
}


def samples_of(schema: str) -> Iterator[Any]:
    if schema in SHIPPED:
        yield json.loads((shipped("catalog") / SHIPPED[schema]).read_text("utf-8"))
    if schema == "state-1":
        yield state()
    for name in SAMPLES.get(schema, ()):
        text = good_files()[name].decode()
        if "record" in schema:
            yield from map(json.loads, text.splitlines()[:40])
        else:
            yield json.loads(text)


def mutated(value: Any, chance: random.Random) -> Any:
    """`value` with a few of its parts replaced, renamed, removed or doubled."""
    whole = {"": copy.deepcopy(value)}
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        holder: Any = whole
        key: Any = ""
        while isinstance(holder[key], dict | list) and holder[key] and chance.random() < 0.8:
            holder = holder[key]
            key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        what = chance.random()
        if what < 0.15 and holder is not whole:
            del holder[key]
        elif what < 0.3 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif what < 0.4 and holder is not whole and isinstance(holder, dict):
            holder[f"{key}~/"] = holder.pop(key)
        else:
            holder[key] = copy.deepcopy(chance.choice(JUNK))
    return whole[""]


def comparable(found: Any) -> list[tuple[str, str, str, str]]:
    def text(breach: Violation) -> tuple[str, str, str, str]:
        return (breach.pointer, breach.keyword, repr(breach.wanted), repr(breach.found))

    return sorted(map(text, found))


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_schema_finds_what_jsonschema_finds(schema: str) -> None:
    Draft202012Validator.check_schema(schema_of(schema))
    chance = random.Random(schema)
    samples = list(samples_of(schema))
    assert samples, "no sample of this format"
    wrong, rounds = 0, tries(120, 15) if len(json.dumps(samples)) < 30_000 else tries(40, 5)
    for _ in range(rounds):
        value = mutated(chance.choice(samples), chance)
        found = comparable(violations(value, schema))
        if len(found) <= MOST_PROBLEMS:
            assert found == comparable(reference_breaches(value, schema))
        wrong += bool(found)
    assert rounds / 12 < wrong < rounds


@pytest.mark.parametrize("schema", SCHEMAS)
def test_good_documents_keep_their_schema(schema: str) -> None:
    for value in samples_of(schema):
        assert violations(value, schema) == []


def test_problems_come_in_the_order_of_the_document() -> None:
    text = (
        '{"units": [{"troops": 5}],\n "points": "x",\n "edition": "",\n'
        '"format": "pbbuild-list/1"\n,"army": "celts"}'
    )
    found = problems_in(parse_json(text, "x"), "list-1")
    assert [(problem.pointer, problem.line, problem.code) for problem in found] == [
        ("/units/0/troops", 1, "not-an-array"),
        ("/points", 2, "not-a-whole-number"),
        ("/edition", 3, "empty-text"),
    ]


def test_a_value_of_the_wrong_type_is_one_problem() -> None:
    found = problems_in(Document("", {"format": 7}, ""), "corrections-1")
    assert [problem.code for problem in found] == ["missing-key", "not-one-of"]
    found = problems_in(Document("", {"format": 7}, ""), "list-1")
    assert [problem.code for problem in found if problem.pointer] == ["not-a-text"]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"units": [{"troops": [7] * 400_000}]}, id="many tiles"),
        pytest.param({"units": [{}] * 400_000}, id="many units"),
        pytest.param({"built_with": {f"k{n}": n for n in range(200_000)}}, id="many keys"),
        pytest.param({"name": "\x1b" * 3_000_000, "note": "x\n" * 2_000_000}, id="long texts"),
        pytest.param({"army": "a-" * 300_000, "edition": "-" * 300_000}, id="long ids"),
    ],
)
def test_a_hostile_document_is_judged_quickly_and_with_few_words(value: Any) -> None:
    began = time.process_time()
    found = problems_in(Document("", value, ""), "list-1")
    assert time.process_time() - began < 2
    assert 1 <= len(found) <= MOST_PROBLEMS + 1
    assert all(len(str(said)) < 300 for problem in found for said in problem.values.values())


def test_makers_of_lists_know_the_limits_of_the_schema() -> None:
    keys = schema_of("list-1")["properties"]
    troops = keys["units"]["items"]["properties"]["troops"]
    assert keys["name"]["maxLength"] == read.LONGEST_NAME
    assert keys["note"]["maxLength"] == read.LONGEST_NOTE
    assert keys["points"]["maximum"] == read.LARGEST_SIZE
    assert troops["maxItems"] == read.MOST_TROOPS


def test_every_schema_has_samples() -> None:
    assert set(SCHEMAS) == SAMPLES.keys() | SHIPPED.keys()
