"""The lists that meet in a battle: which opponents there are, and that every list is legal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList, find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    pass


def refuse_illegal(session: BattlesSession, lists: Sequence[FoundList]) -> None:
    """Raise for lists that break a rule or are of another game; their errors are told first."""
    from pbbuild.pocket_battles.rules.army import check
    from pbbuild.pocket_battles.screen.findings import finding_sentence

    illegal = []
    for found in lists:
        army_list = found.army_list
        if army_list.game != "pocket-battles":
            raise UsageError("battle.other-game", name=army_list.name, game=army_list.game)
        errors = [finding for finding in check(army_list, session.catalog) if finding.is_error]
        for finding in errors:
            sentence = finding_sentence(finding, session.catalog, session.t)
            say(f"{army_list.name}: {sentence} ({finding.rule})", err=True)
        if errors:
            illegal.append(army_list.name)
    if illegal:
        raise UsageError("battle.illegal", names=tuple(dict.fromkeys(illegal)))


def field_of(session: BattlesSession, ours: ArmyList, against: str) -> tuple[ArmyList, ...]:
    """The lists to play against: one, an army's ready ones, or all ready ones of this size."""
    ready = [find_list(name).army_list for name in ready_lists()]
    if against == "field":
        sizes = sorted({army_list.points for army_list in ready})
        nearest = min(sizes, key=lambda points: (abs(points - ours.points), points), default=0)
        field = [army_list for army_list in ready if army_list.points == nearest]
        # Against itself a list wins half its battles, which says nothing.
        field = [army_list for army_list in field if army_list.units != ours.units]
    elif against in session.catalog.armies:
        own = [army_list for army_list in ready if army_list.army == against]
        field = [army_list for army_list in own if army_list.points == ours.points] or own
    else:
        enemy = find_list(against)
        refuse_illegal(session, [enemy])
        field = [enemy.army_list]
    if not field:
        raise UsageError("playtest.no-field", points=ours.points)
    return tuple(field)
