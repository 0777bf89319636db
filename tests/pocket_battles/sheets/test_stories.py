"""Reports tell a battle as a story, whoever won and however long it took; posters face players."""

from pathlib import Path
from typing import Any

import pytest

from pbbuild.page.aid_sheet import AidSheet
from pbbuild.page.style import Style
from pbbuild.play.record import Record, read_record
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.playtest.battles import fight_battle
from pbbuild.pocket_battles.screen.story import BattleStory
from pbbuild.pocket_battles.sheets.report import report_of, report_sheet
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.pocket_battles.sheets.layout import faults, pages_of
from tests.pocket_battles.sheets.samples import documents_of, ready

EN = Translator("en")
CATALOG = load_catalog()


def record_of(a: str, b: str, agent: str, seed: int) -> Record:
    battle = fight_battle((ready(a), ready(b)), (agent, agent), seed, CATALOG)
    header, *lines = battle.recorder.lines
    return Record("battle", header, lines)


def blocks(sheet: AidSheet, page: int) -> list[Any]:
    return [placed.block for placed in sheet.pages[page].blocks]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b", "agent", "seed"),
    [
        ("celts-60", "romans-60", "greedy", 3),
        ("orcs-80", "elves-80", "greedy", 4),
        ("macedonians-50", "persians-50", "greedy", 5),
        ("romans-80", "celts-80", "random", 5),
    ],
)
def test_the_first_page_says_who_won_and_shows_every_turning_point(
    a: str, b: str, agent: str, seed: int
) -> None:
    record = record_of(a, b, agent, seed)
    end = record.lines[-1]
    sheet = report_sheet(record, CATALOG, Style(theme="neutral"), EN)
    found = blocks(sheet, 0)
    headings = [block.heading for block in found if block.heading]
    more, fewer = sorted(end["destroyed"].values(), reverse=True)
    assert f"victory in round {end['rounds']}, {more} to {fewer}" in headings[0]
    assert headings[1:3] == [EN("report.score"), EN("report.chance")]
    points = [block for block in found if "→" in block.clause]
    assert 1 <= len(points) <= 6
    assert all(block.pictures and block.lines for block in points)
    # The chances are those of the side that is named, before and after.
    for block in points:
        before, after = block.clause.rstrip(" %").rsplit(" → ", 1)
        assert 0 <= int(before.split()[-1]) <= 100
        assert 0 <= int(after) <= 100


@pytest.mark.slow
def test_what_each_unit_lost_is_what_the_record_says() -> None:
    record = record_of("celts-60", "romans-60", "greedy", 3)
    sheet = report_sheet(record, CATALOG, Style(theme="neutral"), EN)
    told = " ".join(
        " ".join(block.lines) for page in range(len(sheet.pages)) for block in blocks(sheet, page)
    )
    lost = [line for line in record.lines if line.get("event") == "eliminated"]
    assert lost
    for line in lost:
        name = CATALOG.troops[line["troop"]].name
        assert f"{name} {line['dp']} (round" in told


def test_a_battle_given_up_at_once_is_one_short_page(tmp_path: Path) -> None:
    words = ("play", "union-50", "--against", "confederacy-50", "--seed", "3")
    done = run(*words, "--record", "c.jsonl", folder=tmp_path, text="concede\nyes\n")
    assert "You conceded" in done.stdout
    given_up = read_record(tmp_path / "c.jsonl")
    sheet = report_sheet(given_up, CATALOG, Style(theme="neutral"), EN)
    [page] = sheet.pages
    first = page.blocks[0].block
    assert first.heading == "Confederacy: victory, the enemy conceded before the first round"
    assert EN("report.no-story") in " ".join(first.lines)
    # No gaps are blown up to fill the page.
    assert max(placed.y + placed.block.height for placed in page.blocks) < sheet.height / 2


def test_a_poster_faces_both_players_in_their_colours() -> None:
    style = Style(theme="")
    [document] = documents_of("poster", style, [ready("union-50"), ready("confederacy-50")])
    assert [part.style.theme for part in document.parts] == ["union", "confederacy"]
    for part in document.parts:
        [page] = part.sheet.pages
        assert not any(label.turned for label in page.labels)
        names = [label.text for label in page.labels if label.kind == "zone-name"]
        assert len(names) == len(set(names)) == 9
        boxes = [label.text for label in page.labels if label.kind == "box-title"]
        assert boxes == [
            EN(f"mat.{key}") for key in ("round", "costs", "unused", "aside", "casualties")
        ]


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_a_zone_is_for_is_as_large_in_every_sector(paper: str, language: str) -> None:
    t = Translator(language)
    [document] = documents_of("poster", Style(theme="", paper=paper, language=language))
    [page] = document.parts[0].sheet.pages
    for zone in ("engagement", "front", "rear"):
        said = [label.kind for label in page.labels if label.text == t(f"poster.{zone}-for")]
        assert len(said) in (0, 3)
        assert len(set(said)) <= 1


@pytest.mark.parametrize("name", ["union-80", "persians-80"])
def test_the_opponent_has_a_line_for_each_hidden_tile_and_no_name_on_it(
    name: str,
) -> None:
    own = ready(name)
    [document] = documents_of("opponent", Style(theme=""), [own])
    stacks = [stack for page in document.parts[0].sheet.pages for stack in page.stacks]
    labels = [[line.label for line in stack.lines] for stack in stacks]
    hidden = [[one for one in own if one != EN("opponent.seen")] for own in labels]
    assert hidden == [
        [EN("opponent.tile", number=number) for number in range(2, len(unit.troops) + 1)]
        for unit in own.units
        if unit.troops
    ]
    for page in pages_of(document, EN):
        assert faults(page, 7.0) == []


def test_tiles_that_a_unit_loses_at_once_are_one_sentence() -> None:
    record = record_of("celts-60", "romans-60", "greedy", 3)
    report = report_of(record, CATALOG, EN)
    events = [line for line in record.lines if line.get("event") == "eliminated"]
    told = [line for one in report.rounds for turn in one.turns for line in turn.lines]
    losses = [line for line in told if " DP)." in line]
    assert 0 < len(losses) < len(events)
    # Nothing is left out: the points add up to those of the record.
    points = [int(line.rsplit("(", 1)[1].split()[0]) for line in losses]
    assert sum(points) == sum(event["dp"] for event in events)
    destroyed = [line for line in record.lines if line.get("event") == "unit-destroyed"]
    assert sum("is destroyed" in line for line in told) == len(destroyed)


@pytest.mark.parametrize("lists", [("celts-80", "romans-80"), ("orcs-60", "elves-60"), ()])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_worked_round_is_one_page_that_ends_with_the_field(
    paper: str, lists: tuple[str, ...]
) -> None:
    style = Style(theme="", paper=paper)
    edition = "" if lists else "modern-1"
    [document] = documents_of("example", style, [ready(one) for one in lists], edition=edition)
    [page] = document.parts[0].sheet.pages
    numbers = [int(placed.block.number) for placed in page.blocks if placed.block.number]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 4
    headings = [placed.block.heading for placed in page.blocks if placed.block.heading]
    assert headings[-1] in (
        EN("report.after", number=1),
        EN("cards.example-after", number=len(numbers)),
    )
    # Each roll says what each of its dice scores.
    assert any("→" in line for placed in page.blocks for line in placed.block.lines[:4])


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_report_tells_wounds_in_words_not_as_commands(language: str) -> None:
    t = Translator(language)
    story = BattleStory({"b4": "b4 Guards"}, CATALOG, t)
    line = {"type": "choice", "side": "B", "decision": "wound", "cost": 0}
    for action in ("wound b4 ROM17", "eliminate b4 ROM17", "sacrifice b4 ROM17"):
        told = story.full({**line, "action": action})
        assert action not in told
        assert "b4 Guards" in told
        assert CATALOG.troops["ROM17"].name in told
    told = story.full({**line, "action": "deploy b4 right B front"})
    assert "deploy b4" not in told
    assert "b4 Guards" in told
