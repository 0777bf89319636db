"""The PDF itself: same bytes, tagged, titled, unscaled, with the list inside."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import zxingcpp

from pbbuild.base.places import shipped
from pbbuild.page.pdf import PrintError, is_allowed_url, pdf
from pbbuild.page.printables import html_of, joined, pdf_of, text_of
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.list_file import list_document, parse_list
from pbbuild.pocket_battles.sheets.printables import roster_pdf
from pbbuild.text.translate import Translator
from tests.cli import run, run_process
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.pocket_battles.sheets.test_tiles import picture_of

EN = Translator("en")


@pytest.fixture(scope="module")
def roster() -> bytes:
    return roster_pdf(ready("union-80"), load_catalog(), Style(theme=""), EN)


@pytest.mark.slow
def test_the_same_list_gives_the_same_bytes(roster: bytes) -> None:
    assert roster_pdf(ready("union-80"), load_catalog(), Style(theme=""), EN) == roster


@pytest.mark.slow
def test_another_process_makes_the_same_bytes(roster: bytes, tmp_path: Path) -> None:
    for name in ("one", "two"):
        done = run("print", "union-80", "-o", f"{name}.pdf", folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes() == roster


def test_the_list_rides_inside_and_comes_out_equal(roster: bytes) -> None:
    with pikepdf.open(io.BytesIO(roster)) as document:
        [attached] = document.attachments.values()
        data = attached.get_file().read_bytes()
    army_list = parse_list(data.decode(), "roster.pdf")
    assert list_document(army_list) == list_document(ready("union-80"))


def test_it_is_tagged_with_language_title_headings_and_alternative_texts(roster: bytes) -> None:
    with pikepdf.open(io.BytesIO(roster)) as document:
        root = document.Root
        assert root.MarkInfo.Marked
        assert str(root.Lang) == "en"
        assert str(document.docinfo["/Title"]) == "Union, printed 80 · roster"
        assert str(root.ViewerPreferences.PrintScaling) == "/None"
        assert root.ViewerPreferences.DisplayDocTitle
        kinds, alternatives = _structure(root.StructTreeRoot)
    assert {"/H1", "/H2", "/Figure"} <= kinds
    assert "white 4-5-6" in alternatives
    assert not any(alt == "" for alt in alternatives)


def _structure(element: pikepdf.Object) -> tuple[set[str], set[str]]:
    kinds: set[str] = set()
    alternatives: set[str] = set()
    todo = [element]
    while todo:
        one = todo.pop()
        if not isinstance(one, pikepdf.Dictionary):
            continue
        if "/S" in one:
            kinds.add(str(one.S))
            if str(one.S) == "/Figure":
                alternatives.add(str(one.get("/Alt", "")))
        children: Any = one.get("/K", [])
        todo += list(children) if isinstance(children, pikepdf.Array) else [children]
    return kinds, alternatives


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("confederacy-80", Style(theme="")),
        ("persians-80", Style(theme="", paper="letter", ink="saver", language="it")),
        ("union-80", Style(theme="", paper="a5")),
    ],
)
def test_a_camera_reads_the_list_from_the_page(name: str, style: Style, tmp_path: Path) -> None:
    army_list = ready(name)
    data = roster_pdf(army_list, load_catalog(), style, Translator(style.language))

    with pikepdf.open(io.BytesIO(data)) as document:
        pages = [picture_of(data, tmp_path, 150, one) for one in range(1, len(document.pages) + 1)]
    (text,) = {found.text for page in pages for found in zxingcpp.read_barcodes(page)}
    # A friend without pbbuild reads names and codes; pbbuild imports the same text.
    for code in army_list.troops:
        assert code in text
        assert load_catalog().troops[code].name in text
    (back,) = import_lists(text.encode(), "scanned", load_catalog())
    assert [unit.troops for unit in back.army_list.units] == [
        unit.troops for unit in army_list.units
    ]


def test_the_words_on_the_page_are_the_words_of_the_list(roster: bytes, tmp_path: Path) -> None:
    import subprocess

    (tmp_path / "roster.pdf").write_bytes(roster)
    done = subprocess.run(
        ["pdftotext", "-layout", str(tmp_path / "roster.pdf"), "-"], capture_output=True, check=True
    )
    text = done.stdout.decode()
    for code in ready("union-80").troops:
        assert code in text
    assert "of 80 points" in text
    assert "Disengage" in text
    assert "Flying" not in text  # no tile of this army has it


def test_exactly_the_traits_of_the_army_are_explained() -> None:
    [document] = documents_of("roster", Style(theme=""), [ready("union-50")])
    told = {
        placed.item.title
        for page in document.parts[0].sheet.pages
        for placed in page.blocks
        if placed.item.kind == "trait"
    }
    catalog = load_catalog()
    used = {
        # +1 and +3 Shooting are one entry, +x Shooting.
        catalog.traits[trait].name.en.replace(str(catalog.traits[trait].number or "-"), "x")
        for code in ready("union-50").troops
        for trait in catalog.troops[code].traits
    }
    assert told == used


@pytest.mark.slow
def test_a_pack_holds_everything_with_bookmarks() -> None:
    lists = [ready("celts-60"), ready("romans-60")]
    [document] = documents_of("pack", Style(theme=""), lists)
    with pikepdf.open(io.BytesIO(pdf_of(document, EN))) as made:
        with made.open_outline() as outline:
            titles = [item.title for item in outline.root]
            inner = [child.title for item in outline.root for child in item.children]
        assert len(made.attachments) == 2
    assert titles[:2] == [f"{army_list.name} · roster" for army_list in lists]
    assert "Celts · mat" in titles
    assert "Quick reference" in inner


def test_html_needs_nothing_else_and_can_be_imported(tmp_path: Path) -> None:
    [document] = documents_of("roster", Style(theme=""), [ready("celts-60")])
    html = html_of(document, EN)
    addresses = re.findall(
        r"""(?:src|href)\s*=\s*["']([^"']{0,60})|url\(["']?([^"')]{0,60})""", html
    )
    assert addresses
    assert all((one or other).startswith("data:") for one, other in addresses)
    assert not re.search("https?:", html.replace("http://www.w3.org/2000/svg", ""))
    (tmp_path / "celts.html").write_text(html, encoding="utf-8")
    done = run("import", "celts.html", "-o", "back.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "back.json").read_text())["army"] == "celts"


@pytest.mark.parametrize("what", ["roster", "tiles", "opponent", "aid", "battlefield", "tokens"])
@pytest.mark.parametrize("markdown", [False, True])
def test_everything_can_be_had_as_words(what: str, markdown: bool) -> None:
    lists = [ready("union-50")]
    for document in documents_of(what, Style(theme=""), lists):
        text = text_of(document, EN, markdown=markdown)
        assert len(text.split()) > 10
        assert "<" not in text.replace("<1", "").replace("\\<", "")
        if markdown and what in ("roster", "aid"):
            assert text.lstrip().startswith("# ")


def test_documents_join_under_the_first_title() -> None:
    made = documents_of("roster", Style(theme=""), [ready("celts-60"), ready("romans-60")])
    whole = joined(made)
    assert whole.title == made[0].title
    assert [one.name for one in whole.attached] == ["list.json", "list-2.json"]


def test_any_complaint_of_the_typesetter_is_an_error() -> None:
    with pytest.raises(PrintError):
        pdf("<p style='colour: red'>wrong word</p>")


def test_only_our_own_files_may_be_opened() -> None:
    own = shipped("templates").resolve()
    assert is_allowed_url("data:text/plain,x")
    assert is_allowed_url((own / "icons" / "heal.svg").as_uri())
    for address in (
        "file:///etc/passwd",
        f"{own.as_uri()}/../setup.cfg",
        f"{own.as_uri()}/%2e%2e/setup.cfg",
        "http://127.0.0.1/",
        "https://example.org/",
        "ftp://example.org/",
        f"file://elsewhere{own}/icons/heal.svg",
        "FILE:///etc/passwd",
    ):
        assert not is_allowed_url(address)


@pytest.mark.slow
def test_printing_ends_without_a_word_of_python_and_without_leftovers(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    words = ("print", "union-50", "-o", "page.pdf")
    done = run_process(*words, folder=tmp_path, TMPDIR=str(tmp_path / "tmp"))
    assert done.returncode == 0, done.stderr
    assert "Exception" not in done.stderr
    assert list((tmp_path / "tmp").iterdir()) == []
