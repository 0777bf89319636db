"""The start page: what to continue, a quick battle, lists and battles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response

from pbbuild.errors import PbbuildError
from pbbuild.page.pictures import emblem_name
from pbbuild.page.style import Style, theme_for
from pbbuild.play.agents.levels import DEFAULT_LEVEL, LEVELS
from pbbuild.play.archive import KeptBattle, kept_battles
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
from pbbuild.pocket_battles.pages.battle import TWO, battle_page
from pbbuild.pocket_battles.pages.field_view import FieldView
from pbbuild.pocket_battles.pages.marks import is_confirmed
from pbbuild.pocket_battles.pages.open_battles import Battles, OpenBattle
from pbbuild.pocket_battles.rules.army import check, points_of
from pbbuild.pocket_battles.sheets.tiles import CARD, tile_face
from pbbuild.web.faces import face_svg
from pbbuild.web.pages import NotFoundError, Visit

# Lists whose tiles are drawn; further ones show their emblem.
_DRAWN: Final = 4
_MOST_LISTS: Final = 24
_MOST_BATTLES: Final = 6


@dataclass(frozen=True, slots=True)
class ListCard:
    """A saved list: its tiles, points, legality and results."""

    name: str
    title: str
    theme: str
    emblem: str
    points: str
    errors: int
    result: str
    faces: tuple[Any, ...]
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle of the archive; a game of another room says which."""

    id: str
    address: str
    words: str
    result: str
    tag: str
    points: str
    date: str
    has_record: bool


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The battle to continue."""

    id: str
    title: str
    words: str
    field: FieldView
    theme: str


def home(visit: Visit) -> Response:
    """The start page."""
    shelf: Battles = visit.shelf
    kept = kept_battles()
    battles = [battle for battle in kept if battle.game == GAME]
    elsewhere = [battle for battle in kept if battle.game != GAME and not battle.is_finished]
    finished = [battle for battle in battles if battle.is_finished]
    going = [battle for battle in battles if not battle.is_finished]
    catalog = shelf.catalog
    ready = ready_lists()
    armies = [
        (army.id, army.name.in_language(visit.language), army.theme, emblem_name(army.theme))
        for army in catalog.armies.values()
        if any(name.startswith(f"{army.id}-") for name in ready)
    ]
    addresses = {link.address for link in visit.services.links}
    return visit.page(
        "web/home.html.j2",
        "home",
        "pbbuild",
        unfinished=_unfinished(visit, going),
        others=[battle_row(visit, battle) for battle in going[1:4]],
        elsewhere=[battle_row(visit, battle) for battle in elsewhere[:2]],
        lists=_lists(visit, finished),
        armies=armies,
        levels=[*LEVELS[:3], TWO],
        level=DEFAULT_LEVEL,
        ready=ready,
        last=[battle_row(visit, battle) for battle in finished[:_MOST_BATTLES]],
        has=addresses,
        box=_box(catalog),
    )


def _box(catalog: Catalog) -> dict[str, Any]:
    """How many tiles of all armies their owner has confirmed."""
    troops = [troop for army in catalog.armies.values() for troop in army.troops]
    confirmed = sum(map(is_confirmed, troops))
    share = f"{100 * confirmed / max(1, len(troops)):.1f}"
    return {"confirmed": confirmed, "tiles": len(troops), "share": share}


def show_battles(visit: Visit) -> Response:
    """Every battle of the archive, and those that can be continued."""
    rows = [battle_row(visit, battle) for battle in kept_battles()]
    title = visit.t("home.battles")
    return visit.page("web/battles.html.j2", "battles", title, rows=rows)


def _unfinished(visit: Visit, going: Sequence[KeptBattle]) -> Unfinished | None:
    shelf: Battles = visit.shelf
    for kept in going[:1]:
        try:
            battle = shelf.find(kept.id)
        except (PbbuildError, NotFoundError):
            continue
        if not isinstance(battle, OpenBattle) or battle.table.seats.are_people:
            # Two players may still hide their stacks from each other.
            words = visit.t("home.two-players")
        else:
            words = ""
        made = battle_page(visit, battle)
        below = made.field.below
        words = words or visit.t("home.where", round=made.field.round, tokens=below.tokens)
        return Unfinished(kept.id, made.title, words, made.field, below.army)
    return None


def battle_row(visit: Visit, battle: KeptBattle) -> BattleRow:
    """A battle as one row."""
    t = visit.t
    result = battle.your_result or ("decided" if battle.is_finished else "unfinished")
    tags = {"won": "ok", "lost": "bad", "unfinished": "warn"}
    own, other = battle.points
    if battle.you == "B":
        own, other = other, own
    section = visit.services.sections.get(battle.game)
    if section is not None and section.words is not None:
        words = section.words(visit, battle)
    else:
        words = t("play-page.versus", a=battle.lists[0], b=battle.lists[1])
    game, replay = (section.game, section.replay) if section else ("/battle", "/replay")
    return BattleRow(
        battle.id,
        f"{replay if battle.record is not None else game}/{battle.id}",
        words,
        t(f"home.result-{result}"),
        tags.get(result, ""),
        f"{own} : {other}" if battle.is_finished else "",
        battle.date[:10],
        battle.record is not None,
    )


def _lists(visit: Visit, finished: Sequence[KeptBattle]) -> list[ListCard]:
    shelf: Battles = visit.shelf
    return [
        _list_card(visit, name, shelf.catalog, finished, drawn=place < _DRAWN)
        for place, name in enumerate(saved_lists()[:_MOST_LISTS])
    ]


def _list_card(
    visit: Visit, name: str, catalog: Catalog, finished: Sequence[KeptBattle], *, drawn: bool
) -> ListCard:
    t = visit.t
    try:
        army_list = find_list(name).army_list
    except PbbuildError:
        return ListCard(name, name, "neutral", "standard", "", 1, "", (), is_damaged=True)
    army = catalog.armies.get(army_list.army)
    theme = theme_for(army.theme) if army else "neutral"
    spent = points_of(army_list, catalog)
    errors = sum(finding.is_error for finding in check(army_list, catalog))
    tops = [catalog.troops[code] for code in army_list.troops if code in catalog.troops]
    best = sorted(tops, key=lambda troop: -troop.dp)[:3]
    style = Style(theme=theme, language=visit.language)
    faces = [
        face_svg(tile_face(troop, CARD, catalog, style, t), drop=("gloss", "trait"))
        for troop in best
        if drawn
    ]
    results = [
        battle.your_result
        for battle in finished
        if battle.you and battle.lists["AB".index(battle.you)] == army_list.name
    ]
    won, lost = results.count("won"), results.count("lost")
    return ListCard(
        name=name,
        title=army_list.name or name,
        theme=theme,
        emblem=emblem_name(theme),
        points=t("home.points", spent=spent, size=army_list.points),
        errors=errors,
        result=t("home.record", won=won, lost=lost) if results else t("home.not-played"),
        faces=tuple(faces),
    )
