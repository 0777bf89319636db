"""One game of Pocket General between two agents, with its record; and a record opened again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError, Problem, StateError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.contract import SIDES
from pbbuild.play.record import Record, RecordLine, header_line
from pbbuild.play.runner import FinishedGame, play_recorded
from pbbuild.play.stream import GENERATOR
from pbbuild.pocket_general.catalog.load import (
    corrected_catalog,
    corrections_from,
    load_pocket_general,
)
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import STANDARD, Variant
from pbbuild.pocket_general.rules.state import GeneralState


class PlayedGame(FinishedGame):
    """A finished game: its outcome and its record."""

    def summary(self) -> dict[str, Any]:
        """How it ended and how it was played, for a program."""
        header, end = self.header, self.end
        return {
            "winner": end["winner"],
            "reason": end["reason"],
            "turns": end["rounds"],
            "locations": end["destroyed"],
            "seed": header["seed"],
            "variant": header["variant"],
            "agents": header["agents"],
            "nations": {side: header["sides"][side]["nation"] for side in SIDES},
            "decisions": self.decisions,
        }


def fight(
    game: PocketGeneral,
    nations: Sequence[str],
    agents: Sequence[Agent],
    seed: int,
    variant: Variant = STANDARD,
) -> PlayedGame:
    """The game of `seed` between the two nations, A's first."""
    state = game.new(nations[0], nations[1], variant)
    header = game_header(game, state, [agent.name for agent in agents], seed)
    return PlayedGame(*play_recorded(game, state, header, agents, seed))


def game_header(
    game: PocketGeneral, state: GeneralState, agents: Sequence[str], seed: int | None
) -> RecordLine:
    """The first line of a game's record; `seed` is None for dice of a real table."""
    document = game.to_json(state)
    nations = [document["sides"][side]["nation"] for side in SIDES]
    data = corrections_from(game.catalog, nations)
    # By its values: a resumed game reads even the shipped ones from its save.
    is_shipped = data == corrections_from(load_pocket_general(), nations)
    header = {
        "game": game.id,
        "catalog": "shipped" if is_shipped else "corrected",
        "variant": document["variant"],
        "round_limit": document["variant"]["turn_limit"],
        "agents": dict(zip(SIDES, agents, strict=True)),
        "sides": {side: {"nation": nation} for side, nation in zip(SIDES, nations, strict=True)},
        "data": data,
    }
    if seed is not None:
        header |= {"seed": seed, "generator": GENERATOR}
    return header_line(header)


def opening(record: Record) -> tuple[PocketGeneral, GeneralState]:
    """The rules and the game as a record's first line describes them, before the pool."""
    header = record.header
    if header.get("game") != GAME:
        found = str(header.get("game"))[:40]
        raise StateError("record.unknown-game", source=record.source, found=found, known=GAME)
    data = header.get("data")
    try:
        game = PocketGeneral(corrected_catalog(Document(record.source, data, dump_json(data))))
        return game, game.new(*_nations(header), _variant(header))
    except PbbuildError as error:
        # The data is part of the record's first line, so that is the line to report.
        problems = tuple(
            replace(problem, pointer=f"/data{problem.pointer}", line=1)
            for problem in error.problems
        ) or (Problem("/sides", 1, error.code, error.values),)
        raise StateError("record.bad-header", source=record.source, problems=problems) from None


def _nations(header: Mapping[str, Any]) -> tuple[str, str]:
    sides = header.get("sides")
    names = []
    for side in SIDES:
        own = sides.get(side) if isinstance(sides, dict) else None
        names.append(str(own.get("nation")) if isinstance(own, dict) else "")
    return names[0], names[1]


def _variant(header: Mapping[str, Any]) -> Variant:
    given = header.get("variant")
    variant = given if isinstance(given, dict) else {}
    limit = variant.get("turn_limit")
    if type(limit) is not int or not 1 <= limit <= 1000:
        raise StateError("pocket-general.bad-turn-limit", found=str(limit)[:40])
    return Variant(
        fast=variant.get("fast") is True,
        core_only_start=variant.get("core_only_start") is True,
        bonus=variant.get("bonus") is True,
        turn_limit=limit,
    )
