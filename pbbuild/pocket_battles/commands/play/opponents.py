"""The lists that meet in a battle, for commands: what makes a list illegal is reported first."""

from collections.abc import Sequence

from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList, find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.opponents import (
    broken_rules,
    illegal,
    is_named_list,
    opponents,
)
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.terminal.screen import say, shell_quoted


def refuse_illegal(session: BattlesSession, lists: Sequence[FoundList | ArmyList]) -> None:
    """Raise for lists that break a rule or are of another game; their errors are reported first.

    The error names the command that fixes a list if the player can name it.
    """
    found = [(_army_list(each), each) for each in lists]
    broken = broken_rules([army_list for army_list, _ in found], session.catalog)
    for army_list, finding in broken:
        sentence = finding_sentence(finding, session.catalog, session.t)
        say(f"{army_list.name}: {sentence} ({finding.rule})", err=True)
    if broken:
        faulty = [army_list for army_list, _ in broken]
        typed = [
            each.typed
            for army_list, each in found
            if isinstance(each, FoundList) and army_list in faulty and each.typed
        ]
        fixing = [f"pbbuild check {shell_quoted(name)} --fix" for name in dict.fromkeys(typed)]
        raise illegal(broken, fixing=fixing)


def _army_list(found: FoundList | ArmyList) -> ArmyList:
    return found.army_list if isinstance(found, FoundList) else found


def warn_of_sizes(session: BattlesSession, ours: ArmyList, enemy: ArmyList) -> None:
    """Say it if two lists that are about to meet are of different sizes."""
    if ours.points != enemy.points:
        values = {"name": ours.name, "points": ours.points}
        values |= {"other": enemy.name, "size": enemy.points}
        say(session.t("battle.uneven", **values), err=True)


def field_of(session: BattlesSession, ours: ArmyList, against: str) -> tuple[ArmyList, ...]:
    """The lists to play against; a list that is named must be legal."""
    if not is_named_list(against, session.catalog):
        return opponents(ours, against, session.catalog)
    found = find_list(against)
    refuse_illegal(session, [found])
    warn_of_sizes(session, ours, found.army_list)
    return (found.army_list,)
