"""The plan of a series from what a player asks: who plays whom, from which seed."""

from dataclasses import replace
from typing import Any

from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import agent_object, name_of
from pbbuild.play.stream import checked_seed
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, check_plan
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT


def new_plan(
    ours: ArmyList,
    theirs: tuple[ArmyList, ...],
    *,
    agent: str | Agent | None = None,
    enemy_agent: str | Agent | None = None,
    seed: int | None = None,
    edition: str = "",
    round_limit: int = ROUND_LIMIT,
) -> Plan:
    """A plan that can be played, with the usual agents and seed 0 where none are given."""
    own = PLAYTEST if agent is None else agent
    # The same agent plays both sides unless enemy_agent is given.
    enemy = own if enemy_agent is None else enemy_agent
    plan = Plan(
        ours=ours,
        theirs=theirs,
        agent=name_of(own),
        enemy_agent=name_of(enemy),
        seed=checked_seed(seed or 0),
        edition=edition,
        round_limit=round_limit,
        players=(agent_object(own), agent_object(enemy)),
    )
    check_plan(plan)
    return plan


def continued_plan(saved: Plan, **given: Any) -> Plan:
    """The plan of a saved run with the given values replaced; None leaves a value unchanged."""
    plan = replace(saved, **{key: value for key, value in given.items() if value is not None})
    checked_seed(plan.seed)
    return plan
