"""Any battle of a playtest opened again: the same dice, the same choices, now with a record."""

import re
from pathlib import Path

from pbbuild.errors import StateError
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.record import Record, parse_record
from pbbuild.play.runfile import read_run
from pbbuild.play.series import pairs_done
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battles import fight
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_general.playtest import games as general
from pbbuild.pocket_general.playtest.series import GeneralPlan


def run_and_number(text: str) -> tuple[Path, int] | None:
    """The folder and the battle that `RUN:37` names, None for anything else."""
    found = re.fullmatch(r"(.+):(\d{1,9})", text)
    return (Path(found[1]), int(found[2])) if found and not Path(text).exists() else None


def battle_record(plan: Plan, battle: int, catalog: Catalog) -> str:
    """The record of battle `battle` (from 0) of a plan, as text."""
    pair, swapped = divmod(battle, 2)
    theirs = plan.theirs[plan.opponent_of(pair)]
    lists = [theirs, plan.ours] if swapped else [plan.ours, theirs]
    agents = [agent_named(name) for name in plan.agents_of(battle)]
    fought = fight(
        PocketBattles(catalog),
        lists,
        agents,
        plan.seed_of(battle),
        edition=plan.edition,
        round_limit=plan.round_limit,
    )
    return fought.recorder.text()


def game_record(plan: GeneralPlan, battle: int) -> str:
    """The record of game `battle` (from 0) of a plan of Pocket General, as text."""
    game = plan.rules()
    agents = [agent_named(name, game.id) for name in plan.agents_of(battle)]
    seed = plan.seed_of(battle)
    return general.fight(game, plan.nations_of(battle), agents, seed, plan.variant).recorder.text()


def record_of_run(folder: Path, number: int, catalog: Catalog) -> Record:
    """The record of battle `number` (from 1) of the run kept in `folder`."""
    return parse_record(text_of_run(folder, number, catalog), f"{folder}:{number}")


def text_of_run(folder: Path, number: int, catalog: Catalog) -> str:
    """The same as the text of a file."""
    plan, totals = read_run(folder)
    count = 2 * pairs_done(totals)
    if not 1 <= number <= count:
        raise StateError("playtest.no-such-battle", source=str(folder), number=number, count=count)
    if isinstance(plan, GeneralPlan):
        return game_record(plan, number - 1)
    return battle_record(plan, number - 1, catalog)
