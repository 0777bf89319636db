"""Strikes, strikes back and shots. PB-6.1, PB-6.2, PB-8."""

from pbbuild.pocket_battles.rules.plain.decisions import DiceRoll, Steps
from pbbuild.pocket_battles.rules.plain.pieces import (
    SECTORS,
    Unit,
    adjacent_sectors,
    enemy_of,
    engagement,
    front,
    rear,
    sector_of,
)
from pbbuild.pocket_battles.rules.plain.wounds import WoundRules


class AttackRules(WoundRules):
    """The rules of everything that rolls dice against an enemy."""

    def fight(self, unit: Unit, enemy: Unit, charge: bool = False, extra_dice: int = 0) -> Steps:
        """`unit` strikes `enemy`, and what survives strikes back. PB-6.1, PB-6.2, PB-5.3.

        An enemy with First Strike strikes before, and not again after. PB-T.17, R-5.
        """
        if enemy.has("strikes-first") and not unit.has("strikes-first"):
            yield from self.strike(enemy, unit, "first-strike")
            if unit.alive:
                yield from self.strike(unit, enemy, "strike", charge, extra_dice)
        else:
            yield from self.strike(unit, enemy, "strike", charge, extra_dice)
            if unit.alive and enemy.alive:
                yield from self.strike(enemy, unit, "strike-back")

    def strike(
        self, unit: Unit, enemy: Unit, purpose: str, charge: bool = False, extra_dice: int = 0
    ) -> Steps:
        """One strike: roll, let the owner assign the hits, then apply traits. PB-6.1, R-6.

        Dice: one, one more for a charge, and those of +x Engagement (PB-T.5), Fury (PB-T.9),
        Impetus (PB-T.10), Reckless (PB-T.21), Blood Lust (PB-T.22) and Excite (PB-T.3, R-13),
        counted when they are rolled (R-4). A unit without black dice does not roll. The ones that a
        Reckless charger rolls hit it after the enemy's wounds. PB-T.21, R-2.
        """
        if not unit.black:
            return
        count = 1 + extra_dice
        count += unit.total("engagement-dice")
        count += unit.total("order-token-dice") * unit.orders
        if charge:
            count += 1 + unit.total("charge-dice")
        if enemy.wounded:
            count += unit.total("wounded-enemy-dice")
        dice = yield DiceRoll(purpose, unit.side, count, unit.id, enemy.id)
        hits = self.hits_scored(unit, dice, unit.black)
        backfire_faces = set(unit.effects("self-hit-face")) if charge else set()
        yield from self.assign(enemy, hits)
        self.disband(unit, hits, enemy)
        yield from self.assign(unit, sum(die in backfire_faces for die in dice))

    def hits_scored(self, unit: Unit, dice: list[int], faces: list[int]) -> int:
        """Hits of a roll: one for every printed die that shows a rolled face. PB-6.1, PB-8.1.

        With 3, 3, 4, 4, 5 a 4 is two hits, a 5 and a 4 are three (PB-10). +x Wounds adds to a roll
        that scored. PB-T.7, R-3.
        """
        hits = sum(faces.count(die) for die in dice)
        return hits + unit.total("scoring-hits") if hits else 0

    def disband(self, unit: Unit, hits: int, enemy: Unit) -> None:
        """Disband: a hit unit that survives loses unused tokens for the round. PB-T.4, R-2."""
        if hits and enemy.alive:
            side = self.sides[enemy.side]
            taken = min(side.unused, unit.total("token-set-aside"))
            side.unused -= taken
            side.set_aside += taken

    def may_shoot(self, unit: Unit) -> bool:
        """Whether a unit may shoot: from a front zone, with a white die. PB-8.1, PB-8.5.

        Long Range shoots from the rear too. PB-T.15.
        """
        sector = sector_of(str(unit.zone))
        if unit.zone == rear(sector, unit.side) and not unit.has("shoots-from-rear"):
            return False
        return bool(unit.white) and unit.zone != engagement(sector)

    def shooting_targets(self, unit: Unit) -> list[Unit]:
        """The enemies a unit may shoot at.

        Front and engagement zone of its sector, or, if those are empty, the rear. PB-8.2. With no
        enemy in its sector, other sectors as the edition says. PB-8.3. Wide Arc adds the fronts of
        adjacent sectors. PB-T.16, R-17.
        """
        sector = sector_of(str(unit.zone))
        targets = self.enemies_at_hand(unit, sector) or self.enemies_behind(unit, sector)
        if not targets:
            elsewhere = self.field.edition["shoots_into"]
            sectors = adjacent_sectors(sector) if elsewhere == "adjacent" else list(SECTORS)
            for other in sectors:
                at_hand = self.enemies_at_hand(unit, other)
                targets = targets + at_hand
                if not at_hand and self.field.edition["shoots_rear_elsewhere"]:
                    targets = targets + self.enemies_behind(unit, other)
        if unit.has("shoots-adjacent-front"):
            fronts = [front(other, enemy_of(unit.side)) for other in adjacent_sectors(sector)]
            targets = targets + [u for u in self.enemies_in(unit, *fronts) if u not in targets]
        return targets

    def shoot(self, unit: Unit, target: Unit, purpose: str, extra_dice: int = 0) -> Steps:
        """One shot: roll one die, more with +x Shooting. PB-8.1, PB-T.6.

        Hits on a unit in a fight are divided over all its units, rounded up; the side shot at
        assigns first. PB-8.4, R-1, R-3. All of them are lethal if the shooter is Lethal. PB-T.23.
        """
        count = 1 + extra_dice + unit.total("shooting-dice")
        dice = yield DiceRoll(purpose, unit.side, count, unit.id, target.id)
        hits = self.hits_scored(unit, dice, unit.white)
        group = self.field.group(target)
        share = -(-hits // len(group))
        for side in (target.side, enemy_of(target.side)):
            for member in self.sides[side].units:
                if member in group:
                    yield from self.assign(member, share, unit.has("lethal-shots"))
        self.disband(unit, hits, target)
