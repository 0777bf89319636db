"""Pieces as pictures, for programs that show them: the same faces as on paper, as PNG or SVG.

A PNG is the printed page of the piece, rendered by PDFium: so pictures and paper can't differ. An
SVG is the drawing of the face with its labels as outlines, so that it needs no fonts.
"""

import html
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pbbuild.base.installed import install_command
from pbbuild.errors import PbbuildError
from pbbuild.page.html import FONT_FACES, Part, font_files, html_document
from pbbuild.page.pdf import pdf
from pbbuild.page.pictures import shapes_of
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace, label_type
from pbbuild.text.translate import Translator

POINTS_PER_MILLIMETRE: Final = 72 / 25.4
PIXELS: Final = 512
"""The width of a picture of a tile."""


@dataclass(frozen=True, slots=True)
class PieceStyle(Style):
    """A style whose paper is one piece."""

    piece: tuple[float, float] = (45.0, 45.0)

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the piece in millimetres."""
        return self.piece


def require_pictures() -> None:
    """Raise if pictures can't be made because a package is missing."""
    _pdfium()


def _pdfium() -> Any:
    try:
        import pypdfium2
    except ImportError:
        adding = install_command("pypdfium2")
        raise PbbuildError("exchange.no-pictures", adding=adding) from None
    return pypdfium2


def face_pngs(
    faces: Sequence[TileFace], theme: str, t: Translator, pixels: int = PIXELS
) -> list[bytes]:
    """The faces as PNG files, `pixels` wide; all must be of one size."""
    piece = (faces[0].width, faces[0].height)
    style = PieceStyle(theme=theme, language=t.language, duplex="none", piece=piece)
    part = Part("tiles/single.html.j2", tuple(faces), style, ("tiles.css",), "")
    data = pdf(html_document([part], "", t, fonts=False), duplex="none")
    return pdf_pngs(data, pixels / (piece[0] * POINTS_PER_MILLIMETRE))


def pdf_pngs(data: bytes, scale: float) -> list[bytes]:
    """The pages of a PDF as PNG files; `scale` is pixels for each point."""
    document = _pdfium().PdfDocument(data)
    try:
        return [_png(page.render(scale=scale).to_pil()) for page in document]
    finally:
        document.close()


def _png(image: Any) -> bytes:
    target = io.BytesIO()
    image.convert("RGB").save(target, "PNG")
    return target.getvalue()


def face_svg(face: TileFace, style: Style) -> str:
    """The face as an SVG file; its words are outlines, and its title says them as text."""
    bleed = face.bleed
    labels = "".join(_label_outline(label, style) for label in face.labels)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{face.width:g}mm" height="{face.height:g}mm" '
        f'viewBox="{bleed:g} {bleed:g} {face.width:g} {face.height:g}">'
        f"<title>{html.escape(face.picture.alt)}</title>{shapes_of(face.picture)}"
        f'<g transform="translate({bleed:g} {bleed:g})">{labels}</g></svg>\n'
    )


def _label_outline(label: Label, style: Style) -> str:
    """The letters of a label as one path, placed as a browser sets the line."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    kind = label_type(label, style)
    font = _font(kind.family, kind.weight, italic=kind.is_italic)
    letters, names, widths = font.getGlyphSet(), font.getBestCmap(), font["hmtx"]
    scale = label.size / font["head"].unitsPerEm
    # The content of a line is centred in it: the baseline is below the middle by this.
    metrics = font["hhea"]
    below = (metrics.ascent + metrics.descent) / 2 * scale
    glyphs = [names.get(ord(letter), ".notdef") for letter in label.text]
    width = sum(widths[glyph][0] for glyph in glyphs) * scale
    x = kind.x - width * {"middle": 0.5, "end": 1.0}.get(kind.anchor, 0.0)
    y = label.y + label.line / 2 + below
    pen = SVGPathPen(letters, ntos=lambda number: f"{number:.2f}".rstrip("0").rstrip("."))
    for glyph in glyphs:
        letters[glyph].draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        x += widths[glyph][0] * scale
    return f'<path d="{pen.getCommands()}" fill="{kind.colour}"/>'


@cache
def _font(family: str, weight: int, *, italic: bool) -> Any:
    from fontTools.ttLib import TTFont

    wanted = (family, "italic" if italic else "normal", weight)
    (file,) = (
        file for file, face in zip(font_files(), FONT_FACES.values(), strict=True) if face == wanted
    )
    return TTFont(file)
