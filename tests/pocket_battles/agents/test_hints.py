"""The reasons of hints are true of the position they are given in."""

from random import Random

import pytest

from pbbuild.play.agents.contract import Choice
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.chance import hits
from pbbuild.play.contract import Node
from pbbuild.pocket_battles.advice.forecast import Advisor
from pbbuild.pocket_battles.agents.hints import HintAgent, is_lone_officer, reason_for
from pbbuild.pocket_battles.agents.thinking.strength import shot_hits
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.forces import unpack_dice
from pbbuild.pocket_battles.rules.game import new_battle
from pbbuild.pocket_battles.rules.notation import argument_of, kind_of, unit_of
from pbbuild.pocket_battles.rules.option_odds import option_odds
from pbbuild.text.translate import Translator
from tests.pocket_battles.agents.hinted import hinted_decisions
from tests.pocket_battles.playtest.fights import ready
from tests.pocket_battles.rules import drawing
from tests.pocket_battles.rules.test_impossible import PAIRS, decisions
from tests.tiers import tries

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


def test_a_unit_said_to_shoot_from_its_zone_can(hinted: Hinted) -> None:
    deployed = [one for one in hinted if kind_of(one[1].action) == c.DO_DEPLOY]
    reasons = {choice.reason for _, choice in deployed}
    assert "deploy-front" in reasons
    for battle, choice in deployed:
        unit, state = unit_of(choice.action), battle.state
        dice = state.black[unit] or state.white[unit]
        if choice.reason == "deploy-front":
            assert dice
        elif choice.reason == "deploy-shooter":
            assert state.white[unit]
            assert state.flags[unit] & c.SHOOTS_FROM_REAR
        elif choice.reason == "deploy-without-dice":
            assert not dice
        elif choice.reason == "deploy-reserve":
            assert dice
            assert not state.flags[unit] & c.MAY_NOT_REDEPLOY


def test_a_unit_that_cannot_shoot_from_the_rear_is_never_said_to() -> None:
    """Every deployment of every unit, whatever the agent would choose."""
    reasons = set()
    for name in ("union-80", "orcs-80", "romans-60"):
        battle = new_battle(ready(name), ready("celts-60"), catalog=CATALOG)
        battle.apply_roll([6])
        battle.apply_roll([1])
        for action in battle.legal_actions():
            code, _ = reason_for(battle, action, 2, CATALOG.traits)
            reasons.add(code)
            unit, state = unit_of(action), battle.state
            if code == "deploy-shooter":
                assert state.flags[unit] & c.SHOOTS_FROM_REAR
                assert state.white[unit]
            if code == "deploy-front":
                assert state.white[unit] or state.black[unit]
    assert {"deploy-front", "deploy-shooter", "deploy-reserve", "deploy-officer"} <= reasons


def test_a_shot_into_a_group_is_not_said_to_hit_its_target_alone() -> None:
    tried = 0
    for seed in range(12):
        for battle in decisions(("union-80", "confederacy-80"), seed):
            for action in battle.legal_actions():
                if kind_of(action) != c.DO_SHOOT:
                    continue
                code, _ = reason_for(battle, action, 2, CATALOG.traits)
                grouped = bool(battle.state.contact[argument_of(action)])
                assert code == ("hits" if grouped else "hits-on")
                tried += grouped
        if tried:
            return
    assert tried


def test_a_token_is_said_to_save_a_troop_only_where_its_unit_survives() -> None:
    said = set()
    for seed in range(4):
        for battle in decisions(("celts-60", "romans-60"), seed):
            state = battle.state
            for action in battle.legal_actions():
                if kind_of(action) not in (c.DO_WOUND, c.DO_ELIMINATE):
                    continue
                code, _ = reason_for(battle, action, 2, CATALOG.traits)
                said.add(code)
                side = unit_of(action) >> c.SIDE_SHIFT
                living = [
                    troop
                    for troop, unit, _ in battle.forces.troops()
                    if unit == unit_of(action)
                    and state.roster.wp[troop]
                    and state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1
                ]
                left = sum(state.roster.wp[troop] - state.wounds[troop] for troop in living)
                if code == "saves":
                    assert left > state.wound_hits
                elif code.startswith("eliminate"):
                    assert len(living) > 1
    assert {"saves", "tried", "eliminate-cheapest"} <= said


@pytest.mark.clause("PB-T.3", "PB-T.22")
def test_the_odds_of_an_option_are_those_of_the_dice_that_are_rolled() -> None:
    """Every charge, shot and reaction is paid for; the roll that follows has the mean foretold."""
    rolled: dict[str, int] = {}
    for seed in range(tries(12, 4)):
        for battle in decisions(PAIRS[seed % len(PAIRS)], seed):
            for option in battle.options():
                word, unit = [*option.text.split(), ""][:2]
                if word not in ("charge", "shoot", "react-shoot", "intercept"):
                    continue
                odds = option_odds(battle, option, CATALOG.traits)
                after = battle.copy()
                after.apply(option.action)
                while after.node() == Node.DECISION and after.decision() in ("react", "target"):
                    after.apply(after.legal_actions()[-1])
                state = after.state
                if after.node() != Node.ROLL or after.roll().unit != unit or odds is None:
                    continue
                index = after.forces.unit_index(unit)
                if state.extra[index] >> c.EXTRA_WOUNDED_ENEMY & c.BONUS_MASK:
                    continue  # its dice depend on the target
                shot = state.phase in (c.SHOOT, c.REACT_SHOOT)
                faces = unpack_dice(state.white[index] if shot else state.black[index])
                bonus = state.bonus[index] >> c.BONUS_SCORING & c.BONUS_MASK
                mean = float(hits(faces, after.roll().count, bonus).mean)
                assert odds.values["mean_hits"] == pytest.approx(mean), option.text
                rolled[word] = rolled.get(word, 0) + 1
    assert set(rolled) >= {"charge", "shoot", "react-shoot"}


@pytest.mark.clause("PB-T.3")
def test_an_excited_charge_gives_no_die_to_the_unit_that_shoots_at_it() -> None:
    tried = 0
    for seed in range(200):
        for battle in decisions(("celts-60", "union-80"), seed):
            if battle.decision() != "react" or battle.state.trait != c.EXCITE:
                continue
            for option in battle.options():
                if option.text.startswith("react-shoot"):
                    odds = option_odds(battle, option, CATALOG.traits)
                    after = battle.copy()
                    after.apply(option.action)
                    index = after.forces.unit_index(option.text.split()[1])
                    faces = unpack_dice(after.state.white[index])
                    bonus = after.state.bonus[index] >> c.BONUS_SCORING & c.BONUS_MASK
                    mean = float(hits(faces, after.roll().count, bonus).mean)
                    assert odds is not None
                    assert odds.values["mean_hits"] == pytest.approx(mean)
                    tried += 1
        if tried:
            return
    assert tried


@pytest.mark.clause("PB-T.22")
def test_the_own_wounds_of_a_charger_give_it_no_blood_lust() -> None:
    lustful = drawing.tile(black=(5, 6), traits=("blood-lust",), wp=3)
    drawn = """
        B rear      .  .      .
        B front     .  b1     .
        engagement  .  .      .
        A front     .  a1     .
        A rear      .  .      .
    """
    fresh, hurt = (drawing.battle(drawn, a1=[lustful]) for _ in range(2))
    troop = hurt.forces.troop_index(0, hurt.forces.unit(0).troops[0].code)
    hurt.state.wounds[troop] = 1
    hurt.state.tally[c.WOUNDED] |= 1 << troop
    means = []
    for before in (fresh, hurt):
        option = next(each for each in before.options() if each.text == "charge a1")
        odds = option_odds(before, option, CATALOG.traits)
        assert odds is not None
        means.append(odds.values["mean_hits"])
    assert means[0] == means[1]


FIGHT = """
    B rear      .  b2     .
    B front     .  .      .
    engagement  .  a1,b1  .
    A front     .  .      .
    A rear      .  .      .
"""
ALWAYS = (1, 2, 3, 4, 5, 6)  # each die scores one hit


@pytest.mark.parametrize(
    ("unused", "orders", "passed", "lost", "own_lost"),
    [
        ((5, 5), {}, (0, 0), 0.0, 0.0),
        ((5, 0), {}, (0, 0), 4.0, 0.0),
        ((5, 0), {"b2": 1}, (0, 0), 0.0, 0.0),
        ((5, 0), {}, (0, 1), 0.0, 0.0),
        # Its own order token is the wound's.
        ((1, 5), {}, (0, 0), 0.0, 0.0),
    ],
)
@pytest.mark.clause("PB-7.2")
def test_the_odds_of_a_fight_know_how_many_tokens_each_side_has_for_wounds(
    unused: tuple[int, int],
    orders: dict[str, int],
    passed: tuple[int, int],
    lost: float,
    own_lost: float,
) -> None:
    stout = drawing.tile(black=ALWAYS, wp=2, dp=4)
    before = drawing.battle(
        FIGHT,
        contacts=[("a1", ["b1"])],
        unused=unused,
        orders=orders,
        passed=passed,
        a1=[stout],
        b1=[stout],
    )
    option = next(each for each in before.options() if each.text == "carry-on a1 b1")

    odds = option_odds(before, option, CATALOG.traits)
    played = Advisor(before, CATALOG.traits).forecast(option)

    assert odds is not None
    assert played is not None
    assert (odds.values["dp_lost"], odds.values["own_dp_lost"]) == (lost, own_lost)
    assert (played.won, played.lost) == (lost, own_lost)
