"""`import pbbuild` is cheap, typed, and has every call that FORMATS promises."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pbbuild
from tests.api.script import PRINTS, SCRIPT
from tests.cli import REPOSITORY, environment_in


def run_python(code: str, folder: Path) -> str:
    """What Python prints for `code` in a folder that is not ours."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=folder,
        env=environment_in(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_name_of_the_front_door_is_there() -> None:
    for name in pbbuild.__all__:
        assert getattr(pbbuild, name) is not None, name
    assert set(pbbuild.__all__) <= set(dir(pbbuild))
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(pbbuild, "no_such_name")  # noqa: B009


def test_type_checkers_see_the_names_where_they_are_found() -> None:
    tree = ast.parse((REPOSITORY / "pbbuild/__init__.py").read_text(encoding="utf-8"))
    (block,) = [
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    declared = {
        (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    homes: dict[str, tuple[str, ...]] = vars(pbbuild)["_HOMES"]
    assert declared == {(home, name) for home, names in homes.items() for name in names}
    assert {name for _, name in declared} <= set(pbbuild.__all__)


def test_nothing_heavy_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    code = (
        "import sys, pbbuild\n"
        "heavy = {'click', 'rich', 'weasyprint', 'jsonschema', 'jinja2', 'numpy', 'highspy'}\n"
        "after = {'import': heavy & set(sys.modules)}\n"
        "ours = {name for name in sys.modules if name.startswith('pbbuild.pocket')}\n"
        "army = pbbuild.load_list('union-50')\n"
        "pbbuild.check(army)\n"
        "pbbuild.battle(army, 'celts-60', seed=1, agent='random', enemy_agent='random').text()\n"
        "pbbuild.odds('union-50:1')\n"
        "after['calls'] = heavy & set(sys.modules)\n"
        "print(ours, *after.values())"
    )
    assert run_python(code, tmp_path).strip() == "set() set() set()"


@pytest.mark.slow
def test_every_call_of_formats_works_from_another_folder(tmp_path: Path) -> None:
    run_python(SCRIPT, tmp_path)


@pytest.mark.slow
def test_a_roster_is_printed_from_another_folder(tmp_path: Path) -> None:
    run_python(SCRIPT + PRINTS, tmp_path)


TYPED = """
import pbbuild
from pbbuild import Agent, ArmyList, Choice, Situation, Stream


class Mine:
    name = "mine"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        return Choice(situation.actions[0])


mine: Agent = Mine()
army: ArmyList = pbbuild.build(points=80, army="union", include=["UNI12"])
legal: bool = pbbuild.check(army).legal
messages: list[str] = [fix.message for one in pbbuild.check(army).findings for fix in one.fixes]
winner: str | None = pbbuild.battle(army, "confederacy-80", seed=1, agent=mine).winner
low: float = pbbuild.playtest(army, against=["union-50", army], games=2, agent=mine).win_rate.low
chances: dict[int, float] = pbbuild.odds((army, 1), against="UNI12", attack="charge").hits
pdf: bytes = pbbuild.print_pdf([army, "celts-60"], what="pack")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "is_right"),
    [
        pytest.param(TYPED, True, id="every call as it is meant"),
        pytest.param(
            "import pbbuild\npbbuild.no_such_name\n", False, id="a name that is not there"
        ),
        pytest.param("import pbbuild\npbbuild.odds(3)\n", False, id="a unit that is a number"),
    ],
)
def test_a_users_code_is_type_checked(tmp_path: Path, code: str, is_right: bool) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--follow-imports", "silent"),
            *("--config-file", "", "--cache-dir", str(tmp_path / "cache"), "mine.py"),
        ],
        cwd=tmp_path,
        env=environment_in(tmp_path, PYTHONPATH=None, MYPYPATH=str(REPOSITORY)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == is_right, done.stdout + done.stderr
