"""The addresses of a game in progress, the same for every game: playing, undoing, looking back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from pbbuild.errors import UsageError
from pbbuild.play.archive import kept_battles
from pbbuild.play.contract import SIDES
from pbbuild.play.stream import seed_or_random
from pbbuild.text.translate import Translator
from pbbuild.web.open_games import ArchivedGame, OpenGame, OpenGames
from pbbuild.web.pages import NotFoundError, Page, Visit

_LARGEST_SEED: Final = 2**53
_LONGEST_ACTION: Final = 80
_MOST_ACTIONS: Final = 60

Shown = OpenGame | ArchivedGame


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log of a game; `n` is the line of the record that it shows."""

    n: int
    side: str
    icon: str
    words: str
    points: str = ""


@dataclass(frozen=True, slots=True)
class LogGroup:
    """The lines of one turn under their heading."""

    heading: str
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a game ended; `campaign` is the address of the campaign it belongs to, if any."""

    winner: str
    title: str
    words: str
    is_won: bool | None
    campaign: str = ""


@dataclass(frozen=True, slots=True)
class PlayPages:
    """The pages below an address; a room adds how a game and one of its moments are shown."""

    base: str
    show: Callable[[Visit, Shown], Response]
    show_moment: Callable[[Visit, Shown, int], Response]

    def pages(self) -> tuple[Page, ...]:
        """All of them, for the routing table."""
        game = f"{self.base}/{{id}}"
        return (
            Page(game, get=self.game),
            Page(f"{game}/act", post=self.act),
            Page(f"{game}/roll", post=self.roll),
            Page(f"{game}/undo", post=self.undo),
            Page(f"{game}/concede", post=self.concede),
            Page(f"{game}/thinking", post=self.thinking),
            Page(f"{game}/record", get=self.record),
            Page(f"{game}/at/{{n}}", get=self.moment),
        )

    def game(self, visit: Visit) -> Response:
        """The game as it stands; agents continue if they wait."""
        shelf: OpenGames = visit.shelf
        try:
            game = shelf.find(visit.params["id"])
        except NotFoundError:
            if elsewhere := address_elsewhere(visit):
                return visit.redirect(elsewhere)
            raise
        if isinstance(game, OpenGame) and game.waits_for_agent and not game.stopped:
            shelf.go_on(game)
            game = shelf.find(visit.params["id"])
        return self.show(visit, game)

    def act(self, visit: Visit) -> Response:
        """Make a decision: one action, or a plan of several for hits."""
        shelf: OpenGames = visit.shelf
        game = shelf.in_progress(visit.params["id"])
        form = visit.form
        plan = [text for text in form.get("plan", "").split(";") if text]
        actions = [form["action"]] if form.get("action") else plan
        if not actions or len(actions) > _MOST_ACTIONS or max(map(len, actions)) > _LONGEST_ACTION:
            raise UsageError("web.bad-form")
        target = form.get("target", "")
        target = target if re.fullmatch(r"[ab]\d+", target) else ""
        shelf.decide(game, _moment(form), actions, target)
        return self._played(visit)

    def roll(self, visit: Visit) -> Response:
        """Enter real dice."""
        shelf: OpenGames = visit.shelf
        game = shelf.in_progress(visit.params["id"])
        text = visit.form.get("dice", "")
        # Several dice may be typed without spaces; a single one may have any number.
        roll = game.table.pending_roll
        pattern = r"[0-9]" if roll is not None and roll.count > 1 else r"-?\d{1,3}"
        dice = [int(face) for face in re.findall(pattern, text)]
        shelf.roll(game, _moment(visit.form), dice)
        return self._played(visit)

    def undo(self, visit: Visit) -> Response:
        """Undo the last decision, or correct the last real dice."""
        shelf: OpenGames = visit.shelf
        game = shelf.in_progress(visit.params["id"])
        if visit.form.get("dice"):
            shelf.correct_dice(game, _moment(visit.form))
        else:
            shelf.undo(game, _moment(visit.form))
        return self._played(visit)

    def concede(self, visit: Visit) -> Response:
        """Give up: the only person, or the one whose decision it is."""
        shelf: OpenGames = visit.shelf
        game = shelf.in_progress(visit.params["id"])
        seats = game.table.seats
        side = game.table.decider if seats.are_people else seats.viewer
        shelf.concede(game, _moment(visit.form), SIDES[side])
        return self._played(visit)

    def thinking(self, visit: Visit) -> Response:
        """Stop the enemy's thinking, or let it go on."""
        shelf: OpenGames = visit.shelf
        game = shelf.in_progress(visit.params["id"])
        if visit.form.get("do") == "stop":
            shelf.stop(game)
        else:
            shelf.go_on(game)
        return self._played(visit)

    def record(self, visit: Visit) -> Response:
        """The record of a finished game as a file."""
        shelf: OpenGames = visit.shelf
        game = shelf.find(visit.params["id"])
        if isinstance(game, OpenGame):
            raise NotFoundError("play-page.no-record-yet")
        headers = {"content-disposition": f'attachment; filename="{game.id}.jsonl"'}
        data = game.path.read_bytes()
        return Response(data, media_type="application/x-ndjson", headers=headers)

    def moment(self, visit: Visit) -> Response:
        """One moment of the game, as parts."""
        shelf: OpenGames = visit.shelf
        game = shelf.find(visit.params["id"])
        number = visit.params["n"]
        if not (number.isascii() and number.isdigit() and len(number) < 7):
            raise NotFoundError
        return self.show_moment(visit, game, int(number))

    def _played(self, visit: Visit) -> Response:
        if not visit.wants_fragment:
            seat = visit.form.get("seat", "")
            address = f"{self.base}/{visit.params['id']}"
            return visit.redirect(address + (f"?seat={seat}" if seat in SIDES else ""))
        shelf: OpenGames = visit.shelf
        return self.show(visit, shelf.find(visit.params["id"]))


def address_elsewhere(visit: Visit) -> str:
    """Where a game of another room with the id of this address is shown, "" if there is none."""
    shelf: OpenGames = visit.shelf
    for kept in kept_battles():
        section = visit.services.sections.get(kept.game)
        is_ours = kept.game == shelf.game
        if kept.id == visit.params["id"] and section is not None and not is_ours:
            return f"{section.replay if kept.is_finished else section.game}/{kept.id}"
    return ""


def undo_reason(game: OpenGame, t: Translator) -> str:
    """Why nothing can be undone now, "" if something can."""
    if game.table.may_undo:
        return ""
    return t("play-page.no-undo-two" if game.table.seats.are_people else "play-page.no-undo")


def typed_seed(text: str) -> int:
    """The seed of a form, a random one if it is empty."""
    if text and not (text.isascii() and text.isdigit() and int(text) < _LARGEST_SEED):
        raise UsageError("play-page.bad-seed")
    return seed_or_random(int(text) if text else None)


def _moment(form: Mapping[str, str]) -> int:
    text = form.get("at", "")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise UsageError("web.bad-form")
    return int(text)
