"""What we tell people to type fits the way they installed pbbuild."""

import sys
from pathlib import Path

import pytest

from pbbuild.base import installed
from pbbuild.base import places as resources
from tests.cli import REPOSITORY


@pytest.mark.parametrize(
    ("mark", "adding", "anew"),
    [
        pytest.param(
            "pipx_metadata.json", "pipx inject pbbuild segno", "pipx reinstall pbbuild", id="pipx"
        ),
        pytest.param(
            "uv-receipt.toml",
            f"uv pip install --python {sys.executable} segno",
            "uv tool upgrade --reinstall pbbuild",
            id="uv",
        ),
        pytest.param(
            "",
            f"{sys.executable} -m pip install segno",
            f"{sys.executable} -m pip install --force-reinstall --no-deps pbbuild",
            id="pip",
        ),
    ],
)
def test_each_installer_has_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mark: str, adding: str, anew: str
) -> None:
    if mark:
        (tmp_path / mark).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(installed, "shipped", lambda name: tmp_path / "pbbuild/data" / name)
    monkeypatch.setattr(installed, "_origin", lambda: "pbbuild")
    assert installed.install_command("segno") == adding
    assert installed.reinstall_command() == anew


def test_a_clone_brings_its_files_back_from_git() -> None:
    assert resources.shipped("catalog").parent == REPOSITORY
    assert installed.reinstall_command() == f"git -C {REPOSITORY} restore catalog templates pbbuild"


def test_packages_with_brackets_are_quoted_for_the_shell() -> None:
    assert installed.install_command("mypy[mypyc]").endswith(" 'mypy[mypyc]'")
