"""A run of the lab as a finished view: rates with intervals, curves, a matrix, tested changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.result_text import number_text
from pbbuild.play.statistics import Estimate, win_rate
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.pages.lab_runs import (
    COMPARE,
    COUNTER,
    IMPROVE,
    META,
    PLAYTEST,
    TOURNAMENT,
    WORTH,
    LabRun,
)
from pbbuild.pocket_battles.playtest.report import unit_lines
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import Totals
from pbbuild.pocket_battles.screen.comparisons import (
    change_words,
    is_rebuilt,
    tournament_sentences,
)
from pbbuild.pocket_battles.screen.metagame import (
    counter_text,
    meta_order,
    mix_sentences,
    sorted_tiles,
    worth_answer,
    worth_counts,
    worth_sentences,
)
from pbbuild.text.error_text import sentence_of
from pbbuild.text.translate import Translator

# The chart of a rate: its size in the units of its drawing.
WIDE, HIGH = 500, 150
# Half of the range of differences that the chart of a comparison shows.
REACH: Final = 0.25
# Battles that can be watched with one click.
WATCHED: Final = 6


@dataclass(frozen=True, slots=True)
class RateRow:
    """A name with a rate, and where its dot and its interval stand in a drawing of 100."""

    name: str
    value: str
    words: str
    dot: str
    low: str
    width: str


@dataclass(frozen=True, slots=True)
class UnitRow:
    """What a unit destroyed and lost in a battle, as bars of a drawing of 100."""

    name: str
    difference: str
    is_gain: bool
    lost: str
    lost_at: str
    destroyed: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """How often the list of a row beat that of a column; `plan` is their plan, to watch one."""

    value: str
    words: str
    shade: str
    is_open: bool
    plan: int


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One list of a tournament: its rating and its cells."""

    name: str
    short: str
    rating: str
    cells: tuple[MatrixCell | None, ...]


@dataclass(frozen=True, slots=True)
class StepRow:
    """A change that was tested with new dice."""

    words: str
    edit: str
    gain: str
    interval: str
    games: int
    is_accepted: bool
    # The units of a list that was rebuilt, since its change says little.
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorthRow:
    """A kind of tile: its price and worth, and where both stand in a drawing of 100."""

    code: str
    name: str
    price: int
    worth: str
    difference: str
    verdict: str
    verdict_words: str
    words: str
    at_price: str
    dot: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class MixRow:
    """A list of a metagame: its share of the mix, as a bar of a drawing of 100."""

    name: str
    share: str
    bar: str
    low: str
    high: str
    words: str


@dataclass(frozen=True, slots=True)
class WatchRow:
    """A battle that can be watched: the number of its plan and its own."""

    plan: int
    number: int
    words: str


@dataclass(frozen=True)
class RunPage:
    """Everything that the template of a run places."""

    id: str
    kind: str
    title: str
    settings: str
    games: int
    wanted: int
    share: str
    left: str
    is_running: bool
    was_stopped: bool
    failed: str
    value: str
    words: str
    line: str
    band: str
    against: tuple[RateRow, ...] = ()
    units: tuple[UnitRow, ...] = ()
    seats: str = ""
    matrix: tuple[MatrixRow, ...] = ()
    steps: tuple[StepRow, ...] = ()
    heat: str = ""
    list_name: str = ""
    battles: tuple[WatchRow, ...] = ()
    most: int = 0
    errors: int = 0
    tiles: tuple[WorthRow, ...] = ()
    mix: tuple[MixRow, ...] = ()
    sentences: tuple[str, ...] = ()
    army: str = ""
    units_of_found: tuple[str, ...] = ()

    @property
    def figure(self) -> str:
        """The headline of the run in a list of runs."""
        is_share = self.kind in (PLAYTEST, COUNTER)
        return f"{self.value} %" if self.value and is_share else self.value


def run_page(run: LabRun, t: Translator) -> RunPage:
    """The finished view of a run."""
    with run.lock:
        made: dict[str, Any] = {
            "id": run.id,
            "kind": run.kind,
            "settings": t("lab-page.settings", agent=run.agent, seed=run.seed),
            "games": run.done,
            "wanted": run.wanted,
            "share": f"{100 * run.part:.1f}" if run.part is not None else "",
            "left": _time_left(run.seconds_left, t),
            "is_running": run.is_running,
            "was_stopped": run.stopped,
            "failed": sentence_of(run.refused, t) if run.refused else run.failed,
            "value": "",
            "words": t("lab-page.first-battles"),
            "line": "",
            "band": "",
        }
        return RunPage(**{**made, **_VIEWS[run.kind](run, t)})


def _playtest(run: LabRun, t: Translator) -> dict[str, Any]:
    plan, totals, catalog = run.plan, run.totals, load_catalog()
    title = {"title": t("lab-page.how-good", name=plan.ours.name)}
    if totals is None:
        return title
    rate = win_rate(totals.pairs)
    against = "" if len(plan.theirs) > 1 else plan.theirs[0].name
    rows = [
        _row(_opponent_name(each, catalog, t), win_rate(pairs), t)
        for each, pairs in zip(plan.theirs, totals.opponents, strict=True)
        if pairs.decided
    ]
    first, second = win_rate(totals.as_player1).value, win_rate(totals.as_player2).value
    return {
        **title,
        "value": f"{100 * rate.value:.0f}",
        "words": _words(rate, against, t),
        "line": _line([(n, each.value) for n, each in run.course], run.wanted),
        "band": _band([(n, each.low, each.high) for n, each in run.course], run.wanted),
        "against": tuple(rows),
        "units": _units(run, totals, catalog, t),
        "seats": t("lab-page.seats", first=round(100 * first), second=round(100 * second)),
        "battles": _latest(run, plan, t),
        "most": run.done,
        "errors": len(totals.errors),
        "sentences": _without_luck(totals, t),
    }


def _without_luck(totals: Totals, t: Translator) -> tuple[str, ...]:
    """The win rate without the luck of the dice as a sentence, once it is known."""
    found = totals.adjusted.estimate() if totals.adjusted else None
    if not found:
        return ()
    values = {"rate": found.value, "low": found.low, "high": found.high}
    return (t("lab-page.without-luck", **{k: round(100 * v) for k, v in values.items()}),)


def _compare(run: LabRun, t: Translator) -> dict[str, Any]:
    plan, other = run.plans
    names = _distinct(plan.ours.name, other.ours.name)
    title = {"title": t("lab-page.which-is-better", one=names[0], two=names[1])}
    if not run.compared.adjusted.battles:
        return title
    second, first = run.compared.adjusted.rates()
    behind = run.compared.adjusted.gain()
    gain = Estimate(-behind.value, -behind.high, -behind.low, behind.level)
    better = names[0] if gain.value >= 0 else names[1]
    sure = gain.low > 0 or gain.high < 0
    ahead = gain if gain.value >= 0 else behind
    key = "is-better" if sure else "maybe-better"
    course = [(n, Estimate(-e.value, -e.high, -e.low, e.level)) for n, e in run.course]
    return {
        **title,
        "value": signed(100 * ahead.value, t),
        "words": t(
            f"lab-page.{key}",
            name=better,
            low=signed(100 * ahead.low, t),
            high=signed(100 * ahead.high, t),
        ),
        "line": _line([(n, _reached(each.value)) for n, each in course], run.wanted),
        "band": _band([(n, _reached(e.low), _reached(e.high)) for n, e in course], run.wanted),
        "against": (_row(names[0], first, t), _row(names[1], second, t)),
        "battles": tuple(
            WatchRow(place, number, t("lab-page.watch-of", name=names[place], number=number))
            for number in range(1, 4)
            for place in (0, 1)
        ),
        "most": run.compared.adjusted.battles,
        "sentences": (t("lab-page.luck-is-off"),),
    }


def _tournament(run: LabRun, t: Translator) -> dict[str, Any]:
    table = run.standings
    title = {"title": t("lab-page.every-list", lists=len(run.lists))}
    if table is None:
        return title
    lists = run.lists
    order = sorted(range(len(lists)), key=lambda place: (-table.ratings[place].value, place))
    numbers = {place: number for number, place in enumerate(table.meetings)}
    rows = []
    for rank, i in enumerate(order, 1):
        cells = [
            None if i == j else _cell(table.rate(i, j), numbers[min(i, j), max(i, j)], t)
            for j in order
        ]
        rating = table.ratings[i]
        shown = f"{rating.value:.0f} ± {rating.half_width:.0f}"
        rows.append(MatrixRow(lists[i].name, str(rank), shown, tuple(cells)))
    return {
        **title,
        "value": "",
        "words": t("lab-page.leads", name=lists[order[0]].name),
        "matrix": tuple(rows),
        "errors": len(table.errors),
        "sentences": tuple(tournament_sentences(table, t)),
    }


def _improve(run: LabRun, t: Translator) -> dict[str, Any]:
    catalog = load_catalog()
    rows = []
    for step in run.steps:
        gain = step.comparison.gain()
        rows.append(
            StepRow(
                words=change_words(step, catalog, t),
                edit="; ".join(step.edits),
                gain=signed(100 * gain.value, t),
                interval=t(
                    "lab-page.gain-between",
                    low=signed(100 * gain.low, t),
                    high=signed(100 * gain.high, t),
                ),
                games=step.comparison.battles,
                is_accepted=step.accepted,
                units=_unit_lines(step.army_list, catalog) if is_rebuilt(step) else (),
            )
        )
    accepted = sum(row.is_accepted for row in rows)
    words = t("lab-page.found-better", count=accepted)
    if not accepted:
        words = t("lab-page.searching" if run.is_running else "lab-page.nothing-better")
    return {
        "title": t("lab-page.make-better", name=run.plan.ours.name),
        "words": words,
        "steps": tuple(rows),
        "heat": _heat(run, t),
        "list_name": run.plan.ours.name,
    }


def _heat(run: LabRun, t: Translator) -> str:
    """How far a search is."""
    left, pairs = run.heat
    if not run.is_running:
        return ""
    what = "heat" if run.kind == IMPROVE else "lists"
    if run.kind == COUNTER and not run.searched[0]:
        return t("lab-page.lists-built")
    if not left:
        return t(f"lab-page.{what}-first")
    return t(f"lab-page.{what}-left", count=left, battles=2 * pairs)


def _counter(run: LabRun, t: Translator) -> dict[str, Any]:
    [target] = run.lists
    found = run.counter
    made = {
        "title": t("lab-page.what-beats", name=target.name),
        "words": t("lab-page.searching-list"),
        "heat": _heat(run, t),
    }
    if found is None:
        return made
    rate, catalog = found.adjusted, load_catalog()
    army = catalog.armies[found.army_list.army].name.in_language(t.language)
    return {
        **made,
        "value": f"{100 * rate.value:.0f}",
        "words": counter_text(found, [target.name], t).partition("\n")[0],
        "against": (_row(target.name, rate, t),),
        "list_name": found.army_list.name,
        "army": army,
        "units_of_found": _unit_lines(found.army_list, catalog),
        "sentences": (counter_text(found, [target.name], t).partition("\n")[2],),
    }


def _unit_lines(army_list: ArmyList, catalog: Catalog) -> tuple[str, ...]:
    """The tiles of each unit by their names."""
    return tuple(
        ", ".join(catalog.troop(code).name for code in unit.troops) for unit in army_list.units
    )


def _meta(run: LabRun, t: Translator) -> dict[str, Any]:
    found = run.metagame
    made = {
        "title": t("lab-page.which-survive", count=len(run.lists)),
        "words": t("lab-page.everybody-meets"),
        "heat": _heat(run, t),
    }
    if found is None:
        return made
    order, rates = meta_order(found), found.rates()
    mix = tuple(
        MixRow(
            name=found.lists[place].name,
            share=f"{100 * found.mix[place].share:.0f} %",
            bar=f"{100 * found.mix[place].share:.1f}",
            low=f"{100 * found.mix[place].low:.1f}",
            high=f"{100 * found.mix[place].high:.1f}",
            words=t(
                "lab-page.share-words",
                low=round(100 * found.mix[place].low),
                high=round(100 * found.mix[place].high),
                survives=round(100 * found.mix[place].survives),
            ),
        )
        for place in order
    )
    rows = []
    for rank, i in enumerate(order, 1):
        cells = [None if i == j else _cell(rates[i][j], -1, t) for j in order]
        rating = found.table.ratings[i]
        shown = f"{rating.value:.0f} ± {rating.half_width:.0f}"
        rows.append(MatrixRow(found.lists[i].name, str(rank), shown, tuple(cells)))
    alive = sum(found.mix[place].share > 0.005 for place in order)
    return {
        **made,
        "words": t("lab-page.mix-of", count=alive, name=found.lists[order[0]].name),
        "mix": mix,
        "matrix": tuple(rows),
        "sentences": tuple(mix_sentences(found, load_catalog(), t)),
        "errors": len(found.table.errors),
    }


def _worth(run: LabRun, t: Translator) -> dict[str, Any]:
    found, catalog = run.worth, load_catalog()
    army = catalog.armies.get(run.army)
    name = army.name.in_language(t.language) if army else run.army
    made = {
        "title": t("lab-page.what-worth", army=name, points=run.points),
        "words": t("lab-page.random-lists"),
        "army": run.army,
    }
    if found is None:
        return made
    tiles = sorted_tiles(found, None)
    most = max(1.0, *(tile.price for tile in tiles), *(tile.worth.high for tile in tiles))
    least = min(0.0, *(tile.worth.low for tile in tiles))

    def at(points: float) -> str:
        return f"{100 * (points - least) / (most - least):.1f}"

    rows = tuple(
        WorthRow(
            code=tile.codes[0],
            name=tile.name,
            price=tile.price,
            worth=number_text(tile.worth.value, t),
            difference=signed(tile.worth.value - tile.price, t),
            verdict=tile.verdict,
            verdict_words="" if tile.verdict == "fair" else t(f"meta.{tile.verdict}"),
            words=t(
                "lab-page.worth-between",
                low=number_text(tile.worth.low, t),
                high=number_text(tile.worth.high, t),
            ),
            at_price=at(tile.price),
            dot=at(tile.worth.value),
            low=at(tile.worth.low),
            high=at(tile.worth.high),
        )
        for tile in tiles
    )
    return {
        **made,
        "words": worth_answer(found, t),
        "tiles": rows,
        "sentences": (worth_counts(found, t), *worth_sentences(found, t)),
    }


_VIEWS: Final = {
    PLAYTEST: _playtest,
    COMPARE: _compare,
    TOURNAMENT: _tournament,
    IMPROVE: _improve,
    COUNTER: _counter,
    META: _meta,
    WORTH: _worth,
}


def _time_left(seconds: float | None, t: Translator) -> str:
    if seconds is None:
        return ""
    if seconds < 90:
        return t("lab-page.seconds-left", count=max(1, round(seconds)))
    return t("lab-page.minutes-left", count=round(seconds / 60))


def _distinct(one: str, two: str) -> tuple[str, str]:
    return (one, two) if one != two else (f"{one} 1", f"{two} 2")


def _opponent_name(army_list: ArmyList, catalog: Catalog, t: Translator) -> str:
    army = catalog.armies.get(army_list.army)
    return f"{army.name.in_language(t.language)}: {army_list.name}" if army else army_list.name


def _latest(run: LabRun, plan: Plan, t: Translator) -> tuple[WatchRow, ...]:
    rows = []
    for number in range(run.done, max(0, run.done - WATCHED), -1):
        pair, swapped = divmod(number - 1, 2)
        name = plan.theirs[plan.opponent_of(pair)].name
        key = "lab-page.battle-as-b" if swapped else "lab-page.battle-as-a"
        rows.append(WatchRow(0, number, t(key, number=number, name=name)))
    return tuple(rows)


def _words(rate: Estimate, against: str, t: Translator) -> str:
    values = {"low": round(100 * rate.low), "high": round(100 * rate.high)}
    if against:
        return t("lab-page.between-against", name=against, **values)
    return t("lab-page.between-field", **values)


def _row(name: str, rate: Estimate, t: Translator) -> RateRow:
    low, high = 100 * rate.low, 100 * rate.high
    return RateRow(
        name=name,
        value=f"{100 * rate.value:.0f} %",
        words=t("lab-page.interval", low=round(low), high=round(high)),
        dot=f"{100 * rate.value:.1f}",
        low=f"{low:.1f}",
        width=f"{high - low:.1f}",
    )


def _cell(rate: Estimate, plan: int, t: Translator) -> MatrixCell:
    """A cell is darker the further it is from a half; dashed while it may be on either side."""
    value = 100 * rate.value
    step = min(3, int(abs(value - 50) // 6))
    return MatrixCell(
        value=f"{value:.0f}",
        words=t("lab-page.interval", low=round(100 * rate.low), high=round(100 * rate.high)),
        shade=f"{'good' if value >= 50 else 'bad'}-{step}",
        is_open=rate.low < 0.5 < rate.high,
        plan=plan,
    )


def _units(run: LabRun, totals: Totals, catalog: Catalog, t: Translator) -> tuple[UnitRow, ...]:
    lines = unit_lines(run.plan, totals, catalog)
    most = max([1.0, *(max(line.destroyed.value, line.lost.value) for line in lines)])
    found = []
    for line in lines:
        difference = line.destroyed.value - line.lost.value
        lost, destroyed = 50 * line.lost.value / most, 50 * line.destroyed.value / most
        found.append(
            UnitRow(
                name=f"{line.key}. {line.name}",
                difference=signed(difference, t),
                is_gain=difference >= 0,
                lost=f"{lost:.1f}",
                lost_at=f"{50 - lost:.1f}",
                destroyed=f"{destroyed:.1f}",
            )
        )
    return tuple(found)


def signed(value: float, t: Translator) -> str:
    """A difference with its sign; one that rounds to nothing has none."""
    rounded = round(value, 1)
    return number_text(rounded, t, "+.1f") if rounded else t.decimal(0.0)


def _reached(difference: float) -> float:
    """A difference as a height of the chart between 0 and 1; none is in the middle."""
    return min(1.0, max(0.0, 0.5 + 0.5 * difference / REACH))


def _line(course: Sequence[tuple[int, float]], wanted: int) -> str:
    return " ".join(f"{WIDE * n / wanted:.1f},{HIGH * (1 - y):.1f}" for n, y in course)


def _band(course: Sequence[tuple[int, float, float]], wanted: int) -> str:
    upper = [(n, high) for n, _, high in course]
    lower = [(n, low) for n, low, _ in reversed(course)]
    return _line([*upper, *lower], wanted)
