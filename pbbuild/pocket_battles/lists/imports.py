"""Importing lists from text, CSV, JSON, a web page, a PDF, a roster or a share code."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import combinations, groupby
from typing import Final

from pbbuild.base.csv_cells import unmarked_cell
from pbbuild.base.xml_documents import ZIP_MARK
from pbbuild.errors import ListError, PbbuildError, Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.battlescribe_roster import lists_of_roster
from pbbuild.pocket_battles.lists.list_file import LARGEST_SIZE, MOST_TROOPS, list_text, parse_list
from pbbuild.pocket_battles.lists.pdf_import import LARGEST_TEXT, MOST_LISTS, attached_lists
from pbbuild.pocket_battles.lists.share_code import MARK, VERSION, list_of_code, looks_like_a_code
from pbbuild.pocket_battles.lists.text_import import (
    Imported,
    Resolver,
    TextReader,
    TileLine,
    UnitLines,
    WrittenList,
)

MOST_PROBLEMS: Final = 30
EMBEDDED: Final = re.compile(
    r"<script[^>]{0,200}\bid=\"pbbuild-list\"[^>]{0,200}>(.{1,200000}?)</script>", re.DOTALL
)
# XML in the encodings that other programs write.
_ROSTER: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|roster)|\xff\xfe<\0|\xfe\xff\0<")
# The words a CSV's first line may use for each column, in both languages.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "unit": ("unit", "unità", "unita"),
    "unit_name": ("unit_name", "unit name", "nome unità"),
    "code": ("code", "tile", "codice", "tessera"),
    "name": ("name", "nome", "troop", "truppa"),
    "list": ("list", "lista"),
    "army": ("army", "armata"),
    "points": ("points", "size", "punti"),
    "edition": ("edition", "edizione"),
    "waivers": ("waivers", "deroghe"),
    "note": ("note", "nota"),
    "black": ("black", "neri"),
    "white": ("white", "bianchi"),
    "share_code": ("share_code", "share code", "codice di condivisione"),
}
# How alike two titles in a table must be to be one that is misspelt.
ALIKE: Final = 0.5
# What all rows of one list say alike.
SETTINGS: Final = ("army", "points", "edition", "waivers")


def import_lists(data: bytes, source: str, catalog: Catalog) -> tuple[Imported, ...]:
    """All lists in `data`; data that cannot be read raises with all problems."""
    if data.startswith(b"%PDF-"):
        return tuple(Imported(parse_list(text, source)) for text in attached_lists(data, source))
    if data.startswith(ZIP_MARK) or _ROSTER.match(data[:200]):
        return lists_of_roster(data, source, catalog)
    if len(data) > LARGEST_TEXT:
        raise PbbuildError("file-too-large", source=source, limit=LARGEST_TEXT)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PbbuildError("not-utf-8", source=source, offset=error.start) from None
    stripped = text.strip()
    if not stripped:
        raise ListError("exchange.empty", source=source)
    if stripped.startswith("{"):
        return (Imported(parse_list(text, source)),)
    if stripped[:200].lower().startswith(("<!doctype", "<html")):
        return _list_in_page(stripped, source)
    if "\n" not in stripped and looks_like_a_code(stripped):
        return (Imported(list_of_code(stripped, catalog)),)
    last = stripped.rsplit("\n", 1)[-1].strip()
    if last.startswith(MARK + VERSION) and looks_like_a_code(last):
        # The text of a QR code ends with the list's share code.
        return (Imported(list_of_code(last, catalog)),)
    table = _csv_lists(text)
    blocks, problems = table if table else (TextReader(catalog).read(text), [])
    return _resolved(blocks, problems, source, catalog)


def _resolved(
    blocks: list[WrittenList], problems: list[Problem], source: str, catalog: Catalog
) -> tuple[Imported, ...]:
    if not blocks and not problems:
        raise ListError("exchange.no-tiles", source=source)
    if len(blocks) > MOST_LISTS:
        raise ListError("exchange.too-many-lists", source=source, maximum=MOST_LISTS)
    if any(len(block.tiles) > MOST_TROOPS for block in blocks):
        raise ListError("exchange.too-many-tiles", source=source, maximum=MOST_TROOPS)
    found = []
    problems = list(problems)
    for block in blocks:
        resolver = Resolver(block, catalog)
        one = resolver.imported(source)
        remarks = (*one.remarks, *_number_remarks(block), *_code_remarks(block, one, catalog))
        found.append(replace(one, remarks=remarks))
        problems.extend((*block.problems, *resolver.problems))
    for block in blocks:
        if block.points > LARGEST_SIZE:
            values = {"points": block.points}
            problems.append(Problem("", block.line, "exchange.size-too-large", values))
    for remark in _alike_lists(blocks, found) if not problems else ():
        found[0] = replace(found[0], remarks=(*found[0].remarks, remark))
    if problems:
        problems.sort(key=lambda problem: problem.line)
        if len(problems) > MOST_PROBLEMS:
            more = {"count": len(problems) - MOST_PROBLEMS}
            problems[MOST_PROBLEMS:] = [Problem("", 0, "exchange.and-more", more)]
        raise ListError("exchange.unreadable", source=source, problems=tuple(problems))
    for one in found:
        # Names may be too long or have forbidden characters: refused here, before saving.
        parse_list(list_text(one.army_list), source)
    return tuple(found)


def _number_remarks(block: WrittenList) -> Iterator[Problem]:
    """What is strange about the numbers of units in a table: some row has a wrong one."""

    def told(what: str, units: Iterable[object]) -> Problem:
        shown = tuple(str(unit)[:20] for unit in units)[:20]
        return Problem("", block.line, f"exchange.{what}", {"list": block.title, "units": shown})

    runs = [number for number, _ in groupby(block.unit_numbers)]
    if apart := [number for number in dict.fromkeys(runs) if runs.count(number) > 1]:
        yield told("units-apart", apart)
    plain = [number for number in runs if re.fullmatch(r"[0-9]{1,3}", number)]
    if len(plain) not in (0, len(runs)):
        yield told("units-unnumbered", (number for number in runs if number not in plain))
    elif missing := sorted(set(range(1, max(map(int, plain), default=0))) - set(map(int, plain))):
        yield told("units-missing", missing)
    for number, (_, *others) in block.unit_names.items():
        for name in others[:20]:
            values = {"list": block.title, "unit": number[:20], "name": name[:40]}
            yield Problem("", block.line, "exchange.unit-names-differ", values)


def _alike_lists(blocks: Sequence[WrittenList], found: Sequence[Imported]) -> Iterator[Problem]:
    """A remark for each two lists of a table that are probably one, with its title misspelt."""
    lists = [each.army_list for each in found]
    for (block, first), (other, second) in combinations(zip(blocks, lists, strict=True), 2):
        if not (block.unit_numbers and other.unit_numbers and block.title and other.title):
            continue
        alike = SequenceMatcher(None, block.title, other.title).ratio() > ALIKE
        same = (first.army, first.points, first.edition) == (
            second.army,
            second.points,
            second.edition,
        )
        if alike and same and not set(first.troops) & set(second.troops):
            values = {"list": block.title, "other": other.title}
            yield Problem("", max(block.line, other.line), "exchange.lists-alike", values)


def _code_remarks(block: WrittenList, read: Imported, catalog: Catalog) -> Iterator[Problem]:
    """What differs between a list as written and the share code below it."""
    if not block.share_code:
        return
    try:
        coded = list_of_code(block.share_code, catalog)
    except PbbuildError:
        return
    written = read.army_list
    line = block.code_line

    def told(what: str, **values: Value) -> Problem:
        return Problem("", line, f"exchange.{what}", {**values, "code": block.share_code})

    if coded.army == written.army and sorted(coded.troops) != sorted(written.troops):
        more = tuple(sorted(set(coded.troops) - set(written.troops))) or ("–",)
        less = tuple(sorted(set(written.troops) - set(coded.troops))) or ("–",)
        yield told("code-other-tiles", more=more, less=less)
    elif coded.army != written.army or {u.troops for u in coded.units} != {
        unit.troops for unit in written.units
    }:
        yield told("code-other-units")
    if (coded.points, coded.edition) != (written.points, written.edition):
        yield told("code-other-size", points=coded.points, edition=coded.edition)


def _list_in_page(text: str, source: str) -> tuple[Imported, ...]:
    found = EMBEDDED.search(text)
    if not found:
        raise ListError("exchange.foreign-page", source=source)
    return (Imported(parse_list(found[1], source)),)


def _csv_lists(text: str) -> tuple[list[WrittenList], list[Problem]] | None:
    """The lists in a CSV, None where the text is no CSV with units and codes."""
    first = text.lstrip().splitlines()[0]
    if len(first) > 2000:
        return None
    separator = max(";,\t", key=first.count)
    names = [cell.strip(' "').casefold() for cell in first.split(separator)]
    columns = {
        key: names.index(name) for key, known in COLUMNS.items() for name in known if name in names
    }
    if len(names) < 2 or "code" not in columns or "unit" not in columns:
        return None
    return _rows(text, separator, columns)


def _rows(
    text: str, separator: str, columns: Mapping[str, int]
) -> tuple[list[WrittenList], list[Problem]]:
    blocks: dict[str, WrittenList] = {}
    begun: dict[str, dict[str, str]] = {}
    units: dict[tuple[str, str], UnitLines] = {}
    values: dict[str, Value]
    problems: list[Problem] = []
    reader = csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=separator, strict=True)
    try:
        head, *rows = [(reader.line_num, row) for row in reader]
    except csv.Error:
        values = {"is": ""}
        return [], [Problem("", reader.line_num, "exchange.unreadable-line", values)]
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        cell = _cells(row, columns)
        # More cells than the first row has: a quotation mark or a line break is out of place.
        is_joined = any(extra.strip() for extra in row[len(head[1]) :])
        is_tile = re.fullmatch(r"[A-Za-z]{2,4} ?\d{1,2}", cell("code")) and cell("unit")
        if is_joined or not is_tile:
            values = {"is": separator.join(row)[:60]}
            problems.append(Problem("", line, "exchange.unreadable-line", values))
            continue
        title = " ".join(cell("list").casefold().split())
        block = blocks.get(title)
        settings = {key: cell(key) for key in SETTINGS}
        if block is None:
            block = blocks[title] = WrittenList(line, title=cell("list"), is_marked=True)
            _read_settings(block, cell, problems)
            begun[title] = settings
        for key, written in settings.items():
            other = begun[title][key]
            if written and written.casefold() != other.casefold():
                values = {"is": written[:60], "other": other[:60], "first": block.line}
                code = "exchange.rows-differ" if other else "exchange.rows-differ-empty"
                problems.append(Problem(key, line, code, values))
        block.note = block.note or cell("note")
        if not block.share_code:
            block.share_code, block.code_line = cell("share_code"), line
        # Some spreadsheets write a number as the formula ="6".
        number = cell("unit").strip('="')
        unit = units.get((title, number))
        if unit is None:
            unit = units[title, number] = UnitLines(name=cell("unit_name"))
            block.units.append(unit)
        # A name may stand in the first row of a unit only.
        names = block.unit_names.setdefault(number, [unit.name])
        if (name := cell("unit_name")) and name.casefold() not in map(str.casefold, names):
            names.append(name)
        unit.tiles.append(TileLine(line, cell("name"), _faces(cell), cell("code").upper()))
        block.unit_numbers.append(number)
    return list(blocks.values()), problems


def _faces(cell: Callable[[str], str]) -> tuple[int, ...]:
    """The dice faces of a row; none where a spreadsheet has made dates of them."""
    written = [cell("black"), cell("white")]
    if not all(re.fullmatch(r"(?:[1-6](?:-[1-6])*)?", faces) for faces in written):
        return ()
    return tuple(int(face) for faces in written for face in re.findall(r"[1-6]", faces))


def _cells(row: list[str], columns: Mapping[str, int]) -> Callable[[str], str]:
    def cell(key: str) -> str:
        place = columns.get(key, len(row))
        text = row[place] if place < len(row) else ""
        # Spreadsheets have line breaks of their own.
        return unmarked_cell(text.replace("\r\n", "\n").strip())

    return cell


def _read_settings(block: WrittenList, cell: Callable[[str], str], problems: list[Problem]) -> None:
    block.army = cell("army").casefold()
    block.edition = cell("edition").casefold()
    block.waivers = tuple(cell("waivers").split())
    points = cell("points")
    if re.fullmatch(r"\d{1,6}", points, re.ASCII):
        block.points = int(points)
    elif points:
        problems.append(Problem("points", block.line, "not-a-whole-number", {"is": points[:60]}))
