"""A battle written down at any moment reads back as the same battle."""

import itertools
import json
import random

import pytest

from pbbuild.play.contract import Node
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.state_document import state_from_json, state_to_json
from tests.pocket_battles.rules.drawing import battle, texts, tile
from tests.pocket_battles.rules.test_choice import PAIRS, start
from tests.tiers import quick_first, tries


def step(drawn: Battle, rng: random.Random) -> None:
    if drawn.node() == Node.ROLL:
        drawn.apply_roll([rng.randint(1, 6) for _ in range(drawn.roll().count)])
    else:
        drawn.apply(rng.choice(drawn.legal_actions()))


def moment(drawn: Battle) -> list[object]:
    """All that can be asked of a battle at this moment."""
    if drawn.node() == Node.ROLL:
        return [drawn.roll(), state_to_json(drawn)]
    return [drawn.decider(), drawn.decision(), drawn.options(), state_to_json(drawn)]


@pytest.mark.parametrize(("first", "second", "edition"), quick_first(PAIRS, 1))
def test_a_battle_goes_on_the_same_from_what_was_written(
    first: str, second: str, edition: str
) -> None:
    kept, read = start(first, second, edition), start(first, second, edition)
    one, other = random.Random(4), random.Random(4)
    for number in itertools.count():
        if kept.node() == Node.END:
            break
        if number % tries(1, 4) == 0:
            read = state_from_json(json.loads(json.dumps(state_to_json(read))), load_catalog())
            assert moment(read) == moment(kept)
        step(kept, one)
        step(read, other)

    assert read.outcome() == kept.outcome()
    ended = state_from_json(state_to_json(read), load_catalog())
    assert ended.outcome() == kept.outcome()


def test_a_tile_may_be_named_by_its_code_alone() -> None:
    document = state_to_json(
        battle("A front . a1 .\nB front . b1 .", a1=[tile("UNI10")], b1=[tile("CON09")])
    )
    for side, code in (("A", "UNI10"), ("B", "CON09")):
        document["sides"][side]["units"][0]["troops"] = [{"code": code, "wounds": 0}]

    read = state_from_json(document, load_catalog())

    assert read.forces.sides[0][0].troops[0].dp == load_catalog().troop("UNI10").dp
    assert "shoot a1 b1" in texts(read)


def test_the_game_speaks_for_a_battle() -> None:
    game = PocketBattles()
    drawn = battle("A front . a1 .\nB front . b1 .")

    assert game.options(drawn) == drawn.options()
    assert game.parse(drawn, "charge a1") == drawn.parse("charge a1")
    assert game.why_not(drawn, "shoot a1 b1") == ("PB-8.1",)
    assert game.view(drawn, "A") == game.to_json(drawn)
    assert game.to_json(game.from_json(game.to_json(drawn))) == game.to_json(drawn)
