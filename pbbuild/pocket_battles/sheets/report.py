"""The printed report of a battle: its record replayed by the rules, in words and drawings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbbuild.errors import StateError
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    PRINTS,
    SECTION,
    WARN,
    AidBlock,
    GridCell,
    PlacedBlock,
    TextSizes,
    bands_on_page,
    blocks_on_pages,
    group_block,
    picture_block,
    sentences_block,
    words_block,
)
from pbbuild.page.aid_sheet import TOP, AidSheet, fitted_pages, sheet_of
from pbbuild.page.geometry import GUTTER, T2, T5, column_count, column_width
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.story_chart import ChanceCurve, chance_chart
from pbbuild.page.story_words import story_sentences
from pbbuild.page.style import Style
from pbbuild.play.evidence.analysis import Analysis, JudgedChoice, JudgedRoll
from pbbuild.play.record import Record, RecordLine
from pbbuild.play.verify import RecordReplay, ReplayStep
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.playtest.judge import QUICK, analyse_record, default_budget
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.screen.story import SAYS_WHERE, BattleStory, unit_names, unnamed_units
from pbbuild.text.translate import Translator

LOG_PRINT: Final = TextSizes(0.93)
STORY_PRINTS: Final = tuple(words for words in PRINTS if words.factor <= 1.1)
MOMENTS: Final = 6
WIDE: Final = 3  # columns of the first page
LEAST_STORY: Final = 0.93  # below this size the armies stand before the log
MOST_STRETCH: Final = 1.12  # a short story does not fill its page with gaps
TOLD: Final = 1.18  # how much larger the story is set
_SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ("B rear", "B front", "engagement", "A front", "A rear")
_WIDE: Final = 20.0
_CHIP: Final = 4.7
_PER_LINE: Final = 4


@dataclass
class Turn:
    """One turn: the decision as its title, and a sentence for each consequence.

    `rolls` are the dice by the place of their sentence in `lines`; `fallen` are the tiles that the
    last of them is about.
    """

    title: str
    lines: list[str] = field(default_factory=list)
    n: int = 0
    rolls: dict[int, RecordLine] = field(default_factory=dict)
    fallen: "Fallen | None" = None


@dataclass
class Fallen:
    """Tiles that a unit loses at once, for one sentence about all of them."""

    unit: str
    name: str
    troops: list[str] = field(default_factory=list)
    dp: int = 0

    def told(self, catalog: Catalog, t: Translator, is_last: bool) -> str:
        """The sentence: equal tiles are counted; `is_last` if the unit has none left."""
        names = [
            catalog.troops[code].name if code in catalog.troops else code for code in self.troops
        ]
        shown = [
            t("report.tiles", count=names.count(name), name=name) if names.count(name) > 1 else name
            for name in dict.fromkeys(names)
        ]
        key = "report.destroyed" if is_last else "report.loses"
        return t(key, unit=self.name, troops=", ".join(shown), dp=self.dp)


@dataclass
class Round:
    """One round: its turns, and the state at its end."""

    number: int
    turns: list[Turn] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)


@dataclass
class BattleReport:
    """What a report prints: unit names, deployment, rounds, losses, the end."""

    names: dict[str, str]
    fielded: dict[str, int]
    deployed: dict[str, Any] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    losses: dict[str, list[tuple[int, str, int, str]]] = field(default_factory=dict)
    end: RecordLine = field(default_factory=dict)
    moments: dict[int, "Moment"] = field(default_factory=dict)


@dataclass
class Moment:
    """The state before a line, who acts on whom there, and the line and the better one in words."""

    state: dict[str, Any]
    units: tuple[str, ...]
    told: str
    better: str = ""


def report_of(
    record: Record, catalog: Catalog, t: Translator, moments: Mapping[int, str] | None = None
) -> BattleReport:
    """The report of a record; raises a StateError if the rules do not confirm the record.

    `moments` are lines to be shown as pictures, each with the better action, "" if it is a roll.
    """
    game = PocketBattles(catalog)
    walk = RecordReplay(game, record, opening_of_record(game, record))
    # The header may leave out values that the catalog has; the state has them all.
    opened = game.to_json(walk.state)
    fielded = {side: opened["sides"][side]["fielded"] for side in ("A", "B")}
    account = BattleStory(unit_names(opened, catalog), catalog, t, unnamed_units(opened))
    report = BattleReport(dict(account.names), fielded, losses={"A": [], "B": []})
    met = met_by_chargers(record)
    for step in walk.steps():
        if step.line["type"] == "end":
            report.end = step.line
            break
        number = int(step.line.get("n", 0))
        if moments and number in moments:
            moment = _moment(step, moments[number], game, account)
            if number in met:
                moment.units = (*moment.units[:1], met[number])
            report.moments[number] = moment
        _add_step(step.line, step.events, account, report)
        for event in step.events:
            if event["event"] == "revealed":
                report.deployed = game.to_json(step.after)
            if event["event"] == "round-end":
                report.rounds[-1].state = game.to_json(step.after)
            if event["event"] == "round-start":
                report.rounds.append(Round(event["round"]))
    if not report.deployed:
        # Conceded before the reveal: the picture shows what was deployed by then.
        report.deployed = game.to_json(walk.state)
    if walk.fault:
        raise StateError("print.record-not-true", source=record.source, line=walk.fault.line)
    return report


def met_by_chargers(record: Record) -> dict[int, str]:
    """By the line of each charge the unit that the charger fights: its target or interceptor."""
    found: dict[int, str] = {}
    charge = 0
    for line in record.lines:
        verb, *units = str(line.get("action", "")).split()[:2] or [""]
        if verb == "charge":
            charge = int(line["n"])
        elif charge and verb in ("target", "intercept"):
            found[charge] = units[0]
            charge = 0
        elif line.get("decision") in ("turn", "act"):
            charge = 0
    return found


def _moment(step: ReplayStep, better: str, game: PocketBattles, account: BattleStory) -> Moment:
    line = step.line
    if line["type"] == "dice":
        units: tuple[str, ...] = (str(line.get("unit", "")), str(line.get("target", "")))
    else:
        units = tuple(word for word in line["action"].split()[1:] if word in account.names)
    told, other = account.full(line), ""
    if better:
        option = game.option(step.before, game.parse(step.before, better))
        other = account.full({**line, "action": better, "cost": option.cost})
    return Moment(game.to_json(step.before), units, told, other)


def _add_step(line: RecordLine, events: Any, account: BattleStory, report: BattleReport) -> None:
    if not report.rounds:
        return
    here = report.rounds[-1]
    # Sacrifices come after the round-end event but belong to the round that ended.
    begins = line["type"] == "choice" and line["decision"] in ("turn", "act", "sacrifice")
    sentence = account.line(line)
    if line.get("decision") == "sacrifice" and line["action"] == "done":
        return
    if begins or not here.turns:
        here.turns.append(Turn(sentence, n=line.get("n", 0)))
    elif sentence:
        here.turns[-1].fallen = None
        if line["type"] == "dice":
            here.turns[-1].rolls[len(here.turns[-1].lines)] = line
        here.turns[-1].lines.append(sentence)
    for event in events:
        if event["event"] == "eliminated":
            report.losses[event["side"]].append(
                (here.number, event["troop"], event["dp"], event["unit"])
            )
        if event["event"] in ("eliminated", "unit-destroyed") and _add_loss(
            event, here.turns[-1], account
        ):
            continue
        here.turns[-1].fallen = None
        if event["event"] in ("round-start", "round-end", "revealed"):
            continue
        words = str(line.get("action", "")).split()
        is_ordered_move = event["event"] == "moved" and words and words[0] in SAYS_WHERE
        if is_ordered_move and words[1] == event["unit"]:
            continue
        here.turns[-1].lines.append(account.event(event))


def _add_loss(event: RecordLine, turn: Turn, account: BattleStory) -> bool:
    """Tell a loss together with those of the same unit before it; False if it is none of these."""
    fallen, is_last = turn.fallen, event["event"] == "unit-destroyed"
    if fallen is None or fallen.unit != event["unit"]:
        if is_last:
            return False
        fallen = turn.fallen = Fallen(event["unit"], account.name(event["unit"]))
        turn.lines.append("")
    if not is_last:
        fallen.troops.append(event["troop"])
        fallen.dp += event["dp"]
        # The account follows what is left of the unit.
        account.event(event)
    turn.lines[-1] = fallen.told(account.catalog, account.t, is_last)
    return True


def report_sheet(record: Record, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The report of a battle: the story with its turning points as pictures, then the log."""
    analysis = analyse_record(record, PocketBattles(catalog), default_budget(QUICK))
    turning = analysis.turning_points(MOMENTS)
    better = {one.n: one.best if isinstance(one, JudgedChoice) else "" for one in turning}
    report = report_of(record, catalog, t, better)
    width, height = style.inner_size
    foot = measure.foot_lines(t("report.foot"), width)
    bottom = height - measure.foot_height(foot)
    sides = record.header["sides"]
    names = {side: str(sides[side]["list"].get("name", side)) for side in ("A", "B")}
    called = _army_names(sides, catalog, style.language) or names
    story = _Story(report, analysis, turning, called, catalog, style, t)
    made_pages = [
        [*pages, *_log(report, width, bottom, style, t, left)]
        for pages, left in _story_pages(story, bottom)
    ]
    # The fewest pages; among those the largest type.
    pages = min(made_pages, key=len)
    kicker = t("report.kicker", count=report.end["rounds"], size=record.header["size"])
    title = t("report.title", a=names["A"], b=names["B"])
    made = sheet_of(title, kicker, "engagement", pages, foot, style, t)
    return replace(made, title=made.pages[0].title)


def _army_names(sides: Mapping[str, Any], catalog: Catalog, language: str) -> dict[str, str] | None:
    """The names of the two armies, None if they are the same or unknown."""
    ids = {side: str(sides[side]["list"].get("army", "")) for side in ("A", "B")}
    if ids["A"] == ids["B"] or not set(ids.values()) <= catalog.armies.keys():
        return None
    return {side: catalog.armies[name].name.in_language(language) for side, name in ids.items()}


def _story_pages(
    story: "_Story", bottom: float
) -> Iterator[tuple[list[list[PlacedBlock]], list[AidBlock]]]:
    """The story on one page, and blocks that then lead the log: the armies, or none."""
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
        )
        return
    is_found = False
    for kept, least in ((None, LEAST_STORY), (-1, LEAST_STORY), (None, 0.0), (-1, 0.0)):
        for words in (one for one in STORY_PRINTS if one.factor >= least):
            bands = story.bands(words)
            end = min(bottom, TOP + MOST_STRETCH * _needed(bands[:kept]))
            page = bands_on_page(bands[:kept], width, TOP, end, story.columns)
            if page is not None:
                is_found = True
                yield [page], _all_blocks(bands[-1:]) if kept else []
                break
    if not is_found:
        blocks = _all_blocks(story.bands(STORY_PRINTS[-1]))
        yield blocks_on_pages(blocks, width, bottom, story.columns, TOP), []


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
        bands = [[GridCell(2, (self._told(words),)), GridCell(1, self._score(words))]]
        if self.analysis.choices:
            bands.append([GridCell(WIDE, (self._curve(words),))])
        moments = list(self._moments(words))
        for start in range(0, len(moments), WIDE):
            row = moments[start : start + WIDE]
            heading = self.t("report.turning-points") if start == 0 else ""
            bands.append([GridCell(WIDE, self._beside(row, heading))])
        bands.append([GridCell(1, blocks) for blocks in self._armies(words)])
        return bands

    def _beside(self, blocks: Sequence[AidBlock], heading: str) -> tuple[AidBlock, ...]:
        if not self.is_wide:
            return (blocks[0].under(heading) if heading else blocks[0], *blocks[1:])
        step = self.column + GUTTER
        parts = [
            PlacedBlock(place * step, 0.0, self.column, block) for place, block in enumerate(blocks)
        ]
        group = group_block(parts)
        return (group.under(heading) if heading else group,)

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
        return words_block(" ".join(sentences), wide, TextSizes(words.factor * TOLD)).under(heading)

    def _verdict(self) -> str:
        end, names = self.report.end, self.names
        points = end["destroyed"]
        winner = end["winner"]
        first = winner or "A"
        key = "verdict" if winner else "verdict-undecided"
        if winner and end["reason"] == "conceded":
            key = "verdict-conceded" if self.report.rounds else "verdict-early"
        return self.t(
            f"report.{key}",
            winner=names.get(winner, ""),
            rounds=end["rounds"],
            more=points[first],
            fewer=points[{"A": "B", "B": "A"}[first]],
        )

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
        """The field at each turning point, what was done, and what it was worth."""
        t = self.t
        for place, moment in enumerate(self.turning, start=1):
            shown = self.report.moments[moment.n]
            name = self.names[moment.side]
            if isinstance(moment, JudgedChoice):
                kind = t(f"analysis.a-{moment.name}")
                lost = t.decimal(100 * moment.loss)
                text = t("report.moment-choice", told=shown.told, kind=kind, lost=lost)
                text = f"{text} {t('report.moment-better', better=shown.better)}"
            else:
                key = "report.moment-lucky" if moment.luck > 0 else "report.moment-unlucky"
                luck = t.decimal(abs(100 * moment.luck))
                text = t(key, told=shown.told, name=name, luck=luck)
            picture = battle_field(shown.state, self.style, t("report.field-alt"), shown.units)
            title = t("report.moment", number=place, round=moment.round)
            chance = self._chance_of(moment, measure.width(title, measure.NAME, words.title))
            yield picture_block(picture.scaled(0.9), title, text, chance, self.column, words)

    def _chance_of(self, moment: JudgedChoice | JudgedRoll, used: float) -> str:
        """The chance before and after, of the side that chose or rolled; by its letter if long."""
        if isinstance(moment, JudgedChoice):
            chances = (moment.before, moment.after)
        else:
            earlier = [choice.after for choice in self.analysis.choices if choice.n < moment.n]
            before = earlier[-1] if earlier else 0.5
            chances = (before, before + (moment.luck if moment.side == "A" else -moment.luck))
        own = [chance if moment.side == "A" else 1 - chance for chance in chances]
        before, after = (round(100 * min(1.0, max(0.0, chance))) for chance in own)
        for name in (self.names[moment.side], moment.side):
            text = self.t("report.moment-chance", name=name, before=before, after=after)
            if measure.width(text, measure.LABEL, T5.size * 1.1) < self.column - used - 4.0:
                break
        return text

    def _armies(self, words: TextSizes) -> Iterator[tuple[AidBlock, ...]]:
        """The field after deployment, then the units of both sides and what they lost."""
        t = self.t
        picture = battle_field(self.report.deployed, self.style, t("report.field-alt"))
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
        lost = [
            self.t(
                "report.troop-lost",
                name=self.catalog.troops[code].name if code in self.catalog.troops else code,
                dp=dp,
                round=number,
            )
            for losses in self.report.losses.values()
            for number, code, dp, of in losses
            if of == unit
        ]
        label = f"**{name}**"
        return self.t("report.unit-lost", unit=label, lost=", ".join(lost)) if lost else label


def score_picture(
    rows: Sequence[tuple[str, int, int]], width: float, style: Style, alt: str
) -> Picture:
    """For each side its name and a bar of the points it removed; a mark where they win."""
    colours = style.colours
    most = max(1, *(max(points, half) for _, points, half in rows)) * 1.08
    across, high = width - 11.0, 10.0
    shapes = ""
    for place, (name, points, half) in enumerate(rows):
        y = place * high
        shown = measure.shortened(name, measure.NAME, across, T5.size)
        shapes += svg_text(shown, 0, y + 2.8, T5.size, "start")
        box = f"M0 {y + 4:g}h{across:g}v4h{-across:g}z"
        shapes += filled(box, colours["wash"])
        wide = across * points / most
        if wide:
            bar = f"M0 {y + 4:g}h{wide:.2f}v4h{-wide:.2f}z"
            solid = filled(bar, colours["accent"])
            shapes += outlined(bar, DARK, 0.3, PAPER) if place else solid
        at = across * half / most
        line = f"M{at:.2f} {y + 3.2:g}v5.6"
        shapes += f'<path d="{line}" stroke="{DARK}" stroke-width="0.7"/>'
        shapes += placed_number(points, across + 6.0, y + 6, 5.2)
    return drawing(shapes, width, 2 * high, 2 * high, alt)


def _log(
    report: BattleReport,
    width: float,
    bottom: float,
    style: Style,
    t: Translator,
    lead: Sequence[AidBlock],
) -> list[list[PlacedBlock]]:
    """All turns, after `lead`, on as few pages as possible, and in the largest type for that."""
    columns = column_count(width)
    column = column_width(width, columns)

    def at(words: TextSizes) -> list[list[PlacedBlock]]:
        blocks = [
            *lead,
            *(block for each in report.rounds for block in _round(each, column, words, style, t)),
        ]
        return blocks_on_pages(blocks, width, bottom, columns, TOP)

    fewest = at(LOG_PRINT)
    larger = (at(words) for words in STORY_PRINTS if words.factor > LOG_PRINT.factor)
    return next((pages for pages in larger if len(pages) <= len(fewest)), fewest)


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
        picture = battle_field(each.state, style, t("report.field-alt"))
        yield picture_block(picture, t("report.after", number=each.number), "", "", column, words)


def battle_field(
    state: Mapping[str, Any], style: Style, alt: str, acting: Sequence[str] = ()
) -> Picture:
    """The field of a state: A's units as dark squares, B's as light discs, with their numbers.

    Small drops are wound tokens. A row is as high as its fullest zone needs. The first unit of
    `acting` has a ring, and an arrow leads from it to the second.
    """
    spots: dict[str, tuple[float, float]] = {}
    places: dict[str, list[tuple[str, int, int]]] = {}
    for side in ("B", "A"):
        for unit in state["sides"][side]["units"]:
            wounds = sum(troop.get("wounds", 0) for troop in unit["troops"])
            number = int(unit["id"][1:])
            places.setdefault(unit["zone"], []).append((side, number, wounds))
    heights = [_row_height(row, places) for row in _ROWS]
    colours = style.colours
    total = sum(heights)
    grounds = ("tint", "wash", "ground", "wash", "tint")
    fields, chips, y, lines = "", "", 0.0, ""
    for row, high, ground in zip(_ROWS, heights, grounds, strict=True):
        fields += filled(f"M0 {y:g}h{3 * _WIDE:g}v{high:g}H0z", colours[ground])
        if y:
            lines += f"M0 {y:g}H{3 * _WIDE:g}"
        for column, sector in enumerate(_SECTORS):
            units = places.get(f"{sector} {row}", [])
            chips += "".join(_chips(units, column * _WIDE, y, high, style, spots))
        y += high
    between = f"M{_WIDE:g} 0V{total:g}M{2 * _WIDE:g} 0V{total:g}"
    frame = f"M0.2 0.2H{3 * _WIDE - 0.2:g}V{total - 0.2:g}H0.2z"
    drawn = (
        f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.2" fill="none"/>'
        f'<path d="{between}" stroke="{DARK}" stroke-width="0.35" stroke-dasharray="1.6 1.2"'
        f' fill="none"/><path d="{frame}" stroke="{DARK}" stroke-width="0.4" fill="none"/>'
    )
    arrow = _acting([spots[unit] for unit in acting[:2] if unit in spots])
    return drawing(fields + drawn + chips + arrow, 3 * _WIDE, total, total, alt)


def _acting(spots: Sequence[tuple[float, float]]) -> str:
    """A ring around the first spot, and an arrow from it to the second."""
    if not spots:
        return ""
    (x, y) = spots[0]
    shapes = outlined(disc(x, y, 3.1), WARN, 0.7, "none")
    if len(spots) == 2:
        to_x, to_y = spots[1]
        length = max(0.1, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
        dx, dy = (to_x - x) / length, (to_y - y) / length
        end_x, end_y = to_x - dx * 2.7, to_y - dy * 2.7
        line = f"M{x + dx * 3.3:.2f} {y + dy * 3.3:.2f}L{end_x - dx:.2f} {end_y - dy:.2f}"
        head = (
            f"M{end_x:.2f} {end_y:.2f}l{-dx * 2.2 - dy:.2f} {-dy * 2.2 + dx:.2f}"
            f"l{2 * dy:.2f} {-2 * dx:.2f}z"
        )
        shapes += f'<path d="{line}" stroke="{WARN}" stroke-width="0.8" fill="none"/>'
        shapes += filled(head, WARN)
    return shapes


def _row_height(row: str, places: Mapping[str, Sequence[Any]]) -> float:
    fullest = max(len(places.get(f"{sector} {row}", ())) for sector in _SECTORS)
    lines = max(1, -(-fullest // _PER_LINE))
    return lines * (_CHIP + 0.5) + 1.4


def _chips(
    units: Sequence[tuple[str, int, int]],
    x: float,
    y: float,
    high: float,
    style: Style,
    spots: dict[str, tuple[float, float]],
) -> list[str]:
    """The units of a zone; `spots` gets where each stands."""
    found = []
    lines = -(-len(units) // _PER_LINE)
    top = y + (high - lines * (_CHIP + 0.5)) / 2 + 0.25
    accent = style.colours["accent"]
    for place, (side, number, wounds) in enumerate(units):
        line, column = divmod(place, _PER_LINE)
        count = min(_PER_LINE, len(units) - line * _PER_LINE)
        left = x + (_WIDE - count * (_CHIP + 0.2)) / 2 + column * (_CHIP + 0.2)
        middle_x, middle_y = left + _CHIP / 2, top + line * (_CHIP + 0.5) + _CHIP / 2
        spots[f"{side.lower()}{number}"] = (middle_x, middle_y)
        if side == "A":
            found.append(filled(rounded_box(left + 0.2, middle_y - 2.1, 4.2, 4.2, 0.7), accent))
            ink = PAPER
        else:
            found.append(outlined(disc(middle_x, middle_y, 2.1), DARK, 0.35))
            ink = DARK
        found.append(placed_number(number, middle_x, middle_y, 2.9, ink))
        for drop in range(min(wounds, 3)):
            found.append(placed_icon("wp", left + 3.1 - drop * 0.9, middle_y + 0.9, 1.7, DARK))
    return found
