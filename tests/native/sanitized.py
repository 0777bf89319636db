"""What `scripts/sanitize` runs: battles, records, states and agents of both games."""

import json
import random
import sys
from pathlib import Path

from pbbuild.errors import PbbuildError
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import Node
from pbbuild.play.record import Record
from pbbuild.play.verify import verify
from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
from pbbuild.pocket_general.playtest import games as general_games
from tests.pocket_battles.playtest.fights import game, ready
from tests.pocket_battles.rules import test_impossible as battles_states
from tests.pocket_general.build import GAME as GENERAL
from tests.pocket_general.build import PAIRS as NATIONS
from tests.pocket_general.rules import test_impossible as general_states

DATA = Path(__file__).parent.parent / "data" / "referee_states"
LISTS = (
    ("union-80", "confederacy-80"),
    ("macedonians-80", "persians-80"),
    ("celts-80", "romans-80"),
    ("orcs-80", "elves-80"),
    ("union-50", "union-50"),
)
AGENTS = ("random", "greedy", "expect:4", "search:40")


def battles(count: int) -> int:
    """Battles of every edition with every agent, whose records are then recomputed."""
    lines = 0
    for seed in range(count):
        pair = LISTS[seed % len(LISTS)]
        agents = [agent_named(AGENTS[(seed + add) % len(AGENTS)], game().id) for add in (0, 1)]
        played = fight(game(), [ready(name) for name in pair], agents, seed)
        header, *rest = played.recorder.lines
        record = Record("sanitized", header, rest)
        assert verify(game(), record, opening_of_record(game(), record)) is None
        lines += len(rest)
    return lines


def general(count: int) -> int:
    """Games of Pocket General, whose records are then recomputed."""
    lines = 0
    for seed in range(count):
        names = ("random", "greedy", "search:10")
        agents = [agent_named(names[(seed + add) % 3], GENERAL.id) for add in (0, 1)]
        played = general_games.fight(GENERAL, NATIONS[seed % 4], agents, seed)
        header, *rest = played.recorder.lines
        rules, state = general_games.opening(Record("sanitized", header, rest))
        assert verify(rules, Record("sanitized", header, rest), state) is None
        lines += len(rest)
    return lines


def states() -> tuple[int, int]:
    """Written and broken states of both games: those accepted are played on."""
    rng = random.Random(4)
    accepted = refused = 0
    written = [
        case["state"] for path in DATA.glob("*.json") for case in json.loads(path.read_text())
    ]
    broken = [
        state
        for decision, breaker in battles_states.CASES
        for state in battles_states.broken_states(decision, breaker, battles_states.EACH)
    ]
    for state in (*written, *broken):
        try:
            battle = battles_states.judged(state)
        except PbbuildError:
            refused += 1
            continue
        accepted += 1
        for _ in range(60):
            if battle.node() == Node.END:
                break
            battles_states.step(battle, rng)
    for decision, breaker in general_states.CASES:
        for state in general_states.broken(decision, breaker):
            try:
                GENERAL.from_json(state)
            except PbbuildError:
                refused += 1
    return accepted, refused


def main() -> None:
    count = int(sys.argv[1])
    print(f"{count} battles: {battles(count)} lines recomputed", flush=True)
    print(f"{count} games of Pocket General: {general(count)} lines recomputed", flush=True)
    accepted, refused = states()
    print(f"{accepted} states played on, {refused} refused", flush=True)


if __name__ == "__main__":
    main()
