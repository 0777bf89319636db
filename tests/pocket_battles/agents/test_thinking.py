"""Thinking agents: legal, repeatable, blind to what is hidden, better than chance."""

import dataclasses
import time

import pytest

from pbbuild.errors import UsageError
from pbbuild.play.agents.contract import Situation
from pbbuild.play.contract import Node
from pbbuild.play.runner import play
from pbbuild.play.stream import Stream, Streams, derived_seed
from pbbuild.pocket_battles.agents.registry import MAKERS, agent_named
from pbbuild.pocket_battles.agents.thinking.rolls import Outcomes, list_outcomes
from pbbuild.pocket_battles.agents.thinking.search import Tree, search
from pbbuild.pocket_battles.agents.thinking_agents import STYLES
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.text.translate import Translator
from tests.tiers import tries

GAME = PocketBattles()
THINKING = ["greedy", *STYLES, "expect", "search:20"]


def ready(name: str) -> ArmyList:
    return find_list(name).army_list


@pytest.mark.parametrize("name", THINKING)
def test_an_agent_repeats_itself_and_ends_its_battles(name: str) -> None:
    def battle() -> list[int]:
        state = new_battle(ready("celts-60"), ready("romans-60"))
        play(GAME, state, (agent_named(name), agent_named("random")), Streams(5))
        outcome = state.outcome()
        assert outcome is not None
        return [outcome.rounds, *outcome.scores.values()]

    assert battle() == battle()


@pytest.mark.parametrize("name", ["random", "greedy", "assault", "expect", "search:20"])
def test_a_battle_of_a_series_opened_again_is_the_same_battle(name: str) -> None:
    plan = Plan(ready("orcs-60"), (ready("elves-60"), ready("orcs-60")), name, "greedy", 11)
    for battle in (0, 1, 2, 5)[: tries(4, 2)]:
        inside = SeriesTable(plan).play(battle)
        outside = plan.start(battle)
        agents = tuple(agent_named(agent) for agent in plan.agents_of(battle))
        play(GAME, outside, agents, Streams(plan.seed_of(battle)))

        assert list(outside.state.tally) == list(inside.tally)
        assert list(outside.state.wounds) == list(inside.wounds)
        assert outside.state.winner == inside.winner


@pytest.mark.parametrize("name", THINKING)
def test_before_the_reveal_hidden_troops_move_nobody(name: str) -> None:
    shown = ready("union-80")
    # The same tops and heights, other troops below: what lies under two tall stacks is swapped.
    units = list(shown.units)
    one, two = [place for place, unit in enumerate(units) if len(unit.troops) == 3][:2]
    first, second = units[one].troops, units[two].troops
    units[one] = dataclasses.replace(units[one], troops=(first[0], *second[1:]))
    units[two] = dataclasses.replace(units[two], troops=(second[0], *first[1:]))
    other = dataclasses.replace(shown, units=tuple(units))
    agent = agent_named(name)
    for seed in range(6):
        answers = []
        for enemy in (shown, other):
            battle = new_battle(ready("orcs-80"), enemy)
            battle.apply_roll((6,))
            battle.apply_roll((1,))
            battle.apply(battle.legal_actions()[0])
            battle.apply(battle.legal_actions()[seed])
            situation = Situation(GAME, battle, battle.legal_actions())
            answers.append(agent.choose(situation, Stream(seed)).action)

        assert answers[0] == answers[1]


def test_every_reason_has_its_words_in_both_languages() -> None:
    for language in ("en", "it"):
        t = Translator(language)
        for name in ("greedy", *STYLES):
            agent = agent_named(name)
            battle = new_battle(ready("orcs-60"), ready("celts-60"))
            chance = Stream(derived_seed(3, len(name)))
            for _ in range(250):
                if battle.node() == Node.END:
                    break
                if battle.node() == Node.ROLL:
                    battle.apply_roll(chance.throw(battle.roll().count, (1, 2, 3, 4, 5, 6)))
                    continue
                actions = battle.legal_actions()
                choice = agent.choose(Situation(GAME, battle, actions), chance)
                assert t(f"agents.reason-{choice.reason}", **choice.values)
                battle.apply(choice.action)


@pytest.mark.parametrize("name", ["greedy:3", "search:0", "search:x", "expect:-1", "nobody", ""])
def test_an_unknown_agent_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        agent_named(name)


def test_all_agents_of_the_registry_can_be_made() -> None:
    assert [agent_named(name).name.partition(":")[0] for name in MAKERS] == list(MAKERS)


def test_a_search_out_of_room_still_chooses_what_is_legal() -> None:
    battle = new_battle(ready("union-80"), ready("celts-80"))
    chance = Stream(8)
    tree = Tree()
    tree.clear(1000)
    tree.edge_action = vec[i64]([0] * 150)
    seen = 0
    while seen < 12 and battle.node() != Node.END:
        if battle.node() == Node.ROLL:
            battle.apply_roll(chance.throw(battle.roll().count, (1, 2, 3, 4, 5, 6)))
            continue
        actions = battle.legal_actions()
        action = actions[chance.below(len(actions))]
        if battle.state.phase == c.TURN:
            seen += 1
            action = search(tree, battle.state, 300, Chance(seen))
            assert tree.edges <= 150
        assert action in actions
        battle.apply(action)
        assert all(0 <= battle.state.tally[c.UNUSED + side] <= 30 for side in (0, 1))
    assert seen == 12


def every_troop_alone(army: str) -> ArmyList:
    troops = [troop.code for troop in load_catalog().armies[army].troops if troop.wp]
    return ArmyList(army, army, 120, "fantasy-1", tuple(ListUnit((code,)) for code in troops))


@pytest.mark.slow
@pytest.mark.clause("PB-T.11")
@pytest.mark.parametrize("name", ["greedy", "expect", "cautious", "search:20"])
def test_a_crowd_in_one_sector_ends_no_thought_and_keeps_nobody_waiting(name: str) -> None:
    # A chariot that charges again whenever it has destroyed, and 29 to charge one after the other.
    battle = new_battle(every_troop_alone("orcs"), every_troop_alone("elves"))
    battle.apply_roll((6,))
    battle.apply_roll((1,))
    while battle.state.phase == c.DEPLOY:
        actions = battle.legal_actions()
        battle.apply(next(one for one in actions if one >> c.ARGUMENT_SHIFT & 255 == c.FRONT + 1))
    actions = battle.legal_actions()
    begun = time.process_time()

    choice = agent_named(name).choose(Situation(GAME, battle, actions), Stream(1))

    assert choice.action in actions
    # 0.2 s compiled; the rules may run interpreted on a busy machine.
    assert time.process_time() - begun < 60


def standing_at_a_roll(seed: int) -> Battle:
    names = ready_lists()
    battle = new_battle(ready(names[seed % len(names)]), ready(names[-1 - seed % 5]))
    chance = Stream(seed)
    rolls = 0
    while battle.node() != Node.END:
        if battle.node() == Node.ROLL:
            rolls += 1
            if rolls > 4 + seed % 7 and battle.state.dice < 6:
                return battle
            battle.apply_roll(chance.throw(battle.roll().count, (1, 2, 3, 4, 5, 6)))
        else:
            actions = battle.legal_actions()
            battle.apply(actions[chance.below(len(actions))])
    return standing_at_a_roll(seed + 100)


@pytest.mark.parametrize("seed", range(12))
def test_outcomes_of_a_roll_have_the_chances_of_counting(seed: int) -> None:
    import itertools

    battle = standing_at_a_roll(seed)
    state = battle.state
    outcomes = list_outcomes(state, Outcomes(), Outcomes())
    found: dict[tuple[int, ...], float] = {}

    def after(faces: tuple[int, ...]) -> tuple[int, ...]:
        copied = battle.copy()
        copied.apply_roll(faces)
        # A Lethal shot destroys as many troops as it hits. PB-T.23.
        most = sum(
            int(state.roster.wp[troop] > 0)
            if state.lethal
            else state.roster.wp[troop] - state.wounds[troop]
            for troop in range(64)
            if state.roster.unit_of[troop] == state.rolled_at
            and state.tally[c.TROOPS + (troop >> 5)] >> (troop & 31) & 1
        )
        alone = state.contact[state.rolled_at] == 0 or state.phase != c.SHOOT
        hits = copied.state.hits
        return (min(hits, most) if alone else hits, copied.state.self_hits)

    for place in range(outcomes.count):
        packed = outcomes.counts[place]
        faces = tuple(face for face in range(1, 7) for _ in range(packed >> 8 * face & 255))
        key = after(faces)
        found[key] = found.get(key, 0.0) + outcomes.chance[place]
    counted: dict[tuple[int, ...], float] = {}
    for faces in itertools.product(range(1, 7), repeat=state.dice):
        key = after(faces)
        counted[key] = counted.get(key, 0.0) + 6.0**-state.dice

    assert found == pytest.approx(counted)
