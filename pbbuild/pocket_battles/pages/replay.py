"""Finished battles on the page: every step of the record, and playing on from any of them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

PERSON: Final = "person"
# Simulations for each decision: enough for the curve, and done in seconds.
_BUDGET: Final = 60
_MOST_POINTS: Final = 6
# What counts as a turning point: a choice or a roll that moved the chance to win by so much.
_LARGE_LOSS: Final = 0.03
_LARGE_LUCK: Final = 0.05


@dataclass(frozen=True, slots=True)
class Turning:
    """A choice or a roll that changed the chance to win."""

    n: int
    words: str
    change: str
    is_good: bool
    kind: str
    mark: str
    better: str
    before: int
    x: str


@dataclass(frozen=True, slots=True)
class Review:
    """How the battle went: the curve of the viewer's chance to win, and what moved it."""

    curve: str
    area: str
    accuracy: str
    enemy_accuracy: str
    luck: str
    luck_place: int
    luck_words: str
    hits: str
    points: tuple[Turning, ...]
    chances: str


def review(visit: Visit) -> Response:
    """The judgement of a strong player on every choice and roll, made in another process."""
    shelf: Battles = visit.shelf
    battle = shelf.find(visit.params["id"])
    if isinstance(battle, OpenBattle):
        raise NotFoundError("play-page.no-record-yet")
    text = battle.path.read_text(encoding="utf-8")
    document = visit.services.jobs.start(analysed, text, _BUDGET).result(timeout=600)
    made = battle_page(visit, battle)
    return visit.fragment(
        "web/replay-review.html.j2", id=battle.id, review=_review(visit, made, document)
    )


def analysed(text: str, budget: int) -> dict[str, Any]:
    """The analysis of a record; runs in another process."""
    from pbbuild.play.verify import RecordReplay
    from pbbuild.pocket_battles.playtest.battle_analysis import analyse_battle
    from pbbuild.pocket_battles.playtest.battles import opening_of_record
    from pbbuild.pocket_battles.playtest.judge import analyse_record
    from pbbuild.pocket_battles.rules.game import PocketBattles

    record = parse_record(text, "")
    found = analyse_record(record, PocketBattles(load_catalog()), budget)
    document: dict[str, Any] = found.to_json()
    game = PocketBattles(load_catalog())
    replay = RecordReplay(game, record, opening_of_record(game, record))
    luck = analyse_battle(replay.steps()).luck
    document["hits"] = {
        side: (each.made, each.mean, each.percentile) for side, each in luck.items()
    }
    return document


def _review(visit: Visit, made: BattlePage, document: dict[str, Any]) -> Review:
    t, viewer = visit.t, made.field.viewer
    enemy = SIDES[1 - SIDES.index(viewer)]
    words = {entry.n: entry.words for group in made.log for entry in group.entries}
    last = max(made.last, 1)

    def own(chance: float) -> float:
        return chance if viewer == "A" else 1 - chance

    decisions = document["decisions"]
    chances = [(each["n"], own(each["after"])) for each in decisions]
    if decisions:
        chances.insert(0, (0, own(decisions[0]["before"])))
    if made.result and made.result.winner:
        chances.append((last, 1.0 if made.result.winner == viewer else 0.0))
    spots = [f"{100 * n / last:.2f},{40 - 40 * chance:.2f}" for n, chance in chances]
    moved: list[tuple[float, Turning]] = []
    for each in decisions:
        if each["loss"] >= _LARGE_LOSS and each["n"] in words:
            sign = -1 if each["side"] == viewer else 1
            turning = _turning(made, t, each, words, sign * each["loss"], last)
            moved.append((each["loss"], turning))
    for each in document["rolls"]:
        if abs(each["luck"]) >= _LARGE_LUCK and each["n"] in words:
            sign = 1 if each["side"] == viewer else -1
            change = sign * each["luck"]
            moved.append((abs(change), _turning(made, t, each, words, change, last)))
    moved.sort(key=lambda pair: -pair[0])
    chosen = sorted((turning for _, turning in moved[:_MOST_POINTS]), key=lambda each: each.n)
    sides, hits = document["sides"], document["hits"]
    place = hits[viewer][2]
    return Review(
        curve=" ".join(spots),
        area=f"0,20 {' '.join(spots)} 100,20" if spots else "",
        accuracy=f"{100 * sides[viewer]['accuracy']:.0f} %",
        enemy_accuracy=f"{100 * sides[enemy]['accuracy']:.0f} %",
        luck=_signed(sides[viewer]["luck"]),
        luck_place=place,
        luck_words=t("battle-page.luckier", percent=min(99, max(1, place))),
        hits=t(
            "battle-page.hits-rolled",
            own=hits[viewer][0],
            expected=t.decimal(hits[viewer][1]),
            other=hits[enemy][0],
            other_expected=t.decimal(hits[enemy][1]),
        ),
        points=tuple(chosen),
        chances=" ".join(f"{n}:{round(100 * chance)}" for n, chance in chances),
    )


def _turning(
    made: BattlePage,
    t: Any,
    judged: Mapping[str, Any],
    words: Mapping[int, str],
    change: float,
    last: int,
) -> Turning:
    """A choice that lost something, with what was better, or a roll that moved the battle."""
    n = judged["n"]
    is_choice = "best" in judged
    better = ""
    if is_choice and judged["best"] != judged["action"]:
        told = made.words_of(judged["side"], judged["best"])
        better = t("battle-page.was-better", words=told) if told else ""
    mark = {"blunder": "??", "mistake": "?"}.get(judged.get("class", ""), "?!")
    return Turning(
        n=n,
        words=words[n],
        change=_signed(change),
        is_good=change > 0,
        kind=t(f"battle-page.turning-{'choice' if is_choice else 'roll'}"),
        mark=mark if is_choice else "",
        better=better,
        before=max(0, n - 1),
        x=f"{100 * n / last:.2f}",
    )


def _signed(change: float) -> str:
    whole = round(100 * change)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"


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
        raise NotFoundError("battle-page.no-record-yet")
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
