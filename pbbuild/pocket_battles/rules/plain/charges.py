"""Charges, reactions, targets, how a fight splits, and leaving. PB-5.2, PB-5.4, PB-6.3."""

from pbbuild.pocket_battles.rules.plain.attacks import AttackRules
from pbbuild.pocket_battles.rules.plain.decisions import Decision, Steps, ask_or_done
from pbbuild.pocket_battles.rules.plain.pieces import (
    Unit,
    adjacent_sectors,
    enemy_of,
    engagement,
    front,
    sector_of,
)


class ChargeRules(AttackRules):
    """The rules of coming into contact and of leaving it."""

    def may_charge(self, unit: Unit) -> bool:
        """Whether a unit may charge: in a front zone, with a black die and a target. PB-5.2."""
        sector = sector_of(str(unit.zone))
        return (
            unit.zone == front(sector, unit.side)
            and bool(unit.black)
            and bool(self.charge_targets(unit, sector))
        )

    def charge_targets(self, unit: Unit, sector: str) -> list[Unit]:
        """The enemies a unit in this sector may charge.

        Those in the front and engagement zone (PB-5.2.1), else those in the rear (PB-5.2.2), else
        any in an adjacent sector (PB-5.2.3). Flying adds the rear to the first. PB-T.20, R-14.
        """
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

    def charge(self, unit: Unit, extra_dice: int) -> Steps:
        """A charge: move to the engagement zone, reactions, target, fight. PB-5.2, R-20."""
        sector = sector_of(str(unit.zone))
        unit.zone = engagement(sector)
        self.charged.append(unit)
        if self.enemies_at_hand(unit, sector):
            yield from self.charge_with_reactions(unit, sector, extra_dice)
        else:
            yield from self.name_target(unit, sector, extra_dice)

    def reactions(self, unit: Unit, sector: str) -> dict[str, int]:
        """The reactions the enemy can pay for: intercept or shoot, from that front. PB-5.2.4, R-15.

        Only a Flying unit may intercept a Flying one. PB-T.20.
        """
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

    def charge_with_reactions(self, unit: Unit, sector: str, extra_dice: int) -> Steps:
        """The enemy may react, then the charge continues. PB-5.2.4.

        An interceptor fights the charger instead of a target. PB-5.2.5. A charger that survives a
        shot names its target. PB-5.2.6.
        """
        options = self.reactions(unit, sector)
        if options:
            pending = {"charger": unit.id, "sector": sector}
            enemy = enemy_of(unit.side)
            chosen = yield Decision(enemy, "react", {**options, "wait": 0}, pending)
            if chosen != "wait":
                verb, reactor_id = chosen.split()
                reactor = self.field.unit(reactor_id)
                self.pay(reactor)
                if verb == "intercept":
                    yield from self.meet(unit, reactor, sector, extra_dice)
                    return
                yield from self.shoot(reactor, unit, "react-shoot")
                if not unit.alive:
                    return
        yield from self.name_target(unit, sector, extra_dice)

    def name_target(self, unit: Unit, sector: str, extra_dice: int) -> Steps:
        """The charger's player names the target, and the two fight. PB-5.2.6, PB-5.2.7."""
        options = {f"target {enemy.id}": 0 for enemy in self.charge_targets(unit, sector)}
        pending = {"charger": unit.id, "sector": sector}
        chosen = yield Decision(unit.side, "target", options, pending)
        target = self.field.unit(chosen.split()[1])
        yield from self.meet(unit, target, sector_of(str(target.zone)), extra_dice)

    def meet(self, unit: Unit, enemy: Unit, sector: str, extra_dice: int) -> Steps:
        """Two units come into contact and fight; Overwhelming may follow. PB-5.2.5, PB-5.2.7."""
        self.join_fight(unit, enemy, sector)
        yield from self.fight(unit, enemy, charge=True, extra_dice=extra_dice)
        if not enemy.alive:
            yield from self.overwhelm(unit)

    def join_fight(self, unit: Unit, enemy: Unit, sector: str) -> None:
        """Bring two units into contact in the engagement zone of a sector. PB-5.2.7, PB-6.3.

        The charger joins the group of its enemy. If that enemy was one of several against a single
        unit, it leaves that group, and the two form a new one: the fight splits.
        """
        opponents = self.field.opponents(enemy)
        if len(opponents) == 1 and len(self.field.opponents(opponents[0])) > 1:
            self.separate(enemy, opponents[0])
        self.field.contacts.append((unit, enemy) if unit.side == "A" else (enemy, unit))
        unit.zone = enemy.zone = engagement(sector)

    def overwhelm(self, unit: Unit) -> Steps:
        """Overwhelming: a unit that destroyed its enemy may charge again, free. PB-T.11, R-9."""
        if not unit.alive or not unit.black or not unit.has("charges-again"):
            return
        sector = sector_of(str(unit.zone))
        options = {f"target {enemy.id}": 0 for enemy in self.charge_targets(unit, sector)}
        pending = {"trait": "overwhelming", "unit": unit.id, "left": 1}
        chosen = yield from ask_or_done(Decision(unit.side, "follow-up", options, pending))
        if chosen != "done":
            target = self.field.unit(chosen.split()[1])
            yield from self.meet(unit, target, sector_of(str(target.zone)), 0)

    def leave(self, unit: Unit) -> Steps:
        """Leave a fight: each enemy in contact strikes once, the survivors go to the front. PB-5.4.

        Disengage is not struck. PB-T.19. Enemies without another contact return too. PB-6.4.
        """
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
