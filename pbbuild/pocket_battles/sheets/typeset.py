"""A list as sheets show it."""

import re
from dataclasses import replace
from typing import Final

from pbbuild.page.style import Style
from pbbuild.pocket_battles.lists.model import ArmyList

_APOSTROPHE: Final = re.compile(r"(?<=\w)'(?=\w)")


def typeset(army_list: ArmyList, style: Style) -> ArmyList:
    """The list with its note in the language of the sheet, and with true apostrophes."""
    units = tuple(replace(unit, name=_typeset(unit.name)) for unit in army_list.units)
    note = _typeset(army_list.note_in(style.language))
    return replace(army_list, name=_typeset(army_list.name), note=note, units=units)


def _typeset(text: str) -> str:
    return _APOSTROPHE.sub("’", text)
