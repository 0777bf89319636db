"""The player's corrections to tiles: reading typed values, saving them, undoing that."""

import contextlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.base.documents import (
    LARGEST_CATALOG_FILE,
    MOST_PROBLEMS,
    Document,
    dump_json,
    read_json,
    shown,
    with_near,
)
from pbbuild.base.files import read_bytes, write_atomic
from pbbuild.base.private import cannot_write, delete_file, require_changeable
from pbbuild.errors import CatalogError, PbbuildError, Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.player_files import corrected, corrections_file
from pbbuild.pocket_battles.catalog.validate import CORRECTIONS, problems_of, require_valid

COLUMNS: Final = (
    "name",
    "gloss_en",
    "gloss_it",
    "type",
    "dp",
    "fv",
    "wp",
    "black",
    "white",
    "traits",
)
"""The values that a player can correct, by the names of their columns."""

# Other names that players may use for them, in both languages.
_SYNONYMS: Final = {
    **dict.fromkeys(("cost", "points", "price", "value", "costo", "punti", "prezzo", "ps"), "dp"),
    **dict.fromkeys(("formation", "size", "formazione", "vf"), "fv"),
    **dict.fromkeys(("wounds", "wound", "life", "hp", "ferite", "ferita", "vita", "pf"), "wp"),
    **dict.fromkeys(("melee", "fight", "charge", "engagement", "neri", "nero"), "black"),
    **dict.fromkeys(("shoot", "shooting", "ranged", "tiro", "bianchi", "bianco"), "white"),
    **dict.fromkeys(("skills", "abilities", "special", "tratti", "tratto"), "traits"),
    **dict.fromkeys(("kind", "class", "tipo"), "type"),
    **dict.fromkeys(("title", "nome", "titolo"), "name"),
    **dict.fromkeys(("description", "translation"), "gloss_en"),
    **dict.fromkeys(("descrizione", "traduzione"), "gloss_it"),
}
_DICE: Final = ("dice", "die", "dadi", "dado", "attack", "attacco")

PREVIOUS: Final = "corrections.previous.json"
# A temporary copy while the corrections are replaced.
EXCHANGED: Final = "corrections.exchanged.json"

Tiles = dict[str, dict[str, Any]]

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_SEPARATORS: Final = re.compile(r"[\s,;/|.-]+")
_TRAIT_SEPARATORS: Final = re.compile(r"[\s,;/|]+")


@dataclass(frozen=True, slots=True)
class TypedValue:
    """One value as typed: its tile, its column and its line."""

    code: str
    column: str
    text: str
    line: int = 0

    @property
    def place(self) -> str:
        """Tile and column, for messages."""
        return f"{self.code} {self.column}"


@dataclass(frozen=True, slots=True)
class CorrectedValue:
    """One value before and after a correction, both as a player types them."""

    code: str
    column: str
    before: str
    after: str


def text_of_value(troop: Troop, column: str) -> str:
    """A tile's value as a player types it."""
    match column:
        case "gloss_en":
            return troop.gloss.en
        case "gloss_it":
            return troop.gloss.it
        case "black" | "white" | "traits":
            return " ".join(map(str, getattr(troop, column)))
        case _:
            return str(getattr(troop, column))


def read_typed_values(
    typed: Iterable[TypedValue], catalog: Catalog, source: str = "", earlier: Iterable[Problem] = ()
) -> Tiles:
    """The corrections in typed values; all problems are raised at once, with the `earlier` ones.

    Values equal to those of the catalog are included, because the player confirms them.
    """
    problems = list(earlier)
    tiles: Tiles = {}
    places: dict[tuple[str, str], TypedValue] = {}
    for one in typed:
        if len(problems) >= MOST_PROBLEMS:
            problems.append(Problem("", 0, "catalog.and-more", {"count": MOST_PROBLEMS}))
            break
        if one.code not in catalog.troops:
            if any(problem.pointer == one.code for problem in problems):
                continue  # reported once, not for each of its columns
            code, values = _unknown_tile(one.code, catalog)
            problems.append(Problem(one.code, one.line, code, values))
            continue
        if one.column not in COLUMNS:
            code, values = unknown_column(one.column, COLUMNS)
            problems.append(Problem(one.place, one.line, code, values))
            continue
        wrong = _read_value(tiles.setdefault(one.code, {}), one, catalog.troops[one.code])
        if wrong:
            problems.append(wrong)
        places[one.code, one.column.split("_")[0]] = one
    problems += _schema_problems(tiles, places, catalog)
    if problems:
        raise CatalogError(
            "catalog.table-refused" if source else "catalog.not-applied",
            source=source,
            problems=tuple(sorted(problems, key=lambda one: one.line)),
        )
    return tiles


def unknown_column(name: str, known: tuple[str, ...]) -> tuple[str, dict[str, Value]]:
    """The code and values of the problem for an unknown column, with the columns meant."""
    code, values = with_near("catalog.unknown-column", name, known)
    meant = ("black", "white") if name in _DICE else (_SYNONYMS.get(name, ""),)
    if meant != ("",):
        code, values["near"] = "catalog.unknown-column", meant
    return code, {**values, "allowed": known}


def _unknown_tile(code: str, catalog: Catalog) -> tuple[str, dict[str, Value]]:
    problem, values = with_near("unknown-tile", code, map(str.lower, catalog.troops))
    if isinstance(near := values.get("near"), tuple):
        values["near"] = tuple(map(str.upper, near))
    return problem, values


def _read_value(values: dict[str, Any], typed: TypedValue, troop: Troop) -> Problem | None:
    text = typed.text.strip()
    match typed.column:
        case "dp" | "fv" | "wp":
            if not _NUMBER.fullmatch(text):
                found: dict[str, Value] = {"is": shown(text)}
                return Problem(typed.place, typed.line, "not-a-whole-number", found)
            values[typed.column] = int(text)
        case "black" | "white":
            parts = [part for part in _SEPARATORS.split(text) if part]
            if not all(_NUMBER.fullmatch(part) for part in parts):
                found = {"is": shown(text)}
                return Problem(typed.place, typed.line, "catalog.not-dice", found)
            values[typed.column] = sorted(int(part) for part in parts)
        case "traits":
            values["traits"] = [part.lower() for part in _TRAIT_SEPARATORS.split(text) if part]
        case "gloss_en" | "gloss_it":
            both = {"en": troop.gloss.en, "it": troop.gloss.it}
            gloss = values.setdefault("gloss", both)
            gloss[typed.column.removeprefix("gloss_")] = text
        case _:
            values[typed.column] = text
    return None


def _schema_problems(
    tiles: Tiles, places: Mapping[tuple[str, str], TypedValue], catalog: Catalog
) -> list[Problem]:
    # Typed values and the file of corrections are checked by the same schema.
    value = _document({code: values for code, values in tiles.items() if values})
    document = Document("", value, dump_json(value))
    found = []
    for problem in problems_of(document, catalog, CORRECTIONS)[1]:
        _, _, code, field = problem.pointer.split("/")[:4]
        typed = places[code, field]
        found.append(Problem(typed.place, typed.line, problem.code, problem.values))
    return found


def corrected_values(
    tiles: Mapping[str, Mapping[str, Any]], catalog: Catalog
) -> list[CorrectedValue]:
    """The values that `tiles` change in `catalog`, in the order of its tiles."""
    found = []
    for code, troop in catalog.troops.items():
        if code in tiles:
            after = corrected(troop, tiles[code])
            found += [
                CorrectedValue(
                    code, column, text_of_value(troop, column), text_of_value(after, column)
                )
                for column in COLUMNS
                if text_of_value(troop, column) != text_of_value(after, column)
            ]
    return found


def read_corrections(catalog: Catalog) -> Tiles:
    """The saved corrections, none where there is no file; a damaged file raises."""
    path = corrections_file()
    if not path.exists():
        return {}
    document = read_json(path, LARGEST_CATALOG_FILE)
    require_valid(document, catalog, CORRECTIONS)
    tiles: Tiles = document.value["tiles"]
    return tiles


def save_corrections(tiles: Tiles) -> None:
    """Save the corrections; the previous ones stay in another file for `exchange_with_previous`."""
    _replace_corrections(dump_json(_document(dict(sorted(tiles.items())))).encode())


def exchange_with_previous() -> bool:
    """Exchange the corrections with the previous ones; False where there are none."""
    _finish_replacing()
    previous = corrections_file().with_name(PREVIOUS)
    if not previous.exists():
        return False
    _replace_corrections(read_bytes(previous, regular=True))
    return True


def _replace_corrections(after: bytes) -> None:
    """Save `after` as the corrections and the present ones as the previous ones, or do neither.

    Between any two steps all three versions are in some file, so that `_finish_replacing` can
    complete or undo the rest.
    """
    _finish_replacing()
    path = corrections_file()
    # Undoing the first correction leads back to no corrections.
    require_changeable(path)
    before = read_bytes(path) if path.exists() else dump_json(_document({})).encode()
    write_atomic(path.with_name(EXCHANGED), before)
    try:
        write_atomic(path, after)
    finally:
        # Otherwise the next change finishes it.
        with contextlib.suppress(PbbuildError):
            _finish_replacing()


def _finish_replacing() -> None:
    """Complete an interrupted exchange, or undo it where nothing was replaced yet."""
    path = corrections_file()
    exchanged = path.with_name(EXCHANGED)
    try:
        if not exchanged.exists():
            return
        now = read_bytes(path) if path.exists() else None
        if now is None or now == read_bytes(exchanged):
            delete_file(exchanged)
        else:
            previous = path.with_name(PREVIOUS)
            require_changeable(exchanged)
            require_changeable(previous)
            exchanged.replace(previous)
    except OSError as error:
        raise cannot_write(path, error) from None


def is_confirmed(tiles: Mapping[str, Mapping[str, Any]], code: str) -> bool:
    """Whether the player has entered every value that a tile shows."""
    return {"dp", "fv", "wp", "black", "white", "traits"} <= set(tiles.get(code, ()))


def merge_corrections(before: Tiles, added: Tiles) -> Tiles:
    """The corrections of both; values in `added` replace those in `before`."""
    codes = {**before, **added}
    return {code: {**before.get(code, {}), **added.get(code, {})} for code in codes}


def _document(tiles: Tiles) -> dict[str, Any]:
    return {"format": CORRECTIONS, "tiles": tiles}
