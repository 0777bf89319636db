"""Random edit scripts: valid after each command, undone to the byte, all versions kept."""

import json
import os
import random
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbbuild.base.places import shipped
from pbbuild.errors import ListError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.edit_language import EDIT_WORDS
from pbbuild.pocket_battles.lists.edit_saved import revise
from pbbuild.pocket_battles.lists.history import history_of
from pbbuild.pocket_battles.lists.list_file import list_text, parse_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import save_new
from tests.pocket_battles.lists.random_lists import random_list
from tests.tiers import tries

CATALOG = load_catalog()
SCHEMA = json.loads((shipped("catalog") / "schema" / "list-1.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
NOTES = ("plain", "two words", '"a; b"', "Bob's", "àèìòù ✓", "x" * 200, "<b>")


def random_edit(chance: random.Random, army_list: ArmyList) -> str:
    """Mostly sensible, sometimes wrong."""
    fielded = list(army_list.troops) or ["UNI01"]
    army = CATALOG.armies[army_list.army]
    free = [troop.code for troop in army.troops if troop.code not in fielded] or fielded
    unit = chance.randint(1, len(army_list.units) + 1)
    tile = chance.choice(fielded)
    home = next((n for n, u in enumerate(army_list.units, 1) if tile in u.troops), 1)
    word = chance.choice([*EDIT_WORDS, "add", "add", "move", "remove"])
    return {
        "add": f"add {chance.choice(free)} to {chance.choice([unit, 'new'])}",
        "remove": f"remove {tile}",
        "move": f"move {tile} to {chance.choice([unit, 'new'])}",
        "swap": f"swap {tile} for {chance.choice(free)}",
        "merge": f"merge {unit} {chance.randint(1, 4)}",
        "split": f"split {home} {tile}",
        "top": f"top {tile}",
        "name": f"name {unit} {chance.choice(NOTES)}",
        "rename": f"rename {chance.choice(NOTES)}",
        "resize": f"resize {chance.choice([50, 80, 100, 0, 7])}",
        "edition": f"edition {chance.choice([*CATALOG.editions, 'nothing'])}",
        "note": f"note {chance.choice(NOTES)}",
        "plan": f"plan {unit} {chance.choice(['left front 2', 'cr', '', 'nowhere'])}",
        "undo": "undo",
        "redo": "redo",
    }[word]


def run_script(seed: int) -> tuple[int, int]:
    """Play one script; how many commands were carried out, how many refused."""
    chance = random.Random(seed)
    army = chance.choice(list(CATALOG.armies.values()))
    first = with_tile_values(random_list(chance, CATALOG, army, 60), CATALOG)
    path = save_new(first, f"script {seed}")
    seen = [path.read_bytes()]
    done = refused = 0
    for _ in range(chance.randint(2, 6)):
        now = parse_list(path.read_text(), str(path))
        edits = [random_edit(chance, now) for _ in range(chance.choice([1, 1, 1, 2, 3]))]
        before, versions = path.read_bytes(), len(history_of(path).versions)
        try:
            revised = revise(
                path, ["; ".join(edits)], CATALOG, lambda a: with_tile_values(a, CATALOG)
            )
        except ListError:
            refused += 1
            assert path.read_bytes() == before
            assert len(history_of(path).versions) == versions
            continue
        done += 1
        after = path.read_bytes()
        assert parse_list(after.decode(), "") == revised.after
        assert VALIDATOR.is_valid(json.loads(after))
        assert list_text(revised.after).encode() == after
        seen.append(after)
        if after == before:
            continue
        if not any(word in edits for word in ("undo", "redo")):
            revise(path, ["undo"], CATALOG)
            assert path.read_bytes() == before
            revise(path, ["redo"], CATALOG)
            assert path.read_bytes() == after
    kept = {v.content for v in history_of(path).versions}
    assert set(seen) <= kept
    assert not history_of(path).damaged
    return done, refused


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PBBUILD_LISTS", raising=False)
    # Thousands of saves wait long for the disk; that it is asked is tested elsewhere.
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def test_random_scripts_keep_every_version_and_undo_to_the_byte() -> None:
    played = [run_script(seed) for seed in range(tries(60, 6))]
    assert sum(done for done, _ in played) > tries(60, 5)
    assert sum(refused for _, refused in played) > tries(20, 0)


@pytest.mark.slow
def test_hundreds_of_random_scripts() -> None:
    played = [run_script(seed) for seed in range(1000, 1000 + tries(300, most=1000))]
    assert sum(done for done, _ in played) > len(played)
