"""A worked first round: a real battle of the rules engine, turn by turn, with fields and dice."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    INDENT,
    PRINTS,
    AidBlock,
    PlacedBlock,
    TextSizes,
    group_block,
    moved,
    picture_block,
    stacked,
    text_block,
    words_block,
)
from pbbuild.page.aid_sheet import TOP, AidSheet, fitted_pages, sheet_of
from pbbuild.page.geometry import HEADING, column_count, column_width
from pbbuild.page.pictures import PAPER, Picture, dice_shapes, drawing
from pbbuild.page.style import Style
from pbbuild.play.record import Record, RecordLine
from pbbuild.pocket_battles.catalog.model import Catalog, Edition
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import fight_battle
from pbbuild.pocket_battles.sheets.leaf import ready_lists
from pbbuild.pocket_battles.sheets.leaf_pictures import BRASS, drawn_block
from pbbuild.pocket_battles.sheets.story.account import BattleReport, Turn, report_of
from pbbuild.pocket_battles.sheets.story.field import battle_field
from pbbuild.text.translate import Translator

EXAMPLE_AGENT: Final = "greedy"
EXAMPLE_SEED: Final = 7
WIDE: Final = 3  # columns of a page that holds the example alone
NARROW_PAGES: Final = 4
LEAST_PRINT: Final = 0.95
FIELD: Final = 0.82  # the width of a field, as part of its column
_TILTS: Final = (-8, 6, -5, 7)


def example_record(edition: Edition, lists: Sequence[ArmyList], catalog: Catalog) -> Record:
    """A battle for the example: of two lists, or of the edition's smallest ready ones."""
    chosen = list(lists)
    if not chosen:
        chosen = [find_list(name).army_list for name in ready_lists(edition.armies)]
    battle = fight_battle((chosen[0], chosen[1]), (EXAMPLE_AGENT,) * 2, EXAMPLE_SEED, catalog)
    header, *lines = battle.recorder.lines
    return Record("example", header, lines)


def example_sheet(record: Record, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The first turns of a recorded battle, step by step, with the field after the first round."""
    # Every turn is shown with its field, every roll with the dice of its unit.
    shown = [
        line
        for line in record.lines
        if line.get("decision") in ("turn", "act") or line["type"] == "dice"
    ]
    report = report_of(record, catalog, t, {line["n"]: "" for line in shown})
    width, height = style.inner_size
    columns = column_count(width)
    column = column_width(width, columns)
    foot = measure.foot_lines(t("cards.example-foot"), width)
    bottom = height - measure.foot_height(foot)
    sides = record.header["sides"]
    names = {side: str(sides[side]["list"].get("name", side)) for side in ("A", "B")}
    # As many turns as one page holds in type that is not small; narrow paper takes more pages.
    turns = _turns(report)
    most = 1 if columns >= WIDE else NARROW_PAGES
    prints = [words for words in PRINTS if words.factor >= LEAST_PRINT]
    pages: list[list[PlacedBlock]] = []
    for count in range(len(turns), 0, -1):
        at = partial(_example, report, names, count, column, style, t)
        pages = fitted_pages(
            at,
            width,
            bottom,
            columns,
            prints=prints,
        )
        if len(pages) <= most:
            break
    kicker = " · ".join(names.values())
    return sheet_of(t("cards.example-title"), kicker, "charge", pages, foot, style, t)


def _turns(report: BattleReport) -> list[Turn]:
    """The turns of the first round."""
    return [turn for turn in report.rounds[0].turns if turn.lines or turn.title]


def _example(
    report: BattleReport,
    names: Mapping[str, str],
    count: int,
    column: float,
    style: Style,
    t: Translator,
    words: TextSizes,
) -> list[AidBlock]:
    """The deployment, the first `count` turns, and the field after them."""
    field = battle_field(report.deployed, style, t("report.field-alt"))
    lead = words_block(t("cards.example-lead"), column, words).under(t("report.deployed"))
    made = [lead, picture_block(field, "", t("report.field-words"), "", column, words)]
    for side in ("A", "B"):
        units = " · ".join(name for unit, name in report.names.items() if unit[0] == side.lower())
        mark = t(f"report.mark-{side}")
        title = t("cards.example-side", side=side, name=names[side], mark=mark)
        made.append(text_block(title, units, "", column, "", words))
    turns = _turns(report)
    for place, turn in enumerate(turns[:count], start=1):
        start, *rest = _turn(place, turn, report, column, words, style, t)
        made += [start.under(t("cards.example-turns")) if place == 1 else start, *rest]
    # What follows the last turn that is shown begins with the field after it.
    later = [report.moments[turn.n].state for turn in turns[count:] if turn.n in report.moments]
    state = later[0] if later else report.rounds[0].state
    if state:
        picture = battle_field(state, style, t("report.field-alt"))
        after = t("report.after", number=1)
        if later:
            after = t("cards.example-after", number=count)
        goes_on = t("cards.example-goes-on") if later else ""
        made.append(picture_block(picture, "", goes_on, "", column, words).under(after))
    return made


def _turn(
    number: int,
    turn: Turn,
    report: BattleReport,
    column: float,
    words: TextSizes,
    style: Style,
    t: Translator,
) -> list[AidBlock]:
    """One turn: what is done, the field with an arrow, then dice and consequences."""
    title = text_block(turn.title, "", "", column, str(number), words)
    moment = report.moments.get(turn.n)
    if moment is None or not turn.lines:
        return [title]
    inner = column - INDENT
    picture = battle_field(moment.state, style, t("report.field-alt"), moment.units)
    blocks = [drawn_block(picture.fitted(inner * FIELD))]
    start = 0
    lines = list(turn.lines)
    for place, roll in turn.rolls.items():
        lines[place] = _counted(roll, report, t)
    for place, roll in sorted(turn.rolls.items()):
        if lines[start:place]:
            blocks.append(words_block(" ".join(lines[start:place]), inner, words))
        blocks.append(drawn_block(_roll(roll, report, t).fitted(inner)))
        start = place
    blocks.append(words_block(" ".join(lines[start:]), inner, words))
    parts = [PlacedBlock(0.0, 0.0, column, title)]
    parts += moved(stacked(blocks, inner, 1.0), INDENT, title.height + 0.6)
    group = group_block(parts)
    # A turn is only broken where a column is too short for it.
    space = style.inner_size[1] - TOP - 2 * HEADING
    return [group] if group.height < space else [title, *blocks]


def _counted(line: RecordLine, report: BattleReport, t: Translator) -> str:
    """A roll in words: what each die scores, and the hits."""
    is_strike = "strike" in line["purpose"]
    printed = _printed(report.moments[line["n"]].state, str(line["unit"]), is_strike)
    scored = [(int(face), printed.count(int(face))) for face in line["dice"]]
    shown = ", ".join(f"{face}\u00a0→\u00a0{count}" for face, count in scored)
    more = line["hits"] - sum(count for _, count in scored)
    return t(
        f"account.dice-{line['purpose']}",
        unit=report.names.get(line["unit"], line["unit"]),
        target=report.names.get(line["target"], line["target"]),
        dice=f"{shown}, +{more}" if more > 0 else shown,
        hits=t("account.hits", count=line["hits"]),
    )


def _roll(line: RecordLine, report: BattleReport, t: Translator) -> Picture:
    """The dice rolled, tilted, those that hit in brass; then the dice of the unit they are for."""
    is_strike = "strike" in line["purpose"]
    printed = _printed(report.moments[line["n"]].state, str(line["unit"]), is_strike)
    rolled = [int(face) for face in line["dice"]]
    shapes, x = "", 1.0
    for place, face in enumerate(rolled):
        die, _ = dice_shapes((), (face,))
        if face in printed:
            die = die.replace(f'fill="{PAPER}"', f'fill="{BRASS}"')
        angle = _TILTS[place % len(_TILTS)]
        shapes += f'<g transform="translate({x:g} 1) rotate({angle} 12 12)">{die}</g>'
        x += 28.0
    middle = x + 3.0
    shapes += f'<path d="M{middle:g} 4v18" stroke="#8a8d90" stroke-width="1.2"/>'
    row, wide = dice_shapes(printed, ()) if is_strike else dice_shapes((), printed)
    shapes += f'<g transform="translate({middle + 7:g} 1)">{row}</g>'
    alt = t(
        "cards.roll-alt",
        rolled=" ".join(map(str, rolled)),
        printed=" ".join(map(str, printed)),
        hits=line["hits"],
    )
    return drawing(shapes, middle + 7 + wide, 26, 4.6, alt)


def _printed(state: Any, unit: str, is_strike: bool) -> list[int]:
    """The black or white dice of all living tiles of a unit."""
    faces: list[int] = []
    for one in state["sides"][unit[0].upper()]["units"]:
        if one["id"] == unit:
            for troop in one["troops"]:
                faces += troop["black" if is_strike else "white"]
    return sorted(faces)
