"""The set-up names what it cannot install and continues; it is tried with tools that only note."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli import REPOSITORY, without_rights

# A Python that notes what it is asked, has no ensurepip, and makes environments of itself.
PYTHON = """#!/bin/bash
echo "python $*" >>"$NOTES"
case "$*" in
  "--version") echo "Python $VERSION" ;;
  *version_info*) [ "$VERSION" != 3.10.13 ] ;;
  *ensurepip*) false ;;
  *require_libraries*) [ "$PANGO" = yes ] ;;
  *"pip install"*) [ "$NETWORK" = yes ] || { echo "$NETWORK"; false; } ;;
  *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python; rm -f .venv/.installed-* ;;
esac
"""
QUIETLY = "python -m pip install --quiet --disable-pip-version-check"
LOCKED = f"{QUIETLY} --require-hashes --requirement locks/run.txt"
EDITABLE = f"{QUIETLY} --no-deps --no-build-isolation --editable ."
TOOLS = ("bash", "basename", "cat", "cp", "dirname", "env", "grep", "mkdir", "rm", "touch")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A clone with the scripts alone, and a folder of tools: no sudo, an apt-get that fails."""
    (tmp_path / "clone").mkdir()
    for name in ("scripts", "locks"):
        shutil.copytree(REPOSITORY / name, tmp_path / "clone" / name)
    for name in ("setup.cfg", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, tmp_path / "clone" / name)
    (tmp_path / "tools").mkdir()
    for tool in TOOLS:
        (tmp_path / "tools" / tool).symlink_to(str(shutil.which(tool)))
    for name, text in {
        "python3": PYTHON,
        "id": "#!/bin/bash\necho 1000\n",
        "apt-get": '#!/bin/bash\necho "apt-get $*" >>"$NOTES"; exit 100\n',
        "dpkg-query": "#!/bin/bash\nexit 1\n",
    }.items():
        (tmp_path / "tools" / name).write_text(text, encoding="utf-8")
        (tmp_path / "tools" / name).chmod(0o755)
    return tmp_path


def set_up(
    place: Path, clone: str = "clone", words: tuple[str, ...] = (), **wishes: str
) -> tuple[int, str, list[str]]:
    """Status, words and notes of one set-up."""
    notes = place / "notes"
    notes.write_text("", encoding="utf-8")
    settings = {"VERSION": "3.11.2", "PANGO": "yes", "NETWORK": "yes", **wishes}
    done = subprocess.run(
        [str(place / clone / "scripts/setup"), *words],
        env={"PATH": str(place / "tools"), "NOTES": str(notes), **settings},
        cwd=place,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=without_rights,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr, notes.read_text(encoding="utf-8").splitlines()


def test_without_sudo_the_packages_are_named_and_the_rest_is_installed(place: Path) -> None:
    status, words, notes = set_up(place)
    assert status == 0, words
    assert "sudo apt-get install libpango-1.0-0" in words
    assert "python3-venv" in words
    assert not any(note.startswith("apt-get") for note in notes)
    assert "python -m venv --clear --without-pip .venv" in notes
    assert "python scripts/get-pip" in notes
    assert [note for note in notes if "pip install" in note] == [LOCKED, EDITABLE]
    assert "python -m pbbuild compile" in notes


def test_root_installs_and_a_source_that_fails_ends_nothing(place: Path) -> None:
    (place / "tools/id").write_text("#!/bin/bash\necho 0\n", encoding="utf-8")
    status, words, notes = set_up(place)
    assert status == 0, words
    assert [note.split()[1] for note in notes if note.startswith("apt-get")] == [
        "update",
        "install",
    ]
    assert "going on without them" in words


def test_without_apt_and_pango_every_system_is_told_its_packages(place: Path) -> None:
    (place / "tools/apt-get").unlink()
    status, words, _ = set_up(place, PANGO="no")
    assert status == 0, words
    for line in ("dnf install pango", "pacman -S pango", "brew install pango", "--format html"):
        assert line in words


@pytest.mark.slow
def test_a_second_set_up_needs_no_network_and_a_moved_clone_is_set_up_anew(place: Path) -> None:
    assert set_up(place)[0] == 0
    status, words, notes = set_up(place, NETWORK="no route to host")
    assert status == 0, words
    assert not any("pip install" in note or "venv --clear" in note for note in notes)
    (place / "clone").rename(place / "Jürgens Klon")
    status, _, notes = set_up(place, "Jürgens Klon")
    assert status == 0
    assert any("pip install" in note for note in notes)


def test_without_the_network_the_first_set_up_says_so(place: Path) -> None:
    status, words, _ = set_up(place, NETWORK="no route to host")
    assert status == 2
    assert "no route to host" in words
    assert "network" in words
    # Nothing pretends to be installed.
    assert any("pip install" in note for note in set_up(place)[2])


def test_a_python_too_old_is_told_before_anything_is_made(place: Path) -> None:
    status, words, notes = set_up(place, VERSION="3.10.13")
    assert status == 2
    assert "Python 3.11 or later; here is: Python 3.10.13" in words
    assert not (place / "clone/.venv").exists()
    assert not any("venv" in note for note in notes)


def test_a_folder_of_somebody_else_is_to_be_cloned(place: Path) -> None:
    (place / "clone").chmod(0o555)
    status, words, _ = set_up(place)
    (place / "clone").chmod(0o755)
    assert status == 2
    assert "git clone" in words


def test_the_tests_have_a_lock_of_their_own_and_a_browser(place: Path) -> None:
    status, words, notes = set_up(place, words=("test",))
    assert status == 0, words
    assert "poppler-utils chromium" in words
    assert LOCKED.replace("run.txt", "test.txt") in notes


def test_a_renewed_lock_is_installed(place: Path) -> None:
    assert set_up(place)[0] == 0
    assert LOCKED not in set_up(place)[2]
    stamp = (place / "clone/.venv/.installed-run").stat().st_mtime
    os.utime(place / "clone/locks/run.txt", (stamp + 5, stamp + 5))
    assert LOCKED in set_up(place)[2]


def test_a_changed_package_ends_the_set_up_and_no_way_around_is_offered(place: Path) -> None:
    status, words, _ = set_up(place, NETWORK="THESE PACKAGES DO NOT MATCH THE HASHES FROM ...")
    assert status == 2
    assert "is not the file that locks/run.txt expects" in words
    assert "--unlocked" not in words
    assert not (place / "clone/.venv/.installed-run").exists()


def test_a_lock_that_does_not_fit_is_left_out_only_when_asked(place: Path) -> None:
    status, words, _ = set_up(place, NETWORK="No matching distribution found")
    assert status == 2
    assert "scripts/setup --unlocked" in words
    status, words, notes = set_up(place, words=("--unlocked",))
    assert status == 0, words
    assert f"{QUIETLY} --upgrade --editable .[full]" in notes


def test_an_unknown_word_is_misuse(place: Path) -> None:
    status, words, notes = set_up(place, words=("tests",))
    assert (status, notes) == (2, [])
    assert "usage: scripts/setup" in words
