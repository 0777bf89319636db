"""Reports tell a battle as a story, whoever won and however long it took; posters face players."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbbuild.page.aid_sheet import AidSheet
from pbbuild.page.geometry import HANG
from pbbuild.page.html import Part
from pbbuild.page.pictures import shapes_of
from pbbuild.page.printables import PrintDocument
from pbbuild.page.style import Style
from pbbuild.play.record import Record, read_record
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.playtest.battles import fight_battle
from pbbuild.pocket_battles.screen.story import BattleStory
from pbbuild.pocket_battles.sheets.manual.example import example_record
from pbbuild.pocket_battles.sheets.manual.example_steps import Rolled, Said, first_round
from pbbuild.pocket_battles.sheets.story import report
from pbbuild.pocket_battles.sheets.story.account import report_of, side_names
from pbbuild.pocket_battles.sheets.story.field import battle_field
from pbbuild.pocket_battles.sheets.story.report import report_sheet
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
    head = sheet.pages[0].title
    assert [int(number) for number in re.findall(r"\d+", head)] == [more, fewer]
    headings = [block.heading for block in found if block.heading]
    assert f"victory in round {end['rounds']}" in headings[0]
    assert headings[1:3] == [EN("report.score"), EN("report.chance")]
    # Each turning point: its number on the curve, the chance before and after, a field, words.
    titles = [place for place, block in enumerate(found) if block.kind == "step" and block.number]
    assert 1 <= len(titles) <= 6
    assert [found[place].number for place in titles] == [
        str(number) for number in range(1, len(titles) + 1)
    ]
    for place in titles:
        swing, field, words = found[place + 1 : place + 4]
        before, after = map(int, re.findall(r"(\d+) %", swing.pictures[0].alt))
        assert 0 <= before <= 100
        assert 0 <= after <= 100
        assert abs(before - after) > 1
        assert field.pictures[0].alt == EN("report.field-alt")
        assert words.lines


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
        assert f"{name}\u00a0{line['dp']}" in told


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


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_poster_says_who_begins_each_round_and_has_a_place_for_the_turn(language: str) -> None:
    t = Translator(language)
    [document] = documents_of("poster", Style(theme="", language=language))
    for part in document.parts:
        [page] = part.sheet.pages
        said = [label.text for label in page.labels if label.kind == "small"]
        assert said == [t("poster.begins", player=2 - n % 2) for n in range(1, 7)] + [
            t("poster.turn")
        ]


@pytest.mark.parametrize("what", ["mat", "battlefield"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_boxes_beside_a_field_are_for_is_set_as_large_as_sentences(
    what: str, paper: str, language: str
) -> None:
    [document] = documents_of(what, Style(theme="", paper=paper, language=language))
    labels = [
        label for part in document.parts for page in part.sheet.pages for label in page.labels
    ]
    kinds = {label.kind for label in labels}
    assert "board-note" in kinds
    assert not kinds & {"box-note", "small"}


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
    labels = [[line.label for box in stack.boxes for line in box.lines] for stack in stacks]
    noted = (EN("opponent.seen"), EN("opponent.where"))
    hidden = [[one for one in own if one not in noted] for own in labels]
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


EXAMPLES = [("celts-80", "romans-80"), ("orcs-60", "elves-60"), ()]


def example_of(lists: tuple[str, ...]) -> Record:
    edition = CATALOG.editions["modern-1"]
    return example_record(edition, [ready(one) for one in lists], CATALOG, EN)


@pytest.mark.parametrize("lists", EXAMPLES)
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
    assert EN("example.after", number=len(numbers)) in headings
    # Each step has the clause of its action, and each roll its own picture.
    assert all(placed.block.clause for placed in page.blocks if placed.block.number)
    drawn = [placed.block for placed in page.blocks if placed.block.kind == "drawn"]
    assert len(drawn) > 2 * len(numbers)


@pytest.mark.parametrize("lists", EXAMPLES)
def test_every_number_of_the_worked_round_is_in_its_record(lists: tuple[str, ...]) -> None:
    record = example_of(lists)
    told = first_round(record, {"A": "Ours", "B": "Theirs"}, CATALOG, EN)
    starts = [line["n"] for line in record.lines if line.get("event") == "round-start"]
    end = starts[1] if len(starts) > 1 else record.lines[-1]["n"]
    lines = [line for line in record.lines if starts[0] < line["n"] < end]
    rolls = [line for line in lines if line["type"] == "dice"]
    shown = [one for step in told.steps for one in step.told if isinstance(one, Rolled)]
    assert [one.rolled for one in shown] == [tuple(line["dice"]) for line in rolls]
    assert [one.hits for one in shown] == [line["hits"] for line in rolls]
    for one in shown:
        # The hits below the dice, and those that traits add, are all of them.
        assert sum(map(one.printed.count, one.rolled)) + one.more == one.hits
    sentences = [one for step in told.steps for one in step.told if isinstance(one, str)]
    for sentence in sentences:
        # "5 dice: 2 to charge +2 Engagement +1 Impetus": the parts make the whole.
        if found := re.search(r"with (\d+) dice: (\d.*)\.", sentence):
            parts = [int(number) for number in re.findall(r"(?:^|\+)(\d+)", found[2])]
            assert sum(parts) == int(found[1]), sentence
        # "2 tokens: 1 order on it, plus 1": so does the price of an order.
        if found := re.search(r"Costs \*\*(\d+) tokens?\*\*: (\d+) orders? on it, (.*);", sentence):
            assert int(found[1]) == int(found[2]) + (found[3] == "plus 1"), sentence
    lost = sum(line["dp"] for line in lines if line.get("event") == "eliminated")
    points = [int(found) for one in sentences for found in re.findall(r"\((\d+) DP\)", one)]
    assert sum(points) == lost
    costs = [line["cost"] for line in lines if line.get("decision") in ("turn", "act")]
    paid = [int(found[1]) for one in sentences if (found := re.search(r"Costs \*\*(\d+)", one))]
    assert sum(paid) + sum(step.clause == "PB-5.6" for step in told.steps) == sum(costs)


@pytest.mark.clause("PB-T.15")
def test_the_worked_round_says_which_trait_lets_a_unit_shoot_from_the_rear() -> None:
    lists = (ready("confederacy-50"), ready("union-50"))
    found = 0
    for seed in range(1, 7):
        battle = fight_battle(lists, ("greedy",) * 2, seed, CATALOG, round_limit=1)
        header, *lines = battle.recorder.lines
        told = first_round(Record("x", header, lines), {"A": "Ours", "B": "Theirs"}, CATALOG, EN)
        for step in told.steps:
            if step.clause != "PB-8.1":
                continue
            own = step.state["sides"][step.side]["units"]
            zone = next(unit["zone"] for unit in own if unit["id"] == step.units[0])
            is_said = any("from the rear: Long Range" in str(one) for one in step.told)
            assert is_said == zone.endswith("rear")
            found += is_said
    assert found


@pytest.mark.clause("PB-4.4", "PB-4.5", "PB-T.8")
def test_the_worked_round_explains_what_a_first_game_would_call_a_mistake() -> None:
    """A unit that acts after its redeployment is Fast; a further order says what it costs."""
    found = {"fast": 0, "dear": 0}
    for seed in range(1, 7):
        lists = (ready("orcs-60"), ready("elves-60"))
        battle = fight_battle(lists, ("greedy",) * 2, seed, CATALOG, round_limit=1)
        header, *lines = battle.recorder.lines
        told = first_round(Record("x", header, lines), {"A": "Ours", "B": "Theirs"}, CATALOG, EN)
        said = [one for step in told.steps for one in step.told if isinstance(one, Said)]
        fast, dear = _explained(lines)
        assert sum(one == "It still acts: it is Fast." for one in said) == fast
        prices = [re.search(r"\((\d+) tokens?: \d+ orders? on it", one) for one in said]
        # Wounds may have taken orders off a unit: then its order is as cheap as a first one.
        assert len([one for one in prices if one]) <= len(dear)
        assert {int(one[1]) for one in prices if one} <= set(dear)
        found["fast"] += fast
        found["dear"] += len(dear)
    assert all(found.values())


def _explained(lines: list[dict[str, Any]]) -> tuple[int, list[int]]:
    """How many units act after their redeployment; the prices of reactions and further orders."""
    fast, moved = 0, ""
    paid: dict[str, int] = {}
    dear: list[int] = []
    for line in lines:
        if line.get("event") == "round-end":
            break
        verb, *units = str(line.get("action", "-")).split()
        if line.get("decision") == "turn":
            moved = ""
        if verb == "redeploy":
            moved = units[0]
        elif line.get("cost") and units:
            if units[0] == moved:
                fast, moved = fast + 1, ""
            if paid.get(units[0]) and line["decision"] in ("react", "follow-up"):
                dear.append(line["cost"])
            paid[units[0]] = paid.get(units[0], 0) + line["cost"]
    return fast, dear


@pytest.mark.parametrize("lists", EXAMPLES)
def test_the_worked_round_shows_a_charge_a_reaction_and_wounds(lists: tuple[str, ...]) -> None:
    told = first_round(example_of(lists), {"A": "", "B": ""}, CATALOG, EN)
    shown = set().union(*(step.shows for step in told.steps[:5]))
    assert {"charge", "redeploy", "wounded", "eliminated"} <= shown
    assert shown & {"intercept", "react-shoot"}
    # Units that do nothing are pale: no step is about all of them.
    for step in told.steps[:5]:
        assert len({*step.units, *step.also}) < len(told.names) / 2 + 2


def test_the_log_calls_sides_by_their_army_and_units_without_it() -> None:
    record = record_of("celts-60", "romans-60", "greedy", 3)
    report = report_of(record, CATALOG, EN, sides={"A": "Celts", "B": "Romans"})
    told = [
        line for one in report.rounds for turn in one.turns for line in (turn.title, *turn.lines)
    ]
    assert not any(line.startswith(("A:", "B:", "A ", "B ")) for line in told)
    assert any(line.startswith(("Celts", "Romans")) for line in told)
    # The dice of an order follow it; those of other rolls are in sentences of their own.
    rolls = [line for line in record.lines if line["type"] == "dice" and line.get("unit")]
    shown = "\n".join(told)
    for roll in rolls:
        assert "\u00a0".join(map(str, roll["dice"])) in shown
    hits = [EN("account.hits", count=roll["hits"]) for roll in rolls]
    assert sum(line.count(" hit") for line in told) == len(hits)


def test_sides_with_the_same_list_have_different_names() -> None:
    def names(enemy: str) -> dict[str, str]:
        lists = (ready("celts-60"), ready(enemy))
        battle = fight_battle(lists, ("quick", "quick"), 2, CATALOG, round_limit=1)
        header, *lines = battle.recorder.lines
        return side_names(Record("battle", header, lines), CATALOG, "en")

    assert {name[-3:] for name in names("celts-60").values()} == {"(A)", "(B)"}
    assert names("romans-60") == {"A": "Celts", "B": "Romans"}


@pytest.mark.parametrize("language", ["en", "it"])
def test_sentences_about_an_army_are_right_for_one_name_and_for_many(language: str) -> None:
    """“Union passes” is right, “Romans passes” is not: no verb agrees with the name."""
    t = Translator(language)
    story = BattleStory({}, CATALOG, t, sides={"A": "Romans", "B": "Union"})
    about = {"type": "choice", "side": "A", "cost": 1}
    lines: list[dict[str, Any]] = [
        {**about, "decision": "turn", "action": "pass"},
        {**about, "decision": "react", "action": "wait"},
        {**about, "decision": "follow-up", "action": "done"},
        {**about, "decision": "sacrifice", "action": "done"},
        {**about, "decision": "wound", "action": "wound a1 ROM17 from passed"},
        {"type": "event", "event": "set-aside", "side": "A", "tokens": 2},
        {"type": "event", "event": "conceded", "side": "A"},
    ]
    for line in lines:
        assert story.line(line).startswith("Romans: "), line


def test_an_arrow_shows_where_a_unit_moves_to() -> None:
    state: dict[str, Any] = {"sides": {"A": {"units": []}, "B": {"units": []}}}
    for side, number, zone in (("A", 1, "left A front"), ("B", 1, "right B rear")):
        unit = {"id": f"{side.lower()}{number}", "zone": zone, "troops": []}
        state["sides"][side]["units"].append(unit)
    style = Style(theme="neutral")
    for goes_to in ("centre A front", "left A rear"):
        drawn = shapes_of(battle_field(state, style, "x", ("a1",), 20.0, goes_to))
        still = shapes_of(battle_field(state, style, "x", ("a1",), 20.0))
        assert drawn.startswith(still)
        [end] = re.findall(r'd="M([\d.]+) ([\d.]+)l', drawn[len(still) :])
        # The field has three zones of 20 across; with one unit in a zone, five rows of 6.6.
        assert (int(float(end[0]) // 20), int(float(end[1]) // 6.6)) == (
            ("left", "centre", "right").index(goes_to.split()[0]),
            3 if goes_to.endswith("front") else 4,
        )


def test_a_turning_point_alone_in_its_row_has_the_armies_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(report, "MOMENTS", 4)
    record = record_of("romans-60", "celts-60", "random", 5)
    sheet = report_sheet(record, CATALOG, Style(theme="neutral"), EN)
    numbers = [placed.block.number for placed in sheet.pages[0].blocks if placed.block.number]
    assert numbers == ["1", "2", "3", "4"]
    [last] = [placed for placed in sheet.pages[0].blocks if placed.block.number == "4"]
    armies = [one for one in sheet.pages[0].blocks if "squares" in one.block.heading]
    armies += [one for one in sheet.pages[0].blocks if "discs" in one.block.heading]
    assert [round(one.y) for one in armies] == [round(last.y)] * 2
    # Where the units stood begins the log.
    assert blocks(sheet, 1)[0].heading == EN("report.deployed")


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


def test_a_line_of_the_log_that_goes_on_is_printed_behind_the_first() -> None:
    style = Style(theme="neutral")
    sheet = report_sheet(record_of("celts-60", "romans-60", "greedy", 3), CATALOG, style, EN)
    part = Part("aid/aid.html.j2", sheet, style, ("aid.css",), sheet.title)
    indents = set()
    for page, laid in zip(sheet.pages, pages_of(PrintDocument("", "", (part,)), EN), strict=True):
        told = [placed.block for placed in page.blocks if placed.block.kind == "step"]
        for block, box in zip(told, laid.boxes("aid-step"), strict=True):
            starts: dict[float, float] = {}
            for words in laid.of("words"):
                if words.home == box:
                    line = round(words.area.bottom, 1)
                    starts[line] = min(words.area.x - box.area.x, starts.get(line, HANG * 9))
            lines = [starts[line] for line in sorted(starts)][bool(block.heading) :]
            for start, is_on in zip(lines, block.hung, strict=bool(block.hung)):
                assert start == pytest.approx(HANG * is_on, abs=0.05)
                indents.add(is_on)
    assert indents == {False, True}


@pytest.mark.parametrize("lists", EXAMPLES)
def test_what_happens_in_the_worked_round_stands_behind_its_sign(lists: tuple[str, ...]) -> None:
    told = first_round(example_of(lists), {"A": "Ours", "B": "Theirs"}, CATALOG, EN)
    for step in told.steps:
        for one, after in pairwise(step.told):
            if isinstance(after, Rolled):
                # The sentence above a roll says with which dice it is.
                assert isinstance(one, Said)
                assert one.sign == ("black-die" if after.is_strike else "white-die")
        for one in step.told:
            if isinstance(one, Said):
                assert ("Costs" in one) == (one.sign == "order-token")
                assert (" DP)" in one) == (one.sign == "removed")
                assert ("set aside" in one) == (one.sign == "token-aside")


def test_the_worked_round_names_the_rosters_to_play_it_with() -> None:
    lists = [ready("celts-80"), ready("romans-80")]
    [document] = documents_of("example", Style(theme=""), lists)
    told = " ".join(blocks(document.parts[0].sheet, 0)[0].lines)
    assert all(f"**{one.name}**" in told for one in lists)
    # No step is a chain of charges: it would be taller than its column. Up to two lines say why.
    record = example_of(("celts-60", "romans-60"))
    steps = first_round(record, {"A": "Ours", "B": "Theirs"}, CATALOG, EN).steps[:4]
    assert max(len(step.told) for step in steps) <= 18


def test_a_redeployment_is_told_with_the_action_of_its_turn() -> None:
    record = record_of("celts-60", "romans-60", "greedy", 3)
    report = report_of(record, CATALOG, EN)
    turns = [turn for one in report.rounds for turn in one.turns]
    begun = [line for line in record.lines if line.get("decision") == "turn"]
    sacrificed = [line for line in record.lines if line.get("decision") == "sacrifice"]
    assert any(line["action"].startswith("redeploy") for line in begun)
    assert len(turns) == len(begun) + sum(line["action"] != "done" for line in sacrificed)
    for turn in turns:
        assert "redeploys to" not in turn.title or turn.title.count(".") >= 2, turn.title
