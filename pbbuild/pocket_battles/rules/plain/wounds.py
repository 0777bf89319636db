"""Contacts, orders and wounds: what every other rule stands on. PB-4.5, PB-6.4, PB-7."""

from pbbuild.pocket_battles.rules.plain.asking import Choice, Play
from pbbuild.pocket_battles.rules.plain.pieces import (
    Field,
    Troop,
    Unit,
    enemy_of,
    engagement,
    front,
    rear,
    sector_of,
)


class Wounds:
    """Wounds and casualties on one field. R-numbers are those of docs/rulings.md."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.sides = field.sides
        # What lasts for one turn only.
        self.redeployed: Unit | None = None
        self.charged: list[Unit] = []

    def enemies_in(self, unit: Unit, *zones: str) -> list[Unit]:
        return self.field.in_zones(enemy_of(unit.side), *zones)

    def enemies_in_sector(self, unit: Unit, sector: str) -> list[Unit]:
        return self.enemies_at_hand(unit, sector) + self.enemies_behind(unit, sector)

    def enemies_at_hand(self, unit: Unit, sector: str) -> list[Unit]:
        """Those in the sector's front and engagement zone."""
        return self.enemies_in(unit, front(sector, enemy_of(unit.side)), engagement(sector))

    def enemies_behind(self, unit: Unit, sector: str) -> list[Unit]:
        """Those in the sector's rear."""
        return self.enemies_in(unit, rear(sector, enemy_of(unit.side)))

    def may_be_ordered(self, unit: Unit) -> bool:
        """PB-4.4: not the unit redeployed this turn, unless Fast, PB-T.8; PB-4.5: affordable."""
        if unit is self.redeployed and not unit.has("redeploys-and-acts"):
            return False
        return unit.order_cost <= self.sides[unit.side].unused

    def pay(self, unit: Unit) -> None:
        """PB-4.5: the tokens go from the unused ones onto the unit."""
        cost = unit.order_cost
        self.sides[unit.side].unused -= cost
        unit.orders += cost

    def separate(self, unit: Unit, other: Unit) -> None:
        """The two are no longer in contact."""
        self.field.contacts = [
            pair for pair in self.field.contacts if unit not in pair or other not in pair
        ]

    def return_if_free(self, unit: Unit) -> None:
        """PB-6.4: in contact with nobody, back to its front of the sector of the fight."""
        if unit.alive and not self.field.opponents(unit):
            unit.zone = front(sector_of(str(unit.zone)), unit.side)

    def assign(self, unit: Unit, hits: int) -> Play:
        """PB-7.1: the owner assigns hit by hit; PB-7.4: what is left over is lost."""
        while hits > 0 and unit.alive:
            options = self.wound_options(unit)
            pending = {"unit": unit.id, "hits": hits}
            chosen = yield Choice(unit.side, "wound", options, pending)
            verb, _, code, *source = chosen.split()
            troop = next(troop for troop in unit.troops if troop.code == code)
            if verb == "eliminate":
                hits -= troop.left
                self.eliminate(unit, code)
            else:
                hits -= 1
                self.place_wound(troop, unit.side, source[1] if source else "unused")

    def wound_options(self, unit: Unit) -> dict[str, int]:
        """PB-7.1, 7.2, 7.5: every troop with WP, every source of a token."""
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

    def place_wound(self, troop: Troop, side_name: str, source: str) -> None:
        """PB-7.2: a token becomes the wound."""
        side = self.sides[side_name]
        if source == "unused":
            side.unused -= 1
        elif source == "passed":
            side.passed -= 1
        else:
            self.field.unit(source).orders -= 1
        troop.wounds += 1

    def eliminate(self, unit: Unit, code: str) -> None:
        """PB-7.3: the enemy scores it, its tokens are set aside; PB-7.5: 0-WP troops follow."""
        self.remove(unit, next(troop for troop in unit.troops if troop.code == code))
        if not any(troop.wp for troop in unit.troops):
            for follower in list(unit.troops):
                self.remove(unit, follower)
            self.sides[unit.side].set_aside += unit.orders
            unit.orders = 0
            unit.zone = None
            for enemy in self.field.opponents(unit):  # PB-6.4, R-1
                self.separate(unit, enemy)
                self.return_if_free(enemy)

    def remove(self, unit: Unit, troop: Troop) -> None:
        self.sides[enemy_of(unit.side)].destroyed += troop.dp
        self.sides[unit.side].set_aside += troop.wounds
        unit.troops.remove(troop)
