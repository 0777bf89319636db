"""Printed tile faces for the page: the drawing and the labels of a tile as one inline SVG."""

import base64
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pbbuild.page.pictures import inner_shapes
from pbbuild.page.tile_sheet import Label, TileFace

if TYPE_CHECKING:
    from markupsafe import Markup

_PREFIX: Final = "data:image/svg+xml;base64,"
# An outline that is long enough to be worth sharing.
_OUTLINE: Final = re.compile(r'<path d="([^"]{60,})"')
_ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}
# How far the baseline of a label is below the middle of its line, in sizes of its type.
_BASELINE: Final = 0.33


def face_svg(face: TileFace, *, drop: tuple[str, ...] = ()) -> "Markup":
    """The face as an SVG element that scales with its box.

    `drop` names kinds of labels to leave out, for tiles so small that they could not be read.
    """
    from markupsafe import Markup, escape

    picture = face.picture
    assert picture.address.startswith(_PREFIX)
    svg = base64.b64decode(picture.address[len(_PREFIX) :]).decode()
    labels = "".join(_text(each) for each in face.labels if each.kind.split()[0] not in drop)
    # All shapes are our own; the only text of a player's is in labels and the alternative text.
    return Markup(
        f'<svg class="face" viewBox="0 0 {face.width:g} {face.height:g}" role="img"'
        f' aria-label="{escape(picture.alt)}">{inner_shapes(svg)}{labels}</svg>'
    )


def _text(label: Label) -> str:
    from markupsafe import escape

    shift = {"left": 0.0, "center": label.width / 2, "right": label.width}[label.align]
    y = label.y + label.line / 2 + label.size * _BASELINE
    return (
        f'<text class="face-{escape(label.kind.split()[0])}{_on_band(label)}"'
        f' x="{label.x + shift:.2f}" y="{y:.2f}" font-size="{label.size:.2f}"'
        f' text-anchor="{_ANCHORS[label.align]}">{escape(label.text)}</text>'
    )


def _on_band(label: Label) -> str:
    return " face-on-band" if "on-band" in label.kind else ""


def with_shared_shapes(faces: "Sequence[Markup]") -> "tuple[Markup, list[Markup]]":
    """The faces with every long outline that occurs twice drawn only once.

    The first value holds those outlines and has to be on the page; thirty tiles with a dozen
    figures become a third as long.
    """
    from markupsafe import Markup

    counts = Counter(outline for face in faces for outline in _OUTLINE.findall(str(face)))
    shared = [outline for outline, count in counts.items() if count > 1]
    ids = {outline: f"shape-{place}" for place, outline in enumerate(shared)}

    def use(found: "re.Match[str]") -> str:
        name = ids.get(found.group(1))
        return f'<use href="#{name}"' if name else found.group(0)

    paths = "".join(f'<path id="{name}" d="{outline}"/>' for outline, name in ids.items())
    hidden = f'<svg class="shapes" aria-hidden="true" focusable="false"><defs>{paths}</defs></svg>'
    # Only our own outlines were moved; everything else is as it was.
    return Markup(hidden), [Markup(_OUTLINE.sub(use, str(face))) for face in faces]
