"""The trials of `pbbuild doctor`: a battle that is fought, a page that is printed."""

from typing import TYPE_CHECKING, Final

from pbbuild.pocket_battles.lists.find import find_list

if TYPE_CHECKING:
    from pbbuild.pocket_battles.catalog.model import Catalog
    from pbbuild.terminal.session import Session

OURS: Final = "union-50"
THEIRS: Final = "confederacy-50"


def fought(catalog: "Catalog") -> tuple[bool, int]:
    """Whether a battle between ready lists recomputes from its own record; its rounds."""
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import verify
    from pbbuild.pocket_battles.playtest.battles import fight, opening
    from pbbuild.pocket_battles.rules.game import PocketBattles

    game = PocketBattles(catalog)
    lists = [find_list(name).army_list for name in (OURS, THEIRS)]
    battle = fight(game, lists, [agent_named("greedy")] * 2, 1)
    record = parse_record(battle.recorder.text(), "")
    return verify(game, record, opening(game, record)) is None, battle.outcome.rounds


def printed(session: "Session") -> tuple[int, bool]:
    """The bytes of a printed roster, and whether the list inside it is the one printed."""
    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.lists.imports import import_lists
    from pbbuild.pocket_battles.sheets.roster_document import roster_pdf

    army_list = find_list(OURS).army_list
    catalog = session.quiet_catalog
    data = roster_pdf(army_list, catalog, Style(language=session.language), session.t)
    found = import_lists(data, "roster.pdf", catalog)
    return len(data), [one.army_list.units for one in found] == [army_list.units]
