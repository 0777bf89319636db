"""The lists that meet in a battle, for commands: what makes a list illegal is told first."""

from collections.abc import Sequence

from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.opponents import (
    broken_rules,
    illegal,
    is_named_list,
    opponents,
)
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.terminal.screen import say


def refuse_illegal(session: BattlesSession, lists: Sequence[ArmyList]) -> None:
    """Raise for lists that break a rule or are of another game; their errors are told first."""
    broken = broken_rules(lists, session.catalog)
    for army_list, finding in broken:
        sentence = finding_sentence(finding, session.catalog, session.t)
        say(f"{army_list.name}: {sentence} ({finding.rule})", err=True)
    if broken:
        raise illegal(broken)


def field_of(session: BattlesSession, ours: ArmyList, against: str) -> tuple[ArmyList, ...]:
    """The lists to play against; a list that is named must be legal."""
    field = opponents(ours, against, session.catalog)
    if is_named_list(against, session.catalog):
        refuse_illegal(session, field)
    return field
