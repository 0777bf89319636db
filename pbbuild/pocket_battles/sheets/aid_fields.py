"""Drawings of which enemies a unit may charge or shoot; the rules engine picks the targets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.text.translate import Translator

_SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ("B rear", "B front", "engagement", "A front", "A rear")
ZONE: Final = (20.0, 6.1)


@dataclass(frozen=True, slots=True)
class Case:
    """A position to draw: the zone of our unit, those of the enemies, and the action."""

    clause: str
    action: str
    mine: str
    enemies: tuple[str, ...]
    trait: str = ""


CASES: Final = (
    Case(
        "PB-5.2.1",
        "charge",
        "centre A front",
        ("centre B front", "centre engagement", "centre B rear", "left B front"),
    ),
    Case("PB-5.2.2", "charge", "centre A front", ("centre B rear", "left B front", "right B rear")),
    Case(
        "PB-5.2.3",
        "charge",
        "centre A front",
        ("left B front", "left B rear", "right engagement", "right B rear"),
    ),
    Case(
        "PB-T.20",
        "charge",
        "centre A front",
        ("centre B front", "centre B rear", "left B rear"),
        "flying",
    ),
    Case(
        "PB-8.2",
        "shoot",
        "centre A front",
        ("centre B front", "centre engagement", "centre B rear", "right B front"),
    ),
    Case("PB-8.2", "shoot", "centre A front", ("centre B rear", "right B front")),
    Case(
        "PB-8.3",
        "shoot",
        "left A front",
        ("centre B front", "centre B rear", "right B front", "right B rear"),
    ),
    Case("PB-8.3", "shoot", "left A front", ("centre B rear", "right B front")),
    Case(
        "PB-T.15",
        "shoot",
        "centre A rear",
        ("centre B front", "centre B rear", "left B front"),
        "long-range",
    ),
    Case(
        "PB-T.16",
        "shoot",
        "centre A front",
        ("centre B front", "left B front", "right B rear"),
        "wide-arc",
    ),
)


def targets(case: Case, edition: str, catalog: Catalog) -> tuple[str, ...]:
    """The zones of the enemies that the engine lets our unit attack."""
    game = PocketBattles(catalog)
    battle = game.from_json(_state(case, edition))
    if case.action == "charge":
        battle = battle.play("charge a1")
    word = "target" if case.action == "charge" else "shoot a1"
    named = [option.text for option in game.options(battle)]
    return tuple(
        zone for place, zone in enumerate(case.enemies, start=1) if f"{word} b{place}" in named
    )


def _state(case: Case, edition: str) -> dict[str, Any]:
    def unit(name: str, zone: str, traits: tuple[str, ...] = ()) -> dict[str, Any]:
        values = {"dp": 3, "fv": 4, "wp": 2, "black": [2, 3], "white": [4], "wounds": 0}
        tile = {"code": name.upper(), **values, "traits": list(traits)}
        return {"id": name, "zone": zone, "orders": 0, "troops": [tile]}

    ours = [unit("a1", case.mine, (case.trait,) if case.trait else ())]
    contacts = []
    for place, zone in enumerate(case.enemies, start=1):
        if zone.endswith("engagement"):
            # An enemy stands there only in a fight with another unit of ours.
            ours.append(unit(f"a{len(ours) + 1}", zone))
            contacts.append({"one": f"b{place}", "many": [f"a{len(ours)}"]})
    # The enemy has no unused token: no reaction comes between the charge and its target.
    common = {"passed": 0, "destroyed": 0, "fielded": 50}
    theirs = [unit(f"b{place}", zone) for place, zone in enumerate(case.enemies, start=1)]
    return {
        "format": "pbbuild-state/1",
        "edition": edition,
        "size": 50,
        "round": 2,
        "player1": "A",
        "turn": "A",
        "decision": "turn",
        "first_turn_of_battle": False,
        "redeployed": None,
        "sides": {
            "A": {"unused": 5, "set_aside": 0, **common, "units": ours},
            "B": {"unused": 0, "set_aside": 5, **common, "units": theirs},
        },
        "contacts": contacts,
        "pending": None,
    }


def field_picture(
    case: Case, edition: str, catalog: Catalog, style: Style, t: Translator
) -> Picture:
    """The field of a case: our unit, the enemies it may attack and those it may not."""
    reach = targets(case, edition, catalog)
    colours = style.colours
    width, height = 3 * ZONE[0], 5 * ZONE[1]
    shapes = [field_ground(colours)]
    start = _middle(case.mine)
    for zone in reach:
        shapes.append(arrow(start, _middle(zone), is_dotted=case.action == "shoot"))
    for zone in case.enemies:
        shapes.append(_enemy(_middle(zone), zone in reach))
        if zone.endswith("engagement"):
            x, y = _middle(zone)
            shapes.append(own_unit(x - 5.5, y, colours))
    x, y = start
    shapes.append(filled(rounded_box(x - 2.6, y - 2.6, 5.2, 5.2, 0.9), colours["accent"]))
    shapes.append(filled(f"M{x:g} {y - 1.6:g}l1.8 3h-3.6z", PAPER))
    words = t(
        "aid.field-alt",
        action=t(f"aid.{case.action}"),
        zone=zone_words(case.mine, t),
        targets=[zone_words(zone, t) for zone in reach],
    )
    return drawing("".join(shapes), width, height, height, words)


def zone_words(zone: str, t: Translator) -> str:
    """A zone in words, seen from our seat."""
    sector, _, row = zone.partition(" ")
    name = t(f"field-sheet.{sector}")
    if row == "engagement":
        return t("aid.zone-engagement", sector=name)
    side, _, position = row.partition(" ")
    key = "aid.zone-own" if side == "A" else "aid.zone-enemy"
    return t(f"{key}-{position}", sector=name)


def _middle(zone: str) -> tuple[float, float]:
    sector, _, row = zone.partition(" ")
    wide, high = ZONE
    return (_SECTORS.index(sector) + 0.5) * wide, (_ROWS.index(row) + 0.5) * high


def _enemy(at: tuple[float, float], is_target: bool) -> str:
    x, y = at
    if not is_target:
        box = f"M{x - 2.2:g} {y - 2.2:g}h4.4v4.4h-4.4z"
        cross = f"M{x - 1.2:g} {y - 1.2:g}l2.4 2.4M{x + 1.2:g} {y - 1.2:g}l-2.4 2.4"
        return (
            f'<path d="{box}" fill="{PAPER}" stroke="{DARK}" stroke-width="0.4"'
            ' stroke-dasharray="1 0.8"/>'
            f'<path d="{cross}" stroke="{DARK}" stroke-width="0.5" fill="none"/>'
        )
    return outlined(rounded_box(x - 2.1, y - 2.1, 4.2, 4.2, 0.7), DARK, 0.8) + filled(
        disc(x, y, 1.1), DARK
    )


def field_ground(colours: Mapping[str, str]) -> str:
    """The empty field: five rows, the engagement zones darkest, dashed borders of sectors."""
    wide, high = ZONE
    width, height = 3 * wide, 5 * high
    grid = "".join(f"M0 {row * high:g}H{width:g}" for row in range(1, 5))
    sectors = "".join(f"M{column * wide:g} 0V{height:g}" for column in (1, 2))
    grounds = ("tint", "wash", "ground", "wash", "tint")
    return "".join(
        filled(f"M0 {row * high:g}h{width:g}v{high:g}h{-width:g}z", colours[ground])
        for row, ground in enumerate(grounds)
    ) + (
        f'<path d="{grid}" stroke="{colours["rule"]}" stroke-width="0.25" fill="none"/>'
        f'<path d="{sectors}" stroke="{DARK}" stroke-width="0.5" stroke-dasharray="2 1.4"'
        ' fill="none"/>'
        f'<path d="M0.3 0.3H{width - 0.3:g}V{height - 0.3:g}H0.3z" stroke="{DARK}"'
        ' stroke-width="0.5" fill="none"/>'
    )


def own_unit(x: float, y: float, colours: Mapping[str, str]) -> str:
    """A unit of ours on a field: a solid square."""
    return filled(rounded_box(x - 2.3, y - 2.3, 4.6, 4.6, 0.8), colours["accent"])


def enemy_unit(x: float, y: float) -> str:
    """A unit of the enemy: a hollow square."""
    return outlined(rounded_box(x - 1.95, y - 1.95, 3.9, 3.9, 0.7), DARK, 0.7)


def arrow(
    start: tuple[float, float],
    end: tuple[float, float],
    clear: float = 1.0,
    is_dotted: bool = False,
) -> str:
    """An arrow from our unit to just before another place: solid to move, dotted to shoot.

    `clear` shortens the distance that is kept from both ends.
    """
    (x1, y1), (x2, y2) = start, end
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 0.1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    sx, sy = x1 + ux * 3.6 * clear, y1 + uy * 3.6 * clear
    ex, ey = x2 - ux * 3.5 * clear, y2 - uy * 3.5 * clear
    head = (
        f"M{ex:.2f} {ey:.2f}L{ex - ux * 2.4 - uy * 1.3:.2f} {ey - uy * 2.4 + ux * 1.3:.2f}"
        f"L{ex - ux * 2.4 + uy * 1.3:.2f} {ey - uy * 2.4 - ux * 1.3:.2f}z"
    )
    line = f"M{sx:.2f} {sy:.2f}L{ex - ux * 2:.2f} {ey - uy * 2:.2f}"
    dots = ' stroke-dasharray="0.9 0.8"' if is_dotted else ""
    return f'<path d="{line}" stroke="{DARK}" stroke-width="0.8" fill="none"{dots}/>' + filled(
        head, DARK
    )
