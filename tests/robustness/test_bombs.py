"""Bombs and traps: they end quickly, with a message, and touch nothing."""

import io
import json
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbbuild.errors import ListError
from pbbuild.pocket_battles.lists.pdf_import import attached_lists
from tests.robustness.inside import snapshot, typed
from tests.robustness.samples import TRAIT, good_files
from tests.tiers import quick_first

LONGEST = 5.0  # seconds
MILLION = 1_000_000


def list_of_a_million_units() -> bytes:
    unit = b'{"troops":["UNI10"]},'
    head = (
        b'{"format":"pbbuild-list/1","game":"pocket-battles","army":"union","points":50,"units":['
    )
    return head + unit * 700_000 + unit[:-1] + b"]}"


def deep(length: int) -> bytes:
    return b'{"format":"pbbuild-list/1","units":' + b"[" * length + b"]" * length + b"}"


def pdf_of_a_thousand_attachments() -> bytes:
    import pypdf

    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    for number in range(1000):
        writer.add_attachment(f"list{number}.json", good_files()["list"])
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def pdf_that_unpacks_to_gigabytes() -> bytes:
    import pypdf
    from pypdf.generic import EncodedStreamObject, NameObject

    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("list.json", b"{}")
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * MILLION) for _ in range(1500)) + packer.flush()
    for one in writer._objects:
        if isinstance(one, dict) and one.get("/Type") == "/EmbeddedFile":
            bomb = EncodedStreamObject()
            bomb.update(one)
            bomb[NameObject("/Filter")] = NameObject("/FlateDecode")
            bomb._data = packed
            writer._objects[writer._objects.index(one)] = bomb
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


BOMBS: dict[str, tuple[str, Callable[[], bytes], tuple[str, ...]]] = {
    "a million units": ("b.json", list_of_a_million_units, ("check", "b.json")),
    "a million units to import": ("b.json", list_of_a_million_units, ("import", "b.json")),
    "deep JSON": ("b.json", lambda: deep(100_000), ("check", "b.json")),
    "deep JSON as a record": ("b.jsonl", lambda: deep(100_000), ("replay", "b.jsonl")),
    "deep JSON as a state": ("b.json", lambda: deep(100_000), ("referee", "b.json")),
    "a long code": ("b.txt", lambda: b"PBA" + b"A" * 15 * MILLION, ("import", "b.txt")),
    "one long line of text": ("b.txt", lambda: b"UNI10 " * 2 * MILLION, ("import", "b.txt")),
    "a million lines": ("b.txt", lambda: b"CAVALRY (UNI12)\n" * 900_000, ("import", "b.txt")),
    "a million cells": ("b.csv", lambda: b"unit,code\n" + b"1,U\n" * MILLION, ("import", "b.csv")),
    "a million rows": (
        "b.csv",
        lambda: b"code,dp\n" + b"UNI12,9\n" * MILLION,
        ("catalog", "import", "b.csv"),
    ),
    "a PDF with a thousand attachments": (
        "b.pdf",
        pdf_of_a_thousand_attachments,
        ("import", "b.pdf"),
    ),
    "a PDF that unpacks to gigabytes": (
        "b.pdf",
        pdf_that_unpacks_to_gigabytes,
        ("import", "b.pdf"),
    ),
    "a giant number": (
        "b.json",
        lambda: b'{"points":' + b"9" * 5 * MILLION + b"}",
        ("check", "b.json"),
    ),
    "a million keys": (
        "b.json",
        lambda: json.dumps({str(number): 1 for number in range(900_000)}).encode(),
        ("check", "b.json"),
    ),
    "a million own tiles": (
        "b.txt",
        lambda: b"UNI10 " * 2 * MILLION,
        ("new", "--auto", "--points", "50", "--own", "b.txt"),
    ),
    "a drawn board of a million lines": (
        "b.txt",
        lambda: b"pbbuild-board/1\n" + b"a1: UNI10\n" * MILLION,
        ("referee", "b.txt"),
    ),
    "a trait for every number": (
        "b.json",
        lambda: json.dumps({"format": "pbbuild-traits/1", "traits": [TRAIT] * 4000}).encode(),
        ("catalog", "add", "b.json"),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_quickly_with_a_message(name: str, tmp_path: Path) -> None:
    import resource

    file, make, words = BOMBS[name]
    good_files()
    (tmp_path / file).write_bytes(make())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    answer = typed(*words, folder=tmp_path)
    took = time.process_time() - began
    answer.require_clean()
    assert answer.status == 2, answer
    assert took < LONGEST, f"{answer.line}: {took:.1f} s"
    assert len(answer.err) < 100_000
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 1_000_000, f"{grown} kB"
    assert {key for key in snapshot(tmp_path) if not key.startswith("home/cache")} == {file}


def test_a_gigabyte_code_ends_quickly(tmp_path: Path) -> None:
    # The longest one a command line can carry: the system itself refuses a longer one.
    answer = typed("check", "PBA" + "A" * 120_000, folder=tmp_path)
    answer.require_clean()
    assert answer.status == 2
    assert len(answer.err) < 10_000


TRAPS = (
    "../../../owned",
    "/tmp/owned",
    "..",
    ".",
    "a/b",
    "a\\b",
    "con",
    "~root",
    "-o",
    "",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", quick_first(TRAPS, 2))
def test_no_name_leads_out_of_our_folders(name: str, tmp_path: Path) -> None:
    inner = tmp_path / "deep" / "er"
    inner.mkdir(parents=True)
    army = json.loads(good_files()["army"])
    commands = [
        ("copy", "union-50", "--", name),
        ("import", "l.json", f"--name={name}"),
        ("new", "--auto", "--points", "50", f"--name={name}", "--save"),
        ("rename", "mine", "--", name),
        ("catalog", "add", "army.json"),
        ("catalog", "remove", "--", name),
        ("remove", "--", name),
        ("restore", "--", name),
    ]
    hostile = {**json.loads(good_files()["list"]), "name": name.replace("\0", "") or "x"}
    (inner / "l.json").write_text(json.dumps(hostile), encoding="utf-8")
    (inner / "army.json").write_text(json.dumps({**army, "id": name}), encoding="utf-8")
    typed("copy", "union-50", "mine", folder=inner)
    for words in commands:
        typed(*words, folder=inner).require_clean()
    out = [path for path in snapshot(tmp_path) if not path.startswith("deep/er/")]
    assert out == []
    assert not Path("/tmp/owned.json").exists()


@pytest.mark.slow
def test_markup_in_names_stays_words_on_the_page(tmp_path: Path) -> None:
    import pypdf

    words = "a</h1><link rel=attachment href=file:///etc/hostname>{{7*7}}&amp;"
    found = {**json.loads(good_files()["list"]), "name": words}
    (tmp_path / "l.json").write_text(json.dumps(found), encoding="utf-8")
    answer = typed("print", "l.json", "-o", "l.pdf", folder=tmp_path)
    answer.require_clean()
    if answer.status == 0:
        reader = pypdf.PdfReader(tmp_path / "l.pdf")
        assert set(reader.attachments) == {"list.json"}
        assert reader.metadata
        assert "49" not in str(reader.metadata.title)
    page = typed("print", "l.json", "-o", "l.html", folder=tmp_path)
    page.require_clean()
    if page.status == 0:
        assert "<link rel=attachment" not in (tmp_path / "l.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_pdf_that_leads_its_reader_astray_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = (Path(__file__).parents[1] / "data/fuzz_findings/typed-pdf").glob("cbd01344ceee")
    monkeypatch.setattr("pbbuild.pocket_battles.lists.pdf_import.SECONDS", 1)
    with pytest.raises(ListError) as told:
        attached_lists(file.read_bytes(), "astray.pdf")
    assert told.value.code == "exchange.endless-pdf"
