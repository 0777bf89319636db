"""A refusal names the units that cause it."""

from typing import Any

import pytest

from pbbuild.pocket_battles.advice.causes import causes
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.notation import WORDS, encode
from pbbuild.text.translate import Translator
from tests.pocket_battles.rules.drawing import battle, tile

SHIELDED = """
    B rear      .  b3        .
    B front     .  b7,b10    b2
    engagement  .  .         .
    A front     .  a1        a3
    A rear      .  a2        .
"""
MELEE = """
    B rear      .  .      .
    B front     .  .      b2
    engagement  .  a1,b1  .
    A front     .  .      .
    A rear      .  .      .
"""
GUN, FIGHTER = [tile(white=(6,))], [tile(black=(6,))]


def only(of: Battle, text: str) -> tuple[str, dict[str, Any]]:
    [cause] = causes(of, text)
    return cause.code, dict(cause.values)


@pytest.mark.clause("PB-8.2")
def test_units_in_front_shield_those_behind() -> None:
    code, values = only(battle(SHIELDED, a1=GUN), "shoot a1 b3")

    assert (code, set(values["units"]), values["other"]) == ("in-front", {"b7", "b10"}, "b3")


@pytest.mark.clause("PB-8.3")
def test_units_in_the_own_sector_come_first() -> None:
    code, values = only(battle(SHIELDED, a1=GUN), "shoot a1 b2")

    assert (code, set(values["units"])) == ("nearer", {"b7", "b10"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("shoot a1 b7", "no-white-dice", id="no white dice"),
        pytest.param("shoot a2 b7", "rear", id="a gun in the rear"),
        pytest.param("charge a2", "rear-charger", id="a charge from the rear"),
        pytest.param("charge a3", "no-black-dice", id="no black dice"),
        pytest.param("charge b7", "enemy-unit", id="a unit of the enemy"),
        pytest.param("shoot a2 a1", "own-unit", id="a shot at a friend"),
        pytest.param("carry-on a1 b7", "not-engaged", id="no engagement"),
        pytest.param("leave a1", "not-engaged", id="nothing to leave"),
        pytest.param("move a1 left A rear", "not-adjacent", id="a zone too far"),
        pytest.param("move a1 centre A front", "same-zone", id="where it is"),
        pytest.param("intercept a1", "no-charge-now", id="nobody charges"),
        pytest.param("target b7", "now-turn", id="no target is asked"),
        pytest.param("excite a1", "no-special", id="no such trait"),
        pytest.param("fly a1", "no-action", id="no action at all"),
    ],
)
def test_the_cause_of_a_refusal(text: str, code: str) -> None:
    before = battle(
        SHIELDED, a1=FIGHTER, a2=[tile(white=(6,), black=(6,))], a3=[tile(black=(), white=())]
    )

    assert only(before, text)[0] == code


def test_what_an_order_costs_and_what_is_left() -> None:
    before = battle(SHIELDED, a1=FIGHTER, orders={"a1": 3}, unused=(2, 5))

    code, values = only(before, "charge a1")

    assert (code, values["cost"], values["orders"], values["unused"]) == ("too-expensive", 4, 3, 2)


def test_an_engaged_unit_can_only_fight_or_leave() -> None:
    before = battle(MELEE, contacts=[("a1", ["b1"])])

    assert only(before, "move a1 centre A rear")[0] == "engaged-mover"
    assert only(before, "charge a1")[0] == "engaged-charger"
    code, values = only(before, "carry-on a1 b2")
    assert (code, values["units"]) == ("other-contact", ["b1"])


def test_what_is_allowed_has_no_cause() -> None:
    assert causes(battle(SHIELDED, a1=GUN), "shoot a1 b7") == []


@pytest.mark.slow
def test_every_refusal_in_played_battles_has_a_cause_with_a_sentence(
    played: list[tuple[Battle, Any]],
) -> None:
    seen = set()
    translators = [Translator("en"), Translator("it")]
    for state, _ in played[:40]:
        units = [unit for unit in range(c.SLOTS) if unit & 31 < len(state.forces.sides[unit >> 5])]
        for kind in WORDS:
            for unit in units[::3]:
                for other in (c.FRONT, *units[::5]):
                    if kind in (c.DO_DEPLOY, c.DO_REDEPLOY, c.DO_MOVE) and other > c.ENGAGEMENT:
                        continue
                    if kind in (c.DO_HEAL, c.DO_ELIMINATE, c.DO_WOUND, c.DO_SACRIFICE):
                        other = next(t for t, u, _ in state.forces.troops() if u == unit)
                    text = state.text(encode(kind, unit, other, c.FROM_UNUSED))
                    found = causes(state, text)
                    assert bool(found) == bool(state.why_not(text)), text
                    for cause in found:
                        seen.add(cause.code)
                        for t in translators:
                            assert t(cause.key, **cause.values)
    assert len(seen) > 15
