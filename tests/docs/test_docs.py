"""The documentation speaks of commands, options and pages that are there."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from pbbuild.base.rooms import game_named, load_target, room_of
from pbbuild.commands import COMMANDS
from pbbuild.terminal.app import pop_option
from tests.cli import REPOSITORY, run
from tests.docs.pages import PAGES, WRITTEN, blocks_in, commands_in

TARGETS = {entry.name: entry.target for entry in COMMANDS}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_commands_and_options_named_in_a_page_exist(page: Path) -> None:
    for line in commands_in(page.read_text(encoding="utf-8")):
        if not line.startswith("pbbuild ") or line.startswith("pbbuild -"):
            continue
        game, words = pop_option(shlex.split(line)[1:])
        others = room_of(game_named(game)).commands if game else {}
        if words[0].startswith("-") or not re.fullmatch(r"[a-z]+", words[0]):
            continue
        target = others.get(words[0]) or TARGETS.get(words[0])
        assert target, line
        command = load_target(target)
        if isinstance(command, click.Group) and len(words) > 1:
            command = command.get_command(click.Context(command), words[1])
            assert command, line
        options = {
            option
            for parameter in command.params
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        named = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert named <= options | {"-h", "--help"}, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)?(?:#([^)]+))?\)", text):
        name, anchor = target
        linked = page.parent / name if name else page
        assert linked.exists(), f"{page.name}: {name}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in headings}
            assert anchor in slugs, f"{page.name}: #{anchor}"


def test_the_index_names_every_page() -> None:
    index = (REPOSITORY / "docs/README.md").read_text(encoding="utf-8")
    for page in (REPOSITORY / "docs").glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page.name


def test_the_architecture_names_every_folder_and_its_paths_exist() -> None:
    page = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
    folders = {file.parent.name for file in (REPOSITORY / "pbbuild").rglob("*.py")}
    assert [name for name in sorted(folders) if not re.search(rf"\b{name}\b", page)] == []
    paths = set(re.findall(r"`((?:pbbuild|catalog|templates|tests|docs|scripts)/[\w./-]+)`", page))
    assert len(paths) > 50
    assert [path for path in sorted(paths) if not (REPOSITORY / path).exists()] == []


def test_the_trait_of_the_docs_can_be_added_and_given_to_a_tile(tmp_path: Path) -> None:
    text = (REPOSITORY / "docs/catalogs.md").read_text(encoding="utf-8")
    (trait,) = [block for block in blocks_in(text, "json") if "pbbuild-traits/1" in block]
    (tmp_path / "banzai.json").write_text(trait, encoding="utf-8")
    assert run("catalog", "add", "banzai.json", folder=tmp_path).returncode == 0
    done = run("catalog", "correct", "UNI18", "traits=banzai", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = json.loads(run("catalog", "show", "UNI18", "--json", folder=tmp_path).stdout)
    assert "banzai" in json.dumps(shown)


def test_a_tile_is_corrected_as_the_docs_say(tmp_path: Path) -> None:
    words = ["correct", "UNI12", "dp=5", "wp=2", "black=2 3", "white=6", "traits=fast"]
    assert run("catalog", *words, folder=tmp_path).returncode == 0
    assert "traits" in run("catalog", "diff", folder=tmp_path).stdout


@pytest.mark.slow
def test_battle_37_repeats_itself(tmp_path: Path) -> None:
    words = ["--against", "confederacy-50", "--seed", "1", "--games", "40", "--agent", "greedy"]
    run("playtest", "union-50", *words, "-o", "trial", folder=tmp_path)
    run("playtest", "union-50", *words, "-o", "again", "--workers", "1", folder=tmp_path)
    first = run("replay", "trial:37", "--record", "37.jsonl", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    run("replay", "again:37", "--record", "37-again.jsonl", folder=tmp_path)
    kept = (tmp_path / "37.jsonl").read_bytes()
    assert kept == (tmp_path / "37-again.jsonl").read_bytes()
    assert run("replay", "37.jsonl", "--verify", folder=tmp_path).returncode == 0
    assert run("replay", "trial:37", "--record", "37.jsonl", folder=tmp_path).returncode == 2
    assert (tmp_path / "37.jsonl").read_bytes() == kept


@pytest.mark.slow
def test_the_sheet_for_the_opponent_keeps_the_rest_to_itself(tmp_path: Path) -> None:
    import pypdf

    run("print", "union-50", "--what", "opponent", "-o", "o.pdf", folder=tmp_path)
    reader = pypdf.PdfReader(tmp_path / "o.pdf")
    text = "".join(page.extract_text() for page in reader.pages)
    units = json.loads(run("export", "union-50", "--format", "json", folder=tmp_path).stdout)
    below = [code for unit in units["units"] for code in unit["troops"][1:]]
    assert len(below) > 3
    assert not [code for code in below if code in text]
    heights = [len(unit["troops"]) for unit in units["units"]]
    assert [int(count) for count in re.findall(r"Stack \d+ · (\d+) tile", text)] == heights
    assert all(unit["troops"][0] in text for unit in units["units"])
    assert not reader.attachments


def test_the_agent_of_the_docs_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbbuild.play.agents import registry
    from pbbuild.pocket_battles.lists.find import find_list
    from pbbuild.pocket_battles.playtest.series import Plan, play_block

    text = (REPOSITORY / "docs/agents.md").read_text(encoding="utf-8")
    entries = tomllib.loads(*blocks_in(text, "toml"))["project"]["entry-points"][
        registry.ENTRY_POINT_GROUP
    ]
    installed = tmp_path / "bold_agent-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: bold-agent\nVersion: 1.0\n")
    lines = [f"{name} = {target}" for name, target in entries.items()]
    (installed / "entry_points.txt").write_text(
        "\n".join([f"[{registry.ENTRY_POINT_GROUP}]", *lines])
    )
    (tmp_path / "bold_agent.py").write_text("\n".join(blocks_in(text, "python")), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    # Entry points are read once; here they are read again for a package that came later.
    monkeypatch.setattr(registry, "_entries", registry._entries.__wrapped__)
    ours, theirs = (find_list(name).army_list for name in ("union-50", "confederacy-50"))
    totals = play_block(Plan(ours, (theirs,), "bold", "random", 1), 0, 2)
    assert not totals.errors
    assert totals.pairs.count == 2
