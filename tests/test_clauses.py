"""Every clause and every ruling has code and a test, and the table that says so is true."""

import pytest

from tests.clauses import TABLE, cited, clauses, codes, layer_of, proofs, rulings, table

# The plain models have no list building (`rules/units.py`), conceding, campaigns or bonus units.
NOT_IN_PLAIN = {
    *("PB-1.2", "PB-1.4", "PB-1.6", "PB-1.8", "PB-1.9", "PB-5.7"),
    *("PG-7", "RG-23", "RG-29", "RG-31"),
}


def test_a_clause_has_a_test() -> None:
    marked = {proof.clause for proof in proofs()}

    assert [clause for clause in (*clauses(), *rulings()) if clause not in marked] == []


def test_a_clause_has_code() -> None:
    for clause in (*clauses(), *rulings()):
        layers = {layer_of(code.path) for code in codes() if code.clause == clause}

        assert layers, f"no docstring names {clause}"
        assert "plain" in layers or clause in NOT_IN_PLAIN, f"no plain model names {clause}"


def test_docstrings_name_clauses_headings_or_rulings_that_exist() -> None:
    headings = {clause.split(".")[0] for clause in clauses()}
    known = {*clauses(), *rulings(), *headings}

    assert [code for code in codes() if code.clause not in known] == []


@pytest.mark.parametrize(
    ("text", "clauses_named"),
    [
        pytest.param("PB-4.5, and R-9.", ["PB-4.5", "R-9"], id="single ids"),
        pytest.param("PB-4.2 to PB-4.5", ["PB-4.2", "PB-4.3", "PB-4.4", "PB-4.5"], id="a range"),
        pytest.param("PB-T.1 to T.3.", ["PB-T.1", "PB-T.2", "PB-T.3"], id="a short range"),
        pytest.param("PB-8.1, 8.5: a front", ["PB-8.1", "PB-8.5"], id="a short list"),
        pytest.param("PB-9 and 2.5 dice", ["PB-9"], id="a heading and a number"),
    ],
)
def test_citations_are_read_from_text(text: str, clauses_named: list[str]) -> None:
    assert cited(text) == clauses_named


def test_marks_name_clauses_or_rulings_that_exist() -> None:
    known = {*clauses(), *rulings()}

    assert [proof for proof in proofs() if proof.clause not in known] == []


def test_the_table_of_clauses_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table(), "run scripts/clause-table"
