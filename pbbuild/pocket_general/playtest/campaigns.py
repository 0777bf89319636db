"""Campaigns: played by two agents, or saved from game to game under a name. PG-7."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbbuild.base.documents import dump_json, read_json
from pbbuild.base.files import write_atomic
from pbbuild.base.locks import locked
from pbbuild.base.places import player_data
from pbbuild.base.private import require_changeable
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.contract import SIDES
from pbbuild.play.saves import games_folder
from pbbuild.play.stream import Stream, derived_seed
from pbbuild.play.table import Table
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.playtest.games import PlayedGame, fight
from pbbuild.pocket_general.rules.campaign import (
    POWERS,
    Campaign,
    Played,
    campaign_document,
    read_campaign,
)
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import STANDARD, Variant

# The stream from which agents draw the nations of a campaign.
NATIONS = 7
LONGEST_NAME = 40
OnGame = Callable[[Campaign, PlayedGame, tuple[str, str]], None]


def play_campaign(
    game: PocketGeneral,
    agents: Sequence[Agent],
    seed: int,
    variant: Variant = STANDARD,
    on_game: OnGame = lambda campaign, fought, nations: None,
) -> Campaign:
    """A whole campaign, the Axis played by the first agent; nations are drawn by the seed.

    `on_game` is called after each game with the campaign so far.
    """
    campaign, catalog = Campaign(), game.catalog
    chance = Stream(derived_seed(seed, NATIONS))
    while not campaign.is_over(catalog):
        while chooser := campaign.chooser(catalog):
            choices = campaign.choices(catalog, chooser)
            campaign = campaign.choose(catalog, chooser, choices[chance.below(len(choices))])
        nations = campaign.nations(catalog)
        fought = fight(game, nations, agents, derived_seed(seed, len(campaign.games)), variant)
        campaign = with_result(campaign, catalog, fought.outcome.winner, fought.outcome.reason)
        on_game(campaign, fought, nations)
    return campaign


def with_result(
    campaign: Campaign, catalog: GeneralCatalog, winner: str | None, reason: str
) -> Campaign:
    """The campaign with its next game played; `winner` is the side that won it."""
    axis, allies = campaign.nations(catalog)
    power = POWERS[SIDES.index(winner)] if winner else ""
    return campaign.add(Played(axis, allies, power, reason))


def result_document(campaign: Campaign, catalog: GeneralCatalog) -> dict[str, Any]:
    """A finished campaign with its points and winner, for a program."""
    return {
        **campaign_document(campaign),
        "points": campaign.points(catalog),
        "winner": campaign.winner(catalog) or None,
    }


def drawn_nation(campaign: Campaign, choices: Sequence[str], seed: int) -> str:
    """The nation that the machine plays in the next game of a campaign with this seed."""
    chance = Stream(derived_seed(seed, NATIONS + len(campaign.games)))
    return choices[chance.below(len(choices))]


def record_of_game(record: Path, number: int) -> Path:
    """The file of a campaign's game `number`, from 0: `war.jsonl` gives `war-1.jsonl`, ..."""
    return record.with_name(f"{record.stem}-{number + 1}{record.suffix}")


def campaign_path(name: str) -> Path:
    """The file that a campaign's score is saved in."""
    if len(name) > LONGEST_NAME:
        raise UsageError("pocket-general.campaign-name-long", most=LONGEST_NAME, count=len(name))
    if not re.fullmatch(r"[\w][\w .-]*", name):
        raise UsageError("pocket-general.campaign-name", name=name[:60])
    return player_data() / "campaigns" / f"{name}.json"


def saved_campaign(catalog: GeneralCatalog, name: str) -> Campaign:
    """The campaign of that name, a new one where there is none."""
    path = campaign_path(name)
    require_changeable(path)
    if not path.exists():
        return Campaign()
    return read_campaign(catalog, read_json(path).value, str(path))


def begin_campaign(name: str) -> None:
    """Save a campaign without games under `name`, unless there is one."""
    with locked(campaign_path(name)):
        if not campaign_path(name).exists():
            _save(name, Campaign())


def choose_nation(
    catalog: GeneralCatalog, name: str, campaign: Campaign, power: str, nation: str
) -> Campaign:
    """The saved campaign after `power` has chosen its nation for the next game of `campaign`.

    If another process has chosen or played meanwhile, it is as that left it.
    """
    with locked(campaign_path(name)):
        saved = saved_campaign(catalog, name)
        has_moved = len(saved.games) != len(campaign.games)
        if has_moved or saved.is_over(catalog) or saved.chooser(catalog) != power:
            return saved
        chosen = saved.choose(catalog, power, nation)
        _save(name, chosen)
        return chosen


def _save(name: str, campaign: Campaign) -> None:
    # Needs the lock, and a campaign that was read under it.
    write_atomic(campaign_path(name), dump_json(campaign_document(campaign)))


def number_of(saved: dict[str, Any]) -> int:
    """Which game of its campaign a save is, from 0; -1 where it does not say."""
    number = saved.get("number")
    return number if type(number) is int else -1


def unfinished_game(name: str, played: int) -> Path | None:
    """The saved game of a campaign that has not been played to its end."""
    for path in sorted(games_folder().glob("pocket-general-*.json")):
        try:
            saved = read_json(path).value
        except PbbuildError:
            continue
        # One that ended in the score is not played again.
        ours = isinstance(saved, dict) and saved.get("campaign") == name
        if ours and number_of(saved) in (-1, played):
            return path
    return None


def count_game(catalog: GeneralCatalog, table: Table) -> None:
    """Add a finished game to the score of its campaign, once."""
    name, number = str(table.extra["campaign"]), table.extra["number"]
    outcome = table.outcome
    assert outcome is not None
    with locked(campaign_path(name)):
        campaign = saved_campaign(catalog, name)
        if campaign.is_over(catalog) or number not in (-1, len(campaign.games)):
            # It was counted, but the process ended before it could remove the save.
            return
        _save(name, with_result(campaign, catalog, outcome.winner, outcome.reason))
