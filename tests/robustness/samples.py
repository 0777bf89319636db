"""One good file of every kind that pbbuild reads, and the commands that read it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from pbbuild.base.places import shipped
from tests.robustness.inside import Answer, scratch, typed
from tests.states import DRAWN


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: where it lies in the player's folder, and what reads it."""

    name: str
    place: str
    commands: tuple[tuple[str, ...], ...]
    stdin: str = ""


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "list",
            "a.json",
            (
                *(("check", "a.json"), ("show", "a.json"), ("share", "a.json")),
                *(("diff", "a.json", "union-50"), ("export", "a.json")),
            ),
        ),
        Kind("printed-list", "a.json", (("print", "a.json", "-o", "made.html", "--force"),)),
        Kind(
            "saved-list",
            "home/data/lists/mine.json",
            (("lists",), ("check", "mine"), ("history", "mine"), ()),
        ),
        Kind(
            "version",
            "home/data/history/list-mine/000001.json",
            (("history", "mine"), ("restore", "mine"), ("lists", "--removed")),
        ),
        Kind("draft", "draft.json", (("draft", "--resume", "draft.json"),), "quit\n"),
        Kind("army", "army.json", (("catalog", "check", "army.json"),)),
        Kind(
            "added-army",
            "army.json",
            (("catalog", "add", "army.json", "--replace"), ("catalog", "show", "samurai")),
        ),
        Kind("traits", "traits.json", (("catalog", "check", "traits.json"),)),
        Kind(
            "corrections",
            "home/data/catalog/corrections.json",
            (("show", "union-50"), ("catalog", "diff")),
        ),
        Kind("config", "home/config/config.json", (("config",), ("lists",))),
        Kind("table", "union.csv", (("catalog", "import", "union.csv"),)),
        Kind("list-table", "l.csv", (("import", "l.csv", "-o", "made.json", "--force"),)),
        Kind("list-text", "l.txt", (("import", "l.txt", "-o", "made.json", "--force"),)),
        Kind("list-page", "l.html", (("import", "l.html", "-o", "made.json", "--force"),)),
        Kind("roster", "l.ros", (("import", "l.ros", "-o", "made.json", "--force"),)),
        Kind("pdf", "l.pdf", (("import", "l.pdf", "-o", "made.json", "--force"),)),
        Kind(
            "record",
            "b.jsonl",
            (
                *(("replay", "b.jsonl", "--verify"), ("replay", "b.jsonl")),
                ("print", "--what", "report", "b.jsonl", "-o", "made.html", "--force"),
            ),
        ),
        Kind(
            "pocket-general-record",
            "g.jsonl",
            (("replay", "g.jsonl", "--verify"), ("replay", "g.jsonl")),
        ),
        Kind("state", "s.json", (("referee", "s.json"),)),
        Kind("board", "s.txt", (("referee", "s.txt"),)),
        Kind("run", "trial/run.json", (("replay", "trial:1", "--verify"),)),
        Kind(
            "resumed-run",
            "trial/run.json",
            (("playtest", "-o", "trial", "--resume", "--games", "6", "--workers", "1"),),
        ),
        Kind("pocket-general-run", "war/run.json", (("replay", "war:1", "--verify"),)),
        Kind("save", "save.json", (("play", "--resume", "save.json"),), "quit\n"),
        Kind("pocket-general-state", "g.json", (("referee", "g.json"),)),
        Kind(
            "pocket-general-save",
            "g-save.json",
            (("play", "--game", "pocket-general", "--resume", "g-save.json"),),
            "quit\n",
        ),
        Kind(
            "pocket-general-corrections",
            "home/data/corrections/pocket-general.json",
            (("odds", "--game", "pocket-general", "city", "--units", "tanks,air"),),
        ),
        Kind(
            "campaign",
            "home/data/campaigns/pacific.json",
            (("play", "--game", "pocket-general", "--campaign", "pacific"),),
            "quit\n",
        ),
        Kind(
            "logged-battle",
            "home/data/battles/20260101-120000.json",
            (("battles",), ("battles", "--json"), ("lists",)),
        ),
        Kind("learned", "home/data/learn.json", (("learn", "--list"),)),
        Kind("pack", "pack.json", (("check", "celts-60", "--pack", "pack.json"),)),
        Kind("own-tiles", "own.txt", (("new", "--auto", "--points", "50", "--own", "own.txt"),)),
    )
}

STATE = {
    "format": "pbbuild-state/1",
    "edition": "modern-1",
    "size": 50,
    "round": 2,
    "decision": "turn",
    "sides": {
        "A": {
            "unused": 3,
            "units": [{"id": "a1", "zone": "left A front", "orders": 1, "troops": ["UNI10"]}],
        },
        "B": {"unused": 5, "units": [{"id": "b1", "zone": "left B front", "troops": ["CON09"]}]},
    },
}
POCKET_GENERAL_STATE = {
    "format": "pbbuild-state/1",
    "game": "pocket-general-ww2",
    "turn": 2,
    "first": "A",
    "decider": "A",
    "decision": "place",
    "variant": {"fast": False, "bonus": False},
    "hexes": ["pacific", "korea", "saint-lo"],
    "sides": {
        "A": {
            "nation": "germany",
            "recruited": ["tanks", "navy"],
            "placed": [["air"], [], []],
            "theater_a": ["atlantic", None, None, "alps"],
            "turned": ["atlantic"],
        },
        "B": {"nation": "russia", "recruited": ["infantry"]},
    },
}
CAMPAIGN = {
    "format": "pbbuild-campaign/1",
    "game": "pocket-general-ww2",
    "games": [
        {"axis": "germany", "allies": "russia", "winner": "axis", "reason": "capitulation"},
        {"axis": "japan", "allies": "united-states", "winner": None, "reason": "turn-limit"},
    ],
    "chosen": {"axis": "germany"},
}

PACK = {
    "format": "pbbuild-pack/1",
    "name": "Autumn Cup",
    "sizes": [60, 80],
    "armies": ["celts", "union"],
    "limits": [{"tile": "UNI25", "most": 0}, {"trait": "shooting", "most": 2}],
    "waivers": [{"id": "no-borders", "text": "No border tiles."}],
    "note": "Five rounds.",
}


@cache
def good_files() -> dict[str, bytes]:
    """The bytes of a good file of every kind, made by pbbuild itself."""
    folder = scratch("samples")

    def done(*words: str, text: str = "") -> Answer:
        answer = typed(*words, folder=folder, text=text)
        assert answer.status == 0, answer
        return answer

    simple = ("--agent", "random", "--enemy-agent", "random", "--seed", "1")
    done("copy", "union-50", "mine")
    done("catalog", "correct", "UNI12", "dp=6", "black=2 3", "traits=fast")
    done("config", "language", "en")
    done("config", "paper", "letter")
    for name in ("l.csv", "l.txt", "l.html", "l.ros", "l.pdf"):
        done("export", "celts-60", "-o", name)
    done("catalog", "export", "union", "-o", "union.csv")
    done("battle", "romans-60", "--against", "celts-60", *simple, "--record", "b.jsonl")
    done("battle", "--game", "pocket-general", *simple, "--record", "g.jsonl")
    done("playtest", "romans-60", *simple, "--games", "4", "--workers", "1", "-o", "trial")
    done("play", "romans-60", "--against", "celts-60", "--seed", "3", text="1\n1\nquit\n")
    done("draft", "union", "--points", "50", "--seed", "1", text="\n\nquit\n")
    general = ("--game", "pocket-general")
    done("play", *general, "--seed", "3", text="1\n1\n1\nquit\n")
    done("playtest", *general, *simple, "--games", "4", "--workers", "1", "-o", "war")
    done("catalog", *general, "correct", "die=-2,-1,0,1,2,3", "tanks.mountain=2", "burma=city")
    done("catalog", "template", "samurai", "-o", "army.json")
    done("log", "mine", "orcs", "--won", "--rounds", "3", "--points", "30", "12")
    (saved,) = (folder / "home/data/games").glob("pocket-battles-*.json")
    (logged,) = (folder / "home/data/battles").glob("*.json")
    (saved_pocket_general,) = (folder / "home/data/games").glob("pocket-general-*.json")
    read: dict[str, Callable[[], bytes]] = {
        "printed-list": lambda: (
            shipped("catalog") / "pocket_battles/lists/union-50.json"
        ).read_bytes(),
        "list": lambda: (shipped("catalog") / "pocket_battles/lists/union-50.json").read_bytes(),
        "added-army": lambda: (folder / "army.json").read_bytes(),
        "pack": lambda: json.dumps(PACK).encode(),
        "traits": lambda: json.dumps({"format": "pbbuild-traits/1", "traits": [TRAIT]}).encode(),
        "state": lambda: json.dumps(STATE).encode(),
        "board": DRAWN.encode,
        "draft": (folder / "home/data/games/draft-1.json").read_bytes,
        "save": saved.read_bytes,
        "pocket-general-state": lambda: json.dumps(POCKET_GENERAL_STATE).encode(),
        "pocket-general-save": saved_pocket_general.read_bytes,
        "logged-battle": logged.read_bytes,
        "learned": lambda: json.dumps(
            {"format": "pbbuild-learned/1", "finished": ["orders"]}
        ).encode(),
        "campaign": lambda: json.dumps(CAMPAIGN).encode(),
        "own-tiles": lambda: " ".join(f"UNI{number:02}" for number in range(1, 31)).encode(),
    }
    return {
        name: read[name]() if name in read else (folder / kind.place).read_bytes()
        for name, kind in KINDS.items()
    }


TRAIT = {
    "id": "banzai",
    "name": {"en": "Banzai", "it": "Banzai"},
    "line": {"en": "Charge dice +2.", "it": "Dadi di carica +2."},
    "text": {"en": "Two more dice when it charges.", "it": "Due dadi in più quando carica."},
    "effects": [{"kind": "charge-dice", "value": 2}],
}
