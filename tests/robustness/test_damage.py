"""Every kind of file, cut short, altered and made hostile at many places."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbbuild.pocket_battles.playtest.judge import PER_ROLLOUT
from pbbuild.pocket_battles.sheets.story import report
from tests.robustness.inside import typed
from tests.robustness.samples import KINDS, good_files

LONGEST = 5.0  # seconds of processor time
HOSTILE = (
    "\x1b]0;owned\x07\x1b[2J",
    "<img src=x onerror=alert(1)><link rel=attachment href=file:///etc/passwd>",
    "../../../etc/passwd",
    "{0.__class__} %s ${x} {{7*7}}",
    "\u202eabc\u2028\u0000",
    "9" * 400,
)
GIANTS: tuple[Any, ...] = (None, -1, 10**17, 1.5, True, [], {}, [[[[]]]])


def cuts(data: bytes, count: int) -> Iterator[bytes]:
    """The beginning of the file, up to `count` places spread over all of it."""
    places = {0, 1, 2, len(data) - 1, len(data) - 2}
    places |= {len(data) * number // count for number in range(count)}
    yield from (data[:place] for place in sorted(places) if 0 <= place < len(data))


def altered(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """The file with bytes exchanged, doubled, left out and put in."""
    chance = random.Random(seed)
    for _ in range(count):
        mixed = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(mixed) + 1)
            length = chance.choice((1, 1, 2, 8, 40))
            piece = chance.choice(
                (b"", b'"', b"{", b"]", b"0", b"-", b"\xff", b"\0", b"null", mixed[place:][:length])
            )
            mixed[place : place + chance.choice((0, 1, length))] = piece * chance.choice((1, 2))
        yield bytes(mixed)


def poisoned(data: bytes) -> Iterator[bytes]:
    """The JSON file with hostile words, wrong types and giants in the place of each value."""
    first, newline, rest = data.partition(b"\n") if data.count(b"\n{") > 3 else (data, b"", b"")
    value = json.loads(first)
    for path in _paths(value):
        words: tuple[Any, ...] = (*HOSTILE, *GIANTS)
        for word in words:
            yield json.dumps(_with(value, path, word)).encode() + newline + rest


def _paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value[:2])
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        yield (*here, key)
        yield from _paths(inner, (*here, key))


def _with(value: Any, path: tuple[Any, ...], word: Any) -> Any:
    if not path:
        return word
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = _with(value[path[0]], path[1:], word)
    return copied


def try_all(name: str, files: Iterator[bytes], folder: Path) -> int:
    """Lay each file where its kind lies and type all commands that read it; how many."""
    kind = KINDS[name]
    place = folder / kind.place
    place.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    for data in files:
        for words in kind.commands:
            place.write_bytes(data)
            began = time.process_time()
            answer = typed(*words, folder=folder, text=kind.stdin)
            answer.require_clean()
            assert time.process_time() - began < LONGEST, answer.line
            # A game that could be continued is saved again, and one without a move is deleted.
            kept_anew = name in PLAYED and answer.status == 0
            assert kept_anew or place.read_bytes() == data, answer.line
            count += 1
    return count


PLAYED = ("draft", "resumed-run", "save", "pocket-general-save", "campaign")
IN_JSON = (
    "list",
    "printed-list",
    "resumed-run",
    "version",
    "draft",
    "pocket-general-run",
    "saved-list",
    "army",
    "added-army",
    "traits",
    "corrections",
    "config",
    "record",
    "pocket-general-record",
    "state",
    "run",
    "save",
    "pocket-general-state",
    "pocket-general-save",
    "pocket-general-corrections",
    "campaign",
)


@pytest.fixture(autouse=True)
def quick_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports without battles played on, which take seconds for each record that is true."""
    monkeypatch.setattr(f"{report.__name__}.QUICK", PER_ROLLOUT - 1)


@pytest.mark.parametrize("name", KINDS)
def test_a_good_file_is_read(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    place = tmp_path / kind.place
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(good_files()[name])
    for words in kind.commands:
        answer = typed(*words, folder=tmp_path, text=kind.stdin)
        assert answer.status == 0, answer


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_file_cut_short_anywhere_is_told(name: str, tmp_path: Path) -> None:
    assert try_all(name, cuts(good_files()[name], 24), tmp_path) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_an_altered_file_is_told_or_used(name: str, tmp_path: Path) -> None:
    assert try_all(name, altered(good_files()[name], 30, 1), tmp_path) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_JSON)
def test_hostile_values_are_told_and_never_reach_the_terminal(name: str, tmp_path: Path) -> None:
    found = list(poisoned(good_files()[name]))
    chosen = random.Random(2).sample(found, min(len(found), 150))
    assert try_all(name, iter(chosen), tmp_path) >= 30


@pytest.mark.slow
def test_a_record_may_leave_out_what_the_catalog_knows(tmp_path: Path) -> None:
    head, *lines, end = map(json.loads, good_files()["record"].splitlines())
    for side in "AB":
        for unit in head["sides"][side]["units"]:
            unit["troops"] = [{"code": troop["code"]} for troop in unit["troops"]]
    del end["seal"]
    text = "".join(json.dumps(line) + "\n" for line in (head, *lines, end))
    (tmp_path / "b.jsonl").write_text(text, encoding="utf-8")
    for words in KINDS["record"].commands:
        answer = typed(*words, folder=tmp_path)
        assert answer.status == 0, answer
    assert "[Impetus" in typed("replay", "b.jsonl", folder=tmp_path).out
