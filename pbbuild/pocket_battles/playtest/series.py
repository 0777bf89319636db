"""Many battles of one list: pairs with sides swapped, played inside the compiled core."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from pbbuild.play.agents.contract import Choice
from pbbuild.play.agents.registry import NOBODY, Players, seated
from pbbuild.play.runner import play
from pbbuild.play.stream import AGENT_A, AGENT_B, DICE, SETUP, Streams, battle_seed, derived
from pbbuild.play.totals import BrokenOffError, told_by
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.agents.thinking.battles import (
    Account,
    Dice,
    account_losses,
    account_orders,
    play_battle,
)
from pbbuild.pocket_battles.agents.thinking.minds import Mind
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_document
from pbbuild.pocket_battles.playtest.totals import Ledger, PairResult, Totals
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle


@dataclass(frozen=True)
class Plan:
    """What a series plays: a list against a field of lists, who plays, from which seed.

    `players` are the agents themselves, where a caller brought them rather than names.
    """

    ours: ArmyList
    theirs: tuple[ArmyList, ...]
    agent: str
    enemy_agent: str
    seed: int
    edition: str = ""
    round_limit: int = ROUND_LIMIT
    players: Players = NOBODY

    def opponent_of(self, pair: int) -> int:
        """Which list of the field pair number `pair` (from 0) is played against."""
        return pair % len(self.theirs)

    def start(self, battle: int) -> Battle:
        """Battle number `battle` (from 0) before its set-up roll; odd ones have sides swapped."""
        pair, swapped = divmod(battle, 2)
        theirs = self.theirs[self.opponent_of(pair)]
        lists = (theirs, self.ours) if swapped else (self.ours, theirs)
        return new_battle(*lists, self.edition, round_limit=self.round_limit)

    def seed_of(self, battle: int) -> int:
        """The seed of a battle: both of a pair have the same dice."""
        return battle_seed(self.seed, battle // 2)

    def agents_of(self, battle: int) -> tuple[str, str]:
        """Who plays A and who plays B in a battle."""
        return (self.enemy_agent, self.agent) if battle % 2 else (self.agent, self.enemy_agent)

    def nothing_yet(self) -> Totals:
        """The totals before the first battle."""
        return Ledger(len(self.theirs), len(self.ours.units), len(self.ours.troops)).totals()

    def block(self, first: int, count: int) -> Totals:
        """The totals of `count` pairs from number `first` on (from 0)."""
        return play_block(self, first, count)

    def document(self) -> dict[str, Any]:
        """The plan as a JSON document: what a run keeps to go on by."""
        return {
            "ours": list_document(self.ours),
            "theirs": [list_document(army_list) for army_list in self.theirs],
            "agent": self.agent,
            "enemy_agent": self.enemy_agent,
            "seed": self.seed,
            "edition": self.edition,
            "round_limit": self.round_limit,
        }


class Table:
    """Where battles of one plan are played: minds and starting states, made once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        names = (plan.agent, plan.enemy_agent)
        ours, theirs = (
            None if brought else _mind(name)
            for brought, name in zip(plan.players, names, strict=True)
        )
        self._minds = (ours, theirs)
        self._agents = seated(names, plan.players, GAME)
        self._starts: dict[tuple[int, int], State] = {}
        self._account = Account()

    def play(self, battle: int) -> State:
        """The end of a battle; what its units did stands in `account`."""
        plan = self.plan
        key = (plan.opponent_of(battle // 2), battle % 2)
        if key not in self._starts:
            self._starts[key] = plan.start(battle).state
        state = self._starts[key].copy()
        seed = plan.seed_of(battle)
        if None in self._minds:
            return self._play_with_agents(plan.start(battle), battle, seed)
        dice = Dice(*(derived(seed, stream) for stream in (SETUP, DICE, AGENT_A, AGENT_B)))
        ours, theirs = self._minds
        assert ours
        assert theirs
        minds = (theirs, ours) if battle % 2 else (ours, theirs)
        play_battle(state, *minds, dice, self._account)
        return state

    def _play_with_agents(self, battle: Battle, number: int, seed: int) -> State:
        """The same by the runner: slower, and open to agents that know nothing of the core."""
        ours, theirs = self._agents
        agents = (theirs, ours) if number % 2 else (ours, theirs)
        self._account.clear()
        play(PocketBattles(load_catalog()), battle, agents, Streams(seed), _Clerk(self._account))
        return battle.state

    def pair(self, pair: int) -> PairResult:
        """Both battles of a pair."""
        units = [[0, 0, 0, 0] for _ in self.plan.ours.units]
        tiles = [[0, 0, 0, 0] for _ in self.plan.ours.troops]
        won, decided, first, rounds = [], [], [], []
        for seat in (0, 1):
            battle = 2 * pair + seat
            with told_by(battle, self.plan.seed_of(battle)):
                state = self.play(battle)
                self._add_account(state, seat, units, tiles)
            won.append(state.winner == seat)
            decided.append(state.winner != c.UNDECIDED)
            first.append(state.player1 == seat)
            rounds.append(state.round)
        return PairResult(
            self.plan.opponent_of(pair),
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


class _Clerk:
    """Keeps the account of a battle that the runner plays."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def rolled(self, before: Any, roll: Any, dice: Any, after: Any) -> None:
        """Dice alone change nothing in the account."""

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """Enter what the choice cost and destroyed; `before` is the runner's copy, to be used."""
        state = before.state
        if state.phase in (c.WOUND, c.SACRIFICE):
            account_losses(state, choice.action, self._account)
        else:
            account_orders(state, choice.action, self._account)


def _mind(name: str) -> Mind | None:
    base, _, setting = name.partition(":")
    return mind_named(base, setting)


def agent_for_series(name: str) -> str:
    """`name`, or an error that names the agents there are."""
    agent_named(name)
    return name


# A plan holds what no cache takes as a key: the tables of the last few are looked through.
_tables: deque[Table] = deque(maxlen=4)


def table_of(plan: Plan) -> Table:
    """The table at which the battles of `plan` are played in this process."""
    for table in _tables:
        if table.plan == plan:
            return table
    _tables.append(Table(plan))
    return _tables[-1]


def play_block(plan: Plan, first: int, count: int) -> Totals:
    """The totals of `count` pairs from number `first` on (from 0).

    A battle that breaks off is an error with its seed; its pair counts for nothing else.
    """
    table = table_of(plan)
    ledger = Ledger(len(plan.theirs), len(plan.ours.units), len(plan.ours.troops))
    for pair in range(first, first + count):
        try:
            ledger.add(table.pair(pair))
        except BrokenOffError as error:
            ledger.add_error(error.broken)
    return ledger.totals()


def check_plan(plan: Plan) -> None:
    """Refuse at once what no battle of the plan could be played with."""
    seated((plan.agent, plan.enemy_agent), plan.players, GAME)
    load_catalog()
    for pair in range(len(plan.theirs)):
        plan.start(2 * pair)
