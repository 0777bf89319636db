"""Forecasts agree with the odds of the dice, with the engine, and with many played battles."""

from typing import Any

import pytest

from pbbuild.pocket_battles.advice.forecast import Advisor, Forecast
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.battle import Battle
from tests.pocket_battles.rules.drawing import FACING, battle, tile

CATALOG = load_catalog()


def forecast(of: Battle, text: str) -> Forecast:
    advisor = Advisor(of, CATALOG.traits)
    option = next(option for option in advisor.options if option.text == text)
    found = advisor.forecast(option)
    assert found is not None
    return found


def parts(found: Forecast) -> dict[str, int]:
    return {part.source: part.count for part in found.dice}


def test_a_shot_has_the_chance_of_its_dice() -> None:
    before = battle(FACING, a1=[tile(white=(6,))], b1=[tile(dp=5, wp=1)])

    found = forecast(before, "shoot a1 b1")

    assert (found.cost, found.dice_count, found.faces) == (1, 1, (6,))
    assert found.destroys == pytest.approx(1 / 6)
    assert found.won == pytest.approx(5 / 6)
    assert (found.lost, found.dies) == (0, 0)


@pytest.mark.clause("PB-6.1", "PB-T.10", "PB-T.5")
def test_the_dice_of_a_charge_say_where_they_come_from() -> None:
    before = battle(FACING, a1=[tile(black=(6,), traits=("impetus", "engagement+2"))])

    found = forecast(before, "charge a1")

    assert parts(found) == {"attack": 1, "charge": 1, "impetus": 1, "engagement+2": 2}
    assert found.purpose == "strike"


@pytest.mark.clause("PB-T.9")
def test_fury_counts_the_tokens_about_to_be_paid() -> None:
    before = battle(FACING, a1=[tile(black=(6,), traits=("fury",))], orders={"a1": 1})

    found = forecast(before, "charge a1")

    assert (found.cost, parts(found)["fury"]) == (2, 3)


def test_a_charge_says_what_strikes_back() -> None:
    before = battle(FACING, a1=[tile(dp=7, wp=1, black=(1,))], b1=[tile(dp=5, wp=1, black=(6,))])

    found = forecast(before, "charge a1")

    hit = 1 - (5 / 6) ** 2
    assert found.destroys == pytest.approx(hit)
    assert found.dies == pytest.approx((1 - hit) / 6)
    assert found.won == pytest.approx(5 * hit)
    assert found.lost == pytest.approx(7 * (1 - hit) / 6)


def test_a_charge_is_that_against_the_best_of_its_targets() -> None:
    before = battle(
        FACING.replace("b1", "b1,b2"),
        a1=[tile(black=(1, 2, 3))],
        b1=[tile(dp=2, wp=3)],
        b2=[tile(dp=9, wp=1)],
    )

    found = forecast(before, "charge a1")

    assert [each.target for each in found.targets] == ["b2", "b1"]
    assert found.target == "b2"
    assert found.won == found.targets[0].won


def test_a_charge_says_how_the_enemy_could_react() -> None:
    before = battle(FACING, a1=[tile(dp=6, wp=1, black=(6,))], b1=[tile(black=(6,), white=(5, 6))])

    found = forecast(before, "charge a1")

    assert [each.action for each in found.reactions] == ["intercept b1", "react-shoot b1"]
    shot = found.reactions[1]
    assert shot.dies > 1 / 3
    assert shot.lost > found.lost


@pytest.mark.clause("PB-8.4")
def test_a_shot_into_a_melee_says_what_falls_on_the_own_unit() -> None:
    before = battle(
        """
        B rear      .  .      .
        B front     .  .      .
        engagement  .  a2,b1  .
        A front     .  a1     .
        A rear      .  .      .
        """,
        contacts=[("a2", ["b1"])],
        a1=[tile(white=(6,))],
        a2=[tile(dp=8, wp=1)],
        b1=[tile(dp=5, wp=1)],
    )

    found = forecast(before, "shoot a1 b1")

    own, enemy = found.loss_of("a2"), found.loss_of("b1")
    assert own
    assert enemy
    assert own.destroyed == enemy.destroyed == pytest.approx(1 / 6)
    assert found.lost == pytest.approx(8 / 6)


@pytest.mark.clause("PB-8.4")
def test_a_shot_that_only_wounds_the_own_unit_is_a_loss_too() -> None:
    before = battle(
        """
        B rear      .  .      .
        B front     .  .      .
        engagement  .  a2,b1  .
        A front     .  a1     .
        A rear      .  .      .
        """,
        contacts=[("a2", ["b1"])],
        a1=[tile(white=(6,))],
        a2=[tile(dp=8, wp=3)],
        b1=[tile(dp=5, wp=3)],
    )

    own = forecast(before, "shoot a1 b1").loss_of("a2")

    assert own
    assert own.points == own.destroyed == 0
    assert own.wounds == pytest.approx(1 / 6)


def test_a_reaction_says_what_the_charger_would_do() -> None:
    before = battle(
        FACING.replace("b1", "b1,b2"),
        a1=[tile(dp=6, wp=1, black=(1, 2, 3))],
        b1=[tile(dp=2, wp=1, white=(6,))],
        b2=[tile(dp=9, wp=1, black=(6,))],
    ).play("charge a1")
    assert before.decision() == "react"

    wait, shoot = forecast(before, "wait"), forecast(before, "react-shoot b1")

    assert wait.charger
    assert wait.charger.action == "target b2"
    assert wait.lost == pytest.approx(wait.charger.won)
    assert shoot.charger
    assert shoot.charger.target == "b2"
    assert shoot.destroys > wait.destroys
    assert shoot.lost < wait.lost


@pytest.mark.clause("PB-5.4")
def test_leaving_says_what_the_strikes_cost() -> None:
    before = battle(
        """
        B rear      .  .      .
        B front     .  .      .
        engagement  .  a1,b1  .
        A front     .  .      .
        A rear      .  .      .
        """,
        contacts=[("a1", ["b1"])],
        a1=[tile(dp=8, wp=1)],
        b1=[tile(black=(6,))],
    )

    found = forecast(before, "leave a1")

    assert found.purpose == "leave-strike"
    assert found.dies == pytest.approx(1 / 6)


def test_a_move_or_a_pass_has_no_forecast() -> None:
    before = battle(FACING)
    advisor = Advisor(before, CATALOG.traits)

    quiet = [each for each in advisor.options if each.text.split()[0] in ("pass", "move")]

    assert quiet
    assert not any(advisor.forecast(option) for option in quiet)


def test_the_parts_of_the_dice_add_up_to_the_roll_in_played_battles(played: Any) -> None:
    rolls = 0
    for state, traits in played:
        advisor = Advisor(state, traits)
        for option in advisor.options:
            found = advisor.forecast(option)
            if not found:
                continue
            assert -1e-9 <= found.destroys <= 1 + 1e-9
            assert found.won >= 0
            assert found.lost >= 0
            after = state.play(option.text)
            while after.decision() in ("react", "target"):
                wait = "wait" if after.decision() == "react" else f"target {found.target}"
                after = after.play(wait)
            if after.decision() == "" and after.node() == 1 and found.purpose:
                rolls += 1
                assert found.dice_count == after.roll().count, option.text
    assert rolls > 50
