"""Suggestions, drafts, random armies and comparisons."""

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from pbbuild.base.budget import Budget
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.arrange import arrange
from pbbuild.pocket_battles.builder.candidates import may_become_sensible
from pbbuild.pocket_battles.builder.draft import Draft, begin_draft, bot_pick, drafted_list
from pbbuild.pocket_battles.builder.suggest import SHARES, army_worth, suggest
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import is_legal, points_of
from pbbuild.pocket_battles.rules.fitting_tiles import fitting_tiles
from pbbuild.pocket_battles.screen.list_comparison import compare_lists
from tests.cli import environment_in, run
from tests.pocket_battles.builder.toybox import catalog as toybox
from tests.pocket_battles.builder.toybox import union
from tests.pocket_battles.lists.random_lists import random_list
from tests.refusals import refused_with
from tests.robustness.inside import typed
from tests.tiers import quick_every, quick_first

CATALOG = load_catalog()


def ready(name: str) -> ArmyList:
    return find_list(name).army_list


def with_points_left(name: str) -> ArmyList:
    army_list = ready(name)
    smaller = next(unit for unit in army_list.units if len(unit.troops) == 1)
    return edit_list(army_list, [f"remove {smaller.troops[0]}"], CATALOG).army_list


@pytest.mark.parametrize("name", ["union-80", "celts-60", "persians-50"])
def test_suggestions_are_legal_edits_that_spend_more(name: str) -> None:
    before = with_points_left(name)
    ways = suggest(before, CATALOG)
    assert ways
    for way in ways:
        after = edit_list(before, ["; ".join(way.edits)], CATALOG).army_list
        assert after == way.army_list
        assert is_legal(after, CATALOG)
        assert points_of(before, CATALOG) < points_of(after, CATALOG) <= before.points
    assert [way.gain for way in ways] == sorted((way.gain for way in ways), reverse=True)


@pytest.mark.slow
def test_suggestions_free_at_least_what_was_asked() -> None:
    before = ready("confederacy-80")
    for way in suggest(before, CATALOG, free=7):
        assert points_of(before, CATALOG) - way.points >= 7
        assert is_legal(way.army_list, CATALOG)


@pytest.mark.slow
@pytest.mark.parametrize("seed", quick_first(range(6), 1))
def test_no_single_addition_is_better_than_the_first_suggestion(seed: int) -> None:
    chance = random.Random(seed)
    army = chance.choice(list(CATALOG.armies.values()))
    before = random_list(chance, CATALOG, army, 60)
    spent = points_of(before, CATALOG)
    before = replace(before, points=-(-(spent + 2) // 10) * 10)
    left = before.points - spent
    ways = suggest(before, CATALOG)
    for fit in fitting_tiles(before, CATALOG):
        # Only additions that spend all there is, so that points left lying do not count.
        if fit.troop.dp != left:
            continue
        for place in fit.units:
            script = f"add {fit.troop.code} to {place}"
            after = edit_list(before, [script], CATALOG).army_list
            unit = [CATALOG.troops[code] for code in after.units[place - 1].troops]
            if not may_become_sensible(unit):
                continue
            gain = army_worth(after, CATALOG) - army_worth(before, CATALOG)
            assert ways[0].gain >= gain - 1e-6


@pytest.mark.parametrize(
    ("name", "script", "free"),
    [
        pytest.param("union-80", "remove UNI11", 0, id="five points to spend"),
        pytest.param("celts-80", "remove CEL04", 0, id="four points to spend"),
        pytest.param("union-80", "", 10, id="ten points to free"),
        pytest.param("celts-60", "", 4, id="four points to free"),
    ],
)
def test_suggestions_are_ways_of_their_own(name: str, script: str, free: int) -> None:
    before = edit_list(ready(name), [script] if script else [], CATALOG).army_list
    ways = suggest(before, CATALOG, free=free)
    changed = []
    for way in ways:
        had, has = (
            Counter(CATALOG.troops[code].name for code in each.troops)
            for each in (before, way.army_list)
        )
        out = Counter({f"- {name}": count for name, count in (had - has).items()})
        changed.append(out + Counter({f"+ {name}": n for name, n in (has - had).items()}))
    assert len(ways) == 5
    for one, other in itertools.combinations(changed, 2):
        shared = (one & other).total() / min(one.total(), other.total())
        assert shared <= max(SHARES), (one, other)


def test_any_number_of_points_that_can_be_freed_is_freed() -> None:
    before = ready("union-80")
    spent, cheapest = points_of(before, CATALOG), 2
    for free in (36, 40, 60, spent - cheapest):
        ways = suggest(before, CATALOG, free=free, most=2)
        assert ways
        for way in ways:
            assert way.points <= spent - free
            assert way.army_list.units
    assert not suggest(before, CATALOG, free=spent - cheapest + 1)


def test_points_are_freed_by_a_search_that_stopped_early_too() -> None:
    budget = Budget(40)

    ways = suggest(ready("union-80"), CATALOG, free=40, budget=budget)

    assert budget.stopped
    assert ways[0].points <= 40


def test_no_suggestion_changes_a_tile_twice_for_the_same_list() -> None:
    two = replace(ready("union-50"), units=(ListUnit(("UNI10",)), ListUnit(("UNI13",))))

    ways = suggest(two, CATALOG, free=5, most=20)

    after = [frozenset(unit.troops for unit in way.army_list.units) for way in ways]
    assert len(set(after)) == len(after)
    assert all(len(way.edits) <= 2 for way in ways)
    assert not any("for UNI21" in text and "remove UNI21" in text for text in map(str, ways))


@pytest.mark.slow
def test_freeing_points_takes_out_and_does_not_rebuild() -> None:
    best = suggest(ready("union-80"), CATALOG, free=10)[0]
    assert best.points == 70
    removed = [edit for edit in best.edits if edit.startswith("remove ")]
    assert len(removed) == 2
    assert len(best.edits) <= 3
    assert not any(edit.startswith("add ") for edit in best.edits)


@pytest.mark.slow
def test_much_to_spend_is_spent_by_every_suggestion() -> None:
    wide = edit_list(ready("union-80"), ["resize 100"], CATALOG).army_list
    ways = suggest(wide, CATALOG)
    assert ways
    for way in ways:
        assert way.points >= 98
        assert way.gain > 0


@pytest.mark.slow
def test_no_suggestion_stacks_a_gun_with_tiles_that_charge() -> None:
    wide = edit_list(ready("union-80"), ["resize 100"], CATALOG).army_list
    for way in suggest(wide, CATALOG, most=20):
        for unit in way.army_list.units:
            troops = [CATALOG.troops[code] for code in unit.troops]
            guns = [troop for troop in troops if troop.type == "gun"]
            chargers = [troop for troop in troops if troop.black and troop.type != "gun"]
            assert not (guns and chargers), way.edits


def test_a_list_that_breaks_a_rule_is_to_be_mended_first() -> None:
    broken = edit_list(ready("union-80"), ["resize 50"], CATALOG).army_list
    with refused_with("suggest.illegal"):
        suggest(broken, CATALOG)


def test_what_fits_is_exactly_what_can_be_added_legally() -> None:
    for seed in range(12):
        chance = random.Random(seed)
        army = chance.choice(list(CATALOG.armies.values()))
        army_list = random_list(chance, CATALOG, army, 60)
        army_list = edit_list(army_list, [f"remove {army_list.troops[0]}"], CATALOG).army_list
        if not is_legal(army_list, CATALOG):
            continue
        told = {
            (fit.troop.code, place)
            for fit in fitting_tiles(army_list, CATALOG)
            for place in (*fit.units, *((0,) if fit.alone else ()))
        }
        legal = set()
        for troop in army.troops:
            if troop.code in army_list.troops:
                continue
            for place in range(len(army_list.units) + 1):
                script = f"add {troop.code} to {place or 'new'}"
                if is_legal(edit_list(army_list, [script], CATALOG).army_list, CATALOG):
                    legal.add((troop.code, place))
        assert told == legal


def played(draft: Draft) -> Draft:
    while not draft.is_over:
        side = draft.turn
        code = bot_pick(draft, side)
        if code:
            draft.pick(side, code)
        else:
            draft.stop(side)
    return draft


def test_bots_pick_fighters_first_and_balance_their_roles() -> None:
    for army in CATALOG.armies:
        draft = played(begin_draft(CATALOG, 50, [army], seed=7))
        for picks in draft.picks:
            troops = [CATALOG.troops[code] for code in picks]
            assert sum(bool(troop.black) for troop in troops[:5]) >= 3, (army, picks)
            points = sum(troop.dp for troop in troops)
            fighting = sum(troop.dp for troop in troops if troop.black)
            assert fighting >= 0.5 * points, (army, picks)


@pytest.mark.parametrize(
    ("armies", "mixed", "sealed", "points"),
    quick_every(
        [
            (["union"], False, False, 50),
            ([], True, False, 60),
            (["celts", "romans"], False, True, 80),
            (["orcs", "elves"], True, False, 60),
            ([], True, True, 60),
        ],
        4,
    ),
)
def test_bots_draft_legal_armies_from_separate_tiles(
    armies: list[str], mixed: bool, sealed: bool, points: int
) -> None:
    draft = begin_draft(CATALOG, points, armies, mixed=mixed, sealed=sealed, seed=3)
    assert draft.is_shared is not sealed
    played(draft)
    lists = [drafted_list(draft, side, "x")[0] for side in (0, 1)]
    for army_list in lists:
        assert is_legal(army_list, CATALOG)
        assert points * 0.9 <= points_of(army_list, CATALOG) <= points
        assert army_list.waivers == ((MIXED_ARMIES,) if mixed else ())
    assert not set(lists[0].troops) & set(lists[1].troops)


@pytest.mark.slow
def test_armies_too_large_for_one_box_are_drafted_from_all_of_them() -> None:
    draft = played(begin_draft(CATALOG, 60, [], seed=5))
    for side in (0, 1):
        army_list, _ = drafted_list(draft, side, "x")
        assert army_list.waivers == (MIXED_ARMIES,)
        assert is_legal(army_list, CATALOG)


@pytest.mark.parametrize(("armies", "points"), quick_first([(["union"], 50), ([], 80)], 1))
def test_sealed_packs_are_of_two_boxes_or_halves_of_the_one_named(
    armies: list[str], points: int
) -> None:
    draft = played(begin_draft(CATALOG, points, armies, sealed=True, seed=5))
    lists = [drafted_list(draft, side, "x")[0] for side in (0, 1)]
    assert len({army_list.army for army_list in lists}) == (1 if armies else 2)
    for army_list in lists:
        assert not army_list.waivers
        assert is_legal(army_list, CATALOG)
        assert points_of(army_list, CATALOG) >= points * 0.8


@pytest.mark.slow
def test_the_same_seed_drafts_the_same() -> None:
    drafts = [played(begin_draft(CATALOG, 60, [], mixed=True, seed=9)) for _ in range(2)]
    assert drafted_list(drafts[0], 0, "x") == drafted_list(drafts[1], 0, "x")
    other = played(begin_draft(CATALOG, 60, [], mixed=True, seed=10))
    assert drafted_list(drafts[0], 0, "x") != drafted_list(other, 0, "x")


@pytest.mark.parametrize(
    ("armies", "points", "code"),
    [
        (["union"], 55, "draft.size-not-in-tens"),
        (["union"], 100, "draft.too-few-tiles"),
        (["union", "celts"], 50, "draft.mixed-or-sealed"),
    ],
)
def test_drafts_that_cannot_be_are_refused(armies: list[str], points: int, code: str) -> None:
    with pytest.raises(UsageError) as refusal:
        begin_draft(CATALOG, points, armies)
    assert refusal.value.code == code


def test_tiles_without_wounds_are_left_in_the_box_when_nobody_leads_them() -> None:
    troops = [CATALOG.troops[code] for code in ("UNI11", "UNI04", "UNI07")]
    units, homeless = arrange(troops, 50, CATALOG, random.Random(1))
    assert [[troop.code for troop in unit] for unit in units] == [["UNI11"]]
    assert {troop.code for troop in homeless} == {"UNI04", "UNI07"}


def test_a_comparison_counts_dice_and_hits_exactly() -> None:
    left, right = union(("UNI12",), ("UNI10",)), union(("UNI12", "UNI13"))
    seen = compare_lists(left, right, toybox(), "en")
    assert (seen.only_left, seen.only_right, seen.both) == (("UNI10",), ("UNI13",), ("UNI12",))
    # Plain tiles with the faces 2 and 3: a charge of two dice hits 2 * 2/6 on average.
    assert seen.left.charge == pytest.approx(2 * (2 * 2 / 6))
    assert seen.left.strike == pytest.approx(2 * (2 / 6))
    assert seen.right.strike == pytest.approx(4 / 6)
    assert (seen.right.black, seen.right.white) == ((2, 2, 0, 0, 0), (0, 0, 0, 0, 0))


@pytest.mark.slow
def test_every_command_about_armies_answers(tmp_path: Path) -> None:
    made = run("random", "union", "--points", "50", "--seed", "4", "--save", folder=tmp_path)
    again = run("random", "union", "--points", "50", "--seed", "4", folder=tmp_path)
    assert made.returncode == 0
    assert made.stdout == again.stdout
    seen = run("diff", "random-union-4", "union-50", "--json", folder=tmp_path)
    assert json.loads(seen.stdout)["a"]["legal"] is True
    assert run("diff", "union-80", "celts-80", folder=tmp_path).returncode == 0
    told = run("suggest", "union-80", "--free", "6", "--json", folder=tmp_path)
    way = json.loads(told.stdout)[0]
    assert run("copy", "union-80", "Mine", folder=tmp_path).returncode == 0
    assert run("edit", "mine", way["edit"], folder=tmp_path).returncode == 0
    assert run("diff", "mine", folder=tmp_path).returncode == 0
    assert run("suggest", "mine", "--style", "odd", folder=tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("words", "commands"),
    [
        (("copy", "union-80", "Mine"), ["pbbuild edit mine"]),
        (("lists",), ["pbbuild copy union-80 union-80-2", "pbbuild edit union-80-2"]),
    ],
    ids=["a saved list", "a ready list"],
)
def test_suggest_ends_with_commands_for_this_very_list(
    words: tuple[str, ...], commands: list[str], tmp_path: Path
) -> None:
    typed(*words, folder=tmp_path)
    name = "mine" if words[0] == "copy" else "union-80"

    told = typed("suggest", name, "--free", "4", folder=tmp_path)

    for command in commands:
        assert f"  {command}" in told.err
    assert "LIST" not in told.err


@pytest.mark.slow
def test_a_person_drafts_against_the_bot(tmp_path: Path) -> None:
    picks = "UNI12\nUNI99\n?\nUNI13\nauto\n"
    told = run("draft", "union", "--seed", "5", folder=tmp_path, text=picks)
    assert told.returncode == 0
    assert "UNI99" in told.stderr
    mine = json.loads((tmp_path / "home/data/lists/draft-5-a.json").read_text())
    codes = [code for unit in mine["units"] for code in unit["troops"]]
    assert {"UNI12", "UNI13"} <= set(codes)
    assert run("check", "draft-5-a", folder=tmp_path).returncode == 0
    assert run("check", "draft-5-b", folder=tmp_path).returncode == 0


@pytest.mark.parametrize("name", ready_lists())
def test_every_ready_list_can_be_shared(name: str) -> None:
    from pbbuild.pocket_battles.lists.share_code import share_code

    assert len(share_code(ready(name), CATALOG)) <= 80


def test_a_draft_left_before_the_first_pick_leaves_no_lists(tmp_path: Path) -> None:
    told = run("draft", "union", "--seed", "5", folder=tmp_path, text="quit\n")
    assert told.returncode == 0
    assert "--seed 5" in told.stderr
    assert not list(tmp_path.glob("home/data/lists/*"))


@pytest.mark.slow
def test_a_draft_left_in_the_middle_goes_on_where_it_was_and_ends_alike(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    begun = ("draft", "union", "--seed", "5")
    whole = run(*begun, folder=tmp_path / "one", text="UNI12\nUNI13\nauto\n")
    left = run(*begun, folder=tmp_path / "two", text="UNI12\nquit\n")
    welcome = run(folder=tmp_path / "two")
    rest = run("draft", "--resume", folder=tmp_path / "two", text="UNI13\nauto\n")

    assert left.returncode == 0
    assert "pbbuild draft --resume" in left.stderr
    assert "pbbuild draft --resume" in welcome.stdout
    assert (whole.returncode, rest.returncode) == (0, 0), rest.stderr
    for side in "ab":
        drafted = f"home/data/lists/draft-5-{side}.json"
        assert (tmp_path / "two" / drafted).read_bytes() == (
            tmp_path / "one" / drafted
        ).read_bytes()
    assert not list(tmp_path.glob("*/home/data/games/*"))
    assert run("draft", "--resume", folder=tmp_path / "two").returncode == 2


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"moves": ["UNI12", "UNI12"]}, id="a tile twice"),
        pytest.param({"moves": ["", "", ""]}, id="more than there was to do"),
        pytest.param({"moves": [3]}, id="a move that is no tile"),
        pytest.param({"armies": ["martians"]}, id="an army nobody knows"),
        pytest.param({"people": [False, False]}, id="nobody to ask"),
        pytest.param({"points": "fifty"}, id="points in words"),
        pytest.param({"format": "pbbuild-save/1"}, id="another kind of file"),
    ],
)
def test_a_kept_draft_that_was_altered_is_refused_and_left_alone(
    tmp_path: Path, change: dict[str, object]
) -> None:
    run("draft", "union", "--seed", "5", folder=tmp_path, text="UNI12\nquit\n")
    [save] = tmp_path.glob("home/data/games/*")
    save.write_text(json.dumps({**json.loads(save.read_text()), **change}))
    told = run("draft", "--resume", folder=tmp_path, text="auto\n")
    assert told.returncode == 2
    assert str(save) in told.stderr
    assert save.exists()


def test_a_slip_in_a_draft_is_not_written_down(tmp_path: Path) -> None:
    with patch("pbbuild.pocket_battles.commands.build.draft.write_draft") as kept:
        for slips in (0, 500):
            kept.reset_mock()
            answer = typed(
                *("draft", "union", "--seed", "5", "--points", "50"),
                folder=tmp_path,
                text="UNI12\n" + "1\n" * slips + "quit\n",
            )
            assert answer.status == 0, answer
            assert kept.call_count == 2


@pytest.mark.slow
def test_a_random_army_is_saved_even_where_the_screen_is_full(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pbbuild", "random", "union", "--seed", "4", "--save"],
            stdout=full,
            stderr=subprocess.DEVNULL,
            env=environment_in(tmp_path),
            cwd=tmp_path,
            check=False,
        )
    assert done.returncode == 2
    assert (tmp_path / "home/data/lists/random-union-4.json").is_file()
