"""An army goes to a spreadsheet and back: exactly, and with every mistake told."""

import csv
import io

import pytest

from pbbuild.errors import CatalogError
from pbbuild.pocket_battles.catalog.corrections import corrected_values
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.player_files import corrected, with_corrections
from pbbuild.pocket_battles.catalog.spreadsheet import army_table, read_table

CATALOG = shipped_catalog()
ARMIES = tuple(CATALOG.armies)


def cells(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def table(rows: list[list[str]], delimiter: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("army", ARMIES)
def test_a_table_read_back_unchanged_changes_nothing(army: str, delimiter: str) -> None:
    text = army_table(CATALOG.armies[army], delimiter)
    assert read_table(text, "test", CATALOG) == {}
    assert len(cells(text, delimiter)) == 31


@pytest.mark.parametrize(
    ("delimiter", "mark", "end"),
    [
        (",", "", "\n"),
        (";", "\ufeff", "\r\n"),
        ("\t", "\ufeff", "\r\n"),
        (";", "", "\n"),
        (",", "", "\r"),
    ],
)
@pytest.mark.parametrize("army", ARMIES)
def test_a_whole_army_with_changes_comes_back_exactly(
    army: str, delimiter: str, mark: str, end: str
) -> None:
    rows = cells(army_table(CATALOG.armies[army]))
    column = {name: index for index, name in enumerate(rows[0])}
    for number, row in enumerate(rows[1:]):
        row[column["dp"]] = str(1 + (int(row[column["dp"]]) + number) % 9)
        row[column["fv"]] = str(1 + number % 6)
        row[column["black"]] = "2-6" if number % 2 else ""
        row[column["traits"]] = "slow" if number % 3 else "shooting+2 long-range"
        row[column["name"]] = f"Tile, “{number}”; è"

    tiles = read_table(mark + table(rows, delimiter, end), "test", CATALOG)
    changed = with_corrections(CATALOG, tiles)

    for row in rows[1:]:
        troop = changed.troop(row[0])
        assert troop.name == row[column["name"]]
        assert troop.dp == int(row[column["dp"]])
        assert troop.fv == int(row[column["fv"]])
        assert troop.black == ((2, 6) if row[column["black"]] else ())
        assert troop.traits == tuple(row[column["traits"]].split())
        assert troop.wp == CATALOG.troop(row[0]).wp
    assert read_table(army_table(changed.armies[army]), "test", changed) == {}


def test_columns_may_be_left_out_and_stand_in_any_order() -> None:
    tiles = read_table("DP;Code\r\n9;uni12\r\n\r\n;;\r\n".replace(";;", ""), "test", CATALOG)
    assert tiles == {"UNI12": {"dp": 9}}
    assert [change.after for change in corrected_values(tiles, CATALOG)] == ["9"]


def test_errors_in_several_rows_are_all_told_with_their_lines() -> None:
    rows = cells(army_table(CATALOG.armies["union"]))
    column = {name: index for index, name in enumerate(rows[0])}
    rows[2][column["dp"]] = "five"
    rows[5][column["traits"]] = "fats"
    rows[9][column["black"]] = "4 8"
    rows[12][0] = "UNI99"
    rows[12][column["dp"]] = "9"
    rows[14][0] = rows[13][0]
    rows[20] = rows[20][:4]
    rows[25][column["name"]] = ""
    rows[27][column["type"]] = "fooot"

    with pytest.raises(CatalogError) as caught:
        read_table(table(rows), "union.csv", CATALOG)

    found = {(problem.line, problem.code) for problem in caught.value.problems}
    assert found == {
        (3, "not-a-whole-number"),
        (6, "catalog.unknown-trait"),
        (10, "above-maximum"),
        (13, "unknown-tile"),
        (15, "catalog.row-twice"),
        (21, "catalog.wrong-cells"),
        (26, "empty-text"),
        (28, "catalog.not-one-of"),
    }
    assert caught.value.source == "union.csv"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "catalog.no-code-column"),
        ("dp,fv\n3,4\n", "catalog.no-code-column"),
        ("code,dpp\nUNI12,3\n", "catalog.unknown-column"),
        ("code,dp,dp\nUNI12,3,4\n", "catalog.twice"),
        ('code,name\nUNI12,"open', "catalog.not-a-table"),
        ("code,name\nUNI12,a" + "b" * 200_000 + "\n", "catalog.not-a-table"),
        ("code,dp\n" + "UNI12,3\n" * 6000, "too-many-entries"),
        ("\x00\x01\x02", "catalog.no-code-column"),
        ('{"format": "pbbuild-army/1"}', "catalog.no-code-column"),
    ],
)
def test_what_is_no_table_of_tiles_is_refused(text: str, code: str) -> None:
    with pytest.raises(CatalogError) as caught:
        read_table(text, "test", CATALOG)
    assert code in {problem.code for problem in caught.value.problems}


def test_another_kind_of_file_gets_one_complaint_not_one_for_each_comma() -> None:
    with pytest.raises(CatalogError) as caught:
        read_table('{"format": "pbbuild-army/1", "name": "x", "troops": []}', "test", CATALOG)
    assert [problem.code for problem in caught.value.problems] == ["catalog.no-code-column"]


def test_a_name_that_looks_like_a_formula_stays_a_text() -> None:
    troop = corrected(CATALOG.troop("UNI12"), {"name": "=1+1"})
    changed = with_corrections(CATALOG, {"UNI12": {"name": "=1+1"}})
    text = army_table(changed.armies["union"])
    assert "'=1+1" in text
    assert read_table(text, "test", changed) == {}
    assert troop.name == "=1+1"


def test_a_row_of_an_unknown_tile_is_told_once() -> None:
    rows = cells(army_table(CATALOG.armies["union"]))
    rows[9][0] = "UNI77"
    with pytest.raises(CatalogError) as caught:
        read_table(table(rows), "test", CATALOG)
    assert [(one.pointer, one.line) for one in caught.value.problems] == [("UNI77", 10)]
