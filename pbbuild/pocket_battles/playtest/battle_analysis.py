"""What a finished battle came down to: units' accounts, the luck of the dice, the turning point."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

from pbbuild.play.chance import hits
from pbbuild.play.contract import SIDES
from pbbuild.play.verify import Step
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.forces import unpack_dice


@dataclass
class UnitAccount:
    """Points a unit destroyed and lost, and the order tokens it was given."""

    destroyed: int = 0
    lost: int = 0
    orders: int = 0


@dataclass
class Luck:
    """Hits a side's dice made against what they should have made on average."""

    made: int = 0
    mean: float = 0.0
    variance: float = 0.0

    @property
    def percentile(self) -> int:
        """Of a hundred battles with these rolls, about how many have worse dice."""
        if self.variance <= 0:
            return 50
        # Half a hit down: totals are whole numbers.
        z = (self.made - self.mean) / math.sqrt(self.variance)
        return round(100 * NormalDist().cdf(z))


@dataclass
class Blow:
    """The attack that destroyed most: by whom, on whom, how much, in which round."""

    unit: str = ""
    target: str = ""
    points: int = 0
    round: int = 0


@dataclass
class Aftermath:
    """All of it."""

    units: dict[str, UnitAccount] = field(default_factory=dict)
    luck: dict[str, Luck] = field(default_factory=lambda: {side: Luck() for side in SIDES})
    blow: Blow = field(default_factory=Blow)
    # Points destroyed by each side at the end of each round.
    rounds: list[dict[str, int]] = field(default_factory=list)


def aftermath_of(steps: Iterable[Step]) -> Aftermath:
    """The aftermath of a battle, step by step."""
    found = Aftermath()
    struck = Blow()
    for step in steps:
        line = step.line
        if line["type"] == "dice" and line["purpose"] != "initiative":
            _weigh(found.luck[line["side"]], step.before, line)
            struck = Blow(line["unit"], line["target"], 0, step.before.state.round)
        elif line["type"] == "choice" and line["cost"] and line["action"] != "pass":
            unit = line["action"].split()[1]
            found.units.setdefault(unit, UnitAccount()).orders += line["cost"]
        for event in step.events:
            if event["event"] == "eliminated":
                _count_loss(found, struck, event, sacrificed=line.get("decision") == "sacrifice")
            elif event["event"] == "round-end":
                state = step.after.state
                found.rounds.append(
                    {side: state.tally[c.DESTROYED + i] for i, side in enumerate(SIDES)}
                )
    return found


def _count_loss(found: Aftermath, struck: Blow, event: Any, *, sacrificed: bool) -> None:
    found.units.setdefault(event["unit"], UnitAccount()).lost += event["dp"]
    by_enemy = struck.unit and struck.unit[0] != event["unit"][0]
    if sacrificed or not by_enemy:
        return
    found.units.setdefault(struck.unit, UnitAccount()).destroyed += event["dp"]
    struck.points += event["dp"]
    if struck.points > found.blow.points:
        found.blow = Blow(struck.unit, event["unit"], struck.points, struck.round)


def _weigh(luck: Luck, before: Battle, line: Any) -> None:
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
