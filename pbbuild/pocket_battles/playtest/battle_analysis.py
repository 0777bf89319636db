"""The analysis of a finished battle: each unit's results, dice luck, the decisive attack."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

from pbbuild.play.chance import hits
from pbbuild.play.contract import SIDES
from pbbuild.play.verify import ReplayStep
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.forces import unpack_dice


@dataclass
class UnitResult:
    """Points a unit destroyed and lost, and the order tokens it received."""

    destroyed: int = 0
    lost: int = 0
    orders: int = 0


@dataclass
class Luck:
    """The hits of a side, with their mean and variance over all possible dice."""

    made: int = 0
    mean: float = 0.0
    variance: float = 0.0

    @property
    def percentile(self) -> int:
        """The percentage of battles with these rolls that have worse dice."""
        if self.variance <= 0:
            return 50
        z = (self.made - self.mean) / math.sqrt(self.variance)
        return round(100 * NormalDist().cdf(z))


@dataclass
class AttackResult:
    """An attack: the unit, its target, the points it destroyed, the round."""

    unit: str = ""
    target: str = ""
    points: int = 0
    round: int = 0


@dataclass
class BattleAnalysis:
    """The whole analysis; `attacks` are those that destroyed something, in order."""

    units: dict[str, UnitResult] = field(default_factory=dict)
    luck: dict[str, Luck] = field(default_factory=lambda: {side: Luck() for side in SIDES})
    attacks: list[AttackResult] = field(default_factory=list)
    # Points destroyed by each side at the end of each round.
    rounds: list[dict[str, int]] = field(default_factory=list)

    def largest_attacks(self, most: int) -> list[AttackResult]:
        """The attacks that destroyed most, in the order of the battle."""
        places = sorted(range(len(self.attacks)), key=lambda place: -self.attacks[place].points)
        return [self.attacks[place] for place in sorted(places[:most])]


def analyse_battle(steps: Iterable[ReplayStep]) -> BattleAnalysis:
    """The analysis of a battle, from the steps of its replay."""
    result = BattleAnalysis()
    attack = AttackResult()
    for step in steps:
        line = step.line
        if line["type"] == "dice" and line["purpose"] != "initiative":
            _add_roll(result.luck[line["side"]], step.before, line)
            attack = AttackResult(line["unit"], line["target"], 0, step.before.state.round)
        elif line["type"] == "choice" and line["cost"] and line["action"] != "pass":
            unit = line["action"].split()[1]
            result.units.setdefault(unit, UnitResult()).orders += line["cost"]
        for event in step.events:
            if event["event"] == "eliminated":
                _count_loss(result, attack, event, sacrificed=line.get("decision") == "sacrifice")
            elif event["event"] == "round-end":
                state = step.after.state
                result.rounds.append(
                    {side: state.tally[c.DESTROYED + i] for i, side in enumerate(SIDES)}
                )
    return result


def _count_loss(
    result: BattleAnalysis, attack: AttackResult, event: Any, *, sacrificed: bool
) -> None:
    result.units.setdefault(event["unit"], UnitResult()).lost += event["dp"]
    by_enemy = attack.unit and attack.unit[0] != event["unit"][0]
    if sacrificed or not by_enemy:
        return
    result.units.setdefault(attack.unit, UnitResult()).destroyed += event["dp"]
    if not attack.points:
        result.attacks.append(attack)
    attack.points += event["dp"]
    attack.target = event["unit"]


def _add_roll(luck: Luck, before: Battle, line: Any) -> None:
    state = before.state
    shooting = state.phase in (c.SHOOT, c.REACT_SHOOT)
    packed = state.white[state.roller] if shooting else state.black[state.roller]
    bonus = state.bonus[state.roller] >> c.BONUS_SCORING & c.BONUS_MASK
    chances = hits(unpack_dice(packed), state.dice, bonus)
    mean = float(chances.mean)
    luck.made += line["hits"]
    luck.mean += mean
    luck.variance += sum(count * (total - mean) ** 2 for total, count in chances.counts) / (
        chances.ways
    )
