"""Finished sheets as one self-contained HTML page; the only module that uses Jinja."""

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.places import shipped, template_file, template_folders
from pbbuild.page.geometry import type_css
from pbbuild.page.pictures import Picture
from pbbuild.page.security_policy import security_policy, without_style_attributes
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def environment() -> "Environment":
    """The Jinja environment: undefined names fail, all text is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(template_folders()),
        undefined=StrictUndefined,
        # `select_autoescape` does not recognise *.html.j2; all our templates are HTML or CSS.
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["mm"] = _design_millimetres
    made.filters["real"] = _real_millimetres
    made.filters["em"] = _own_units
    made.filters["number"] = _number
    made.filters["centred"] = _centred
    made.filters["rich"] = _rich
    return made


def require_template(file: Path) -> None:
    """Raise ValueError if a template cannot be read, or one that it includes is missing."""
    from jinja2 import TemplateError, meta

    made = environment()
    assert made.loader
    try:
        tree = made.parse(file.read_text(encoding="utf-8"))
        for name in meta.find_referenced_templates(tree):
            if name:
                made.loader.get_source(made, name)
    except TemplateError as error:
        raise ValueError(str(error)) from None


def _number(value: float) -> str:
    # Only numbers may become part of a style: text could inject CSS.
    assert isinstance(value, (int, float)), value
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _design_millimetres(value: float) -> str:
    return _number(value) + "rem"


def _rich(lines: Sequence[str]) -> str:
    """Lines with line breaks between them; words between two pairs of asterisks are bold."""
    from markupsafe import Markup, escape

    text = str(Markup("<br>").join(escape(line) for line in lines))
    # An odd mark is the player's own text and stays.
    return Markup(_BOLD.sub(r"<b>\1</b>", text))


_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")


def _own_units(value: float) -> str:
    return _number(value) + "em"


def _centred(picture: Picture, height: float) -> str:
    """How far below its top a picture lies in the middle of a row."""
    return _own_units((height - picture.height) / 2)


def _real_millimetres(value: float) -> str:
    return _number(value) + "mm"


@cache
def stylesheet(name: str) -> str:
    """The text of a shipped style sheet."""
    path = template_file(f"css/{name}")
    assert path is not None, name
    return path.read_text(encoding="utf-8")


FONT_FACES: Final = {
    "Alegreya-ExtraBold": ("PB Title", "normal", 800),
    "Alegreya-MediumItalic": ("PB Title", "italic", 500),
    "AlegreyaSans-Regular": ("PB Body", "normal", 400),
    "AlegreyaSans-Italic": ("PB Body", "italic", 400),
    "AlegreyaSans-Bold": ("PB Body", "normal", 700),
    "BarlowCondensed-Medium": ("PB Name", "normal", 500),
    "BarlowCondensed-SemiBold": ("PB Name", "normal", 600),
    "BarlowCondensed-Bold": ("PB Name", "normal", 700),
}


def font_files() -> list[Path]:
    """The files of all fonts that our pages use."""
    return [shipped("templates") / "shared" / "fonts" / f"{name}.ttf" for name in FONT_FACES]


def font_faces(*, inside: bool, names: Sequence[str] = tuple(FONT_FACES)) -> str:
    """The `@font-face` rules; `inside` embeds the fonts instead of linking our files."""
    folder = shipped("templates") / "shared" / "fonts"
    rules = []
    for name in names:
        family, slope, weight = FONT_FACES[name]
        file = folder / f"{name}.ttf"
        address = file.resolve().as_uri()
        if inside:
            data = base64.b64encode(file.read_bytes()).decode()
            address = f"data:font/ttf;base64,{data}"
        rules.append(
            f'@font-face{{font-family:"{family}";font-style:{slope};font-weight:{weight};'
            f'src:url("{address}") format("truetype")}}'
        )
    return "\n".join(rules)


@dataclass(frozen=True, slots=True)
class Part:
    """One finished sheet of a document, with its template and style.

    `template` places `sheet`; `css` names the style sheets it needs; `bookmark` is its entry in
    a document of several parts; `single_sided` leaves the back of each page empty; `as_text`
    makes the lines of its text and Markdown, if the text of the page in reading order is not
    good enough.
    """

    template: str
    sheet: Any
    style: Style
    css: tuple[str, ...]
    bookmark: str
    single_sided: bool = False
    as_text: Callable[[Any, Translator, bool], Iterator[str]] | None = None


def html_document(
    parts: Sequence[Part],
    title: str,
    t: Translator,
    *,
    fonts: bool = True,
    embedded: str = "",
) -> str:
    """The parts one after the other, in one self-contained file.

    `embedded` is JSON embedded in the page, so that it can be imported again. Without `fonts`
    `page.pdf` adds them: loading them again for every page would take longer than the page.
    """
    from markupsafe import Markup

    names = dict.fromkeys(name for part in parts for name in part.css)
    css = "\n".join([_page_css(parts), stylesheet("base.css"), *map(stylesheet, names)])
    bodies = sides_of(
        [_body(part, t) for part in parts],
        parts[0].style.duplex,
        [part.single_sided for part in parts],
    )
    faces, policy = font_faces(inside=True) if fonts else "", ""
    if fonts:
        # A page that stands alone; paper needs no policy.
        joined, rules = without_style_attributes("\0".join(bodies))
        bodies, css = joined.split("\0"), css + rules
        policy = security_policy(styles=(faces, css))
    page = environment().get_template("base.html.j2")
    return page.render(
        title=title,
        t=t,
        # A phone shows the whole width of the paper, and the reader zooms in.
        screen=round(parts[0].style.page[0] * 96 / 25.4) + 24,
        style=parts[0].style,
        parts=[(part, Markup(body)) for part, body in zip(parts, bodies, strict=True)],
        policy=Markup(policy),
        fonts=Markup(faces),
        css=Markup(css),
        # "</" would end the script element; JSON can escape it.
        carried=Markup(embedded.replace("<", "\\u003c")),
    )


def _body(part: Part, t: Translator) -> str:
    made = environment().get_template(part.template)
    return made.render(sheet=part.sheet, style=part.style, t=t)


_PAGE: Final = '<section class="page'
_EMPTY_SIDE: Final = f'{_PAGE} empty-side"></section>'


def sides_of(bodies: Sequence[str], duplex: str, single: Sequence[bool] = ()) -> list[str]:
    """The parts, each beginning on the front of a leaf where paper is printed on two sides.

    So fronts and their backs share a leaf, and no leaf shows parts of two sheets: a roster is
    secret. Sheets of `single` parts, which are joined on the table, have an empty back.
    """
    if duplex == "none":
        return list(bodies)
    # Text of a player is escaped: only our templates write a section.
    spread = [
        (_EMPTY_SIDE + _PAGE).join(body.split(_PAGE)).removeprefix(_EMPTY_SIDE)
        if place < len(single) and single[place]
        else body
        for place, body in enumerate(bodies)
    ]
    filled = [body + _EMPTY_SIDE * (body.count(_PAGE) % 2) for body in spread[:-1]]
    return [*filled, *spread[-1:]]


def _page_css(parts: Sequence[Part]) -> str:
    style = parts[0].style
    width, height = style.page
    themes = {f"{part.style.theme}": part.style.colours for part in parts}
    rules = [
        f"@page{{size:{width:g}mm {height:g}mm;margin:0}}",
        f"@page wide{{size:{height:g}mm {width:g}mm;margin:0}}",
        f"html{{font-size:{style.scale:.5f}mm}}",
        f".page{{width:{width:g}mm;height:{height - 0.1:g}mm}}",
        f".wide{{page:wide;width:{height:g}mm;height:{width - 0.1:g}mm}}",
        f".inside{{left:{style.margin:g}mm;top:{style.margin:g}mm}}",
        type_css(),
    ]
    for theme, colours in themes.items():
        values = "".join(f"--{name}:{value};" for name, value in sorted(colours.items()))
        rules.append(f".theme-{theme}{{{values}}}")
    return "".join(rules)
