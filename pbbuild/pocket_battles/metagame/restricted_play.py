"""What the first turn, redeployment, reactions or a trait are worth to a list.

The same battles are played with and without it: the same opponents, seeds and dice streams. The
luck of the dice is taken off both, and the interval is that of the differences between pairs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.base.names import known_name
from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.series import blocks_of
from pbbuild.play.statistics import Estimate, Sums, mean
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.comparison import adjusted_scores
from pbbuild.pocket_battles.playtest.restricted import NOTHING, PARTS, restrictions_for
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.text.translate import LANGUAGES, Translator

# Both battles of a pair, in millionths of a win.
FULL: Final = 2 * ONE_WIN


@dataclass(frozen=True, slots=True)
class PartWorth:
    """A part of the game: how much more the list wins with it than without it."""

    part: str
    gain: Estimate


@dataclass(frozen=True, slots=True)
class RestrictedPlay:
    """What parts of the game are worth to a list, and its rate with all of them."""

    plan: Plan
    rate: Estimate
    parts: tuple[PartWorth, ...]
    games: int

    def document(self) -> dict[str, Any]:
        """The result for a program."""
        return {
            "list": self.plan.ours.name,
            "win_rate": self.rate.document(),
            "without": {each.part: each.gain.document() for each in self.parts},
            "games": self.games,
            "agent": self.plan.agent,
            "seed": self.plan.seed,
        }


def part_named(word: str, catalog: Catalog) -> str:
    """What a list is to play without, by its id or its name in any language."""
    usual = [*PARTS, *dict.fromkeys(trait.base for trait in catalog.traits.values())]
    ids = {name: name for name in (*usual, *catalog.traits)}
    for language in LANGUAGES:
        t = Translator(language)
        ids |= {_word(t(f"meta.word-{part}")): part for part in PARTS}
        ids |= {
            _word(trait.name.in_language(language)): trait.base for trait in catalog.traits.values()
        }
    # Every number of a trait would be too much to suggest.
    return ids.get(_word(word)) or known_name(_word(word), usual, "part")


def _word(name: str) -> str:
    """A name as it is typed; that of a numbered trait stands for all its numbers."""
    words = name.lower().split()
    return "-".join([each for each in words if not each.startswith("+")] or words)


def measure_parts(
    plan: Plan,
    parts: Sequence[str],
    pairs: int,
    catalog: Catalog,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> RestrictedPlay:
    """What each of `parts` is worth to the plan's list, over `pairs` pairs of battles."""
    names = list(dict.fromkeys(part_named(part, catalog) for part in parts))
    chosen = [restrictions_for(name, catalog) for name in names]
    played = [NOTHING]
    for both in chosen:
        played += [each for each in both if each not in played]
    jobs = [
        (replace(plan, without=each), *block) for each in played for block in blocks_of(0, pairs)
    ]
    scores: list[list[int]] = []
    for score in workers.each(adjusted_scores, jobs):
        scores.append(score)
        progress(len(scores), len(jobs))
    per_plan = len(jobs) // len(played)
    rows = [
        [one for block in scores[place * per_plan : (place + 1) * per_plan] for one in block]
        for place in range(len(played))
    ]

    def gain(name: str, place: int) -> PartWorth:
        more, less = (rows[played.index(each)] for each in chosen[place])
        ahead = [one - other for one, other in zip(more, less, strict=True)]
        return PartWorth(name, _mean_of(ahead))

    rate = _mean_of(rows[0])
    return RestrictedPlay(
        plan,
        Estimate(rate.value, max(0.0, rate.low), min(1.0, rate.high), rate.level),
        tuple(gain(name, place) for place, name in enumerate(names)),
        2 * pairs,
    )


def _mean_of(scores: Sequence[int]) -> Estimate:
    return mean(Sums(len(scores), sum(scores), sum(one * one for one in scores)), FULL)
