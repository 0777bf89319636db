"""Results of tournaments, comparisons and improvements in words."""

import math
from collections.abc import Sequence
from typing import Final

from pbbuild.play.evidence.sequential import A_BETTER, B_BETTER, EQUAL, SequentialTest
from pbbuild.play.result_text import cut_name, errors_text, number_text, percent, rounded_up
from pbbuild.play.statistics import Estimate
from pbbuild.play.tournament import Standings
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.comparison import BothComparisons
from pbbuild.pocket_battles.playtest.improve import ImprovementStep
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.screen.findings import edit_sentence
from pbbuild.pocket_battles.screen.playtest import cut_title
from pbbuild.text.translate import Translator

NAME_WIDTH = 34
# Columns of a rate in a matrix, and of a name beside it at the least.
CELL_WIDTH: Final = 4
LEAST_NAME_WIDTH: Final = 10
# A change of more edits than this is called a rebuilt list.
MOST_EDITS: Final = 6
# Rates of a matrix are called well known within this ±; it would take more battles otherwise.
WANTED_WIDTH: Final = 0.05


def tournament_settings(
    lists: Sequence[ArmyList], t: Translator, *, games: int, agent: str, seed: int
) -> str:
    """The settings of a tournament in one sentence."""
    return t("contest.tournament", count=len(lists), games=games, agent=agent, seed=seed)


def tournament_text(
    lists: Sequence[ArmyList], table: Standings, settings: str, t: Translator
) -> str:
    """Ratings, best first, and the matrix of win rates."""
    order = tournament_order(table)
    lines = [
        tournament_answer(lists, table, t),
        settings,
        "",
        f"     {t('contest.list'):<{NAME_WIDTH}} {t('contest.rating'):>18}",
    ]
    for rank, place in enumerate(order, 1):
        rating = table.ratings[place]
        shown = f"{rating.value:.0f} ±{rating.half_width:.0f}"
        lines.append(f"  {rank:>2} {cut_title(lists[place], NAME_WIDTH):<{NAME_WIDTH}} {shown:>18}")
    width = matrix_name_width(len(order), NAME_WIDTH)
    # The rows are numbered as above: beside many columns the name alone is enough.
    whole = width == NAME_WIDTH
    names = [
        cut_title(lists[place], width) if whole else cut_name(lists[place].name, width)
        for place in order
    ]
    rates = [[None if i == j else table.rate(i, j) for j in order] for i in order]
    lines += ["", t("contest.matrix"), *matrix_lines(names, rates, width)]
    lines += ["", *tournament_sentences(table, t)]
    return "\n".join([*lines, *errors_text(table.errors, t)])


def tournament_order(table: Standings) -> list[int]:
    """The places of the lists, the best rating first."""
    ratings = table.ratings
    return sorted(range(len(ratings)), key=lambda place: (-ratings[place].value, place))


def tournament_answer(lists: Sequence[ArmyList], table: Standings, t: Translator) -> str:
    """Which list is the strongest, as far as that is known, and how often it wins."""
    best = tournament_order(table)[0]
    key = "contest.answer-ahead" if _near_the_best(table) > 1 else "contest.answer-leads"
    return t(key, name=lists[best].name, rate=percent(table.mean_rate(best)))


def _near_the_best(table: Standings) -> int:
    """How many lists may be the best by their intervals."""
    best = max(table.ratings, key=lambda rating: rating.value)
    return sum(rating.high >= best.low for rating in table.ratings)


def tournament_sentences(table: Standings, t: Translator) -> list[str]:
    """Who leads, how sure that and the rates are, and what would make them surer."""
    near = _near_the_best(table)
    lines = [t("contest.near", count=near)] if near > 1 else []
    lines.append(certainty_sentence(table, t))
    if table.undecided:
        lines.append(t("contest.undecided", count=table.undecided))
    return lines


def certainty_sentence(table: Standings, t: Translator) -> str:
    """How surely the rates of a matrix are known, and how many battles would make them surer."""
    width = table.half_width
    games = max(2 * result.pairs.count for result in table.meetings.values())
    shown = f"{100 * width:.0f}"
    if width <= WANTED_WIDTH:
        return t("contest.known", width=shown)
    more = rounded_up(math.ceil(games * (width / WANTED_WIDTH) ** 2))
    return t("contest.known-more", width=shown, wanted=round(100 * WANTED_WIDTH), games=more)


def matrix_name_width(count: int, most: int) -> int:
    """How wide names can be beside a matrix of so many columns on a terminal of 80."""
    return max(LEAST_NAME_WIDTH, min(most, 79 - 5 - CELL_WIDTH * count))


def matrix_lines(
    names: Sequence[str], rates: Sequence[Sequence[Estimate | None]], width: int
) -> list[str]:
    """Rates of all against all in percent, rows and columns numbered alike; `width` of names."""
    columns = "".join(f"{rank:>{CELL_WIDTH}}" for rank in range(1, len(names) + 1))
    lines = [" " * (5 + width) + columns]
    for rank, (name, row) in enumerate(zip(names, rates, strict=True), 1):
        cells = "".join(
            f"{'-':>{CELL_WIDTH}}" if rate is None else f"{100 * rate.value:>{CELL_WIDTH}.0f}"
            for rate in row
        )
        lines.append(f"  {rank:>2} {name:<{width}}{cells}")
    return lines


def comparison_text(
    names: tuple[str, str], result: BothComparisons, plan: Plan, t: Translator
) -> str:
    """Which of two lists does better, by how much, and how certain that is."""
    second, first = result.adjusted.rates()
    gain = result.adjusted.gain()
    lines = [
        t(
            "contest.comparison",
            games=result.adjusted.battles,
            lists=len(plan.theirs),
            agent=plan.agent,
            seed=plan.seed,
        ),
        f"  {cut_name(names[0], NAME_WIDTH):<{NAME_WIDTH}} {percent(first):>14}",
        f"  {cut_name(names[1], NAME_WIDTH):<{NAME_WIDTH}} {percent(second):>14}",
    ]
    if gain.low > 0:
        lines.append(t("contest.ahead", name=names[1], gain=_points(gain, t)))
    elif gain.high < 0:
        behind = Estimate(-gain.value, -gain.high, -gain.low, gain.level)
        lines.append(t("contest.ahead", name=names[0], gain=_points(behind, t)))
    else:
        lines.append(t("contest.open", gain=_points(gain, t), name=names[1]))
        lines.append(t("contest.open-next"))
    return "\n".join(lines)


def sequential_text(names: tuple[str, str], test: SequentialTest, plan: Plan, t: Translator) -> str:
    """What a sequential test found, how many battles it took and how often such a test errs."""
    difference = test.difference()
    margin = f"{100 * test.margin:g}"
    ahead, gain = names[0], difference
    if difference.value < 0:
        ahead = names[1]
        gain = Estimate(-difference.value, -difference.high, -difference.low, difference.level)
    verdict = test.verdict
    if verdict in (A_BETTER, B_BETTER):
        found = t("contest.test-better", name=names[verdict == B_BETTER])
    else:
        found = t("contest.test-equal" if verdict == EQUAL else "contest.test-open", margin=margin)
    return "\n".join(
        [
            t(
                "contest.comparison",
                games=2 * test.pairs,
                lists=len(plan.theirs),
                agent=plan.agent,
                seed=plan.seed,
            ),
            found,
            t("contest.test-difference", name=ahead, gain=_points(gain, t)),
            t("contest.test-errors"),
        ]
    )


def improvement_text(step: ImprovementStep, catalog: Catalog, t: Translator) -> str:
    """A tested change, and what it gained in battles with new dice."""
    words = change_words(step, catalog, t)
    key = "contest.accepted" if step.accepted else "contest.refused"
    gain = _points(step.comparison.gain(), t)
    return t(key, change=words, gain=gain, games=step.comparison.battles)


def change_words(step: ImprovementStep, catalog: Catalog, t: Translator) -> str:
    """A change in words; that of many tiles in short, since nobody would read them all."""
    if not is_rebuilt(step):
        return "; ".join(edit_sentence(edit, catalog, t) for edit in step.edits)
    removed, added = (
        {edit.split()[1] for edit in step.edits if edit.startswith(word)}
        for word in ("remove ", "add ")
    )
    return t(
        "contest.rebuilt",
        out=len(removed - added),
        new=len(added - removed),
        moved=len(removed & added),
    )


def is_rebuilt(step: ImprovementStep) -> bool:
    """Whether a change is so large that the whole new list says more."""
    return len(step.edits) > MOST_EDITS


def _points(gain: Estimate, t: Translator) -> str:
    """Percentage points with their interval, such as `+4.2 (+1.1 … +7.3)`."""
    value, low, high = (
        number_text(100 * part, t, "+.1f") for part in (gain.value, gain.low, gain.high)
    )
    return f"{value} ({low} … {high})"
