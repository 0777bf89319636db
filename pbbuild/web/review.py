"""The review of a finished game on the page: the curve of the chance to win, and what moved it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from starlette.responses import Response

from pbbuild.play.contract import SIDES
from pbbuild.play.evidence.analysis import MISTAKE
from pbbuild.text.translate import Translator
from pbbuild.web.pages import Visit
from pbbuild.web.playing import LogGroup

_MOST_POINTS: Final = 6
_SECONDS: Final = 600
_HEIGHT: Final = 40


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The game to review: who looks, its log, who won, and how to write an action."""

    viewer: str
    winner: str
    last: int
    log: Sequence[LogGroup]
    # The words of a side's action at a line of the record, "" where there are none.
    words_of: Callable[[str, str, int], str]
    # Rolls whose result another line of the log tells: that line by the roll's.
    told_at: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HitLuckView:
    """How lucky the viewer's dice were, in hits."""

    title: str
    place: int
    rank: str
    words: str


@dataclass(frozen=True, slots=True)
class Turning:
    """A choice or a roll that changed the chance to win."""

    n: int
    words: str
    change: str
    is_good: bool
    kind: str
    mark: str
    better: str
    before: int
    x: str


@dataclass(frozen=True, slots=True)
class Review:
    """How the game went: the curve of the viewer's chance to win, and what moved it."""

    curve: str
    area: str
    accuracy: str
    enemy_accuracy: str
    luck: str
    hits: HitLuckView | None
    points: tuple[Turning, ...]
    chances: str


def judged(visit: Visit, record: Path, analysed: Callable[[str], Mapping[str, Any]]) -> Any:
    """The analysis of a record by a room's `analysed`, made in another process."""
    text = record.read_text(encoding="utf-8")
    return visit.services.jobs.start(analysed, text).result(timeout=_SECONDS)


def review_fragment(visit: Visit, base: str, review: Review) -> Response:
    """The review as the part of a replay's page; `base` is the address of the replay."""
    return visit.fragment("web/replay-review.html.j2", base=base, review=review)


def review_view(
    game: Reviewed, document: Mapping[str, Any], t: Translator, hits: HitLuckView | None = None
) -> Review:
    """The finished view of an analysis (`pbbuild-analysis/1`)."""
    viewer, last = game.viewer, max(game.last, 1)
    enemy = SIDES[1 - SIDES.index(viewer)]
    decisions = document["decisions"]
    chances = [(each["n"], _own(each["after"], viewer)) for each in decisions]
    if decisions:
        chances.insert(0, (0, _own(decisions[0]["before"], viewer)))
    if game.winner:
        chances.append((last, 1.0 if game.winner == viewer else 0.0))
    spots = [f"{100 * n / last:.2f},{_HEIGHT * (1 - chance):.2f}" for n, chance in chances]
    sides = document["sides"]
    return Review(
        curve=" ".join(spots),
        area=f"0,20 {' '.join(spots)} 100,20" if spots else "",
        accuracy=f"{100 * sides[viewer]['accuracy']:.0f} %",
        enemy_accuracy=f"{100 * sides[enemy]['accuracy']:.0f} %",
        luck=_signed(sides[viewer]["luck"]),
        hits=hits,
        points=_turnings(game, document, t, last),
        chances=" ".join(f"{n}:{round(100 * chance)}" for n, chance in chances),
    )


def _own(chance: float, viewer: str) -> float:
    return chance if viewer == "A" else 1 - chance


def _turnings(
    game: Reviewed, document: Mapping[str, Any], t: Translator, last: int
) -> tuple[Turning, ...]:
    """The choices and rolls that moved most, in their order."""
    words = {entry.n: entry.words for group in game.log for entry in group.entries}
    moved: list[tuple[float, Turning]] = []
    for each in document["decisions"]:
        if each["loss"] > MISTAKE and each["n"] in words:
            change = -each["loss"] if each["side"] == game.viewer else each["loss"]
            moved.append((each["loss"], _turning(game, t, each, words, change, last)))
    luck: dict[int, float] = {}
    for each in document["rolls"]:
        n = game.told_at.get(each["n"], each["n"])
        luck[n] = luck.get(n, 0.0) + (
            each["luck"] if each["side"] == game.viewer else -each["luck"]
        )
    for n, change in luck.items():
        if abs(change) > MISTAKE and n in words:
            moved.append((abs(change), _turning(game, t, {"n": n}, words, change, last)))
    moved.sort(key=lambda pair: -pair[0])
    chosen = (turning for _, turning in moved[:_MOST_POINTS])
    return tuple(sorted(chosen, key=lambda each: each.n))


def _turning(
    game: Reviewed,
    t: Translator,
    judged: Mapping[str, Any],
    words: Mapping[int, str],
    change: float,
    last: int,
) -> Turning:
    """A choice that lost something, with what was better, or a roll that moved the game."""
    n = judged["n"]
    is_choice = "best" in judged
    better = ""
    if is_choice and judged["best"] != judged["action"]:
        told = game.words_of(judged["side"], judged["best"], n)
        better = t("play-page.was-better", words=told) if told else ""
    mark = {"blunder": "??", "mistake": "?"}.get(judged.get("class", ""), "?!")
    return Turning(
        n=n,
        words=words[n],
        change=_signed(change),
        is_good=change > 0,
        kind=t(f"play-page.turning-{'choice' if is_choice else 'roll'}"),
        mark=mark if is_choice else "",
        better=better,
        before=max(0, n - 1),
        x=f"{100 * n / last:.2f}",
    )


def _signed(change: float) -> str:
    whole = round(100 * change)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"
