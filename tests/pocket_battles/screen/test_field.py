"""The drawn field: fifteen zones in eighty columns, whatever stands on them."""

import pytest

from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.state_drawing import parse_drawing
from pbbuild.pocket_battles.rules.state_file import read_state
from pbbuild.pocket_battles.screen.field import ASCII, _cell, field_lines, roster_lines
from pbbuild.pocket_battles.screen.story import BattleStory
from pbbuild.text.translate import Translator
from tests.pocket_battles.playtest.fights import game, record, rich
from tests.states import DRAWN
from tests.tiers import tries

GOLDEN = """\
Round 2 - A's turn - start of a turn
A: 3 unused, 1 on units, 1 passed, 0 set aside; destroyed 4 of 25 DP
B: 4 unused, 0 on units, 0 passed, 0 set aside; destroyed 0 of 25 DP
        +----- B's right ------+----- B's centre -----+------ B's left ------+
B rear  |                      | b3 #3344 o34         |                      |
        +----------------------+----------------------+----------------------+
B front |>b1 o456              |                      |                      |
        +----------------------+----------------------+----------------------+
engaged | b2 #34 !1 xa2,a3     |                      |                      |
        | a2 #22 o6 xb2        |                      |                      |
        | a3 #2345 o46 xb2     |                      |                      |
        +----------------------+----------------------+----------------------+
A front | a1 o456 *1           |                      |                      |
        +----------------------+----------------------+----------------------+
A rear  |                      |                      |                      |
        +------ A's left ------+----- A's centre -----+----- A's right ------+
# black dice  o white dice  ! wounds  * orders  x in contact with"""


def test_the_field_as_it_is_drawn() -> None:
    drawn = DRAWN.replace("; CON10", "")
    state = read_state(parse_drawing(drawn, "x"), game().catalog)
    lines = field_lines(state, Translator("en"), plain=True, marked=["b1"])
    assert "\n".join(line.rstrip() for line in lines) == GOLDEN


def test_from_the_other_seat_everything_is_turned_round() -> None:
    state = read_state(parse_drawing(DRAWN, "x"), game().catalog)
    lines = field_lines(state, Translator("en"), plain=True, seat="B")
    assert lines[3].index("A's right") < lines[3].index("A's left")
    assert lines[-2].index("B's left") < lines[-2].index("B's right")
    assert lines[4].startswith("A rear")
    assert lines[-2 - 1].startswith("B rear")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("rows", [12, 18, 24, 60])
def test_every_state_of_a_battle_fits(language: str, rows: int) -> None:
    found = record(*rich()[0])
    walk = RecordReplay(game(), found, opening_of_record(game(), found))
    for number, step in enumerate(walk.steps()):
        if number % tries(7, 20):
            continue
        document = game().to_json(step.after)
        for plain in (False, True):
            lines = field_lines(document, Translator(language), plain=plain, rows=rows)
            assert all(len(line) <= 80 for line in lines)
            assert len(lines) <= max(rows, 11)
            drawn = "\n".join(lines[3:-1])
            if plain:
                assert drawn.isascii()
            if rows == 60:
                units = [u for s in document["sides"].values() for u in s["units"] if u["zone"]]
                assert all(f"{unit['id']}" in drawn for unit in units)


@pytest.mark.clause("PB-2.1")
@pytest.mark.parametrize(
    ("zone", "side", "words"),
    [
        ("left A front", "A", "A’s left front"),
        ("left B front", "B", "B’s right front"),
        ("centre B rear", "B", "B’s centre rear"),
        ("right engagement", "A", "the engagement zone, A’s right"),
        ("right engagement", "B", "the engagement zone, B’s left"),
    ],
)
def test_words_to_a_player_name_sectors_from_the_owners_seat(
    zone: str, side: str, words: str
) -> None:
    assert BattleStory({}, game().catalog, Translator("en")).zone(zone, side) == words


def test_a_roster_keeps_to_eighty_columns_and_to_one_unit_where_asked() -> None:
    header = record(*rich()[0]).header
    names = {code: troop.name for code, troop in game().catalog.troops.items()}
    lines = roster_lines(header, names, {"fast": "Very Fast"}, Translator("en"))
    assert all(len(line) <= 80 for line in lines)
    codes = [t["code"] for s in header["sides"].values() for u in s["units"] for t in u["troops"]]
    assert all(code in "\n".join(lines) for code in codes)
    assert "Very Fast" in " ".join(" ".join(lines).split())
    assert roster_lines(header, names, {}, Translator("en"), only="b2")[0].startswith("b2  ")


@pytest.mark.parametrize(
    ("height", "drawn"),
    [
        (3, [" a1 o5", ">a2 o5", " a3 a4 a5 a6 a7"]),
        (1, [" a1>a2 a3 a4 a5 a6 a7"]),
        (8, [" a1 o5", ">a2 o5", *(f" a{number} o5" for number in range(3, 8)), ""]),
    ],
)
def test_a_crowded_zone_shows_as_many_dice_as_there_is_room_for(
    height: int, drawn: list[str]
) -> None:
    troop = {"code": "X", "black": [], "white": [5], "traits": []}
    units = [{"id": f"a{number}", "troops": [troop]} for number in range(1, 8)]
    assert _cell(units, {}, ASCII, height, {"a2"}, 22, {}) == drawn
