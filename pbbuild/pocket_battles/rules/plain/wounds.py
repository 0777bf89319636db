"""Paying orders, assigning hits, losing troops, ending contacts. PB-4.5, PB-6.4, PB-7."""

from typing import Any

from pbbuild.pocket_battles.rules.plain.decisions import Decision, Steps
from pbbuild.pocket_battles.rules.plain.pieces import (
    Battlefield,
    PlainTroop,
    Unit,
    enemy_of,
    engagement,
    front,
    rear,
    sector_of,
)


class WoundRules:
    """The rules of orders, wounds and losses on one battlefield."""

    def __init__(self, field: Battlefield) -> None:
        self.field = field
        self.sides = field.sides
        # Both last until the end of the turn.
        self.redeployed: Unit | None = None
        self.charged: list[Unit] = []

    def enemies_in(self, unit: Unit, *zones: str) -> list[Unit]:
        """The living enemies of `unit` in any of these zones."""
        return self.field.in_zones(enemy_of(unit.side), *zones)

    def enemies_in_sector(self, unit: Unit, sector: str) -> list[Unit]:
        """The living enemies of `unit` in a sector: front and engagement zone, then rear."""
        return self.enemies_at_hand(unit, sector) + self.enemies_behind(unit, sector)

    def enemies_at_hand(self, unit: Unit, sector: str) -> list[Unit]:
        """The enemies of `unit` in the sector's front and engagement zone. PB-5.2.1, PB-8.2."""
        return self.enemies_in(unit, front(sector, enemy_of(unit.side)), engagement(sector))

    def enemies_behind(self, unit: Unit, sector: str) -> list[Unit]:
        """The enemies of `unit` in the sector's rear. PB-5.2.2, PB-8.2."""
        return self.enemies_in(unit, rear(sector, enemy_of(unit.side)))

    def may_be_ordered(self, unit: Unit) -> bool:
        """Whether a unit may get an order: affordable, not redeployed this turn. PB-4.4, PB-4.5.

        A Fast unit may redeploy and be ordered in one turn. PB-T.8.
        """
        if unit is self.redeployed and not unit.has("redeploys-and-acts"):
            return False
        return unit.order_cost <= self.sides[unit.side].unused

    def pay(self, unit: Unit) -> None:
        """Pay an order: move the tokens from the unused ones onto the unit. PB-4.5."""
        cost = unit.order_cost
        self.sides[unit.side].unused -= cost
        unit.orders += cost

    def separate(self, unit: Unit, other: Unit) -> None:
        """End the contact of two units. PB-6.3."""
        self.field.contacts = [
            pair for pair in self.field.contacts if unit not in pair or other not in pair
        ]

    def return_if_free(self, unit: Unit) -> None:
        """Return a unit without contact to the front of its sector. PB-6.4, PB-5.2.7."""
        if unit.alive and not self.field.opponents(unit):
            unit.zone = front(sector_of(str(unit.zone)), unit.side)

    def assign(self, unit: Unit, hits: int, lethal: bool = False) -> Steps:
        """The owner assigns hits one by one until none is left. PB-7.1.

        Hits beyond the last wound point of the unit are lost. PB-7.4. Each hit of a Lethal shot
        eliminates a troop, which absorbs that hit alone. PB-T.23.
        """
        while hits > 0 and unit.alive:
            options = self.wound_options(unit)
            pending: dict[str, Any] = {"unit": unit.id, "hits": hits}
            if lethal:
                options = {text: 0 for text in options if text.startswith("eliminate")}
                pending["lethal"] = True
            chosen = yield Decision(unit.side, "wound", options, pending)
            verb, _, code, *source = chosen.split()
            troop = next(troop for troop in unit.troops if troop.code == code)
            if verb == "eliminate":
                hits -= 1 if lethal else troop.left
                self.eliminate(unit, code)
            else:
                hits -= 1
                self.place_wound(troop, unit.side, source[1] if source else "unused")

    def wound_options(self, unit: Unit) -> dict[str, int]:
        """Every way to take one hit: eliminate a troop, or wound one and name the token. PB-7.1.

        Each possible source of the token is an option of its own. PB-7.2. Troops without wound
        points take no hits. PB-7.5. The examples with cavalry and militia are in PB-10.
        """
        side = self.sides[unit.side]
        if side.unused:
            sources = [""]
        else:
            sources = [f" from {own.id}" for own in self.field.units(unit.side) if own.orders]
            sources += [" from passed"] if side.passed else []
        options = {}
        for troop in unit.troops:
            if troop.wp:
                options[f"eliminate {unit.id} {troop.code}"] = 0
            if troop.left > 1:
                for source in sources:
                    options[f"wound {unit.id} {troop.code}{source}"] = 0
        return options

    def place_wound(self, troop: PlainTroop, side_name: str, source: str) -> None:
        """Move a token from its source onto the troop as a wound. PB-7.2."""
        side = self.sides[side_name]
        if source == "unused":
            side.unused -= 1
        elif source == "passed":
            side.passed -= 1
        else:
            self.field.unit(source).orders -= 1
        troop.wounds += 1

    def eliminate(self, unit: Unit, code: str) -> None:
        """Eliminate a troop, and what falls with it. PB-7.3.

        With the last troop that has wound points the rest of the unit is lost too (PB-7.5), its
        order tokens are set aside, and its enemies without another contact return to their front at
        once (PB-6.4, R-1).
        """
        self.remove(unit, next(troop for troop in unit.troops if troop.code == code))
        if not any(troop.wp for troop in unit.troops):
            for follower in list(unit.troops):
                self.remove(unit, follower)
            self.sides[unit.side].set_aside += unit.orders
            unit.orders = 0
            unit.zone = None
            for enemy in self.field.opponents(unit):
                self.separate(unit, enemy)
                self.return_if_free(enemy)

    def remove(self, unit: Unit, troop: PlainTroop) -> None:
        """Remove one troop: the enemy scores its points, its wound tokens are set aside. PB-7.3."""
        self.sides[enemy_of(unit.side)].destroyed += troop.dp
        self.sides[unit.side].set_aside += troop.wounds
        unit.troops.remove(troop)
