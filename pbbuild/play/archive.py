"""Every battle ever played: finished ones by their records, logged ones, unfinished ones by saves.

A finished battle is the file `ID.jsonl` in the archive's folder: its record, unchanged. A battle
that was played with real tiles has no record; `ID.json` describes it. The id is the time at which
the battle began, so that archiving the same battle again, after a crash, changes nothing.
"""

import contextlib
import itertools
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import dump_json, read_json, violations
from pbbuild.base.files import write_atomic
from pbbuild.base.locks import locked
from pbbuild.base.private import delete_file
from pbbuild.base.rooms import rooms
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.contract import SIDES
from pbbuild.play.record import LARGEST_RECORD
from pbbuild.play.saves import games_folder

LOG_FORMAT: Final = "pbbuild-logged/1"
LAST: Final = "last"
UNDECIDED: Final = "undecided"
UNFINISHED: Final = "unfinished"
PERSON: Final = "person"
RECORD: Final = ".jsonl"
_ID: Final = re.compile(r"\d{8}-\d{6}(?:-\d{1,4})?")
# The last line of a record is far shorter.
_TAIL: Final = 4096


@dataclass(frozen=True, slots=True)
class KeptBattle:
    """One battle of the archive; `lists`, `agents`, `armies` and `points` are A's first.

    `result` is the winning side, "undecided" or "unfinished"; `points` are the points each side
    has destroyed, or its score in another game. `record` is None for a battle that was logged or
    is unfinished; `save` is the file of an unfinished one.
    """

    id: str
    date: str
    game: str
    lists: tuple[str, str]
    armies: tuple[str, str]
    agents: tuple[str, str]
    result: str
    reason: str
    rounds: int
    points: tuple[int, int]
    record: Path | None = None
    save: Path | None = None
    note: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end."""
        return self.result != UNFINISHED

    @property
    def you(self) -> str:
        """The side of the only person who played, "" if two people or none did."""
        people = [side for side, agent in zip(SIDES, self.agents, strict=True) if agent == PERSON]
        return people[0] if len(people) == 1 else ""

    @property
    def your_result(self) -> str:
        """`won`, `lost`, `undecided` or `unfinished` for the only person, "" without one."""
        if not self.you:
            return ""
        if self.result in SIDES:
            return "won" if self.result == self.you else "lost"
        return self.result

    def to_json(self) -> dict[str, Any]:
        """The battle as `pbbuild battles --json` shows it."""
        return {
            "id": self.id,
            "date": self.date,
            "game": self.game,
            "lists": list(self.lists),
            "armies": list(self.armies),
            "agents": list(self.agents),
            "result": self.result,
            "reason": self.reason,
            "rounds": self.rounds,
            "points": list(self.points),
            "you": self.you or None,
            "record": str(self.record) if self.record else None,
            "save": str(self.save) if self.save else None,
            "note": self.note,
        }


def battles_folder() -> Path:
    """The folder of the archive."""
    from pbbuild.base.places import player_data

    return player_data() / "battles"


def new_id(now: datetime | None = None, *, open_ids: Iterable[str] = ()) -> str:
    """An id for a battle that begins now: its time, in UTC, and a number if another has it."""
    began = (now or datetime.now(UTC)).astimezone(UTC).strftime("%Y%m%d-%H%M%S")
    taken = {path.stem for path in _files()} | {battle.id for battle in unfinished_battles()}
    taken |= set(open_ids)
    ids = itertools.chain([began], (f"{began}-{number}" for number in itertools.count(2)))
    return next(each for each in ids if each not in taken)


@contextlib.contextmanager
def reserved_id(open_ids: Iterable[str] = ()) -> Iterator[str]:
    """A new id that no other process can take until the block has saved the battle."""
    with locked(games_folder() / "ids", delete_lock=True):
        yield new_id(open_ids=open_ids)


def archive_battle(text: str, battle_id: str = "") -> Path:
    """Add a finished battle by the text of its record; the path of the record.

    Without an id, or if another battle has it, the battle gets the next free one. A battle that
    is already in the archive stays as it is.
    """
    return _write(battle_id if _ID.fullmatch(battle_id) else new_id(), RECORD, text)


def log_battle(
    game: str,
    lists: Sequence[str],
    armies: Sequence[str],
    result: str,
    rounds: int,
    points: Sequence[int],
    *,
    note: str = "",
    agents: Sequence[str] = (PERSON, "opponent"),
    date: datetime | None = None,
) -> Path:
    """Add a battle that was played with real tiles; the path of its file."""
    document = {
        "format": LOG_FORMAT,
        "game": game,
        "lists": list(lists),
        "armies": list(armies),
        "agents": list(agents),
        "result": result,
        "rounds": rounds,
        "points": list(points),
        "note": note,
    }
    if found := violations(document, "logged-1"):
        raise UsageError("battles.bad-log", reason=found[0].pointer)
    return _write(new_id(date), ".json", dump_json(document))


def _write(battle_id: str, ending: str, text: str) -> Path:
    folder = battles_folder()
    stem, number = battle_id, 1
    while True:
        path = folder / f"{battle_id}{ending}"
        taken = [folder / f"{battle_id}{other}" for other in (".jsonl", ".json")]
        if not any(os.path.lexists(other) for other in taken):
            try:
                write_atomic(path, text, new=True)
            except PbbuildError as error:
                if error.code != "exists-already":
                    raise
            else:
                return path
        elif ending == RECORD and _has_text(path, text):
            return path
        number += 1
        battle_id = f"{stem}-{number}"


def _has_text(path: Path, text: str) -> bool:
    try:
        # A pipe would never end.
        return _is_regular(path) and path.read_text(encoding="utf-8") == text
    except (OSError, ValueError):
        return False


def kept_battles(*, unfinished: bool = True) -> list[KeptBattle]:
    """Every battle of the archive, the newest first; with the unfinished ones unless told.

    A file that is no battle is left out: `unreadable_battles` names those.
    """
    found = [battle for path in _files() if (battle := _read(path)) is not None]
    if unfinished:
        known = {battle.id for battle in found}
        found += [battle for battle in unfinished_battles() if battle.id not in known]
    return sorted(found, key=lambda battle: (battle.date, battle.id), reverse=True)


def unreadable_battles() -> list[Path]:
    """The files of the archive that cannot be read as battles."""
    return [path for path in _files() if _read(path) is None]


def find_battle(
    wanted: str, battles: Iterable[KeptBattle] | None = None, *, recorded: bool = False
) -> KeptBattle:
    """The battle that `wanted` names: an id, its beginning, a number from 1, or `last`.

    Numbers count from the newest, as `pbbuild battles` shows them. With `recorded` the last is the
    newest that has a record, which unfinished battles and those logged by hand have not.
    """
    known = list(kept_battles() if battles is None else battles)
    if not known:
        raise UsageError("battles.none")
    word = wanted.strip().lower()
    if word == LAST:
        return next((each for each in known if recorded and each.record), known[0])
    exact = [battle for battle in known if battle.id == word]
    if exact:
        return exact[0]
    if re.fullmatch(r"\d{1,4}", word) and 1 <= int(word) <= len(known):
        return known[int(word) - 1]
    starting = [battle for battle in known if len(word) > 4 and battle.id.startswith(word)]
    if len(starting) == 1:
        return starting[0]
    raise UsageError("battles.unknown", wanted=wanted[:60], count=len(known), last=known[0].id)


def record_path(wanted: str) -> Path:
    """The record that `wanted` names: an existing file, or a battle of the archive.

    A name that is neither stays a path, so that the reader of the file says what is wrong.
    """
    path = Path(wanted)
    word = wanted.strip().lower()
    if path.exists() or not (word == LAST or _ID.fullmatch(word)):
        return path
    battle = find_battle(word, recorded=True)
    if battle.record is None:
        raise UsageError("battles.no-record", wanted=battle.id)
    return battle.record


def remove_battle(battle: KeptBattle) -> None:
    """Delete a battle from the archive, or the save of an unfinished one."""
    folder = battles_folder()
    delete_file(battle.save or battle.record or folder / f"{battle.id}.json")


def unfinished_battles() -> list[KeptBattle]:
    """The battles that can be continued, from their saves, the newest first."""
    found: list[tuple[float, KeptBattle]] = []
    for room in rooms():
        for path in sorted(games_folder().glob(f"{room.save_prefix}-*.json")):
            with contextlib.suppress(OSError, PbbuildError):
                changed = path.lstat().st_mtime
                document = read_json(path).value
                battle = _unfinished(path, document, changed)
                if battle is not None:
                    found.append((changed, battle))
    return [battle for _, battle in sorted(found, key=lambda pair: pair[0], reverse=True)]


def _files() -> list[Path]:
    with contextlib.suppress(OSError):
        return sorted(
            path
            for path in battles_folder().iterdir()
            if _ID.fullmatch(path.stem) and path.suffix in (".jsonl", ".json") and _is_regular(path)
        )
    return []


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _read(path: Path) -> KeptBattle | None:
    try:
        return _logged(path) if path.suffix == ".json" else _recorded(path)
    except (OSError, ValueError, KeyError, TypeError, IndexError, PbbuildError):
        return None


def _recorded(path: Path) -> KeptBattle:
    """A battle from the first and the last line of its record, without reading the rest."""
    with path.open("rb") as file:
        header = json.loads(file.readline(LARGEST_RECORD))
        start = max(0, os.fstat(file.fileno()).st_size - _TAIL)
        file.seek(start)
        end = json.loads(file.read().rstrip(b"\n").rsplit(b"\n", 1)[-1])
    if end["type"] != "end":
        raise ValueError(path.name)
    scores = end["destroyed"]
    return KeptBattle(
        id=path.stem,
        date=_date_of(path.stem),
        **_about(header),
        result=end["winner"] or UNDECIDED,
        reason=end["reason"],
        rounds=end["rounds"],
        points=(scores["A"], scores["B"]),
        record=path,
    )


def _logged(path: Path) -> KeptBattle:
    document = read_json(path).value
    if violations(document, "logged-1"):
        raise ValueError(path.name)
    return KeptBattle(
        id=path.stem,
        date=_date_of(path.stem),
        game=document["game"],
        lists=_two(document["lists"]),
        armies=_two(document["armies"]),
        agents=_two(document["agents"]),
        result=document["result"],
        reason="logged",
        rounds=document["rounds"],
        points=_two(document["points"]),
        note=document.get("note", ""),
    )


def _unfinished(path: Path, document: Any, changed: float) -> KeptBattle | None:
    if violations(document, "save-1"):
        return None
    own_id = document.get("battle")
    battle_id = own_id if isinstance(own_id, str) and _ID.fullmatch(own_id) else path.stem
    began = datetime.fromtimestamp(changed, UTC)
    try:
        about = _about(document["header"])
    except (KeyError, TypeError):
        return None
    return KeptBattle(
        id=battle_id,
        date=_date_of(battle_id) if battle_id == own_id else began.isoformat(timespec="seconds"),
        **about,
        result=UNFINISHED,
        reason="",
        rounds=0,
        points=(0, 0),
        save=path,
    )


def _about(header: Mapping[str, Any]) -> dict[str, Any]:
    """Game, lists, armies and agents from the first line of a record."""
    sides = [header["sides"][side] for side in SIDES]
    return {
        "game": str(header["game"]),
        "lists": _two([_list_name(side) for side in sides]),
        "armies": _two([_army(side) for side in sides]),
        "agents": _two([str(header["agents"][side]) for side in SIDES]),
    }


def _list_name(side: Mapping[str, Any]) -> str:
    army_list = side.get("list")
    return str(army_list["name"]) if army_list else _army(side)


def _army(side: Mapping[str, Any]) -> str:
    army_list = side.get("list")
    return str(army_list["army"]) if army_list else str(side.get("nation", ""))


def _date_of(battle_id: str) -> str:
    """The time in an id as ISO 8601; the id itself if it is no time."""
    try:
        began = datetime.strptime(battle_id[:15], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return battle_id
    return began.isoformat(timespec="seconds")


def _two(values: Sequence[Any]) -> tuple[Any, Any]:
    first, second = values
    return first, second
