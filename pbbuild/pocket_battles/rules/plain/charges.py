"""Charges with their reactions and targets, and leaving. PB-5.2, PB-5.4."""

from pbbuild.pocket_battles.rules.plain.asking import Choice, Play, ask_or_done
from pbbuild.pocket_battles.rules.plain.attacks import Attacks
from pbbuild.pocket_battles.rules.plain.pieces import (
    Unit,
    adjacent_sectors,
    enemy_of,
    engagement,
    front,
    sector_of,
)


class Charges(Attacks):
    """Coming into contact and out of it again."""

    def may_charge(self, unit: Unit) -> bool:
        """PB-5.2: in a front zone, with a black die and someone to charge."""
        sector = sector_of(str(unit.zone))
        return (
            unit.zone == front(sector, unit.side)
            and bool(unit.black)
            and bool(self.charge_targets(unit, sector))
        )

    def charge_targets(self, unit: Unit, sector: str) -> list[Unit]:
        """PB-5.2.1 to 5.2.3, and PB-T.20 for those who charge the rear too."""
        at_hand = self.enemies_at_hand(unit, sector)
        behind = self.enemies_behind(unit, sector)
        if at_hand and unit.has("charges-rear"):
            return at_hand + behind
        if at_hand:
            return at_hand
        if behind:
            return behind
        return [
            enemy
            for other in adjacent_sectors(sector)
            for enemy in self.enemies_in_sector(unit, other)
        ]

    def charge(self, unit: Unit, extra_dice: int) -> Play:
        """PB-5.2: to the engagement zone, reactions, the target, the fight."""
        sector = sector_of(str(unit.zone))
        unit.zone = engagement(sector)
        self.charged.append(unit)
        if self.enemies_at_hand(unit, sector):
            yield from self.charge_with_reactions(unit, sector, extra_dice)
        else:
            yield from self.name_target(unit, sector, extra_dice)

    def reactions(self, unit: Unit, sector: str) -> dict[str, int]:
        """PB-5.2.4: who in the front may intercept or shoot; PB-T.20: Flying only by Flying."""
        enemy = enemy_of(unit.side)
        options = {}
        for reactor in self.field.in_zones(enemy, front(sector, enemy)):
            if reactor.order_cost > self.sides[enemy].unused:
                continue
            evaded = unit.has("evades-interception") and not reactor.has("evades-interception")
            if reactor.black and not evaded:
                options[f"intercept {reactor.id}"] = reactor.order_cost
            if reactor.white:
                options[f"react-shoot {reactor.id}"] = reactor.order_cost
        return options

    def charge_with_reactions(self, unit: Unit, sector: str, extra_dice: int) -> Play:
        """PB-5.2.4 to 5.2.6."""
        options = self.reactions(unit, sector)
        if options:
            pending = {"charger": unit.id, "sector": sector}
            enemy = enemy_of(unit.side)
            chosen = yield Choice(enemy, "react", {**options, "wait": 0}, pending)
            if chosen != "wait":
                verb, reactor_id = chosen.split()
                reactor = self.field.unit(reactor_id)
                self.pay(reactor)
                if verb == "intercept":  # PB-5.2.5
                    yield from self.meet(unit, reactor, sector, extra_dice)
                    return
                yield from self.shoot(reactor, unit, "react-shoot")
                if not unit.alive:
                    return
        yield from self.name_target(unit, sector, extra_dice)

    def name_target(self, unit: Unit, sector: str, extra_dice: int) -> Play:
        """The charger chooses whom to fight."""
        options = {f"target {enemy.id}": 0 for enemy in self.charge_targets(unit, sector)}
        pending = {"charger": unit.id, "sector": sector}
        chosen = yield Choice(unit.side, "target", options, pending)
        target = self.field.unit(chosen.split()[1])
        yield from self.meet(unit, target, sector_of(str(target.zone)), extra_dice)

    def meet(self, unit: Unit, enemy: Unit, sector: str, extra_dice: int) -> Play:
        """PB-6.3, 5.2.7: both come into contact in the sector's engagement zone and fight."""
        foes = self.field.opponents(enemy)
        if len(foes) == 1 and len(self.field.opponents(foes[0])) > 1:
            self.separate(enemy, foes[0])  # it was one of several: a fight of its own
        self.field.contacts.append((unit, enemy) if unit.side == "A" else (enemy, unit))
        unit.zone = enemy.zone = engagement(sector)
        yield from self.fight(unit, enemy, charge=True, extra_dice=extra_dice)
        if not enemy.alive:
            yield from self.overwhelm(unit)

    def overwhelm(self, unit: Unit) -> Play:
        """PB-T.11, R-9: who destroyed the unit he charged may charge again, free."""
        if not unit.alive or not unit.black or not unit.has("charges-again"):
            return
        sector = sector_of(str(unit.zone))
        options = {f"target {enemy.id}": 0 for enemy in self.charge_targets(unit, sector)}
        pending = {"trait": "overwhelming", "unit": unit.id, "left": 1}
        chosen = yield from ask_or_done(Choice(unit.side, "follow-up", options, pending))
        if chosen != "done":
            target = self.field.unit(chosen.split()[1])
            yield from self.meet(unit, target, sector_of(str(target.zone)), 0)

    def leave(self, unit: Unit) -> Play:
        """PB-5.4; PB-T.19: Disengage is not struck."""
        opponents = self.field.opponents(unit)
        if not unit.has("leaves-unstruck"):
            for enemy in opponents:
                if unit.alive:
                    yield from self.strike(enemy, unit, "leave-strike")
        if unit.alive:
            for enemy in opponents:
                self.separate(unit, enemy)
            for released in [unit, *opponents]:
                self.return_if_free(released)
