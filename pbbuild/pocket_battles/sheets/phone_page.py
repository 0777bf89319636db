"""A list as one page for a phone: tiles, rules, a tracker of the battle, share text and QR code.

The page needs no pbbuild and no network: its script and style are inside and allowed by hash.
"""

import hashlib
import json
import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final

from pbbuild.base.places import template_file
from pbbuild.page.blocks import qr_modules
from pbbuild.page.html import environment, font_faces, stylesheet
from pbbuild.page.pictures import coloured, emblem_name, icon_shapes, inner_shapes
from pbbuild.page.security_policy import security_policy
from pbbuild.page.style import Style, theme_for
from pbbuild.page.tile_sheet import TileFace, face_shapes
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.list_file import list_document
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import points_of, tokens_of
from pbbuild.pocket_battles.rules.units import points_to_win, unit_tokens
from pbbuild.pocket_battles.screen.exports import Writer, qr_text, short_text
from pbbuild.pocket_battles.sheets.tiles import CARD, tile_face
from pbbuild.text.translate import Translator
from pbbuild.web.faces import with_shared_shapes

if TYPE_CHECKING:
    from markupsafe import Markup

# A screen is read at a QR code of this size, 256 pixels wide.
MOST_MODULES: Final = 97
BORDER: Final = 4
# A title, a sentence and a name: the other weights are made from these.
FONTS: Final = ("Alegreya-ExtraBold", "AlegreyaSans-Regular", "BarlowCondensed-SemiBold")
ICONS: Final = ("stack", "wp", "order-token", "ui-book", "ui-cross", "ui-flag", "ui-share")
# One colour for light screens, one for dark ones. Phones of before 2024 do not know the function.
_LIGHT_DARK: Final = re.compile(r"light-dark\(([^,()]+), ([^()]+)\)")
_COLOUR: Final = re.compile(r"(--[a-z0-9-]+): light-dark\([^,()]+, ([^()]+)\);")


@dataclass(frozen=True, slots=True)
class PhoneTroop:
    """A tile on the page.

    `tokens` are those its army loses with it, `order_step` is what it makes of the price of its
    unit's orders. PB-T.12, PB-T.13.
    """

    code: str
    name: str
    dp: int
    wp: int
    tokens: int
    order_step: int
    face: "Markup"


@dataclass(frozen=True, slots=True)
class PhoneUnit:
    """A unit on the page, its top troop first."""

    number: int
    name: str
    dp: int
    troops: tuple[PhoneTroop, ...]


@dataclass(frozen=True, slots=True)
class PhoneRule:
    """A trait of the army in words."""

    icon: str
    name: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class PhonePage:
    """Everything on the page; `half` are the points whose loss loses the battle. PB-9.1."""

    key: str
    title: str
    heading: str
    emblem: str
    half: int
    enemy_half: int
    tokens: int
    shapes: "Markup"
    units: tuple[PhoneUnit, ...]
    rules: tuple[PhoneRule, ...]
    text: str
    qr: str


def phone_page(army_list: ArmyList, catalog: Catalog, t: Translator) -> str:
    """The page as one HTML file."""
    from markupsafe import Markup

    page = _page(army_list, catalog, t)
    script = _script()
    css = "".join(
        [
            font_faces(inside=True, names=FONTS),
            _tokens(),
            _colours(army_list, catalog),
            stylesheet("phone.css"),
        ]
    )
    carried = json.dumps(list_document(army_list), ensure_ascii=True).replace("<", "\\u003c")
    return (
        environment()
        .get_template("phone/phone.html.j2")
        .render(
            page=page,
            t=t,
            policy=Markup(security_policy(styles=(css,), scripts=(script,))),
            css=Markup(css),
            script=Markup(script),
            carried=Markup(carried),
        )
    )


def _tokens() -> str:
    """The colours, type and space of the page in the browser, for older phones too."""
    path = template_file("web/css/tokens.css")
    assert path is not None
    rules = path.read_text(encoding="utf-8")
    dark = " ".join(f"{name}: {colour};" for name, colour in _COLOUR.findall(rules))
    light = _LIGHT_DARK.sub(r"\1", rules)
    return f"{light}@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


def _theme(army: str, catalog: Catalog) -> str:
    known = catalog.armies.get(army)
    return theme_for(known.theme if known else "")


def _colours(army_list: ArmyList, catalog: Catalog) -> str:
    """The army's own colours as custom properties."""
    colours = Style(theme=_theme(army_list.army, catalog)).colours
    own = {name: colours[name] for name in ("band", "band-ink", "rule", "tint")}
    return ":root { " + " ".join(f"--{name}: {value};" for name, value in own.items()) + " }\n"


def _script() -> str:
    path = template_file("phone/tracker.js")
    assert path is not None
    return path.read_text(encoding="utf-8")


def _page(army_list: ArmyList, catalog: Catalog, t: Translator) -> PhonePage:
    writer = Writer(army_list, catalog, t)
    units = [
        PhoneUnit(
            number,
            unit.name or catalog.troops[unit.troops[0]].name,
            writer.dp(unit),
            tuple(_troop(catalog.troops[code], unit, catalog, t) for code in unit.troops),
        )
        for number, unit in enumerate(army_list.units, 1)
    ]
    rules = _rules(army_list, catalog, t)
    emblem = emblem_name(_theme(army_list.army, catalog))
    icons = _symbols((*ICONS, emblem, *(rule.icon for rule in rules)))
    outlines, faces = with_shared_shapes([troop.face for unit in units for troop in unit.troops])
    drawn = iter(faces)
    identity = json.dumps(list_document(army_list), sort_keys=True)
    return PhonePage(
        key=hashlib.sha256(identity.encode()).hexdigest()[:16],
        title=army_list.name or t("exchange.unnamed"),
        heading=writer.heading,
        emblem=emblem,
        half=points_to_win(points_of(army_list, catalog)),
        enemy_half=points_to_win(army_list.points),
        tokens=tokens_of(army_list, catalog),
        shapes=icons + outlines,
        units=tuple(
            replace(unit, troops=tuple(replace(each, face=next(drawn)) for each in unit.troops))
            for unit in units
        ),
        rules=rules,
        text=short_text(writer),
        qr=_qr(qr_text(writer, MOST_MODULES), t),
    )


def _troop(troop: Troop, unit: ListUnit, catalog: Catalog, t: Translator) -> PhoneTroop:
    everyone = [catalog.troops[code] for code in unit.troops]
    others = [each for each in everyone if each is not troop]
    steps = [
        effect.value
        for trait in troop.traits
        for effect in catalog.traits[trait].effects
        if effect.kind == effects.ORDER_STEP
    ]
    style = Style(theme=_theme(troop.army, catalog), language=t.language)
    return PhoneTroop(
        code=troop.code,
        name=troop.name,
        dp=troop.dp,
        wp=troop.wp,
        tokens=unit_tokens(everyone, catalog.traits) - unit_tokens(others, catalog.traits),
        order_step=min(steps, default=1),
        face=_face(tile_face(troop, CARD, catalog, style, t), style),
    )


def _face(face: TileFace, style: Style) -> "Markup":
    """The printed face as an SVG element."""
    from markupsafe import Markup

    # All shapes are our own, and the words of labels are escaped.
    return Markup(
        f'<svg class="face" viewBox="0 0 {face.width:g} {face.height:g}" role="img" '
        f'aria-label="{escape(face.picture.alt)}">{face_shapes(face, style)}</svg>'
    )


def _symbols(names: tuple[str, ...]) -> "Markup":
    """Icons in the colour of the text, to be used by name."""
    from markupsafe import Markup

    symbols = []
    for name in dict.fromkeys(names):
        path = template_file(f"web/icons/{name}.svg")
        shapes = icon_shapes(name)
        if path is not None:
            shapes = inner_shapes(path.read_text(encoding="utf-8"))
        shapes = coloured(shapes, "currentColor", "var(--hole)")
        symbols.append(f'<symbol id="icon-{name}" viewBox="0 0 24 24">{shapes}</symbol>')
    return Markup(f'<svg class="shapes" aria-hidden="true">{"".join(symbols)}</svg>')


def _rules(army_list: ArmyList, catalog: Catalog, t: Translator) -> tuple[PhoneRule, ...]:
    """The traits of the list, each once, in the order of the catalog."""
    used = {trait for code in army_list.troops for trait in catalog.troops[code].traits}
    return tuple(
        PhoneRule(
            trait.icon if icon_shapes(trait.icon) else "trait",
            trait.name.in_language(t.language),
            trait.clause,
            trait.text.in_language(t.language),
        )
        for trait in catalog.traits.values()
        if trait.id in used
    )


def _qr(text: str, t: Translator) -> str:
    """The QR code as an SVG element, "" where the text is too long for one."""
    from markupsafe import Markup

    rows = qr_modules(text)
    if not rows:
        return ""
    size = len(rows) + 2 * BORDER
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(rows, BORDER)
        for x, dark in enumerate(row, BORDER)
        if dark
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" '
        f'aria-label="{escape(t("roster.qr"))}"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path d="{path}"/></svg>'
    )
