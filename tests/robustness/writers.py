"""Every command that writes, and a player's folder with something of every kind in it."""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from unittest.mock import patch

from tests.robustness.inside import Answer, scratch, typed
from tests.robustness.samples import good_files

REAL_FSYNC = os.fsync
SIMPLE = ("--agent", "random", "--enemy-agent", "random", "--seed", "1")
SHORT = ("--games", "4", "--workers", "1")
GENERAL = ("--game", "pocket-general")
NEW = ("new", "--auto", "--points", "30", "--army", "celts", "--seed", "1")
BATTLE = ("battle", "romans-60", "--against", "celts-60", *SIMPLE)
PLAY = ("play", "romans-60", "--against", "celts-60", "--seed", "3")
POCKET_GENERAL_PLAY = ("play", *GENERAL, "--seed", "3", "--enemy-agent", "random")
WRITERS: dict[str, tuple[str, ...]] = {
    "new": (*NEW, "-o", "new.json"),
    "new over a file": (*NEW, "-o", "there.json", "--force"),
    "new saved": (*NEW, "--save"),
    "edit": ("edit", "mine", "resize 60"),
    "edit a file": ("edit", "own.json", "resize 60"),
    "undo": ("edit", "mine", "undo"),
    "check and fix": ("check", "broken.json", "--fix", "-o", "there.json", "--force"),
    "copy": ("copy", "celts-60", "other"),
    "rename": ("rename", "mine", "yours"),
    "rename onto a removed one": ("rename", "mine", "gone"),
    "remove": ("remove", "mine"),
    "remove two": ("remove", "mine", "second"),
    "restore": ("restore", "mine", "1"),
    "restore a removed one": ("restore", "gone"),
    "export": ("export", "mine", "-o", "there.json", "--force"),
    "export a page": (*("export", "mine", "--format", "page", "-o", "there.html", "--force"),),
    "export a roster": ("export", "mine", "-o", "there.rosz", "--force"),
    "export a table": ("export", "mine", "-o", "there.csv", "--force"),
    "import": ("import", "l.txt"),
    "import to a file": ("import", "l.txt", "-o", "there.json", "--force"),
    "draft": ("draft", "union", "--points", "30", "--against", "both-bots", "--seed", "1"),
    "random": ("random", "--two", "--points", "30", "--save", "--seed", "1"),
    "print": ("print", "mine", "-o", "there.html", "--force"),
    "print several": ("print", "mine", "second", "--what", "roster,opponent", "--format", "html"),
    "config": ("config", "paper", "a4"),
    "config reset": ("config", "--reset"),
    "correct": ("catalog", "correct", "UNI13", "dp=4"),
    "confirm tiles": ("catalog", "enter", "union"),
    "undo a correction": ("catalog", "undo"),
    "reset": ("catalog", "reset", "--all"),
    "reset one": ("catalog", "reset", "UNI12"),
    "import a catalog": ("catalog", "import", "union.csv"),
    "export a catalog": ("catalog", "export", "union", "-o", "there.csv", "--force"),
    "add an army": ("catalog", "add", "army.json"),
    "replace an army": ("catalog", "add", "ninja.json", "--replace"),
    "remove an army": ("catalog", "remove", "ninja"),
    "template": ("catalog", "template", "goblins", "-o", "there.json", "--force"),
    "battle": (*BATTLE, "--record", "there.jsonl", "--force"),
    "playtest": ("playtest", "romans-60", *SIMPLE, *SHORT, "-o", "trial"),
    "go on with a playtest": (
        *("playtest", "romans-60", *SIMPLE, "--games", "8", "--workers", "1"),
        *("-o", "kept", "--resume"),
    ),
    "report": ("playtest", "romans-60", *SIMPLE, *SHORT, "--report", "there.html", "--force"),
    "tournament": (
        *("tournament", "romans-60", "celts-60", "--agent", "random", "--seed", "1"),
        *("--games", "2", "--workers", "1", "--report", "there.html", "--force"),
    ),
    "metagame": (
        *("meta", "romans-60", "celts-60", "--agent", "random", "--seed", "1"),
        *("--games", "2", "--workers", "1", "--report", "there.html", "--force"),
    ),
    "keep a battle": ("replay", "kept:1", "--record", "one.jsonl"),
    "play": PLAY,
    "play to the end": (*PLAY, "--record", "played.jsonl"),
    "play and save": PLAY,
    "resume": ("play", "--resume", "home/data/games/pocket-battles-7.json"),
    "learn": ("learn", "1"),
    "log": ("log", "mine", "orcs", "--won", "--points", "30", "12"),
    "export a battle": ("battles", "20260101-120000", "-o", "battle.jsonl"),
    "remove a battle": ("battles", "20260101-120000", "--remove", "--yes"),
    "general new": ("new", *GENERAL, "--seed", "1", "-o", "table.json"),
    "general battle": ("battle", *GENERAL, *SIMPLE, "--record", "there.jsonl", "--force"),
    "general playtest": ("playtest", *GENERAL, *SIMPLE, *SHORT, "-o", "trial"),
    "go on with a general playtest": (
        *("playtest", *GENERAL, "--games", "8", "--workers", "1", "-o", "general", "--resume"),
    ),
    "general print": ("print", *GENERAL, "--army", "germany", "-o", "there.html", "--force"),
    "general play": POCKET_GENERAL_PLAY,
    "general play to the end": (*POCKET_GENERAL_PLAY, "--record", "played.jsonl"),
    "general campaign": (*POCKET_GENERAL_PLAY, "--army", "germany", "--campaign", "war"),
    "general resume": ("play", *GENERAL, "--resume"),
    "general correct": ("catalog", *GENERAL, "correct", "burma=city"),
    "general reset": ("catalog", *GENERAL, "reset"),
}
# Exports to a folder: many files, and pictures that take seconds to draw. `type_in` does not draw
# them, and not all of their files are tried.
FOLDER_WRITERS: dict[str, tuple[str, ...]] = {
    "export for a table": ("export", "mine", "--format", "tts", "-o", "table", "--force"),
    "export pictures": ("export", "mine", "second", "--format", "pictures", "-o", "p", "--force"),
    "export all tiles": (
        *("catalog", "export", "celts", "--format", "pictures", "-o", "tiles", "--force"),
    ),
    "export data files": ("catalog", "export", "--format", "bsdata", "-o", "data", "--force"),
    "export zipped data files": (
        *("catalog", "export", "--format", "bsdata", "--zipped", "-o", "data", "--force"),
    ),
    "general export": ("export", *GENERAL, "-o", "war", "--force"),
    "general pictures": ("export", *GENERAL, "--format", "pictures", "-o", "war", "--force"),
}
# Searches by battles, as short as they can be.
SEARCH = ("--agent", "random", "--seed", "1", "--workers", "1")
SEARCH_WRITERS: dict[str, tuple[str, ...]] = {
    "improve": (
        *("improve", "mine", *SEARCH, "--steps", "1", "--games", "200"),
        *("-o", "there.json", "--force"),
    ),
    "counter": (
        *("counter", "second", "--army", "celts", *SEARCH, "--games", "100", "--steps", "0"),
        *("-o", "there.json", "--force"),
    ),
    "worth": (
        *("worth", "celts", *SEARCH, "--games", "480", "--points", "30"),
        *("--report", "there.html", "--force"),
    ),
    "demo": ("demo", "demo"),
    "battle campaign": (
        *("battle", *GENERAL, "--campaign", "--agent", "random", "--enemy-agent", "random"),
        *("--seed", "1", "--record", "war.jsonl", "--force"),
    ),
}
# What is typed at the prompts of those that ask.
TYPED = {
    "confirm tiles": "dp=4\nq\n",
    "learn": "1\n" * 200,
    "play to the end": "1\nconcede\nyes\n",
    "play and save": "1\nsave mine.save\nquit\n",
    "resume": "concede\nyes\n",
    "general play to the end": "1\nconcede\nyes\n",
    "general campaign": "1\nconcede\nyes\n1\nconcede\nyes\n",
    "general resume": "concede\nyes\n",
}
# What a command takes away on purpose.
TAKES_AWAY = {
    "remove": ("home/data/lists/mine.json",),
    "remove two": ("home/data/lists/mine.json", "home/data/lists/second.json"),
    "rename": ("home/data/lists/mine.json",),
    "rename onto a removed one": ("home/data/lists/mine.json",),
    "remove an army": ("home/data/catalog/armies/ninja.json",),
    "remove a battle": ("home/data/battles/20260101-120000.jsonl",),
    "general reset": ("home/data/corrections/pocket-general.json",),
    "resume": ("home/data/games/pocket-battles-7.json",),
    "general resume": ("home/data/games/pocket-general-8.json",),
}


class FixedClock(datetime):
    """A clock that always tells the same moment."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "FixedClock":
        return cls(2026, 3, 1, 12, tzinfo=tz)


@cache
def ground() -> Path:
    """A player's folder with something of every kind in it; copy it with `fresh`."""
    folder = scratch("ground")
    files = good_files()

    def done(*words: str, text: str = "") -> None:
        answer = typed(*words, folder=folder, text=text)
        assert answer.status == 0, answer

    done("copy", "union-50", "mine")
    done("edit", "mine", "resize 80")
    done("copy", "celts-60", "second")
    done("copy", "orcs-60", "gone")
    done("remove", "gone")
    done("config", "paper", "letter")
    done("catalog", "correct", "UNI12", "dp=6")
    done("catalog", "correct", "UNI12", "dp=5")
    done("catalog", *GENERAL, "correct", "tanks.mountain=2")
    done("playtest", "romans-60", *SIMPLE, *SHORT, "-o", "kept")
    done("playtest", *GENERAL, *SIMPLE, *SHORT, "-o", "general")
    done("play", "romans-60", "--against", "celts-60", "--seed", "7", text="1\nquit\n")
    done("play", *GENERAL, "--seed", "8", "--enemy-agent", "random", text="1\nquit\n")
    done("battle", "romans-60", "--against", "celts-60", *SIMPLE, "--record", "b.jsonl")
    (folder / "home" / "data" / "battles").mkdir(mode=0o700)
    (folder / "b.jsonl").rename(folder / "home" / "data" / "battles" / "20260101-120000.jsonl")
    done("catalog", "template", "ninja", "-o", "ninja.json")
    done("catalog", "add", "ninja.json")
    done("export", "union-50", "-o", "own.json")
    done("edit", "own.json", "resize 80")
    for name, kind in (("l.txt", "list-text"), ("army.json", "army"), ("union.csv", "table")):
        (folder / name).write_bytes(files[kind])
    broken = json.loads(files["list"])
    broken["points"] = 30
    (folder / "broken.json").write_text(json.dumps(broken), encoding="utf-8")
    for ending in ("json", "html", "csv", "jsonl", "rosz"):
        (folder / f"there.{ending}").write_text("what was there before\n", encoding="utf-8")
    return folder


def fresh(folder: Path) -> Path:
    """`folder`, recreated from the template folder."""
    shutil.rmtree(folder, ignore_errors=True)
    # Links, which are quick: pbbuild never writes into a file that is there.
    shutil.copytree(ground(), folder, copy_function=os.link)
    return folder


def type_in(name: str, folder: Path) -> Answer:
    """What the writer of that name answers in `folder`."""
    # Nobody cuts the power here; to wait for the disk each time would take minutes.
    sync = os.fsync if os.fsync is not REAL_FSYNC else _no_sync
    # Battles are named by the moment they began; a fixed one gives the same files each time.
    words = (WRITERS | FOLDER_WRITERS | SEARCH_WRITERS)[name]
    with (
        patch("os.fsync", sync),
        patch("pbbuild.play.archive.datetime", FixedClock),
        _no_pictures() if name in FOLDER_WRITERS else nullcontext(),
    ):
        return typed(*words, folder=folder, text=TYPED.get(name, "1\n1\nquit\n"))


@contextmanager
def _no_pictures() -> Iterator[None]:
    """Pictures are a few bytes meanwhile."""

    def drawn(faces: Sequence[object], *style: object) -> list[bytes]:
        return [b"picture"] * len(faces)

    boards = {"pictures/board.png": b"board", "pictures/world.png": b"world"}
    with (
        patch("pbbuild.pocket_battles.sheets.tabletop_simulator.face_pngs", drawn),
        patch("pbbuild.pocket_general.sheets.tabletop_simulator.face_pngs", drawn),
        patch(
            "pbbuild.pocket_general.sheets.tabletop_simulator._board_pictures",
            lambda catalog, t: boards,
        ),
    ):
        yield


def _no_sync(handle: int) -> None:
    os.fstat(handle)
