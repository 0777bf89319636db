"""What a recorded battle was decided by: every choice and every roll judged in chances to win.

Any game can be analysed that has a judge: it estimates the chance of side A after each action of a
decision, and the luck of a roll. The same record and judge give the same analysis.

How much worse one action is than another says little about the chance itself. A judge may measure
that on its own, as by playing on. Then the chances of all decisions are made to fit these
measurements and what the choices and rolls between them changed (`smooth.py`).
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from pbbuild.play.contract import SIDES
from pbbuild.play.evidence.smooth import CurvePoint, smoothed
from pbbuild.play.verify import ReplayStep

FORMAT: Final = "pbbuild-analysis/1"
# The classes of a choice, and up to which loss of win chance it belongs to each.
CLASSES: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
LIMITS: Final = (0.005, 0.02, 0.05, 0.10)
# A choice that loses more is at least a mistake.
MISTAKE: Final = LIMITS[CLASSES.index("mistake") - 1]
# A choice that seems to be a mistake is judged again with so many times the budget: the best of
# many estimates is partly luck, and nobody is to be blamed for that.
AGAIN: Final = 8
# A choice that loses this much counts as 1/e of a perfect one in the accuracy.
ACCURACY_SCALE: Final = 0.2
ALTERNATIVES: Final = 4
DIGITS: Final = 4
# Variances of changes of the chance as they are judged: of any, of a roll, and of a choice, which
# is this times its loss squared.
ANY_DOUBT: Final = 1e-4
ROLL_DOUBT: Final = 0.003
LOSS_DOUBT: Final = 1.0


class Judge(Protocol):
    """Says what a game's choices and rolls are worth."""

    agent: str

    def chances(self, before: Any, played: int) -> Mapping[int, float] | None:
        """The chance of A after each action worth a look, `played` among them.

        None where nothing can be said, as in a hidden set-up.
        """
        ...

    def measure(self, before: Any) -> tuple[float, float] | None:
        """The chance of A before the decision that `chances` looked at last, and its variance.

        None where nothing was measured.
        """
        ...

    def luck(self, before: Any, dice: list[int]) -> float | None:
        """What the dice gave to A; None where a roll is not judged."""
        ...

    def text(self, before: Any, action: int) -> str:
        """An action as records write it."""
        ...

    def action(self, before: Any, text: str) -> int:
        """The action that a record wrote."""
        ...


def loss_of(chances: Mapping[int, float], played: int, decider: int) -> float:
    """The win chance that the side to decide gave away; chances are of side 0."""
    if decider == 0:
        return max(chances.values()) - chances[played]
    return chances[played] - min(chances.values())


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A choice: the chance of A with the best action and with the one played."""

    n: int
    side: str
    round: int
    decision: str
    action: str
    before: float
    after: float
    best: str
    loss: float
    alternatives: tuple[tuple[str, float], ...]

    @property
    def name(self) -> str:
        """Its class, one of `CLASSES`."""
        return CLASSES[sum(self.loss > limit for limit in LIMITS)]

    @property
    def change(self) -> float:
        """By how much the choice changed the chance of A."""
        return self.after - self.before

    def moved(self, change: float) -> "JudgedChoice":
        """The same choice with all chances changed by so much, as far as chances go."""

        def inside(chance: float) -> float:
            return min(1.0, max(0.0, chance + change))

        before, after = inside(self.before), inside(self.after)
        return replace(
            self,
            before=before,
            after=after,
            loss=abs(before - after),
            alternatives=tuple((action, inside(chance)) for action, chance in self.alternatives),
        )

    def document(self) -> dict[str, Any]:
        """The choice as a JSON object; chances are A's."""
        return {
            "n": self.n,
            "side": self.side,
            "round": self.round,
            "decision": self.decision,
            "action": self.action,
            "before": round(self.before, DIGITS),
            "after": round(self.after, DIGITS),
            "best": self.best,
            "loss": round(self.loss, DIGITS),
            "class": self.name,
            "alternatives": [
                {"action": action, "chance": round(chance, DIGITS)}
                for action, chance in self.alternatives
            ],
        }


@dataclass(frozen=True, slots=True)
class JudgedRoll:
    """A roll: what it gave to the side that rolled."""

    n: int
    side: str
    round: int
    purpose: str
    dice: tuple[int, ...]
    luck: float
    # Who rolled at whom, where the game says so: a unit at a unit, or for a location.
    unit: str = ""
    target: str = ""

    def document(self) -> dict[str, Any]:
        """The roll as a JSON object."""
        at = {"unit": self.unit} if self.unit else {}
        at |= {"target": self.target} if self.target else {}
        return {
            "n": self.n,
            "side": self.side,
            "round": self.round,
            "purpose": self.purpose,
            **at,
            "dice": list(self.dice),
            "luck": round(self.luck, DIGITS),
        }


@dataclass
class Analysis:
    """All choices and rolls of a battle, judged."""

    budget: int
    agent: str
    choices: list[JudgedChoice] = field(default_factory=list)
    rolls: list[JudgedRoll] = field(default_factory=list)

    def of_side(self, side: str) -> list[JudgedChoice]:
        """The choices of one side."""
        return [choice for choice in self.choices if choice.side == side]

    def accuracy(self, side: str) -> float:
        """How well a side played, 1 for always the best action."""
        losses = [choice.loss for choice in self.of_side(side)]
        if not losses:
            return 1.0
        return sum(math.exp(-loss / ACCURACY_SCALE) for loss in losses) / len(losses)

    def loss(self, side: str) -> float:
        """The win chance that a side gave away."""
        return sum(choice.loss for choice in self.of_side(side))

    def luck(self, side: str) -> float:
        """The win chance that all dice of the battle gave to a side."""
        return sum(roll.luck if roll.side == side else -roll.luck for roll in self.rolls)

    def count(self, side: str, name: str) -> int:
        """How many choices of a side are of a class."""
        return sum(choice.name == name for choice in self.of_side(side))

    def curve(self) -> list[tuple[int, float]]:
        """The chance of A at each choice, by the number of its line."""
        return [(choice.n, choice.before) for choice in self.choices]

    def turning_points(self, most: int = 6) -> list[JudgedChoice | JudgedRoll]:
        """The choices that lost most and the rolls that moved most, in order of the battle."""
        moments: list[tuple[float, JudgedChoice | JudgedRoll]] = [
            *((choice.loss, choice) for choice in self.choices if choice.loss > MISTAKE),
            *((abs(roll.luck), roll) for roll in self.rolls if abs(roll.luck) > MISTAKE),
        ]
        moments.sort(key=lambda moment: (-moment[0], moment[1].n))
        return sorted((moment for _, moment in moments[:most]), key=lambda moment: moment.n)

    def to_json(self) -> dict[str, Any]:
        """The analysis as `pbbuild analyse --json` prints it: `pbbuild-analysis/1`."""
        return {
            "format": FORMAT,
            "budget": self.budget,
            "agent": self.agent,
            "decisions": [choice.document() for choice in self.choices],
            "rolls": [roll.document() for roll in self.rolls],
            "sides": {
                side: {
                    "accuracy": round(self.accuracy(side), DIGITS),
                    "loss": round(self.loss(side), DIGITS),
                    "luck": round(self.luck(side), DIGITS),
                    "blunders": self.count(side, "blunder"),
                    "classes": {name: self.count(side, name) for name in CLASSES},
                }
                for side in SIDES
            },
            "turning_points": [moment.n for moment in self.turning_points()],
        }


def analyse_steps(steps: Iterable[ReplayStep], judge: Judge, budget: int) -> Analysis:
    """The analysis of a battle, from the steps of its replay."""
    found = Analysis(budget, judge.agent)
    curve = _Curve()
    round_ = 0
    for step in steps:
        line = step.line
        if line["type"] == "choice" and line["options"] > 1:
            choice = _judged(step, judge, round_)
            if choice:
                found.choices.append(choice)
                curve.add_choice(choice, judge.measure(step.before))
        elif line["type"] == "dice":
            luck = judge.luck(step.before, line["dice"])
            if luck is not None:
                curve.add_roll(luck)
                side = line["side"]
                found.rolls.append(
                    JudgedRoll(
                        line["n"],
                        side,
                        round_,
                        line["purpose"],
                        tuple(line["dice"]),
                        luck if side == SIDES[0] else -luck,
                        line.get("unit", ""),
                        line.get("target", ""),
                    )
                )
        for event in step.events:
            if event["event"] in ("round-start", "turn"):
                round_ += 1
    found.choices = curve.fitted(found.choices)
    return found


class _Curve:
    """The chance of A over a battle, as its decisions and rolls say."""

    def __init__(self) -> None:
        self._moments: list[CurvePoint] = []
        self._change = 0.0
        self._doubt = 0.0
        self._measured = False

    def add_choice(self, choice: JudgedChoice, measured: tuple[float, float] | None) -> None:
        """The next decision, and what was measured of it."""
        self._measured |= measured is not None
        self._moments.append(CurvePoint(self._change, self._doubt, *(measured or ())))
        self._change = choice.change
        self._doubt = ANY_DOUBT + LOSS_DOUBT * choice.loss**2

    def add_roll(self, luck: float) -> None:
        """A roll after it."""
        self._change += luck
        self._doubt += ROLL_DOUBT

    def fitted(self, choices: list[JudgedChoice]) -> list[JudgedChoice]:
        """The choices with their chances at the height of the curve, if anything was measured."""
        if not self._measured:
            return choices
        levels = smoothed(self._moments)
        return [
            choice.moved(level - choice.before)
            for choice, level in zip(choices, levels, strict=True)
        ]


def _judged(step: ReplayStep, judge: Judge, round_: int) -> JudgedChoice | None:
    line, before = step.line, step.before
    played = judge.action(before, line["action"])
    chances = judge.chances(before, played)
    if not chances:
        return None
    sign = 1.0 if line["side"] == SIDES[0] else -1.0
    order = sorted(chances, key=lambda action: -sign * chances[action])
    best, after = chances[order[0]], chances[played]
    return JudgedChoice(
        n=line["n"],
        side=line["side"],
        round=round_,
        decision=line["decision"],
        action=line["action"],
        before=best,
        after=after,
        best=line["action"] if after == best else judge.text(before, order[0]),
        loss=loss_of(chances, played, SIDES.index(line["side"])),
        alternatives=tuple(
            (judge.text(before, action), chances[action])
            for action in order[: ALTERNATIVES + 1]
            if action != played
        )[:ALTERNATIVES],
    )
