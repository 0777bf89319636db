"""Drafting two armies tile by tile, from a shared pool or each from a sealed pack."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.arrange import arrange
from pbbuild.pocket_battles.builder.worth import STYLES, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.sizes import is_size
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.rules.units import is_unit, may_join, tokens_of_size

# How many times the points needed a pool, a pack and a box have, so that there is a choice.
POOL_PLENTY: Final = 1.25
PACK_PLENTY: Final = 1.6
BOX_PLENTY: Final = 1.1
SIDES: Final = (0, 1)
# The bot: at most so much of its points for each role, as in the printed armies.
ROLE_SHARES: Final = {"fighter": 0.7, "shooter": 0.22, "helper": 0.2}
FIRST_POINTS: Final = 8
# For each point of a tile: cheap ones will still be available later.
SCARCE: Final = 0.05
# How much a unit counts that no token is left for.
EXCESS_UNIT: Final = 0.4


@dataclass
class Draft:
    """A draft in progress; a shared pool is the same list twice in `pools`."""

    catalog: Catalog
    points: int
    armies: tuple[str, str]
    mixed: bool
    pools: tuple[list[str], list[str]]
    turn: int
    seed: int
    picks: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    done: list[bool] = field(default_factory=lambda: [False, False])
    moves: list[str] = field(default_factory=list)
    """The moves so far: the tile picked, "" where a side stopped."""

    @property
    def is_shared(self) -> bool:
        """Whether both sides pick from the same tiles."""
        return self.pools[0] is self.pools[1]

    def left(self, side: int) -> int:
        """The points a side may still spend."""
        return self.points - sum(self.catalog.troops[code].dp for code in self.picks[side])

    def choices(self, side: int) -> list[Troop]:
        """The tiles a side may pick now."""
        troops = (self.catalog.troops[code] for code in self.pools[side])
        return [troop for troop in troops if troop.dp <= self.left(side)]

    def pick(self, side: int, code: str) -> None:
        """Give a tile to a side and change the turn."""
        assert code in self.pools[side]
        self.pools[side].remove(code)
        self.picks[side].append(code)
        self.moves.append(code)
        self._next(side)

    def stop(self, side: int) -> None:
        """Record that a side wants no more tiles."""
        self.done[side] = True
        self.moves.append("")
        self._next(side)

    def _next(self, side: int) -> None:
        for each in SIDES:
            if not self.choices(each):
                self.done[each] = True
        self.turn = 1 - side if not self.done[1 - side] else side

    @property
    def is_over(self) -> bool:
        """Whether both sides are done."""
        return all(self.done)


def begin_draft(
    catalog: Catalog,
    points: int,
    armies: Sequence[str],
    *,
    mixed: bool = False,
    sealed: bool = False,
    seed: int = 1,
) -> Draft:
    """A new draft: from one army that both sides share, from mixed armies, or from sealed packs.

    Mixing armies is a house rule: the lists then have the waiver `mixed-armies`.
    """
    if not is_size(points):
        raise UsageError("draft.size-not-in-tens", size=points)
    generator = Random(f"draft {seed}")
    known = sorted(catalog.armies)
    large_enough = [army for army in known if _has_enough(catalog.armies[army].troops, points)]
    # Where no army was chosen and no box has enough tiles, all armies are mixed.
    mixed = mixed or not (armies or large_enough or sealed)
    chosen = list(armies)
    if not chosen and mixed:
        chosen = known
    elif not chosen:
        chosen = generator.sample(known, 2) if sealed else [generator.choice(large_enough)]
    if len(chosen) > 1 and not mixed and not (sealed and len(chosen) == 2):
        raise UsageError("draft.mixed-or-sealed")
    sides = (chosen[0], chosen[1 if len(chosen) > 1 else 0])
    tiles = [troop for army in chosen for troop in catalog.armies[army].troops]
    if not sealed:
        shared = _random_tiles(tiles, 2 * points * POOL_PLENTY, generator)
        _require_points(shared, 2 * points, catalog, sides[0])
        pools = (shared, shared)
    elif mixed or sides[0] == sides[1]:
        # Two packs from the same tiles must not share any.
        pack = min(points * PACK_PLENTY, sum(troop.dp for troop in tiles) / len(SIDES))
        first = _random_tiles(tiles, pack, generator)
        rest = [troop for troop in tiles if troop.code not in first]
        pools = (first, _random_tiles(rest, pack, generator))
    else:
        boxes = [catalog.armies[army].troops for army in sides]
        packs = [_random_tiles(box, points * PACK_PLENTY, generator) for box in boxes]
        pools = (packs[0], packs[1])
    for pool in pools:
        _require_points(pool, points, catalog, sides[0])
    return Draft(catalog, points, sides, mixed, pools, generator.randrange(2), seed)


def _random_tiles(tiles: Sequence[Troop], points: float, generator: Random) -> list[str]:
    chosen: list[Troop] = []
    for troop in generator.sample(list(tiles), len(tiles)):
        if sum(one.dp for one in chosen) >= points:
            break
        chosen.append(troop)
    return sorted(troop.code for troop in chosen)


def _has_enough(troops: Sequence[Troop], points: int) -> bool:
    return sum(troop.dp for troop in troops) >= len(SIDES) * points * BOX_PLENTY


def _require_points(codes: Sequence[str], points: int, catalog: Catalog, army: str) -> None:
    available = sum(catalog.troops[code].dp for code in codes)
    if available < points:
        raise UsageError("draft.too-few-tiles", army=army, points=available, needed=points)


def bot_pick(draft: Draft, side: int) -> str:
    """The tile a bot picks: the one that adds most worth for its points, "" for none.

    The worth counts less where the army would have too much of a role, or more units than
    tokens can order: so black dice come first, and shooters and helpers when there are fighters.
    """
    catalog = draft.catalog
    picked = [catalog.troops[code] for code in draft.picks[side]]
    units: list[list[Troop]] = []
    for troop in picked:
        _join(units, troop, catalog)
    most_units = STYLES["balanced"].band(tokens_of_size(draft.points))[1]
    best, best_value = "", 0.0
    for troop in draft.choices(side):
        places = _places(units, troop, catalog)
        gain, unit = max(places, key=lambda place: place[0], default=(0.0, None))
        if unit is None and len(units) >= most_units:
            gain *= EXCESS_UNIT
        value = (gain / troop.dp + SCARCE * troop.dp) * _balance(troop, picked)
        if gain > 0 and value > best_value:
            best, best_value = troop.code, value
    return best


def _role(troop: Troop) -> str:
    """`fighter` with black dice, `shooter` with white ones alone, `helper` with none."""
    if troop.black:
        return "fighter"
    return "shooter" if troop.white else "helper"


def _balance(troop: Troop, picked: Sequence[Troop]) -> float:
    """1, or less where a tile's role has more than its share of the points already."""
    role = _role(troop)
    own = sum(each.dp for each in picked if _role(each) == role) + troop.dp
    # Some points more: one tile alone is no army yet, and no share of it.
    share = own / (sum(each.dp for each in picked) + troop.dp + FIRST_POINTS)
    return min(1.0, ROLE_SHARES[role] / share) ** 2


def _places(
    units: list[list[Troop]], troop: Troop, catalog: Catalog
) -> list[tuple[float, list[Troop] | None]]:
    style = STYLES["balanced"]
    found: list[tuple[float, list[Troop] | None]] = []
    if is_unit((troop,)):
        found.append((unit_worth((troop,), style, catalog), None))
    for unit in units:
        if may_join(troop, unit):
            joined = (*unit, troop)
            gain = unit_worth(joined, style, catalog) - unit_worth(tuple(unit), style, catalog)
            found.append((gain, unit))
    return found


def _join(units: list[list[Troop]], troop: Troop, catalog: Catalog) -> None:
    places = _places(units, troop, catalog)
    if not places:
        return
    _, unit = max(places, key=lambda place: place[0])
    if unit is None:
        units.append([troop])
    else:
        unit.append(troop)


def drafted_list(draft: Draft, side: int, name: str) -> tuple[ArmyList, tuple[str, ...]]:
    """The army a side drafted, arranged into units, and the tiles that fit into no unit."""
    troops = [draft.catalog.troops[code] for code in draft.picks[side]]
    generator = Random(f"units {draft.seed} {side}")
    units, left_over = arrange(troops, draft.points, draft.catalog, generator)
    armies = {troop.army for troop in troops} or {draft.armies[side]}
    army = draft.armies[side]
    if draft.mixed:
        counts = sorted(armies, key=lambda one: (-sum(t.army == one for t in troops), one))
        army = counts[0]
    editions = [draft.catalog.editions[draft.catalog.armies[one].edition] for one in armies]
    army_list = ArmyList(
        name=name,
        army=army,
        points=draft.points,
        edition=max(editions, key=lambda edition: edition.order).id,
        units=tuple(ListUnit(tuple(troop.code for troop in unit)) for unit in units),
        waivers=(MIXED_ARMIES,) if draft.mixed else (),
    )
    return with_tile_values(army_list, draft.catalog), tuple(troop.code for troop in left_over)
