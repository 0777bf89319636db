"""The report of a playtest for the terminal: sentences and tables."""

from collections.abc import Sequence

from pbbuild.play.playtest_document import adjusted_rate, rate_of
from pbbuild.play.result_text import (
    NAME_WIDTH,
    cut_name,
    errors_text,
    mean_text,
    percent,
    table_row,
    verdict_text,
)
from pbbuild.play.statistics import mean, win_rate
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.report import ReportLine, unit_lines
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import Totals
from pbbuild.text.translate import Translator

# What a rate with its interval takes in a table.
RATE_WIDTH = 15


def cut_title(army_list: ArmyList, width: int) -> str:
    """The title of a list in a column of a table; the name of the army is never cut."""
    army = army_list.title.removeprefix(army_list.name)
    return cut_name(army_list.name, width - len(army)) + army


def playtest_text(
    plan: Plan, totals: Totals, catalog: Catalog, t: Translator, *, sequential: bool, width: int = 0
) -> str:
    """The report of a playtest, its tables cut to `width` columns (0: not cut)."""
    lines = [playtest_title(plan, t), playtest_settings(plan, totals, t), ""]
    lines += playtest_findings(plan, totals, t, sequential=sequential)
    if totals.pairs.decided:
        lines.append("")
        lines += _opponents(plan, totals, t, width)
        lines += _units(unit_lines(plan, totals, catalog), t, width)
    if totals.errors:
        lines += ["", *errors_text(totals.errors, t)]
    return "\n".join(lines)


def playtest_title(plan: Plan, t: Translator) -> str:
    """The list that was tested."""
    return t("playtest.title", name=plan.ours.name, points=plan.ours.points)


def playtest_settings(plan: Plan, totals: Totals, t: Translator) -> str:
    """The settings of a playtest in one sentence."""
    return t(
        "playtest.settings",
        games=totals.games,
        count=len(plan.theirs),
        name=plan.theirs[0].title,
        agent=plan.agent,
        enemy=plan.enemy_agent,
        seed=plan.seed,
    )


def playtest_findings(plan: Plan, totals: Totals, t: Translator, *, sequential: bool) -> list[str]:
    """The results in sentences, the most important first."""
    rate = rate_of(totals.pairs, sequential=sequential)
    lines = [
        t(
            "playtest.rate",
            rate=t.decimal(100 * rate.value),
            low=t.decimal(100 * rate.low),
            high=t.decimal(100 * rate.high),
            level=f"{100 * rate.level:.0f}",
            won=totals.pairs.won,
            lost=totals.pairs.decided - totals.pairs.won,
        ),
    ]
    adjusted = adjusted_rate(totals, sequential=sequential)
    if adjusted:
        lines.append(
            t(
                "playtest.adjusted",
                rate=t.decimal(100 * adjusted.value),
                low=t.decimal(100 * adjusted.low),
                high=t.decimal(100 * adjusted.high),
                luck=_signed(100 * (rate.value - adjusted.value), t),
            )
        )
    with_luck = totals.adjusted if adjusted else None
    lines.append(verdict_text(totals.pairs, adjusted or rate, t, with_luck))
    if totals.undecided:
        lines.append(t("playtest.undecided", count=totals.undecided, limit=plan.round_limit))
    if totals.pairs.decided:
        lines.append(_first_player(totals, t))
    return lines


def _signed(number: float, t: Translator) -> str:
    sign = "+" if number > 0 else "−" if number < 0 else ""
    return sign + t.decimal(abs(number))


def _first_player(totals: Totals, t: Translator) -> str:
    return t(
        "playtest.roles",
        first=percent(win_rate(totals.as_player1)),
        second=percent(win_rate(totals.as_player2)),
        rounds=t.decimal(mean(totals.rounds).value),
    )


def _opponents(plan: Plan, totals: Totals, t: Translator, width: int) -> list[str]:
    if len(plan.theirs) == 1:
        return []
    longest = max(NAME_WIDTH, *(len(army_list.title) for army_list in plan.theirs))
    names = min(longest, max(NAME_WIDTH, width - 2 - RATE_WIDTH)) if width else longest
    rows = [
        f"  {cut_title(army_list, names):<{names}} {percent(win_rate(pairs)):>{RATE_WIDTH - 1}}"
        for army_list, pairs in zip(plan.theirs, totals.opponents, strict=True)
    ]
    return [t("playtest.by-opponent"), *rows, ""]


def _units(units: Sequence[ReportLine], t: Translator, width: int) -> list[str]:
    heading = table_row(
        t("playtest.unit"),
        f"{t('catalog.column-dp'):>3} {t('playtest.destroyed'):>11} {t('playtest.lost'):>9}"
        f" {t('playtest.orders'):>7} {t('playtest.survives'):>14}",
        width,
    )
    rows = [
        table_row(
            f"{line.key}. {line.name}",
            f"{line.dp:>3} {mean_text(line.destroyed, t):>11} {mean_text(line.lost, t):>9}"
            f" {t.decimal(line.orders.value):>7} {percent(line.survival):>14}",
            width,
        )
        for line in units
    ]
    found = [t("playtest.by-unit"), heading, *rows, ""]
    # Ranked by points destroyed per point of cost; named only if the intervals are apart.
    ranked = sorted(units, key=lambda line: (line.destroyed.value / line.dp, line.key))
    if len(ranked) > 1:
        best, worst = ranked[-1], ranked[0]
        sentence = t(
            "playtest.best-worst",
            best=best.name,
            best_rate=t.decimal(best.destroyed.value / best.dp, ".2f"),
            worst=worst.name,
            worst_rate=t.decimal(worst.destroyed.value / worst.dp, ".2f"),
        )
        clear = best.destroyed.low / best.dp > worst.destroyed.high / worst.dp
        found.append(sentence if clear else t("playtest.units-open"))
    return found
