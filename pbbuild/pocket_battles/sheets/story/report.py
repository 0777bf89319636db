"""The printed report of a battle: the story with its turning points, then the log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    GROWN_PRINTS,
    NORMAL_PRINT,
    SECTION,
    AidBlock,
    PlacedBlock,
    TextSizes,
    drawn_block,
    group_block,
    picture_block,
    sentences_block,
    stacked,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page, blocks_on_pages
from pbbuild.page.aid_sheet import SLIM_TOP, TOP, AidSheet, fitted_head, fitted_pages, sheet_of
from pbbuild.page.geometry import GUTTER, T2, T3, T4, T5, column_count, column_width
from pbbuild.page.story_chart import ChanceCurve, chance_chart, swing_picture
from pbbuild.page.story_words import has_story, story_sentences
from pbbuild.page.style import Style
from pbbuild.play.evidence.analysis import Analysis, JudgedChoice, JudgedRoll
from pbbuild.play.record import Record
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.judge import QUICK, analyse_record, default_budget
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.sheets.story.account import (
    BattleReport,
    Round,
    list_names,
    report_of,
    side_names,
)
from pbbuild.pocket_battles.sheets.story.field import battle_field, score_picture
from pbbuild.text.translate import Translator

STORY_PRINTS: Final = tuple(words for words in GROWN_PRINTS if words.factor <= 1.1)
MOMENTS: Final = 6
WIDE: Final = 3  # columns of the first page
MOST_STRETCH: Final = 1.12  # a short story does not fill its page with gaps
TOLD: Final = T3.points / T4.points  # the story is as large as the names of items
FLAT: Final = 30.0  # the width of a zone on the fields of turning points


def report_sheet(record: Record, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The report of a battle: the story with its turning points as pictures, then the log."""
    analysis = analyse_record(record, PocketBattles(catalog), default_budget(QUICK))
    turning = analysis.turning_points(MOMENTS)
    better = {one.n: one.best if isinstance(one, JudgedChoice) else "" for one in turning}
    called = side_names(record, catalog, style.language)
    report = report_of(record, catalog, t, better, called)
    width, height = style.inner_size
    foot = measure.foot_lines(t("report.foot"), width)
    bottom = height - measure.foot_height(foot)
    story = _Story(report, analysis, turning, called, catalog, style, t)
    made_pages = [
        [*pages, *_log(report, width, bottom, style, t, left, words)]
        for pages, left, words in _story_pages(story, bottom)
    ]
    # The fewest pages; among those the largest type.
    pages = min(made_pages, key=len)
    kicker = t("report.kicker", count=report.end["rounds"], size=record.header["size"])
    won = report.end["winner"]
    first, second = ("B", "A") if won == "B" else ("A", "B")
    points = report.end["destroyed"]
    head = t(
        "report.head" if report.rounds else "report.title",
        a=called[first],
        b=called[second],
        x=points[first],
        y=points[second],
    )
    made = sheet_of(head, kicker, "engagement", pages, foot, style, t)
    names = list_names(record)
    title = t("report.title", a=names["A"], b=names["B"])
    # The log has a slim head.
    shown, size, beside = fitted_head(head, kicker, width, is_slim=True)
    log = (
        replace(page, title=shown, title_size=size, kicker=beside, is_slim=True)
        for page in made.pages[1:]
    )
    return replace(made, title=title, pages=(*made.pages[:1], *log))


def _story_pages(
    story: "_Story", bottom: float
) -> Iterator[tuple[list[list[PlacedBlock]], list[AidBlock], TextSizes]]:
    """The story on one page, blocks that then lead the log, and the type that the log may have.

    The blocks are the armies, what of them the page has no room for, or none.
    """
    width = story.width
    if story.columns < WIDE:
        yield (
            fitted_pages(
                lambda words: _all_blocks(story.bands(words)),
                width,
                bottom,
                story.columns,
                prints=STORY_PRINTS,
            ),
            [],
            NORMAL_PRINT,
        )
        return
    is_found = False
    for variant in (story.with_armies_beside, story.with_armies_below, story.without_armies):
        for words in STORY_PRINTS:
            bands, left = variant(words)
            if not bands:
                break
            end = min(bottom, TOP + MOST_STRETCH * _needed(bands))
            page = bands_on_page(bands, width, TOP, end, story.columns)
            if page is not None:
                is_found = True
                yield [page], left, words
                break
    if not is_found:
        blocks = _all_blocks(story.bands(STORY_PRINTS[-1]))
        yield blocks_on_pages(blocks, width, bottom, story.columns, TOP), [], NORMAL_PRINT


def _all_blocks(bands: Sequence[Sequence[GridCell]]) -> list[AidBlock]:
    return [block for band in bands for cell in band for block in cell.blocks]


def _needed(bands: Sequence[Sequence[GridCell]]) -> float:
    """The height of bands and of the space between them."""
    return sum(max(cell.height for cell in band) + GAP + SECTION for band in bands)


class _Story:
    """The first page: who won and how, the curve, the turning points, the armies."""

    def __init__(
        self,
        report: BattleReport,
        analysis: Analysis,
        turning: Sequence[JudgedChoice | JudgedRoll],
        names: Mapping[str, str],
        catalog: Catalog,
        style: Style,
        t: Translator,
    ) -> None:
        self.report, self.analysis, self.turning = report, analysis, turning
        self.names, self.catalog, self.style, self.t = names, catalog, style, t
        self.width = style.inner_size[0]
        self.columns = column_count(self.width)
        self.column = column_width(self.width, self.columns)
        self.is_wide = self.columns >= WIDE

    def bands(self, words: TextSizes) -> list[list[GridCell]]:
        """Everything of the story, in bands of a grid of three columns."""
        return self.with_armies_below(words)[0]

    def with_armies_beside(self, words: TextSizes) -> tuple[list[list[GridCell]], list[AidBlock]]:
        """The story with both armies beside a turning point alone in its row, and what is left.

        Nothing if none is alone there.
        """
        bands = self._told_bands(words)
        if not WIDE < len(self.turning) <= 2 * WIDE or len(self.turning) % WIDE != 1:
            return [], []
        deployed, *armies = self._armies(words)
        *_, last = self._moments(words)
        bands[-1] = [GridCell(1, (last,)), *(GridCell(1, blocks) for blocks in armies)]
        return bands, list(deployed)

    def with_armies_below(self, words: TextSizes) -> tuple[list[list[GridCell]], list[AidBlock]]:
        """The story with the armies below it, and nothing that is left."""
        armies = [GridCell(1, blocks) for blocks in self._armies(words)]
        return [*self._told_bands(words), armies], []

    def without_armies(self, words: TextSizes) -> tuple[list[list[GridCell]], list[AidBlock]]:
        """The story alone, and the armies."""
        armies = [block for blocks in self._armies(words) for block in blocks]
        return self._told_bands(words), armies

    def _told_bands(self, words: TextSizes) -> list[list[GridCell]]:
        # A battle that ended before it began has no score.
        score = [GridCell(1, self._score(words))] if self.report.rounds else []
        bands = [[GridCell(2, (self._told(words),)), *score]]
        if has_story(self.analysis):
            bands.append([GridCell(WIDE, (self._curve(words),))])
        moments = list(self._moments(words))
        for start in range(0, len(moments), WIDE):
            row = moments[start : start + WIDE]
            heading = self.t("report.turning-points") if start == 0 else ""
            hint = self.t("report.turning-hint") if start == 0 else ""
            bands.append([GridCell(WIDE, self._beside(row, heading, hint))])
        return bands

    def _beside(self, blocks: Sequence[AidBlock], heading: str, hint: str) -> tuple[AidBlock, ...]:
        if not self.is_wide:
            return (blocks[0].under(heading) if heading else blocks[0], *blocks[1:])
        step = self.column + GUTTER
        parts = [
            PlacedBlock(place * step, 0.0, self.column, block) for place, block in enumerate(blocks)
        ]
        group = group_block(parts)
        return (group.under(heading, hint) if heading else group,)

    def _told(self, words: TextSizes) -> AidBlock:
        """Who won, as the heading, and how it came about."""
        t, end, names = self.t, self.report.end, self.names
        wide = 2 * self.column + GUTTER if self.is_wide else self.column
        lost = {side: len(self.report.losses[side]) for side in ("A", "B")}
        sentences = [
            *story_sentences(
                self.analysis,
                end["winner"] or "",
                names,
                lambda number: t("report.in-round", number=number),
                t,
            )
        ] or [t("report.no-story")]
        if any(lost.values()):
            sentences.append(
                t("report.losses-told", a=names["A"], b=names["B"], x=lost["A"], y=lost["B"])
            )
        heading = measure.shortened(self._verdict(), measure.FIGURE, wide, T2.size)
        larger = TextSizes(words.factor * TOLD)
        return sentences_block("", sentences, wide, larger).under(heading)

    def _verdict(self) -> str:
        end = self.report.end
        winner = end["winner"]
        key = "verdict" if winner else "verdict-undecided"
        if winner and end["reason"] == "conceded":
            key = "verdict-conceded" if self.report.rounds else "verdict-early"
        name = self.names.get(winner, "")
        rounds = end["rounds"]
        return self.t(f"report.{key}", winner=name, rounds=rounds, count=rounds)

    def _score(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t, names, fielded = self.t, self.names, self.report.fielded
        points = self.report.end["destroyed"]
        halves = {"A": points_to_win(fielded["B"]), "B": points_to_win(fielded["A"])}
        alt = t(
            "report.score-alt",
            a=names["A"],
            b=names["B"],
            x=points["A"],
            y=points["B"],
            half_a=halves["A"],
            half_b=halves["B"],
        )
        rows = [(names[side], points[side], halves[side]) for side in ("A", "B")]
        picture = score_picture(rows, self.column, self.style, alt)
        block = picture_block(picture, "", t("report.score-words"), "", self.column, words)
        return (block.under(t("report.score")),)

    def _curve(self, words: TextSizes) -> AidBlock:
        """The chance to win from choice to choice, as wide as the page."""
        t, names = self.t, self.names
        width = self.width if self.is_wide else self.column
        choices = self.analysis.choices
        starts: dict[int, int] = {}
        for place, choice in enumerate(choices):
            starts.setdefault(choice.round, place)
        marked = [sum(choice.n < moment.n for choice in choices) for moment in self.turning]
        curve = ChanceCurve(
            [chance for _, chance in self.analysis.curve()],
            [(place, t("report.round", number=number)) for number, place in starts.items()],
            marked,
        )
        shown = [
            t("report.wins", name=measure.shortened(names[side], measure.NAME, width / 2, T5.size))
            for side in ("A", "B")
        ]
        alt = t("report.chance-alt", name=names["A"])
        chart = chance_chart(curve, (shown[0], shown[1]), width, self.style, alt)
        block = AidBlock(kind="picture", height=chart.height + 1.6, pictures=(chart,))
        hint = t("report.chance-hint") if self.is_wide else ""
        return block.under(t("report.chance"), hint)

    def _moments(self, words: TextSizes) -> Iterator[AidBlock]:
        """Each turning point: whose it was, the chance before and after, the field, what was done.

        Its number is the one on the curve.
        """
        t, wide = self.t, self.column
        for place, moment in enumerate(self.turning, start=1):
            shown = self.report.moments[moment.n]
            name = self.names[moment.side]
            told = shown.told
            if isinstance(moment, JudgedChoice):
                title = t("report.moment-choice", name=name, kind=t(f"analysis.a-{moment.name}"))
                told = f"{told} {t('report.moment-better', better=shown.better)}"
            else:
                is_lucky = moment.luck > 0
                title = t("report.moment-lucky" if is_lucky else "report.moment-unlucky", name=name)
            when = t("report.in-round", number=moment.round)
            before, after = self._chances_of(moment)
            alt = t("report.moment-chance", name=name, before=before, after=after)
            alt_field = t("report.field-alt")
            field = battle_field(
                shown.state, self.style, alt_field, shown.units, FLAT, shown.goes_to
            )
            blocks = [
                text_block(title, "", when, wide, str(place), words),
                drawn_block(swing_picture(before, after, wide, self.style, alt)),
                drawn_block(field.scaled(wide / field.width)),
                words_block(told, wide, words),
            ]
            yield group_block(stacked(blocks, wide, 0.9))

    def _chances_of(self, moment: JudgedChoice | JudgedRoll) -> tuple[int, int]:
        """The chance before and after in percent, of the side that chose or rolled."""
        if isinstance(moment, JudgedChoice):
            chances = (moment.before, moment.after)
        else:
            earlier = [choice.after for choice in self.analysis.choices if choice.n < moment.n]
            before = earlier[-1] if earlier else 0.5
            chances = (before, before + (moment.luck if moment.side == "A" else -moment.luck))
        own = [chance if moment.side == "A" else 1 - chance for chance in chances]
        first, second = (round(100 * min(1.0, max(0.0, chance))) for chance in own)
        return first, second

    def _armies(self, words: TextSizes) -> Iterator[tuple[AidBlock, ...]]:
        """The field after deployment, then the units of both sides and what they lost."""
        t = self.t
        field = battle_field(self.report.deployed, self.style, t("report.field-alt"), (), FLAT)
        picture = field.scaled(self.column / field.width)
        block = picture_block(picture, "", t("report.field-words"), "", self.column, words)
        yield (block.under(t("report.deployed")),)
        for side in ("A", "B"):
            lines = [
                self._unit_line(unit, name)
                for unit, name in self.report.names.items()
                if unit.startswith(side.lower())
            ]
            heading = t("report.units", name=self.names[side], mark=t(f"report.mark-{side}"))
            shown = measure.shortened(heading, measure.FIGURE, self.column, T2.size)
            yield (sentences_block("", lines, self.column, words).under(shown),)

    def _unit_line(self, unit: str, name: str) -> str:
        rounds: dict[int, list[str]] = {}
        for losses in self.report.losses.values():
            for number, code, dp, of in losses:
                if of == unit:
                    known = self.catalog.troops.get(code)
                    told = self.t("report.troop-lost", name=known.name if known else code, dp=dp)
                    rounds.setdefault(number, []).append(told)
        lost = [
            self.t("report.lost-in", round=number, troops=", ".join(told))
            for number, told in rounds.items()
        ]
        label = f"**{name}**"
        return self.t("report.unit-lost", unit=label, lost="; ".join(lost)) if lost else label


def _log(
    report: BattleReport,
    width: float,
    bottom: float,
    style: Style,
    t: Translator,
    lead: Sequence[AidBlock],
    largest: TextSizes,
) -> list[list[PlacedBlock]]:
    """All turns, after `lead`, on as few pages as possible: in the largest type, or not grown.

    A sheet grows as a whole, so no other type is tried.
    """
    columns = column_count(width)
    column = column_width(width, columns)

    def at(words: TextSizes) -> list[list[PlacedBlock]]:
        blocks = [
            *lead,
            *(block for each in report.rounds for block in _round(each, column, words, style, t)),
        ]
        return blocks_on_pages(blocks, width, bottom, columns, SLIM_TOP)

    fewest, grown = at(NORMAL_PRINT), at(largest)
    return grown if len(grown) <= len(fewest) else fewest


def _round(
    each: Round, column: float, words: TextSizes, style: Style, t: Translator
) -> Iterator[AidBlock]:
    heading = t("report.round", number=each.number)
    blocks: list[AidBlock] = []
    quiet: list[str] = []
    for turn in each.turns:
        title, lines = turn.title, list(turn.lines)
        if not title and lines:
            title = lines.pop(0)
        if not lines:
            # Turns without consequences share one block.
            quiet += [title] if title else []
            continue
        if quiet:
            blocks.append(sentences_block("", quiet, column, words))
            quiet = []
        blocks.append(sentences_block(title, lines, column, words))
    if quiet:
        blocks.append(sentences_block("", quiet, column, words))
    for place, block in enumerate(blocks):
        yield block.under(heading) if place == 0 else block
    if each.state:
        field = battle_field(each.state, style, t("report.field-alt"), (), FLAT)
        picture = field.scaled(column / field.width)
        yield picture_block(picture, t("report.after", number=each.number), "", "", column, words)
