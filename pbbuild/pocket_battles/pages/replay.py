"""Finished battles on the page: every step of the record, and playing on from any of them."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.responses import Response

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.contract import SIDES
from pbbuild.play.record import RecordLine, parse_record
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.list_file import list_of
from pbbuild.pocket_battles.pages.battle import BattlePage, battle_page
from pbbuild.pocket_battles.pages.open_battles import Battles, OpenBattle
from pbbuild.text.translate import Translator
from pbbuild.web.open_games import inputs_until
from pbbuild.web.pages import NotFoundError, Visit
from pbbuild.web.review import HitLuckView, Reviewed, judged, review_fragment, review_view

PERSON: Final = "person"


def review(visit: Visit) -> Response:
    """The judgement of a strong player on every choice and roll, made in another process."""
    shelf: Battles = visit.shelf
    battle = shelf.find(visit.params["id"])
    if isinstance(battle, OpenBattle):
        raise NotFoundError("play-page.no-record-yet")
    document = judged(visit, battle.path, analysed)
    made = battle_page(visit, battle)
    hits = _hits(made.field.viewer, document["hits"], visit.t)
    view = review_view(_reviewed(made), document, visit.t, hits)
    return review_fragment(visit, f"/replay/{battle.id}", view)


def analysed(text: str) -> dict[str, Any]:
    """The analysis of a record; runs in another process."""
    from pbbuild.play.verify import RecordReplay
    from pbbuild.pocket_battles.playtest.battle_analysis import analyse_battle
    from pbbuild.pocket_battles.playtest.battles import opening_of_record
    from pbbuild.pocket_battles.playtest.judge import QUICK, analyse_record, default_budget
    from pbbuild.pocket_battles.rules.game import PocketBattles

    record = parse_record(text, "")
    found = analyse_record(record, PocketBattles(load_catalog()), default_budget(QUICK))
    document: dict[str, Any] = found.to_json()
    game = PocketBattles(load_catalog())
    replay = RecordReplay(game, record, opening_of_record(game, record))
    luck = analyse_battle(replay.steps()).luck
    document["hits"] = {
        side: (each.made, each.mean, each.percentile) for side, each in luck.items()
    }
    return document


def _reviewed(made: BattlePage) -> Reviewed:
    def words_of(side: str, action: str, _n: int) -> str:
        return made.words_of(side, action)

    winner = made.result.winner if made.result else ""
    return Reviewed(made.field.viewer, winner, made.last, made.log, words_of)


def _hits(viewer: str, hits: Mapping[str, tuple[int, float, int]], t: Translator) -> HitLuckView:
    own, other = hits[viewer], hits[SIDES[1 - SIDES.index(viewer)]]
    return HitLuckView(
        title=t("battle-page.luck"),
        place=own[2],
        rank=t("battle-page.luckier", percent=min(99, max(1, own[2]))),
        words=t(
            "battle-page.hits-rolled",
            own=own[0],
            expected=t.decimal(own[1]),
            other=other[0],
            other_expected=t.decimal(other[1]),
        ),
    )


def replay(visit: Visit) -> Response:
    """The battle with its scrubber; one that is not over is continued instead."""
    shelf: Battles = visit.shelf
    battle = shelf.find(visit.params["id"])
    if isinstance(battle, OpenBattle):
        return visit.redirect(f"/battle/{battle.id}")
    made = battle_page(visit, battle)
    steps = [entry.n for group in made.log for entry in group.entries]
    return visit.page(
        "web/replay.html.j2",
        "replay",
        made.title,
        keys="play-page.replay-keys",
        battle=made,
        steps=steps,
    )


async def report(visit: Visit) -> Response:
    """The report of a finished battle as a PDF, made in another process."""
    shelf: Battles = visit.shelf
    battle = shelf.find(visit.params["id"])
    if isinstance(battle, OpenBattle):
        raise NotFoundError("play-page.no-record-yet")
    job = visit.services.jobs.start(printed_report, str(battle.path), visit.language)
    data = await asyncio.wrap_future(job)
    headers = {"content-disposition": f'inline; filename="{battle.id}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def printed_report(path: str, language: str) -> bytes:
    """The PDF of a report, in a worker process."""
    from pbbuild.page.printables import joined, pdf_of
    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.sheets.printables import PrintRequest, documents

    t = Translator(language)
    request = PrintRequest(what=("report",), records=(Path(path),))
    style = Style(theme="", language=language)
    return pdf_of(joined(list(documents(request, load_catalog(), style, t))), t)


def play_on(visit: Visit) -> Response:
    """A new battle that begins at a moment of this one, with the same players and dice."""
    shelf: Battles = visit.shelf
    battle = shelf.find(visit.params["id"])
    if isinstance(battle, OpenBattle):
        raise NotFoundError("play-page.no-record-yet")
    number = visit.form.get("n", "")
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise UsageError("web.bad-form")
    lines: Sequence[RecordLine] = [battle.record.header, *battle.record.lines]
    header = battle.record.header
    try:
        entries = [header["sides"][side]["list"] for side in SIDES]
        ours, theirs = (list_of(Document("", entry, dump_json(entry))) for entry in entries)
        agents = [
            None if header["agents"][side] == PERSON else header["agents"][side] for side in SIDES
        ]
    except (KeyError, TypeError):
        raise PbbuildError("battle-page.cannot-play-on") from None
    if None not in agents:
        # Two agents played: the reader takes A's place.
        agents[0] = None
    inputs = inputs_until(lines, int(number))
    seed = int(header.get("seed") or 0)
    try:
        made = shelf.start((ours, theirs), agents, seed, inputs=inputs)
    except PbbuildError:
        # Its dice were real: they cannot come from a seed.
        made = shelf.start((ours, theirs), agents, seed, inputs=inputs, real_dice=True)
    return visit.redirect(f"/battle/{made.id}")
