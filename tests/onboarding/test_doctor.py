"""The doctor finds what is broken, says how to fix it, and exits with 1 for it alone."""

import importlib.util
import json
import shutil
import socket
from pathlib import Path

import pytest

from pbbuild.base.rooms import part_of, rooms
from pbbuild.commands import cli
from pbbuild.page import pdf
from pbbuild.pocket_battles.commands import doctor_checks as battles_checks
from pbbuild.terminal.commands import doctor_checks
from pbbuild.terminal.session import Session
from tests.cli import REPOSITORY, run, run_process


@pytest.mark.slow
def test_a_sound_place_is_well_and_nothing_is_written(tmp_path: Path) -> None:
    done = run("doctor", "--json", folder=tmp_path)
    told = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    assert told["works"] is True
    assert {row["level"] for row in told["checks"]} <= {"good", "note"}
    games = [part_of(room.id, "doctor") for room in rooms()]
    checks = [check for game in games for check in (*game.data, *game.trials)]
    assert {row["check"] for row in told["checks"]} == {
        check.__name__ for check in (*doctor_checks.CHECKS, *checks)
    }
    assert not (tmp_path / "home").exists()


@pytest.mark.slow
def test_every_broken_file_of_the_player_is_named_with_its_cure(tmp_path: Path) -> None:
    run("copy", "union-50", "mine", folder=tmp_path)
    run("catalog", "correct", "UNI12", "dp=6", folder=tmp_path)
    (tmp_path / "home/data/lists/mine.json").write_text("{", encoding="utf-8")
    (tmp_path / "home/data/catalog/corrections.json").write_text("[]", encoding="utf-8")
    (tmp_path / "home/config").mkdir()
    (tmp_path / "home/config/config.json").write_text('{"paper": "a9"}', encoding="utf-8")
    done = run("doctor", folder=tmp_path)
    assert done.returncode == 1
    assert "pbbuild restore mine" in done.stdout
    assert "corrections.json" in done.stdout
    assert "pbbuild catalog undo" in done.stdout
    assert "pbbuild config --reset" in done.stdout


@pytest.mark.slow
def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file in the way", encoding="utf-8")
    done = run("doctor", folder=tmp_path)
    assert done.returncode == 1
    assert "Not a directory" in done.stdout
    assert "PBBUILD_HOME" in done.stdout
    assert (tmp_path / "home").read_text(encoding="utf-8") == "a file in the way"


@pytest.mark.slow
def test_a_folder_closed_even_to_looks_is_told_with_its_cure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(session: Session) -> None:
        raise PermissionError(13, "Permission denied", "/home/anna/pbbuild")

    monkeypatch.setattr("pbbuild.terminal.commands.doctor.CHECKS", (closed,))
    status = cli.main(["doctor"], standalone_mode=False)
    told = capsys.readouterr().out
    assert status == 1
    assert "BAD   can’t open /home/anna/pbbuild: Permission denied" in told
    assert "-> Make it writable" in told


@pytest.mark.slow
def test_interpreted_rules_are_a_note_and_no_failure(tmp_path: Path) -> None:
    done = run_process("doctor", folder=tmp_path, PBBUILD_ENGINE="interpreted")
    assert done.returncode == 0
    assert "note  rules of pocket-battles: interpreted" in done.stdout


@pytest.mark.parametrize(
    ("system", "cure"),
    [
        pytest.param("Darwin", "fix-libraries-mac", id="macOS"),
        pytest.param("Windows", "fix-libraries-windows", id="Windows"),
    ],
)
def test_missing_libraries_are_told_with_the_packages_of_the_system(
    monkeypatch: pytest.MonkeyPatch, system: str, cure: str
) -> None:
    def missing() -> None:
        raise pdf.PrintError("print.no-libraries", reason="cannot load library 'pango-1.0-0'")

    monkeypatch.setattr(pdf, "_weasyprint", missing)
    monkeypatch.setattr("platform.system", lambda: system)
    (finding,) = doctor_checks.libraries(Session())
    assert (finding.level, finding.fix) == (doctor_checks.BAD, cure)
    (page,) = battles_checks.page(Session())
    assert page.level == doctor_checks.BAD
    assert "pango" in page.values["reason"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("pocket_battles/celts.json", "{", id="an army cut short"),
        pytest.param("pocket_battles/celts.json", '{"troops": 7}', id="an army of another shape"),
        pytest.param(
            "pocket_battles/lists/union-80.json", '{"armies": 3}', id="a ready list that is none"
        ),
        pytest.param("shared/rules.json", "", id="an empty file"),
    ],
)
def test_a_damaged_file_that_came_with_us_is_named_with_its_cure(
    tmp_path: Path, name: str, text: str
) -> None:
    place = tmp_path / "copy"
    for folder in ("pbbuild", "catalog", "templates"):
        shutil.copytree(
            REPOSITORY / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    (place / "catalog" / name).write_text(text, encoding="utf-8")
    done = run_process("doctor", folder=tmp_path, PYTHONPATH=str(place))
    assert done.returncode == 1
    assert "can’t read the shipped catalog" in done.stdout
    assert f"git -C {place} restore" in done.stdout
    assert "bug in pbbuild" not in done.stdout
    assert "Traceback" not in done.stderr


def test_a_lost_font_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from pbbuild.page import html

    (tmp_path / "Lost.ttf").write_bytes(b"")
    monkeypatch.setattr(html, "font_files", lambda: [tmp_path / "Lost.ttf"])
    (finding,) = doctor_checks.fonts(Session())
    assert finding.level == doctor_checks.BAD
    assert finding.values["names"] == ("Lost.ttf",)


@pytest.mark.slow
def test_a_wish_for_an_unknown_engine_is_no_defect(tmp_path: Path) -> None:
    done = run_process("doctor", folder=tmp_path, PBBUILD_ENGINE="turbo")
    assert done.returncode == 1
    assert "BAD   PBBUILD_ENGINE is “turbo”. It can be: auto" in done.stdout
    assert "defect" not in done.stdout


@pytest.mark.parametrize(
    ("package", "use"), [("matplotlib", "--report"), ("distributed", "--scheduler")]
)
def test_an_optional_package_that_is_missing_is_named_with_what_needs_it(
    package: str, use: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name: None if name == package else real(name),
    )
    found = [one for one in doctor_checks.optional(Session()) if one.level != "good"]
    assert [(one.level, one.values["name"]) for one in found] == [("note", package)]
    assert use in found[0].values["use"]
    assert package in found[0].values["adding"]


def test_a_machine_that_lets_no_program_listen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(opened: object, address: object) -> None:
        raise PermissionError(13, "Permission denied")

    refusing = type("Refusing", (socket.socket,), {"bind": refuse})
    monkeypatch.setattr(socket, "socket", refusing)

    [found] = doctor_checks.browser_page(Session())

    assert (found.level, found.message) == (doctor_checks.BAD, "browser-page-no-port")
    assert found.values["reason"] == "Permission denied"
