"""No name in a list means anything in the language that the list is exported to.

Each case is a language, a dangerous text and the field that has it. The export must have the same
structure as with a harmless text, show the text, and give the same list when it is imported.
"""

import csv
import dataclasses
import io
import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from pbbuild.base.csv_cells import marked_cell, unmarked_cell
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator

CATALOG = shipped_catalog()
HARMLESS = "Harmless words"
DANGEROUS = (
    "=1+1",
    "+SUM(A)",
    "-cmd|x",
    "@SUM(A)",
    "A;=cmd|' /C calc'!A;x",
    "A,@x",
    "A|=x",
    "'=x",
    "\uff1d1+1",
    "[b]bold[/b]",
    "[url=http://x.example]x[/url]",
    "[/list][img]x[/img]",
    "@everyone",
    "<@everyone>",
    "```x",
    "``` @here",
    "**bold**",
    "_under_ ~~through~~ ||hidden||",
    "# heading",
    "- item",
    "+ item",
    "> quote",
    "[x](http://x.example)",
    "![x](http://x.example/y.png)",
    "http://x.example",
    "www.example.org",
    "&lt;b&gt; &amp;",
    "<script>alert(x)</script>",
    '"><img src=x onerror=alert(x)>',
    "</title><b>",
    "a | b | c",
    "\\*x\\*",
    "x\\",
    "`",
    "***",
    "---",
    "x:",
    "1. x",
    "2.",
    "CON01",
    "50 DP",
    "Union",
    "{x}",
    "null",
    "$x$",
    "[*]x",
)
FIELDS = ("list name", "unit name", "army name", "tile name")
SIGNS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def exported(layout: str, field: str, text: str) -> str:
    """A list with `text` in a field, in a layout."""
    catalog, names = CATALOG, {"list name": HARMLESS, "unit name": HARMLESS}
    if field in names:
        names[field] = text
    else:
        catalog = _with_name(field, text)
    unit = ListUnit(("UNI11", "UNI12"), names["unit name"])
    army_list = ArmyList(names["list name"], "union", 50, "modern-1", (unit,))
    return FORMATS[layout](Writer(army_list, catalog, Translator("en")))


def _with_name(field: str, text: str) -> Catalog:
    army = CATALOG.armies["union"]
    if field == "army name":
        renamed = dataclasses.replace(army, name=Text(text, text))
        return dataclasses.replace(CATALOG, armies={**CATALOG.armies, "union": renamed})
    troop = dataclasses.replace(CATALOG.troops["UNI11"], name=text)
    return dataclasses.replace(CATALOG, troops={**CATALOG.troops, "UNI11": troop})


cases = pytest.mark.parametrize(
    ("field", "text"),
    [pytest.param(field, text, id=f"{text} as {field}") for field in FIELDS for text in DANGEROUS],
)


def comes_back(layout: str, field: str, text: str) -> None:
    """A name of the list itself is read back as it was."""
    # Lists of others may have no < and > in names: an import refuses them.
    if field not in ("list name", "unit name") or set("<>") & set(text):
        return
    (back,) = import_lists(exported(layout, field, text).encode(), "test", CATALOG)
    read = back.army_list
    assert (text if field == "list name" else HARMLESS) == read.name
    assert (text if field == "unit name" else HARMLESS) == read.units[0].name
    assert [unit.troops for unit in read.units] == [("UNI11", "UNI12")]
    assert (read.army, read.points, read.edition) == ("union", 50, "modern-1")


@cases
def test_no_separator_makes_a_formula_of_a_cell(field: str, text: str) -> None:
    written = exported("csv", field, text)

    for separator in ",;\t|:":
        rows = csv.reader(io.StringIO(written), delimiter=separator)
        cells = [cell for row in rows for cell in row]
        pieces = [piece for line in written.splitlines() for piece in line.split(separator)]
        assert not [c for c in (*cells, *pieces) if c.strip(' "').startswith(SIGNS)]
    comes_back("csv", field, text)


@pytest.mark.parametrize("text", DANGEROUS)
def test_the_marks_of_a_cell_come_off_again(text: str) -> None:
    assert unmarked_cell(marked_cell(text)) == text
    assert unmarked_cell(marked_cell(marked_cell(text))) == marked_cell(text)


@cases
def test_plain_text_comes_back(field: str, text: str) -> None:
    comes_back("text", field, text)


def tags_of_bbcode(text: str) -> list[str]:
    return re.findall(r"\[/?[a-z*]+(?:=[^\]]*)?\]", text, re.IGNORECASE)


@cases
def test_bbcode_has_our_tags_only(field: str, text: str) -> None:
    written = exported("bbcode", field, text)

    assert tags_of_bbcode(written) == tags_of_bbcode(exported("bbcode", field, HARMLESS))
    assert not re.search(r"@\w|://|www\.", written)
    comes_back("bbcode", field, text)


def structure_of_markdown(text: str) -> list[str]:
    """The kinds of all blocks and inline elements but texts."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    inline = [child for token in tokens for child in token.children or ()]
    return [one.type for one in (*tokens, *inline) if one.type not in ("text", "text_special")]


@cases
def test_markdown_has_our_structure_only(field: str, text: str) -> None:
    written = exported("md", field, text)

    assert structure_of_markdown(written) == structure_of_markdown(exported("md", field, HARMLESS))
    assert not re.search(r"@\w|://|www\.", written)
    comes_back("md", field, text)


@cases
def test_discord_mentions_nobody_and_keeps_its_block(field: str, text: str) -> None:
    written = exported("discord", field, text)

    assert written.count("```") == 2
    assert not re.search(r"@\w|://|www\.", written)
    before, _, after = re.split("```", written)
    outside = structure_of_markdown(before + after)
    harmless_before, _, harmless_after = re.split("```", exported("discord", field, HARMLESS))
    assert outside == structure_of_markdown(harmless_before + harmless_after)
    comes_back("discord", field, text)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@cases
def test_a_page_has_our_elements_only_and_a_policy(field: str, text: str) -> None:
    found, harmless = Tags(), Tags()
    found.feed(exported("html", field, text))
    harmless.feed(exported("html", field, HARMLESS))

    assert found.tags == harmless.tags
    assert text in found.words
    policy = re.search('Content-Security-Policy" content="([^"]*)"', exported("html", field, text))
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    comes_back("html", field, text)
