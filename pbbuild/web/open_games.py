"""The games on the page: each is its save file, read when shown and written after each input.

The page keeps no state that a save lacks, so two tabs, a second server, the command `play` and a
server that was killed all continue from the same input. Each room adds how its games begin.
"""

import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

from pbbuild.base.locks import locked
from pbbuild.errors import PbbuildError, StateError
from pbbuild.play.archive import archive_battle, kept_battles, reserved_id, unfinished_battles
from pbbuild.play.contract import Node
from pbbuild.play.learning.lessons import Lesson, LessonProgress, lessons, mark_finished
from pbbuild.play.record import Record, RecordLine, read_record
from pbbuild.play.saves import (
    LoadedSave,
    delete_save,
    games_folder,
    locked_save,
    make_newest,
    read_save,
    write_save,
)
from pbbuild.play.table import Input, Table, saved_game
from pbbuild.web.pages import NotFoundError, Services

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")
# How long one job may play for agents before it reports what they did, in seconds.
_JOB_TIME: Final = 0.6
# How long a request waits for agents before the page shows that they think.
_PATIENCE: Final = 0.4
_LOCK_TIME: Final = 3.0
# The key of a save with the lesson that it is; its file and id begin so too.
LESSON: Final = "lesson"

# A save as its opening state and its table; a function of a module, so that other processes can
# call it.
Load = Callable[[LoadedSave], tuple[Any, Table]]


@dataclass
class OpenGame:
    """One game that is not over: its save, its table, and what agents are doing."""

    id: str
    path: Path
    opening: Any
    table: Table
    stamp: tuple[int, int]
    lock: threading.RLock = field(default_factory=threading.RLock)
    intended: tuple[str, int] | None = None  # a choice made in advance, and when
    thinking: threading.Event | None = None  # set when the agents have finished or were stopped
    stopped: bool = False

    @property
    def moment(self) -> int:
        """How many inputs there were: a form for another moment is refused."""
        return len(self.table.inputs)

    @property
    def waits_for_agent(self) -> bool:
        """Whether an agent decides next."""
        table = self.table
        return table.node == Node.DECISION and table.seats.agents[table.decider] is not None


@dataclass(frozen=True)
class ArchivedGame:
    """A game of the archive: its record and the state before the first roll."""

    id: str
    record: Record
    opening: Any
    path: Path


class OpenGames:
    """Every game of a room that the page can show, by id."""

    game: ClassVar[str]
    # How the names of its saves begin.
    prefix: ClassVar[str]
    load: ClassVar[Load]

    def __init__(self, services: Services) -> None:
        self.services = services
        self._open: dict[str, OpenGame] = {}
        self._finished: dict[str, ArchivedGame] = {}
        self._lock = threading.RLock()
        services.jobs.warm_up()

    # What a room adds.

    def opening_of(self, record: Record) -> Any:
        """The state before the first roll of a record."""
        raise NotImplementedError

    def lesson_table(self, lesson: Lesson) -> tuple[Any, Table]:
        """The opening and a new table of a lesson."""
        raise NotImplementedError

    def needless_answer(self, game: OpenGame) -> int | str | None:
        """The answer to a question that need not be asked, None if it must be."""
        return None

    def ended(self, game: OpenGame) -> None:
        """Called when a game is over, before its save is deleted."""

    # Finding.

    def find(self, game_id: str) -> OpenGame | ArchivedGame:
        """The game with this id; an unknown one raises `NotFoundError`."""
        if not _ID.fullmatch(game_id):
            raise NotFoundError("web.no-battle")
        # Not under our own lock: a request that draws the game holds its lock and waits for ours.
        opened = self._open.get(game_id)
        if opened is not None and self._refreshed(opened) and not self._has_ended(opened):
            return opened
        with self._lock:
            found = self._open.get(game_id)
            if found is not None and found is not opened:
                return found  # another request has just read it
            self._open.pop(game_id, None)
            if lesson := self._lesson_with(game_id):
                return self._found_lesson(lesson)
            for kept in unfinished_battles():
                if kept.id == game_id and kept.game == self.game and kept.save is not None:
                    try:
                        found = self.loaded(game_id, kept.save)
                    except (FileNotFoundError, PbbuildError):
                        if kept.save.exists():
                            raise
                        break  # another process has just finished it
                    if not self._has_ended(found):
                        return found
                    self._finish(found)
            return self._archived(game_id)

    def _has_ended(self, game: OpenGame) -> bool:
        """Whether the save of a game is of its end: another process has not yet deleted it."""
        return game.table.is_over and self.is_kept(game)

    def _finish(self, game: OpenGame) -> None:
        """Archive a game whose save is of its end, and delete the save."""
        with game.lock, locked(game.path, _LOCK_TIME, delete_lock=True):
            if game.path.exists():
                self._save(game)
        self._open.pop(game.id, None)

    def in_progress(self, game_id: str) -> OpenGame:
        """The game with this id if it is not over."""
        found = self.find(game_id)
        if isinstance(found, ArchivedGame):
            raise StateError("table.over")
        return found

    def loaded(self, game_id: str, path: Path) -> OpenGame:
        """The game of a save."""
        stamp = _stamp(path)
        opening, table = type(self).load(read_save(str(path), self.game, self.prefix))
        found = OpenGame(game_id, path, opening, table, stamp)
        self._open[game_id] = found
        return found

    def _refreshed(self, game: OpenGame) -> bool:
        """Read the save again if another process changed it; False if it is gone."""
        try:
            stamp = _stamp(game.path)
        except OSError:
            return False
        if stamp != game.stamp:
            with game.lock:
                saved = read_save(str(game.path), self.game, self.prefix)
                game.table.resume(saved.game.inputs)
                game.stamp = stamp
        return True

    def _archived(self, game_id: str) -> ArchivedGame:
        known = self._finished.get(game_id)
        if known is not None and known.path.exists():
            return known
        for kept in kept_battles(unfinished=False):
            if kept.id == game_id and kept.game == self.game and kept.record is not None:
                record = read_record(kept.record)
                found = ArchivedGame(game_id, record, self.opening_of(record), kept.record)
                self._finished[game_id] = found
                return found
        raise NotFoundError("web.no-battle")

    # Lessons: games that are not kept, only that they were finished.

    def lesson_of(self, game: OpenGame | ArchivedGame) -> Lesson | None:
        """The lesson that a game is, None for any other game."""
        return self._lesson_with(game.id)

    def _lesson_with(self, game_id: str) -> Lesson | None:
        known = (each for each in lessons() if each.game == self.game)
        return next((each for each in known if game_id == f"{LESSON}-{each.id}"), None)

    def has_begun(self, lesson: Lesson) -> bool:
        """Whether the player is in the middle of a lesson."""
        return _lesson_path(lesson).exists()

    def start_lesson(self, lesson: Lesson) -> OpenGame:
        """A lesson from its beginning; what was done in it before is forgotten."""
        game_id, path = f"{LESSON}-{lesson.id}", _lesson_path(lesson)
        with self._lock:
            opening, table = self.lesson_table(lesson)
            table.extra[LESSON] = lesson.id
            with locked(path, _LOCK_TIME, delete_lock=True):
                write_save(path, table.save_document())
            game = OpenGame(game_id, path, opening, table, _stamp(path))
            self._open[game_id] = game
        with self._changing(game):
            pass
        return game

    def _found_lesson(self, lesson: Lesson) -> OpenGame:
        path = _lesson_path(lesson)
        if not path.exists():
            raise NotFoundError("learn-page.not-begun")
        return self.loaded(f"{LESSON}-{lesson.id}", path)

    # Starting.

    def begin(self, make: Callable[[str], tuple[Any, Table]], seed: int) -> OpenGame:
        """A new game, saved; `make` returns the opening and the table of a game with an id."""
        with self._lock, reserved_id(self._open) as game_id:
            opening, table = make(game_id)
            wanted = games_folder() / f"{self.prefix}-{seed}.json"
            with locked_save(wanted, is_resumed=False) as path:
                write_save(path, table.save_document())
            game = OpenGame(game_id, path, opening, table, _stamp(path))
            self._open[game_id] = game
        with self._changing(game):
            pass
        return game

    # Inputs.

    def decide(self, game: OpenGame, moment: int, actions: Sequence[str], target: str = "") -> None:
        """Make decisions of a person in a row; `target` is the one intended for a charge."""
        with self._changing(game, moment):
            for action in actions:
                self._require_person(game)
                game.table.decide(action)
                if action.startswith("charge ") and target:
                    game.intended = (target, len(game.table.lines))
                if len(actions) > 1 and not game.table.options:
                    break

    def roll(self, game: OpenGame, moment: int, dice: Sequence[int]) -> None:
        """Enter real dice."""
        with self._changing(game, moment):
            game.table.roll(dice)

    def undo(self, game: OpenGame, moment: int) -> None:
        """Return to the last decision that may be undone."""
        with self._changing(game, moment, settle=False):
            game.table.undo()
            game.intended = None

    def correct_dice(self, game: OpenGame, moment: int) -> None:
        """Return to the last roll of real dice."""
        with self._changing(game, moment, settle=False):
            game.table.correct_dice()

    def concede(self, game: OpenGame, moment: int, side: str) -> None:
        """End the game: `side` gives up."""
        with self._changing(game, moment):
            game.table.concede(side)

    def go_on(self, game: OpenGame) -> None:
        """Let the agents continue, after a stop or a restart of the server."""
        game.stopped = False
        self._think(game)

    def stop(self, game: OpenGame) -> None:
        """Let the agents stop after the decision they are at."""
        game.stopped = True

    @contextlib.contextmanager
    def _changing(self, game: OpenGame, moment: int = -1, *, settle: bool = True) -> Iterator[None]:
        """Change a game under its lock and save it; the page may show an older moment."""
        with game.lock, locked(game.path, _LOCK_TIME, delete_lock=True):
            if not self._refreshed(game) or self._has_ended(game):
                raise StateError("table.over")
            if moment not in (-1, game.moment):
                raise PbbuildError("web.moved-on")
            before = list(game.table.inputs)
            try:
                yield
                if settle:
                    self._settle(game)
                self._save(game)
            except Exception:
                # Nothing half done: the page shows what the save holds.
                if game.table.is_over or list(game.table.inputs) != before:
                    game.table.resume(before)
                    if game.path.exists() and _stamp(game.path) != game.stamp:
                        # The end was saved, but could not be archived.
                        with contextlib.suppress(PbbuildError):
                            write_save(game.path, game.table.save_document())
                raise
        if game.waits_for_agent and not game.stopped:
            self._think(game)

    def _require_person(self, game: OpenGame) -> None:
        if game.waits_for_agent:
            raise PbbuildError("web.not-your-turn")

    def _settle(self, game: OpenGame) -> None:
        """Take every step that needs neither a person nor an agent."""
        table = game.table
        while not table.is_over:
            if game.waits_for_agent and len(table.state.legal_actions()) > 1:
                return
            if table.advance():
                continue
            chosen = self.needless_answer(game) if table.node == Node.DECISION else None
            if chosen is None:
                return
            table.decide(chosen)

    def _save(self, game: OpenGame) -> None:
        table = game.table
        if table.is_over and self.is_kept(game):
            # Saved first: whoever finds the save after a kill finds the end, not a choice.
            write_save(game.path, table.save_document())
            archive_battle(table.recorder.text(), game.id)
            self.ended(game)
            delete_save(game.path)
            self._open.pop(game.id, None)
        else:
            write_save(game.path, table.save_document())
            if self.is_kept(game):
                make_newest(game.path)
            game.stamp = _stamp(game.path)
            if lesson := self.lesson_of(game):
                progress = LessonProgress(lesson)
                progress.start_over(table.log())
                if progress.is_done:
                    mark_finished(lesson)
        self.services.hub.publish(f"battle-{game.id}", moment=game.moment)

    def is_kept(self, game: OpenGame) -> bool:
        """Whether the game goes to the archive at its end; a lesson does not."""
        return LESSON not in game.table.extra

    # Agents.

    def _think(self, game: OpenGame) -> None:
        """Start the agents, and wait for them a little."""
        with game.lock:
            if game.thinking is None or game.thinking.is_set():
                game.thinking = threading.Event()
                worker = threading.Thread(target=self._play_agents, args=(game,), daemon=True)
                worker.start()
            waiting = game.thinking
        waiting.wait(_PATIENCE)

    def _play_agents(self, game: OpenGame) -> None:
        done = game.thinking
        assert done is not None
        start = self.services.jobs.start
        try:
            while game.waits_for_agent and not game.stopped:
                before = game.moment
                document = game.table.save_document()
                played = start(
                    agents_play, type(self).load, self.game, document, _JOB_TIME
                ).result()
                with game.lock, locked(game.path, _LOCK_TIME, delete_lock=True):
                    if game.stopped or game.moment != before or not self._refreshed(game):
                        break
                    game.table.resume([*game.table.inputs, *played])
                    self._settle(game)
                    self._save(game)
        except Exception as error:  # noqa: BLE001  a thread has nobody else to report to
            game.stopped = True
            self.services.hub.publish(f"battle-{game.id}", failed=type(error).__name__)
        finally:
            done.set()
            self.services.hub.publish(f"battle-{game.id}", moment=game.moment)

    def hint(self, game: OpenGame) -> tuple[str, str, dict[str, Any]] | None:
        """What the hinting agent would choose: action, reason, values; from another process."""
        document = game.table.save_document()
        job = self.services.jobs.start(hint_for, type(self).load, self.game, document)
        found: tuple[str, str, dict[str, Any]] | None = job.result(timeout=60)
        return found


def agents_play(load: Load, game: str, document: dict[str, Any], seconds: float) -> list[Input]:
    """The inputs of the agents of a save until a person has to decide; runs in another process.

    It ends after `seconds`, but never before an agent has decided.
    """
    _, table = load(LoadedSave(Path("save"), saved_game(document, game)))
    known = len(table.inputs)
    until = time.monotonic() + seconds
    while table.options and table.seats.agents[table.decider] is not None and table.advance():
        while table.pending_roll is not None and table.advance():
            pass
        if time.monotonic() > until:
            break
    return list(table.inputs[known:])


def hint_for(
    load: Load, game: str, document: dict[str, Any]
) -> tuple[str, str, dict[str, Any]] | None:
    """What the hinting agent of a save would choose; runs in another process."""
    _, table = load(LoadedSave(Path("save"), saved_game(document, game)))
    hint = table.hint()
    return (hint.option.text, hint.choice.reason, dict(hint.choice.values)) if hint else None


def states_of(opening: Any, lines: Sequence[RecordLine], parse: Callable[..., int]) -> list[Any]:
    """The state after each line of a record; the header's is the opening.

    `parse` gives the action of a state and a text.
    """
    state = opening.copy()
    found = [state.copy()]
    for line in lines[1:]:
        if line["type"] == "dice":
            state.apply_roll(line["dice"])
        elif line["type"] == "choice":
            state.apply(parse(state, line["action"]))
        elif line.get("event") == "conceded":
            state.concede(line["side"])
        else:
            found.append(found[-1])
            continue
        found.append(state.copy())
    return found


def inputs_until(lines: Sequence[RecordLine], last: int) -> list[Input]:
    """The inputs of the record up to line `last`, but none of the end."""
    found: list[Input] = []
    for line in lines[1 : last + 1]:
        if line["type"] == "dice":
            found.append({"dice": line["dice"]})
        elif line["type"] == "choice":
            found.append({"action": line["action"]})
    is_over = last >= len(lines) - 2
    return found[:-1] if is_over and found else found


def _lesson_path(lesson: Lesson) -> Path:
    return games_folder() / f"{LESSON}-{lesson.id}.json"


def lesson_in(saved: LoadedSave) -> Lesson | None:
    """The lesson that a save is of, None for any other save."""
    wanted = saved.game.document.get(LESSON)
    return next((each for each in lessons() if each.id == wanted), None)


def resumed_lesson(
    opening: Any, table: Table, lesson: Lesson, saved: LoadedSave
) -> tuple[Any, Table]:
    """A new lesson brought to where its save is."""
    table.extra[LESSON] = lesson.id
    table.resume(saved.game.inputs)
    return opening, table


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size
