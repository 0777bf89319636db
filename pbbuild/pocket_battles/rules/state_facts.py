"""What a `pbbuild-state/1` document says about its sides and units, for the checks of a state.

`StateFacts` answers questions; it reports nothing. What a document leaves out is unknown, and
every answer then allows for the most.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.base.documents import Document
from pbbuild.errors import Problem, StateError, Value
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.forces import Tile
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.state_document import tile_from_json
from pbbuild.pocket_battles.rules.units import MOST_TROOPS, counting_traits, tokens_at_start

# The smallest size that the editions recommend. PB-1.2.
SMALLEST_ARMY: Final = 50
FEWEST_UNITS: Final = 3

StateDocument = Mapping[str, Any]
UnitDocument = Mapping[str, Any]


@dataclass
class StateProblems:
    """Collects the problems of a document, each with its pointer and line."""

    document: Document
    problems: list[Problem] = field(default_factory=list)

    def add(self, pointer: str, code: str, **values: Value) -> None:
        """Add a problem at `pointer`; its message is `state.<code>`."""
        line = self.document.line_of(pointer)
        self.problems.append(Problem(pointer, line, f"state.{code}", values))

    def refuse_if_any(self, code: str) -> None:
        """Raise an error with all problems, if there are any."""
        if self.problems:
            raise StateError(code, source=self.document.source, problems=tuple(self.problems))


def enemy_of(side: str) -> str:
    """The other side."""
    return "B" if side == "A" else "A"


class StateFacts:
    """Questions about `state`, the full form of a document."""

    def __init__(self, problems: StateProblems, state: StateDocument, catalog: Catalog) -> None:
        self.problems = problems
        self.state = state
        self.catalog = catalog
        self.decision: str = state["decision"]
        self.pointers: dict[str, str] = {}
        self.units: dict[str, UnitDocument] = {}
        self.side_of: dict[str, str] = {}
        for side in ("A", "B"):
            for place, unit in enumerate(state["sides"][side]["units"]):
                self.units[unit["id"]] = unit
                self.pointers[unit["id"]] = f"/sides/{side}/units/{place}"
                self.side_of[unit["id"]] = side
        self.complete = {side: self.is_complete(side) for side in ("A", "B")}
        self.whole = {side: self.is_whole(side) for side in ("A", "B")}
        # The units that each unit is in contact with.
        self.enemies_of: dict[str, list[str]] = {}
        for contact in state["contacts"]:
            for enemy in contact["many"]:
                self.enemies_of.setdefault(contact["one"], []).append(enemy)
                self.enemies_of.setdefault(enemy, []).append(contact["one"])

    def is_complete(self, side: str) -> bool:
        """Whether the document accounts for every point that the side says it fielded."""
        written = self.problems.document.value["sides"][side].get("fielded")
        return written is not None and self.living(side) + self.lost_by(side) == written

    def is_whole(self, side: str) -> bool:
        """Whether the side is complete and more than half of an army of the usual size."""
        own = self.state["sides"][side]
        large: bool = 2 * own["fielded"] > max(SMALLEST_ARMY, self.state["size"])
        # Of an army that has lost much, few units are left.
        enough = len(own["units"]) >= FEWEST_UNITS or self.lost_by(side) > 0
        return large and enough and self.complete[side]

    def units_of(self, side: str) -> Iterator[tuple[str, UnitDocument]]:
        """The units of a side with their ids."""
        return ((name, unit) for name, unit in self.units.items() if self.side_of[name] == side)

    def living(self, side: str) -> int:
        """The points of a side's living troops."""
        units = self.state["sides"][side]["units"]
        return sum(troop["dp"] for unit in units for troop in unit["troops"])

    def lost_by(self, side: str) -> int:
        """The points that a side has lost."""
        return int(self.state["sides"][enemy_of(side)]["destroyed"])

    def lists_lost(self, side: str) -> bool:
        """Whether the document lists the fallen troops of a side."""
        return any("lost" in unit for unit in self.state["sides"][side]["units"])

    def may_miss_lost(self, side: str) -> bool:
        """Whether troops of the side may have fallen that the document does not list."""
        if self.lists_lost(side):
            return False
        units = self.state["sides"][side]["units"]
        free = any(not troop["dp"] for unit in units for troop in unit["troops"])
        return free or self.lost_by(side) > 0 or not self.complete[side]

    def may_have_lost(self, name: str) -> bool:
        """Whether troops of the unit may have fallen that the document does not list."""
        return self.may_miss_lost(self.side_of[name])

    def all_printed(self) -> bool:
        """Whether every tile of the document has a code of the catalog."""
        return all(
            troop["code"] in self.catalog.troops
            for unit in self.units.values()
            for troop in (*unit["troops"], *unit.get("lost", ()))
        )

    def names_all_tokens(self, side: str) -> bool:
        """Whether the document says where the side's tokens are."""
        written = self.problems.document.value["sides"][side]
        return all(written.get(key) is not None for key in ("unused", "passed", "set_aside"))

    def tokens_held(self, side: str) -> int:
        """How many tokens of the side the document accounts for."""
        own = self.state["sides"][side]
        on_units = sum(unit["orders"] for unit in own["units"]) + self.wounds(side)
        return int(own["unused"] + own["passed"] + own["set_aside"] + on_units)

    def tokens_due(self, side: str) -> int:
        """How many tokens the size and the living Leaders give a side. PB-1.3, PB-T.13."""
        units = self.state["sides"][side]["units"]
        return tokens_at_start(self.state["size"], map(self.tiles, units), self.catalog.traits)

    def wounds(self, side: str) -> int:
        """How many wound tokens lie on the side's troops."""
        units = self.state["sides"][side]["units"]
        return sum(troop["wounds"] for unit in units for troop in unit["troops"])

    def tiles(self, unit: UnitDocument, *, fallen: bool = False) -> list[Tile]:
        """The unit's living tiles, or all of its stack that the document lists."""
        troops = (*unit["troops"], *(unit.get("lost", ()) if fallen else ()))
        return [tile_from_json(troop, self.catalog) for troop in troops]

    def effects_of(self, name: str) -> set[str]:
        """The kinds of effects of a unit's living troops."""
        return self._kinds(self.units[name]["troops"])

    def has_or_had(self, name: str, kind: str) -> bool:
        """Whether a unit has an effect, or may have had it from a fallen troop."""
        fallen = self._kinds(self.units[name].get("lost", ()))
        return kind in self.effects_of(name) | fallen or self.may_have_lost(name)

    def side_has_or_had(self, side: str, kind: str) -> bool:
        """Whether a unit of the side has an effect, or may have had it."""
        if self.may_miss_lost(side):
            return True
        return any(self.has_or_had(name, kind) for name, _ in self.units_of(side))

    def most_of(self, side: str, kind: str) -> int:
        """The highest value of an effect that a unit of the side has or may have had."""
        if self.may_miss_lost(side):
            return self.most_known(kind)
        return max((self.value_in_stack(unit, kind) for _, unit in self.units_of(side)), default=0)

    def most_known(self, kind: str) -> int:
        """The highest value of an effect that the traits of the catalog give a unit."""
        return max(
            (
                effect.value * (MOST_TROOPS if trait.stacks else 1)
                for trait in self.catalog.traits.values()
                for effect in trait.effects
                if effect.kind == kind
            ),
            default=0,
        )

    def value_in_stack(self, unit: UnitDocument, kind: str) -> int:
        """The value of an effect in a unit when none of its listed troops had fallen."""
        return sum(
            effect.value
            for trait in counting_traits(self.tiles(unit, fallen=True), self.catalog.traits)
            for effect in trait.effects
            if effect.kind == kind
        )

    def _kinds(self, troops: Any) -> set[str]:
        return {
            effect.kind
            for troop in troops
            for trait in troop["traits"]
            for effect in self.catalog.traits[trait].effects
        }

    def profile(self, name: str) -> Profile:
        """The profile of a unit's living troops."""
        return profile(self.tiles(self.units[name]), self.catalog.traits)

    def had_black(self, name: str) -> bool:
        """Whether a unit has a black die, or may have had one."""
        unit = self.units[name]
        troops = (*unit["troops"], *unit.get("lost", ()))
        return any(troop["black"] for troop in troops) or self.may_have_lost(name)

    def was_ordered(self, name: str) -> bool:
        """Whether a unit can have been given an order in this round.

        Its token may have become a wound token only where the side has none unused. PB-7.2.
        """
        if self.units[name]["orders"]:
            return True
        side = self.side_of[name]
        own = self.state["sides"][side]
        taken: bool = self.wounds(side) > 0 or own["set_aside"] > 0
        return not own["unused"] and taken

    def first_player(self) -> str:
        """Who has the first turn of the round. PB-4.1."""
        first: str = self.state["player1"]
        return first if self.state["round"] % 2 else enemy_of(first)
