"""The question of a battle as a finished view: every legal action once, with price and worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbbuild.play.chance import Distribution
from pbbuild.play.contract import SIDES, Option
from pbbuild.pocket_battles.advice.forecast import Advisor, Forecast
from pbbuild.pocket_battles.advice.hits import Assignment, assignments
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.pages.field_view import FieldMaker, FieldTroop, FieldUnit, FieldView
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.text.translate import Translator

# Decisions in which a unit is chosen first; its actions show when it is selected.
UNIT_FIRST: Final = ("deploy", "turn", "act", "follow-up")
ICONS: Final = {
    "charge": "impetus",
    "target": "impetus",
    "shoot": "shooting",
    "react-shoot": "shooting",
    "carry-on": "engagement",
    "intercept": "engagement",
    "leave": "leave",
    "move": "fast",
    "redeploy": "ui-arrow",
    "deploy": "ui-arrow",
    "heal": "heal",
    "double-order": "double-order",
    "excite": "excite",
    "pass": "pass",
    "wait": "pass",
    "done": "ui-tick",
    "eliminate": "ui-cross",
    "wound": "ui-drop-hurt",
    "sacrifice": "ui-cross",
}
# The order of a unit's actions, and the key that picks the first of each.
ORDER: Final = (
    *("charge", "target", "carry-on", "shoot", "intercept", "react-shoot", "leave", "heal"),
    *("double-order", "excite", "redeploy", "move", "deploy"),
    *("eliminate", "wound", "sacrifice", "wait", "pass", "done"),
)
KEYS: Final = {"charge": "c", "shoot": "s", "move": "m", "leave": "l", "pass": "p", "carry-on": "k"}
_MOST_BARS: Final = 8


@dataclass(frozen=True, slots=True)
class HitBar:
    """One column of a histogram of hits, in percent of the tallest."""

    hits: str
    height: int
    chance: str
    kills: bool


@dataclass(frozen=True, slots=True)
class Worth:
    """What an attack is worth: chances and points as text, and the dice it is rolled with."""

    destroys: str
    won: str
    lost: str
    dies: str
    dice: str
    bars: tuple[HitBar, ...]
    reactions: str = ""


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target that can be named with a charge before it is paid."""

    unit: str
    name: str
    worth: Worth


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One legal action."""

    action: str
    kind: str
    icon: str
    key: str
    words: str
    cost: int
    price: str
    unit: str
    target: str
    zone: str
    code: str
    worth: Worth | None
    targets: tuple[TargetRow, ...] = ()
    is_hinted: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """The zones that a unit can go to in one way, at one price."""

    title: str
    rows: tuple[OptionRow, ...]


@dataclass(frozen=True, slots=True)
class UnitOptions:
    """The actions of one unit: those that go nowhere first, then the zones it can go to."""

    card: FieldUnit
    attacks: tuple[OptionRow, ...]
    places: tuple[Places, ...]
    best: Worth | None

    @property
    def rows(self) -> tuple[OptionRow, ...]:
        """All of them."""
        return (*self.attacks, *(row for places in self.places for row in places.rows))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to take all hits: what is lost, and the actions that do it."""

    plan: str
    marks: Mapping[str, str]
    words: str
    points: int
    tokens: int
    price: str


@dataclass(frozen=True, slots=True)
class HitsView:
    """The unit that takes hits: its troops, and the ways to take them, the cheapest first."""

    unit: FieldUnit
    hits: int
    troops: tuple[FieldTroop, ...]
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A pending decision of a person."""

    kind: str
    decider: str
    title: str
    sub: str
    units: tuple[UnitOptions, ...]
    rows: tuple[OptionRow, ...]
    hits: HitsView | None
    chosen_first: bool

    @property
    def has_worth(self) -> bool:
        """Whether an action of any unit has a chance and points."""
        return any(unit.best is not None for unit in self.units)


class DecisionMaker:
    """Makes the view of the pending decision of a battle."""

    def __init__(
        self, battle: Battle, catalog: Catalog, field: FieldView, maker: FieldMaker, t: Translator
    ) -> None:
        self.battle = battle
        self.catalog = catalog
        self.field = field
        self.maker = maker
        self.t = t
        self.advisor = Advisor(battle, catalog.traits)
        self.side = SIDES[battle.decider()]

    def view(self) -> DecisionView:
        """The decision with all its options."""
        battle, kind = self.battle, self.battle.decision()
        rows = sorted(map(self._row, battle.options()), key=lambda row: ORDER.index(row.kind))
        own = self.side.lower()
        unit_first = kind in UNIT_FIRST and any(row.kind != "target" and row.unit for row in rows)
        grouped: dict[str, list[OptionRow]] = {}
        loose: list[OptionRow] = []
        for row in rows:
            if unit_first and row.unit.startswith(own):
                grouped.setdefault(row.unit, []).append(row)
            else:
                loose.append(row)
        units = [
            self._unit_options(unit, found)
            for unit, found in sorted(grouped.items(), key=lambda pair: int(pair[0][1:]))
        ]
        hits = self._hits() if kind == "wound" else None
        title, sub = self._question(kind, hits)
        return DecisionView(
            kind, self.side, title, sub, tuple(units), tuple(loose), hits, unit_first
        )

    def _unit_options(self, unit: str, rows: Sequence[OptionRow]) -> UnitOptions:
        places = [
            Places(self.t(f"battle-page.places-{kind}"), found)
            for kind in ("deploy", "redeploy", "move")
            if (found := tuple(sorted((row for row in rows if row.kind == kind), key=self._place)))
        ]
        attacks = tuple(row for row in rows if not row.zone)
        return UnitOptions(self.field.units[unit], attacks, tuple(places), _best(rows))

    def _place(self, row: OptionRow) -> int:
        """Where a zone stands on the screen: row by row, from the left."""
        return [zone.id for zone in self.field.zones].index(row.zone)

    def _question(self, kind: str, hits: HitsView | None) -> tuple[str, str]:
        state, forces = self.battle.state, self.battle.forces
        values: dict[str, str | int] = {"unit": "", "count": 0}
        if kind in ("react", "target"):
            values["unit"] = self.name(forces.unit(state.attacker).id)
        elif kind == "follow-up":
            acting = state.attacker if state.overwhelming else state.trait_unit
            values["unit"] = self.name(forces.unit(acting).id)
            kind = "overwhelming" if state.overwhelming else kind
        elif hits is not None:
            values |= {"unit": hits.unit.full_name, "count": hits.hits}
        title = self.t(f"battle-page.ask-{kind}", **values)
        return title, self.t(f"battle-page.ask-{kind}-sub", **values)

    def name(self, unit: str) -> str:
        """The name of a unit, marked if it is the enemy's."""
        card = self.field.units.get(unit)
        return card.full_name if card else unit

    def _row(self, option: Option) -> OptionRow:
        kind, *rest = option.text.split()
        unit = rest[0] if rest else ""
        target, zone, code = "", "", ""
        if kind in ("deploy", "redeploy", "move"):
            zone = " ".join(rest[1:])
        elif kind in ("shoot", "carry-on"):
            target = rest[1]
        elif kind == "target":
            target = unit
        elif kind in ("eliminate", "wound", "sacrifice"):
            code = rest[1]
        elif kind == "heal":
            target, code = rest[1], rest[2]
        worth, targets = self._worth(option)
        words = self._words(kind, rest, target, zone, code)
        if kind == "charge" and len(targets) == 1:
            # One row has the odds of the only target there is.
            [only] = targets
            target, targets = only.unit, ()
            words = self.t("battle-page.do-charge-only", target=only.name)
        return OptionRow(
            action=option.text,
            kind=kind,
            icon=ICONS[kind],
            key=KEYS.get(kind, ""),
            words=words,
            cost=option.cost,
            price=self._price(kind, option.cost),
            unit=unit,
            target=target,
            zone=zone,
            code=code,
            worth=worth,
            targets=targets,
        )

    def _words(self, kind: str, rest: Sequence[str], target: str, zone: str, code: str) -> str:
        values = {
            "unit": self.name(rest[0]) if rest else "",
            "target": self.name(target) if target else "",
            "zone": self.maker.zone_name(zone) if zone else "",
            "troop": self._troop(code),
            "source": "",
        }
        if kind == "wound" and len(rest) > 3:
            passed = rest[3] == "passed"
            values["source"] = self.t("battle-page.passed") if passed else self.name(rest[3])
            kind = "wound-from"
        if kind == "done" and self.battle.decision() == "sacrifice":
            kind = "done-sacrifice"
        return self.t(f"battle-page.do-{kind}", **values)

    def _troop(self, code: str) -> str:
        """The name of a troop, with its code if another one of the battle has the same name."""
        known = self.catalog.troops.get(code)
        if known is None:
            return code
        return f"{known.name} {code}" if self._names.count(known.name) > 1 else known.name

    @cached_property
    def _names(self) -> list[str]:
        return [troop.name for card in self.field.units.values() for troop in card.troops]

    def _price(self, kind: str, cost: int) -> str:
        if cost:
            return self.t("battle-page.price", count=cost)
        return self.t("battle-page.free") if kind == "redeploy" else ""

    def _worth(self, option: Option) -> tuple[Worth | None, tuple[TargetRow, ...]]:
        forecast = self.advisor.forecast(option)
        if forecast is None:
            return None, ()
        targets = tuple(
            TargetRow(each.target, self.name(each.target), self._shown(each))
            for each in sorted(forecast.targets, key=lambda each: -each.gain)
        )
        return self._shown(forecast), targets

    def _shown(self, forecast: Forecast) -> Worth:
        t = self.t
        parts = [self._dice_part(part.source, part.count) for part in forecast.dice]
        dice = t("battle-page.dice", count=forecast.dice_count) if forecast.dice else ""
        reactions = ""
        if forecast.reactions:
            reacting = (each.action.split()[1] for each in forecast.reactions)
            names = tuple(dict.fromkeys(map(self.name, reacting)))
            reactions = t("battle-page.may-react", units=names)
        attacks = bool(forecast.target) and forecast.purpose != "leave-strike"
        return Worth(
            destroys=percent(forecast.destroys) if attacks else "",
            won=f"+{t.decimal(forecast.won)}",
            lost=f"−{t.decimal(forecast.lost)}" if forecast.lost >= 0.05 else "",
            dies=percent(forecast.dies) if forecast.dies >= 0.005 else "",
            dice=f"{dice}: {', '.join(parts)}" if len(parts) > 1 else dice,
            bars=self._bars(forecast.hits, forecast.target),
            reactions=reactions,
        )

    def _dice_part(self, source: str, count: int) -> str:
        if source in ("attack", "charge", "excite"):
            return self.t(f"battle-page.die-{source}", count=count)
        trait = self.catalog.traits.get(source)
        name = trait.name.in_language(self.t.language) if trait else source
        return f"+{count} {name}" if not name.startswith("+") else name

    def _bars(self, hits: Distribution | None, target: str) -> tuple[HitBar, ...]:
        if hits is None or not hits.largest:
            return ()
        card = self.field.units.get(target)
        needed = card.wp if card else 0
        top = min(hits.largest, _MOST_BARS - 1)
        chances = [float(hits.chance(total)) for total in range(top)] + [float(hits.at_least(top))]
        tallest = max(chances) or 1.0
        return tuple(
            HitBar(
                f"{total}+" if total == top and hits.largest > top else str(total),
                max(1, round(100 * chance / tallest)),
                percent(chance),
                bool(needed) and total >= needed,
            )
            for total, chance in enumerate(chances)
        )

    def _hits(self) -> HitsView:
        state = self.battle.state
        unit = self.field.units[self.battle.forces.unit(state.wound_unit).id]
        ways = tuple(self._way(way) for way in assignments(self.battle)[:6])
        return HitsView(unit, state.wound_hits, unit.troops, ways)

    def _way(self, way: Assignment) -> Way:
        lost = dict.fromkeys(way.eliminated, "lost")
        hurt = {code: "wounded" for code in way.wounded if code not in lost}
        words = []
        if way.eliminated:
            names = tuple(map(self._troop, way.eliminated))
            words.append(self.t("battle-page.way-lose", troops=names))
        for code in dict.fromkeys(way.wounded):
            count = way.wounded.count(code)
            words.append(self.t("battle-page.way-wound", troop=self._troop(code), count=count))
        price = self.t("battle-page.way-points", points=way.points)
        if way.tokens:
            price += ", " + self.t("battle-page.price", count=way.tokens)
        plan = ";".join(way.texts)
        return Way(plan, {**lost, **hurt}, ", ".join(words), way.points, way.tokens, price)


def percent(chance: float) -> str:
    """A chance in whole percent; never 0 or 100 for what is not certain."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "<1 %"
    if whole == 100 and chance < 1 - 1e-9:
        return "99 %"
    return f"{whole} %"


def _best(rows: Sequence[OptionRow]) -> Worth | None:
    rated = [row.worth for row in rows if row.worth is not None and row.kind != "leave"]
    return max(rated, key=_gain) if rated else None


def _gain(worth: Worth) -> float:
    won, lost = (text[1:].replace(",", ".") for text in (worth.won, worth.lost))
    return float(won) - float(lost or 0)
