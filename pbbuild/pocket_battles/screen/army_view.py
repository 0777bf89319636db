"""The numbers shown for an army list: tiles, unit totals, expected hits, army totals."""

from dataclasses import asdict, dataclass
from typing import Any

from pbbuild.base.provenance import Provenance
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal, leader_tokens, tokens_of
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.units import BORDER_TILES, points_to_win

_VALUES = ("dp", "fv", "wp", "black", "white", "traits")


@dataclass(frozen=True, slots=True)
class UnitAttack:
    """The dice a unit rolls in one kind of attack, and the expected hits."""

    dice: int
    hits: float


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit: its tiles from the top of the stack, its totals, its attacks.

    An attack that the unit has no dice for is None.
    """

    number: int
    name: str
    troops: tuple[Troop, ...]
    dp: int
    wp: int
    formation: int
    traits: tuple[str, ...]
    charge: UnitAttack | None
    fight: UnitAttack | None
    shoot: UnitAttack | None


@dataclass(frozen=True, slots=True)
class ArmyView:
    """A whole army; `reconstructed` counts tiles with a value reconstructed by us."""

    army_list: ArmyList
    legal: bool
    points: int
    tokens: int
    leader_tokens: int
    units: tuple[UnitView, ...]
    wounds: int
    half: int
    reconstructed: int
    spare: tuple[str, ...]

    @property
    def tiles(self) -> int:
        """How many tiles the army fields."""
        return sum(len(unit.troops) for unit in self.units)

    @property
    def charge_hits(self) -> float:
        """Expected hits when every unit charges once."""
        return sum(unit.charge.hits for unit in self.units if unit.charge)

    @property
    def shoot_hits(self) -> float:
        """Expected hits when every unit shoots once."""
        return sum(unit.shoot.hits for unit in self.units if unit.shoot)

    @property
    def borders(self) -> tuple[str, ...]:
        """Unused tiles to mark the sector borders with. PB-1.9."""
        return self.spare[-BORDER_TILES:]


def army_view(army_list: ArmyList, catalog: Catalog) -> ArmyView:
    """The view of a list whose tiles are all in the catalog; empty units are left out."""
    units = tuple(
        _unit(number, unit.name, [catalog.troops[code] for code in unit.troops], catalog)
        for number, unit in enumerate(army_list.units, start=1)
        if unit.troops
    )
    troops = [troop for unit in units for troop in unit.troops]
    points = sum(troop.dp for troop in troops)
    army = catalog.armies.get(army_list.army)
    used = {troop.code for troop in troops}
    return ArmyView(
        army_list=army_list,
        legal=is_legal(army_list, catalog),
        points=points,
        tokens=tokens_of(army_list, catalog),
        leader_tokens=leader_tokens(army_list, catalog),
        units=units,
        wounds=sum(unit.wp for unit in units),
        half=points_to_win(points),
        reconstructed=sum(
            any(troop.provenance_of(value) is Provenance.RECONSTRUCTED for value in _VALUES)
            for troop in troops
        ),
        spare=tuple(t.code for t in army.troops if t.code not in used) if army else (),
    )


def army_json(view: ArmyView, catalog: Catalog) -> dict[str, Any]:
    """The view as a JSON document."""
    return {
        "list": view.army_list.name,
        "army": view.army_list.army,
        "edition": view.army_list.edition,
        "legal": view.legal,
        "points": view.points,
        "size": view.army_list.points,
        "tokens": view.tokens,
        "wounds": view.wounds,
        "half": view.half,
        "expected": {"charge": round(view.charge_hits, 4), "shoot": round(view.shoot_hits, 4)},
        "units": [_unit_json(unit) for unit in view.units],
        "borders": list(view.borders),
        "spare": list(view.spare),
    }


def _unit_json(unit: UnitView) -> dict[str, Any]:
    def attack(made: UnitAttack | None) -> dict[str, Any] | None:
        return None if made is None else {**asdict(made), "hits": round(made.hits, 4)}

    return {
        "unit": unit.number,
        "name": unit.name,
        "dp": unit.dp,
        "wp": unit.wp,
        "fv": unit.formation,
        "traits": list(unit.traits),
        "charge": attack(unit.charge),
        "fight": attack(unit.fight),
        "shoot": attack(unit.shoot),
        "troops": [
            {
                "code": troop.code,
                "name": troop.name,
                "type": troop.type,
                "dp": troop.dp,
                "fv": troop.fv,
                "wp": troop.wp,
                "black": list(troop.black),
                "white": list(troop.white),
                "traits": list(troop.traits),
            }
            for troop in unit.troops
        ],
    }


def _unit(number: int, name: str, troops: list[Troop], catalog: Catalog) -> UnitView:
    totals = profile(troops, catalog.traits)
    return UnitView(
        number=number,
        name=name,
        troops=tuple(troops),
        dp=totals.dp,
        wp=totals.wp,
        formation=totals.formation,
        traits=tuple(trait.id for trait in totals.traits),
        charge=_strike(totals, charging=True),
        fight=_strike(totals, charging=False),
        shoot=_shot(totals),
    )


def _strike(totals: Profile, *, charging: bool) -> UnitAttack | None:
    if not totals.black:
        return None
    # One order token lies on a unit that has just been ordered for the first time.
    dice = totals.strike_dice(charging=charging, orders=1)
    return UnitAttack(dice, float(totals.strike_hits(charging=charging, orders=1).mean))


def _shot(totals: Profile) -> UnitAttack | None:
    if not totals.white:
        return None
    return UnitAttack(totals.shooting_dice, float(totals.shooting_hits().mean))
