"""The odds of a combat between units as a player names them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.pocket_general.catalog.names import place_id, unit_id
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.odds import CombatOdds, combat_odds
from pbbuild.pocket_general.rules.state_reader import lacks_navy, read_state


@dataclass(frozen=True, slots=True)
class CombatForecast:
    """The odds of a combat at `place`, and what they take for granted of some units.

    `remarks` are pairs of a unit and "spy" (it counts as not used yet) or "navy" (it counts as
    placed with the navy it needs), in the order of the units.
    """

    place: str
    odds: CombatOdds
    remarks: tuple[tuple[str, str], ...]


def forecast_of(
    game: PocketGeneral,
    at: str,
    nations: tuple[str, str],
    units: tuple[Sequence[str], Sequence[str]],
) -> CombatForecast:
    """The exact odds of a combat on a terrain or at a location, with these units of A and B."""
    catalog = game.catalog
    capitols = [catalog.nations[nation].capitol.id for nation in nations]
    places = {place: place for place in (*(own.id for own in catalog.locations), *capitols)}
    terrains = {place.terrain: place.id for place in reversed(catalog.locations)}
    place = {**places, **terrains}[place_id(at, catalog, [*terrains, *places])]
    placed = [
        [unit_id(word, catalog, [*own.units, own.bonus]) for word in words]
        for words, own in zip(units, (catalog.nations[n] for n in nations), strict=True)
    ]
    bonus = any(catalog.units[unit].role == "bonus" for side in placed for unit in side)
    document: dict[str, Any] = {
        "format": "pbbuild-state/1",
        "game": game.id,
        "variant": {"bonus": bonus},
        "turn": 2,
        "first": "A",
        "decision": "roll-combat",
        "hexes": [place],
        "hex": 1,
        "sides": {
            side: {"nation": nation, "placed": [own]}
            for side, nation, own in zip("AB", nations, placed, strict=True)
        },
    }
    core = read_state(catalog, document, at, supposed=True).core
    remarks = []
    for side, own in enumerate(placed):
        for unit in own:
            if catalog.units[unit].has("removes-enemy") and placed[1 - side]:
                remarks.append((unit, "spy"))
            if lacks_navy(core, side, unit):
                remarks.append((unit, "navy"))
    return CombatForecast(place, combat_odds(core, 0), tuple(remarks))


def odds_document(odds: CombatOdds) -> dict[str, Any]:
    """The odds of a combat for a program."""
    return {
        "sums": {"A": odds.sums[0], "B": odds.sums[1]},
        "military": {"A": odds.military[0], "B": odds.military[1]},
        "higher": {"A": odds.a, "B": odds.b},
        "stays": odds.stays,
        "results": {"A": odds.a_result, "B": odds.b_result},
        "margins": {str(margin): round(share, 12) for margin, share in odds.margins.items()},
    }
