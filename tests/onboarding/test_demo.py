"""The demo ends in under a minute with an army, its playtest and its roster."""

import os
from pathlib import Path

import pytest

from pbbuild.pocket_battles.commands.demo import _enemy, _free_folder
from pbbuild.pocket_battles.commands.session import BattlesSession
from tests.cli import run


@pytest.mark.slow
def test_the_demo_builds_checks_playtests_and_prints(tmp_path: Path) -> None:
    before = os.times()
    done = run("demo", folder=tmp_path)
    after = os.times()
    assert done.returncode == 0, done.stderr
    # Of processor time: what else the machine does is not the demo's.
    assert after.children_user - before.children_user < 60
    for command in ("new", "check", "show", "playtest", "print"):
        assert f"$ pbbuild {command} " in done.stdout
    made = tmp_path / "pbbuild-demo"
    assert (made / "roster.pdf").read_bytes().startswith(b"%PDF-")
    assert run("check", str(made / "army.json"), folder=tmp_path).returncode == 0
    again = run("replay", f"{made}/playtest:7", "--verify", folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert not (tmp_path / "home").exists()


def test_the_demo_spoils_no_folder_with_something_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/army.json").write_text("dear to me", encoding="utf-8")
    done = run("demo", "mine", folder=tmp_path)
    assert done.returncode == 2
    assert "an empty folder" in done.stderr
    assert (tmp_path / "mine/army.json").read_text(encoding="utf-8") == "dear to me"
    assert len(list((tmp_path / "mine").iterdir())) == 1


@pytest.mark.slow
def test_a_step_that_fails_ends_the_demo_and_sends_to_the_doctor(tmp_path: Path) -> None:
    (tmp_path / "place").write_text("a file", encoding="utf-8")
    done = run("demo", "place/demo", folder=tmp_path)
    assert done.returncode == 2
    assert "pbbuild doctor" in done.stderr


def test_a_second_demo_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("pbbuild-demo", "pbbuild-demo-2", "pbbuild-demo-3"):
        assert _free_folder(None) == Path(name)
        Path(name).mkdir()


def test_a_folder_that_looks_like_an_option_is_a_folder() -> None:
    assert str(_free_folder(Path("--force"))).startswith("/")


@pytest.mark.parametrize(
    ("army", "points", "enemy"),
    [
        ("union", 80, "confederacy-80"),
        ("romans", 60, "celts-60"),
        ("persians", 50, "macedonians-50"),
    ],
)
def test_the_enemy_is_another_army_of_the_box_and_of_near_size(
    army: str, points: int, enemy: str
) -> None:
    assert _enemy(BattlesSession(), army, points) == enemy
