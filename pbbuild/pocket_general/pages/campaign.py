"""Campaigns on the page: three games, the choice of nations, the score. PG-7."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from starlette.responses import Response

from pbbuild.base.places import player_data
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.agents.levels import DEFAULT_LEVEL, LEVELS, agent_of_level
from pbbuild.play.saves import read_save
from pbbuild.play.stream import derived_seed
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.pages.open_wars import Wars
from pbbuild.pocket_general.playtest.campaigns import (
    campaign_path,
    choose_nation,
    drawn_nation,
    saved_campaign,
    unfinished_game,
)
from pbbuild.pocket_general.rules.campaign import POWERS, Campaign
from pbbuild.web.pages import NotFoundError, Visit
from pbbuild.web.playing import typed_seed

BOTH = "both"
# Seeds of games are small enough to be typed.
_LARGEST_SEED = 10**9


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A saved campaign: its name and how it stands."""

    name: str
    address: str
    words: str
    is_over: bool
    is_damaged: bool = False


def campaign_rows(visit: Visit) -> list[CampaignRow]:
    """Every saved campaign, by name."""
    shelf: Wars = visit.shelf
    catalog = shelf.catalog
    found = []
    for path in sorted((player_data() / "campaigns").glob("*.json")):
        name = path.stem
        try:
            campaign = saved_campaign(catalog, name)
        except PbbuildError:
            words = visit.t("general-page.campaign-damaged")
            found.append(CampaignRow(name, "", words, is_over=False, is_damaged=True))
            continue
        points = campaign.points(catalog)
        words = visit.t(
            "general-page.campaign-stands",
            played=len(campaign.games),
            axis=points["axis"],
            allies=points["allies"],
        )
        address = f"/general/campaign/{quote(name, safe='')}"
        found.append(CampaignRow(name, address, words, campaign.is_over(catalog)))
    return found


def campaign_page_address(name: str, power: str, level: str) -> str:
    """The page of a campaign for a side and a level; unknown ones become the defaults."""
    query = {
        "power": power if power in (*POWERS, BOTH) else "axis",
        "level": level if level in LEVELS else DEFAULT_LEVEL,
    }
    return f"/general/campaign/{quote(name, safe='')}?{urlencode(query)}"


def _found(visit: Visit) -> tuple[str, Campaign]:
    shelf: Wars = visit.shelf
    name = visit.params["name"]
    try:
        path = campaign_path(name)
    except UsageError:
        raise NotFoundError("general-page.no-campaign") from None
    if not path.exists():
        raise NotFoundError("general-page.no-campaign")
    return name, saved_campaign(shelf.catalog, name)


def show_campaign(visit: Visit) -> Response:
    """How a campaign stands, and what comes next."""
    shelf: Wars = visit.shelf
    catalog, t = shelf.catalog, visit.t
    name, campaign = _found(visit)
    power = visit.query.get("power", "")
    power = power if power in (*POWERS, BOTH) else "axis"
    level = visit.query.get("level", "")
    level = level if level in LEVELS else DEFAULT_LEVEL
    language = visit.language

    def nation(nation_id: str) -> tuple[str, str]:
        found = catalog.nations[nation_id]
        return found.name.in_language(language), found.theme

    games: list[dict[str, Any]] = []
    for number, terms in enumerate(catalog.campaign):
        row: dict[str, Any] = {"number": number + 1, "terms": terms, "played": None}
        if number < len(campaign.games):
            played = campaign.games[number]
            row["sides"] = [nation(played.axis), nation(played.allies)]
            winner = played.winner or "nobody"
            row["played"] = t(
                f"general-page.campaign-won-{winner}", how=t(f"general-page.how-{played.reason}")
            )
            row["winner"] = played.winner
        else:
            known = dict(campaign.chosen or {}) if number == len(campaign.games) else {}
            row["axis"] = [nation(each) for each in terms.axis if known.get("axis", each) == each]
            row["allies"] = [
                nation(each) for each in terms.allies if known.get("allies", each) == each
            ]
        games.append(row)
    chooser = "" if campaign.is_over(catalog) else campaign.chooser(catalog)
    asks = bool(chooser) and power in (chooser, BOTH)
    choices = [(each, *nation(each)) for each in campaign.choices(catalog, chooser)] if asks else []
    save = unfinished_game(name, len(campaign.games))
    going = ""
    if save is not None and not campaign.is_over(catalog):
        saved = read_save(str(save), GAME, "pocket-general")
        going = saved.game.battle_id or save.stem
    winner = campaign.winner(catalog) if campaign.is_over(catalog) else ""
    return visit.page(
        "web/campaign.html.j2",
        "general",
        t("general-page.campaign-title", name=name),
        campaign_name=name,
        games=games,
        points=campaign.points(catalog),
        over=campaign.is_over(catalog),
        verdict=t(f"pocket-general.campaign-{winner or 'stalemate'}"),
        question=t(f"general-page.choose-{chooser}") if asks else "",
        choices=choices,
        going=going,
        power=power,
        level=level,
        powers=(*POWERS, BOTH),
        levels=LEVELS,
        next=len(campaign.games) + 1,
    )


def play_campaign_game(visit: Visit) -> Response:
    """Choose a nation, or start the next game of a campaign; a game in progress is continued."""
    shelf: Wars = visit.shelf
    catalog = shelf.catalog
    name, campaign = _found(visit)
    form = visit.form
    power = form.get("power", "")
    power = power if power in (*POWERS, BOTH) else "axis"
    level = form.get("level", "")
    level = level if level in LEVELS else DEFAULT_LEVEL
    here = campaign_page_address(name, power, level)
    if campaign.is_over(catalog):
        return visit.redirect(here)
    save = unfinished_game(name, len(campaign.games))
    if save is not None:
        saved = read_save(str(save), GAME, "pocket-general")
        return visit.redirect(f"/general/game/{saved.game.battle_id or save.stem}")
    seed = typed_seed(form.get("seed", ""))
    chosen = form.get("nation", "")
    while chooser := campaign.chooser(catalog):
        choices = campaign.choices(catalog, chooser)
        if power in (BOTH, chooser):
            if chosen not in choices:
                # The page asks for it.
                return visit.redirect(here)
            nation, chosen = chosen, ""
        else:
            # The machine's choice is made before or after the player's. PG-7.
            nation = drawn_nation(campaign, choices, seed)
        played = len(campaign.games)
        campaign = choose_nation(catalog, name, campaign, chooser, nation)
        if len(campaign.games) != played:
            return visit.redirect(here)  # another process has played the game
    agent = agent_of_level(level, GAME)
    agents = [None if power in (BOTH, side) else agent for side in POWERS]
    number = len(campaign.games)
    extra = {"campaign": name, "power": "" if power == BOTH else power, "number": number}
    game_seed = derived_seed(seed, number) % _LARGEST_SEED
    game = shelf.start(campaign.nations(catalog), agents, game_seed, extra=extra)
    return visit.redirect(f"/general/game/{game.id}")
