"""What is printed, derived or reported of the tiles stands in the catalog exactly."""

from collections import Counter

import pytest

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.rules.profile import profile

# Units of the printed example armies, misprinted codes corrected: name and faces as printed
# (black, then white), code; then the unit's printed total.
EXAMPLES = {
    "confederacy-50": """
        Militia 44 CON10, Militia 55 CON11, Militia 66 CON12 = 6
        Cavalry 446 CON24, Conscript Infantry 566 CON14 = 8
        Cavalry 226 CON22, Conscript Infantry 344 CON13 = 8
        Captain - CON04, Cavalry 556 CON25, Mounted Infantry 444 CON19 = 13
        Ordnance Rifle 4566 CON17 = 5
        Lieutenant - CON06, Parrot Rifle 456 CON09 = 10
    """,
    "confederacy-80": """
        General 233 CON01 = 6
        Ordnance Rifle 4566 CON17 = 5
        Lieutenant - CON06, Regular Infantry 334 CON27, Regular Infantry 445 CON28, \
Regular Infantry 556 CON29, Regular Infantry 662 CON30 = 16
        Sharpshooters 56 CON07 = 4
        Parrot Rifle 456 CON09 = 6
        Drummer - CON05, Cavalry 226 CON22, Conscript Infantry 344 CON13, \
Mounted Infantry 666 CON21 = 16
        Captain - CON04, Partisan Rangers 66 CON16, Cavalry 556 CON25 = 13
        Major 66 CON03, Militia 44 CON10, Cavalry 336 CON23, Regular Infantry 223 CON26 = 14
    """,
    "union-50": """
        Gatling Gun 56 UNI11 = 5
        Napoleon Gun 456 UNI10 = 6
        Chaplain - UNI03 = 4
        Iron Brigade 2626 UNI25, Mounted Infantry 466 UNI16 = 10
        Cavalry 236 UNI12, Mounted Infantry 454 UNI14 = 9
        Cavalry 456 UNI13, Mounted Infantry 565 UNI15 = 9
        Volunteers 44 UNI22, Volunteers 55 UNI23, Regular Infantry 662 UNI30 = 7
    """,
    "union-80": """
        Howitzer 56 UNI09 = 6
        Ambulance Corps - UNI05 = 4
        General - UNI02 = 5
        Napoleon Gun 456 UNI10 = 6
        Signal Corps - UNI06 = 5
        Captain - UNI04, Marksmen 456 UNI08 = 9
        Gatling Gun 56 UNI11 = 5
        Colonel - UNI01, Iron Brigade 2626 UNI25, Cavalry 236 UNI12 = 16
        Bushwhackers 22 UNI19, Cavalry 456 UNI13 = 9
        Zouaves 656 UNI18, Regular Infantry 223 UNI26, Regular Infantry 445 UNI28 = 10
        Volunteers 44 UNI22, Regular Infantry 556 UNI29 = 5
    """,
    "macedonians-50": """
        Argyraspides 3456 MAC04 = 6
        Agrianes 66 MAC26 = 3
        Prodromoi 34 MAC23, Hetairoi 56 MAC30 = 10
        Pezhetairoi 34 MAC05, Peltasts 55 MAC11, Peltasts 66 MAC12 = 7
        Cretan Archers 45 MAC19, Cretan Archers 26 MAC21, Cretan Archers 23 MAC17 = 9
        Chiliarch - MAC03, Hetairoi 34 MAC27, Hetairoi 56 MAC28 = 15
    """,
    "macedonians-80": """
        Alexandros 26 MAC01, Agema 6 MAC24, Hetairoi 45 MAC29 = 18
        Argyraspides 3456 MAC04 = 6
        Agrianes 55 MAC25 = 3
        Agrianes 66 MAC26 = 3
        Standard Bearer - MAC02, Cretan Archers 45 MAC19, Cretan Archers 26 MAC21, \
Cretan Archers 34 MAC18 = 13
        Prodromoi 34 MAC23, Hetairoi 56 MAC30 = 10
        Hypaspistai 34 MAC13, Hypaspistai 56 MAC14, Peltasts 44 MAC10 = 10
        Chiliarch - MAC03, Pezhetairoi 34 MAC05, Pezhetairoi 45 MAC07 = 11
        Peltasts 33 MAC09, Peltasts 55 MAC11, Peltasts 66 MAC12 = 6
    """,
    "persians-50": """
        Scythed Chariot - PER29 = 6
        Elephant 5 PER10, Sparabara 3 PER08, Levies 6 PER19 = 12
        Archers 4 PER20, Archers 5 PER21, Archers 6 PER22, Levies 4 PER17 = 11
        Baivarapatis 23 PER15, Immortals 44 PER05, Median Cavalry 56 PER27 = 14
        Sparabara 3 PER09, Kardaka 45 PER12 = 7
    """,
    "persians-80": """
        Darius - PER01 = 5
        Scythed Chariot - PER29 = 6
        Sparabara 3 PER09, Immortals 44 PER05, Median Cavalry 56 PER27, Levies 6 PER19 = 13
        Elephant 6 PER11, Immortals 55 PER06, Levies 4 PER17 = 13
        Standard Bearer - PER16, Archers 5 PER21, Archers 6 PER22 = 10
        Archers 4 PER23, Archers 5 PER24, Archers 6 PER25 = 9
        Baivarapatis 23 PER15, Median Cavalry 45 PER28, Immortals 66 PER07 = 14
        Kardaka 45 PER12, Takabara 66 PER04, Median Cavalry 46 PER26 = 10
    """,
}


def troop(code: str) -> Troop:
    return shipped_catalog().troops[code]


def printed_units(army: str) -> list[tuple[list[tuple[str, str, str]], int]]:
    units = []
    for line in EXAMPLES[army].strip().splitlines():
        tiles, _, total = line.rpartition(" = ")
        parsed = [tuple(tile.strip().rsplit(" ", 2)) for tile in tiles.split(",")]
        units.append(([(name, faces, code) for name, faces, code in parsed], int(total)))
    return units


PRINTED_TILES = sorted(
    {tile for army in EXAMPLES for unit, _ in printed_units(army) for tile in unit}
)


@pytest.mark.parametrize(("name", "faces", "code"), PRINTED_TILES)
def test_a_printed_tile_has_its_name_and_its_faces_black_then_white(
    name: str, faces: str, code: str
) -> None:
    found = troop(code)
    assert found.name == name
    shown = "".join(map(str, found.black + found.white))
    assert shown == faces.strip("-")
    if code != "MAC28":  # printed under the code of its neighbour
        assert found.provenance_of("name") is Provenance.PRINTED


@pytest.mark.parametrize("army", EXAMPLES)
def test_every_unit_of_a_printed_army_costs_what_is_printed_and_is_legal(army: str) -> None:
    for tiles, total in printed_units(army):
        troops = [troop(code) for _, _, code in tiles]
        assert sum(one.dp for one in troops) == total
        assert len(troops) <= min(one.fv for one in troops)
        assert sum(one.wp for one in troops) >= 1
    size = int(army.rpartition("-")[2])
    assert sum(total for _, total in printed_units(army)) == size


CERTAIN = {
    "CON01": 6, "CON06": 4, "CON07": 4, "CON09": 6, "CON17": 5, "UNI02": 5, "UNI03": 4,
    "UNI05": 4, "UNI06": 5, "UNI09": 6, "UNI10": 6, "UNI11": 5, "MAC04": 6, "MAC25": 3,
    "MAC26": 3, "PER01": 5, "PER29": 6,
}  # fmt: skip


@pytest.mark.parametrize(("code", "dp"), CERTAIN.items())
def test_a_price_that_follows_for_certain_is_derived(code: str, dp: int) -> None:
    assert troop(code).dp == dp
    assert troop(code).provenance_of("dp") is Provenance.DERIVED


PRICES = {
    "macedonians": {
        "Argyraspides": 6, "Hetairoi": 5, "Prodromoi": 5, "Chiliarch": 5, "Hypaspistai": 4,
        "Standard Bearer": 4, "Pezhetairoi": 3, "Cretan Archers": 3, "Agrianes": 3, "Peltasts": 2,
    },
    "persians": {
        "Scythed Chariot": 6, "Darius": 5, "Standard Bearer": 4, "Archers": 3, "Levies": 2,
        "Elephant": 7, "Baivarapatis": 6, "Immortals": 4, "Median Cavalry": 4, "Kardaka": 4,
        "Sparabara": 3, "Takabara": 2,
    },
    "confederacy": {
        "General": 6, "Parrot Rifle": 6, "Ordnance Rifle": 5, "Lieutenant": 4,
        "Sharpshooters": 4, "Regular Infantry": 3, "Militia": 2, "Cavalry": 5,
        "Mounted Infantry": 4, "Conscript Infantry": 3, "Major": 4, "Drummer": 4,
        "Partisan Rangers": 4, "Captain": 4, "Whitworth Gun": 7,
    },
    "union": {
        "Napoleon Gun": 6, "Howitzer": 6, "Gatling Gun": 5, "General": 5, "Signal Corps": 5,
        "Chaplain": 4, "Ambulance Corps": 4, "Zouaves": 4, "Regular Infantry": 3,
        "Volunteers": 2, "Cavalry": 5, "Mounted Infantry": 4, "Bushwhackers": 4,
        "Iron Brigade": 6, "Colonel": 5,
    },
    "romans": {"Legionaries": 3},
    "orcs": {"Orcs": 3},
    "elves": {"Spearmen": 2},
}  # fmt: skip


@pytest.mark.parametrize("army", PRICES)
def test_tiles_of_one_name_cost_what_the_examples_and_owners_say(army: str) -> None:
    found: dict[str, set[int]] = {}
    for one in shipped_catalog().armies[army].troops:
        found.setdefault(one.name, set()).add(one.dp)
    assert {name: found[name] for name in PRICES[army]} == {
        name: {dp} for name, dp in PRICES[army].items()
    }


def test_prices_known_only_together_add_up_and_are_not_passed_off_as_known() -> None:
    assert troop("MAC01").dp + troop("MAC24").dp == 13
    assert troop("UNI04").dp + troop("UNI08").dp == 9
    for code in ("MAC01", "MAC24", "UNI04", "UNI08", "CON22", "UNI12", "CON04", "UNI25"):
        assert troop(code).provenance_of("dp") is Provenance.RECONSTRUCTED


NAMES = {
    "macedonians": {
        "Alexandros": 1, "Standard Bearer": 1, "Chiliarch": 1, "Argyraspides": 1,
        "Pezhetairoi": 4, "Peltasts": 4, "Hypaspistai": 4, "Cretan Archers": 5, "Prodromoi": 2,
        "Agema": 1, "Agrianes": 2, "Hetairoi": 4,
    },
    "persians": {
        "Darius": 1, "Takabara": 3, "Immortals": 3, "Sparabara": 2, "Elephant": 2, "Kardaka": 3,
        "Baivarapatis": 1, "Standard Bearer": 1, "Levies": 3, "Archers": 6, "Median Cavalry": 3,
        "Scythed Chariot": 1, "Chariot": 1,
    },
    "orcs": {
        "Boulder Thrower": 1, "Bugbears": 4, "Catapult": 1, "Chariot": 1, "Fanatic": 1,
        "Gnolls": 2, "Goblins": 4, "Half Orcs": 4, "Hobgoblins": 2, "Kobolds": 2, "Orcs": 4,
        "Shaman": 1, "Standard Bearer": 1, "Troll": 1, "Warlord": 1,
    },
    "elves": {
        "Archers": 5, "Captain": 1, "Champion": 1, "Chariot": 1, "Elite Archers": 4,
        "Elven Does": 2, "Great Eagle": 1, "Hero": 1, "Magess": 1, "Mounted Archers": 2,
        "Mounted Guard": 2, "Pathfinders": 1, "Queen": 1, "Spearmen": 5, "Treeman": 1,
        "Wood Pack": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("army", NAMES)
def test_an_army_has_the_tiles_owners_count_in_its_box(army: str) -> None:
    found = Counter(one.name for one in shipped_catalog().armies[army].troops)
    assert found == NAMES[army]


def test_wound_points_are_as_the_rulebooks_and_owners_say() -> None:
    for army, name, wp in (
        ("confederacy", "Cavalry", 2),
        ("union", "Cavalry", 2),
        ("persians", "Median Cavalry", 2),
        ("elves", "Mounted Guard", 2),
        ("celts", "Horsemen", 2),
        ("confederacy", "Militia", 1),
        ("union", "Regular Infantry", 1),
        ("persians", "Immortals", 1),
        ("elves", "Spearmen", 1),
        ("celts", "Noblemen", 1),
        ("celts", "Gaesatae", 1),
        ("orcs", "Troll", 3),
    ):
        found = {one.wp for one in shipped_catalog().armies[army].troops if one.name == name}
        assert found == {wp}, name


def test_elephants_have_several_wound_points() -> None:
    assert all(troop(code).wp >= 2 for code in ("PER10", "PER11"))


def test_the_napoleon_gun_rolls_three_dice_with_the_union_captain() -> None:
    unit = [troop("UNI10"), troop("UNI04")]
    assert profile(unit, shipped_catalog().traits).shooting_dice == 3


def test_formation_values_are_as_reported_or_as_high_as_the_examples_need() -> None:
    reported = {"Legionaries": 4, "Cataphracts": 3, "Centurion": 4, "Gaesatae": 2}
    for one in shipped_catalog().troops.values():
        if one.name in reported:
            assert one.fv == reported[one.name]
        if one.name == "Light Cavalry":
            assert one.fv == 3
    assert all(troop(code).fv >= 5 for code in ("CON06", "CON27", "CON28", "CON29", "CON30"))
    four = "CON03 CON05 CON10 CON13 CON21 CON22 CON23 CON26 MAC02 MAC18 MAC19 MAC21 PER05 PER09"
    four += " PER17 PER19 PER20 PER21 PER22 PER27"
    assert all(troop(code).fv >= 4 for code in four.split())


def test_traits_told_by_owners_are_on_the_tiles() -> None:
    for code, traits in {
        "UNI09": {"shooting+3"},
        "UNI11": {"shooting+3"},
        "UNI10": {"long-range", "shooting+1", "wide-arc"},
        "CON07": {"lethal"},
        "UNI08": {"lethal"},
        "UNI04": {"shooting+1"},
        "CON09": {"long-range", "wounds+1"},
        "CON08": {"long-range", "wide-arc"},
        "CEL13": {"overwhelming", "fury"},
        "CEL16": {"fast"},
        "ORC13": {"wounds+1"},
        "MAC13": {"first-strike"},
        "ORC04": {"regeneration"},
    }.items():
        assert set(troop(code).traits) == traits
    for code in ("UNI10", "CON07", "UNI08"):
        assert troop(code).provenance_of("traits") is Provenance.REPORTED
    assert troop("UNI04").provenance_of("traits") is Provenance.DERIVED
    assert "long-range" not in troop("CON17").traits
    assert "shooting+1" in troop("CON06").traits
    assert (troop("CON08").white, troop("CON08").dp) == ((5, 6, 6), 7)


def test_the_reported_orc_unit_rolls_four_dice_on_a_charge_with_its_four_faces() -> None:
    codes = ("ORC10", "ORC03", "ORC13", "ORC14")
    unit = [troop(code) for code in codes]
    faces = sorted(face for one in unit for face in one.black)
    effects = [
        effect
        for trait in sorted({own for one in unit for own in one.traits})
        for effect in shipped_catalog().trait(trait).effects
    ]
    more = sum(
        effect.value for effect in effects if effect.kind in ("charge-dice", "engagement-dice")
    )
    assert faces == [4, 4, 5, 6]
    assert 2 + more == 4
    assert len(unit) <= min(one.fv for one in unit)


def test_legionaries_orcs_and_spearmen_share_one_profile() -> None:
    def values(code: str) -> tuple[object, ...]:
        one = troop(code)
        return one.fv, one.wp, one.black, one.white, one.traits

    assert values("ROM07") == values("ORC27") == values("ELF26")


def test_celts_and_romans_have_the_traits_of_their_player_aids_and_no_others() -> None:
    aids = {
        "celts": "heal excite disband engagement fast fury impetus overwhelming reactive",
        "romans": "double-order excite engagement impetus reactive leader long-range shooting "
        "slow wide-arc",
    }
    for army, known in aids.items():
        troops = shipped_catalog().armies[army].troops
        found = {trait.split("+")[0] for one in troops for trait in one.traits}
        assert found == set(known.split())
