"""The tour of the README, typed as written, answers what it shows."""

from pathlib import Path

import pytest

from tests.docs.tour import README, answer, first_difference, tour


@pytest.mark.slow
def test_the_tour_of_the_readme_answers_as_shown(tmp_path: Path) -> None:
    typed = list(tour(README.read_text(encoding="utf-8")))
    assert len(typed) > 10
    for one in typed:
        status, lines = answer(one, tmp_path)
        told = "\n".join(lines)
        assert status == 0, f"{one.command}\n{told}"
        missing = first_difference(one.shown, lines)
        assert not missing, f"{one.command}\nshould say: {missing}\n{told}"


def test_the_comparison_notices_lines_that_are_missing_or_too_many() -> None:
    lines = ["one", "two", "three"]
    assert not first_difference(("one", "..."), lines)
    assert not first_difference(("...", "three"), lines)
    assert not first_difference(("one", "...", "three"), lines)
    assert first_difference(("two", "..."), lines) == "two"
    assert first_difference(("one", "two"), lines) == "three"
    assert first_difference(("...", "four", "..."), lines) == "four"
