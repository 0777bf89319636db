"""An illustrated account of a battle, from its record: the rules play it again as they go."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pbbuild.errors import StateError
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    AidBlock,
    Print,
    column_width,
    picture_block,
    poured,
    told_block,
    words_block,
)
from pbbuild.page.aid_sheet import HEAD, AidPage, AidSheet, arrow_picture, headed
from pbbuild.page.pictures import icon
from pbbuild.page.style import Style
from pbbuild.play.record import Line, Record
from pbbuild.play.verify import Walk
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battles import opening
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.units import half
from pbbuild.pocket_battles.screen.story import SAYS_WHERE, Account, unit_names
from pbbuild.pocket_battles.sheets.report_pictures import battle_field, points_chart
from pbbuild.text.translate import Translator

WORDS = Print(2.65, 3.15, 2.9)


@dataclass
class Turn:
    """One turn: what was decided, and what came of it."""

    title: str
    lines: list[str] = field(default_factory=list)


@dataclass
class Round:
    """One round: its turns, and the field at its end."""

    number: int
    turns: list[Turn] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)


@dataclass
class Story:
    """A battle as it is told: deployment, rounds, losses, the end."""

    names: dict[str, str]
    fielded: dict[str, int]
    deployed: dict[str, Any] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    losses: dict[str, list[tuple[int, str, int]]] = field(default_factory=dict)
    end: Line = field(default_factory=dict)


def story_of(record: Record, catalog: Catalog, t: Translator) -> Story:
    """The story of a record; one that the rules do not confirm is refused."""
    game = PocketBattles(catalog)
    walk = Walk(game, record, opening(game, record))
    # Not the header's own figures: it may leave out what the catalog knows.
    opened = game.to_json(walk.state)
    fielded = {side: opened["sides"][side]["fielded"] for side in ("A", "B")}
    account = Account(unit_names(opened, catalog), catalog, t)
    story = Story(dict(account.names), fielded, losses={"A": [], "B": []})
    for step in walk.steps():
        if step.line["type"] == "end":
            story.end = step.line
            break
        _tell(step.line, step.events, account, story)
        for event in step.events:
            if event["event"] == "revealed":
                story.deployed = game.to_json(step.after)
            if event["event"] == "round-end":
                story.rounds[-1].state = game.to_json(step.after)
            if event["event"] == "round-start":
                story.rounds.append(Round(event["round"]))
    if walk.fault:
        raise StateError("print.record-not-true", source=record.source, line=walk.fault.line)
    return story


def _tell(line: Line, events: Any, account: Account, story: Story) -> None:
    if not story.rounds:
        return
    here = story.rounds[-1]
    # A round-end closes the old round before its sacrifices are told: they belong to it.
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
            story.losses[event["side"]].append((here.number, event["troop"], event["dp"]))
        if event["event"] in ("round-start", "round-end", "revealed"):
            continue
        words = str(line.get("action", "")).split()
        said = event["event"] == "moved" and words and words[0] in SAYS_WHERE
        if said and words[1] == event["unit"]:
            continue
        here.turns[-1].lines.append(account.event(event))


def report_sheet(record: Record, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The report of a battle: summary and chart, the field after each round, every turn."""
    story = story_of(record, catalog, t)
    width, height = style.room
    columns = max(1, int((width + 4) // 60))
    column = column_width(width, columns)
    blocks = [*_summary(story, record, catalog, column, style, t)]
    for each in story.rounds:
        blocks.extend(_round(each, column, style, t))
    foot = measure.foot_lines(t("report.foot"), width)
    bottom = height - measure.foot_height(foot)
    found = poured(blocks, width, bottom, columns, HEAD + 3.0, gap=2.2)
    sides = record.header["sides"]
    names = [str(sides[side]["list"].get("name", side)) for side in ("A", "B")]
    kicker = t("report.kicker", rounds=story.end["rounds"], size=record.header["size"])
    title, size, kicker = headed(t("report.title", a=names[0], b=names[1]), kicker, width)
    mark = icon("engagement", 8.0, title, style.colours["band-ink"], style.colours["band"])
    pages = tuple(
        AidPage(title, kicker, mark, tuple(page), foot, place == 0, size)
        for place, page in enumerate(found)
    )
    return AidSheet(title, width, height, arrow_picture(style), pages)


def _summary(
    story: Story, record: Record, catalog: Catalog, column: float, style: Style, t: Translator
) -> Iterator[AidBlock]:
    account = Account(story.names, catalog, t)
    sides = record.header["sides"]
    names = {side: str(sides[side]["list"].get("name", side)) for side in ("A", "B")}
    verdict = account.end(story.end)
    yield words_block(verdict, t("report.sides", a=names["A"], b=names["B"]), "", column).under(
        t("report.outcome")
    )
    points = [(0, 0)] + [
        tuple(each.state["sides"][side]["destroyed"] for side in ("A", "B"))
        for each in story.rounds
        if each.state
    ]
    halves = (half(story.fielded["B"]), half(story.fielded["A"]))
    chart = points_chart(points, halves, style, t("report.chart-alt", points=str(points)))
    yield picture_block(chart, t("report.chart"), t("report.chart-words"), "PB-9.1", column, WORDS)
    for side in ("A", "B"):
        lost = [
            t("report.loss", round=number, tile=account.troop(code), dp=dp)
            for number, code, dp in story.losses[side]
        ]
        total = sum(dp for _, _, dp in story.losses[side])
        title = t("report.losses", side=names[side], dp=total)
        yield words_block(title, " · ".join(lost) or t("report.no-losses"), "", column, "", WORDS)
    for side in ("A", "B"):
        units = " · ".join(
            name for unit, name in story.names.items() if unit.startswith(side.lower())
        )
        yield words_block(names[side], units, "", column, "", WORDS)
    field_alt = t("report.field-alt")
    picture = battle_field(story.deployed, style, field_alt)
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
            # Turns without consequences are told together.
            quiet += [title] if title else []
            continue
        if quiet:
            blocks.append(told_block("", quiet, column, WORDS))
            quiet = []
        blocks.append(told_block(title, lines, column, WORDS))
    if quiet:
        blocks.append(told_block("", quiet, column, WORDS))
    for place, block in enumerate(blocks):
        yield block.under(heading) if place == 0 else block
    if each.state:
        picture = battle_field(each.state, style, t("report.field-alt"))
        yield picture_block(picture, t("report.after", number=each.number), "", "", column, WORDS)
