"""A playtest of Pocket Battles read back from the document its run was kept in."""

from typing import Any

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError
from pbbuild.play.totals import whole
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_of
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import LENGTHS, Totals, totals_from


def run_from(value: dict[str, Any]) -> tuple[Plan, Totals]:
    """The plan and totals of a run; what cannot be one is a ValueError or a KeyError."""
    plan = _plan(value)
    totals = totals_from(value["totals"])
    _require_room(plan, totals)
    return plan, totals


def _plan(value: dict[str, Any]) -> Plan:
    return Plan(
        ours=_list(value["ours"]),
        theirs=tuple(_list(entry) for entry in value["theirs"]),
        agent=str(value["agent"]),
        enemy_agent=str(value["enemy_agent"]),
        seed=whole(value["seed"]),
        edition=str(value["edition"]),
        round_limit=whole(value["round_limit"]),
    )


def _list(entry: Any) -> ArmyList:
    try:
        return list_of(Document("run", entry, dump_json(entry)))
    except PbbuildError:
        raise ValueError from None


def _require_room(plan: Plan, totals: Totals) -> None:
    expected = (len(plan.theirs), len(plan.ours.units), len(plan.ours.troops))
    found = (len(totals.opponents), len(totals.units), len(totals.tiles))
    if not plan.theirs or found != expected or len(totals.lengths) != LENGTHS:
        raise ValueError
