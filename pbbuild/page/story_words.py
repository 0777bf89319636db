"""How a game went, in a few sentences: who led, what the dice and the choices were worth."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from pbbuild.play.evidence.analysis import Analysis
from pbbuild.text.translate import Translator

_EVEN: Final = 0.05  # nobody is ahead within this distance of one half
_CLEAR: Final = 0.2  # a chance farther from one half is a clear lead
_NEWS: Final = 0.05  # less luck than this is not worth a word


def has_story(analysis: Analysis) -> bool:
    """Whether there is more to tell than that a game was given up at its first choice."""
    return len(analysis.choices) > 1 or bool(analysis.choices and analysis.rolls)


def story_sentences(
    analysis: Analysis,
    winner: str,
    names: Mapping[str, str],
    when: Callable[[int], str],
    t: Translator,
) -> Iterator[str]:
    """The course of a game, its luck and its mistakes.

    `winner` is "A", "B" or "" if nobody won; `when` names a round or turn by its number.
    """
    if not has_story(analysis):
        return
    yield _course(analysis, winner, names, when, t)
    luck = analysis.luck("A")
    if abs(luck) >= _NEWS:
        name = names["A" if luck > 0 else "B"]
        yield t("analysis.story-luck", name=name, points=_points(abs(luck)))
    else:
        yield t("analysis.story-no-luck")
    own, other = (_points(analysis.accuracy(side)) for side in ("A", "B"))
    yield t("analysis.story-choices", a=names["A"], b=names["B"], own=own, other=other)


def _course(
    analysis: Analysis,
    winner: str,
    names: Mapping[str, str],
    when: Callable[[int], str],
    t: Translator,
) -> str:
    chances = [choice.before for choice in analysis.choices]
    if not winner:
        low, high = min(chances), max(chances)
        is_even = low >= 0.5 - _CLEAR and high <= 0.5 + _CLEAR
        key = "analysis.story-open" if is_even else "analysis.story-swings"
        count = lead_changes(chances)
        return t(key, name=names["A"], low=_points(low), high=_points(high), count=count)
    own = [chance if winner == "A" else 1 - chance for chance in chances]
    low = min(own)
    if low >= 0.5 - _EVEN:
        return t("analysis.story-ahead", name=names[winner], low=_points(low))
    at = when(analysis.choices[own.index(low)].round)
    changes = lead_changes(chances)
    key = "analysis.story-back" if changes < 2 else "analysis.story-changes"
    return t(key, name=names[winner], low=_points(low), when=at, count=changes)


def lead_changes(chances: list[float]) -> int:
    """How often the lead passed from one side to the other; even games have no leader."""
    leaders = [chance > 0.5 for chance in chances if abs(chance - 0.5) > _EVEN]
    return sum(one != other for one, other in pairwise(leaders))


def _points(chance: float) -> int:
    return round(100 * chance)
