"""A unit is the sum of its troops, each trait counted as its rule says."""

import dataclasses

import pytest

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.text.bilingual import Text

PLAIN = Troop(
    code="TST01",
    army="test",
    name="Test",
    gloss=Text("test", "prova"),
    type="foot",
    dp=3,
    fv=4,
    wp=1,
    black=(4, 5),
    white=(),
    traits=(),
    provenance=Provenance.RECONSTRUCTED,
)


def unit(*traits: tuple[str, ...]) -> Profile:
    troops = [dataclasses.replace(PLAIN, traits=each) for each in traits]
    return profile(troops, load_catalog().traits)


@pytest.mark.clause("PB-1.7", "PB-T.5")
def test_numbered_traits_add_up_over_the_troops() -> None:
    both = unit(("engagement+1",), ("engagement+2",))

    assert both.strike_dice(charging=False) == 4
    assert [trait.id for trait in both.traits] == ["engagement+3"]


@pytest.mark.clause("PB-T.10")
def test_impetus_counts_once_however_many_carry_it() -> None:
    assert unit(("impetus",), ("impetus",)).strike_dice(charging=True) == 3


@pytest.mark.clause("PB-T.12")
def test_reactive_lowers_the_order_step() -> None:
    assert unit(()).order_step == 1
    assert unit(("reactive",), ()).order_step == 0


@pytest.mark.clause("PB-T.9", "PB-T.22")
def test_fury_and_blood_lust_ask_for_orders_and_wounds() -> None:
    wild = unit(("fury", "blood-lust"))

    assert wild.strike_dice(charging=False) == 1
    assert wild.strike_dice(charging=False, orders=3, enemy_wounded=True) == 5


@pytest.mark.clause("PB-6.1", "PB-T.7")
def test_dice_of_all_troops_meet_the_roll() -> None:
    pair = unit((), ("wounds+1",))

    assert pair.black == (4, 4, 5, 5)
    # One die: 4 or 5 scores two and one more.
    assert pair.strike_hits(charging=False).counts == ((0, 4), (3, 2))


def test_a_unit_adds_points_and_wounds_and_takes_the_lowest_formation() -> None:
    low = dataclasses.replace(PLAIN, fv=2, wp=2, dp=5)
    both = profile([PLAIN, low], load_catalog().traits)

    assert (both.dp, both.wp, both.formation, both.size) == (8, 3, 2, 2)
