"""Many processes that change one thing at once: nothing lost, nobody waits for ever."""

import contextlib
import fcntl
import json
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest

from pbbuild.base.locks import LOCK_TIMEOUT
from pbbuild.play.saves import locked_save
from pbbuild.pocket_battles.lists import saved_lists
from tests.robustness.faults import KILLED, begun_child, ended_child, failing, in_a_child
from tests.robustness.inside import snapshot, typed
from tests.robustness.writers import GENERAL, NEW, SHORT, SIMPLE, WRITERS, fresh, type_in

pytestmark = pytest.mark.slow


class Clock:
    """A clock that advances only in `sleep`."""

    def __init__(self) -> None:
        self.slept = 0.0

    def monotonic(self) -> float:
        return self.slept

    def sleep(self, seconds: float) -> None:
        self.slept += seconds


def together(commands: Sequence[tuple[str, ...]], folder: Path, text: str = "") -> list[int]:
    """The exit statuses of commands that all run at once."""

    def work(words: tuple[str, ...]) -> Callable[[], int]:
        return lambda: typed(*words, folder=folder, text=text).status

    # The lock is waited for, however slow the machine is at the moment.
    with patch("pbbuild.base.locks.LOCK_TIMEOUT", 60.0):
        children = [begun_child(work(words)) for words in commands]
        return [ended_child(child) for child in children]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return fresh(tmp_path / "place")


def test_twenty_edits_at_once_are_all_in_the_history(place: Path) -> None:
    edits = [f"rename number-{number}" for number in range(20)]
    assert together([("edit", "mine", edit) for edit in edits], place) == [0] * 20
    rows = json.loads(typed("history", "mine", "--json", folder=place).out)
    assert {edit for row in rows for edit in row["edits"]} >= set(edits)
    assert [row["version"] for row in rows] == list(range(1, 23))


def test_twenty_corrections_at_once_are_all_kept(place: Path) -> None:
    codes = [f"UNI{number:02}" for number in range(1, 21)]
    assert together([("catalog", "correct", code, "dp=7") for code in codes], place) == [0] * 20
    kept = json.loads((place / "home/data/catalog/corrections.json").read_text())["tiles"]
    assert all(kept[code]["dp"] == 7 for code in codes)
    known = typed("catalog", *GENERAL, "show", "--json", folder=place).out
    places = sorted(json.loads(known)["locations"])[:8]
    commands = [("catalog", *GENERAL, "correct", f"{one}=city") for one in places]
    assert together(commands, place) == [0] * 8
    own = json.loads((place / "home/data/corrections/pocket-general.json").read_text())
    assert set(own["locations"]) >= set(places)
    assert "units" in own


def test_all_defaults_set_at_once_are_kept(place: Path) -> None:
    wishes = {"language": "it", "paper": "a4", "ascii": "yes", "lists": str(place / "armies")}
    assert together([("config", *wish) for wish in wishes.items()], place) == [0] * 4
    kept = json.loads((place / "home/config/config.json").read_text())
    assert wishes.items() <= kept.items()


def test_games_begun_at_once_have_a_save_each(place: Path) -> None:
    for game in (("romans-60", "--against", "celts-60"), (*GENERAL, "--enemy-agent", "random")):
        words = ("play", *game, "--seed", "5")
        assert together([words] * 6, place, text="1\nquit\n") == [0] * 6
    saves = [path.name for path in (place / "home/data/games").glob("pocket-*-5*.json")]
    assert len(saves) == 12
    battles = json.loads(typed("battles", "--json", folder=place).out)
    begun = [battle["id"] for battle in battles if Path(battle["save"] or "").name in saves]
    assert len(begun) == len(set(begun)) == 12
    assert not list((place / "home/data/games").glob("*.lock"))


def test_one_of_many_new_files_of_a_name_is_written(place: Path) -> None:
    for words in (
        ("export", "mine", "-o", "one.txt"),
        ("battle", "romans-60", "--against", "celts-60", *SIMPLE, "--record", "one.jsonl"),
        ("new", *GENERAL, "-o", "one.json"),
        ("copy", "celts-60", "twin"),
        ("catalog", "add", "army.json"),
    ):
        assert sorted(together([words] * 6, place)) == [0, 2, 2, 2, 2, 2], words
    assert not [name for name in snapshot(place) if name.endswith(".pbbuild-tmp")]


def test_random_armies_saved_at_once_are_all_there(place: Path) -> None:
    words = ("random", "union", "--points", "50", "--save", "--seed", "1")
    assert together([words] * 5, place) == [0] * 5
    lists = [path for path in (place / "home/data/lists").glob("*.json") if "union" in path.name]
    assert len(lists) == 5


def test_who_removes_a_list_that_has_just_gone_is_told_so(place: Path) -> None:
    gone = place / "home/data/lists/mine.json"
    require_changeable = saved_lists._changeable_file

    def removed_meanwhile(path: Path) -> Path:
        found = require_changeable(path)
        path.unlink()
        return found

    with patch.object(saved_lists, "_changeable_file", removed_meanwhile):
        answer = typed("remove", "mine", folder=place)
    assert answer.status == 2
    assert "There is no file" in answer.err
    assert not gone.exists()


def test_of_two_renames_one_wins_and_the_history_is_whole(place: Path) -> None:
    commands = [("rename", "mine", f"name-{number}") for number in range(5)]
    statuses = together(commands, place)
    assert statuses.count(0) >= 1
    # A later one may rename what an earlier one has renamed already, by the name inside.
    (there,) = (place / "home/data/lists").glob("name-*.json")
    rows = json.loads(typed("history", there.stem, "--json", folder=place).out)
    assert [row["kind"] for row in rows][:2] == ["copy", "save"]
    assert not list((place / "home/data/history").glob("renaming-*"))


def test_two_playtests_of_one_folder_do_not_mix(place: Path) -> None:
    words = ("playtest", "romans-60", *SIMPLE, *SHORT, "-o", "trial")
    statuses = together([words] * 4, place)
    assert statuses.count(0) >= 1
    assert set(statuses) <= {0, 2}
    assert typed("replay", "trial:1", "--verify", folder=place).status == 0
    assert [path.name for path in (place / "trial").iterdir()] == ["run.json"]


def test_reports_over_one_file_leave_one_whole(place: Path) -> None:
    commands = [
        ("playtest", name, *SIMPLE, *SHORT, "--report", "there.html", "--force")
        for name in ("romans-60", "celts-60", "orcs-60")
    ]
    assert together(commands, place) == [0, 0, 0]
    assert (place / "there.html").read_text(encoding="utf-8").rstrip().endswith("</html>")


PLAYED = {
    "play": ("romans-60", "--against", "celts-60", "--level", "easy"),
    "general play": (*GENERAL, "--enemy-agent", "random"),
}


def saved_twice(name: str, place: Path) -> tuple[Path, bytes, bytes]:
    """The save of a game, and what it held after a first and after a second sitting."""
    before = set((place / "home/data/games").glob("*.json"))
    typed("play", *PLAYED[name], "--seed", "5", folder=place, text="1\nquit\n")
    (save,) = set((place / "home/data/games").glob("*.json")) - before
    first = save.read_bytes()
    game = GENERAL if "general" in name else ()
    typed("play", *game, "--resume", str(save), folder=place, text="1\n1\nquit\n")
    second = save.read_bytes()
    save.write_bytes(first)
    assert len(json.loads(first)["inputs"]) < len(json.loads(second)["inputs"])
    return save, first, second


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_goes_on_from_what_its_save_holds_when_it_is_locked(name: str, place: Path) -> None:
    save, _, second = saved_twice(name, place)

    @contextlib.contextmanager
    def played_on_meanwhile(path: Path, *, is_resumed: bool) -> Iterator[Path]:
        save.write_bytes(second)
        with locked_save(path, is_resumed=is_resumed) as found:
            yield found

    game = GENERAL if "general" in name else ()
    with patch("pbbuild.terminal.shell.locked_save", played_on_meanwhile):
        answer = typed("play", *game, "--resume", str(save), folder=place, text="quit\n")

    answer.require_clean()
    assert json.loads(save.read_bytes())["inputs"] == json.loads(second)["inputs"]


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_that_was_finished_meanwhile_is_not_played_again(name: str, place: Path) -> None:
    save, _, _ = saved_twice(name, place)

    @contextlib.contextmanager
    def finished_meanwhile(path: Path, *, is_resumed: bool) -> Iterator[Path]:
        save.unlink()
        with locked_save(path, is_resumed=is_resumed) as found:
            yield found

    game = GENERAL if "general" in name else ()
    with patch("pbbuild.terminal.shell.locked_save", finished_meanwhile):
        answer = typed("play", *game, "--resume", str(save), folder=place, text="concede\nyes\n")

    assert answer.status == 2
    assert "Another pbbuild has finished this battle" in answer.err
    assert not save.exists()


def test_a_draft_goes_on_from_what_its_save_holds_when_it_is_locked(place: Path) -> None:
    games = place / "home/data/games"
    words = ("draft", "union", "--points", "30", "--seed", "7")
    typed(*words, folder=place, text="UNI02\nquit\n")
    (save,) = games.glob("draft-*.json")
    first = save.read_bytes()
    typed("draft", "--resume", folder=place, text="UNI06\nquit\n")
    second = save.read_bytes()
    assert len(json.loads(first)["moves"]) < len(json.loads(second)["moves"])
    save.write_bytes(first)

    @contextlib.contextmanager
    def drafted_on_meanwhile(path: Path, *, is_resumed: bool) -> Iterator[Path]:
        save.write_bytes(second)
        with locked_save(path, is_resumed=is_resumed) as found:
            yield found

    draft = import_module("pbbuild.pocket_battles.commands.build.draft")
    with patch.object(draft, "locked_save", drafted_on_meanwhile):
        typed("draft", "--resume", folder=place, text="quit\n").require_clean()

    moves = json.loads(second)["moves"]
    assert json.loads(save.read_bytes())["moves"][: len(moves)] == moves


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """A lock that another process holds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(handle)


LOCKS = {
    "edit": "home/data/history/list-mine.lock",
    "rename": "home/data/history/list-yours.lock",
    "remove": "home/data/history/list-mine.lock",
    "correct": "home/data/catalog.lock",
    "undo a correction": "home/data/catalog.lock",
    "add an army": "home/data/catalog.lock",
    "config": "home/config/config.json.lock",
    "general correct": "home/data/corrections/pocket-general.json.lock",
    "general reset": "home/data/corrections/pocket-general.json.lock",
    "resume": "home/data/games/pocket-battles-7.json.lock",
    "go on with a playtest": "kept/run.json.lock",
}


@pytest.mark.parametrize("name", LOCKS)
def test_who_must_wait_is_told_soon(name: str, place: Path) -> None:
    assert LOCK_TIMEOUT < 5
    before = snapshot(place)
    clock = Clock()
    with held(place / LOCKS[name]), patch("pbbuild.base.locks.time", clock):
        answer = type_in(name, place)
    answer.require_clean()
    assert answer.status == 2, answer
    assert "Another pbbuild" in answer.err, answer
    assert clock.slept < LOCK_TIMEOUT + 1
    if name != "rename":
        # Its name inside is a version of its own, and comes first.
        assert snapshot(place) == before
    assert type_in(name, place).status == 0


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_of_a_killed_process_holds_up_nobody(name: str, place: Path) -> None:
    def work() -> int:
        # A reset writes less than the others: it is killed one change earlier.
        with failing(place, 2 if name == "general reset" else 3, 0, kills=True):
            return type_in(name, place).status

    assert in_a_child(work) == KILLED
    assert (place / LOCKS[name]).exists() or name == "rename"
    clock = Clock()
    with patch("pbbuild.base.locks.time", clock):
        answer = type_in(name, place)
    assert answer.status == 0, answer
    assert clock.slept == 0


@pytest.mark.parametrize("number", [37, 95])  # ENOLCK, EOPNOTSUPP
def test_a_disk_without_locks_can_be_written(number: int, place: Path) -> None:
    def flock(handle: int, how: int) -> None:
        raise OSError(number, os.strerror(number))

    with patch("fcntl.flock", flock):
        for name in ("edit", "correct", "config", "play"):
            assert type_in(name, place).status == 0, WRITERS[name]


def test_nothing_of_another_process_is_needed_to_read(place: Path) -> None:
    with contextlib.ExitStack() as stack:
        for lock in sorted(set(LOCKS.values())):
            stack.enter_context(held(place / lock))
        clock = Clock()
        stack.enter_context(patch("pbbuild.base.locks.time", clock))
        for words in (("lists",), ("show", "mine"), ("history", "mine"), ("config",), NEW):
            assert typed(*words, folder=place).status == 0
        assert clock.slept == 0
