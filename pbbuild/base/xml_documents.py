"""Reading untrusted XML, plain or zipped, with limits; and writing XML that others read.

Documents with a document type are refused: entities, which can grow without end or name other
files, need one. A zipped file is unpacked in memory, up to a limit, and its name is never used.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from pbbuild.errors import PbbuildError

LARGEST_XML: Final = 4 * 1024 * 1024
MOST_ELEMENTS: Final = 50_000
DEEPEST: Final = 50
MOST_FILES: Final = 20
ZIP_MARK: Final = b"PK\x03\x04"
# Files of the same content are the same bytes.
_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError),
    *(LookupError, NotImplementedError),
)
# What XML 1.0 has no way to write.
_UNWRITABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True)
class Element:
    """An element of an XML document; `name` is without its namespace, `line` is where it begins."""

    name: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list["Element"] = field(default_factory=list)
    text: str = ""
    line: int = 0

    def add(self, name: str, text: str = "", /, **attributes: str | int) -> "Element":
        """A new last child."""
        written = {key.rstrip("_"): str(value) for key, value in attributes.items()}
        child = Element(name, written, text=text)
        self.children.append(child)
        return child

    def inside(self, *path: str) -> list["Element"]:
        """All elements that `path`, names from child to child, leads to."""
        found = [self]
        for name in path:
            found = [child for each in found for child in each.children if child.name == name]
        return found

    def text_of(self, name: str) -> str:
        """The text of the first child of this name, "" where there is none."""
        return next((child.text for child in self.children if child.name == name), "")


def read_xml(data: bytes, source: str) -> Element:
    """The root element of a document; one that is damaged, too large or has entities is refused."""
    if len(data) > LARGEST_XML:
        raise PbbuildError("file-too-large", source=source, limit=LARGEST_XML)
    reader = _XmlReader(source)
    try:
        return reader.read(data)
    except (expat.ExpatError, LookupError, ValueError) as error:
        # An unknown encoding is a LookupError, bytes that it has no letter for a ValueError.
        line = getattr(error, "lineno", reader.parser.CurrentLineNumber)
        raise PbbuildError("not-xml", source=source, line=line) from None


class _XmlReader:
    """One reading of a document."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        # Names come with their namespace and a blank before them.
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse_document_type
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def read(self, data: bytes) -> Element:
        self.parser.Parse(data, True)
        assert self.root is not None  # expat refuses a document without a root
        return self.root

    def _refuse_document_type(self, *_: object) -> None:
        raise PbbuildError("xml-document-type", source=self.source)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.open) >= DEEPEST:
            raise PbbuildError("xml-too-large", source=self.source)
        local = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        element = Element(name.rpartition(" ")[2], local, line=int(self.parser.CurrentLineNumber))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].text += text


def xml_text(root: Element) -> str:
    """The document with `root`, one element a line."""
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>']
    _write(root, "", lines)
    return "\n".join(lines) + "\n"


def _write(element: Element, indent: str, lines: list[str]) -> None:
    attributes = "".join(
        f" {key}={quoteattr(_writable(value), {chr(13): '&#13;'})}"
        for key, value in element.attributes.items()
    )
    start = f"{indent}<{element.name}{attributes}"
    if element.children:
        lines.append(f"{start}>")
        for child in element.children:
            _write(child, f"{indent}  ", lines)
        lines.append(f"{indent}</{element.name}>")
    elif element.text:
        inner = escape(_writable(element.text), {"\r": "&#13;"})
        lines.append(f"{start}>{inner}</{element.name}>")
    else:
        lines.append(f"{start}/>")


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def zipped(name: str, data: bytes) -> bytes:
    """A zip file with one file in it."""
    target = io.BytesIO()
    entry = zipfile.ZipInfo(name, _ZIP_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(entry, data)
    return target.getvalue()


def unzipped(data: bytes, ending: str, source: str) -> bytes:
    """The one file in a zip file whose name ends with `ending`, of at most `LARGEST_XML` bytes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            wanted = [entry for entry in entries if entry.filename.lower().endswith(ending)]
            if len(entries) > MOST_FILES or len(wanted) != 1:
                raise PbbuildError("zip-not-one-file", source=source, ending=ending)
            (entry,) = wanted
            # Other methods can ask for gigabytes of memory before the first byte is out.
            known = entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
            if entry.flag_bits & 1 or not known:
                raise PbbuildError("zip-locked", source=source)
            with archive.open(entry) as file:
                # The size that the directory gives may be a lie: what comes out is counted.
                found = file.read(LARGEST_XML + 1)
    except _DAMAGE:
        raise PbbuildError("zip-damaged", source=source) from None
    if len(found) > LARGEST_XML:
        raise PbbuildError("zip-bomb", source=source, limit=LARGEST_XML)
    return found
