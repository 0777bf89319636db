"""Data files and rosters of BattleScribe: they fit its schema, come back equal, and do no harm."""

import io
import random
import tracemalloc
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbbuild.base.xml_documents import LARGEST_XML, Element, read_xml, xml_text, zipped
from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.catalog.battlescribe_data import (
    SYSTEM_FILE,
    data_files,
    formation_id,
    group_id,
    tile_id,
)
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.lists.battlescribe_roster import roster_text, zipped_roster
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.text.translate import Translator
from tests.cli import PEERS, run

CATALOG = shipped_catalog()
SCHEMA = PEERS / "bsdata" / "Catalogue.xsd"
needs_schema = pytest.mark.skipif(
    not SCHEMA.is_file(), reason="the schema of BattleScribe is not here"
)
MIXED = ArmyList(
    "Both",
    "union",
    60,
    "modern-1",
    (ListUnit(("UNI11",), "A & “B”"), ListUnit(("CON22", "CEL05"))),
    note="First line\nsecond & last",
    waivers=(MIXED_ARMIES,),
)


@cache
def schema(kind: str) -> Any:
    """The schema for one kind of root; its one file is for catalogues."""
    from lxml import etree

    text = SCHEMA.read_text(encoding="utf-8")
    named = text.replace('schema/catalogueSchema"', f'schema/{kind}Schema"')
    return etree.XMLSchema(etree.fromstring(named.encode()))


def complaints(kind: str, text: str) -> list[str]:
    from lxml import etree

    schema(kind).validate(etree.fromstring(text.encode()))
    return [str(entry) for entry in schema(kind).error_log]


def roster(army_list: ArmyList, language: str = "en") -> str:
    return roster_text(army_list, CATALOG, Translator(language))


def ready(name: str) -> ArmyList:
    return find_list(name).army_list


@needs_schema
@pytest.mark.parametrize("language", ["en", "it"])
def test_all_data_files_fit_the_schema(language: str) -> None:
    files = data_files(CATALOG, Translator(language))

    assert len(files) == 2 + len(CATALOG.armies)
    for name, text in files.items():
        assert complaints("gameSystem" if name == SYSTEM_FILE else "catalogue", text) == [], name


@needs_schema
@pytest.mark.parametrize("army_list", [*map(ready, ready_lists()), MIXED], ids=lambda one: one.name)
def test_rosters_fit_the_schema(army_list: ArmyList) -> None:
    assert complaints("roster", roster(army_list)) == []


def elements(root: Element) -> list[Element]:
    return [root, *(inner for child in root.children for inner in elements(child))]


def test_every_id_is_given_once_and_every_reference_leads_somewhere() -> None:
    files = data_files(CATALOG, Translator("en"))
    roots = {name: read_xml(text.encode(), name) for name, text in files.items()}
    given = [
        one.attributes["id"]
        for root in roots.values()
        for one in elements(root)
        if "id" in one.attributes
    ]
    assert len(set(given)) == len(given)
    references = {
        one.attributes[key]
        for root in (*roots.values(), read_xml(roster(ready("union-80")).encode(), ""))
        for one in elements(root)
        for key in ("targetId", "childId", "typeId", "entryGroupId", "catalogueId", "field")
        if key in one.attributes
    }
    assert references - {"selections"} <= set(given)


@pytest.mark.clause("PB-1.1", "PB-1.5")
@pytest.mark.parametrize("army", CATALOG.armies)
def test_a_catalogue_has_every_tile_once_with_its_points_and_formation(army: str) -> None:
    text = data_files(CATALOG, Translator("en"))[f"{army}.cat"]
    root = read_xml(text.encode(), army)
    tiles = {
        tile.attributes["id"]: tile
        for tile in root.inside("sharedSelectionEntries", "selectionEntry")
    }

    assert list(tiles) == [tile_id(troop.code) for troop in CATALOG.armies[army].troops]
    for troop in CATALOG.armies[army].troops:
        tile = tiles[tile_id(troop.code)]
        (cost,) = tile.inside("costs", "cost")
        assert cost.attributes["value"] == str(troop.dp)
        (formation,) = tile.inside("categoryLinks", "categoryLink")
        assert formation.attributes["targetId"] == formation_id(troop.fv)
        (most,) = tile.inside("constraints", "constraint")
        assert (most.attributes["type"], most.attributes["value"]) == ("max", "1")


def largest_unit(group: Element, fvs: list[int]) -> int:
    """How many tiles the conditions of the file allow where tiles of these FVs are."""
    (limit,) = (
        int(one.attributes["value"])
        for one in group.inside("constraints", "constraint")
        if one.attributes["type"] == "max"
    )
    for modifier in group.inside("modifiers", "modifier"):
        (condition,) = modifier.inside("conditions", "condition")
        assert modifier.attributes["field"] == f"{group.attributes['id']}-max"
        if condition.attributes["childId"] in map(formation_id, fvs):
            limit = int(modifier.attributes["value"])
    return limit


@pytest.mark.clause("PB-1.5")
def test_the_conditions_of_a_unit_give_its_lowest_formation_value() -> None:
    root = read_xml(data_files(CATALOG, Translator("en"))["union.cat"].encode(), "union")
    (group,) = (one for one in elements(root) if one.attributes.get("id") == group_id("union"))
    known = sorted({troop.fv for troop in CATALOG.armies["union"].troops})
    chance = random.Random(1)

    for _ in range(200):
        fvs = chance.choices(known, k=chance.randint(1, 6))
        assert largest_unit(group, fvs) == min(fvs)


@pytest.mark.parametrize("name", [SYSTEM_FILE, "union.cat", "mixed_armies.cat"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_files_say_what_they_cannot(name: str, language: str) -> None:
    readme = read_xml(data_files(CATALOG, Translator(language))[name].encode(), name)
    for clause in ("PB-1.2", "PB-1.5", "PB-1.6", "PB-1.8", "PB-1.9"):
        assert clause in readme.text_of("readme")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("army_list", [*map(ready, ready_lists()), MIXED], ids=lambda one: one.name)
def test_lists_come_back_from_rosters(army_list: ArmyList, language: str) -> None:
    text = roster(army_list, language)

    for data in (text.encode(), zipped_roster(text), text.encode("utf-16")):
        declared = data.replace("UTF-8".encode("utf-16-le"), "UTF-16".encode("utf-16-le"))
        (back,) = import_lists(declared, "roster", CATALOG)
        assert back.remarks == ()
        for key in ("name", "army", "points", "edition", "units", "note", "waivers"):
            assert getattr(back.army_list, key) == getattr(army_list, key) or key == "units"
        assert [(unit.name, unit.troops) for unit in back.army_list.units] == [
            (unit.name, unit.troops) for unit in army_list.units
        ]


def test_a_roster_that_another_program_wrote_is_read() -> None:
    text = roster(ready("union-80"))
    # No limit, decimals, a tile known by its name alone, and things that nobody asked about.
    text = text.replace('typeId="pb-dp" value="80"', 'typeId="pb-dp" value="-1.0"')
    text = text.replace("pb-link-union-UNI09::pb-tile-UNI09", "1234-abcd")
    text = text.replace("<forces>", '<forces xmlns:x="urn:x" x:y="z">')

    (back,) = import_lists(text.encode(), "roster", CATALOG)

    assert back.army_list.troops == ready("union-80").troops
    assert back.army_list.points == 80
    assert [remark.code for remark in back.remarks] == ["exchange.size-by-total"]


def test_two_forces_are_two_lists() -> None:
    text = roster(ready("union-80"))
    force = text[text.index("<force ") : text.index("</forces>")]
    found = import_lists(text.replace("</forces>", force + "</forces>").encode(), "r", CATALOG)
    assert [one.army_list.troops for one in found] == [ready("union-80").troops] * 2


def entities(inner: str, use: str) -> bytes:
    head = f'<?xml version="1.0"?><!DOCTYPE roster [{inner}]>'
    body = roster(MIXED).split("?>", 1)[1].replace('name="Both"', f'name="{use}"')
    return (head + body).encode()


def billion_laughs() -> bytes:
    lines = ["<!ENTITY e0 'ha'>"]
    lines += [f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 12)]
    return entities("".join(lines), "&e11;")


def zip_of(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


def lying_zip() -> bytes:
    """A zip whose directory gives a small size for a large file."""
    size = 4 * LARGEST_XML
    data = bytearray(zip_of(("r.ros", b" " * size)))
    true, false = size.to_bytes(4, "little"), (1000).to_bytes(4, "little")
    while (place := data.find(true)) >= 0:
        data[place : place + 4] = false
    return bytes(data)


def locked_zip() -> bytes:
    data = bytearray(zip_of(("r.ros", b"<roster/>")))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    return bytes(data)


GOOD = roster(MIXED).encode()
ATTACKS: dict[str, tuple[bytes, str]] = {
    "entities that grow": (billion_laughs(), "xml-document-type"),
    "a file as an entity": (
        entities("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "&x;"),
        "xml-document-type",
    ),
    "an address as a document type": (
        b'<?xml version="1.0"?><!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd"><roster/>',
        "xml-document-type",
    ),
    "an entity of nobody": (GOOD.replace(b'"Both"', b'"&x;"'), "not-xml"),
    "a zip that unpacks to much": (zip_of(("r.ros", b" " * 4 * LARGEST_XML)), "zip-bomb"),
    "a zip that lies about it": (lying_zip(), "zip-damaged"),
    "a large roster": (b"<roster>" + b" " * LARGEST_XML + b"</roster>", "file-too-large"),
    "very deep": (b"<roster>" + b"<a>" * 5000, "xml-too-large"),
    "very many": (b"<roster>" + b"<a/>" * 50_000 + b"</roster>", "xml-too-large"),
    "two rosters in a zip": (zip_of(("a.ros", GOOD), ("b.ros", GOOD)), "zip-not-one-file"),
    "no roster in a zip": (zip_of(("a.txt", GOOD)), "zip-not-one-file"),
    "files without end": (
        zip_of(*((f"{n}.txt", b"") for n in range(500)), ("a.ros", GOOD)),
        "zip-not-one-file",
    ),
    "a zip in another method": (zip_of(("a.ros", GOOD), method=zipfile.ZIP_LZMA), "zip-locked"),
    "a locked zip": (locked_zip(), "zip-locked"),
    "half a zip": (zipped_roster(GOOD.decode())[:200], "zip-damaged"),
    "half a roster": (GOOD[:300], "not-xml"),
    "an unknown encoding": (b'<?xml version="1.0" encoding="klingon"?><roster/>', "not-xml"),
    "a catalogue": (b"<?xml version='1.0'?><catalogue/>", "exchange.no-roster"),
    "another game": (b'<roster gameSystemName="Chess"/>', "exchange.other-system"),
    "no forces": (
        GOOD.replace(b"<force ", b"<farce ").replace(b"</force>", b"</farce>"),
        "exchange.empty",
    ),
    "an unknown thing": (GOOD.replace(b"pb-unit-mixed", b"pb-other"), "exchange.unreadable"),
    "a tile a million times": (
        GOOD.replace(b'number="1" type="model"', b'number="999999" type="model"'),
        "exchange.too-many-tiles",
    ),
    "units of units of units": (
        GOOD.replace(
            b"<selections>",
            b"<selections>"
            + b'<selection entryId="pb-unit" number="20"><selections>' * 15
            + b'<selection entryId="pb-tile-UNI11" number="20"/>'
            + b"</selections></selection>" * 15,
            1,
        ),
        "exchange.too-many-tiles",
    ),
    "half a tile": (GOOD.replace(b'number="1"', b'number="0.5"', 1), "exchange.unreadable"),
    "a size beyond all": (
        GOOD.replace(b'value="60"', b'value="999999"'),
        "exchange.unreadable",
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_rosters_are_refused_with_a_sentence_and_little_memory(name: str) -> None:
    data, code = ATTACKS[name]
    tracemalloc.start()
    try:
        with pytest.raises(PbbuildError) as refusal:
            import_lists(data, "roster", CATALOG)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert refusal.value.code == code
    assert refusal.value.code not in str(refusal.value)
    assert peak < 60_000_000


def test_text_that_xml_cannot_hold_is_replaced() -> None:
    text = xml_text(Element("a", {"b": 'x\x01"\n\t'}, text="]]>\ud800&"))

    back = read_xml(text.encode(), "a")

    assert back.attributes["b"] == 'x\ufffd"\n\t'
    assert back.text == "]]>\ufffd&"


def test_the_same_list_is_the_same_bytes() -> None:
    assert zipped("a.ros", b"x") == zipped("a.ros", b"x")


def test_commands_write_and_read_rosters_and_data_files(tmp_path: Path) -> None:
    done = run("export", "union-80", "-o", "u.rosz", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run("import", "u.rosz", "-o", "u.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run("check", "u.json", folder=tmp_path).returncode == 0
    assert run("export", "union-80", "--format", "rosz", folder=tmp_path).returncode == 2
    plain = run("export", "union-80", "--format", "ros", folder=tmp_path)
    assert plain.stdout == roster(ready("union-80"))

    words = ("catalog", "export", "--format", "bsdata")
    assert run(*words, folder=tmp_path).returncode == 2
    assert run(*words, "union", "-o", "bs", folder=tmp_path).returncode == 2
    assert run("catalog", "export", "union", "--zipped", folder=tmp_path).returncode == 2
    done = run(*words, "-o", "bs", "--zipped", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "bs" / "union.catz") as archive:
        assert archive.namelist() == ["union.cat"]
        assert (
            archive.read("union.cat").decode() == data_files(CATALOG, Translator("en"))["union.cat"]
        )
