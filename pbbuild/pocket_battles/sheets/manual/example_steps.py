"""The turns of a recorded round as steps: what is done, what it costs, what each die scores."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.play.record import Record, RecordLine
from pbbuild.play.verify import RecordReplay, ReplayStep
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.screen.story import BattleStory
from pbbuild.pocket_battles.sheets.story.account import Fallen, met_by_chargers
from pbbuild.pocket_battles.sheets.typeset import true_apostrophes
from pbbuild.text.translate import Translator

CLAUSES: Final = {
    "charge": "PB-5.2",
    "shoot": "PB-8.1",
    "carry-on": "PB-5.3",
    "leave": "PB-5.4",
    "move": "PB-5.1",
    "heal": "PB-T.1",
    "double-order": "PB-T.2",
    "excite": "PB-T.3",
    "pass": "PB-5.6",
}
# Kinds of dice that traits add, by what the unit does.
_STRIKES: Final = (
    effects.ENGAGEMENT_DICE,
    effects.ORDER_TOKEN_DICE,
    effects.WOUNDED_ENEMY_DICE,
)
_SHOTS: Final = (effects.SHOOTING_DICE,)
_NUMBER: Final = re.compile(r"^\+\d+ | \d+$")
# Unit actions inside a turn, after a trait that gives orders.
_FOLLOW_UPS: Final = ("charge", "shoot", "carry-on", "leave", "redeploy", "move", "heal")
# The signs of what happens: dice of a fight, of a shot, tiles removed; of reactions.
BLACK_DIE, WHITE_DIE, REMOVED = "black-die", "white-die", "removed"
_SIGNS: Final = {"intercept": "intercept", "react-shoot": "shoot", "move": "tactical-move"}
# What a first game should see; an order that costs more than one, a unit that stays in contact.
MOST_TOLD: Final = 11  # sentences and rolls of a step that is no chain of charges
# What every first game meets: of each of these one at least.
_NEEDED: Final = (
    *({"charge"}, {"redeploy"}, {"wounded"}, {"eliminated"}),
    {"intercept", "react-shoot"},
)
_CHAINS: Final = ("double-order", "excite", "pass", "move")


class Said(str):
    """A sentence, with the name of the sign that stands before it, "" for none."""

    __slots__ = ("sign",)

    def __new__(cls, text: str, sign: str = "") -> "Said":
        """The text of the sentence, and its sign."""
        made = super().__new__(cls, text)
        made.sign = sign
        return made

    sign: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll: the dice of the unit, those rolled, the hits that traits add, all hits."""

    printed: tuple[int, ...]
    rolled: tuple[int, ...]
    more: int
    hits: int
    is_strike: bool


@dataclass
class Step:
    """One turn: its title and clause, the field before it, and what happens, in order.

    `shows` are the rules that it is an example of; the first of `units` acts on the second,
    and those of `also` do something too.
    """

    side: str
    number: int
    title: str = ""
    clause: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    also: list[str] = field(default_factory=list)
    told: list[Said | Rolled] = field(default_factory=list)
    shows: set[str] = field(default_factory=set)


@dataclass
class FirstRound:
    """The first round of a battle: names, the field at its start, its steps, the field after it."""

    names: dict[str, str]
    deployed: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    after: dict[str, Any] = field(default_factory=dict)

    def interest(self, count: int) -> float:
        """How much the first steps show: different rules, few chains of orders."""
        first = self.steps[:count]
        shown = set().union(*(step.shows for step in first))
        chains = sum(len(step.shows & set(_CHAINS)) for step in first)
        long = sum(max(0, len(step.told) - MOST_TOLD) for step in first)
        needed = sum(bool(shown & rules) for rules in _NEEDED)
        return 2 * needed + len(shown - set(_CHAINS)) - 2 * chains - long


@dataclass
class _Wounded:
    """The tiles of a unit that took wound tokens, and the sentence about it."""

    unit: str
    troops: list[str] = field(default_factory=list)
    sentence: str = ""


class _Teller:
    """Turns the lines of a record into steps."""

    def __init__(
        self, record: Record, armies: Mapping[str, str], catalog: Catalog, t: Translator
    ) -> None:
        self.record, self.armies, self.catalog, self.t = record, armies, catalog, t
        self.game = PocketBattles(catalog)
        self.walk = RecordReplay(self.game, record, opening_of_record(self.game, record))
        opened = self.game.to_json(self.walk.state)
        self.names = {
            unit["id"]: self._name_of(unit)
            for side in ("A", "B")
            for unit in opened["sides"][side]["units"]
        }
        self.account = BattleStory(self.names, catalog, t)
        self.met = met_by_chargers(record)
        self.round = FirstRound(self.names)
        self.charging = ""
        self.redeployed = ""
        self.excited = False
        self.fallen: Fallen | None = None
        self.lost = ""  # the last sentence about losses
        self.wounded = _Wounded("")

    def _name_of(self, unit: Mapping[str, Any]) -> str:
        code = str(unit["troops"][0]["code"])
        known = self.catalog.troops.get(code)
        name = true_apostrophes(str(unit.get("name") or (known.name if known else code)))
        return f"{name}\u00a0({unit['id'][1:]})"

    def tell(self) -> FirstRound:
        """All steps of the first round."""
        for step in self.walk.steps():
            events = [event["event"] for event in step.events]
            if "revealed" in events:
                self.round.deployed = self.game.to_json(step.after)
                continue
            if not self.round.deployed:
                continue
            if step.line["type"] == "choice":
                self._choice(step)
            elif step.line["type"] == "dice":
                self._roll(step)
            if self.round.steps:
                self._name_units(step)
                for event in step.events:
                    self._event(event)
            if "round-end" in events or step.line["type"] == "end":
                self.round.after = self.game.to_json(step.after)
                break
        return self.round

    def _name_units(self, step: ReplayStep) -> None:
        """Note the units that a line names."""
        words = str(step.line.get("action", "")).split()
        named = [*words, *(str(step.line.get(key, "")) for key in ("unit", "target"))]
        self.here.also += [name for name in named if name in self.names]

    @property
    def here(self) -> Step:
        """The step that goes on."""
        return self.round.steps[-1]

    def _choice(self, step: ReplayStep) -> None:
        line, t = step.line, self.t
        decision = line["decision"]
        verb, *units = line["action"].split()
        if decision == "turn":
            self.charging, self.excited, self.fallen = "", False, None
            self.redeployed = ""
            self.round.steps.append(Step(line["side"], len(self.round.steps) + 1))
        if decision in ("turn", "act") and verb != "redeploy":
            self._action(step, verb, units)
        elif verb == "redeploy":
            self.here.shows.add("redeploy")
            zone = " ".join(units[1:])
            text = t(
                "example.redeploys",
                unit=self.names[units[0]],
                sector=t(f"field.{zone.split()[0]}"),
                row=t(f"example.{zone.split()[-1]}"),
            )
            self.here.told.append(Said(text, "redeploy"))
            self.redeployed = units[0]
        elif decision == "react":
            self._reaction(step, verb, units)
        elif decision == "follow-up" and verb in _FOLLOW_UPS:
            target = self.met.get(line["n"], units[1] if len(units) > 1 else "")
            told = self._follow_up(step, verb, units[0], target)
            self.here.told.append(Said(told, _SIGNS.get(verb, verb)))
            if verb == "charge":
                self.charging = units[0]
        elif verb == "wound" and units[2:3] == ["from"]:
            key = "wound-passed" if units[3] == "passed" else "wound-from"
            text = t(f"example.{key}", unit=self.names.get(units[3], ""))
            self.here.told.append(Said(text, "wound-token"))
            self.here.shows.add("wound-from")

    def _action(self, step: ReplayStep, verb: str, units: list[str]) -> None:
        line, here, t = step.line, self.here, self.t
        before, after = self.game.to_json(step.before), self.game.to_json(step.after)
        unit = units[0] if units else ""
        target = self.met.get(line["n"], units[1] if len(units) > 1 else "")
        here.state, here.clause = before, CLAUSES[verb]
        here.units = tuple(name for name in (unit, target) if name in self.names)
        key = verb if target or verb != "charge" else "charge-open"
        if verb == "charge" and self._is_intercepted(line["n"]):
            key = "charge-intercepted"
        here.title = t(
            f"example.title-{key}",
            army=self.armies[line["side"]],
            unit=self.names.get(unit, ""),
            target=self.names.get(target, ""),
        )
        here.shows.add(verb)
        self.charging = unit if verb == "charge" else ""
        self.excited = verb == "excite"
        if unit:
            self._say_why(step, verb, unit)
            orders = _unit(before, unit)["orders"]
            if line["cost"] > 1:
                here.shows.add("second-order")
            left = after["sides"][line["side"]]["unused"]
            key = "cost" if orders else "cost-first"
            if orders and line["cost"] <= orders:
                key = "cost-reactive"
            text = t(
                f"example.{key}",
                name=self.catalog.traits["reactive"].name.in_language(t.language),
                cost=t("account.tokens", count=line["cost"]),
                orders=t("example.orders", count=orders),
                left=left,
            )
            here.told.append(Said(text, "order-token"))

    def _say_why(self, step: ReplayStep, verb: str, unit: str) -> None:
        """Say why a unit acts that has just been redeployed, or shoots from the rear."""
        zone = str(_unit(self.game.to_json(step.before), unit)["zone"])
        if unit == self.redeployed:
            self._say_trait("fast")
            self.redeployed = ""
        if verb == "shoot" and zone.endswith("rear"):
            self._say_trait("long-range")

    def _say_trait(self, trait: str) -> None:
        name = self.catalog.traits[trait].name.in_language(self.t.language)
        self.here.told.append(Said(self.t(f"example.{trait}", name=name)))

    def _price(self, step: ReplayStep, unit: str) -> str:
        """What an order costs, and why if there are orders on the unit already."""
        cost = step.line["cost"]
        words = self.t("account.tokens", count=cost)
        orders = _unit(self.game.to_json(step.before), unit)["orders"]
        if not orders:
            return words
        key = "price-reactive" if cost <= orders else "price"
        return self.t(
            f"example.{key}",
            cost=words,
            name=self.catalog.traits["reactive"].name.in_language(self.t.language),
            orders=self.t("example.orders", count=orders),
        )

    def _is_intercepted(self, charge: int) -> bool:
        later = (line for line in self.record.lines if line["n"] > charge)
        for line in later:
            if line.get("decision") in ("turn", "act"):
                return False
            if str(line.get("action", "")).startswith("intercept"):
                return True
        return False

    def _reaction(self, step: ReplayStep, verb: str, units: list[str]) -> None:
        army = self.armies[step.line["side"]]
        if verb == "wait":
            self.here.told.append(Said(self.t("example.no-reaction", army=army)))
            return
        cost = self._price(step, units[0])
        unit = self.names[units[0]]
        text = self.t(f"example.{verb}", army=army, unit=unit, cost=cost)
        self.here.told.append(Said(text, _SIGNS[verb]))
        self.here.shows.add(verb)

    def _follow_up(self, step: ReplayStep, verb: str, unit: str, target: str) -> str:
        self._say_why(step, verb, unit)
        cost = self._price(step, unit)
        key = "charge-at" if verb == "charge" and target else verb
        return self.t(
            f"example.then-{key}",
            unit=self.names[unit],
            target=self.names.get(target, ""),
            cost=cost,
        )

    def _roll(self, step: ReplayStep) -> None:
        line = step.line
        if not self.round.steps or line["purpose"] == "initiative":
            return
        self.fallen = None
        state = self.game.to_json(step.before)
        unit, purpose = str(line["unit"]), str(line["purpose"])
        is_strike = "strike" in purpose
        troops = [
            self.catalog.troops[troop["code"]]
            for troop in _unit(state, unit)["troops"]
            if troop["code"] in self.catalog.troops
        ]
        totals = profile(troops, self.catalog.traits)
        printed = totals.black if is_strike else totals.white
        rolled = tuple(int(face) for face in line["dice"])
        hits = int(line["hits"])
        scored = sum(printed.count(face) for face in rolled)
        is_charge = purpose == "strike" and unit == self.charging
        parts = self._parts(totals, state, line, is_charge)
        dice = self.t("example.dice", count=len(rolled))
        text = self.t(
            f"example.roll-{purpose}",
            unit=self.names[unit],
            dice=f"{dice}: {parts}" if parts else dice,
        )
        self.here.told.append(Said(text, BLACK_DIE if is_strike else WHITE_DIE))
        more = max(0, hits - scored)
        self.here.told.append(Rolled(tuple(sorted(printed)), rolled, more, hits, is_strike))
        self.here.shows.add(purpose)
        self.here.shows.add("hits" if hits else "no-hits")

    def _parts(
        self, totals: Profile, state: Mapping[str, Any], line: RecordLine, is_charge: bool
    ) -> str:
        """Where the dice come from: "2 to charge +1 Impetus"; "" if it is one die."""
        is_strike = "strike" in line["purpose"]
        kinds = [*(_STRIKES if is_strike else _SHOTS)]
        if is_charge:
            kinds.append(effects.CHARGE_DICE)
        target = _unit(state, str(line["target"]))
        factors = {
            effects.ORDER_TOKEN_DICE: _unit(state, str(line["unit"]))["orders"],
            effects.WOUNDED_ENEMY_DICE: any(troop["wounds"] for troop in target["troops"]),
        }
        base = 2 if is_charge else 1
        found = [self.t("example.base-charge") if is_charge else str(base)]
        left = len(line["dice"]) - base
        for kind in kinds:
            count = totals.effect(kind) * int(factors.get(kind, 1))
            traits = [
                trait for trait in totals.traits if any(one.kind == kind for one in trait.effects)
            ]
            if count and traits:
                name = _NUMBER.sub("", traits[0].name.in_language(self.t.language))
                found.append(f"+{count}\u00a0{name}")
                left -= count
        if left and self.excited:
            name = self.catalog.traits["excite"].name.in_language(self.t.language)
            found.append(f"+{left}\u00a0{name}")
        return " ".join(found) if len(line["dice"]) > 1 else ""

    def _event(self, event: RecordLine) -> None:
        kind, here, t = event["event"], self.here, self.t
        if kind in ("eliminated", "unit-destroyed"):
            self._loss(event, kind == "unit-destroyed")
            here.shows.add(kind)
            return
        if kind == "wounded":
            self._wound(event)
        elif kind == "moved":
            source, to = str(event.get("from")), str(event["to"])
            if source.endswith("engagement") and to.endswith("front"):
                here.told.append(Said(t("example.returns", unit=self.names[event["unit"]])))
        elif kind == "set-aside":
            tokens = t("account.tokens", count=event["tokens"])
            text = t("example.set-aside", army=self.armies[event["side"]], tokens=tokens)
            here.told.append(Said(text, "token-aside"))
        elif kind not in ("round-start", "round-end", "revealed"):
            here.told.append(Said(self.account.event(event)))

    def _wound(self, event: RecordLine) -> None:
        """The wound tokens that a unit takes one after the other, in one sentence."""
        troop = self.catalog.troops.get(event["troop"])
        name = troop.name if troop else event["troop"]
        here, told = self.here, self.wounded
        if here.told and here.told[-1] == told.sentence and told.unit == event["unit"]:
            here.told.pop()
        else:
            told = self.wounded = _Wounded(event["unit"])
        told.troops.append(name)
        told.sentence = self.t(
            "example.wounded",
            unit=self.names[told.unit],
            count=len(told.troops),
            troops=", ".join(dict.fromkeys(told.troops)),
        )
        here.told.append(Said(told.sentence, "wound-token"))
        here.shows.add("wounded")

    def _loss(self, event: RecordLine, is_last: bool) -> None:
        """All tiles that a unit loses at once, in one sentence."""
        fallen, told = self.fallen, self.here.told
        goes_on = bool(told) and told[-1] == self.lost
        if fallen is None or fallen.unit != event["unit"] or not goes_on:
            if is_last:
                return
            fallen = self.fallen = Fallen(event["unit"], self.names[event["unit"]])
            told.append(Said(""))
        if not is_last:
            fallen.troops.append(event["troop"])
            fallen.dp += event["dp"]
        self.lost = fallen.told(self.catalog, self.t, is_last)
        told[-1] = Said(self.lost, REMOVED)


def _unit(state: Mapping[str, Any], unit: str) -> Mapping[str, Any]:
    """A unit of a state."""
    units: Iterator[Mapping[str, Any]] = (
        one for one in state["sides"][unit[0].upper()]["units"] if one["id"] == unit
    )
    return next(units)


def first_round(
    record: Record, armies: Mapping[str, str], catalog: Catalog, t: Translator
) -> FirstRound:
    """The first round of a record, told for new players.

    `armies` are the names of both sides.
    """
    return _Teller(record, armies, catalog, t).tell()
