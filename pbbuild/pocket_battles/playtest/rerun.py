"""A battle of a playtest of Pocket Battles played again, with its record."""

from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.playtest.battles import fight
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.game import PocketBattles


def record_of_battle(plan: Plan, battle: int) -> str:
    """The record of battle `battle` (from 0) of a plan, as text."""
    pair, swapped = divmod(battle, 2)
    theirs = plan.theirs[plan.opponent_of(pair)]
    lists = [theirs, plan.ours] if swapped else [plan.ours, theirs]
    agents = [agent_named(name) for name in plan.agents_of(battle)]
    fought = fight(
        PocketBattles(load_catalog()),
        lists,
        agents,
        plan.seed_of(battle),
        edition=plan.edition,
        round_limit=plan.round_limit,
    )
    return fought.recorder.text()
