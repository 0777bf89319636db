"""A machine without the libraries that print: honest words, and a way out."""

import json
from pathlib import Path

import pytest

from tests.cli import REPOSITORY, run_process

# Python runs sitecustomize before anything else; Pango's library then cannot be opened.
NO_PANGO = """
import cffi
opened = cffi.FFI.dlopen
def dlopen(self, name, *rest):
    if name and "pango" in str(name):
        print("please carefully follow the installation steps")
        raise OSError(f"cannot load library {name!r}: no such file: nowhere at all")
    return opened(self, name, *rest)
cffi.FFI.dlopen = dlopen
"""


@pytest.mark.slow
def test_without_pango_printing_says_what_to_install_and_html_works(tmp_path: Path) -> None:
    (tmp_path / "guard").mkdir()
    (tmp_path / "guard/sitecustomize.py").write_text(NO_PANGO, encoding="utf-8")
    path = {"PYTHONPATH": f"{tmp_path / 'guard'}:{REPOSITORY}"}
    done = run_process("print", "union-50", "-o", "u.pdf", folder=tmp_path, **path)
    assert done.returncode == 2
    assert "apt" in done.stderr
    assert "libpango-1.0-0" in done.stderr
    for line in ("dnf install pango", "pacman -S pango", "brew install pango", "MSYS2"):
        assert line in done.stderr
    assert "--format html" in done.stderr
    assert "nowhere at all" not in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "u.pdf").exists()
    page = run_process("print", "union-50", "-o", "u.html", folder=tmp_path, **path)
    assert page.returncode == 0, page.stderr
    assert "UNI12" in (tmp_path / "u.html").read_text(encoding="utf-8")
    doctor = run_process("doctor", folder=tmp_path, **path)
    assert doctor.returncode == 1
    assert "BAD   printing doesn’t work" in doctor.stdout
    # WeasyPrint talks to standard output about it; a program reads there.
    assert (
        json.loads(run_process("doctor", "--json", folder=tmp_path, **path).stdout)["works"]
        is False
    )
    assert done.stdout == ""


@pytest.mark.slow
def test_without_pango_the_demo_makes_a_page_for_the_browser(tmp_path: Path) -> None:
    (tmp_path / "guard").mkdir()
    (tmp_path / "guard/sitecustomize.py").write_text(NO_PANGO, encoding="utf-8")
    path = {"PYTHONPATH": f"{tmp_path / 'guard'}:{REPOSITORY}"}
    done = run_process("demo", "--points", "50", folder=tmp_path, **path)
    assert done.returncode == 0, done.stderr
    assert "doctor" in done.stdout
    assert "UNI" in (tmp_path / "pbbuild-demo/roster.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "guard").mkdir()
    hidden = "import sys\nsys.modules['segno'] = None\n"
    (tmp_path / "guard/sitecustomize.py").write_text(hidden, encoding="utf-8")
    path = {"PYTHONPATH": f"{tmp_path / 'guard'}:{REPOSITORY}"}
    done = run_process("share", "union-50", folder=tmp_path, **path)
    assert done.returncode == 2
    assert "-m pip install segno" in done.stderr
    assert "Traceback" not in done.stderr
