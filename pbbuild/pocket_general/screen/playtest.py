"""The result of a playtest of Pocket General for the terminal: sentences and a table."""

from pbbuild.play.playtest_document import adjusted_rate, rate_of
from pbbuild.play.result_text import errors_text, mean_text, more_battles, table_row
from pbbuild.play.result_text import percent as share_text
from pbbuild.play.statistics import mean, win_rate
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.playtest.report import unit_lines
from pbbuild.pocket_general.playtest.series import GeneralPlan
from pbbuild.pocket_general.playtest.totals import GeneralTotals
from pbbuild.pocket_general.screen.board import percent
from pbbuild.text.translate import Translator


def playtest_text(
    plan: GeneralPlan,
    totals: GeneralTotals,
    catalog: GeneralCatalog,
    t: Translator,
    *,
    sequential: bool,
    width: int = 0,
) -> str:
    """The report of a playtest; its table is at most `width` columns wide (0: any width)."""
    lines = result_sentences(plan, totals, catalog, t, sequential=sequential)
    if totals.games:
        lines += ["", *_units(plan, totals, catalog, t, width)]
    if totals.errors:
        lines += ["", *errors_text(totals.errors, t)]
    return "\n".join(lines)


def result_sentences(
    plan: GeneralPlan,
    totals: GeneralTotals,
    catalog: GeneralCatalog,
    t: Translator,
    *,
    sequential: bool,
) -> list[str]:
    """The results of a playtest, a sentence each, the most important first."""
    names = {
        who: nation_name(catalog, nation, t)
        for who, nation in (("army", plan.army), ("against", plan.against))
    }
    rate = rate_of(totals.pairs, sequential=sequential)
    lines = [
        t(
            "pocket-general.series-rate",
            nation=names["army"],
            enemy=names["against"],
            rate=percent(rate.value),
            low=percent(rate.low),
            high=percent(rate.high),
            games=totals.games,
            agent=plan.agent,
            enemy_agent=plan.enemy_agent,
        )
    ]
    adjusted = adjusted_rate(totals, sequential=sequential)
    if adjusted:
        lines.append(
            t(
                "pocket-general.series-adjusted",
                nation=names["army"],
                rate=percent(adjusted.value),
                low=percent(adjusted.low),
                high=percent(adjusted.high),
            )
        )
    surest = adjusted or rate
    if not totals.pairs.decided:
        lines.append(t("playtest.verdict-nothing"))
    elif surest.low <= 0.5 <= surest.high:
        with_luck = totals.adjusted if adjusted else None
        more = more_battles(totals.pairs, with_luck)
        lines.append(t("pocket-general.series-even", games=more))
    lines += [
        t(
            "pocket-general.series-ways",
            nation=names[who],
            total=totals.ways[who, "total-victory"],
            capitulations=totals.ways[who, "capitulation"],
        )
        for who in ("army", "against")
    ]
    lines.append(
        t(
            "pocket-general.series-first",
            nation=names["army"],
            first=share_text(win_rate(totals.as_player1)),
            second=share_text(win_rate(totals.as_player2)),
        )
    )
    turns = t.decimal(mean(totals.turns).value)
    lines.append(t("pocket-general.series-turns", turns=turns, seed=plan.seed))
    if totals.undecided:
        lines.append(t("pocket-general.series-undecided", count=totals.undecided))
    return lines


def nation_name(catalog: GeneralCatalog, nation: str, t: Translator) -> str:
    """The name of a nation in the language of `t`."""
    return catalog.nations[nation].name.in_language(t.language)


def _units(
    plan: GeneralPlan,
    totals: GeneralTotals,
    catalog: GeneralCatalog,
    t: Translator,
    width: int,
) -> list[str]:
    nation = nation_name(catalog, plan.army, t)
    heading = table_row(
        t("playtest.unit"),
        f"{t('pocket-general.series-used'):>14} {t('pocket-general.series-placed'):>13}"
        f" {t('pocket-general.series-won'):>13}",
        width,
    )
    rows = [
        table_row(
            catalog.units[line.unit].name.in_language(t.language),
            f"{share_text(line.used):>14} {mean_text(line.placed, t):>13} "
            f"{mean_text(line.won, t):>13}",
            width,
        )
        for line in unit_lines(plan, totals)
    ]
    return [t("pocket-general.series-units", nation=nation), heading, *rows]
