"""The printed report of a battle: its record replayed by the rules, in words and drawings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.errors import StateError
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    AidBlock,
    TextSizes,
    blocks_on_pages,
    column_width,
    picture_block,
    sentences_block,
    text_block,
)
from pbbuild.page.aid_sheet import HEAD, AidPage, AidSheet, arrow_picture, fitted_head
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    icon,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.play.record import Record, RecordLine
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.screen.story import SAYS_WHERE, BattleStory, unit_names
from pbbuild.text.translate import Translator

WORDS: Final = TextSizes(2.65, 3.15, 2.9)
_SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ("B rear", "B front", "engagement", "A front", "A rear")
_WIDE: Final = 20.0
_CHIP: Final = 4.7
_PER_LINE: Final = 4


@dataclass
class Turn:
    """One turn: the decision as its title, and a sentence for each consequence."""

    title: str
    lines: list[str] = field(default_factory=list)


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
    losses: dict[str, list[tuple[int, str, int]]] = field(default_factory=dict)
    end: RecordLine = field(default_factory=dict)


def report_of(record: Record, catalog: Catalog, t: Translator) -> BattleReport:
    """The report of a record; raises a StateError if the rules do not confirm the record."""
    game = PocketBattles(catalog)
    walk = RecordReplay(game, record, opening_of_record(game, record))
    # The header may leave out values that the catalog has; the state has them all.
    opened = game.to_json(walk.state)
    fielded = {side: opened["sides"][side]["fielded"] for side in ("A", "B")}
    account = BattleStory(unit_names(opened, catalog), catalog, t)
    report = BattleReport(dict(account.names), fielded, losses={"A": [], "B": []})
    for step in walk.steps():
        if step.line["type"] == "end":
            report.end = step.line
            break
        _add_step(step.line, step.events, account, report)
        for event in step.events:
            if event["event"] == "revealed":
                report.deployed = game.to_json(step.after)
            if event["event"] == "round-end":
                report.rounds[-1].state = game.to_json(step.after)
            if event["event"] == "round-start":
                report.rounds.append(Round(event["round"]))
    if walk.fault:
        raise StateError("print.record-not-true", source=record.source, line=walk.fault.line)
    return report


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
        here.turns.append(Turn(sentence))
    elif sentence:
        here.turns[-1].lines.append(sentence)
    for event in events:
        if event["event"] == "eliminated":
            report.losses[event["side"]].append((here.number, event["troop"], event["dp"]))
        if event["event"] in ("round-start", "round-end", "revealed"):
            continue
        words = str(line.get("action", "")).split()
        is_ordered_move = event["event"] == "moved" and words and words[0] in SAYS_WHERE
        if is_ordered_move and words[1] == event["unit"]:
            continue
        here.turns[-1].lines.append(account.event(event))


def report_sheet(record: Record, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The report of a battle: summary and chart, the field after each round, every turn."""
    report = report_of(record, catalog, t)
    width, height = style.inner_size
    columns = max(1, int((width + 4) // 60))
    column = column_width(width, columns)
    blocks = [*_summary(report, record, catalog, column, style, t)]
    for each in report.rounds:
        blocks.extend(_round(each, column, style, t))
    foot = measure.foot_lines(t("report.foot"), width)
    bottom = height - measure.foot_height(foot)
    found = blocks_on_pages(blocks, width, bottom, columns, HEAD + 3.0, gap=2.2)
    sides = record.header["sides"]
    names = [str(sides[side]["list"].get("name", side)) for side in ("A", "B")]
    kicker = t("report.kicker", rounds=report.end["rounds"], size=record.header["size"])
    title, size, kicker = fitted_head(t("report.title", a=names[0], b=names[1]), kicker, width)
    mark = icon("engagement", 8.0, title, style.colours["band-ink"], style.colours["band"])
    pages = tuple(
        AidPage(title, kicker, mark, tuple(page), foot, place == 0, size)
        for place, page in enumerate(found)
    )
    return AidSheet(title, width, height, arrow_picture(style), pages)


def _summary(
    report: BattleReport,
    record: Record,
    catalog: Catalog,
    column: float,
    style: Style,
    t: Translator,
) -> Iterator[AidBlock]:
    account = BattleStory(report.names, catalog, t)
    sides = record.header["sides"]
    names = {side: str(sides[side]["list"].get("name", side)) for side in ("A", "B")}
    verdict = account.end(report.end)
    yield text_block(verdict, t("report.sides", a=names["A"], b=names["B"]), "", column).under(
        t("report.outcome")
    )
    points = [(0, 0)] + [
        tuple(each.state["sides"][side]["destroyed"] for side in ("A", "B"))
        for each in report.rounds
        if each.state
    ]
    halves = (points_to_win(report.fielded["B"]), points_to_win(report.fielded["A"]))
    chart = points_chart(points, halves, style, t("report.chart-alt", points=str(points)))
    yield picture_block(chart, t("report.chart"), t("report.chart-words"), "PB-9.1", column, WORDS)
    for side in ("A", "B"):
        lost = [
            t("report.loss", round=number, tile=account.troop(code), dp=dp)
            for number, code, dp in report.losses[side]
        ]
        total = sum(dp for _, _, dp in report.losses[side])
        title = t("report.losses", side=names[side], dp=total)
        yield text_block(title, " · ".join(lost) or t("report.no-losses"), "", column, "", WORDS)
    for side in ("A", "B"):
        units = " · ".join(
            name for unit, name in report.names.items() if unit.startswith(side.lower())
        )
        yield text_block(names[side], units, "", column, "", WORDS)
    field_alt = t("report.field-alt")
    picture = battle_field(report.deployed, style, field_alt)
    yield picture_block(picture, t("report.deployed"), t("report.field-words"), "", column, WORDS)


def _round(each: Round, column: float, style: Style, t: Translator) -> Iterator[AidBlock]:
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
            blocks.append(sentences_block("", quiet, column, WORDS))
            quiet = []
        blocks.append(sentences_block(title, lines, column, WORDS))
    if quiet:
        blocks.append(sentences_block("", quiet, column, WORDS))
    for place, block in enumerate(blocks):
        yield block.under(heading) if place == 0 else block
    if each.state:
        picture = battle_field(each.state, style, t("report.field-alt"))
        yield picture_block(picture, t("report.after", number=each.number), "", "", column, WORDS)


def battle_field(state: Mapping[str, Any], style: Style, alt: str) -> Picture:
    """The field of a state: A's units as dark squares, B's as light discs, with their numbers.

    Small drops are wound tokens. A row is as high as its fullest zone needs.
    """
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
            chips += "".join(_chips(units, column * _WIDE, y, high, style))
        y += high
    between = f"M{_WIDE:g} 0V{total:g}M{2 * _WIDE:g} 0V{total:g}"
    frame = f"M0.2 0.2H{3 * _WIDE - 0.2:g}V{total - 0.2:g}H0.2z"
    drawn = (
        f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.2" fill="none"/>'
        f'<path d="{between}" stroke="{DARK}" stroke-width="0.35" stroke-dasharray="1.6 1.2"'
        f' fill="none"/><path d="{frame}" stroke="{DARK}" stroke-width="0.4" fill="none"/>'
    )
    return drawing(fields + drawn + chips, 3 * _WIDE, total, total, alt)


def _row_height(row: str, places: Mapping[str, Sequence[Any]]) -> float:
    fullest = max(len(places.get(f"{sector} {row}", ())) for sector in _SECTORS)
    lines = max(1, -(-fullest // _PER_LINE))
    return lines * (_CHIP + 0.5) + 1.4


def _chips(
    units: Sequence[tuple[str, int, int]], x: float, y: float, high: float, style: Style
) -> list[str]:
    found = []
    lines = -(-len(units) // _PER_LINE)
    top = y + (high - lines * (_CHIP + 0.5)) / 2 + 0.25
    accent = style.colours["accent"]
    for place, (side, number, wounds) in enumerate(units):
        line, column = divmod(place, _PER_LINE)
        count = min(_PER_LINE, len(units) - line * _PER_LINE)
        left = x + (_WIDE - count * (_CHIP + 0.2)) / 2 + column * (_CHIP + 0.2)
        middle_x, middle_y = left + _CHIP / 2, top + line * (_CHIP + 0.5) + _CHIP / 2
        if side == "A":
            found.append(filled(rounded_box(left + 0.2, middle_y - 2.1, 4.2, 4.2, 0.7), accent))
            ink = PAPER
        else:
            found.append(outlined(disc(middle_x, middle_y, 2.1), DARK, 0.35))
            ink = DARK
        found.append(placed_number(number, middle_x, middle_y, 2.9, ink))
        for drop in range(min(wounds, 3)):
            found.append(placed_icon("wounds", left + 3.1 - drop * 0.9, middle_y + 0.9, 1.7, DARK))
    return found


def points_chart(
    points: Sequence[tuple[int, int]], halves: tuple[int, int], style: Style, alt: str
) -> Picture:
    """DP destroyed by A (solid, squares) and B (dashed, discs) after each round.

    Thin lines mark half of what each had to destroy.
    """
    width, height, left, bottom = 60.0, 38.0, 7.0, 33.5
    most = max([1, *halves, *(value for pair in points for value in pair)])
    top = -(-most // 10) * 10
    rounds = max(1, len(points) - 1)

    def at(place: int, value: int) -> tuple[float, float]:
        return left + 3 + (width - left - 6) * place / rounds, bottom - 30.0 * value / top

    colours = style.colours
    grid, numbers = "", ""
    for value in range(0, top + 1, 10 if top <= 60 else 20):
        y = at(0, value)[1]
        grid += f"M{left:g} {y:.2f}H{width - 1:g}"
        numbers += placed_number(value, left - 3.2, y, 2.6)
    for place in range(len(points)):
        numbers += placed_number(place, at(place, 0)[0], bottom + 2.6, 2.6)
    shapes = [f'<path d="{grid}" stroke="{colours["rule"]}" stroke-width="0.15" fill="none"/>']
    for side, needed in enumerate(halves):
        y = at(0, needed)[1]
        shapes.append(
            f'<path d="M{left:g} {y:.2f}H{width - 1:g}" stroke="{DARK}" stroke-width="0.25"'
            f' stroke-dasharray="{"4 1" if side == 0 else "1 1"}" fill="none"/>'
        )
    for side, colour in ((1, DARK), (0, colours["accent"])):
        spots = [at(place, pair[side]) for place, pair in enumerate(points)]
        path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in spots)
        dashes = ' stroke-dasharray="1.6 1"' if side else ""
        shapes.append(
            f'<path d="{path}" stroke="{colour}" stroke-width="0.7" fill="none"{dashes}/>'
        )
        for x, y in spots:
            mark = disc(x, y, 1.0) if side else rounded_box(x - 1, y - 1, 2, 2, 0.2)
            shapes.append(outlined(mark, colour, 0.4, PAPER if side else colour))
    return drawing("".join(shapes) + numbers, width, height, height, alt)
