"""The lab on the page: how good is a list? Battles are played while you look."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from starlette.responses import Response

from pbbuild.errors import UsageError
from pbbuild.play.archive import archive_battle
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST as PLAYTEST_AGENT
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import save_under_free_name
from pbbuild.pocket_battles.metagame.counter import CounterSearch
from pbbuild.pocket_battles.metagame.meta import MetaSettings
from pbbuild.pocket_battles.metagame.tile_worth import WorthSettings
from pbbuild.pocket_battles.pages.lab_runs import (
    COMPARE,
    COUNTER,
    IMPROVE,
    KINDS,
    META,
    PLAYTEST,
    TOURNAMENT,
    WORTH,
    LabRun,
    LabRuns,
)
from pbbuild.pocket_battles.pages.lab_view import run_page
from pbbuild.pocket_battles.pages.list_menu import list_menu
from pbbuild.pocket_battles.playtest.opponents import FIELD, broken_rules, illegal, opponents
from pbbuild.pocket_battles.playtest.plans import new_plan
from pbbuild.pocket_battles.playtest.series import Plan, record_of_battle
from pbbuild.web.pages import NotFoundError, Page, Visit

SHELF: Final = "lab"
# Battles to choose from: of a playtest, of each list compared, of each meeting.
GAMES: Final = {
    PLAYTEST: (80, 200, 400, 800, 2000),
    COMPARE: (80, 320, 640, 2000),
    TOURNAMENT: (16, 48, 96, 200),
    META: (16, 40, 96, 200),
    WORTH: (960, 3200, 8000, 16000),
    IMPROVE: (),
    COUNTER: (),
}
# Who plays: the quick agent plays roughly, but many battles in the time of one.
AGENTS: Final = {"careful": PLAYTEST_AGENT, "quick": "quick"}
USUAL: Final = {PLAYTEST: 200, COMPARE: 320, TOURNAMENT: 48, META: 40, WORTH: 3200}
# Changes that a search for a better list may make.
STEPS: Final = {IMPROVE: (1, 2, 3), COUNTER: (0, 1, 2, 3)}
# Searches for a list that beats the mix of a metagame.
SEARCHES: Final = (0, 1, 2, 3)
SIZES: Final = (40, 50, 60, 70, 80, 90, 100)
MOST_LISTS: Final = 12


def runs_of(visit: Visit) -> LabRuns:
    """The runs of this server."""
    shelves = visit.services.shelves
    if SHELF not in shelves:
        shelves[SHELF] = LabRuns(visit.services)
    found: LabRuns = shelves[SHELF]
    return found


def lab(visit: Visit) -> Response:
    """The form of a run, and the runs of this session."""
    kind = visit.query.get("kind", PLAYTEST)
    if kind not in KINDS:
        raise NotFoundError("lab-page.no-kind")
    return visit.page(
        "web/lab.html.j2",
        "lab",
        visit.t("lab-page.title"),
        kind=kind,
        kinds=KINDS,
        menu=list_menu(load_catalog()),
        games=GAMES[kind],
        usual=USUAL.get(kind),
        steps=STEPS.get(kind, ()),
        searches=SEARCHES,
        sizes=SIZES,
        armies={
            each.id: each.name.in_language(visit.language)
            for each in load_catalog().armies.values()
        },
        agents=AGENTS,
        usual_agent="quick" if kind == WORTH else "careful",
        chosen=visit.query,
        runs=[run_page(run, visit.t) for run in runs_of(visit).all()],
    )


def start(visit: Visit) -> Response:
    """Begin a run and show it."""
    form = visit.form
    kind = form.get("kind", PLAYTEST)
    if kind not in KINDS:
        raise UsageError("lab-page.bad-form")
    run = _BEGIN[kind](visit, form)
    return visit.redirect(f"/lab/{run.id}")


def _playtest(visit: Visit, form: Mapping[str, str]) -> LabRun:
    plan = _plan(form)
    return runs_of(visit).playtest(plan, _number(form, "games", GAMES[PLAYTEST]) // 2)


def _compare(visit: Visit, form: Mapping[str, str]) -> LabRun:
    plan = _plan(form)
    other = _named(form.get("other", ""))
    _refuse_illegal((other,))
    pairs = _number(form, "games", GAMES[COMPARE]) // 2
    return runs_of(visit).compare(plan, replace(plan, ours=other), pairs)


def _tournament(visit: Visit, form: Mapping[str, str]) -> LabRun:
    lists = _chosen_lists(form)
    pairs = _number(form, "games", GAMES[TOURNAMENT]) // 2
    return runs_of(visit).tournament(lists, _agent(form), _seed(form), pairs)


def _improve(visit: Visit, form: Mapping[str, str]) -> LabRun:
    return runs_of(visit).improve(_plan(form), _number(form, "steps", STEPS[IMPROVE]))


def _counter(visit: Visit, form: Mapping[str, str]) -> LabRun:
    target = _named(form.get("list", ""))
    _refuse_illegal((target,))
    steps = _number(form, "steps", STEPS[COUNTER])
    search = CounterSearch(steps=steps, agent=_agent(form), seed=_seed(form))
    return runs_of(visit).counter(target, search, visit.t)


def _metagame(visit: Visit, form: Mapping[str, str]) -> LabRun:
    lists = _chosen_lists(form)
    settings = MetaSettings(
        _number(form, "games", GAMES[META]),
        _agent(form),
        _seed(form),
        _number(form, "searches", SEARCHES),
    )
    return runs_of(visit).metagame(lists, settings, visit.t)


def _worth(visit: Visit, form: Mapping[str, str]) -> LabRun:
    army = form.get("army", "")
    if army not in load_catalog().armies:
        raise UsageError("lab-page.bad-form")
    games = _number(form, "games", GAMES[WORTH])
    points = _number(form, "points", SIZES)
    return runs_of(visit).worth(army, WorthSettings(points, games, _agent(form), _seed(form)))


_BEGIN: Final = {
    PLAYTEST: _playtest,
    COMPARE: _compare,
    TOURNAMENT: _tournament,
    IMPROVE: _improve,
    COUNTER: _counter,
    META: _metagame,
    WORTH: _worth,
}


def _chosen_lists(form: Mapping[str, str]) -> list[ArmyList]:
    """The lists whose boxes are ticked."""
    known = [*saved_lists(), *ready_lists()]
    names = [name for name in known if form.get(f"list-{name}")]
    if not 2 <= len(names) <= MOST_LISTS:
        raise UsageError("lab-page.some-lists", most=MOST_LISTS)
    lists = [_named(name) for name in names]
    _refuse_illegal(lists)
    return lists


def _plan(form: Mapping[str, str]) -> Plan:
    ours = _named(form.get("list", ""))
    against = form.get("against", FIELD)
    catalog = load_catalog()
    theirs = opponents(ours, FIELD, catalog) if against == FIELD else (_named(against),)
    _refuse_illegal((ours, *theirs))
    return new_plan(ours, theirs, agent=_agent(form), seed=_seed(form))


def _refuse_illegal(lists: Sequence[ArmyList]) -> None:
    broken = broken_rules(tuple(lists), load_catalog())
    if broken:
        raise illegal(broken)


def _number(form: Mapping[str, str], name: str, known: Sequence[int]) -> int:
    text = form.get(name, "")
    if text not in map(str, known):
        raise UsageError("lab-page.bad-form")
    return int(text)


def _agent(form: Mapping[str, str]) -> str:
    return AGENTS.get(form.get("agent", ""), PLAYTEST_AGENT)


def _seed(form: Mapping[str, str]) -> int:
    seed = form.get("seed", "") or "1"
    if not (seed.isascii() and seed.isdecimal() and len(seed) < 16):
        raise UsageError("lab-page.bad-form")
    return int(seed)


def show_run(visit: Visit) -> Response:
    """A run as far as it has come."""
    made = run_page(_run(visit), visit.t)
    if visit.wants_fragment:
        return visit.fragment("web/lab-parts.html.j2", run=made)
    return visit.page("web/lab-run.html.j2", "lab", made.title, run=made, kinds=KINDS)


def stop(visit: Visit) -> Response:
    """Stop a run; what was played stays."""
    run = _run(visit)
    runs_of(visit).stop(run)
    return visit.redirect(f"/lab/{run.id}")


def watch(visit: Visit) -> Response:
    """Play one battle of a run again with its record, keep it and show it."""
    run = _run(visit)
    # A button of the matrix or of the list names both in one value.
    chosen = visit.form.get("battle", "")
    plan, _, number = chosen.rpartition("-")
    place = _small(plan or "0")
    played = _small(number)
    if place >= len(run.plans) or not 0 < played <= max(run.done, 2):
        raise NotFoundError("lab-page.no-battle")
    job = visit.services.jobs.start(record_of_battle, run.plans[place], played - 1)
    path = archive_battle(job.result(timeout=60))
    return visit.redirect(f"/replay/{path.stem}")


def _small(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise NotFoundError("lab-page.no-battle")
    return int(text)


def save_better(visit: Visit) -> Response:
    """Save the list that a search found under a free name, and open it."""
    run = _run(visit)
    place = _small(visit.form.get("step", ""))
    lists = [step.army_list for step in run.steps]
    if run.counter:
        lists.append(run.counter.army_list)
    if place >= len(lists):
        raise NotFoundError("lab-page.no-battle")
    found = lists[place]
    return visit.redirect(f"/build/{save_under_free_name(found, found.name).stem}")


def _named(name: str) -> ArmyList:
    # Names only: a path from the page could name any file.
    if name not in saved_lists() and name not in ready_lists():
        raise NotFoundError("build-page.no-list", name=name[:60])
    return find_list(name).army_list


def _run(visit: Visit) -> LabRun:
    run = runs_of(visit).find(visit.params["id"])
    if run is None:
        raise NotFoundError("lab-page.no-run")
    return run


PAGES: Final = (
    Page("/lab", get=lab, post=start),
    Page("/lab/{id}", get=show_run),
    Page("/lab/{id}/stop", post=stop),
    Page("/lab/{id}/watch", post=watch),
    Page("/lab/{id}/save", post=save_better),
)
