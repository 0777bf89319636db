"""What is installed works from anywhere: wheel, source archive, editable install, checkout."""

import configparser
import email
import importlib.metadata
import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from pbbuild.native.build import missing_requirement
from pbbuild.native.groups import RUNTIME
from tests.api.script import PRINTS, SCRIPT
from tests.cli import environment_in, run

REPOSITORY = Path(__file__).resolve().parent.parent


def packages_listed() -> set[str]:
    config = configparser.ConfigParser()
    config.read(REPOSITORY / "setup.cfg", encoding="utf-8")
    return set(config["options"]["packages"].split())


def test_setup_cfg_lists_every_package() -> None:
    there = {
        ".".join(path.parent.relative_to(REPOSITORY).parts)
        for path in (REPOSITORY / "pbbuild").rglob("__init__.py")
    }
    assert packages_listed() == there | {"pbbuild.data.catalog", "pbbuild.data.templates"}


def test_every_folder_with_code_is_a_package() -> None:
    bare = {
        str(path.parent.relative_to(REPOSITORY))
        for path in (REPOSITORY / "pbbuild").rglob("*.py")
        if not (path.parent / "__init__.py").exists()
    }
    assert bare == set()


def test_the_version_is_said_once_everywhere() -> None:
    from pbbuild import __version__

    config = configparser.ConfigParser()
    config.read(REPOSITORY / "setup.cfg", encoding="utf-8")
    assert config["metadata"]["version"] == __version__


@pytest.mark.slow
def test_a_checkout_works_from_any_directory(tmp_path: Path) -> None:
    assert_works([sys.executable, "-m", "pbbuild"], tmp_path, PYTHONPATH=str(REPOSITORY))


def assert_works(command: list[str], folder: Path, **variables: str) -> None:
    """Data of every kind is found: armies, ready lists, words of both languages."""
    environment = {
        **{key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        "PBBUILD_HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        **variables,
    }

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [*command, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert json.loads(run("show", "union-80", "--json"))["points"] == 80
    assert "Regolare" in run("--lang", "it", "check", "persians-50")
    assert "PB-4.5" in run("rules", "PB-4.5")
    run("new", "--auto", "--points", "50", "--army", "celts", "-o", "celts.json")
    run("print", "celts.json", "--format", "html", "-o", "celts.html")


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and a source archive, built from a clean copy of what git knows."""
    folder = tmp_path_factory.mktemp("dist")
    copy = tmp_path_factory.mktemp("copy")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in listed:
        source, target = REPOSITORY / name, copy / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(copy)],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    return folder


@pytest.mark.slow
def test_the_wheel_carries_code_data_and_words(archives: Path) -> None:
    (wheel,) = archives.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in (
        "pbbuild/terminal/app.py",
        "pbbuild/py.typed",
        "pbbuild/text/messages/it/pocket_battles/check.json",
        "pbbuild/data/catalog/pocket_battles/celts.json",
        "pbbuild/data/catalog/pocket_battles/lists/union-80.json",
        "pbbuild/data/catalog/shared/rules.json",
    ):
        assert name in names
    shipped = {
        f"pbbuild/data/{path.relative_to(REPOSITORY)}"
        for folder in ("catalog", "templates")
        for path in (REPOSITORY / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert shipped <= names
    assert not any(name.startswith("tests/") for name in names)


@pytest.mark.slow
def test_the_source_archive_can_be_built_again(archives: Path) -> None:
    (archive,) = archives.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {
        "setup.cfg",
        "pyproject.toml",
        "catalog/pocket_battles/lists/union-80.json",
        "LICENSE",
    } <= names


def bare_environment(place: Path) -> Path:
    """An environment at `place` with the dependencies of this one, but without pbbuild."""
    venv.create(place, with_pip=False, system_site_packages=False)
    (site,) = (place / "lib").glob("python*/site-packages")
    own = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(own), encoding="utf-8")
    return place


def install(place: Path, *target: str, pip: str = "") -> None:
    """Install pbbuild itself into an environment, by the pip of another Python if it has none."""
    python = str(place / "bin" / "python")
    subprocess.run(
        [
            *(pip or python, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"),
            *("--no-index", "--no-build-isolation", "--disable-pip-version-check", *target),
        ],
        check=True,
        capture_output=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_an_installation_works_from_any_directory(
    archives: Path, tmp_path: Path, kind: str
) -> None:
    place = bare_environment(tmp_path / "venv")
    target = [str(next(archives.glob("*.whl")))] if kind == "wheel" else ["-e", str(REPOSITORY)]
    install(place, *target)
    assert_works([str(place / "bin" / "pbbuild")], tmp_path)
    done = subprocess.run(
        [str(place / "bin" / "python"), "-c", SCRIPT + PRINTS],
        cwd=tmp_path,
        env=environment_in(tmp_path / "api", PYTHONPATH=None),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_scripts_in_python_are_checked_like_everything_else() -> None:
    checked = [(REPOSITORY / name).read_text("utf-8") for name in ("ruff.toml", "setup.cfg")]
    for script in sorted((REPOSITORY / "scripts").iterdir()):
        if script.is_file() and script.read_text("utf-8").startswith("#!/usr/bin/env python3"):
            assert all(f"scripts/{script.name}" in text for text in checked), script.name


def environment_of(wheel: Path, place: Path) -> Path:
    """An environment at `place` with the wheel and what it says it requires, nothing else."""
    venv.create(place, with_pip=False)
    (site,) = (place / "lib").glob("python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
    wanted = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    linked: set[str] = set()
    while wanted:
        requirement = wanted.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        found = importlib.metadata.distribution(requirement.name)
        assert requirement.specifier.contains(found.version), requirement
        wanted += [Requirement(line) for line in found.requires or ()]
        for top in {file.parts[0] for file in found.files or () if file.parts[0] != ".."} - linked:
            (site / top).symlink_to(str(found.locate_file(top)))
            linked.add(top)
        linked.add("__pycache__")
    install(place, str(wheel), pip=sys.executable)
    return place


@pytest.mark.slow
def test_a_platform_wheel_plays_compiled_without_a_compiler(tmp_path: Path) -> None:
    if missing_requirement():
        pytest.skip("nothing can be compiled here")
    subprocess.run(
        [sys.executable, str(REPOSITORY / "scripts" / "wheels"), str(tmp_path)],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert not wheel.name.endswith("none-any.whl")
    place = environment_of(wheel, tmp_path / "venv")
    # No compiler can be found, and no build of this machine either.
    bare = {
        "PATH": str(place / "bin"),
        "PBBUILD_HOME": str(tmp_path / "home"),
        "PBBUILD_ENGINE": "compiled",
        "LANG": "C.UTF-8",
    }
    words = ("battle", "union-50", "--against", "confederacy-50", "--seed", "1", "--json")
    done = subprocess.run(
        [str(place / "bin" / "pbbuild"), *words],
        cwd=tmp_path,
        env=bare,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    here = run(*words, folder=tmp_path)
    assert json.loads(done.stdout) == json.loads(here.stdout)
    assert not (tmp_path / "home" / "cache" / "native").exists()

    # If the runtime library is removed, the same battle is played interpreted.
    for left in place.glob(f"lib/python*/site-packages/{RUNTIME}*"):
        left.unlink()
    slow = ("battle", "union-50", "--against", "confederacy-50", "--seed", "1", "--agent", "random")
    done = subprocess.run(
        [str(place / "bin" / "pbbuild"), *slow, "--enemy-agent", "random"],
        cwd=tmp_path,
        env=bare | {"PBBUILD_ENGINE": "auto"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "CC": str(tmp_path / "no-compiler"),
        # No build of an earlier time is found either.
        "PBBUILD_NATIVE": str(tmp_path / "builds"),
    }
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "scripts" / "wheels"), str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "is not compiled" in done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.startswith("pbbuild/compiled/")]
