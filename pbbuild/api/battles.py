"""One battle, or many battles that measure how good lists are."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbbuild.api.arguments import (
    Against,
    AnyList,
    field_against,
    list_in,
    require_legal,
    translator,
    within,
)
from pbbuild.api.pocket_general import game_of_owner, nations_named
from pbbuild.base.rooms import game_named, reader_of
from pbbuild.errors import UsageError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import agent_named as _agent_named
from pbbuild.play.agents.registry import agent_of
from pbbuild.play.evidence.analysis import Analysis
from pbbuild.play.record import Recorder, RecordLine, parse_record, read_record
from pbbuild.play.series import StopRule, run_series
from pbbuild.play.statistics import Estimate
from pbbuild.play.stream import checked_seed, seed_or_random
from pbbuild.play.workers import start_workers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest import comparison
from pbbuild.pocket_battles.playtest.battle_budget import GAMES as SEARCH_GAMES
from pbbuild.pocket_battles.playtest.battle_budget import LEAST_GAMES as LEAST_SEARCH_GAMES
from pbbuild.pocket_battles.playtest.battle_budget import BattleBudget
from pbbuild.pocket_battles.playtest.battles import fight_battle
from pbbuild.pocket_battles.playtest.improve import ImprovementStep, improvement_document
from pbbuild.pocket_battles.playtest.improve import improve as search_changes
from pbbuild.pocket_battles.playtest.judge import analyse_record, default_budget
from pbbuild.pocket_battles.playtest.plans import new_plan
from pbbuild.pocket_battles.playtest.report import playtest_document
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.tournament import Tournament, play_list_tournament
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_general.playtest.campaigns import play_campaign, result_document
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.playtest.report import playtest_document as general_document
from pbbuild.pocket_general.playtest.series import plan_of
from pbbuild.pocket_general.rules.setup import STANDARD, Variant
from pbbuild.text.translate import Translator

AnyAgent = str | Agent
MOST_GAMES = 400_000
MOST_WORKERS = 256
MOST_ROUNDS = 9999
MOST_BUDGET = 1_000_000


def agent_named(name: str, game: str = GAME) -> Agent:
    """The agent with a name such as `greedy` or `search:400`, plug-ins included."""
    return _agent_named(name, game_named(game))


@dataclass(frozen=True, slots=True)
class BattleResult:
    """A finished battle.

    `winner` is "A", "B" or None, `points` are those each side destroyed, `record` has the lines
    of the record as dicts.
    """

    winner: str | None
    reason: str
    rounds: int
    points: Mapping[str, int]
    seed: int
    record: Sequence[RecordLine]
    _recorder: Recorder
    _account: Callable[[Translator], Sequence[str]]

    def text(self, lang: str = "en") -> str:
        """The battle as text, as `pbbuild battle` prints it."""
        return "\n".join(self._account(translator(lang)))

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the record for `pbbuild replay`; a file is replaced only with `force`."""
        self._recorder.write(Path(path), force=force)


def battle(
    one: AnyList,
    other: AnyList,
    seed: int | None = None,
    agent: AnyAgent = "greedy",
    enemy_agent: AnyAgent = "greedy",
    edition: str | None = None,
    round_limit: int = ROUND_LIMIT,
    game: str = GAME,
    variant: Variant = STANDARD,
) -> BattleResult:
    """One battle between two lists; `other` may also be an army, for one of its ready lists.

    The same seed gives the same battle; without one a random seed is used, see the result. With
    `game="pocket-general"` the first two are nations, and `variant` says how they play.
    """
    if game_named(game) != GAME:
        return _general_game(str(one), str(other), seed, (agent, enemy_agent), variant)
    catalog = load_catalog()
    ours = list_in(one)
    enemy = field_against(ours, other, catalog)[0]
    require_legal([ours, enemy], catalog)
    limit = within("round_limit", round_limit, 1, MOST_ROUNDS)
    fought = fight_battle(
        (ours, enemy), (agent, enemy_agent), seed, catalog, edition=edition, round_limit=limit
    )

    def account(t: Translator) -> Sequence[str]:
        from pbbuild.pocket_battles.screen.story import story_lines

        return story_lines(fought.recorder.lines, catalog, t)

    return _result(fought.recorder, account)


def analyse(battle: BattleResult | str | Path, budget: int | None = None) -> Analysis:
    """Every choice and roll of a battle judged: a finished battle, or the path of its record.

    `budget` is the number of simulations for each decision.
    """
    if budget is not None:
        within("budget", budget, 1, MOST_BUDGET)
    if isinstance(battle, BattleResult):
        record = parse_record(battle._recorder.text(), "battle")
    else:
        record = read_record(Path(battle))
    if analyse_other := reader_of(record.header.get("game"), "analyse"):
        found: Analysis = analyse_other(record, budget)[0]
        return found
    return analyse_record(record, PocketBattles(load_catalog()), budget or default_budget())


def _general_game(
    army: str,
    against: str,
    seed: int | None,
    agents: tuple[AnyAgent, AnyAgent],
    variant: Variant,
) -> BattleResult:
    game = game_of_owner()
    nations = nations_named(game.catalog, army, against)
    players = [agent_of(wanted, game.id) for wanted in agents]
    recorder = fight(game, nations, players, seed_or_random(seed), variant).recorder

    def account(t: Translator) -> Sequence[str]:
        from pbbuild.pocket_general.screen.story import GeneralAccount

        told = GeneralAccount(game.catalog, nations, t)
        return [told.title(recorder.lines[0]), *told.sentences(recorder.lines[1:])]

    return _result(recorder, account)


def _result(recorder: Recorder, account: Callable[[Translator], Sequence[str]]) -> BattleResult:
    header, end = recorder.lines[0], recorder.lines[-1]
    return BattleResult(
        winner=end["winner"],
        reason=end["reason"],
        rounds=end["rounds"],
        points=end["destroyed"],
        seed=header["seed"],
        record=recorder.lines,
        _recorder=recorder,
        _account=account,
    )


@dataclass(frozen=True, slots=True)
class PlaytestResult:
    """The result of a playtest; every rate is a value with its interval.

    `errors` are the battles that failed, each with its seed.
    """

    games: int
    wins: int
    losses: int
    undecided: int
    errors: Sequence[Mapping[str, Any]]
    win_rate: Estimate
    as_player1: Estimate
    as_player2: Estimate
    rounds: Estimate
    _document: Mapping[str, Any]
    _text: Callable[[Translator], str]

    def to_json(self) -> dict[str, Any]:
        """The result as `pbbuild playtest --json` prints it."""
        found: dict[str, Any] = json.loads(json.dumps(self._document))
        return found

    def text(self, lang: str = "en") -> str:
        """The result as text, as `pbbuild playtest` prints it."""
        return self._text(translator(lang))


def playtest(
    army_list: AnyList,
    against: Against = "field",
    games: int = 320,
    seed: int = 0,
    agent: AnyAgent | None = None,
    enemy_agent: AnyAgent | None = None,
    edition: str = "",
    round_limit: int = ROUND_LIMIT,
    precision: float | None = None,
    workers: int = 1,
    game: str = GAME,
    variant: Variant = STANDARD,
) -> PlaytestResult:
    """Test a list in many battles: pairs with the same dice and the sides swapped.

    `against` is "field" (all ready lists of this size), an army, a list or several. With
    `precision=0.03` it plays until the win rate is known to ±3 %. The result depends only
    on the arguments, except `workers`; with more than one worker a script needs
    `if __name__ == "__main__":`. With `game="pocket-general"` two nations play.
    """
    until = _until(games, precision)
    sequential = bool(until.precision)
    if game_named(game) != GAME:
        return _general_playtest(
            str(army_list), against, until, seed, (agent, enemy_agent), workers, variant
        )
    catalog = load_catalog()
    ours = list_in(army_list)
    require_legal([ours], catalog)
    plan = new_plan(
        ours,
        field_against(ours, against, catalog),
        agent=agent,
        enemy_agent=enemy_agent,
        seed=seed,
        edition=edition,
        round_limit=within("round_limit", round_limit, 1, MOST_ROUNDS),
    )
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        totals = run_series(plan, until, processes)

    def text(t: Translator) -> str:
        from pbbuild.pocket_battles.screen.playtest import playtest_text

        return playtest_text(plan, totals, catalog, t, sequential=sequential, width=0)

    return _measured(playtest_document(plan, totals, catalog, sequential=sequential), text)


def _general_playtest(
    army: str,
    against: Against,
    until: StopRule,
    seed: int,
    agents: tuple[AnyAgent | None, AnyAgent | None],
    workers: int,
    variant: Variant,
) -> PlaytestResult:
    game = game_of_owner()
    nations = nations_named(game.catalog, army, str(against))
    players = [agent_of("greedy" if wanted is None else wanted, game.id) for wanted in agents]
    # Workers get a named agent by its name.
    named = [
        player.name if wanted is None or isinstance(wanted, str) else player
        for player, wanted in zip(players, agents, strict=True)
    ]
    plan = plan_of(game, nations, (named[0], named[1]), checked_seed(seed), variant)
    sequential = bool(until.precision)
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        totals = run_series(plan, until, processes)

    def text(t: Translator) -> str:
        from pbbuild.pocket_general.screen.playtest import playtest_text

        return playtest_text(plan, totals, game.catalog, t, sequential=sequential, width=0)

    return _measured(general_document(plan, totals, sequential=sequential), text)


def _until(games: int, precision: float | None) -> StopRule:
    if precision is None:
        return StopRule(-(-within("games", games, 2, MOST_GAMES) // 2))
    if not 0.005 <= precision <= 0.25:
        raise UsageError("playtest.bad-precision", wished=str(precision))
    return StopRule(0, precision)


def _measured(document: Mapping[str, Any], text: Callable[[Translator], str]) -> PlaytestResult:
    return PlaytestResult(
        games=document["games"],
        wins=document["wins"],
        losses=document["losses"],
        undecided=document["undecided"],
        errors=document["errors"],
        win_rate=_estimate(document["win_rate"]),
        as_player1=_estimate(document["as_player1"]),
        as_player2=_estimate(document["as_player2"]),
        rounds=_estimate(document["rounds"]),
        _document=document,
        _text=text,
    )


def _estimate(entry: Mapping[str, float | None]) -> Estimate:
    # The numbers of the document, so that both are equal; an open end is infinite.
    value, low, high, level = (entry[key] for key in ("value", "low", "high", "level"))
    return Estimate(
        math.nan if value is None else value,
        -math.inf if low is None else low,
        math.inf if high is None else high,
        level or 0.0,
    )


@dataclass(frozen=True, slots=True)
class CompareResult:
    """Two lists compared: the same opponents, the same dice.

    `first` and `second` are the shares of points each won, `ahead` how much more the first won, and
    `adjusted` is that without the luck of the dice; `better` is 1 or 2 if the interval of
    `adjusted` excludes zero, else None.
    """

    first: Estimate
    second: Estimate
    ahead: Estimate
    adjusted: Estimate
    games: int
    _document: Mapping[str, Any]

    @property
    def better(self) -> int | None:
        """Which of the two lists is better, None if that is not certain."""
        if self.adjusted.low > 0:
            return 1
        return 2 if self.adjusted.high < 0 else None

    def to_json(self) -> dict[str, Any]:
        """The result as `pbbuild compare --json` prints it."""
        found: dict[str, Any] = json.loads(json.dumps(self._document))
        return found


def compare(
    first: AnyList,
    second: AnyList,
    against: Against = "field",
    games: int = 320,
    seed: int = 0,
    agent: AnyAgent | None = None,
    workers: int = 1,
) -> CompareResult:
    """Which of two lists does better against the same field and dice."""
    ours, other = list_in(first), list_in(second)
    require_legal([ours, other], load_catalog())
    plan = _plan(ours, against, agent, seed)
    pairs = -(-within("games", games, 4, MOST_GAMES) // 2)
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        [result] = comparison.compare(plan, [other], 0, pairs, processes)
    document = comparison.comparison_document(plan, other, result)
    return CompareResult(
        first=_estimate(document["rates"][0]),
        second=_estimate(document["rates"][1]),
        ahead=_estimate(document["ahead"]),
        adjusted=_estimate(document["adjusted"]["ahead"]),
        games=document["games"],
        _document=document,
    )


def _plan(ours: ArmyList, against: Against, agent: AnyAgent | None, seed: int) -> Plan:
    return new_plan(ours, field_against(ours, against, load_catalog()), agent=agent, seed=seed)


def tournament(
    lists: Sequence[AnyList],
    games: int = 40,
    seed: int = 0,
    agent: str | None = None,
    workers: int = 1,
) -> Tournament:
    """Every list plays every other; `.table.ratings` are in the order of the lists."""
    found = [list_in(each) for each in lists]
    if len(found) < 2:
        raise UsageError("contest.two-lists")
    require_legal(found, load_catalog())
    within("games", games, 2, 100_000)
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        return play_list_tournament(found, games, processes, agent=agent, seed=seed)


@dataclass(frozen=True, slots=True)
class Improvement:
    """Changes tested with new dice; `army_list` has all that were accepted."""

    army_list: ArmyList
    steps: Sequence[ImprovementStep]
    _document: Mapping[str, Any]
    stopped_early: bool = False

    def to_json(self) -> dict[str, Any]:
        """The result as `pbbuild improve --json` prints it."""
        found: dict[str, Any] = json.loads(json.dumps(self._document))
        return found


def improve(
    army_list: AnyList,
    against: Against = "field",
    steps: int = 3,
    seed: int = 0,
    agent: AnyAgent = "expect:6",
    workers: int = 1,
    games: int = SEARCH_GAMES,
) -> Improvement:
    """Search for changes that make a list stronger; each is measured with its own dice.

    `games` bounds the battles of the search, of which those of large armies count more;
    `.stopped_early` says that they were not enough to try everything.
    """
    catalog = load_catalog()
    ours = list_in(army_list)
    require_legal([ours], catalog)
    plan = _plan(ours, against, agent, seed)
    most = within("steps", steps, 1, 20)
    budget = BattleBudget(within("games", games, LEAST_SEARCH_GAMES, MOST_GAMES))
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        found = search_changes(plan, catalog, processes, most, budget=budget)
    accepted = [step.army_list for step in found if step.accepted]
    document = improvement_document(plan, found, budget)
    best = accepted[-1] if accepted else ours
    return Improvement(best, found, document, stopped_early=budget.stopped)


def campaign(
    seed: int | None = None,
    agent: AnyAgent = "greedy",
    enemy_agent: AnyAgent = "greedy",
    variant: Variant = STANDARD,
) -> dict[str, Any]:
    """A campaign of Pocket General, `agent` for the Axis: games, points and winner."""
    game = game_of_owner()
    players = [agent_of(wanted, game.id) for wanted in (agent, enemy_agent)]
    played = play_campaign(game, players, seed_or_random(seed), variant)
    return result_document(played, game.catalog)
