"""An analysis in words: how well both played, what the dice did, what turned the battle."""

from collections.abc import Callable, Mapping
from typing import Final

from pbbuild.play.contract import SIDES
from pbbuild.play.evidence.analysis import CLASSES, Analysis, JudgedChoice, JudgedRoll
from pbbuild.text.translate import Translator

# The curve has at most so many columns and is drawn with these.
WIDTH: Final = 60
BARS: Final = "▁▂▃▄▅▆▇█"
PLAIN_BARS: Final = "0123456789"
MINUS: Final = "−"
# What a game counts: its rounds or its turns.
ROUND: Final = "round"
TURN: Final = "turn"
# An action, and the number of its line in the record.
Words = Callable[[str, int], str]


def analysis_text(
    analysis: Analysis,
    names: Mapping[str, str],
    t: Translator,
    *,
    plain: bool = False,
    you: str = "",
    words: Words = lambda action, _: action,
    units: Mapping[str, str] | None = None,
    period: str = ROUND,
) -> str:
    """The whole analysis; sides are called by `names`, or “you” and “the enemy” with `you`.

    `words` turns an action into what a player reads, `units` has what units and locations are
    called; `period` is what the game counts.
    """
    if you:
        names = {side: t(f"analysis.{'you' if side == you else 'enemy'}") for side in SIDES}
    lines = [t("analysis.title", agent=analysis.agent), ""]
    if not analysis.choices:
        return t("analysis.nothing")
    for side in sorted(SIDES, key=lambda each: each != you) if you else SIDES:
        whose = ("-you" if side == you else "-enemy") if you else ""
        lines += _side_lines(analysis, side, names[side], t, whose)
    head = t("analysis.curve-you") if you else t("analysis.curve", name=names[SIDES[0]])
    lines += ["", head, f"  {curve(analysis, plain=plain, side=you or SIDES[0])}"]
    moments = analysis.turning_points()
    if moments:
        lines += ["", t("analysis.turning-points")]
        lines += [
            f"  {moment_text(moment, names, t, words, units or {}, you, period)}"
            for moment in moments
        ]
    return "\n".join(lines)


def _side_lines(analysis: Analysis, side: str, name: str, t: Translator, whose: str) -> list[str]:
    choices = analysis.of_side(side)
    counts = ", ".join(
        t(f"analysis.class-{each}", count=analysis.count(side, each))
        for each in CLASSES
        if analysis.count(side, each)
    )
    luck = analysis.luck(side)
    if not choices:
        judged = [t(f"analysis.idle{whose}", side=side, name=name)]
    else:
        head = t(
            f"analysis.side{whose}",
            side=side,
            name=name,
            percent=round(100 * analysis.accuracy(side)),
            count=len(choices),
            lost=t.decimal(100 * analysis.loss(side)),
        )
        judged = [head, f"  {counts}"]
    return [
        *judged,
        "  "
        + t(
            f"analysis.lucky{whose}" if luck >= 0 else f"analysis.unlucky{whose}",
            luck=t.decimal(abs(100 * luck)),
        ),
    ]


def curve(analysis: Analysis, *, plain: bool = False, side: str = SIDES[0]) -> str:
    """The chance of a side from the first choice to the last, one bar a column."""
    bars = PLAIN_BARS if plain else BARS
    chances = [chance if side == SIDES[0] else 1 - chance for _, chance in analysis.curve()]
    columns = min(WIDTH, len(chances))
    picked = [chances[place * len(chances) // columns] for place in range(columns)]
    return "".join(bars[min(len(bars) - 1, int(chance * len(bars)))] for chance in picked)


def moment_text(
    moment: JudgedChoice | JudgedRoll,
    names: Mapping[str, str],
    t: Translator,
    words: Words,
    units: Mapping[str, str],
    you: str = "",
    period: str = ROUND,
) -> str:
    """One turning point in a sentence."""
    whose = "-you" if moment.side == you else ""
    when = t(f"analysis.when-{period}", round=moment.round)
    if isinstance(moment, JudgedChoice):
        return t(
            f"analysis.choice{whose}",
            when=when,
            name=names[moment.side],
            action=words(moment.action, moment.n),
            lost=t.decimal(100 * moment.loss),
            best=words(moment.best, moment.n),
            kind=t(f"analysis.a-{moment.name}"),
        )
    at = {}
    if moment.target:
        whose += "-at" if moment.unit else "-for"
        at = {
            "unit": units.get(moment.unit, moment.unit),
            "target": units.get(moment.target, moment.target),
            "foe": names[SIDES[1 - SIDES.index(moment.side)]],
        }
    return t(
        f"analysis.roll-good{whose}" if moment.luck > 0 else f"analysis.roll-bad{whose}",
        when=when,
        name=names[moment.side],
        dice=" ".join(map(str, moment.dice)).replace("-", MINUS),
        luck=t.decimal(abs(100 * moment.luck)),
        **at,
    )
