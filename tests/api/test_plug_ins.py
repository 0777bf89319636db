"""Agents of other packages, found through the entry-point group `pbbuild.agents`."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import PROGRAM, REPOSITORY, environment_in, run_by
from tests.tiers import quick_first

CODE = '''
from pbbuild import Agent, Choice, Situation, Stream


class Mine:
    """Takes the last legal action."""

    name = "mine"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        return Choice(situation.actions[-1], "because-it-is-last")


def make(setting: str) -> Agent | None:
    return None if setting else Mine()


def raises(setting: str) -> Agent | None:
    raise RuntimeError("out of order")


def nothing(setting: str) -> object:
    return object()
'''
SETUP = """
[metadata]
name = mine-for-pbbuild
version = 1
[options]
py_modules = mine_for_pbbuild
[options.entry_points]
pbbuild.agents =
    mine = mine_for_pbbuild:make
    pocket-general.mine = mine_for_pbbuild:make
    absent = not_there_at_all:make
    broken = mine_for_pbbuild:raises
    nothing = mine_for_pbbuild:nothing
    chess.mine = mine_for_pbbuild:make
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a package with one agent has been installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    (source / "mine_for_pbbuild.py").write_text(CODE, encoding="utf-8")
    (source / "setup.cfg").write_text(SETUP, encoding="utf-8")
    (source / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n',
        encoding="utf-8",
    )
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--target", str(target)),
            *("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"),
            str(source),
        ],
        check=True,
        capture_output=True,
    )
    return target


def run_with(installed: Path, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    path = f"{installed}:{REPOSITORY}"
    return run_by(PROGRAM, *words, folder=folder, variables={"PYTHONPATH": path})


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("battle", "union-50", "--against", "celts-60"), id="Pocket Battles"),
        pytest.param(("battle", "--game", "pocket-general"), id="Pocket General"),
    ],
)
def test_an_agent_of_another_package_plays(
    installed: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    words = (*words, "--agent", "mine", "--seed", "1", "--record", "b.jsonl")
    done = run_with(installed, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert '"A": "mine"' in (tmp_path / "b.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert run_with(installed, tmp_path, "replay", "b.jsonl").returncode == 0


@pytest.mark.slow
def test_it_plays_against_a_person_and_in_a_playtest(installed: Path, tmp_path: Path) -> None:
    words = ("play", "union-50", "--against", "celts-60", "--enemy-agent", "mine", "--seed", "2")
    done = run_by(
        PROGRAM,
        *words,
        folder=tmp_path,
        text="1\n" * 12 + "quit\n",
        variables={"PYTHONPATH": f"{installed}:{REPOSITORY}"},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    words = ("playtest", "union-50", "--against", "celts-60", "--agent", "mine", "--games", "2")
    done = run_with(installed, tmp_path, *words, "--enemy-agent", "random", "--workers", "2")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_it_plays_through_the_api_in_both_games(installed: Path, tmp_path: Path) -> None:
    code = (
        "import pbbuild\n"
        "one = pbbuild.battle('union-50', 'celts-60', seed=1, agent='mine')\n"
        "two = pbbuild.battle('germany', 'russia', seed=1, agent='mine', game='pocket-general')\n"
        "print(one.record[0]['agents'], two.record[0]['agents'])\n"
        "result = pbbuild.playtest('union-50', 'celts-60', games=2, agent='mine',\n"
        "                          enemy_agent='random')\n"
        "print(result.errors)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env=environment_in(tmp_path, PYTHONPATH=f"{installed}:{REPOSITORY}"),
        capture_output=True,
        text=True,
        check=False,
    )
    both = "{'A': 'mine', 'B': 'greedy'}"
    assert (done.stdout, done.stderr) == (f"{both} {both}\n[]\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "words"),
    quick_first(
        [
            pytest.param(
                "mime", ("mime", "mine", "search", "broken"), id="misspelt: all are named"
            ),
            pytest.param(
                "absent", ("absent", "mine-for-pbbuild", "not_there_at_all"), id="no module"
            ),
            pytest.param("broken", ("mine-for-pbbuild", "out of order"), id="a maker that fails"),
            pytest.param("nothing", ("mine-for-pbbuild", "choose"), id="what is no agent"),
            pytest.param("mine:3", ("mine", "3"), id="a setting it does not take"),
        ],
        1,
    ),
)
def test_what_is_wrong_with_an_agent_is_told(
    installed: Path, tmp_path: Path, agent: str, words: tuple[str, ...]
) -> None:
    done = run_with(
        installed, tmp_path, "battle", "union-50", "--against", "celts-60", "--agent", agent
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr
