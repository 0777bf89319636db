"""The edit language: every word, every refusal, all or nothing."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbbuild.errors import ListError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.edit_language import EDIT_WORDS, quoted, read_edits, usage_of
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.list_file import list_text, parse_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.pocket_battles.builder.toybox import catalog, union
from tests.tiers import tries

CATALOG = catalog()


def stacks(army_list: ArmyList) -> list[tuple[str, ...]]:
    return [unit.troops for unit in army_list.units]


def edited(*scripts: str) -> ArmyList:
    before = union(("UNI01",), ("UNI02", "UNI03", "UNI04"))
    return edit_list(before, scripts, CATALOG).army_list


@pytest.mark.parametrize(
    ("script", "after"),
    [
        pytest.param("add UNI05 to 1", [("UNI01", "UNI05"), ("UNI02", "UNI03", "UNI04")], id="add"),
        pytest.param(
            "add uni5 UNI06 to new",
            [("UNI01",), ("UNI02", "UNI03", "UNI04"), ("UNI05", "UNI06")],
            id="add as a unit of its own",
        ),
        pytest.param(
            "add UNI05", [("UNI01",), ("UNI02", "UNI03", "UNI04"), ("UNI05",)], id="new by default"
        ),
        pytest.param("remove UNI03", [("UNI01",), ("UNI02", "UNI04")], id="remove"),
        pytest.param("remove UNI01", [("UNI02", "UNI03", "UNI04")], id="an empty unit goes"),
        pytest.param("move UNI01 to 2", [("UNI02", "UNI03", "UNI04", "UNI01")], id="move"),
        pytest.param(
            "move UNI03 to new", [("UNI01",), ("UNI02", "UNI04"), ("UNI03",)], id="move to new"
        ),
        pytest.param(
            "swap UNI03 for UNI09", [("UNI01",), ("UNI02", "UNI09", "UNI04")], id="swap in place"
        ),
        pytest.param("merge 2 1", [("UNI02", "UNI03", "UNI04", "UNI01")], id="merge"),
        pytest.param(
            "split 2 UNI02 UNI04", [("UNI01",), ("UNI03",), ("UNI02", "UNI04")], id="split"
        ),
        pytest.param("top UNI04", [("UNI01",), ("UNI04", "UNI02", "UNI03")], id="top"),
        pytest.param(
            "remove UNI01; add UNI07 to 1; top UNI07",
            [("UNI07", "UNI02", "UNI03", "UNI04")],
            id="later edits see earlier ones",
        ),
    ],
)
def test_each_word_does_its_work(script: str, after: list[tuple[str, ...]]) -> None:
    assert stacks(edited(script)) == after


def test_texts_and_numbers_are_set() -> None:
    after = edited('rename "Guns; and roses"', "resize 80; note Bob's list", "name 2 The wall")
    assert (after.name, after.points, after.note) == ("Guns; and roses", 80, "Bob's list")
    assert after.units[1].name == "The wall"


def test_what_a_newer_writer_put_into_the_list_stays() -> None:
    before = replace(
        union(("UNI01",)), units=(ListUnit(("UNI01",), "Boss", {"colour": "red"}),), extra={"x": 1}
    )
    after = edit_list(before, ["add UNI02 to 1"], CATALOG).army_list
    assert after.units[0] == ListUnit(("UNI01", "UNI02"), "Boss", {"colour": "red"})
    assert after.extra == {"x": 1}


@pytest.mark.parametrize(
    ("script", "code", "values"),
    [
        ("ad UNI05", "unknown-word-near", {"near": usage_of("add")}),
        ("delete UNI01", "unknown-word-near", {"near": usage_of("remove")}),
        ("frobnicate", "unknown-word", {"word": "frobnicate"}),
        ("add", "wrong-form", {"usage": usage_of("add")}),
        ("move UNI01", "wrong-form", {"usage": usage_of("move")}),
        ("add UNI05 to 0", "units-from-one", {}),
        ("add UNI05 to 3", "no-such-unit", {"unit": 3, "units": 2}),
        ("remove 3", "unknown-unit", {"unit": 3, "units": 2}),
        ("name 3 Wall", "unknown-unit", {"unit": 3, "units": 2}),
        ("add UNI99", "unknown-tile-near", {"tile": "UNI99"}),
        ("add Guns", "which-tile", {"tile": "Guns"}),
        ("add UNI01 to 2", "fielded-already", {"tile": "UNI01", "unit": 1}),
        ("add CON01", "other-army", {"is_of": "confederacy"}),
        ("add UNI05 UNI05", "tile-twice", {"tile": "UNI05"}),
        ("remove UNI09", "not-fielded-near", {"tile": "UNI09"}),
        ("move UNI02 to 2", "there-already", {"unit": 2}),
        ("move UNI01 to new", "alone-already", {"unit": 1}),
        ("merge 1 1", "merge-with-itself", {"unit": 1}),
        ("split 1 UNI02", "in-other-unit", {"unit": 2, "wanted": 1}),
        ("split 1 UNI01", "nothing-stays", {"unit": 1}),
        ("resize 0", "size-out-of-range", {"points": 0}),
        ("resize lots", "wrong-form", {"usage": usage_of("resize")}),
        ("rename a\x07b", "unfit-character", {"character": "U+0007"}),
        ("rename <b>bold</b>", "unfit-character", {"character": "<"}),
        ("name 1 a\u200bb", "unfit-character", {"character": "U+200B"}),
        ("edition modern-9", "unknown-edition", {"edition": "modern-9"}),
        ('rename "half', "unclosed-quote", {}),
        ("undo", "needs-history", {"word": usage_of("undo")}),
    ],
)
def test_what_cannot_be_meant_is_refused(script: str, code: str, values: dict[str, object]) -> None:
    with pytest.raises(ListError) as refusal:
        edited(script)
    (problem,) = refusal.value.problems
    assert problem.code == f"edit.{code}"
    assert values.items() <= dict(problem.values).items()
    for language in ("en", "it"):
        assert Translator(language)(problem.code, **problem.values)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(ListError) as refusal:
        edited("add UNI99; remove UNI77; hop", "merge 1 9")
    assert [problem.pointer for problem in refusal.value.problems] == [
        "hop",
        "add UNI99",
        "remove UNI77",
        "merge 1 9",
    ]


def test_a_mixed_list_takes_tiles_of_any_army() -> None:
    mixed = replace(union(("UNI01",)), waivers=(MIXED_ARMIES,))
    assert stacks(edit_list(mixed, ["add CON01 to 1"], CATALOG).army_list) == [("UNI01", "CON01")]


@pytest.mark.parametrize("text", ["plain", "a; b", 'say "hi"', " padded ", "'tis", "Bob's"])
def test_a_quoted_text_reads_back(text: str) -> None:
    (edit,), problems = read_edits([f"note {quoted(text)}"])
    assert not problems
    assert edit.text == text.strip()


def test_every_change_has_a_sentence_in_both_languages() -> None:
    script = (
        "add UNI05; remove UNI05; move UNI01 to 1; swap UNI01 for UNI09; split 1 UNI09; merge 1 2;"
        "top UNI09; name 1 x; name 1; rename y; resize 60; edition modern-1; note z; note"
    )
    changes = edit_list(union(("UNI02",), ("UNI01",)), [script], CATALOG).changes
    assert len(changes) == 14
    for change in changes:
        assert all(Translator(one)(f"edit.{change.code}", **change.values) for one in ("en", "it"))


words = st.sampled_from(
    [
        *EDIT_WORDS,
        "to",
        "new",
        "1",
        "2",
        "3",
        "99",
        "-1",
        "UNI01",
        "uni2",
        "CON01",
        '"',
        "'",
        ";",
        "é",
    ]
)


@settings(max_examples=tries(400, 20), deadline=None)
@given(st.text(max_size=80) | st.lists(words, max_size=12).map(" ".join))
def test_no_script_can_break_a_list(script: str) -> None:
    before = union(("UNI01",), ("UNI02", "UNI03", "UNI04"))
    try:
        after = edit_list(before, [script], CATALOG).army_list
    except ListError as refusal:
        for problem in refusal.problems:
            assert Translator("en")(problem.code, **problem.values)
        return
    assert parse_list(list_text(after), "") == after
    assert all(unit.troops for unit in after.units)
    assert len(set(after.troops)) == len(after.troops)


@pytest.mark.parametrize(
    ("names", "name"), [("name 2 Guns", "Guns"), ("name 1 Wall; name 2 Guns", "Wall")]
)
def test_a_merged_unit_keeps_the_first_name_there_is(names: str, name: str) -> None:
    assert [unit.name for unit in edited(names, "merge 1 2").units] == [name]


def test_a_name_that_one_tile_in_the_box_has_is_as_good_as_its_code() -> None:
    catalog_of_all = load_catalog()
    before = ArmyList("x", "union", 50, "modern-1", (ListUnit(("UNI10",)),))
    after = edit_list(before, ["add Zouaves to new"], catalog_of_all).army_list
    assert stacks(after) == [("UNI10",), ("UNI18",)]
    with pytest.raises(ListError):
        edit_list(before, ["add Volunteers to new"], catalog_of_all)


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        (["add", "UNI09", "to", "new"], ["UNI09"]),
        (["add", "howitzer"], ["UNI09"]),
        (["swap", "napoleon", "howitzer"], ["UNI09"]),
        (["rename", "Iron gate"], None),
        (["remove UNI10", "add UNI09"], ["UNI09"]),
    ],
)
def test_an_edit_may_come_without_quotes_and_with_names(
    words: list[str], unit: list[str] | None, tmp_path: Path
) -> None:
    run("copy", "union-50", "mine", folder=tmp_path)
    done = run("edit", "mine", *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    document = json.loads(run("export", "mine", "--format", "json", folder=tmp_path).stdout)
    if unit:
        assert unit in [each["troops"] for each in document["units"]]
    else:
        assert document["name"] == "Iron gate"


@pytest.mark.parametrize(
    ("script", "tile", "unit"),
    [
        pytest.param("swap General for Iron Brigade", "UNI25", 3, id="a name of two words"),
        pytest.param("swap UNI02 for iron brigade", "UNI25", 3, id="a code and a name"),
        pytest.param("add Iron Brigade to 1", "UNI25", 1, id="added by its name"),
    ],
)
def test_a_tile_goes_by_its_whole_name(script: str, tile: str, unit: int) -> None:
    known = load_catalog()
    before = edit_list(find_list("union-80").army_list, ["remove UNI25"], known).army_list

    after = edit_list(before, [script], known).army_list

    assert tile in after.units[unit - 1].troops


@pytest.mark.parametrize(
    ("script", "zone", "order"),
    [
        ("plan 2 left front 3", "left front", 3),
        ("plan 2 rear right", "right rear", 0),
        ("plan 2 CF", "centre front", 0),
        ("plan 2 sinistra retro 1", "left rear", 1),
        ("plan 2 left front; plan 2", "", 0),
        ("plan 2 lf 4; merge 2 1", "left front", 4),
    ],
)
def test_a_plan_names_zones_in_both_languages_and_stays_with_its_unit(
    script: str, zone: str, order: int
) -> None:
    after = edited(script)
    unit = next(unit for unit in after.units if "UNI02" in unit.troops)
    assert (unit.zone, unit.order) == (zone, order)
    assert parse_list(list_text(after), "again") == after


@pytest.mark.parametrize("words", ["banana", "left", "left right front", "left front 0 x", "5"])
def test_what_is_no_zone_is_refused(words: str) -> None:
    with pytest.raises(ListError) as refused:
        edited(f"plan 1 {words}")
    assert refused.value.problems[0].code == "edit.unknown-zone"
