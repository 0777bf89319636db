"""Nothing is lost: every version kept, whole files, undo to the byte."""

import json
from contextlib import nullcontext
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbbuild.base.places import shipped
from pbbuild.errors import ListError, PbbuildError
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.history import history_folder, history_of
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.saved_lists import (
    file_name,
    newest_readable_version,
    remove_list,
    removed_lists,
    rename_file,
    restore_version,
    save_list,
    save_new,
    saved_file,
)
from tests.pocket_battles.builder.toybox import union
from tests.pocket_battles.lists.saving import CATALOG, contents, edit

pytestmark = pytest.mark.usefixtures("home")


def test_every_edit_is_a_version_and_undo_gives_back_the_very_bytes(path: Path) -> None:
    states = [path.read_bytes()]
    for script in ("add UNI05 to 1", "rename Wall; resize 80", "merge 1 2"):
        edit(path, script)
        states.append(path.read_bytes())
    for state in reversed(states[:-1]):
        edit(path, "undo")
        assert path.read_bytes() == state
    for state in states[1:]:
        edit(path, "redo")
        assert path.read_bytes() == state
    assert contents(path) == states


def test_an_edit_after_an_undo_begins_a_new_line_and_keeps_the_old_one(path: Path) -> None:
    before = path.read_bytes()
    edit(path, "add UNI05 to 1")
    lost = path.read_bytes()
    edit(path, "undo")
    edit(path, "add UNI06 to 1")
    with pytest.raises(ListError) as refusal:
        edit(path, "redo")
    assert refusal.value.problems[0].code == "edit.nothing-to-redo"
    edit(path, "undo")
    assert path.read_bytes() == before
    assert lost in contents(path)


def test_undo_in_the_same_call_takes_back_its_own_edits_first(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    before = path.read_bytes()
    after = edit(path, "add UNI06 to 1; add UNI07 to 1; undo; undo; undo; redo; add UNI08 to 1")
    assert after.after.units[0].troops == ("UNI01", "UNI05", "UNI08")
    edit(path, "undo")
    assert path.read_bytes() == before


def test_nothing_is_half_applied(path: Path) -> None:
    before, versions = path.read_bytes(), len(history_of(path).versions)
    with pytest.raises(ListError) as refusal:
        edit(path, "add UNI05 to 1; add UNI99 to 1; frobnicate")
    assert [problem.code for problem in refusal.value.problems] == [
        "edit.unknown-word",
        "edit.unknown-tile-near",
    ]
    assert (path.read_bytes(), len(history_of(path).versions)) == (before, versions)


def test_a_file_of_any_folder_keeps_its_history_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    odd = list_text(union(("UNI01",))).replace("\n", "\r\n").encode("utf-8-sig")
    path.write_bytes(odd)
    edit(path, "add UNI02 to 1")
    edit(path, "undo")
    assert path.read_bytes() == odd
    assert list(tmp_path.glob(".*")) == []


def test_a_change_by_another_program_is_kept(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    by_hand = path.read_bytes().replace(b"Iron", b"Tin")
    path.write_bytes(by_hand)
    edit(path, "add UNI06 to 1")
    edit(path, "undo")
    assert path.read_bytes() == by_hand
    assert [version.kind for version in history_of(path).versions] == [
        "first",
        "save",
        "found",
        "save",
        "undo",
    ]


def test_a_broken_file_is_left_untouched_and_the_newest_good_version_offered(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    good = path.read_bytes()
    path.write_bytes(good[:50])
    with pytest.raises(PbbuildError) as refusal:
        edit(path, "add UNI06 to 1")
    assert path.read_bytes() == good[:50]
    offer = refusal.value.problems[-1]
    assert (offer.code, offer.values["number"]) == ("keep.newest-good", 2)
    restore_version(path, newest_readable_version(history_of(path)))
    assert path.read_bytes() == good
    assert good[:50] in contents(path)


def test_undo_mends_a_broken_file(path: Path) -> None:
    good = path.read_bytes()
    path.write_bytes(b"\xff\xfe")
    edit(path, "undo")
    assert path.read_bytes() == good


def test_a_damaged_version_harms_no_other(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    edit(path, "add UNI06 to 1")
    (history_folder(path) / "000002.json").write_text("{")
    history = history_of(path)
    assert history.damaged == ["000002.json"]
    assert len(contents(path)) == 2
    edit(path, "add UNI07 to 1")
    assert history_of(path).highest == 4


def test_a_version_that_was_altered_is_none(path: Path) -> None:
    edit(path, "note once")
    edit(path, "note again")
    version = history_folder(path) / "000002.json"
    version.write_text(version.read_text("utf-8").replace("once", "never"), "utf-8")
    assert history_of(path).damaged == ["000002.json"]
    with pytest.raises(ListError):
        restore_version(path, 2)


def test_a_removed_list_comes_back(path: Path) -> None:
    before = path.read_bytes()
    remove_list(path)
    assert not path.exists()
    assert removed_lists() == ["iron-wall"]
    restore_version(path, 1)
    assert path.read_bytes() == before


def test_undo_does_not_lead_into_a_removed_list_of_the_same_name(path: Path) -> None:
    remove_list(path)
    save_new(union(("UNI09",)))
    with pytest.raises(ListError) as refusal:
        edit(path, "undo")
    assert refusal.value.problems[0].code == "edit.nothing-to-undo"
    assert len(contents(path)) == 2


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Iron wall", "iron-wall"),
        ("Città di Firenze!", "citta-di-firenze"),
        ("Ἀλέξανδρος", "ἀλέξανδροσ"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con-list"),
        ("???", "list"),
        ("x" * 300, "x" * 60),
    ],
)
def test_every_name_has_a_harmless_file(name: str, stem: str) -> None:
    assert file_name(name) == stem
    assert saved_file(name).parent == saved_file("other").parent


def test_versions_are_as_their_schema_says(path: Path) -> None:
    edit(path, "note x")
    edit(path, "undo")
    path.write_bytes(b"\xff")
    edit(path, "undo")
    remove_list(path)
    schema = json.loads((shipped("catalog") / "schema" / "version-1.schema.json").read_text())
    files = sorted(history_folder(path).glob("0*.json"))
    assert len(files) == 6
    for file in files:
        Draft202012Validator(schema).validate(json.loads(file.read_text()))


def test_a_renamed_file_takes_its_history_along(path: Path) -> None:
    edit(path, "add UNI05 to 1")
    versions = contents(path)
    new = saved_file("Other name")
    rename_file(path, new)
    assert contents(new) == versions
    assert not path.exists()
    edit(new, "undo")
    assert new.read_bytes() == versions[0]


def test_two_renames_take_their_locks_in_one_order(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else each could hold what the other waits for.
    other = save_new(union(("UNI01",)), "zouaves")
    taken: list[str] = []

    def noted(thing: Path, *rest: object, **more: object) -> nullcontext[None]:
        taken.append(thing.name)
        return nullcontext()

    monkeypatch.setattr("pbbuild.pocket_battles.lists.saved_lists.locked", noted)
    for one, two in ((path, other), (other, path)):
        with pytest.raises(PbbuildError):
            rename_file(one, two)
    assert taken == ["list-iron-wall", "list-zouaves"] * 2


def test_a_taken_name_is_refused(path: Path) -> None:
    with pytest.raises(ListError) as refusal:
        save_new(union(("UNI09",)))
    assert refusal.value.values["near"] == "iron-wall-2"


def test_saving_over_a_list_keeps_the_former(path: Path) -> None:
    before = path.read_bytes()
    after = edit_list(union(("UNI01",)), ["note again"], CATALOG).army_list
    save_list(path, after)
    assert contents(path) == [before, list_text(after).encode()]
