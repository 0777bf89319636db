"""Catalogs, lists and records may come from strangers: their words stay words."""

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbbuild.page.html import html_document
from pbbuild.page.printables import html_of, pdf_of, text_of
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.pocket_battles.sheets.layout import faults, pages_of
from tests.pocket_battles.sheets.samples import documents_of, ready, strange_catalog, strange_list
from tests.tiers import quick_first, tries

EN = Translator("en")
SECRET = "the-secret-of-this-machine"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


@pytest.fixture
def listener() -> Iterator[tuple[str, list[bytes]]]:
    """An address on this machine, and what anybody said to it."""
    heard: list[bytes] = []
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.1)
    done = threading.Event()

    def listen() -> None:
        while not done.is_set():
            try:
                connection, _ = server.accept()
            except TimeoutError:
                continue
            with connection:
                heard.append(connection.recv(200))

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/", heard
    finally:
        done.set()
        thread.join()
        server.close()


def attacks(secret: Path, address: str) -> list[str]:
    file = secret.as_uri()
    return [
        f'<link rel="attachment" href="{file}">',
        f'<a rel="attachment" href="{file}">x</a>',
        f'<img src="{file}">',
        f'<img src="{address}">',
        f'"><img src="{address}" alt="x"><p class="',
        f"'><object data='{file}'></object>",
        f'<iframe src="{file}"></iframe>',
        f"<style>@import url({address})</style>",
        f"</style><style>body{{background:url({address})}}</style>",
        f"}} body {{ background: url('{address}') }} .x {{",
        f'red;background:url("{address}")',
        f'<svg><image href="{file}"/><use href="{address}"/></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        "{{ 7 * 7 }}{% include '/etc/passwd' %}",
        "{{ sheet.__class__.__mro__ }}",
        '<script>document.write("x")</script>',
        f'<meta http-equiv="refresh" content="0;url={address}">',
        f'<base href="{address}">',
        "</script><script>alert(1)</script>",
        "<!--",
        "]]>",
        "&lt;b&gt;",
        "\u202egnirts desrever",
        "a\u0300\u0301\u0302\u0303\u0304" * 6,
        "𝕬𝖗𝖒𝖞 🏴‍☠️ 軍隊",
    ]


def poisoned(words: str) -> tuple[ArmyList, Catalog]:
    """A list and catalog that say `words` wherever a string can stand."""
    catalog = strange_catalog()
    troops = tuple(
        replace(troop, name=words, gloss=Text(words, words), type=words, source=words)
        for troop in catalog.armies["strange"].troops[:4]
    )
    army = replace(catalog.armies["strange"], name=Text(words, words), troops=troops, theme=words)
    trait = replace(
        catalog.traits["excite"],
        name=Text(words, words),
        line=Text(words, words),
        text=Text(words, words),
        icon=words,
        clause=words,
    )
    poisonous = replace(
        catalog,
        armies={**catalog.armies, "strange": army},
        troops={**catalog.troops, **{troop.code: troop for troop in troops}},
        traits={**catalog.traits, "excite": trait},
    )
    codes = tuple(troop.code for troop in troops)
    units = (ListUnit(codes[:2], words), ListUnit(codes[2:]))
    return ArmyList(words, "strange", 50, "modern-1", units, note=words), poisonous


@pytest.mark.slow
def test_no_words_open_a_file_or_a_connection(
    secret: Path, listener: tuple[str, list[bytes]], tmp_path: Path
) -> None:
    address, heard = listener
    for number, words in enumerate(attacks(secret, address)):
        army_list, catalog = poisoned(words)
        # Tiles place their words by the same macros.
        for what in ("roster", "tiles") if number % 3 == 0 else ("roster",):
            for document in documents_of(what, Style(theme=""), [army_list], catalog):
                made = pdf_of(document, EN)
                assert SECRET.encode() not in _everything(made, tmp_path), (what, words)
                if what == "roster":
                    assert _attached_names(made, tmp_path) == ["list.json"]
    assert heard == []


def _everything(pdf: bytes, folder: Path) -> bytes:
    (folder / "made.pdf").write_bytes(pdf)
    with pikepdf.open(folder / "made.pdf") as document:
        streams = [
            bytes(one.read_bytes()) for one in document.objects if isinstance(one, pikepdf.Stream)
        ]
    return pdf + b"".join(streams)


def _attached_names(pdf: bytes, folder: Path) -> list[str]:
    (folder / "made.pdf").write_bytes(pdf)
    with pikepdf.open(folder / "made.pdf") as document:
        return list(document.attachments)


def test_words_become_no_markup(secret: Path) -> None:
    [document] = documents_of("roster", Style(theme=""), [poisoned("x")[0]], poisoned("x")[1])
    plain = _tags(html_document(document.parts, document.title, EN, fonts=False))
    for words in attacks(secret, "http://127.0.0.1:9/"):
        army_list, catalog = poisoned(words)
        [document] = documents_of("roster", Style(theme=""), [army_list], catalog)
        html = html_of(document, EN)
        found = _tags(html)
        assert set(found) <= {*plain, "script", "br"}, words
        assert found.get("script", 0) <= 1  # our own, which carries the list
        assert "49" not in text_of(document, EN, markdown=True) or "7 * 7" not in words


def _tags(html: str) -> dict[str, int]:
    from html.parser import HTMLParser

    found: dict[str, int] = {}

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found[tag] = found.get(tag, 0) + 1
            assert not any(name.startswith("on") for name, _ in attrs)

    Reader().feed(html)
    return found


@pytest.mark.slow
def test_the_words_of_a_record_stay_words(
    secret: Path, listener: tuple[str, list[bytes]], tmp_path: Path
) -> None:
    address, heard = listener
    picture, file = f'"><img src="{address}">', f"<link rel=attachment href={secret.as_uri()}>"
    source = ready("celts-60")
    units = tuple(replace(unit, name=file[:120]) for unit in source.units)
    named = replace(source, name=picture, units=units)
    (tmp_path / "strange.json").write_text(list_text(named), encoding="utf-8")
    for arguments in (
        ("battle", "strange.json", "--against", "romans-60", "--seed", "3", "--record", "b.jsonl"),
        ("print", "b.jsonl", "--what", "report", "-o", "report.pdf"),
        ("print", "b.jsonl", "--what", "report", "-o", "report.html"),
    ):
        done = run(*arguments, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert SECRET.encode() not in _everything((tmp_path / "report.pdf").read_bytes(), tmp_path)
    assert _attached_names((tmp_path / "report.pdf").read_bytes(), tmp_path) == []
    assert "link" not in _tags((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert heard == []


def test_a_theme_is_found_by_name_only_among_ours() -> None:
    army_list, catalog = poisoned("../../../etc/passwd")
    [document] = documents_of("roster", Style(theme=""), [army_list], catalog)
    assert document.parts[0].style.theme == "neutral"


def test_an_icon_is_found_by_name_only_among_ours() -> None:
    from pbbuild.page.pictures import icon_shapes

    assert icon_shapes("heal")
    for name in ("../fonts/widths", "/etc/passwd", "heal.svg", "HEAL", "", "a/b", "heal\n"):
        assert icon_shapes(name) == ""


@pytest.mark.slow
@pytest.mark.parametrize("length", quick_first([21, 60], 1))
def test_a_word_longer_than_its_line_is_broken(length: int) -> None:
    army_list, catalog = poisoned("0" * length)
    [document] = documents_of("roster", Style(theme=""), [army_list], catalog)
    assert [fault for page in pages_of(document, EN) for fault in faults(page, 7.0)] == []


@pytest.mark.slow
@settings(
    max_examples=tries(15, 1, most=25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(words=st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60))
def test_any_words_can_be_printed_and_stay_in_their_boxes(words: str) -> None:
    army_list, catalog = poisoned(words)
    for what in ("roster", "counters"):
        [document] = documents_of(what, Style(theme=""), [army_list], catalog)
        pages = pages_of(document, EN)
        assert pages
        ours = words.isascii()  # how wide letters of other fonts are is not for us to say
        assert not ours or [fault for page in pages for fault in faults(page, 7.0)] == []


def test_the_shipped_catalog_is_not_harmed_by_a_strange_one() -> None:
    assert "strange" not in load_catalog().armies
    assert strange_list().troops[0] == "STR01"
