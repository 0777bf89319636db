"""What tiles are worth, what beats a list, and a whole metagame, in words."""

from collections.abc import Sequence

from pbbuild.play.result_text import cut_name, errors_text, number_text, percent, rounded_up
from pbbuild.play.statistics import Estimate
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.counter import CounterList
from pbbuild.pocket_battles.metagame.meta import Metagame, beats_the_mix
from pbbuild.pocket_battles.metagame.restricted_play import RestrictedPlay
from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth, TileWorth
from pbbuild.pocket_battles.screen.comparisons import (
    certainty_sentence,
    matrix_lines,
    matrix_name_width,
)
from pbbuild.pocket_battles.screen.findings import trait_in_words
from pbbuild.text.translate import Translator

NAME_WIDTH = 24
# Characters on each side of the middle of a bar, and how many stand for one point.
BAR_WIDTH = 8
BAR_PER_POINT = 2
# The name of a tile beside its bar: a row with its verdict fits a terminal of 80 columns.
TILE_WIDTH = 22
LONGEST_NAME = 60
# In so many of the possible matrices a list is in the mix for sure.
SURE = 0.95
# A sentence names so many lists of a mix.
NAMED_SHARES = 4


def worth_settings(found: ArmyWorth, catalog: Catalog, t: Translator) -> str:
    """How the worths were measured, in one sentence."""
    return t(
        "meta.worth-settings",
        army=catalog.armies[found.army].name.in_language(t.language),
        size=found.points,
        games=found.games,
        agent=found.agent,
        seed=found.seed,
    )


def sorted_tiles(found: ArmyWorth, shown: ArmyList | None) -> list[TileWorth]:
    """The kinds of tiles, the best bargain first; only those of `shown` where it is given."""
    codes = set(shown.troops) if shown else None
    tiles = [tile for tile in found.tiles if codes is None or codes & set(tile.codes)]
    return sorted(tiles, key=lambda tile: (tile.price - tile.worth.value, tile.codes))


def tile_titles(tiles: Sequence[TileWorth], width: int = LONGEST_NAME) -> list[str]:
    """The names of kinds of tiles, cut to `width`; those of one name have their codes too."""
    names = [tile.name for tile in tiles]
    found = []
    for tile in tiles:
        codes = f" {codes_text(tile.codes)}" if names.count(tile.name) > 1 else ""
        if len(codes) > width // 2:
            codes = f" {tile.codes[0]}"
        found.append(cut_name(tile.name, width - len(codes)) + codes)
    return found


def codes_text(codes: Sequence[str]) -> str:
    """Codes of tiles, those in a row by the first and the last: `UNI21–24, UNI30`."""
    spans: list[list[str]] = []
    for code in codes:
        if spans and code == _next_code(spans[-1][-1]):
            spans[-1].append(code)
        else:
            spans.append([code])
    return ", ".join(
        span[0] if len(span) == 1 else f"{span[0]}–{_split(span[-1])[1]}" for span in spans
    )


def _next_code(code: str) -> str:
    letters, digits = _split(code)
    return f"{letters}{int(digits) + 1:0{len(digits)}d}" if digits else ""


def _split(code: str) -> tuple[str, str]:
    letters = code.rstrip("0123456789")
    return letters, code[len(letters) :]


def worth_text(
    found: ArmyWorth, catalog: Catalog, t: Translator, shown: ArmyList | None = None
) -> str:
    """Price, worth and the difference of every kind of tile, as a table with bars."""
    lines = [
        worth_answer(found, t, shown),
        worth_settings(found, catalog, t),
        "",
        f"{t('meta.tile'):<{TILE_WIDTH}} {t('meta.price'):>5} {t('meta.worth'):>6}"
        f"  {t('meta.interval'):<11} {t('meta.difference')}",
    ]
    tiles = sorted_tiles(found, shown)
    lines += [
        f"{title:<{TILE_WIDTH}} {tile.price:>5} {number_text(tile.worth.value, t):>6}"
        f"  {_interval(tile.worth, t):<11} {difference_bar(tile)} {_verdict(tile, t)}".rstrip()
        for title, tile in zip(tile_titles(tiles, TILE_WIDTH), tiles, strict=True)
    ]
    return "\n".join([*lines, "", *worth_sentences(found, t)])


def worth_answer(found: ArmyWorth, t: Translator, shown: ArmyList | None = None) -> str:
    """The best bargain, if there surely is one, else the price that is furthest off."""
    tiles = sorted_tiles(found, shown)
    under = [tile for tile in tiles if tile.verdict == "underpriced"]
    over = [tile for tile in tiles if tile.verdict == "overpriced"]
    if under:
        key, tile = "meta.answer-underpriced", under[0]
    elif over:
        key, tile = "meta.answer-overpriced", over[-1]
    else:
        key = "meta.answer-fair"
        tile = max(tiles, key=lambda tile: abs(tile.price - tile.worth.value))
    return t(
        key,
        name=tile_titles(tiles)[tiles.index(tile)],
        price=tile.price,
        worth=number_text(tile.worth.value, t),
        low=number_text(tile.worth.low, t),
        high=number_text(tile.worth.high, t),
    )


def worth_counts(found: ArmyWorth, t: Translator, shown: ArmyList | None = None) -> str:
    """How many prices are surely too low or too high."""
    verdicts = [tile.verdict for tile in sorted_tiles(found, shown)]
    return t(
        "meta.answer-counts",
        count=len(verdicts),
        under=verdicts.count("underpriced"),
        over=verdicts.count("overpriced"),
    )


def worth_sentences(found: ArmyWorth, t: Translator) -> list[str]:
    """Which unit sizes surely matter, what worth means, and what would make it surer."""
    sizes = ", ".join(
        t("meta.size-worth", size=size, points=number_text(value.value, t, "+.1f"))
        for size, value in found.unit_sizes.items()
        if value.low > 0 or value.high < 0
    )
    lines = [t("meta.sizes", sizes=sizes) if sizes else t("meta.no-sizes"), t("meta.worth-how")]
    unsure = sum(tile.verdict == "fair" for tile in found.tiles)
    if unsure:
        more = f"{rounded_up(4 * found.games):d}"
        lines.append(t("meta.worth-next", count=unsure, games=more))
    return lines


def difference_bar(tile: TileWorth) -> str:
    """How far the worth is above (right) or below (left) the price."""
    length = round(abs(tile.worth.value - tile.price) * BAR_PER_POINT)
    bar = "█" * min(length, BAR_WIDTH)
    if tile.worth.value >= tile.price:
        return f"{'':>{BAR_WIDTH}}│{bar:<{BAR_WIDTH}}"
    return f"{bar:>{BAR_WIDTH}}│{'':<{BAR_WIDTH}}"


def _verdict(tile: TileWorth, t: Translator) -> str:
    return "" if tile.verdict == "fair" else t(f"meta.{tile.verdict}")


def _interval(estimate: Estimate, t: Translator) -> str:
    return f"{number_text(estimate.low, t)} … {number_text(estimate.high, t)}"


def parts_text(found: RestrictedPlay, catalog: Catalog, t: Translator) -> str:
    """What parts of the game are worth to a list, a sentence for each."""
    plan = found.plan
    lines = [
        t(
            "meta.without-settings",
            name=plan.ours.name,
            size=plan.ours.points,
            rate=percent(found.rate),
            games=found.games,
            agent=plan.agent,
            seed=plan.seed,
        )
    ]
    for each in found.parts:
        values = {
            name: f"{number_text(100 * value, t, '+.1f')} %"
            for name, value in (
                ("gain", each.gain.value),
                ("low", each.gain.low),
                ("high", each.gain.high),
            )
        }
        lines.append(t("meta.without-part", part=_part_name(each.part, catalog, t), **values))
    return "\n".join([*lines, t("meta.without-how")])


def _part_name(part: str, catalog: Catalog, t: Translator) -> str:
    if t.has(f"meta.part-{part}"):
        return t(f"meta.part-{part}")
    return trait_in_words(part, catalog, t)


def counter_text(found: CounterList, targets: Sequence[str], t: Translator) -> str:
    """The list found, how often it wins, and how that was measured."""
    return "\n".join((counter_answer(found, targets, t), counter_settings(found, t)))


def counter_answer(found: CounterList, targets: Sequence[str], t: Translator) -> str:
    """The list found, how often it wins, and what that says about the target."""
    rate = found.adjusted
    if rate.low > 0.5:
        verdict = "meta.counter-beats"
    elif rate.high < 0.5:
        verdict = "meta.counter-none"
    else:
        verdict = "meta.counter-open"
    return t(
        verdict, name=found.army_list.name, target=targets_text(targets, t), rate=percent(rate)
    )


def targets_text(targets: Sequence[str], t: Translator) -> str:
    """The lists to beat: the name of a single one."""
    return targets[0] if len(targets) == 1 else t("meta.these-lists", count=len(targets))


def counter_settings(found: CounterList, t: Translator) -> str:
    """How many lists and battles the search took, in one or two sentences."""
    return t(
        "meta.counter-settings-quick" if found.quick_battles else "meta.counter-settings",
        candidates=found.candidates,
        games=found.battles,
        quick=found.quick_battles,
        agent=found.agent,
        seed=found.seed,
    )


def meta_settings(found: Metagame, t: Translator) -> str:
    """How the metagame was played, in one sentence."""
    return t(
        "contest.tournament",
        count=len(found.lists),
        games=found.games,
        agent=found.agent,
        seed=found.seed,
    )


def meta_answer(found: Metagame, t: Translator) -> str:
    """Which lists to bring how often, the largest shares by name."""
    shares = [(found.lists[place].name, found.mix[place]) for place in meta_order(found)]
    bring = [
        (
            name,
            {
                "share": f"{100 * share.share:.0f}",
                "low": f"{100 * share.low:.0f}",
                "high": f"{100 * share.high:.0f}",
            },
        )
        for name, share in shares
        if share.share > 0
    ]
    # Sure are lists that nearly all matrices have, or do not have, in their mix.
    is_sure = all(
        share.survives >= SURE if share.share > 0 else share.survives <= 1 - SURE
        for share in found.mix
    )
    so_far = "" if is_sure else "-so-far"
    if len(bring) == 1:
        [(name, values)] = bring
        return t(f"meta.answer-one{so_far}", name=name, **values)
    named = [t("meta.answer-share", name=name, **values) for name, values in bring[:NAMED_SHARES]]
    if more := len(bring) - len(named):
        named.append(t("meta.answer-more", count=more))
    return t(f"meta.answer-mix{so_far}", lists="; ".join(named))


def mix_sentences(found: Metagame, catalog: Catalog, t: Translator) -> list[str]:
    """What the mix, the cycles, the armies and the searches say."""
    lines = [certainty_sentence(found.table, t), *_cycles(found, t)]
    lines += [
        t(
            f"meta.army-{each.verdict}",
            army=catalog.armies[each.army].name.in_language(t.language),
            rate=percent(each.rate),
        )
        for each in found.verdicts
    ]
    for oracle in found.oracles:
        key = "meta.entered" if beats_the_mix(oracle) else "meta.closed"
        rate = percent(oracle.adjusted)
        lines.append(t(key, name=oracle.army_list.name, rate=rate))
    return lines


def _cycles(found: Metagame, t: Translator) -> list[str]:
    if len(found.lists) < 3:
        return []
    if not found.cycles.is_certain:
        return [t("meta.no-cycles")]
    return [t("meta.cyclic", percent=round(100 * found.cycles.share))]


def meta_order(found: Metagame) -> list[int]:
    """The places of the lists, the largest share of the mix first, then by rating."""
    return sorted(
        range(len(found.lists)),
        key=lambda place: (-found.mix[place].share, -found.table.ratings[place].value, place),
    )


def meta_text(found: Metagame, catalog: Catalog, t: Translator) -> str:
    """The mix with its certainty, the matrix, and what it says about armies."""
    order = meta_order(found)
    rates = found.rates()
    lines = [
        meta_answer(found, t),
        meta_settings(found, t),
        "",
        f"{t('meta.mix')}:",
        f"     {t('contest.list'):<{NAME_WIDTH}} {t('meta.share'):>8} {t('meta.possible'):>10}"
        f" {t('meta.in-mix'):>12} {t('contest.rating'):>10}",
    ]
    for rank, place in enumerate(order, 1):
        share, rating = found.mix[place], found.table.ratings[place]
        possible = f"{100 * share.low:.0f}-{100 * share.high:.0f} %"
        lines.append(
            f"  {rank:>2} {cut_name(found.lists[place].name, NAME_WIDTH):<{NAME_WIDTH}}"
            f" {100 * share.share:>6.0f} % {possible:>10} {100 * share.survives:>10.0f} %"
            f" {rating.value:>10.0f}"
        )
    width = matrix_name_width(len(order), NAME_WIDTH)
    names = [cut_name(found.lists[place].name, width) for place in order]
    cells = [[None if i == j else rates[i][j] for j in order] for i in order]
    lines += ["", t("contest.matrix"), *matrix_lines(names, cells, width)]
    lines += ["", *mix_sentences(found, catalog, t)]
    return "\n".join([*lines, *errors_text(found.table.errors, t)])
