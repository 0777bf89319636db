"""Our engine in a benchmark: random battles of all pairs of armies, in a process of its own."""

import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

from slices import Player, Slice

ROOT: Final = Path(__file__).resolve().parent.parent


def our_battles(size: int) -> list[Any]:
    """States at the initiative roll: every pair of armies of `size` points, each its edition."""
    from pbbuild.pocket_battles.catalog.load import load_catalog
    from pbbuild.pocket_battles.lists.find import find_list, ready_lists
    from pbbuild.pocket_battles.rules.core.turns import begin_battle
    from pbbuild.pocket_battles.rules.forces import (
        Forces,
        fielded_units,
        initial_state,
        make_roster,
    )

    catalog = load_catalog()
    names = [name for name in ready_lists() if name.endswith("-80")]
    lists = [resized(find_list(name).army_list, size, catalog) for name in names]
    found = []
    for one, other in combinations_with_replacement(lists, 2):
        edition = max(
            (catalog.editions[one.edition], catalog.editions[other.edition]),
            key=lambda edition: edition.order,
        )
        sides = (fielded_units(one, 0, catalog), fielded_units(other, 1, catalog))
        forces = Forces(sides, edition.id, size)
        state = initial_state(forces, make_roster(forces, edition, catalog.traits, 50))
        begin_battle(state)
        found.append(state)
    return found


def resized(army_list: Any, size: int, catalog: Any) -> Any:
    """The list cut down, or filled up with its army's other tiles in units of two, to `size`."""
    from pbbuild.pocket_battles.lists.model import ListUnit

    units, spent = [], 0
    for unit in army_list.units:
        cost = sum(catalog.troop(code).dp for code in unit.troops)
        if spent + cost <= size:
            units.append(unit)
            spent += cost
    used = {code for unit in units for code in unit.troops}
    waiting: list[Any] = []
    for troop in catalog.armies[army_list.army].troops:
        if troop.code in used or not troop.wp or spent + troop.dp > size:
            continue
        spent += troop.dp
        if troop.fv == 1:
            units.append(ListUnit((troop.code,)))
            continue
        waiting.append(troop)
        if len(waiting) == 2:
            units.append(ListUnit(tuple(tile.code for tile in waiting)))
            waiting = []
    units += [ListUnit((tile.code,)) for tile in waiting]
    return replace(army_list, units=tuple(units), points=size)


def our_player(size: int) -> Player:
    """Plays random battles in this process, compiled or interpreted as it was started."""
    from pbbuild.pocket_battles.rules.core.legal import Actions
    from pbbuild.pocket_battles.rules.core.playout import Chance, random_playout

    states = our_battles(size)
    chance, actions = Chance(2026), Actions()
    played = 0

    def play(seconds: float) -> Slice:
        nonlocal played
        games = decisions = 0
        begun = time.process_time()
        while (now := time.process_time()) - begun < seconds:
            state = states[played % len(states)].copy()
            decisions += random_playout(state, chance, actions)
            played += 1
            games += 1
        return Slice(games, decisions, now - begun)

    return play


def options_per_choice(size: int) -> float:
    """The mean number of options of a real choice, over one random battle of every pair."""
    from pbbuild.pocket_battles.rules.core import constants as c
    from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
    from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
    from pbbuild.pocket_battles.rules.forces import pack_dice

    chance, actions = random.Random(2026), Actions()
    choices = options = 0
    for state in our_battles(size):
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, pack_dice([chance.randint(1, 6) for _ in range(state.dice)]))
                continue
            list_actions(state, actions)
            if actions.count > 1:
                choices += 1
                options += actions.count
            apply_action(state, actions.items[chance.randrange(actions.count)])
    return options / choices


def work(size: int) -> None:
    """A worker: answers each number of seconds on its input with what it played."""
    from pbbuild.native.load import status

    play = our_player(size)
    print(json.dumps({"compiled": status("pocket-battles").compiled}), flush=True)
    for line in sys.stdin:
        part = play(float(line))
        print(json.dumps([part.games, part.decisions, part.seconds]), flush=True)


class Worker:
    """The engine of a checkout in a process of its own, since a process runs it one way only."""

    def __init__(self, wish: str, size: int, root: Path = ROOT) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(root / "benchmarks" / "engine.py"), "--worker", str(size)],
            env={**os.environ, "PBBUILD_ENGINE": wish, "PYTHONPATH": str(root)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.usable = self._answer() is not None

    def play(self, seconds: float) -> Slice:
        """Let it play for `seconds`."""
        assert self.process.stdin
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        games, decisions, spent = self._answer()
        return Slice(games, decisions, spent)

    def _answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def close(self) -> str:
        """End it; what it had to say."""
        return self.process.communicate()[1]
