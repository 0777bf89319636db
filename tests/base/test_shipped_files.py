"""`doctor` finds what is missing or damaged of the files that came with pbbuild."""

import json
import shutil
import struct
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbbuild.base import shipped_files
from pbbuild.base.places import shipped
from pbbuild.page.html import require_template
from pbbuild.terminal.commands import doctor_checks
from pbbuild.text import translate
from tests.robustness.inside import typed


def read_nothing(file: Path) -> None:
    """Every template is fine."""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout with an index that lists its files."""
    names = ["catalog/a.json", "pbbuild/text/b.json", "templates/c.svg", "tests/d.py"]
    for name in names:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("<svg/>" if file.suffix == ".svg" else "{}", encoding="utf-8")
    data = struct.pack(">4sII", b"DIRC", 2, len(names))
    for name in names:
        entry = bytes(60) + struct.pack(">H", len(name)) + name.encode()
        data += entry + bytes(8 - len(entry) % 8)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/index").write_bytes(data)
    monkeypatch.setattr(shipped_files, "_package", lambda: tmp_path / "pbbuild")
    monkeypatch.setattr(shipped_files, "shipped", lambda name: tmp_path / name)
    monkeypatch.setattr(shipped_files, "_missing_of_wheel", lambda: iter(()))
    return tmp_path


def test_whole_files_are_fine(checkout: Path) -> None:
    assert shipped_files.damaged_files(read_nothing) == []


@pytest.mark.parametrize("name", ["catalog/a.json", "pbbuild/text/b.json", "templates/c.svg"])
@pytest.mark.parametrize("how", ["missing", "torn"])
def test_a_file_that_is_missing_or_torn_is_named(name: str, how: str, checkout: Path) -> None:
    if how == "missing":
        (checkout / name).unlink()
    else:
        (checkout / name).write_text('{"half', encoding="utf-8")
    assert shipped_files.damaged_files(read_nothing) == [name]


def test_what_is_not_shipped_may_be_missing(checkout: Path) -> None:
    (checkout / "tests/d.py").unlink()
    assert shipped_files.damaged_files(read_nothing) == []


def test_a_damaged_index_is_no_finding(checkout: Path) -> None:
    index = checkout / ".git/index"
    whole = index.read_bytes()
    for length in range(len(whole)):
        index.write_bytes(whole[:length])
        assert shipped_files.damaged_files(read_nothing) == []


def test_a_copy_without_a_list_of_files_claims_no_completeness(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped_files, "_listed_in_wheel", list)
    assert shipped_files.has_list_of_files()
    (checkout / ".git/index").unlink()
    (checkout / "catalog/a.json").unlink()

    (finding,) = doctor_checks.shipped_files(SimpleNamespace())  # type: ignore[arg-type]

    assert finding.message == "files-unlisted"


def test_a_template_without_its_part_is_damaged(tmp_path: Path) -> None:
    for text in ('{% include "nowhere.html.j2" %}', "{% if x %}"):
        (tmp_path / "page.html.j2").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"nowhere|end of template"):
            require_template(tmp_path / "page.html.j2")
    for file in shipped("templates").rglob("*.j2"):
        require_template(file)


def test_doctor_names_damaged_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_files, "damaged_files", lambda read: ["catalog/shared/rules.json"])
    answer = typed("doctor", "--json", folder=tmp_path)
    rows = {row["check"]: row for row in json.loads(answer.out)["checks"]}
    assert rows["shipped_files"]["level"] == "bad"
    assert "catalog/shared/rules.json" in rows["shipped_files"]["found"]
    assert answer.status == 1


def test_a_damaged_file_of_messages_stops_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = tmp_path / "text"
    shutil.copytree(Path(translate.__file__).parent / "messages", copied / "messages")
    (copied / "messages/en/terminal/errors.json").write_text('{"half', encoding="utf-8")
    monkeypatch.setattr(translate, "__file__", str(copied / "translate.py"))
    translate.sentences_of.cache_clear()
    try:
        answer = typed("show", "no-such-list", folder=tmp_path)
    finally:
        monkeypatch.undo()
        translate.sentences_of.cache_clear()
    assert answer.status == 2
    assert "Traceback" not in answer.err
    assert "no-such-list" in answer.err
