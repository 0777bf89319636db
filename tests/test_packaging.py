"""What is installed works from anywhere: wheel, source archive, editable install, checkout."""

import configparser
import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.api.script import PRINTS, SCRIPT
from tests.cli import environment_in

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


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_an_installation_works_from_any_directory(
    archives: Path, tmp_path: Path, kind: str
) -> None:
    place = tmp_path / "venv"
    # Dependencies are those of this environment; only pbbuild itself is installed anew.
    venv.create(place, with_pip=False, system_site_packages=False)
    python = place / "bin" / "python"
    (site,) = (place / "lib").glob("python*/site-packages")
    own = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(own), encoding="utf-8")
    target = [str(next(archives.glob("*.whl")))] if kind == "wheel" else ["-e", str(REPOSITORY)]
    subprocess.run(
        [
            *(str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"),
            *("--no-build-isolation", "--disable-pip-version-check", *target),
        ],
        check=True,
        capture_output=True,
    )
    assert_works([str(place / "bin" / "pbbuild")], tmp_path)
    done = subprocess.run(
        [str(python), "-c", SCRIPT + PRINTS],
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
