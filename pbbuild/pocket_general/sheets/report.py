"""The report of a game of Pocket General on paper, from its record."""

from collections.abc import Sequence
from typing import Any

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    NORMAL_PRINT,
    AidBlock,
    Cell,
    blocks_on_pages,
    column_width,
    sentences_block,
    table_block,
)
from pbbuild.page.aid_sheet import HEAD, AidPage, AidSheet, arrow_picture, fitted_head
from pbbuild.page.pictures import icon
from pbbuild.page.style import Style
from pbbuild.play.record import Record
from pbbuild.play.result_text import fault_text
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_general.playtest.games import opening
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.text.translate import Translator

# The events that a turn lists; every placement would be too much.
LISTED = ("combat", "captured", "late-war", "laid", "capitol", "conceded")


def report_sheet(record: Record, style: Style, t: Translator) -> AidSheet:
    """Turn by turn: what was fought over, sums and dice, who took it; and the score.

    The record is verified first; one that is not true is shown up to its first fault.
    """
    game, state = opening(record)
    walk = RecordReplay(game, record, state)
    nations = state.core.tables.nations
    account = GeneralAccount(game.catalog, nations, t)
    turns: list[tuple[str, list[str]]] = []
    score: list[tuple[int, int, int]] = []
    ending = ""
    for step in walk.steps():
        for line in (step.line, *step.events):
            sentence = account.line(dict(line))
            if line.get("event") == "turn":
                turns.append((sentence, []))
                score.append((line["turn"], line["held"]["A"], line["held"]["B"]))
            elif line.get("event") in LISTED and turns:
                turns[-1][1].append(sentence)
            elif line["type"] == "end":
                ending = sentence
                score.append((line["rounds"], line["destroyed"]["A"], line["destroyed"]["B"]))
    if walk.fault:
        ending = fault_text(walk.fault, t)
    return _sheet(account, record, turns, score, ending, style, t)


def _sheet(
    account: GeneralAccount,
    record: Record,
    turns: Sequence[tuple[str, list[str]]],
    score: Sequence[tuple[int, int, int]],
    ending: str,
    style: Style,
    t: Translator,
) -> AidSheet:
    width, height = style.inner_size
    columns = max(1, int((width + 4) // 92))
    column = column_width(width, columns)
    blocks: list[AidBlock] = [sentences_block(sentence, rest, column) for sentence, rest in turns]
    blocks.append(sentences_block(ending, (), column))
    blocks.append(_score(account, score, column, t))
    foot = measure.foot_lines(t("pocket-general.foot"), width)
    bottom = height - measure.foot_height(foot)
    colours = style.colours
    title = account.title(record.header)
    mark = icon("unit-threat", 8.0, title, colours["band-ink"], colours["band"])
    agents: Any = record.header.get("agents", {})
    kicker = " - ".join(str(agents.get(side, ""))[:20] for side in "AB")
    shown, size, beside = fitted_head(title, kicker, width)
    pages = tuple(
        AidPage(shown, beside, mark, tuple(page), foot, place == 0, size)
        for place, page in enumerate(blocks_on_pages(blocks, width, bottom, columns, HEAD + 3.0))
    )
    return AidSheet(title, width, height, arrow_picture(style), pages)


def _score(
    account: GeneralAccount, score: Sequence[tuple[int, int, int]], width: float, t: Translator
) -> AidBlock:
    heads = [t("pocket-general.report-turn"), account.nation("A"), account.nation("B")]
    rows = [[Cell(head, strong=True) for head in heads]]
    for number, (turn, a, b) in enumerate(score):
        name = t("pocket-general.report-end") if number == len(score) - 1 else str(turn)
        held = [Cell(str(count), level=min(3, count // 3)) for count in (a, b)]
        rows.append([Cell(name), *held])
    first = width * 0.3
    rest = (width - 1.0 - first) / 2
    return table_block(rows, [first, rest, rest], t("pocket-general.report-score"), NORMAL_PRINT)
