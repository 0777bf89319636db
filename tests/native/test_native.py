"""One source, compiled or interpreted: the build is outside the tree and never stale."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbbuild.base import rooms
from pbbuild.errors import UsageError
from pbbuild.native import build as native_build
from pbbuild.native import groups, load

ROOT = Path(__file__).resolve().parents[2]

ARRAYS = """
from typing import TYPE_CHECKING, TypeAlias

from mypy_extensions import i64

if TYPE_CHECKING:
    from librt.vecs import vec

    Ints: TypeAlias = "vec[i64]"

    def zeros(count: i64) -> Ints:
        return vec[i64]([0] * count)
else:
    Ints = list

    def zeros(count):
        return [0] * count
"""
STATE = """
from __future__ import annotations

from typing import final

from mypy_extensions import i64

from .arrays import Ints, zeros
from .codes import FRONT


@final
class State:
    def __init__(self, units: i64) -> None:
        self.zone: Ints = zeros(units)
        self.seed: i64 = 7

    def copy(self) -> State:
        twin = State(0)
        twin.zone = self.zone[:]
        twin.seed = self.seed
        return twin


def is_front(state: State, unit: i64) -> bool:
    return state.zone[unit] == FRONT
"""
RULES = """
from mypy_extensions import i64

from . import codes
from .state import State, is_front


def march(state: State, steps: i64) -> i64:
    total: i64 = 0
    for _ in range(steps):
        state.seed = (state.seed * 1103515245 + 12345) & 0x7FFFFFFF
        unit = (state.seed >> 8) % len(state.zone)
        state.zone[unit] = codes.FRONT if state.zone[unit] == codes.REAR else codes.REAR
        total += is_front(state, unit)
    return total
"""
ROOT_INIT = """
from pbbuild.native.load import search_path

__path__ = search_path(__name__, __path__)
"""
RUN = """
import json
from pbbuild.base import rooms
rooms.register(rooms.Room("toy", ("toy",), "", "", {}, {}, {}, ("toy.core", "toy.seeker")))
from toy.core import rules, state
from toy.seeker import look
one = state.State(20)
twin = one.copy()
found = rules.march(one, 5000)
print(json.dumps([rules.__file__.endswith(".py"), found, look.look(twin, 5000), list(one.zone)]))
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game of two packages, of which one imports the other, with its own cache."""
    folder = tmp_path / "src" / "toy"
    files = {
        "__init__.py": "",
        "core/__init__.py": ROOT_INIT,
        "core/arrays.py": ARRAYS,
        "core/codes.py": "from typing import Final\n\nREAR: Final = 0\nFRONT: Final = 1\n",
        "core/state.py": STATE,
        "core/rules.py": RULES,
        "seeker/__init__.py": ROOT_INIT,
        "seeker/look.py": "from mypy_extensions import i64\n\n"
        "from toy.core.rules import march\nfrom toy.core.state import State\n\n\n"
        "def look(state: State, steps: i64) -> i64:\n    return march(state.copy(), steps)\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    toy = rooms.Room("toy", ("toy",), "", "", {}, {}, {}, ("toy.core", "toy.seeker"))
    monkeypatch.setitem(rooms._ROOMS, "toy", toy)
    monkeypatch.setattr(groups, "build_roots", lambda: (tmp_path / "home" / "cache" / "native",))
    monkeypatch.setattr(native_build, "build_roots", groups.build_roots)
    monkeypatch.setattr(load, "build_roots", groups.build_roots)
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{tmp_path / 'src'}")
    monkeypatch.delenv("PBBUILD_ENGINE", raising=False)
    yield folder
    load._chosen.pop("toy", None)


def run(engine: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.setenv("PBBUILD_ENGINE", engine)
    done = subprocess.run([sys.executable, "-c", RUN], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout or done.stderr


def _root() -> Path:
    [root] = groups.build_roots()
    root.mkdir(parents=True, exist_ok=True)
    return root


def has_compiler() -> bool:
    return bool(shutil.which("cc")) and Path(sysconfig.get_path("include"), "Python.h").is_file()


@pytest.mark.slow
@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")
def test_a_package_runs_compiled_with_the_same_results_until_its_source_changes(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("auto", monkeypatch)[1].startswith("[true, ")

    # What another process takes away while we look at it is in nobody's way.
    for name in ("toy-gone", f"{native_build.SCRATCH_PREFIX}gone"):
        (_root() / name).symlink_to("nowhere")
    built = native_build.compile_group("toy")
    interpreted = run("interpreted", monkeypatch)[1]
    compiled = run("auto", monkeypatch)[1]

    assert (built.outcome, built.detail) == ("done", "")
    assert native_build.compile_group("toy").outcome == "present"
    assert interpreted.startswith("[true, ")
    assert compiled.startswith("[false, ")
    assert compiled.partition(",")[2] == interpreted.partition(",")[2]
    assert run("compiled", monkeypatch)[1] == compiled
    assert not list(toy.rglob("*.so")), "nothing is built beside the sources"

    with (toy / "core" / "rules.py").open("a") as file:
        file.write("\n# edited\n")
    assert load._compiled("toy").reason == "stale"
    assert run("auto", monkeypatch)[1] == interpreted
    status, message = run("compiled", monkeypatch)
    assert status != 0
    assert "the sources have changed since it was compiled" in message


@pytest.mark.slow
@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")
def test_a_build_that_cannot_be_loaded_is_left_aside_and_said(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = native_build.compile_group("toy")
    for file in Path(built.folder).glob("*.so"):
        file.write_bytes(b"not a library")
    assert load._compiled("toy").reason == "unloadable"
    assert run("auto", monkeypatch)[1].startswith("[true, ")


@pytest.mark.slow
@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")
def test_half_a_library_is_never_loaded_and_compiling_mends_it(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = native_build.compile_group("toy")
    (library,) = Path(built.folder).glob("*.so")
    whole = library.read_bytes()
    # Loading these ends the process without a word.
    for length in (4096, len(whole) // 2, len(whole) - 1):
        library.write_bytes(whole[:length])
        found = load._compiled("toy")
        assert (found.reason, found.detail) == ("unloadable", f"{built.folder} is damaged")
        assert run("auto", monkeypatch)[1].startswith("[true, ")
    next(Path(built.folder).rglob("rules.*.so")).unlink()

    assert native_build.compile_group("toy").outcome == "done"
    assert run("auto", monkeypatch)[1].startswith("[false, ")


@pytest.mark.slow
@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")
def test_a_source_that_does_not_type_check_is_not_compiled(toy: Path) -> None:
    (toy / "core" / "rules.py").write_text(RULES.replace("return total", "return 'total'"))
    built = native_build.compile_group("toy")
    assert built.outcome == "failed"
    assert "Incompatible return value" in built.detail
    assert load.find_build("toy") is None


def test_without_a_compiler_it_says_so(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert native_build.compile_group("toy").outcome == "no-compiler"


def test_without_mypy_it_says_so(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_build, "_versions", dict)
    assert native_build.compile_group("toy").outcome == "no-mypyc"


@pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")
def test_with_nowhere_to_build_it_says_so(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Path("/proc/nowhere")
    monkeypatch.setattr(native_build, "build_roots", lambda: (nowhere,))
    built = native_build.compile_group("toy")
    assert built.outcome == "failed"
    assert str(nowhere) in built.detail


def test_an_unknown_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_ENGINE", "turbo")
    with pytest.raises(UsageError) as refusal:
        load.engine_setting()
    assert refusal.value.code == "native.unknown-wish"


def test_the_compiler_sees_only_the_typed_branch() -> None:
    text = "from x import TYPE_CHECKING\nif TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2\nb = 3\n"
    assert native_build.source_for_mypyc(text) == (
        "from x import TYPE_CHECKING\nif True:\n    a = 1\n\n\nb = 3\n"
    )
    inside = (
        "def f():\n    if TYPE_CHECKING:\n        a = 1\n    else:\n        a = 2\n    return a\n"
    )
    assert native_build.source_for_mypyc(inside) == (
        "def f():\n    if True:\n        a = 1\n\n\n    return a\n"
    )
