"""Two lists compared: their totals side by side, and the tiles only one of them has."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal, points_of, tokens_of
from pbbuild.pocket_battles.rules.profile import Profile, profile

FACES = range(2, 7)


@dataclass(frozen=True, slots=True)
class ListSummary:
    """The totals of one list."""

    name: str
    army: str
    points: int
    size: int
    tokens: int
    units: tuple[str, ...]
    tiles: int
    wounds: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    charge: float
    strike: float
    shot: float
    traits: tuple[tuple[str, int], ...]
    legal: bool

    def document(self) -> dict[str, Any]:
        """The same as a JSON document."""
        return {
            "list": self.name,
            "army": self.army,
            "points": self.points,
            "size": self.size,
            "legal": self.legal,
            "tokens": self.tokens,
            "units": list(self.units),
            "tiles": self.tiles,
            "wound_points": self.wounds,
            "black": dict(zip(map(str, FACES), self.black, strict=True)),
            "white": dict(zip(map(str, FACES), self.white, strict=True)),
            "expected_hits": {
                "charge": round(self.charge, 3),
                "strike": round(self.strike, 3),
                "shot": round(self.shot, 3),
            },
            "traits": dict(self.traits),
        }


@dataclass(frozen=True, slots=True)
class ListComparison:
    """The totals of two lists, and which tiles are in the left only, the right only, or both."""

    left: ListSummary
    right: ListSummary
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    both: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The same as a JSON document."""
        return {
            "a": self.left.document(),
            "b": self.right.document(),
            "only_a": list(self.only_left),
            "only_b": list(self.only_right),
            "both": list(self.both),
        }


def compare_lists(
    left: ArmyList, right: ArmyList, catalog: Catalog, language: str
) -> ListComparison:
    """The comparison of two lists, with names in `language`."""
    left_tiles, right_tiles = Counter(left.troops), Counter(right.troops)
    return ListComparison(
        summary(left, catalog, language),
        summary(right, catalog, language),
        tuple(sorted((left_tiles - right_tiles).elements())),
        tuple(sorted((right_tiles - left_tiles).elements())),
        tuple(sorted((left_tiles & right_tiles).elements())),
    )


def summary(army_list: ArmyList, catalog: Catalog, language: str) -> ListSummary:
    """The totals of a list; expected hits are for one attack of each unit with one order token."""
    stacks = [
        [catalog.troops[code] for code in unit.troops if code in catalog.troops]
        for unit in army_list.units
    ]
    profiles = [profile(stack, catalog.traits) for stack in stacks if stack]
    troops = [troop for stack in stacks for troop in stack]
    army = catalog.armies.get(army_list.army)
    return ListSummary(
        name=army_list.name,
        army=army.name.in_language(language) if army else army_list.army,
        points=points_of(army_list, catalog),
        size=army_list.points,
        tokens=tokens_of(army_list, catalog),
        units=tuple(" + ".join(unit.troops) for unit in army_list.units),
        tiles=len(army_list.troops),
        wounds=sum(troop.wp for troop in troops),
        black=_faces([troop.black for troop in troops]),
        white=_faces([troop.white for troop in troops]),
        charge=sum(_mean_strike(unit, charging=True) for unit in profiles),
        strike=sum(_mean_strike(unit, charging=False) for unit in profiles),
        shot=sum(float(unit.shooting_hits().mean) for unit in profiles if unit.white),
        traits=_traits(troops, catalog, language),
        legal=is_legal(army_list, catalog),
    )


def _mean_strike(unit: Profile, *, charging: bool) -> float:
    if not unit.black:
        return 0.0
    return float(unit.strike_hits(charging=charging, orders=1).mean)


def _faces(dice: list[tuple[int, ...]]) -> tuple[int, ...]:
    counts = Counter(face for faces in dice for face in faces)
    return tuple(counts[face] for face in FACES)


def _traits(troops: list[Troop], catalog: Catalog, language: str) -> tuple[tuple[str, int], ...]:
    counts = Counter(trait for troop in troops for trait in troop.traits)
    named = {catalog.traits[t].name.in_language(language): count for t, count in counts.items()}
    return tuple(sorted(named.items()))
