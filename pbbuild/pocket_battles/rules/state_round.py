"""Whether the tokens of a state can lie as they do: order by order and turn by turn. PB-4.

Every turn spends a token, and every token spent lies on a unit, is passed or set aside until the
round ends. Only a side without an unused token takes tokens from there for its wounds (PB-7.2),
and it has no turn any more in this round (PB-4.3). So the tokens show what the round has seen.

Only whole armies are held to this: a sketch may leave out units and tokens. Whose turn it is once
tokens are spent follows from armies of printed tiles alone: a moment made up to ask about
something else need not say how the turns before it went.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.rules.core.constants import ORDER_STEP
from pbbuild.pocket_battles.rules.state_facts import StateFacts, UnitDocument, enemy_of
from pbbuild.pocket_battles.rules.units import points_to_win


@dataclass(frozen=True)
class Turns:
    """How many turns a side can have taken in this round: at least and at most."""

    least: int
    most: int


def check_round(facts: StateFacts) -> None:
    """Add a problem for whatever this round cannot have led to."""
    exact = {side: facts.whole[side] and facts.names_all_tokens(side) for side in ("A", "B")}
    for side in ("A", "B"):
        if exact[side]:
            _check_orders(facts, side)
            _check_set_aside(facts, side)
    if facts.decision == "sacrifice":
        _check_regeneration(facts)
    if all(exact.values()) and facts.decision not in ("deploy", "sacrifice"):
        _check_turns(facts)
        if facts.all_printed():
            _check_harm(facts)


# Orders.


def _order_steps(facts: StateFacts, unit: UnitDocument) -> set[int]:
    """The order steps that a unit has or had, as its troops fell. PB-4.5, PB-T.12."""

    def step(troops: list[str]) -> int:
        values = [
            effect.value
            for trait in troops
            for effect in facts.catalog.traits[trait].effects
            if effect.kind == effects.ORDER_STEP
        ]
        return min(values, default=ORDER_STEP)

    now = step([trait for troop in unit["troops"] for trait in troop["traits"]])
    fallen = [step(troop["traits"]) for troop in unit.get("lost", ())]
    return {now, *(min(now, earlier) for earlier in fallen)}


def order_totals(steps: set[int], most: int) -> dict[int, tuple[int, int]]:
    """Order tokens that a unit can have → the fewest and the most orders that lead there.

    1, 3, 7 ... of an ordinary unit, 1, 2, 4 ... of a Reactive one. PB-4.5, PB-T.12.
    """
    found = {0: (0, 0)}
    # A total is only reached from lower ones.
    for total in range(most + 1):
        if total not in found:
            continue
        fewest, longest = found[total]
        for step in steps:
            after = total + max(1, total + step)
            low, high = found.get(after, (fewest + 1, longest + 1))
            found[after] = (min(low, fewest + 1), max(high, longest + 1))
    return {total: counts for total, counts in found.items() if total <= 2 * most + 1}


def _totals(facts: StateFacts, unit: UnitDocument) -> dict[int, tuple[int, int]]:
    orders = unit["orders"]
    if facts.may_have_lost(unit["id"]):
        # A fallen troop may have been Reactive: any number of tokens is possible.
        return {total: (min(1, total), total) for total in range(orders + 1)}
    return order_totals(_order_steps(facts, unit), 2 * orders + 1)


def _check_orders(facts: StateFacts, side: str) -> None:
    own, taken = facts.state["sides"][side], 0
    may_be_taken = 0 if own["unused"] else facts.wounds(side) + own["set_aside"]
    for name, unit in facts.units_of(side):
        totals = _totals(facts, unit)
        short = min(total for total in totals if total >= unit["orders"]) - unit["orders"]
        taken += short
        if short and taken > may_be_taken:
            where = f"{facts.pointers[name]}/orders"
            facts.problems.add(where, "orders-unreachable", unit=name, found=unit["orders"])


def _check_set_aside(facts: StateFacts, side: str) -> None:
    """Tokens set aside come from fallen troops and units, or from an enemy's Disband. PB-7.3."""
    aside = facts.state["sides"][side]["set_aside"]
    if not aside or facts.may_miss_lost(side) or facts.may_miss_lost(enemy_of(side)):
        return
    units = [unit for _, unit in facts.units_of(side)]
    most = sum(max(0, troop["wp"] - 1) for unit in units for troop in unit.get("lost", ()))
    most += _most_disbanded(facts, side)
    destroyed = [unit for unit in units if not unit["troops"]]
    if destroyed and not facts.state["sides"][side]["unused"]:
        return  # their order tokens, of which wounds may have taken some
    orders = {0}
    for unit in destroyed:
        totals = order_totals(_order_steps(facts, unit), aside)
        orders = {total for known in orders for more in totals if (total := known + more) <= aside}
    if aside > max(orders) + most:
        most += max(orders)
        where = f"/sides/{side}/set_aside"
        facts.problems.add(where, "set-aside-unfounded", side=side, found=aside, most=most)


def _most_disbanded(facts: StateFacts, side: str) -> int:
    """The most tokens that the enemy's Disband has set aside.

    An order of either side lets each unit make one attack that its target survives. PB-T.4.
    """
    tokens = sum(
        facts.value_in_stack(unit, effects.TOKEN_SET_ASIDE)
        for _, unit in facts.units_of(enemy_of(side))
    )
    orders = _orders_given(facts, side)[1] + _orders_given(facts, enemy_of(side))[1]
    alive = all(unit["troops"] for _, unit in facts.units_of(side))
    if alive and facts.state["sides"][side]["unused"]:
        # No order token has been set aside with its unit or become a wound token.
        orders -= facts.state["sides"][side]["set_aside"]
    return tokens * orders


def _check_regeneration(facts: StateFacts) -> None:
    """At the end of the round each troop that regenerates has lost a wound token. PB-T.18."""
    for name, unit in facts.units.items():
        for number, troop in enumerate(unit["troops"]):
            healed = sum(
                effect.value
                for trait in troop["traits"]
                for effect in facts.catalog.traits[trait].effects
                if effect.kind == effects.REGENERATES
            )
            if healed and troop["wounds"] > max(0, troop["wp"] - 1 - healed):
                where = f"{facts.pointers[name]}/troops/{number}/wounds"
                code, found = troop["code"], troop["wounds"]
                facts.problems.add(where, "wounds-not-regenerated", troop=code, found=found)


# Turns.


def _turns(facts: StateFacts, side: str) -> Turns:
    """The turns that the tokens of a side allow, the present one included once it is paid for."""
    own = facts.state["sides"][side]
    fewest, longest = _orders_given(facts, side)
    _, reactions = _orders_given(facts, enemy_of(side))
    follow_ups = max(
        facts.most_of(side, effects.SPECIAL_DOUBLE_ORDER),
        1 if facts.side_has_or_had(side, effects.SPECIAL_EXCITE) else 0,
    )
    # A reaction answers an order of the enemy. PB-5.2.4.
    orders = max(0, fewest - reactions)
    return Turns(own["passed"] - (-orders // (1 + follow_ups)), own["passed"] + longest)


def _orders_given(facts: StateFacts, side: str) -> tuple[int, int]:
    """The fewest and the most orders that a side has given in this round."""
    own = facts.state["sides"][side]
    fewest = longest = 0
    for _, unit in facts.units_of(side):
        if own["unused"]:
            low, high = _totals(facts, unit).get(unit["orders"], (0, unit["orders"]))
        else:
            low, high = min(1, unit["orders"]), unit["orders"]
        fewest += low
        longest += high
    longest += own["set_aside"]
    if not own["unused"]:
        longest += facts.wounds(side)
    return fewest, longest


def _check_turns(facts: StateFacts) -> None:
    """The players take turns as long as both have tokens. PB-4.1, PB-4.3."""
    state, turn = facts.state, facts.state["turn"]
    other, first = enemy_of(turn), facts.first_player()
    paid = 0 if facts.decision in ("turn", "act") else 1  # whether this turn has spent tokens
    only_passed = not paid and not any(_orders_given(facts, side)[1] for side in ("A", "B"))
    if only_passed:
        _check_start_of_round(facts)
    own, enemy = _turns(facts, turn), _turns(facts, other)
    if (own.most or enemy.most) and not facts.all_printed():
        return
    ahead = 1 if first == other else 0  # how many more turns the other has had
    if paid and own.most < 1:
        facts.problems.add(f"/sides/{turn}", "nothing-ordered", side=turn)
        return
    # The side whose turn it is has always had a token, so the other is not further ahead.
    has_tokens = state["sides"][other]["unused"] > 0
    behind = has_tokens and own.least - paid > enemy.most - ahead
    if has_tokens and enemy.most < ahead:
        facts.problems.add("/turn", "round-begun-by-other", round=state["round"], side=first)
        return
    if enemy.least > own.most - paid + ahead or behind:
        facts.problems.add("/turn", "turns-uneven", round=state["round"], side=first)
        return
    is_first = own.most == paid or (has_tokens and not enemy.most)
    if state["round"] == 1 and turn == state["player1"]:
        written = facts.problems.document.value.get("first_turn_of_battle")
        if is_first and written is False:
            facts.problems.add("/first_turn_of_battle", "first-turn-unmarked")
        elif written and (own.least > paid or enemy.least):
            facts.problems.add("/first_turn_of_battle", "first-turn-spent")
    if is_first and not paid and not ahead and not only_passed:
        _check_start_of_round(facts)


def _check_start_of_round(facts: StateFacts) -> None:
    """All tokens returned, and nobody had won, when the round before ended. PB-4.6, PB-9.1."""
    state = facts.state
    _check_regeneration(facts)
    for side in ("A", "B"):
        own, fielded = state["sides"][side], state["sides"][enemy_of(side)]["fielded"]
        if own["destroyed"] >= points_to_win(fielded):
            where = f"/sides/{side}/destroyed"
            facts.problems.add(where, "already-won", side=side, found=own["destroyed"])
        held, due = facts.tokens_held(side), facts.tokens_due(side)
        if held > max(due, facts.wounds(side)):
            facts.problems.add(f"/sides/{side}", "token-sum", side=side, found=held, due=due)


def _check_harm(facts: StateFacts) -> None:
    """In round 1 a wound, a loss or a contact follows an order of this round. PB-5."""
    if facts.state["round"] != 1:
        return
    for side in ("A", "B"):
        if _orders_given(facts, side)[1]:
            return
    for pointer in _harm(facts):
        facts.problems.add(pointer, "harmed-by-nobody")


def _harm(facts: StateFacts) -> Iterator[str]:
    if facts.state["contacts"]:
        yield "/contacts"
    for side in ("A", "B"):
        if facts.lost_by(side):
            yield f"/sides/{enemy_of(side)}/destroyed"
    for name, unit in facts.units.items():
        if any(troop["wounds"] for troop in unit["troops"]):
            yield f"{facts.pointers[name]}/troops"
