"""Hints for a player: the choice of an agent, with a reason computed from the facts in its favour.

A reason states facts of the position (exact odds, points, dice) or, where the agent's search alone
decided, says so. It is computed for hints only: agents in a playtest need none.
"""

from collections.abc import Mapping, Sequence

from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.contract import Option
from pbbuild.play.stream import Stream
from pbbuild.pocket_battles.agents.thinking.strength import shot_hits, strike_hits
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.bits import count_bits
from pbbuild.pocket_battles.rules.notation import argument_of, kind_of, unit_of
from pbbuild.pocket_battles.rules.option_odds import option_odds

Values = dict[str, str | int | float]


class HintAgent:
    """An agent that gives hints: what `agent` chooses, and why."""

    def __init__(self, agent: Agent, traits: Mapping[str, Trait]) -> None:
        self.name = agent.name
        self._agent = agent
        self._traits = traits

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """The agent's choice with a computed reason; lone officers are deployed in the rear."""
        battle: Battle = situation.state_copy
        action = self._agent.choose(situation, generator).action
        if kind_of(action) == c.DO_DEPLOY and is_lone_officer(battle, unit_of(action)):
            action = _in_the_rear(action, situation.actions)
        code, values = reason_for(battle, action, len(situation.actions), self._traits)
        return Choice(action, code, values)


def is_lone_officer(battle: Battle, unit: int) -> bool:
    """Whether a unit is one troop that helps others: by tokens or by special actions."""
    state = battle.state
    helps = state.flags[unit] & c.SPECIALS or state.bonus[unit] >> c.BONUS_TOKENS & c.BONUS_MASK
    return bool(helps) and count_bits(state.roster.troops_of[unit]) == 1


def _in_the_rear(action: int, actions: Sequence[int]) -> int:
    """The same deployment one row back, where that is legal."""
    if not argument_of(action) & c.FRONT:
        return action
    wanted = (c.DO_DEPLOY, unit_of(action), argument_of(action) ^ c.FRONT)
    there = (
        each for each in actions if (kind_of(each), unit_of(each), argument_of(each)) == wanted
    )
    return next(there, action)


def reason_for(
    battle: Battle, action: int, options: int, traits: Mapping[str, Trait]
) -> tuple[str, Values]:
    """The code and values of the reason for an action: `agents.reason-<code>`."""
    if options == 1:
        return "only", {}
    words = battle.text(action).split()
    names: Values = {"unit": words[1] if len(words) > 1 else ""}
    names["other"] = words[2] if len(words) > 2 else ""
    kind = kind_of(action)
    if kind == c.DO_DEPLOY:
        return _deployment(battle, action, names)
    if kind == c.DO_ELIMINATE:
        return _elimination(battle, action)
    if kind == c.DO_WOUND:
        return _wound(battle, action)
    odds = option_odds(battle, Option(action, " ".join(words), 0, ()), traits)
    if odds is None:
        return "tried", names
    if "dp_lost" in odds.values:
        won, lost = (round(odds.values[key], 1) for key in ("dp_lost", "own_dp_lost"))
        return "fight", {**names, "won": won, "lost": lost}
    hits = round(odds.values["mean_hits"], 1)
    # The hits of a shot into a group are divided among its units. PB-8.4.
    is_alone = kind == c.DO_SHOOT and not battle.state.contact[argument_of(action)]
    return "hits-on" if is_alone else "hits", {**names, "hits": hits}


def _deployment(battle: Battle, action: int, names: Values) -> tuple[str, Values]:
    state, unit = battle.state, unit_of(action)
    charge, shot = round(strike_hits(state, unit, unit, 1), 1), round(shot_hits(state, unit), 1)
    if argument_of(action) & c.FRONT:
        if charge + shot == 0.0:
            return "deploy", names
        return "deploy-front", {**names, "charge": charge, "shot": shot}
    if is_lone_officer(battle, unit):
        front = _in_front_of(battle, action)
        if front is None:
            return "deploy-officer", names
        ahead = f"{str(names['unit'])[:1]}{(front & (c.SIDE_SIZE - 1)) + 1}"
        return "deploy-officer-behind", {**names, "other": ahead}
    if charge + shot == 0.0:
        return "deploy-without-dice", names
    if shot and state.flags[unit] & c.SHOOTS_FROM_REAR:
        return "deploy-shooter", {**names, "shot": shot}
    return "deploy" if state.flags[unit] & c.MAY_NOT_REDEPLOY else "deploy-reserve", names


def _in_front_of(battle: Battle, action: int) -> int | None:
    """A unit of the same side in the front of the sector that a unit is deployed to. PB-5.2.2."""
    state, side = battle.state, unit_of(action) >> c.SIDE_SHIFT
    front = argument_of(action) | c.FRONT
    own = (unit for _, unit, _ in battle.forces.troops() if unit >> c.SIDE_SHIFT == side)
    return next((unit for unit in own if state.zone[unit] == front), None)


def _elimination(battle: Battle, action: int) -> tuple[str, Values]:
    state, chosen = battle.state, argument_of(action)
    dp = state.roster.dp[chosen]
    others = [
        state.roster.dp[troop] for troop in _absorbers(battle, unit_of(action)) if troop != chosen
    ]
    if not others:
        # With the last troop that has wound points all others of the unit fall. PB-7.5.
        return "tried", {}
    if all(dp < other for other in others):
        return "eliminate-cheapest", {"dp": dp}
    left = state.roster.wp[chosen] - state.wounds[chosen]
    hits = 1 if state.lethal else min(left, state.wound_hits)
    if any(dp > other for other in others):
        return "eliminate-absorbs", {"dp": dp, "count": hits}
    return "eliminate-equal", {"dp": dp}


def _wound(battle: Battle, action: int) -> tuple[str, Values]:
    state = battle.state
    left = sum(
        state.roster.wp[troop] - state.wounds[troop]
        for troop in _absorbers(battle, unit_of(action))
    )
    if left <= state.wound_hits:
        return "tried", {}  # the unit falls whatever takes the hits
    return "saves", {"dp": state.roster.dp[argument_of(action)]}


def _absorbers(battle: Battle, unit: int) -> list[int]:
    """The living troops of a unit that have wound points."""
    return [
        troop
        for troop, of_unit, _ in battle.forces.troops()
        if of_unit == unit and _takes_hits(battle, troop)
    ]


def _takes_hits(battle: Battle, troop: int) -> bool:
    state = battle.state
    alive = state.tally[c.TROOPS + (troop >> c.SIDE_SHIFT)] >> (troop & (c.SIDE_SIZE - 1)) & 1
    return bool(alive) and state.roster.wp[troop] > 0
