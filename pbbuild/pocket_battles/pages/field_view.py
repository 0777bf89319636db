"""The field as a finished view: zones in the order that the viewer sees, units as cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.page.pictures import emblem_name
from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.pages.marks import TraitMark, trait_marks, troop_icon
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.rules.zones import SECTORS, seen_from
from pbbuild.text.translate import Translator

# Coins of a side are drawn one by one up to this number, else counted.
MOST_COINS: Final = 14


@dataclass(frozen=True, slots=True)
class FieldTroop:
    """One troop of a unit."""

    code: str
    name: str
    icon: str
    dp: int
    wp: int
    wounds: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    traits: tuple[TraitMark, ...]


@dataclass(frozen=True, slots=True)
class FieldUnit:
    """A unit on the field; `height` is how many troops its stack has."""

    id: str
    side: str
    army: str
    name: str
    more: str
    icon: str
    dp: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    wp: int
    wounds: int
    orders: int
    height: int
    zone: str
    traits: tuple[TraitMark, ...]
    troops: tuple[FieldTroop, ...]
    is_hidden: bool
    label: str

    @property
    def full_name(self) -> str:
        """The name as sentences use it."""
        return f"{self.name} {self.more}".strip()


@dataclass(frozen=True, slots=True)
class Fight:
    """Units in contact with each other in an engagement zone: the enemy's above, yours below."""

    above: tuple[FieldUnit, ...]
    below: tuple[FieldUnit, ...]

    @property
    def is_contact(self) -> bool:
        """Whether both sides are there."""
        return bool(self.above and self.below)


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One of the fifteen zones; `label` is what the viewer calls it."""

    id: str
    label: str
    army: str
    units: tuple[FieldUnit, ...]
    fights: tuple[Fight, ...]
    is_engagement: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """The strip of one side: who it is, its tokens, what it has destroyed."""

    side: str
    army: str
    emblem: str
    title: str
    sub: str
    unused: int | None
    passed: int
    set_aside: int
    orders: int
    wounds: int
    destroyed: int
    needed: int | None
    share: int
    coins: tuple[str, ...]
    tokens: str


@dataclass(frozen=True, slots=True)
class FieldView:
    """All of the field."""

    viewer: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    zones: tuple[ZoneView, ...]
    reserve: tuple[FieldUnit, ...]
    enemy_reserve: tuple[FieldUnit, ...]
    above: SideView
    below: SideView
    round: int
    units: Mapping[str, FieldUnit]


class FieldMaker:
    """Makes views of one battle's states; `names` are the titles of its sides."""

    def __init__(
        self,
        catalog: Catalog,
        t: Translator,
        armies: Mapping[str, str],
        titles: Mapping[str, tuple[str, str]],
        viewer: str,
    ) -> None:
        self.catalog = catalog
        self.t = t
        known = {side: catalog.armies.get(army) for side, army in armies.items()}
        self.themes = {side: army.theme if army else "neutral" for side, army in known.items()}
        self.titles = titles
        self.viewer = viewer

    def view(self, document: Mapping[str, Any]) -> FieldView:
        """The view of a state's document, as the viewer may see it."""
        viewer = self.viewer
        enemy = SIDES[1 - SIDES.index(viewer)]
        units = {
            unit["id"]: self.unit(unit, side)
            for side in SIDES
            for unit in document["sides"][side]["units"]
            if unit["troops"]
        }
        called = [(card.side, card.full_name) for card in units.values()]
        for unit, card in units.items():
            # Units with the same name differ by their ids.
            if called.count((card.side, card.full_name)) > 1:
                units[unit] = replace(card, more=f"{card.more} {unit}".strip())
        order = SECTORS if viewer == "A" else tuple(reversed(SECTORS))
        rows = (
            f"{enemy} rear",
            f"{enemy} front",
            "engagement",
            f"{viewer} front",
            f"{viewer} rear",
        )
        zones = [self._zone(f"{sector} {row}", units, document) for row in rows for sector in order]
        waiting = [card for card in units.values() if not card.zone]
        return FieldView(
            viewer=viewer,
            columns=tuple(self.t(f"battle-page.{seen_from(viewer, sector)}") for sector in order),
            rows=tuple(
                self.t(f"battle-page.row-{key}")
                for key in ("their-rear", "their-front", "engagement", "your-front", "your-rear")
            ),
            zones=tuple(zones),
            reserve=tuple(card for card in waiting if card.side == viewer),
            enemy_reserve=tuple(card for card in waiting if card.side == enemy),
            above=self._side(document, enemy),
            below=self._side(document, viewer),
            round=document["round"],
            units=units,
        )

    def zone_name(self, zone: str) -> str:
        """A zone as the viewer calls it: “your left front”."""
        words = zone.split()
        sector = self.t(f"battle-page.{seen_from(self.viewer, words[0])}").lower()
        if words[-1] == "engagement":
            return self.t("battle-page.zone-engagement", sector=sector)
        owner = "your" if words[1] == self.viewer else "their"
        return self.t(f"battle-page.zone-{owner}-{words[2]}", sector=sector)

    def unit(self, unit: Mapping[str, Any], side: str) -> FieldUnit:
        """The card of a unit of a document; before the reveal only its top troop is known."""
        troops = [self._troop(troop) for troop in unit["troops"]]
        top = troops[0]
        height = unit.get("height", len(troops))
        name = str(unit.get("name") or top.name)
        more = f"+{height - 1}" if height > 1 and not unit.get("name") else ""
        black = sorted(face for troop in troops for face in troop.black)
        white = sorted(face for troop in troops for face in troop.white)
        wounds = sum(troop.wounds for troop in troops)
        wp = sum(troop.wp for troop in troops) - wounds
        dp = sum(troop.dp for troop in troops)
        is_hidden = "height" in unit and height > len(troops)
        codes = [name for troop in unit["troops"] for name in troop["traits"]]
        owner = "your" if side == self.viewer else "their"
        zone = unit.get("zone") or ""
        where = self.zone_name(zone) if zone else self.t("battle-page.in-reserve")
        label = self.t(f"battle-page.unit-{owner}", name=f"{name} {more}".strip(), zone=where)
        if not is_hidden:
            label += " " + self.t("battle-page.unit-points", dp=dp, count=wp)
            if black or white:
                faces = self.t(
                    "battle-page.unit-dice",
                    black=" ".join(map(str, black)) or "–",
                    white=" ".join(map(str, white)) or "–",
                )
                label += " " + faces
        if wounds:
            label += " " + self.t("battle-page.unit-wounds", count=wounds)
        if unit.get("orders"):
            label += " " + self.t("battle-page.unit-orders", count=unit["orders"])
        return FieldUnit(
            id=unit["id"],
            side=side,
            army=self.themes[side],
            name=name,
            more=more,
            icon=top.icon,
            dp=dp,
            black=tuple(black),
            white=tuple(white),
            wp=wp,
            wounds=wounds,
            orders=unit.get("orders", 0),
            height=height,
            zone=zone,
            traits=self.trait_marks(codes),
            troops=tuple(troops),
            is_hidden=is_hidden,
            label=label,
        )

    def trait_marks(self, codes: Sequence[str]) -> tuple[TraitMark, ...]:
        """The traits with these ids, equal ones once and numbers added up."""
        return trait_marks(codes, self.catalog, self.t.language)

    def _troop(self, troop: Mapping[str, Any]) -> FieldTroop:
        known = self.catalog.troops.get(troop["code"])
        return FieldTroop(
            code=troop["code"],
            name=known.name if known else troop["code"],
            icon=troop_icon(known, self.catalog),
            dp=troop["dp"],
            wp=troop["wp"],
            wounds=troop.get("wounds", 0),
            black=tuple(troop["black"]),
            white=tuple(troop["white"]),
            traits=self.trait_marks(troop["traits"]),
        )

    def _zone(
        self, zone: str, units: Mapping[str, FieldUnit], document: Mapping[str, Any]
    ) -> ZoneView:
        here = [card for card in units.values() if card.zone == zone]
        is_engagement = zone.endswith("engagement")
        fights: list[Fight] = []
        if is_engagement:
            for contact in document["contacts"]:
                group = [
                    units[each] for each in (contact["one"], *contact["many"]) if each in units
                ]
                if any(card.zone == zone for card in group):
                    fights.append(self._fight(group))
            grouped = {card.id for fight in fights for card in (*fight.above, *fight.below)}
            alone = [card for card in here if card.id not in grouped]
            fights += [self._fight([card]) for card in alone]
        words = zone.split()
        army = "" if is_engagement else self.themes[words[1]]
        shown = () if is_engagement else tuple(here)
        return ZoneView(zone, self.zone_name(zone), army, shown, tuple(fights), is_engagement)

    def _fight(self, group: Sequence[FieldUnit]) -> Fight:
        above = tuple(card for card in group if card.side != self.viewer)
        below = tuple(card for card in group if card.side == self.viewer)
        return Fight(above, below)

    def _side(self, document: Mapping[str, Any], side: str) -> SideView:
        entry = document["sides"][side]
        other = document["sides"][SIDES[1 - SIDES.index(side)]]
        needed = points_to_win(other["fielded"]) if other["fielded"] is not None else None
        destroyed = entry["destroyed"]
        share = min(100, round(100 * destroyed / needed)) if needed else 0
        orders = sum(unit.get("orders", 0) for unit in entry["units"])
        wounds = sum(troop.get("wounds", 0) for unit in entry["units"] for troop in unit["troops"])
        unused = entry["unused"]
        away = orders + entry["passed"] + entry["set_aside"]
        coins = ["in"] * (unused or 0) + ["out"] * away + ["hurt"] * wounds
        title, sub = self.titles[side]
        return SideView(
            side=side,
            army=self.themes[side],
            emblem=emblem_name(self.themes[side]),
            title=title,
            sub=sub,
            unused=unused,
            passed=entry["passed"],
            set_aside=entry["set_aside"],
            orders=orders,
            wounds=wounds,
            destroyed=destroyed,
            needed=needed,
            share=share,
            coins=tuple(coins if len(coins) <= MOST_COINS else ()),
            tokens="" if unused is None else self.t("battle-page.tokens-left", count=unused),
        )
