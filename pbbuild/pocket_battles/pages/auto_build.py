"""Building in an open list: the builder completes it, or builds a new one, as one version."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from starlette.responses import Response

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.build import BuildTask, BuiltArmy, build
from pbbuild.pocket_battles.builder.request import BuildRequest
from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.history import History
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import FileChange, change_list
from pbbuild.pocket_battles.pages.builder import answer, found_list, own_path
from pbbuild.pocket_battles.screen.build_reasons import reason_lines
from pbbuild.web.pages import Page, Visit

# What stays of the list: its units as they are, its tiles in any units, or nothing.
UNITS, TILES, NOTHING = "units", "tiles", "nothing"


def build_rest(visit: Visit) -> Response:
    """Build the rest of a saved list, and show it with the reasons; one undo takes it back."""
    name = visit.params["name"]
    path = own_path(name)
    catalog = load_catalog()
    found: list[BuiltArmy] = []

    def make(history: History, current: bytes | None) -> FileChange:
        army_list, _ = found_list(name)
        made = build(_task(army_list, visit.form, history.highest), catalog)
        found.append(made)
        after = with_tile_values(_completed(army_list, made.army_list), catalog)
        base = history.line[history.cursor] if history.line else 0
        return FileChange("save", list_text(after).encode(), base=base)

    change_list(path, make)
    reasons = reason_lines(BuildRequest(), found[0], catalog, visit.t)
    return answer(visit, name, reasons)


def _task(army_list: ArmyList, form: Mapping[str, str], versions: int) -> BuildTask:
    """What the form asks for; every version is a new seed, so that asking again varies."""
    style, keep = form.get("style", ""), form.get("keep", NOTHING)
    if style not in STYLES or keep not in (UNITS, TILES, NOTHING):
        raise UsageError("build-page.bad-form")
    task = BuildTask(army_list.army, army_list.points, style, seed=versions, pack=army_list.pack)
    if keep == UNITS:
        return replace(task, units=tuple(unit.troops for unit in army_list.units))
    if keep == TILES:
        return replace(task, include=army_list.troops)
    return task


def _completed(army_list: ArmyList, made: ArmyList) -> ArmyList:
    """The list with the built units; units that stayed keep their order, names and plans."""
    built = {unit.troops for unit in made.units}
    kept = [unit for unit in army_list.units if unit.troops in built]
    known = {unit.troops for unit in kept}
    added = [unit for unit in made.units if unit.troops not in known]
    return replace(army_list, units=(*kept, *added))


PAGES: Final = (Page("/build/{name}/auto", post=build_rest),)
