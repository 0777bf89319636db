"""Edits to an army list: either all edits of a script are applied or none.

An edit may break a rule of the game, which `check` reports. Refused is only what makes no sense: a
tile that does not exist, is in the list already or belongs to another army, or a missing unit.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pbbuild.errors import ListError, Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.names import as_code, joined_names, tiles_named
from pbbuild.pocket_battles.lists.edit_language import (
    HISTORY_WORDS,
    NEW,
    Edit,
    read_edits,
    usage_of,
)
from pbbuild.pocket_battles.lists.list_file import LARGEST_SIZE, LONGEST_NAME, LONGEST_NOTE
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.plan import LAST_ORDER, read_zone

# Characters that names may not have: those that do not print, and angle brackets.
_FORBIDDEN: Final = re.compile(
    r"[\u0000-\u001f\u007f-\u009f<>\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]"
)


@dataclass(frozen=True, slots=True)
class ListEdit:
    """What one edit changed: the message `edit.<code>` and its values."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edited:
    """The list after a script, and the changes in order."""

    army_list: ArmyList
    changes: tuple[ListEdit, ...]


def edit_list(army_list: ArmyList, scripts: Iterable[str], catalog: Catalog) -> Edited:
    """The list after all edits of `scripts`; raises with all problems if one cannot be applied.

    `undo` and `redo` need a history and are refused here: see `revise.revise`.
    """
    edits, problems = read_edits(scripts)
    found = list(problems)
    changes: list[ListEdit] = []
    for edit in edits:
        if edit.word in HISTORY_WORDS:
            found.append(
                Problem(edit.source, 0, "edit.needs-history", {"word": usage_of(edit.word)})
            )
            continue
        try:
            army_list, change = apply_edit(army_list, edit, catalog)
        except EditRefusedError as refusal:
            found.append(refusal.problem)
        else:
            changes.append(change)
    if found:
        raise script_refusal(found)
    return Edited(army_list, tuple(changes))


def script_refusal(problems: Iterable[Problem]) -> ListError:
    """The error for a script that cannot be applied, with its problems."""
    return ListError("edit.refused", problems=tuple(problems))


class EditRefusedError(Exception):
    """One edit that cannot be applied, with the problem."""

    def __init__(self, edit: Edit, code: str, **values: Value) -> None:
        super().__init__(code, values)
        self.problem = Problem(edit.source, 0, f"edit.{code}", values)


def apply_edit(army_list: ArmyList, edit: Edit, catalog: Catalog) -> tuple[ArmyList, ListEdit]:
    """The list after one edit, and what changed; raises `EditRefusedError`."""
    draft = _ListInEdit(army_list, edit, catalog)
    change = _APPLY[edit.word](draft)
    return draft.result(), change


class _ListInEdit:
    """A list being edited, as plain lists of codes."""

    def __init__(self, army_list: ArmyList, edit: Edit, catalog: Catalog) -> None:
        self.army_list = army_list
        army = catalog.armies.get(army_list.army)
        known = army.troops if army else ()
        self.edit = replace(edit, tiles=joined_names(edit.tiles, known)) if edit.tiles else edit
        self.catalog = catalog
        self.stacks = [list(unit.troops) for unit in army_list.units]
        self.units = list(army_list.units)

    def result(self) -> ArmyList:
        units = tuple(
            replace(unit, troops=tuple(stack))
            for unit, stack in zip(self.units, self.stacks, strict=True)
            if stack
        )
        return replace(self.army_list, units=units)

    def refuse(self, code: str, **values: Value) -> EditRefusedError:
        return EditRefusedError(self.edit, code, **values)

    def unit(self, number: int, *, is_target: bool = False) -> int:
        """The index of unit `number`, which must exist; where tiles go, it could be a new one."""
        if not 1 <= number <= len(self.stacks):
            if not self.stacks:
                raise self.refuse("no-units" if is_target else "no-units-yet", unit=number)
            code = "no-such-unit" if is_target else "unknown-unit"
            raise self.refuse(code, unit=number, units=len(self.stacks))
        return number - 1

    def unit_of(self, code: str) -> int | None:
        return next((index for index, stack in enumerate(self.stacks) if code in stack), None)

    def fielded(self, typed: str) -> tuple[str, int]:
        """The code that `typed` means and the index of its unit; the list must have it."""
        # A list may have a misspelt code; then this spelling is meant.
        code = typed if self.unit_of(typed) is not None else as_code(typed)
        index = self.unit_of(code)
        if index is not None:
            return code, index
        own = [code for stack in self.stacks for code in stack]
        troops = [self.catalog.troops[code] for code in own if code in self.catalog.troops]
        named = tiles_named(typed, troops)
        if len(named) == 1:
            return named[0], self.unit_of(named[0]) or 0
        if named:
            raise self.refuse("which-tile", tile=typed, codes=tuple(named))
        import difflib  # slow to load, and rarely needed

        if near := tuple(difflib.get_close_matches(code, own, 3, 0.7)):
            raise self.refuse("not-fielded-near", tile=typed, near=near)
        raise self.refuse("not-fielded", tile=typed)

    def available(self, typed: str) -> str:
        """The code that `typed` means; it must exist, be of the army and not be in the list."""
        code = as_code(typed)
        if code not in self.catalog.troops:
            # The name of only one unused tile is as good as its code.
            named = tiles_named(typed, self._unused()) or tiles_named(typed, self._army())
            if len(named) != 1:
                raise self._unknown_tile(typed, code)
            code = named[0]
        if (index := self.unit_of(code)) is not None:
            raise self.refuse("fielded-already", tile=code, unit=index + 1)
        troop = self.catalog.troops[code]
        if troop.army != self.army_list.army and MIXED_ARMIES not in self.army_list.waivers:
            raise self.refuse("other-army", tile=code, is_of=troop.army, army=self.army_list.army)
        return code

    def _army(self) -> list[Troop]:
        army = self.catalog.armies.get(self.army_list.army)
        return list(army.troops) if army else []

    def _unused(self) -> list[Troop]:
        return [troop for troop in self._army() if self.unit_of(troop.code) is None]

    def _unknown_tile(self, typed: str, code: str) -> EditRefusedError:
        free = self._unused()
        named = tuple(troop.code for troop in free if typed.casefold() in troop.name.casefold())
        if named and len(typed) > 2:
            return self.refuse("which-tile", tile=typed, codes=named)
        import difflib  # slow to load, and rarely needed

        near = difflib.get_close_matches(code, [troop.code for troop in free], 3, 0.7)
        if not near:
            names = {troop.name.casefold(): troop.code for troop in reversed(free)}
            alike = difflib.get_close_matches(typed.casefold(), sorted(names), 3, 0.7)
            near = [names[name] for name in alike]
        if near:
            return self.refuse("unknown-tile-near", tile=typed, near=tuple(near))
        return self.refuse("unknown-tile", tile=typed)

    def place(self, codes: list[str], target: int | None) -> int:
        """Add tiles to the bottom of unit `target`, or to a new unit; returns the unit's number."""
        if target == NEW or target is None:
            self.stacks.append(codes)
            self.units.append(ListUnit(()))
            return len(self.stacks)
        self.stacks[self.unit(target, is_target=True)].extend(codes)
        return target

    def distinct(self, codes: list[str]) -> list[str]:
        for code in codes:
            if codes.count(code) > 1:
                raise self.refuse("tile-twice", tile=code)
        return codes


def _add(draft: _ListInEdit) -> ListEdit:
    codes = draft.distinct([draft.available(tile) for tile in draft.edit.tiles])
    if draft.edit.target:
        draft.unit(draft.edit.target, is_target=True)
    unit = draft.place(codes, draft.edit.target)
    points = sum(draft.catalog.troops[code].dp for code in codes)
    return ListEdit("added", {"tiles": tuple(codes), "unit": unit, "dp": points})


def _take(draft: _ListInEdit, found: list[tuple[str, int]]) -> list[str]:
    draft.distinct([code for code, _ in found])
    for code, index in found:
        draft.stacks[index].remove(code)
    return [code for code, _ in found]


def _remove(draft: _ListInEdit) -> ListEdit:
    whole = [draft.unit(number) for number in draft.edit.units]
    found = [(code, index) for index in whole for code in draft.stacks[index]]
    codes = _take(draft, [*found, *(draft.fielded(tile) for tile in draft.edit.tiles)])
    known = [draft.catalog.troops[code].dp for code in codes if code in draft.catalog.troops]
    return ListEdit("removed", {"tiles": tuple(codes), "dp": sum(known)})


def _move(draft: _ListInEdit) -> ListEdit:
    found = [draft.fielded(tile) for tile in draft.edit.tiles]
    target = draft.edit.target
    if target:
        index = draft.unit(target, is_target=True)
        for code, place in found:
            if place == index:
                raise draft.refuse("there-already", tile=code, unit=target)
    elif len(found) == len(draft.stacks[found[0][1]]) and len({place for _, place in found}) == 1:
        raise draft.refuse("alone-already", tile=found[0][0], unit=found[0][1] + 1)
    codes = _take(draft, found)
    unit = draft.place(codes, target)
    # Units without tiles are removed, so the units after them move up.
    unit -= sum(1 for stack in draft.stacks[: unit - 1] if not stack)
    return ListEdit("moved", {"tiles": tuple(codes), "unit": unit})


def _swap(draft: _ListInEdit) -> ListEdit:
    leaving, entering = _exactly(draft, 2)
    old, index = draft.fielded(leaving)
    new = draft.available(entering)
    stack = draft.stacks[index]
    stack[stack.index(old)] = new
    return ListEdit("swapped", {"old": old, "tile": new, "unit": index + 1})


def _exactly(draft: _ListInEdit, count: int) -> tuple[str, ...]:
    if len(draft.edit.tiles) != count:
        raise draft.refuse("wrong-form", usage=usage_of(draft.edit.word))
    return draft.edit.tiles


def _merge(draft: _ListInEdit) -> ListEdit:
    first, second = (draft.unit(number) for number in draft.edit.units)
    if first == second:
        raise draft.refuse("merge-with-itself", unit=first + 1)
    draft.stacks[first].extend(draft.stacks[second])
    if not draft.units[first].name:
        draft.units[first] = replace(draft.units[first], name=draft.units[second].name)
    draft.stacks[second] = []
    return ListEdit(
        "merged",
        {
            "unit": first + 1,
            "other": second + 1,
            "now": first + 1 - (1 if second < first else 0),
            "troops": len(draft.stacks[first]),
        },
    )


def _split(draft: _ListInEdit) -> ListEdit:
    index = draft.unit(draft.edit.units[0])
    found = [draft.fielded(tile) for tile in draft.edit.tiles]
    for code, place in found:
        if place != index:
            raise draft.refuse("in-other-unit", tile=code, unit=place + 1, wanted=index + 1)
    codes = _take(draft, found)
    if not draft.stacks[index]:
        raise draft.refuse("nothing-stays", unit=index + 1)
    draft.stacks.insert(index + 1, codes)
    draft.units.insert(index + 1, ListUnit(()))
    return ListEdit("split", {"tiles": tuple(codes), "unit": index + 1, "new": index + 2})


def _top(draft: _ListInEdit) -> ListEdit:
    code, index = draft.fielded(_exactly(draft, 1)[0])
    draft.stacks[index].remove(code)
    draft.stacks[index].insert(0, code)
    return ListEdit("topped", {"tile": code, "unit": index + 1})


def allowed_name(text: str) -> str:
    """`text` without the characters that names in a list file may not have."""
    return _FORBIDDEN.sub("", text).strip()


def _checked_name(draft: _ListInEdit, text: str) -> str:
    if forbidden := _FORBIDDEN.search(text):
        raise draft.refuse("unfit-character", character=_shown(forbidden[0]))
    return _checked_text(draft, text, LONGEST_NAME)


def _checked_text(draft: _ListInEdit, text: str, longest: int) -> str:
    for character in text:
        if not character.isprintable():
            raise draft.refuse("unfit-character", character=_shown(character))
    if len(text) > longest:
        raise draft.refuse("text-too-long", length=len(text), maximum=longest)
    return text


def _shown(character: str) -> str:
    return character if character.isprintable() else f"U+{ord(character):04X}"


def _name(draft: _ListInEdit) -> ListEdit:
    index = draft.unit(draft.edit.units[0])
    text = _checked_name(draft, draft.edit.text)
    draft.units[index] = replace(draft.units[index], name=text)
    return ListEdit("named" if text else "unnamed", {"unit": index + 1, "name": text})


def _rename(draft: _ListInEdit) -> ListEdit:
    text = _checked_name(draft, draft.edit.text)
    draft.army_list = replace(draft.army_list, name=text)
    return ListEdit("renamed", {"name": text})


def _resize(draft: _ListInEdit) -> ListEdit:
    points = draft.edit.units[0]
    if not 1 <= points <= LARGEST_SIZE:
        raise draft.refuse("size-out-of-range", points=points, maximum=LARGEST_SIZE)
    draft.army_list = replace(draft.army_list, points=points)
    return ListEdit("resized", {"points": points})


def _edition(draft: _ListInEdit) -> ListEdit:
    known = draft.catalog.editions
    wanted = draft.edit.text.casefold()
    if wanted not in known:
        raise draft.refuse("unknown-edition", edition=draft.edit.text, editions=tuple(known))
    draft.army_list = replace(draft.army_list, edition=wanted)
    return ListEdit("edition-set", {"edition": wanted})


def _note(draft: _ListInEdit) -> ListEdit:
    text = _checked_text(draft, draft.edit.text, LONGEST_NOTE)
    draft.army_list = replace(draft.army_list, note=text)
    return ListEdit("noted" if text else "unnoted", {"text": text})


def _plan(draft: _ListInEdit) -> ListEdit:
    """Where and when a unit is to be deployed; without a zone it has no place in the plan."""
    index = draft.unit(draft.edit.units[0])
    words = draft.edit.text.split()
    order = int(words.pop()) if words and words[-1].isdecimal() and len(words[-1]) < 4 else 0
    zone = read_zone(words) if words else ""
    if (words and not zone) or not 0 <= order <= LAST_ORDER or (order and not zone):
        raise draft.refuse("unknown-zone", text=draft.edit.text)
    draft.units[index] = replace(draft.units[index], zone=zone, order=order)
    values: dict[str, Value] = {"unit": index + 1, "zone": zone, "order": order}
    if not zone:
        return ListEdit("unplanned", values)
    return ListEdit("planned-order" if order else "planned", values)


_APPLY: Final = {
    "add": _add,
    "remove": _remove,
    "move": _move,
    "swap": _swap,
    "merge": _merge,
    "split": _split,
    "top": _top,
    "name": _name,
    "rename": _rename,
    "resize": _resize,
    "edition": _edition,
    "note": _note,
    "plan": _plan,
}
