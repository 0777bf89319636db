"""PB-10: the rulebooks' printed examples."""

import pytest

from pbbuild.pocket_battles.rules.battle import Battle
from tests.pocket_battles.rules.drawing import (
    FACING,
    battle,
    costs,
    destroyed,
    orders_on,
    texts,
    tile,
    unused,
)


@pytest.mark.clause("PB-10", "PB-4.5")
def test_three_orders_cost_one_two_four_and_leave_one_three_seven_tokens() -> None:
    field = battle(FACING, unused=(7, 7))
    left = []

    for move, answer in (
        ("move a1 centre A rear", "move b1 centre B rear"),
        ("move a1 centre A front", "move b1 centre B front"),
        ("move a1 centre A rear", ""),
    ):
        cost = costs(field)[move]
        field = field.play(move)
        left.append((cost, orders_on(field, "a1")))
        if answer:
            field = field.play(answer)

    assert left == [(1, 1), (2, 3), (4, 7)]


@pytest.mark.clause("PB-10", "PB-6.1")
@pytest.mark.parametrize(
    ("dice", "hits"),
    [
        pytest.param((4,), 2, id="a 4 against 3,3,4,4,5 is two hits"),
        pytest.param((5, 4), 3, id="a 5 and a 4 are three hits"),
        pytest.param((1, 2), 0, id="faces that are not printed miss"),
    ],
)
def test_each_die_hits_for_every_black_die_with_its_face(dice: tuple[int, ...], hits: int) -> None:
    strong = [tile(black=(3, 3, 4)), tile(black=(4, 5), traits=["engagement+1"] * (len(dice) - 1))]
    field = battle(
        """
        B rear      .  .      .
        B front     .  .      .
        engagement  .  a1,b1  .
        A front     .  .      .
        A rear      .  .      .
        """,
        contacts=[("a1", ["b1"])],
        a1=strong,
        b1=[tile(wp=9)],
    )

    rolling = field.play("carry-on a1 b1")
    assert rolling.roll().count == len(dice)
    after = rolling.fall(*dice)

    assert after.state.hits == hits


def hit(hits: int, *troops: dict[str, object], tokens: int = 5) -> Battle:
    return battle(
        FACING,
        decision="wound",
        pending={"unit": "b1", "hits": hits},
        unused=(5, tokens),
        b1=list(troops),
    )


@pytest.mark.clause("PB-10", "PB-7.1")
def test_one_hit_on_two_cavalry_and_a_militia() -> None:
    field = hit(1, tile("CAV1"), tile("CAV2"), tile("MIL", wp=1))

    assert texts(field) == [
        "eliminate b1 CAV1",
        "wound b1 CAV1",
        "eliminate b1 CAV2",
        "wound b1 CAV2",
        "eliminate b1 MIL",
    ]


@pytest.mark.clause("PB-10", "PB-7.1")
def test_one_hit_with_one_cavalry_wounded() -> None:
    field = hit(1, tile("CAV1", wounds=1), tile("CAV2"), tile("MIL", wp=1))

    assert texts(field) == [
        "eliminate b1 CAV1",
        "eliminate b1 CAV2",
        "wound b1 CAV2",
        "eliminate b1 MIL",
    ]
    after = field.play("eliminate b1 CAV1")
    assert unused(after, "B") == 5
    assert destroyed(after, "A") == 5


@pytest.mark.clause("PB-10", "PB-7.1")
def test_two_hits_on_cavalry_and_infantry() -> None:
    field = hit(2, tile("CAV"), tile("INF", wp=1))

    saved = field.play("eliminate b1 CAV")
    assert saved.decision() != "wound"
    assert unused(saved, "B") == 5

    kept = field.play("eliminate b1 INF").play("wound b1 CAV")
    assert kept.decision() != "wound"
    assert unused(kept, "B") == 4


@pytest.mark.clause("PB-10", "PB-6.3")
def test_charging_one_of_two_attackers_splits_the_fight_in_two() -> None:
    field = battle(
        """
        B rear      .  .         .
        B front     .  .         .
        engagement  .  a1,b1,b2  .
        A front     .  a2        .
        A rear      .  .         .
        """,
        contacts=[("a1", ["b1", "b2"])],
        b1=[tile()],
        b2=[tile()],
    )

    after = field.play("charge a2").play("target b2").fall(1, 1)

    contact = after.state.contact
    a1, a2, b1, b2 = (after.forces.unit_index(unit) for unit in ("a1", "a2", "b1", "b2"))
    assert (contact[a1], contact[b1]) == (1 << (b1 & 31), 1 << (a1 & 31))
    assert (contact[a2], contact[b2]) == (1 << (b2 & 31), 1 << (a2 & 31))
