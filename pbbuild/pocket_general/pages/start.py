"""The start page of Pocket General: a new game, campaigns, games to continue and to watch."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.agents.levels import DEFAULT_LEVEL, LEVELS, agent_of_level
from pbbuild.play.archive import KeptBattle, kept_battles
from pbbuild.pocket_general.catalog.model import GAME, GeneralCatalog
from pbbuild.pocket_general.pages.campaign import campaign_page_address, campaign_rows
from pbbuild.pocket_general.pages.open_wars import Wars
from pbbuild.pocket_general.pages.war import BASE
from pbbuild.pocket_general.playtest.campaigns import begin_campaign, saved_campaign
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.text.error_text import error_text
from pbbuild.web.pages import Visit
from pbbuild.web.playing import typed_seed

TWO: Final = "two"
_MOST_ROWS: Final = 12


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the archive."""

    id: str
    address: str
    words: str
    result: str
    tag: str
    score: str
    date: str


def start_page(visit: Visit) -> Response:
    """What can be played: a new game, campaigns, games to continue and to watch."""
    return _start_page(visit, visit.query)


def _start_page(
    visit: Visit, given: Mapping[str, str], error: str = "", status: int = 200
) -> Response:
    shelf: Wars = visit.shelf
    catalog = shelf.catalog
    nations = [
        (nation.id, nation.name.in_language(visit.language), nation.theme, nation.side)
        for nation in catalog.nations.values()
    ]
    chosen = {
        "army": given.get("army", "") or "germany",
        "against": given.get("against", "") or "russia",
        "level": given.get("level", "") or DEFAULT_LEVEL,
        "dice": given.get("dice", ""),
        "fast": given.get("fast", ""),
        "seed": given.get("seed", ""),
        "name": given.get("name", ""),
        "power": given.get("power", "") or "axis",
    }
    rows = [game_row(visit, kept) for kept in kept_battles() if kept.game == GAME][:_MOST_ROWS]
    return visit.page(
        "web/general.html.j2",
        "general",
        visit.t("general-page.title"),
        status=status,
        nations=nations,
        chosen=chosen,
        levels=[*LEVELS, TWO],
        campaigns=campaign_rows(visit),
        rows=rows,
        error=error,
    )


def start_war(visit: Visit) -> Response:
    """Start the game of the form and open it."""
    shelf: Wars = visit.shelf
    form = visit.form
    level = form.get("level") or DEFAULT_LEVEL
    try:
        nations = _nations(shelf.catalog, form)
        agents = [None, None if level == TWO else agent_of_level(level, GAME)]
        game = shelf.start(
            nations,
            agents,
            typed_seed(form.get("seed", "")),
            Variant(fast=form.get("fast") == "yes"),
            real_dice=form.get("dice") == "real",
        )
    except PbbuildError as error:
        return _start_page(visit, form, error_text(error, visit.t), 409)
    return visit.redirect(f"{BASE}/{game.id}")


def _nations(catalog: GeneralCatalog, form: Mapping[str, str]) -> tuple[str, str]:
    known = tuple(catalog.nations)
    for name in (form.get("army", ""), form.get("against", "")):
        if name not in known:
            raise UsageError("pocket-general.unknown-nation", nation=name[:40], known=known)
    return form["army"], form["against"]


def game_row(visit: Visit, kept: KeptBattle) -> GameRow:
    """A game of the archive as one row."""
    result = kept.your_result or ("decided" if kept.is_finished else "unfinished")
    own, other = kept.points if kept.you != "B" else kept.points[::-1]
    tags = {"won": "ok", "lost": "bad", "unfinished": "warn"}
    address = f"{BASE if kept.record is None else '/general/replay'}/{kept.id}"
    return GameRow(
        kept.id,
        address,
        game_words(visit, kept).partition(": ")[2],
        visit.t(f"general-page.result-{result}"),
        tags.get(result, ""),
        f"{own} : {other}" if kept.is_finished else "",
        kept.date[:10],
    )


def game_words(visit: Visit, kept: KeptBattle) -> str:
    """The nations of a game of the archive, and that it is Pocket General."""
    shelf: Wars = visit.services.shelves[GAME]
    names = [
        shelf.catalog.nations[each].name.in_language(visit.language)
        if each in shelf.catalog.nations
        else each
        for each in kept.armies
    ]
    words = visit.t("play-page.versus", a=names[0], b=names[1])
    return f"Pocket General: {words}"


def new_campaign(visit: Visit) -> Response:
    """Begin a campaign, or open the one of that name."""
    shelf: Wars = visit.shelf
    form = visit.form
    name = form.get("name", "").strip()
    try:
        begin_campaign(name)
        saved_campaign(shelf.catalog, name)
    except PbbuildError as error:
        return _start_page(visit, form, error_text(error, visit.t), 409)
    return visit.redirect(campaign_page_address(name, form.get("power", ""), form.get("level", "")))
