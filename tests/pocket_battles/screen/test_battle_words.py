"""What players type: both languages, any order, names, codes and numbers; nothing by default."""

import pytest

from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.screen.battle_menu import order_words
from pbbuild.pocket_battles.screen.battle_words import BattleWords, Understood
from pbbuild.text.translate import LANGUAGES, Translator
from tests.pocket_battles.rules.drawing import battle, tile

DRAWING = """
    B rear      .  b3     .
    B front     .  b1,b2  .
    engagement  .  .      .
    A front     .  a1,a4  a3
    A rear      .  a2     .
"""
NAMES = {"a1": "a1 Iron Brigade +2", "a2": "a2 Chaplain", "a3": "a3 Cavalry", "a4": "a4 Cavalry"}


def understood(text: str, of: Battle | None = None) -> Understood:
    before = of or battle(
        DRAWING, a1=[tile(white=(6,), black=(6,))], a4=[tile(black=(5,))], a3=[tile(black=(5,))]
    )
    enemies = {unit.id: f"{unit.id} Militia" for unit in before.forces.sides[1]}
    return BattleWords(before, before.options(), {**NAMES, **enemies}, {}).understood(text)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("charge a1", "charge a1"),
        ("CHARGE 1", "charge a1"),
        ("a1 charge", "charge a1"),
        ("carica a1", "charge a1"),
        ("charge Iron Brigade", "charge a1"),
        ("iron brigade +2 charge (1)", "charge a1"),
        ("charge with the iron brigade", "charge a1"),
        ("shoot a1 b2", "shoot a1 b2"),
        ("shoot 1 2", "shoot a1 b2"),
        ("shoot b2", "shoot a1 b2"),
        ("a1 tira su b2", "shoot a1 b2"),
        ("a1 Iron Brigade +2 shoot b2 Militia", "shoot a1 b2"),
        ("redeploy a4 rear", "redeploy a4 centre A rear"),
        ("redeploy 4 cr", "redeploy a4 centre A rear"),
        ("ridisponi a4 centro retro", "redeploy a4 centre A rear"),
        ("redeploy a4 left A front", "redeploy a4 left A front"),
        ("move a3 centre front", "move a3 centre A front"),
        ("muovi a3 centro", "move a3 centre A front"),
        ("redeploy chaplain front", "redeploy a2 centre A front"),
        ("pass", "pass"),
        ("passa", "pass"),
    ],
)
def test_words_that_mean_one_action(text: str, action: str) -> None:
    assert [option.text for option in understood(text).options] == [action]


@pytest.mark.parametrize(
    ("text", "unknown", "near"),
    [
        ("a1 banana", "banana", ""),
        ("redeploy a1 lft rear", "lft", "left"),
        ("chrage a1", "chrage", "charge"),
        ("charge a99", "a99", ""),
        ("a1 sinistr fronte x", "x", ""),
    ],
)
def test_unknown_words_are_reported_and_never_get_a_meaning(
    text: str, unknown: str, near: str
) -> None:
    found = understood(text)

    assert found.options == ()
    assert found.unknown[-1] == unknown
    assert not near or near in found.near


def test_words_that_fit_several_actions_choose_none_of_them() -> None:
    assert len(understood("charge").options) == 3
    assert len(understood("charge cavalry").options) == 2
    assert len(understood("a3 rr").options) == 2


@pytest.mark.parametrize(
    "text",
    [
        "redeploy a4 left right",
        "redeploy a4 front rear",
        "redeploy a4 lf right",
        "redeploy a4 sinistra fronte cr",
        "charge pass a1",
        "move leave a1 rear",
    ],
)
def test_words_that_contradict_each_other_mean_nothing(text: str) -> None:
    found = understood(text)
    assert not found.options
    assert not found.text
    assert found.unknown


def test_a_zone_may_be_said_twice() -> None:
    found = understood("redeploy a4 cr centre rear")
    assert [option.text for option in found.options] == ["redeploy a4 centre A rear"]


def test_an_action_that_is_not_legal_is_named_so_that_it_can_be_explained() -> None:
    assert understood("a1 shoot b3").text == "shoot a1 b3"
    assert understood("charge chaplain").text == "charge a2"
    assert understood("move a1 rear left").text == "move a1 left A rear"


@pytest.mark.clause("PB-2.1")
def test_left_is_the_left_of_whoever_types_it() -> None:
    before = battle(DRAWING, turn="B")

    found = understood("redeploy b1 left front", before)

    assert [option.text for option in found.options] == ["redeploy b1 right B front"]


@pytest.mark.parametrize("text", ["wound CAV01", "ferisci cav01", "wound b1 CAV01"])
def test_a_source_nobody_names_is_no_question(text: str) -> None:
    before = battle(
        DRAWING,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        unused=(5, 0),
        orders={"b2": 1, "b3": 2},
        b1=[tile(code="CAV01", dp=6, wp=3)],
    )

    assert len(understood(text, before).options) == 1
    named = understood("wound CAV01, using the order token on b3", before)
    assert [option.text for option in named.options] == ["wound b1 CAV01 from b3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wound_by_a_passed_token_is_said_and_understood(language: str) -> None:
    before = battle(
        DRAWING,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        unused=(5, 0),
        passed=(0, 1),
        b1=[tile(code="CAV01", dp=6, wp=3)],
    )
    said = order_words("wound b1 CAV01 from passed", {}, {}, Translator(language))

    assert not said.endswith(("on passed", "di passati"))
    assert [option.text for option in understood(said, before).options] == [
        "wound b1 CAV01 from passed"
    ]


def test_a_token_may_come_from_the_unit_that_is_hit() -> None:
    before = battle(
        DRAWING,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        unused=(5, 0),
        orders={"b1": 1, "b3": 2},
        b1=[tile(code="CAV01", dp=6, wp=3)],
    )

    for source in ("b1", "b3"):
        [option] = understood(f"wound b1 CAV01 from {source}", before).options
        assert option.text == f"wound b1 CAV01 from {source}"
