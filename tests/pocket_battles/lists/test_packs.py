"""Tournament packs: what they forbid, the smallest fix, lists built and printed for them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbbuild.errors import ListError
from pbbuild.page.style import Style
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.list_file import list_text, parse_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES
from pbbuild.pocket_battles.lists.pack import Pack, pack_of, read_pack
from pbbuild.pocket_battles.rules.army import check, is_legal
from pbbuild.pocket_battles.rules.fixes import fixes_for
from pbbuild.pocket_battles.sheets.roster.layout import roster_sheet
from pbbuild.pocket_battles.sheets.roster.lines import roster_lines
from pbbuild.text.translate import Translator
from tests.cli import run as pbbuild
from tests.refusals import refused_with

CATALOG = load_catalog()
UNION = find_list("union-80").army_list


def pack(**keys: Any) -> Pack:
    return pack_of({"format": "pbbuild-pack/1", "name": "Cup", **keys})


def limit(most: int, **subject: str) -> Pack:
    return pack(limits=[{**subject, "most": most}])


def errors(allowed: Pack) -> list[str]:
    found = check(UNION.for_pack(allowed), CATALOG)
    return [finding.code for finding in found if finding.is_error]


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        pytest.param(pack(), [], id="nothing is limited"),
        pytest.param(pack(sizes=[80], armies=["union"]), [], id="its size and army"),
        pytest.param(pack(sizes=[60, 100]), ["pack-size"], id="another size"),
        pytest.param(pack(armies=["orcs"]), ["pack-army"], id="another army"),
        pytest.param(limit(0, tile="UNI25"), ["pack-forbidden"], id="a tile by its code"),
        pytest.param(limit(0, tile="iron brigade"), ["pack-forbidden"], id="a tile by its name"),
        pytest.param(limit(3, type="gun"), [], id="as many guns as there are"),
        pytest.param(limit(2, type="gun"), ["pack-limit"], id="a gun too many"),
        pytest.param(limit(3, trait="shooting"), ["pack-limit"], id="a trait with any number"),
        pytest.param(limit(4, trait="shooting+3"), [], id="a trait with one number"),
    ],
)
def test_a_list_is_measured_by_its_pack(allowed: Pack, expected: list[str]) -> None:
    assert errors(allowed) == expected
    assert is_legal(UNION.for_pack(allowed), CATALOG) is not bool(expected)


def test_each_fix_of_a_limit_removes_just_the_excess_of_that_limit() -> None:
    limits = [{"trait": "shooting", "most": 2}, {"type": "gun", "most": 1}]
    listed = UNION.for_pack(pack(limits=limits))
    shooting = next(
        finding
        for finding in check(listed, CATALOG)
        if finding.values.get("limit") == "trait shooting"
    )
    fixes = fixes_for(listed, CATALOG, shooting)

    assert fixes
    assert fixes[0].touched == shooting.values["amount"] == 2
    for fix in fixes:
        after = edit_list(listed, fix.edits, CATALOG).army_list
        left = [finding.values.get("limit") for finding in check(after, CATALOG)]
        assert "trait shooting" not in left


def test_a_list_of_another_size_is_resized_to_one_that_holds_it() -> None:
    listed = UNION.for_pack(pack(sizes=[60, 100]))
    [finding] = [finding for finding in check(listed, CATALOG) if finding.is_error]

    assert [fix.edits for fix in fixes_for(listed, CATALOG, finding)] == [("resize 100",)]


def test_house_rules_count_only_where_the_pack_has_them() -> None:
    mixed = replace(UNION, waivers=(MIXED_ARMIES,))

    def found(allowed: Pack) -> list[str]:
        return [finding.code for finding in check(mixed.for_pack(allowed), CATALOG)]

    assert "pack-waiver" in found(pack())
    assert "pack-waiver" not in found(pack(waivers=[{"id": MIXED_ARMIES}]))
    named = found(pack(waivers=[{"id": MIXED_ARMIES}, {"id": "no-borders", "text": "None."}]))
    assert "pack-house-rule" in named
    assert "unknown-waiver" not in named


def test_a_list_carries_its_pack_through_its_file() -> None:
    listed = UNION.for_pack(pack(limits=[{"type": "gun", "most": 1}], sizes=[80], note="Hi."))

    assert parse_list(list_text(listed), "x") == listed


def test_a_broken_pack_inside_a_list_is_refused_with_its_place() -> None:
    document = json.loads(list_text(UNION))
    document["pack"] = {"format": "pbbuild-pack/1", "name": "Cup", "limits": [{"most": -1}]}

    with pytest.raises(ListError) as refusal:
        parse_list(json.dumps(document), "x")
    assert refusal.value.problems[0].pointer == "/pack/limits/0/most"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"armies": ["unoin"]}, "pack.unknown"),
        ({"limits": [{"trait": "zzzzz", "most": 1}]}, "pack.unknown-nor-near"),
        ({"limits": [{"type": "cannon", "most": 1}]}, "pack.unknown-type"),
        ({"limits": [{"tile": "UNI25", "type": "gun", "most": 1}]}, "pack.one-subject"),
        ({"limits": [{"most": 1}]}, "pack.one-subject"),
        ({"sizes": [85]}, "check.size-not-in-tens"),
        # A misspelt key would lift all its limits.
        ({"limit": [{"type": "gun", "most": 0}]}, "catalog.unknown-key"),
        ({"rounds": 5}, "catalog.unknown-key-nor-near"),
    ],
)
def test_what_a_pack_file_gets_wrong_is_named(
    tmp_path: Path, keys: dict[str, Any], code: str
) -> None:
    path = tmp_path / "cup.json"
    path.write_text(json.dumps({"format": "pbbuild-pack/1", "name": "Cup", **keys}))

    with pytest.raises(ListError) as refusal:
        read_pack(path, CATALOG)
    assert refusal.value.code == "not-a-pack"
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_a_pack_file_is_told_all_its_mistakes_at_once_and_each_once(tmp_path: Path) -> None:
    path = tmp_path / "cup.json"
    document = {
        "format": "pbbuild-pack/1",
        "name": "Cup",
        "sizes": [60, 85, "x"],
        "armies": ["Celts", 5],
        "limits": [{"tile": "iron brigde", "most": -1}, {"trait": "fast"}, {"most": 1}],
        "waiver": [],
    }
    path.write_text(json.dumps(document))

    with pytest.raises(ListError) as refusal:
        read_pack(path, CATALOG)
    found = refusal.value.problems
    assert sorted(problem.pointer for problem in found) == [
        "/armies/0",
        "/armies/1",
        "/limits/0/most",
        "/limits/0/tile",
        "/limits/1",
        "/limits/2",
        "/sizes/1",
        "/sizes/2",
        "/waiver",
    ]
    near = next(problem.values["near"] for problem in found if problem.pointer == "/limits/0/tile")
    assert isinstance(near, tuple)
    assert near[0] == "Iron Brigade"


@pytest.mark.parametrize("value", [[], 5, {"limits": {}, "sizes": 5, "armies": None}, {}])
def test_a_pack_of_any_shape_is_refused_without_an_error(tmp_path: Path, value: Any) -> None:
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(value))

    with pytest.raises(ListError):
        read_pack(path, CATALOG)


def test_the_builder_keeps_to_the_limits() -> None:
    limits = [{"type": "gun", "most": 1}, {"tile": "Iron Brigade", "most": 0}]
    allowed = pack(limits=limits, sizes=[60])
    task = BuildTask("union", 60, style="shooting", pack=allowed)
    built = build(task, CATALOG).army_list
    free = build(replace(task, pack=None), CATALOG).army_list

    def guns(codes: tuple[str, ...]) -> int:
        return sum(CATALOG.troop(code).type == "gun" for code in codes)

    assert guns(built.troops) <= 1 < guns(free.troops)
    assert not any(CATALOG.troop(code).name == "Iron Brigade" for code in built.troops)
    assert is_legal(built, CATALOG)
    assert built.pack == allowed
    with refused_with("pack.size"):
        build(replace(task, points=80), CATALOG)
    with refused_with("pack.army"):
        build(replace(task, army="orcs", pack=pack(armies=["union"])), CATALOG)
    with refused_with("pack.include-over"):
        build(replace(task, include=("UNI25",)), CATALOG)


def test_the_roster_prints_the_pack() -> None:
    rules = [{"id": "no-borders", "text": "No border tiles."}]
    limits = [{"trait": "shooting", "most": 9}, {"tile": "UNI25", "most": 0}]
    listed = UNION.for_pack(pack(limits=limits, waivers=rules))
    t = Translator("en")
    lines = "\n".join(roster_lines(roster_sheet(listed, CATALOG, Style(), t), t, False))

    assert "Cup" in lines
    assert "No border tiles." in lines
    assert "≤\N{NO-BREAK SPACE}9 tiles with Shooting" in lines
    assert "no UNI25 Iron Brigade" in lines


def test_check_and_new_take_a_pack(tmp_path: Path) -> None:
    document = {
        "format": "pbbuild-pack/1",
        "name": "Autumn Cup",
        "sizes": [60, 80],
        "limits": [{"type": "gun", "most": 1}],
    }
    (tmp_path / "cup.json").write_text(json.dumps(document))
    told = pbbuild("check", "union-80", "--pack", "cup.json", folder=tmp_path)
    assert told.returncode == 1
    assert "Autumn Cup’s limit for tiles of type gun is 1; this list has 3" in told.stdout
    assert "--pack cup.json --fix" in told.stderr
    assert "remove UNI11" in told.stdout
    words = ("check", "union-80", "--pack", "cup.json", "--fix", "-o", "fixed.json")
    assert pbbuild(*words, folder=tmp_path).returncode == 0
    # The list carries the pack.
    assert "pack" in json.loads((tmp_path / "fixed.json").read_text())
    assert pbbuild("check", "fixed.json", folder=tmp_path).returncode == 0
    built = pbbuild("new", "--auto", "--pack", "cup.json", "--json", folder=tmp_path)
    answer = json.loads(built.stdout)
    assert answer["points"] == 80
    assert "--pack cup.json" in answer["built"]["command"]
