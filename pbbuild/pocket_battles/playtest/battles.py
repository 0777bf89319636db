"""One battle between two lists: set up, played by two agents, recorded, and its record read."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbbuild.base.documents import Document
from pbbuild.errors import PbbuildError, Problem, StateError, UsageError, Value
from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import agent_of
from pbbuild.play.contract import SIDES
from pbbuild.play.record import Record, RecordLine, header_line
from pbbuild.play.runner import FinishedGame, play_recorded
from pbbuild.play.stream import GENERATOR, seed_or_random
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.list_file import list_document, list_of
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.pocket_battles.rules.state_document import FORMAT as STATE_FORMAT
from pbbuild.pocket_battles.rules.state_document import tile_from_json
from pbbuild.pocket_battles.rules.state_file import read_state
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    largest_unit,
    points_over,
    troops_over,
)

START = "initiative"


class PlayedBattle(FinishedGame):
    """A battle played to its end: the outcome and the record."""

    def summary(self) -> dict[str, Any]:
        """How it ended and how it was played, for a program."""
        header, end = self.header, self.end
        return {
            "winner": end["winner"],
            "reason": end["reason"],
            "rounds": end["rounds"],
            "destroyed": end["destroyed"],
            "seed": header["seed"],
            "edition": header["edition"],
            "size": header["size"],
            "round_limit": header["round_limit"],
            "agents": header["agents"],
            "lists": {side: header["sides"][side]["list"]["name"] for side in SIDES},
            "decisions": self.decisions,
        }


def fight_battle(
    lists: tuple[ArmyList, ArmyList],
    agents: tuple[str | Agent, str | Agent],
    seed: int | None,
    catalog: Catalog,
    *,
    edition: str | None = None,
    round_limit: int = ROUND_LIMIT,
) -> PlayedBattle:
    """One battle as a player asks for it; without a seed a random one is drawn."""
    if edition is not None and edition not in catalog.editions:
        known = tuple(catalog.editions)
        raise UsageError("engine.unknown-edition", edition=edition, known=known)
    players = [agent_of(wanted, GAME) for wanted in agents]
    return fight(
        PocketBattles(catalog),
        lists,
        players,
        seed_or_random(seed),
        edition=edition or "",
        round_limit=round_limit,
    )


def fight(
    game: PocketBattles,
    lists: Sequence[ArmyList],
    agents: Sequence[Agent],
    seed: int,
    *,
    edition: str = "",
    round_limit: int = 50,
) -> PlayedBattle:
    """The battle between two lists, A's first, with the dice of `seed`."""
    battle = new_battle(lists[0], lists[1], edition, catalog=game.catalog, round_limit=round_limit)
    header = battle_header(game, battle, lists, [agent.name for agent in agents], seed)
    return PlayedBattle(*play_recorded(game, battle, header, agents, seed))


def battle_header(
    game: PocketBattles,
    battle: Battle,
    lists: Sequence[ArmyList],
    agents: Sequence[str],
    seed: int | None,
) -> RecordLine:
    """The first line of a battle's record; `seed` is None for dice of a real table."""
    state = game.to_json(battle)
    return header_line(
        {
            "game": game.id,
            "catalog": game.catalog.version,
            "edition": state["edition"],
            "size": state["size"],
            "seed": seed,
            # Without it no seed answers for the dice: they are taken as they stand.
            **({} if seed is None else {"generator": GENERATOR}),
            "round_limit": battle.state.roster.round_limit,
            "agents": dict(zip(SIDES, agents, strict=True)),
            "sides": {
                side: {
                    "list": list_document(army_list),
                    "units": [_fielded(unit) for unit in state["sides"][side]["units"]],
                }
                for side, army_list in zip(SIDES, lists, strict=True)
            },
        }
    )


def _fielded(unit: Mapping[str, Any]) -> dict[str, Any]:
    # As in a state, without what changes during the battle.
    names = {key: unit[key] for key in ("id", "name") if key in unit}
    troops = [{k: v for k, v in troop.items() if k != "wounds"} for troop in unit["troops"]]
    return {**names, "troops": troops}


def opening_of_record(game: PocketBattles, record: Record) -> Battle:
    """The battle as its record's first line describes it, before the set-up roll."""
    header = record.header
    if header.get("game") != game.id:
        found = str(header.get("game"))[:40]
        raise StateError("record.unknown-game", source=record.source, found=found, known=game.id)
    sides = header.get("sides")
    document: dict[str, Any] = {
        "format": STATE_FORMAT,
        "edition": header.get("edition"),
        "size": header.get("size"),
        "decision": "deploy",
        "sides": sides if isinstance(sides, dict) else {},
    }
    try:
        state = read_state(Document(record.source, document, "{}"), game.catalog)
    except PbbuildError as error:
        raise _bad_header(record, error.problems) from None
    problems = [
        Problem(f"/sides/{side}", 1, "record.header-list", {"side": side})
        for side in SIDES
        if not _is_of_list(state["sides"][side]["units"], document["sides"][side].get("list"))
    ]
    limit = header.get("round_limit")
    if type(limit) is not int or not 1 <= limit <= 9999:
        values = {"found": str(limit)[:40]}
        problems.append(Problem("/round_limit", 1, "state.not-a-number", values))
    problems += _bad_units(state)
    problems += _bad_armies(state, game.catalog)
    if problems:
        raise _bad_header(record, tuple(problems))
    return game.from_json({**state, "round_limit": limit, "decision": START})


def _bad_header(record: Record, problems: Sequence[Problem]) -> StateError:
    return StateError("record.bad-header", source=record.source, problems=tuple(problems))


def _bad_units(state: Mapping[str, Any]) -> list[Problem]:
    # Ids count in list order; the core holds thirty units and troops of a side.
    found = []
    for side in SIDES:
        units = state["sides"][side]["units"]
        where = f"/sides/{side}/units"
        for number, unit in enumerate(units, start=1):
            if unit["id"] != f"{side.lower()}{number}":
                values = {"found": unit["id"], "side": side.lower()}
                found.append(Problem(where, 1, "state.bad-unit-id", values))
            codes = [troop["code"] for troop in unit["troops"]]
            if not codes or len(codes) != len(set(codes)):
                found.append(Problem(where, 1, "state.unit-destroyed", {"unit": unit["id"]}))
        troops = sum(len(unit["troops"]) for unit in units)
        if troops > 30:
            found.append(Problem(where, 1, "state.too-many-troops", {"found": troops}))
    return found


def _bad_armies(state: Mapping[str, Any], catalog: Catalog) -> list[Problem]:
    # A record cannot begin with an army that PB-1 does not allow.
    found = []
    for side in SIDES:
        where = f"/sides/{side}/units"
        seen: set[str] = set()
        points = 0
        for unit in state["sides"][side]["units"]:
            tiles = [tile_from_json(troop, catalog) for troop in unit["troops"]]
            points += sum(tile.dp for tile in tiles)
            if troops_over(len(tiles), tiles):
                values: dict[str, Value] = {"found": len(tiles), "fv": largest_unit(tiles)}
                found.append(Problem(where, 1, "state.unit-too-large", values))
            if not has_wound_points(tiles):
                found.append(Problem(where, 1, "state.no-wound-points", {"unit": unit["id"]}))
            for code in (tile.code for tile in tiles):
                if code in seen:
                    values = {"found": code, "unit": unit["id"]}
                    found.append(Problem(where, 1, "state.double-code", values))
                seen.add(code)
        if points_over(points, state["size"]):
            values = {"found": points, "size": state["size"]}
            found.append(Problem(where, 1, "state.fielded-above-size", values))
    return found


def _is_of_list(units: Sequence[Mapping[str, Any]], army_list: Any) -> bool:
    try:
        listed = list_of(Document("", army_list, "{}")).units
    except PbbuildError:
        return False
    fielded = [
        (tuple(troop["code"] for troop in unit["troops"]), unit.get("name", "")) for unit in units
    ]
    return [(unit.troops, unit.name) for unit in listed] == fielded
