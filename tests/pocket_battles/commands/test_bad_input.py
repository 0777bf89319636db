"""Broken files of every kind: told with a rule or a pointer, the right status, nothing changed.

The commands run inside this process, through the same entry point a player uses, so that some
two hundred files can be tried quickly; a few go through a process of their own.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbbuild.commands import main
from tests.cli import run
from tests.lists import GOOD

WRONG_TYPES: tuple[Any, ...] = (None, True, 3, -1.5, "text", [], {}, [[1]], {"a": None})
ALLOWED: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "name": (str,),
    "army": (str,),
    "points": (int,),
    "edition": (str,),
    "units": (list,),
    "note": (str,),
    "waivers": (list,),
    "built_with": (dict,),
}


def of_wrong_type() -> Iterator[tuple[str, bytes, int, str]]:
    """Every key with every type it must not have."""
    for key, allowed in ALLOWED.items():
        for place, value in enumerate(WRONG_TYPES):
            right = isinstance(value, allowed) and not (key == "points" and value is True)
            if right:
                continue
            yield f"{key}-{place}", as_bytes({**GOOD, key: value}), 2, f"/{key}"
    for place, value in enumerate(WRONG_TYPES):
        if not isinstance(value, dict):
            yield f"unit-{place}", as_bytes({**GOOD, "units": [value]}), 2, "/units/0"
        if not isinstance(value, list):
            unit = {"troops": value}
            yield f"troops-{place}", as_bytes({**GOOD, "units": [unit]}), 2, "/units/0/troops"
        if not isinstance(value, str):
            unit = {"troops": ["UNI10", value]}
            yield f"code-{place}", as_bytes({**GOOD, "units": [unit]}), 2, "/units/0/troops/1"
            unit = {"troops": ["UNI10"], "name": value}
            yield f"unit-name-{place}", as_bytes({**GOOD, "units": [unit]}), 2, "/units/0/name"


def with_a_key_missing() -> Iterator[tuple[str, bytes, int, str]]:
    for key in ("format", "army", "points", "edition", "units"):
        left = {name: value for name, value in GOOD.items() if name != key}
        yield f"no-{key}", as_bytes(left), 2, key


def against_the_rules() -> Iterator[tuple[str, bytes, int, str]]:
    units: dict[str, tuple[list[list[str]], str]] = {
        "twice": ([["UNI10"], ["UNI10"]], "PB-1.1"),
        "thrice-in-one-unit": ([["UNI26", "UNI26", "UNI26"]], "PB-1.1"),
        "unknown": ([["UNI31"]], "PB-1.1"),
        "unknown-army-code": ([["ZZZ01"]], "PB-1.1"),
        "lower-case": ([["uni10"]], "PB-1.1"),
        "unpadded": ([["UNI9"]], "PB-1.1"),
        "foreign": ([["CON10"]], "PB-1.1"),
        "formation-1": ([["UNI09", "UNI26"]], "PB-1.5"),
        "formation-3": ([["UNI18", "UNI26", "UNI27", "UNI28"]], "PB-1.5"),
        "no-wounds": ([["UNI07"]], "PB-1.6"),
        "no-wounds-together": ([["UNI04", "UNI07", "UNI01"]], "PB-1.6"),
        "empty-unit": ([["UNI26"], []], "PB-1.5"),
        "no-units": ([], "PB-1.5"),
        "all-tiles": ([[f"UNI{n:02}"] for n in range(1, 31)], "PB-1.4"),
        "hundreds": ([["UNI26"] * 300] * 5, "PB-1.1"),
    }
    for name, (stacks, rule) in units.items():
        document = {**GOOD, "units": [{"troops": stack} for stack in stacks]}
        yield name, as_bytes(document), 1, rule
    for size in (0, -10, 55, 1, 9999):
        yield f"size{size}", as_bytes({**GOOD, "points": size}), 1, "PB-1.2"
    for size in (10, 20):
        yield f"over-{size}", as_bytes({**GOOD, "points": size}), size == 10, "PB-1"


def strange() -> Iterator[tuple[str, bytes, int, str]]:
    text = json.dumps(GOOD)
    yield "empty", b"", 2, "line 1"
    yield "blank", b" \n\n ", 2, "line"
    yield "half", text[: len(text) // 2].encode(), 2, "line 1"
    yield "trailing-comma", text.replace("]}", "],}").encode(), 2, "line 1"
    yield "two-documents", (text + text).encode(), 2, "line 1"
    yield "comment", (text + "// x").encode(), 2, "line 1"
    yield "single-quotes", text.replace('"', "'").encode(), 2, "line 1"
    yield "array", b"[]", 2, "/"
    yield "string", b'"list"', 2, "/"
    yield "number", b"50", 2, "/"
    yield "null", b"null", 2, "/"
    yield "binary", bytes(range(256)), 2, "UTF-8"
    yield "zeros", bytes(2000), 2, "line 1"
    yield "png", b"\x89PNG\r\n\x1a\n" + bytes(100), 2, "UTF-8"
    yield "utf-16", text.encode("utf-16"), 2, "UTF-8"
    yield "latin-1", text.replace("Iron", "Fer réal").encode("latin-1"), 2, "UTF-8"
    yield "nan", text.replace("50", "NaN").encode(), 2, "NaN"
    yield "infinity", text.replace("50", "-Infinity").encode(), 2, "Infinity"
    yield "huge-float", text.replace("50", "1e999").encode(), 2, "1e999"
    yield "huge-int", text.replace("50", "1" + "0" * 5000).encode(), 2, "too large"
    yield "large-int", text.replace("50", "1" + "0" * 15).encode(), 2, "/points"
    yield "deep-arrays", b"[" * 50_000 + b"]" * 50_000, 2, "nested"
    yield "deep-objects", b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 2, "nested"
    yield "deep-key", text[:-1].encode() + b', "x": ' + b"[" * 99 + b"]" * 99 + b"}", 2, "nested"
    yield "double-key", text[:-1].encode() + b', "name": "twice"}', 2, "name"
    yield "surrogate", text.replace("Iron", "\\ud83d").encode(), 2, "ud83d"
    yield "escape-codes", text.replace("Iron", "\\u001b[2J").encode(), 2, "/name"
    yield "null-character", text.replace("Iron", "\\u0000").encode(), 2, "/name"
    yield "line-break", text.replace("Iron", "a\\nb").encode(), 2, "/name"
    yield "right-to-left", text.replace("Iron", "\\u202e").encode(), 2, "/name"
    yield "long-name", as_bytes({**GOOD, "name": "x" * 10_000}), 2, "/name"
    yield (
        "long-code",
        as_bytes({**GOOD, "units": [{"troops": ["U" * 999]}]}),
        2,
        "/units/0/troops/0",
    )
    yield "code-with-blank", as_bytes({**GOOD, "units": [{"troops": ["UNI 10"]}]}), 2, "troops/0"
    yield "empty-code", as_bytes({**GOOD, "units": [{"troops": [""]}]}), 2, "/units/0/troops/0"
    yield "code-as-path", as_bytes({**GOOD, "units": [{"troops": ["../x"]}]}), 2, "troops/0"
    yield "many-units", as_bytes({**GOOD, "units": [{"troops": []}] * 5000}), 2, "/units"
    yield "many-troops", as_bytes({**GOOD, "units": [{"troops": ["UNI10"] * 5000}]}), 2, "troops"
    sea = [{"troops": [f"X{unit:03}{tile:03}" for tile in range(300)]} for unit in range(300)]
    yield "sea-of-codes", as_bytes({**GOOD, "units": sea}), 2, "/units"
    yield "pond-of-codes", as_bytes({**GOOD, "units": sea[:6]}), 1, "PB-1.1"
    yield "other-format", as_bytes({**GOOD, "format": "pbbuild-list/2"}), 2, "/format"
    yield "state", as_bytes({**GOOD, "format": "pbbuild-state/1"}), 2, "/format"
    yield "misspelt-army", as_bytes({**GOOD, "army": "unoin"}), 2, "/army"
    yield "no-such-army", as_bytes({**GOOD, "army": "martians"}), 2, "/army"
    yield "army-as-path", as_bytes({**GOOD, "army": "../../etc/passwd"}), 2, "/army"
    yield "army-upper-case", as_bytes({**GOOD, "army": "Union"}), 2, "/army"
    yield "no-such-edition", as_bytes({**GOOD, "edition": "modern-9"}), 2, "/edition"
    yield "no-such-game", as_bytes({**GOOD, "game": "chess"}), 2, "/game"
    yield "format-attack", as_bytes({**GOOD, "army": "a{0.__class__}"}), 2, "/army"
    yield "markup", as_bytes({**GOOD, "name": "[red]x[/blue] {name}", "points": 7}), 1, "PB-1.2"


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


# Lists so large that they take a second.
LARGE = ("pond-of-codes", "sea-of-codes", "all-tiles")


def marks_of(name: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.slow,) if name in LARGE else ()


CORPUS = [*of_wrong_type(), *with_a_key_missing(), *against_the_rules(), *strange()]


def snapshot(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def call(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["pbbuild", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    status = ended.value.code
    return status if isinstance(status, int) else 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def test_there_are_some_two_hundred_broken_lists() -> None:
    assert len(CORPUS) > 170


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        pytest.param(data, int(status), told, id=name, marks=marks_of(name))
        for name, data, status, told in CORPUS
    ],
)
def test_a_broken_list_is_told_and_left_alone(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    data: bytes,
    status: int,
    told: str,
) -> None:
    (folder / "list.json").write_bytes(data)
    before = snapshot(folder)

    ended = call(monkeypatch, "check", "list.json")

    said = capsys.readouterr()
    assert ended == status, said
    assert told in said.out + said.err
    assert "Traceback" not in said.out + said.err
    assert "defect" not in said.err
    assert snapshot(folder) == before


@pytest.mark.parametrize(
    "data",
    [pytest.param(data, id=name) for name, data, status, _ in CORPUS if status == 2][::4],
)
def test_every_command_that_takes_a_list_refuses_it_alike(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    (folder / "list.json").write_bytes(data)
    before = snapshot(folder)
    for arguments in (("show",), ("show", "--pull"), ("show", "--json"), ("check", "--fix")):
        assert call(monkeypatch, *arguments, "list.json") == 2
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        assert "defect" not in said.err
        assert said.err
    assert snapshot(folder) == before


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(data, id=name, marks=marks_of(name))
        for name, data, status, _ in CORPUS
        if status == 1
    ],
)
def test_a_list_against_the_rules_is_mended_or_told_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    (folder / "list.json").write_bytes(data)
    ended = call(monkeypatch, "check", "list.json", "--fix", "-o", "mended.json")
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert (folder / "list.json").read_bytes() == data
    if ended == 0:
        assert call(monkeypatch, "check", "mended.json") == 0
    else:
        assert ended == 1
        assert not (folder / "mended.json").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "."), "folder"),
        (("check", "nowhere.json"), "no file"),
        (("check", "no-such-list"), "no-such-list"),
        (("check", "union-8O"), "union-80"),
        (("check", "/dev/null/x.json"), ""),
        (("check", "a" * 5000), ""),
        (("check", "a" * 300 + ".json"), ""),
        (("check",), ""),
        (("check", "union-80", "-o", "x.json"), "--fix"),
        (("new", "--auto", "--points", "NaN"), "points"),
        (("new", "--auto", "--points", "1e9"), "points"),
        (("new", "--auto", "--points", "80", "--army", "marsians"), "army"),
        (("new", "--auto", "--points", "80", "--own", "."), "folder"),
        (("new", "--auto", "--points", "80", "--own", "nowhere"), "no file"),
        (("new", "--auto", "--points", "80", "-o", "."), "folder"),
        (("new", "--auto", "--points", "80", "--name", "\x1b[2J"), "name"),
        (("nwe",), "new"),
    ],
)
def test_a_misuse_ends_with_2_and_a_word_of_help(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    told: str,
) -> None:
    assert call(monkeypatch, *arguments) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.err
    assert "Traceback" not in said.err
    assert "defect" not in said.err


@pytest.mark.slow
def test_targets_that_cannot_be_written_leave_no_trace(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    command = ("new", "--auto", "--points", "50", "--army", "celts", "-o")
    for target in ("file/list.json", "/proc/none/list.json", "/dev/full/list.json"):
        done = run(*command, target, folder=tmp_path)
        assert done.returncode == 2, target
        assert "Traceback" not in done.stderr
        assert target in done.stderr
    assert snapshot(tmp_path) == {"file": hashlib.sha256(b"x").hexdigest()}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_file_without_end_is_not_read_for_ever(tmp_path: Path) -> None:
    done = run("check", "/dev/zero", folder=tmp_path)
    assert done.returncode == 2
    assert "larger" in done.stderr


def test_standard_input_is_a_list_too(tmp_path: Path) -> None:
    assert run("check", "-", folder=tmp_path, text=json.dumps(GOOD)).returncode == 0
    assert run("check", "-", folder=tmp_path, text=b"\xff\xfe").returncode == 2


def test_a_broken_config_is_told_and_does_not_stop_anything(tmp_path: Path) -> None:
    config = tmp_path / "home" / "config"
    config.mkdir(parents=True)
    (config / "config.json").write_text('{"language": "tlh", "paper": 3}', encoding="utf-8")

    done = run("check", "union-80", folder=tmp_path)

    assert done.returncode == 0
    assert "/language" in done.stderr
    assert "/paper" in done.stderr
    assert run("config", "--reset", folder=tmp_path).returncode == 0
    assert run("check", "union-80", folder=tmp_path).stderr == ""
