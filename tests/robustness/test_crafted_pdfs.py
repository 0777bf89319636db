"""A crafted PDF takes no more memory and processor time than we give it, and runs no program."""

import os
import resource
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbbuild.base import limited_process
from pbbuild.base.limited_process import run_limited
from pbbuild.errors import ListError
from pbbuild.pocket_battles.commands import doctor_checks
from pbbuild.pocket_battles.lists.pdf_import import attached_lists
from pbbuild.terminal.session import Session
from pbbuild.text.translate import Translator
from tests.robustness.crafted_pdfs import CRAFTED, a_stream_of_jbig2
from tests.robustness.samples import good_files

ECHO = "tests.robustness.limited_functions:echo"
ENDLESS = "tests.robustness.limited_functions:endless"
GREEDY = "tests.robustness.limited_functions:greedy"
STARTS = "tests.robustness.limited_functions:starts_a_program"


@pytest.mark.slow
@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_pdf_is_refused_within_its_limits(name: str) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    with pytest.raises(ListError) as told:
        attached_lists(CRAFTED[name](), "crafted.pdf")

    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert told.value.code.startswith("exchange.")
    assert after.ru_utime - before.ru_utime < 6
    # The largest of all children so far.
    # A child begins as large as this process is, before it becomes the reader.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after.ru_maxrss <= max(before.ru_maxrss, own, 350 * 1024)


def test_no_program_of_the_path_unpacks_a_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "jbig2dec"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    with pytest.raises(ListError):
        attached_lists(a_stream_of_jbig2(), "jbig2.pdf")

    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
def test_a_good_pdf_is_read_in_the_limited_process() -> None:
    assert len(attached_lists(good_files()["pdf"], "good.pdf")) == 1


def test_a_limited_process_answers() -> None:
    answer = run_limited(ECHO, b"abc", seconds=2, megabytes=300)

    assert (answer.ending, answer.data) == ("answered", b"cba")


@pytest.mark.slow
def test_a_limited_process_ends_with_its_processor_time() -> None:
    assert run_limited(ENDLESS, b"", seconds=1, megabytes=300).ending == "time"


def test_a_limited_process_ends_with_its_memory() -> None:
    assert run_limited(GREEDY, b"", seconds=2, megabytes=300).ending == "memory"


def test_a_limited_process_starts_no_program(tmp_path: Path) -> None:
    made = tmp_path / "made"

    assert run_limited(STARTS, str(made).encode(), seconds=2, megabytes=300).ending == "failed"
    assert not made.exists()


def test_a_process_that_does_not_start_says_nothing_about_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run_limited("no.such:reader", b"", seconds=2, megabytes=300).ending == "not-started"
    monkeypatch.setattr("sys.executable", str(tmp_path / "no-python"))

    with pytest.raises(ListError) as refusal:
        attached_lists(b"%PDF-1.7", "good.pdf")

    assert refusal.value.code == "exchange.no-pdf-reader"
    assert "No such file" in str(refusal.value)


def test_the_doctor_says_in_words_why_no_page_is_read_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unread(session: Session) -> tuple[int, bool]:
        raise ListError("exchange.no-pdf-reader", source="roster.pdf", reason="Permission denied")

    monkeypatch.setattr(doctor_checks, "printed", unread)
    t = Translator("en")

    (finding,) = doctor_checks.page(SimpleNamespace(t=t))  # type: ignore[arg-type]

    assert "the process that reads PDFs doesn’t start" in str(finding.values["reason"])


def test_without_limits_of_the_system_the_clock_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_process, "LONGEST_WAIT", 0.5)

    assert run_limited(ENDLESS, b"", seconds=30, megabytes=300).ending == "time"
