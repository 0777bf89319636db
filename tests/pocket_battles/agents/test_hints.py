"""The reasons of hints are true of the position they are given in."""

from random import Random

import pytest

from pbbuild.play.agents.contract import Choice
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import Node
from pbbuild.pocket_battles.agents.hints import HintAgent, is_lone_officer, reason_for
from pbbuild.pocket_battles.agents.thinking.strength import shot_hits
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.game import new_battle
from pbbuild.pocket_battles.rules.notation import argument_of, kind_of, unit_of
from pbbuild.pocket_battles.rules.option_odds import option_odds
from pbbuild.text.translate import Translator
from tests.pocket_battles.agents.hinted import hinted_decisions

CATALOG = load_catalog()


Hinted = list[tuple[Battle, Choice]]


@pytest.fixture(scope="module")
def hinted() -> Hinted:
    agent = HintAgent(agent_named("greedy", GAME), CATALOG.traits)
    return [one for seed in (1, 2, 3) for one in hinted_decisions(agent, CATALOG, seed)]


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_reason_has_a_sentence(hinted: Hinted, language: str) -> None:
    t = Translator(language)
    for _, choice in hinted:
        assert t(f"agents.reason-{choice.reason}", **choice.values)


def test_a_troop_said_to_cost_least_costs_least(hinted: Hinted) -> None:
    said = [one for one in hinted if one[1].reason.startswith("eliminate")]
    assert said
    for battle, choice in said:
        state = battle.state
        side = unit_of(choice.action) >> c.SIDE_SHIFT
        costs = [
            state.roster.dp[troop]
            for troop, unit, _ in battle.forces.troops()
            if unit == unit_of(choice.action)
            and state.roster.wp[troop]
            and state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1
        ]
        chosen = state.roster.dp[argument_of(choice.action)]
        assert choice.values["dp"] == chosen
        if choice.reason == "eliminate-absorbs":
            assert chosen > min(costs)
        else:
            assert chosen == min(costs)


def test_the_numbers_of_a_fight_are_its_odds(hinted: Hinted) -> None:
    said = [one for one in hinted if one[1].reason in ("fight", "hits", "hits-on")]
    assert said
    for battle, choice in said:
        option = next(o for o in battle.options() if o.action == choice.action)
        odds = option_odds(battle, option, CATALOG.traits)
        assert odds is not None
        if choice.reason == "fight":
            assert choice.values["won"] == round(odds.values["dp_lost"], 1)
            assert choice.values["lost"] == round(odds.values["own_dp_lost"], 1)
        else:
            assert choice.values["hits"] == round(odds.values["mean_hits"], 1)


def test_no_hint_puts_a_lone_officer_in_front(hinted: Hinted) -> None:
    deployed = [
        (battle, choice) for battle, choice in hinted if kind_of(choice.action) == c.DO_DEPLOY
    ]
    officers = [one for one in deployed if is_lone_officer(one[0], unit_of(one[1].action))]
    assert officers
    assert not [choice for _, choice in officers if argument_of(choice.action) & c.FRONT]


def own_units_at(battle: Battle, unit: int, zone: int) -> list[int]:
    side = unit >> c.SIDE_SHIFT
    own = {each for _, each, _ in battle.forces.troops() if each >> c.SIDE_SHIFT == side}
    return [each for each in own if battle.state.zone[each] == zone]


def test_who_is_said_to_stand_in_front_does(hinted: Hinted) -> None:
    said = set()
    for battle, choice in hinted:
        if kind_of(choice.action) != c.DO_DEPLOY:
            continue
        for action in battle.legal_actions():
            unit, zone = unit_of(action), argument_of(action)
            if zone & c.FRONT or not is_lone_officer(battle, unit):
                continue
            code, values = reason_for(battle, action, 9, CATALOG.traits)
            said.add(code)
            ahead = own_units_at(battle, unit, zone | c.FRONT)
            ids = [f"{'ab'[each >> c.SIDE_SHIFT]}{each % c.SIDE_SIZE + 1}" for each in ahead]
            assert (code == "deploy-officer-behind") == bool(ahead)
            assert not ahead or values["other"] in ids
    assert said == {"deploy-officer", "deploy-officer-behind"}


def test_only_a_unit_that_shoots_from_the_rear_is_deployed_there_to_shoot() -> None:
    chance = Random(1)
    ours, theirs = (find_list(name).army_list for name in ("union-80", "confederacy-80"))
    battle = new_battle(ours, theirs)
    while battle.node() == Node.ROLL:
        battle.apply_roll([chance.randint(1, 6) for _ in range(battle.roll().count)])
    reasons = set()
    for action in battle.legal_actions():
        if argument_of(action) & c.FRONT:
            continue
        code, values = reason_for(battle, action, 9, CATALOG.traits)
        reasons.add(code)
        shoots = battle.state.flags[unit_of(action)] & c.SHOOTS_FROM_REAR
        if code == "deploy-shooter":
            assert shoots
            assert values["shot"]
        if code == "deploy-reserve":
            assert not (shoots and shot_hits(battle.state, unit_of(action)) >= 0.05)
    assert {"deploy-shooter", "deploy-reserve"} & reasons
