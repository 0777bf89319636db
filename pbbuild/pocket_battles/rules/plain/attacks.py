"""Strikes, strikes back and shots. PB-6, PB-8."""

from pbbuild.pocket_battles.rules.plain.asking import Dice, Play
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
from pbbuild.pocket_battles.rules.plain.wounds import Wounds


class Attacks(Wounds):
    """Whatever rolls dice at an enemy."""

    def fight(self, unit: Unit, enemy: Unit, charge: bool = False, extra_dice: int = 0) -> Play:
        """PB-6.1, 6.2: strike and strike back; PB-T.17: or the other way round."""
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
    ) -> Play:
        """PB-6.1 with the traits of PB-T; no black dice, no roll."""
        if not unit.black:
            return
        count = 1 + extra_dice
        count += unit.total("engagement-dice")
        count += unit.total("order-token-dice") * unit.orders
        if charge:
            count += 1 + unit.total("charge-dice")
        if enemy.wounded:
            count += unit.total("wounded-enemy-dice")
        dice = yield Dice(purpose, unit.side, count, unit.id, enemy.id)
        hits = self.hits_scored(unit, dice, unit.black)
        backfire_faces = set(unit.effects("self-hit-face")) if charge else set()
        yield from self.assign(enemy, hits)
        self.disband(unit, hits, enemy)
        yield from self.assign(unit, sum(die in backfire_faces for die in dice))  # PB-T.21

    def hits_scored(self, unit: Unit, dice: list[int], faces: list[int]) -> int:
        """PB-6.1: a hit for every printed die a rolled one matches; PB-T.7 adds to a score."""
        hits = sum(faces.count(die) for die in dice)
        return hits + unit.total("scoring-hits") if hits else 0

    def disband(self, unit: Unit, hits: int, enemy: Unit) -> None:
        """PB-T.4: a scoring attack on a unit that survives sets unused tokens aside."""
        if hits and enemy.alive:
            side = self.sides[enemy.side]
            taken = min(side.unused, unit.total("token-set-aside"))
            side.unused -= taken
            side.set_aside += taken

    def may_shoot(self, unit: Unit) -> bool:
        """PB-8.1, 8.5: from the front with a white die; PB-T.15: some from the rear."""
        sector = sector_of(str(unit.zone))
        if unit.zone == rear(sector, unit.side) and not unit.has("shoots-from-rear"):
            return False
        return bool(unit.white) and unit.zone != engagement(sector)

    def shooting_targets(self, unit: Unit) -> list[Unit]:
        """PB-8.2, 8.3, and PB-T.16 for those who shoot into adjacent fronts anyway."""
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

    def shoot(self, unit: Unit, target: Unit, purpose: str, extra_dice: int = 0) -> Play:
        """PB-8.1; PB-8.4: hits on a unit in a group are divided over the whole group."""
        count = 1 + extra_dice + unit.total("shooting-dice")
        dice = yield Dice(purpose, unit.side, count, unit.id, target.id)
        hits = self.hits_scored(unit, dice, unit.white)
        group = self.field.group(target)
        share = -(-hits // len(group))
        for side in (target.side, enemy_of(target.side)):
            for member in self.sides[side].units:
                if member in group:
                    yield from self.assign(member, share)
        self.disband(unit, hits, target)
