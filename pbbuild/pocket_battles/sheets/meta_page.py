"""A metagame, or the worth of tiles, as one HTML page with charts."""

from pbbuild.page.charts import map_chart, matrix_chart, rates_chart, worth_chart
from pbbuild.page.report_page import ReportPage, chart
from pbbuild.play.result_text import errors_text
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.meta import Metagame
from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth
from pbbuild.pocket_battles.screen.metagame import (
    meta_order,
    meta_settings,
    mix_sentences,
    sorted_tiles,
    worth_settings,
)
from pbbuild.text.translate import Translator


def meta_page(found: Metagame, catalog: Catalog, t: Translator) -> ReportPage:
    """The matrix, the map of styles, the armies and the mix."""
    order = meta_order(found)
    names = [found.lists[place].name for place in order]
    rates = found.rates()
    cells = [
        [None if row == column else rates[row][column].value for column in order] for row in order
    ]
    armies = [catalog.armies[each.army].name.in_language(t.language) for each in found.verdicts]
    charts = [
        chart(t("contest.matrix"), matrix_chart(names, cells)),
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
                names[rank],
                f"{100 * share.share:.0f} %",
                f"{100 * share.low:.0f}-{100 * share.high:.0f} %",
                f"{100 * share.survives:.0f} %",
                f"{rating.value:.0f}",
            )
        )
    return ReportPage(
        t.language,
        t("meta.title"),
        (meta_settings(found, t),),
        tuple(mix_sentences(found, catalog, t)),
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
            tile.name,
            " ".join(tile.codes),
            str(tile.price),
            t.decimal(tile.worth.value),
            f"{t.decimal(tile.worth.low)} … {t.decimal(tile.worth.high)}",
        )
        for tile in tiles
    ]
    picture = worth_chart(
        [tile.name for tile in tiles],
        [tile.price for tile in tiles],
        [tile.worth for tile in tiles],
        (t("meta.price"), t("meta.worth"), t("charts.points")),
    )
    return ReportPage(
        t.language,
        t("meta.worth-title"),
        (worth_settings(found, catalog, t),),
        (t("meta.worth-how"),),
        (chart(t("meta.worth-title"), picture),),
        t("meta.worth"),
        (
            t("meta.tile"),
            t("meta.codes"),
            t("meta.price"),
            t("meta.worth"),
            t("meta.interval"),
        ),
        tuple(rows),
    )
