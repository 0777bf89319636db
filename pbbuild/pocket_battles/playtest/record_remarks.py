"""Remarks on a record that the rules confirm: that it has no seal, that its tiles differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.contract import SIDES
from pbbuild.play.record import Record
from pbbuild.pocket_battles.catalog.model import Catalog

VALUES: Final = ("dp", "fv", "wp", "black", "white", "traits")


@dataclass(frozen=True, slots=True)
class RecordRemark:
    """A remark on a record that is no fault; its sentence is `record.note-<code>`."""

    code: str
    tiles: tuple[str, ...] = ()


def remarks_on(
    record: Record, opened: Mapping[str, Any], catalog: Catalog
) -> Sequence[RecordRemark]:
    """The remarks on a record: no seal, unknown tiles, tiles with other values than the catalog.

    `opened` is the state the record begins with.
    """
    notes = []
    if "seal" not in record.end:
        notes.append(RecordRemark("unsealed"))
    tiles = {
        tile["code"]: tile
        for side in SIDES
        for unit in opened["sides"][side]["units"]
        for tile in unit["troops"]
    }
    unknown = tuple(code for code in tiles if code not in catalog.troops)
    others = tuple(
        code for code, tile in tiles.items() if code in catalog.troops and _differs(tile, catalog)
    )
    if unknown:
        notes.append(RecordRemark("unknown-tiles", unknown))
    if others:
        notes.append(RecordRemark("other-tiles", others))
    return notes


def _differs(tile: Mapping[str, Any], catalog: Catalog) -> bool:
    known = catalog.troops[tile["code"]]
    return any(tile[key] != _as_written(getattr(known, key)) for key in VALUES)


def _as_written(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
