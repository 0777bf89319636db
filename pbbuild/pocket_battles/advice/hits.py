"""Assigning hits: every way to take all hits of a unit at once, the cheapest first. PB-7.

A view offers `assignments` instead of one question for each hit, and asks nothing where
`only_choice` has an answer.
"""

from dataclasses import dataclass
from typing import Final

from pbbuild.pocket_battles.agents.thinking.wounds import (
    RETURNED_SHARE,
    TOKEN,
    WOUND_SHARE,
    choose_wound,
    troop_worth,
)
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.notation import argument_of, kind_of, source_of

# A unit of 30 troops has more ways than anybody reads; the cheapest are found among these.
MOST_STATES: Final = 3000


@dataclass(frozen=True, slots=True)
class Assignment:
    """One way to take all hits that a unit still has to take.

    `actions` are to be decided in this order. `eliminated` are the codes of the troops that die,
    those without wound points that die with them included; `wounded` has a code for each wound
    token placed. `points` is what the enemy scores, `price` what it costs in all, in points: dice
    and tokens count too.
    """

    actions: tuple[int, ...]
    texts: tuple[str, ...]
    eliminated: tuple[str, ...]
    wounded: tuple[str, ...]
    points: int
    price: float
    destroys_unit: bool

    @property
    def tokens(self) -> int:
        """How many tokens it turns into wounds."""
        return len(self.wounded)


def assignments(battle: Battle) -> list[Assignment]:
    """Every way to take the pending hits with a different effect, the cheapest first.

    [] if the battle waits for something else.
    """
    if battle.state.phase != c.WOUND:
        return []
    found: dict[tuple[object, ...], Assignment] = {}
    for assignment, effect in _HitSearch(battle).ways():
        known = found.get(effect)
        if known is None or assignment.price < known.price:
            found[effect] = assignment
    ranked = sorted(found.values(), key=lambda each: (each.price, each.texts))
    if ranked and all(each.destroys_unit for each in ranked):
        # The unit dies in any case: what costs fewest tokens first is the only way worth taking.
        return ranked[:1]
    return [way for way in ranked if not any(_is_worse(battle, way, other) for other in ranked)]


def _is_worse(battle: Battle, way: Assignment, other: Assignment) -> bool:
    """Whether `way` loses what `other` loses and more, and saves no token for it. PB-7.3."""
    more = set(way.eliminated) - set(other.eliminated)
    if not more or not set(other.eliminated) <= set(way.eliminated) or other.tokens > way.tokens:
        return False
    wounds = battle.state.wounds
    # A wound token on a troop that dies returns with the next round: that can be worth it.
    return not any(
        tile.code in more and wounds[troop]
        for troop, unit, tile in battle.forces.troops()
        if unit == battle.state.wound_unit
    )


def only_choice(battle: Battle) -> int | None:
    """The action to take if all others have the same effect or a worse one, else None.

    Hits on a unit that dies anyway, troops with equal values, equal sources of a token.
    """
    if battle.state.phase != c.WOUND:
        return None
    ways = assignments(battle)
    return ways[0].actions[0] if len(ways) == 1 else None


class _HitSearch:
    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.start = battle.state
        self.unit = self.start.wound_unit
        self.side = self.unit >> c.SIDE_SHIFT
        self.troops = [
            troop
            for troop, unit, _ in battle.forces.troops()
            if unit == self.unit and self._lives(self.start, troop)
        ]
        self.values = {troop: self._value(troop) for troop in self.troops}
        self.seen: set[tuple[object, ...]] = set()
        self.buffer = Actions()

    def _lives(self, state: State, troop: int) -> bool:
        return bool(state.tally[c.TROOPS + self.side] >> (troop & c.PLACE_MASK) & 1)

    def _value(self, troop: int) -> tuple[object, ...]:
        tile = self.battle.forces.tile(troop)
        return (tile.dp, tile.fv, tile.wp, tile.black, tile.white, tile.traits)

    def ways(self) -> list[tuple[Assignment, tuple[object, ...]]]:
        found: list[tuple[Assignment, tuple[object, ...]]] = []
        waiting: list[tuple[State, tuple[int, ...]]] = [(self.start, ())]
        while waiting and len(self.seen) < MOST_STATES:
            state, actions = waiting.pop()
            for action in self._choices(state):
                after = state.copy()
                apply_action(after, action)
                taken = (*actions, action)
                if (
                    after.phase == c.WOUND
                    and after.wound_unit == self.unit
                    and (after.wound_hits < state.wound_hits)
                ):
                    key = self._key(after)
                    if key not in self.seen:
                        self.seen.add(key)
                        waiting.append((after, taken))
                else:
                    found.append(self._finished(after, taken))
        if waiting:
            # More ways than are looked at: the agents' own is a good one in any case.
            found.append(self._finished(*self._agents_way()))
        return found

    def _agents_way(self) -> tuple[State, tuple[int, ...]]:
        state, actions = self.start.copy(), []
        while True:
            hits, action = state.wound_hits, choose_wound(state)
            apply_action(state, action)
            actions.append(action)
            if state.phase != c.WOUND or state.wound_unit != self.unit or state.wound_hits >= hits:
                return state, tuple(actions)

    def _key(self, state: State) -> tuple[object, ...]:
        return (state.wound_hits, *self._standing(state))

    def _standing(self, state: State) -> list[tuple[object, ...]]:
        """The living troops by value and wounds: troops of equal values are alike."""
        return sorted(
            (*self.values[troop], int(state.wounds[troop]))
            for troop in self.troops
            if self._lives(state, troop)
        )

    def _choices(self, state: State) -> list[int]:
        """The options of one hit, one for those that differ only in an equal token source.

        With no unused token a side gives no more orders in the round, so that the source matters
        only for a unit whose order tokens give it dice. PB-7.2, PB-T.9.
        """
        list_actions(state, self.buffer)
        best: dict[tuple[int, int], int] = {}
        for action in self.buffer.items[: self.buffer.count]:
            key = (kind_of(action), argument_of(action))
            if key not in best or self._loss(state, action) < self._loss(state, best[key]):
                best[key] = action
        return list(best.values())

    def _loss(self, state: State, action: int) -> int:
        source = source_of(action)
        if kind_of(action) != c.DO_WOUND or source in (c.FROM_UNUSED, c.FROM_PASSED):
            return 0
        return int(state.extra[source] >> c.EXTRA_PER_ORDER & c.BONUS_MASK)

    def _finished(
        self, after: State, actions: tuple[int, ...]
    ) -> tuple[Assignment, tuple[object, ...]]:
        start, roster, forces = self.start, self.start.roster, self.battle.forces
        dead = [troop for troop in self.troops if not self._lives(after, troop)]
        placed = [argument_of(action) for action in actions if kind_of(action) == c.DO_WOUND]
        price = 0.0
        for troop in dead:
            price += troop_worth(start, troop)
            price -= RETURNED_SHARE * TOKEN * float(start.wounds[troop])
        for troop in placed:
            price += TOKEN
            if troop not in dead:
                left = roster.wp[troop] - start.wounds[troop]
                price += WOUND_SHARE * troop_worth(start, troop) / float(max(1, left))
        texts = tuple(self.battle.text(action) for action in actions)
        assignment = Assignment(
            actions,
            texts,
            tuple(forces.tile(troop).code for troop in dead),
            tuple(forces.tile(troop).code for troop in placed),
            sum(roster.dp[troop] for troop in dead),
            price,
            len(dead) == len(self.troops),
        )
        effect = (
            tuple(sorted(self.values[troop] for troop in dead)),
            tuple(sorted((self.values[troop], int(start.wounds[troop])) for troop in placed
                         if troop not in dead)),
        )  # fmt: skip
        return assignment, effect
