"""A playtest kept in a folder: what was played, how far, so that it can go on or be opened."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.files import Document, dump_json, read_json, write_atomic
from pbbuild.errors import PbbuildError, StateError
from pbbuild.play.series import LONGEST, Series, SomeSum, Until, pairs_done
from pbbuild.play.totals import whole
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_of
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import LENGTHS, Totals, totals_from
from pbbuild.pocket_general.catalog.model import GAME as POCKET_GENERAL

if TYPE_CHECKING:
    from pbbuild.pocket_general.playtest.series import GeneralPlan
    from pbbuild.pocket_general.playtest.totals import GeneralTotals

FORMAT: Final = "pbbuild-run/1"
NAME: Final = "run.json"


def run_path(folder: Path) -> Path:
    """The file of a run, given its folder or the file itself."""
    return folder / NAME if folder.is_dir() or not folder.suffix else folder


def write_run(
    folder: Path, plan: Series[SomeSum], totals: SomeSum, until: Until | None = None
) -> None:
    """Keep the run as it is now, whole, and how far it is to go."""
    goal = {"until": {"pairs": until.pairs, "precision": until.precision}} if until else {}
    document = {"format": FORMAT, **plan.document(), **goal, "totals": totals.document()}
    write_atomic(folder / NAME, dump_json(document))


def read_run(folder: Path) -> "tuple[Plan, Totals] | tuple[GeneralPlan, GeneralTotals]":
    """The plan and totals kept in a folder (or in the file given), of whatever game."""
    path = run_path(folder)
    if not path.exists():
        raise StateError("playtest.no-run", source=str(folder))
    value = read_json(path).value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise StateError("playtest.not-a-run", source=str(path))
    try:
        if value.get("game") == POCKET_GENERAL:
            from pbbuild.pocket_general.playtest.series import run_from

            return run_from(value)
        plan = _plan(value, path)
        totals = totals_from(value["totals"])
        _require_room(plan, totals)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise StateError("playtest.broken-run", source=str(path)) from None
    return plan, totals


def game_of(folder: Path) -> str:
    """The game that the run in a folder says it plays, "" where it says none."""
    value = read_json(run_path(folder)).value
    return str(value.get("game", "")) if isinstance(value, dict) else ""


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
        return pairs_done(read_run(folder)[1]) < goal.pairs
    except PbbuildError:
        return False


def _plan(value: dict[str, Any], path: Path) -> Plan:
    return Plan(
        ours=_list(value["ours"], path),
        theirs=tuple(_list(entry, path) for entry in value["theirs"]),
        agent=str(value["agent"]),
        enemy_agent=str(value["enemy_agent"]),
        seed=whole(value["seed"]),
        edition=str(value["edition"]),
        round_limit=whole(value["round_limit"]),
    )


def _list(entry: Any, path: Path) -> ArmyList:
    try:
        return list_of(Document(str(path), entry, dump_json(entry)))
    except PbbuildError:
        raise ValueError from None


def _require_room(plan: Plan, totals: Totals) -> None:
    expected = (len(plan.theirs), len(plan.ours.units), len(plan.ours.troops))
    found = (len(totals.opponents), len(totals.units), len(totals.tiles))
    if not plan.theirs or found != expected or len(totals.lengths) != LENGTHS:
        raise ValueError
