"""Pocket Battles as a game of `play/contract`: setting up, actions, views, files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbbuild.errors import UsageError
from pbbuild.play.contract import Event, Option, OptionOdds
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core.turns import begin_battle
from pbbuild.pocket_battles.rules.events import events
from pbbuild.pocket_battles.rules.forces import (
    ROUND_LIMIT,
    Forces,
    Tile,
    fielded_units,
    initial_state,
    make_roster,
    refuse_beyond_limits,
)
from pbbuild.pocket_battles.rules.state_document import (
    is_revealed,
    state_from_json,
    state_to_json,
    view,
)
from pbbuild.pocket_battles.rules.units import MOST_TROOPS


def new_battle(
    list_a: ArmyList,
    list_b: ArmyList,
    edition: str = "",
    size: int = 0,
    *,
    catalog: Catalog | None = None,
    round_limit: int = ROUND_LIMIT,
    altered: Callable[[int, Tile], Tile] | None = None,
) -> Battle:
    """A battle between two lists, before the set-up roll. PB-3.

    The default `edition` is the newer of the lists' editions, the default `size` the larger of
    their sizes. Whether the lists are legal is not checked here; `army.check` does that.
    `altered` gives the tile that a side (0 or 1) fields in place of its own.
    """
    known = catalog or load_catalog()
    rules = edition or newest_edition(known, list_a.edition, list_b.edition)
    if rules not in known.editions:
        raise UsageError("engine.unknown-edition", edition=rules, known=tuple(known.editions))
    for army_list in (list_a, list_b):
        if len(army_list.troops) > MOST_TROOPS:
            raise UsageError("engine.too-many-troops", name=army_list.name, most=MOST_TROOPS)
        for code in army_list.troops:
            if code not in known.troops:
                raise UsageError("engine.unknown-troop", name=army_list.name, troop=code)
    units_a, units_b = fielded_units(list_a, 0, known), fielded_units(list_b, 1, known)
    if altered:
        units_a, units_b = (
            tuple(
                replace(unit, troops=tuple(altered(side, tile) for tile in unit.troops))
                for unit in units
            )
            for side, units in enumerate((units_a, units_b))
        )
    forces = Forces(
        (units_a, units_b),
        rules,
        size or max(list_a.points, list_b.points),
    )
    refuse_beyond_limits(forces, known.traits)
    roster = make_roster(forces, known.editions[rules], known.traits, round_limit)
    battle = Battle(forces, initial_state(forces, roster))
    begin_battle(battle.state)
    return battle


def newest_edition(catalog: Catalog, *ids: str) -> str:
    """The newest of these editions, or the first unknown one, which the caller refuses."""
    unknown = [edition for edition in ids if edition not in catalog.editions]
    if unknown:
        return unknown[0]
    return max(ids, key=lambda edition: catalog.editions[edition].order)


class PocketBattles:
    """The game Pocket Battles: it implements `Game` of the contract."""

    id = "pocket-battles"

    def __init__(self, catalog: Catalog | None = None) -> None:
        self.catalog = catalog or load_catalog()

    def options(self, state: Battle) -> list[Option]:
        """The legal actions with texts, costs and clauses."""
        return state.options()

    def option(self, state: Battle, action: int) -> Option:
        """One legal action with its text, cost and clauses."""
        return state.option(action)

    def scores(self, before: Battle, dice: Sequence[int]) -> dict[str, int]:
        """The `hits` of these dice, and the `self_hits` of a charger. PB-6.1, PB-T.21."""
        return before.scores(dice)

    def parse(self, state: Battle, text: str) -> int:
        """The legal action that `text` names; a refusal names its clauses."""
        return state.parse(text)

    def why_not(self, state: Battle, text: str) -> tuple[str, ...]:
        """The clauses that forbid `text` now, () where it is allowed."""
        return state.why_not(text)

    def view(self, state: Battle, side: str) -> dict[str, Any]:
        """The state as `side` may see it."""
        return view(state, side)

    def odds(self, state: Battle, option: Option) -> OptionOdds | None:
        """The odds of a legal option, None where it is no attack."""
        # Loaded only when odds are asked for.
        from pbbuild.pocket_battles.rules.option_odds import option_odds

        return option_odds(state, option, self.catalog.traits)

    def reveals(self, before: Battle, after: Battle) -> bool:
        """Whether the stacks were revealed between the two states. PB-3.2."""
        return is_revealed(after) and not is_revealed(before)

    def events(self, before: Battle, after: Battle) -> list[Event]:
        """What happened between two states one step apart."""
        return events(before, after)

    def to_json(self, state: Battle) -> dict[str, Any]:
        """The state as a `pbbuild-state/1` document."""
        return state_to_json(state)

    def from_json(self, document: Mapping[str, Any]) -> Battle:
        """The state in a full document; whether it is possible is not checked."""
        return state_from_json(document, self.catalog)
