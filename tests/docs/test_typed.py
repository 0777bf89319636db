"""Whoever types a page down gets what it promises: each section, command by command."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli import REPOSITORY
from tests.docs.pages import WRITTEN, blocks_in, commands_in, name_of, sections
from tests.docs.tour import answer as tour_answer
from tests.docs.tour import first_difference, tour
from tests.robustness.inside import Answer, typed

# What a page takes for granted is there, or made before the first command.
CODE = "PBA3-SFRV-WQ4N-XEQY-Y4T5-WS72-8HMM-TV2V"
FILLED = {
    "LIST": "iron-wall", "A": "union-80", "B": "celts-80", "C": "orcs-80", "N": "1",
    "STATE": "table.txt", "CODE": CODE, "NAME": "gift", "ID": "modern-1", "ARMY": "union",
}  # fmt: skip
FILES = {"catalog": "samurai.json", "import": "iron-wall.txt", "replay": "b.jsonl"}
RANDOM = ("--agent", "random", "--enemy-agent", "random")
PLAYTEST = ("playtest", "iron-wall", *RANDOM, "--games", "40", "--workers", "1", "-o", "trial")
BEFORE: dict[str, tuple[tuple[str, ...], ...]] = {
    "docs/lists.md BattleScribe and New Recruit": (("copy", "union-50", "gift"),),
    "docs/README.md Play": (PLAYTEST, ("play", "iron-wall", "--against", "orcs-80")),
    "docs/catalogs.md Catalogs": (("catalog", "template", "samurai", "-o", "samurai.json"),),
    "docs/catalogs.md The files": (("catalog", "template", "samurai", "-o", "samurai.json"),),
    "docs/other-programs.md The page for a phone": (
        ("export", "iron-wall", "--format", "page", "-o", "list.html"),
    ),
    "docs/playtesting.md Playtesting: how good is a list?": (("copy", "iron-wall", "iron-wall-2"),),
    "docs/formats.md `pbbuild-record/1`": (
        ("battle", "union-80", "--against", "celts-80", *RANDOM, "--record", "b.jsonl"),
    ),
    "docs/playing.md How well was it played?": (
        ("battle", "romans-60", "--against", "celts-60", *RANDOM, "--record", "gergovia.jsonl"),
    ),
    "docs/list-format.md Try it": (("export", "union-50", "--format", "json", "-o", "list.json"),),
    "docs/printing.md A roster can be read again": (("print", "iron-wall", "-o", "roster.pdf"),),
}
# What would take minutes: other agents play and count less, unless the page says who plays.
SHORTER: dict[str, tuple[str, ...]] = {
    "playtest": (*RANDOM, "--workers", "1"),
    "compare": ("--agent", "random", "--workers", "1", "--games", "40"),
    "improve": ("--agent", "random", "--workers", "1", "--steps", "1", "--against", "orcs-80"),
    "tournament": ("--agent", "random", "--workers", "1", "--games", "2"),
    "worth": ("--agent", "random", "--workers", "1", "--games", "480"),
    "counter": ("--agent", "random", "--workers", "1", "--steps", "0", "--army", "union"),
    "meta": ("--agent", "random", "--workers", "1", "--games", "2", "--search", "0"),
    "play": ("--enemy-agent", "random"),
}
QUICKER = {"3%": "10%", "random,greedy,search:20": "random,greedy"}
# Their answer may be no, and 1 says so.
NO = (
    *("improve", "counter", "compare", "suggest", "compile --status", "referee table.txt --why"),
    "check iron-wall --pack",
)
# They need other machines, a compiler, minutes, or an agent that is yet to be written.
# The page is served until it is ended (tests/web does that).
LEFT_OUT = re.compile(
    r"--scheduler|pbbuild (compile|demo)$|bold|<|\.\.\. |--help|pbbuild web|--games 3200"
)
SAID = {"play": "quit\n", "edit": "note typed\n", "draft": "UNI10\nUNI22\nquit\n"}
# Where the very PDF matters; elsewhere its page is made, but not typeset.
TYPESET = "A roster can be read again"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a player who has read the README: an army, its versions, a few files."""
    folder = tmp_path_factory.mktemp("ground") / "place"
    folder.mkdir()

    def done(*words: str) -> None:
        answer = typed(*words, folder=folder)
        assert answer.status == 0, answer

    done("new", "--auto", "--points", "80", "--army", "union", "--name", "Iron wall", "--save")
    done("edit", "iron-wall", "note the first")
    done("edit", "iron-wall", "note the second")
    done("export", "iron-wall", "-o", "iron-wall.txt")
    # The last battle of the archive.
    battles = folder / "home/data/battles"
    battles.mkdir(mode=0o700)
    last = battles / "20260101-120000.jsonl"
    done("battle", "iron-wall", "--against", "celts-80", *RANDOM, "--record", str(last))
    (folder / "mine.txt").write_text(" ".join(f"UNI{n:02}" for n in range(1, 27)), "utf-8")
    docs = REPOSITORY / "docs"
    catalogs = (docs / "catalogs.md").read_text("utf-8")
    (trait,) = [block for block in blocks_in(catalogs, "json") if "pbbuild-traits/1" in block]
    (folder / "banzai.json").write_text(trait, "utf-8")
    packs = (docs / "tournament-packs.md").read_text("utf-8")
    (folder / "cup.json").write_text(blocks_in(packs, "json")[0], "utf-8")
    (table,) = [
        block
        for block in blocks_in((docs / "referee.md").read_text("utf-8"), "")
        if block.startswith("pbbuild-board/1")
    ]
    (folder / "table.txt").write_text(table, "utf-8")
    return folder


def filled(line: str) -> list[str]:
    """The words of a command with its blanks filled in."""
    words = shlex.split(line.replace("[", "").replace("]", "").removesuffix("..."))[1:]
    blanks = {**FILLED, "FILE": FILES.get(words[0], "")}
    return [blanks.get(word.removesuffix("..."), word) for word in words]


def is_typed(line: str) -> bool:
    """Whether it is a whole command, not just a name."""
    name = line.split()[1]
    is_bare = line == f"pbbuild {name}" and name not in ("lists", "rules", "config", "new")
    return not is_bare and not LEFT_OUT.search(line)


def shorter(words: list[str]) -> list[str]:
    """The same with less to do."""
    quick = [QUICKER.get(word, word) for word in words]
    more = () if "--resume" in words else SHORTER.get(words[0], ())
    named = {*words, *(("--agent",) if "--agents" in words else ())}
    if "--level" in words:
        named.add("--enemy-agent")
    for option, value in zip(more[::2], more[1::2], strict=True):
        quick += [option, value] if option not in named else []
    return quick


def answered(words: list[str], folder: Path) -> Answer:
    answer = typed(*words, folder=folder, text=SAID.get(words[0], ""))
    answer.require_clean()
    return answer


SECTIONS = [
    pytest.param(page, heading, text, id=f"{name_of(page)} {heading}")
    for page in WRITTEN
    for heading, text in sections(page)
    # The tour is typed and compared to the letter in test_tour.py.
    if heading != "A tour" and any(is_typed(line) for line in commands_in(text))
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "heading", "text"), SECTIONS)
def test_each_command_of_a_section_works_as_it_stands(
    page: Path,
    heading: str,
    text: str,
    ground: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "place"
    shutil.copytree(ground, folder)
    monkeypatch.setenv("HOME", str(folder))
    if heading != TYPESET:
        monkeypatch.setattr("pbbuild.page.printables.pdf", lambda *page, **how: b"%PDF-")
    for prepared in BEFORE.get(f"{name_of(page)} {heading}", ()):
        assert answered(shorter(list(prepared)), folder).status == 0
    for line in filter(is_typed, commands_in(text)):
        words = shorter(filled(line))
        answer = answered(words, folder)
        allowed = (0, 1) if " ".join(words).startswith(NO) else (0,)
        assert answer.status in allowed, f"{line}\n{answer}"
    for one in tour(text):
        if one.shown:
            missing = first_difference(one.shown, tour_answer(one, folder)[1])
            assert not missing, f"{one.command}\nshould say: {missing}"


# Each kind of file that is shown: where it is put, and what reads it there.
READERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "pbbuild-list/1": ("list.json", ("check", "list.json")),
    "pbbuild-pack/1": ("cup.json", ("check", "celts-60", "--pack", "cup.json")),
    "pbbuild-army/1": ("army.json", ("catalog", "check", "army.json")),
    "pbbuild-traits/1": ("traits.json", ("catalog", "check", "traits.json")),
    "pbbuild-state/1": ("state.json", ("referee", "state.json")),
    "pbbuild-general-corrections/1": (
        "home/data/corrections/pocket-general.json",
        ("catalog", "--game", "pocket-general", "show"),
    ),
}


def test_the_files_shown_are_files_that_can_be_read(tmp_path: Path) -> None:
    seen = set()
    for page in WRITTEN:
        for block in blocks_in(page.read_text("utf-8"), "json"):
            if kind := json.loads(block).get("format"):
                place, words = READERS[kind]
                (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / place).write_text(block, encoding="utf-8")
                answer = typed(*words, folder=tmp_path)
                assert (answer.status, answer.err) == (0, ""), f"{page.name}\n{answer}"
                seen.add(kind)
    assert seen == set(READERS)


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_files_of_ours_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folders = r"scripts|benchmarks|tests|pbbuild|templates|catalog/(?:pocket_\w+|schema|shared)"
    named = re.findall(rf"`((?:{folders})/[\w./*-]+)", text)
    assert not [name for name in named if not any(REPOSITORY.glob(name))]


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_modules_that_a_page_names_are_there(page: Path) -> None:
    """Also where a page leaves out the folder: `core/state.py`, `history.py` beside another."""
    named = set(re.findall(r"`([a-z_]\w*(?:/\w+)*\.py)`", page.read_text(encoding="utf-8")))
    files = {path.as_posix() for top in ("pbbuild", "tests", "benchmarks") for path in ours(top)}
    assert not [name for name in named if not any(file.endswith(f"/{name}") for file in files)]


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_modules_in_a_table_are_in_the_folder_named_before_it(page: Path) -> None:
    folder = None
    is_table = False
    missing = []
    for line in page.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            is_table = False
            for name in re.findall(r"`(pbbuild/[\w/]+)`", line):
                folder = REPOSITORY / name
        elif line.startswith("| module"):
            is_table = True
        elif is_table and folder:
            named = re.findall(r"`([\w/]+\.py)`", line.split("|")[1])
            missing += [name for name in named if not (folder / name).is_file()]
    assert not missing


def ours(top: str) -> list[Path]:
    """The modules below a folder of the repository."""
    return list((REPOSITORY / top).rglob("*.py"))
