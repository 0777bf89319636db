"""`pbbuild odds` answers exactly, for people and for programs."""

import json
from pathlib import Path

import pytest

from tests.cli import run


def test_a_shot_of_the_gatling_gun_is_exact(tmp_path: Path) -> None:
    found = run("odds", "UNI11", "--shoot", "--json", folder=tmp_path)

    document = json.loads(found.stdout)
    # +3 Shooting: four dice against 5 and 6.
    assert document["dice"] == 4
    assert document["hits"]["0"] == pytest.approx((4 / 6) ** 4)
    assert document["mean"] == pytest.approx(4 / 3)


def test_a_unit_of_a_ready_list_can_be_named(tmp_path: Path) -> None:
    found = run("odds", "union-50:5", "--against", "confederacy-50:1", "--charge", folder=tmp_path)

    assert found.returncode == 0
    assert "3 dice" in found.stdout
    assert "strikes back" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(["UNI99"], "UNI9", id="an unknown tile"),
        pytest.param(["union-50:99"], "99", id="no such unit"),
        pytest.param(["UNI11", "--charge", "--shoot"], "--charge", id="charge and shoot"),
        pytest.param(["UNI12/2"], "UNI12", id="too many wounds"),
        pytest.param(["UNI12/x"], "UNI12/x", id="wounds that are no number"),
        pytest.param(["UNI04"], "PB-1.6", id="no wound points"),
    ],
)
def test_what_cannot_be_answered_is_explained(
    arguments: list[str], expected: str, tmp_path: Path
) -> None:
    found = run("odds", *arguments, folder=tmp_path)

    assert found.returncode == 2
    assert expected in found.stderr
    assert "Traceback" not in found.stderr
    assert found.stdout == ""
