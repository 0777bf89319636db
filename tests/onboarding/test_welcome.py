"""`pbbuild` alone says what to do next, given what is there."""

import shlex
from pathlib import Path

import pytest

from tests.cli import run


def test_without_lists_it_offers_a_start(tmp_path: Path) -> None:
    done = run(folder=tmp_path)
    assert done.returncode == 0
    assert "no army lists yet" in done.stdout
    assert "pbbuild demo" in done.stdout
    assert "pbbuild new --points 80" in done.stdout
    assert not (tmp_path / "home").exists()


def test_with_a_list_it_leads_on_from_the_newest(tmp_path: Path) -> None:
    run("copy", "union-50", "old-guard", folder=tmp_path)
    run("copy", "celts-60", "brennus", folder=tmp_path)
    done = run(folder=tmp_path)
    assert "2 army lists" in done.stdout
    for command in ("show", "playtest", "print", "edit"):
        assert f"pbbuild {command} brennus" in done.stdout


def test_an_illegal_list_is_to_be_checked_first(tmp_path: Path) -> None:
    run("copy", "union-50", "mine", folder=tmp_path)
    run("edit", "mine", "resize 40", folder=tmp_path)
    done = run(folder=tmp_path)
    assert "pbbuild check mine" in done.stdout
    assert "breaks a rule" in done.stdout
    assert "pbbuild playtest" not in done.stdout


def test_a_broken_list_is_to_be_looked_into(tmp_path: Path) -> None:
    run("copy", "union-50", "mine", folder=tmp_path)
    (tmp_path / "home/data/lists/mine.json").write_text("{", encoding="utf-8")
    done = run(folder=tmp_path)
    assert done.returncode == 0
    assert "pbbuild history mine" in done.stdout


def test_a_saved_game_is_offered_first(tmp_path: Path) -> None:
    games = tmp_path / "home/data/games"
    games.mkdir(parents=True)
    (games / "pocket-general-7.json").write_text("{}", encoding="utf-8")
    done = run("--lang", "it", folder=tmp_path)
    assert "pbbuild play --game pocket-general --resume" in done.stdout
    assert "continua la partita" in done.stdout


def test_broken_defaults_do_not_stop_it(tmp_path: Path) -> None:
    config = tmp_path / "home/config"
    config.mkdir(parents=True)
    (config / "config.json").write_text('{"lists": 7}', encoding="utf-8")
    done = run(folder=tmp_path)
    assert done.returncode == 0
    assert "pbbuild config --reset" in done.stderr
    assert "pbbuild doctor" in done.stdout


@pytest.mark.slow
def test_a_playtest_broken_off_is_offered(tmp_path: Path) -> None:
    run(
        "playtest",
        "celts-60",
        "--agent",
        "random",
        "--games",
        "4",
        "-o",
        "my trial",
        folder=tmp_path,
    )
    assert "--resume" not in run(folder=tmp_path).stdout
    kept = tmp_path / "my trial/run.json"
    kept.write_text(kept.read_text("utf-8").replace('"pairs": 2', '"pairs": 200', 1), "utf-8")
    assert "pbbuild playtest -o 'my trial' --resume" in run(folder=tmp_path).stdout


def test_the_other_game_has_a_start_of_its_own(tmp_path: Path) -> None:
    done = run("--game", "pocket-general", folder=tmp_path)
    assert done.returncode == 0
    assert "pbbuild play --game pocket-general" in done.stdout
    assert "pbbuild new --points" not in done.stdout


def test_the_army_of_the_demo_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "pbbuild-demo").mkdir()
    run("export", "union-80", "-o", "pbbuild-demo/army.json", folder=tmp_path)
    assert "pbbuild copy pbbuild-demo/army.json NAME" in run(folder=tmp_path).stdout


@pytest.mark.slow
def test_every_command_offered_works(tmp_path: Path) -> None:
    run("copy", "union-50", "wall", folder=tmp_path)
    # A file put there by hand has any name.
    name = "a name too long to have its explanation beside it"
    (tmp_path / "home/data/lists/wall.json").rename(tmp_path / f"home/data/lists/{name}.json")
    said = [line.strip() for line in run(folder=tmp_path).stdout.splitlines()]
    offered = [line.split("   ")[0] for line in said if line.startswith("pbbuild ")]
    assert len(offered) >= 6
    for line in offered:
        words = shlex.split(line)[1:]
        if words[0] not in ("play", "edit", "playtest"):
            assert run(*words, folder=tmp_path).returncode == 0, line
