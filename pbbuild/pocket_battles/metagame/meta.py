"""A metagame: every list against every other, the mix that cannot be beaten, what enters next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.play.statistics import Estimate
from pbbuild.play.stream import checked_seed, derived_seed
from pbbuild.play.tournament import Standings, mean_rate, play_tournament
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.builder.worth import attack_hits
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.list_file import list_document
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.counter import (
    AGENT,
    CounterList,
    CounterSearch,
    find_counter,
    mixed_field,
)
from pbbuild.pocket_battles.metagame.equilibrium import Cycles, MixShare, cycles_of, mix_shares
from pbbuild.pocket_battles.playtest.series import agent_for_series
from pbbuild.pocket_battles.playtest.tournament import encounters_of
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.text.translate import Translator

DRAWS: Final = 200
# An army whose lists win more than this, or less than the rest, is not even.
EVEN: Final = (0.4, 0.6)
_DRAWS_SEED, _ORACLE_SEED = 21, 100


@dataclass(frozen=True, slots=True)
class ListStyle:
    """Where a list stands on the map of styles: how much it shoots, how large its units are."""

    shooting: float
    unit_size: float


@dataclass(frozen=True, slots=True)
class ArmyVerdict:
    """How the lists of an army do against those of other armies."""

    army: str
    rate: Estimate
    verdict: str


@dataclass(frozen=True)
class Metagame:
    """Lists that met each other, the mix, and the lists that were searched against it."""

    lists: tuple[ArmyList, ...]
    table: Standings
    mix: tuple[MixShare, ...]
    cycles: Cycles
    styles: tuple[ListStyle, ...]
    verdicts: tuple[ArmyVerdict, ...]
    oracles: tuple[CounterList, ...]
    games: int
    agent: str
    seed: int

    @property
    def is_closed(self) -> bool:
        """Whether the last search found no list that surely beats the mix."""
        return bool(self.oracles) and not beats_the_mix(self.oracles[-1])

    def rates(self) -> list[list[Estimate]]:
        """The matrix of win rates; a list against itself wins one half."""
        return rates_of(self.table, len(self.lists))

    def document(self) -> dict[str, Any]:
        """The result for a program."""
        places = range(len(self.lists))
        return {
            "lists": [army_list.name for army_list in self.lists],
            "armies": [army_list.army for army_list in self.lists],
            "units": [list_document(army_list)["units"] for army_list in self.lists],
            "matrix": [[rate.document() for rate in row] for row in self.rates()],
            "plain": [
                [self.table.plain_rate(row, column).document() for column in places]
                for row in places
            ],
            "mix": [round(share.share, 6) for share in self.mix],
            "mix_intervals": [share.document() for share in self.mix],
            "cyclic": round(self.cycles.share, 6),
            "cyclic_certain": self.cycles.is_certain,
            "ratings": [rating.document() for rating in self.table.ratings],
            "styles": [
                {"shooting": round(style.shooting, 6), "unit_size": round(style.unit_size, 6)}
                for style in self.styles
            ],
            "verdicts": {
                each.army: {"win_rate": each.rate.document(), "verdict": each.verdict}
                for each in self.verdicts
            },
            "searched": [each.document() for each in self.oracles],
            "undecided": self.table.undecided,
            "errors": [error.document() for error in self.table.errors],
            "games": self.games,
            "agent": self.agent,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class MetaSettings:
    """How a metagame is played: battles of each meeting, who plays, the seed, new lists."""

    games: int = 40
    agent: str = AGENT
    seed: int = 0
    # How many lists may be searched against the mix, and with which armies.
    searches: int = 0
    armies: tuple[str, ...] = ()


def play_metagame(
    lists: Sequence[ArmyList],
    settings: MetaSettings,
    catalog: Catalog,
    workers: Workers,
    t: Translator,
    progress: Callable[[int, int], None] = lambda done, of: None,
    heat_over: Callable[[int, int], None] = lambda left, pairs: None,
    candidates_of: Callable[[int, CounterSearch], Sequence[ArmyList]] = lambda size, search: (),
) -> Metagame:
    """The metagame of `lists`; each search adds the best answer to the mix until none wins.

    `candidates_of` builds the lists that race in a search of a size where the caller wants to do
    it; else they are built here.
    """
    agent = agent_for_series(settings.agent)
    seed = checked_seed(settings.seed)
    pairs = -(-settings.games // 2)
    members = list(lists)
    table = _meetings(members, 0, pairs, agent, seed, workers, progress)
    oracles: list[CounterList] = []
    for number in range(settings.searches):
        shares = mix_shares(rates_of(table, len(members)), 0, seed)
        search = CounterSearch(
            settings.armies, agent=agent, seed=derived_seed(seed, _ORACLE_SEED + number)
        )
        field = mixed_field(members, [share.share for share in shares])
        candidates = candidates_of(lists[0].points, search)
        found = find_counter(field, search, catalog, workers, t, heat_over, candidates)
        oracles.append(found)
        if not beats_the_mix(found):
            break
        members.append(_renamed(found.army_list, members))
        newest = len(members) - 1
        table = _meetings(members, newest, pairs, agent, seed, workers, progress, table)
    rates = rates_of(table, len(members))
    return Metagame(
        lists=tuple(members),
        table=table,
        mix=tuple(mix_shares(rates, DRAWS, derived_seed(seed, _DRAWS_SEED))),
        cycles=cycles_of(rates),
        styles=tuple(style_of(army_list, catalog) for army_list in members),
        verdicts=tuple(verdicts_of(members, table)),
        oracles=tuple(oracles),
        games=2 * pairs,
        agent=agent,
        seed=seed,
    )


def beats_the_mix(found: CounterList) -> bool:
    """Whether a list surely wins more than half of its battles, by its interval."""
    return found.adjusted.low > 0.5


def rates_of(table: Standings, count: int) -> list[list[Estimate]]:
    """The matrix of win rates; a list against itself wins one half."""
    return [[table.rate(row, column) for column in range(count)] for row in range(count)]


def style_of(army_list: ArmyList, catalog: Catalog) -> ListStyle:
    """How much of a list's expected hits are shots, and how many tiles its units have."""
    charges = shots = 0.0
    for unit in army_list.units:
        hits = attack_hits(profile([catalog.troop(code) for code in unit.troops], catalog.traits))
        charges += hits.charge
        shots += hits.shot
    total = charges + shots
    return ListStyle(
        shooting=shots / total if total else 0.0,
        unit_size=len(army_list.troops) / len(army_list.units),
    )


def verdicts_of(lists: Sequence[ArmyList], table: Standings) -> list[ArmyVerdict]:
    """Each army's rate against the other armies, and whether it is even, strong, weak or open.

    Strong means that the whole interval is above the even range, weak that it is below it, even
    that it is inside; anything else is open.
    """
    found = []
    for army in sorted({army_list.army for army_list in lists}):
        rates = [
            table.rate(row, column)
            for row, ours in enumerate(lists)
            for column, theirs in enumerate(lists)
            if ours.army == army and theirs.army != army
        ]
        if rates:
            rate = mean_rate(rates)
            found.append(ArmyVerdict(army, rate, _verdict(rate)))
    return found


def _verdict(rate: Estimate) -> str:
    low, high = EVEN
    if rate.low > high:
        return "strong"
    if rate.high < low:
        return "weak"
    return "even" if low <= rate.low and rate.high <= high else "open"


def _meetings(
    lists: Sequence[ArmyList],
    first_new: int,
    pairs: int,
    agent: str,
    seed: int,
    workers: Workers,
    progress: Callable[[int, int], None],
    earlier: Standings | None = None,
) -> Standings:
    """`earlier`, and the meetings of two lists of which the second is `first_new` or later."""
    encounters = [
        each
        for each in encounters_of(lists, [agent] * len(lists), seed)
        if each.second >= first_new
    ]
    names = [army_list.name for army_list in lists]
    return play_tournament(names, encounters, pairs, workers, progress, earlier)


def _renamed(army_list: ArmyList, others: Sequence[ArmyList]) -> ArmyList:
    names = {other.name for other in others}
    name, number = army_list.name, 2
    while name in names:
        name = f"{army_list.name} ({number})"
        number += 1
    return replace(army_list, name=name)
