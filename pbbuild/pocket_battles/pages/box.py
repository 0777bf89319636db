"""My box on the page: one tile at a time, confirmed or corrected by its owner.

A value that is saved as shown is confirmed: it is the owner's from then on, as with
`pbbuild catalog correct`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from pbbuild.base.locks import locked
from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.corrections import (
    TypedValue,
    exchange_with_previous,
    merge_corrections,
    read_corrections,
    read_typed_values,
    save_corrections,
    text_of_value,
)
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.player_files import player_folder
from pbbuild.pocket_battles.catalog.spreadsheet import army_table
from pbbuild.pocket_battles.pages.builder_view import tile_picture
from pbbuild.pocket_battles.pages.marks import VALUES, is_confirmed, troop_icon
from pbbuild.web.pages import NotFoundError, Page, Visit

if TYPE_CHECKING:
    from markupsafe import Markup

# How many more numbers than today's a stepper offers, and the most dice of one face.
LARGEST: Final = {"dp": 30, "fv": 10, "wp": 9}
FACES: Final = (2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class BoxValue:
    """A value of the tile: how it is typed, how well it is known."""

    column: str
    label: str
    text: str
    provenance: str
    is_doubtful: bool
    largest: int


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """A tile in the row of all tiles."""

    code: str
    number: str
    name: str
    icon: str
    is_confirmed: bool
    is_doubtful: bool
    is_shown: bool


@dataclass(frozen=True)
class BoxPage:
    """Everything that the template of a tile places."""

    army: str
    army_name: str
    code: str
    name: str
    face: "Markup"
    values: tuple[BoxValue, ...]
    traits: tuple[tuple[str, str, bool], ...]
    places: tuple[BoxPlace, ...]
    confirmed: int
    share: str
    following: str


def is_doubtful(troop: Troop, value: str) -> bool:
    """Whether a value is a guess of ours."""
    return troop.provenance_of(value) is Provenance.RECONSTRUCTED


def boxes(visit: Visit) -> Response:
    """All armies, and how much of each is confirmed."""
    catalog = load_catalog()
    found = [
        {
            "id": army.id,
            "name": army.name.in_language(visit.language),
            "confirmed": sum(map(is_confirmed, army.troops)),
            "tiles": len(army.troops),
            "share": _share(army.troops),
        }
        for army in catalog.armies.values()
    ]
    return visit.page("web/boxes.html.j2", "box", visit.t("box-page.title"), boxes=found)


def box(visit: Visit) -> Response:
    """One tile of an army, the first unconfirmed one unless one is named."""
    catalog = load_catalog()
    army = _army(visit, catalog)
    wanted = visit.query.get("tile", "")
    if wanted and wanted not in {troop.code for troop in catalog.armies[army].troops}:
        raise NotFoundError("box-page.no-tile")
    made = _page(visit, catalog, army, wanted)
    return visit.page("web/box.html.j2", "box", made.name, keys="box-page.keys", box=made)


def confirm(visit: Visit) -> Response:
    """Save the values of a tile as its owner's, and go on to the next one."""
    catalog = load_catalog()
    army = _army(visit, catalog)
    form = visit.form
    code = form.get("tile", "")
    known = {troop.code for troop in catalog.armies[army].troops}
    if code not in known:
        raise NotFoundError("box-page.no-tile")
    chosen = [trait for trait in catalog.traits if form.get(f"trait-{trait}")]
    texts = {
        **{column: form.get(column, "") for column in ("dp", "fv", "wp")},
        **{colour: _faces(form, colour) for colour in ("black", "white")},
        "traits": " ".join(chosen),
    }
    typed = [TypedValue(code, column, texts[column]) for column in VALUES]
    tiles = read_typed_values(typed, catalog)
    with locked(player_folder()):
        save_corrections(merge_corrections(read_corrections(catalog), tiles))
    following = form.get("following", "")
    target = f"?tile={following}" if following in known else ""
    return visit.redirect(f"/box/{army}{target}")


def undo(visit: Visit) -> Response:
    """Take the last change of the box back; a second time brings it again."""
    army = _army(visit, load_catalog())
    with locked(player_folder()):
        exchange_with_previous()
    tile = visit.form.get("tile", "")
    known = {troop.code for troop in load_catalog().armies[army].troops}
    return visit.redirect(f"/box/{army}?tile={tile}" if tile in known else f"/box/{army}")


def table(visit: Visit) -> Response:
    """The army as a spreadsheet, with the owner's values, for other owners."""
    catalog = load_catalog()
    army = _army(visit, catalog)
    separator = ";" if visit.language == "it" else ","
    data = b"\xef\xbb\xbf" + army_table(catalog.armies[army], separator).encode()
    headers = {"content-disposition": f'attachment; filename="{army}.csv"'}
    return Response(data, media_type="text/csv", headers=headers)


def _faces(form: dict[str, str], colour: str) -> str:
    """The faces of one colour: each as often as its field says."""
    found = []
    for face in FACES:
        text = form.get(f"{colour}-{face}", "0")
        # Anything but a small number is passed on as it is, so that the reader refuses it.
        if text.isascii() and text.isdecimal() and len(text) == 1:
            found += [str(face)] * int(text)
        else:
            found.append(text)
    return " ".join(found)


def _army(visit: Visit, catalog: Catalog) -> str:
    army = visit.params["army"]
    if army not in catalog.armies:
        raise NotFoundError("box-page.no-army")
    return army


def _share(troops: tuple[Troop, ...]) -> str:
    return f"{100 * sum(map(is_confirmed, troops)) / max(1, len(troops)):.1f}"


def _page(visit: Visit, catalog: Catalog, army: str, wanted: str) -> BoxPage:
    troops = catalog.armies[army].troops
    open_tiles = [troop.code for troop in troops if not is_confirmed(troop)]
    code = wanted or (open_tiles[0] if open_tiles else troops[0].code)
    troop = catalog.troop(code)
    place = [each.code for each in troops].index(code)
    later = [each.code for each in troops[place + 1 :] if not is_confirmed(each)]
    others = [each for each in open_tiles if each != code]
    following = (later or others or [troops[(place + 1) % len(troops)].code])[0]
    return BoxPage(
        army=army,
        army_name=catalog.armies[army].name.in_language(visit.language),
        code=code,
        name=troop.name,
        face=tile_picture(troop, catalog, visit.t),
        values=tuple(_value(troop, column, visit) for column in VALUES),
        traits=tuple(
            (trait.id, trait.name.in_language(visit.language), trait.id in troop.traits)
            for trait in catalog.traits.values()
        ),
        places=tuple(
            BoxPlace(
                code=each.code,
                number=each.code[-2:],
                name=each.name,
                icon=troop_icon(each, catalog),
                is_confirmed=is_confirmed(each),
                is_doubtful=any(is_doubtful(each, value) for value in VALUES),
                is_shown=each.code == code,
            )
            for each in troops
        ),
        confirmed=sum(map(is_confirmed, troops)),
        share=_share(troops),
        following=following,
    )


def _value(troop: Troop, column: str, visit: Visit) -> BoxValue:
    words: Any = troop.provenance_of(column)
    return BoxValue(
        column=column,
        label=visit.t(f"box-page.{column}"),
        text=text_of_value(troop, column),
        provenance=visit.t(f"box-page.known-{words}"),
        is_doubtful=is_doubtful(troop, column),
        largest=LARGEST.get(column, 0),
    )


PAGES: Final = (
    Page("/box", get=boxes),
    Page("/box/{army}", get=box, post=confirm),
    Page("/box/{army}/undo", post=undo),
    Page("/box/{army}/table", get=table),
)
