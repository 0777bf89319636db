"""The report of a game of Pocket General on paper, from its record: the story, then the turns."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    PRINTS,
    SECTION,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    drawn_block,
    group_block,
    sentences_block,
    stacked,
    table_block,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page, blocks_on_pages
from pbbuild.page.aid_sheet import TOP, AidSheet, fitted_pages, sheet_of
from pbbuild.page.geometry import GUTTER, T1, T2, T3, column_count, column_width
from pbbuild.page.story_chart import FLAT_LOW, LOW, ChanceCurve, chance_chart, swing_picture
from pbbuild.page.story_words import has_story, story_sentences
from pbbuild.page.style import Style
from pbbuild.play.evidence.analysis import Analysis
from pbbuild.play.record import Record
from pbbuild.play.result_text import fault_text
from pbbuild.play.verify import RecordReplay, ReplayStep
from pbbuild.pocket_general.playtest.games import opening
from pbbuild.pocket_general.playtest.judge import STORY_BUDGET, analyse
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.pocket_general.sheets.leaf_pictures import unit_sign
from pbbuild.pocket_general.sheets.report_turns import ReportTurn, TurnTables
from pbbuild.pocket_general.sheets.scenes import fight_picture, world_picture
from pbbuild.text.translate import Translator

# The events that a turn tells below its combats; every placement would be too much.
KEPT: Final = ("won", "capitol-taken", "defended")
LISTED: Final = ("late-war", "laid", "capitol", "conceded")
MOMENTS: Final = (9, 6, 3)  # rows of three pictures
LEAST_LUCK: Final = 0.05  # of a turning point beyond the first
READABLE: Final = 0.93  # the smallest type for which a game is put on one page
COUNTS: Final = ("fought", "took")  # columns of what units did
HEAD_SPACE: Final = 24.0  # of the head of a page, beside its title and kicker
MOST_TURNS: Final = 9  # columns of the score


@dataclass
class Combat:
    """A combat that was fought: the state before its dice, its sentence, who took it, A's luck."""

    turn: int
    place: str
    state: dict[str, Any]
    told: str = ""
    taker: str = ""
    luck: float = 0.0
    n: int = 0


@dataclass
class GameReport:
    """What a report prints: turns with their sentences, combats, score, the end."""

    turns: list[ReportTurn] = field(default_factory=list)
    score: list[tuple[int, int, int]] = field(default_factory=list)
    combats: list[Combat] = field(default_factory=list)
    analysis: Analysis | None = None
    ending: str = ""
    winner: str = ""
    last: dict[str, Any] = field(default_factory=dict)


def report_sheet(record: Record, style: Style, t: Translator) -> AidSheet:
    """The chances, the combats that decided, then every turn, and the score.

    The record is verified first; one that is not true is shown up to its first fault.
    """
    game, state = opening(record)
    walk = RecordReplay(game, record, state)
    account = GeneralAccount(game.catalog, state.core.tables.nations, t)
    report = GameReport()
    for step in walk.steps():
        _add_step(step, account, report, game.to_json)
        report.last = game.to_json(step.after)
    if walk.fault:
        report.ending = fault_text(walk.fault, t)
    else:
        report.analysis, _ = analyse(record, STORY_BUDGET)
        _add_luck(report, report.analysis)
    width, height = style.inner_size
    foot = measure.foot_lines(t("pocket-general.report-foot"), width)
    pages = _Pages(report, account, style, t).made(height - measure.foot_height(foot))
    agents: Any = record.header.get("agents", {})
    played = [(account.nation(side), str(agents.get(side, ""))[:20]) for side in ("A", "B")]
    kicker = " · ".join(f"{nation}: {agent}" for nation, agent in played if agent)
    title = account.title(record.header)
    names = [account.nation(side) for side in ("A", "B")]
    shown = t("pocket-general.report-title", a=names[0], b=names[1])
    if report.analysis and report.score:
        # The head is the score, the winner first.
        held = list(zip(names, report.score[-1][1:], strict=True))
        (a, x), (b, y) = reversed(held) if report.winner == "B" else held
        shown = t("pocket-general.report-head", a=a, b=b, x=x, y=y)
    space = width - HEAD_SPACE - measure.width(shown, measure.TITLE, T1.size)
    # Both agents or none: one alone would be taken for both.
    if measure.width(kicker, measure.NAME, T3.size) > space:
        kicker = t("pocket-general.report-kicker", agents=" / ".join(agent for _, agent in played))
    sheet = sheet_of(shown, kicker, "location", pages, foot, style, t)
    return replace(sheet, title=title)


# In sentences for the screen a minus is a hyphen.
_MINUS: Final = re.compile(r"(?<=[\d ])-(?=\d)")
REPORT_PRINTS: Final = tuple(words for words in PRINTS if words.factor <= 1.1)
WIDE: Final = 3  # columns of the first page
TOLD: Final = 1.18  # how much larger the story is set
LEAST_TURNS: Final = 3  # below a story, one for each column
MOST_STRETCH: Final = 1.12  # a short story does not fill its page with gaps


def _add_step(step: ReplayStep, account: GeneralAccount, report: GameReport, to_json: Any) -> None:
    if step.line["type"] == "dice" and step.line.get("purpose") == "combat":
        place = step.line["target"]
        before = to_json(step.before)
        turn = len(report.turns)
        known = report.combats and report.combats[-1]
        if not known or (known.turn, known.place) != (turn, place):
            report.combats.append(Combat(turn, place, before, n=step.line["n"]))
    for line in (step.line, *step.events):
        sentence = _MINUS.sub("−", account.line(dict(line)))
        if line.get("event") == "turn":
            held = (line["held"]["A"], line["held"]["B"])
            report.turns.append(ReportTurn(line["turn"], line["first"], held))
            report.score.append((line["turn"], line["held"]["A"], line["held"]["B"]))
        elif line.get("event") == "combat" and report.turns:
            report.turns[-1].combats.append(line)
            if report.combats:
                report.combats[-1].told = sentence
                report.combats[-1].taker = line["higher"] if line["result"] in KEPT else ""
            if line["result"] == "capitol-taken":
                winner = account.nation(line["higher"])
                note = account.t("pocket-general.result-capitol-taken", winner=winner)
                report.turns[-1].notes.append(note)
        elif line.get("event") in LISTED and report.turns:
            report.turns[-1].notes.append(sentence)
        elif line["type"] == "end":
            report.ending, report.winner = sentence, line["winner"] or ""
            held = line["destroyed"]
            report.score.append((line["rounds"], held["A"], held["B"]))


def _add_luck(report: GameReport, analysis: Analysis) -> None:
    """The luck of both dice, seen from A, for each combat."""
    for roll in analysis.rolls:
        fought = [combat for combat in report.combats if combat.n <= roll.n]
        if fought and roll.purpose == "combat":
            fought[-1].luck += roll.luck if roll.side == "A" else -roll.luck


def _turning(report: GameReport, most: int, least: int = WIDE) -> list[Combat]:
    """The combats whose dice moved the chance to win most, in order: whole rows of three.

    Small ones are left out, as long as `least` are left.
    """
    told = [one for one in report.combats if one.luck and one.told]
    moved = sorted(told, key=lambda combat: (-abs(combat.luck), combat.n))[:most]
    great = sum(abs(one.luck) >= LEAST_LUCK for one in moved)
    count = max(least, great - great % WIDE)
    return sorted(moved[:count], key=lambda combat: combat.n)


class _Pages:
    """The pages of a report: a story with its turning points, then every turn."""

    def __init__(
        self, report: GameReport, account: GeneralAccount, style: Style, t: Translator
    ) -> None:
        self.report, self.account, self.style, self.t = report, account, style, t
        self.width = style.inner_size[0]
        self.columns = column_count(self.width)
        self.column = column_width(self.width, self.columns)
        self.is_wide = self.columns == WIDE
        self.turning = _turning(report, MOMENTS[1])

    def made(self, bottom: float) -> list[list[PlacedBlock]]:
        """All on one page if it can be, else the story on the first and the turns behind it."""
        if not self.is_wide:
            return fitted_pages(
                lambda words: [*_all_blocks(self.story(words)), *self.turns(words)],
                self.width,
                bottom,
                self.columns,
                prints=REPORT_PRINTS,
            )
        whole = self._on_one(bottom) or self._on_two(bottom)
        if whole:
            return whole
        self.turning = _turning(self.report, MOMENTS[1])
        for words in REPORT_PRINTS:
            page = self._page(self.story(words), bottom)
            if page is not None:
                return self._begun(words, bottom) or [page, *self._log(bottom)]
        blocks = [*_all_blocks(self.story(PRINTS[-1])), *self.turns(PRINTS[-1])]
        return blocks_on_pages(blocks, self.width, bottom, self.columns, TOP)

    def _on_one(self, bottom: float) -> list[list[PlacedBlock]]:
        """All on one page, with fewer turning points if need be; [] for a longer game."""
        for most in MOMENTS[1:]:
            self.turning = _turning(self.report, most)
            for words in REPORT_PRINTS:
                if words.factor < READABLE:
                    break
                bands = [*self.story(words, is_short=True), *self.ends(words)]
                page = self._page(bands, bottom)
                if page is not None:
                    return [page]
        return []

    def _on_two(self, bottom: float) -> list[list[PlacedBlock]]:
        """The story on one page, turns and units on the other; [] for a longer game."""
        if self.report.analysis is None:
            return []
        for words in REPORT_PRINTS:
            for units in (self.units(words), []):
                second = self._page([*self.ends(words), *units], bottom)
                if second is None:
                    continue
                for most in MOMENTS:
                    self.turning = _turning(self.report, most, min(most, MOMENTS[1]))
                    first = self._page(self.story(words), bottom)
                    if first is not None:
                        return [first, second]
        return []

    def ends(self, words: TextSizes) -> list[list[GridCell]]:
        """Every turn, and the world at the end."""
        turns = tuple(self.turns(words))
        return [*([[GridCell(WIDE, turns, poured=True)]] if turns else []), *self.world()]

    def _page(self, bands: list[list[GridCell]], bottom: float) -> list[PlacedBlock] | None:
        needed = sum(max(cell.height for cell in band) + GAP + SECTION for band in bands)
        end = min(bottom, TOP + MOST_STRETCH * needed)
        return bands_on_page(bands, self.width, TOP, end, self.columns)

    def _begun(self, words: TextSizes, bottom: float) -> list[list[PlacedBlock]]:
        """The story with the first turns below it, and the others behind; [] if few have space."""
        turns = self.turns(words)
        for count in range(len(turns) - 1, LEAST_TURNS - 1, -1):
            begun = GridCell(WIDE, tuple(turns[:count]), poured=True)
            page = bands_on_page(
                [*self.story(words), [begun]], self.width, TOP, bottom, self.columns
            )
            if page is not None:
                return [page, *self._rest(turns[count:], bottom)]
        return []

    def _rest(self, turns: Sequence[AidBlock], bottom: float) -> list[list[PlacedBlock]]:
        """The last turns and the world after them on a page, else on as many as they need."""
        bands = [[GridCell(WIDE, tuple(turns), poured=True)], *self.world()]
        page = self._page(bands, bottom)
        if page is not None:
            return [page]
        return blocks_on_pages(turns, self.width, bottom, self.columns, TOP)

    def _log(self, bottom: float) -> list[list[PlacedBlock]]:
        """The turns on as few pages as possible, in the largest type for that."""

        def at(words: TextSizes) -> list[list[PlacedBlock]]:
            return blocks_on_pages(self.turns(words), self.width, bottom, self.columns, TOP)

        for words in REPORT_PRINTS:
            bands = [[GridCell(WIDE, tuple(self.turns(words)), poured=True)], *self.world()]
            page = self._page(bands, bottom)
            if page is not None:
                return [page]
        fewest = at(REPORT_PRINTS[-1])
        return next(pages for pages in map(at, REPORT_PRINTS) if len(pages) <= len(fewest))

    def world(self) -> list[list[GridCell]]:
        """The world maps of both players at the end; none of a record with a fault."""
        if self.report.analysis is None or not self.is_wide:
            return []
        half = column_width(self.width, 2)
        pictures = [
            world_picture(self.report.last["sides"][side], self.account.catalog, self.style, self.t)
            for side in ("A", "B")
        ]
        parts = []
        for place, picture in enumerate(pictures):
            shown = picture.scaled(half / picture.width)
            block = AidBlock(kind="picture", height=shown.height + 1.6, pictures=(shown,))
            parts.append(PlacedBlock(place * (half + GUTTER), 0.0, half, block))
        heading = self.t("pocket-general.report-world")
        return [[GridCell(WIDE, (group_block(parts).under(heading),))]]

    def units(self, words: TextSizes) -> list[list[GridCell]]:
        """What each unit did: how often it fought, and how often its side took the location."""
        half = column_width(self.width, 2)
        parts = []
        for place, side in enumerate(("A", "B")):
            table = self._unit_table(side, half, words)
            parts.append(PlacedBlock(place * (half + GUTTER), 0.0, half, table))
        heading = self.t("pocket-general.report-units")
        return [[GridCell(WIDE, (group_block(parts).under(heading),))]]

    def _unit_table(self, side: str, width: float, words: TextSizes) -> AidBlock:
        t, catalog = self.t, self.account.catalog
        fought: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for combat in self.report.combats:
            units = combat.state["sides"][side]["placed"][combat.state["hex"] - 1]
            fought.update(units)
            won.update(units if combat.taker == side else ())
        heads = [self.account.nation(side), *(t(f"pocket-general.report-{key}") for key in COUNTS)]
        rows = [[Cell(head, True, left=place == 0) for place, head in enumerate(heads)]]
        for unit, count in sorted(fought.items(), key=lambda one: (-one[1], one[0])):
            own = catalog.units[unit]
            name = own.name.in_language(self.style.language)
            sign = unit_sign(own, words.line, t(f"pocket-general.kind-{own.kind}"))
            known = Cell(name, left=True, picture=sign)
            rows.append([known, Cell(str(count)), Cell(str(won[unit]))])
        return table_block(rows, [width * share for share in (0.56, 0.2, 0.22)], "", words)

    def story(self, words: TextSizes, is_short: bool = False) -> list[list[GridCell]]:
        """How it ended and why, the chance to win, the combats that decided.

        Where a page has to hold the whole game, `is_short` has less height.
        """
        larger = words if is_short else TextSizes(words.factor * TOLD)
        low = FLAT_LOW if is_short else LOW
        bands = [[GridCell(2, (self._told(larger),)), GridCell(1, self._score(words))]]
        if self.report.analysis and has_story(self.report.analysis):
            bands.append([GridCell(WIDE, (self._curve(low),))])
        moments = list(self._moments(words))
        for start in range(0, len(moments), WIDE):
            heading = self.t("pocket-general.report-turning") if start == 0 else ""
            hint = self.t("pocket-general.report-turning-hint") if start == 0 else ""
            bands.append([GridCell(WIDE, self._row(moments[start : start + WIDE], heading, hint))])
        return bands

    def _row(self, blocks: Sequence[AidBlock], heading: str, hint: str) -> tuple[AidBlock, ...]:
        if not self.is_wide:
            return (blocks[0].under(heading) if heading else blocks[0], *blocks[1:])
        step = self.column + GUTTER
        group = group_block(
            [PlacedBlock(place * step, 0.0, self.column, one) for place, one in enumerate(blocks)]
        )
        return (group.under(heading, hint) if heading else group,)

    def _told(self, words: TextSizes) -> AidBlock:
        t, account, analysis = self.t, self.account, self.report.analysis
        wide = 2 * self.column + GUTTER if self.is_wide else self.column
        names = {side: account.nation(side) for side in "AB"}
        sentences: list[str] = []
        if analysis:
            sentences += story_sentences(
                analysis,
                self.report.winner,
                names,
                lambda turn: t("pocket-general.report-turn-number", turn=turn),
                t,
            )
        # The heading says how it ended, or that the record has a fault; the head has the score.
        heading = self.report.ending.partition(". ")[0]
        if analysis is None:
            heading = t("pocket-general.report-result")
            sentences.append(self.report.ending)
        shown = measure.shortened(heading, measure.FIGURE, wide, T2.size)
        return sentences_block("", sentences, wide, words).under(shown)

    def _score(self, words: TextSizes) -> tuple[AidBlock, ...]:
        if not self.report.score:
            return (words_block(" ", self.column, words),)
        score = _score(self.account, self.report.score, self.column, words, self.t)
        return (score.under(self.t("pocket-general.report-score")),)

    def _curve(self, low: float) -> AidBlock:
        t, account = self.t, self.account
        width = self.width if self.is_wide else self.column
        assert self.report.analysis is not None
        choices = self.report.analysis.choices
        starts: dict[int, int] = {}
        for place, choice in enumerate(choices):
            starts.setdefault(choice.round, place)
        marked = [sum(choice.n < combat.n for choice in choices) for combat in self.turning]
        rounds = [
            (place, t("pocket-general.report-turn-number", turn=turn))
            for turn, place in starts.items()
        ]
        curve = ChanceCurve([choice.before for choice in choices], rounds, marked)
        a, b = (t("pocket-general.report-wins", nation=account.nation(side)) for side in "AB")
        alt = t("pocket-general.report-chance-alt", nation=account.nation("A"))
        chart = chance_chart(curve, (a, b), width, self.style, alt, low)
        block = AidBlock(kind="picture", height=chart.height + 1.6, pictures=(chart,))
        hint = t("pocket-general.report-chance-words") if self.is_wide else ""
        return block.under(t("pocket-general.report-chance"), hint)

    def _moments(self, words: TextSizes) -> Iterator[AidBlock]:
        t, wide = self.t, self.column
        for number, combat in enumerate(self.turning, start=1):
            nation = self.account.nation("A" if combat.luck > 0 else "B")
            title = t("pocket-general.report-moment", nation=nation)
            when = t("pocket-general.report-turn-number", turn=combat.turn)
            before, after = self._chances(combat)
            alt = t("pocket-general.report-moment-chance", name=nation, before=before, after=after)
            fight = _picture(combat, self.account, self.style, t)
            blocks = [
                text_block(title, "", when, wide, str(number), words),
                drawn_block(swing_picture(before, after, wide, self.style, alt)),
                drawn_block(fight.scaled(wide / fight.width)),
                words_block(combat.told, wide, words),
            ]
            yield group_block(stacked(blocks, wide, 0.6))

    def _chances(self, combat: Combat) -> tuple[int, int]:
        """The chance of the side that the dice favoured, before and after them, in percent."""
        assert self.report.analysis is not None
        known = [one.after for one in self.report.analysis.choices if one.n < combat.n]
        earlier = known[-1] if known else 0.5
        chances = (earlier, earlier + combat.luck)
        side = "A" if combat.luck > 0 else "B"
        own = [one if side == "A" else 1 - one for one in chances]
        before, after = (round(100 * min(1.0, max(0.0, one))) for one in own)
        return before, after

    def turns(self, words: TextSizes) -> list[AidBlock]:
        """Every turn: who begins, the combats, what was captured."""
        tables = TurnTables(self.account, self.style, self.column)
        blocks = [tables.block(turn, words) for turn in self.report.turns]
        if not blocks:
            return []
        return [blocks[0].under(self.t("pocket-general.report-turns")), *blocks[1:]]


def _all_blocks(bands: Sequence[Sequence[GridCell]]) -> list[AidBlock]:
    return [block for band in bands for cell in band for block in cell.blocks]


def _picture(combat: Combat, account: GeneralAccount, style: Style, t: Translator) -> Any:
    sides: Mapping[str, Any] = combat.state["sides"]
    here = combat.state["hex"] - 1
    catalog = account.catalog
    place = catalog.location(combat.place)
    assert place is not None
    fighting = [
        (catalog.nations[sides[side]["nation"]], tuple(sides[side]["placed"][here]))
        for side in ("A", "B")
    ]
    return fight_picture(place, fighting, catalog, style, t)


def _score(
    account: GeneralAccount,
    score: Sequence[tuple[int, int, int]],
    width: float,
    words: TextSizes,
    t: Translator,
) -> AidBlock:
    """The locations that each side held at the start of each turn: a row for each side."""
    shown = score if len(score) <= MOST_TURNS else [*score[: MOST_TURNS - 1], score[-1]]
    heads = [
        t("pocket-general.report-end") if place == len(shown) - 1 else str(turn)
        for place, (turn, _, _) in enumerate(shown)
    ]
    head = [Cell(t("pocket-general.report-turn"), True, left=True)]
    rows = [[*head, *(Cell(text, True) for text in heads)]]
    for side, place in (("A", 1), ("B", 2)):
        counts = [one[place] for one in shown]
        cells = [Cell(str(count), level=min(3, count // 3)) for count in counts]
        rows.append([Cell(account.nation(side), True, left=True), *cells])
    names = [row[0].text for row in rows]
    first = max(measure.width(name, measure.FIGURE, words.size) for name in names) + 2.0
    rest = (width - 1.0 - first) / len(shown)
    return table_block(rows, [first, *([rest] * len(shown))], "", words)
