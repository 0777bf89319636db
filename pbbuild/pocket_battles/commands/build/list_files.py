"""What commands about one list file share: finding it, editing it, its findings in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pbbuild.errors import ListError, UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.edit import ListEdit
from pbbuild.pocket_battles.lists.edit_saved import Revised, revise
from pbbuild.pocket_battles.lists.find import locate_list, require_known
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import Finding, points_of
from pbbuild.pocket_battles.screen.findings import finding_sentence, tile_name


def own_file(name: str) -> Path:
    """The file of a list that the player may change; a ready list raises a ListError."""
    origin, path = locate_list(name)
    if origin == "ready":
        raise ListError("life.copy-first", source=name)
    return path


def require_playable(session: BattlesSession, army_list: ArmyList, source: str) -> None:
    """Raise for a list that cannot be checked: of another game, an unknown army or edition."""
    if army_list.game != "pocket-battles":
        raise UsageError("check-other-game", game=army_list.game)
    require_known(army_list, session.catalog, source)


def revise_file(session: BattlesSession, path: Path, scripts: tuple[str, ...]) -> Revised:
    """Edit a list file, and save in it the values its tiles have in the catalog now."""

    def finish(army_list: ArmyList) -> ArmyList:
        require_playable(session, army_list, str(path))
        return with_tile_values(army_list, session.catalog)

    return revise(path, scripts, session.catalog, finish)


def change_lines(session: BattlesSession, changes: tuple[ListEdit, ...]) -> list[str]:
    """A line for each change, tiles with their names."""
    lines = []
    for change in changes:
        values: dict[str, Any] = dict(change.values)
        for key in ("tile", "old"):
            if key in values:
                values[key] = tile_name(str(values[key]), session.catalog)
        if "tiles" in values:
            values["tiles"] = [tile_name(code, session.catalog) for code in values["tiles"]]
        if values.get("zone"):
            sector, row = str(values["zone"]).split()
            values["zone"] = f"{session.t(f'field.{sector}')} {session.t(f'play.{row}')}"
        lines.append(session.t(f"edit.{change.code}", **values))
    return lines


def total_line(session: BattlesSession, army_list: ArmyList) -> str:
    """The points spent and left, on one line."""
    spent = points_of(army_list, session.catalog)
    key = "life.total" if spent <= army_list.points else "life.total-over"
    values = {"spent": spent, "size": army_list.points, "left": abs(army_list.points - spent)}
    return session.t(key, **values)


def finding_lines(session: BattlesSession, findings: tuple[Finding, ...]) -> list[str]:
    """A short line for each finding, marked by severity; "legal" if no rule is broken."""
    marks = {"error": "x", "warning": "!", "note": "-"}
    if not session.plain:
        marks = {"error": "✗", "warning": "!", "note": "·"}
    lines = [
        f"{marks[finding.severity]} {finding.rule} "
        f"{finding_sentence(finding, session.catalog, session.t)}"
        for finding in findings
    ]
    if not any(finding.is_error for finding in findings):
        lines.append(session.t("life.legal"))
    return lines


def short_codes(codes: Sequence[str], joint: str = " ") -> str:
    """Codes such as `UNI21 22 24`, with the common prefix only once."""
    first = codes[0]
    return joint.join([first, *(c[3:] if c[:3] == first[:3] else c for c in codes[1:])])
