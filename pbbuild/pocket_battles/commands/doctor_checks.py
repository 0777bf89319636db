"""The checks of `pbbuild doctor` for Pocket Battles: catalog, lists, a battle, a page."""

from collections.abc import Iterator
from typing import Final

from pbbuild.base.installed import reinstall_command
from pbbuild.base.places import shipped
from pbbuild.errors import ListError, PbbuildError
from pbbuild.pocket_battles.catalog.load import load_catalog, shipped_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.terminal.commands.doctor_checks import (
    BAD,
    CATALOG_BROKEN,
    GOOD,
    DoctorFinding,
    GameChecks,
    is_json,
)
from pbbuild.terminal.session import Session
from pbbuild.text.error_text import sentence_of

OURS: Final = "union-50"
THEIRS: Final = "confederacy-50"


def catalogs(session: Session) -> Iterator[DoctorFinding]:
    """Whether the shipped catalogs, the ready lists and the player's own files can be read."""
    from pbbuild.pocket_battles.lists.find import find_list, ready_lists

    broken = [str(file) for file in sorted(shipped("catalog").rglob("*.json")) if not is_json(file)]
    try:
        if not broken:
            shipped_catalog()
            ready = [find_list(name) for name in ready_lists()]
    except PbbuildError as error:
        broken = [error.source]
    except (AttributeError, LookupError, OSError, TypeError, ValueError) as error:
        broken = [f"{type(error).__name__}: {error}"]
    if broken:
        reason = ", ".join(broken)
        yield DoctorFinding(
            BAD, CATALOG_BROKEN, {"reason": reason, "anew": reinstall_command()}, "fix-install"
        )
        return
    catalog = load_catalog()
    values = {
        "anew": reinstall_command(),
        "armies": len(catalog.armies),
        "tiles": len(catalog.troops),
        "lists": len(ready),
    }
    yield DoctorFinding(GOOD if ready else BAD, "catalog", values, "" if ready else "fix-install")
    for complaint in catalog.complaints:
        yield DoctorFinding(BAD, "own-file-broken", {"path": complaint.source}, "fix-own-file")


def lists(session: Session) -> Iterator[DoctorFinding]:
    """Whether every saved list can be read."""
    from pbbuild.pocket_battles.lists.find import find_list, saved_lists
    from pbbuild.pocket_battles.lists.saved_lists import require_lists_folder

    try:
        require_lists_folder()
        names = saved_lists()
    except ListError as error:
        yield DoctorFinding(BAD, "lists-gone", {"path": error.source}, "fix-lists-gone")
        return
    except PbbuildError as error:
        yield DoctorFinding(BAD, "config-broken", {"path": error.source}, "fix-config")
        return
    broken = []
    for name in names:
        try:
            find_list(name)
        except PbbuildError:
            broken.append(name)
    yield DoctorFinding(GOOD, "lists", {"count": len(names) - len(broken)})
    for name in broken:
        yield DoctorFinding(BAD, "list-broken", {"name": name}, "fix-list")


def battle(session: Session) -> Iterator[DoctorFinding]:
    """Whether a test battle recomputes from its record."""
    # With the player's corrections a ready list might break a rule.
    is_true, rounds = fought(shipped_catalog())
    if is_true:
        yield DoctorFinding(GOOD, "battle", {"rounds": rounds})
    else:
        yield DoctorFinding(BAD, "battle-untrue", {}, "fix-report")


def page(session: Session) -> Iterator[DoctorFinding]:
    """Whether a test page prints and can be imported again."""
    try:
        size, same = printed(session)
    except PbbuildError as error:
        values = {"reason": sentence_of(error, session.t).rstrip(".")}
        yield DoctorFinding(BAD, "page-failed", values, "fix-page")
        return
    code = "page" if same else "page-unread"
    yield DoctorFinding(GOOD if same else BAD, code, {"size": round(size / 1000)})


def fought(catalog: Catalog) -> tuple[bool, int]:
    """Whether a battle between ready lists recomputes from its own record; its rounds."""
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import verify
    from pbbuild.pocket_battles.agents.registry import agent_named
    from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
    from pbbuild.pocket_battles.rules.game import PocketBattles

    game = PocketBattles(catalog)
    lists = [find_list(name).army_list for name in (OURS, THEIRS)]
    battle = fight(game, lists, [agent_named("greedy")] * 2, 1)
    record = parse_record(battle.recorder.text(), "")
    return verify(game, record, opening_of_record(game, record)) is None, battle.outcome.rounds


def printed(session: Session) -> tuple[int, bool]:
    """The bytes of a small printed roster, and whether the list inside it is the one printed."""
    import dataclasses

    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.lists.imports import import_lists
    from pbbuild.pocket_battles.sheets.printables import roster_pdf

    army_list = find_list(OURS).army_list
    # One unit: it needs every library and font that a whole army needs, in a third of the time.
    army_list = dataclasses.replace(army_list, units=army_list.units[:1])
    catalog = load_catalog()
    data = roster_pdf(army_list, catalog, Style(language=session.language), session.t)
    found = import_lists(data, "roster.pdf", catalog)
    return len(data), [one.army_list.units for one in found] == [army_list.units]


CHECKS: Final = GameChecks(data=(catalogs,), trials=(lists, battle, page))
