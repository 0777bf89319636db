"""`pbbuild odds` answers exactly, for people and for programs."""

import json
import re
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


def test_without_an_attack_the_one_that_gains_most_is_shown(tmp_path: Path) -> None:
    gun = run("odds", "UNI11", folder=tmp_path).stdout
    assert gun.startswith("Gatling Gun shoots.\n4 dice")
    assert json.loads(run("odds", "UNI11", "--json", folder=tmp_path).stdout)["dice"] == 4

    words = ("odds", "union-50:5", "--against", "confederacy-50:1")
    both = run(*words, folder=tmp_path).stdout
    asked = {word: run(*words, word, "--json", folder=tmp_path) for word in ("--charge", "--fight")}
    gains = {
        word: document["dp_lost"] - document["strike_back"]["dp_lost"]
        for word, document in ((word, json.loads(each.stdout)) for word, each in asked.items())
    }
    better, worse = sorted(gains, key=lambda word: -gains[word])
    assert f"  {worse}: " in both.partition("Other attacks:")[2]
    assert better not in both


def test_both_units_are_named(tmp_path: Path) -> None:
    shown = run("odds", "UNI12", "--against", "CON27", "--charge", folder=tmp_path).stdout
    attacker, target = re.match(r"(.+) charges (.+)\.\n", shown).groups()  # type: ignore[union-attr]
    assert f"{target} loses" in shown
    assert f"{attacker} loses" in shown


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


@pytest.mark.parametrize("unit", ["union-80", "union-80:", "union-80:x", "union-80:1:2x"])
def test_a_list_without_the_number_of_a_unit_is_not_taken_for_a_tile(
    tmp_path: Path, unit: str
) -> None:
    found = run("odds", unit, folder=tmp_path)

    assert found.returncode == 2
    assert "tile" not in found.stderr
    assert "union-80:1" in found.stderr
