"""Lists written for others come back equal; the printed armies import as they are."""

import csv
import io
import json
import random
import re
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbbuild.errors import ListError, PbbuildError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.sizes import size_for
from pbbuild.pocket_battles.lists import pdf_reader
from pbbuild.pocket_battles.lists.find import ready_folder, ready_lists
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.list_file import parse_list, read_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.text_import import Imported, names_agree
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer
from pbbuild.text.bilingual import Text
from pbbuild.text.error_text import problem_lines
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.pocket_battles.lists.random_lists import random_list
from tests.tiers import quick_first, tries

CATALOG = load_catalog()
PRINTED = Path(__file__).parents[2] / "data" / "printed_lists"


def said(army_list: ArmyList) -> tuple[object, ...]:
    stacks = tuple(unit.troops for unit in army_list.units)
    return army_list.army, army_list.points, army_list.edition, stacks, army_list.waivers


def imported(text: str) -> tuple[Imported, ...]:
    return import_lists(text.encode(), "text", CATALOG)


def written(army_list: ArmyList, layout: str, language: str = "en") -> str:
    return FORMATS[layout](Writer(army_list, CATALOG, Translator(language)))


def ready(name: str) -> ArmyList:
    return read_list(ready_folder() / f"{name}.json")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("layout", list(FORMATS))
@pytest.mark.parametrize("name", ready_lists())
def test_ready_lists_come_back_from_every_layout(name: str, layout: str, language: str) -> None:
    (back,) = imported(written(ready(name), layout, language))
    assert said(back.army_list) == said(ready(name))
    assert back.army_list.name == ready(name).name
    assert back.remarks == ()


@pytest.mark.parametrize("layout", list(FORMATS))
def test_random_lists_come_back_from_every_layout(layout: str) -> None:
    for seed in range(tries(40, 10)):
        chance = random.Random(seed)
        army = chance.choice(list(CATALOG.armies.values()))
        army_list = random_list(chance, CATALOG, army, chance.choice(range(50, 130, 10)))
        (back,) = imported(written(army_list, layout))
        assert said(back.army_list) == said(army_list)


name_texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" "), max_size=40
)


@settings(max_examples=tries(150, 15), deadline=None)
@given(layout=st.sampled_from(list(FORMATS)), name=name_texts, unit=name_texts)
def test_no_name_can_spoil_a_list(layout: str, name: str, unit: str) -> None:
    units = (ListUnit(("UNI11",), unit), ListUnit(("UNI12", "UNI14"), unit), ListUnit(("UNI26",)))
    army_list = ArmyList(name, "union", 50, "ancients-2", units)
    (back,) = imported(written(army_list, layout))
    assert said(back.army_list) == said(army_list)


@pytest.mark.parametrize("layout", list(FORMATS))
def test_a_mixed_list_says_so_in_every_layout(layout: str) -> None:
    units = (ListUnit(("UNI11",)), ListUnit(("CON22", "CEL05")))
    army_list = ArmyList("Both", "union", 60, "modern-1", units, waivers=(MIXED_ARMIES,))
    (back,) = imported(written(army_list, layout))
    assert said(back.army_list) == said(army_list)


def test_discord_takes_the_longest_list_in_one_message() -> None:
    for name in ready_lists():
        assert len(written(ready(name), "discord")) <= 2000


def test_units_keep_their_names() -> None:
    units = (ListUnit(("UNI10",), "Guns"), ListUnit(("UNI12", "UNI14")))
    army_list = ArmyList("Wall", "union", 50, "modern-1", units)
    for layout in FORMATS:
        (back,) = imported(written(army_list, layout))
        assert [unit.name for unit in back.army_list.units] == ["Guns", ""], layout


def misprints(text: str) -> list[tuple[int, str, object, object]]:
    (back,) = imported(text)
    return [
        (remark.line, remark.code, remark.values.get("printed"), remark.values.get("code"))
        for remark in back.remarks
        if remark.code != "exchange.size-by-total"
    ]


@pytest.mark.clause("PB-1.2", "PB-1.4")
@pytest.mark.parametrize("count", [1, 3, 8])
def test_a_list_printed_without_its_size_gets_the_smallest_that_holds_it(count: int) -> None:
    troops = CATALOG.armies["persians"].troops[:count]
    lines = [f"{troop.name}\t({troop.code}) {troop.dp}DP\n" for troop in troops]

    (back,) = imported("PERSIANS\t\n" + "".join(lines))

    assert back.army_list.points == size_for(sum(troop.dp for troop in troops))


def test_a_code_printed_twice_is_the_next_free_tile_of_that_name() -> None:
    text = "PERSIANS\t\nSPARABARA 3\t(PER08) 3DP\nSPARABARA 3\t(PER08)\nKARDAKA 4-5\t(PER12) 7DP\n"
    assert misprints(text) == [(3, "exchange.settled-twice", "PER08", "PER09")]


def test_a_code_of_another_tile_gives_way_to_name_and_dice() -> None:
    text = "PERSIANS\nBAIVARAPATIS 2-3\t(PER15)\nIMMORTALS 4-4\t(PER02) 10DP\n"
    assert misprints(text) == [(3, "exchange.settled-other-tile", "PER02", "PER05")]


def test_a_code_without_its_zero_is_read() -> None:
    text = "CONFEDERACY\nPARROT RIFLE 4-5-6\t(CON9) 6DP\n"
    assert misprints(text) == [(2, "exchange.code-padded", "CON9", "CON09")]


def test_a_lost_code_is_found_by_name_and_dice() -> None:
    text = "UNION\nCAVALRY 4-5-6\nMOUN. INFANTRY 5-6-5\t(UNI15) 9DP\n"
    (back,) = imported("UNION\nVOLOUNTEERS 5-5\t(UNI23)\nCAVALRY 4-5-6 7DP\n")
    assert back.army_list.troops == ("UNI23", "UNI13")
    assert [remark.code for remark in back.remarks][:1] == ["exchange.settled-by-name"]
    with pytest.raises(PbbuildError):
        imported(text.replace("CAVALRY", "CAMELS"))


def test_wrong_totals_and_dice_are_told_but_not_followed() -> None:
    (back,) = imported("UNION, 50 points\nCAVALRY 6-6-6\t(UNI12) 9DP\n")
    assert [remark.code for remark in back.remarks] == [
        "exchange.dice-differ",
        "exchange.points-differ",
    ]
    assert back.army_list.troops == ("UNI12",)


@pytest.mark.parametrize(
    ("written_name", "name", "agree"),
    [
        ("REG. INFANTRY", "Regular Infantry", True),
        ("CONS. INFANTRY", "Regular Infantry", False),
        ("PELASTS", "Peltasts", True),
        ("VOLOUNTEERS", "Volunteers", True),
        ("CHILIARC", "Chiliarch", True),
        ("SIGNAL CORP", "Signal Corps", True),
        ("NAPOLEON GUNS", "Napoleon Gun", True),
        ("HETAIROI", "Pezhetairoi", False),
        ("", "Anything", True),
    ],
)
def test_abbreviated_and_misspelt_names_are_known(
    written_name: str, name: str, agree: bool
) -> None:
    assert names_agree(written_name, name) is agree


def test_hand_typed_lists_are_read_too() -> None:
    typed = """
        My first list
        Union, 50 pts

        uni11

        UNI12 + uni14
        UNI26, UNI27
    """
    (back,) = imported(textwrap.dedent(typed))
    assert said(back.army_list)[3] == (("UNI11",), ("UNI12", "UNI14"), ("UNI26", "UNI27"))
    assert (back.army_list.name, back.army_list.points) == ("My first list", 50)


def test_a_spreadsheet_in_an_italian_locale_is_read() -> None:
    text = "\ufeffUnità;Codice;Punti\r\n1;UNI11;50\r\n2;UNI12;\r\n2;UNI14;\r\n"
    (back,) = imported(text)
    assert said(back.army_list) == ("union", 50, "modern-1", (("UNI11",), ("UNI12", "UNI14")), ())


def test_a_name_that_a_spreadsheet_would_run_is_defused_and_comes_back() -> None:
    army_list = ArmyList("=1+1", "union", 50, "modern-1", (ListUnit(("UNI11",), "'+x"),))
    text = written(army_list, "csv")
    assert "\n=" not in text
    (back,) = imported(text)
    assert (back.army_list.name, back.army_list.units[0].name) == ("=1+1", "'+x")


def test_a_note_comes_back_from_a_spreadsheet_with_its_lines() -> None:
    note = "=HYPERLINK(1); =2\n@all, hold the hill\n  'quoted'"
    units = (ListUnit(("UNI11",)), ListUnit(("UNI12", "UNI14")))
    text = written(ArmyList("A", "union", 50, "modern-1", units, note=note), "csv")
    assert text.count("hold the hill") == 1
    assert not re.search(r"[;,\n]\s*[=@]", text)
    for changed in (text, text.replace("\n", "\r\n"), moved_down(text)):
        (back,) = imported(changed)
        assert back.army_list.note == note
    with pytest.raises(ListError):
        imported('unit,code,note\n1,UNI11,"a\x07b"\n')
    with pytest.raises(ListError):
        imported(f"unit,code,note\n1,UNI11,{'x' * 4001}\n")


def moved_down(text: str) -> str:
    """The CSV as a spreadsheet writes it after sorting, the row with the note at the end."""
    head, first, *rest = csv.reader(io.StringIO(text, newline=""))
    target = io.StringIO()
    csv.writer(target).writerows([head, *rest, first])
    return target.getvalue()


HOSTILE = [
    "",
    "   \n\n",
    "hello, world",
    "{",
    '{"format": "pbbuild-list/9"}',
    "[" * 5000,
    '{"a":' * 5000,
    "UNION\nCAVALRY 2-2-2 (UNI99) 5DP",
    "UNION\nCAVALRY (UNI12)\nCAVALRY (UNI13)\nCAVALRY (UNI12) 15DP",
    "UNION\nCAVALRY 2-2-6 (CON22) 5DP",
    "UNION\nTEAPOT (UNI12) 5DP\nDROP TABLE (XYZ01) 5DP",
    "UNION\n(UNI12)\n(UNI13)",
    "unit,code\n1,UNI99\n",
    "unit,code\n1,\n2,UNI12,,,,\n",
    'unit,code\n1,"UNI12\n',
    "unit,code,points\n1,UNI12,many\n",
    "unit,code\n1,UNI12\x00\n",
    "<html><script>alert(1)</script></html>",
    '<!doctype html><script id="pbbuild-list">{"format":</script>',
    "%PDF-1.7\ngarbage",
    "PBA3-AMYD-974S-V5A2-B",
    "A" * 100_000,
    "(" * 50_000,
    "1. " * 30_000,
    "UNION\n" + "9" * 20_000,
    "UNION, 99999 points\nCAVALRY (UNI12) 5DP",
    "\n".join(["UNION", "CAVALRY (UNI12) 5DP", ""] * 200),
    "list,unit,code\n" + "x" * 500 + ",1,UNI12\n",
    # From here on each takes half a second.
    "UNION\n" + "CAVALRY 2-3-6 (UNI12) 5DP\n" * 30_000,
    "UNION\nCAVALRY 2-3-6 (UNI12) 5DP\n" + "TEAPOT\n" * 30_000,
    "unit,code\n" + "1,UNI12\n" * 30_000,
]
QUICKLY_REFUSED = len(HOSTILE) - 3


def assert_told(error: PbbuildError) -> None:
    """There is a sentence for it, and for each of its problems, in both languages."""
    for language in ("en", "it"):
        t = Translator(language)
        key = error.code if "." in error.code else f"errors.{error.code}"
        assert t(key, **{"source": "text", **error.values})
        for problem in error.problems:
            key = problem.code if "." in problem.code else f"problems.{problem.code}"
            assert t(key, **problem.values)


@pytest.mark.parametrize("text", quick_first(HOSTILE, QUICKLY_REFUSED), ids=range(len(HOSTILE)))
def test_hostile_and_damaged_texts_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(PbbuildError) as refusal:
        imported(text)
    assert_told(refusal.value)


@pytest.mark.slow
@settings(max_examples=tries(200, 15), deadline=None)
@given(st.binary(max_size=400) | st.text(max_size=400).map(str.encode))
def test_garbage_is_refused_in_both_languages(data: bytes) -> None:
    with pytest.raises(PbbuildError) as refusal:
        import_lists(data, "garbage", CATALOG)
    assert_told(refusal.value)


@settings(max_examples=tries(200, 15), deadline=None)
@given(
    layout=st.sampled_from(list(FORMATS)),
    place=st.integers(0, 3000),
    cut=st.integers(0, 40),
    put=st.text(max_size=20),
)
def test_damaged_exports_never_crash(layout: str, place: int, cut: int, put: str) -> None:
    text = written(ready("union-50"), layout)
    place = min(place, len(text))
    try:
        found = imported(text[:place] + put + text[place + cut :])
    except PbbuildError:
        return
    for one in found:
        assert set(one.army_list.troops) <= CATALOG.troops.keys() or layout in ("json", "html")


@pytest.mark.parametrize(
    ("box", "lists"),
    [
        ("modern-1", ["confederacy-50", "union-50", "confederacy-80", "union-80"]),
        ("ancients-2", ["macedonians-50", "macedonians-80", "persians-50", "persians-80"]),
    ],
)
def test_the_printed_armies_import_as_they_are(box: str, lists: list[str]) -> None:
    found = imported((PRINTED / f"{box}.txt").read_text())
    assert [said(one.army_list) for one in found] == [said(ready(name)) for name in lists]


def test_the_misprints_of_the_printed_armies_are_told() -> None:
    found = imported((PRINTED / "ancients-2.txt").read_text())
    told = [
        (remark.values["printed"], remark.values["code"])
        for one in found
        for remark in one.remarks
        if "printed" in remark.values and "code" in remark.values
    ]
    assert told == [
        ("MAC30", "MAC28"),
        ("PER02", "PER05"),
        ("PER08", "PER09"),
        ("PER19", "PER27"),
    ]


def pdf_with(*attached: tuple[str, bytes]) -> bytes:
    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    for name, data in attached:
        writer.add_attachment(name, data)
    target = io.BytesIO()
    writer.write(target)
    return target.getvalue()


def test_a_list_attached_to_a_pdf_is_read() -> None:
    text = written(ready("union-50"), "json").encode()
    (back,) = import_lists(pdf_with(("note.txt", b"hi"), ("list.json", text)), "pdf", CATALOG)
    assert back.army_list == ready("union-50")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (pdf_with(), "exchange.foreign-pdf"),
        (pdf_with(("list.json", b'{"format": "other/1"}')), "exchange.foreign-pdf"),
        (pdf_with(("list.json", b'{"format": "pbbuild-list/1"}')), "not-a-list"),
        (pdf_with(("list.json", b"\xff\xfe")), "exchange.damaged-pdf"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 20, "exchange.damaged-pdf"),
    ],
)
def test_other_pdfs_are_refused_with_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(PbbuildError) as refusal:
        import_lists(data, "pdf", CATALOG)
    assert refusal.value.code == code


def test_a_pdf_damaged_anywhere_never_crashes() -> None:
    text = written(ready("union-50"), "json").encode()
    whole = pdf_with(("list.json", text))
    chance = random.Random(4)
    refused = 0
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(9, len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(9, len(data)) :]
        try:
            # In this process: a limited one for each would take minutes.
            read = json.loads(pdf_reader.answer(bytes(data)))
            found = [parse_list(text, "pdf") for text in read.get("texts", [])]
            if not found:
                raise ListError(f"exchange.{read.get('error', 'foreign-pdf')}", source="pdf")
            assert found[0].troops
        except PbbuildError as error:
            assert_told(error)
            refused += 1
    assert 20 < refused < 150


@pytest.mark.slow
def test_a_printed_roster_is_imported_again(tmp_path: Path) -> None:
    out = tmp_path / "roster.pdf"
    assert run("export", "union-80", "-o", str(out), folder=tmp_path).returncode == 0
    (back,) = import_lists(out.read_bytes(), "pdf", CATALOG)
    assert said(back.army_list) == said(ready("union-80"))


def test_what_no_name_may_hold_is_left_out_of_imported_names() -> None:
    (back,) = imported("list,unit,unit_name,code\n<i>A,1,a\x07b\u200b,UNI12\n")
    assert (back.army_list.name, back.army_list.units[0].name) == ("iA", "ab")


def test_markdown_may_be_called_by_its_whole_name(tmp_path: Path) -> None:
    short = run("export", "union-50", "--format", "md", folder=tmp_path)
    whole = run("export", "union-50", "--format", "markdown", folder=tmp_path)
    assert whole.returncode == 0, whole.stderr
    assert whole.stdout == short.stdout


@pytest.mark.parametrize(
    "layout", [layout for layout in FORMATS if layout not in ("json", "page", "html")]
)
def test_a_slip_in_a_tile_is_refused_or_reported_and_never_drops_it(layout: str) -> None:
    chance = random.Random(7)
    army_list = ready("union-50")
    text = written(army_list, layout)
    codes = [place.start() for place in re.finditer(r"\bUNI\d\d\b", text)]
    if not codes:
        pytest.skip("this layout has no codes")
    tried = 0
    for _ in range(tries(400, 60)):
        at = chance.choice(codes) + chance.randrange(-2, 6)
        letter = chance.choice("aZ0 9(x)-")
        changed = text[:at] + letter + text[at + chance.randrange(2) :]
        try:
            (back,) = imported(changed)
        except PbbuildError:
            tried += 1
            continue
        lost = sorted(back.army_list.troops) != sorted(army_list.troops)
        assert back.remarks or not lost, changed[max(0, at - 40) : at + 20]
    assert tried


def meaning(army_list: ArmyList) -> tuple[object, ...]:
    units = sorted(unit.troops for unit in army_list.units)
    return army_list.army, army_list.points, army_list.edition, army_list.waivers, units


def slip(text: str, chance: random.Random) -> str:
    """`text` with one slip of a hand: a letter, a word, a line."""
    at, lines = chance.randrange(len(text)), text.split("\n")
    row = chance.randrange(len(lines))
    kind = chance.randrange(8)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + chance.choice("ae10.,;:-() \t\"'*#|") + text[at + chance.randrange(2) :]
    if kind == 2:
        digits = [place for place, letter in enumerate(text) if letter.isdigit()]
        at = chance.choice(digits)
        return text[:at] + chance.choice("0123456789") + text[at + 1 :]
    if kind == 3:
        lines.insert(row, lines[row])
    elif kind == 4:
        del lines[row]
    elif kind == 5:
        lines.insert(chance.randrange(len(lines)), lines.pop(row))
    elif kind == 6:
        lines[row : row + 2] = [" ".join(lines[row : row + 2])]
    else:
        words = lines[row].split(" ")
        del words[chance.randrange(len(words))]
        lines[row] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("layout", ["text", "md", "bbcode", "discord"])
@pytest.mark.parametrize("name", quick_first(["union-50", "orcs-80", "celts-60"], 1))
def test_a_slip_that_changes_a_list_is_never_silent(name: str, layout: str) -> None:
    text = written(ready(name), layout)
    chance = random.Random(f"{name} {layout}")
    code = text.index("Share code")
    changed = 0
    for _ in range(tries(300, 60)):
        slipped = slip(text[:code], chance) + text[code:]
        try:
            found = imported(slipped)
        except PbbuildError:
            continue
        if [meaning(each.army_list) for each in found] != [meaning(ready(name))]:
            changed += 1
            assert any(each.remarks for each in found), slipped
    assert changed


SLIPS_IN_A_TABLE = {
    "a title misspelt in the first row": ('"Union, printed 50"', '"Union, printd 50"', 1),
    "a title cut off later": (
        '"Union, printed 50","union","50","modern-1","","4","","UNI16"',
        '"printed 50","union","50","modern-1","","4","","UNI16"',
        1,
    ),
    "a unit in the wrong place": ('"7","","UNI23"', '"5","","UNI23"', 1),
    "a unit that is no number": ('"7","","UNI23"', '"7x","","UNI23"', 1),
    "a unit left out": ('"modern-1","","2"', '"modern-1","","9"', 1),
    "the code of a tile with the same name": ('"UNI12"', '"UNI02"', 1),
    "dice of another tile": ('"2-3","6"', '"2-4","6"', 1),
    "another size in a later row": ('"50","modern-1","","7"', '"60","modern-1","","7"', 1),
    "another edition in a later row": ('"modern-1","","7"', '"ancients-2","","7"', 1),
    "another army in a later row": (
        '"union","50","modern-1","","7"',
        '"orcs","50","modern-1","","7"',
        1,
    ),
    "a line break left out": ('"\n"Union', '""Union', 1),
}


@pytest.mark.parametrize("name", SLIPS_IN_A_TABLE)
def test_a_slip_in_a_table_is_refused_or_reported(name: str) -> None:
    old, new, times = SLIPS_IN_A_TABLE[name]
    text = written(ready("union-50"), "csv").replace("\r\n", "\n")
    assert old in text
    try:
        found = imported(text.replace(old, new, times))
    except PbbuildError:
        return
    assert any(each.remarks for each in found)


@pytest.mark.parametrize("name", ["union-50", "orcs-80"])
def test_a_row_that_a_table_has_lost_is_reported(name: str) -> None:
    head, *rows = csv.reader(io.StringIO(written(ready(name), "csv")))
    for lost in range(len(rows)):
        target = io.StringIO()
        csv.writer(target).writerows([head, *rows[:lost], *rows[lost + 1 :]])

        (back,) = imported(target.getvalue())

        told = {remark.code: remark.values for remark in back.remarks}
        assert told["exchange.code-other-tiles"]["more"] == (rows[lost][head.index("code")],)


ODD_NAMES = (
    "1st Infantry",
    "Guard (old)",
    "18",
    "9 DP",
    "GOB03 GOB04",
    "- x",
    "Goblins",
    "[b]*`|@all",
)


@pytest.mark.parametrize("layout", list(FORMATS))
@pytest.mark.parametrize("name", ODD_NAMES)
def test_tiles_of_your_own_come_back_whatever_their_names(name: str, layout: str) -> None:
    union = CATALOG.armies["union"]
    tiles = [
        replace(troop, code=f"GOB{number:02}", army="goblins", name=name, black=faces, white=())
        for number, (troop, faces) in enumerate(
            zip(union.troops, ((), (4, 5), (6,)), strict=False), 1
        )
    ]
    goblins = replace(
        union, id="goblins", prefix="GOB", name=Text("Goblins", "Goblin"), troops=tuple(tiles)
    )
    catalog = replace(
        CATALOG,
        armies={**CATALOG.armies, "goblins": goblins},
        troops={**CATALOG.troops, **{tile.code: tile for tile in tiles}},
    )
    units = (ListUnit(("GOB02", "GOB01")), ListUnit(("GOB03",)))
    army_list = ArmyList("Mine", "goblins", 20, "modern-1", units)

    text = FORMATS[layout](Writer(army_list, catalog, Translator("en")))
    (back,) = import_lists(text.encode(), "text", catalog)

    assert said(back.army_list) == said(army_list)
    assert back.remarks == ()


def test_a_line_that_cannot_be_read_is_shown_as_it_was_written() -> None:
    text = written(ready("union-50"), "md")
    text = text.replace("1. **", "1. **\u2060Odd (1)\u2060 9 DP**\n1. **", 1)
    with pytest.raises(ListError) as refusal:
        imported(text)
    shown = [str(problem.values.get("is")) for problem in refusal.value.problems]
    assert any("Odd (1)" in line for line in shown), shown


def test_rows_of_a_unit_with_different_names_are_reported() -> None:
    text = written(ready("orcs-80"), "csv")
    (kobolds,) = [row for row in text.splitlines() if '"ORC25"' in row]
    for number in "8", "3":
        moved = re.sub(r'"\d","(Kobolds)"', rf'"{number}","\1"', kobolds)
        (back,) = imported(text.replace(kobolds, moved))
        told = {remark.code: remark.values for remark in back.remarks}
        assert told["exchange.unit-names-differ"]["name"] == "Kobolds"
    # By hand one writes the name in the first row only.
    once = re.sub(r'("Goblins",)("ORC1[67]")', r'"",\2', text)
    assert once != text
    assert not imported(once)[0].remarks


def test_a_row_that_contradicts_the_first_one_is_told_with_both_values() -> None:
    text = written(ready("union-50"), "csv").replace("\r\n", "\n")
    first, later = '"union","50","modern-1","","1"', '"union","50","modern-1","","7"'
    assert first in text
    for old, new, code, other in (
        (later, later.replace("50", "60"), "exchange.rows-differ", "50"),
        (first, first.replace("50", ""), "exchange.rows-differ-empty", ""),
    ):
        with pytest.raises(PbbuildError) as refused:
            imported(text.replace(old, new, 1))
        told = refused.value.problems[0]
        assert (told.code, told.values["other"]) == (code, other)
        assert not problem_lines(refused.value, Translator("en"))[0].rstrip().endswith(")")


def test_titles_in_a_table_may_differ_in_case_and_spaces() -> None:
    text = written(ready("union-50"), "csv").replace("\r\n", "\n")
    changed = text.replace('\n"Union, printed 50"', '\n" union,  Printed 50 "', 4)
    assert changed != text
    (back,) = imported(changed)
    assert meaning(back.army_list) == meaning(ready("union-50"))


@pytest.mark.parametrize(
    "text",
    [
        "Orcs, 80 points, fantasy-1\nCatapult:\nCATAPULT 6DP\nGoblins:\nGOBLINS 4 (ORC15) 2DP\n",
        "Orcs, 80 points, fantasy-1\nGoblins:\nGOBLINS 4 (ORC15) 2DP\nCatapult 6DP\n",
        "Orcs, 80 points, fantasy-1 CATAPULT 4-5-6 (ORC06) 6DP\nGOBLINS 4 (ORC15) 2DP\n",
        "Union, 50 points, modern-1 GATLING GUN 5-6\t(UNI11) 5DP\nCHAPLAIN\t(UNI03) 4DP\n",
    ],
)
def test_no_line_with_a_tile_is_taken_for_a_heading(text: str) -> None:
    try:
        (back,) = imported(text)
    except PbbuildError as error:
        codes = {each.code for each in error.problems}
    else:
        codes = {"exchange.unreadable-line"} if "ORC06" in back.army_list.troops else set()
    assert "exchange.unreadable-line" in codes


def test_a_number_written_as_a_formula_is_the_number() -> None:
    text = written(ready("union-50"), "csv").replace('"4",""', '"=""4""",""', 1)
    (back,) = imported(text)
    assert said(back.army_list) == said(ready("union-50"))
