"""A list as sheets show it."""

import re
from dataclasses import replace
from typing import Final

from pbbuild.page.style import Style
from pbbuild.pocket_battles.lists.model import ArmyList

_APOSTROPHE: Final = re.compile(r"(?<=\w)'(?=\w)")


def typeset(army_list: ArmyList, style: Style) -> ArmyList:
    """The list with its note in the language of the sheet, and with true apostrophes."""
    units = tuple(replace(unit, name=true_apostrophes(unit.name)) for unit in army_list.units)
    note = true_apostrophes(army_list.note_in(style.language))
    return replace(army_list, name=true_apostrophes(army_list.name), note=note, units=units)


def true_apostrophes(text: str) -> str:
    """A text with typographic apostrophes between letters."""
    return _APOSTROPHE.sub("’", text)
