"""docs/list-format.md says what the program does."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.list_file import list_document, list_text, parse_list
from tests.cli import REPOSITORY, run
from tests.pocket_battles.lists.random_lists import random_list

PAGE = (REPOSITORY / "docs" / "list-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
SCHEMA = json.loads((REPOSITORY / "catalog/schema/list-1.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_comes_back_with_every_key(text: str) -> None:
    written = json.loads(list_text(parse_list(text, "example")))

    for key, value in json.loads(text).items():
        assert written[key] == value


def test_any_validator_accepts_the_examples_and_refuses_what_the_page_forbids() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    assert len(EXAMPLES) == 2
    for text in EXAMPLES:
        assert validator.is_valid(json.loads(text))
    smallest = json.loads(EXAMPLES[0])
    changes: tuple[dict[str, Any], ...] = (
        {"format": "pbbuild-list/2"},
        {"game": "chess"},
        {"army": "The Union"},
        {"points": "50"},
        {"points": 20000},
        {"units": [{}]},
        {"units": [{"troops": ["UNI10"], "zone": "middle"}]},
        {"units": [{"troops": ["UNI10"], "order": 0}]},
        {"units": [{"troops": ["UNI10"], "vendor": 7}]},
        {"vendor": []},
    )
    for change in changes:
        assert not validator.is_valid(smallest | change), change
    for key in ("format", "army", "points", "edition", "units"):
        assert not validator.is_valid({name: smallest[name] for name in smallest if name != key})


def test_every_key_of_the_schema_is_explained() -> None:
    keys = {*SCHEMA["properties"]}
    unit = SCHEMA["properties"]["units"]["items"]["properties"]

    named = set(re.findall(r"^\| `([^`]+)`", PAGE, re.MULTILINE))
    assert named == keys | {f"units[].{key}" for key in unit}


def test_data_of_other_programs_survives_an_edit(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(EXAMPLES[1], encoding="utf-8")

    done = run("edit", "list.json", "resize 60", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    written = json.loads((tmp_path / "list.json").read_text(encoding="utf-8"))
    assert written["points"] == 60
    assert written["vendor"] == json.loads(EXAMPLES[1])["vendor"]
    assert written["units"][1]["vendor"] == json.loads(EXAMPLES[1])["units"][1]["vendor"]


@pytest.mark.slow
def test_a_thousand_random_lists_come_back_equal() -> None:
    catalog = shipped_catalog()
    for seed in range(1000):
        chance = random.Random(seed)
        army = catalog.armies[chance.choice(sorted(catalog.armies))]
        made = random_list(chance, catalog, army, 10 * chance.randint(3, 12))
        assert parse_list(list_text(made), "random") == made
        assert list_document(parse_list(list_text(made), "random")) == list_document(made)
