"""Whatever a catalog file or table holds, it is refused or used, never a crash."""

import copy
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbbuild.base.documents import dump_json, parse_json
from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.catalog.corrections import COLUMNS, TypedValue, read_typed_values
from pbbuild.pocket_battles.catalog.entries import army_of, traits_of
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.player_files import with_corrections
from pbbuild.pocket_battles.catalog.spreadsheet import army_table, read_table
from pbbuild.pocket_battles.catalog.validate import FORMATS, problems_of
from pbbuild.text.translate import Translator
from tests.pocket_battles.catalog.test_validate import army, traits
from tests.tiers import quick_first, tries

CATALOG = shipped_catalog()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=12)
    | st.sampled_from([*FORMATS, "fury", "x", "SAM01", "modern-1", "foot", "owner", "<b>", "\x1b["])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["format", "troops", "traits", "tiles", "code", "dp", "effects", "~/"])
            | st.text(st.characters(codec="utf-8"), max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
FEW = settings(max_examples=tries(120, 30), deadline=None, suppress_health_check=list(HealthCheck))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container and key in a document, so that anything in it can be replaced."""
    found: list[tuple[Any, Any]] = []
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(entries):
        found.append((value, key))
        if isinstance(inner, (dict, list)):
            found += places(inner)
    return found


def tell(error_or_problems: Any) -> None:
    # Every problem has its sentence, and the sentence all its values.
    for language in ("en", "it"):
        t = Translator(language)
        for problem in error_or_problems:
            key = problem.code if "." in problem.code else f"problems.{problem.code}"
            assert t(key, **problem.values)


@FEW
@given(value=JSON, wanted=st.sampled_from(FORMATS))
def test_any_document_is_judged(value: Any, wanted: str) -> None:
    if isinstance(value, dict):
        value["format"] = wanted
    document = parse_json(dump_json(value), "fuzz")
    tell(problems_of(document, CATALOG)[1])


@FEW
@given(data=st.data())
def test_an_army_changed_anywhere_is_refused_or_can_be_used(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from([army(), traits()])))
    container, key = data.draw(st.sampled_from(places(document)))
    container[key] = data.draw(JSON)

    found = problems_of(parse_json(dump_json(document), "fuzz"), CATALOG)[1]

    tell(found)
    if not found and document["format"] == "pbbuild-army/1":
        assert army_of(document).troops
    elif not found and document["format"] == "pbbuild-traits/1":
        assert all(traits_of(entry) for entry in document["traits"])


@FEW
@given(
    code=st.sampled_from(["UNI12", "UNI99", "", "\x00"]),
    column=st.sampled_from(COLUMNS) | st.text(max_size=5),
    text=st.text(max_size=30) | st.from_regex(r"[0-9 ,+-]{0,12}", fullmatch=True),
)
def test_anything_typed_is_refused_or_kept_as_a_tile(code: str, column: str, text: str) -> None:
    try:
        tiles = read_typed_values([TypedValue(code, column, text)], CATALOG)
    except PbbuildError as error:
        tell(error.problems)
    else:
        changed = with_corrections(CATALOG, tiles)
        assert read_table(army_table(changed.armies["union"]), "fuzz", changed) == {}


@FEW
@given(data=st.data())
def test_a_damaged_table_is_refused_or_read(data: st.DataObject) -> None:
    text = army_table(CATALOG.armies["union"])[:900]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    text = text[:start] + data.draw(st.text(max_size=10)) + text[end:]
    try:
        tiles = read_table(text, "fuzz", CATALOG)
    except PbbuildError as error:
        tell(error.problems)
    else:
        with_corrections(CATALOG, tiles)


MANY = 100_000
BOMBS = {
    "unsortable traits": {"traits": [{}] * MANY},
    "unknown traits": {"traits": [f"t{number}" for number in range(MANY)]},
    "unknown keys": {f"k{number}": 0 for number in range(MANY)},
    "a long name": {"name": "x" * 1_500_000},
    "many dice": {"black": [7] * MANY},
}


@pytest.mark.parametrize("bomb", quick_first(sorted(BOMBS), 1))
def test_a_bomb_of_a_file_is_refused_at_once(bomb: str) -> None:
    document = army()
    document["troops"][0].update(BOMBS[bomb])
    began = time.process_time()
    found = problems_of(parse_json(dump_json(document), "bomb"), CATALOG)[1]
    assert time.process_time() - began < 5
    assert 1 <= len(found) <= 201


def test_a_table_of_unknown_tiles_is_refused_at_once() -> None:
    text = "code,dp\n" + "".join(f"XX{number},3\n" for number in range(4900))
    began = time.process_time()
    with pytest.raises(PbbuildError) as caught:
        read_table(text, "bomb", CATALOG)
    assert time.process_time() - began < 5
    assert len(caught.value.problems) <= 201


def test_a_table_of_a_million_columns_is_refused_at_once() -> None:
    began = time.process_time()
    with pytest.raises(PbbuildError):
        read_table(",".join(f"c{number}" for number in range(200_000)), "bomb", CATALOG)
    assert time.process_time() - began < 5
