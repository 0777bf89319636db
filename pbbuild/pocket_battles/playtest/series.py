"""The series of a playtest: pairs of battles with sides swapped, played in the compiled core.

A series can be saved and read back, and one battle of it replayed with its record.
"""

from collections import deque
from dataclasses import dataclass
from typing import Any

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.agents.contract import Choice
from pbbuild.play.agents.registry import NO_AGENTS, Players, agents_for
from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.runner import play
from pbbuild.play.stream import AGENT_A, AGENT_B, DICE, SETUP, Streams, battle_seed, derived_seed
from pbbuild.play.totals import BattleFailedError, whole_number, wrap_battle_errors
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.agents.thinking.battles import (
    Account,
    Dice,
    account_losses,
    account_orders,
    play_battle,
)
from pbbuild.pocket_battles.agents.thinking.luck import luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import Mind
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.lists.list_file import list_document, list_of
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import fight
from pbbuild.pocket_battles.playtest.restricted import NOTHING, Restriction, decide_initiative
from pbbuild.pocket_battles.playtest.totals import (
    LENGTHS,
    PairResult,
    Totals,
    TotalsBuilder,
    totals_from,
)
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT, pack_dice
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle


@dataclass(frozen=True)
class Plan:
    """What a series plays: a list against a field of lists, who plays, from which seed.

    `players` are the agents themselves, where a caller brought them rather than names.
    `without` is what our list plays without (`restricted.py`).
    """

    ours: ArmyList
    theirs: tuple[ArmyList, ...]
    agent: str
    enemy_agent: str
    seed: int
    edition: str = ""
    round_limit: int = ROUND_LIMIT
    players: Players = NO_AGENTS
    without: Restriction = NOTHING

    def opponent_of(self, pair: int) -> int:
        """The place of the opponent in `theirs` of pair number `pair` (from 0)."""
        return pair % len(self.theirs)

    def start(self, battle: int) -> Battle:
        """Battle number `battle` (from 0) before its set-up roll; odd ones have sides swapped."""
        pair, swapped = divmod(battle, 2)
        theirs = self.theirs[self.opponent_of(pair)]
        lists = (theirs, self.ours) if swapped else (self.ours, theirs)
        started = new_battle(
            *lists,
            self.edition,
            round_limit=self.round_limit,
            altered=self.without.altered(swapped) if self.without.alters else None,
        )
        if self.without.begins is not None:
            decide_initiative(started.state, swapped, begins=self.without.begins)
        return started

    def seed_of(self, battle: int) -> int:
        """The seed of a battle; both battles of a pair have the same."""
        return battle_seed(self.seed, battle // 2)

    def agents_of(self, battle: int) -> tuple[str, str]:
        """The agents of A and B in a battle."""
        return (self.enemy_agent, self.agent) if battle % 2 else (self.agent, self.enemy_agent)

    def empty_totals(self) -> Totals:
        """The totals before the first battle."""
        return TotalsBuilder(len(self.theirs), len(self.ours.units), len(self.ours.troops)).totals()

    def block(self, first: int, count: int) -> Totals:
        """The totals of `count` pairs from number `first` on (from 0)."""
        return play_block(self, first, count)

    def document(self) -> dict[str, Any]:
        """The plan as a JSON document, which `run_from` reads."""
        return {
            "ours": list_document(self.ours),
            "theirs": [list_document(army_list) for army_list in self.theirs],
            "agent": self.agent,
            "enemy_agent": self.enemy_agent,
            "seed": self.seed,
            "edition": self.edition,
            "round_limit": self.round_limit,
        }


class SeriesTable:
    """Plays the battles of one plan; agents and starting states are made once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        names = (plan.agent, plan.enemy_agent)
        ours, theirs = (
            None if brought else _mind(name)
            for brought, name in zip(plan.players, names, strict=True)
        )
        if plan.without.reactions:
            if ours is None:
                raise UsageError("playtest.restricted-agent", agent=plan.agent)
            ours.reacts = False
        self._minds = (ours, theirs)
        self._agents = agents_for(names, plan.players, GAME)
        self._starts: dict[tuple[int, int], State] = {}
        self._account = Account()
        if not any(mind is None or mind.looks_ahead() for mind in self._minds):
            # Weighed thoroughly, the luck of a battle would take longer than the battle.
            self._account.scales.weigh_roughly()

    def play(self, battle: int) -> State:
        """The final state of a battle; the account then holds what its units did."""
        plan = self.plan
        key = (plan.opponent_of(battle // 2), battle % 2)
        if key not in self._starts:
            self._starts[key] = plan.start(battle).state
        state = self._starts[key].copy()
        seed = plan.seed_of(battle)
        if None in self._minds:
            return self._play_with_agents(plan.start(battle), battle, seed)
        dice = Dice(*(derived_seed(seed, stream) for stream in (SETUP, DICE, AGENT_A, AGENT_B)))
        ours, theirs = self._minds
        assert ours
        assert theirs
        minds = (theirs, ours) if battle % 2 else (ours, theirs)
        play_battle(state, *minds, dice, self._account)
        return state

    def _play_with_agents(self, battle: Battle, number: int, seed: int) -> State:
        """The same in the runner: slower, but for any agent."""
        ours, theirs = self._agents
        agents = (theirs, ours) if number % 2 else (ours, theirs)
        self._account.clear()
        play(
            PocketBattles(load_catalog()),
            battle,
            agents,
            Streams(seed),
            _AccountObserver(self._account),
        )
        return battle.state

    def pair(self, pair: int) -> PairResult:
        """Both battles of a pair."""
        units = [[0, 0, 0, 0] for _ in self.plan.ours.units]
        tiles = [[0, 0, 0, 0] for _ in self.plan.ours.troops]
        won, decided, first, rounds = [], [], [], []
        luck = 0
        for seat in (0, 1):
            battle = 2 * pair + seat
            with wrap_battle_errors(battle, self.plan.seed_of(battle)):
                state = self.play(battle)
                self._add_account(state, seat, units, tiles)
            gained = round(ONE_WIN * self._account.luck)
            luck += -gained if seat else gained
            won.append(state.winner == seat)
            decided.append(state.winner != c.UNDECIDED)
            first.append(state.player1 == seat)
            rounds.append(state.round)
        return PairResult(
            pair,
            self.plan.opponent_of(pair),
            luck,
            (won[0], won[1]),
            (decided[0], decided[1]),
            (first[0], first[1]),
            (rounds[0], rounds[1]),
            units,
            tiles,
        )

    def _add_account(
        self, state: State, seat: int, units: list[list[int]], tiles: list[list[int]]
    ) -> None:
        account, base = self._account, seat << c.SIDE_SHIFT
        for place, row in enumerate(units):
            unit = base + place
            row[0] += account.unit_destroyed[unit]
            row[1] += account.unit_lost[unit]
            row[2] += account.unit_orders[unit]
            row[3] += int(state.zone[unit] != c.DEAD)
        alive = state.tally[c.TROOPS + seat]
        for place, row in enumerate(tiles):
            troop = base + place
            lives = alive >> place & 1
            row[0] += account.troop_destroyed[troop]
            row[1] += 0 if lives else state.roster.dp[troop]
            row[2] += account.troop_orders[troop]
            row[3] += lives


class _AccountObserver:
    """Fills the account of a battle that the runner plays."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def rolled(self, before: Any, roll: Any, dice: Any, after: Any) -> None:
        """Add the luck of the dice; `before` is a copy."""
        if before.state.phase != c.INITIATIVE:
            account = self._account
            account.luck += luck_of_a(account.scales, before.state, pack_dice(dice))

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """Add what the choice cost and destroyed; `before` is a copy and may be changed."""
        state = before.state
        self._account.decisions += options > 1
        if state.phase in (c.WOUND, c.SACRIFICE):
            account_losses(state, choice.action, self._account)
        else:
            account_orders(state, choice.action, self._account)


def _mind(name: str) -> Mind | None:
    base, _, setting = name.partition(":")
    return mind_named(base, setting)


def agent_for_series(name: str) -> str:
    """`name` if there is such an agent; raises an error with the known ones if not."""
    agent_named(name)
    return name


# Plans are not hashable, so the players of the last few plans are compared one by one.
_players: deque[SeriesTable] = deque(maxlen=4)


def player_of(plan: Plan) -> SeriesTable:
    """The player of `plan` in this process, a new one only if needed."""
    for player in _players:
        if player.plan == plan:
            return player
    _players.append(SeriesTable(plan))
    return _players[-1]


def play_block(plan: Plan, first: int, count: int) -> Totals:
    """The totals of `count` pairs from number `first` on (from 0).

    A battle that fails is added as an error with its seed; its pair counts for nothing else.
    """
    player = player_of(plan)
    totals = TotalsBuilder(len(plan.theirs), len(plan.ours.units), len(plan.ours.troops))
    for pair in range(first, first + count):
        try:
            totals.add(player.pair(pair))
        except BattleFailedError as error:
            totals.add_error(error.failure)
    return totals.totals()


def check_plan(plan: Plan) -> None:
    """Refuse at once what no battle of the plan could be played with."""
    agents_for((plan.agent, plan.enemy_agent), plan.players, GAME)
    load_catalog()
    for pair in range(len(plan.theirs)):
        plan.start(2 * pair)


def record_of_battle(plan: Plan, battle: int) -> str:
    """The record of battle number `battle` (from 0) of a plan, as text."""
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


def run_from(value: dict[str, Any]) -> tuple[Plan, Totals]:
    """The plan and totals of a saved run; raises a ValueError or KeyError for anything else."""
    plan = _plan(value)
    totals = totals_from(value["totals"])
    _require_same_shape(plan, totals)
    return plan, totals


def _plan(value: dict[str, Any]) -> Plan:
    return Plan(
        ours=_list(value["ours"]),
        theirs=tuple(_list(entry) for entry in value["theirs"]),
        agent=str(value["agent"]),
        enemy_agent=str(value["enemy_agent"]),
        seed=whole_number(value["seed"]),
        edition=str(value["edition"]),
        round_limit=whole_number(value["round_limit"]),
    )


def _list(entry: Any) -> ArmyList:
    try:
        return list_of(Document("run", entry, dump_json(entry)))
    except PbbuildError:
        raise ValueError from None


def _require_same_shape(plan: Plan, totals: Totals) -> None:
    expected = (len(plan.theirs), len(plan.ours.units), len(plan.ours.troops))
    found = (len(totals.opponents), len(totals.units), len(totals.tiles))
    if not plan.theirs or found != expected or len(totals.lengths) != LENGTHS:
        raise ValueError
