"""Why an action is not allowed now: the units, tokens or zones that forbid it.

The clauses come from the rules (`refusals`); this module looks for what in the state makes each
clause apply, so that a view can say “b7 and b10 stand in front of b3” and not only “PB-8.2”.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.notation import (
    argument_of,
    kind_of,
    parse_action,
    source_of,
    unit_of,
)
from pbbuild.pocket_battles.rules.zones import SECTORS, zone_text

_UNITLESS = (c.DO_PASS, c.DO_WAIT, c.DO_DONE)
_ORDERS = (
    c.DO_MOVE,
    c.DO_CHARGE,
    c.DO_CARRY_ON,
    c.DO_LEAVE,
    c.DO_SHOOT,
    c.DO_HEAL,
    c.DO_DOUBLE_ORDER,
    c.DO_EXCITE,
)


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason why an action is not allowed: a code and its values.

    `unit`, `other` and `units` are unit ids, `zone` a zone as FORMATS writes it.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key of its sentence."""
        return f"causes.{self.code}"


def causes(battle: Battle, text: str) -> list[Cause]:
    """What forbids the action `text` now, the most important first; [] if it is allowed.

    A text that names no action of this battle has the cause `no-action`.
    """
    action = parse_action(battle.forces, text)
    if action is None:
        return [Cause("no-action")]
    clauses = battle.why_not(text)
    return _Causes(battle, action).found(clauses) if clauses else []


def _with_units(values: Mapping[str, Any], units: list[str]) -> dict[str, Any]:
    return {**values, "units": units, "count": len(units)}


class _Causes:
    def __init__(self, battle: Battle, action: int) -> None:
        self.battle = battle
        self.state = battle.state
        self.action = action
        self.kind = kind_of(action)
        self.unit = unit_of(action)
        self.other = argument_of(action)
        self.side = battle.decider()

    def found(self, clauses: Iterable[str]) -> list[Cause]:
        state, kind = self.state, self.kind
        decision = self.battle.decision()
        if kind not in _UNITLESS:
            if state.zone[self.unit] == c.DEAD:
                return [Cause("dead", {"unit": self.name(self.unit)})]
            wrong = self._wrong_side()
            if wrong:
                return [wrong]
        known = set(clauses)
        if "PB-11" in known or (kind == c.DO_DEPLOY) != (decision == "deploy"):
            return [Cause(f"now-{decision}")]
        if kind == c.DO_REDEPLOY and decision != "turn":
            return [Cause("redeployed-already" if decision == "act" else f"now-{decision}")]
        if kind in (c.DO_INTERCEPT, c.DO_REACT_SHOOT) and decision != "react":
            return [Cause("no-charge-now")]
        is_hit = kind in (c.DO_ELIMINATE, c.DO_WOUND)
        if (kind == c.DO_TARGET and state.attacker == c.NOBODY) or (is_hit and decision != "wound"):
            return [Cause(f"now-{decision}")]
        if kind == c.DO_SACRIFICE and decision != "sacrifice":
            return [Cause("no-sacrifice-now")]
        causes_found = []
        if "PB-4.5" in known:
            causes_found.append(self._too_expensive())
        if kind in _ORDERS and self.unit == state.redeployed and "PB-4.4" in known:
            return [Cause("redeployed", {"unit": self.name(self.unit)}), *causes_found]
        detail = self._detail(known)
        return [*([detail] if detail else []), *causes_found] or [Cause("clauses")]

    def _wrong_side(self) -> Cause | None:
        if self.kind == c.DO_TARGET:
            if self.unit >> c.SIDE_SHIFT == self.side:
                return Cause("own-unit", {"unit": self.name(self.unit)})
            return None
        if self.unit >> c.SIDE_SHIFT != self.side:
            return Cause("enemy-unit", {"unit": self.name(self.unit)})
        is_attack = self.kind in (c.DO_SHOOT, c.DO_CARRY_ON)
        if is_attack and self.other >> c.SIDE_SHIFT == self.side:
            return Cause("own-unit", {"unit": self.name(self.other)})
        if is_attack and self.state.zone[self.other] == c.DEAD:
            return Cause("dead", {"unit": self.name(self.other)})
        return None

    def _too_expensive(self) -> Cause:
        cost = order_cost(self.state, self.unit)
        orders = int(self.state.orders[self.unit])
        unused = int(self.state.tally[c.UNUSED + self.side])
        values = {"unit": self.name(self.unit), "cost": cost, "orders": orders, "unused": unused}
        return Cause("too-expensive" if unused else "no-tokens", values)

    def _detail(self, clauses: set[str]) -> Cause | None:
        kind = self.kind
        if kind == c.DO_SHOOT:
            return self._shot(clauses)
        if kind == c.DO_CHARGE:
            return self._charge(clauses)
        if kind == c.DO_TARGET:
            return self._target()
        if kind in (c.DO_MOVE, c.DO_REDEPLOY):
            return self._move(clauses)
        if kind in (c.DO_CARRY_ON, c.DO_LEAVE):
            return self._engagement()
        if kind in (c.DO_INTERCEPT, c.DO_REACT_SHOOT):
            return self._reaction(clauses)
        if kind in (c.DO_ELIMINATE, c.DO_WOUND, c.DO_SACRIFICE):
            return self._hit()
        if kind in (c.DO_HEAL, c.DO_DOUBLE_ORDER, c.DO_EXCITE):
            return self._special(clauses)
        if kind == c.DO_DEPLOY and self.state.zone[self.unit] != c.UNDEPLOYED:
            return Cause("deployed-already", {"unit": self.name(self.unit)})
        return None

    def _shot(self, clauses: set[str]) -> Cause | None:
        state, unit, target = self.state, self.unit, self.other
        own = {"unit": self.name(unit)}
        if "PB-8.1" in clauses:
            return Cause("no-white-dice", own)
        if "PB-8.5" in clauses:
            return Cause("engaged-shooter" if state.zone[unit] >= c.ENGAGEMENT else "rear", own)
        if not clauses & {"PB-8.2", "PB-8.3"}:
            return None
        values = {**own, "other": self.name(target)}
        here, there = state.zone[unit] & c.SECTOR_MASK, state.zone[target] & c.SECTOR_MASK
        enemy = 1 - self.side
        if here == there:
            return Cause("in-front", _with_units(values, self.ahead(enemy, there)))
        near = self.ahead(enemy, here) or self.at(enemy, c.REAR, here)
        if near:
            return Cause("nearer", _with_units(values, near))
        ahead = self.ahead(enemy, there)
        if ahead and state.zone[target] < c.FRONT:
            return Cause("in-front", _with_units(values, ahead))
        if state.zone[target] < c.FRONT and not state.roster.shoots_rear_elsewhere:
            return Cause("rear-of-other-sector", values)
        return Cause("too-far", values)

    def _charge(self, clauses: set[str]) -> Cause | None:
        zone, own = self.state.zone[self.unit], {"unit": self.name(self.unit)}
        if zone >= c.ENGAGEMENT:
            return Cause("engaged-charger", own)
        if self.state.black[self.unit] == 0:
            return Cause("no-black-dice", own)
        if zone < c.FRONT:
            return Cause("rear-charger", own)
        return Cause("nothing-to-charge", own) if "PB-5.2.3" in clauses else None

    def _target(self) -> Cause | None:
        state, target, enemy = self.state, self.unit, 1 - self.side
        values = {"unit": self.name(state.attacker), "other": self.name(target)}
        sector = int(state.sector)
        ahead = self.ahead(enemy, sector)
        there = state.zone[target] & c.SECTOR_MASK
        if ahead and there == sector:
            return Cause("in-front", _with_units(values, ahead))
        near = ahead or self.at(enemy, c.REAR, sector)
        return Cause("nearer", _with_units(values, near)) if near else Cause("too-far", values)

    def _move(self, clauses: set[str]) -> Cause | None:
        state, unit = self.state, self.unit
        own = {"unit": self.name(unit)}
        if state.zone[unit] >= c.ENGAGEMENT:
            return Cause("engaged-mover", own)
        if "PB-T.14" in clauses:
            return Cause("slow", own)
        if not clauses & {"PB-4.4", "PB-5.1"}:
            return None
        zones = {
            "from": zone_text(self.side, state.zone[unit]) or "",
            "zone": zone_text(self.side, self.other) or "",
        }
        code = "same-zone" if state.zone[unit] == self.other else "not-adjacent"
        return Cause(code, {**own, **zones})

    def _engagement(self) -> Cause | None:
        unit, own = self.unit, {"unit": self.name(self.unit)}
        foes = self.names(1 - self.side, int(self.state.contact[unit]))
        if not foes:
            return Cause("not-engaged", own)
        if self.kind == c.DO_CARRY_ON:
            return Cause("other-contact", {**own, "other": self.name(self.other), "units": foes})
        return None

    def _reaction(self, clauses: set[str]) -> Cause | None:
        state, own = self.state, {"unit": self.name(self.unit)}
        if state.zone[self.unit] != c.FRONT + state.sector:
            return Cause("not-in-front", {**own, "sector": SECTORS[state.sector]})
        if "PB-T.20" in clauses:
            return Cause("flying", {**own, "other": self.name(state.attacker)})
        if self.kind == c.DO_INTERCEPT and state.black[self.unit] == 0:
            return Cause("no-black-dice", own)
        if self.kind == c.DO_REACT_SHOOT and state.white[self.unit] == 0:
            return Cause("no-white-dice", own)
        return None

    def _hit(self) -> Cause | None:
        state, troop = self.state, self.other
        values = {"unit": self.name(self.unit), "troop": self.battle.forces.tile(troop).code}
        if not state.tally[c.TROOPS + self.side] >> (troop & c.PLACE_MASK) & 1:
            return Cause("troop-gone", values)
        if self.kind == c.DO_SACRIFICE:
            return Cause("not-wounded", values)
        if self.unit != state.wound_unit:
            return Cause("other-unit-hit", {**values, "other": self.name(state.wound_unit)})
        left = int(state.roster.wp[troop] - state.wounds[troop])
        if state.roster.wp[troop] == 0:
            return Cause("no-wound-points", values)
        if self.kind == c.DO_WOUND and left < 2:
            return Cause("last-wound-point", values)
        if self.kind == c.DO_WOUND:
            unused = int(state.tally[c.UNUSED + self.side])
            if unused and source_of(self.action) != c.FROM_UNUSED:
                return Cause("unused-first", {**values, "count": unused})
            return Cause("no-token-there", values)
        return None

    def _special(self, clauses: set[str]) -> Cause | None:
        state, own = self.state, {"unit": self.name(self.unit)}
        if "PB-5.5" in clauses and state.first_turn and state.active == state.player1:
            return Cause("first-turn", own)
        if "PB-5.5" in clauses:
            return Cause("no-special", own)
        if self.kind == c.DO_HEAL:
            return Cause("nothing-to-heal", own)
        return Cause("nobody-follows", own)

    # Names.

    def name(self, unit: int) -> str:
        return self.battle.forces.unit(unit).id

    def names(self, side: int, mask: int) -> list[str]:
        found = []
        while mask:
            found.append(self.name((mask & -mask).bit_length() - 1 + (side << c.SIDE_SHIFT)))
            mask &= mask - 1
        return found

    def at(self, side: int, row: int, sector: int) -> list[str]:
        return self.names(side, int(self.state.at[(side << c.ZONE_SHIFT) + row + sector]))

    def ahead(self, side: int, sector: int) -> list[str]:
        return [*self.at(side, c.FRONT, sector), *self.at(side, c.ENGAGEMENT, sector)]
