"""What the builder shows: the box as tiles, units as stacks, findings, versions."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pbbuild.errors import ListError, PbbuildError
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.history import History
from pbbuild.pocket_battles.lists.list_file import parse_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.pages.marks import (
    TraitMark,
    is_confirmed,
    trait_marks,
    troop_icon,
)
from pbbuild.pocket_battles.rules.army import check, leader_tokens, points_of, tokens_of
from pbbuild.pocket_battles.rules.fitting_tiles import available_tiles, fitting_tiles
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.pocket_battles.screen.list_report import Report, report_on
from pbbuild.pocket_battles.sheets.tiles import CARD, tile_face
from pbbuild.text.translate import Translator
from pbbuild.web.faces import face_svg, with_shared_shapes

if TYPE_CHECKING:
    from markupsafe import Markup

FACES = (1, 2, 3, 4, 5, 6)
# Versions on the slider: older ones are in `pbbuild history`.
MOST_VERSIONS = 60


@dataclass(frozen=True, slots=True)
class BoxTile:
    """A tile of the box: its face, what to filter it by, and the unit it stands in."""

    code: str
    name: str
    dp: int
    face: "Markup"
    search: str
    black: str
    white: str
    traits: str
    unit: int
    fits: bool
    is_checked: bool


@dataclass(frozen=True, slots=True)
class StackRow:
    """A tile in a stack."""

    code: str
    name: str
    icon: str
    dp: int
    wp: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    traits: tuple[TraitMark, ...]
    is_top: bool


@dataclass(frozen=True, slots=True)
class StackView:
    """A unit: its tiles from the top, the places left, its hits for each number rolled."""

    number: int
    name: str
    dp: int
    wp: int
    size: int
    formation: int
    free: int
    rows: tuple[StackRow, ...]
    black: tuple[int, ...]
    white: tuple[int, ...]
    charge: str
    fight: str
    shoot: str
    is_broken: bool

    @property
    def has_dice(self) -> bool:
        """Whether any number that is rolled hits."""
        return any(self.black) or any(self.white)


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version on the slider."""

    number: int
    label: str
    is_current: bool


@dataclass(frozen=True)
class BuilderPage:
    """Everything that the template of the builder places."""

    id: str
    name: str
    army: str
    army_name: str
    edition: str
    points: int
    size: int
    left: int
    tokens: int
    leaders: int
    note: str
    report: Report
    shapes: "Markup"
    tiles: tuple[BoxTile, ...]
    trait_names: tuple[tuple[str, str], ...]
    stacks: tuple[StackView, ...]
    versions: tuple[VersionView, ...]
    may_undo: bool
    may_redo: bool
    is_own: bool

    @property
    def points_share(self) -> str:
        """The points spent as a percentage of the size, at most all of it."""
        return f"{min(100.0, 100 * self.points / max(1, self.size)):.1f}"

    @property
    def version_numbers(self) -> str:
        """The numbers of the versions on the slider, in order."""
        return " ".join(str(version.number) for version in self.versions)

    @property
    def box_state(self) -> str:
        """For every tile of the box its unit and whether it fits, for our script."""
        return json.dumps({tile.code: [tile.unit, tile.fits] for tile in self.tiles})

    @property
    def costs(self) -> tuple[int, ...]:
        """The points that a tile of the box can cost."""
        return tuple(sorted({tile.dp for tile in self.tiles}))

    @property
    def errors(self) -> int:
        """How many findings make the list illegal."""
        return sum(finding.is_error for finding in self.report.findings)


def builder_page(
    name: str, army_list: ArmyList, history: History | None, catalog: Catalog, t: Translator
) -> BuilderPage:
    """The finished view of a list; without `history` it cannot be changed."""
    report = report_on(army_list, catalog, t)
    spent = points_of(army_list, catalog)
    broken = {unit for finding in report.findings if finding.is_error for unit in finding.units}
    army = catalog.armies.get(army_list.army)
    edition = catalog.editions.get(army_list.edition)
    tiles = _tiles(army_list, catalog, t)
    shapes, faces = with_shared_shapes([tile.face for tile in tiles])
    tiles = tuple(replace(tile, face=face) for tile, face in zip(tiles, faces, strict=True))
    names = {trait: catalog.traits[trait].name.in_language(t.language) for trait in _traits(tiles)}
    return BuilderPage(
        id=name,
        name=army_list.name,
        army=army_list.army,
        army_name=army.name.in_language(t.language) if army else army_list.army,
        edition=edition.name.in_language(t.language) if edition else army_list.edition,
        points=spent,
        size=army_list.points,
        left=army_list.points - spent,
        tokens=tokens_of(army_list, catalog),
        leaders=leader_tokens(army_list, catalog),
        note=army_list.note_in(t.language),
        report=report,
        shapes=shapes,
        tiles=tiles,
        trait_names=tuple(sorted(names.items(), key=lambda pair: pair[1])),
        stacks=tuple(
            _stack(number, army_list, broken, catalog, t)
            for number in range(1, len(army_list.units) + 1)
        ),
        versions=_versions(history, t) if history else (),
        may_undo=bool(history and history.cursor > 0),
        may_redo=bool(history and history.cursor + 1 < len(history.line)),
        is_own=history is not None,
    )


def _traits(tiles: Sequence[BoxTile]) -> set[str]:
    return {trait for tile in tiles for trait in tile.traits.split()}


def _tiles(army_list: ArmyList, catalog: Catalog, t: Translator) -> tuple[BoxTile, ...]:
    places = {
        code: number for number, unit in enumerate(army_list.units, 1) for code in unit.troops
    }
    fitting = {tile.troop.code for tile in fitting_tiles(army_list, catalog)}
    found = []
    for troop in available_tiles(army_list, catalog):
        words = [troop.code, troop.name, troop.gloss.in_language(t.language)]
        words += [catalog.traits[trait].name.in_language(t.language) for trait in troop.traits]
        found.append(
            BoxTile(
                code=troop.code,
                name=troop.name,
                dp=troop.dp,
                face=tile_picture(troop, catalog, t),
                search=" ".join(words).casefold(),
                black="".join(map(str, troop.black)),
                white="".join(map(str, troop.white)),
                traits=" ".join(troop.traits),
                unit=places.get(troop.code, 0),
                fits=troop.code in fitting,
                is_checked=is_confirmed(troop),
            )
        )
    return tuple(found)


def tile_picture(troop: Troop, catalog: Catalog, t: Translator) -> "Markup":
    """The printed face of a tile as an SVG; equal tiles are drawn once."""
    return _picture(troop, t.language, _Drawn(catalog, t))


class _Drawn:
    """A catalog and a translator that do not count when pictures are compared."""

    def __init__(self, catalog: Catalog, t: Translator) -> None:
        self.catalog = catalog
        self.t = t

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawn)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=600)
def _picture(troop: Troop, language: str, drawn: _Drawn) -> "Markup":
    style = Style(theme=troop.army, language=language)
    return face_svg(tile_face(troop, CARD, drawn.catalog, style, drawn.t))


def _stack(
    number: int, army_list: ArmyList, broken: set[int], catalog: Catalog, t: Translator
) -> StackView:
    unit = army_list.units[number - 1]
    troops = [catalog.troops[code] for code in unit.troops if code in catalog.troops]
    values = profile(troops, catalog.traits) if troops else None
    formation = values.formation if values else 0
    charge, fight, shoot = hits_of(values, t)
    return StackView(
        number=number,
        name=unit.name or stack_name(troops),
        dp=values.dp if values else 0,
        wp=values.wp if values else 0,
        size=len(unit.troops),
        formation=formation,
        free=max(0, formation - len(unit.troops)),
        rows=tuple(_row(code, place == 0, catalog, t) for place, code in enumerate(unit.troops)),
        black=tuple(values.black.count(face) for face in FACES) if values else (),
        white=tuple(values.white.count(face) for face in FACES) if values else (),
        charge=charge,
        fight=fight,
        shoot=shoot,
        is_broken=number in broken,
    )


def stack_name(troops: Sequence[Troop]) -> str:
    """What a unit without a name is called: its top tile and how many more."""
    if not troops:
        return "?"
    return troops[0].name if len(troops) == 1 else f"{troops[0].name} +{len(troops) - 1}"


def hits_of(values: Profile | None, t: Translator) -> tuple[str, str, str]:
    """Expected hits on a charge, in a fight and of a shot, empty where it has no dice."""
    if values is None:
        return "", "", ""
    charge = fight = shoot = ""
    if values.black:
        charge = t.decimal(float(values.strike_hits(charging=True, orders=1).mean))
        fight = t.decimal(float(values.strike_hits(charging=False, orders=1).mean))
    if values.white:
        shoot = t.decimal(float(values.shooting_hits().mean))
    return charge, fight, shoot


def _row(code: str, is_top: bool, catalog: Catalog, t: Translator) -> StackRow:
    troop = catalog.troops.get(code)
    if troop is None:
        return StackRow(code, code, troop_icon(None, catalog), 0, 0, (), (), (), is_top)
    return StackRow(
        code=code,
        name=troop.name,
        icon=troop_icon(troop, catalog),
        dp=troop.dp,
        wp=troop.wp,
        black=troop.black,
        white=troop.white,
        traits=trait_marks(troop.traits, catalog, t.language),
        is_top=is_top,
    )


def _versions(history: History, t: Translator) -> tuple[VersionView, ...]:
    times = {version.number: version.time for version in history.versions}
    line = list(enumerate(history.line))[-MOST_VERSIONS:]
    return tuple(
        VersionView(
            number=number,
            label=t("build-page.version", number=number, time=_clock(times.get(number, ""))),
            is_current=place == history.cursor,
        )
        for place, number in line
    )


def _clock(time: str) -> str:
    return time[:16].replace("T", " ")


@dataclass(frozen=True, slots=True)
class DropAnswer:
    """Whether a tile may go to a unit, and what that does or why it may not."""

    place: str
    edit: str
    allowed: bool
    words: str


def drop_answers(
    army_list: ArmyList, code: str, catalog: Catalog, t: Translator
) -> list[DropAnswer]:
    """What each unit, and a new one, answers to the tile `code` in the player's hand.

    The change is tried out and checked: what it newly breaks is the reason against it.
    """
    inside = next((n for n, unit in enumerate(army_list.units, 1) if code in unit.troops), 0)
    word = "move" if inside else "add"
    places = [str(number) for number in range(1, len(army_list.units) + 1) if number != inside]
    before = {_key(f) for f in check(army_list, catalog) if f.is_error}
    found = []
    for place in [*places, "new"]:
        edit = f"{word} {code} to {place}"
        try:
            after = edit_list(army_list, (edit,), catalog).army_list
        except PbbuildError:
            found.append(DropAnswer(place, edit, False, t("build-page.not-possible")))
            continue
        new = [f for f in check(after, catalog) if f.is_error and _key(f) not in before]
        if new:
            words = f"{finding_sentence(new[0], catalog, t)} ({new[0].rule})"
            found.append(DropAnswer(place, edit, False, words))
        else:
            words = _gain(army_list, after, place, catalog, t)
            found.append(DropAnswer(place, edit, True, words))
    return found


def _key(finding: object) -> tuple[object, ...]:
    rule, code = getattr(finding, "rule", ""), getattr(finding, "code", "")
    return (rule, code, getattr(finding, "units", ()), getattr(finding, "troops", ()))


def _gain(before: ArmyList, after: ArmyList, place: str, catalog: Catalog, t: Translator) -> str:
    if place == "new":
        return t("build-page.new-unit")
    number = int(place)
    old = profile([catalog.troop(c) for c in before.units[number - 1].troops], catalog.traits)
    # A move may have removed an earlier unit of one tile.
    kept = set(before.units[number - 1].troops)
    new_unit = next(unit for unit in after.units if kept <= set(unit.troops))
    new = profile([catalog.troop(c) for c in new_unit.troops], catalog.traits)
    charge = _mean(new, "charge") - _mean(old, "charge")
    shot = _mean(new, "shot") - _mean(old, "shot")
    parts = [
        t(f"build-page.gain-{kind}", hits=t.decimal(value, "+.1f"))
        for kind, value in (("charge", charge), ("shot", shot))
        if abs(value) >= 0.05
    ]
    return ", ".join(parts) or t("build-page.gain-none")


def _mean(values: Profile, kind: str) -> float:
    if kind == "charge":
        return float(values.strike_hits(charging=True, orders=1).mean) if values.black else 0.0
    return float(values.shooting_hits().mean) if values.white else 0.0


def list_of_version(history: History, number: int, source: str) -> ArmyList:
    """The list as it was in a version; raises if that version cannot be read."""
    content = history.content(number)
    if content is None:
        raise ListError("keep.no-such-version", source=source, number=number)
    return parse_list(content.decode("utf-8-sig"), source)
