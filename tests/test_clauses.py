"""Every clause and every ruling is proved by a test, and the table that says so is true."""

import pytest

from tests.clauses import TABLE, clauses, proofs, rulings, table


@pytest.mark.parametrize("clause", [*clauses(), *rulings()])
def test_a_clause_has_a_test(clause: str) -> None:
    assert clause in {proof.clause for proof in proofs()}, f"no test is marked with {clause}"


def test_marks_name_clauses_or_rulings_that_exist() -> None:
    known = {*clauses(), *rulings()}

    assert [proof for proof in proofs() if proof.clause not in known] == []


def test_the_table_of_clauses_is_up_to_date() -> None:
    assert TABLE.read_text("utf-8") == table(), "run scripts/clause-table"
