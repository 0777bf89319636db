"""A playtest kept in a folder: what was played, how far, so that it can go on or be opened."""

from pathlib import Path
from typing import Any, Final

from pbbuild.armylist.model import ArmyList
from pbbuild.armylist.read import list_document, list_of
from pbbuild.errors import PbbuildError, StateError
from pbbuild.files import Document, dump_json, read_json, write_atomic
from pbbuild.match.playtest import LONGEST, Until
from pbbuild.match.series import Plan
from pbbuild.match.totals import Totals, totals_document, totals_from

FORMAT: Final = "pbbuild-run/1"
NAME: Final = "run.json"


def run_path(folder: Path) -> Path:
    """The file of a run, given its folder or the file itself."""
    return folder / NAME if folder.is_dir() or not folder.suffix else folder


def write_run(folder: Path, plan: Plan, totals: Totals, until: Until | None = None) -> None:
    """Keep the run as it is now, whole, and how far it is to go."""
    goal = {"until": {"pairs": until.pairs, "precision": until.precision}} if until else {}
    document = {
        "format": FORMAT,
        "ours": list_document(plan.ours),
        "theirs": [list_document(army_list) for army_list in plan.theirs],
        "agent": plan.agent,
        "enemy_agent": plan.enemy_agent,
        "seed": plan.seed,
        "edition": plan.edition,
        "round_limit": plan.round_limit,
        **goal,
        "totals": totals_document(totals),
    }
    write_atomic(folder / NAME, dump_json(document))


def read_run(folder: Path) -> tuple[Plan, Totals]:
    """The plan and totals kept in a folder (or in the file given)."""
    path = run_path(folder)
    if not path.exists():
        raise StateError("playtest.no-run", source=str(folder))
    document = read_json(path)
    value = document.value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise StateError("playtest.not-a-run", source=str(path))
    try:
        plan = Plan(
            ours=_list(value["ours"], path),
            theirs=tuple(_list(entry, path) for entry in value["theirs"]),
            agent=str(value["agent"]),
            enemy_agent=str(value["enemy_agent"]),
            seed=_whole(value["seed"]),
            edition=str(value["edition"]),
            round_limit=_whole(value["round_limit"]),
        )
        totals = totals_from(value["totals"])
        _require_room(plan, totals)
    except (KeyError, TypeError, ValueError, IndexError):
        raise StateError("playtest.broken-run", source=str(path)) from None
    return plan, totals


def goal_of(folder: Path) -> Until | None:
    """How far the run in a folder was to go, None where it does not say."""
    value = read_json(run_path(folder)).value
    goal = value.get("until") if isinstance(value, dict) else None
    if not isinstance(goal, dict):
        return None
    pairs, precision = goal.get("pairs"), goal.get("precision")
    if not isinstance(pairs, int) or not isinstance(precision, int | float):
        return None
    if not 0 <= pairs <= LONGEST or not 0 <= precision < 1 or not (pairs or precision):
        return None
    return Until(pairs, float(precision))


def is_unfinished(folder: Path) -> bool:
    """Whether a whole run lies in the folder that has not come as far as it was to go."""
    try:
        goal = goal_of(folder)
        if goal is None or goal.precision:
            return False
        return read_run(folder)[1].pairs.count < goal.pairs
    except PbbuildError:
        return False


def _list(entry: Any, path: Path) -> ArmyList:
    try:
        return list_of(Document(str(path), entry, dump_json(entry)))
    except PbbuildError:
        raise ValueError from None


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def _require_room(plan: Plan, totals: Totals) -> None:
    expected = (len(plan.theirs), len(plan.ours.units), len(plan.ours.troops))
    if not plan.theirs or expected != (
        len(totals.opponents),
        len(totals.units),
        len(totals.tiles),
    ):
        raise ValueError
    for numbers in (totals.pairs, totals.as_player1, totals.as_player2):
        _whole(numbers.count)
        _whole(numbers.won)
        _whole(numbers.decided)
