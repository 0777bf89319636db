"""What a unit may be ordered to do, and doing it. PB-5, PB-T.1 to PB-T.3."""

from pbbuild.pocket_battles.rules.plain.asking import Choice, Play, ask_or_done
from pbbuild.pocket_battles.rules.plain.charges import Charges
from pbbuild.pocket_battles.rules.plain.pieces import Unit, steps_from


class Actions(Charges):
    """The actions of a turn and the special traits that are actions."""

    def actions(self, side: str) -> dict[str, int]:
        """Every action of a turn; passing is always one of them. PB-5."""
        options: dict[str, int] = {}
        for unit in self.field.units(side):
            options |= self.ordinary_actions(unit)
            options |= self.special_actions(unit)
        return {**options, "pass": 1}

    def ordinary_actions(self, unit: Unit) -> dict[str, int]:
        """PB-5.1 to 5.4 and PB-8 for one unit."""
        if not self.may_be_ordered(unit):
            return {}
        zone = str(unit.zone)
        texts = [f"move {unit.id} {step}" for step in steps_from(zone, unit.side)]
        if self.may_charge(unit):
            texts.append(f"charge {unit.id}")
        if self.field.opponents(unit) and unit not in self.charged:  # PB-5.3, 5.4, PB-T.3
            texts += [f"carry-on {unit.id} {enemy.id}" for enemy in self.field.opponents(unit)]
            texts.append(f"leave {unit.id}")
        if self.may_shoot(unit):
            texts += [f"shoot {unit.id} {enemy.id}" for enemy in self.shooting_targets(unit)]
        return dict.fromkeys(texts, unit.order_cost)

    def special_actions(self, unit: Unit) -> dict[str, int]:
        """PB-5.5, PB-T.1 to T.3: only if something can follow, R-11."""
        if self.field.first_turn_of_battle or not self.may_be_ordered(unit):
            return {}
        others = [other for other in self.field.units(unit.side) if other is not unit]
        texts = []
        if unit.has("special-heal"):
            texts += [
                f"heal {unit.id} {other.id} {troop.code}"
                for other in others
                for troop in other.troops
                if troop.wounds
            ]
        cost = unit.order_cost
        self.sides[unit.side].unused -= cost  # what follows is paid with the rest
        if unit.has("special-double-order") and any(map(self.ordinary_actions, others)):
            texts.append(f"double-order {unit.id}")
        if unit.has("special-excite") and any(map(self.excited_actions, others)):
            texts.append(f"excite {unit.id}")
        self.sides[unit.side].unused += cost
        return dict.fromkeys(texts, cost)

    def excited_actions(self, unit: Unit) -> dict[str, int]:
        """PB-T.3: charge, carry on or shoot."""
        return {
            text: cost
            for text, cost in self.ordinary_actions(unit).items()
            if text.split()[0] in ("charge", "carry-on", "shoot")
        }

    def perform(self, text: str, side: str, extra_dice: int = 0) -> Play:
        """One action from its payment to its end."""
        if text == "pass":  # PB-5.6
            self.sides[side].unused -= 1
            self.sides[side].passed += 1
            return
        verb, unit_id, *rest = text.split()
        unit = self.field.unit(unit_id)
        self.pay(unit)
        if verb == "move":  # PB-5.1
            unit.zone = " ".join(rest)
        elif verb == "charge":
            yield from self.charge(unit, extra_dice)
        elif verb == "carry-on":  # PB-5.3
            yield from self.fight(unit, self.field.unit(rest[0]), extra_dice=extra_dice)
        elif verb == "leave":
            yield from self.leave(unit)
        elif verb == "shoot":
            yield from self.shoot(unit, self.field.unit(rest[0]), "shoot", extra_dice)
        elif verb == "heal":  # PB-T.1
            for troop in self.field.unit(rest[0]).troops:
                if troop.code == rest[1]:
                    troop.wounds -= 1
            self.sides[side].unused += 1
        elif verb == "double-order":  # PB-T.2
            yield from self.double_order(unit, unit.total("special-double-order"), [])
        else:
            assert verb == "excite"
            yield from self.excite(unit, unit.total("special-excite"))

    def double_order(self, unit: Unit, left: int, done: list[Unit]) -> Play:
        """PB-T.2, R-10: up to two other units, one after the other."""
        while left:
            options: dict[str, int] = {}
            for other in self.field.units(unit.side):
                if other is not unit and other not in done:
                    options |= self.ordinary_actions(other)
            pending = {"trait": "double-order", "unit": unit.id, "left": left}
            chosen = yield from ask_or_done(Choice(unit.side, "follow-up", options, pending))
            if chosen == "done":
                return
            done.append(self.field.unit(chosen.split()[1]))
            left -= 1
            yield from self.perform(chosen, unit.side)

    def excite(self, unit: Unit, extra_dice: int) -> Play:
        """PB-T.3: one other unit attacks at once with more dice."""
        options: dict[str, int] = {}
        for other in self.field.units(unit.side):
            if other is not unit:
                options |= self.excited_actions(other)
        pending = {"trait": "excite", "unit": unit.id, "left": 1}
        chosen = yield from ask_or_done(Choice(unit.side, "follow-up", options, pending))
        if chosen != "done":
            yield from self.perform(chosen, unit.side, extra_dice)
