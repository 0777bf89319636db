"""The attacks that a summary names after a battle."""

from pbbuild.pocket_battles.playtest.battle_analysis import AttackResult, BattleAnalysis


def test_the_largest_attacks_are_named_in_the_order_of_the_battle() -> None:
    attacks = [AttackResult(f"a{n}", "b1", points, 1) for n, points in enumerate((6, 6, 13, 2, 11))]
    named = BattleAnalysis(attacks=attacks).largest_attacks(3)
    assert [attack.points for attack in named] == [6, 13, 11]
