"""A metagame, the worth of tiles, or a counter as one HTML page with charts."""

from collections.abc import Sequence

from pbbuild.page.charts import map_chart, rates_chart, worth_chart
from pbbuild.page.report_page import Chart, Matrix, ReportPage, chart, matrix
from pbbuild.play.result_text import errors_text, number_text
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.counter import CounterList
from pbbuild.pocket_battles.metagame.meta import Metagame
from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth
from pbbuild.pocket_battles.screen.metagame import (
    codes_text,
    counter_answer,
    counter_settings,
    meta_answer,
    meta_order,
    meta_settings,
    mix_sentences,
    sorted_tiles,
    targets_text,
    tile_titles,
    worth_answer,
    worth_counts,
    worth_sentences,
    worth_settings,
)
from pbbuild.text.translate import Translator


def meta_page(found: Metagame, catalog: Catalog, t: Translator) -> ReportPage:
    """The mix, the matrix, the map of styles and the armies."""
    order = meta_order(found)
    names = [found.lists[place].name for place in order]
    rates = found.rates()
    cells = [[None if i == j else rates[i][j] for j in order] for i in order]
    armies = [catalog.armies[each.army].name.in_language(t.language) for each in found.verdicts]
    charts: list[Chart | Matrix] = [
        matrix(t("contest.matrix-title"), t("contest.matrix-shades"), names, cells),
        chart(
            t("meta.map"),
            map_chart(
                names,
                [
                    (100 * found.styles[place].shooting, found.styles[place].unit_size)
                    for place in order
                ],
                [found.mix[place].share for place in order],
                (t("meta.map-shooting"), t("meta.map-size")),
            ),
        ),
    ]
    if found.verdicts:
        ours = [each.rate for each in found.verdicts]
        charts.append(chart(t("meta.armies"), rates_chart(armies, ours, t("charts.won"))))
    rows = []
    for rank, place in enumerate(order):
        share, rating = found.mix[place], found.table.ratings[place]
        rows.append(
            (
                f"{rank + 1} {names[rank]}",
                f"{100 * share.share:.0f} %",
                f"{100 * share.low:.0f}–{100 * share.high:.0f} %",
                f"{100 * share.survives:.0f} %",
                f"{rating.value:.0f}",
            )
        )
    return ReportPage(
        t.language,
        t("meta.title"),
        (meta_settings(found, t),),
        (meta_answer(found, t), *mix_sentences(found, catalog, t)),
        tuple(charts),
        t("meta.mix"),
        (
            t("contest.list"),
            t("meta.share"),
            t("meta.possible"),
            t("meta.in-mix"),
            t("contest.rating"),
        ),
        tuple(rows),
        tuple(errors_text(found.table.errors, t)),
    )


def worth_page(
    found: ArmyWorth, catalog: Catalog, t: Translator, shown: ArmyList | None = None
) -> ReportPage:
    """Price and worth of every kind of tile as a chart and a table."""
    tiles = sorted_tiles(found, shown)
    rows = [
        (
            f"{tile.name} ({codes_text(tile.codes)})",
            str(tile.price),
            number_text(tile.worth.value, t),
            f"{number_text(tile.worth.low, t)} … {number_text(tile.worth.high, t)}",
        )
        for tile in tiles
    ]
    picture = worth_chart(
        tile_titles(tiles, 30),
        [tile.price for tile in tiles],
        [tile.worth for tile in tiles],
        (t("meta.price"), t("meta.worth"), t("charts.worth-points")),
    )
    return ReportPage(
        t.language,
        t("meta.worth-title"),
        (worth_settings(found, catalog, t),),
        (
            worth_answer(found, t, shown),
            worth_counts(found, t, shown),
            *worth_sentences(found, t),
        ),
        (chart(t("meta.worth-chart"), picture),),
        t("meta.worth"),
        (t("meta.tile"), t("meta.price"), t("meta.worth"), t("meta.interval")),
        tuple(rows),
    )


def counter_page(
    found: CounterList, targets: Sequence[str], catalog: Catalog, t: Translator
) -> ReportPage:
    """The list that was found, how often it wins, and its units."""
    rows = []
    for number, unit in enumerate(found.army_list.units, 1):
        troops = [catalog.troop(code) for code in unit.troops]
        names = ", ".join(troop.name for troop in troops)
        rows.append((f"{number}. {names}", str(sum(troop.dp for troop in troops))))
    settings = [counter_settings(found, t)]
    if found.stopped_early:
        settings.append(t("meta.counter-stopped-early", games=found.budget))
    rates = {
        t("meta.without-luck"): found.adjusted,
        t("meta.as-played"): found.win_rate,
    }
    return ReportPage(
        t.language,
        t("meta.counter-title", name=targets_text(targets, t)),
        tuple(settings),
        (counter_answer(found, targets, t),),
        (
            chart(
                t("charts.rates"), rates_chart(list(rates), list(rates.values()), t("charts.won"))
            ),
        ),
        t("meta.counter-list", name=found.army_list.name, points=found.army_list.points),
        (t("playtest.unit"), t("catalog.column-dp")),
        tuple(rows),
    )
