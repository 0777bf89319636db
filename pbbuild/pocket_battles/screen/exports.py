"""A list as text, Markdown, BBCode, Discord post, CSV, JSON or HTML page.

`lists.imports` reads every one of them back; a tile's line is the same in all: name, dice faces,
code.
"""

import html
import json
import re
from collections.abc import Callable
from typing import Final

from pbbuild.base.csv_cells import csv_text
from pbbuild.errors import ListError
from pbbuild.page.blocks import qr_modules
from pbbuild.page.security_policy import security_policy
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.list_file import list_document, list_text
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.text.markup import escaped_bbcode, escaped_markdown, framed, in_code_block
from pbbuild.text.translate import Translator


class Writer:
    """The parts of one list that the layouts put together."""

    def __init__(self, army_list: ArmyList, catalog: Catalog, t: Translator) -> None:
        self.army_list = army_list
        self.catalog = catalog
        self.t = t
        army = catalog.armies.get(army_list.army)
        self.army = army.name.in_language(t.language) if army else army_list.army

    @property
    def title(self) -> str:
        """The list's name; one that an import would read as a tile is replaced."""
        return _importable(self.army_list.name) or self.t("exchange.unnamed")

    @property
    def heading(self) -> str:
        """Army, size, edition and house variant on one line."""
        values = {"army": self.army, "size": self.army_list.points}
        return ", ".join(
            [
                self.t("exchange.heading", **values, edition=self.army_list.edition),
                *self.army_list.waivers,
            ]
        )

    @property
    def code(self) -> str:
        """The share code, "" for a list that has none."""
        try:
            return share_code(self.army_list, self.catalog)
        except ListError:
            return ""

    def tile(
        self, code: str, escape: Callable[[str], str] | None = None, *, upper: bool = False
    ) -> tuple[str, str]:
        """The tile's name with its faces, and its code in brackets.

        With `escape` the name is escaped and written so that an import reads it back unchanged.
        """
        troop = self.catalog.troops.get(code)
        if troop is None:
            return "", f"({code})"
        faces = "-".join(map(str, (*troop.black, *troop.white)))
        name = troop.name.upper() if upper else troop.name
        if escape and not (_TILE_NAME.fullmatch(name) and (faces or not self._names_an_army(name))):
            name = framed(name, escape)
        elif escape:
            name = escape(name)
        return f"{name} {faces}".strip(), f"({code})"

    def _names_an_army(self, name: str) -> bool:
        return name.casefold() in {
            known.casefold()
            for army in self.catalog.armies.values()
            for known in (army.id, army.name.en, army.name.it)
        }

    def dp(self, unit: ListUnit) -> int:
        """The unit's points."""
        troops = self.catalog.troops
        return sum(troops[code].dp for code in unit.troops if code in troops)

    def name(self, escape: Callable[[str], str]) -> str:
        """The list's name, escaped and written so that an import reads it back unchanged."""
        return _kept(self.army_list.name, escape) or self.t("exchange.unnamed")

    def unit_name(self, unit: ListUnit, escape: Callable[[str], str]) -> str:
        """The unit's name in the same way, "" if it has none."""
        return _kept(unit.name, escape)

    def unit_heading(self, unit: ListUnit, escape: Callable[[str], str]) -> str:
        """The unit's name, if it has one, and its points."""
        return f"{self.unit_name(unit, escape)} {self.dp(unit)} DP".strip()


def as_text(writer: Writer) -> str:
    """The rulebooks' own layout: a unit's points on its last line."""
    lines = [writer.name(str), "", f"{writer.heading}"]
    for unit in writer.army_list.units:
        if name := writer.unit_name(unit, str):
            lines.append(f"{name}:")
        for place, code in enumerate(unit.troops, 1):
            name, bracket = writer.tile(code, str, upper=True)
            points = f" {writer.dp(unit)}DP" if place == len(unit.troops) else ""
            lines.append(f"{name}\t{bracket}{points}")
    return "\n".join([*lines, *_footer(writer, "{}")]) + "\n"


def short_text(writer: Writer, *, names: bool = True) -> str:
    """The list as a text for a QR code: a friend reads it, and `pbbuild import` does too.

    Without `names` the tiles have their codes only.
    """
    lines = [writer.title, writer.heading]
    troops = writer.catalog.troops
    for number, unit in enumerate(writer.army_list.units, 1):
        # Tiles of one name are listed once, with all their codes.
        named: dict[str, list[str]] = {}
        for code in unit.troops:
            name = troops[code].name if names and code in troops else ""
            named.setdefault(name, []).append(code)
        parts = [f"{name} {' '.join(codes)}".strip() for name, codes in named.items()]
        lines.append(f"{number} {', '.join(parts)}")
    return "\n".join([*lines, *([writer.code] if writer.code else [])])


def qr_text(writer: Writer, most: int) -> str:
    """The text for a QR code of at most `most` modules a side.

    It is the list with the names of its tiles, else with their codes, else its share code alone;
    "" where nothing fits.
    """
    for text in (short_text(writer), short_text(writer, names=False), writer.code):
        if text and 0 < len(qr_modules(text)) <= most:
            return text
    return ""


def as_markdown(writer: Writer) -> str:
    """A numbered list of units, their tiles below them."""
    lines = [
        f"# {writer.name(escaped_markdown)}",
        "",
        f"**{escaped_markdown(writer.heading)}**",
        "",
    ]
    for number, unit in enumerate(writer.army_list.units, 1):
        lines.append(f"{number}. **{writer.unit_heading(unit, escaped_markdown)}**")
        # Markdown nests by the width of the number above.
        indent = " " * len(f"{number}. ")
        for code in unit.troops:
            name, bracket = writer.tile(code, escaped_markdown)
            lines.append(f"{indent}- {f'{name} {bracket}'.strip()}")
    return "\n".join([*lines, *_footer(writer, "`{}`")]) + "\n"


def as_bbcode(writer: Writer) -> str:
    """Nested lists for board-game forums."""
    heading = escaped_bbcode(writer.heading)
    lines = [f"[b]{writer.name(escaped_bbcode)}[/b]", f"[i]{heading}[/i]", "[list=1]"]
    for unit in writer.army_list.units:
        lines.append(f"[*][b]{writer.unit_heading(unit, escaped_bbcode)}[/b]")
        lines.append("[list]")
        tiles = [" ".join(writer.tile(code, escaped_bbcode)).strip() for code in unit.troops]
        lines += [f"[*]{tile}" for tile in tiles]
        lines.append("[/list]")
    return "\n".join([*lines, "[/list]", *_footer(writer, "[c]{}[/c]")]) + "\n"


def as_discord(writer: Writer) -> str:
    """A bold title and a block in a fixed-width font, below Discord's 2000 characters."""
    lines = [
        f"**{writer.name(escaped_markdown)}**",
        f"*{escaped_markdown(writer.heading)}*",
        "```",
    ]
    for number, unit in enumerate(writer.army_list.units, 1):
        lines.append(f"{number}. {writer.unit_heading(unit, in_code_block)}")
        for code in unit.troops:
            name, bracket = writer.tile(code, in_code_block)
            lines.append(f"   {name:<26} {bracket}")
    return "\n".join([*lines, "```", *_footer(writer, "`{}`")[1:]]) + "\n"


def as_csv(writer: Writer) -> str:
    """One row per tile, in stack order; the values of the whole list are in every row.

    The note, which may be long, is in the first row only. By the share code an import notices a
    row that was lost.
    """
    columns = (
        "list army points edition waivers unit unit_name code name dp fv wp black white traits "
        "note share_code"
    )
    army_list, known_by = writer.army_list, writer.code
    rows: list[list[str | int]] = [[*columns.split()]]
    for number, unit in enumerate(army_list.units, 1):
        for code in unit.troops:
            troop = writer.catalog.troops.get(code)
            facts: list[str | int] = [""] * 7
            if troop:
                dice = ["-".join(map(str, faces)) for faces in (troop.black, troop.white)]
                facts = [troop.name, troop.dp, troop.fv, troop.wp, *dice, " ".join(troop.traits)]
            head: list[str | int] = [
                army_list.name,
                army_list.army,
                army_list.points,
                army_list.edition,
                " ".join(army_list.waivers),
            ]
            note = army_list.note if len(rows) == 1 else ""
            rows.append([*head, number, unit.name, code, *facts, note, known_by])
    return csv_text(rows)


def as_json(writer: Writer) -> str:
    """The list's own file."""
    return list_text(writer.army_list)


def as_html(writer: Writer) -> str:
    """A self-contained page with the list's JSON inside it."""
    t, army_list = writer.t, writer.army_list
    # "</script>" cannot occur in the data once every "<" is written as an escape.
    data = json.dumps(list_document(army_list), ensure_ascii=True).replace("<", "\\u003c")
    rows = []
    for number, unit in enumerate(army_list.units, 1):
        tiles = "".join(
            f"<li>{html.escape(' '.join(writer.tile(code)).strip())}</li>" for code in unit.troops
        )
        head = html.escape(f"{unit.name} {writer.dp(unit)} DP".strip())
        rows.append(f'<section><h2>{number}. {head}</h2><ol class="stack">{tiles}</ol></section>')
    code = f"<p><code>{writer.code}</code></p>" if writer.code else ""
    title = html.escape(army_list.name or t("exchange.unnamed"))
    return (
        f'<!doctype html>\n<html lang="{t.language}">\n<head>\n<meta charset="utf-8">\n'
        f"{security_policy(styles=(_STYLE,))}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n"
        f'<script type="application/json" id="pbbuild-list">{data}</script>\n</head>\n<body>\n'
        f"<h1>{title}</h1>\n<p>{html.escape(writer.heading)}</p>\n<main>\n"
        + "\n".join(rows)
        + f"\n</main>\n{code}\n</body>\n</html>\n"
    )


FORMATS: Final[dict[str, Callable[[Writer], str]]] = {
    "text": as_text,
    "md": as_markdown,
    "bbcode": as_bbcode,
    "discord": as_discord,
    "csv": as_csv,
    "json": as_json,
    "html": as_html,
}

_STYLE: Final = (
    "body{font:16px/1.4 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem}"
    "section{border:1px solid #bbb;border-radius:6px;padding:.5rem 1rem}"
    "h2{font-size:1rem;margin:.3rem 0}ol{margin:.3rem 0;padding-left:1.3rem}"
    "@media print{section{break-inside:avoid}}"
)


# What an import takes for the name of a tile without a frame around it.
_TILE_NAME: Final = re.compile(r"[^\W\d_](?:(?:[^\W\d_]|[ '’-]){0,50}[^\W\d_])?")


def _kept(name: str, escape: Callable[[str], str]) -> str:
    """A name that an import reads back; in a frame unless it is plain words."""
    plain = re.fullmatch(r"[^\W_](?:(?:[^\W_]|[ '’,-])*[^\W_])?", name) and _importable(name)
    return escape(name) if plain or not name else framed(name, escape)


def _importable(name: str) -> str:
    # A name with a tile code or points in it would be read back as a tile or as a total, and
    # one that begins like JSON or a page would make the whole text one.
    suspect = r"^\s*[{<%]|(?<![^\W\d_])[A-Za-z]{3} ?\d{1,2}|\d ?(?:DP|PS|PD|pt)"
    return "" if re.search(suspect, name, re.IGNORECASE) else name


def _footer(writer: Writer, form: str) -> list[str]:
    if not writer.code:
        return []
    return ["", writer.t("exchange.code", code=form.format(writer.code))]
