"""The builder on the page: the box, the stacks, every edit saved with its history.

An edit is a line of the edit language, the same that `pbbuild edit` takes, so that page and
command change a list in the same way, under the same lock.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from starlette.responses import Response

from pbbuild.base.settings import lists_folder
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.page.blocks import qr
from pbbuild.page.geometry import PAPERS
from pbbuild.page.style import INKS, Style
from pbbuild.play.series import StopRule, run_series
from pbbuild.play.statistics import Estimate, win_rate
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.builder.suggest import suggest
from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.edit_saved import revise
from pbbuild.pocket_battles.lists.find import (
    find_list,
    ready_lists,
    require_known,
    require_known_tiles,
    saved_lists,
)
from pbbuild.pocket_battles.lists.history import History, history_of
from pbbuild.pocket_battles.lists.imports import import_lists
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.saved_lists import restore_version, save_under_free_name
from pbbuild.pocket_battles.lists.share_code import share_code
from pbbuild.pocket_battles.pages.builder_view import (
    BuilderPage,
    builder_page,
    drop_answers,
    list_of_version,
)
from pbbuild.pocket_battles.pages.lab_runs import PLAYTEST, LabRun, PageWorkers, StoppedError
from pbbuild.pocket_battles.playtest.opponents import opponents
from pbbuild.pocket_battles.playtest.plans import new_plan
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.army import is_legal
from pbbuild.pocket_battles.screen.exports import FORMATS, Writer, qr_text
from pbbuild.pocket_battles.screen.findings import edit_sentence
from pbbuild.pocket_battles.screen.list_comparison import compare_lists
from pbbuild.pocket_battles.sheets.printables import PRINTABLES, PrintRequest, documents
from pbbuild.text.translate import Translator
from pbbuild.web.pages import NotFoundError, Page, Services, Visit

SHELF: Final = "builder"
# Pairs of the quiet playtest behind the builder, and who plays it.
MEASURED_PAIRS: Final = 96
LARGEST_IMPORT: Final = 4 * 1024 * 1024
FORM_TYPE: Final = "application/x-www-form-urlencoded"
MEASURING_AGENT: Final = "expect:6"
# Rates on the small curve beside the last one.
SPARKS: Final = 12
QR_MODULES: Final = 77  # three pixels each
SIZES: Final = (40, 50, 60, 70, 80, 90, 100)
# What a single list can be printed as.
SHEETS: Final = (
    *("roster", "tiles", "counters", "tall", "tokens", "cards", "opponent"),
    *("reference", "aid", "pocket", "battlefield", "mat"),
)
# What a list can be saved as besides paper: the ending of the file by layout.
FILES: Final = {"json": "json", "text": "txt", "md": "md", "csv": "csv", "discord": "txt"}
EMPTY, BUILT = "empty", "built"


@dataclass
class Measures:
    """Win rates that were measured for lists of this server, by the content of the list."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    rates: dict[str, Estimate] = field(default_factory=dict)
    running: set[str] = field(default_factory=set)
    # The newest measurement of each list.
    runs: dict[str, LabRun] = field(default_factory=dict)
    # The last measured content of each list, to say what a change brought.
    last: dict[str, str] = field(default_factory=dict)
    # The rates of each list in the order in which they were measured.
    course: dict[str, list[float]] = field(default_factory=dict)
    # What the last measured change of each list brought.
    change: dict[str, float] = field(default_factory=dict)


def measures(services: Services) -> Measures:
    """The measures of this server."""
    found: Measures = services.shelves.setdefault(SHELF, Measures())
    return found


# Choosing and making lists.


def lists_page(visit: Visit) -> Response:
    """All lists to open, and the form for a new one."""
    catalog = load_catalog()
    return visit.page(
        "web/lists.html.j2",
        "build",
        visit.t("build-page.title"),
        own=[list_card(name, catalog, visit.t) for name in saved_lists()],
        ready=[list_card(name, catalog, visit.t) for name in ready_lists()],
        armies={each.id: each.name.in_language(visit.language) for each in catalog.armies.values()},
        sizes=SIZES,
        styles=[style for style in STYLES if style != "random"],
        chosen=visit.query,
        largest_import=LARGEST_IMPORT,
    )


def list_card(name: str, catalog: Catalog, t: Translator) -> dict[str, Any]:
    """What a card shows of a list; one that cannot be read says so."""
    try:
        army_list = find_list(name).army_list
        require_known(army_list, catalog, name)
    except PbbuildError:
        return {"id": name, "name": name, "army": "", "broken": True}
    army = catalog.armies[army_list.army]
    return {
        "id": name,
        "name": army_list.name,
        "army": army_list.army,
        "army_name": army.name.in_language(t.language),
        "points": army_list.points,
        "units": len(army_list.units),
        "legal": is_legal(army_list, catalog),
        "broken": False,
    }


def new_list(visit: Visit) -> Response:
    """Save a new list, empty or built, and open it."""
    catalog = load_catalog()
    form = visit.form
    army, points = form.get("army", ""), form.get("points", "")
    if army not in catalog.armies or not (points.isascii() and points.isdecimal()):
        raise UsageError("build-page.bad-form")
    style = form.get("style", "balanced")
    name = form.get("name", "").strip() or visit.t(
        "new.usual-name",
        army=catalog.armies[army].name.in_language(visit.language),
        size=points,
        style=visit.t(f"new.style.{style}" if style in STYLES else "new.style.balanced"),
    )
    if form.get("how") == EMPTY:
        made = ArmyList(name, army, int(points), catalog.armies[army].edition, ())
    else:
        task = BuildTask(army, int(points), style if style in STYLES else "balanced", name=name)
        made = build(task, catalog).army_list
    return visit.redirect(f"/build/{save_under_free_name(made).stem}")


def import_list(visit: Visit) -> Response:
    """Save the lists of a pasted text or of a file, and open the first.

    Our script sends a file as it is: it stays in memory, and its name is not asked for.
    """
    is_form = visit.request.headers.get("content-type", "").startswith(FORM_TYPE)
    data = visit.form.get("text", "").encode() if is_form else visit.body
    catalog = load_catalog()
    source = visit.t("build-page.import-source")
    found = [each.army_list for each in import_lists(data, source, catalog)]
    for army_list in found:
        require_known(army_list, catalog, source)
        require_known_tiles(army_list, catalog, source)
    saved = [save_under_free_name(with_tile_values(each, catalog), each.name) for each in found]
    return visit.redirect(f"/build/{saved[0].stem}")


def copy_list(visit: Visit) -> Response:
    """Save a ready list under a name of the player's, and open it."""
    name = visit.params["name"]
    army_list, _ = found_list(name)
    return visit.redirect(f"/build/{save_under_free_name(army_list, army_list.name).stem}")


# One list.


def show_builder(visit: Visit) -> Response:
    """The builder of a list."""
    name = visit.params["name"]
    made = _page(visit, name)
    if visit.wants_fragment:
        return visit.fragment("web/build-parts.html.j2", build=made, rate=_rate(visit, name))
    t = visit.t
    return visit.page(
        "web/build.html.j2",
        "build",
        made.name,
        keys="build-page.keys",
        build=made,
        rate=_rate(visit, name),
        styles=[(style, t(f"new.style.{style}"), t(f"new.style-line.{style}")) for style in STYLES],
        sheets=[(what, t(f"build-page.sheet-{what}")) for what in SHEETS],
        downloads=[(layout, t(f"build-page.file-{layout}")) for layout in FILES],
        print_choices=[
            (
                name,
                t(f"build-page.{name}"),
                [(each, t(f"build-page.{name}-{each}")) for each in known],
            )
            for name, known in (("paper", PAPERS), ("ink", INKS))
        ],
    )


def list_file(visit: Visit) -> Response:
    """The list as a file in one of the layouts of `pbbuild export`."""
    layout = visit.params["layout"]
    if layout not in FILES:
        raise NotFoundError("build-page.no-sheet")
    name = visit.params["name"]
    army_list, _ = found_list(name)
    text = FORMATS[layout](Writer(army_list, load_catalog(), visit.t))
    # The id of a list is plain ASCII; its name could contain quotes.
    headers = {"content-disposition": f'attachment; filename="{name}.{FILES[layout]}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def edit(visit: Visit) -> Response:
    """Apply a line of the edit language to a saved list."""
    name = visit.params["name"]
    path = own_path(name)
    catalog = load_catalog()

    def finish(army_list: ArmyList) -> ArmyList:
        require_known(army_list, catalog, str(path))
        return with_tile_values(army_list, catalog)

    revise(path, (visit.form.get("edit", ""),), catalog, finish)
    return answer(visit, name)


def restore(visit: Visit) -> Response:
    """Go back to a version; the present one stays in the history."""
    name = visit.params["name"]
    number = visit.form.get("version", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 8):
        raise NotFoundError("build-page.no-version")
    restore_version(own_path(name), int(number))
    return answer(visit, name)


def fits(visit: Visit) -> Response:
    """What every unit answers to the tile in the player's hand."""
    army_list, _ = found_list(visit.params["name"])
    catalog = load_catalog()
    code = visit.query.get("tile", "")
    if code not in catalog.troops:
        raise NotFoundError("build-page.no-tile")
    answers = drop_answers(army_list, code, catalog, visit.t)
    return visit.json(
        [
            {"place": a.place, "edit": a.edit, "allowed": a.allowed, "words": a.words}
            for a in answers
        ]
    )


def suggestions(visit: Visit) -> Response:
    """Ways to spend the points left, best first."""
    name = visit.params["name"]
    army_list, _ = found_list(name)
    catalog = load_catalog()
    found = []
    if army_list.units and is_legal(army_list, catalog):
        for each in suggest(army_list, catalog, most=3):
            words = "; ".join(edit_sentence(one, catalog, visit.t) for one in each.edits)
            found.append({"edit": "; ".join(each.edits), "words": words, "gain": each.gain})
    return visit.fragment("web/build-suggestions.html.j2", id=name, suggestions=found)


def versions(visit: Visit) -> Response:
    """Two versions side by side: what changed in tiles and totals."""
    name = visit.params["name"]
    path = own_path(name)
    history = history_of(path)
    left, right = (_version(visit.query.get(key, ""), history, path) for key in ("from", "to"))
    compared = compare_lists(left, right, load_catalog(), visit.language)
    return visit.fragment(
        "web/build-compare.html.j2",
        compared=compared,
        catalog=load_catalog(),
        numbers=(visit.query["from"], visit.query["to"]),
    )


def share(visit: Visit) -> Response:
    """The share code, and the list as a text in a QR square."""
    army_list, _ = found_list(visit.params["name"])
    code = share_code(army_list, load_catalog())
    text = qr_text(Writer(army_list, load_catalog(), visit.t), QR_MODULES) or code
    picture = qr(text, 40.0, visit.t("build-page.qr"))
    return visit.fragment("web/build-share.html.j2", code=code, qr=picture)


async def sheet(visit: Visit) -> Response:
    """One sheet of a list as a PDF, made in another process."""
    import asyncio

    what = visit.params["what"]
    if what not in SHEETS:
        raise NotFoundError("build-page.no-sheet")
    army_list, _ = found_list(visit.params["name"])
    paper, ink = visit.query.get("paper", ""), visit.query.get("ink", "")
    job = visit.services.jobs.start(
        printed_sheet, list_text(army_list), what, paper, ink, visit.language
    )
    data = await asyncio.wrap_future(job)
    # Our own words only: a name could contain quotes.
    headers = {"content-disposition": f'inline; filename="{what}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def printed_sheet(text: str, what: str, paper: str, ink: str, language: str) -> bytes:
    """The PDF of a sheet, in a worker process."""
    from pbbuild.page.printables import joined, pdf_of
    from pbbuild.pocket_battles.lists.list_file import parse_list

    t = Translator(language)
    assert what in PRINTABLES
    request = PrintRequest(what=(what,), lists=(parse_list(text, "page"),))
    style = Style(
        paper=paper if paper in PAPERS else "a4",
        ink=ink if ink in INKS else "full",
        theme="",
        language=language,
    )
    return pdf_of(joined(list(documents(request, load_catalog(), style, t))), t)


# The quiet playtest.


def measure(visit: Visit) -> Response:
    """Start measuring the list as it is now, unless that is known or running."""
    name = visit.params["name"]
    army_list, _ = found_list(name)
    catalog = load_catalog()
    if not army_list.units or not is_legal(army_list, catalog):
        return visit.fragment("web/build-rate.html.j2", rate=_rate(visit, name))
    key = list_text(army_list)
    kept = measures(visit.services)
    with kept.lock:
        is_new = key not in kept.rates and key not in kept.running
        if is_new:
            kept.running.add(key)
    if is_new:
        _start_measuring(visit.services, name, army_list, catalog)
    return visit.fragment("web/build-rate.html.j2", rate=_rate(visit, name))


def _start_measuring(services: Services, name: str, army_list: ArmyList, catalog: Catalog) -> None:
    """Measure a list block by block; what is measured of its older contents stops."""
    field_lists = opponents(army_list, "field", catalog)
    plan: Plan = new_plan(army_list, field_lists, agent=MEASURING_AGENT, seed=1)
    run = LabRun(list_text(army_list), PLAYTEST, [plan], 2 * MEASURED_PAIRS, plan.agent, plan.seed)
    kept = measures(services)
    with kept.lock:
        older = kept.runs.get(name)
        kept.runs[name] = run
        if older is not None and older.is_running:
            older.stopped = True
            kept.running.discard(older.id)
    threading.Thread(target=_measure, args=(services, name, run), daemon=True).start()


def _measure(services: Services, name: str, run: LabRun) -> None:
    kept = measures(services)
    rate: Estimate | None = None
    try:
        workers = PageWorkers(services, run, lambda run: None)
        rate = win_rate(run_series(run.plan, StopRule(MEASURED_PAIRS), workers).pairs)
    except (StoppedError, CancelledError, BrokenProcessPool):
        # The list was changed, or the server ends.
        pass
    finally:
        with kept.lock:
            run.finished = True
            if rate is not None:
                kept.rates[run.id] = rate
            if not run.stopped:
                kept.running.discard(run.id)
    services.hub.publish(f"build-{name}", measured=True)


def rate(visit: Visit) -> Response:
    """The part of the page with the measured win rate."""
    return visit.fragment("web/build-rate.html.j2", rate=_rate(visit, visit.params["name"]))


def _rate(visit: Visit, name: str) -> dict[str, Any]:
    """What is known of the list as it is now, and what the last change brought."""
    army_list, _ = found_list(name)
    key = list_text(army_list)
    kept = measures(visit.services)
    with kept.lock:
        found = kept.rates.get(key)
        before = kept.rates.get(kept.last.get(name, ""))
        running = key in kept.running
        if found and kept.last.get(name) != key:
            kept.last[name] = key
            kept.course.setdefault(name, []).append(found.value)
            if before is not None:
                kept.change[name] = found.value - before.value
        shown = found or before
        course = kept.course.get(name, [])[-SPARKS:]
        change = kept.change.get(name) if found else None
    return {
        "value": f"{100 * shown.value:.0f} %" if shown else "",
        "spread": f"± {100 * shown.half_width:.0f}" if shown else "",
        "change": visit.t.decimal(100 * change, "+.0f") if change is not None else "",
        "is_loss": change is not None and change < 0,
        "running": running,
        "line": _spark(course),
    }


def _spark(course: Sequence[float]) -> str:
    """The points of a small curve of win rates, 60 wide and 22 high, a half in the middle."""
    if len(course) < 2:
        return ""
    wide = 60 / (len(course) - 1)
    return " ".join(f"{n * wide:.1f},{22 * (1 - rate):.1f}" for n, rate in enumerate(course))


# Finding lists by their names.


def found_list(name: str) -> tuple[ArmyList, History | None]:
    """A saved or ready list by its name, never by a path."""
    if name in saved_lists():
        path = lists_folder() / f"{name}.json"
        found = find_list(str(path)).army_list
        history: History | None = history_of(path)
    elif name in ready_lists():
        found, history = find_list(name).army_list, None
    else:
        raise NotFoundError("build-page.no-list", name=name[:60])
    if found.game != GAME:
        raise NotFoundError("build-page.no-list", name=name[:60])
    require_known(found, load_catalog(), name)
    return found, history


def own_path(name: str) -> Path:
    """The file of a saved list; a ready list cannot be changed."""
    if name not in saved_lists():
        raise NotFoundError("build-page.no-list", name=name[:60])
    return lists_folder() / f"{name}.json"


def _version(number: str, history: History, path: Path) -> ArmyList:
    if not (number.isascii() and number.isdecimal() and len(number) < 8):
        raise NotFoundError("build-page.no-version")
    return list_of_version(history, int(number), path.stem)


def _page(visit: Visit, name: str) -> BuilderPage:
    army_list, history = found_list(name)
    return builder_page(name, army_list, history, load_catalog(), visit.t)


def answer(visit: Visit, name: str, reasons: Sequence[str] = ()) -> Response:
    """The parts of the builder after a change; `reasons` say why the builder chose so."""
    if not visit.wants_fragment:
        return visit.redirect(f"/build/{name}")
    made = _page(visit, name)
    return visit.fragment(
        "web/build-parts.html.j2", build=made, rate=_rate(visit, name), reasons=reasons
    )


PAGES: Final = (
    Page("/build", get=lists_page, post=new_list),
    Page("/build/import", post=import_list, limit=LARGEST_IMPORT),
    Page("/build/{name}", get=show_builder),
    Page("/build/{name}/copy", post=copy_list),
    Page("/build/{name}/edit", post=edit),
    Page("/build/{name}/restore", post=restore),
    Page("/build/{name}/fits", get=fits),
    Page("/build/{name}/suggestions", get=suggestions),
    Page("/build/{name}/versions", get=versions),
    Page("/build/{name}/share", get=share),
    Page("/build/{name}/measure", get=rate, post=measure),
    Page("/build/{name}/print/{what}", get=sheet),
    Page("/build/{name}/file/{layout}", get=list_file),
)
