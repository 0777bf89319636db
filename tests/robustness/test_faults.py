"""Every command that writes, on a disk that fails: nothing lost, nothing half, a clear word."""

import errno
import json
import resource
from pathlib import Path

import pytest

from tests.robustness.faults import failing, failing_syncs
from tests.robustness.inside import Answer, snapshot
from tests.robustness.writers import TAKES_AWAY, WRITERS, fresh, ground, type_in
from tests.tiers import ALL

# Their bytes carry the moment of writing.
TIMED = ("home/data/history/",)
# What grows move by move, and is intact after each.
UNDER_WAY = ("home/data/games/", "home/data/campaigns/")
FAULTS = {
    "full": (errno.ENOSPC, True),
    "refused": (errno.EACCES, False),
    "dying": (errno.EIO, False),
    "gone": (errno.ENOENT, True),
}


def strict(files: dict[str, bytes]) -> dict[str, bytes]:
    """All but histories, temporary files, and games under way, which end where they were broken."""
    return {
        name: data
        for name, data in files.items()
        if not name.startswith((*TIMED, *UNDER_WAY)) and not name.endswith(".pbbuild-tmp")
    }


def kept_contents(files: dict[str, bytes]) -> set[str]:
    """Every content of a list that a history still has, whichever list it is of."""
    found = set()
    for name, data in files.items():
        if name.startswith(TIMED) and name.endswith(".json"):
            found.add(json.loads(data).get("text", ""))
    return found


def require_nothing_lost(
    name: str,
    before: dict[str, bytes],
    done: dict[str, bytes],
    after: dict[str, bytes],
    at: str = "",
) -> None:
    """Each file is as it was, or as the command makes it: whole, whichever it is."""
    for file, data in after.items():
        if file.startswith(UNDER_WAY):
            json.loads(data)
    for file, data in strict(after).items():
        # A renamed list that could not be moved has its new name inside, and is intact.
        renamed = {
            done.get(file.replace("lists/mine", f"lists/{new}")) for new in ("yours", "gone")
        }
        # An exchange of corrections under way keeps the old ones beside the new.
        exchanged = before.get(file.replace("exchanged", "previous"))
        allowed = {before.get(file), done.get(file), *renamed, exchanged}
        if file.endswith("corrections.exchanged.json"):
            allowed.add(before["home/data/catalog/corrections.json"])
        assert data in allowed, f"{name}, {at}: {file} is half\n{data!r:.300}"
    lost = set(strict(before)) - set(strict(after)) - set(TAKES_AWAY.get(name, ()))
    assert not lost, f"{name}, {at}: lost {lost}"
    assert kept_contents(before) <= kept_contents(after), f"{name}, {at}: a version is lost"
    for file in TAKES_AWAY.get(name, ()):
        if "/lists/" in file and file not in after:
            assert before[file].decode() in kept_contents(after), f"{name}, {at}: {file} is lost"


def require_error_message(answer: Answer) -> None:
    answer.require_clean()
    if answer.status == 2:
        words = ("cannot", "denied", "There is no file")
        assert any(word in answer.err for word in words), answer


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_fails_at_any_call_loses_nothing(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    before = snapshot(ground())
    with failing(fresh(folder), 0, 0) as disk:
        good = type_in(name, folder)
        calls = disk.calls
    assert good.status == 0, good
    done = snapshot(folder)
    assert calls
    for fault, (number, for_good) in FAULTS.items():
        step = 1 if ALL or (calls <= 12 and fault == "full") else max(1, calls // 4)
        for bad in range(1, calls + 1, step):
            fresh(folder)
            with failing(folder, bad, number, for_good=for_good) as disk:
                answer = type_in(name, folder)
                at = f"{fault} at {disk.last}"
            require_error_message(answer)
            require_nothing_lost(name, before, done, snapshot(folder), at)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_cannot_sync_loses_nothing(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    before = snapshot(fresh(folder))
    assert type_in(name, folder).status == 0
    done = snapshot(folder)
    for bad in range(1, 9 if ALL else 3):
        fresh(folder)
        with failing_syncs(bad):
            answer = type_in(name, folder)
        require_error_message(answer)
        after = snapshot(folder)
        require_nothing_lost(name, before, done, after)
        assert not [file for file in after if file.endswith(".pbbuild-tmp")], answer.line


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_loses_nothing(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    before = snapshot(fresh(folder))
    good = type_in(name, folder)
    assert good.status == 0, good
    done = snapshot(folder)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for size in (0, 100):
        fresh(folder)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            answer = type_in(name, folder)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        require_error_message(answer)
        after = snapshot(folder)
        require_nothing_lost(name, before, done, after)
        assert not [file for file in after if file.endswith(".pbbuild-tmp")], answer.line
        written = {file for file in strict(done) if strict(done)[file] != before.get(file)}
        if size == 0 and any(done[file] not in before.values() for file in written):
            assert answer.status == 2, answer
            assert "File too large" in answer.err, answer
