"""PDFs are PDF/UA-1: identified, tagged, titled; every heading, table and picture in order.

There is no full PDF/UA checker on PyPI or in Debian, so these are the machine checks of the
Matterhorn Protocol that concern what our pages contain, read with pikepdf.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise, product
from typing import Any

import pikepdf
import pytest

from pbbuild.page.printables import pdf_of
from pbbuild.page.style import Style
from pbbuild.pocket_battles.sheets.printables import PRINTABLES
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, ready
from tests.tiers import quick_first

# The shortest first, for the quick tier.
SHEETS = ["borders", *(what for what in PRINTABLES if what not in ("pack", "report", "borders"))]
UA_PART = "{http://www.aiim.org/pdfua/ns/id/}part"
# The standard structure types that WeasyPrint writes, and in which others may lie.
STANDARD = {
    *("/Document", "/Part", "/Art", "/Sect", "/Div", "/BlockQuote", "/Caption", "/NonStruct"),
    *("/P", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/L", "/LI", "/Lbl", "/LBody"),
    *("/Table", "/TR", "/TH", "/TD", "/THead", "/TBody", "/TFoot"),
    *("/Span", "/Quote", "/Note", "/Reference", "/Code", "/Link", "/Em", "/Strong", "/Figure"),
}
PARENTS = {
    "/TR": ("/Table", "/TBody", "/THead", "/TFoot"),
    "/TH": ("/TR",),
    "/TD": ("/TR",),
    "/LI": ("/L",),
    "/Lbl": ("/LI",),
    "/LBody": ("/LI",),
}
PAINTING = {
    *("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "BI", "EI"),
    *("Tj", "TJ", "'", '"'),
}
TITLE = "{http://purl.org/dc/elements/1.1/}title"


def elements(node: Any, parent: str = "") -> Iterator[tuple[str, Any, str]]:
    """All structure elements below a node: type, element, type of the parent."""
    if isinstance(node, pikepdf.Array):
        for child in node:
            yield from elements(child, parent)
    elif isinstance(node, pikepdf.Dictionary):
        kind = str(node.get("/S", ""))
        if kind:
            yield kind, node, parent
        if "/K" in node:
            yield from elements(node["/K"], kind or parent)


def faults(data: bytes, title: str) -> list[str]:
    """Everything that breaks PDF/UA-1 in a file."""
    found = []
    with pikepdf.open(BytesIO(data)) as pdf:
        root = pdf.Root
        if "/Metadata" not in root:
            return ["no XMP"]
        with pdf.open_metadata() as xmp:
            if xmp.get(UA_PART) != "1":
                found.append("not identified as PDF/UA-1 (06-002)")
            if xmp.get(TITLE) != title:
                found.append("no title in XMP (06-003)")
        if not root.ViewerPreferences.DisplayDocTitle:
            found.append("title not displayed (07-002)")
        if "/Lang" not in root:
            found.append("no language (11-006)")
        if not root.MarkInfo.Marked or root.MarkInfo.get("/Suspects", False):
            found.append("not tagged (06-001)")
        tree = list(elements(root.StructTreeRoot["/K"]))
        levels = [int(kind[2:]) for kind, _, _ in tree if kind[:2] == "/H" and kind[2:].isdigit()]
        if levels[:1] != [1]:
            found.append("first heading is not H1 (14-002)")
        found += [f"H{b} after H{a} (14-003)" for a, b in pairwise(levels) if b > a + 1]
        for kind, element, _ in tree:
            if kind == "/Figure" and not str(element.get("/Alt", "")):
                found.append("figure without alternative text (13-004)")
            if kind == "/TH" and str(element.A.get("/Scope", "")) not in ("/Row", "/Column"):
                found.append("table heading without scope (15-003)")
        found += structure_faults(tree)
        found += [fault for page in pdf.pages for fault in content_faults(page, root)]
        found += attachment_faults(root)
        if len(str(root.get("/Lang", ""))) != 2:
            found.append("language is no code (11-006)")
        for page in pdf.pages:
            if "/StructParents" not in page and page.get("/Contents") is not None:
                found.append("page outside the structure (01-005)")
            if "/Annots" in page and str(page.get("/Tabs", "")) != "/S":
                found.append("tab order is not that of the structure (28-005)")
            found += [fault for font in fonts_of(page) for fault in font_faults(font)]
    return found


def structure_faults(tree: Sequence[tuple[str, Any, str]]) -> list[str]:
    """Elements of unknown kinds or in the wrong place, and headings without words."""
    found = []
    for kind, element, parent in tree:
        if kind not in STANDARD:
            found.append(f"{kind} is no standard type (02-001)")
        if kind in PARENTS and parent not in PARENTS[kind]:
            found.append(f"{kind} in {parent} (09-00x)")
        if kind[:2] == "/H" and kind[2:].isdigit() and "/K" not in element:
            found.append("heading without words")
        if kind == "/Table":
            rows = [
                [kind for kind, _, above in elements(row["/K"], "/TR") if above == "/TR"]
                for kind, row, _ in elements(element["/K"])
                if kind == "/TR" and "/K" in row
            ]
            if not rows:
                found.append("table without rows")
            if len({len(row) for row in rows}) > 1:
                found.append("rows of one table differ in length (15-001)")
            if not any("/TH" in row for row in rows):
                found.append("table without headings (15-003)")
    return found


def content_faults(page: pikepdf.Page, root: Any) -> list[str]:
    """Marks outside the structure: all that a page shows is tagged or an artifact."""
    if page.get("/Contents") is None:
        return []
    found: list[str] = []
    open_marks: list[str] = []
    ids: list[int] = []
    instructions: Any = pikepdf.parse_content_stream(page)
    for operands, operator in instructions:
        name = str(operator)
        if name in ("BDC", "BMC"):
            tag = str(operands[0])
            if tag == "/Artifact" and any(mark != "/Artifact" for mark in open_marks):
                found.append("artifact inside tagged content (01-001)")
            if tag != "/Artifact" and "/Artifact" in open_marks:
                found.append("tagged content inside an artifact (01-002)")
            open_marks.append(tag)
            if name == "BDC" and isinstance(operands[1], pikepdf.Dictionary):
                properties: Any = operands[1]
                if "/MCID" in properties:
                    ids.append(int(properties["/MCID"]))
        elif name == "EMC":
            open_marks.pop()
        elif name in PAINTING and not open_marks:
            found.append(f"{name} is neither tagged nor an artifact (01-005)")
    if open_marks:
        found.append("marked content is not closed")
    parents: Any = number_tree(root.StructTreeRoot.ParentTree).get(int(page.StructParents))
    for number in ids:
        element = parents[number] if parents is not None and number < len(parents) else None
        if element is None or str(element.get("/S", "")) not in STANDARD:
            found.append(f"content {number} has no element in the structure (01-006)")
    if len(ids) != len(set(ids)):
        found.append("two contents have one number")
    return found


def number_tree(node: Any) -> dict[int, Any]:
    """The entries of a number tree."""
    found: dict[int, Any] = {}
    for kid in node.get("/Kids", []):
        found.update(number_tree(kid))
    numbers = list(node.get("/Nums", []))
    found.update(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    return found


def attachment_faults(root: Any) -> list[str]:
    """Attached files need both names and a description."""
    names: Any = root.get("/Names", {}).get("/EmbeddedFiles", {}).get("/Names", [])
    return [
        "attachment without its names or description (21-001)"
        for file in list(names)[1::2]
        if not all(str(file.get(key, "")) for key in ("/F", "/UF", "/Desc"))
    ]


def fonts_of(page: pikepdf.Page) -> Iterator[Any]:
    """The fonts of a page and of the drawings on it."""
    waiting: list[Any] = [page.get("/Resources", pikepdf.Dictionary())]
    while waiting:
        resources = waiting.pop()
        yield from resources.get("/Font", pikepdf.Dictionary()).values()
        for drawing in resources.get("/XObject", pikepdf.Dictionary()).values():
            if "/Resources" in drawing:
                waiting.append(drawing["/Resources"])


def font_faults(font: Any) -> list[str]:
    """What a font lacks: its file, its letters, its map of glyphs."""
    found = []
    base: Any = font.get("/DescendantFonts", [font])[0]
    descriptor: Any = base.get("/FontDescriptor", {})
    if not any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3")):
        found.append("font not embedded (31-009)")
    if "/ToUnicode" not in font:
        found.append("font without Unicode (10-001)")
    if str(base.get("/Subtype", "")) == "/CIDFontType2" and "/CIDToGIDMap" not in base:
        found.append("font without a map of its glyphs (31-006)")
    return found


def test_marks_outside_the_structure_are_found() -> None:
    """The checks themselves: a page that draws something without a tag is not accessible."""
    [document] = documents_of("borders", Style(theme=""))
    with pikepdf.open(BytesIO(pdf_of(document, Translator("en")))) as pdf:
        page = pdf.pages[0]
        assert content_faults(page, pdf.Root) == []
        page.contents_add(b"0 0 10 10 re f")
        assert content_faults(page, pdf.Root) == ["f is neither tagged nor an artifact (01-005)"]
        assert structure_faults([("/Odd", pikepdf.Dictionary(), "/Div")]) == [
            "/Odd is no standard type (02-001)"
        ]


@pytest.mark.parametrize(
    ("what", "language"),
    quick_first([*product(SHEETS, ["en"]), *product(SHEETS[::3], ["it"])], 1),
)
def test_every_sheet_is_accessible(what: str, language: str) -> None:
    style = Style(theme="", language=language)
    lists = [ready("union-50"), ready("confederacy-50")]
    document = documents_of(what, style, lists)[0]
    assert faults(pdf_of(document, Translator(language)), document.title) == []
