"""The files that the browser loads besides pages: style sheets, scripts, fonts and icons.

All are found by name in one table that is made from our own folders, so an address can never reach
any other file.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbbuild.base.places import template_folders
from pbbuild.page.html import FONT_FACES, font_files
from pbbuild.page.pictures import DARK, PAPER, dice_shapes, icon_shapes, inner_shapes

_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
_INNER_NAME = re.compile(r"[a-z0-9-]+\.(css|js)")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file with its media type."""

    data: bytes
    type: str
    is_font: bool = False


def asset(name: str) -> Asset | None:
    """The file with this name, None if there is none."""
    return _table().get(name)


@cache
def version() -> str:
    """A short digest of all files: it is part of every address, so that none is ever stale."""
    digest = hashlib.sha256()
    for name, found in sorted(_table().items()):
        digest.update(name.encode() + found.data)
    return digest.hexdigest()[:10]


@cache
def _table() -> dict[str, Asset]:
    found: dict[str, Asset] = {}
    for folder in template_folders():
        for file in sorted(folder.glob("web/*/*.*")):
            if _INNER_NAME.fullmatch(file.name):
                found[file.name] = Asset(file.read_bytes(), _TYPES[file.suffix])
    for file in font_files():
        found[f"{_digest(file.read_bytes())}-{file.name}"] = Asset(
            file.read_bytes(), _TYPES[".ttf"], is_font=True
        )
    found["fonts.css"] = Asset(_font_rules(list(found)).encode(), _TYPES[".css"])
    found["icons.svg"] = Asset(_sprite().encode(), _TYPES[".svg"])
    found["figures.svg"] = Asset(_figures().encode(), _TYPES[".svg"])
    found["favicon.svg"] = Asset(_favicon().encode(), _TYPES[".svg"])
    return found


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]


def _font_rules(names: list[str]) -> str:
    rules = []
    for file, (family, slope, weight) in FONT_FACES.items():
        name = next(name for name in names if name.endswith(f"-{file}.ttf"))
        rules.append(
            f'@font-face{{font-family:"{family}";font-style:{slope};font-weight:{weight};'
            f'font-display:swap;src:url("/static/{name}") format("truetype")}}'
        )
    return "\n".join(rules)


def _sprite() -> str:
    """Every icon of the printed pages and of the page itself, in the colour of the text."""
    folders = template_folders()
    names = sorted({file.stem for folder in folders for file in folder.glob("icons/*.svg")})
    symbols = [_symbol(name, icon_shapes(name)) for name in names]
    for file in sorted(file for folder in folders for file in folder.glob("web/icons/*.svg")):
        symbols.append(_symbol(file.stem, inner_shapes(file.read_text(encoding="utf-8"))))
    for face in range(1, 7):
        for colour, dice in (("b", ((face,), ())), ("w", ((), (face,)))):
            shapes = dice_shapes(*dice)[0].replace(PAPER, "#fff").replace(DARK, "#000")
            symbols.append(_symbol(f"die-{colour}{face}", shapes))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _figures() -> str:
    """Every figure of the printed tiles, drawn on a grid of 96."""
    files = sorted(file for folder in template_folders() for file in folder.glob("figures/*.svg"))
    symbols = [
        _symbol(f"figure-{file.stem}", inner_shapes(file.read_text(encoding="utf-8")), 96)
        for file in files
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _symbol(name: str, shapes: str, grid: int = 24) -> str:
    shapes = shapes.replace("#000", "currentColor").replace("#fff", "var(--hole,#fff)")
    return f'<symbol id="{name}" viewBox="0 0 {grid} {grid}">{shapes}</symbol>'


def _favicon() -> str:
    shapes, _ = dice_shapes((5,), ())
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{shapes}</svg>'
