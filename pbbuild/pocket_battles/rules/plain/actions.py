"""Every action of a turn, and carrying one out. PB-5, PB-8.1, PB-T.1 to PB-T.3."""

from pbbuild.pocket_battles.rules.plain.charges import ChargeRules
from pbbuild.pocket_battles.rules.plain.decisions import Decision, Steps, ask_or_done
from pbbuild.pocket_battles.rules.plain.pieces import Unit, steps_from


class ActionRules(ChargeRules):
    """The rules of the actions of a turn, special traits included."""

    def actions(self, side: str) -> dict[str, int]:
        """Every action of a side's turn with its cost; a pass is always possible. PB-5.6, R-24."""
        options: dict[str, int] = {}
        for unit in self.field.units(side):
            options |= self.ordinary_actions(unit)
            options |= self.special_actions(unit)
        return {**options, "pass": 1}

    def ordinary_actions(self, unit: Unit) -> dict[str, int]:
        """The actions of one unit but special traits: move, charge, carry on, leave, shoot.

        PB-5.1 to PB-5.4, PB-8.1. A unit brought into contact this turn cannot carry on or leave.
        PB-T.3.
        """
        if not self.may_be_ordered(unit):
            return {}
        zone = str(unit.zone)
        texts = [f"move {unit.id} {step}" for step in steps_from(zone, unit.side)]
        if self.may_charge(unit):
            texts.append(f"charge {unit.id}")
        if self.field.opponents(unit) and unit not in self.charged:
            texts += [f"carry-on {unit.id} {enemy.id}" for enemy in self.field.opponents(unit)]
            texts.append(f"leave {unit.id}")
        if self.may_shoot(unit):
            texts += [f"shoot {unit.id} {enemy.id}" for enemy in self.shooting_targets(unit)]
        return dict.fromkeys(texts, unit.order_cost)

    def special_actions(self, unit: Unit) -> dict[str, int]:
        """The special traits one unit may use now. PB-5.5.

        Heal, Double Order and Excite (PB-T.1 to PB-T.3), only where something can follow (R-11),
        from any zone (R-12), and not in Player 1's first turn of the battle (R-26).
        """
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
        """The actions Excite allows: charge, carry on or shoot. PB-T.3."""
        return {
            text: cost
            for text, cost in self.ordinary_actions(unit).items()
            if text.split()[0] in ("charge", "carry-on", "shoot")
        }

    def perform(self, text: str, side: str, extra_dice: int = 0) -> Steps:
        """Carry out one action, from paying for it to its end.

        Pass PB-5.6, move PB-5.1, charge PB-5.2, carry on PB-5.3, leave PB-5.4, shoot PB-8.1, and
        the special traits PB-5.5: Heal PB-T.1, Double Order PB-T.2, Excite PB-T.3.
        """
        if text == "pass":
            self.sides[side].unused -= 1
            self.sides[side].passed += 1
            return
        verb, unit_id, *rest = text.split()
        unit = self.field.unit(unit_id)
        self.pay(unit)
        if verb == "move":
            unit.zone = " ".join(rest)
        elif verb == "charge":
            yield from self.charge(unit, extra_dice)
        elif verb == "carry-on":
            yield from self.fight(unit, self.field.unit(rest[0]), extra_dice=extra_dice)
        elif verb == "leave":
            yield from self.leave(unit)
        elif verb == "shoot":
            yield from self.shoot(unit, self.field.unit(rest[0]), "shoot", extra_dice)
        elif verb == "heal":
            for troop in self.field.unit(rest[0]).troops:
                if troop.code == rest[1]:
                    troop.wounds -= 1
            self.sides[side].unused += 1
        elif verb == "double-order":
            yield from self.double_order(unit, unit.total("special-double-order"), [])
        else:
            assert verb == "excite"
            yield from self.excite(unit, unit.total("special-excite"))

    def double_order(self, unit: Unit, left: int, done: list[Unit]) -> Steps:
        """Double Order: up to two other units act, one after the other. PB-T.2, R-10."""
        while left:
            options: dict[str, int] = {}
            for other in self.field.units(unit.side):
                if other is not unit and other not in done:
                    options |= self.ordinary_actions(other)
            pending = {"trait": "double-order", "unit": unit.id, "left": left}
            chosen = yield from ask_or_done(Decision(unit.side, "follow-up", options, pending))
            if chosen == "done":
                return
            done.append(self.field.unit(chosen.split()[1]))
            left -= 1
            yield from self.perform(chosen, unit.side)

    def excite(self, unit: Unit, extra_dice: int) -> Steps:
        """Excite: one other unit attacks at once with one more die. PB-T.3, R-13."""
        options: dict[str, int] = {}
        for other in self.field.units(unit.side):
            if other is not unit:
                options |= self.excited_actions(other)
        pending = {"trait": "excite", "unit": unit.id, "left": 1}
        chosen = yield from ask_or_done(Decision(unit.side, "follow-up", options, pending))
        if chosen != "done":
            yield from self.perform(chosen, unit.side, extra_dice)
