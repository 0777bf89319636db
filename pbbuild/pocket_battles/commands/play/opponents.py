"""The lists that meet in a battle, for commands: what makes a list illegal is reported first."""

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
    """Raise for lists that break a rule or are of another game; their errors are reported first."""
    broken = broken_rules(lists, session.catalog)
    for army_list, finding in broken:
        sentence = finding_sentence(finding, session.catalog, session.t)
        say(f"{army_list.name}: {sentence} ({finding.rule})", err=True)
    if broken:
        raise illegal(broken)


def warn_of_sizes(session: BattlesSession, ours: ArmyList, enemy: ArmyList) -> None:
    """Say it if two lists that are about to meet are of different sizes."""
    if ours.points != enemy.points:
        values = {"name": ours.name, "points": ours.points}
        values |= {"other": enemy.name, "size": enemy.points}
        say(session.t("battle.uneven", **values), err=True)


def field_of(session: BattlesSession, ours: ArmyList, against: str) -> tuple[ArmyList, ...]:
    """The lists to play against; a list that is named must be legal."""
    field = opponents(ours, against, session.catalog)
    if is_named_list(against, session.catalog):
        refuse_illegal(session, field)
        for enemy in field:
            warn_of_sizes(session, ours, enemy)
    return field
