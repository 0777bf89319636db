"""Share codes: short, exact, and wrong ones caught with the place."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbbuild.errors import ListError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Army, Catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.share_code import (
    ALPHABET,
    CHECKS,
    FIELD,
    SHORTEST,
    VALUE,
    check_sums,
    group_sizes,
    list_of_code,
    looks_like_a_code,
    share_code,
    with_checks,
)
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import Translator
from tests.pocket_battles.lists.random_lists import random_list
from tests.refusals import refused_with
from tests.tiers import tries

CATALOG = load_catalog()


def said(army_list: ArmyList) -> tuple[object, ...]:
    stacks = tuple(unit.troops for unit in army_list.units)
    return army_list.army, army_list.points, army_list.edition, stacks, army_list.waivers


def a_code(seed: int = 1, points: int = 80) -> str:
    chance = random.Random(seed)
    army = chance.choice(list(CATALOG.armies.values()))
    return share_code(random_list(chance, CATALOG, army, points), CATALOG)


def refusal_of(code: str) -> ListError:
    with pytest.raises(ListError) as refusal:
        list_of_code(code, CATALOG)
    for language in ("en", "it"):
        assert Translator(language)(refusal.value.code, **{"source": "", **refusal.value.values})
    return refusal.value


def assert_round_trips(seeds: range) -> int:
    longest = 0
    for seed in seeds:
        chance = random.Random(seed)
        army = chance.choice(list(CATALOG.armies.values()))
        points = chance.choice(range(50, 130, 10))
        army_list = random_list(chance, CATALOG, army, points)
        code = share_code(army_list, CATALOG)
        assert said(list_of_code(code, CATALOG)) == said(army_list)
        assert set(code) <= set(ALPHABET) | {"-"}
        longest = max(longest, len(code))
    assert longest <= 80
    return longest


def test_random_lists_come_back_from_short_codes() -> None:
    assert_round_trips(range(tries(300, 20)))


@pytest.mark.slow
def test_ten_thousand_lists_come_back_and_one_wrong_letter_is_always_caught() -> None:
    assert_round_trips(range(10_000))
    chance = random.Random(5)
    for seed in range(10_000):
        letters = a_code(seed).replace("-", "")
        place = chance.randrange(len(letters))
        wrong = chance.choice([letter for letter in ALPHABET if letter != letters[place]])
        symbols = [ALPHABET.index(one) for one in letters]
        symbols[place] = ALPHABET.index(wrong)
        assert any(check_sums(symbols))


def test_the_same_list_has_the_same_code_and_names_do_not_matter() -> None:
    army_list = random_list(random.Random(3), CATALOG, CATALOG.armies["union"], 80)
    named = replace(army_list, name="Other", note="x")
    assert share_code(army_list, CATALOG) == share_code(named, CATALOG)


def test_the_code_of_a_ready_list_never_changes() -> None:
    units = tuple(map(ListUnit, (("UNI11",), ("UNI10",), ("UNI12", "UNI14"))))
    army_list = ArmyList("x", "union", 50, "modern-1", units)
    assert share_code(army_list, CATALOG) == "PBA3-AMYD-974S-V5A2A"


def test_no_group_of_a_code_is_a_remnant() -> None:
    for length in range(SHORTEST, 400):
        sizes = group_sizes(length)
        assert sum(sizes) == length
        assert min(sizes) >= 4
        assert max(sizes) - min(sizes) <= 1
    code = a_code()
    assert {len(group) for group in code.split("-")} <= {4, 5}
    # Codes printed before, with what was left over as a group of its own, are read as ever.
    letters = code.replace("-", "")
    older = "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
    assert list_of_code(older, CATALOG) == list_of_code(code, CATALOG)


def test_a_mistake_is_found_in_the_group_where_one_reads_it() -> None:
    code = a_code()
    for number, group in enumerate(code.split("-"), start=1):
        groups = code.split("-")
        groups[number - 1] = ("2" if group[0] != "2" else "3") + group[1:]
        assert refusal_of("-".join(groups)).values["group"] == number


def test_every_wrong_letter_is_caught_and_mended_in_the_suggestion() -> None:
    code = a_code()
    letters = code.replace("-", "")
    for place, right in enumerate(letters):
        for wrong in (ALPHABET + "01OILÉ!_")[:: tries(1, 5)]:
            if wrong == right:
                continue
            told = refusal_of(letters[:place] + wrong + letters[place + 1 :])
            assert told.code == "share.one-wrong"
            assert (told.values["place"], told.values["true"]) == (place + 1, right)
            assert told.values["meant"] == code


def test_any_two_swapped_letters_are_caught_and_the_place_is_among_the_suggested() -> None:
    code = a_code(2)
    letters = code.replace("-", "")
    right_suggestions = neighbours = 0
    for first in range(len(letters)):
        for second in range(first + 1, len(letters), tries(1, 3)):
            if letters[first] == letters[second]:
                continue
            wrong = list(letters)
            wrong[first], wrong[second] = wrong[second], wrong[first]
            told = refusal_of("".join(wrong))
            assert told.code == "share.swapped"
            if second == first + 1:
                neighbours += 1
                right_suggestions += told.values["meant"] == code
    assert right_suggestions == neighbours > 0


def test_a_missing_or_surplus_letter_is_told_with_its_place() -> None:
    code = a_code(4)
    letters = code.replace("-", "")
    for place in range(3, len(letters)):
        without = refusal_of(letters[:place] + letters[place + 1 :])
        last = place == len(letters) - 1
        assert without.code == ("share.missing-last" if last else "share.missing")
        assert without.values["meant"] == code
        extra = refusal_of(letters[:place] + "7" + letters[place:])
        assert (extra.code, extra.values["meant"]) == ("share.surplus", code)


def test_two_wrong_letters_are_never_taken_for_a_right_code() -> None:
    chance = random.Random(11)
    for _ in range(tries(3000, 500)):
        symbols = with_checks([chance.randrange(FIELD) for _ in range(30)])
        for place in chance.sample(range(len(symbols)), 2):
            symbols[place] = (symbols[place] + chance.randrange(1, FIELD)) % FIELD
        assert any(check_sums(symbols))


def test_small_letters_spaces_and_lost_hyphens_do_not_matter() -> None:
    code = a_code(6)
    for spelt in (code.lower(), code.replace("-", ""), code.replace("-", " "), f"  {code}\n"):
        assert said(list_of_code(spelt, CATALOG)) == said(list_of_code(code, CATALOG))


@settings(max_examples=tries(300, 20), deadline=None)
@given(st.one_of(st.text(max_size=200), st.text(ALPHABET + "-", max_size=120)))
def test_garbage_is_refused_and_never_crashes(garbage: str) -> None:
    looks_like_a_code(garbage)
    with pytest.raises(ListError):
        list_of_code(garbage, CATALOG)


@settings(max_examples=tries(300, 20), deadline=None)
@given(st.lists(st.integers(0, FIELD - 1), min_size=8, max_size=80))
def test_garbage_with_right_checks_is_a_list_or_refused(payload: list[int]) -> None:
    head = [ALPHABET.index(letter) for letter in "PBA"]
    code = "".join(ALPHABET[symbol] for symbol in with_checks(head + payload))
    try:
        army_list = list_of_code(code, CATALOG)
    except ListError:
        return
    assert share_code(army_list, CATALOG).replace("-", "") == code


def test_a_mixed_list_has_a_code() -> None:
    units = tuple(map(ListUnit, (("UNI11", "CON02"), ("MAC30",), ("CEL01",))))
    army_list = ArmyList("x", "union", 60, "modern-1", units, waivers=(MIXED_ARMIES,))
    assert said(list_of_code(share_code(army_list, CATALOG), CATALOG)) == said(army_list)


def test_even_a_horde_of_all_armies_fits_into_eighty_characters() -> None:
    cheap = sorted(CATALOG.troops.values(), key=lambda troop: troop.dp)
    chosen: list[str] = []
    left = 80
    for troop in cheap:
        if troop.dp <= left:
            chosen.append(troop.code)
            left -= troop.dp
    random.Random(1).shuffle(chosen)
    units = tuple(ListUnit((code,)) for code in chosen)
    army_list = ArmyList("x", "union", 80, "modern-1", units, waivers=(MIXED_ARMIES,))
    code = share_code(army_list, CATALOG)
    assert len(chosen) > 26
    assert len(code) <= 80
    assert said(list_of_code(code, CATALOG)) == said(army_list)


def own_catalog() -> Catalog:
    base = CATALOG.armies["union"]
    troops = tuple(
        replace(troop, army="gnomes", code=troop.code.replace("UNI", "GNO"))
        for troop in base.troops[:20]
    )
    army = Army("gnomes", Text("Gnomes", "Gnomi"), "modern-1", "GNO", troops)
    return Catalog(
        editions=CATALOG.editions,
        traits=CATALOG.traits,
        armies={**CATALOG.armies, "gnomes": army},
        troops={**CATALOG.troops, **{troop.code: troop for troop in troops}},
        version="own",
    )


def test_an_owners_army_has_codes_that_others_are_told_about() -> None:
    own = own_catalog()
    units = tuple(map(ListUnit, (("GNO11", "GNO02"), ("GNO20",))))
    army_list = ArmyList("x", "gnomes", 50, "modern-1", units)
    code = share_code(army_list, own)
    assert said(list_of_code(code, own)) == said(army_list)
    assert refusal_of(code).code == "share.foreign-army"


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ((), "share.no-tiles"),
        (((),), "share.no-tiles"),
        ((("UNI01", "UNI01"),), "share.tile-twice"),
        ((("CON01",),), "share.foreign-tile"),
    ],
)
def test_what_no_code_can_hold_is_refused(units: tuple[tuple[str, ...], ...], reason: str) -> None:
    army_list = ArmyList("x", "union", 50, "modern-1", tuple(map(ListUnit, units)))
    with pytest.raises(ListError) as refusal:
        share_code(army_list, CATALOG)
    assert refusal.value.code == reason


@pytest.mark.parametrize("points", [0, 5, 10, 55, 310, 320, 16383])
def test_every_size_survives(points: int) -> None:
    army_list = ArmyList("x", "union", points, "modern-1", (ListUnit(("UNI01",)),))
    assert list_of_code(share_code(army_list, CATALOG), CATALOG).points == points


def test_a_code_is_a_list_wherever_a_list_is_named() -> None:
    found = find_list("PBA3-AMYD-974S-V5A2-A")
    assert (found.origin, found.path, found.army_list.name) == ("code", None, "Union 50")
    with refused_with("share.one-wrong"):
        find_list("PBA3-AMYD-974S-V5A2-B")


@pytest.mark.parametrize(
    "name",
    [
        "ironwall2024x",
        "union-80",
        "iron-wall",
        "my-best-list-ever",
        "abcd-efgh",
        "Grand army of the north",
    ],
)
def test_names_of_lists_are_no_codes(name: str) -> None:
    assert not looks_like_a_code(name)
    assert looks_like_a_code(a_code())


def test_a_code_of_a_later_version_is_told() -> None:
    letters = a_code().replace("-", "")
    later = with_checks([VALUE[letter] for letter in f"PBB{letters[3:-CHECKS]}"])
    told = refusal_of("".join(ALPHABET[symbol] for symbol in later))
    assert (told.code, told.values["version"]) == ("share.other-version", "B")
