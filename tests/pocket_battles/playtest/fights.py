"""Battles for these tests: between ready lists, at random, from a seed."""

import pickle
from functools import cache
from typing import Any

from pbbuild.play.agents.random import RandomAgent
from pbbuild.play.record import Record, Recorder, RecordLine
from pbbuild.play.verify import Fault, verify
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
from pbbuild.pocket_battles.rules.game import PocketBattles


@cache
def game() -> PocketBattles:
    return PocketBattles(load_catalog())


@cache
def ready(name: str) -> ArmyList:
    return find_list(name).army_list


def recorder(one: str, other: str, seed: int, **options: Any) -> Recorder:
    agents = [RandomAgent(), RandomAgent()]
    return fight(game(), [ready(one), ready(other)], agents, seed, **options).recorder


@cache
def lines(one: str, other: str, seed: int) -> tuple[RecordLine, ...]:
    return tuple(recorder(one, other, seed).lines)


@cache
def pickled(one: str, other: str, seed: int) -> bytes:
    return pickle.dumps(lines(one, other, seed))


def record(one: str, other: str, seed: int) -> Record:
    """A record of one's own, free to be altered."""
    header, *rest = pickle.loads(pickled(one, other, seed))
    return Record("a record", header, rest)


def fault_of(altered: Record) -> Fault | None:
    return verify(game(), altered, opening_of_record(game(), altered))


ROLLS = ("initiative", "strike", "strike-back", "first-strike", "leave-strike", "shoot")
DECISIONS = ("deploy", "turn", "act", "react", "target", "wound", "follow-up", "sacrifice")
LOSSES = ("eliminated", "unit-destroyed", "wounded", "healed", "set-aside", "moved")
KINDS = {*ROLLS, "react-shoot", *DECISIONS, *LOSSES, "revealed", "round-start", "round-end", "end"}


def kind_of(line: RecordLine) -> str:
    """What kind of line it is: its event, purpose, decision, or `end`."""
    return line.get("event") or line.get("purpose") or line.get("decision") or "end"


@cache
def rich() -> tuple[tuple[str, str, int], ...]:
    """A few battles in which every kind of line occurs."""
    found: list[tuple[str, str, int]] = []
    missing = set(KINDS)
    for seed in range(24, 200):
        battle = ("orcs-80", "macedonians-80", seed)
        met = {kind_of(line) for line in lines(*battle)[1:]}
        if missing & met:
            missing -= met
            found.append(battle)
        if not missing:
            return tuple(found)
    raise AssertionError(f"no battle with {missing}")
