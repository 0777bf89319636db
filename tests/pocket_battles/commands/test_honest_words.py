"""What commands say is true at the edges: overspent lists, uneven battles, losses, extremes."""

import json
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.builder.request import BuildRequest
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.commands.build.edit_session import heading
from pbbuild.pocket_battles.commands.build.new_dialogue import Dialogue
from pbbuild.pocket_battles.commands.play.comparisons import _print_edits
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.improve import ImprovementStep
from tests.cli import run

CATALOG = load_catalog()


@pytest.fixture
def session() -> BattlesSession:
    return BattlesSession(language_option="en")


def answers(*words: str) -> object:
    return patch(
        "pbbuild.pocket_battles.commands.build.new_dialogue.click.prompt", side_effect=words
    )


def test_a_size_that_is_no_size_is_asked_again_at_once(
    session: BattlesSession, capsys: pytest.CaptureFixture[str]
) -> None:
    dialogue = Dialogue(session, BuildRequest(points=85), None, False)
    with answers("86", "50"):  # type: ignore[attr-defined]
        dialogue._ask_size()
    assert dialogue.request.points == 50
    told = capsys.readouterr().err
    assert "play 85 points" in told
    assert "play 86 points" in told


def test_a_build_that_no_choice_of_tiles_makes_possible_ends_the_dialogue(
    session: BattlesSession,
) -> None:
    request = BuildRequest(points=50, army="union", style="balanced", seed=1)
    dialogue = Dialogue(session, request, None, False)
    refused = UsageError("new.size-not-in-tens", size=50)
    with patch.object(BuildRequest, "build", side_effect=refused), pytest.raises(UsageError):
        dialogue._review()


def test_an_army_that_cannot_be_saved_is_not_asked_for_again_and_again(
    session: BattlesSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    request = BuildRequest(points=50, army="union", style="balanced", seed=1, name="Mine")
    dialogue = Dialogue(session, request, None, False)
    full = PbbuildError("cannot-write", source="mine.json", reason="No space left on device")
    store = "pbbuild.pocket_battles.commands.build.new_dialogue.store"
    with answers("Mine"), patch(store, side_effect=full), pytest.raises(PbbuildError):  # type: ignore[attr-defined]
        dialogue._save()


def test_more_points_than_the_size_are_not_called_spent(session: BattlesSession) -> None:
    army_list = find_list("union-80").army_list
    assert "All points are spent" in heading(session, "fits", army_list).plain
    over = heading(session, "fits", replace(army_list, points=76)).plain
    assert over.startswith("4 points too many")
    assert heading(session, "fits", replace(army_list, points=79)).plain.startswith("1 point too")


def test_a_unit_is_removed_by_its_number(tmp_path: Path) -> None:
    run("copy", "union-80", "mine", folder=tmp_path)
    units = json.loads(run("show", "mine", "--json", folder=tmp_path).stdout)["units"]
    done = run("edit", "mine", f"remove {len(units)}", "remove unit 1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    left = json.loads(run("show", "mine", "--json", folder=tmp_path).stdout)["units"]
    assert [unit["troops"] for unit in left] == [unit["troops"] for unit in units[1:-1]]
    refused = run("edit", "mine", "remove 40", folder=tmp_path)
    assert refused.returncode != 0
    assert "there is no unit 40" in refused.stdout + refused.stderr


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mine", "pbbuild edit mine 'swap A for B'"),
        ("union-50", "pbbuild edit union-50-2 'swap A for B'"),
    ],
)
def test_improve_prints_a_line_that_can_be_pasted(
    name: str,
    expected: str,
    session: BattlesSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    run("copy", "union-50", "mine", folder=tmp_path)
    step = ImprovementStep.__new__(ImprovementStep)
    object.__setattr__(step, "edits", ("swap A for B",))
    _print_edits(session, find_list(name), [step])
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize("command", ["battle", "playtest"])
def test_lists_of_different_sizes_meet_with_a_warning(command: str, tmp_path: Path) -> None:
    words = ("--against", "celts-60", "--seed", "1", "--agent", "random", "--enemy-agent", "random")
    few = ("--games", "2", "--workers", "1") if command == "playtest" else ()
    done = run(command, "union-50", *words, *few, folder=tmp_path)
    assert "has 50 points" in done.stderr, done
    assert "60: this battle is uneven" in " ".join(done.stderr.split()), done


def test_lists_of_one_size_meet_without_a_word(tmp_path: Path) -> None:
    words = ("--against", "confederacy-50", "--seed", "1", "--agent", "random")
    done = run("battle", "union-50", *words, "--enemy-agent", "random", folder=tmp_path)
    assert "uneven" not in done.stderr


def test_a_unit_is_called_by_the_troops_it_still_has(tmp_path: Path) -> None:
    words = ("--against", "confederacy-50", "--seed", "4", "--agent", "random")
    done = run("battle", "union-50", *words, "--enemy-agent", "random", folder=tmp_path)
    left: dict[str, int] = {}
    losses = 0
    for line in done.stdout.splitlines():
        for unit, more in re.findall(
            r"\b([ab]\d+) [A-Z][A-Za-z ]+?(?: \+(\d+))?(?=[ :,.]|$)", line
        ):
            if more:
                assert left.setdefault(unit, int(more)) == int(more), line
        if lost := re.search(r"\b([ab]\d+) .* loses ", line):
            losses += 1
            if lost[1] in left:
                left[lost[1]] -= 1
                if not left[lost[1]]:
                    del left[lost[1]]
    assert losses > 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("army", "points", "style"),
    [("celts", 10, "horde"), ("celts", 30, "shooting"), ("persians", 40, "elite")],
)
def test_the_reasons_of_new_hold_at_the_extremes(army: str, points: int, style: str) -> None:
    built = build(BuildTask(army=army, points=points, style=style, seed=1), CATALOG)
    reasons = {reason.code: reason.values for reason in built.reasons}
    if "battery" in reasons:
        assert float(str(reasons["battery"]["hits"])) >= 1
    (code,) = (code for code in reasons if code.startswith("tokens"))
    count, tokens = int(str(reasons[code]["count"])), int(str(reasons[code]["tokens"]))
    orders = tokens + int(str(reasons[code]["leaders"]))
    assert count == len(built.army_list.units)
    assert code.startswith("tokens-all") == (count <= orders)
    assert code.startswith("tokens-some") == (count > orders * 1.25)


def test_improve_names_a_copy_of_a_shared_list(
    session: BattlesSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    code = run("share", "union-50", "--no-qr", folder=tmp_path).stdout.split()[-1]
    step = ImprovementStep.__new__(ImprovementStep)
    object.__setattr__(step, "edits", ("swap A for B",))
    _print_edits(session, find_list(code), [step])
    shown = capsys.readouterr().out
    copied, name = re.findall(rf"pbbuild copy {code} (\S+)|pbbuild edit (\S+) 'swap", shown)
    assert copied[0] == name[1]
    assert run("copy", code, copied[0], folder=tmp_path).returncode == 0
