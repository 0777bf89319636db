"""What we write keeps the schemas we ship."""

import itertools
import json
import random

import jsonschema
import pytest

from pbbuild.base.documents import read_json
from pbbuild.base.places import shipped
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import Node
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.rules.campaign import Campaign, Played, campaign_document
from pbbuild.pocket_general.rules.setup import Variant
from tests.pocket_general.build import GAME, PAIRS
from tests.tiers import tries


def validator(name: str) -> jsonschema.Draft202012Validator:
    path = shipped("catalog") / "schema" / f"pocket-general-{name}.schema.json"
    schema = read_json(path).value
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("nations", PAIRS, ids="-".join)
def test_records_keep_their_schema(nations: tuple[str, str]) -> None:
    check = validator("record")
    agents = [agent_named("random", GAME.id), agent_named("greedy", GAME.id)]
    variants = list(enumerate((Variant(), Variant(fast=True, bonus=True))))
    for seed, variant in variants[-tries(2, 1) :]:
        recorder = fight(GAME, nations, agents, seed, variant).recorder
        for line in recorder.text().splitlines():
            assert check.is_valid(json.loads(line)), line


def test_states_keep_their_schema() -> None:
    check = validator("state")
    rng = random.Random(2)
    state = GAME.new("japan", "russia", Variant(bonus=True))
    steps = itertools.count()
    while state.node() != Node.END:
        if next(steps) % tries(1, 4) == 0:
            assert check.is_valid(GAME.to_json(state))
        if state.node() == Node.ROLL:
            state.apply_roll([rng.choice(state.roll().faces)])
        else:
            state.apply(rng.choice(list(state.legal_actions())))
    assert check.is_valid(GAME.to_json(state))


def test_campaigns_keep_their_schema() -> None:
    check = validator("campaign")
    campaign = Campaign().add(Played("germany", "russia", "axis", "total-victory"))
    campaign = campaign.add(Played("japan", "united-states", "", "turn-limit"))
    assert check.is_valid(campaign_document(campaign))
    assert check.is_valid(campaign_document(campaign.choose(GAME.catalog, "axis", "japan")))
